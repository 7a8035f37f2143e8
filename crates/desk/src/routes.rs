//! The one list of routes: what stands where, and the least role for it.

use crate::{Ask, Deed, Fields, Refused, Reply, Role, openapi, pages};

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
    /// The fields of the address that the page reads.
    pub query: Fields,
    /// The fields of the form that the act reads.
    pub form: Fields,
    /// What the page is when it is not HTML.
    pub media: &'static str,
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

const MOVE_PAD: &str = "below from to promotion move ply:number at:number back:flag stands:flag \
                        unpressed:flag";
const TALLY: &str = "act:began|moved|zeroed|taken_back|stopped|went_on|white|black|read|ended tally at:number \
     to_move:white|black before:zero|recorded increment:number white black acts";
const RESUMPTION: &str = "white_here:flag black_here:flag white_late:number black_late:number white_clock \
     black_clock envelope:opened|closed|lost sealed letters reply";
const AREA: &str = "who:left-white|left-black|allowed-white|allowed-black|back-white|back-black";
const CLAIM: &str = "rule by:white|black turn:white|black how move touched opponent white_clock \
                     black_clock";
const FLAG: &str = "fallen:white|black|both first:white|black stopped:yes|no notice \
                    period:last|earlier required:number completed:number white_clock black_clock";
const ILLEGAL_MOVE: &str = "ply:number by:white|black what pressed:yes|no notice move white_clock \
                            black_clock";
const DRAW_OFFER: &str = "by:white|black offers_before:number moment answer conditional:flag \
                          warned:flag white_clock black_clock";
const QUICKPLAY: &str = "by:white|black increment request answer verdict then period:last|earlier \
                         no_arbiter:flag white_clock black_clock";
const RULING: &str =
    "entry:number ruling:number rule choice decision result reason white_clock black_clock";
const SETTINGS: &str = "competition edition style:standard|rapid|blitz supervision:full|reduced \
                        regulations language:en|ru time_control round:number";
const ARBITER_ENTERED: &str = "person:number name role:reader|arbiter|chief|none sector pin";

/// Every route but those of signing in, language and static files, which are in `server`.
pub fn routes() -> Vec<Route> {
    vec![
        Route::page("/", READER, pages::hall_show::page)
            .with_query("q round row state:open|over alarm")
            .with_live(pages::hall_show::fragments),
        Route::page("/board/{board}", READER, pages::board_show::page)
            .with_query("ply:number")
            .with_live(pages::board_show::fragments),
        Route::page("/board/{board}/on-the-way", READER, pages::board_show::page)
            .with_query("ply:number")
            .with_form("going:flag at_board:flag")
            .with_act(ARBITER, pages::on_the_way::act, pages::on_the_way::then),
        Route::page("/board/{board}/note", ARBITER, pages::note_new::page)
            .with_query("entry:number")
            .with_form("text entry:number")
            .with_act(ARBITER, pages::note_new::act, pages::then_board),
        Route::page("/board/{board}/correct", ARBITER, pages::record_correct::page)
            .with_query("ply:number")
            .with_form("after:number seen:number moves reason")
            .with_act(ARBITER, pages::record_correct::act, pages::then_board),
        Route::page("/board/{board}/pad", ARBITER, pages::move_pad::page)
            .with_query("below from to")
            .with_form(MOVE_PAD)
            .with_act(ARBITER, pages::move_pad::act, pages::move_pad::then)
            .with_live(pages::move_pad::fragments),
        Route::page("/report", READER, pages::report_show::page).with_query("round:number"),
        Route::page("/board/{board}/dossier", READER, pages::dossier_show::page),
        Route::page("/board/{board}/scoresheet", READER, pages::scoresheet_show::page),
        Route::page("/time-control", READER, pages::time_control_show::page),
        Route::page("/regulations", READER, pages::regulations_show::page),
        Route::page("/journal/export", CHIEF, pages::journal_export::page).with_media("*/*"),
        Route::page("/entry/{entry}/correct", ARBITER, pages::entry_correct::page)
            .with_form("text reason")
            .with_act(ARBITER, pages::entry_correct::act, pages::entry_correct::then),
        Route::page("/players", READER, pages::players_show::page).with_query("q"),
        Route::page("/board/{board}/area", READER, pages::players_show::page)
            .with_query("q")
            .with_form(AREA)
            .with_act(ARBITER, pages::area_note::act, pages::area_note::then),
        Route::page("/board/{board}/blind", READER, pages::blind_show::page)
            .with_query("say")
            .with_form("announced placed:flag say")
            .with_act(ARBITER, pages::blind_show::act, pages::blind_show::then)
            .with_live(pages::blind_show::fragments),
        Route::page("/round", READER, pages::round_show::page)
            .with_query("round:number")
            .with_live(pages::round_show::fragments),
        Route::page("/round/start", READER, pages::round_show::page)
            .with_query("round:number")
            .with_form("round:number")
            .with_act(ARBITER, pages::round_start::act, pages::round_show::then),
        Route::page("/round/pairing", READER, pages::round_show::page)
            .with_query("round:number")
            .with_form("round:number number white black")
            .with_act(ARBITER, pages::pairing_new::act, pages::round_show::then),
        Route::page("/board/{board}/pairing", CHIEF, pages::pairing_edit::page)
            .with_query("round:number")
            .with_form("round:number number white black reason remove:flag")
            .with_act(CHIEF, pages::pairing_edit::act, pages::round_show::then),
        Route::page("/round/import", ARBITER, pages::pairings_import::page)
            .with_query("round:number")
            .with_form("round:number first_board:number text file:file despite:flag")
            .with_act(ARBITER, pages::pairings_import::act, pages::pairings_import::then),
        Route::page("/round/results.csv", READER, pages::results_export::table)
            .with_query("round")
            .with_media("text/csv; charset=utf-8"),
        Route::page("/round/results.trf", READER, pages::results_export::report)
            .with_query("round")
            .with_media("text/plain; charset=utf-8"),
        Route::page("/board/{board}/arrival", READER, pages::round_show::page)
            .with_query("round:number")
            .with_form("round:number who:absent-white|absent-black|here-white|here-black")
            .with_act(ARBITER, pages::arrival_note::act, pages::round_show::then),
        Route::page("/board/{board}/result", ARBITER, pages::result_enter::page)
            .with_query("round:number")
            .with_form(
                "round:number stood result take_back:flag white_signed:flag black_signed:flag",
            )
            .with_act(ARBITER, pages::result_enter::act, pages::round_show::then),
        Route::page("/board/{board}/tally", ARBITER, pages::tally_show::page)
            .with_query("read:flag")
            .with_form(TALLY)
            .with_act(ARBITER, pages::tally_show::act, pages::tally_show::then),
        Route::page("/board/{board}/attach", ARBITER, pages::attachment_new::page)
            .with_query("entry:number")
            .with_form("file:file text entry:number")
            .with_act(ARBITER, pages::attachment_new::act, pages::then_board),
        Route::page("/board/{board}/file/{file}", READER, pages::attachment_show::page)
            .with_media("*/*"),
        Route::page("/board/{board}/seal", ARBITER, pages::adjournment_seal::page)
            .with_form("white black offer:white|black session_left resumption")
            .with_act(ARBITER, pages::adjournment_seal::act, pages::adjournment_seal::then),
        Route::page("/board/{board}/resume", ARBITER, pages::adjournment_resume::page)
            .with_query(RESUMPTION)
            .with_form(RESUMPTION)
            .with_act(ARBITER, pages::adjournment_resume::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/envelope", READER, pages::envelope_show::page),
        Route::page("/entry/{entry}/erase", CHIEF, pages::entry_erase::page)
            .with_form("reason board:number")
            .with_act(CHIEF, pages::entry_erase::act, pages::entry_erase::then),
        Route::page("/board/{board}/claim", ARBITER, pages::claim_new::page)
            .with_guide(CLAIM)
            .with_act(ARBITER, pages::claim_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/flag", ARBITER, pages::flag_new::page)
            .with_guide(FLAG)
            .with_act(ARBITER, pages::flag_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/illegal-move", ARBITER, pages::illegal_move_new::page)
            .with_guide(ILLEGAL_MOVE)
            .with_act(ARBITER, pages::illegal_move_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/stop", ARBITER, pages::stop_new::page)
            .with_guide("differs:flag white_clock black_clock")
            .with_act(ARBITER, pages::stop_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/draw-offer", ARBITER, pages::draw_offer_new::page)
            .with_guide(DRAW_OFFER)
            .with_act(ARBITER, pages::draw_offer_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/resignation", ARBITER, pages::resignation_new::page)
            .with_guide("by:white|black how:plain|doubtful")
            .with_act(ARBITER, pages::resignation_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/quickplay-claim", ARBITER, pages::quickplay_new::page)
            .with_guide(QUICKPLAY)
            .with_act(ARBITER, pages::quickplay_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/irregularity", ARBITER, pages::irregularity_new::page)
            .with_guide("kind q *")
            .with_act(ARBITER, pages::irregularity_new::act, pages::proposal_show::then_proposal),
        Route::page("/board/{board}/proposal", READER, pages::proposal_show::page)
            .with_query("entry:number form")
            .with_form(RULING)
            .with_act(ARBITER, pages::proposal_show::act, pages::proposal_show::then_ruled),
        Route::page("/laws", READER, pages::laws_search::page).with_query("q edition"),
        Route::page("/journal", READER, pages::journal_show::page)
            .with_query("kind q round:number board:number before:number"),
        Route::page("/settings", CHIEF, pages::settings_edit::page).with_form(SETTINGS).with_act(
            CHIEF,
            pages::settings_edit::act,
            |_| "/settings".to_owned(),
        ),
        Route::page("/settings/arbiter", CHIEF, pages::arbiter_edit::page)
            .with_form(ARBITER_ENTERED)
            .with_act(CHIEF, pages::arbiter_edit::act, |_| "/settings".to_owned()),
        Route::page("/phones", PUBLIC, pages::phones_show::page),
        Route::page("/phones/authority.crt", PUBLIC, pages::phones_show::certificate)
            .with_media("application/x-x509-ca-cert"),
        Route::page("/about", PUBLIC, pages::about_show::page),
        Route::page("/openapi.json", READER, openapi::page).with_media("application/json"),
        Route::page("/openapi-public.json", READER, openapi::public_page)
            .with_media("application/json"),
    ]
}

impl Route {
    /// A page.
    pub fn page(path: &'static str, see: Access, page: fn(&Ask) -> Reply) -> Route {
        Route {
            path,
            see,
            page,
            act: None,
            live: None,
            query: Fields::NONE,
            form: Fields::NONE,
            media: "text/html; charset=utf-8",
        }
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

    /// With the fields of the address that the page reads, in one line; see [`Fields`].
    pub const fn with_query(mut self, line: &'static str) -> Route {
        self.query = Fields::of(line);
        self
    }

    /// With the fields of the form that the act reads, in one line; see [`Fields`].
    pub const fn with_form(mut self, line: &'static str) -> Route {
        self.form = Fields::of(line);
        self
    }

    /// With the fields of a guided act: the address may answer its questions beforehand.
    pub const fn with_guide(self, line: &'static str) -> Route {
        self.with_query(line).with_form(line)
    }

    /// With a body that is of another kind than HTML.
    pub const fn with_media(mut self, media: &'static str) -> Route {
        self.media = media;
        self
    }

    /// With fragments that are sent to a page that stays open.
    pub fn with_live(mut self, live: Live) -> Route {
        self.live = Some(live);
        self
    }
}
