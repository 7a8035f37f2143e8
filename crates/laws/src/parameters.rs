//! The parameters of the Laws: the questions that editions answer differently.
//!
//! Each parameter has the shapes that have existed as a type. The values stand in the files of the
//! editions, by style and supervision, each with its source. The list below makes, for each
//! parameter, the field a file may set (in kebab case) and the method by which [`Rules`] is asked.

mod conduct;
mod draws;
mod flags;
mod illegal;
mod length;
mod notation;
mod quickplay;
mod recording;
mod start;
mod touch;

use serde::Deserialize;

pub use conduct::*;
pub use draws::*;
pub use flags::*;
pub use illegal::*;
pub use length::*;
pub use notation::*;
pub use quickplay::*;
pub use recording::*;
pub use start::*;
pub use touch::*;

use crate::stated::Scoped;
use crate::{ClockTime, DefaultCountsFrom, Rule, Rules, Stated};

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $shape:ty, $rule:ident;)*) => {
        /// The parameters that a file sets.
        #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub(crate) struct Parameters {
            $($name: Box<Scoped<$shape>>,)*
        }

        impl Parameters {
            /// Lays newer answers over these.
            pub(crate) fn overlay(&mut self, newer: &Parameters) {
                $(self.$name.overlay(&newer.$name);)*
            }
        }

        /// The name of each parameter with the rule it belongs to, in the order of the list.
        pub const PARAMETERS: &[(&str, Rule)] = &[$((stringify!($name), Rule::$rule),)*];

        impl Rules {
            $(
                $(#[$doc])*
                pub fn $name(&self) -> Stated<$shape> {
                    self.ask(stringify!($name), Rule::$rule, |parameters| &*parameters.$name)
                }
            )*

            /// Gives the edition's answer to each parameter in words of the files of editions.
            pub fn answers(&self) -> Vec<Stated<String>> {
                vec![$(self.$name().map(|value| in_words(&value)),)*]
            }

            /// Gives how sure the edition's answer to each parameter is, by the parameter's name.
            pub fn confidences(&self) -> Vec<(&'static str, crate::Confidence)> {
                vec![$((stringify!($name), self.$name().confidence),)*]
            }
        }
    };
}

/// Writes a value in the words of the files of editions: `time-then-loss { add: 0:02:00 }`.
fn in_words(value: &impl std::fmt::Debug) -> String {
    let shown = format!("{value:?}");
    let mut words = String::with_capacity(shown.len());
    let mut rest = shown.as_str();
    while let Some(letter) = rest.chars().next() {
        let time = rest.strip_prefix("ClockTime(").and_then(|time| time.split_once(')'));
        if let Some((millis, after)) = time
            && let Ok(millis) = millis.parse()
        {
            words.push_str(&ClockTime::millis(millis).to_string());
            rest = after;
            continue;
        }
        let inside_word = words.ends_with(|before: char| before.is_ascii_lowercase());
        match letter {
            '_' => words.push('-'),
            upper if upper.is_ascii_uppercase() => {
                if inside_word {
                    words.push('-');
                }
                words.push(upper.to_ascii_lowercase());
            }
            other => words.push(other),
        }
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
    }
    words
}

parameters! {
    // Draw claims and draw offers.
    /// Says what a wrong draw claim costs.
    wrong_claim_tariff: WrongClaimTariff, WrongClaim;
    /// Says what ends the right to claim for this move.
    claim_right_end: ClaimRightEnd, ClaimRightEnds;
    /// Says how the intended move of a claim is made known.
    claim_form: ClaimForm, ThreefoldIntended;
    /// Says when a capture in passing makes positions different.
    en_passant_comparison: EnPassantComparison, SamePosition;
    /// Says when castling makes positions different.
    castling_comparison: CastlingComparison, SamePosition;
    /// Says who stops the clocks at a claim.
    claim_clocks: ClaimClocks, ClaimProcedure;
    /// Says whether a claim may be taken back.
    claim_withdrawal: bool, ClaimProcedure;
    /// Says which claims are draw offers too.
    claim_offers: ClaimOffers, ClaimIsOffer;
    /// Says whose duty it is to check a claim.
    claim_checking: ClaimChecking, ClaimChecking;
    /// Says whether five occurrences draw without a claim.
    fivefold: Fivefold, Fivefold;
    /// Says whether 75 moves draw without a claim.
    seventy_five_moves: SeventyFiveMoves, SeventyFiveMoves;
    /// Says whether a draw may be agreed before both have moved.
    early_agreement: EarlyAgreement, Agreement;
    /// Says whether the regulations may restrict agreement.
    agreement_restriction: RestrictionByEvent, AgreementRestriction;
    // Illegal moves.
    /// Says what illegal moves cost.
    illegal_move_tariff: IllegalMoveTariff, IllegalMovePenalty;
    /// Says what the losing illegal move means against a side that could never mate.
    illegal_move_cannot_mate: CannotMateOutcome, IllegalMovePenalty;
    /// Says when an illegal move is completed.
    illegal_move_completion: IllegalMoveCompletion, IllegalMove;
    /// Says who may set the rule going, and until when.
    illegal_move_intervention: IllegalMoveIntervention, IllegalMoveWindow;
    /// Says what becomes of an illegal move after the reply.
    late_illegal_move: LateIllegalMove, IllegalMoveWindow;
    /// Says how leaving the own king in check is treated.
    own_king_in_check: FaultTreatment, OwnKingInCheck;
    /// Says how capturing the king is treated.
    king_capture: FaultTreatment, KingCapture;
    /// Says what happens to a pawn left on the last rank.
    unpromoted_pawn: UnpromotedPawn, UnpromotedPawn;
    /// Says how pressing the clock without a move is treated.
    press_without_move: FaultTreatment, PressWithoutMove;
    /// Says how moving with two hands is treated.
    two_hands: FaultTreatment, TwoHands;
    /// Says how pressing with the other hand is treated.
    other_hand: FaultTreatment, SameHand;
    /// Says whether faults of different kinds are counted together.
    faults_add_up: bool, IllegalMovePenalty;
    /// Says whether two faults in one move count as one.
    faults_in_one_move_count_once: bool, IllegalMovePenalty;
    /// Says what becomes of the increment gained by the press.
    increment_gained: IncrementGained, IllegalMovePenalty;
    /// Says what binds the move that replaces an illegal one.
    replacing_move: ReplacingMove, IllegalMove;
    /// Says what the arbiter does about an illegal position he sees.
    illegal_position_observed: IllegalPositionObserved, IllegalPositionObserved;
    // Flag-fall and resignation.
    /// Says who may point out a fallen flag.
    flag_call: FlagCall, FlagCall;
    /// Says what a claimant needs on his own clock.
    own_flag: OwnFlag, TimeClaim;
    /// Says what a claimant does with the clocks.
    time_claim_clocks: TimeClaimClocks, TimeClaim;
    /// Says what two fallen flags mean before the last period.
    both_flags_before_last_period: BothFlags, BothFlags;
    /// Says what two fallen flags mean in the last period.
    both_flags_in_last_period: BothFlags, BothFlags;
    /// Says what a fallen flag means against a side that could never mate.
    flag_cannot_mate: CannotMateOutcome, LossOnTime;
    /// Says what resigning means against a side that could never mate.
    resignation_cannot_mate: CannotMateOutcome, Resignation;
    /// Says whether a draw without a claim goes before a flag-fall.
    automatic_draws_beat_flag: bool, LossOnTime;
    // Quickplay finish.
    /// Says whether it has to be announced.
    quickplay_announcement: QuickplayAnnouncement, QuickplayAnnounced;
    /// Says below which time a claim may be made.
    quickplay_threshold: ClockTime, QuickplayClaim;
    /// Says time for the opponent when the claim is rejected.
    quickplay_rejected: ClockTime, QuickplayRejected;
    /// Says time the opponent may get when the decision is postponed.
    quickplay_postponed: ClockTime, QuickplayPostponed;
    /// Says the increment that may be asked for instead.
    quickplay_increment: QuickplayIncrement, QuickplayIncrement;
    /// Says whether the decision may be appealed.
    quickplay_appeal: QuickplayAppeal, QuickplayFinal;
    /// Says whether it applies in blitz.
    quickplay_in_blitz: QuickplayInBlitz, QuickplayBlitz;
    // Recording.
    /// Says whether the players must record.
    recording_duty: RecordingDuty, Recording;
    /// Says when a player short of time need not record.
    recording_exemption: RecordingExemption, RecordingExemption;
    /// Says whether a move may be written before it is made.
    writing_in_advance: WritingInAdvance, RecordingInAdvance;
    /// Says what holds when overstepping cannot be shown.
    overstep_not_shown: OverstepNotShown, OverstepNotShown;
    /// Says what is done for a player who cannot record.
    cannot_record: CannotRecord, RecordingAssistant;
    /// Says how often a player may ask to see the scoresheet.
    sheet_requests: SheetRequests, SheetRequest;
    /// Says what the moves may be recorded on.
    scoresheet_kind: ScoresheetKind, Recording;
    // Touch-move.
    /// Says who may adjust pieces.
    adjusting: Adjusting, Adjusting;
    /// Says what touching pieces of both colours binds to.
    touch_both: TouchBoth, TouchBoth;
    /// Says what touching a rook and then the king forbids.
    rook_then_king: RookThenKing, RookThenKing;
    /// Says when the choice of the promoted piece is final.
    promotion_choice_final: PromotionChoiceFinal, PromotionChoice;
    /// Says what holds when the king was released in castling.
    king_released_castling: KingReleasedCastling, ReleasedPiece;
    /// Says what ends the right to complain.
    touch_complaint_end: TouchComplaintEnd, TouchComplaint;
    /// Says whether a mating or stalemating move has to obey the rules of touching.
    ending_move: EndingMove, Checkmate;
    /// Says whether the arbiter acts without a complaint.
    touch_fault_intervention: TouchFaultIntervention, TouchOnRequest;
    // Start, set-up and adjournment.
    /// Says the latest arrival by the edition itself.
    default_time_rule: DefaultTimeRule, DefaultTime;
    /// Says when an arrival is too late.
    late_test: LateTest, DefaultTime;
    /// Says from when the latest arrival is counted, by the edition itself.
    default_time_start: DefaultCountsFrom, DefaultTime;
    /// Says who may set or excuse it.
    default_time_change: DefaultTimeChange, DefaultTime;
    /// Says who loses the time while nobody is there.
    nobody_present: NobodyPresent, NobodyPresent;
    /// Says until when a wrong set-up may be complained of.
    setup_claim_limit: ClaimLimit, SetupClaimLimit;
    /// Says what castling is left after a wrong set-up that stands.
    misplaced_castling: MisplacedCastling, SetupClaimLimit;
    /// Says what follows when colours are reversed.
    colors_reversed: ColorsReversed, ColorsReversed;
    /// Says what is done about a wrong clock setting.
    clock_setting: ClockSettingRule, ClockSetting;
    /// Says until when a wrong clock setting may be changed.
    clock_setting_limit: ClockSettingLimit, SetupClaimLimit;
    /// Says what ends the right to claim an irregularity.
    irregularity_claim_end: IrregularityClaimEnd, IrregularityClaimEnds;
    /// Says what late arrival at a resumption means.
    late_resumption: LateResumption, ResumptionDefault;
    // Conduct, points and penalties.
    /// Says what is forbidden about devices, and what loses.
    device_rule: DeviceRule, Devices;
    /// Says what the opponent scores then.
    device_opponent: DeviceOpponent, Devices;
    /// Says whether the regulations may set a milder penalty.
    milder_device_penalty: Allowance, Devices;
    /// Says whether the regulations may allow a switched-off device in an agreed bag.
    device_bag: Allowance, Devices;
    /// Says whether players may be inspected.
    inspection: Inspection, Inspection;
    /// Says what refusing to comply costs.
    refusal: Refusal, Refusal;
    /// Says whether decisions may be appealed.
    appeal: Appeal, Appeal;
    /// Says whether the total score of a game is limited.
    points_total: PointsTotal, PointsTotal;
    /// Says the penalties that the arbiter may impose, in the order of the list.
    penalties: Vec<ListedPenalty>, Penalties;
    // Rapid and blitz, notation, other.
    /// Says which games are rapid.
    rapid_length: GameLength, RapidDefinition;
    /// Says which games are blitz.
    blitz_length: GameLength, BlitzDefinition;
    /// Says whether there are full and reduced rules.
    supervision_profiles: SupervisionProfiles, AppendixApplies;
    /// Says whether the regulations must say which hold.
    supervision_naming: SupervisionNaming, SupervisionNamed;
    /// Says whether moves may be written in long form.
    long_form: LongForm, NotationMove;
    /// Says whether capture, check and mate need their signs.
    optional_signs: OptionalSigns, NotationSigns;
    /// Says the language of the rank numbers in blind play.
    blind_rank_names: BlindRankNames, BlindAnnouncement;
    /// Says the clock of a blind player.
    blind_clock: BlindClock, BlindClock;
    /// Says whether the edition has rules for Chess960.
    chess960: Chess960Rules, Chess960Castling;
}
