//! The situation of a case: everything under `setup`.

use kaissa_chess::notation::{Language, Reading};
use kaissa_chess::{ByColor, Color, Move, Position, Square};
use kaissa_game::{Entry, Fault, Game};
use kaissa_laws::{ClockTime, DefaultCountsFrom, DrawOdds, Regulations};
use serde::Deserialize;
use serde_json::Value;

/// A value for each side, where one is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// White's.
    pub white: Option<T>,
    /// Black's.
    pub black: Option<T>,
}

impl<T: Copy> Sides<T> {
    /// The value of a side.
    pub fn get(&self, color: Color) -> Option<T> {
        color.fold_wb(self.white, self.black)
    }
}

/// Moves made in a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodMoves {
    /// Moves required.
    pub required: Option<u32>,
    /// Moves made on the board.
    pub made: Option<u32>,
    /// Moves completed.
    pub completed: Option<u32>,
}

/// An act of a `sequence`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlierAct {
    /// What happened.
    pub act: String,
    /// Who did it.
    pub by: String,
    /// Whose flag.
    pub flag_of: Option<String>,
}

/// The claim being checked.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingClaim {
    /// The claimant.
    pub by: String,
    /// The law it rests on.
    pub law: String,
}

/// The regulations of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CaseRegulations {
    /// A switched-off device may lie in the agreed bag.
    pub bag_allowed: Option<bool>,
    /// The side for which a drawn decider counts as won.
    pub draw_odds: Option<String>,
    /// From when the default time counts.
    pub default_counts_from: Option<String>,
    /// No agreement before this move.
    pub no_agreement_before_move: Option<u32>,
}

/// A promotion piece that has touched its square.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPiece {
    /// The square.
    pub square: String,
    /// The piece.
    pub piece: String,
}

/// The last clock reading on paper.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeSheet {
    /// Seconds since the start.
    pub elapsed: f64,
    /// Seconds used.
    pub used: Sides<f64>,
}

/// Everything under `setup`; each key of the schema has its field, and another key is an error.
#[allow(missing_docs)]
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    // Position and moves.
    pub fen: Option<String>,
    pub moves: Option<Vec<String>>,
    pub played_uci: Vec<String>,
    pub played_uci_after: Vec<String>,
    pub fen_before_fault: Option<String>,
    pub illegal_fen_on_purpose: Option<String>,
    pub fen_start: Option<String>,
    pub chess960: bool,
    pub fen960: Option<String>,
    pub position: Option<String>,
    pub language: Option<String>,
    // Clock and period.
    pub clocks: Option<Sides<f64>>,
    pub clock_pressed: Option<bool>,
    pub increment: Option<f64>,
    pub period: Option<String>,
    pub period_moves: Option<PeriodMoves>,
    pub seconds_left: Option<f64>,
    pub was_below_300_in_this_period: Option<bool>,
    pub session_seconds_left: Option<f64>,
    pub time_control_passed: Option<bool>,
    // Clock estimate.
    pub elapsed: Option<f64>,
    pub sum_start: Option<f64>,
    pub sum_now: Option<f64>,
    pub clocks_start: Option<Sides<f64>>,
    pub clocks_now: Option<Sides<f64>>,
    pub watch: Option<String>,
    pub display: Option<String>,
    pub to_move_start: Option<String>,
    pub to_move_now: Option<String>,
    pub anchor_pressed: Option<bool>,
    pub threshold: Option<u32>,
    // Conditions.
    pub prior: Option<Sides<u32>>,
    pub prior_kind: Option<String>,
    pub regime: Option<String>,
    pub touched: Vec<String>,
    pub move_made: Option<bool>,
    pub released_on: Option<String>,
    pub king_released_on: Option<String>,
    pub pawn_released_on: Option<String>,
    pub new_piece_on: Option<NewPiece>,
    pub adjust_announced: Option<bool>,
    pub contact: Option<String>,
    pub sequence: Vec<EarlierAct>,
    pub offer: Option<String>,
    #[serde(rename = "guidelines_III")]
    pub guidelines_iii: Option<bool>,
    pub announced: Option<bool>,
    pub arbiter_present: Option<bool>,
    pub reconstruction: Option<String>,
    pub not_recording: Option<Vec<String>>,
    pub regulations: CaseRegulations,
    pub game_over: Option<String>,
    // Start, set-up, adjournment.
    pub late_seconds: Option<f64>,
    #[serde(deserialize_with = "given")]
    pub default_time: Option<Option<f64>>,
    pub moves_made: Option<u32>,
    pub moves_completed_each: Option<u32>,
    pub moves_made_by_both: Option<u32>,
    pub sealed: Option<String>,
    pub white_late_seconds: Option<f64>,
    pub black_late_seconds: Option<f64>,
    pub present: Option<Vec<String>>,
    pub first_move_made: Option<bool>,
    // Time control.
    pub base_minutes: Option<f64>,
    pub increment_seconds: Option<f64>,
    pub total_minutes: Option<f64>,
    // Cases from authorities.
    pub move_counter: Option<Sides<u32>>,
    pub pending_claim: Option<PendingClaim>,
    pub sheet_kept: Option<bool>,
    pub board_result: Option<String>,
    pub flag_sign: Option<String>,
    pub bonus_already_added: Option<f64>,
    pub captured_piece_removed: Option<bool>,
    pub requests_before: Option<u32>,
    pub offers_before: Option<u32>,
    pub warned: Option<bool>,
    pub moves_made_by: Option<Sides<u32>>,
    pub start_delay: Option<f64>,
    pub clocks_used: Option<Sides<f64>>,
    pub increment_set: Option<f64>,
    pub time_sheet: Option<TimeSheet>,
    pub opponent_present: Option<bool>,
    pub ended_by: Option<String>,
}

/// Tells a key that is there with `null` from one that is not there.
fn given<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<f64>>, D::Error> {
    Option::<f64>::deserialize(deserializer).map(Some)
}

impl Setup {
    /// Reads the situation of a case.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn read(value: &Value) -> Result<Setup, String> {
        serde_json::from_value(value.clone()).map_err(|error| format!("setup: {error}"))
    }

    /// The regulations of the competition.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn regulations(&self) -> Result<Regulations, String> {
        let case = &self.regulations;
        let draw_odds = match case.draw_odds.as_deref() {
            None => None,
            Some(side) => Some(match read_side(side)? {
                Color::White => DrawOdds::White,
                Color::Black => DrawOdds::Black,
            }),
        };
        let default_counts_from = match case.default_counts_from.as_deref() {
            None => None,
            Some("start") => Some(DefaultCountsFrom::Start),
            Some("schedule") => Some(DefaultCountsFrom::Schedule),
            Some(other) => return Err(format!("default_counts_from: found {other:?}")),
        };
        let mut regulations = Regulations::default();
        regulations.draw_odds = draw_odds;
        regulations.default_counts_from = default_counts_from;
        regulations.default_time = self.default_time.flatten().map(time);
        regulations.device_bag_allowed = case.bag_allowed;
        regulations.no_agreement_before_move = case.no_agreement_before_move;
        regulations.quickplay_finish = self.announced.or(self.guidelines_iii);
        Ok(regulations)
    }

    /// The position before `moves`.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn start(&self) -> Result<Position, String> {
        let fen =
            self.illegal_fen_on_purpose.as_ref().or(self.fen960.as_ref()).or(self.fen.as_ref());
        let Some(fen) = fen else { return Ok(Position::start()) };
        let variant =
            (self.chess960 || self.fen960.is_some()).then_some(kaissa_chess::Variant::Chess960);
        let read = match variant {
            Some(variant) => Position::from_fen_of(fen, variant),
            None => Position::from_fen(fen),
        };
        read.map(|(position, _)| position).map_err(|error| format!("fen: {error}"))
    }

    /// The entries of the game up to the event: moves with their presses, readings, faults booked.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn entries(&self) -> Result<(Position, Vec<Entry>), String> {
        let start = self.start()?;
        let mut at = start.clone();
        let mut moves: Vec<Move> = Vec::new();
        for text in self.moves.iter().flatten() {
            let played = read_san(&at, text)?;
            moves.push(played);
            at.play(played);
        }
        for text in &self.played_uci {
            let played = read_uci(&at, text)?;
            moves.push(played);
            at.play(played);
        }
        let mut entries = Vec::new();
        let last = moves.len().saturating_sub(1);
        let mut by = start.turn();
        for (index, played) in moves.into_iter().enumerate() {
            entries.push(Entry::MoveMade { by, played });
            if index < last || self.clock_pressed.unwrap_or(true) {
                entries.push(Entry::ClockPressed { by });
            }
            by = !by;
        }
        if let Some(expected) = &self.fen_before_fault {
            let four = |fen: &str| fen.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
            let (before, _) = Position::from_fen(expected).map_err(|error| error.to_string())?;
            if four(&before.to_fen()) != four(&at.to_fen()) {
                return Err(format!(
                    "fen_before_fault: found {expected}, the moves lead to {}",
                    at.to_fen()
                ));
            }
        }
        if let Some(clocks) = self.clock_times() {
            entries.push(Entry::ClocksRead(clocks));
        }
        let fault = match self.prior_kind.as_deref() {
            None => Fault::IllegalMove,
            Some(kind) => read_fault(kind)?,
        };
        for color in Color::ALL {
            let prior = self.prior.and_then(|prior| prior.get(color)).unwrap_or(0);
            entries.extend((0..prior).map(|_| Entry::IllegalMoveBooked { by: color, fault }));
        }
        if let Some(side) = &self.offer {
            entries.push(Entry::DrawOffered { by: read_side(side)? });
        }
        for act in &self.sequence {
            let by = read_side(&act.by)?;
            entries.push(match (act.act.as_str(), &act.flag_of) {
                ("draw_offer", None) => Entry::DrawOffered { by },
                ("draw_accept", None) => Entry::DrawAccepted { by },
                ("flag_noticed", Some(of)) => {
                    Entry::FlagNoticed { of: read_side(of)?, by: Some(by) }
                }
                (other, _) => {
                    return Err(format!("sequence: found {other:?}, expected a known act"));
                }
            });
        }
        Ok((start, entries))
    }

    /// The game up to the event.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn game(&self) -> Result<Game, String> {
        let (start, entries) = self.entries()?;
        Ok(Game::fold(start, &entries))
    }

    /// The clock times, where both are given.
    pub fn clock_times(&self) -> Option<ByColor<ClockTime>> {
        let clocks = self.clocks?;
        Some(ByColor { white: time(clocks.white?), black: time(clocks.black?) })
    }

    /// The squares touched before the event.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn touched_squares(&self) -> Result<Vec<Square>, String> {
        self.touched.iter().map(|square| read_square(square)).collect()
    }
}

/// Reads a side.
///
/// # Errors
/// What was found and what was expected.
pub fn read_side(text: &str) -> Result<Color, String> {
    match text {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => Err(format!("found {other:?}, expected white or black")),
    }
}

/// Reads a square.
///
/// # Errors
/// What was found and what was expected.
pub fn read_square(text: &str) -> Result<Square, String> {
    text.parse().map_err(|_| format!("found {text:?}, expected a square"))
}

/// Reads a move in UCI, legal or not.
///
/// # Errors
/// What was found and what was expected.
pub fn read_uci(at: &Position, text: &str) -> Result<Move, String> {
    at.move_from_uci(text).ok_or_else(|| format!("found {text:?}, expected a move in UCI"))
}

/// Reads a legal move in English algebraic notation.
///
/// # Errors
/// What was found and what was expected.
pub fn read_san(at: &Position, text: &str) -> Result<Move, String> {
    match at.read_move(text, Language::English) {
        Reading::Legal { played, .. } => Ok(played),
        other => {
            Err(format!("found {text:?} ({other:?}), expected a legal move in {}", at.to_fen()))
        }
    }
}

/// Reads the type of an earlier fault.
///
/// # Errors
/// What was found and what was expected.
pub fn read_fault(kind: &str) -> Result<Fault, String> {
    match kind {
        "illegal_move" | "illegal_move_found_later" => Ok(Fault::IllegalMove),
        "two_hands" => Ok(Fault::TwoHands),
        "clock_press_without_move" => Ok(Fault::PressWithoutMove),
        "promotion_not_completed" => Ok(Fault::UnpromotedPawn),
        "king_captured" => Ok(Fault::KingCapture),
        other => Err(format!("prior_kind: found {other:?}, expected a type of fault")),
    }
}

/// Seconds as clock time.
pub fn time(seconds: f64) -> ClockTime {
    ClockTime::millis((seconds * 1_000.0).round() as i64)
}
