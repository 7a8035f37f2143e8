//! What is written can be read, here and elsewhere.

use kaissa_game::Record;
use kaissa_pgn::write_game;

use super::support::{codes, read};

/// Everything that writing keeps.
fn kept(record: &Record) -> impl PartialEq + std::fmt::Debug {
    let plies: Vec<_> =
        record.plies.iter().map(|ply| (ply.played, ply.legality, ply.clock, ply.elapsed)).collect();
    let event = record.tag("Event").map_or("?".to_string(), |tag| tag.into_owned());
    (plies, record.start.clone(), record.result(), event)
}

#[test]
fn a_written_game_reads_back_as_itself() {
    let games = [
        "[Event \"5th \\\"Memorial\\\" \\\\ Open\"]\n[Result \"1/2-1/2\"]\n\n\
         1. e4 {[%clk 1:00:00.5]} {[%emt 0:00:03]} e5 {hm {hm} hm} 2. Nf3 -- 3. d4 1/2-1/2\n",
        "[FEN \"4k2r/8/8/8/8/8/8/4K2R b Kk - 3 17\"]\n\n17... O-O 18. O-O Kh8 *\n",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# Ke7 5. d3 *\n",
        "1. e4 e5 2. Nf3 Nc6 3. Ke4 Kd5 1-0\n",
        "[Variant \"Chess960\"]\n[FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1\"]\n\n\
         1. O-O O-O *\n",
        "[Event \"no moves\"]\n\n*\n",
    ];
    for game in games {
        let records = read(game.as_bytes());
        let text = write_game(&records[0]);
        let again = read(text.as_bytes());
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(kept(&again[0]), kept(&records[0]), "{text}");
        assert_eq!(again[0].unread, None, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 255), "{text}");
    }
}

#[test]
fn what_is_written_is_not_odd() {
    let records = read(
        b"1.e2e4 e7e5 2. g1f3 Nb8-c6 3.Bf1-b5 a6?! {a long comment that goes on for so \
        many words that it does not fit on a line of seventy-nine characters by any means} *",
    );
    let text = write_game(&records[0]);
    let again = read(text.as_bytes());
    assert_eq!(codes(&again[0]), Vec::<&str>::new(), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 79), "{text}");
    assert!(text.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {a long"), "{text}");
}
