//! The desk as an arbiter starts it: the program itself, over a folder of games.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A running `kaissa desk`.
pub struct Desk {
    child: Child,
    folder: TempDir,
    /// Its address, as `http://127.0.0.1:7468`.
    pub address: String,
    /// Its address over HTTPS, where it has one.
    pub secure: Option<String>,
    /// The address of the display for spectators, where it has one.
    pub public: Option<String>,
    /// The code of the first start; empty where it is set up.
    pub code: String,
}

/// What a desk leaves behind.
pub struct Left {
    folder: TempDir,
    listen: String,
    secure: Option<String>,
}

impl Desk {
    /// A desk over games, each a PGN of its own.
    pub fn over(games: &[String]) -> Desk {
        Desk::start(hall(), "127.0.0.1:0", None, games)
    }

    /// A desk over games that serves HTTPS too.
    pub fn over_https(games: &[String]) -> Desk {
        // The program takes the port as given, since phones keep its address.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let secure = format!("https://{}", free.expect("a port"));
        Desk::start(hall(), "127.0.0.1:0", Some(secure), games)
    }

    /// A desk over games with a display for spectators, which shows everything at once.
    pub fn with_public(games: &[String]) -> Desk {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let public = free.expect("a port").to_string();
        let further = ["--public", &public];
        let mut desk = Desk::start_with(hall(), "127.0.0.1:0", None, games, &further);
        desk.public = Some(format!("http://{public}"));
        desk
    }

    /// The demonstration, as README's first command starts it.
    pub fn demo() -> Desk {
        let folder = TempDir::new().expect("a folder");
        Desk::run(
            folder,
            Command::new(env!("CARGO_BIN_EXE_kaissa")).args([
                "desk",
                "--demo",
                "--listen",
                "127.0.0.1:0",
            ]),
        )
    }

    /// Ends the process at once, as a loss of power does, and gives what it leaves behind.
    pub fn end(mut self) -> Left {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let listen = self.address.trim_start_matches("http://").to_owned();
        let other = TempDir::new().expect("a folder");
        let folder = std::mem::replace(&mut self.folder, other);
        Left { folder, listen, secure: self.secure.take() }
    }

    /// Starts another process on the same journal and address.
    pub fn start_again(left: Left) -> Desk {
        Desk::start(left.folder, &left.listen, left.secure, &[])
    }

    fn start(folder: TempDir, listen: &str, secure: Option<String>, games: &[String]) -> Desk {
        Desk::start_with(folder, listen, secure, games, &[])
    }

    fn start_with(
        folder: TempDir,
        listen: &str,
        secure: Option<String>,
        games: &[String],
        further: &[&str],
    ) -> Desk {
        write(&folder, games);
        let mut command = Command::new(env!("CARGO_BIN_EXE_kaissa"));
        command.args(["desk", "--listen", listen, "--host", crate::driver::PLAIN_HOST]);
        command
            .arg(folder.path().join("hall"))
            .arg("--data")
            .arg(folder.path().join("open.kaissa"));
        if let Some(secure) = &secure {
            command.args(["--https", secure.trim_start_matches("https://")]);
        }
        let mut desk = Desk::run(folder, command.args(further));
        desk.secure = secure;
        desk
    }

    /// Runs a desk and reads where it is.
    fn run(folder: TempDir, command: &mut Command) -> Desk {
        let mut child = command
            .env_remove("KAISSA_LANG")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first = output.next().expect("the desk says where it is").expect("UTF-8");
        let address = first.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("no address in {first:?}"));
        let code = address.split_once("code=").map_or("", |(_, code)| code).to_owned();
        let end = address.get("http://".len()..).and_then(|rest| rest.find('/')).expect("a path");
        let address = address[.."http://".len() + end].to_owned();
        Desk { child, folder, address, secure: None, public: None, code }
    }

    /// Writes the games of its folder anew.
    pub fn show(&self, games: &[String]) {
        write(&self.folder, games);
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with one for the games.
fn hall() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("hall")).expect("a folder in it");
    folder
}

fn write(folder: &TempDir, games: &[String]) {
    if !games.is_empty() {
        let path = folder.path().join("hall/round.pgn");
        fs::write(path, games.join("\n")).expect("the games are written");
    }
}

/// A game of a round, as a board writes it.
pub fn game(board: u32, white: &str, black: &str, moves: &str) -> String {
    with_tags("", board, [white, black], moves)
}

/// A game that begins with a position.
pub fn game_from(fen: &str, board: u32, players: [&str; 2], moves: &str) -> String {
    with_tags(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"), board, players, moves)
}

fn with_tags(tags: &str, board: u32, [white, black]: [&str; 2], moves: &str) -> String {
    format!(
        "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2026.06.06\"]\n[Round \"5\"]\n[Board \"{board}\"]\n\
         [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n[TimeControl \"5400+30\"]\n\
         {tags}\n{moves} *\n"
    )
}
