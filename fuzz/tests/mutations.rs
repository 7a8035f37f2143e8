//! Every parser over its corpus and 10,000 seeded mutations of it: no panic, bounded memory.

use std::alloc::System;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use cap::Cap;
use kaissa_fuzz::{TARGETS, Target};
use kaissa_simulator::Seed;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const N_MUTATIONS: u64 = 10_000;
/// Mutated inputs are cut to this many bytes.
const LONGEST: usize = 16 << 10;
/// What a parser may hold at once for such an input.
const MOST_MEMORY: usize = 64 << 20;

/// The inputs of a target that are kept: real ones and those that once broke something.
fn corpus(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder:?} is empty");
    files.into_iter().map(|path| (path.clone(), fs::read(&path).expect("a file"))).collect()
}

/// Changes an input a few times: bytes flipped, put in, taken out, doubled, cut, joined to another.
fn mutated(inputs: &[(PathBuf, Vec<u8>)], seed: &mut Seed) -> Vec<u8> {
    let pick = |seed: &mut Seed| {
        let index = seed.below(inputs.len() as u64) as usize;
        inputs[index].1.clone()
    };
    let mut bytes = pick(seed);
    for _ in 0..=seed.below(6) {
        let at = seed.below(bytes.len() as u64 + 1) as usize;
        let end = (at + 1 + seed.below(24) as usize).min(bytes.len());
        match seed.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << seed.below(8),
            1 if at < bytes.len() => bytes[at] = seed.next_number() as u8,
            2 => bytes.insert(at, seed.next_number() as u8),
            3 if at < end => drop(bytes.drain(at..end)),
            4 if at < end => {
                let piece = bytes[at..end].to_vec();
                let times = 1 + seed.below(40) as usize;
                bytes.splice(at..at, piece.repeat(times));
            }
            5 => bytes.truncate(at),
            6 => {
                let other = pick(seed);
                let from = seed.below(other.len() as u64 + 1) as usize;
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            _ => {
                const TELLING: [&[u8]; 12] = [
                    b"\0",
                    b"\xFF",
                    b"\"",
                    b"{",
                    b"}",
                    b"[",
                    b"\\",
                    b"\r\n",
                    b"-1",
                    b"18446744073709551616",
                    b"\xEF\xBB\xBF",
                    b"1e999",
                ];
                let piece = TELLING[seed.below(TELLING.len() as u64) as usize];
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}

fn run(target: &Target, bytes: &[u8], what: &str) {
    let before = ALLOCATOR.allocated();
    let done = catch_unwind(|| (target.run)(bytes));
    assert!(done.is_ok(), "{}: {what} panics: {:?}", target.name, String::from_utf8_lossy(bytes));
    let most = ALLOCATOR.max_allocated().saturating_sub(before);
    assert!(most < MOST_MEMORY, "{}: {what} held {most} bytes", target.name);
}

#[test]
fn no_parser_panics_or_takes_memory_without_bound() {
    for target in TARGETS {
        let inputs = corpus(target);
        for (path, bytes) in &inputs {
            run(target, bytes, &path.display().to_string());
        }
        let mut seed = Seed::new(2_026);
        for number in 0..N_MUTATIONS {
            let bytes = mutated(&inputs, &mut seed);
            run(target, &bytes, &format!("mutation {number}"));
        }
    }
}

#[test]
fn every_target_has_its_file_for_libfuzzer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz_targets");
    for target in TARGETS {
        let path = folder.join(format!("{}.rs", target.name));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(text.contains(&format!("kaissa_fuzz::{}(bytes)", target.name)), "{path:?}");
    }
    let n_files = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(n_files, TARGETS.len());
}
