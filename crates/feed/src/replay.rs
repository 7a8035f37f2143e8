//! A recorded event played again, at any speed: for demonstrations and tests.

use std::time::{Duration, Instant};

use kaissa_game::{Record, Timestamp};
use kaissa_laws::ClockTime;

use crate::cloud_json::pgn_result;
use crate::files;
use crate::time::now;
use crate::{Health, LiveMove, LiveRecord, Observation, Outlet, Seen, Source, Stopped, trouble};

/// How long a move takes where the record does not tell.
const USUAL: Duration = Duration::from_secs(15);
/// No move takes longer, whatever the record tells.
const LONGEST: Duration = Duration::from_secs(4 * 3600);
/// How long after the last move the result is known.
const UNTIL_RESULT: Duration = Duration::from_secs(5);

/// A recorded event that is played again.
pub struct ReplaySource {
    name: String,
    path: String,
    speed_percent: u32,
}

impl ReplaySource {
    /// Plays the games of a file or folder, so many hundredths of the pace at which they were
    /// played.
    pub fn new(path: &str, speed_percent: u32) -> ReplaySource {
        ReplaySource { name: format!("replay:{path}"), path: path.to_owned(), speed_percent }
    }

    fn send(&self, seen: Seen, outlet: &Outlet) -> Result<(), Stopped> {
        outlet.send(Observation { source: self.name.clone(), at: now(), seen })
    }

    fn play(&self, outlet: &Outlet) -> Result<(), Stopped> {
        let mut records = Vec::new();
        for file in files::list(&self.path).files {
            match std::fs::read(&file.path) {
                Ok(bytes) => records.extend(files::games(&bytes, None)),
                Err(error) => {
                    let trouble = trouble::of_file(&error);
                    let lost = Health::Lost { since: now(), trouble };
                    self.send(Seen::Health(lost), outlet)?;
                }
            }
        }
        if records.is_empty() {
            return Ok(());
        }
        self.send(Seen::Health(Health::Connected), outlet)?;
        let mut replay = Replay::new(&records, self.speed_percent);
        let begin = Instant::now();
        while let Some(due) = replay.next_due() {
            outlet.wait(due.saturating_sub(begin.elapsed()))?;
            for seen in replay.take(begin.elapsed(), now()) {
                self.send(seen, outlet)?;
            }
        }
        Ok(())
    }
}

impl Source for ReplaySource {
    fn name(&self) -> &str {
        &self.name
    }

    /// Plays the games to their ends, then returns.
    fn follow(&mut self, outlet: &Outlet) {
        // Whether it was stopped or has ended, nothing is left to do.
        let _ = self.play(outlet);
    }
}

/// Games that are played again: what is shown is a function of the time since their start.
///
/// All games start together, at the pace of their clock readings; each board is numbered from 1 in
/// the order given.
#[derive(Clone, Debug)]
pub struct Replay {
    boards: Vec<ReplayBoard>,
    speed_percent: u32,
}

#[derive(Clone, Debug)]
struct ReplayBoard {
    game: LiveRecord,
    /// When each state begins, at the pace of the game: no move, each move, the result.
    due: Vec<Duration>,
    n_shown: usize,
}

impl Replay {
    /// Sets the games up, to be played at so many hundredths of their pace.
    pub fn new(records: &[Record], speed_percent: u32) -> Replay {
        let boards = records.iter().map(ReplayBoard::new).collect();
        Replay { boards, speed_percent: speed_percent.max(1) }
    }

    /// When something happens next, since the start; `None` once all games are finished.
    pub fn next_due(&self) -> Option<Duration> {
        let due = self.boards.iter().filter_map(|board| board.due.get(board.n_shown)).min()?;
        Some(self.scaled(*due))
    }

    /// What the boards hold that have changed up to a time since the start.
    pub fn take(&mut self, since: Duration, at: Timestamp) -> Vec<Seen> {
        let mut seen = Vec::new();
        let speed_percent = self.speed_percent;
        for (number, board) in (1..).zip(&mut self.boards) {
            let n_due = board.due.partition_point(|due| scaled(*due, speed_percent) <= since);
            if n_due > board.n_shown {
                board.n_shown = n_due;
                let (row, record) = (number.to_string(), Box::new(board.record()));
                seen.push(Seen::Board { row, record, placement: None, changed_at: at });
            }
        }
        seen
    }

    fn scaled(&self, due: Duration) -> Duration {
        scaled(due, self.speed_percent)
    }
}

/// A time of the game at another pace.
fn scaled(due: Duration, speed_percent: u32) -> Duration {
    let millis = due.as_millis() * 100 / u128::from(speed_percent.max(1));
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
}

impl ReplayBoard {
    fn new(record: &Record) -> ReplayBoard {
        let tags = record
            .tags
            .iter()
            .map(|tag| (record.written(tag.name).to_owned(), record.tag_value(tag).into_owned()));
        let own = ["Result", "SetUp", "FEN", "WhiteClock", "BlackClock", "ReferenceTime", "Clock"];
        let tags = tags.filter(|(name, _)| !own.contains(&name.as_str()));
        let mut at = Duration::ZERO;
        let mut before: [Option<ClockTime>; 2] = [None, None];
        let (mut moves, mut due) = (Vec::new(), vec![at]);
        for (index, ply) in record.plies.iter().enumerate() {
            moves.push(LiveMove {
                written: record.written_ply(ply).to_owned(),
                left: ply.clock,
                used: ply.elapsed,
            });
            let last = before.get_mut(index % 2);
            let spent = ply.elapsed.or_else(|| {
                let (last, left) = ((*last.as_deref()?)?, ply.clock?);
                (last > left).then(|| last - left)
            });
            if let Some(last) = last {
                *last = ply.clock.or(*last);
            }
            let spent = spent.and_then(|spent| u64::try_from(spent.as_millis()).ok());
            at += spent.map_or(USUAL, Duration::from_millis).min(LONGEST);
            due.push(at);
        }
        due.push(at + UNTIL_RESULT);
        let game = LiveRecord {
            tags: tags.collect(),
            start_fen: record.has_start_fen.then(|| record.start.to_fen()),
            moves,
            result: record.result().and_then(pgn_result),
            ..LiveRecord::default()
        };
        ReplayBoard { game, due, n_shown: 0 }
    }

    /// The game as far as it is shown.
    fn record(&self) -> Record {
        let n_moves = self.n_shown.saturating_sub(1);
        let is_finished = n_moves > self.game.moves.len();
        let moves = self.game.moves.iter().take(n_moves).cloned().collect();
        let result = self.game.result.filter(|_| is_finished);
        LiveRecord { moves, result, ..self.game.clone() }.record()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:58]} \
2. Qh5 {[%clk 0:09:50]} Ke7 {[%clk 0:09:48]} 3. Qxe5# 1-0\n\n[White \"B\"]\n\
[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7 {[%emt 0:00:07]} 1/2-1/2\n";

    fn records() -> Vec<Record> {
        files::games(GAMES.as_bytes(), None)
    }

    /// Board, plies and result at each step.
    fn steps(replay: &mut Replay) -> Vec<(u64, String, usize, bool)> {
        let mut steps = Vec::new();
        while let Some(due) = replay.next_due() {
            for seen in replay.take(due, Timestamp(0)) {
                let Seen::Board { row, record, .. } = seen else { panic!("{seen:?}") };
                steps.push((due.as_secs(), row, record.plies.len(), record.result().is_some()));
            }
        }
        steps
    }

    #[test]
    fn games_are_played_at_the_pace_of_their_clocks_and_end() {
        let told = steps(&mut Replay::new(&records(), 100));
        let expected = [
            (0, "1", 0, false),
            (0, "2", 0, false),
            (7, "2", 1, false),
            (12, "2", 1, true),
            (15, "1", 1, false),
            (30, "1", 2, false),
            (40, "1", 3, false),
            (50, "1", 4, false),
            (65, "1", 5, false),
            (70, "1", 5, true),
        ];
        let expected = expected.map(|(at, row, plies, end)| (at, row.to_owned(), plies, end));
        assert_eq!(told, expected);
    }

    #[test]
    fn another_speed_is_the_same_play_and_the_end_is_the_true_game() {
        let told = steps(&mut Replay::new(&records(), 1000));
        let order: Vec<_> =
            told.iter().map(|(at, row, plies, _)| (*at, row.as_str(), *plies)).collect();
        assert_eq!(order.first(), Some(&(0, "1", 0)));
        assert_eq!(order.last(), Some(&(7, "1", 5)));
        let mut replay = Replay::new(&records(), 100);
        for seen in replay.take(Duration::from_secs(1000), Timestamp(0)) {
            let Seen::Board { row, record, .. } = seen else { panic!("{seen:?}") };
            let index: usize = row.parse().expect("a number");
            let truth = &records()[index - 1];
            let plies = |record: &Record| {
                let plies = record.plies.iter().map(|ply| (ply.played, ply.clock, ply.elapsed));
                plies.collect::<Vec<_>>()
            };
            assert_eq!(plies(&record), plies(truth));
            assert_eq!(record.start.key(), truth.start.key());
            assert_eq!(record.result(), truth.result());
        }
        assert_eq!(replay.next_due(), None);
    }

    #[test]
    fn a_replay_of_nothing_ends_quietly_and_a_missing_file_is_told() {
        let (outlet, receiver) = crate::outlet();
        ReplaySource::new("no/such/file.pgn", 100).follow(&outlet);
        let seen = receiver.recv().expect("something").seen;
        assert!(matches!(seen, Seen::Health(Health::Lost { .. })), "{seen:?}");
        assert!(receiver.try_recv().is_err());
    }
}
