//! The keys of the rules: one word of ours for each rule, whatever number an edition gives it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

macro_rules! rules {
    ($($group:literal { $($(#[doc = $doc:literal])* $rule:ident $key:literal,)* })*) => {
        /// A rule of the Laws by our own key.
        ///
        /// Editions number the same rule differently, and the same number means different rules;
        /// so files, pages and code name a rule by this key. Where it stands in an edition says
        /// [`Rules::cite`](crate::Rules::cite).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($($(#[doc = $doc])* $rule,)*)*
        }

        impl Rule {
            /// All rules, in the order of the Laws.
            pub const ALL: &'static [Rule] = &[$($(Rule::$rule,)*)*];

            /// Gives our key of the rule, such as `illegal-move-penalty`.
            pub fn key(self) -> &'static str {
                match self { $($(Rule::$rule => $key,)*)* }
            }

            /// Gives the group the rule belongs to, such as `illegal-move`.
            pub fn group(self) -> &'static str {
                match self { $($(Rule::$rule)|* => $group,)* }
            }
        }
    };
}

rules! {
    // Preface, Articles 1 and 2.
    "basics" {
        /// The Laws are for play over the board; how to read them.
        ScopeOfLaws "scope-of-laws",
        /// Cases that the Laws do not cover are decided by analogy.
        Analogy "analogy",
        /// What federations may add to the Laws.
        FederationRules "federation-rules",
        /// FIDE may be asked for an official ruling.
        OfficialRuling "official-ruling",
        /// The terms that the Laws use.
        Glossary "glossary",
        /// White begins, the players move in turn; who has the move.
        TurnToMove "turn-to-move",
        /// The aim of the game is mate.
        Aim "aim",
        /// Capturing the king is not allowed.
        KingCapture "king-capture",
        /// The board and how it lies.
        Board "board",
        /// The pieces and where they stand at the start.
        InitialPosition "initial-position",
    }
    // How the pieces move.
    "moves" {
        /// How pieces move and capture.
        PieceMoves "piece-moves",
        /// How pawns move and capture.
        PawnMove "pawn-move",
        /// A pawn captured in passing.
        EnPassant "en-passant",
        /// A pawn on the last rank is exchanged as part of the move.
        Promotion "promotion",
        /// How the king moves.
        KingMove "king-move",
        /// Castling: how, and when it is impossible for good or for now.
        Castling "castling",
        /// When a king is in check.
        Check "check",
        /// No move may leave or put the own king in check.
        OwnKingInCheck "own-king-in-check",
        /// What makes a move legal or illegal.
        LegalMove "legal-move",
        /// A position that no series of legal moves reaches.
        IllegalPosition "illegal-position",
    }
    // The act of moving the pieces.
    "touch-move" {
        /// A move is made with one hand.
        OneHand "one-hand",
        /// Putting pieces right on their squares.
        Adjusting "adjusting",
        /// When contact with a piece binds nobody.
        AccidentalContact "accidental-contact",
        /// A touched piece is moved or captured.
        TouchMove "touch-move",
        /// Touching own pieces.
        TouchOwn "touch-own",
        /// Touching the opponent's pieces.
        TouchOpponents "touch-opponents",
        /// Touching pieces of both colours.
        TouchBoth "touch-both",
        /// Touching the king and a rook to castle.
        TouchCastling "touch-castling",
        /// Touching a rook and then the king.
        RookThenKing "rook-then-king",
        /// Wanting to castle where it is illegal.
        CastlingIllegal "castling-illegal",
        /// When the choice of the promoted piece is final.
        PromotionChoice "promotion-choice",
        /// No touched piece can be moved or captured.
        NothingPlayable "nothing-playable",
        /// How a promotion is carried out on the board.
        PromotionAct "promotion-act",
        /// A released piece stays; when a move is made.
        ReleasedPiece "released-piece",
        /// Until when a fault of touching may be complained of.
        TouchComplaint "touch-complaint",
        /// An assistant moves for a player who cannot.
        MovingAssistant "moving-assistant",
    }
    // The end of the game.
    "game-end" {
        /// Mate wins at once.
        Checkmate "checkmate",
        /// Resigning ends the game.
        Resignation "resignation",
        /// Stalemate draws at once.
        Stalemate "stalemate",
        /// Neither player can mate: drawn at once.
        DeadPosition "dead-position",
        /// A draw by agreement of the players.
        Agreement "agreement",
    }
    // The chessclock.
    "clock" {
        /// The chessclock, its displays and flags.
        Clock "clock",
        /// Moves in a time, increments, all fixed beforehand.
        TimeControl "time-control",
        /// Saved time is carried over; delay.
        PeriodCarryOver "period-carry-over",
        /// A fallen flag: the number of moves is checked at once.
        PeriodCheck "period-check",
        /// The arbiter decides where the clock stands.
        ClockPlacement "clock-placement",
        /// White's clock is started at the set time.
        GameStart "game-start",
        /// The latest arrival.
        DefaultTime "default-time",
        /// Neither player is there at the start.
        NobodyPresent "nobody-present",
        /// A move is completed by pressing the clock.
        MoveCompleted "move-completed",
        /// A player must be allowed to press the clock after moving.
        RightToPress "right-to-press",
        /// The hand that moved presses the clock.
        SameHand "same-hand",
        /// No rough handling of the clock.
        ClockHandling "clock-handling",
        /// An assistant presses the clock for a player who cannot.
        ClockAssistant "clock-assistant",
        /// When a flag counts as fallen.
        FlagFallen "flag-fallen",
        /// Missing the time control loses, and when it does not.
        LossOnTime "loss-on-time",
        /// What the clock shows is final unless it is plainly defective.
        DefectiveClock "defective-clock",
        /// A wrong setting of the clock is put right.
        ClockSetting "clock-setting",
        /// Both flags are down.
        BothFlags "both-flags",
        /// Who may stop the clocks, and for what.
        StoppingClocks "stopping-clocks",
        /// Screens and demonstration boards.
        Screens "screens",
    }
    // Irregularities.
    "irregularities" {
        /// The clock times after an irregularity.
        IrregularityTimes "irregularity-times",
        /// The game began from a wrong position.
        InitialPositionWrong "initial-position-wrong",
        /// The board lies the wrong way.
        BoardTurned "board-turned",
        /// The game began with colours reversed.
        ColorsReversed "colours-reversed",
        /// Pieces were knocked over or pushed.
        DisplacedPieces "displaced-pieces",
        /// It is found that pieces were displaced earlier.
        DisplacedFoundLater "displaced-found-later",
    }
    // Illegal moves.
    "illegal-move" {
        /// An illegal move is completed: the position before it is restored.
        IllegalMove "illegal-move",
        /// What an illegal move costs.
        IllegalMovePenalty "illegal-move-penalty",
        /// A pawn left on the last rank.
        UnpromotedPawn "unpromoted-pawn",
        /// The clock is pressed, nothing was moved.
        PressWithoutMove "press-without-move",
        /// A move made with two hands.
        TwoHands "two-hands",
        /// Until when an illegal move is acted upon in rapid and blitz.
        IllegalMoveWindow "illegal-move-window",
        /// Both kings in check or a pawn on the last rank in rapid and blitz.
        IllegalPositionObserved "illegal-position-observed",
    }
    // The recording of the moves.
    "recording" {
        /// The players record the moves.
        Recording "recording",
        /// Writing a move before it is made.
        RecordingInAdvance "recording-in-advance",
        /// A player may reply before he records.
        ReplyBeforeRecording "reply-before-recording",
        /// What may be written on the scoresheet.
        ScoresheetUse "scoresheet-use",
        /// A draw offer is noted on the scoresheet.
        DrawOfferRecorded "draw-offer-recorded",
        /// A player who cannot record.
        RecordingAssistant "recording-assistant",
        /// The scoresheet is open to the arbiter.
        ScoresheetVisible "scoresheet-visible",
        /// The scoresheet belongs to the organiser.
        ScoresheetProperty "scoresheet-property",
        /// Short of time a player need not record.
        RecordingExemption "recording-exemption",
        /// Neither player records.
        BothNotRecording "both-not-recording",
        /// One player does not record.
        OneNotRecording "one-not-recording",
        /// The game is rebuilt on a second board.
        Reconstruction "reconstruction",
        /// It cannot be shown that a player overstepped the time.
        OverstepNotShown "overstep-not-shown",
        /// Both players confirm the result.
        ResultSigned "result-signed",
    }
    // Draw offers.
    "draw-offer" {
        /// The regulations restrict draws by agreement.
        AgreementRestriction "agreement-restriction",
        /// How a draw is offered and until when the offer stands.
        DrawOffer "draw-offer",
        /// A draw claim is also a draw offer.
        ClaimIsOffer "claim-is-offer",
    }
    // Draw claims.
    "draw-claims" {
        /// A draw is claimed because a position came a third time.
        ThreefoldClaim "threefold-claim",
        /// The claim with a move that will bring the position about.
        ThreefoldIntended "threefold-intended",
        /// The claim with the position on the board.
        ThreefoldOnBoard "threefold-on-board",
        /// When two positions are the same.
        SamePosition "same-position",
        /// A draw is claimed on fifty moves without a capture or pawn move.
        FiftyMoveClaim "fifty-move-claim",
        /// The claim with a move that will complete the fifty.
        FiftyMoveIntended "fifty-move-intended",
        /// The claim with the fifty moves completed.
        FiftyMoveOnBoard "fifty-move-on-board",
        /// What ends the right to claim for this move.
        ClaimRightEnds "claim-right-ends",
        /// The clocks are stopped, the claim cannot be taken back.
        ClaimProcedure "claim-procedure",
        /// A claim found correct draws at once.
        CorrectClaim "correct-claim",
        /// What a claim found incorrect costs.
        WrongClaim "wrong-claim",
        /// The announced move of a wrong claim must be made.
        AnnouncedMove "announced-move",
        /// Whose duty it is to check a claim.
        ClaimChecking "claim-checking",
    }
    // Draws without a claim.
    "automatic-draws" {
        /// A position came five times.
        Fivefold "fivefold",
        /// Seventy-five moves without a capture or pawn move.
        SeventyFiveMoves "seventy-five-moves",
    }
    // Quickplay finish.
    "quickplay" {
        /// What a quickplay finish is.
        QuickplayFinish "quickplay-finish",
        /// Whether it has to be announced.
        QuickplayAnnounced "quickplay-announced",
        /// Whether it applies in blitz.
        QuickplayBlitz "quickplay-blitz",
        /// A draw is claimed with little time left.
        QuickplayClaim "quickplay-claim",
        /// An increment is asked for instead.
        QuickplayIncrement "quickplay-increment",
        /// The arbiter agrees, rejects or postpones.
        QuickplayAgreed "quickplay-agreed",
        /// The decision is postponed.
        QuickplayPostponed "quickplay-postponed",
        /// The claim is rejected.
        QuickplayRejected "quickplay-rejected",
        /// The decision is final.
        QuickplayFinal "quickplay-final",
        /// The claim where no arbiter is present.
        QuickplayWithoutArbiter "quickplay-without-arbiter",
    }
    // Points.
    "points" {
        /// What a win, a draw and a loss score.
        Points "points",
        /// The total score of a game.
        PointsTotal "points-total",
    }
    // The conduct of the players.
    "conduct" {
        /// Nothing that brings chess into disrepute.
        Disrepute "disrepute",
        /// Venue and playing area, leaving them.
        PlayingArea "playing-area",
        /// No notes, sources, advice or analysis.
        NotesAndAdvice "notes-and-advice",
        /// Telephones and other devices.
        Devices "devices",
        /// Inspection of players.
        Inspection "inspection",
        /// Where smoking is allowed.
        Smoking "smoking",
        /// Players who have finished are spectators.
        FinishedPlayers "finished-players",
        /// The opponent may not be distracted.
        Distraction "distraction",
        /// Breaches of conduct are punished.
        ConductPenalties "conduct-penalties",
        /// Refusing to comply with the Laws.
        Refusal "refusal",
        /// Both players are guilty: both lose.
        BothGuilty "both-guilty",
        /// A player may ask for an explanation of the Laws.
        Explanation "explanation",
        /// Appeals against decisions.
        Appeal "appeal",
    }
    // The arbiter.
    "arbiter" {
        /// The arbiter's duties.
        ArbiterDuties "arbiter-duties",
        /// The arbiter observes the games and enforces decisions.
        ArbiterObserves "arbiter-observes",
        /// Assistants of the arbiter.
        AssistantArbiters "assistant-arbiters",
        /// Extra time after a disturbance from outside.
        ExtraTime "extra-time",
        /// The arbiter does not intervene beyond the Laws.
        NoIntervention "no-intervention",
        /// Spectators and other players may not interfere.
        Outsiders "outsiders",
        /// Devices of others in the venue.
        VenueDevices "venue-devices",
        /// The penalties that the arbiter may impose.
        Penalties "penalties",
    }
    // Rapid and blitz.
    "rapid-and-blitz" {
        /// Which games are rapid.
        RapidDefinition "rapid-definition",
        /// Which games are blitz.
        BlitzDefinition "blitz-definition",
        /// Which rules hold in rapid and blitz.
        AppendixApplies "appendix-applies",
        /// No duty to record in rapid and blitz.
        RecordingNotRequired "recording-not-required",
        /// A player asks to see the scoresheet kept for the game.
        SheetRequest "sheet-request",
        /// When rapid games are under the full rules.
        RapidSupervision "rapid-supervision",
        /// When blitz games are under the full rules.
        BlitzSupervision "blitz-supervision",
        /// The regulations say which rules hold for the event.
        SupervisionNamed "supervision-named",
        /// Until when set-up and clock setting may be complained of.
        SetupClaimLimit "setup-claim-limit",
        /// Article 4 is ruled upon only when a player asks.
        TouchOnRequest "touch-on-request",
        /// What ends the right to claim an irregularity.
        IrregularityClaimEnds "irregularity-claim-ends",
        /// Who may point out a fallen flag.
        FlagCall "flag-call",
        /// How a win on time is claimed.
        TimeClaim "time-claim",
    }
    // Notation.
    "notation" {
        /// Algebraic notation only.
        Notation "notation",
        /// The letters of the pieces.
        NotationPieces "notation-pieces",
        /// The names of the squares.
        NotationSquares "notation-squares",
        /// How a move is written.
        NotationMove "notation-move",
        /// How a capture is written.
        NotationCapture "notation-capture",
        /// Two equal pieces can reach the square.
        NotationAmbiguity "notation-ambiguity",
        /// How a promotion is written.
        NotationPromotion "notation-promotion",
        /// Castling, check, mate and other signs.
        NotationSigns "notation-signs",
        /// The sign of a draw offer.
        DrawOfferMark "draw-offer-mark",
    }
    // Blind and visually impaired players.
    "blind" {
        /// Adapted rules, the special board and pieces.
        BlindAdaptation "blind-adaptation",
        /// Moves are announced and repeated.
        BlindAnnouncement "blind-announcement",
        /// When a piece on the special board is touched.
        BlindTouch "blind-touch",
        /// When a move on the special board is made.
        BlindMoveMade "blind-move-made",
        /// The clock of a blind player.
        BlindClock "blind-clock",
        /// How a blind player records.
        BlindRecording "blind-recording",
        /// A slip of the tongue.
        BlindSlip "blind-slip",
        /// The positions on the two boards differ.
        BlindPositionsDiffer "blind-positions-differ",
        /// The duties of a blind player's assistant.
        BlindAssistant "blind-assistant",
        /// The assistant of the sighted opponent.
        SightedAssistant "sighted-assistant",
    }
    // Adjourned games.
    "adjournment" {
        /// The move is sealed.
        Sealing "sealing",
        /// A player adjourns before the end of the session.
        EarlyAdjournment "early-adjournment",
        /// What stands on the envelope, and who keeps it.
        Envelope "envelope",
        /// A draw offer after sealing.
        OfferAfterSealing "offer-after-sealing",
        /// Position and times at the resumption.
        ResumptionSetUp "resumption-set-up",
        /// The game ends before it is resumed.
        ResultBeforeResumption "result-before-resumption",
        /// When the envelope is opened.
        EnvelopeOpened "envelope-opened",
        /// A sealed move that is ambiguous, illegible or illegal.
        SealedMoveBad "sealed-move-bad",
        /// The game is resumed.
        Resumption "resumption",
        /// A player is late for the resumption.
        ResumptionDefault "resumption-default",
        /// The envelope is lost.
        EnvelopeMissing "envelope-missing",
        /// Wrong times are found after the resumption.
        ResumptionTimes "resumption-times",
        /// The arbiter's clock measures the session.
        SessionClock "session-clock",
    }
    // Chess960.
    "chess960" {
        /// The starting position of Chess960.
        Chess960Start "chess960-start",
        /// Castling in Chess960.
        Chess960Castling "chess960-castling",
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A text that is no key of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// What was written.
    pub found: String,
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {:?}, expected {EXPECTED_RULE}", self.found)
    }
}

impl std::error::Error for UnknownRule {}

/// What a written key may look like.
const EXPECTED_RULE: &str = "the key of a rule, such as \"illegal-move\"";

impl FromStr for Rule {
    type Err = UnknownRule;
    fn from_str(text: &str) -> Result<Rule, UnknownRule> {
        let rule = Rule::ALL.iter().copied().find(|rule| rule.key() == text);
        rule.ok_or_else(|| UnknownRule { found: text.to_owned() })
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| de::Error::invalid_value(de::Unexpected::Str(&text), &EXPECTED_RULE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_key_is_read_back_and_belongs_to_one_rule() {
        let keys: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.key()).collect();
        assert_eq!(keys.len(), Rule::ALL.len());
        for &rule in Rule::ALL {
            assert_eq!(rule.key().parse(), Ok(rule));
            assert!(
                rule.key()
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte.is_ascii_digit())
            );
        }
    }

    #[test]
    fn a_key_that_is_none_is_told_with_what_was_expected() {
        let error = "ilegal-move".parse::<Rule>().map_err(|error| error.to_string());
        assert_eq!(
            error,
            Err("found \"ilegal-move\", expected the key of a rule, such as \"illegal-move\""
                .into())
        );
    }
}
