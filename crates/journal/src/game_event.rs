//! What happened at a board, as JSON: the body of `game_event`.
//!
//! The words are those of `docs/reference/entries.md`; they never change. The lists below name every
//! variant once, for both directions: a new one in `kaissa_game` does not compile until it has its
//! word here.

use kaissa_game::{AnnouncedMove, DrawClaim, Entry, GameEnd, GameResult, Incident, Points};
use serde_json::{Map, Value};

use crate::parts::{Part, Unknown, take, take_word};

type Object = Map<String, Value>;

/// Writes the variants of an enum as objects with a word under `$tag`, and reads them again.
macro_rules! variants {
    ($type:ident under $tag:literal {
        $($word:literal = $variant:ident
            $({ $($field:ident as $field_name:literal),* })?
            $(( $($place:ident as $place_name:literal),* ))?,)*
    }) => {
        impl Part for $type {
            fn put(&self, _name: &str, object: &mut Object) {
                match self {
                    $($type::$variant $({ $($field),* })? $(( $($place),* ))? => {
                        object.insert($tag.to_owned(), $word.into());
                        $($($field.put($field_name, object);)*)?
                        $($($place.put($place_name, object);)*)?
                    })*
                }
            }

            fn take(_name: &str, object: &Object) -> Result<$type, Unknown> {
                match take_word($tag, object)? {
                    $($word => {
                        $($(let $place = take($place_name, object)?;)*)?
                        Ok($type::$variant
                            $({ $($field: take($field_name, object)?),* })?
                            $(( $($place),* ))?)
                    })*
                    _ => Err(Unknown { name: $tag.to_owned() }),
                }
            }
        }

        #[cfg(test)]
        impl Words for $type {
            const WORDS: &'static [&'static str] = &[$($word),*];
        }
    };
}

variants! { Entry under "event" {
    "piece_touched" = PieceTouched { by as "by", square as "square" },
    "piece_adjusted" = PieceAdjusted { by as "by", square as "square" },
    "piece_lifted" = PieceLifted { by as "by", square as "square" },
    "move_made" = MoveMade { by as "by", played as "move" },
    "clock_pressed" = ClockPressed { by as "by" },
    "clocks_paused" = ClocksPaused { by as "by" },
    "clocks_read" = ClocksRead(clocks as "clocks"),
    "clocks_set" = ClocksSet(clocks as "clocks"),
    "draw_offered" = DrawOffered { by as "by" },
    "draw_accepted" = DrawAccepted { by as "by" },
    "draw_refused" = DrawRefused { by as "by" },
    "draw_offer_withdrawn" = DrawOfferWithdrawn { by as "by" },
    "draw_claimed" = DrawClaimed { by as "by", claim as "claim" },
    "claim_withdrawn" = ClaimWithdrawn { by as "by" },
    "claim_decided" = ClaimDecided { correct as "correct" },
    "claim_postponed" = ClaimPostponed,
    "resigned" = Resigned { by as "by" },
    "flag_fell" = FlagFell { of as "of" },
    "flag_noticed" = FlagNoticed { of as "of", by as "by" },
    "time_claimed" = TimeClaimed { by as "by" },
    "illegal_move_claimed" = IllegalMoveClaimed { by as "by", about as "about" },
    "draw_asserted" = DrawAsserted { by as "by" },
    "resignation_asserted" = ResignationAsserted { by as "by" },
    "resignation_withdrawn" = ResignationWithdrawn { by as "by" },
    "draw_accepted_on_condition" = DrawAcceptedOnCondition { by as "by" },
    "hand_offered" = HandOffered { by as "by" },
    "hand_taken" = HandTaken { by as "by" },
    "clock_lifted" = ClockLifted { by as "by" },
    "said" = Said { by as "by", what as "what" },
    "result_written" = ResultWritten { by as "by", result as "result" },
    "outsider_spoke" = OutsiderSpoke(words as "words"),
    "illegal_move_booked" = IllegalMoveBooked { by as "by", fault as "fault" },
    "position_restored" = PositionRestored { ply as "ply" },
    "pawn_converted" = PawnConverted { square as "square", role as "role" },
    "end_taken_back" = EndTakenBack,
    "booking_taken_back" = BookingTakenBack { by as "by" },
    "warning_taken_back" = WarningTakenBack { who as "who", rule as "rule" },
    "wrong_claim_taken_back" = WrongClaimTakenBack { by as "by" },
    "happened" = Happened(incident as "incident"),
    "ended" = Ended(end as "end"),
} }

variants! { Incident under "incident" {
    "game_started" = GameStarted,
    "player_arrived" = PlayerArrived { by as "by", late as "late_ms" },
    "player_absent" = PlayerAbsent { by as "by" },
    "assistant_appointed" = AssistantAppointed { to as "to", duty as "duty" },
    "colors_found_reversed" = ColorsFoundReversed,
    "initial_position_found_wrong" = InitialPositionFoundWrong,
    "board_found_turned" = BoardFoundTurned,
    "pieces_displaced" = PiecesDisplaced { by as "by" },
    "clock_replaced" = ClockReplaced,
    "clock_setting_corrected" = ClockSettingCorrected,
    "time_given" = TimeGiven { to as "to", time as "time_ms" },
    "time_taken" = TimeTaken { from as "from", time as "time_ms" },
    "disturbed" = Disturbed { who as "who" },
    "device_sounded" = DeviceSounded { of as "of" },
    "device_found" = DeviceFound { of as "of" },
    "notes_used" = NotesUsed { by as "by" },
    "area_left" = AreaLeft { by as "by", with_permission as "with_permission" },
    "area_entered" = AreaEntered { by as "by" },
    "spectator_interfered" = SpectatorInterfered,
    "compliance_refused" = ComplianceRefused { by as "by" },
    "expelled" = Expelled { player as "player" },
    "warned" = Warned { who as "who", rule as "rule" },
    "penalised" = Penalised { who as "who", penalty as "penalty" },
    "move_sealed" = MoveSealed { by as "by" },
    "adjourned" = Adjourned,
    "resumed" = Resumed,
    "result_signed" = ResultSigned { by as "by", result as "result" },
} }

variants! { GameEnd under "end" {
    "agreement" = Agreement,
    "resignation" = Resignation { by as "by" },
    "lost" = Lost { by as "by" },
    "both_lost" = BothLost,
    "drawn" = Drawn,
} }

variants! { DrawClaim under "claim" {
    "on_board" = OnBoard(rule as "rule"),
    "with_move" = WithMove(rule as "rule", announced as "announced"),
} }

impl Part for AnnouncedMove {
    fn put(&self, _name: &str, object: &mut Object) {
        self.played.put("move", object);
        self.announced.put("announced", object);
    }

    fn take(_name: &str, object: &Object) -> Result<AnnouncedMove, Unknown> {
        Ok(AnnouncedMove { played: take("move", object)?, announced: take("announced", object)? })
    }
}

impl Part for GameResult {
    fn put(&self, name: &str, object: &mut Object) {
        let mut points = Map::new();
        points.insert("white".to_owned(), points_word(self.points.white).into());
        points.insert("black".to_owned(), points_word(self.points.black).into());
        points.insert("forfeit".to_owned(), self.is_forfeit.into());
        object.insert(name.to_owned(), points.into());
    }

    fn take(name: &str, object: &Object) -> Result<GameResult, Unknown> {
        let unknown = || Unknown { name: name.to_owned() };
        let points = object.get(name).and_then(Value::as_object).ok_or_else(unknown)?;
        let of = |color| {
            let word = points.get(color).and_then(Value::as_str).ok_or_else(unknown)?;
            points_of(word).ok_or_else(unknown)
        };
        let is_forfeit = points.get("forfeit").and_then(Value::as_bool).unwrap_or_default();
        Ok(GameResult { is_forfeit, ..GameResult::of(of("white")?, of("black")?) })
    }
}

fn points_word(points: Points) -> &'static str {
    match points {
        Points::Zero => "0",
        Points::Half => "1/2",
        Points::One => "1",
    }
}

fn points_of(word: &str) -> Option<Points> {
    [Points::Zero, Points::Half, Points::One].into_iter().find(|&one| points_word(one) == word)
}

#[cfg(test)]
trait Words {
    const WORDS: &'static [&'static str];
}

#[cfg(test)]
mod tests {
    use kaissa_chess::{Color, Move, Role, Square};
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::{GameEvent, Statement};

    /// An object with every part that any event may have, each with one of its values.
    fn parts() -> impl Strategy<Value = Object> {
        let colors = prop::sample::select(vec!["white", "black"]);
        let squares = (0_u32..64).prop_map(|index| Square::new(index).to_string());
        let moves = prop::sample::select(vec![
            json!("e2e4"),
            json!("e7e8q"),
            json!("a2a1n"),
            json!({"en_passant": "e5d6"}),
            json!({"castle": "e1h1"}),
        ]);
        let points = prop::sample::select(vec!["0", "1/2", "1"]);
        let results = (points.clone(), points, any::<bool>()).prop_map(
            |(white, black, forfeit)| json!({"white": white, "black": black, "forfeit": forfeit}),
        );
        let rules = prop::sample::select(kaissa_laws::Rule::ALL.to_vec());
        let word = |words: &'static [&'static str]| prop::sample::select(words.to_vec());
        let first = (colors.clone(), prop::option::of(colors), squares, moves, results, rules);
        let second = (
            word(&["last", "earlier"]),
            word(&["ok", "checkmate", "draw_called", "draw_claimed"]),
            word(&["protest", "flag", "flag_fell_before", "flag_was_up_before", "move_hint"]),
            word(&[
                "illegal_move",
                "unpromoted_pawn",
                "press_without_move",
                "two_hands",
                "king_capture",
            ]),
            word(&["pawn", "knight", "bishop", "rook", "queen", "king"]),
            word(&["moving", "clock", "recording"]),
            word(&["warning", "game_lost", "fine", "expulsion", "time_to_opponent"]),
            word(&["written_and_declared", "only_spoken", "note_in_envelope"]),
            word(&["threefold", "fifty_moves"]),
            word(GameEnd::WORDS),
        );
        let third = (word(DrawClaim::WORDS), any::<i64>(), any::<u32>(), any::<bool>());
        (first, second, third).prop_map(|(first, second, third)| {
            let (color, player, square, played, result, rule) = first;
            let (about, what, words, fault, role, duty, penalty, announced, draw_rule, end) =
                second;
            let (claim, time, ply, flag) = third;
            let value = json!({
                "by": color, "to": color, "from": color, "of": color, "who": player,
                "player": player, "square": square, "move": played, "result": result,
                "rule": rule.key(), "draw_rule": draw_rule, "about": about, "what": what,
                "words": words, "fault": fault, "role": role, "duty": duty, "penalty": penalty,
                "announced": announced, "end": end, "claim": claim, "time_ms": time,
                "late_ms": time, "white_ms": time, "black_ms": time, "ply": ply, "correct": flag,
                "with_permission": flag,
            });
            value.as_object().cloned().unwrap_or_default()
        })
    }

    /// Reads the event with these parts and checks that it is written and read the same.
    fn check(mut parts: Object, event: &str, incident: &str) {
        parts.insert("event".to_owned(), event.into());
        parts.insert("incident".to_owned(), incident.into());
        if event == "draw_claimed" {
            // Two events have a part of this name, each with its own words.
            let rule = parts.get("draw_rule").cloned().unwrap_or_default();
            parts.insert("rule".to_owned(), rule);
        }
        // Whoever acts may be nobody who plays only where an event says so.
        let (player, by) = (parts.get("player").cloned(), parts.get("by").cloned());
        if incident != "disturbed" {
            parts.insert("who".to_owned(), by.unwrap_or_default());
        }
        if matches!(event, "clocks_paused" | "flag_noticed") {
            parts.insert("by".to_owned(), player.unwrap_or_default());
        }
        let entry =
            Entry::take("", &parts).unwrap_or_else(|error| panic!("{event} {incident}: {error}"));
        let statement = Statement::GameEvent(GameEvent(entry));
        let written = statement.entry();
        assert_eq!(Statement::read(&written.kind, &written.body), Ok(statement));
        let object: Object = serde_json::from_str(&written.body).expect("an object");
        for (name, value) in &object {
            assert_eq!(parts.get(name), Some(value), "{event}: {name}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_event_is_written_and_read_the_same(parts in parts()) {
            for event in Entry::WORDS {
                check(parts.clone(), event, "game_started");
            }
            for incident in Incident::WORDS {
                check(parts.clone(), "happened", incident);
            }
        }
    }

    #[test]
    fn every_word_of_an_event_stands_in_the_reference() {
        let page = include_str!("../../../docs/reference/entries.md");
        let all = [Entry::WORDS, Incident::WORDS, GameEnd::WORDS, DrawClaim::WORDS].concat();
        for word in all {
            assert!(page.contains(&format!("`{word}`")), "docs/reference/entries.md lacks {word}");
        }
    }

    #[test]
    fn moves_of_every_kind_are_kept() {
        let (from, to) = (Square::E5, Square::D6);
        for played in [
            Move::Normal { from, to, promotion: None },
            Move::Normal { from, to, promotion: Some(Role::King) },
            Move::Normal { from, to, promotion: Some(Role::Pawn) },
            Move::EnPassant { from, to },
            Move::Castle { king: Square::E1, rook: Square::H1 },
        ] {
            let event = GameEvent(Entry::MoveMade { by: Color::White, played });
            let json = serde_json::to_string(&event).expect("JSON");
            assert_eq!(
                serde_json::from_str::<GameEvent>(&json).expect("the same"),
                event,
                "{json}"
            );
        }
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        let read = |json| serde_json::from_str::<GameEvent>(json).expect_err("unknown").to_string();
        assert!(read(r#"{"event":"sneezed"}"#).contains("\"event\""));
        assert!(read(r#"{"event":"resigned","by":"grey"}"#).contains("\"by\""));
        assert!(read(r#"{"event":"move_made","by":"white","move":"e2é"}"#).contains("\"move\""));
        assert!(read("{}").contains("\"event\""));
    }
}
