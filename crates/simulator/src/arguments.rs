//! `simulate folder|http|cloud|lichess`: halls of many boards, on the command line.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::{
    CloudSimulator, FaultKind, Faults, FileEncoding, FolderOptions, FolderSimulator, HallClock,
    HttpSimulator, LichessSimulator, LichessSimulatorOptions, Script, SentHall,
};

/// How often the time in the hall is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// A server goes on for so long after the last game, so that everybody has seen its end.
const AFTER_THE_END: Duration = Duration::from_secs(60);

/// What is played, and how.
#[derive(Args, Debug)]
pub struct HallArguments {
    /// A file of games.
    file: PathBuf,
    /// How many boards; the games are played over and over until there are enough.
    #[arg(long, default_value_t = 8)]
    boards: usize,
    /// How many times faster than it was played.
    #[arg(long, default_value_t = 1.0)]
    speed: f64,
    /// Faults, by their words and with commas between them.
    #[arg(long, value_delimiter = ',')]
    faults: Vec<FaultKind>,
    /// The chance of each fault at every message, in a thousand.
    #[arg(long, default_value_t = 20)]
    per_mille: u32,
    /// Draws the faults; the same seed gives the same hall.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A folder as LiveChess writes it.
#[derive(Args, Debug)]
pub struct FolderArguments {
    #[command(flatten)]
    hall: HallArguments,
    /// The folder; it is made where there is none.
    #[arg(long)]
    out: PathBuf,
    /// In what bytes the files are written: utf-8, windows, windows-1251 or utf-16.
    #[arg(long, default_value = "utf-8")]
    encoding: FileEncoding,
    /// At every so many-th change games.pgn is written; 0 for never.
    #[arg(long, default_value_t = 3)]
    lag: u32,
}

/// Games at an address of this machine.
#[derive(Args, Debug)]
pub struct ServerArguments {
    #[command(flatten)]
    hall: HallArguments,
    /// Where to listen; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: String,
    /// The delay that a broadcast tells, in seconds.
    #[arg(long, default_value_t = 0)]
    delay: u32,
    /// A broadcast whose stream fails.
    #[arg(long)]
    no_stream: bool,
}

impl HallArguments {
    fn script(&self) -> io::Result<Script> {
        let script = Script::of_pgn(File::open(&self.file)?, self.boards)?;
        match script.boards.is_empty() {
            true => Err(io::Error::new(io::ErrorKind::InvalidInput, "found no game with moves")),
            false => Ok(script),
        }
    }

    fn faults(&self) -> Faults {
        Faults::new(&self.faults, self.per_mille, self.seed)
    }

    fn clock(&self) -> HallClock {
        HallClock::running((self.speed.clamp(0.01, 1e6) * 100.0) as u32)
    }
}

impl FolderArguments {
    /// Plays to the end of the last game.
    ///
    /// # Errors
    /// What the system says of a file.
    pub fn run(&self) -> io::Result<()> {
        let options = FolderOptions { encoding: self.encoding, lag: self.lag };
        let (script, faults) = (self.hall.script()?, self.hall.faults());
        let mut simulator = FolderSimulator::new(&self.out, &script, faults, options)?;
        println!("{}", self.out.join("round-1").display());
        let clock = self.hall.clock();
        let mut since = Duration::ZERO;
        while let Some(due) = simulator.next_due(since) {
            while clock.since() < due {
                thread::sleep(LOOK);
            }
            since = clock.since();
            simulator.advance(since)?;
        }
        simulator.finish()
    }
}

impl ServerArguments {
    /// Serves a PGN at an address.
    ///
    /// # Errors
    /// What the system says of a file or the network.
    pub fn run_http(&self) -> io::Result<()> {
        let (script, faults) = (self.hall.script()?, self.hall.faults());
        let served = HttpSimulator::start(&self.listen, &script, faults, self.hall.clock())?;
        println!("{}", served.address());
        wait_for_the_end(served.hall(), served.clock());
        Ok(())
    }

    /// Serves a tournament of LiveChess Cloud.
    ///
    /// # Errors
    /// What the system says of a file or the network.
    pub fn run_cloud(&self) -> io::Result<()> {
        let (script, faults) = (self.hall.script()?, self.hall.faults());
        let served = CloudSimulator::start(&self.listen, &script, faults, self.hall.clock())?;
        println!("{} {}", served.lookup(), served.id());
        wait_for_the_end(served.hall(), served.clock());
        Ok(())
    }

    /// Serves a round of a Lichess broadcast.
    ///
    /// # Errors
    /// What the system says of a file or the network.
    pub fn run_lichess(&self) -> io::Result<()> {
        let options =
            LichessSimulatorOptions { delay_s: self.delay, has_no_stream: self.no_stream };
        let (script, faults) = (self.hall.script()?, self.hall.faults());
        let clock = self.hall.clock();
        let served = LichessSimulator::start(&self.listen, &script, faults, clock, options)?;
        println!("{} {}", served.address(), served.id());
        wait_for_the_end(served.hall(), served.clock());
        Ok(())
    }
}

fn wait_for_the_end(hall: &SentHall, clock: &HallClock) {
    while hall.next_due(clock.since()).is_some() {
        thread::sleep(LOOK);
    }
    thread::sleep(AFTER_THE_END);
}
