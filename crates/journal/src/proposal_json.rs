//! Proposals as JSON, in the stable form of the reference.

use kaissa_chess::{ByColor, CastlingSide, Color, Move, Position};
use kaissa_game::Points;
use kaissa_laws::{Basis, ClockTime};
use kaissa_ruling::{Certainty, Consequence, Envelope, Evidence, Judgement, Paper, Proposal};
use serde_json::{Value, json};

/// A proposal as JSON; moves are written in the position on the board.
pub fn proposal_json(proposal: &Proposal, at: Option<&Position>) -> Value {
    let grounds: Vec<Value> = proposal.grounds.iter().map(basis_json).collect();
    let consequences: Vec<Value> =
        proposal.consequences.iter().map(|consequence| consequence_json(consequence, at)).collect();
    let certainty = match proposal.certainty {
        Certainty::Proved => "proved",
        Certainty::Refuted => "refuted",
        Certainty::Open => "open",
    };
    json!({
        "schema": 1,
        "decision": proposal.decision.word(),
        "refusal": proposal.refusal.map(|refusal| refusal.word()),
        "basis": grounds.first().and_then(|basis| basis.get("kind")).cloned(),
        "grounds": grounds,
        "consequences": consequences,
        "certainty": certainty,
        "unknown": proposal.unknown.iter().map(|rule| rule.key()).collect::<Vec<_>>(),
        "judgement": proposal.judgement.iter().map(|asked| judgement_word(*asked)).collect::<Vec<_>>(),
        "options": proposal.choices.iter().map(|choice| choice.word()).collect::<Vec<_>>(),
        "evidence": proposal.evidence.iter().map(|shown| evidence_json(shown, at)).collect::<Vec<_>>(),
    })
}

/// What a proposal rests on as JSON.
pub fn basis_json(basis: &Basis) -> Value {
    match basis {
        Basis::Article(citation) | Basis::ByAnalogy(citation) => {
            let articles: Vec<&str> =
                citation.articles.iter().map(|article| article.as_str()).collect();
            let kind = match basis {
                Basis::Article(_) => "article",
                _ => "analogy",
            };
            json!({
                "kind": kind,
                "edition": citation.edition.name(),
                "rule": citation.rule.key(),
                "articles": articles,
            })
        }
        Basis::Regulation(point) => json!({"kind": "regulation", "point": point.as_str()}),
        Basis::Interpretation(source) => {
            json!({"kind": "interpretation", "source": source.as_str()})
        }
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn ms(time: ClockTime) -> i64 {
    time.as_millis()
}

fn uci(played: Move, at: Option<&Position>) -> String {
    match at {
        Some(position) => position.to_uci(played),
        None => Position::start().to_uci(played),
    }
}

fn points(points: Option<Points>) -> Value {
    match points {
        None => Value::Null,
        Some(Points::Zero) => json!(0),
        Some(Points::Half) => json!(0.5),
        Some(Points::One) => json!(1),
    }
}

fn castling_side(castling: &CastlingSide) -> &'static str {
    match castling {
        CastlingSide::KingSide => "king_side",
        CastlingSide::QueenSide => "queen_side",
    }
}

fn consequence_json(consequence: &Consequence, at: Option<&Position>) -> Value {
    let bare = |kind: &str| json!({"kind": kind});
    let of = |kind: &str, color: &Color| json!({"kind": kind, "side": side(*color)});
    match consequence {
        Consequence::AddTime { to, time } => {
            json!({"kind": "add_time", "to": side(*to), "ms": ms(*time)})
        }
        Consequence::RemoveTime { from, time } => {
            json!({"kind": "remove_time", "from": side(*from), "ms": ms(*time)})
        }
        Consequence::SetClock { times, running, counter } => json!({
            "kind": "set_clock",
            "white_ms": ms(times.white),
            "black_ms": ms(times.black),
            "running": running.map(side),
            "counter": counter.map(counter_json),
        }),
        Consequence::SetCounter(counter) => {
            json!({"kind": "set_counter", "counter": counter_json(*counter)})
        }
        Consequence::TimesByJudgement => bare("times_by_judgement"),
        Consequence::OptionalTime { to, time } => {
            json!({"kind": "optional_time", "to": side(*to), "ms": ms(*time)})
        }
        Consequence::IncrementForBoth(time) => {
            json!({"kind": "increment_for_both", "ms": ms(*time)})
        }
        Consequence::PlayMove(played) => json!({"kind": "play_move", "move": uci(*played, at)}),
        Consequence::OneOfMoves(moves) => json!({
            "kind": "one_of_moves",
            "moves": moves.iter().map(|&played| uci(played, at)).collect::<Vec<_>>(),
        }),
        Consequence::CastlingForbidden(sides) => json!({
            "kind": "castling_forbidden",
            "sides": sides.iter().map(castling_side).collect::<Vec<_>>(),
        }),
        Consequence::CastlingLost { by, sides } => json!({
            "kind": "castling_lost",
            "by": side(*by),
            "sides": sides.iter().map(castling_side).collect::<Vec<_>>(),
        }),
        Consequence::Restore { ply, position } => {
            json!({"kind": "restore", "ply": ply, "fen": position.to_fen()})
        }
        Consequence::ConvertPiece { square, role } => json!({
            "kind": "convert_piece",
            "square": square.to_string(),
            "to": role.char().to_string(),
        }),
        Consequence::Warning { to, rule } => {
            json!({"kind": "warning", "to": side(*to), "for": rule.key()})
        }
        Consequence::Booked { to, n_illegal_moves } => {
            json!({"kind": "booked", "to": side(*to), "illegal_moves": n_illegal_moves})
        }
        Consequence::PenaltyByChoice { to } => {
            json!({"kind": "penalty_by_choice", "to": side(*to)})
        }
        Consequence::GameLost { by, opponent_points } => json!({
            "kind": "game_lost",
            "by": side(*by),
            "opponent_points": points(*opponent_points),
        }),
        Consequence::PointsOfBoth(both) => {
            json!({"kind": "points", "white": points(both.white), "black": points(both.black)})
        }
        Consequence::NewGame => bare("new_game"),
        Consequence::SwapColors => bare("swap_colours"),
        Consequence::TransferPosition => bare("transfer_position"),
        Consequence::Seal => bare("seal"),
        Consequence::StartClock(color) => of("start_clock", color),
        Consequence::UpdateSheets(who) => json!({
            "kind": "update_sheets",
            "who": who.iter().map(|color| side(*color)).collect::<Vec<_>>(),
        }),
        Consequence::NextMoveOpensPeriod => bare("next_move_opens_period"),
        Consequence::MayClaimNextTurn => bare("may_claim_next_turn"),
        Consequence::Envelope(state) => {
            let state = match state {
                Envelope::Closed => "closed",
                Envelope::Opened => "opened",
                Envelope::WithArbiter => "with_arbiter",
            };
            json!({"kind": "envelope", "state": state})
        }
        Consequence::NextMover(color) => of("next_mover", color),
        Consequence::NotRated => bare("not_rated"),
        Consequence::MayUseOpponentsSheet => bare("may_use_opponents_sheet"),
        Consequence::PlayedAs(style) => json!({"kind": "played_as", "style": style.name()}),
        Consequence::RecordSign(sign) => json!({"kind": "record_sign", "sign": sign}),
        Consequence::SheetNotEvidence => bare("sheet_not_evidence"),
        Consequence::Castled { king, rook } => {
            json!({"kind": "castled", "king": king.to_string(), "rook": rook.to_string()})
        }
        Consequence::ClaimOpenTo(color) => of("claim_open_to", color),
        Consequence::OfferOpenTo(color) => of("offer_open_to", color),
        Consequence::ClaimIsChecked => bare("claim_is_checked"),
        Consequence::ClaimFallsAway => bare("claim_falls_away"),
        Consequence::ForArbiterOnly => bare("for_arbiter_only"),
        Consequence::Final => bare("final"),
        Consequence::Appealable => bare("appealable"),
        Consequence::DeciderWonBy(color) => of("decider_won_by", color),
        Consequence::InTimeOf(color) => of("in_time_of", color),
        Consequence::ResultAfterFlagFall { or_earlier } => {
            json!({"kind": "result_after_flag_fall", "or_earlier": or_earlier})
        }
        Consequence::Required(papers) => json!({
            "kind": "required",
            "papers": papers.iter().map(|paper| paper_word(*paper)).collect::<Vec<_>>(),
        }),
        Consequence::DecidedByArbiter => bare("decided_by_arbiter"),
        #[allow(unreachable_patterns, reason = "a consequence that is new here is named in full")]
        other => json!({"kind": "other", "text": format!("{other:?}")}),
    }
}

fn counter_json(counter: ByColor<u32>) -> Value {
    json!({"white": counter.white, "black": counter.black})
}

fn paper_word(paper: Paper) -> &'static str {
    match paper {
        Paper::PositionWrittenByClaimant => "position_written_by_claimant",
        Paper::PositionConfirmedByOpponent => "position_confirmed_by_opponent",
        Paper::SheetUpToDate => "sheet_up_to_date",
    }
}

fn judgement_word(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::NormalMeans => "normal_means",
        Judgement::Disturbance => "disturbance",
        Judgement::Penalty => "penalty",
        Judgement::TimeUsed => "time_used",
        Judgement::TextSilent => "text_silent",
        Judgement::Facts => "facts",
        Judgement::DecideOtherwise => "decide_otherwise",
        Judgement::Schedule => "schedule",
    }
}

fn evidence_json(evidence: &Evidence, at: Option<&Position>) -> Value {
    match evidence {
        Evidence::Occurrences(plies) => json!({"kind": "occurrences", "plies": plies}),
        Evidence::HalfmoveClock { plies, since } => {
            json!({"kind": "halfmove_clock", "plies": plies, "since": since})
        }
        Evidence::Helpmate { by, moves } => {
            let mut position = at.cloned().unwrap_or_else(Position::start);
            let line: Vec<String> = moves
                .iter()
                .map(|&played| {
                    let text = position.to_uci(played);
                    position.play(played);
                    text
                })
                .collect();
            json!({"kind": "helpmate", "by": side(*by), "moves": line})
        }
        Evidence::CannotMate { by } => json!({"kind": "cannot_mate", "by": side(*by)}),
        Evidence::Diagrams(count) => json!({"kind": "diagrams", "count": count}),
        Evidence::ClocksWithoutBonus(times) => json!({
            "kind": "clocks_without_bonus",
            "white_ms": ms(times.white),
            "black_ms": ms(times.black),
        }),
        Evidence::MateUndecided { by, nodes } => {
            json!({"kind": "mate_undecided", "by": side(*by), "nodes": nodes})
        }
        Evidence::Entries(entries) => json!({"kind": "entries", "entries": entries}),
        Evidence::TimeUsed { sum, bounds } => json!({
            "kind": "time_used",
            "sum_ms": ms(*sum),
            "white_ms": [ms(bounds.white.0), ms(bounds.white.1)],
            "black_ms": [ms(bounds.black.0), ms(bounds.black.1)],
        }),
        Evidence::TimeMissing(time) => json!({"kind": "time_missing", "ms": ms(*time)}),
        #[allow(unreachable_patterns, reason = "evidence that is new here is named in full")]
        other => json!({"kind": "other", "text": format!("{other:?}")}),
    }
}
