//! Alarms in words: one line each, as an arbiter reads them across a hall.

use kaissa_game::{MoveNames, Record};
use kaissa_hall::{Alarm, AlarmDetail, AlarmEvent, AlarmKind, GameTitle, Notice};
use kaissa_laws::ClockTime;
use kaissa_ruling::{Detail, Finding};

use crate::clock::{clock_text, day_and_time};
use crate::finding::{citation_in_brackets, color_key, what};
use crate::{Words, say};

/// Words an alarm in one line: board and players, what it is, its articles, the age of the source.
///
/// What only a player may claim is worded so that the arbiter waits for a claim (12.6), and where
/// the Laws leave something to the players, nothing tells him to step in. `record` is the record of
/// the game.
pub fn alarm(words: &Words, event: &AlarmEvent, record: &Record) -> String {
    let told = &event.alarm;
    let text = text(words, told, record);
    let place = match &told.move_name {
        Some(name) => say!(words, "alarm-place", name = name),
        None => say!(words, "alarm-place-start"),
    };
    let mut parts = vec![title(words, &event.game), place];
    if event.state.word() == "withdrawn" {
        parts.push(say!(words, "alarm-withdrawn"));
    }
    parts.push(text);
    if let Some(citation) = &told.citation {
        parts.push(citation_in_brackets(words, citation));
    }
    parts.push(say!(words, "alarm-age", age = age(words, event.source_age)));
    parts.join(" ")
}

/// Words what an alarm says, without board, move and age; its articles behind it.
pub fn alarm_text(words: &Words, told: &Alarm, record: &Record) -> String {
    let text = text(words, told, record);
    match &told.citation {
        Some(citation) => format!("{text} {}", citation_in_brackets(words, citation)),
        None => text,
    }
}

/// Words what the operator has to settle.
pub fn notice(words: &Words, notice: &Notice) -> String {
    let candidates: Vec<String> =
        notice.candidates.iter().map(|game| players(words, game)).collect();
    say!(
        words,
        "notice",
        source = &notice.source,
        number = notice.number,
        game = players(words, &notice.game),
        kind = notice.kind.word(),
        candidates = candidates.join("; ")
    )
}

/// Words how long ago something was: seconds below a minute, then hours, minutes and seconds.
pub fn age(words: &Words, time: ClockTime) -> String {
    let seconds = time.as_whole_seconds();
    if seconds < 60 {
        return say!(words, "age-seconds", seconds = seconds);
    }
    clock_text(ClockTime::seconds(seconds))
}

fn title(words: &Words, game: &GameTitle) -> String {
    let players = players(words, game);
    match &game.board {
        Some(board) => say!(words, "alarm-board", board = board, players = players),
        None => say!(words, "alarm-no-board", players = players),
    }
}

fn players(words: &Words, game: &GameTitle) -> String {
    let name = |name: &Option<String>| match name.as_deref() {
        None | Some("" | "?") => say!(words, "check-unnamed"),
        Some(name) => name.to_owned(),
    };
    say!(words, "alarm-players", white = name(&game.white), black = name(&game.black))
}

fn text(words: &Words, alarm: &Alarm, record: &Record) -> String {
    let by = alarm.by.map_or_else(|| "none".to_owned(), |side| color_key(side).to_owned());
    match &alarm.detail {
        AlarmDetail::Finding(found) => of_finding(words, alarm, found, &by, record),
        AlarmDetail::SecondOccurrence { occurrences: [first, second] } => {
            say!(words, "alarm-second_occurrence", first = *first, second = *second)
        }
        AlarmDetail::Near { plies, limit } => {
            let left = limit.saturating_sub(*plies);
            match alarm.kind() {
                AlarmKind::FiftyWithMove => say!(words, "alarm-fifty_with_move", by = by),
                AlarmKind::SeventyFiveNear => {
                    say!(words, "alarm-seventy_five_near", left = left, moves = left.div_ceil(2))
                }
                _ => say!(words, "alarm-fifty_near", left = left, moves = left.div_ceil(2)),
            }
        }
        AlarmDetail::TimeTrouble { below, left, recording } => say!(
            words,
            "alarm-time_trouble",
            by = by,
            minutes = below.as_whole_seconds() / 60,
            left = clock_text(*left),
            recording = recording.word()
        ),
        AlarmDetail::Period { white, black } => {
            say!(words, "alarm-period", white = *white, black = *black)
        }
        AlarmDetail::FlagDown { can_mate } => say!(
            words,
            "alarm-flag_down",
            by = by,
            can_mate = can_mate.word(),
            call = alarm.call.word()
        ),
        AlarmDetail::ClockSide { running } => {
            say!(words, "alarm-clock_side", running = color_key(*running))
        }
        AlarmDetail::Silent { for_time } => {
            say!(words, "alarm-silent", time = age(words, *for_time))
        }
        AlarmDetail::Gap { token } => {
            let token = token.as_deref();
            let kind = if token.is_some() { "token" } else { "null_move" };
            say!(words, "alarm-gap", kind = kind, token = token.unwrap_or_default())
        }
        AlarmDetail::Unseen { from, to, before, after, is_closed } => {
            let kind = match (before, after) {
                _ if *is_closed => "closed",
                (Some(before), Some(after)) if before == after => "same",
                (Some(_), Some(_)) => "other",
                _ => "unknown",
            };
            say!(
                words,
                "alarm-gap-unseen",
                time = age(words, to.since(*from)),
                from = day_and_time(*from),
                to = day_and_time(*to),
                kind = kind,
                before = before.as_deref().unwrap_or("?"),
                after = after.as_deref().unwrap_or("?")
            )
        }
        AlarmDetail::Changed { plies_before, taken_back } => {
            say!(words, "alarm-record_changed", before = *plies_before, plies = *taken_back)
        }
        AlarmDetail::Differ { other } => say!(words, "alarm-sources_differ", other = other),
    }
}

fn of_finding(words: &Words, alarm: &Alarm, found: &Finding, by: &str, record: &Record) -> String {
    let plies = |plies: &[u32]| plies.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    match (&found.detail, alarm.kind()) {
        (Detail::End, AlarmKind::Checkmate) => say!(words, "alarm-checkmate"),
        (Detail::End, _) => say!(words, "alarm-stalemate"),
        (Detail::Dead { .. }, _) => {
            let text = what(words, found, &mut MoveNames::new(record));
            say!(words, "alarm-dead_position", text = text)
        }
        (Detail::Repetition { occurrences, .. }, AlarmKind::Threefold) => {
            say!(words, "alarm-threefold", plies = plies(occurrences), by = by)
        }
        (Detail::Repetition { occurrences, certainty, .. }, _) => {
            say!(words, "alarm-fivefold", plies = plies(occurrences), certainty = certainty.word())
        }
        (Detail::Series { .. }, AlarmKind::FiftyMoves) => {
            say!(words, "alarm-fifty_moves", by = by)
        }
        (Detail::Series { .. }, _) => say!(words, "alarm-seventy_five_moves"),
        (Detail::Illegal { .. }, _) => {
            let text = what(words, found, &mut MoveNames::new(record));
            say!(words, "alarm-illegal_move", text = text, call = alarm.call.word())
        }
        (Detail::FlagFall { .. }, _) => {
            let text = what(words, found, &mut MoveNames::new(record));
            say!(words, "alarm-flag_fall", text = text, call = alarm.call.word())
        }
        _ => what(words, found, &mut MoveNames::new(record)),
    }
}

#[cfg(test)]
mod tests {
    use kaissa_chess::{Color, Position};
    use kaissa_hall::{AlarmKey, AlarmSeverity, AlarmState, Call, GameId, Timestamp};

    use super::*;
    use crate::Language;

    fn event(kind: AlarmKind, call: Call, detail: AlarmDetail) -> AlarmEvent {
        AlarmEvent {
            state: AlarmState::Raised,
            alarm: Alarm {
                key: AlarmKey { kind, ply: 60, position: Position::start().key(), number: 0 },
                severity: AlarmSeverity::Fact,
                move_name: Some("30...Rd1+".to_owned()),
                by: Some(Color::White),
                call,
                citation: None,
                detail,
                stands: true,
            },
            at: Timestamp(0),
            game: GameTitle {
                id: GameId(1),
                board: Some("12".to_owned()),
                white: Some("First, A".to_owned()),
                black: None,
            },
            source: "games.pgn".to_owned(),
            source_age: ClockTime::seconds(75),
        }
    }

    #[track_caller]
    fn check(language: Language, event: &AlarmEvent, expected: &str) {
        assert_eq!(alarm(&Words::new(language), event, &Record::new()), expected);
    }

    #[test]
    fn a_flag_that_only_a_player_may_call_is_left_to_the_players() {
        let detail = AlarmDetail::FlagDown { can_mate: kaissa_ruling::CanMateWord::No };
        let by_player = event(AlarmKind::FlagFall, Call::PlayerOnly, detail.clone());
        check(
            Language::English,
            &by_player,
            "board 12, First, A - ?: after 30...Rd1+ White's clock shows no time; the opponent can \
             never mate; only a player may point it out: say nothing [record 0:01:15 old]",
        );
        let by_arbiter = event(AlarmKind::FlagFall, Call::Arbiter, detail);
        check(
            Language::English,
            &by_arbiter,
            "board 12, First, A - ?: after 30...Rd1+ White's clock shows no time; the opponent can \
             never mate [record 0:01:15 old]",
        );
    }

    #[test]
    fn a_claim_is_waited_for_in_both_languages() {
        let detail = AlarmDetail::Near { plies: 99, limit: 100 };
        let told = event(AlarmKind::FiftyWithMove, Call::PlayerOnly, detail);
        check(
            Language::English,
            &told,
            "board 12, First, A - ?: after 30...Rd1+ claimable: wait for a claim; White may \
             announce a move that completes the fifty moves [record 0:01:15 old]",
        );
        check(
            Language::Russian,
            &told,
            "доска 12, First, A – ?: после 30...Rd1+ возможно требование: ждите его; белые могут \
             объявить ход, завершающий пятьдесят ходов [записи 0:01:15]",
        );
    }

    #[test]
    fn time_that_is_left_is_told_as_a_clock_shows_it() {
        let detail = AlarmDetail::TimeTrouble {
            below: ClockTime::minutes(1),
            left: ClockTime::millis(54_713),
            recording: kaissa_hall::Recording::Exempt,
        };
        let told = event(AlarmKind::TimeTrouble, Call::Arbiter, detail);
        for language in Language::ALL {
            let said = alarm(&Words::new(language), &told, &Record::new());
            assert!(said.contains("0:00:54.7") && !said.contains("713"), "{said}");
        }
    }

    #[test]
    fn a_board_out_of_sight_is_told_with_its_times_and_positions() {
        let unseen = |after: &str, is_closed| AlarmDetail::Unseen {
            from: Timestamp(0),
            to: Timestamp(90_000),
            before: Some("8/8/8/8/8/8/8/K1k5".to_owned()),
            after: Some(after.to_owned()),
            is_closed,
        };
        let open = event(AlarmKind::Gap, Call::Arbiter, unseen("8/8/8/8/8/8/K7/2k5", false));
        check(
            Language::English,
            &open,
            "board 12, First, A - ?: after 30...Rd1+ nothing was seen of the board for 0:01:30, from \
             1970-01-01 00:00:00 to 1970-01-01 00:01:30 UTC: moves are missing; before \
             8/8/8/8/8/8/8/K1k5, after 8/8/8/8/8/8/K7/2k5 [record 0:01:15 old]",
        );
        let closed = event(AlarmKind::Gap, Call::Arbiter, unseen("8/8/8/8/8/8/8/K1k5", true));
        check(
            Language::Russian,
            &closed,
            "доска 12, First, A – ?: после 30...Rd1+ доску не было видно 0:01:30, с \
             1970-01-01 00:00:00 по 1970-01-01 00:01:30 UTC: ходы за это время пришли позже \
             [записи 0:01:15]",
        );
    }
}
