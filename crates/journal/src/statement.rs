//! What entries say, kind by kind, as `docs/reference/entries.md` has it.

use std::fmt;

use kaissa_game::{Entry as GameEntry, GameResult, Timestamp};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::parts::Part;
use crate::{Attachment, Digest, Entry, NewEntry, RecordDelta};

macro_rules! statements {
    ($($(#[$doc:meta])* $variant:ident $word:literal ($body:ty),)*) => {
        /// What an entry says.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Statement {
            $($(#[$doc])* $variant($body),)*
        }

        impl Statement {
            /// The words of all kinds, in the order of the reference.
            pub const KINDS: &'static [&'static str] = &[$($word,)*];

            /// The word of its kind.
            pub const fn kind(&self) -> &'static str {
                match self { $(Statement::$variant(_) => $word,)* }
            }

            /// An entry that says it.
            pub fn entry(&self) -> NewEntry {
                match self { $(Statement::$variant(body) => NewEntry::new($word, body),)* }
            }

            /// Reads the body of an entry of some kind.
            ///
            /// # Errors
            /// The kind is not known, or the body is not one of its kind.
            pub fn read(kind: &str, json: &str) -> Result<Statement, StatementError> {
                let wrong = |error: serde_json::Error| {
                    StatementError::Unreadable { kind: kind.to_owned(), found: error.to_string() }
                };
                match kind {
                    $($word => serde_json::from_str(json).map(Statement::$variant).map_err(wrong),)*
                    _ => Err(StatementError::UnknownKind { kind: kind.to_owned() }),
                }
            }
        }

        $(impl From<$body> for Statement {
            fn from(body: $body) -> Statement {
                Statement::$variant(body)
            }
        })*
    };
}

statements! {
    /// A source says something else of one of its rows than before.
    RecordObserved "record_observed" (RecordDelta),
    /// A source that lists its games was read to its end.
    GamesListed "games_listed" (GamesListed),
    /// A source does not hold its games any more.
    SourceGone "source_gone" (SourceGone),
    /// A move was shown by a board and taken back before it was believed.
    MoveReplaced "move_replaced" (MoveReplaced),
    /// An alarm was raised.
    AlarmRaised "alarm_raised" (AlarmRaised),
    /// An alarm was withdrawn.
    AlarmWithdrawn "alarm_withdrawn" (AlarmWithdrawn),
    /// A source fares otherwise than before.
    SourceHealth "source_health" (SourceHealth),
    /// A stretch of time in which nothing was seen of a row.
    GapSeen "gap_seen" (GapSeen),
    /// Something happened at a board.
    GameEvent "game_event" (GameEvent),
    /// A proposal was shown to an arbiter.
    ProposalShown "proposal_shown" (ProposalShown),
    /// An arbiter ruled.
    RulingMade "ruling_made" (RulingMade),
    /// An arbiter put a record right.
    RecordCorrected "record_corrected" (RecordCorrected),
    /// Somebody noted something.
    NoteAdded "note_added" (NoteAdded),
    /// A photo or scan was put in.
    AttachmentAdded "attachment_added" (Attachment),
    /// The body of an entry was erased.
    BodyErased "body_erased" (BodyErased),
    /// The result of a game was entered.
    ResultEntered "result_entered" (ResultEntered),
    /// Moves were counted by hand.
    TallyCounted "tally_counted" (TallyCounted),
    /// A setting of the competition or the program was changed.
    SettingChanged "setting_changed" (SettingChanged),
    /// A round was started.
    RoundStarted "round_started" (RoundStarted),
    /// The pairings of a round were entered.
    PairingsEntered "pairings_entered" (PairingsEntered),
    /// The players of the tournament were entered.
    RosterEntered "roster_entered" (RosterEntered),
    /// The journal goes on from another one.
    ContinuedFrom "continued_from" (ContinuedFrom),
    /// Another source's record of a game is shown from here on.
    RecordFollowed "record_followed" (RecordFollowed),
    /// An arbiter goes to a board, or does not any more.
    OnTheWay "on_the_way" (OnTheWay),
    /// An arbiter took a ruling back.
    RulingTakenBack "ruling_taken_back" (RulingTakenBack),
    /// The result that was entered for a game was taken back.
    ResultTakenBack "result_taken_back" (ResultTakenBack),
    /// An arbiter was entered or changed.
    ArbiterEntered "arbiter_entered" (ArbiterEntered),
    /// A game was adjourned, and its envelope written.
    EnvelopeWritten "envelope_written" (EnvelopeWritten),
    /// A pairing was put right, or taken out of its round.
    PairingCorrected "pairing_corrected" (PairingCorrected),
}

/// Why an entry does not tell what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementError {
    /// Its body was erased.
    Erased,
    /// Its kind is not known to this version.
    UnknownKind {
        /// The kind.
        kind: String,
    },
    /// Its body is not one of its kind.
    Unreadable {
        /// The kind.
        kind: String,
        /// What is wrong.
        found: String,
    },
}

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatementError::Erased => f.write_str("the body was erased"),
            StatementError::UnknownKind { kind } => write!(f, "the kind \"{kind}\" is not known"),
            StatementError::Unreadable { kind, found } => write!(f, "{kind}: {found}"),
        }
    }
}

impl std::error::Error for StatementError {}

impl Entry {
    /// What the entry says.
    ///
    /// # Errors
    /// The body was erased, the kind is not known, or the body is not one of its kind.
    pub fn statement(&self) -> Result<Statement, StatementError> {
        Statement::read(&self.kind, self.body.json().ok_or(StatementError::Erased)?)
    }
}

/// JSON as it was shown, word for word.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shown(Box<RawValue>);

impl Shown {
    /// Takes a value as it is written without blanks.
    pub fn new(value: &impl Serialize) -> Shown {
        // What cannot be said in JSON is said as nothing.
        let raw = serde_json::value::to_raw_value(value);
        Shown(raw.unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }

    /// The text.
    pub fn json(&self) -> &str {
        self.0.get()
    }

    /// The value.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }
}

impl PartialEq for Shown {
    fn eq(&self, other: &Shown) -> bool {
        self.json() == other.json()
    }
}

/// A source that lists its games was read to its end: its rows are those observed up to here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GamesListed {
    /// How many games it holds; rows beyond are gone from it.
    pub n_games: usize,
}

/// A source does not hold its games any more: a file that is gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceGone {
    /// How many games it held.
    pub n_games: usize,
}

/// A move was shown by a board and taken back before it was believed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveReplaced {
    /// The ply that it would have been, from 1.
    pub ply: u32,
    /// What was shown.
    pub written: String,
    /// What was shown in its place, or null.
    pub instead: Option<String>,
    /// For how long it was shown, in milliseconds.
    pub shown_for_ms: i64,
}

/// An alarm was raised.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AlarmRaised {
    /// Its id: game, kind, ply and position.
    pub id: String,
    /// The alarm as `kaissa watch --json` prints it.
    pub alarm: Shown,
}

/// An alarm was withdrawn: the record that it stood on was taken back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AlarmWithdrawn {
    /// Its id.
    pub id: String,
    /// The alarm as `kaissa watch --json` prints it.
    pub alarm: Shown,
}

/// How a source fares.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SourceHealth {
    /// `connected`, `lost`, `silent`, `delayed` or `unclear`.
    pub state: String,
    /// Since when, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "moment_option")]
    pub since: Option<Timestamp>,
    /// How late it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<i64>,
    /// What is wrong, by a word of the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// What the system or the other side said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// A stretch of time in which nothing was seen of a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GapSeen {
    /// When it was seen last before, in milliseconds since 1970.
    #[serde(with = "moment")]
    pub from: Timestamp,
    /// When it was seen again.
    #[serde(with = "moment")]
    pub to: Timestamp,
    /// How many plies the record had before.
    pub plies_before: u32,
    /// What stood on the board before, as the placement part of a FEN.
    pub before: Option<String>,
    /// What stood on it after.
    pub after: Option<String>,
    /// Whether the source sent the moves of the gap afterwards.
    pub is_closed: bool,
}

/// Something happened at a board; the entry is about the game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameEvent(pub GameEntry);

impl Serialize for GameEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = Map::new();
        self.0.put("", &mut object);
        object.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameEvent, D::Error> {
        let object = Map::deserialize(deserializer)?;
        GameEntry::take("", &object).map(GameEvent).map_err(D::Error::custom)
    }
}

/// A proposal was shown to an arbiter; kept as it was shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProposalShown {
    /// The version of the program.
    pub program: String,
    /// The edition of the Laws.
    pub edition: String,
    /// The language it was shown in.
    pub language: String,
    /// The form that asked for it: `claim`, `flag`, the kind of an irregularity.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The proposal as JSON.
    pub proposal: Shown,
}

/// An arbiter ruled; the entry's person is the arbiter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RulingMade {
    /// The number of the `proposal_shown` that he had before him; null where there was none.
    pub proposal: Option<u64>,
    /// Whether he followed it.
    pub is_followed: bool,
    /// Why he departed from it, or what he adds.
    pub reason: Option<String>,
    /// What he ruled, by the word of a decision; absent where it is as proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// Which of the choices of the proposal he made; absent where there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// What he ruled, where it is not as proposed, in the form of a proposal.
    pub ruling: Option<Shown>,
}

/// An arbiter took a ruling back; the entry's person is the arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingTakenBack {
    /// The number of the `ruling_made`.
    pub ruling: u64,
    /// Why.
    pub reason: String,
}

/// An arbiter put a record right. What the source says stays in its own entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordCorrected {
    /// How many plies of the record stay.
    pub kept_plies: u32,
    /// The moves that follow, as written.
    pub moves: Vec<String>,
    /// Why.
    pub reason: String,
}

/// Somebody noted something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NoteAdded {
    /// The note.
    pub text: String,
    /// The number of the entry that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_entry: Option<u64>,
}

/// The body of an entry was erased.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BodyErased {
    /// The number of the entry.
    pub entry: u64,
    /// The SHA-256 of the body.
    pub sha256: Digest,
    /// Why.
    pub reason: String,
}

/// The result of a game was entered; the entry is about the game.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultEntered {
    /// The result.
    pub result: GameResult,
    /// Why, where the game does not say it.
    pub reason: Option<String>,
}

impl Serialize for ResultEntered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = Map::new();
        self.result.put("result", &mut object);
        object.insert("reason".to_owned(), self.reason.clone().into());
        object.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ResultEntered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ResultEntered, D::Error> {
        let object = Map::deserialize(deserializer)?;
        let result = GameResult::take("result", &object).map_err(D::Error::custom)?;
        let reason = object.get("reason").and_then(Value::as_str).map(str::to_owned);
        Ok(ResultEntered { result, reason })
    }
}

/// Moves were counted by hand: each touch of the button with its own time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TallyCounted {
    /// What a touch stands for: `moves` (by both players) or `plies`.
    pub unit: String,
    /// When the button was touched, in milliseconds since 1970, by the clock of the device.
    #[serde(with = "moments")]
    pub taps: Vec<Timestamp>,
    /// The touches, by their place in the list, that were taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<u32>,
}

/// A setting was changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingChanged {
    /// The setting.
    pub name: String,
    /// Its new value.
    pub value: Shown,
}

/// A round was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundStarted {
    /// The round, as it is called.
    pub round: String,
}

/// The pairings of a round were entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairingsEntered {
    /// The round, as it is called.
    pub round: String,
    /// The games.
    pub pairings: Vec<Pairing>,
}

/// A pairing was put right, or taken out of its round. What was entered before stays in its own entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairingCorrected {
    /// The round in which it was, as it is called.
    pub was_round: String,
    /// What it was.
    pub was: Pairing,
    /// The round in which it is from here on.
    pub round: String,
    /// What it is; `None` where there is no such game.
    pub pairing: Option<Pairing>,
    /// Why.
    pub reason: String,
}

/// One game of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pairing {
    /// The id that the game has in the journal.
    pub game: String,
    /// The board, as it is called.
    pub board: String,
    /// The player with the white pieces.
    pub white: Option<String>,
    /// The player with the black pieces.
    pub black: Option<String>,
    /// The number of the game, where two players play several in a round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_number: Option<u32>,
}

/// The players of the tournament with their rounds so far were entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RosterEntered {
    /// The tournament report file (TRF) as it came, decoded.
    pub report: String,
}

/// The journal goes on from another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContinuedFrom {
    /// The id of the other journal.
    pub journal: String,
    /// The number of its last intact entry.
    pub number: u64,
    /// The hash of its chain up to there.
    pub hash: Digest,
    /// The entry at which it is damaged; null where it is not.
    pub damaged_at: Option<u64>,
}

/// Another source's record of a game is shown; the entry is about the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordFollowed {
    /// The source, as the entries of its record name it.
    pub source: String,
}

/// An arbiter goes to a board; the entry's person is the arbiter, it is about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OnTheWay {
    /// Whether he goes, or does not any more.
    pub is_going: bool,
}

/// The result of a game was taken back; the entry is about the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultTakenBack {
    /// Why, or null.
    pub reason: Option<String>,
}

/// A game was adjourned: what stands on its envelope; the entry is about the game.
///
/// **Laws:** A2 of 2001, Guideline I.2 of 2023. The sealed move is not among it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EnvelopeWritten {
    /// Who sealed: `white` or `black`.
    pub sealer: String,
    /// The number of the sealed move.
    pub move_number: u32,
    /// The position before it.
    pub fen: String,
    /// The time on White's clock.
    pub white_ms: i64,
    /// The time on Black's clock.
    pub black_ms: i64,
    /// Whose draw offer is open: `white` or `black`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<String>,
    /// Date, time and place of the resumption, as written.
    pub resumption: String,
}

/// An arbiter was entered or changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArbiterEntered {
    /// The word by which entries name him as their person.
    pub id: String,
    /// His name.
    pub name: String,
    /// `reader`, `arbiter` or `chief`; null for one who has no access any more.
    pub role: Option<String>,
    /// His PIN as an Argon2 hash.
    pub pin_hash: String,
    /// The boards that he looks after, as `1-12, 20`; empty for all.
    pub sector: String,
}

/// A moment as milliseconds since 1970.
mod moment {
    use super::{Deserialize, Deserializer, Serializer, Timestamp};

    pub fn serialize<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(at.0)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
        i64::deserialize(from).map(Timestamp)
    }
}

mod moment_option {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Timestamp};

    pub fn serialize<S: Serializer>(at: &Option<Timestamp>, to: S) -> Result<S::Ok, S::Error> {
        at.map(|at| at.0).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Timestamp>, D::Error> {
        Ok(Option::<i64>::deserialize(from)?.map(Timestamp))
    }
}

mod moments {
    use super::{Deserialize, Deserializer, Serializer, Timestamp};

    pub fn serialize<S: Serializer>(list: &[Timestamp], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(list.iter().map(|at| at.0))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Timestamp>, D::Error> {
        Ok(Vec::<i64>::deserialize(from)?.into_iter().map(Timestamp).collect())
    }
}
