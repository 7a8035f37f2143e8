//! What to do about a file, from what we have of it and what it now says.
//!
//! Files of live games are rewritten under the reader's eyes. A text that may be half of one is not
//! taken at once: what was read before stays, the file is read again soon, and taken once it has
//! said the same three times.

use kaissa_chess::{Move, PositionKey};
use kaissa_game::{Record, RecordEnd};

/// Equal readings after which even a doubtful text is taken for what the file means.
pub const ENOUGH: u32 = 3;

/// What makes a game of a file, as far as the plan asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameShape {
    /// The position before the first ply.
    pub start: PositionKey,
    /// Its moves.
    pub moves: Vec<Option<Move>>,
    /// How its text ends.
    pub end: RecordEnd,
}

/// The games of a file.
pub type Shape = Vec<GameShape>;

/// What a file now says.
#[derive(Clone, Copy, Debug)]
pub enum Says<'a> {
    /// Nothing stands at the path.
    Missing,
    /// It cannot be read now.
    Unreadable,
    /// Something that is no file of games stands there.
    Foreign,
    /// The same bytes as when it was taken last.
    Same,
    /// Other bytes: their hash, and the games in them.
    Games(u64, &'a [GameShape]),
}

/// What we have of a file.
#[derive(Clone, Debug, Default)]
pub struct Have {
    /// The games as they were taken last.
    pub taken: Option<Shape>,
    /// What the file has said since, without being taken.
    pub waiting: Option<Waiting>,
    /// Whether it was given up as gone.
    pub is_lost: bool,
}

/// Something that a file has said, and how many times in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// What it said.
    pub said: Said,
    /// How often.
    pub n_times: u32,
}

/// What a file said without being taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// Nothing stands at the path.
    Missing,
    /// It cannot be read.
    Unreadable,
    /// It is no file of games.
    Foreign,
    /// Games, with the hash of the bytes.
    Games(u64),
}

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Nothing is new.
    Keep,
    /// Take the games.
    Take,
    /// Keep what we have and read again soon.
    Wait(Waiting),
    /// It has been missing for long enough: its games have no source any more.
    Lose(Waiting),
    /// It has been unreadable, or no file of games, for long enough: say so, keep what we have.
    Complain(Waiting),
}

/// Makes the plan for a file.
pub fn plan(have: &Have, says: Says<'_>) -> Plan {
    let said = match says {
        Says::Same if have.is_lost => return Plan::Take,
        Says::Same => return Plan::Keep,
        Says::Missing => Said::Missing,
        Says::Unreadable => Said::Unreadable,
        Says::Foreign => Said::Foreign,
        Says::Games(hash, games) if is_doubtful(have.taken.as_deref(), games) => Said::Games(hash),
        Says::Games(..) => return Plan::Take,
    };
    let n_before = have.waiting.filter(|waiting| waiting.said == said).map_or(0, |w| w.n_times);
    let waiting = Waiting { said, n_times: n_before.saturating_add(1) };
    if waiting.n_times < ENOUGH {
        return Plan::Wait(waiting);
    }
    match said {
        Said::Games(_) => Plan::Take,
        Said::Missing => Plan::Lose(waiting),
        Said::Unreadable | Said::Foreign => Plan::Complain(waiting),
    }
}

/// The shape of the games of a file.
pub fn shape(records: &[Record]) -> Shape {
    let shape = |record: &Record| GameShape {
        start: record.start.key(),
        moves: record.plies.iter().map(|ply| ply.played).collect(),
        end: record.end,
    };
    records.iter().map(shape).collect()
}

/// Whether a text may be half of what is meant: it ends inside a tag, a comment or a variation, its
/// last game has no result, or it says less than before and nothing else.
fn is_doubtful(taken: Option<&[GameShape]>, games: &[GameShape]) -> bool {
    let is_whole = games.last().is_none_or(|last| last.end == RecordEnd::Complete);
    if !is_whole {
        return true;
    }
    let Some(taken) = taken else { return false };
    let pairs = || taken.iter().zip(games);
    let is_cut_short = games.len() < taken.len() && pairs().all(|(old, new)| agree(old, new));
    let takes_back = pairs().any(|(old, new)| new.moves.len() < old.moves.len() && agree(old, new));
    is_cut_short || takes_back
}

/// Whether one game goes on where the other ends, or both are equal.
fn agree(old: &GameShape, new: &GameShape) -> bool {
    old.start == new.start && old.moves.iter().zip(&new.moves).all(|(old, new)| old == new)
}

#[cfg(test)]
mod tests {
    use kaissa_pgn::Reader;

    use super::*;

    fn games(text: &str) -> Shape {
        let mut reader = Reader::new(text.as_bytes());
        let (mut record, mut records) = (Record::new(), Vec::new());
        while reader.read_into(&mut record).expect("text in memory") {
            records.push(record.clone());
        }
        shape(&records)
    }

    const WHOLE: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. d4 d5 *\n";

    /// Whether a text is taken at once, after the whole one was taken.
    #[track_caller]
    fn check(text: &str, at_once: bool) {
        let have = Have { taken: Some(games(WHOLE)), ..Have::default() };
        let shape = games(text);
        let plan = plan(&have, Says::Games(7, &shape));
        let waits = Plan::Wait(Waiting { said: Said::Games(7), n_times: 1 });
        assert_eq!(plan, if at_once { Plan::Take } else { waits }, "{text}");
    }

    #[test]
    fn a_text_that_goes_on_is_taken_at_once() {
        check(&WHOLE.replace("2. Nf3 *", "2. Nf3 Nc6 *"), true);
        check(&WHOLE.replace("d5 *", "d5 1-0"), true);
        check(&format!("{WHOLE}\n[White \"C\"]\n\n1. c4 *\n"), true);
        check(&WHOLE.replace("Nf3", "Nc3"), true);
    }

    #[test]
    fn every_beginning_of_a_text_waits() {
        for (end, _) in WHOLE.char_indices() {
            let text = &WHOLE[..end];
            // The blanks at the end say nothing.
            if text.trim_end() != WHOLE.trim_end() {
                check(text, false);
            }
        }
    }

    #[test]
    fn a_move_taken_back_waits() {
        check(&WHOLE.replace(" 2. Nf3", ""), false);
        check(&WHOLE.replace("1. d4 d5", ""), false);
    }

    #[test]
    fn what_is_said_three_times_is_taken() {
        let shape = games("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6");
        let mut have = Have { taken: Some(games(WHOLE)), ..Have::default() };
        let mut plans = Vec::new();
        for _ in 0..3 {
            let plan = plan(&have, Says::Games(7, &shape));
            if let Plan::Wait(waiting) = plan {
                have.waiting = Some(waiting);
            }
            plans.push(plan);
        }
        let wait = |n_times| Plan::Wait(Waiting { said: Said::Games(7), n_times });
        assert_eq!(plans, [wait(1), wait(2), Plan::Take]);
        // Something else in between begins the count anew.
        let have = Have { waiting: Some(Waiting { said: Said::Games(6), n_times: 2 }), ..have };
        assert_eq!(plan(&have, Says::Games(7, &shape)), wait(1));
    }

    #[test]
    fn a_file_that_is_gone_for_a_moment_is_not_lost() {
        let mut have = Have { taken: Some(games(WHOLE)), ..Have::default() };
        let gone = |n_times| Waiting { said: Said::Missing, n_times };
        assert_eq!(plan(&have, Says::Missing), Plan::Wait(gone(1)));
        have.waiting = Some(gone(2));
        assert_eq!(plan(&have, Says::Missing), Plan::Lose(gone(3)));
        have.is_lost = true;
        assert_eq!(plan(&have, Says::Same), Plan::Take);
        // It comes back half-written: what it had is remembered.
        let half = games("[White \"A\"]\n\n1. e4 e5 *\n");
        assert!(matches!(plan(&have, Says::Games(1, &half)), Plan::Wait(_)));
    }

    #[test]
    fn a_page_in_place_of_games_changes_nothing() {
        let have = Have {
            taken: Some(games(WHOLE)),
            waiting: Some(Waiting { said: Said::Foreign, n_times: 2 }),
            is_lost: false,
        };
        let waiting = Waiting { said: Said::Foreign, n_times: 3 };
        assert_eq!(plan(&have, Says::Foreign), Plan::Complain(waiting));
        assert_eq!(plan(&have, Says::Same), Plan::Keep);
    }

    #[test]
    fn an_empty_file_is_a_round_before_its_games_and_no_end_of_them() {
        assert_eq!(plan(&Have::default(), Says::Games(0, &[])), Plan::Take);
        check("", false);
    }
}
