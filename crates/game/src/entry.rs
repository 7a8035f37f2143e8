//! What happened at a board, in the past tense: the bodies of a game's entries.

use kaissa_chess::{ByColor, Color, Move, Role, Square};
use kaissa_laws::{ClockTime, Rule};

use crate::{DrawClaim, GameEnd, GameResult, Incident};

/// One thing that happened at the board, as a journal keeps it.
///
/// Entries state what was seen or decided; they are folded in order by [`Game`](crate::Game) and
/// never refused: what cannot have happened is a question for whoever writes the entry.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// A player touched a piece with the intention of moving or capturing (4.3).
    PieceTouched {
        /// Who touched it.
        by: Color,
        /// Where it stands.
        square: Square,
    },
    /// A player put pieces right after saying so (4.2.1).
    PieceAdjusted {
        /// Who.
        by: Color,
        /// Where the piece stands.
        square: Square,
    },
    /// A player took a piece from the board and holds it (4.7).
    PieceLifted {
        /// Who.
        by: Color,
        /// Where it stood.
        square: Square,
    },
    /// A move was made on the board, legal or not; the piece was released (4.7).
    MoveMade {
        /// Who moved.
        by: Color,
        /// What was done with the pieces.
        played: Move,
    },
    /// A player pressed his clock (6.2.1).
    ClockPressed {
        /// Who pressed.
        by: Color,
    },
    /// A player or the arbiter stopped both clocks (6.11).
    ClocksPaused {
        /// The player; `None` for the arbiter.
        by: Option<Color>,
    },
    /// The clocks were read.
    ClocksRead(ByColor<ClockTime>),
    /// The arbiter set the clocks.
    ClocksSet(ByColor<ClockTime>),
    /// A draw was offered (9.1).
    DrawOffered {
        /// Who offered it.
        by: Color,
    },
    /// The draw offer was accepted.
    DrawAccepted {
        /// Who accepted.
        by: Color,
    },
    /// The draw offer was refused in words.
    DrawRefused {
        /// Who refused.
        by: Color,
    },
    /// A player said that he takes his draw offer back; an offer stands all the same (9.1.2.1).
    DrawOfferWithdrawn {
        /// Who.
        by: Color,
    },
    /// A draw was claimed under 9.2 or 9.3.
    DrawClaimed {
        /// The claimant.
        by: Color,
        /// What he put to the arbiter.
        claim: DrawClaim,
    },
    /// A claimant said that he takes his claim back; it is checked all the same (9.5.1).
    ClaimWithdrawn {
        /// The claimant.
        by: Color,
    },
    /// The arbiter decided the draw claim.
    ClaimDecided {
        /// Whether it was right.
        correct: bool,
    },
    /// The arbiter decides later (10.2 of 2001, Guidelines III.5).
    ClaimPostponed,
    /// A player resigned (5.1.2).
    Resigned {
        /// Who.
        by: Color,
    },
    /// A flag fell; nobody had noticed it yet.
    FlagFell {
        /// Whose flag.
        of: Color,
    },
    /// The arbiter or a player pointed out a fallen flag (6.8).
    FlagNoticed {
        /// Whose flag.
        of: Color,
        /// The player; `None` for the arbiter.
        by: Option<Color>,
    },
    /// A player claimed that the other flag is down, and stopped the clocks.
    TimeClaimed {
        /// The claimant.
        by: Color,
    },
    /// A player claimed that the other made an illegal move.
    IllegalMoveClaimed {
        /// The claimant.
        by: Color,
        /// Whether he speaks of the other's last move or an earlier one.
        about: ClaimedMove,
    },
    /// A player said that the game is drawn, or was agreed drawn.
    DrawAsserted {
        /// Who.
        by: Color,
    },
    /// A player said that the other has resigned.
    ResignationAsserted {
        /// Who.
        by: Color,
    },
    /// A player said that he takes his resignation back.
    ResignationWithdrawn {
        /// Who.
        by: Color,
    },
    /// A draw offer was accepted on a condition.
    DrawAcceptedOnCondition {
        /// Who.
        by: Color,
    },
    /// A player offered his hand.
    HandOffered {
        /// Who.
        by: Color,
    },
    /// A player took the hand that was offered.
    HandTaken {
        /// Who.
        by: Color,
    },
    /// A player picked the clock up.
    ClockLifted {
        /// Who.
        by: Color,
    },
    /// A player said something that may bear on the result.
    Said {
        /// Who.
        by: Color,
        /// What.
        what: Saying,
    },
    /// A player wrote a result on his scoresheet.
    ResultWritten {
        /// Who.
        by: Color,
        /// The result.
        result: GameResult,
    },
    /// Somebody who does not play protested or said something.
    OutsiderSpoke(OutsiderWords),
    /// An illegal move, or an act penalised like one, was booked for a player (7.5.5).
    IllegalMoveBooked {
        /// Whose.
        by: Color,
        /// Its kind.
        fault: Fault,
    },
    /// The position after a ply was put back; later plies are set aside (7.5.1).
    PositionRestored {
        /// The ply after which it stood; 0 is the start position.
        ply: u32,
    },
    /// A pawn on the last rank became another piece by decision of the arbiter (7.5.2).
    PawnConverted {
        /// Where it stands.
        square: Square,
        /// What it became.
        role: Role,
    },
    /// An end that was stated is taken back: the game goes on.
    EndTakenBack,
    /// The last fault booked for a player is taken back.
    BookingTakenBack {
        /// Whose.
        by: Color,
    },
    /// A warning is taken back.
    WarningTakenBack {
        /// Who had been warned.
        who: Color,
        /// For what.
        rule: Rule,
    },
    /// That a player's draw claim was wrong is taken back.
    WrongClaimTakenBack {
        /// The claimant.
        by: Color,
    },
    /// Something happened around the board.
    Happened(Incident),
    /// The game ended, as the players or the arbiter stated.
    Ended(GameEnd),
}

/// The kinds of faults that are counted as illegal moves (7.5.1 to 7.5.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// A move against Article 3.
    IllegalMove,
    /// A pawn left on the last rank.
    UnpromotedPawn,
    /// The clock pressed without a move.
    PressWithoutMove,
    /// Two hands for one move.
    TwoHands,
    /// The king captured.
    KingCapture,
}

/// Which move of the opponent a claim speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClaimedMove {
    /// His last one.
    Last,
    /// An earlier one.
    Earlier,
}

/// Words of a player that may bear on the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Saying {
    /// Agreement without more.
    Ok,
    /// That it is mate.
    Checkmate,
    /// "Draw", without a claim or an offer in due form.
    DrawCalled,
    /// That he claims a draw, without saying by which rule.
    DrawClaimed,
}

/// Words of somebody who does not play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutsiderWords {
    /// A captain protests.
    Protest,
    /// That a flag is down.
    Flag,
    /// That a flag had been down before.
    FlagFellBefore,
    /// That a flag had been up before.
    FlagWasUpBefore,
    /// A hint at a move.
    MoveHint,
}
