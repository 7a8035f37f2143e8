//! The transcripts of the guide: simulated halls followed, line by line as the page has it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/simulated-halls.md");
/// For how long lines are waited for before the test gives up.
const PATIENCE: Duration = Duration::from_secs(120);

/// A transcript: the simulator's command, the watch's, and what is printed.
struct Transcript {
    simulate: Vec<String>,
    variables: Vec<(String, String)>,
    watch: Vec<String>,
    lines: Vec<String>,
}

fn transcripts(page: &str) -> Vec<Transcript> {
    let blocks = page.split("```console\n").skip(1);
    let of_block = |block: &str| {
        let block = block.split("```").next().expect("an end");
        let mut lines = block.lines();
        let words = |line: Option<&str>, head: &str| -> Vec<String> {
            let line = line.and_then(|line| line.strip_prefix("$ ")).expect("a command");
            let line = line.replace('"', "");
            assert!(line.contains(head), "{line}");
            line.split(' ').map(str::to_owned).collect()
        };
        let simulate = words(lines.next(), "cargo xtask simulate").split_off(2);
        let watch = words(lines.next(), "kaissa watch");
        let program = watch.iter().position(|word| word == "kaissa").expect("the program");
        let variables = watch[..program].iter().map(|word| {
            let (name, value) = word.split_once('=').expect("a variable");
            (name.to_owned(), value.to_owned())
        });
        Transcript {
            simulate,
            variables: variables.collect(),
            watch: watch[program + 1..].to_vec(),
            lines: lines.map(str::to_owned).collect(),
        }
    };
    blocks.map(of_block).collect()
}

/// A line without what is another each time: the age of the record, and how many plies had come
/// after the end when it was told.
fn ageless(line: &str) -> String {
    let line = match (line.rfind("[record "), line.ends_with("]")) {
        (Some(at), true) => line[..at].trim_end(),
        _ => line,
    };
    match line.split_once(" made after the game had ended") {
        Some((head, tail)) => {
            let name = head.split(" after ").last().unwrap_or_default();
            let moved = name.split(' ').next().unwrap_or_default();
            format!("{moved}: plies made after the game had ended{tail}")
        }
        None => line.to_owned(),
    }
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs a transcript on a free port and in a folder of its own, and compares what is printed.
fn check(transcript: &Transcript) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("hall").to_string_lossy().into_owned();
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its number");
    let port = free.port().to_string();
    let games = root().join("examples").to_string_lossy().into_owned();
    let put = |word: &String| {
        word.replace("1982", &port).replace("my-hall", &out).replace("examples", &games)
    };
    let simulate: Vec<String> = transcript.simulate.iter().map(put).collect();
    let command = kaissa_simulator::Command::parse_from(&simulate);
    let simulating = thread::spawn(move || command.run());
    if simulate.iter().any(|word| word == "serial") {
        simulating.join().expect("no panic").expect("a log");
    } else if simulate.iter().any(|word| word == "folder") {
        let begins = Instant::now();
        while !PathBuf::from(&out).exists() && begins.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(10));
        }
    }
    let mut watch = Command::new(env!("CARGO_BIN_EXE_kaissa"))
        .args(transcript.watch.iter().map(put))
        .envs(transcript.variables.iter().map(|(name, value)| (name, put(value))))
        .env_remove("KAISSA_LANG")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let output = BufReader::new(watch.stdout.take().expect("its output"));
    let (sender, printed) = channel();
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let (mut lines, began) = (Vec::new(), Instant::now());
    while lines.len() < transcript.lines.len() && began.elapsed() < PATIENCE {
        if let Ok(line) = printed.recv_timeout(Duration::from_millis(200)) {
            lines.push(ageless(&line));
        }
    }
    watch.kill().expect("it runs");
    watch.wait().expect("it ends");
    lines.extend(printed.iter().map(|line| ageless(&line)));
    // Boards are told in the order in which they are heard.
    let mut expected: Vec<String> = transcript.lines.iter().map(|line| ageless(line)).collect();
    expected.sort();
    lines.sort();
    assert_eq!(lines, expected, "{:?}", transcript.simulate);
}

#[test]
fn every_simulated_hall_of_the_guide_prints_what_the_page_says() {
    let page = fs::read_to_string(PAGE).expect(PAGE);
    let transcripts = transcripts(&page);
    let sources: Vec<&str> = transcripts.iter().map(|one| one.simulate[1].as_str()).collect();
    assert_eq!(sources, ["folder", "http", "livechess", "cloud", "lichess", "serial"]);
    thread::scope(|scope| {
        let checks: Vec<_> =
            transcripts.iter().map(|transcript| scope.spawn(|| check(transcript))).collect();
        for check in checks {
            check.join().expect("as the page says");
        }
    });
}
