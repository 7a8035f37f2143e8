//! `simulate serial`: a board by its bytes, on the command line.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

use clap::Args;

use super::{BoardSetting, play_serial};
use crate::{FaultKind, Faults, Script};

/// A DGT board with its clock: a log of its bytes, or on Unix a pseudo-terminal to open as a port.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A file of games.
    file: PathBuf,
    /// The number of the game in it, from 1.
    #[arg(long, default_value_t = 1)]
    game: usize,
    /// Write the bytes with their times into this file, for `dgt-log:FILE`.
    #[arg(long, required_unless_present = "terminal")]
    out: Option<PathBuf>,
    /// Write only the events of the board's own memory into the file, as it sends them.
    #[arg(long)]
    memory: bool,
    /// Leave the times out.
    #[arg(long)]
    no_times: bool,
    /// Play on a pseudo-terminal, for `dgt:PORT`; its name is printed. Only on Unix.
    #[arg(long)]
    terminal: bool,
    /// How many times faster than it was played, on the terminal.
    #[arg(long, default_value_t = 1.0)]
    speed: f64,
    /// The board lies the other way round.
    #[arg(long)]
    rotated: bool,
    /// No clock is connected.
    #[arg(long)]
    no_clock: bool,
    /// Seconds added with each move, where the game has no clock times.
    #[arg(long, default_value_t = 0)]
    increment: u64,
    /// Faults: broken, silence, half-written, wrong-move, illegal-move, kings, clock-jump,
    /// duplicate, noise.
    #[arg(long, value_delimiter = ',')]
    faults: Vec<FaultKind>,
    /// The chance of each fault at every message or move, in a thousand.
    #[arg(long, default_value_t = 20)]
    per_mille: u32,
    /// Draws the hands and the faults; the same seed gives the same bytes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Arguments {
    /// Plays.
    ///
    /// # Errors
    /// What the system says of a file or a terminal, or that there is no such game.
    pub fn run(&self) -> io::Result<()> {
        let script = Script::of_pgn(File::open(&self.file)?, self.game)?;
        let Some(board) = self.game.checked_sub(1).and_then(|index| script.boards.get(index))
        else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "found no such game"));
        };
        let setting = BoardSetting {
            is_rotated: self.rotated,
            has_clock: !self.no_clock,
            increment: self.increment,
            ..BoardSetting::default()
        };
        let mut faults = Faults::new(&self.faults, self.per_mille, self.seed);
        let game = play_serial(board, setting, &mut faults);
        if let Some(out) = &self.out {
            match self.memory {
                true => fs::write(out, game.memory_message())?,
                false => fs::write(out, game.log(!self.no_times))?,
            }
        }
        if self.terminal {
            return play_on_terminal(&game, self.speed);
        }
        Ok(())
    }
}

#[cfg(unix)]
fn play_on_terminal(game: &super::SerialGame, speed: f64) -> io::Result<()> {
    super::play_on_terminal(game, speed, |name| println!("dgt:{name}"))
}

#[cfg(not(unix))]
fn play_on_terminal(_game: &super::SerialGame, _speed: f64) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "there are no pseudo-terminals here; use --out"))
}
