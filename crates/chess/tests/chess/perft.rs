//! Numbers of move sequences from known positions.

use kaissa_chess::{MoveList, Position, Variant};
use rayon::prelude::*;

/// Counts above this are left to a run by hand: the sets go up to billions.
const NODES_MAX: u64 = 200_000;

fn perft(position: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if depth <= 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|&legal| {
            let mut next = position.clone();
            next.play(legal);
            perft(&next, depth - 1)
        })
        .sum()
}

#[test]
fn known_counts_from_the_start_and_from_crowded_positions() {
    for (fen, depth, count) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
        ("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", 3, 14_569),
    ] {
        assert_eq!(perft(&super::position(fen), depth), count, "{fen}");
    }
}

#[test]
fn every_position_of_the_large_sets() {
    let Some(corpus) = super::corpus("perft of the large sets") else { return };
    let mut asked = Vec::new();
    for name in ["random.perft", "tricky.perft", "tricky_shakmaty.perft", "chess960.perft"] {
        read_perft(&read(&corpus, name), name != "random.perft", &mut asked);
    }
    read_suite(&read(&corpus, "perftsuite.epd"), &mut asked);
    let n_positions = asked.iter().filter(|(_, _, depth, _)| *depth == 1).count();
    assert!(n_positions > 5_900, "{n_positions} positions read");
    let wrong: Vec<String> = asked
        .par_iter()
        .filter(|(_, _, _, count)| *count <= NODES_MAX)
        .filter_map(|(fen, variant, depth, count)| {
            let (position, _) = Position::from_fen_of(fen, *variant).ok()?;
            let ours = perft(&position, *depth);
            (ours != *count).then(|| format!("{fen} depth {depth}: {ours}, expected {count}"))
        })
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

type Asked = (String, Variant, u32, u64);

fn read(corpus: &std::path::Path, name: &str) -> String {
    let path = corpus.join("data/perft").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read_perft(text: &str, chess960: bool, asked: &mut Vec<Asked>) {
    let variant = if chess960 { Variant::Chess960 } else { Variant::Standard };
    let mut epd = "";
    for line in text.lines() {
        if let Some(found) = line.strip_prefix("epd ") {
            epd = found;
        } else if let Some(counts) = line.strip_prefix("perft ") {
            let numbers: Vec<u64> =
                counts.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let [depth, count] = numbers[..] else { panic!("not two numbers: {line}") };
            asked.push((epd.to_owned(), variant, depth as u32, count));
        }
    }
}

fn read_suite(text: &str, asked: &mut Vec<Asked>) {
    for line in text.lines() {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap_or("").trim();
        for field in fields {
            let mut words = field.trim().trim_start_matches('D').split_whitespace();
            let (Some(depth), Some(count)) = (words.next(), words.next()) else { continue };
            let (Ok(depth), Ok(count)) = (depth.parse(), count.parse()) else { continue };
            asked.push((fen.to_owned(), Variant::Standard, depth, count));
        }
    }
}
