//! Field reports of the kinds pgn-reading, san (languages), result, clock, chess960, move-legality
//! and scale; reports about single tokens and positions are tested in `kaissa-chess`, those about
//! time control tags and result words in `kaissa-game`.
//!
//! No test here: FR-clk-08 (an arbiter's question about flags, `kaissa-ruling`), FR-clk-10 (what is
//! plausible after an increment, `kaissa-evidence`), and the FEN reports FR-fen-01 to 09, which are
//! tests of `Position::from_fen` and `Position::legal`; what the reader makes of such a FEN is
//! `a_fen_that_was_put_right_is_reported` below.

use kaissa_game::{Legality, RecordEnd};
use kaissa_laws::ClockTime;

use super::support::{Expected, check, codes, read, sans};

const HEAD: &str = "[Event \"?\"]\n[White \"White\"]\n[Black \"Black\"]\n[Result \"*\"]\n\n";

#[track_caller]
fn game(movetext: &str, moves: &str, fen: &str, codes: &[&str]) -> kaissa_game::Record {
    let text = format!("{HEAD}{movetext}");
    check(&text, &[Expected { moves, fen, codes }]).remove(0)
}

#[test]
fn fr_pgn_01_no_result_anywhere() {
    let text = "[SetUp \"1\"]\n[FEN \"5rk1/3q1p1p/5Q2/8/8/8/8/K7 w - - 0 1\"]\n\n\
                1. Qg5+ Kh8 2. Qf6+ Kg8 3. Qg5+ Kh8";
    let expected = Expected {
        moves: "Qg5+ Kh8 Qf6+ Kg8 Qg5+ Kh8",
        fen: "5r1k/3q1p1p/8/6Q1/8/8/8/K7 w - - 6 4",
        codes: &["result_token_missing", "result_tag_missing"],
    };
    let records = check(text, &[expected]);
    assert_eq!(records[0].result(), None);
    assert_eq!(records[0].end, RecordEnd::Open);
}

#[test]
fn fr_pgn_02_a_comment_goes_on_on_the_next_line() {
    game(
        "1. e4 (1. d4 {a}) 1... e5 {\nlong comment} 2. Nf3 Nc6 *\n",
        "e4 e5 Nf3 Nc6",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        &[],
    );
}

#[test]
fn fr_pgn_03_an_empty_line_ends_no_game() {
    game(
        "1. e4 e5\n2. Nf3 Nc6\n\n3. Bb5 *\n",
        "e4 e5 Nf3 Nc6 Bb5",
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        &["empty_line"],
    );
}

#[test]
fn fr_pgn_04_a_comment_above_the_tags_belongs_to_the_game() {
    let text = "{ A small file made for a test.\n\nIt begins with a comment of two paragraphs. }\n\n\
                [Event \"A\"]\n[White \"White\"]\n[Black \"Black\"]\n[Result \"*\"]\n\n1. b4 *\n";
    let expected = Expected {
        moves: "b4",
        fen: "rnbqkbnr/pppppppp/8/8/1P6/8/P1PPPPPP/RNBQKBNR b KQkq - 0 1",
        codes: &[],
    };
    let records = check(text, &[expected]);
    assert_eq!(records[0].tag("Event").as_deref(), Some("A"));
    assert_eq!(records[0].game_place().line, 5);
    assert_eq!(records[0].comments_after(0).count(), 1);
}

#[test]
fn fr_pgn_05_bare_quotes_inside_a_value() {
    let text =
        "[Event \"5th \"Memorial\" Open\"]\n[Site \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    let expected = Expected {
        moves: "e4 e5",
        fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        codes: &["tag_quotes_inside"],
    };
    let records = check(text, &[expected]);
    assert_eq!(records[0].tag("Event").as_deref(), Some("5th \"Memorial\" Open"));
}

#[test]
fn fr_pgn_06_signs_are_no_moves() {
    let record = game(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4?! ± Nf6 N 5. O-O += (5. d3 =) 5... Be7 -+ [#] *\n",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6",
        &["sign", "bracket_among_moves"],
    );
    assert_eq!(record.unread, None);
}

#[test]
fn fr_pgn_07_two_comments_in_a_row() {
    let record = game(
        "1. d4 Nf6 {one} {two} *\n",
        "d4 Nf6",
        "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2",
        &[],
    );
    assert_eq!(record.comments_after(2).collect::<Vec<_>>(), ["one", "two"]);
}

#[test]
fn fr_pgn_08_glyphs_apart() {
    game(
        "1.e4 e5 2.Nf3 Nc6 ?! 3.Bc4 !! Nf6 ! ? 4.Ng5 *\n",
        "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5",
        "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4",
        &["glyph_apart"],
    );
}

#[test]
fn fr_pgn_09_a_comment_before_the_first_move() {
    let text = "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"8/4k3/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n\
                { black starts here } 7... Kd6 8. Kd2 Kd5 *\n";
    let expected =
        Expected { moves: "Kd6 Kd2 Kd5", fen: "8/8/8/3k4/8/8/3KP3/8 w - - 3 9", codes: &[] };
    let records = check(text, &[expected]);
    assert_eq!(records[0].comments_after(0).next(), Some("black starts here"));
    assert_eq!(codes(&records[0]), Vec::<&str>::new());
}

#[test]
fn fr_pgn_10_a_variation_that_begins_with_a_comment() {
    let record = game(
        "1. e4 f5 2. exf5 g5 ({safer is} 2... Nf6 {with play}) 3. Qh5# *\n",
        "e4 f5 exf5 g5 Qh5#",
        "rnbqkbnr/ppppp2p/8/5PpQ/8/8/PPPP1PPP/RNB1KBNR b KQkq - 1 3",
        &[],
    );
    assert_eq!(record.variations.len(), 1);
    assert_eq!(record.variations[0].after_ply, 4);
}

#[test]
fn fr_pgn_11_signs_inside_comments_mean_nothing() {
    game(
        "1. e4 {worth $1 (or 1-0 * if you like)} e5 {see [Event \"X\"]} 2. Nf3 *\n",
        "e4 e5 Nf3",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        &[],
    );
}

#[test]
fn fr_pgn_12_escape_lines_begin_in_the_first_column() {
    let record = game(
        "%skip this 1. d4 d5\n1. e4 e5 {50\n per cent} 2. Nf3 {[%clk 1:00:00]}\n\
         % 2... Nf6 3. d4\n2... Nc6 *\n",
        "e4 e5 Nf3 Nc6",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        &[],
    );
    assert_eq!(record.plies[2].clock, Some(ClockTime::hours(1)));
}

#[test]
fn fr_pgn_13_numeric_glyphs_glued_and_out_of_range() {
    game(
        "1. e4$1 e5 $2 (1... c5$14)2. Nf3 $255 Nc6 $902 $0 *\n",
        "e4 e5 Nf3 Nc6",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        &["nag_range"],
    );
}

#[test]
fn fr_pgn_14_variations_without_numbers() {
    let record = game(
        "1. e4 ( d4 d5 ( Nf6 c4 ) c4 ) e5 2. Nf3 *\n",
        "e4 e5 Nf3",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        &[],
    );
    assert_eq!(record.written(record.variations[0].range), "( d4 d5 ( Nf6 c4 ) c4 )");
}

#[test]
fn fr_pgn_15_several_tags_on_one_line() {
    let text = "[Event \"A\"] [White \"White\"] [Black \"Black\"] [Result \"*\"]\n1. d4 d5 *\n";
    let expected = Expected {
        moves: "d4 d5",
        fen: "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
        codes: &[],
    };
    let records = check(text, &[expected]);
    assert_eq!(records[0].tag("Black").as_deref(), Some("Black"));
}

#[test]
fn fr_pgn_16_bare_carriage_returns_end_lines() {
    let text = format!("{HEAD}1. e4 ; best by test\ne5\n2. Nf3 *\n").replace('\n', "\r");
    let expected = Expected {
        moves: "e4 e5 Nf3",
        fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        codes: &[],
    };
    check(&text, &[expected]);
}

#[test]
fn fr_pgn_17_and_19_games_without_empty_lines_and_without_moves() {
    let text = "[Event \"A\"]\n[Result \"*\"]\n1. d4 {[%eval +0.16]} d5 *\n\
                [Event \"B\"]\n[Result \"*\"]\n\n*\n[Event \"C\"]\n[Result \"*\"]\n1. c4 *\n";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let expected = [
        Expected {
            moves: "d4 d5",
            fen: "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
            codes: &[],
        },
        Expected { moves: "", fen: start, codes: &[] },
        Expected {
            moves: "c4",
            fen: "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1",
            codes: &[],
        },
    ];
    check(text, &expected);
    let empty = "[Event \"A\"]\n[Result \"*\"]\n *\n\n[Event \"B\"]\n[Result \"*\"]\n *\n";
    let nothing = || Expected { moves: "", fen: start, codes: &[] };
    check(empty, &[nothing(), nothing()]);
}

#[test]
fn fr_pgn_18_numbers_with_points_apart() {
    let record = game(
        "1. d4 {a} 1. ... Nf6 2 . c4 2 ... e6 3.Nc3 3...Bb4 *\n",
        "d4 Nf6 c4 e6 Nc3 Bb4",
        "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
        &[],
    );
    assert_eq!(codes(&record), Vec::<&str>::new());
}

#[test]
fn fr_pgn_20_odd_blanks_are_blanks() {
    game(
        "1. e4 e5 2.\u{200B}Nf3 (2.\u{200B}f4 exf4)\u{A0}2. .. Nc6 *\n",
        "e4 e5 Nf3 Nc6",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        &["odd_space"],
    );
}

#[test]
fn fr_pgn_21_a_variation_for_another_move() {
    game(
        "1. e4 e5 (1. d4 d5 2. c4) 2. Nf3 Nc6 *\n",
        "e4 e5 Nf3 Nc6",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        &["variation_misplaced"],
    );
}

#[test]
fn fr_pgn_22_numbers_that_disagree_with_the_fen() {
    let text = "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/6K1 b - - 5 38\"]\n\n\
                1. g5 2. Kf1 Kg7 *\n";
    let expected = Expected {
        moves: "g5 Kf1 Kg7",
        fen: "8/5pkp/8/6p1/8/8/5PPP/5K2 w - - 2 40",
        codes: &["move_number"],
    };
    check(text, &[expected]);
}

#[test]
fn fr_pgn_23_semicolons_and_braces_do_not_mix() {
    let record = game(
        "1. c4 {first; this is no line comment} e5 ; a brace } in a line comment { is text\n2. Nc3 *\n",
        "c4 e5 Nc3",
        "rnbqkbnr/pppp1ppp/8/4p3/2P5/2N5/PP1PPPPP/R1BQKBNR b KQkq - 1 2",
        &[],
    );
    let after_two: Vec<_> = record.comments_after(2).collect();
    assert_eq!(after_two, ["a brace } in a line comment { is text"]);
}

#[test]
fn fr_san_03_en_passant_notes() {
    let fen = "rnbqkbnr/1p2pppp/p2p4/8/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 4";
    let moves = "e4 a6 e5 d5 exd6 cxd6 d4";
    for (note, code) in [
        ("exd6 e.p.", "suffix_apart"),
        ("exd6e.p.", "en_passant_note"),
        ("exd6 ep", "suffix_apart"),
    ] {
        game(&format!("1. e4 a6 2. e5 d5 3. {note} cxd6 4. d4"), moves, fen, &[code]);
    }
}

#[test]
fn fr_san_10_long_algebraic() {
    game(
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 5. O-O Bc8-g4",
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4",
        "r2qkbnr/1pp2ppp/p1p5/4p3/4P1b1/5N2/PPPP1PPP/RNBQ1RK1 w kq - 2 6",
        &["long_form"],
    );
}

#[test]
fn fr_san_11_to_14_languages_are_found_out() {
    let hungarian = game(
        "1. d4 d5 2. Hf3 Hf6 3. Ff4 e6 4. e3 Fd6 5. Fg3 0-0 6. Fd3 b6 7. 0-0 Fb7 8. Be1 He4",
        "d4 d5 Nf3 Nf6 Bf4 e6 e3 Bd6 Bg3 O-O Bd3 b6 O-O Bb7 Re1 Ne4",
        "rn1q1rk1/pbp2ppp/1p1bp3/3p4/3Pn3/3BPNB1/PPP2PPP/RN1QR1K1 w - - 4 9",
        &["language"],
    );
    assert_eq!(hungarian.language.code(), "hu");
    let spanish = game(
        "1. e4 e5 2. Re2 Re7 3. Re1 Re8 4. Cf3 Cc6 5. Ab5 Df6",
        "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3 Nc6 Bb5 Qf6",
        "r1b1kbnr/pppp1ppp/2n2q2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w - - 8 6",
        &["language"],
    );
    assert_eq!(spanish.language.code(), "es");
    let russian = game(
        "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сxc6 dxc6 5. Кxe5 Фd4 6. Кf3 Фxe4+ 7. Фe2 Фxe2+ \
         8. Крxe2 Сg4",
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4+ Qe2 Qxe2+ Kxe2 Bg4",
        "r3kbnr/1pp2ppp/p1p5/8/6b1/5N2/PPPPKPPP/RNB4R w kq - 1 9",
        &["language"],
    );
    assert_eq!(russian.language.code(), "ru");
    let dutch = game(
        "1. e4 e5 2. Pf3 Pc6 3. Lc4 Pf6 4. Pg5 d5 5. exd5 Pa5",
        "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5",
        "r1bqkb1r/ppp2ppp/5n2/n2Pp1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 1 6",
        &["language"],
    );
    assert_eq!(dutch.language.code(), "nl");
}

#[test]
fn fr_res_01_tag_and_token_are_both_kept() {
    let records = read(b"[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n");
    assert_eq!(records[0].tag("Result").as_deref(), Some("1-0"));
    assert_eq!(records[0].written_result_token(), Some("1/2-1/2"));
}

#[test]
fn fr_res_02_and_07_mate_without_and_with_its_sign() {
    let records = read(b"[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4 0-1\n");
    assert!(records[0].last_position().is_checkmate());
    assert!(codes(&records[0]).contains(&"mate_sign_missing"));
    let records = read(b"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n");
    assert!(codes(&records[0]).is_empty(), "{:?}", records[0].oddities);
}

#[test]
fn fr_res_03_04_and_06_other_spellings_of_results() {
    for (text, result) in [
        ("[Result \"½-½\"]\n\n1. e4 e5 ½–½\n", "1/2-1/2"),
        ("[Result \"1/2\"]\n\n1. d4 d5 1/2\n", "1/2-1/2"),
        ("[Result \"1-0\"]\n\n1. e4 e5 1:0\n", "1-0"),
        ("[Result \"1/2-0\"]\n\n1. e4 e5 1/2-0\n", "1/2-0"),
        ("[Result \"0-0.5\"]\n\n1. d4 d5 0-0.5\n", "0-1/2"),
        ("[Result \"0-0\"]\n\n1. d4 d5 0-0\n", "0-0"),
    ] {
        let records = read(text.as_bytes());
        assert_eq!(records.len(), 1, "{text}");
        assert_eq!(records[0].plies.len(), 2, "{text}");
        assert_eq!(records[0].result().map(|r| r.to_string()).as_deref(), Some(result), "{text}");
        assert!(codes(&records[0]).contains(&"result_spelling"), "{text}");
        assert_eq!(records[0].end, RecordEnd::Complete, "{text}");
    }
}

#[test]
fn fr_res_05_games_without_moves_are_games() {
    let records =
        read(b"[Result \"1-0\"]\n\n1-0\n\n[Event \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n");
    let plies: Vec<_> = records.iter().map(|record| record.plies.len()).collect();
    assert_eq!(plies, [0, 1]);
}

#[test]
fn fr_res_08_moves_after_a_stalemate_are_kept() {
    let text = "[Result \"1-0\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 60\"]\n\n\
                60. Qg6 Kg8 61. Ke6 Kh8 62. Kf6 Kg8 63. Qd3 Kh8 64. Qh3+ Kg8 65. Qg4+ Kh8 66. Qg7# 1-0\n";
    let records = read(text.as_bytes());
    assert_eq!(records[0].plies.len(), 13);
    assert!(matches!(records[0].plies[1].legality, Legality::Illegal(_)));
    assert_eq!(records[0].unread, None);
}

#[test]
fn fr_clk_01_two_fields_are_read_by_the_time_control() {
    let text = "[TimeControl \"5400+30\"]\n\n\
                1. e4 {[%clk 1:29]} c5 {[%clk 1:30]} 2. Nf3 {[%clk 1:28]} *\n";
    let records = read(text.as_bytes());
    let clocks: Vec<_> = records[0].plies.iter().map(|ply| ply.clock).collect();
    let seconds = |s| Some(ClockTime::seconds(s));
    assert_eq!(clocks, [seconds(5340), seconds(5400), seconds(5280)]);
    assert!(codes(&records[0]).contains(&"clock_two_fields"));
    let records = read(b"1. e4 {[%clk 1:29]} *\n");
    assert_eq!(records[0].plies[0].clock, None);
    assert!(codes(&records[0]).contains(&"clock_two_fields"));
}

#[test]
fn fr_clk_02_clocks_in_the_tags_are_fresher() {
    let text = "[WhiteClock \"0:50:02\"]\n[BlackClock \"0:11:40\"]\n\n\
                1. e4 {[%clk 0:00:04]} e5 {[%clk 0:11:40]} *\n";
    let records = read(text.as_bytes());
    assert_eq!(records[0].live_clocks().white, Some(ClockTime::seconds(3002)));
    assert_eq!(records[0].last_clock(kaissa_chess::Color::White), Some(ClockTime::seconds(4)));
    assert!(codes(&records[0]).contains(&"clock_tag_later"));
}

#[test]
fn fr_clk_06_bare_times() {
    let records = read(b"1. e4 {0:04:57} b6 {0:04:55} 2. d4 {at 0:03:00 he smiled} *\n");
    let clocks: Vec<_> = records[0].plies.iter().map(|ply| ply.clock).collect();
    assert_eq!(clocks, [Some(ClockTime::seconds(297)), Some(ClockTime::seconds(295)), None]);
    assert!(codes(&records[0]).contains(&"clock_plain"));
}

#[test]
fn fr_clk_09_commands_broken_over_lines() {
    let text = "[ePGN \"0.1;DGT LiveChess/2.2\"]\n[Result \"0-1\"]\n[TimeControl \"60 mins\"]\n\n\
                1. e4 {[%clk 00:59:44]} {[%emt 00:00:16]} d6 {[%emt\n00:00:35]} 0-1\n";
    let records = read(text.as_bytes());
    assert_eq!(sans(&records[0]), ["e4", "d6"]);
    assert_eq!(records[0].plies[0].clock, Some(ClockTime::seconds(3584)));
    assert_eq!(records[0].plies[1].clock, None);
    assert_eq!(records[0].plies[1].elapsed, Some(ClockTime::seconds(35)));
    assert!(codes(&records[0]).contains(&"time_control_minutes"));
}

#[test]
fn fr_960_01_and_04_castling_of_chess960() {
    let text = "[Result \"*\"]\n[SetUp \"1\"]\n\
                [FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1\"]\n\
                [Variant \"Chess960\"]\n\n1. O-O O-O 2. c3 c6 3. Ncd3 Ncd6 *\n";
    let records = read(text.as_bytes());
    let fen = "bq1rnrkb/pp1ppppp/2pn4/8/8/2PN4/PP1PPPPP/BQ1RNRKB w - - 2 4";
    assert_eq!(records[0].last_position().to_fen(), fen);
    let text = "[Result \"*\"]\n[SetUp \"1\"]\n\
                [FEN \"qnbbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QNBBNRKR w HFhf - 0 1\"]\n\
                [Variant \"Fischerandom\"]\n\n1. c3 c6 2. Bc2 Bc7 3. Nf3 Nf6 *\n";
    let records = read(text.as_bytes());
    let fen = "qnb2rkr/ppbppppp/2p2n2/8/8/2P2N2/PPBPPPPP/QNB2RKR w KQkq - 4 4";
    assert_eq!(records[0].last_position().to_fen(), fen);
}

#[test]
fn fr_move_06_a_knight_captures_nothing_in_passing() {
    let records = read(b"1. a3 Na6 2. h3 Nc5 3. b4 Nb3 4. cxb3 *\n");
    let fen = "r1bqkbnr/pppppppp/8/8/1P6/Pn5P/2PPPPP1/RNBQKBNR w KQkq - 1 4";
    assert_eq!(records[0].position_after(6).to_fen(), fen);
    let fen = "r1bqkbnr/pppppppp/8/8/1P6/PP5P/3PPPP1/RNBQKBNR b KQkq - 0 4";
    assert_eq!(records[0].last_position().to_fen(), fen);
}

#[test]
fn fr_sheet_03_illegal_castling_stands() {
    let records =
        read(b"[Result \"1-0\"]\n\n1. e4 b6 2. Nf3 Ba6 3. g3 e6 4. Bh3 c6 5. O-O d5 6. d3 1-0\n");
    assert_eq!(records[0].plies.len(), 11);
    let reason = kaissa_chess::notation::IllegalReason::CastlingThroughCheck;
    assert_eq!(records[0].plies[8].legality, Legality::Illegal(reason));
    assert_eq!(records[0].plies[9].legality, Legality::Legal);
}

#[test]
fn fr_size_01_nothing_is_eight_bits_wide() {
    let there = "Nf3 Nf6 Ng1 Ng8 ";
    let movetext = there.repeat(2_000);
    let records = read(movetext.as_bytes());
    assert_eq!(records[0].plies.len(), 8_000);
    assert_eq!(records[0].last_position().fullmove_number(), 4_001);
    assert_eq!(records[0].last_position().halfmove_clock(), 8_000);
}

#[test]
fn a_fen_that_was_put_right_is_reported() {
    let fens = [
        ("4k3/8/3p4/3P4/8/8/8/4K3 w - e6 0 1", "fen_repaired"),
        ("rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen_repaired"),
        ("4k111/8/8/8/8/8/8/4K3 w - - 0 1", "fen_repaired"),
        ("4k3/8/8/8/8/8/8/4K2q b - - 0 1", "fen_illegal"),
        ("3kk3/8/8/8/8/8/8/4K3 w - - 0 1", "fen_illegal"),
    ];
    for (fen, code) in fens {
        let records = read(format!("[FEN \"{fen}\"]\n\n*\n").as_bytes());
        assert!(codes(&records[0]).contains(&code), "{fen}: {:?}", records[0].oddities);
        assert!(records[0].has_start_fen);
    }
    let records = read(b"[FEN \"not a position\"]\n\n1. e4 e5 *\n");
    assert!(codes(&records[0]).contains(&"fen_unreadable"));
    assert!(records[0].plies.is_empty());
    assert_eq!(records[0].unread.as_ref().map(|unread| unread.token.as_str()), Some("e4"));
}
