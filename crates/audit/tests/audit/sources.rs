//! Files, folders, archives, and what cannot be read.

use std::fs;
use std::io::Write;
use std::path::Path;

use kaissa_audit::{AuditEvent, AuditOptions, audit};
use kaissa_laws::Editions;
use kaissa_ruling::{ProfileOptions, Profiler, ReviewEffort};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";

/// Sources and numbers of all games, and the codes of what could not be read, in order.
fn run(paths: &[&Path], n_threads: usize) -> Vec<String> {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let profiler = Profiler::new(Editions::built_in().clone(), ProfileOptions::default());
    let options = AuditOptions {
        profiler: profiler.expect("built in"),
        effort: ReviewEffort::default(),
        language: None,
        n_threads: std::num::NonZeroUsize::new(n_threads),
    };
    let mut lines = Vec::new();
    let name = |source: &str| source.rsplit('/').next().unwrap_or(source).to_owned();
    audit(
        &paths,
        &options,
        |facts, record, _| {
            let place = facts.place;
            let member = place.member.map_or(String::new(), |member| format!(" {member}"));
            (format!("{}{member}", name(place.source)), record.plies.len())
        },
        |event| {
            match event {
                AuditEvent::Game { number, made: (place, n_plies) } => {
                    lines.push(format!("{place} {number}: {n_plies}"));
                }
                AuditEvent::Progress { .. } => {}
                AuditEvent::Unreadable { source, error } => {
                    lines.push(format!("{} {}", name(&source), error.code()));
                }
            }
            true
        },
    );
    lines
}

#[test]
fn a_folder_comes_in_byte_order_with_every_kind_of_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("b.pgn"), GAME.repeat(2)).expect("written");
    fs::write(path("notes.txt"), GAME).expect("written");
    fs::create_dir(path("a")).expect("made");
    fs::write(path("a/z.PGN"), GAME).expect("written");
    let packed = zstd::encode_all(GAME.as_bytes(), 3).expect("packed");
    fs::write(path("c.pgn.zst"), packed).expect("written");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(GAME.as_bytes()).expect("packed");
    fs::write(path("d.pgn.gz"), gz.finish().expect("packed")).expect("written");
    let mut zip = zip::ZipWriter::new(fs::File::create(path("e.zip")).expect("made"));
    for member in ["two.pgn", "one.pgn", "read.me"] {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(member, options).expect("begun");
        zip.write_all(GAME.as_bytes()).expect("written");
    }
    zip.finish().expect("finished");
    let expected = [
        "z.PGN 1: 3",
        "b.pgn 1: 3",
        "b.pgn 2: 3",
        "c.pgn.zst 1: 3",
        "d.pgn.gz 1: 3",
        "e.zip one.pgn 1: 3",
        "e.zip two.pgn 1: 3",
    ];
    assert_eq!(run(&[folder.path()], 1), expected);
    assert_eq!(run(&[folder.path()], 4), expected);
}

#[test]
fn what_cannot_be_read_is_named_in_its_place_and_stops_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("first.pgn"), GAME).expect("written");
    fs::write(path("broken.pgn.zst"), b"no zstd at all").expect("written");
    fs::write(path("broken.zip"), b"no zip at all").expect("written");
    let mut cut = zstd::encode_all(GAME.repeat(4000).as_bytes(), 3).expect("packed");
    cut.truncate(cut.len() / 2);
    fs::write(path("cut.pgn.zst"), cut).expect("written");
    fs::create_dir(path("empty")).expect("made");
    fs::write(path("last.pgn"), GAME).expect("written");
    let lines = run(
        &[
            &path("first.pgn"),
            &path("gone.pgn"),
            &path("broken.pgn.zst"),
            &path("broken.zip"),
            &path("empty"),
            &path("cut.pgn.zst"),
            &path("last.pgn"),
        ],
        2,
    );
    assert_eq!(lines[0], "first.pgn 1: 3");
    assert_eq!(lines[1], "gone.pgn not_found");
    assert!(lines[2].starts_with("broken.pgn.zst "), "{lines:?}");
    assert_eq!(lines[3], "broken.zip damaged");
    assert_eq!(lines[4], "empty no_games");
    assert!(lines.iter().any(|line| line == "cut.pgn.zst damaged"), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("last.pgn 1: 3"));
}

#[test]
fn a_run_that_is_ended_early_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("many.pgn");
    fs::write(&path, GAME.repeat(100_000)).expect("written");
    let profiler = Profiler::new(Editions::built_in().clone(), ProfileOptions::default());
    let options = AuditOptions {
        profiler: profiler.expect("built in"),
        effort: ReviewEffort::default(),
        language: None,
        n_threads: None,
    };
    let mut n_taken = 0;
    audit(
        &[path.display().to_string()],
        &options,
        |_, _, _| (),
        |_| {
            n_taken += 1;
            n_taken < 10
        },
    );
    assert_eq!(n_taken, 10);
}
