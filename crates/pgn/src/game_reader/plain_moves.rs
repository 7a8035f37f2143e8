//! The moves of a game as nearly all are written, taken one after the other without a look aside.
//!
//! This is no reader of its own: it takes what leaves no question, and stops before the first byte
//! of anything that does, with nothing half done. There the tolerant reading goes on, and comes back
//! here with the next move. What is taken here leaves the record as the tolerant reading would.

use kaissa_chess::notation::ShortToken;
use kaissa_game::Record;

use super::GameReader;

impl GameReader<'_> {
    /// Takes moves while each is legal, in canonical SAN and short of any comment, the numbers
    /// between them are due, and one blank or line end stands behind it; says whether any was.
    pub(super) fn take_plain_moves(&mut self, record: &mut Record) -> bool {
        if self.empty_line.is_some() || !self.takes_plain || !self.replay.may_be_plain() {
            return false;
        }
        let before = self.at;
        let mut at = before;
        while let Some(start) = self.behind_due_number(at) {
            let text = self.bytes().get(start..).unwrap_or_default();
            let Some(token) = ShortToken::at_start(text) else { break };
            let end = start + token.len();
            if !self.replay.take_plain(record, token, self.range(start, end)) {
                break;
            }
            self.number_before = None;
            self.at = end;
            at = self.behind_one_blank(end);
        }
        self.at > before
    }

    /// The byte at which a move may begin: here, or behind the number that is due.
    fn behind_due_number(&self, at: usize) -> Option<usize> {
        let rest = self.bytes().get(at..)?;
        let mut number = 0;
        let mut n_digits = 0;
        while let Some(digit @ b'0'..=b'9') = rest.get(n_digits) {
            // No game has so many moves that one of them could be taken for another.
            if n_digits == 4 {
                return None;
            }
            number = number * 10 + u32::from(digit - b'0');
            n_digits += 1;
        }
        if n_digits == 0 {
            return Some(at);
        }
        if rest.get(n_digits) != Some(&b'.') || number != self.replay.position.fullmove_number() {
            return None;
        }
        let behind = rest.get(n_digits..)?;
        let n_dots = behind.iter().take_while(|byte| **byte == b'.').count();
        let n_blanks = behind.iter().skip(n_dots).take_while(|byte| **byte == b' ').count();
        Some(at + n_digits + n_dots + n_blanks)
    }

    /// The byte behind the blank or line end that stands here; behind an empty line nothing is plain.
    fn behind_one_blank(&self, at: usize) -> usize {
        match self.bytes().get(at..).unwrap_or_default() {
            [b'\r', b'\n', ..] => at + 2,
            [b' ' | b'\n', ..] => at + 1,
            _ => at,
        }
    }
}

#[cfg(test)]
mod tests {
    use kaissa_chess::{MoveList, Position};
    use proptest::prelude::*;

    use super::*;
    use crate::{ReadOptions, read_text};

    fn records(text: &str, takes_plain: bool) -> Vec<String> {
        let mut reader = GameReader::new(text, ReadOptions::default());
        reader.takes_plain = takes_plain;
        let mut record = Record::new();
        let mut records = Vec::new();
        while reader.read_into(&mut record) {
            records.push(format!("{record:?}"));
        }
        records
    }

    #[track_caller]
    fn check(text: &str) {
        let (plain, tolerant) = (records(text, true), records(text, false));
        assert_eq!(plain.len(), tolerant.len(), "{text}");
        for (plain, tolerant) in plain.iter().zip(&tolerant) {
            assert_eq!(plain, tolerant, "{text}");
        }
    }

    #[test]
    fn moves_are_taken_up_to_whatever_is_otherwise() {
        for (moves, expected) in [
            ("1. e4 e5 2.Nf3\r\nNc6 3. Bb5 a6 *", "*"),
            ("1. e4 e5 {x} 2. Nf3", "{x} 2. Nf3"),
            ("1. e4 e5 3. Nf3 Nc6 ", "3. Nf3 Nc6 "),
            ("1. e4 e5\n\n2. Nf3 Nc6 ", "2. Nf3 Nc6 "),
            ("1. e4 e5 2. Ke2! Ke7 ", "2. Ke2! Ke7 "),
            ("1. e4 e5 2. Ke3 Ke7 ", "2. Ke3 Ke7 "),
            ("1. e2-e4 e5 ", ""),
        ] {
            // Nothing is short of the end of the text.
            let text = format!("{moves}  {{and so on}}");
            let mut reader = GameReader::new(&text, ReadOptions::default());
            let mut record = Record::new();
            let taken = reader.take_plain_moves(&mut record);
            let rest = moves.get(reader.at..).unwrap_or_default().trim_start();
            assert_eq!(rest, if taken { expected } else { moves }, "{moves}");
            check(&text);
        }
    }

    /// What may stand before a move and behind it: nearly always what should.
    fn around() -> impl Strategy<Value = (&'static str, &'static str)> {
        let before = prop_oneof![
            30 => Just(""),
            1 => prop::sample::select(vec!["7. ", "1.", "{c} ", "(1. e4) ", "1-0 ", "Kе2 "]),
        ];
        let behind = prop_oneof![
            30 => Just(" "),
            10 => Just("\n"),
            5 => Just("\r\n"),
            2 => prop::sample::select(vec![
                "  ", "\n\n", "! ", "?! ", " $1 ", "{[%clk 0:10:00]} ", " {x}\n", "\t", "\n%x\n", "+ ", "",
                " ; x\n", "\u{a0}", "\n ", "# ", "e.p. ", "\r",
            ]),
        ];
        (before, behind)
    }

    /// A game of legal moves, written nearly as it should be.
    fn games() -> impl Strategy<Value = String> {
        let step = (any::<prop::sample::Index>(), around(), 0..40u8);
        let tags = prop::sample::select(vec![
            "",
            "[White \"A\"]\n\n",
            "[FEN \"r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 20\"]\n\n",
            "[FEN \"4k3/8/8/8/8/8/8/4K2q b - - 0 1\"]\n\n",
        ]);
        (tags, prop::collection::vec(step, 0..60)).prop_map(|(tags, steps)| {
            let fen = tags.strip_prefix("[FEN \"").and_then(|rest| rest.split('"').next());
            let mut position = fen
                .and_then(|fen| Position::from_fen(fen).ok())
                .map_or_else(Position::start, |(position, _)| position);
            let mut text = tags.to_owned();
            for (choice, (before, behind), form) in steps {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let Some(&played) = moves.get(choice.index(moves.len().max(1))) else { break };
                text.push_str(before);
                if position.turn().is_white() || form == 0 {
                    let dots = [". ", ".", "...", ".\n"][usize::from(form) % 4];
                    text += &format!("{}{dots}", position.fullmove_number());
                }
                let san = position.to_san(played);
                position.play(played);
                text += &match form {
                    1 => san.to_lowercase(),
                    2 => san.replace('x', ""),
                    3 => position.to_uci(played),
                    _ => san,
                };
                let sign = match (position.is_check(), position.has_legal_move()) {
                    (true, true) => "+",
                    (true, false) => "#",
                    _ => "",
                };
                text.push_str(if form == 4 { "" } else { sign });
                text.push_str(behind);
            }
            text + "1/2-1/2\n\n"
        })
    }

    /// Games one after the other, and some random changes to them.
    fn files() -> impl Strategy<Value = String> {
        let change = (any::<prop::sample::Index>(), 0..4u8, any::<u8>());
        let changes = prop_oneof![Just(Vec::new()), prop::collection::vec(change, 0..6),];
        (prop::collection::vec(games(), 1..4), changes).prop_map(|(games, changes)| {
            let mut bytes = games.concat().into_bytes();
            for (place, kind, byte) in changes {
                let at = place.index(bytes.len().max(1));
                let byte = if byte < 128 { byte } else { b" .\n1NxO-+{[("[usize::from(byte) % 12] };
                match kind {
                    0 if at < bytes.len() => bytes[at] = byte,
                    1 if at < bytes.len() => drop(bytes.remove(at)),
                    2 => bytes.truncate(at),
                    _ => bytes.insert(at, byte),
                }
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

        #[test]
        fn a_record_is_that_of_the_tolerant_reading_alone(text in files()) {
            check(&text);
        }
    }

    /// The same for every file of the corpus, where it is at hand.
    #[test]
    fn real_files_are_read_as_by_the_tolerant_reading_alone() {
        let Some(corpus) = std::env::var_os("KAISSA_CORPUS") else {
            eprintln!("KAISSA_CORPUS is not set: real files are left out");
            return;
        };
        let mut folders = vec![std::path::PathBuf::from(corpus).join("data")];
        let mut n_files = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "pgn") {
                    check(&read_text(&std::fs::read(&path).expect("a file")).0);
                    n_files += 1;
                }
            }
        }
        assert!(n_files > 0, "files of games");
    }
}
