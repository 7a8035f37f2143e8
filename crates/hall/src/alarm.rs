//! Alarms: what an arbiter is told while the games go on.

use kaissa_chess::{Color, PositionKey};
use kaissa_game::{GameResult, Record, Timestamp};
use kaissa_laws::{Citation, ClockTime};
use kaissa_ruling::{Finding, FindingKind, Severity};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// Every value, in the order of the reference.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The word by which the JSON contract and the catalogue name it.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }
    };
}

words! {
    /// The kinds of alarms, in the order in which those of one ply are given: the kinds of findings
    /// first.
    AlarmKind {
        /// The side to move is mated (5.1.1).
        Checkmate "checkmate",
        /// The side to move is stalemated (5.2.1).
        Stalemate "stalemate",
        /// Neither side can mate any more (5.2.2).
        DeadPosition "dead_position",
        /// A position stands for the third time (9.2.2).
        Threefold "threefold",
        /// A position stands for the fifth time (9.6.1).
        Fivefold "fivefold",
        /// Fifty moves by each without a capture or pawn move (9.3.2).
        FiftyMoves "fifty_moves",
        /// Seventy-five moves by each without a capture or pawn move (9.6.2).
        SeventyFiveMoves "seventy_five_moves",
        /// Moves were made after the game had ended by itself.
        PlayedOn "played_on",
        /// A move against Article 3 (3.10.2).
        IllegalMove "illegal_move",
        /// The recorded result is not the one that the record proves.
        ResultContradicts "result_contradicts",
        /// The tag and the text of the game give different results.
        ResultMismatch "result_mismatch",
        /// A win by a side that could never mate, with no cause recorded.
        ResultDoubtful "result_doubtful",
        /// A flag fell, or a clock that runs shows no time (6.8, 6.9).
        FlagFall "flag_fall",
        /// Clock readings that cannot be right.
        Clock "clock",
        /// A draw agreed before it may be (5.2.3, 9.1.1).
        AgreedTooEarly "agreed_too_early",
        /// Kings put in the centre to show the result.
        ResultGesture "result_gesture",
        /// A position stands for the second time: a third may be claimed (9.2.1).
        SecondOccurrence "second_occurrence",
        /// The fifty moves come near: plies 80, 90, 96 and 98.
        FiftyNear "fifty_near",
        /// The move to come may complete the fifty moves and be announced with a claim (9.3.1).
        FiftyWithMove "fifty_with_move",
        /// The seventy-five moves come near: plies 140, 146 and 148.
        SeventyFiveNear "seventy_five_near",
        /// A clock has fallen below five minutes, or below one.
        TimeTrouble "time_trouble",
        /// Both players have made the moves of a period.
        Period "period",
        /// The clock that runs is not that of the side to move.
        ClockSide "clock_side",
        /// Nothing has come from a board for too long.
        Silent "silent",
        /// The record cannot be followed from some ply on, or nothing was seen of the board for a time.
        Gap "gap",
        /// Moves that were recorded were taken back or replaced.
        RecordChanged "record_changed",
        /// Two sources of one game record different moves.
        SourcesDiffer "sources_differ",
    }
}

words! {
    /// How much an alarm weighs: as the finding it stands for, or `soon` for a warning beforehand.
    AlarmSeverity {
        /// Play went past an end that needs no claim.
        Missed "missed",
        /// The game ended here, or could be ended.
        Fact "fact",
        /// The record says one thing and proves another.
        Contradiction "contradiction",
        /// A player may claim it: wait for a claim.
        Claimable "claimable",
        /// It may come soon.
        Soon "soon",
        /// Something about the record or its source.
        Record "record",
    }
}

impl From<FindingKind> for AlarmKind {
    fn from(kind: FindingKind) -> AlarmKind {
        match kind {
            FindingKind::Checkmate => AlarmKind::Checkmate,
            FindingKind::Stalemate => AlarmKind::Stalemate,
            FindingKind::DeadPosition => AlarmKind::DeadPosition,
            FindingKind::Threefold => AlarmKind::Threefold,
            FindingKind::Fivefold => AlarmKind::Fivefold,
            FindingKind::FiftyMoves => AlarmKind::FiftyMoves,
            FindingKind::SeventyFiveMoves => AlarmKind::SeventyFiveMoves,
            FindingKind::PlayedOn => AlarmKind::PlayedOn,
            FindingKind::IllegalMove => AlarmKind::IllegalMove,
            FindingKind::ResultContradicts => AlarmKind::ResultContradicts,
            FindingKind::ResultMismatch => AlarmKind::ResultMismatch,
            FindingKind::ResultDoubtful => AlarmKind::ResultDoubtful,
            FindingKind::FlagFall => AlarmKind::FlagFall,
            FindingKind::Clock => AlarmKind::Clock,
            FindingKind::AgreedTooEarly => AlarmKind::AgreedTooEarly,
            FindingKind::ResultGesture => AlarmKind::ResultGesture,
        }
    }
}

impl From<Severity> for AlarmSeverity {
    fn from(severity: Severity) -> AlarmSeverity {
        match severity {
            Severity::Fact => AlarmSeverity::Fact,
            Severity::Claimable => AlarmSeverity::Claimable,
            Severity::Missed => AlarmSeverity::Missed,
            Severity::Contradiction => AlarmSeverity::Contradiction,
            Severity::Record => AlarmSeverity::Record,
        }
    }
}

/// What makes an alarm of a game the same one: its kind, the ply it is anchored at and the position
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AlarmKey {
    /// The kind.
    pub kind: AlarmKind,
    /// The ply it is anchored at; 0 is the start position.
    pub ply: u32,
    /// The position after that ply.
    pub position: PositionKey,
    /// Tells apart alarms of one kind at one ply: the line of the record for a changed record, the
    /// number among its like for others; mostly 0.
    pub number: u32,
}

impl AlarmKey {
    /// The order in which alarms of a game are told; it does not depend on the machine.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        (self.ply, self.kind, self.number, self.position.fingerprint())
    }

    /// The key without its game, as text: kind, ply and a fingerprint of the position.
    pub fn text(&self) -> String {
        let (kind, ply) = (self.kind.word(), self.ply);
        let position = self.position.fingerprint();
        match self.number {
            0 => format!("{kind}-{ply}-{position:016x}"),
            number => format!("{kind}-{ply}-{position:016x}-{number}"),
        }
    }
}

/// An alarm of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Alarm {
    /// What makes it the same alarm.
    pub key: AlarmKey,
    /// How much it weighs.
    pub severity: AlarmSeverity,
    /// Name of the move that led to the ply, as `42...Kf8`; `None` at 0.
    pub move_name: Option<String>,
    /// The player whom it concerns: who may claim, whose clock or whose move.
    pub by: Option<Color>,
    /// Who may act on it under the rules of the game.
    pub call: Call,
    /// The rule and its articles; `None` where no rule of the Laws is concerned.
    pub citation: Option<Citation>,
    /// What belongs to this kind of alarm.
    pub detail: AlarmDetail,
    /// Whether it still stands at the end of the record, so that a game seen late raises it.
    pub stands: bool,
}

impl Alarm {
    /// The kind.
    pub fn kind(&self) -> AlarmKind {
        self.key.kind
    }

    /// The ply it is anchored at.
    pub fn ply(&self) -> u32 {
        self.key.ply
    }
}

/// What belongs to a kind of alarm.
#[derive(Clone, PartialEq, Debug)]
pub enum AlarmDetail {
    /// A finding.
    Finding(Box<Finding>),
    /// A position that stands for the second time.
    SecondOccurrence {
        /// The plies after which it stood, this one last.
        occurrences: [u32; 2],
    },
    /// A series without capture or pawn move that comes near its limit.
    Near {
        /// Plies of the series so far.
        plies: u32,
        /// The limit in plies.
        limit: u32,
    },
    /// A clock that has fallen below a mark.
    TimeTrouble {
        /// The mark.
        below: ClockTime,
        /// What the clock shows.
        left: ClockTime,
        /// What it means for recording the moves.
        recording: Recording,
    },
    /// A period whose moves are made.
    Period {
        /// Moves made by White.
        white: u32,
        /// Moves made by Black.
        black: u32,
    },
    /// A clock that runs and shows no time.
    FlagDown {
        /// Whether the opponent can still mate.
        can_mate: kaissa_ruling::CanMateWord,
    },
    /// The wrong clock runs.
    ClockSide {
        /// Whose clock runs.
        running: Color,
    },
    /// Nothing has come for a time.
    Silent {
        /// For how long, when the alarm was raised.
        for_time: ClockTime,
    },
    /// The record cannot be followed.
    Gap {
        /// The first token without a clear meaning; `None` for a null move.
        token: Option<String>,
    },
    /// Nothing was seen of a board for a time.
    Unseen {
        /// When it was seen last before.
        from: Timestamp,
        /// When it was seen again.
        to: Timestamp,
        /// What stood on it before, as the placement part of a FEN.
        before: Option<String>,
        /// What stood on it after.
        after: Option<String>,
        /// Whether the source sent the moves of that time afterwards.
        is_closed: bool,
    },
    /// Moves were taken back or replaced.
    Changed {
        /// Plies of the line that was set aside.
        plies_before: u32,
        /// Plies that were taken back.
        taken_back: u32,
    },
    /// Two sources part.
    Differ {
        /// The other source.
        other: String,
    },
}

/// What a clock below five minutes means for recording the moves (8.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recording {
    /// The player need not record any more.
    Exempt,
    /// The player goes on recording.
    GoesOn,
    /// Nobody has to record in this style of play.
    NotRequired,
    /// The time control or the edition's text is not known.
    Unknown,
}

impl Recording {
    /// The word by which the catalogue names it.
    pub const fn word(self) -> &'static str {
        match self {
            Recording::Exempt => "exempt",
            Recording::GoesOn => "goes_on",
            Recording::NotRequired => "not_required",
            Recording::Unknown => "unknown",
        }
    }
}

/// Who may act: an alarm tells the arbiter to do only what the Laws let him do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    /// The arbiter acts.
    Arbiter,
    /// Only a player may; the arbiter waits.
    PlayerOnly,
    /// The edition's text is not known.
    Unknown,
}

impl Call {
    /// The word by which the catalogue names it.
    pub const fn word(self) -> &'static str {
        match self {
            Call::Arbiter => "arbiter",
            Call::PlayerOnly => "player_only",
            Call::Unknown => "unknown",
        }
    }
}

impl AlarmKind {
    /// Whether it speaks of what was on the board or its clock, whichever source shows it.
    pub(crate) fn is_of_board(self) -> bool {
        matches!(
            self,
            AlarmKind::Checkmate
                | AlarmKind::Stalemate
                | AlarmKind::DeadPosition
                | AlarmKind::Threefold
                | AlarmKind::Fivefold
                | AlarmKind::FiftyMoves
                | AlarmKind::SeventyFiveMoves
                | AlarmKind::PlayedOn
                | AlarmKind::FlagFall
                | AlarmKind::TimeTrouble
                | AlarmKind::Period
                | AlarmKind::SecondOccurrence
                | AlarmKind::FiftyNear
                | AlarmKind::FiftyWithMove
                | AlarmKind::SeventyFiveNear
        )
    }
}

/// The finished result of a record, where it has one.
pub(crate) fn finished(record: &Record) -> Option<GameResult> {
    record.result()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finding_is_an_alarm_under_its_own_word() {
        for &kind in FindingKind::ALL {
            assert_eq!(AlarmKind::from(kind).word(), kind.word());
        }
    }

    #[test]
    fn the_words_of_alarms_differ() {
        let mut words: Vec<&str> = AlarmKind::ALL.iter().map(|kind| kind.word()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), AlarmKind::ALL.len());
    }
}
