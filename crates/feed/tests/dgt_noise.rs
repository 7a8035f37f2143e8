//! Whatever a file or a line holds, the readers of a board's bytes go through it.

use kaissa_feed::Seen;
use kaissa_feed::dgt::{BusDecoder, Decoder, read_events, read_log, recover_games, replay_log};

const CAPTURE: &[u8] = include_bytes!("data/dgt/1.inbytes");

/// Numbers that look drawn by lot.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

fn mutated(bytes: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + draw.below(12) {
        let (at, other) = (draw.below(bytes.len()), draw.below(bytes.len()));
        match draw.below(5) {
            0 => bytes[at] = draw.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, draw.below(256) as u8),
            3 => bytes.swap(at, other),
            _ => bytes.truncate(1 + at.max(bytes.len() / 2)),
        }
    }
    bytes
}

fn raw() -> Vec<u8> {
    read_log(CAPTURE).into_iter().flat_map(|chunk| chunk.bytes).collect()
}

/// The capture as the events of a memory: its square changes, and a press for each turn.
fn memory() -> Vec<u8> {
    let mut events = vec![0x6a, 0x6f];
    for (index, frame) in raw().chunks(5).enumerate() {
        match frame {
            [0x8e, 0, 5, square, code] => events.extend([0x40 | code, *square]),
            _ if index % 3 == 0 => events.extend([0x70, 0x03, 0x10]),
            _ => {}
        }
    }
    events.push(0x6b);
    events
}

#[test]
fn any_log_is_replayed_to_its_end() {
    let mut draw = Draw(1);
    let raw = raw();
    let (mut n_boards, mut n_seen) = (0, 0);
    for round in 0..120 {
        let log = mutated(if round % 2 == 0 { CAPTURE } else { &raw }, &mut draw);
        n_boards += replay_log(&log, "board", |_| n_seen += 1);
    }
    assert!(n_boards > 100 && n_seen > 1000, "{n_boards} {n_seen}");
}

#[test]
fn any_memory_is_read_to_its_end() {
    let mut draw = Draw(2);
    let memory = memory();
    let mut n_games = 0;
    for _ in 0..300 {
        n_games += recover_games(&read_events(&mutated(&memory, &mut draw))).len();
    }
    assert!(n_games > 200, "{n_games}");
}

#[test]
fn bytes_without_sense_are_no_board() {
    let mut draw = Draw(3);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..draw.below(2000)).map(|_| draw.below(256) as u8).collect();
        replay_log(&bytes, "board", |_| {});
        recover_games(&read_events(&bytes));
        assert!(Decoder::new().push(&bytes).len() <= bytes.len() / 3);
        assert!(BusDecoder::new().push(&bytes).len() <= bytes.len() / 6);
    }
}

/// An answer on a bus.
fn answer(address: u16, code: u8, data: &[u8]) -> Vec<u8> {
    let len = data.len() + 6;
    let mut bytes = vec![code, (len >> 7) as u8, (len & 0x7f) as u8];
    bytes.extend([(address >> 7) as u8, (address & 0x7f) as u8]);
    bytes.extend_from_slice(data);
    let sum = bytes.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte));
    bytes.push(sum & 0x7f);
    bytes
}

#[test]
fn boards_on_a_bus_are_told_apart_and_their_changes_are_games() {
    let mut log = Vec::new();
    for address in [1025, 2000] {
        log.extend(answer(address, 0x87, &[]));
        log.extend(answer(address, 0x85, &[0x6f]));
    }
    // e2-e4 on one board, d2-d4 on the other, each with its press.
    log.extend(answer(1025, 0x85, &[0x40, 52, 0x51, 36, 0x70, 0x03, 0x02]));
    log.extend(answer(2000, 0x85, &[0x40, 51]));
    log.extend(answer(2000, 0x85, &[0x41, 35, 0x61, 0x30, 0x59]));
    let mut games = Vec::new();
    let n_boards = replay_log(&log, "bus", |seen| {
        if let Seen::Board { row, record, .. } = seen {
            let written: Vec<String> =
                record.plies.iter().map(|ply| record.written_ply(ply).to_owned()).collect();
            games.push((row, written.join(" ")));
        }
    });
    assert_eq!(n_boards, 2);
    for expected in [("01025", "e4"), ("02000", "d4")] {
        let expected = (expected.0.to_owned(), expected.1.to_owned());
        assert!(games.contains(&expected), "{games:?}");
    }
}
