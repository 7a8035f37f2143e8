//! What a source says of one row, as a change of what the journal had: the body of
//! `record_observed`.

use std::collections::BTreeMap;

use kaissa_laws::ClockTime;
use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A change of what a source says of one row. What is absent has not changed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecordDelta {
    /// How many plies of before stay; those after them were taken back or written otherwise.
    pub kept_plies: u32,
    /// The plies that follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<WrittenPly>,
    /// All tags with their values as written, where their names or their order have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<(String, String)>>,
    /// The values that have changed, by the name of their tag.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tag_values: BTreeMap<String, String>,
    /// What stands before the first move besides tags: comments, words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<String>,
    /// The result behind the moves; an empty text where there is none any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// How the text ends: `complete`, `open`, `cut_off`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<RecordEndWord>,
    /// The language of the piece letters, by its code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// What stands on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// The whole text of the game, where its parts do not give the same record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl RecordDelta {
    /// Whether nothing but values of tags has changed, as when clocks go on.
    pub fn is_only_tag_values(&self) -> bool {
        let rest = RecordDelta { tag_values: BTreeMap::new(), kept_plies: 0, ..self.clone() };
        rest == RecordDelta::default()
    }
}

/// A ply as it was written, with its clocks.
///
/// In JSON a list: the move as written, the time left, the time used, both in milliseconds or null,
/// and what else is written behind the move; what is null at the end is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenPly {
    /// The move as written.
    pub written: String,
    /// Time left on the mover's clock after it.
    pub clock: Option<ClockTime>,
    /// Time used for it.
    pub elapsed: Option<ClockTime>,
    /// What else stands between it and the next one, with the clocks: comments, variations, tokens
    /// that were not understood.
    pub more: Option<String>,
}

/// What stands on the board, where the source senses it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// The source does not sense the board.
    #[default]
    Unsensed,
    /// The last position of the record.
    AsRecorded,
    /// Something else, as the placement part of a FEN.
    Other(String),
}

/// How the text of a game ends, as `kaissa_game::RecordEnd` has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordEndWord {
    /// With a result.
    Complete,
    /// Without a result, between two tokens.
    #[default]
    Open,
    /// Inside a token, a tag, a comment or a variation.
    CutOff,
}

impl Serialize for WrittenPly {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let n_parts = match self {
            WrittenPly { more: Some(_), .. } => 4,
            WrittenPly { elapsed: Some(_), .. } => 3,
            WrittenPly { clock: Some(_), .. } => 2,
            _ => 1,
        };
        let mut list = serializer.serialize_seq(Some(n_parts))?;
        list.serialize_element(&self.written)?;
        for time in [self.clock, self.elapsed].iter().take(n_parts - 1) {
            list.serialize_element(&time.map(ClockTime::as_millis))?;
        }
        if n_parts == 4 {
            list.serialize_element(&self.more)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for WrittenPly {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenPly, D::Error> {
        deserializer.deserialize_seq(PlyVisitor)
    }
}

struct PlyVisitor;

impl<'de> Visitor<'de> for PlyVisitor {
    type Value = WrittenPly;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list of a move, two times and a text")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<WrittenPly, A::Error> {
        let written = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let clock = list.next_element::<Option<i64>>()?.flatten().map(ClockTime::millis);
        let elapsed = list.next_element::<Option<i64>>()?.flatten().map(ClockTime::millis);
        let more = list.next_element::<Option<String>>()?.flatten();
        Ok(WrittenPly { written, clock, elapsed, more })
    }
}
