//! Open pages of the desk: `cargo bench -p kaissa-cli --bench pages`; `--seconds`, `--boards`,
//! `--plies` (a second in all), `--pages` and `--pgn FILE` change what is measured.
//!
//! A simulated LiveChess plays in this process; `kaissa desk` follows it with its journal in another,
//! and pages of the hall are kept open over its streams. Printed: the delay from the frame of a
//! press until a page has the tile that shows its move, and the memory of the desk.

#[path = "shared/mod.rs"]
mod shared;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use kaissa_simulator::livechess::{Options, Pressed, Simulator};
use shared::{cpu_seconds, even_script, memory_bytes, number_of, spread, text_of};
use ureq::Agent;

/// Plies that are told apart: a board that is set up for the next game is believed only once it has
/// stood still for some seconds.
const FIRST_PLIES: usize = 6;

/// A move that a page showed: the board by its serial number, the ply, and when it came.
struct Shown {
    board: usize,
    ply: usize,
    at: Instant,
}

fn main() {
    let n_boards = number_of("--boards", 200.0) as usize;
    let n_pages = number_of("--pages", 20.0) as usize;
    let plies_per_second = number_of("--plies", 200.0);
    let seconds = number_of("--seconds", 30.0);
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/../simulator/tests/data/games.pgn");
    let pgn = text_of("--pgn").unwrap_or_else(|| usual.to_owned());
    let script = even_script(&pgn, n_boards, plies_per_second);
    let (presses, pressed) = channel();
    let options =
        Options { has_tree: false, plays_on: true, presses: Some(presses), ..Options::default() };
    let mut hall = Simulator::start(&script, options).expect("a port");
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Command::new(env!("CARGO_BIN_EXE_kaissa"))
        .args(["desk", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path().join("pages.kaissa"))
        .arg(format!("livechess://{}", hall.addr()))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (address, cookie) = signed_in(&mut desk);
    // Without names a first game is shown only once none have come for eight seconds.
    thread::sleep(Duration::from_secs(12));
    let began = Instant::now();
    let until = began + Duration::from_secs_f64(seconds);
    let pages: Vec<_> = (0..n_pages)
        .map(|_| {
            let (address, cookie) = (address.clone(), cookie.clone());
            thread::spawn(move || watch_page(&address, &cookie, until))
        })
        .collect();
    let (own_before, desk_before) = (cpu_seconds("self"), cpu_seconds(&desk.id().to_string()));
    let mut most_memory = 0;
    while Instant::now() < until {
        thread::sleep(Duration::from_millis(500));
        most_memory = most_memory.max(memory_bytes(&desk.id().to_string()));
    }
    let (own, theirs) =
        (cpu_seconds("self") - own_before, cpu_seconds(&desk.id().to_string()) - desk_before);
    let n_plies = hall.counters().n_plies;
    let shown: Vec<Vec<Shown>> =
        pages.into_iter().map(|page| page.join().expect("a page")).collect();
    hall.stop();
    desk.kill().expect("it runs");
    desk.wait().expect("it ends");
    let presses: Vec<Pressed> = pressed.try_iter().collect();
    let all: Vec<(usize, Duration)> =
        shown.iter().flat_map(|page| delays_of(page, &presses, began)).collect();
    let (mut first, mut delays) = (Vec::new(), Vec::new());
    for (ply, delay) in all {
        if ply <= FIRST_PLIES { first.push(delay) } else { delays.push(delay) }
    }
    println!("{n_boards} boards, {n_plies} plies, {n_pages} open pages of the hall");
    println!("moves on pages: {}", spread(&mut delays));
    println!("the first {FIRST_PLIES} plies of a game: {}", spread(&mut first));
    println!("memory of kaissa desk: {} MB at most", most_memory >> 20);
    println!(
        "processor: kaissa desk {:.2} cores, simulator, pages and meter {:.2} cores",
        theirs / seconds,
        own / seconds
    );
}

/// Does the first start of a desk as its page asks for it; gives its address and the cookies.
fn signed_in(desk: &mut Child) -> (String, String) {
    let output = BufReader::new(desk.stdout.take().expect("its output"));
    let mut lines = output.lines().map_while(Result::ok);
    let link = lines.find_map(|line| Some(line.get(line.find("http://")?..)?.to_owned()));
    let link = link.expect("an address");
    // What else it prints is read, so that it is never held up.
    thread::spawn(move || lines.for_each(drop));
    let (address, code) = link.trim().split_once("first?code=").expect("a first start");
    let address = address.trim_end_matches('/').to_owned();
    let agent = agent();
    let mut page = agent.get(format!("{address}/first")).call().expect("a page");
    let mut cookies = cookies_of(&page);
    let text = page.body_mut().read_to_string().expect("a page");
    let hidden = |name: &str| {
        let from = text.find(&format!("name=\"{name}\" value=\"")).expect(name);
        let value = text[from..].split('"').nth(3).expect(name);
        value.to_owned()
    };
    let (token, sent) = (hidden("token"), hidden("sent"));
    let form = [
        ("token", token.as_str()),
        ("sent", &sent),
        ("code", code),
        ("name", "A. Biter"),
        ("pin", "482 916 375"),
        ("again", "482 916 375"),
    ];
    let answer = agent
        .post(format!("{address}/first"))
        .header("origin", &address)
        .header("cookie", cookies.join("; "))
        .send_form(form)
        .expect("an answer");
    assert_eq!(answer.status(), 303, "the first start was refused");
    cookies.extend(cookies_of(&answer));
    (address, cookies.join("; "))
}

fn agent() -> Agent {
    Agent::config_builder().max_redirects(0).http_status_as_error(false).build().into()
}

fn cookies_of<B>(answer: &ureq::http::Response<B>) -> Vec<String> {
    let all = answer.headers().get_all("set-cookie");
    let texts = all.iter().filter_map(|cookie| cookie.to_str().ok());
    texts.filter_map(|text| text.split(';').next()).map(str::to_owned).collect()
}

/// Keeps a page of the hall open, and notes each move that it is sent.
fn watch_page(address: &str, cookie: &str, until: Instant) -> Vec<Shown> {
    let answer = agent().get(format!("{address}/live")).header("cookie", cookie).call();
    let answer = answer.expect("a stream");
    assert_eq!(answer.status(), 200, "the stream was refused");
    let mut stream = BufReader::with_capacity(1 << 16, answer.into_body().into_reader());
    let (mut shown, mut event) = (Vec::new(), String::new());
    while Instant::now() < until {
        let before = event.len();
        match stream.by_ref().read_line(&mut event) {
            Ok(n_bytes) if n_bytes > 0 => {}
            _ => break,
        }
        if event[before..].trim().is_empty() {
            note_moves(&event, Instant::now(), &mut shown);
            event.clear();
        }
    }
    shown
}

/// Notes the last move of each board in an event.
fn note_moves(event: &str, at: Instant, shown: &mut Vec<Shown>) {
    for tile in event.split("<article ").skip(1) {
        let after = |mark: &str| tile.find(mark).map(|from| &tile[from + mark.len()..]);
        let until = |text: &str| text.split('<').next().unwrap_or_default().trim().to_owned();
        let (Some(number), Some(played)) = (after("class=\"number\">"), after("class=\"move\">"))
        else {
            continue;
        };
        let board =
            until(number).parse::<usize>().ok().and_then(|serial| serial.checked_sub(40_000));
        if let (Some(board), Some(ply)) = (board, ply_of(&until(played))) {
            shown.push(Shown { board, ply, at });
        }
    }
}

/// The ply of a move with its number: `12.Nf3` or `12...Nf6`.
fn ply_of(played: &str) -> Option<usize> {
    let (number, rest) = played.split_once('.')?;
    let number: usize = number.trim().parse().ok()?;
    Some(number * 2 - usize::from(!rest.starts_with("..")))
}

/// How long a page took for the ply of each press since it was opened: until it showed that move or a later one
/// of the board.
fn delays_of(page: &[Shown], presses: &[Pressed], began: Instant) -> Vec<(usize, Duration)> {
    let mut waiting: HashMap<usize, Vec<&Pressed>> = HashMap::new();
    for press in presses.iter().filter(|press| press.at > began + Duration::from_secs(1)) {
        waiting.entry(press.board).or_default().push(press);
    }
    let mut delays = Vec::new();
    for shown in page {
        let Some(presses) = waiting.get_mut(&shown.board) else { continue };
        let is_it = |press: &&Pressed| press.ply == shown.ply && press.at <= shown.at;
        let Some(last) = presses.iter().rposition(is_it) else { continue };
        delays.extend(presses.drain(..=last).map(|press| (press.ply, shown.at - press.at)));
    }
    delays
}
