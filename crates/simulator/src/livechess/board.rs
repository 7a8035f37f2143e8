//! One board: what happens on it, step by step, and what LiveChess then says of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use kaissa_chess::{Color, Move, MoveList, Position, Role};
use kaissa_game::Record;
use kaissa_laws::ClockTime;
use kaissa_pgn::{GameReader, ReadOptions};

use crate::{BoardScript, FaultKind, Faults};

/// How long before the press a piece is lifted and put down.
const LIFTED: Duration = Duration::from_millis(400);
const PUT: Duration = Duration::from_millis(150);
/// What a clock begins with where the game does not tell.
const USUAL_CLOCK: ClockTime = ClockTime::minutes(90);

/// A board with its game.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub number: usize,
    pub serial: String,
    pub pairing: String,
    /// The game as it is played here, with the faults of the board: what a reader should have.
    pub truth: Record,
    plies: Vec<Ply>,
    /// The ply that is played next.
    next_ply: usize,
    position: Position,
    start: String,
    steps: VecDeque<(Duration, Step)>,
    /// What stands on the board.
    pub placement: String,
    is_match: bool,
    /// The list of moves as it is told.
    pub list: Vec<String>,
    /// The moves that the operator's list has, with their times.
    pub official: Vec<String>,
    /// Milliseconds left, White's first.
    left: [i64; 2],
    running: Option<Color>,
    /// When the clocks were read.
    read_at: Duration,
    pressed_at: Duration,
    pub result: Option<&'static str>,
    pub is_done: bool,
    /// The games that follow on this board, over and over.
    others: Arc<[Other]>,
    /// How many games have been played on it before this one.
    n_before: usize,
    /// When the game that is on the board began.
    began_at: Duration,
}

/// A game that may follow on a board.
#[derive(Clone, Debug)]
pub(super) struct Other {
    truth: Record,
    plies: Vec<Ply>,
}

#[derive(Clone, Debug)]
struct Ply {
    played: Option<Move>,
    san: String,
    at: Duration,
    left: Option<ClockTime>,
}

/// Something that happens at a board.
#[derive(Clone, PartialEq, Debug)]
enum Step {
    /// The first clock is started.
    Start,
    /// A piece is in the air.
    Lift,
    /// Another square than the last one: the piece is dragged on.
    Drag { san: String, placement: String },
    /// The move stands.
    Put,
    /// The clock is pressed.
    Press,
    /// The clock shows something odd for a moment.
    Jump(i64),
    /// What it shows again.
    Show,
    /// The clocks are stopped.
    Stop,
    /// The kings are put in the centre.
    Kings,
    /// The operator enters the result.
    Result,
    /// The pieces are set up for the next game.
    SetUp,
}

/// What an event frame says, beside the serial number: its fields as JSON.
pub(super) type Fields = String;

impl Board {
    pub fn new(number: usize, script: &BoardScript, faults: &mut Faults) -> Board {
        let (plies, truth) = played(script, faults);
        let start = script.record.start.clone();
        let first_clock = plies.first().and_then(|ply| ply.left).unwrap_or(USUAL_CLOCK);
        let placement = placement_of(&start);
        let mut board = Board {
            number,
            serial: format!("{}", 40_000 + number),
            pairing: format!("9c1e0000-0000-4000-8000-{number:012}"),
            truth,
            plies,
            next_ply: 0,
            start: start.to_fen(),
            position: start,
            steps: VecDeque::new(),
            placement,
            is_match: true,
            list: Vec::new(),
            official: Vec::new(),
            left: [first_clock.as_millis(); 2],
            running: None,
            read_at: Duration::ZERO,
            pressed_at: Duration::ZERO,
            result: None,
            is_done: false,
            others: Arc::from([]),
            n_before: 0,
            began_at: Duration::ZERO,
        };
        board.steps.push_back((Duration::ZERO, Step::Start));
        board
    }

    /// The game as one that may follow on another board.
    pub fn as_other(&self) -> Other {
        Other { truth: self.truth.clone(), plies: self.plies.clone() }
    }

    /// Lets other games follow, one after the other, without an end.
    pub fn play_on(&mut self, others: Arc<[Other]>) {
        self.others = others;
    }

    /// When something happens next.
    pub fn next_at(&mut self, faults: &mut Faults) -> Option<Duration> {
        if self.steps.is_empty() && !self.is_done {
            self.plan(faults);
        }
        self.steps.front().map(|(at, _)| *at)
    }

    /// Plans the next ply, or the end of the game.
    fn plan(&mut self, faults: &mut Faults) {
        let Some(ply) = self.plies.get(self.next_ply).cloned() else {
            self.plan_end(faults);
            return;
        };
        let before = self.pressed_at;
        let at = (self.began_at + ply.at).max(before + Duration::from_millis(3));
        let third = (at - before) / 3;
        let lift = at - LIFTED.min(third * 2);
        let put = at - PUT.min(third);
        self.steps.push_back((lift, Step::Lift));
        let drag = match faults.strikes(FaultKind::WrongMove) {
            true => self.drag(ply.played, faults),
            false => None,
        };
        let is_pressed_first = drag.is_some() && faults.seed().below(4) == 0;
        if let Some(drag) = drag {
            self.steps.push_back((lift + (put - lift) / 2, drag));
        }
        match is_pressed_first {
            true => self.steps.extend([(put, Step::Press), (at, Step::Put)]),
            false => self.steps.extend([(put, Step::Put), (at, Step::Press)]),
        }
        if faults.strikes(FaultKind::ClockJump) {
            let jump = if faults.seed().below(2) == 0 { i64::MIN } else { 977_000 };
            self.steps.push_back((at, Step::Jump(jump)));
            self.steps.push_back((at, Step::Show));
        }
    }

    fn plan_end(&mut self, faults: &mut Faults) {
        self.is_done = true;
        let after = |seconds| self.pressed_at + Duration::from_secs(seconds);
        let mut steps = vec![(after(2), Step::Stop)];
        let is_decided = self.result_word().is_some();
        if is_decided && faults.has(FaultKind::Kings) {
            steps.push((after(5), Step::Kings));
        }
        if is_decided {
            steps.push((after(20), Step::Result));
        }
        if !self.others.is_empty() {
            // The next game begins at once: a hall that is measured has no breaks.
            steps = vec![(after(2), Step::Stop), (after(3), Step::SetUp), (after(4), Step::Start)];
        }
        self.steps.extend(steps);
    }

    fn result_word(&self) -> Option<&'static str> {
        match self.truth.result()?.to_string().as_str() {
            "1-0" => Some("WHITEWIN"),
            "0-1" => Some("BLACKWIN"),
            "1/2-1/2" => Some("DRAW"),
            _ => None,
        }
    }

    /// Another legal move of the same piece, as a drag across the board shows it.
    fn drag(&self, played: Option<Move>, faults: &mut Faults) -> Option<Step> {
        let played = played?;
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        let others: Vec<Move> = moves
            .into_iter()
            .filter(|other| other.from() == played.from() && other.to() != played.to())
            .collect();
        let index = usize::try_from(faults.seed().below(others.len() as u64)).ok()?;
        let other = *others.get(index)?;
        let mut after = self.position.clone();
        after.play(other);
        let san = self.position.to_san(other);
        Some(Step::Drag { san, placement: placement_of(&after) })
    }

    /// Does what comes next and gives the fields of the event, with `now` as LiveChess's time.
    pub fn step(&mut self, epoch: i64, faults: &mut Faults) -> Option<Fields> {
        let (at, step) = self.steps.pop_front()?;
        let fields = match step {
            Step::Start => {
                self.running = Some(self.position.turn());
                self.read_at = at;
                self.clock_field(epoch)
            }
            Step::Lift => self.lift(),
            Step::Drag { san, placement } => {
                let mut list = self.list.clone();
                list.push(san);
                self.placement = placement;
                self.board_fields(&list, true)
            }
            Step::Put => self.put(faults),
            Step::Press => self.press(at, epoch),
            Step::Jump(by) => {
                self.read_at = at;
                let shown = self.left;
                let place = usize::from(self.running == Some(Color::Black));
                if let Some(left) = self.left.get_mut(place) {
                    *left = left.saturating_add(by).max(0);
                }
                let fields = self.clock_field(epoch);
                self.left = shown;
                fields
            }
            Step::Show => {
                self.read_at = at + Duration::from_millis(1);
                self.clock_field(epoch)
            }
            Step::Stop => {
                self.running = None;
                self.read_at = at;
                self.clock_field(epoch)
            }
            Step::Kings => self.kings(),
            Step::Result => {
                self.result = self.result_word();
                return None;
            }
            Step::SetUp => self.set_up(at, epoch),
        };
        Some(fields)
    }

    fn set_up(&mut self, at: Duration, epoch: i64) -> Fields {
        self.n_before += 1;
        let next = (self.number + self.n_before) % self.others.len().max(1);
        if let Some(other) = self.others.get(next) {
            self.truth.clone_from(&other.truth);
            self.plies.clone_from(&other.plies);
        }
        self.next_ply = 0;
        self.start = self.truth.start.to_fen();
        self.list.clear();
        self.official.clear();
        self.position = self.truth.start.clone();
        self.placement = placement_of(&self.position);
        self.is_match = true;
        self.result = None;
        self.is_done = false;
        let first_clock = self.plies.first().and_then(|ply| ply.left).unwrap_or(USUAL_CLOCK);
        self.left = [first_clock.as_millis(); 2];
        (self.read_at, self.pressed_at, self.began_at) = (at, at, at);
        format!("{},{}", self.board_fields(&[], true), self.clock_field(epoch))
    }

    fn lift(&mut self) -> Fields {
        let from = self.plies.get(self.next_ply).and_then(|ply| ply.played).map(Move::from);
        self.is_match = false;
        self.placement = match from {
            Some(from) => {
                let mut board = self.position.board().clone();
                board.discard_piece_at(from);
                board.to_string()
            }
            None => self.placement.clone(),
        };
        format!("\"board\":\"{}\",\"match\":false", self.placement)
    }

    fn put(&mut self, faults: &mut Faults) -> Fields {
        let Some(ply) = self.plies.get(self.next_ply) else { return String::new() };
        match ply.played {
            Some(played) => self.position.play(played),
            None => self.position.pass(),
        }
        let san = ply.san.clone();
        let is_twice = san.starts_with("O-O") && faults.strikes(FaultKind::Duplicate);
        self.list.extend(std::iter::repeat_n(san, 1 + usize::from(is_twice)));
        self.placement = placement_of(&self.position);
        self.is_match = true;
        self.next_ply += 1;
        self.board_fields(&self.list, true)
    }

    fn press(&mut self, at: Duration, epoch: i64) -> Fields {
        let index = self.official.len();
        let mover = match self.running {
            Some(running) => running,
            None => self.position.turn(),
        };
        let place = usize::from(mover.is_black());
        let spent = (at.saturating_sub(self.read_at)).as_millis() as i64;
        let exact = self.plies.get(index).and_then(|ply| ply.left).map(ClockTime::as_millis);
        if let Some(left) = self.left.get_mut(place) {
            *left = exact.unwrap_or((*left - spent).max(1_000));
        }
        self.running = Some(!mover);
        self.read_at = at;
        self.pressed_at = at;
        self.enter(index);
        self.clock_field(epoch)
    }

    /// Enters a ply into the official list.
    fn enter(&mut self, index: usize) {
        if index != self.official.len() {
            return;
        }
        let Some(ply) = self.plies.get(index) else { return };
        let left = ply.left.map(|left| format!(" {}", left.as_whole_seconds()));
        self.official.push(format!("{}{}", ply.san, left.unwrap_or_default()));
    }

    fn kings(&mut self) -> Fields {
        let (white, black) = match self.result_word() {
            Some("WHITEWIN") => ("e4", "d5"),
            Some("BLACKWIN") => ("d4", "e5"),
            _ => ("e4", "e5"),
        };
        let mut board = self.position.board().clone();
        for (color, to) in [(Color::White, white), (Color::Black, black)] {
            let Ok(to) = to.parse() else { continue };
            if let Some(from) = self.position.king_of(color) {
                board.discard_piece_at(from);
            }
            board.set_piece_at(to, Role::King.of(color));
        }
        self.placement = board.to_string();
        self.is_match = false;
        // LiveChess takes the first king for a move.
        let mut list = self.list.clone();
        list.push(format!("K{}", if self.position.turn() == Color::White { white } else { black }));
        self.list = list;
        self.board_fields(&self.list, false)
    }

    fn board_fields(&self, list: &[String], is_match: bool) -> Fields {
        let moves: Vec<String> = list.iter().map(|san| format!("\"{san}\"")).collect();
        format!(
            "\"board\":\"{}\",\"start\":\"{}\",\"san\":[{}],\"match\":{is_match}",
            self.placement,
            self.start,
            moves.join(",")
        )
    }

    fn clock_field(&self, epoch: i64) -> Fields {
        format!("\"clock\":{}", self.clock(epoch))
    }

    /// The clock as JSON.
    pub fn clock(&self, epoch: i64) -> String {
        let [white, black] = self.left.map(|left| left / 1_000);
        let run = match self.running {
            Some(Color::White) => "true",
            Some(Color::Black) => "false",
            None => "null",
        };
        let time = epoch + self.read_at.as_millis() as i64;
        format!("{{\"white\":{white},\"black\":{black},\"run\":{run},\"time\":{time}}}")
    }

    /// Everything that is known of the board, as the first event of a feed.
    pub fn snapshot(&self, epoch: i64, has_moves: bool) -> Fields {
        match has_moves {
            true => {
                let board = self.board_fields(&self.list, self.is_match);
                format!("{board},{}", self.clock_field(epoch))
            }
            false => format!("\"board\":\"{}\",{}", self.placement, self.clock_field(epoch)),
        }
    }

    /// Who plays which colour: a value of a tag.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.truth.tag(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    }
}

fn placement_of(position: &Position) -> String {
    position.board().to_string()
}

/// The plies of a script with the illegal move of the board, if it has one, and the record of them.
fn played(script: &BoardScript, faults: &mut Faults) -> (Vec<Ply>, Record) {
    let mut position = script.record.start.clone();
    let mut plies = Vec::with_capacity(script.plies.len());
    for (recorded, timed) in script.record.plies.iter().zip(&script.plies) {
        if plies.len() > 1
            && faults.strikes(FaultKind::IllegalMove)
            && let Some((illegal, reply)) = illegal_move(&position)
        {
            let ply = |(played, san), at| Ply { played: Some(played), san, at, left: None };
            plies.push(ply(illegal, timed.at));
            plies.push(ply(reply, timed.at + Duration::from_secs(8)));
            let truth = record_of(&script.record, &plies);
            return (plies, truth);
        }
        let san = recorded.played.map_or_else(|| "--".to_owned(), |played| position.to_san(played));
        plies.push(Ply { played: recorded.played, san, at: timed.at, left: timed.left });
        recorded.play_on(&mut position);
    }
    (plies, script.record.clone())
}

/// A move that leaves the own king attacked, and a reply to it.
fn illegal_move(position: &Position) -> Option<((Move, String), (Move, String))> {
    let mut moves = MoveList::new();
    position.pseudo_legal_moves(&mut moves);
    let illegal = moves.into_iter().find(|&played| {
        let role = position.piece_at(played.from()).map(|piece| piece.role);
        !position.is_safe(played)
            && position.piece_at(played.to()).is_none()
            && !matches!(role, None | Some(Role::Pawn | Role::King))
    })?;
    let letter = position.piece_at(illegal.from())?.role.upper_char();
    let san = format!("{letter}{}{}", illegal.from(), illegal.to());
    let mut after = position.clone();
    after.play(illegal);
    let mut replies = MoveList::new();
    after.legal_moves(&mut replies);
    let is_quiet = |reply: &Move| {
        after.piece_at(reply.from()).is_some_and(|piece| piece.role != Role::King)
            && after.piece_at(reply.to()).is_none()
    };
    let reply = replies.into_iter().find(is_quiet)?;
    let reply_san = after.to_san(reply);
    Some(((illegal, san), (reply, reply_san)))
}

/// The record of a game that went otherwise: the tags of the old one, and these plies.
fn record_of(old: &Record, plies: &[Ply]) -> Record {
    let mut text = String::new();
    for tag in &old.tags {
        text.push_str(&format!("[{} \"{}\"]\n", old.written(tag.name), old.written(tag.value)));
    }
    text.push('\n');
    for (index, ply) in plies.iter().enumerate() {
        if index.is_multiple_of(2) {
            text.push_str(&format!("{}. ", index / 2 + 1));
        }
        text.push_str(&ply.san);
        text.push(' ');
    }
    text.push_str(&old.result().map_or_else(|| "*".to_owned(), |result| result.to_string()));
    let mut record = Record::new();
    GameReader::new(&text, ReadOptions::default()).read_into(&mut record);
    record
}
