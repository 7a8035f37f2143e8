//! `kaissa check` beside the plain way: pgn-reader, shakmaty and a hash each ply, no rules at all.
//!
//! `KAISSA_BENCH_PGN` names the file; without it a small example is repeated. Throughput is plies
//! a second on one core.

use std::hint::black_box;
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kaissa_audit::{AuditEvent, AuditOptions, audit, game_json};
use kaissa_laws::Editions;
use kaissa_ruling::{ProfileOptions, Profiler, ReviewEffort};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

/// Replays the main line, hashing each position.
struct Plain {
    n_plies: u64,
    hashes: u64,
}

impl Visitor for Plain {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN"
            && let Ok(fen) = Fen::from_ascii(value.as_bytes())
            && let Ok(position) = fen.into_position(CastlingMode::Chess960)
        {
            *start = position;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start)
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(played) = san.san.to_move(position) else { return ControlFlow::Break(()) };
        position.play_unchecked(played);
        let hash: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
        self.hashes ^= hash.0;
        self.n_plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) {}
}

fn plain(bytes: &[u8]) -> Plain {
    let mut plain = Plain { n_plies: 0, hashes: 0 };
    let mut reader = Reader::new(Cursor::new(bytes));
    while let Ok(Some(_)) = reader.read_game(&mut plain) {}
    plain
}

fn check(path: &str, options: &AuditOptions) -> u64 {
    let mut n_bytes = 0;
    audit(&[path.to_owned()], options, game_json, |event| {
        if let AuditEvent::Game { made: (head, tail), .. } = event {
            n_bytes += (head.len() + tail.len()) as u64;
        }
        true
    });
    n_bytes
}

fn bench(criterion: &mut Criterion) {
    let named = std::env::var("KAISSA_BENCH_PGN").ok();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/round-5.pgn").to_owned();
    let path = named.unwrap_or(example);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let profiler = Profiler::new(Editions::built_in().clone(), ProfileOptions::default());
    let options = AuditOptions {
        profiler: profiler.expect("built in"),
        effort: ReviewEffort::default(),
        language: None,
        n_threads: NonZeroUsize::new(1),
    };
    let mut group = criterion.benchmark_group("plies");
    group.sample_size(10);
    group.throughput(Throughput::Elements(plain(&bytes).n_plies));
    group.bench_function("plain way", |bencher| {
        bencher.iter(|| black_box(plain(black_box(&bytes)).hashes));
    });
    group.bench_function("kaissa check --json", |bencher| {
        bencher.iter(|| black_box(check(black_box(&path), &options)));
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
