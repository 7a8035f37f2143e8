//! Values of the chess board as parts of a JSON object.

use std::fmt;

use kaissa_chess::{ByColor, Color, Move, Role, Square};
use kaissa_game::{
    Announcement, AssistantDuty, ClaimedMove, DrawRule, Fault, OutsiderWords, Saying,
};
use kaissa_laws::{ClockTime, Penalty, Rule};
use serde_json::{Map, Value, json};

type Object = Map<String, Value>;

/// A part of an object that is absent or not one of the values that are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The name of the part.
    pub name: String,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is absent or has a value that is not known", self.name)
    }
}

impl std::error::Error for Unknown {}

/// Something that is written into an object and read from it.
pub(crate) trait Part: Sized {
    /// Writes it under a name; what has several parts has its own names.
    fn put(&self, name: &str, object: &mut Object);

    /// Reads it.
    fn take(name: &str, object: &Object) -> Result<Self, Unknown>;
}

/// Reads a part.
pub(crate) fn take<T: Part>(name: &str, object: &Object) -> Result<T, Unknown> {
    T::take(name, object)
}

/// Reads a word.
pub(crate) fn take_word<'o>(name: &str, object: &'o Object) -> Result<&'o str, Unknown> {
    let word = object.get(name).and_then(Value::as_str);
    word.ok_or_else(|| Unknown { name: name.to_owned() })
}

/// A value that is one JSON value.
macro_rules! single {
    ($($type:ty: |$value:ident| $write:expr, |$json:ident| $read:expr;)*) => {$(
        impl Part for $type {
            fn put(&self, name: &str, object: &mut Object) {
                let $value = self;
                object.insert(name.to_owned(), $write.into());
            }

            fn take(name: &str, object: &Object) -> Result<$type, Unknown> {
                let read = |$json: &Value| -> Option<$type> { $read };
                object.get(name).and_then(read).ok_or_else(|| Unknown { name: name.to_owned() })
            }
        }
    )*};
}

single! {
    bool: |value| *value, |json| json.as_bool();
    u32: |value| *value, |json| json.as_u64()?.try_into().ok();
    Color: |color| color_word(*color), |json| color_of(json.as_str()?);
    Option<Color>: |color| color.map_or(Value::Null, |color| color_word(color).into()),
        |json| if json.is_null() { Some(None) } else { color_of(json.as_str()?).map(Some) };
    Square: |square| square.to_string(), |json| square_of(json.as_str()?);
    Role: |role| role_word(*role), |json| role_of(json.as_str()?);
    Move: |played| move_value(*played), |json| move_of(json);
    ClockTime: |time| time.as_millis(), |json| json.as_i64().map(ClockTime::millis);
    Rule: |rule| rule.key(), |json| json.as_str()?.parse().ok();
}

impl Part for ByColor<ClockTime> {
    fn put(&self, _name: &str, object: &mut Object) {
        self.white.put("white_ms", object);
        self.black.put("black_ms", object);
    }

    fn take(_name: &str, object: &Object) -> Result<Self, Unknown> {
        Ok(ByColor { white: take("white_ms", object)?, black: take("black_ms", object)? })
    }
}

/// An enum without fields, by its words.
macro_rules! words {
    ($($type:ident { $($word:literal = $variant:ident,)* })*) => {
        single! {$(
            $type:
                |value| match value { $($type::$variant => $word,)* },
                |json| match json.as_str()? { $($word => Some($type::$variant),)* _ => None };
        )*}
    };
}

words! {
    DrawRule {
        "threefold" = Threefold,
        "fifty_moves" = FiftyMoves,
    }
    Announcement {
        "written_and_declared" = WrittenAndDeclared,
        "only_spoken" = OnlySpoken,
        "note_in_envelope" = NoteInEnvelope,
    }
    ClaimedMove {
        "last" = Last,
        "earlier" = Earlier,
    }
    Saying {
        "ok" = Ok,
        "checkmate" = Checkmate,
        "draw_called" = DrawCalled,
        "draw_claimed" = DrawClaimed,
    }
    OutsiderWords {
        "protest" = Protest,
        "flag" = Flag,
        "flag_fell_before" = FlagFellBefore,
        "flag_was_up_before" = FlagWasUpBefore,
        "move_hint" = MoveHint,
    }
    Fault {
        "illegal_move" = IllegalMove,
        "unpromoted_pawn" = UnpromotedPawn,
        "press_without_move" = PressWithoutMove,
        "two_hands" = TwoHands,
        "king_capture" = KingCapture,
    }
    AssistantDuty {
        "moving" = Moving,
        "clock" = Clock,
        "recording" = Recording,
    }
    Penalty {
        "warning" = Warning,
        "time_to_opponent" = TimeToOpponent,
        "time_from_offender" = TimeFromOffender,
        "points_to_opponent" = PointsToOpponent,
        "points_from_offender" = PointsFromOffender,
        "game_lost" = GameLost,
        "fine" = Fine,
        "exclusion_from_rounds" = ExclusionFromRounds,
        "expulsion" = Expulsion,
    }
}

fn color_word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn color_of(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| color_word(color) == word)
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn role_of(word: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|&role| role_word(role) == word)
}

fn square_of(word: &str) -> Option<Square> {
    Square::from_ascii(word.as_bytes()).ok()
}

/// `"e2e4"`, `"e7e8q"`; `{"en_passant": "e5d6"}`; `{"castle": "e1h1"}` with the squares of king and
/// rook.
fn move_value(played: Move) -> Value {
    match played {
        Move::Normal { from, to, promotion: None } => format!("{from}{to}").into(),
        Move::Normal { from, to, promotion: Some(role) } => {
            format!("{from}{to}{}", role.char()).into()
        }
        Move::EnPassant { from, to } => json!({ "en_passant": format!("{from}{to}") }),
        Move::Castle { king, rook } => json!({ "castle": format!("{king}{rook}") }),
    }
}

fn move_of(value: &Value) -> Option<Move> {
    let squares = |text: &str| -> Option<(Square, Square)> {
        Some((square_of(text.get(..2)?)?, square_of(text.get(2..4)?)?))
    };
    if let Some(text) = value.as_str() {
        let (from, to) = squares(text)?;
        let promotion = match text.get(4..)?.chars().collect::<Vec<_>>()[..] {
            [] => None,
            [letter] => Some(Role::from_char(letter)?),
            _ => return None,
        };
        return Some(Move::Normal { from, to, promotion });
    }
    let of = |name| {
        let text = value.get(name).and_then(Value::as_str).filter(|text| text.len() == 4)?;
        squares(text)
    };
    if let Some((from, to)) = of("en_passant") {
        return Some(Move::EnPassant { from, to });
    }
    of("castle").map(|(king, rook)| Move::Castle { king, rook })
}
