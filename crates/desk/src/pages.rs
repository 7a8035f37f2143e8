//! The pages, one file each: a function from an asking to a reply, and beside it the act that its
//! form does.

pub(crate) mod about_show;
pub(crate) mod adjournment_resume;
pub(crate) mod adjournment_seal;
mod alarm_act;
pub(crate) mod arbiter_edit;
pub(crate) mod area_note;
pub(crate) mod arrival_note;
pub(crate) mod attachment_new;
pub(crate) mod attachment_show;
pub(crate) mod blind_show;
pub(crate) mod board_show;
mod by_hand;
pub(crate) mod claim_new;
pub(crate) mod dossier_show;
pub(crate) mod draw_offer_new;
pub(crate) mod entry_correct;
pub(crate) mod entry_erase;
mod entry_text;
pub(crate) mod envelope_show;
pub(crate) mod first_start;
pub(crate) mod flag_new;
pub(crate) mod hall_show;
pub(crate) mod illegal_move_new;
pub(crate) mod irregularity_new;
pub(crate) mod journal_export;
pub(crate) mod journal_show;
pub(crate) mod laws_search;
pub(crate) mod move_pad;
pub(crate) mod note_new;
pub(crate) mod on_the_way;
pub(crate) mod pairing_edit;
pub(crate) mod pairing_new;
pub(crate) mod pairings_import;
pub(crate) mod phones_show;
pub(crate) mod players_show;
pub(crate) mod proposal_show;
pub(crate) mod quickplay_new;
pub(crate) mod record_correct;
pub(crate) mod regulations_show;
pub(crate) mod report_show;
pub(crate) mod resignation_new;
pub(crate) mod result_enter;
pub(crate) mod results_export;
pub(crate) mod round_show;
pub(crate) mod round_start;
pub(crate) mod scoresheet_show;
pub(crate) mod settings_edit;
pub(crate) mod shown;
pub(crate) mod sign_in;
mod sources;
pub(crate) mod stop_new;
pub(crate) mod tally_show;
pub(crate) mod time_control_show;

use crate::Ask;

/// The page of the board that the path names, to which acts at a board lead back.
pub(crate) fn then_board(ask: &Ask) -> String {
    match ask.board_id() {
        Some(board) => format!("/board/{}", board.0),
        None => "/".to_owned(),
    }
}

/// The acts that the page of a board offers, in its order: the part of the path behind the board,
/// and the message that names it. An act that is added has its row here.
pub(crate) const BOARD_ACTS: &[(&str, &str)] = &[
    ("claim", "desk-act-claim"),
    ("flag", "desk-act-flag"),
    ("illegal-move", "desk-act-illegal-move"),
    ("stop", "desk-act-stop"),
    ("draw-offer", "desk-act-draw-offer"),
    ("resignation", "desk-act-resignation"),
    ("quickplay-claim", "desk-act-quickplay-claim"),
    ("irregularity", "desk-act-irregularity"),
    ("tally", "desk-act-tally"),
    ("pad", "desk-act-pad"),
    ("correct", "desk-act-correct"),
    ("note", "desk-act-note"),
    ("attach", "desk-act-attach"),
    ("seal", "desk-act-adjourn"),
    ("resume", "desk-act-resume"),
    ("result", "desk-act-result"),
    ("blind", "desk-act-blind"),
    ("scoresheet", "desk-act-scoresheet"),
    ("dossier", "desk-act-dossier"),
];
