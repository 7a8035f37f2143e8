//! Reads files as fast as it can and prints games, plies and the time taken.

use std::time::Instant;

use kaissa_game::Record;
use kaissa_pgn::{Part, ReadOptions, Splitter};

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let begin = Instant::now();
        let bytes = std::fs::read(&path)?;
        let loaded = Instant::now();
        let mut splitter = Splitter::new(bytes.as_slice());
        let (mut part, mut n_parts) = (Part::default(), 0);
        while splitter.next_part(&mut part)? {
            n_parts += 1;
        }
        let split = Instant::now();
        let mut splitter = Splitter::new(bytes.as_slice());
        let mut record = Record::new();
        let (mut n_games, mut n_plies) = (0u64, 0u64);
        while splitter.next_part(&mut part)? {
            part.read_games(ReadOptions::default(), &mut record, |record| {
                n_games += 1;
                n_plies += record.plies.len() as u64;
            });
        }
        let end = Instant::now();
        let seconds = (end - split).as_secs_f64();
        println!(
            "{path}: {n_games} games, {n_plies} plies, {n_parts} parts; load {:?}, split {:?}, all {:?}: {:.2} M plies/s, {:.0} MB/s",
            loaded - begin,
            split - loaded,
            end - split,
            n_plies as f64 / seconds / 1e6,
            bytes.len() as f64 / seconds / 1e6
        );
    }
    Ok(())
}
