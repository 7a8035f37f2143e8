//! What a record proves.

use kaissa_chess::notation::IllegalReason;
use kaissa_chess::{Color, Move};
use kaissa_game::GameResult;
use kaissa_laws::{Citation, ClockTime, Rule};

use crate::proposal::words;

/// Something that the record of a game proves, with its article and its evidence.
///
/// **Laws:** whatever the citation names. A finding says nothing of what to do: that is a
/// [`Proposal`](crate::Proposal), and what is done is an arbiter's ruling.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// What was found.
    pub kind: FindingKind,
    /// How much it weighs.
    pub severity: Severity,
    /// The ply after which it holds; 0 is the start position.
    pub ply: u32,
    /// Who may set a decision going; `None` where the finding speaks of the record.
    pub trigger: Option<Trigger>,
    /// The rule and its articles; `None` where no rule of the Laws is concerned.
    pub citation: Option<Citation>,
    /// What belongs to this kind of finding.
    pub detail: Detail,
}

words! {
    /// The kinds of findings, in the order in which those of one ply are listed.
    FindingKind {
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
        /// A flag fell (6.8, 6.9).
        FlagFall "flag_fall",
        /// Clock readings that cannot be right.
        Clock "clock",
        /// A draw agreed before it may be (5.2.3, 9.1.1).
        AgreedTooEarly "agreed_too_early",
        /// Kings put in the centre to show the result.
        ResultGesture "result_gesture",
    }
}

impl FindingKind {
    /// The rule of the Laws that the finding is about, where there is one.
    pub const fn rule(self) -> Option<Rule> {
        Some(match self {
            FindingKind::Checkmate => Rule::Checkmate,
            FindingKind::Stalemate => Rule::Stalemate,
            FindingKind::DeadPosition => Rule::DeadPosition,
            FindingKind::Threefold => Rule::ThreefoldOnBoard,
            FindingKind::Fivefold => Rule::Fivefold,
            FindingKind::FiftyMoves => Rule::FiftyMoveOnBoard,
            FindingKind::SeventyFiveMoves => Rule::SeventyFiveMoves,
            FindingKind::IllegalMove => Rule::IllegalMove,
            FindingKind::ResultDoubtful => Rule::Resignation,
            FindingKind::FlagFall => Rule::LossOnTime,
            FindingKind::AgreedTooEarly => Rule::Agreement,
            FindingKind::PlayedOn
            | FindingKind::ResultContradicts
            | FindingKind::ResultMismatch
            | FindingKind::Clock
            | FindingKind::ResultGesture => return None,
        })
    }
}

words! {
    /// How much a finding weighs.
    Severity {
        /// The game ended here, or could be ended.
        Fact "fact",
        /// A player may or might have claimed it.
        Claimable "claimable",
        /// Play went past an end that needs no claim.
        Missed "missed",
        /// The record says one thing and proves another.
        Contradiction "contradiction",
        /// Something about the record itself.
        Record "record",
    }
}

words! {
    /// Who may set a decision going.
    Trigger {
        /// The Laws end the game by themselves.
        Automatic "automatic",
        /// The arbiter observes and acts.
        Observed "observed",
        /// A player claims.
        Claim "claim",
    }
}

words! {
    /// How a position was proved dead.
    DeadProof {
        /// The pieces left cannot mate in any position.
        Material "material",
        /// The only legal moves lead to such pieces.
        Forced "forced",
        /// Walls of pawns that never move keep the pieces from mating.
        Blocked "blocked",
        /// All that can still happen was gone through.
        Search "search",
    }
}

words! {
    /// How sure an automatic draw is under the edition's wording.
    DrawCertainty {
        /// The wording covers it.
        Certain "certain",
        /// The wording leaves it open.
        Open "open",
    }
}

words! {
    /// Whether a side can still mate.
    CanMateWord {
        /// By the line given.
        Yes "yes",
        /// By no series of legal moves.
        No "no",
        /// Not decided with the effort allowed.
        Unproven "unproven",
    }
}

words! {
    /// Where a flag-fall was read from.
    FlagFallSource {
        /// The Termination tag.
        Termination "termination",
        /// A comment behind the last move.
        Comment "comment",
        /// A last clock reading of zero with a result against that side.
        ClockZero "clock_zero",
    }
}

words! {
    /// What is wrong with a clock reading.
    ClockFault {
        /// It rose by more than the increment, with no period beginning.
        Rise "rise",
        /// It is below zero.
        Negative "negative",
        /// It is zero between two that are not.
        ZeroBetween "zero_between",
        /// It is missing between two readings of that side.
        Missing "missing",
    }
}

/// What belongs to a kind of finding.
#[derive(Clone, PartialEq, Debug)]
pub enum Detail {
    /// Nothing but the ply.
    End,
    /// A dead position.
    Dead {
        /// How it was proved.
        proof: DeadProof,
        /// Earlier plies whose position was not decided with the effort allowed.
        undecided: u32,
    },
    /// A position that stood before.
    Repetition {
        /// The plies after which it stood, this one last.
        occurrences: Vec<u32>,
        /// The side to move: for a threefold the one who may claim.
        by: Color,
        /// For a fivefold: how sure the end is by the edition's wording.
        certainty: DrawCertainty,
    },
    /// A series without a capture or pawn move.
    Series {
        /// The ply after which it began; `None` where it began before the record.
        since: Option<u32>,
        /// The side to move: at fifty moves the one who may claim.
        by: Color,
    },
    /// Moves after the end.
    PlayedOn {
        /// What had ended the game.
        ended_by: FindingKind,
        /// After which ply.
        end_ply: u32,
        /// Plies made after it; gestures with the kings left out.
        plies_after: u32,
    },
    /// An illegal move.
    Illegal {
        /// Who made it.
        by: Color,
        /// What was written.
        written: String,
        /// What is wrong with it.
        reason: IllegalReason,
        /// Whether a later move was made.
        stands: bool,
    },
    /// A result that contradicts the record.
    Contradicted {
        /// The result as recorded.
        recorded: GameResult,
        /// The result that is proved.
        expected: GameResult,
        /// What proves it.
        because: FindingKind,
        /// The ply of what proves it.
        because_ply: u32,
    },
    /// Two results.
    Mismatch {
        /// As the tag has it.
        tag: GameResult,
        /// As the text has it.
        token: GameResult,
    },
    /// A win by a side that could never mate.
    Doubtful {
        /// The side that is said to have won.
        winner: Color,
    },
    /// A flag-fall.
    FlagFall {
        /// Whose flag fell.
        fallen: Color,
        /// Where this was read.
        read_from: FlagFallSource,
        /// Whether the opponent could still mate.
        can_mate: CanMateWord,
        /// The line, where he could.
        helpmate: Vec<Move>,
        /// The result by the Laws, where it is decided.
        expected: Option<GameResult>,
        /// The result if the limit of 75 moves were counted, where that makes a difference.
        if_counters_count: Option<GameResult>,
    },
    /// A clock reading that cannot be right.
    Clock {
        /// Whose clock.
        by: Color,
        /// What is wrong.
        code: ClockFault,
        /// The reading before.
        before: Option<ClockTime>,
        /// The reading itself.
        after: Option<ClockTime>,
        /// The most that it could have been.
        allowed: Option<ClockTime>,
    },
    /// A draw by agreement that came too early.
    TooEarly {
        /// Moves by each that the rule asks for.
        needed: u32,
    },
    /// Kings in the centre.
    Gesture {
        /// The ply of the first such move.
        from_ply: u32,
        /// The result that they show, where it is clear.
        meaning: Option<GameResult>,
    },
}
