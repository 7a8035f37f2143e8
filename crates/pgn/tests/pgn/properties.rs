//! Properties on random files: no panic, and the same games however the bytes come.

use std::io::{self, Read};

use kaissa_game::Record;
use kaissa_pgn::{GameReader, GrowingGame, Part, ReadOptions, Reader, Splitter, write_game};
use proptest::prelude::*;

use super::support::read;

/// Files with everything that makes reading hard, in small.
const SAMPLES: [&str; 5] = [
    "[Event \"A \\\"b\\\"\"]\n[Result \"1-0\"]\n[TimeControl \"90+30\"]\n\n1. e4 {[%clk 1:30:00]} e5 \
     (1... c5 {x {y} z} 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6!? 3. Bb5 a6 ; rest\n4. Ba4 Nf6 5. O-O 1-0\n\n",
    "[Event \"Б\"]\r\n[FEN \"4k2r/8/8/8/8/8/P7/4K2R b Kk - 3 17\"]\r\n\r\n17... 0-0 18. Крf1 -- *\r\n",
    "%escape {\n{before} [White \"x\"] [Black \"y\"]\n1.e4 e5 2.Кf3 Кc6 3.Сb5 ½-½\n1. d4 d5 2. c4 0-1\n",
    "[ePGN \"0.1\"]\n[WhiteClock \"1:2:3\"]\n\n1. e2-e4 e7e5 2. Ng1f3 Nc6 3. d8(Q)+ Ke4 1/2-1/2\n",
    "<p>[Event \"h\"]<br />1. f3 e5<br />2. g4 Qh4# 0-1</p>\n\n[Event \"t\"\n[Site x\"]\n[A]\n*",
];

/// Bytes that mean something.
const SIGNS: &[u8] = b"{}()[]\"\\;%\n\r.*$01-/=+";

/// A file and some random changes to it.
fn broken_files() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(prop::sample::select(SAMPLES.to_vec()), 1..4);
    let change = (any::<prop::sample::Index>(), 0..5u8, any::<u8>());
    let changes = prop::collection::vec(change, 0..12);
    (pieces, changes).prop_map(|(pieces, changes)| {
        let mut bytes = pieces.concat().into_bytes();
        for (place, kind, byte) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => {
                    bytes.remove(at);
                }
                3 => bytes.truncate(at),
                // A sign that means something.
                _ => bytes[at] = SIGNS[usize::from(byte) % SIGNS.len()],
            }
        }
        bytes
    })
}

/// Bytes that come in small helpings.
struct Drops(Vec<u8>, usize, usize);

impl Read for Drops {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.2.min(self.0.len() - self.1).min(buffer.len());
        buffer[..n].copy_from_slice(&self.0[self.1..self.1 + n]);
        self.1 += n;
        Ok(n)
    }
}

fn outline(record: &Record) -> (u64, usize, Option<String>, String) {
    let unread = record.unread.as_ref().map(|unread| unread.token.clone());
    let result = record.written_result_token().unwrap_or_default().to_string();
    (record.game_place().line, record.plies.len(), unread, result)
}

/// A hundred kilobytes of anything is read in a moment: nothing is gone through again and again.
#[test]
fn no_file_takes_long() {
    let pieces = [
        "{",
        "}",
        "(",
        ")",
        "()",
        "[",
        "]",
        "[A \"x\"]",
        "[A \"x\"]\n",
        "[A \"x\"]\n\n",
        "[A x\n",
        "[A \"x\n",
        "\"",
        "\\",
        "1. ",
        "1-0 ",
        "0-0 ",
        "* ",
        "x ",
        "Nf3 Nf6 Ng1 Ng8 ",
        "e4 -- ",
        "Ke4 ",
        "\n",
        "\r",
        "{a\n\n[A \"",
        "{{a}\n",
        "é",
        "½-½ ",
        "<br />",
        "%\n",
        ";\n",
        "$1",
        "!",
        "\u{200B}",
        "0-0-0\n\n1. ",
        "{[%clk 0:0:1]}",
        "(1. e4 {",
        "[Event \"a\"]\n\n1. e4 {\n\n",
    ];
    for piece in pieces {
        for text in [
            piece.repeat(100_000 / piece.len()),
            format!("1. e4 {}", piece.repeat(100_000 / piece.len())),
        ] {
            let begin = std::time::Instant::now();
            let games = read(text.as_bytes()).len();
            let taken = begin.elapsed();
            assert!(taken.as_secs() < 20, "{piece:?}: {games} games in {taken:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn no_file_makes_the_reader_panic(bytes in broken_files()) {
        for record in read(&bytes) {
            let text = write_game(&record);
            let again = read(text.as_bytes());
            prop_assert!(!again.is_empty(), "{}", text);
            prop_assert_eq!(again[0].plies.len(), record.plies.len(), "{}", text);
            for (a, b) in again[0].plies.iter().zip(&record.plies) {
                prop_assert_eq!(a.played, b.played, "{}", text);
            }
        }
    }

    #[test]
    fn any_bytes_at_all_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&bytes);
    }

    #[test]
    fn no_token_makes_the_notation_panic(
        token in "[KQRBNPa-h1-8xXoO0=+#():/\\-–КСФЛрcхO♘.]{0,14}",
        fen in prop::sample::select(vec![
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "kk6/8/8/8/8/8/8/8 b - - 0 1",
        ]),
    ) {
        let (position, _) = kaissa_chess::Position::from_fen(fen).expect("readable");
        for language in kaissa_chess::notation::Language::TRIED {
            let _ = position.read_move(&token, language);
        }
        let _ = position.read_move(&token, kaissa_chess::notation::Language::English);
    }

    #[test]
    fn no_text_makes_the_small_readers_panic(
        text in "[0-9a-zA-Zмс:./+*|;'\"½ \\-–]{0,24}",
    ) {
        let _ = kaissa_game::TimeControlReading::read(&text);
        let _ = kaissa_game::read_clock(&text);
        let _ = kaissa_game::read_clock_tag(&text);
        let _ = kaissa_game::GameResult::read(&text);
        let _ = kaissa_pgn::read_cloud_move(&text);
        let _ = kaissa_chess::Position::from_fen(&text);
    }

    #[test]
    fn games_do_not_depend_on_how_the_bytes_come(bytes in broken_files(), step in 1..40usize) {
        let whole: Vec<_> = read(&bytes).iter().map(outline).collect();
        let mut reader = Reader::new(Drops(bytes, 0, step));
        let mut record = Record::new();
        let mut dropped = Vec::new();
        while reader.read_into(&mut record).expect("no fault in memory") {
            dropped.push(outline(&record));
        }
        prop_assert_eq!(whole, dropped);
    }

    #[test]
    fn whole_games_do_not_depend_on_the_size_of_the_parts(
        picks in prop::collection::vec(0..SAMPLES.len(), 1..12),
        part_size in 1..2000usize,
    ) {
        let text: String = picks.iter().flat_map(|&pick| [SAMPLES[pick], "\n"]).collect();
        let whole: Vec<_> = read(text.as_bytes()).iter().map(outline).collect();
        let mut splitter = Splitter::new(text.as_bytes()).with_part_size(part_size);
        let (mut part, mut record) = (Part::default(), Record::new());
        let mut parts = Vec::new();
        while splitter.next_part(&mut part).expect("no fault in memory") {
            part.read_games(ReadOptions::default(), &mut record, |record| parts.push(outline(record)));
        }
        prop_assert_eq!(whole, parts);
    }
}

/// A game without a fault, long enough to grow.
const CLEAN: &str = "[White \"A\"]\n[Black \"B\"]\n[WhiteClock \"0:59:11\"]\n[Result \"*\"]\n\n1. e4 \
    {[%clk 0:59:50]} e5 {[%clk 0:59:51]} 2. Nf3 Nc6 {[%emt 0:00:05]} 3. Bb5 a6 4. Ba4 Nf6 5. O-O \
    Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *\n";

/// A game as it may be shown one after the other: cut at any byte, with other clocks.
fn shown() -> impl Strategy<Value = Vec<String>> {
    let whole = prop_oneof![
        3 => Just(CLEAN.to_owned()),
        1 => broken_files().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ];
    let cuts = prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, 0..4u8), 2..9);
    (whole, cuts).prop_map(|(whole, cuts)| {
        let mut cuts: Vec<_> =
            cuts.iter().map(|(at, clock, end)| (at.index(whole.len() + 1), clock, end)).collect();
        cuts.sort_unstable();
        let shown = cuts.iter().map(|(at, clock, end)| {
            let mut cut = *at;
            while !whole.is_char_boundary(cut) {
                cut -= 1;
            }
            let clock = ["0:59:11", "0:9:8", "1:00:00"][usize::from(**clock)];
            let end = ["", " *\n", " {[%clk 0:11:11]} 1-0\n", " {half"][usize::from(**end)];
            whole[..cut].replace("0:59:11", clock) + end
        });
        shown.collect()
    })
}

proptest! {
    #[test]
    fn a_game_that_grows_is_read_as_if_it_were_new(shown in shown()) {
        let mut game = GrowingGame::new();
        for text in shown {
            let mut anew = Record::new();
            if !GameReader::new(&text, ReadOptions::default()).read_into(&mut anew) {
                anew = Record::new();
            }
            prop_assert_eq!(format!("{:?}", game.read(&text)), format!("{anew:?}"), "{}", text);
            prop_assert_eq!(game.last_position(), anew.last_position());
        }
    }
}
