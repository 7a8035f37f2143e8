//! Every game of the large sets beside the verdicts of python-chess and CHA.
//!
//! `oracles/README.md` says how those were made, `oracles/differences.csv` where we differ and why.

use std::collections::BTreeMap;
use std::path::Path;

use kaissa_audit::{AuditEvent, AuditOptions, audit};
use kaissa_chess::Position;
use kaissa_laws::{Edition, Editions};
use kaissa_ruling::{Detail, Finding, FindingKind, ProfileOptions, Profiler, Review, ReviewEffort};

/// Columns compared, in the order of the oracle's tables.
const COLUMNS: [&str; 9] = [
    "plies",
    "final_fen",
    "final_halfmove_clock",
    "checkmate",
    "stalemate",
    "threefold_ply",
    "fivefold_ply",
    "fifty_ply",
    "seventyfive_ply",
];

/// What we say of a game: the columns, and the ply and proof of a dead position.
struct Ours {
    columns: [String; 9],
    dead: Option<(u32, &'static str)>,
}

impl Ours {
    fn of(n_plies: usize, review: &Review) -> Ours {
        let first = |kind| review.findings.iter().find(|found| found.kind == kind);
        let ply = |kind| first(kind).map_or(String::new(), |found: &Finding| found.ply.to_string());
        let at_end = |kind| {
            let is_last = first(kind).is_some_and(|found| found.ply as usize == n_plies);
            u8::from(is_last).to_string()
        };
        let position: &Position = &review.last_position;
        let dead = first(FindingKind::DeadPosition).and_then(|found| match &found.detail {
            Detail::Dead { proof, .. } => Some((found.ply, proof.word())),
            _ => None,
        });
        let columns = [
            n_plies.to_string(),
            position.to_fen(),
            position.halfmove_clock().to_string(),
            at_end(FindingKind::Checkmate),
            at_end(FindingKind::Stalemate),
            ply(FindingKind::Threefold),
            ply(FindingKind::Fivefold),
            ply(FindingKind::FiftyMoves),
            ply(FindingKind::SeventyFiveMoves),
        ];
        Ours { columns, dead }
    }
}

fn options() -> AuditOptions {
    let rules = ProfileOptions { edition: Some(Edition::E2023), ..ProfileOptions::default() };
    AuditOptions {
        profiler: Profiler::new(Editions::built_in().clone(), rules).expect("2023 is built in"),
        effort: ReviewEffort::default(),
        language: None,
        n_threads: None,
    }
}

/// All games of a file in order.
fn read(path: &Path) -> Vec<Ours> {
    let mut games = Vec::new();
    let paths = [path.to_string_lossy().into_owned()];
    audit(
        &paths,
        &options(),
        |_, record, review| Ours::of(record.plies.len(), review),
        |event| {
            match event {
                AuditEvent::Game { made, .. } => games.push(made),
                AuditEvent::Progress { .. } => {}
                AuditEvent::Unreadable { source, error } => panic!("{source}: {error:?}"),
            }
            true
        },
    );
    games
}

/// Rows of `oracles/differences.csv`: file, game and column, with our value.
fn explained() -> BTreeMap<(String, String, String), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracles/differences.csv");
    let mut rows = csv::Reader::from_path(path).expect("oracles/differences.csv");
    rows.deserialize::<BTreeMap<String, String>>()
        .map(|row| {
            let row = row.expect("a row of six columns");
            assert!(!row["reason"].is_empty(), "a difference without a reason: {row:?}");
            ((row["file"].clone(), row["game"].clone(), row["column"].clone()), row["ours"].clone())
        })
        .collect()
}

#[test]
fn python_chess_and_cha_on_twenty_two_thousand_games() {
    let Some(corpus) = super::corpus("comparison with the oracles") else { return };
    let mut explained = explained();
    let mut unexplained = Vec::new();
    let mut dead = DeadCount::default();
    let (mut n_games, mut n_stopped) = (0, 0);
    for (file, rows) in tables(&corpus) {
        let games = read(&corpus.join("data").join(&file));
        for row in rows {
            let number: usize = row["game"].parse().expect("a number");
            let Some(ours) = games.get(number - 1) else {
                panic!("{file}: {} games read, expected game {number}", games.len())
            };
            if row["errors"] != "0" {
                n_stopped += 1;
                let (theirs, kept) = (&row["plies"], &ours.columns[0]);
                eprintln!("{file} game {number}: the oracle stopped at {theirs}, ours kept {kept}");
                continue;
            }
            n_games += 1;
            for (column, ours) in COLUMNS.iter().zip(&ours.columns) {
                let oracle = &row[*column];
                let key = (file.clone(), row["game"].clone(), (*column).to_owned());
                let known = explained.remove(&key);
                if ours != known.as_ref().unwrap_or(oracle) {
                    let game = &row["game"];
                    unexplained.push(format!("{file},{game},{column},{oracle},{ours}"));
                }
            }
            dead.add(&file, &row, ours);
        }
    }
    eprintln!("{n_games} games compared, {n_stopped} where the oracle stopped");
    dead.print();
    assert!(n_games > 22_000, "{n_games} games compared");
    assert_eq!(unexplained, Vec::<String>::new(), "{} unexplained", unexplained.len());
    assert!(explained.is_empty(), "explained and not met: {explained:?}");
    assert_eq!(dead.missing, Vec::<String>::new(), "dead positions not found");
}

/// Dead positions beside those of CHA.
#[derive(Default)]
struct DeadCount {
    n_same: u32,
    earlier: Vec<String>,
    later: Vec<String>,
    missing: Vec<String>,
    ours_alone: Vec<String>,
}

impl DeadCount {
    fn add(&mut self, file: &str, row: &BTreeMap<String, String>, ours: &Ours) {
        // CHA counts a stalemate as dead; here it has its own finding.
        let is_stalemate = row["stalemate"] == "1";
        let theirs = row["cha_dead_ply"].parse::<u32>().ok().filter(|_| !is_stalemate);
        let game = format!("{file} game {}", row["game"]);
        match (theirs, ours.dead) {
            (None, None) => {}
            (Some(theirs), Some((ply, _))) if ply == theirs => self.n_same += 1,
            (Some(theirs), Some((ply, proof))) if ply < theirs => {
                self.earlier.push(format!("{game}: ply {ply} by {proof}, CHA at {theirs}"));
            }
            (Some(theirs), Some((ply, proof))) => {
                self.later.push(format!("{game}: ply {ply} by {proof}, CHA at {theirs}"));
            }
            (Some(theirs), None) => self.missing.push(format!("{game}: CHA at {theirs}")),
            (None, Some((ply, proof))) => {
                self.ours_alone.push(format!("{game}: ply {ply} by {proof}"));
            }
        }
    }

    fn print(&self) {
        eprintln!("dead positions: {} at the same ply", self.n_same);
        for (name, games) in [
            ("earlier than CHA", &self.earlier),
            ("later than CHA", &self.later),
            ("missing", &self.missing),
            ("not named by CHA", &self.ours_alone),
        ] {
            eprintln!("dead positions {name}: {}", games.len());
            for game in games {
                eprintln!("  {game}");
            }
        }
    }
}

/// The rows of each file of games that has any.
fn tables(corpus: &Path) -> BTreeMap<String, Vec<BTreeMap<String, String>>> {
    let mut found: BTreeMap<String, Vec<BTreeMap<String, String>>> = BTreeMap::new();
    let folder = corpus.join("data/oracle");
    for entry in std::fs::read_dir(&folder).expect("data/oracle").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".csv") || name == "clocks.csv" {
            continue;
        }
        let mut rows = csv::Reader::from_path(entry.path()).expect("a table");
        for row in rows.deserialize::<BTreeMap<String, String>>() {
            let row = row.expect("a row");
            found.entry(row["file"].clone()).or_default().push(row);
        }
    }
    found
}
