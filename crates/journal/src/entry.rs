//! What goes into the journal and what stands in it.

use kaissa_game::Timestamp;
use serde::Serialize;

use crate::{Digest, EntryId};

/// The largest body, in bytes.
pub const LARGEST_BODY: usize = 4 << 20;

/// An entry as it stands in the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its place in the chain, from 1.
    pub number: u64,
    /// When the journal took it.
    pub recorded: Timestamp,
    /// When it happened at the table.
    pub happened: Timestamp,
    /// The id that its sender made.
    pub id: EntryId,
    /// Where it comes from: the address of a feed, a phone, the desk.
    pub source: String,
    /// What it is about: the row of a source or the id of a game.
    pub about: Option<String>,
    /// Who acted, by a word that the competition gives; no name need stand here.
    pub person: Option<String>,
    /// Its kind, as `docs/reference/entries.md` lists them.
    pub kind: String,
    /// What it says.
    pub body: Body,
    /// The hash of the chain up to it.
    pub hash: Digest,
}

/// The body of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// One JSON value, without blanks between its signs.
    Kept(Box<str>),
    /// It was erased; its SHA-256 stays, so that the chain still verifies.
    Erased(Digest),
}

impl Body {
    /// The SHA-256 of the body, erased or not.
    pub fn digest(&self) -> Digest {
        match self {
            Body::Kept(text) => Digest::of(text.as_bytes()),
            Body::Erased(digest) => *digest,
        }
    }

    /// The JSON text; `None` where it was erased.
    pub fn json(&self) -> Option<&str> {
        match self {
            Body::Kept(text) => Some(text),
            Body::Erased(_) => None,
        }
    }
}

/// An entry on its way into the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEntry {
    /// The id; a fresh one if the sender gives none.
    pub id: EntryId,
    /// When it happened; the moment of recording if it is not told.
    pub happened: Option<Timestamp>,
    /// Where it comes from.
    pub source: String,
    /// What it is about.
    pub about: Option<String>,
    /// Who acted.
    pub person: Option<String>,
    /// Its kind.
    pub kind: String,
    /// The JSON text of its body, without blanks between its signs.
    pub body: Box<str>,
}

impl NewEntry {
    /// An entry with a body that is written as JSON.
    ///
    /// A value that JSON cannot say, as a map with keys that are no texts, becomes `null`.
    pub fn new(kind: impl Into<String>, body: &impl Serialize) -> NewEntry {
        let text = serde_json::to_string(body).unwrap_or_else(|_| "null".to_owned());
        NewEntry {
            id: EntryId::fresh(),
            happened: None,
            source: String::new(),
            about: None,
            person: None,
            kind: kind.into(),
            body: text.into(),
        }
    }

    /// With an id of the sender.
    #[must_use]
    pub fn id(mut self, id: EntryId) -> NewEntry {
        self.id = id;
        self
    }

    /// With the moment at which it happened.
    #[must_use]
    pub fn happened(mut self, at: Timestamp) -> NewEntry {
        self.happened = Some(at);
        self
    }

    /// With the place it comes from.
    #[must_use]
    pub fn source(mut self, source: impl Into<String>) -> NewEntry {
        self.source = source.into();
        self
    }

    /// With what it is about.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> NewEntry {
        self.about = Some(about.into());
        self
    }

    /// With who acted.
    #[must_use]
    pub fn person(mut self, person: impl Into<String>) -> NewEntry {
        self.person = Some(person.into());
        self
    }
}
