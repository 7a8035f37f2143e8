//! The clock times to set after a decision, with the reason for each change, line by line.

use kaissa_chess::{ByColor, Color};
use kaissa_laws::ClockTime;

/// Why a clock is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeReason {
    /// A press that is undone earned this: the move it was made for was illegal and is taken back.
    IncrementTakenBack,
    /// Increments of moves that are set aside with the position restored.
    IncrementsOfMovesSetAside {
        /// How many presses earned them.
        presses: u32,
    },
    /// The value recorded when the restored position stood on the board.
    RecordedThen,
    /// More time for the opponent after an illegal move, a wrong claim or another fault.
    Award,
    /// Time taken away as a penalty.
    Penalty,
    /// Time lost without the player's fault is given back.
    TimeGivenBack,
}

/// One change of one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockChange {
    /// Whose clock.
    pub color: Color,
    /// What is added; negative when it is taken away.
    pub by: ClockTime,
    /// Why.
    pub reason: ChangeReason,
    /// What both clocks are to show after this line.
    pub after: ByColor<ClockTime>,
}

/// The way from the times on the clocks to the times to be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockSheet {
    /// The times when the clocks were stopped.
    pub stopped_at: ByColor<ClockTime>,
    /// The changes in order.
    pub changes: Vec<ClockChange>,
}

impl ClockSheet {
    /// Begins a sheet with the times on the stopped clocks.
    pub fn new(stopped_at: ByColor<ClockTime>) -> ClockSheet {
        ClockSheet { stopped_at, changes: Vec::new() }
    }

    /// The times to be set.
    pub fn to_set(&self) -> ByColor<ClockTime> {
        self.changes.last().map_or(self.stopped_at, |last| last.after)
    }

    /// Adds to one clock (or takes away, when `by` is below zero).
    #[must_use]
    pub fn change(mut self, color: Color, by: ClockTime, reason: ChangeReason) -> ClockSheet {
        let mut after = self.to_set();
        *after.get_mut(color) += by;
        self.changes.push(ClockChange { color, by, reason, after });
        self
    }

    /// Sets one clock to a value, writing down the difference.
    #[must_use]
    pub fn set(self, color: Color, to: ClockTime, reason: ChangeReason) -> ClockSheet {
        let by = to - *self.to_set().get(color);
        self.change(color, by, reason)
    }

    /// The clocks that would stand at zero or below: the arbiter must judge what to set.
    pub fn needs_judgement(&self) -> ByColor<bool> {
        self.to_set().map(|time| time <= ClockTime::ZERO)
    }
}

/// The times after an illegal move is taken back.
///
/// **Laws:** 7.5.1 (the position before it is restored), 7.5.5 (the award). The increment that the press
/// earned comes off, since the player will press again for the move he makes instead.
///
/// `earned` is the increment of the offender's press, `None` when he had not pressed. `award` is what
/// the edition and style give the opponent, `None` where nothing is given.
pub fn after_illegal_move(
    stopped_at: ByColor<ClockTime>,
    offender: Color,
    earned: Option<ClockTime>,
    award: Option<ClockTime>,
) -> ClockSheet {
    let mut sheet = ClockSheet::new(stopped_at);
    if let Some(increment) = earned {
        sheet = sheet.change(offender, -increment, ChangeReason::IncrementTakenBack);
    }
    if let Some(award) = award {
        sheet = sheet.change(!offender, award, ChangeReason::Award);
    }
    sheet
}

/// The times after the game goes back to an earlier position, from what the clocks showed then.
pub fn restored_from_record(
    stopped_at: ByColor<ClockTime>,
    recorded: ByColor<ClockTime>,
) -> ClockSheet {
    Color::ALL.into_iter().fold(ClockSheet::new(stopped_at), |sheet, color| {
        sheet.set(color, *recorded.get(color), ChangeReason::RecordedThen)
    })
}

/// The times after the game goes back to an earlier position, the present times kept and the increments of
/// the moves set aside taken back.
///
/// `presses` is how many of the presses set aside were each player's.
pub fn restored_without_record(
    stopped_at: ByColor<ClockTime>,
    presses: ByColor<u32>,
    increment: ClockTime,
) -> ClockSheet {
    Color::ALL.into_iter().fold(ClockSheet::new(stopped_at), |sheet, color| {
        let presses = *presses.get(color);
        if presses == 0 {
            return sheet;
        }
        let reason = ChangeReason::IncrementsOfMovesSetAside { presses };
        sheet.change(color, -(increment * i64::from(presses)), reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn times(white: i64, black: i64) -> ByColor<ClockTime> {
        ByColor { white: ClockTime::seconds(white), black: ClockTime::seconds(black) }
    }

    #[test]
    fn the_increment_of_the_illegal_move_comes_off_and_the_opponent_gets_his_award() {
        let (two, award) = (ClockTime::seconds(2), ClockTime::minutes(1));
        let sheet = after_illegal_move(times(11, 20), White, Some(two), Some(award));
        let lines: Vec<_> = sheet.changes.iter().map(|c| (c.color, c.reason, c.after)).collect();
        assert_eq!(
            lines,
            [
                (White, ChangeReason::IncrementTakenBack, times(9, 20)),
                (Black, ChangeReason::Award, times(9, 80)),
            ]
        );
        let unpressed = after_illegal_move(times(11, 20), White, None, Some(award));
        assert_eq!(unpressed.to_set(), times(11, 80));
    }

    #[test]
    fn restored_times_come_from_the_record_or_lose_their_increments() {
        let recorded = restored_from_record(times(40, 31), times(55, 52));
        assert_eq!(recorded.to_set(), times(55, 52));
        assert_eq!(recorded.changes.len(), 2);

        let presses = ByColor { white: 3, black: 2 };
        let without = restored_without_record(times(40, 31), presses, ClockTime::seconds(2));
        assert_eq!(without.to_set(), times(34, 27));
    }

    #[test]
    fn a_clock_that_would_be_empty_is_for_the_arbiter_to_judge() {
        let sheet = after_illegal_move(times(1, 20), White, Some(ClockTime::seconds(2)), None);
        assert_eq!(sheet.needs_judgement(), ByColor { white: true, black: false });
    }

    #[test]
    fn colours_exchanged_give_the_sheet_exchanged() {
        let award = Some(ClockTime::minutes(2));
        let two = Some(ClockTime::seconds(2));
        let white = after_illegal_move(times(11, 20), White, two, award).to_set();
        let black = after_illegal_move(times(20, 11), Black, two, award).to_set();
        assert_eq!((white.white, white.black), (black.black, black.white));
    }
}
