//! Every parser of bytes from outside, behind one function that takes any bytes.
//!
//! `cargo fuzz run NAME --features libfuzzer` drives them with libFuzzer; the test command runs the
//! same functions on stable Rust over `corpus/NAME` and seeded mutations of it. A function here
//! reads the bytes and looks at what came out as its callers do; it must not panic, and its memory
//! must stay bounded by the input.

use kaissa_chess::Position;
use kaissa_chess::notation::Language;
use kaissa_feed::dgt::{BusDecoder, Decoder, read_events, recover_games, replay_log};
use kaissa_feed::livechess::outside;
use kaissa_feed::{
    LichessBlocks, SourceSpec, charset, http_date, read_cloud_game, read_cloud_lookup,
    read_cloud_round, read_cloud_tournament, read_lichess_round,
};
use kaissa_game::{MoveNames, Record, TimeControlReading, read_clock, read_clock_tag};
use kaissa_journal::{RowState, Statement};
use kaissa_laws::{DateRange, Editions, RegulationsHistory};
use kaissa_pgn::{GameReader, ReadOptions, Reader, read_cloud_move, read_text, write_game};
use kaissa_tournament::{Trf, read_table, write_table};

/// A parser of outside bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of its folder in the corpus and of its file for libFuzzer.
    pub name: &'static str,
    /// Runs it.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($name:ident,)*) => {
        /// Every target.
        pub const TARGETS: &[Target] =
            &[$(Target { name: stringify!($name), run: $name },)*];
    };
}

targets! {
    pgn,
    movetext,
    fen,
    move_text,
    time_control,
    clock_text,
    regulations,
    editions,
    cloud_move,
    announcement,
    live_chess_frame,
    live_chess_tree,
    dgt_bytes,
    dgt_bus,
    dgt_memory,
    dgt_log,
    cloud_json,
    lichess_stream,
    http_text,
    source_words,
    journal_entry,
    pairings,
}

/// The first line of an input and the rest, as text whatever the bytes are.
fn first_line(bytes: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    (first.to_owned(), rest.to_owned())
}

/// A file of games in any encoding.
pub fn pgn(bytes: &[u8]) {
    let mut reader = Reader::new(bytes);
    let mut record = Record::new();
    while reader.read_into(&mut record).unwrap_or(false) {
        look_at(&record);
    }
}

/// A game in memory, read in a language of the first byte's choice, and written again.
pub fn movetext(bytes: &[u8]) {
    let language = bytes.first().and_then(|&byte| Language::TRIED.get(byte as usize).copied());
    let text = String::from_utf8_lossy(bytes.get(1..).unwrap_or_default());
    let mut reader = GameReader::new(&text, ReadOptions { language });
    let mut record = Record::new();
    while reader.read_into(&mut record) {
        look_at(&record);
    }
}

fn look_at(record: &Record) {
    let position = record.last_position();
    let _ = position.key();
    let _ = MoveNames::new(record).name(record.plies.len() as u32);
    let _ = (record.result(), record.time_control(), record.live_clocks());
    let _ = write_game(record);
}

/// A position as a FEN.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok((position, _)) = Position::from_fen(&text) {
        let _ = position.key();
        let _ = position.has_legal_move();
        let _ = position.legal().is_ok();
        let again = position.to_fen();
        assert!(Position::from_fen(&again).is_ok(), "{again}");
    }
}

/// A move in any notation, at the position of the first line.
pub fn move_text(bytes: &[u8]) {
    let (first, rest) = first_line(bytes);
    let position = Position::from_fen(&first).map_or_else(|_| Position::start(), |(read, _)| read);
    for token in rest.split_whitespace() {
        for language in Language::TRIED.into_iter().chain([Language::English]) {
            let _ = position.read_move(token, language);
        }
    }
}

/// The value of a TimeControl tag, and of a Date tag.
pub fn time_control(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = TimeControlReading::read(&text);
    let _ = DateRange::read(&text);
}

/// A clock reading of a comment or a tag.
pub fn clock_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = read_clock(&text);
    let _ = read_clock_tag(&text);
}

/// Pairings and results: a table, and a tournament report file that is filled in and written again.
pub fn pairings(bytes: &[u8]) {
    let (text, _) = read_text(bytes);
    let table = read_table(&text);
    let again = read_table(&write_table(&table.rows));
    assert!(again.rows.len() <= table.rows.len());
    let mut report = Trf::read(&text);
    assert_eq!(report.to_string(), text);
    for round in [1, 2, report.last_round()] {
        for row in report.pairings(round, 1).rows {
            // A name that stands twice in a broken file is told, not taken.
            let _ = report.put(round, &row);
        }
    }
    let _ = Trf::read(&report.to_string());
}

/// The regulations of a competition.
pub fn regulations(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = RegulationsHistory::read(&text) {
        let _ = error.to_string();
    }
}

/// A file of further editions.
pub fn editions(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut editions = Editions::built_in().clone();
    if let Err(error) = editions.extend(&text) {
        let _ = error.to_string();
    }
}

/// A move of LiveChess with its times.
pub fn cloud_move(bytes: &[u8]) {
    let _ = read_cloud_move(&String::from_utf8_lossy(bytes));
}

/// A move announced in the names of the Laws, at the position of the first line.
pub fn announcement(bytes: &[u8]) {
    let (first, rest) = first_line(bytes);
    let position = Position::from_fen(&first).map_or_else(|_| Position::start(), |(read, _)| read);
    for line in rest.lines() {
        let _ = position.read_announcement(line).is_ok();
    }
}

/// A frame of LiveChess.
pub fn live_chess_frame(bytes: &[u8]) {
    let _ = outside::read_frame(bytes).is_ok();
}

/// An answer of LiveChess's HTTP twin, read as each of those it may be.
pub fn live_chess_tree(bytes: &[u8]) {
    let _ = outside::read_tournaments(bytes).is_ok();
    let _ = outside::read_tournament(bytes).is_ok();
    let _ = outside::read_round(bytes).is_ok();
    let _ = outside::read_game(bytes).is_ok();
    let _ = outside::read_boards(bytes).is_ok();
}

/// The bytes of a DGT board, in pieces of a length that the first byte gives.
pub fn dgt_bytes(bytes: &[u8]) {
    let mut decoder = Decoder::new();
    let length = usize::from(bytes.first().copied().unwrap_or(0)) + 1;
    for piece in bytes.chunks(length) {
        let _ = decoder.push(piece).len();
    }
}

/// The bytes of a bus of DGT boards.
pub fn dgt_bus(bytes: &[u8]) {
    let mut decoder = BusDecoder::new();
    let length = usize::from(bytes.first().copied().unwrap_or(0)) + 1;
    for piece in bytes.chunks(length) {
        let _ = decoder.push(piece).len();
    }
}

/// The memory of a DGT board, and the games in it.
pub fn dgt_memory(bytes: &[u8]) {
    let _ = recover_games(&read_events(bytes)).len();
}

/// A saved log of a DGT board, followed.
pub fn dgt_log(bytes: &[u8]) {
    let _ = replay_log(bytes, "log", |_| {});
}

/// An answer of LiveChess Cloud or of Lichess, read as each of those it may be.
pub fn cloud_json(bytes: &[u8]) {
    let _ = read_cloud_lookup(bytes).is_ok();
    let _ = read_cloud_tournament(bytes).is_ok();
    let _ = read_cloud_round(bytes).is_ok();
    let _ = read_cloud_game(bytes).is_ok();
    let _ = read_lichess_round(bytes).is_ok();
}

/// The stream of a Lichess broadcast, with silences in it, and its games.
pub fn lichess_stream(bytes: &[u8]) {
    let mut blocks = LichessBlocks::default();
    let length = usize::from(bytes.first().copied().unwrap_or(0)) + 1;
    for piece in bytes.chunks(length) {
        for block in blocks.push(piece) {
            pgn(&block);
        }
    }
    if let Some(block) = blocks.silence() {
        pgn(&block);
    }
}

/// The head of an answer: a date in the first line, a content type in the next, then the body.
pub fn http_text(bytes: &[u8]) {
    let (first, rest) = first_line(bytes);
    let _ = http_date(&first);
    let (kind, body) = rest.split_once('\n').unwrap_or((&rest, ""));
    let _ = charset(kind, body.as_bytes());
}

/// A source as given on the command line.
pub fn source_words(bytes: &[u8]) {
    let _ = SourceSpec::read(&String::from_utf8_lossy(bytes)).is_ok();
}

/// Entries of a journal from elsewhere, a kind and a body a line; changes of records are folded.
pub fn journal_entry(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut row = RowState::default();
    for line in text.lines() {
        let (kind, body) = line.split_once(' ').unwrap_or((line, ""));
        match Statement::read(kind, body) {
            Ok(Statement::RecordObserved(delta)) => {
                let _ = row.apply(&delta).is_ok();
            }
            Ok(said) => drop(said.entry()),
            Err(error) => drop(error.to_string()),
        }
    }
    look_at(&row.record());
}
