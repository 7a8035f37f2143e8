//! Boards whose moves an arbiter writes, shown to the hall like those of any source.

use kaissa_feed::{LiveMove, LiveRecord};
use kaissa_game::{LiveClocks, Timestamp};
use kaissa_hall::RowSeen;

use super::Keeper;
use crate::{Board, BoardId, Ground, Setting};

/// The source under which the hall knows what arbiters write.
pub(super) const BY_HAND: &str = "by hand";

impl Keeper {
    /// Shows the hall the boards that are written by hand, where they have changed, so that their
    /// alarms are those of any other board.
    pub(super) fn show_hand_boards(&mut self, now: Timestamp) {
        let is_new = |board: &&std::sync::Arc<Board>| {
            board.is_by_hand && self.by_hand.get(&board.id).is_none_or(|shown| *shown < board.entry)
        };
        let changed: Vec<BoardId> =
            self.ground.boards().filter(is_new).map(|board| board.id).collect();
        for id in changed {
            let Some(board) = self.ground.board(id).cloned() else { continue };
            self.by_hand.insert(id, board.entry);
            let record = record_of(&board, &self.ground).record();
            let row = format!("board-{}", id.0);
            let changed_at = board.changed_at.unwrap_or(now);
            let seen = RowSeen {
                source: BY_HAND,
                row: &row,
                record: &record,
                placement: None,
                changed_at,
                at: now,
            };
            let events = self.hall.observe_row(&seen);
            if let Some(game) = self.hall.game_of_row(BY_HAND, &row) {
                self.seats.insert(game, id);
                self.hear(events, now);
                let events = self.hall.choose_source(game, Some(BY_HAND), now);
                self.hear(events, now);
            }
        }
    }
}

/// The game of a board as a record.
fn record_of(board: &Board, ground: &Ground) -> LiveRecord {
    let game = &board.game;
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: String| {
        if !value.is_empty() {
            tags.push((name.to_owned(), value));
        }
    };
    let recorded = |name: &str| board.record.tag(name).map(|value| value.into_owned());
    tag("Event", ground.setting(Setting::Competition).to_owned());
    tag("Date", recorded("Date").unwrap_or_default());
    tag("Round", board.round.map(|round| round.to_string()).unwrap_or_default());
    tag("Board", board.number.clone());
    tag("White", board.white.clone());
    tag("Black", board.black.clone());
    tag("TimeControl", ground.time_control_of(board));
    let positions = game.positions().map(|(_, position)| position);
    let moves = positions.zip(game.moves()).enumerate().map(|(index, (before, made))| {
        let recorded = board.record.plies.get(index);
        let same = recorded.filter(|recorded| recorded.played == Some(made.played));
        LiveMove {
            written: before.to_san(made.played),
            left: same.and_then(|ply| ply.clock),
            used: None,
        }
    });
    let start = game.start();
    let is_usual = *start == kaissa_chess::Position::start();
    LiveRecord {
        tags,
        start_fen: (!is_usual).then(|| start.to_fen()),
        moves: moves.collect(),
        clocks: LiveClocks {
            white: board.clocks.white,
            black: board.clocks.black,
            running: board.clocks.running,
        },
        clocks_read_at: board.clocks.read_at,
        result: board.final_result().and_then(result_word),
    }
}

/// A result as PGN writes it; `None` for one that it has no word for.
fn result_word(result: kaissa_game::GameResult) -> Option<&'static str> {
    use kaissa_game::GameResult;
    match result {
        GameResult { points, .. } if points == GameResult::WHITE_WINS.points => Some("1-0"),
        GameResult { points, .. } if points == GameResult::BLACK_WINS.points => Some("0-1"),
        GameResult { points, .. } if points == GameResult::DRAW.points => Some("1/2-1/2"),
        _ => None,
    }
}
