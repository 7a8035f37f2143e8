//! Frames of LiveChess's WebSocket and answers of its HTTP twin, read from bytes.
//!
//! Keys may come in any order and most may be missing. A missing key means "as before", `null` means
//! "there is none", so that some values are an option of an option.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// How many boards of one list are read; the rest is left out.
const MOST_BOARDS: usize = 10_000;
/// How many plies of one list are read: more than any game can have under the 75-move rule.
const MOST_PLIES: usize = 12_000;
/// How many bytes of a text are read.
const LONGEST_TEXT: usize = 1_000;

/// Bytes that are no frame of LiveChess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// What the reader of JSON says.
    pub detail: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

/// A frame from LiveChess.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame<'a> {
    /// What it is.
    pub response: Response,
    /// For an answer the id of the question, for an event the id of the feed.
    pub id: Option<i64>,
    /// The server's clock, in milliseconds since 1970.
    pub time: Option<i64>,
    /// What it holds.
    pub param: Param<'a>,
}

/// What a frame is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Response {
    /// The answer to a call.
    Call,
    /// An event of a feed.
    Feed,
    /// A call that failed.
    Error,
    /// Something that later versions may send.
    Other,
}

/// What a frame holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Param<'a> {
    /// Nothing.
    #[default]
    None,
    /// Boards.
    Boards(Vec<EBoard<'a>>),
    /// An event, or the message of an error.
    Event(Box<Event<'a>>),
}

/// A board as `eboards` lists it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct EBoard<'a> {
    /// Its serial number.
    #[serde(borrow)]
    pub serialnr: Option<Text<'a>>,
    /// The device it hangs on; none where it is not there.
    #[serde(borrow)]
    pub source: Option<Text<'a>>,
    /// `ACTIVE`, `INACTIVE`, `NOTRESPONDING`, `DELAYED`, or none.
    #[serde(borrow)]
    pub state: Option<Text<'a>>,
    /// What is left of its battery, with `%` or `V`.
    #[serde(borrow)]
    pub battery: Option<Text<'a>>,
    /// What stands on it, as the placement part of a FEN.
    #[serde(borrow)]
    pub board: Option<Text<'a>>,
    /// Its clock.
    pub clock: Option<Clock>,
}

/// A reading of a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Clock {
    /// Seconds left for White.
    pub white: Option<Whole>,
    /// Seconds left for Black.
    pub black: Option<Whole>,
    /// Whether White's clock runs (`true`), Black's (`false`), or none.
    pub run: Option<bool>,
    /// When it was read, by the server's clock.
    pub time: Option<Whole>,
}

/// An event of a board.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Event<'a> {
    /// The serial number of the board.
    #[serde(borrow)]
    pub serialnr: Option<Text<'a>>,
    /// Whether the board is turned around.
    pub flipped: Option<bool>,
    /// What stands on it.
    #[serde(borrow, deserialize_with = "present")]
    pub board: Option<Option<Text<'a>>>,
    /// Its clock.
    #[serde(deserialize_with = "present")]
    pub clock: Option<Option<Clock>>,
    /// The position from which moves are made out.
    #[serde(borrow, deserialize_with = "present")]
    pub start: Option<Option<Text<'a>>>,
    /// All moves since then.
    #[serde(borrow, deserialize_with = "present")]
    pub san: Option<Option<Moves<'a>>>,
    /// Whether the board stands as these moves have it.
    #[serde(rename = "match", deserialize_with = "present")]
    pub matches: Option<Option<bool>>,
    /// The message of an error.
    #[serde(borrow)]
    pub message: Option<Text<'a>>,
}

/// Reads a frame.
///
/// # Errors
/// [`Unreadable`] where the bytes are no JSON, or not of a frame's shape.
///
/// # Examples
/// ```
/// use kaissa_feed::livechess::outside::read_frame;
///
/// assert!(read_frame(br#"{"response":"call","id":2,"param":null,"time":1791014401002}"#).is_ok());
/// assert!(read_frame(b"{\"response\":").is_err());
/// ```
pub fn read_frame(bytes: &[u8]) -> Result<Frame<'_>, Unreadable> {
    #[derive(Deserialize)]
    struct Envelope<'a> {
        #[serde(borrow)]
        response: Text<'a>,
        id: Option<Whole>,
        time: Option<Whole>,
        #[serde(borrow, default)]
        param: Param<'a>,
    }
    let envelope: Envelope<'_> = read(bytes)?;
    let response = match envelope.response.as_str() {
        "call" => Response::Call,
        "feed" => Response::Feed,
        "error" => Response::Error,
        _ => Response::Other,
    };
    let whole = |number: Option<Whole>| number.map(|Whole(number)| number);
    let (id, time) = (whole(envelope.id), whole(envelope.time));
    Ok(Frame { response, id, time, param: envelope.param })
}

/// Reads JSON.
pub(super) fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Unreadable> {
    serde_json::from_slice(bytes).map_err(|error| Unreadable { detail: error.to_string() })
}

/// A value that is there, be it null.
fn present<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

/// A short text, borrowed where it can be; a number in its place is read as its digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text<'a>(pub Cow<'a, str>);

impl Text<'_> {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a short text")
            }

            fn visit_borrowed_str<E: serde::de::Error>(
                self,
                text: &'de str,
            ) -> Result<Text<'de>, E> {
                short(text)?;
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Text<'de>, E> {
                short(text)?;
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

fn short<E: serde::de::Error>(text: &str) -> Result<(), E> {
    match text.len() <= LONGEST_TEXT {
        true => Ok(()),
        false => Err(E::custom(format_args!("a text of {} bytes", text.len()))),
    }
}

/// A whole number; decimals are cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole(pub i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Whole, E> {
                i64::try_from(number).map(Whole).map_err(E::custom)
            }

            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Whole, E> {
                // A cast of a float stops at the bounds of the type.
                Ok(Whole(number as i64))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// Moves as written, no more of them than a game can have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves<'a>(pub Vec<Text<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Moves<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListReader(MOST_PLIES, "moves")).map(Moves)
    }
}

/// Reads a list up to a length.
struct ListReader(usize, &'static str);

impl ListReader {
    fn read_list<'de, A, T>(self, mut list: A) -> Result<Vec<T>, A::Error>
    where
        A: SeqAccess<'de>,
        T: Deserialize<'de>,
    {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            if items.len() >= self.0 {
                return Err(A::Error::custom(format_args!("more than {} {}", self.0, self.1)));
            }
            items.push(item);
        }
        Ok(items)
    }
}

impl<'de> Visitor<'de> for ListReader {
    type Value = Vec<Text<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<Text<'de>>, A::Error> {
        self.read_list(list)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Param<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Param<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object, a list or null")
            }

            fn visit_unit<E: serde::de::Error>(self) -> Result<Param<'de>, E> {
                Ok(Param::None)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Param<'de>, A::Error> {
                let mut boards = Vec::new();
                while boards.len() < MOST_BOARDS {
                    match list.next_element::<EBoard<'de>>()? {
                        Some(board) => boards.push(board),
                        None => return Ok(Param::Boards(boards)),
                    }
                }
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Param::Boards(boards))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Param<'de>, A::Error> {
                let event = Event::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Param::Event(Box::new(event)))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}
