//! The one list of routes: what stands where, and the least role for it.

use crate::{Ask, Deed, Refused, Reply, Role, pages};

/// Who may come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Access {
    /// Everybody.
    Public,
    /// Who is signed in with this role or more.
    Least(Role),
}

/// A path with its page and its act.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The path; `{board}` and the like are parts that the page asks for.
    pub path: &'static str,
    /// Who may look.
    pub see: Access,
    /// The page: shown on GET, and again when the act is refused.
    pub page: fn(&Ask) -> Reply,
    /// What a POST does.
    pub act: Option<Act>,
    /// What a page that stays open is sent, where there is more to show.
    pub live: Option<Live>,
}

/// What a POST does.
#[derive(Clone, Copy, Debug)]
pub struct Act {
    /// Who may act.
    pub may: Access,
    /// What the form becomes: entries, or a refusal with its words.
    pub run: fn(&Ask) -> Result<Vec<Deed>, Refused>,
    /// Where to go afterwards; a function of the asking alone, so that a form sent again goes there
    /// too.
    pub then: fn(&Ask) -> String,
}

/// The fragments of a page that changed after a snapshot, each an element with an id of its own.
pub type Live = fn(&Ask, u64) -> Vec<String>;

const PUBLIC: Access = Access::Public;
const READER: Access = Access::Least(Role::Reader);
const ARBITER: Access = Access::Least(Role::Arbiter);
const CHIEF: Access = Access::Least(Role::Chief);

/// Every route but those of signing in, language and static files, which are in `server`.
pub fn routes() -> Vec<Route> {
    vec![
        Route::page("/", READER, pages::hall_show::page).with_live(pages::hall_show::fragments),
        Route::page("/board/{board}", READER, pages::board_show::page)
            .with_live(pages::board_show::fragments),
        Route::page("/board/{board}/on-the-way", READER, pages::board_show::page).with_act(
            ARBITER,
            pages::on_the_way::act,
            pages::on_the_way::then,
        ),
        Route::page("/board/{board}/note", ARBITER, pages::note_new::page).with_act(
            ARBITER,
            pages::note_new::act,
            pages::then_board,
        ),
        Route::page("/board/{board}/correct", ARBITER, pages::record_correct::page).with_act(
            ARBITER,
            pages::record_correct::act,
            pages::then_board,
        ),
        Route::page("/board/{board}/pad", ARBITER, pages::move_pad::page)
            .with_act(ARBITER, pages::move_pad::act, pages::move_pad::then)
            .with_live(pages::move_pad::fragments),
        Route::page("/players", READER, pages::players_show::page),
        Route::page("/board/{board}/area", READER, pages::players_show::page).with_act(
            ARBITER,
            pages::area_note::act,
            pages::area_note::then,
        ),
        Route::page("/board/{board}/blind", READER, pages::blind_show::page)
            .with_act(ARBITER, pages::blind_show::act, pages::blind_show::then)
            .with_live(pages::blind_show::fragments),
        Route::page("/round", READER, pages::round_show::page)
            .with_live(pages::round_show::fragments),
        Route::page("/round/start", READER, pages::round_show::page).with_act(
            ARBITER,
            pages::round_start::act,
            pages::round_show::then,
        ),
        Route::page("/round/pairing", READER, pages::round_show::page).with_act(
            ARBITER,
            pages::pairing_new::act,
            pages::round_show::then,
        ),
        Route::page("/round/import", ARBITER, pages::pairings_import::page).with_act(
            ARBITER,
            pages::pairings_import::act,
            pages::pairings_import::then,
        ),
        Route::page("/round/results.csv", READER, pages::results_export::table),
        Route::page("/round/results.trf", READER, pages::results_export::report),
        Route::page("/board/{board}/arrival", READER, pages::round_show::page).with_act(
            ARBITER,
            pages::arrival_note::act,
            pages::round_show::then,
        ),
        Route::page("/board/{board}/result", ARBITER, pages::result_enter::page).with_act(
            ARBITER,
            pages::result_enter::act,
            pages::round_show::then,
        ),
        Route::page("/board/{board}/tally", ARBITER, pages::tally_show::page).with_act(
            ARBITER,
            pages::tally_show::act,
            pages::tally_show::then,
        ),
        Route::page("/board/{board}/attach", ARBITER, pages::attachment_new::page).with_act(
            ARBITER,
            pages::attachment_new::act,
            pages::then_board,
        ),
        Route::page("/board/{board}/file/{file}", READER, pages::attachment_show::page),
        Route::page("/board/{board}/seal", ARBITER, pages::adjournment_seal::page).with_act(
            ARBITER,
            pages::adjournment_seal::act,
            pages::adjournment_seal::then,
        ),
        Route::page("/board/{board}/envelope", READER, pages::envelope_show::page),
        Route::page("/entry/{entry}/erase", CHIEF, pages::entry_erase::page).with_act(
            CHIEF,
            pages::entry_erase::act,
            pages::entry_erase::then,
        ),
        Route::page("/board/{board}/claim", ARBITER, pages::claim_new::page).with_act(
            ARBITER,
            pages::claim_new::act,
            pages::proposal_show::then_proposal,
        ),
        Route::page("/board/{board}/flag", ARBITER, pages::flag_new::page).with_act(
            ARBITER,
            pages::flag_new::act,
            pages::proposal_show::then_proposal,
        ),
        Route::page("/board/{board}/illegal-move", ARBITER, pages::illegal_move_new::page)
            .with_act(ARBITER, pages::illegal_move_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/stop", ARBITER, pages::stop_new::page).with_act(
            ARBITER,
            pages::stop_new::act,
            pages::proposal_show::then_proposal,
        ),
        Route::page("/board/{board}/draw-offer", ARBITER, pages::draw_offer_new::page).with_act(
            ARBITER,
            pages::draw_offer_new::act,
            pages::proposal_show::then_proposal,
        ),
        Route::page("/board/{board}/resignation", ARBITER, pages::resignation_new::page).with_act(
            ARBITER,
            pages::resignation_new::act,
            pages::proposal_show::then_proposal,
        ),
        Route::page("/board/{board}/quickplay-claim", ARBITER, pages::quickplay_new::page)
            .with_act(ARBITER, pages::quickplay_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/irregularity", ARBITER, pages::irregularity_new::page)
            .with_act(ARBITER, pages::irregularity_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/proposal", READER, pages::proposal_show::page).with_act(
            ARBITER,
            pages::proposal_show::act,
            pages::proposal_show::then_ruled,
        ),
        Route::page("/laws", READER, pages::laws_search::page),
        Route::page("/journal", READER, pages::journal_show::page),
        Route::page("/settings", CHIEF, pages::settings_edit::page).with_act(
            CHIEF,
            pages::settings_edit::act,
            |_| "/settings".to_owned(),
        ),
        Route::page("/settings/arbiter", CHIEF, pages::arbiter_edit::page).with_act(
            CHIEF,
            pages::arbiter_edit::act,
            |_| "/settings".to_owned(),
        ),
        Route::page("/phones", READER, pages::phones_show::page),
        Route::page("/about", PUBLIC, pages::about_show::page),
    ]
}

impl Route {
    /// A page.
    pub fn page(path: &'static str, see: Access, page: fn(&Ask) -> Reply) -> Route {
        Route { path, see, page, act: None, live: None }
    }

    /// With an act.
    pub fn with_act(
        mut self,
        may: Access,
        run: fn(&Ask) -> Result<Vec<Deed>, Refused>,
        then: fn(&Ask) -> String,
    ) -> Route {
        self.act = Some(Act { may, run, then });
        self
    }

    /// With fragments that are sent to a page that stays open.
    pub fn with_live(mut self, live: Live) -> Route {
        self.live = Some(live);
        self
    }
}
