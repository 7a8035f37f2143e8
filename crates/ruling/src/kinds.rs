//! The kinds of cases that can be put with facts alone: their names, facts and rulings.
//!
//! `kaissa rule KIND` and the forms of a desk are made from this list.

use kaissa_laws::{Rule, Rules};

use crate::facts::{CaseFacts, FactError, FactField, Facts};
use crate::{
    Proposal, adjournment, arbiter, blind, conduct, devices, irregular, recording, start, told,
    touch_move, written_move,
};

/// A kind of case.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name, with hyphens.
    pub name: &'static str,
    /// The rule that it is about first of all.
    pub rule: Rule,
    /// What the arbiter sees.
    pub about: &'static str,
    fields: fn() -> Vec<FactField>,
    propose: fn(&Facts, &Rules) -> Result<Proposal, FactError>,
}

impl Kind {
    /// Gives the kind of a name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// The facts it asks for.
    pub fn fields(&self) -> Vec<FactField> {
        (self.fields)()
    }

    /// Reads the facts and proposes what follows.
    ///
    /// # Errors
    /// [`FactError`] for a fact that is unknown to the kind, is missing or cannot be read.
    ///
    /// # Examples
    /// ```
    /// use kaissa_laws::{Edition, Editions, Rules};
    /// use kaissa_ruling::facts::{Fact, Facts};
    /// use kaissa_ruling::{Decision, kinds::Kind};
    ///
    /// let rules = Rules::new(Editions::built_in(), Edition::E2023)?;
    /// let mut facts = Facts::new();
    /// facts.insert("moves_made_by_both".to_owned(), Fact::Number(9.0));
    /// let kind = Kind::named("colours-reversed").expect("a kind");
    /// assert_eq!(kind.propose(&facts, &rules)?.decision, Decision::NewGame);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn propose(&self, facts: &Facts, rules: &Rules) -> Result<Proposal, FactError> {
        (self.propose)(facts, rules)
    }
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kind").field("name", &self.name).finish_non_exhaustive()
    }
}

macro_rules! kinds {
    ($($name:literal $rule:ident $about:literal: $module:ident::$facts:ident => $propose:ident,)*) => {
        /// Every kind, in the order of the Laws.
        pub const KINDS: &[Kind] = &[$(Kind {
            name: $name,
            rule: Rule::$rule,
            about: $about,
            fields: $module::$facts::fields,
            propose: |facts, rules| {
                let facts = $module::$facts::read(facts)?;
                Proposed::proposed($module::$propose(&facts, rules))
            },
        },)*];
    };
}

/// What a ruling function gives: a proposal, or one after a last look at the facts.
trait Proposed {
    fn proposed(self) -> Result<Proposal, FactError>;
}

impl Proposed for Proposal {
    fn proposed(self) -> Result<Proposal, FactError> {
        Ok(self)
    }
}

impl Proposed for Result<Proposal, FactError> {
    fn proposed(self) -> Result<Proposal, FactError> {
        self
    }
}

kinds! {
    "touch" TouchMove "Pieces were touched: which moves are left?":
        touch_move::TouchFacts => propose_touch,
    "touch-fault" TouchOnRequest "The arbiter sees a fault of touching.":
        touch_move::TouchFaultFacts => propose_touch_fault,
    "touch-complaint" TouchComplaint "A player complains of a fault of touching.":
        touch_move::TouchComplaintFacts => propose_touch_complaint,
    "illegal-move" IllegalMove "An illegal move was made, or the clock pressed without a move.":
        irregular::IllegalMoveFacts => propose_illegal_move,
    "promotion" Promotion "A pawn has reached the last rank.":
        told::PromotionFacts => propose_promotion_told,
    "draw-offer" DrawOffer "A player offers a draw.":
        told::DrawOfferFacts => propose_draw_offer_told,
    "resignation" Resignation "A player resigns.":
        told::ResignationFacts => propose_resignation_told,
    "quickplay-claim" QuickplayClaim "A player claims a draw, or asks for an increment, in a quickplay finish.":
        told::QuickplayClaimFacts => propose_quickplay,
    "session-start" GameStart "The session starts.":
        start::SessionStartFacts => propose_session_start,
    "late-arrival" DefaultTime "A player arrives late.":
        start::LateArrivalFacts => propose_late_arrival,
    "clock-setting" ClockSetting "A wrong clock setting is found.":
        start::ClockSettingFacts => propose_clock_setting,
    "defective-clock" DefectiveClock "A clock is said to be defective.":
        start::DefectiveClockFacts => propose_defective_clock,
    "initial-position" InitialPositionWrong "The game began from a wrong position.":
        start::InitialPositionFacts => propose_initial_position,
    "board-turned" BoardTurned "The board lies the wrong way.":
        start::BoardFacts => propose_board_turned,
    "colours-reversed" ColorsReversed "The game began with colours reversed.":
        start::ColorsReversedFacts => propose_colors_reversed,
    "pause" StoppingClocks "A player pauses the clock.":
        conduct::PauseFacts => propose_pause,
    "pieces-displaced" DisplacedPieces "A player knocks pieces over.":
        conduct::DisplacedFacts => propose_displaced,
    "irregularity" IrregularityClaimEnds "A player claims an irregularity.":
        conduct::IrregularityFacts => propose_irregularity,
    "move-out-of-turn" TurnToMove "A player moves although the other side is to move.":
        conduct::OutOfTurnFacts => propose_out_of_turn,
    "recording-duty" Recording "Must a player record now?":
        recording::RecordingDutyFacts => propose_recording_duty,
    "written-in-advance" RecordingInAdvance "A move was written before it was played.":
        recording::WrittenInAdvanceFacts => propose_written_in_advance,
    "assistant" RecordingAssistant "An assistant acts for a player.":
        recording::AssistantFacts => propose_assistant,
    "sheet-hidden" ScoresheetVisible "A player hides his scoresheet.":
        recording::SheetHiddenFacts => propose_sheet_hidden,
    "sheet-request" SheetRequest "A player asks to see the scoresheet kept for his game.":
        recording::SheetRequestFacts => propose_sheet_request,
    "checkpoint" OneNotRecording "A flag fell at the end of a period: whose sheet is behind?":
        recording::CheckpointFacts => propose_checkpoint,
    "sheets-checked" OverstepNotShown "The sheets were completed after a flag-fall.":
        recording::SheetsCheckedFacts => propose_sheets_checked,
    "result-signed" ResultSigned "The scoresheets are signed.":
        recording::ResultSignedFacts => propose_result_signed,
    "phone-sound" Devices "A player's telephone makes a sound.":
        devices::PhoneSoundFacts => propose_phone_sound,
    "device-found" Devices "A device is found.":
        devices::DeviceFacts => propose_device_found,
    "disturbance" ExtraTime "A disturbance from outside.":
        conduct::DisturbanceFacts => propose_disturbance,
    "refusal" Refusal "A player refuses to comply with the Laws.":
        conduct::RefusalFacts => propose_refusal,
    "leaving" PlayingArea "A player goes away from the boards.":
        conduct::LeavingFacts => propose_leaving,
    "outsider-request" Outsiders "Somebody who does not play wants something.":
        arbiter::OutsiderRequestFacts => propose_outsider_request,
    "outsider-help" Outsiders "Somebody who does not play helps a player.":
        arbiter::OutsiderHelpFacts => propose_outsider_help,
    "remark" NoIntervention "May the arbiter say this to a player?":
        arbiter::RemarkFacts => propose_remark,
    "question" Explanation "A player asks the arbiter something.":
        arbiter::QuestionFacts => propose_question,
    "classify" RapidDefinition "Is this time control standard, rapid or blitz?":
        written_move::ClassifyFacts => propose_classification,
    "written-move" Notation "How is this written move read?":
        written_move::WrittenMoveFacts => propose_written_move,
    "offer-recorded" DrawOfferMark "How is a draw offer noted?":
        written_move::OfferRecordedFacts => propose_offer_recorded,
    "announcement" BlindAnnouncement "How is this announced move read?":
        written_move::AnnouncementFacts => propose_announcement,
    "special-board" BlindTouch "Was a piece on a blind player's board touched?":
        written_move::SpecialBoardFacts => propose_special_board,
    "blind-move" BlindMoveMade "Has a blind player's move been made?":
        blind::BlindMoveFacts => propose_blind_move,
    "boards-differ" BlindPositionsDiffer "The two boards show different positions.":
        blind::BoardsDifferFacts => propose_boards_differ,
    "blind-assistant" BlindAssistant "An assistant acts in play with a blind player.":
        blind::BlindAssistantFacts => propose_blind_assistant,
    "sealing" Sealing "A player seals his move.":
        adjournment::SealingFacts => propose_sealing,
    "early-adjournment" EarlyAdjournment "A player wants to adjourn early.":
        adjournment::EarlyAdjournmentFacts => propose_early_adjournment,
    "sealed-offer" OfferAfterSealing "A draw is offered while the game is adjourned.":
        adjournment::SealedOfferFacts => propose_sealed_offer,
    "envelope-opened" SealedMoveBad "The sealed move is read.":
        adjournment::EnvelopeFacts => propose_envelope,
    "envelope-missing" EnvelopeMissing "The envelope is lost.":
        adjournment::EnvelopeMissingFacts => propose_envelope_missing,
    "resumption" Resumption "An adjourned game is to be resumed.":
        adjournment::ResumptionFacts => propose_resumption,
    "chess960-castling" Chess960Castling "Is this castling of Chess960 legal?":
        written_move::Chess960CastleFacts => propose_chess960_castling,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_kind_has_a_name_of_its_own_and_facts_with_words() {
        let names: HashSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), KINDS.len());
        for kind in KINDS {
            for field in kind.fields() {
                assert!(!field.about.is_empty(), "{}: {}", kind.name, field.name);
            }
        }
    }

    #[test]
    fn no_kind_panics_on_missing_or_odd_facts() {
        let rules = Rules::new(kaissa_laws::Editions::built_in(), kaissa_laws::Edition::E2023);
        let rules = rules.expect("the edition is built in");
        for kind in KINDS {
            let _ = kind.propose(&Facts::new(), &rules);
            for field in kind.fields() {
                let mut facts = Facts::new();
                facts.insert(field.name.to_owned(), crate::facts::Fact::Number(-1e300));
                let _ = kind.propose(&facts, &rules);
            }
        }
    }
}
