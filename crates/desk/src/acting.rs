//! Acts: what is told at a board becomes a proposal that is shown, and kept as it was shown.

mod form;
mod kept;
pub(crate) mod positions;
mod told;

use std::sync::Arc;

use kaissa_chess::{ByColor, Color, Move, Position};
use kaissa_game::{Entry as GameEvent, Game, TimeControl, TimeControlReading};
use kaissa_journal::{GameEvent as KeptEvent, ResultEntered, proposal_json};
use kaissa_laws::ClockTime;
use kaissa_ruling::{
    CarriedOut, Choice, ClaimBy, Consequence, Evidence, Proposal, RecordReach, carried_out,
};
use kaissa_words::{Language, ProposalWords, Words, evidence_lines, ply_name, to_players};
use serde_json::{Map, Value, json};

use crate::statics::catalogue;
use crate::{Ask, Board, Body, Deed, LiveBoard};

pub(crate) use form::{ActForm, Steps, stands};
pub(crate) use kept::{Kept, Way};
pub(crate) use told::{
    DrawClaimText, clock_now, read_color, read_number, read_time, read_times, read_written,
    time_text,
};

/// A case that is put to the pure crates, and what they propose.
pub(crate) struct Case {
    /// Which form asked: `claim`, `flag`, the name of a kind.
    pub about: String,
    /// The game that the proposal was made on.
    pub game: Game,
    /// What was told of the game; entered with the ruling, whatever it is.
    pub facts: Vec<GameEvent>,
    /// The draw claim that it is about.
    pub claim: Option<ClaimBy>,
    /// What is proposed.
    pub proposal: Proposal,
    /// Whether it was put by a position alone, and not on the board's game.
    pub is_by_position: bool,
}

impl Case {
    /// A case of the board's own game, without a claim.
    pub fn of_game(about: &str, game: Game, facts: Vec<GameEvent>, proposal: Proposal) -> Case {
        let about = about.to_owned();
        Case { about, game, facts, claim: None, proposal, is_by_position: false }
    }

    /// The entry that keeps the proposal as it is shown to who asks.
    pub fn shown(&self, ask: &Ask, live: &LiveBoard) -> Deed {
        Body::ProposalShown {
            board: live.board.id,
            about: self.about.clone(),
            edition: live.rules.edition().name().to_owned(),
            language: ask.language,
            proposal: self.json(ask, live),
        }
        .into()
    }

    /// The proposal as JSON: the contract of `docs/reference/proposals.md`, and what the page shows
    /// beside it.
    fn json(&self, ask: &Ask, live: &LiveBoard) -> Value {
        let at = self.game.position();
        let mut object = match proposal_json(&self.proposal, Some(at)) {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        let facts: Vec<Value> = self.facts.iter().map(event_json).collect();
        let claim = self.claim.map(|(by, claim)| GameEvent::DrawClaimed { by, claim });
        let more = [
            ("told", told(ask)),
            ("at", json!({ "ply": live.board.game.ply(), "fen": at.to_fen() })),
            ("words", in_both(|words| self.words(words))),
            ("pictures", self.pictures()),
            ("facts", facts.into()),
            ("claim", claim.as_ref().map_or(Value::Null, event_json)),
            ("ways", self.ways(live)),
        ];
        object.extend(more.map(|(name, value)| (name.to_owned(), value)));
        object.into()
    }

    fn words(&self, words: &Words) -> Value {
        let parts = ProposalWords::of(words, &self.proposal, Some(self.game.position()));
        json!({
            "decision": parts.decision,
            "steps": parts.steps,
            "questions": parts.questions,
            "unknown": parts.unknown,
            "open": parts.open,
            "evidence": evidence_lines(words, &self.proposal, &self.game),
        })
    }

    /// The ways to follow the proposal: as it is, or by one of its choices.
    fn ways(&self, live: &LiveBoard) -> Value {
        let on_the_board = |made: Proposal| match self.is_by_position {
            true => made.in_game(&live.board.game),
            false => made,
        };
        let choices = &self.proposal.choices;
        if choices.is_empty() {
            return json!([self.way(None, &on_the_board(self.proposal.clone()))]);
        }
        let ways = choices.iter().map(|choice| {
            let chosen = self.proposal.chosen(choice, &self.game, &live.rules);
            self.way(Some(choice), &on_the_board(chosen))
        });
        ways.collect::<Vec<Value>>().into()
    }

    fn way(&self, choice: Option<&Choice>, made: &Proposal) -> Value {
        let at = Some(self.game.position());
        let CarriedOut { entries, result } = carried_out(made, choice, self.claim);
        let clock = made.consequences.iter().find_map(|consequence| match consequence {
            Consequence::SetClock { times, running, .. } => Some(json!({
                "white_ms": times.white.as_millis(),
                "black_ms": times.black.as_millis(),
                "running": running.map(side),
            })),
            _ => None,
        });
        let name = in_both(|words| {
            choice.map(|choice| kaissa_words::choice(words, choice)).unwrap_or_default().into()
        });
        json!({
            "choice": choice.map(Choice::word),
            "decision": made.decision.word(),
            "name": name,
            "say": in_both(|words| to_players(words, made, at).into()),
            "clock": clock,
            "needs_times": made.consequences.contains(&Consequence::TimesByJudgement),
            "entries": entries.iter().map(event_json).collect::<Vec<Value>>(),
            "result": result.and_then(|result| {
                let entered = ResultEntered { result, reason: None };
                serde_json::to_value(entered).ok()?.get("result").cloned()
            }),
        })
    }

    /// The positions that the evidence speaks of.
    fn pictures(&self) -> Value {
        let mut pictures = Vec::new();
        for evidence in &self.proposal.evidence {
            match evidence {
                Evidence::Occurrences(plies) if plies.len() > 1 => {
                    pictures.extend(plies.iter().filter_map(|&ply| self.occurrence(ply)));
                }
                Evidence::Helpmate { moves, .. } => {
                    let mut end = self.game.position().clone();
                    moves.iter().for_each(|&played| {
                        end.play(played);
                    });
                    let name = in_both(|words| words_say(words, "desk-mate-at-the-end"));
                    pictures.push(picture(&end, moves.last().copied(), name));
                }
                _ => {}
            }
        }
        if pictures.is_empty() {
            let last = self.game.last_move().map(|made| made.played);
            let name = in_both(|words| ply_name(words, &self.game, self.game.ply()).into());
            pictures.push(picture(self.game.position(), last, name));
        }
        pictures.into()
    }

    fn occurrence(&self, ply: u32) -> Option<Value> {
        let name = in_both(|words| ply_name(words, &self.game, ply).into());
        if ply <= self.game.ply() {
            let made = ply.checked_sub(1).and_then(|index| self.game.moves().get(index as usize));
            let last = made.map(|made| made.played);
            return Some(picture(self.game.position_after(ply)?, last, name));
        }
        let announced = self.claim.and_then(|(_, claim)| claim.announced())?.played;
        let mut after = self.game.position().clone();
        after.play(announced);
        Some(picture(&after, Some(announced), name))
    }
}

fn picture(position: &Position, last: Option<Move>, name: Value) -> Value {
    json!({
        "fen": position.to_fen(),
        "from": last.map(|last| last.from().to_string()),
        "to": last.map(|last| last.to().to_string()),
        "name": name,
    })
}

fn words_say(words: &Words, id: &str) -> Value {
    words.say(id, &kaissa_words::FluentArgs::new()).into()
}

/// The same in each language, by its code.
fn in_both(say: impl Fn(&Words) -> Value) -> Value {
    let both = Language::ALL.map(|language| (language.code().to_owned(), say(catalogue(language))));
    Map::from_iter(both).into()
}

fn event_json(event: &GameEvent) -> Value {
    // Every event has its words, so none is left out.
    serde_json::to_value(KeptEvent(event.clone())).unwrap_or_default()
}

/// What was told in the form, so that it can be read later and told otherwise.
fn told(ask: &Ask) -> Value {
    let fields = ask.form.pairs().filter(|(name, _)| !matches!(*name, "token" | "sent"));
    let filled = fields.filter(|(_, value)| !value.trim().is_empty());
    Map::from_iter(filled.map(|(name, value)| (name.to_owned(), value.into()))).into()
}

/// The game of a board with what was told of it beside the record.
pub(crate) fn with_facts(board: &Board, facts: &[GameEvent]) -> Game {
    let mut game = board.game.clone();
    facts.iter().for_each(|fact| game.apply(fact));
    game
}

/// How far the record of a board goes.
pub(crate) fn reach(board: &Arc<Board>) -> RecordReach {
    let ply = board.game.ply();
    let is_unread = board.record.unread.as_ref().is_some_and(|unread| ply <= unread.ply);
    if is_unread || ply == 0 {
        return RecordReach::Behind;
    }
    let open = || board.gaps.iter().filter(|gap| !gap.is_closed && gap.plies_before <= ply);
    let is_back = |gap: &&kaissa_journal::GapSeen| gap.before.is_some() && gap.before == gap.after;
    let and_back_after = open().filter(is_back).map(|gap| gap.plies_before).max();
    let anything_after = open().filter(|gap| !is_back(gap)).map(|gap| gap.plies_before).max();
    match (anything_after, and_back_after) {
        (None, None) => RecordReach::Whole,
        _ => RecordReach::Gaps { anything_after, and_back_after },
    }
}

/// What is said before the steps of an act whose answer rests on the record, where it has gaps.
pub(crate) fn record_says(ask: &Ask, live: &LiveBoard) -> Vec<String> {
    match reach(&live.board) {
        RecordReach::Whole => Vec::new(),
        RecordReach::Gaps { .. } => vec![ask.say("desk-record-gaps")],
        RecordReach::Behind => vec![ask.say("desk-record-behind")],
    }
}

/// The time control of a board, where it can be read.
pub(crate) fn time_control(ask: &Ask, board: &Board) -> Option<TimeControl> {
    TimeControlReading::read(&ask.ground().time_control_of(board)).control
}

/// The clocks that were told, as an entry.
pub(crate) fn clocks_read(times: Option<ByColor<ClockTime>>) -> Option<GameEvent> {
    times.map(GameEvent::ClocksRead)
}

/// The word of a side in forms and entries.
pub(crate) fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}
