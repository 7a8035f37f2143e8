//! Written moves read in positions; the names bear the field reports that they answer.

use proptest::prelude::*;

use super::*;
use crate::{Move, MoveList, Position};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen).0
}

/// Reads a token; gives the move, canonical SAN and the forms reported, the check sign included.
fn read(fen: &str, token: &str) -> Result<(String, String, Vec<&'static str>), String> {
    let position = position(fen);
    match position.read_move(token, Language::English) {
        Reading::Legal { played, mut forms, check } => {
            let mut after = position.clone();
            after.play(played);
            if let Some(form) = after.compare_check_sign(check) {
                forms.add(form);
            }
            let codes = forms.iter().map(Form::code).collect();
            Ok((position.to_uci(played), position.to_san(played), codes))
        }
        Reading::Illegal { reason, .. } => Err(reason.code().to_string()),
        Reading::Null => Err("null".to_string()),
        Reading::Unclear(Unclear::Several(_)) => Err("several".to_string()),
        Reading::Unclear(_) => Err("unclear".to_string()),
    }
}

#[track_caller]
fn check(fen: &str, token: &str, uci: &str, san: &str, forms: &[&str]) {
    let got = read(fen, token);
    let forms = forms.to_vec();
    assert_eq!(got, Ok((uci.to_string(), san.to_string(), forms)), "{token} in {fen}");
}

#[track_caller]
fn refuse(fen: &str, token: &str, why: &str) {
    assert_eq!(read(fen, token), Err(why.to_string()), "{token} in {fen}");
}

#[test]
fn fr_san_01_lower_case_piece_is_the_piece_and_never_a_pawn() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    check(fen, "nf6", "g8f6", "Nf6", &["lower_case_piece"]);
    check(fen, "Nf6", "g8f6", "Nf6", &[]);
    refuse(fen, "bb6", "unclear");
}

#[test]
fn fr_san_02_pinned_twin_needs_no_distinction_and_is_never_picked() {
    let fen = "4k3/8/8/8/1N5b/8/5N2/4K3 w - - 0 1";
    check(fen, "Nd3+", "b4d3", "Nd3", &["check_sign_wrong"]);
    check(fen, "Nd3", "b4d3", "Nd3", &[]);
    check(fen, "Nbd3", "b4d3", "Nd3", &["needless_file"]);
    refuse(fen, "Nfd3", "king_left_in_check");
}

#[test]
fn fr_san_04_pawn_capture_without_file_is_read_only_when_one_pawn_fits() {
    let fen = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
    refuse(fen, "xd5", "several");
    check(fen, "cxd5", "c4d5", "cxd5", &[]);
    check(fen, "exd5", "e4d5", "exd5", &[]);
    check("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "xd5", "c4d5", "cxd5", &["pawn_file_missing"]);
}

#[test]
fn fr_san_05_small_b_is_a_pawn_before_it_is_a_bishop() {
    let fen = "4k3/8/8/2p5/1P1B4/8/8/4K3 w - - 0 1";
    check(fen, "bxc5", "b4c5", "bxc5", &[]);
    check(fen, "Bxc5", "d4c5", "Bxc5", &[]);
    check(fen, "bc5", "b4c5", "bxc5", &["capture_sign_missing"]);
    check(fen, "Bc5", "d4c5", "Bxc5", &["capture_sign_missing"]);
}

#[test]
fn fr_san_06_promotion_has_many_spellings() {
    let fen = "7k/3P4/8/8/8/8/8/K7 w - - 0 1";
    check(fen, "d8Q+", "d7d8q", "d8=Q+", &["promotion_sign"]);
    check(fen, "d8(Q)+", "d7d8q", "d8=Q+", &["promotion_sign"]);
    check(fen, "d8/Q+", "d7d8q", "d8=Q+", &["promotion_sign"]);
    check(fen, "d8=q", "d7d8q", "d8=Q+", &["lower_case_piece", "check_sign_missing"]);
    check(fen, "d7d8q", "d7d8q", "d8=Q+", &["uci_form", "check_sign_missing"]);
    check(fen, "d7-d8=Q+", "d7d8q", "d8=Q+", &["long_form"]);
    refuse(fen, "d8", "unclear");
    refuse(fen, "d8=K", "unclear");
}

#[test]
fn fr_san_07_a_pinning_rook_is_not_pinned() {
    let fen = "4k3/8/4n3/4R3/8/8/6K1/R7 w - - 0 1";
    check(fen, "Rae1", "a1e1", "Rae1", &[]);
    check(fen, "Ree1", "e5e1", "Ree1", &[]);
    refuse(fen, "Re1", "several");
}

#[test]
fn fr_san_08_the_position_decides_what_two_plus_signs_mean() {
    let fen = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    check(fen, "Re8#", "e1e8", "Re8#", &[]);
    check(fen, "Re8++", "e1e8", "Re8#", &["double_plus"]);
    check(fen, "Re8+", "e1e8", "Re8#", &["mate_marked_check"]);
    check(fen, "Re8", "e1e8", "Re8#", &["mate_sign_missing"]);
}

#[test]
fn fr_san_09_three_zeros_are_long_castling() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    check(fen, "0-0-0", "e1c1", "O-O-O", &["castling_zeros"]);
    check(fen, "0-0", "e1g1", "O-O", &["castling_zeros"]);
    check(fen, "O-O-O", "e1c1", "O-O-O", &[]);
    check(fen, "O-O", "e1g1", "O-O", &[]);
}

#[test]
fn fr_san_15_one_letter_does_not_tell_three_knights_apart() {
    let fen = "4k3/8/8/1N6/8/8/8/1N1NK3 w - - 0 1";
    check(fen, "Nb1c3", "b1c3", "Nb1c3", &[]);
    check(fen, "N5c3", "b5c3", "N5c3", &[]);
    check(fen, "Ndc3", "d1c3", "Ndc3", &[]);
    refuse(fen, "Nbc3", "several");
    refuse(fen, "N1c3", "several");
    refuse(fen, "Nc3", "several");
    check(fen, "Nd1c3", "d1c3", "Ndc3", &["needless_rank"]);
}

#[test]
fn fr_move_01_a_king_step_of_two_is_castling_only_with_its_departure() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    refuse(fen, "Kg1", "unclear");
    check(fen, "e1g1", "e1g1", "O-O", &["uci_form"]);
    check(fen, "e1-g1", "e1g1", "O-O", &["long_form"]);
}

#[test]
fn fr_move_02_to_07_en_passant_follows_the_safety_of_the_king() {
    check("k2r4/8/8/2Pp4/8/8/8/3K4 w - d6 0 2", "cxd6", "c5d6", "cxd6", &[]);
    check("8/8/5k2/8/2Pp4/8/1B6/6K1 b - c3 0 1", "dxc3", "d4c3", "dxc3", &[]);
    check("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "exd3+", "e4d3", "exd3", &["check_sign_wrong"]);
    refuse("8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 2", "dxc6", "king_left_in_check");
}

#[test]
fn fr_move_05_castling_out_of_check_is_illegal_for_its_own_reason() {
    let fen = "r3k2r/3P4/8/8/8/8/8/4K3 b kq - 0 1";
    refuse(fen, "O-O", "castling_in_check");
    refuse(fen, "O-O-O", "castling_in_check");
    refuse("r3k2r/8/8/8/8/8/8/4KR2 b kq - 0 1", "O-O", "castling_through_check");
    refuse("r3k2r/8/8/8/8/8/8/4K3 b - - 0 1", "O-O", "castling_right_lost");
    refuse("r3k1nr/8/8/8/8/8/8/4K3 b kq - 0 1", "O-O", "unclear");
}

#[test]
fn fr_960_castling_of_chess960() {
    let xfen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1";
    let (start, _) = Position::from_fen_of(xfen, crate::Variant::Chess960).expect("X-FEN");
    let reading = start.read_move("O-O", Language::English);
    assert!(matches!(reading, Reading::Legal { .. }), "{reading:?}");
    let only_rook = "4k3/8/8/8/8/8/8/6KR w H - 0 1";
    check(only_rook, "O-O", "g1h1", "O-O", &[]);
    check("4k3/8/8/8/8/8/8/RR3K2 w B - 0 1", "O-O-O", "f1b1", "O-O-O", &[]);
    refuse("4k3/8/8/8/8/8/8/RR3K2 w A - 0 1", "O-O-O", "unclear");
    refuse("4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w B - 0 1", "O-O-O", "king_left_in_check");
}

#[test]
fn a_written_departure_makes_an_impossible_move_clear() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    refuse(start, "g1g3", "not_this_piece_move");
    refuse(start, "Ng1-g3", "not_this_piece_move");
    refuse(start, "a1a2", "own_piece_taken");
    refuse(start, "Ng3", "unclear");
    refuse(start, "Bg1-f3", "unclear");
    refuse(start, "e7e5", "unclear");
    refuse(start, "e5e6", "unclear");
}

#[test]
fn a_king_that_is_taken_is_an_illegal_move() {
    refuse("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Rxe8", "king_taken");
}

#[test]
fn a_wrong_departure_is_forgiven_where_one_piece_reaches_the_square() {
    let fen = "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1";
    check(fen, "Nbd2", "f3d2", "Nd2", &["wrong_departure"]);
    check(fen, "Nfd2", "f3d2", "Nd2", &["needless_file"]);
    check(fen, "Nxd2", "f3d2", "Nd2", &["capture_sign_wrong"]);
}

#[test]
fn look_alikes_and_other_signs_are_read() {
    let fen = "4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1";
    check(fen, "схd5", "c4d5", "cxd5", &["look_alike"]);
    check(fen, "c:d5", "c4d5", "cxd5", &["capture_sign_other"]);
    check(fen, "c4:d5", "c4d5", "cxd5", &["long_form", "capture_sign_other"]);
    check(fen, "c4–d5", "c4d5", "cxd5", &["odd_dash", "long_form", "capture_sign_missing"]);
    check(fen, "Pc4xd5", "c4d5", "cxd5", &["long_form", "pawn_letter"]);
    check(fen, "c\u{200B}xd5", "c4d5", "cxd5", &["zero_width"]);
    check(fen, "c5", "c4c5", "c5", &[]);
    check(fen, "KE2", "e1e2", "Ke2", &["upper_case_file"]);
    check(fen, "CXD5", "c4d5", "cxd5", &["upper_case_file", "capture_sign_other"]);
    check(fen, "♔e2", "e1e2", "Ke2", &["figurine"]);
}

/// Every legal move of a few full positions, written in every style, reads back as itself.
#[test]
fn every_legal_move_reads_back_in_every_style() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "Q3Q3/8/8/8/Q3Q3/8/7k/K7 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1r5k/P7/8/8/8/8/8/RR3K2 w B - 0 1",
    ];
    let mut languages = Language::TRIED.to_vec();
    languages.extend([Language::English, Language::Italian]);
    for fen in fens {
        let position = position(fen);
        let mut moves = crate::MoveList::new();
        position.legal_moves(&mut moves);
        for &played in &moves {
            let mut written: Vec<(String, Language)> = languages
                .iter()
                .flat_map(|&language| {
                    [Style::San(language), Style::Long(language)]
                        .map(|style| (position.write_move(played, style), language))
                })
                .collect();
            written.push((position.write_move(played, Style::Uci), Language::English));
            written.push((position.write_move(played, Style::Figurine), Language::English));
            for (text, language) in written {
                let reading = position.read_move(&text, language);
                let Reading::Legal { played: read, .. } = reading else {
                    panic!("{text} ({language:?}) in {fen}: {reading:?}");
                };
                assert_eq!(read, played, "{text} ({language:?}) in {fen}");
            }
            let san = position.to_san(played);
            let (_, _, forms) = read(fen, &san).expect("read above");
            assert!(forms.is_empty(), "{san} in {fen}: {forms:?}");
        }
    }
}

/// Positions in which much can be meant.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "4k3/8/8/2Q1Q3/8/2Q1Q3/1N3N2/4K2R w K - 0 1",
    "2r1k2r/1q2b3/8/1N1pP3/B1N5/6R1/5PPP/R3K3 w Q d6 0 20",
    "k3r3/8/1b6/8/8/4N3/3PK1R1/2N5 w - - 0 1",
    "kk6/8/2q5/8/8/2Q5/8/K7 b - - 0 1",
];

/// Tokens for a move: as it should be written, and with something about it changed.
fn spellings(position: &Position, played: Move, change: (u8, u8)) -> Vec<String> {
    let san = position.to_san(played);
    let bare = san.trim_end_matches(['+', '#']).to_owned();
    let mut tokens = vec![bare.clone() + "+", bare.clone() + "#", bare.replacen('x', "", 1)];
    let (kind, letter) = change;
    let mut changed = bare.clone().into_bytes();
    let at = usize::from(letter) % changed.len();
    match kind % 4 {
        0 => changed[at] = b"abcdefgh12345678NBRQKOx=-+"[usize::from(letter) % 26],
        1 => changed.insert(at, b"abcdefgh12345678x=Q"[usize::from(letter) % 19]),
        2 => drop(changed.remove(at)),
        _ => changed.push(b"QNx8="[usize::from(letter) % 5]),
    }
    tokens.extend(String::from_utf8(changed));
    let from = played.from().to_string();
    for departure in [&from[..1], &from[1..], &from] {
        let mut longer = bare.clone();
        longer.insert_str(1.min(longer.len()), departure);
        tokens.push(longer);
    }
    tokens.extend([bare, san]);
    tokens
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn a_plain_move_is_read_and_made_as_a_tolerant_reading_would(
        start in prop::sample::select(STARTS.to_vec()),
        choices in prop::collection::vec((any::<prop::sample::Index>(), any::<(u8, u8)>()), 1..40),
    ) {
        let mut position = position(start);
        let mut after_legal = false;
        for (choice, change) in choices {
            let mut moves = MoveList::new();
            position.pseudo_legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let next = moves[choice.index(moves.len())];
            for token in spellings(&position, next, change) {
                let Some(short) = ShortToken::of(token.as_bytes()) else { continue };
                let tolerant = position.read_tolerantly(&token, Language::English);
                let Some(plain) = position.read_plain(short, true) else {
                    // What is canonical is plain, but for a square of departure in full.
                    if let Reading::Legal { played, .. } = tolerant {
                        let san = position.to_san(played);
                        let is_full = token.len() > 4 && played.promotion().is_none();
                        prop_assert!(token != san || is_full, "{token} in {}", position.to_fen());
                    }
                    continue;
                };
                let PlainMove { played, forms, check, .. } = plain;
                prop_assert_eq!(
                    Reading::Legal { played, forms, check }, tolerant, "{} in {}", token, position.to_fen()
                );
                prop_assert_eq!(position.read_plain(short, position.is_check()), Some(plain));
                let mut made = position.clone();
                let mut expected = position.clone();
                expected.play(played);
                prop_assert_eq!(made.play_plain(&plain, after_legal), expected.is_check());
                prop_assert_eq!(made, expected);
            }
            after_legal = position.is_legal(next);
            position.play(next);
        }
    }

    #[test]
    fn a_short_token_ends_at_a_blank(text in "[ -~\n\téК]{0,12}") {
        let bytes = text.as_bytes();
        let expected = bytes.iter().take(8).position(|byte| *byte <= b' ').filter(|_| bytes.len() >= 8);
        let found = ShortToken::at_start(bytes);
        prop_assert_eq!(found, expected.and_then(|end| ShortToken::of(&bytes[..end])));
        prop_assert_eq!(found.map(ShortToken::len), expected);
    }
}
