//! Several acts at one board.

use kaissa_chess::{Color, Move, Position};
use kaissa_game::{
    AnnouncedMove, Announcement, ClaimedMove, DrawClaim, DrawRule, Entry, GameResult,
    OutsiderWords, Saying, WrittenResult,
};
use kaissa_ruling::{ActOrder, ActsFacts, propose_after_acts};
use serde::Deserialize;

use super::Handler;
use super::flags::{control_moves, period};
use super::illegal_moves::read_piece;
use crate::cases::setup::{read_san, read_side, read_square, read_uci, time};
use crate::cases::{Answer, Question};

pub(super) const TYPES: &[(&str, Handler)] = &[("acts", acts)];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActsEvent {
    acts: Vec<WrittenAct>,
    order_known: Option<bool>,
}

/// An act with every field that some act has; each act names those that it knows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAct {
    act: String,
    by: Option<String>,
    uci: Option<String>,
    clock_pressed: Option<bool>,
    square: Option<String>,
    announced: Option<String>,
    upside_down: Option<bool>,
    new_piece: Option<String>,
    flag_of: Option<String>,
    refers_to: Option<String>,
    intended: Option<String>,
    correct: Option<bool>,
    conditional: Option<bool>,
    what: Option<String>,
    result: Option<String>,
}

impl WrittenAct {
    fn by(&self) -> Result<Color, String> {
        read_side(self.by.as_deref().ok_or_else(|| format!("{}: found no by", self.act))?)
    }

    fn field<'a>(&self, value: &'a Option<String>, name: &str) -> Result<&'a str, String> {
        value.as_deref().ok_or_else(|| format!("{}: found no {name}", self.act))
    }

    /// Fields that the act does not know are errors.
    fn knows(&self, fields: &[&str]) -> Result<(), String> {
        let given = [
            ("by", self.by.is_some()),
            ("uci", self.uci.is_some()),
            ("clock_pressed", self.clock_pressed.is_some()),
            ("square", self.square.is_some()),
            ("announced", self.announced.is_some()),
            ("upside_down", self.upside_down.is_some()),
            ("new_piece", self.new_piece.is_some()),
            ("flag_of", self.flag_of.is_some()),
            ("refers_to", self.refers_to.is_some()),
            ("intended", self.intended.is_some()),
            ("correct", self.correct.is_some()),
            ("conditional", self.conditional.is_some()),
            ("what", self.what.is_some()),
            ("result", self.result.is_some()),
        ];
        match given.iter().find(|(name, is_given)| *is_given && !fields.contains(name)) {
            Some((name, _)) => Err(format!("{}: found an unknown field {name}", self.act)),
            None => Ok(()),
        }
    }
}

fn acts(question: &Question) -> Result<Answer, String> {
    let event: ActsEvent = question.fields()?;
    let setup = question.setup;
    let game = setup.game()?;
    let mut at = game.position().clone();
    let mut entries = Vec::new();
    for act in &event.acts {
        entries.extend(read_act(act, &mut at)?);
    }
    let facts = ActsFacts {
        order: match event.order_known {
            Some(false) => ActOrder::Disputed,
            _ => ActOrder::Known,
        },
        increment: setup.increment.map(time).unwrap_or_default(),
        period: period(setup)?,
        moves: control_moves(setup),
    };
    let proposal = propose_after_acts(&game, &entries, &facts, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

/// The entries of one act; `at` is the position as the acts have left it.
fn read_act(act: &WrittenAct, at: &mut Position) -> Result<Vec<Entry>, String> {
    let by_only = |entry: fn(Color) -> Entry| -> Result<Vec<Entry>, String> {
        act.knows(&["by"])?;
        Ok(vec![entry(act.by()?)])
    };
    match act.act.as_str() {
        "claim_time" => by_only(|by| Entry::TimeClaimed { by }),
        "claim_draw" => by_only(|by| Entry::DrawAsserted { by }),
        "claim_resignation" => by_only(|by| Entry::ResignationAsserted { by }),
        "clock_paused" => by_only(|by| Entry::ClocksPaused { by: Some(by) }),
        "clock_lifted" => by_only(|by| Entry::ClockLifted { by }),
        "draw_offer" => by_only(|by| Entry::DrawOffered { by }),
        "draw_refuse" => by_only(|by| Entry::DrawRefused { by }),
        "draw_withdraw" => by_only(|by| Entry::DrawOfferWithdrawn { by }),
        "resign" => by_only(|by| Entry::Resigned { by }),
        "resign_withdraw" => by_only(|by| Entry::ResignationWithdrawn { by }),
        "hand_offered" => by_only(|by| Entry::HandOffered { by }),
        "hand_taken" => by_only(|by| Entry::HandTaken { by }),
        "move" | "piece_released" => {
            act.knows(&["by", "uci", "clock_pressed"])?;
            let by = act.by()?;
            let played = read_move(act, by, at)?;
            Ok(moved(by, played, act.clock_pressed.unwrap_or(false), at))
        }
        "promotion" => {
            act.knows(&["by", "uci", "clock_pressed", "announced", "upside_down", "new_piece"])?;
            let by = act.by()?;
            if let Some(announced) = &act.announced {
                read_piece(announced)?;
            }
            let played = match (read_move(act, by, at)?, act.new_piece.as_deref()) {
                (played, None) => played,
                (played, Some("none")) => {
                    Move::Normal { from: played.from(), to: played.to(), promotion: None }
                }
                (_, Some(other)) => return Err(format!("new_piece: found {other:?}")),
            };
            Ok(moved(by, played, act.clock_pressed.unwrap_or(false), at))
        }
        "piece_lifted" => {
            act.knows(&["by", "square"])?;
            let square = read_square(act.field(&act.square, "square")?)?;
            Ok(vec![Entry::PieceLifted { by: act.by()?, square }])
        }
        "flag_fell" => {
            act.knows(&["flag_of"])?;
            Ok(vec![Entry::FlagFell { of: read_side(act.field(&act.flag_of, "flag_of")?)? }])
        }
        "flag_noticed" => {
            act.knows(&["by", "flag_of"])?;
            let by = match act.field(&act.by, "by")? {
                "arbiter" => None,
                side => Some(read_side(side)?),
            };
            Ok(vec![Entry::FlagNoticed { of: read_side(act.field(&act.flag_of, "flag_of")?)?, by }])
        }
        "claim_illegal_move" => {
            act.knows(&["by", "refers_to"])?;
            let about = match act.refers_to.as_deref() {
                None => ClaimedMove::Last,
                Some("before") => ClaimedMove::Earlier,
                Some(other) => return Err(format!("refers_to: found {other:?}")),
            };
            Ok(vec![Entry::IllegalMoveClaimed { by: act.by()?, about }])
        }
        "claim_repetition" => {
            act.knows(&["by", "intended"])?;
            let announced = Announcement::WrittenAndDeclared;
            let claim = match &act.intended {
                None => DrawClaim::OnBoard(DrawRule::Threefold),
                Some(san) => DrawClaim::WithMove(
                    DrawRule::Threefold,
                    AnnouncedMove { played: read_san(at, san)?, announced },
                ),
            };
            Ok(vec![Entry::DrawClaimed { by: act.by()?, claim }])
        }
        "claim_decided" => {
            act.knows(&["correct"])?;
            let correct = act.correct.ok_or("claim_decided: found no correct")?;
            Ok(vec![Entry::ClaimDecided { correct }])
        }
        "draw_accept" => {
            act.knows(&["by", "conditional"])?;
            let by = act.by()?;
            Ok(vec![match act.conditional {
                Some(true) => Entry::DrawAcceptedOnCondition { by },
                _ => Entry::DrawAccepted { by },
            }])
        }
        "words" => {
            act.knows(&["by", "what"])?;
            let what = match act.field(&act.what, "what")? {
                "ok" => Saying::Ok,
                "checkmate" => Saying::Checkmate,
                "draw_called" => Saying::DrawCalled,
                "draw_claimed" => Saying::DrawClaimed,
                other => return Err(format!("words: found {other:?}")),
            };
            Ok(vec![Entry::Said { by: act.by()?, what }])
        }
        "result_written" => {
            act.knows(&["by", "result"])?;
            let text = act.field(&act.result, "result")?;
            let Some(WrittenResult::Finished(result)) = GameResult::read(text) else {
                return Err(format!("result_written: found {text:?}, expected a result"));
            };
            Ok(vec![Entry::ResultWritten { by: act.by()?, result }])
        }
        "protest" => {
            act.knows(&["by"])?;
            match act.field(&act.by, "by")? {
                "captain" => Ok(vec![Entry::OutsiderSpoke(OutsiderWords::Protest)]),
                other => Err(format!("protest: found {other:?}, expected captain")),
            }
        }
        "spectator_says" => {
            act.knows(&["what"])?;
            let words = match act.field(&act.what, "what")? {
                "flag" => OutsiderWords::Flag,
                "flag_fell_before" => OutsiderWords::FlagFellBefore,
                "flag_was_up_before" => OutsiderWords::FlagWasUpBefore,
                "move_hint" => OutsiderWords::MoveHint,
                other => return Err(format!("spectator_says: found {other:?}")),
            };
            Ok(vec![Entry::OutsiderSpoke(words)])
        }
        other => Err(format!("act: found {other:?}, expected a known one")),
    }
}

fn read_move(act: &WrittenAct, by: Color, at: &Position) -> Result<Move, String> {
    let mut seen = at.clone();
    seen.set_turn(by);
    read_uci(&seen, act.field(&act.uci, "uci")?)
}

fn moved(by: Color, played: Move, pressed: bool, at: &mut Position) -> Vec<Entry> {
    at.set_turn(by);
    at.play(played);
    let mut entries = vec![Entry::MoveMade { by, played }];
    if pressed {
        entries.push(Entry::ClockPressed { by });
    }
    entries
}
