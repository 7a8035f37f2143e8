//! What the record proves and what the Laws recommend: findings and proposals, one file a group of rules.
//!
//! A finding is what the record proves, a proposal what the Laws recommend, a ruling what an
//! arbiter decided: three words, three types.

mod acts;
pub mod adjournment;
mod agreement;
pub mod arbiter;
pub mod blind;
mod carried_out;
mod choice;
pub mod conduct;
mod counted;
pub mod devices;
mod draw_claim;
mod ending;
pub mod facts;
mod finding;
mod flag;
mod gravity;
mod illegal_move;
mod illegal_position;
mod irregular;
pub mod kinds;
mod outcome;
mod profile;
mod promotion;
mod proposal;
mod quickplay;
mod record_check;
pub mod recording;
mod refusal;
mod review;
mod situation;
pub mod start;
pub mod told;
pub mod touch_move;
pub mod written_move;

pub use acts::{ActOrder, ActsFacts, propose_after_acts};
pub(crate) use agreement::agreement_is_valid;
pub use agreement::{
    OfferFacts, OfferMoment, propose_agreement, propose_draw_offer, propose_on_open_offer,
    propose_resignation,
};
pub use carried_out::{CarriedOut, ClaimBy, carried_out, departed, taken_back};
pub use choice::{Choice, Remark};
pub use draw_claim::{
    Check, ClaimFacts, OpponentAnswer, RecordReach, propose_admissibility,
    propose_claim_withdrawal, propose_draw_claim,
};
pub use ending::{propose_count, propose_on_position};
pub use flag::{ControlMoves, Fallen, FlagFacts, FlagNotice, PeriodPlace, propose_flag_fall};
pub use gravity::Gravity;
pub use illegal_move::{Act, IrregularMove, Notice, propose_irregular_move, propose_other_hand};
pub use illegal_position::{propose_on_illegal_position_met, propose_on_illegal_position_watched};
pub use promotion::propose_promotion;
pub use proposal::{
    Certainty, Consequence, Decision, Envelope, Evidence, Judgement, Paper, Proposal,
};
pub use quickplay::{
    AfterPostponement, QuickplayFacts, QuickplayGround, QuickplayOpponent, QuickplayRequest,
    QuickplayVerdict, propose_quickplay_claim,
};
pub use record_check::{
    Account, AppealAbout, AppealFacts, FoundDuring, FoundFact, propose_on_appeal, propose_on_found,
    propose_result_dispute,
};
pub use refusal::Refusal;

pub use counted::is_out_of_reach;
pub use finding::{
    CanMateWord, ClockFault, DeadProof, Detail, DrawCertainty, Finding, FindingKind,
    FlagFallSource, Severity, Trigger,
};
pub use profile::{Profile, ProfileOptions, Profiler, StyleFrom};
pub use review::{Onlooker, Progress, Review, ReviewEffort, Reviewer, Stop};
pub use situation::rules_at;
