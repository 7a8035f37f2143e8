//! What a hall sends: each game as the transmission shows it, move by move, with its faults.

use std::fmt::Write;
use std::time::Duration;

use kaissa_chess::{Color, MoveList, Position};
use kaissa_game::Record;
use kaissa_laws::ClockTime;
use kaissa_pgn::Reader;

use crate::{BoardScript, FaultKind, Faults, Script};

/// How long after the last move the result is sent.
const UNTIL_RESULT: Duration = Duration::from_secs(5);

/// A hall as it is sent.
#[derive(Clone, Debug)]
pub struct SentHall {
    /// The boards in the order of their numbers from 1.
    pub boards: Vec<SentBoard>,
}

/// A board as it is sent.
#[derive(Clone, Debug)]
pub struct SentBoard {
    /// The game that a reader should have in the end.
    pub truth: Record,
    tags: Vec<(String, String)>,
    moves: Vec<SentMove>,
    positions: Vec<Position>,
    result: String,
    result_at: Duration,
}

/// A move as it is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentMove {
    /// The move in English letters.
    pub written: String,
    /// Time left after it.
    pub left: Option<ClockTime>,
    /// Time used for it.
    pub used: Option<ClockTime>,
    at: Duration,
}

/// What a board shows at a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The moves.
    pub moves: Vec<SentMove>,
    /// The result as PGN writes it.
    pub result: String,
}

/// How a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// Whether lines are wrapped at 80 columns, in the middle of comments too, as LiveChess does.
    pub is_wrapped: bool,
    /// Whether the tag of LiveChess stands before the first game.
    pub has_epgn: bool,
    /// Whether a comment has blanks inside its braces, as Lichess writes it.
    pub has_blanks: bool,
}

impl SentHall {
    /// The games of a script. Illegal moves and results by kings are put into the games themselves,
    /// for they stand in the end too; all other faults pass.
    pub fn new(script: &Script, faults: &mut Faults) -> SentHall {
        let boards = script.boards.iter().map(|board| SentBoard::new(board, faults)).collect();
        SentHall { boards }
    }

    /// When something happens next after a moment.
    pub fn next_due(&self, after: Duration) -> Option<Duration> {
        self.boards.iter().filter_map(|board| board.next_due(after)).min()
    }
}

impl SentBoard {
    fn new(script: &BoardScript, faults: &mut Faults) -> SentBoard {
        let record = &script.record;
        let mut board = SentBoard {
            truth: Record::new(),
            tags: sent_tags(record),
            moves: Vec::new(),
            positions: vec![record.start.clone()],
            result: result_of(record),
            result_at: UNTIL_RESULT,
        };
        let mut position = record.start.clone();
        for (ply, timing) in record.plies.iter().zip(&script.plies) {
            let written = match ply.played {
                Some(played) => position.to_san(played),
                None => record.written_ply(ply).to_owned(),
            };
            ply.play_on(&mut position);
            board.push(written, timing.left, ply.elapsed, timing.at);
            board.positions.push(position.clone());
        }
        if faults.has(FaultKind::IllegalMove) {
            board.make_illegal(faults);
        }
        if faults.has(FaultKind::Kings) {
            board.put_kings();
        }
        let text = board.text(&board.at_end(), TextStyle::default());
        // Bytes in memory do not fail to be read.
        let _ = Reader::new(text.as_bytes()).read_into(&mut board.truth);
        board
    }

    fn push(
        &mut self,
        written: String,
        left: Option<ClockTime>,
        used: Option<ClockTime>,
        at: Duration,
    ) {
        self.moves.push(SentMove { written, left, used, at });
        self.result_at = at + UNTIL_RESULT;
    }

    /// Ends the game with a king that goes two squares at once, somewhere in its second half.
    fn make_illegal(&mut self, faults: &mut Faults) {
        let half = self.moves.len() / 2;
        let cut = half + faults.seed().below(half as u64 + 1) as usize;
        let Some(position) = self.positions.get(cut) else { return };
        let Some(king) = position.king_of(position.turn()) else { return };
        let (file, rank) = (king.file().char(), u32::from(king.rank()) + 1);
        let rank_to = if rank > 4 { rank - 2 } else { rank + 2 };
        let at = self.moves.get(cut.saturating_sub(1)).map_or(Duration::ZERO, |moved| moved.at);
        self.moves.truncate(cut);
        self.positions.truncate(cut + 1);
        self.push(format!("K{file}{rank}{file}{rank_to}"), None, None, at + UNTIL_RESULT);
    }

    /// Shows the result by a king in the centre, which the board sends as a move.
    fn put_kings(&mut self) {
        let Some(position) = self.positions.last() else { return };
        let square = match position.turn() {
            Color::White => "Ke4",
            Color::Black => "Kd5",
        };
        let at = self.result_at;
        self.push(square.to_owned(), None, None, at);
    }

    /// How many moves have been made at a moment.
    pub fn n_made(&self, since: Duration) -> usize {
        self.moves.partition_point(|moved| moved.at <= since)
    }

    /// What the board shows at a moment, without a fault.
    pub fn at(&self, since: Duration) -> Shown {
        let moves = self.moves.iter().take(self.n_made(since)).cloned().collect();
        let result = if self.result_at <= since { self.result.as_str() } else { "*" };
        Shown { moves, result: result.to_owned() }
    }

    /// What it shows in the end.
    pub fn at_end(&self) -> Shown {
        Shown { moves: self.moves.clone(), result: self.result.clone() }
    }

    /// Whether the game is over at a moment.
    pub fn is_over(&self, since: Duration) -> bool {
        self.result_at <= since
    }

    /// What it shows at a moment, with faults that the next message puts right. Gives whether there
    /// is something to put right.
    pub fn faulty(&self, since: Duration, faults: &mut Faults) -> (Shown, bool) {
        let mut shown = self.at(since);
        let mut is_faulty = false;
        let n_moves = shown.moves.len();
        if n_moves > 0
            && faults.strikes(FaultKind::WrongMove)
            && let Some(wrong) = self.other_move(n_moves - 1, faults)
            && let Some(last) = shown.moves.last_mut()
        {
            last.written = wrong;
            is_faulty = true;
        }
        if faults.strikes(FaultKind::ClockJump)
            && let Some(last) = shown.moves.last_mut()
            && let Some(left) = last.left
        {
            let is_zero = faults.seed().below(2) == 0;
            last.left = Some(if is_zero { ClockTime::ZERO } else { left + ClockTime::minutes(15) });
            is_faulty = true;
        }
        (shown, is_faulty)
    }

    /// Another legal move in place of one.
    fn other_move(&self, index: usize, faults: &mut Faults) -> Option<String> {
        let position = self.positions.get(index)?;
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let chosen = faults.seed().below(legal.len() as u64) as usize;
        let wrong = position.to_san(*legal.get(chosen)?);
        (wrong != self.moves.get(index)?.written).then_some(wrong)
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name)?;
        Some(&tag.1)
    }

    /// The start position as a FEN, where it is not the usual one.
    pub fn start_fen(&self) -> Option<&str> {
        self.tag("FEN")
    }

    /// The game as PGN.
    pub fn text(&self, shown: &Shown, style: TextStyle) -> String {
        let mut text = String::new();
        if style.has_epgn {
            text.push_str("[ePGN \"0.1;DGT LiveChess/2.2.5\"]\n");
        }
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // Writing to a text does not fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        let _ = writeln!(text, "[Result \"{}\"]\n", shown.result);
        let is_black_first = self.positions.first().is_some_and(|start| start.turn().is_black());
        let mut words = Vec::new();
        for (index, moved) in shown.moves.iter().enumerate() {
            let place = index + usize::from(is_black_first);
            if place.is_multiple_of(2) {
                words.push(format!("{}.", place / 2 + 1));
            } else if index == 0 {
                words.push(format!("{}...", place / 2 + 1));
            }
            words.push(moved.written.clone());
            let blank = if style.has_blanks { " " } else { "" };
            for (command, time) in [("clk", moved.left), ("emt", moved.used)] {
                if let Some(time) = time {
                    let comment = format!("{{{blank}[%{command} {time}]{blank}}}");
                    words.extend(comment.split(' ').map(str::to_owned));
                }
            }
        }
        words.push(shown.result.clone());
        let mut column = 0;
        for word in words {
            if column > 0 && style.is_wrapped && column + word.len() >= 80 {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(&word);
            column += word.len();
        }
        text.push('\n');
        text
    }

    fn next_due(&self, after: Duration) -> Option<Duration> {
        let moves = self.moves.iter().map(|moved| moved.at);
        moves.chain([self.result_at]).filter(|at| *at > after).min()
    }
}

/// The tags of a game without those that change while it is played.
fn sent_tags(record: &Record) -> Vec<(String, String)> {
    let tags = record
        .tags
        .iter()
        .map(|tag| (record.written(tag.name).to_owned(), record.tag_value(tag).into_owned()));
    let own = ["Result", "WhiteClock", "BlackClock", "ReferenceTime", "Clock", "ePGN"];
    tags.filter(|(name, _)| !own.contains(&name.as_str())).collect()
}

fn result_of(record: &Record) -> String {
    let tag = record.tag("Result").map(|tag| tag.into_owned());
    let token = record.written_result_token().map(str::to_owned);
    tag.filter(|tag| tag != "*").or(token).unwrap_or_else(|| "*".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:10:00]} e5 \
{[%clk 0:09:58]} 2. Qh5 {[%clk 0:09:50]} Ke7 {[%clk 0:09:48]} 3. Qxe5# 1-0\n";

    fn board(kinds: &[FaultKind]) -> SentBoard {
        let script = Script::of_pgn(GAME.as_bytes(), 1).expect("text in memory");
        let mut faults = Faults::new(kinds, 1000, 7);
        SentHall::new(&script, &mut faults).boards.remove(0)
    }

    #[test]
    fn the_truth_is_the_game_and_faults_that_stand_are_in_it() {
        assert_eq!(board(&[]).truth.plies.len(), 5);
        let illegal = board(&[FaultKind::IllegalMove]);
        let last = illegal.truth.plies.last().expect("a ply");
        assert!(matches!(last.legality, kaissa_game::Legality::Illegal(_)), "{last:?}");
        let kings = board(&[FaultKind::Kings]);
        assert_eq!(kings.at_end().moves.len(), 6);
        assert_eq!(kings.truth.result(), board(&[]).truth.result());
    }

    #[test]
    fn a_board_shows_what_was_made_and_a_wrong_move_for_a_moment() {
        let board = board(&[]);
        let text = board.text(&board.at(Duration::from_secs(40)), TextStyle::default());
        assert!(text.contains("1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:58]} 2. Qh5"), "{text}");
        assert!(text.ends_with(" *\n"), "{text}");
        let mut faults = Faults::new(&[FaultKind::WrongMove], 1000, 1);
        let wrong = (0..20).filter(|_| {
            let (shown, is_faulty) = board.faulty(Duration::from_secs(40), &mut faults);
            is_faulty && shown != board.at(Duration::from_secs(40))
        });
        assert!(wrong.count() > 10);
    }

    #[test]
    fn wrapped_lines_break_inside_comments() {
        let board = board(&[]);
        let style = TextStyle { is_wrapped: true, has_epgn: true, has_blanks: false };
        let text = board.text(&board.at_end(), style);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.starts_with("[ePGN"), "{text}");
        let mut record = Record::new();
        assert!(Reader::new(text.as_bytes()).read_into(&mut record).expect("text in memory"));
        let clocks = |record: &Record| record.plies.iter().map(|ply| ply.clock).collect::<Vec<_>>();
        assert_eq!(clocks(&record), clocks(&board.truth));
    }
}
