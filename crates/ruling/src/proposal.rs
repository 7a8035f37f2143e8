//! What the Laws recommend: a decision with its grounds, what follows, and the evidence for it.

use kaissa_chess::{ByColor, CastlingSide, Color, Move, Position, Role, Square};
use kaissa_game::Points;
use kaissa_laws::{Basis, ClockTime, Grounds, Rule, Style};

use crate::{Choice, Refusal};

/// What the Laws recommend in a case; a named arbiter rules.
///
/// **Laws:** whatever the grounds cite; 12.1 to 12.3 for the arbiter's part.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// What is recommended, in one word.
    pub decision: Decision,
    /// What it rests on.
    pub grounds: Grounds,
    /// Why a claim may not be made, where the decision is that it may not.
    pub refusal: Option<Refusal>,
    /// What the arbiter may choose from, the choice that is proposed first.
    pub choices: Vec<Choice>,
    /// What follows from it, in the order in which the arbiter does it.
    pub consequences: Vec<Consequence>,
    /// How sure the facts are on which it rests.
    pub certainty: Certainty,
    /// Parameters that the known text of the edition does not give.
    pub unknown: Vec<Rule>,
    /// What only the arbiter can answer before he rules.
    pub judgement: Vec<Judgement>,
    /// What can be checked.
    pub evidence: Vec<Evidence>,
}

impl Proposal {
    /// Begins a proposal; the facts are taken as proved until told otherwise.
    pub fn new(decision: Decision, grounds: impl Into<Grounds>) -> Proposal {
        Proposal {
            decision,
            grounds: grounds.into(),
            refusal: None,
            choices: Vec::new(),
            consequences: Vec::new(),
            certainty: Certainty::Proved,
            unknown: Vec::new(),
            judgement: Vec::new(),
            evidence: Vec::new(),
        }
    }

    /// Adds what follows.
    #[must_use]
    pub fn then(mut self, consequence: Consequence) -> Proposal {
        self.consequences.push(consequence);
        self
    }

    /// Adds another basis to the grounds.
    #[must_use]
    pub fn resting_on(mut self, basis: impl Into<Basis>) -> Proposal {
        self.grounds = self.grounds.and(basis);
        self
    }

    /// Says why a claim may not be made.
    #[must_use]
    pub fn refused(mut self, refusal: Refusal) -> Proposal {
        self.refusal = Some(refusal);
        self
    }

    /// Adds a choice for the arbiter; the first one given is the one proposed.
    #[must_use]
    pub fn offering(mut self, choice: Choice) -> Proposal {
        if !self.choices.contains(&choice) {
            self.choices.push(choice);
        }
        self
    }

    /// Adds several choices for the arbiter.
    #[must_use]
    pub fn offering_all(self, choices: impl IntoIterator<Item = Choice>) -> Proposal {
        choices.into_iter().fold(self, Proposal::offering)
    }

    /// Adds something that can be checked.
    #[must_use]
    pub fn shown_by(mut self, evidence: Evidence) -> Proposal {
        self.evidence.push(evidence);
        self
    }

    /// Adds a question that only the arbiter can answer.
    #[must_use]
    pub fn asking(mut self, judgement: Judgement) -> Proposal {
        self.judgement.push(judgement);
        self
    }

    /// Notes that the edition's text for a rule is not known.
    #[must_use]
    pub fn without_text_for(mut self, rule: Rule) -> Proposal {
        if !self.unknown.contains(&rule) {
            self.unknown.push(rule);
        }
        self
    }

    /// Sets how sure the facts are.
    #[must_use]
    pub fn with_certainty(mut self, certainty: Certainty) -> Proposal {
        self.certainty = certainty;
        self
    }
}

/// How sure the facts of a proposal are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// The record proves them.
    Proved,
    /// The record proves the opposite.
    Refuted,
    /// The record leaves them open.
    Open,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
pub(crate) use words;

words! {
    /// A decision, in one word of a closed list.
    Decision {
        /// The Laws leave it to the arbiter; options are offered.
        ArbiterDecides "arbiter_decides",
        /// The arbiter stops both clocks until the scoresheets are complete.
        ArbiterStopsClocks "arbiter_stops_clocks",
        /// The game is lost for both.
        BothLose "both_lose",
        /// The game ended by mate, whatever came after.
        CheckmateStands "checkmate_stands",
        /// The claim may be made and is to be checked.
        ClaimAdmissible "claim_admissible",
        /// The draw claim is right: the game is drawn.
        ClaimCorrect "claim_correct",
        /// A claim of a win on time does not succeed.
        ClaimFails "claim_fails",
        /// The claim may not be made; it is not checked.
        ClaimInadmissible "claim_inadmissible",
        /// A claim that may be made is found wrong.
        ClaimIncorrect "claim_incorrect",
        /// The arbiter rejects a claim under the quickplay rules.
        ClaimRejected "claim_rejected",
        /// The time control is of this style.
        Classified "classified",
        /// The clock is exchanged for another.
        ClockReplaced "clock_replaced",
        /// A clock is started.
        ClockStarted "clock_started",
        /// The right to complain has lapsed.
        ComplaintTooLate "complaint_too_late",
        /// Play goes on and nothing else changes.
        Continue "continue",
        /// The clock times are put right.
        CorrectTimes "correct_times",
        /// The position on the board is not the one asked about.
        DifferentPosition "different_position",
        /// The game is drawn by agreement.
        DrawAgreed "draw_agreed",
        /// The game is drawn.
        GameDrawn "game_drawn",
        /// A player loses the game.
        GameLost "game_lost",
        /// Play ends; the result is decided later.
        GameStopped "game_stopped",
        /// The arbiter explains the Law, nothing about the position.
        ExplainRule "explain_rule",
        /// An increment is set for both players.
        IncrementIntroduced "increment_introduced",
        /// What the clock shows counts.
        IndicationFinal "indication_final",
        /// Against the Laws; the arbiter chooses the penalty.
        Infringement "infringement",
        /// The mating move broke Articles 4.2 to 4.7 and does not count.
        MateVoid "mate_void",
        /// The player is not too late.
        MayPlay "may_play",
        /// The player may seal his move.
        MaySeal "may_seal",
        /// The sealed move is good.
        MoveAccepted "move_accepted",
        /// The illegal move is not corrected.
        MoveStands "move_stands",
        /// The player must record the moves.
        MustRecord "must_record",
        /// The player need not record the moves now.
        NeedNotRecord "need_not_record",
        /// The game is cancelled and a new one played.
        NewGame "new_game",
        /// Nothing in this edition forbids it.
        NoArticle "no_article",
        /// The setting stays as it is.
        NoChange "no_change",
        /// Nothing is wrong.
        NoFault "no_fault",
        /// Not, or not yet, to be treated as an illegal move.
        NoIllegalMoveYet "no_illegal_move_yet",
        /// The arbiter does not act.
        NoIntervention "no_intervention",
        /// The contact binds nobody.
        NoObligation "no_obligation",
        /// Not completed, so there is no penalty.
        NoPenalty "no_penalty",
        /// Without effect.
        NotValid "not_valid",
        /// The draw offer stands.
        OfferOpen "offer_open",
        /// The draw offer is refused.
        OfferRejected "offer_rejected",
        /// The draw offer is valid.
        OfferValid "offer_valid",
        /// The offer stands; its condition does not.
        OfferValidConditionVoid "offer_valid_condition_void",
        /// The pieces are put back.
        PositionRestored "position_restored",
        /// The arbiter decides later.
        Postponed "postponed",
        /// The game is replayed from the scoresheets to the last legal position.
        Reconstruct "reconstruct",
        /// The reply goes into a second envelope.
        ReplySealed "reply_sealed",
        /// The request is turned down.
        RequestRefused "request_refused",
        /// Lost by resignation.
        Resigned "resigned",
        /// The arbiter changes the recorded result.
        ResultCorrected "result_corrected",
        /// The result is not changed.
        ResultStands "result_stands",
        /// The position on the board is the one asked about.
        SamePosition "same_position",
        /// Drawn by stalemate.
        Stalemate "stalemate",
        /// The game ended by stalemate, whatever came after.
        StalemateStands "stalemate_stands",
        /// Clocks are stopped at once and put right.
        StopAndCorrect "stop_and_correct",
        /// The arbiter gives extra time.
        TimeAdded "time_added",
        /// An illegal move or its like: more time for the opponent.
        TimePenalty "time_penalty",
        /// The touched piece has to be moved or captured.
        TouchBinds "touch_binds",
        /// The player completes his scoresheet before his next move.
        UpdateBeforeMoving "update_before_moving",
        /// The move is replaced under Article 4; it is no illegal move.
        TouchMoveEnforced "touch_move_enforced",
        /// White loses the time.
        WhiteClockRuns "white_clock_runs",
        /// A claim cannot be taken back.
        WithdrawalRefused "withdrawal_refused",
    }
}

/// What follows from a decision.
#[derive(Clone, PartialEq, Debug)]
pub enum Consequence {
    /// A player's clock gets time.
    AddTime {
        /// Whose clock.
        to: Color,
        /// How much.
        time: ClockTime,
    },
    /// A player's clock loses time.
    RemoveTime {
        /// Whose clock.
        from: Color,
        /// How much.
        time: ClockTime,
    },
    /// Both clocks are set.
    SetClock {
        /// The times to set.
        times: ByColor<ClockTime>,
        /// Whose clock is started then.
        running: Option<Color>,
        /// The move counters to set, where the clock has them.
        counter: Option<ByColor<u32>>,
    },
    /// The arbiter sets the times by his judgement.
    TimesByJudgement,
    /// The arbiter may give a player time.
    OptionalTime {
        /// Whose clock.
        to: Color,
        /// How much.
        time: ClockTime,
    },
    /// An increment is set for both from now on.
    IncrementForBoth(ClockTime),
    /// This move has to be played.
    PlayMove(Move),
    /// One of these moves has to be played; the set is complete.
    OneOfMoves(Vec<Move>),
    /// The player may not castle on these sides with this move.
    CastlingForbidden(Vec<CastlingSide>),
    /// The pieces are put back and play goes on from here.
    Restore {
        /// Ply after which the position stood, where it is known.
        ply: Option<u32>,
        /// The position.
        position: Box<Position>,
    },
    /// A pawn on the last rank becomes this piece.
    ConvertPiece {
        /// Where it stands.
        square: Square,
        /// What it becomes.
        role: Role,
    },
    /// A player is warned.
    Warning {
        /// Who is warned.
        to: Color,
        /// For what.
        rule: Rule,
    },
    /// So many illegal moves are booked for a player.
    Booked {
        /// Whose.
        to: Color,
        /// How many.
        n_illegal_moves: u32,
    },
    /// The arbiter chooses one of the penalties of the edition's list.
    PenaltyByChoice {
        /// Who is penalised.
        to: Color,
    },
    /// A player loses.
    GameLost {
        /// Who loses.
        by: Color,
        /// The opponent's points; `None` where the arbiter fixes them.
        opponent_points: Option<Points>,
    },
    /// The points of both, where it is known (`None`: the arbiter fixes it).
    PointsOfBoth(ByColor<Option<Points>>),
    /// A new game is played.
    NewGame,
    /// The players change colours, the position staying as it is.
    SwapColors,
    /// The position is put on a correctly placed board.
    TransferPosition,
    /// The player seals his move.
    Seal,
    /// A clock is started.
    StartClock(Color),
    /// These players bring their scoresheets up to date.
    UpdateSheets(Vec<Color>),
    /// The next move counts as the first of the next period.
    NextMoveOpensPeriod,
    /// The claimant may claim again when he has the move next.
    MayClaimNextTurn,
    /// The player may not castle on these sides for the rest of the game.
    CastlingLost {
        /// Who.
        by: Color,
        /// On which sides.
        sides: Vec<CastlingSide>,
    },
    /// What is done with the envelope of an adjourned game.
    Envelope(Envelope),
    /// This player makes the next move on the board.
    NextMover(Color),
    /// The game is not rated.
    NotRated,
    /// On his own move the player may use the opponent's scoresheet.
    MayUseOpponentsSheet,
    /// The game is played as this.
    PlayedAs(Style),
    /// This is written on the scoresheets.
    RecordSign(&'static str),
    /// The scoresheet is no evidence.
    SheetNotEvidence,
    /// King and rook stand here after castling.
    Castled {
        /// The king.
        king: Square,
        /// The rook.
        rook: Square,
    },
    /// This side may claim now.
    ClaimOpenTo(Color),
    /// This side may still accept a draw offer.
    OfferOpenTo(Color),
    /// The claim is checked nevertheless.
    ClaimIsChecked,
    /// The claim is not checked any more.
    ClaimFallsAway,
    /// The move counters are set, where the clock has them.
    SetCounter(ByColor<u32>),
    /// Only the arbiter may see it.
    ForArbiterOnly,
    /// The decision is final: no appeal.
    Final,
    /// The decision may be appealed.
    Appealable,
    /// By the regulations this side wins the decider.
    DeciderWonBy(Color),
    /// It is done on this side's clock.
    InTimeOf(Color),
    /// The result is given after a flag has fallen, or earlier.
    ResultAfterFlagFall {
        /// Whether it may be given before a flag has fallen.
        or_earlier: bool,
    },
    /// These papers are needed before the arbiter decides.
    Required(Vec<Paper>),
    /// The arbiter decides later.
    DecidedByArbiter,
}

/// A paper that a decision waits for (D1 of 2001, Guidelines III.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paper {
    /// The claimant writes the position down.
    PositionWrittenByClaimant,
    /// The opponent confirms the position.
    PositionConfirmedByOpponent,
    /// The scoresheet is brought up to date.
    SheetUpToDate,
}

/// What is done with the envelope of an adjourned game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Envelope {
    /// It stays closed until the player who has to reply is there.
    Closed,
    /// It is opened in his presence.
    Opened,
    /// The arbiter keeps it.
    WithArbiter,
}

/// A question that only the arbiter can answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// Whether the player is trying to win by normal means, or can (III.5).
    NormalMeans,
    /// Whether the opponent was disturbed, and how much time makes up for it (12.5, 12.7).
    Disturbance,
    /// Which penalty fits (12.9).
    Penalty,
    /// How much time each player has had (7.1).
    TimeUsed,
    /// What to do where the text is silent or doubtful.
    TextSilent,
    /// Whether an account of what happened is to be believed.
    Facts,
    /// Whether he makes use of his right to decide otherwise.
    DecideOtherwise,
    /// Whether the schedule of the event would suffer.
    Schedule,
}

/// Something on which a decision rests and that can be checked.
#[derive(Clone, PartialEq, Debug)]
pub enum Evidence {
    /// The plies after which the same position stood (9.2.3).
    Occurrences(Vec<u32>),
    /// Plies since the last capture or pawn move, and the ply from which they count (9.3).
    HalfmoveClock {
        /// How many.
        plies: u32,
        /// After which ply the count began.
        since: u32,
    },
    /// A series of legal moves that ends in mate (6.9).
    Helpmate {
        /// Who mates.
        by: Color,
        /// The moves.
        moves: Vec<Move>,
    },
    /// A proof that no series of legal moves ends in mate by this player.
    CannotMate {
        /// Who cannot.
        by: Color,
    },
    /// How often the placement with the side to move has stood, rights left out.
    Diagrams(u32),
    /// What the clocks show without the time of the next period; below zero: overstepped.
    ClocksWithoutBonus(ByColor<ClockTime>),
    /// Whether this player can mate was not decided with the effort allowed.
    MateUndecided {
        /// Who.
        by: Color,
        /// Nodes spent.
        nodes: u64,
    },
    /// Entries of the journal.
    Entries(Vec<u64>),
    /// Thinking time that has been used.
    TimeUsed {
        /// By both together.
        sum: ClockTime,
        /// The least and the most that each can have used.
        bounds: ByColor<(ClockTime, ClockTime)>,
    },
    /// Time that a wrongly set clock has not given each player.
    TimeMissing(ClockTime),
}
