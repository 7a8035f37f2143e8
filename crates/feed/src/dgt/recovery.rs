//! Games rebuilt from the events of a board's own memory.

use super::clock::Press;
use super::game::{BoardGame, Moment};
use super::memory::Event;

/// Rebuilds the games that a board's memory holds, oldest first.
///
/// A game begins where the memory says that the pieces stand in a start position; what came before
/// the first of them is left out. Moves are believed at the presses of the clock; of a game without
/// any press, wherever the board stood still for a quarter of a second. The last game is there even
/// if nothing has moved in it yet.
///
/// # Examples
/// ```
/// use kaissa_feed::dgt::{read_events, recover_games};
///
/// // The start position; e2 is emptied, e4 filled; the left clock stops at 3:03.
/// let memory = [0x6f, 0x40, 52, 0x41, 36, 0x70, 0x03, 0x03, 0x6b];
/// let games = recover_games(&read_events(&memory));
/// assert_eq!(games.len(), 1);
/// assert_eq!(games[0].moves()[0].written, "e4");
/// ```
pub fn recover_games(events: &[Event]) -> Vec<BoardGame> {
    let mut games = Vec::new();
    let mut tracked = BoardGame::new();
    let mut rest = events;
    while let Some(at) = rest.iter().position(is_start) {
        let (before, from_start) = rest.split_at(at);
        track(&mut tracked, before);
        let n_events =
            from_start.iter().skip(1).position(is_start).map_or(from_start.len(), |n| n + 1);
        let (own, after) = from_start.split_at(n_events);
        let mut game = tracked.clone();
        if let Some(Event::Start { is_rotated }) = own.first() {
            game.set_start(*is_rotated);
        } else {
            // Four rows are full: which pieces stand on them has been tracked.
            game = BoardGame::new();
            game.set_board(*tracked.sensors());
        }
        play(&mut game, own.get(1..).unwrap_or_default());
        tracked = game.clone();
        rest = after;
        // The last one may be about to begin.
        let is_last = !rest.iter().any(is_start);
        if game.is_whole() && (is_last || !game.line().is_empty()) {
            games.push(game);
        }
    }
    games
}

fn is_start(event: &Event) -> bool {
    matches!(event, Event::Start { .. } | Event::FourRows)
}

fn track(game: &mut BoardGame, events: &[Event]) {
    for event in events {
        match *event {
            Event::Square { index, code, .. } => game.set_square(index, code),
            Event::PowerUp | Event::Empty => game.clear_sensors(),
            _ => {}
        }
    }
}

fn play(game: &mut BoardGame, events: &[Event]) {
    let has_presses = events.iter().any(|event| matches!(event, Event::Pressed { .. }));
    let mut longest: Option<BoardGame> = None;
    for event in events {
        match *event {
            Event::Square { index, code, is_quick } => {
                if !is_quick {
                    stand_still(game, has_presses, &mut longest);
                }
                game.set_square(index, code);
            }
            Event::Pressed { hand, left } => {
                let press = Press { hand: Some(hand), left: Some(left) };
                game.commit(Moment::Pressed(press), None);
            }
            // Every piece found is listed after it.
            Event::PowerUp => game.clear_sensors(),
            Event::End => break,
            _ => {}
        }
    }
    if has_presses {
        game.look_for_result(None);
        game.commit(Moment::Ended { is_running: false }, None);
        return;
    }
    let is_set_up = game.sensors().start_position().is_some();
    if !is_set_up {
        stand_still(game, has_presses, &mut longest);
    }
    // Hands that put the pieces back may look like moves taken back.
    if let Some(longest) = longest
        && (is_set_up || longest.line().n_same(game.line()) == Some(game.line().len()))
    {
        let sensors = *game.sensors();
        *game = longest;
        game.set_board(sensors);
    }
}

/// The board has stood still for a quarter of a second.
fn stand_still(game: &mut BoardGame, has_presses: bool, longest: &mut Option<BoardGame>) {
    if has_presses {
        game.look_for_result(None);
        return;
    }
    game.commit(Moment::Settled, None);
    if longest.as_ref().is_none_or(|longest| game.line().len() >= longest.line().len()) {
        *longest = Some(game.clone());
    }
}
