//! The events that a board keeps in its own memory, and sends on a bus as changes.

use kaissa_laws::ClockTime;

use super::clock::{Hand, read_time};

/// How many bytes of events a board keeps, roughly a thousand half-moves.
pub(super) const MEMORY_LEN: usize = 0x1f00;

/// An event of the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something stands on a square now, or nothing.
    Square {
        /// The square in the order of the board, from 0.
        index: u8,
        /// The code of the piece; 0 for none.
        code: u8,
        /// Whether less than about a quarter of a second passed since the change before.
        is_quick: bool,
    },
    /// A clock was pressed: the display that was stopped, and what it shows.
    Pressed {
        /// The display.
        hand: Hand,
        /// What it shows.
        left: ClockTime,
    },
    /// The board was switched on; every piece found is listed after it.
    PowerUp,
    /// The pieces stand in the start position.
    Start {
        /// Whether the board lies the other way round.
        is_rotated: bool,
    },
    /// Four rows are full, and it is not the usual start position.
    FourRows,
    /// The board is empty.
    Empty,
    /// The memory was read out.
    Downloaded,
    /// A program marked the start of a game.
    GameMark,
    /// The board's watchdog began it anew.
    Watchdog,
    /// The end of the events.
    End,
}

/// Reads the events, oldest first, up to the end mark.
///
/// What makes no sense is left out: the memory is a ring, so the oldest event may be half
/// overwritten. Every first byte of an event differs from every second one of a square change, so
/// reading falls into step again at once.
pub fn read_events(bytes: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        let event = match first {
            0x40..=0x5f => {
                let Some((&index, tail)) = rest.split_first().filter(|(index, _)| **index < 64)
                else {
                    continue;
                };
                rest = tail;
                Event::Square { index, code: first & 0x0f, is_quick: first & 0x10 != 0 }
            }
            0x60..=0x69 | 0x70..=0x79 => {
                let &[minutes, seconds, ref tail @ ..] = rest else { break };
                let Some(left) = read_time(first & 0x0f, minutes, seconds) else { continue };
                rest = tail;
                let hand = if first & 0x10 != 0 { Hand::Left } else { Hand::Right };
                Event::Pressed { hand, left }
            }
            0x6a => Event::PowerUp,
            0x6b => Event::End,
            0x6c => Event::FourRows,
            0x6d => Event::Empty,
            0x6e => Event::Downloaded,
            0x6f => Event::Start { is_rotated: false },
            0x7a => Event::Start { is_rotated: true },
            0x7b => Event::GameMark,
            0x7c => Event::Watchdog,
            _ => continue,
        };
        events.push(event);
        if event == Event::End {
            break;
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read() {
        let bytes = [
            0x00, 0x6a, 0x6d, 0x6f, 0x7a, 0x6c, 0x7b, 0x7c, 0x6e, 0x7d, 0x7f, 0x40, 52, 0x51, 36,
            0x70, 0x03, 0x02, 0x61, 0x30, 0x59, 0x6b, 0x6f,
        ];
        let time = |seconds| ClockTime::seconds(seconds);
        let expected = [
            Event::PowerUp,
            Event::Empty,
            Event::Start { is_rotated: false },
            Event::Start { is_rotated: true },
            Event::FourRows,
            Event::GameMark,
            Event::Watchdog,
            Event::Downloaded,
            Event::Square { index: 52, code: 0, is_quick: false },
            Event::Square { index: 36, code: 1, is_quick: true },
            Event::Pressed { hand: Hand::Left, left: time(182) },
            Event::Pressed { hand: Hand::Right, left: time(5459) },
            Event::End,
        ];
        assert_eq!(read_events(&bytes), expected);
    }

    #[test]
    fn half_an_event_at_the_beginning_or_the_end_costs_only_itself() {
        let square = Event::Square { index: 52, code: 0, is_quick: false };
        assert_eq!(read_events(&[36, 0x40, 52]), [square]);
        assert_eq!(read_events(&[0x02, 0x40, 52, 0x51]), [square]);
        assert_eq!(read_events(&[0x40, 52, 0x70, 0x03]), [square]);
        assert_eq!(read_events(&[0x40, 0x40, 52]), [square]);
    }
}
