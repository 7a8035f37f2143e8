//! `simulate livechess`.

use std::fs::File;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;

use super::{Options, Simulator};
use crate::{FaultKind, Faults, Script};

/// Plays games as DGT LiveChess, for `livechess://HOST:PORT`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The games.
    #[arg(long, value_name = "FILE")]
    pgn: PathBuf,
    /// How many boards.
    #[arg(long, default_value_t = 10)]
    boards: usize,
    /// How many times faster than the games were played.
    #[arg(long, default_value_t = 1.0)]
    speed: f64,
    /// What goes wrong, with commas between: broken, silence, reorder, half-written, wrong-move,
    /// illegal-move, kings, clock-jump, duplicate, noise.
    #[arg(long, value_delimiter = ',')]
    faults: Vec<FaultKind>,
    /// How often it goes wrong: the chance at every message, in a thousand.
    #[arg(long, default_value_t = 10, value_name = "N")]
    per_mille: u32,
    /// The seed that the faults are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The port.
    #[arg(long, default_value_t = 1982)]
    port: u16,
    /// The address to listen at.
    #[arg(long, default_value = "127.0.0.1")]
    listen: IpAddr,
}

impl Arguments {
    /// Plays until the games are over, and goes on answering then.
    ///
    /// # Errors
    /// What the system says of the file or the port.
    pub fn run(self) -> io::Result<()> {
        let script = Script::of_pgn(File::open(&self.pgn)?, self.boards)?;
        let options = Options {
            listen: self.listen,
            port: self.port,
            speed: self.speed,
            faults: Faults::new(&self.faults, self.per_mille, self.seed),
            ..Options::default()
        };
        let handle = Simulator::start(&script, options)?;
        println!("{} boards at livechess://{}", script.boards.len(), handle.addr());
        let mut is_told = false;
        loop {
            thread::sleep(Duration::from_secs(1));
            if handle.is_finished() && !is_told {
                is_told = true;
                println!("all games are over: {:?}; Ctrl-C ends", handle.counters());
            }
        }
    }
}
