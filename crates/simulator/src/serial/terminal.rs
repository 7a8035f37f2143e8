//! A simulated board at a pseudo-terminal, which other programs open like a serial port.
//!
//! Only on Unix; elsewhere a log is the way to try a reader.

use std::io::{self, ErrorKind, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use serialport::{SerialPort, TTYPort};

use super::SerialGame;
use super::line::SerialBoard;

/// Plays a game at a pseudo-terminal, so many times faster than it was, and says its name first.
///
/// The game begins when somebody asks for changes. After its end the board goes on answering until
/// the program is stopped.
///
/// # Errors
/// What the system says of the terminal.
pub fn play_on_terminal(game: &SerialGame, speed: f64, name: impl FnOnce(&str)) -> io::Result<()> {
    let (mut ours, theirs) = TTYPort::pair()?;
    ours.set_timeout(Duration::from_millis(20)).map_err(io::Error::from)?;
    name(&theirs.name().unwrap_or_default());
    let mut board = SerialBoard::new(game);
    let mut frames = game.frames.iter();
    let mut next = frames.next();
    let mut began: Option<Instant> = None;
    loop {
        let mut commands = [0; 64];
        match ours.read(&mut commands) {
            Ok(n_commands) => {
                for &command in commands.get(..n_commands).unwrap_or_default() {
                    ours.write_all(&board.answer(command))?;
                    if matches!(command, 0x43 | 0x44 | 0x4b) {
                        began.get_or_insert_with(Instant::now);
                    }
                }
            }
            Err(error) if error.kind() == ErrorKind::TimedOut => {}
            // Nobody has the other end open.
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
        let Some(began) = began else { continue };
        while let Some(frame) = next.filter(|frame| frame.at <= began.elapsed().mul_f64(speed)) {
            board.apply(frame);
            if !frame.is_lost {
                ours.write_all(&frame.bytes)?;
            }
            next = frames.next();
        }
    }
}
