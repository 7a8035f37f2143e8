//! What a page is asked: by whom, with which fields, over which snapshot.

use std::sync::Arc;

use kaissa_game::Timestamp;
use kaissa_laws::Editions;
use kaissa_words::{FluentArgs, Language, Words};

use crate::statics::catalogue;
use crate::{
    BoardId, Body, Deed, Form, Ground, Https, Keys, Ledger, LiveBoard, PersonId, Role, Snapshot,
};

/// Who is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    /// His id.
    pub id: PersonId,
    /// His name.
    pub name: String,
    /// What he may do.
    pub role: Role,
}

/// Why an act is refused: what is said on the page that is shown again, and at which field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The field that is not as it should be; `None` where it is none of them.
    pub field: Option<&'static str>,
    /// What is said.
    pub message: String,
}

/// What a page or an act is asked.
#[derive(Clone)]
pub struct Ask {
    /// What is to be shown.
    pub snapshot: Arc<Snapshot>,
    /// The language of the page.
    pub language: Language,
    /// Who is signed in.
    pub signed: Option<Signed>,
    /// The path, as `/board/7`.
    pub path: String,
    /// The parts of the path that the route names.
    pub params: Vec<(String, String)>,
    /// The fields of the address.
    pub query: Form,
    /// The fields of the form; empty for a page that is just shown.
    pub form: Form,
    /// Why the form was refused, where it was.
    pub refused: Option<Refused>,
    /// The time.
    pub now: Timestamp,
    /// The token that each form carries.
    pub token: String,
    /// A new id for the forms of the page.
    pub form_id: String,
    /// Whether the page goes over HTTPS.
    pub is_https: bool,
    /// The host that was asked, with its port.
    pub host: String,
    /// Whether this is the demonstration.
    pub is_demo: bool,
    /// The addresses under which phones reach the desk.
    pub addresses: Vec<String>,
    /// The authority by which phones come over HTTPS, where there is one.
    pub https: Option<Arc<Https>>,
    /// Where entries are kept, to be read.
    pub ledger: Option<Arc<dyn Ledger>>,
}

impl std::fmt::Debug for Ask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ask").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Ask {
    /// The messages in the language of the page.
    pub fn words(&self) -> &'static Words {
        catalogue(self.language)
    }

    /// Says a message without values.
    pub fn say(&self, id: &str) -> String {
        self.words().say(id, &FluentArgs::new())
    }

    /// The ground state.
    pub fn ground(&self) -> &Ground {
        &self.snapshot.ground
    }

    /// The editions of the Laws that the desk was started with.
    pub fn editions(&self) -> &Editions {
        self.snapshot.profiler.editions()
    }

    /// A part of the path by its name; empty where the route names none so.
    pub fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value)
    }

    /// The id of the board that the path names by `{board}`.
    pub fn board_id(&self) -> Option<BoardId> {
        self.param("board").parse().ok().map(BoardId)
    }

    /// The board that the path names by `{board}`.
    pub fn board(&self) -> Option<&Arc<LiveBoard>> {
        self.snapshot.board(self.board_id()?)
    }

    /// Whether who asks may do what this role may.
    pub fn may(&self, role: Role) -> bool {
        self.signed.as_ref().is_some_and(|signed| signed.role >= role)
    }

    /// The id of the form that was sent: who sent it, where to, and the id that its page was made
    /// with; entries are known by it.
    pub(crate) fn sent_id(&self) -> Option<String> {
        let sent = self.form.text("sent");
        let is_id = (8..=64).contains(&sent.len())
            && sent.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let person = self.signed.as_ref().map(|signed| signed.id);
        is_id.then(|| crate::keeper::digest(person, &self.path, sent))
    }

    /// What was typed in a field of a form that is shown again, else what stands there.
    pub fn typed<'a>(&'a self, field: &str, stands: &'a str) -> &'a str {
        self.form.typed(field).unwrap_or(stands)
    }

    /// Refuses the act, with what is said of a field.
    pub fn refuse<T>(&self, field: &'static str, message: impl Into<String>) -> Result<T, Refused> {
        Err(Refused { field: Some(field), message: message.into() })
    }

    /// Refuses the act as a whole.
    pub fn refuse_all<T>(&self, message: impl Into<String>) -> Result<T, Refused> {
        Err(Refused { field: None, message: message.into() })
    }

    /// The board of the path for an act, or the refusal that there is none.
    pub fn need_board(&self) -> Result<&Arc<LiveBoard>, Refused> {
        match self.board() {
            Some(board) => Ok(board),
            None => self.refuse_all(self.say("desk-no-such-board")),
        }
    }

    /// Entries of one body.
    pub fn deed(body: Body) -> Result<Vec<Deed>, Refused> {
        Ok(vec![body.into()])
    }

    /// An asking for tests and for fragments of a stream: nobody, nothing, English.
    pub fn of(snapshot: Arc<Snapshot>, now: Timestamp) -> Ask {
        Ask {
            snapshot,
            language: Language::English,
            signed: None,
            path: "/".to_owned(),
            params: Vec::new(),
            query: Form::default(),
            form: Form::default(),
            refused: None,
            now,
            token: String::new(),
            form_id: String::new(),
            is_https: false,
            host: String::new(),
            is_demo: false,
            addresses: Vec::new(),
            https: None,
            ledger: None,
        }
    }

    /// The same with a token from these keys for this cookie.
    pub fn with_token(mut self, keys: &Keys, cookie: &str) -> Ask {
        self.token = keys.token(cookie);
        self
    }
}
