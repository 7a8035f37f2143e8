//! From an alarm to the act that it calls for, filled in as far as the alarm tells.

use kaissa_hall::{Alarm, AlarmKind};

use super::illegal_move_new;
use crate::acting::{DrawClaimText, side};

/// An act at a board, as alarms lead to it.
pub(crate) struct AlarmAct {
    /// Its part of the path.
    pub act: &'static str,
    /// What is filled in.
    pub query: String,
}

/// The act that an alarm calls for; `None` where it calls for none.
pub(crate) fn act_of(alarm: &Alarm) -> Option<AlarmAct> {
    let (act, fields): (&'static str, Vec<(&str, String)>) = match alarm.kind() {
        AlarmKind::FiftyMoves | AlarmKind::FiftyNear | AlarmKind::FiftyWithMove => {
            ("claim", vec![("rule", DrawClaimText::FIFTY.to_owned())])
        }
        AlarmKind::Threefold | AlarmKind::SecondOccurrence => {
            ("claim", vec![("rule", DrawClaimText::THREEFOLD.to_owned())])
        }
        AlarmKind::Checkmate
        | AlarmKind::Stalemate
        | AlarmKind::DeadPosition
        | AlarmKind::Fivefold
        | AlarmKind::SeventyFiveMoves
        | AlarmKind::PlayedOn => ("stop", Vec::new()),
        AlarmKind::FlagFall => {
            let fallen = alarm.by.map(|by| ("fallen", side(by).to_owned()));
            ("flag", fallen.into_iter().collect())
        }
        AlarmKind::IllegalMove => {
            ("illegal-move", illegal_move_new::filled_in(alarm.by, alarm.ply()))
        }
        AlarmKind::AgreedTooEarly => ("draw-offer", vec![("answer", "accepts".to_owned())]),
        _ => return None,
    };
    let by = alarm.by.filter(|_| act == "claim").map(|by| ("by", side(by).to_owned()));
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in fields.into_iter().chain(by) {
        query.append_pair(name, &value);
    }
    Some(AlarmAct { act, query: query.finish() })
}
