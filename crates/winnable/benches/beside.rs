//! The prover beside chasolver, in one run and by turns, question by question.
//!
//! `cargo bench -p kaissa-winnable` with `KAISSA_CORPUS` set prints a table for each set of
//! questions: real flag-falls, composed positions, random blocked positions. `ONLY=ours` or
//! `ONLY=theirs` asks one of the two alone, to compare the memory each takes; `SET=real` (a part of
//! the name) only one set.

use std::hint::black_box;
use std::str::FromStr;
use std::time::{Duration, Instant};

use criterion::Criterion;
use kaissa_chess::{Bitboard, Board, Color, Position, PositionParts, Role, Square};
use kaissa_winnable::{Budget, can_mate, dead_position};

type Question = (String, Color);

fn main() {
    let sets = [
        ("real flag-falls", real(1)),
        ("composed", composed()),
        ("random blocked", random_blocked(400)),
    ];
    let only = std::env::var("ONLY").ok();
    let set = std::env::var("SET").ok();
    for (name, questions) in &sets {
        if set.as_deref().is_some_and(|set| !name.contains(set)) {
            continue;
        }
        table(name, questions, only.as_deref());
    }
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find(|line| line.starts_with("VmHWM"));
        println!("peak memory of the process: {}", peak.unwrap_or("unknown"));
    }
    if only.is_none() && set.is_none() {
        batches(&sets[0].1);
    }
}

/// Mean times of a hundred questions at once, as criterion measures them.
fn batches(questions: &[Question]) {
    let mut criterion = Criterion::default().sample_size(10);
    let hundred: Vec<_> = questions.iter().step_by(questions.len() / 100 + 1).collect();
    let positions: Vec<_> = hundred.iter().map(|(fen, by)| (position(fen), *by)).collect();
    criterion.bench_function("a hundred flag-falls, can_mate", |bench| {
        bench.iter(|| {
            for (position, by) in &positions {
                let _ = black_box(can_mate(position, *by, &Budget::STANDARD));
            }
        });
    });
    criterion.bench_function("a hundred flag-falls, dead_position", |bench| {
        bench.iter(|| {
            for (position, _) in &positions {
                let _ = black_box(dead_position(position, &Budget::STANDARD));
            }
        });
    });
    let boards: Vec<_> = hundred.iter().filter_map(|(fen, by)| Some((board(fen)?, *by))).collect();
    criterion.bench_function("a hundred flag-falls, chasolver", |bench| {
        bench.iter(|| {
            for (board, by) in &boards {
                let _ = black_box(chasolver::winnability(board, theirs(*by)));
            }
        });
    });
}

fn table(name: &str, questions: &[Question], only: Option<&str>) {
    if questions.is_empty() {
        return;
    }
    let (mut ours, mut others, mut nodes, mut entries, mut open) =
        (vec![], vec![], vec![], vec![], [0, 0]);
    for (fen, by) in questions {
        let Some(board) = board(fen) else { continue };
        let position = position(fen);
        if only != Some("theirs") {
            let start = Instant::now();
            let answer = black_box(can_mate(&position, *by, &Budget::STANDARD));
            ours.push(start.elapsed());
            if let Ok(answer) = answer {
                nodes.push(answer.effort.nodes());
                entries.push(answer.effort.table_entries as u64);
                open[0] += usize::from(answer.effort.decided_by.is_none());
            }
        }
        if only != Some("ours") {
            let start = Instant::now();
            let answer = black_box(chasolver::winnability(&board, theirs(*by)));
            others.push(start.elapsed());
            open[1] += usize::from(answer.is_none());
        }
    }
    println!("{name}: {} questions", questions.len());
    for (who, times, open) in [("ours", &mut ours, open[0]), ("chasolver", &mut others, open[1])] {
        if !times.is_empty() {
            times.sort();
            let total: Duration = times.iter().sum();
            println!(
                "  {who:9} median {:?} p90 {:?} p99 {:?} max {:?} total {total:?} open {open}",
                at(times, 0.5),
                at(times, 0.9),
                at(times, 0.99),
                at(times, 1.0)
            );
        }
    }
    for (what, numbers) in [("nodes", &mut nodes), ("entries", &mut entries)] {
        if !numbers.is_empty() {
            numbers.sort();
            let [median, p99, max] = [0.5, 0.99, 1.0].map(|share| at(numbers, share));
            println!("  {what:9} median {median} p99 {p99} max {max}");
        }
    }
}

fn at<T: Copy>(sorted: &[T], share: f64) -> T {
    sorted[((sorted.len() - 1) as f64 * share) as usize]
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a FEN").0
}

fn board(fen: &str) -> Option<chess::Board> {
    let counters = if fen.split(' ').count() < 6 { " 0 1" } else { "" };
    chess::Board::from_str(&format!("{fen}{counters}")).ok()
}

fn theirs(color: Color) -> chess::Color {
    if color == Color::White { chess::Color::White } else { chess::Color::Black }
}

fn file(name: &str) -> String {
    let Some(folder) = std::env::var_os("KAISSA_CORPUS") else {
        eprintln!("KAISSA_CORPUS is not set: {name} is left out");
        return String::new();
    };
    let path = std::path::Path::new(&folder).join("data/dead").join(name);
    let bytes = std::fs::read(path).expect("a file of the corpus");
    let bytes = match name.ends_with(".zst") {
        true => zstd::decode_all(bytes.as_slice()).expect("zstandard"),
        false => bytes,
    };
    String::from_utf8(bytes).expect("UTF-8")
}

fn real(step: usize) -> Vec<Question> {
    let text = file("lichess_timeouts_22500.csv.zst");
    let question = |line: &str| {
        let fields: Vec<_> = line.split(',').collect();
        let by = if fields[2] == "white" { Color::White } else { Color::Black };
        (fields[0].to_string(), by)
    };
    text.lines().skip(1).step_by(step).map(question).collect()
}

fn composed() -> Vec<Question> {
    let text = file("cha_test_vector.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let both = |line: &str| {
        let fen = line.split_once(' ').expect("class and FEN").1.to_string();
        [(fen.clone(), Color::White), (fen, Color::Black)]
    };
    lines.flat_map(both).collect()
}

/// Pairs of pawns that block each other and up to two bishops a side, from a fixed seed.
fn random_blocked(n: usize) -> Vec<Question> {
    let mut seed = 20_u64;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % n) as u32
    };
    let mut questions = Vec::new();
    while questions.len() < 2 * n {
        let mut board = Board::empty();
        for file in 0..8 {
            if below(5) > 0 {
                let rank = 2 + below(3);
                let (one, two) = (Square::new(rank * 8 + file), Square::new(rank * 8 + 8 + file));
                board.set_piece_at(one, Role::Pawn.of(Color::White));
                board.set_piece_at(two, Role::Pawn.of(Color::Black));
            }
        }
        for color in Color::ALL {
            for role in [Role::Bishop, Role::Bishop, Role::King] {
                if role == Role::King || below(2) == 0 {
                    let square = match color {
                        Color::White => Square::new(below(20)),
                        Color::Black => Square::new(44 + below(20)),
                    };
                    if !board.occupied().contains(square) {
                        board.set_piece_at(square, role.of(color));
                    }
                }
            }
        }
        let position = Position::from_parts(PositionParts {
            board,
            turn: Color::from_white(below(2) == 0),
            castling_rooks: Bitboard::EMPTY,
            pawn_step: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            chess960: false,
        });
        if position.legal().is_ok() {
            questions.push((position.to_fen(), Color::White));
            questions.push((position.to_fen(), Color::Black));
        }
    }
    questions
}
