//! Whether a count reaches what a claim or the Laws ask for, and what would settle it where it is open.

use kaissa_laws::ClockTime;

use crate::{Balance, Estimate, Parity, Span, Window};

/// How the moves come before the arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The player writes a move and declares it; that move is the last one wanted (9.3.1).
    AnnouncedMove,
    /// The last moves have been completed by each player (9.3.2).
    OnBoard,
    /// The moves have been made by each player and nobody claims (9.6.2).
    Automatic,
}

/// A number of plies without capture or pawn move that something follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threshold {
    /// How it comes before the arbiter.
    pub form: Form,
    /// The plies wanted since the anchor: completed for a claim, made for the automatic draw.
    pub plies: u32,
}

impl Threshold {
    /// The claim with an announced move: all but one of the plies, and the announced move legal and quiet.
    pub const fn announced(moves_each: u32) -> Threshold {
        Threshold {
            form: Form::AnnouncedMove,
            plies: moves_each.saturating_mul(2).saturating_sub(1),
        }
    }

    /// The claim on the board: all plies completed.
    pub const fn on_board(moves_each: u32) -> Threshold {
        Threshold { form: Form::OnBoard, plies: moves_each.saturating_mul(2) }
    }

    /// The draw without a claim: all plies made.
    pub const fn automatic(moves_each: u32) -> Threshold {
        Threshold { form: Form::Automatic, plies: moves_each.saturating_mul(2) }
    }

    /// The part of an estimate that this threshold is measured against.
    pub fn counted(&self, estimate: &Estimate) -> Span {
        match self.form {
            Form::AnnouncedMove | Form::OnBoard => estimate.completed,
            Form::Automatic => estimate.made,
        }
    }

    /// The presses in the window that this threshold takes.
    pub(crate) fn presses(&self, window: &Window) -> i64 {
        let unpressed = match self.form {
            Form::Automatic => i64::from(window.last_move == crate::LastMove::MadeOnly),
            _ => 0,
        };
        i64::from(self.plies) + window.presses_beyond_completed() - unpressed
    }
}

/// Whether a threshold is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Every possible count reaches it; the smallest has `beyond` plies to spare.
    Reached {
        /// Plies that the smallest possible count has beyond the threshold.
        beyond: u32,
    },
    /// No possible count reaches it; the largest lacks `short` plies.
    NotReached {
        /// Plies that the largest possible count lacks.
        short: u32,
    },
    /// Some possible counts reach it and some do not.
    Open {
        /// Plies that the smallest possible count lacks.
        lacking_at_worst: u32,
    },
}

/// Judges a count against a threshold.
pub fn judge(count: &Span, threshold: &Threshold) -> State {
    let wanted = threshold.plies;
    if count.min() >= wanted {
        return State::Reached { beyond: count.min() - wanted };
    }
    match count.max() {
        Some(max) if max < wanted => State::NotReached { short: wanted - max },
        _ => State::Open { lacking_at_worst: wanted - count.min() },
    }
}

/// Something that would settle an open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settling {
    /// Whose move it was at both readings; knowing it would leave only counts on one side of the threshold.
    NoteWhoseMove,
    /// So many more moves watched from now on make the threshold certain whatever the count is now.
    WatchMoves(u32),
    /// Another reading, after about this long at the pace so far, would put the whole span on one side.
    ReadAgainAfter(ClockTime),
    /// A record of the moves from here on.
    Restore,
}

/// Lists what would settle whether `threshold` is reached; empty unless it is open.
pub fn what_would_settle(
    window: &Window,
    estimate: &Estimate,
    threshold: &Threshold,
) -> Vec<Settling> {
    let count = threshold.counted(estimate);
    let State::Open { lacking_at_worst } = judge(&count, threshold) else {
        return Vec::new();
    };
    let mut settling = Vec::new();
    if count.parity().is_none() && some_parity_settles(&count, threshold) {
        settling.push(Settling::NoteWhoseMove);
    }
    settling.push(Settling::WatchMoves(lacking_at_worst));
    if let Some(wait) = wait_for_certainty(window, threshold) {
        settling.push(Settling::ReadAgainAfter(wait));
    }
    settling.push(Settling::Restore);
    settling
}

fn some_parity_settles(count: &Span, threshold: &Threshold) -> bool {
    [Parity::Even, Parity::Odd].into_iter().any(|parity| {
        count
            .with_parity(parity)
            .is_none_or(|narrowed| !matches!(judge(&narrowed, threshold), State::Open { .. }))
    })
}

/// How long it takes at the pace so far until the literal value stands clear of the threshold by its bound.
fn wait_for_certainty(window: &Window, threshold: &Threshold) -> Option<ClockTime> {
    let balance = Balance::of(window).ok()?;
    let last_excluded = i128::from(threshold.presses(window)) - 1;
    let wanted =
        last_excluded * balance.increment_ms + i128::from(balance.bound.below().as_millis());
    let missing = wanted - balance.gained_ms;
    let elapsed = i128::from(window.elapsed.time.as_millis());
    if missing <= 0 || balance.gained_ms <= 0 {
        return None;
    }
    // The gain grows by gained/elapsed a millisecond; whole seconds, rounded up, are what a person can wait.
    let wait_ms =
        missing.checked_mul(elapsed)?.checked_add(balance.gained_ms - 1)? / balance.gained_ms;
    let seconds = i64::try_from((wait_ms + 999) / 1000).ok()?;
    (seconds > 0).then_some(ClockTime::seconds(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LastMove, Reading, Timing, Watch, estimate};
    use kaissa_chess::Color::{self, Black, White};

    fn window(elapsed: i64, then: i64, now: i64, movers: [Option<Color>; 2]) -> Window {
        Window::plain(
            Timing::Increment(ClockTime::seconds(2)),
            Reading::of_sum(ClockTime::seconds(then), movers[0]),
            Reading::of_sum(ClockTime::seconds(now), movers[1]),
            crate::Elapsed { time: ClockTime::seconds(elapsed), watch: Watch::Wrist },
        )
    }

    fn check(window: &Window, expected: [State; 3]) {
        let estimate = estimate(window).expect("the formula holds");
        let thresholds =
            [Threshold::announced(50), Threshold::on_board(50), Threshold::automatic(75)];
        let states = thresholds.map(|t| judge(&t.counted(&estimate), &t));
        assert_eq!(states, expected);
    }

    #[test]
    fn each_form_of_the_claim_has_its_own_verdict() {
        let at_200 = |movers| window(200, 18, 18, movers);
        check(
            &at_200([None, None]),
            [
                State::Reached { beyond: 0 },
                State::Open { lacking_at_worst: 1 },
                State::NotReached { short: 49 },
            ],
        );
        check(
            &at_200([Some(White), Some(White)]),
            [
                State::Reached { beyond: 1 },
                State::Reached { beyond: 0 },
                State::NotReached { short: 50 },
            ],
        );
        check(
            &at_200([Some(White), Some(Black)]),
            [
                State::Reached { beyond: 0 },
                State::Open { lacking_at_worst: 1 },
                State::NotReached { short: 49 },
            ],
        );
    }

    #[test]
    fn the_claim_at_5_and_7_seconds_is_not_reached() {
        check(
            &window(200, 18, 12, [Some(White), Some(White)]),
            [
                State::NotReached { short: 1 },
                State::NotReached { short: 2 },
                State::NotReached { short: 52 },
            ],
        );
    }

    #[test]
    fn the_ending_that_flagged_was_two_full_moves_short() {
        let mut flagged = window(308, 18, 4, [Some(Black), Some(White)]);
        flagged.anchor = crate::AnchorPress::AfterReading;
        let estimate = estimate(&flagged).expect("the formula holds");
        let automatic = Threshold::automatic(75);
        assert_eq!(
            judge(&automatic.counted(&estimate), &automatic),
            State::NotReached { short: 4 }
        );
    }

    #[test]
    fn a_move_made_and_not_pressed_counts_for_the_automatic_draw_alone() {
        let mut made = window(300, 18, 18, [Some(White), Some(Black)]);
        made.elapsed.time = ClockTime::seconds(298);
        made.last_move = LastMove::MadeOnly;
        let estimate = estimate(&made).expect("the formula holds");
        assert_eq!((estimate.completed.exact(), estimate.made.exact()), (Some(149), Some(150)));
        let automatic = Threshold::automatic(75);
        assert_eq!(judge(&automatic.counted(&estimate), &automatic), State::Reached { beyond: 0 });
        let on_board = Threshold::on_board(75);
        assert_eq!(judge(&on_board.counted(&estimate), &on_board), State::NotReached { short: 1 });
    }

    #[test]
    fn what_would_settle_really_settles() {
        let open = window(200, 18, 18, [None, None]);
        let on_board = Threshold::on_board(50);
        let now = estimate(&open).expect("the formula holds");
        let settling = what_would_settle(&open, &now, &on_board);
        assert_eq!(
            settling,
            [
                Settling::NoteWhoseMove,
                Settling::WatchMoves(1),
                Settling::ReadAgainAfter(ClockTime::seconds(2)),
                Settling::Restore,
            ]
        );
        // At a steady pace of one move in two seconds the sum stays 18.
        let later = window(202, 18, 18, [None, None]);
        let then = estimate(&later).expect("the formula holds");
        assert!(matches!(judge(&then.completed, &on_board), State::Reached { .. }));
        assert!(what_would_settle(&later, &then, &on_board).is_empty());
    }
}
