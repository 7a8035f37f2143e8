//! What a DGT board says and may be asked, as bytes and as values.

use super::clock::{ClockMessage, read_clock_message};
use super::memory::MEMORY_LEN;
use super::sensors::{N_CODES, N_SQUARES, Sensors};

/// A message of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// What stands on all squares.
    Board(Sensors),
    /// What stands on one square now.
    Square {
        /// The square in the order of the board, from 0.
        index: u8,
        /// The code of the piece; 0 for none.
        code: u8,
    },
    /// What the clock says.
    Clock(ClockMessage),
    /// The events that the board keeps in its own memory, oldest first.
    Memory(Vec<u8>),
    /// The address of the board on a bus, which is its serial number.
    BusAddress(u16),
    /// The serial number, five digits.
    SerialNumber(String),
    /// The serial number in its long form, ten digits.
    LongSerialNumber(String),
    /// The maker's words about the board.
    Trademark(String),
    /// The version of the board's program.
    Version {
        /// Before the point.
        major: u8,
        /// After the point.
        minor: u8,
    },
    /// The battery of a board without a cable.
    Battery(Battery),
    /// A message without content.
    Nothing,
}

/// The battery of a board without a cable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battery {
    /// How full it is, in percent.
    pub percent: u8,
    /// Whether it is being charged.
    pub is_charging: bool,
}

/// What a board may be asked by one who only watches.
///
/// Everything here is answered without changing anything on the board or the clock. What sets up,
/// marks, resets, speaks to the clock or begins an update of the board's program is not in the
/// list, so that it cannot be sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// Send what the clock shows, once.
    Clock,
    /// Send what stands on all squares, once.
    Board,
    /// From now on send changes of squares, and the clock when it changes.
    Changes,
    /// Send the serial number.
    SerialNumber,
    /// Send the address on a bus.
    BusAddress,
    /// Send the maker's words.
    Trademark,
    /// Send the events of the board's own memory.
    Memory,
    /// Send the state of the battery.
    Battery,
    /// Send the version of the board's program.
    Version,
    /// Send the serial number in its long form.
    LongSerialNumber,
}

impl Command {
    /// Every command.
    pub const ALL: [Command; 10] = [
        Command::Clock,
        Command::Board,
        Command::Changes,
        Command::SerialNumber,
        Command::BusAddress,
        Command::Trademark,
        Command::Memory,
        Command::Battery,
        Command::Version,
        Command::LongSerialNumber,
    ];

    /// The byte that is sent.
    pub const fn byte(self) -> u8 {
        match self {
            Command::Clock => 0x41,
            Command::Board => 0x42,
            Command::Changes => 0x4b,
            Command::SerialNumber => 0x45,
            Command::BusAddress => 0x46,
            Command::Trademark => 0x47,
            Command::Memory => 0x49,
            Command::Battery => 0x4c,
            Command::Version => 0x4d,
            Command::LongSerialNumber => 0x55,
        }
    }
}

pub(super) const NOTHING: u8 = 0x80;
pub(super) const BOARD: u8 = 0x86;
pub(super) const CLOCK: u8 = 0x8d;
pub(super) const SQUARE: u8 = 0x8e;
pub(super) const MEMORY: u8 = 0x8f;
pub(super) const BUS_ADDRESS: u8 = 0x90;
pub(super) const SERIAL_NUMBER: u8 = 0x91;
pub(super) const TRADEMARK: u8 = 0x92;
pub(super) const VERSION: u8 = 0x93;
pub(super) const BATTERY: u8 = 0xa0;
pub(super) const LONG_SERIAL_NUMBER: u8 = 0xa2;

/// The longest words of the maker that are believed.
const TRADEMARK_LEN_MAX: usize = 512;

/// Whether a message of this kind can be so long, its head of three bytes included.
pub(super) fn is_plausible(id: u8, len: usize) -> bool {
    match id {
        NOTHING => len == 3,
        BOARD => len == 3 + N_SQUARES,
        CLOCK => len == 10,
        SQUARE | BUS_ADDRESS | VERSION => len == 5,
        MEMORY => (4..=3 + MEMORY_LEN).contains(&len),
        SERIAL_NUMBER => len == 8,
        TRADEMARK => (4..=3 + TRADEMARK_LEN_MAX).contains(&len),
        // The maker's own figure and layout differ: both are met.
        BATTERY => len == 12 || len == 7,
        LONG_SERIAL_NUMBER => len == 13,
        _ => false,
    }
}

/// Reads the content of a message; `None` where it makes no sense, as noise does.
pub(super) fn read_message(id: u8, content: &[u8]) -> Option<Message> {
    match (id, content) {
        (NOTHING, []) => Some(Message::Nothing),
        (BOARD, codes) => Sensors::read(codes).map(Message::Board),
        (CLOCK, content) => read_clock_message(content).map(Message::Clock),
        (SQUARE, &[index, code]) => {
            let fits = usize::from(index) < N_SQUARES && code < N_CODES;
            fits.then_some(Message::Square { index, code })
        }
        (MEMORY, events) => Some(Message::Memory(events.to_vec())),
        (BUS_ADDRESS, &[high, low]) => Some(Message::BusAddress(seven_and_seven(high, low))),
        (SERIAL_NUMBER, digits) => digits_of(digits).map(Message::SerialNumber),
        (LONG_SERIAL_NUMBER, digits) => digits_of(digits).map(Message::LongSerialNumber),
        (TRADEMARK, text) => Some(Message::Trademark(plain(text))),
        (VERSION, &[major, minor]) => Some(Message::Version { major, minor }),
        (BATTERY, &[percent, ref rest @ ..]) => {
            let is_charging = rest.last().is_some_and(|status| status & 1 != 0);
            (percent <= 100).then_some(Message::Battery(Battery { percent, is_charging }))
        }
        _ => None,
    }
}

/// A number of two bytes with seven bits each.
pub(super) const fn seven_and_seven(high: u8, low: u8) -> u16 {
    ((high as u16) << 7) | (low & 0x7f) as u16
}

fn digits_of(bytes: &[u8]) -> Option<String> {
    bytes.iter().all(u8::is_ascii_alphanumeric).then(|| plain(bytes))
}

/// Text as it may be shown: what is no letter becomes a blank.
fn plain(bytes: &[u8]) -> String {
    let letter = |&byte: &u8| if byte.is_ascii_graphic() { char::from(byte) } else { ' ' };
    bytes.iter().map(letter).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_changes_a_board_or_a_clock_can_be_sent() {
        let mut bytes = Command::ALL.map(Command::byte);
        bytes.sort_unstable();
        assert_eq!(bytes, [0x41, 0x42, 0x45, 0x46, 0x47, 0x49, 0x4b, 0x4c, 0x4d, 0x55]);
        // Reset, clock commands, bus mode, the loader of programs, draughts, lights.
        for forbidden in [0x40, 0x2b, 0x4a, 0x4e, 0x50, 0x51, 0x52, 0x53, 0x54, 0x60, 0x85, 0x89] {
            assert!(!bytes.contains(&forbidden), "{forbidden:x}");
        }
    }

    #[test]
    fn identities_are_read() {
        let read = |id, content: &[u8]| read_message(id, content);
        assert_eq!(read(BUS_ADDRESS, &[8, 1]), Some(Message::BusAddress(1025)));
        assert_eq!(read(SERIAL_NUMBER, b"01025"), Some(Message::SerialNumber("01025".to_owned())));
        assert_eq!(read(SERIAL_NUMBER, b"01\n25"), None);
        assert_eq!(read(VERSION, &[1, 8]), Some(Message::Version { major: 1, minor: 8 }));
        let text = Message::Trademark("DGT  v1.0".to_owned());
        assert_eq!(read(TRADEMARK, b"DGT\r\nv1.0\r\n"), Some(text));
        let battery = Message::Battery(Battery { percent: 80, is_charging: true });
        assert_eq!(read(BATTERY, &[80, 0x7f, 0x7f, 1, 2, 0, 0, 0, 1]), Some(battery));
        assert_eq!(read(BATTERY, &[101, 0x7f, 0x7f, 1, 2, 0, 0, 0, 1]), None);
    }
}
