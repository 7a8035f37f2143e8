//! Broken files: what is kept, what is said, and that every game after a broken one is read.

use kaissa_game::{Legality, Place, RecordEnd};

use super::support::{codes, read, sans};

#[test]
fn the_game_after_a_forgotten_brace_is_read() {
    let text =
        "[Event \"A\"]\n\n1. e4 e5 {forgotten 2. Nf3 1-0\n\n[Event \"B\"]\n\n1. d4 {fine} d5 *\n";
    let records = read(text.as_bytes());
    assert_eq!(records.len(), 2);
    assert_eq!(sans(&records[0]), ["e4", "e5"]);
    assert!(codes(&records[0]).contains(&"comment_not_closed"));
    assert_eq!(records[0].end, RecordEnd::Open);
    assert_eq!(sans(&records[1]), ["d4", "d5"]);
}

#[test]
fn the_game_after_a_forgotten_bracket_is_read() {
    let text = "[Event \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3 1-0\n\n[Event \"B\"]\n\n1. d4 d5 *\n";
    let records = read(text.as_bytes());
    assert_eq!(records.len(), 2);
    assert_eq!(sans(&records[0]), ["e4", "e5"]);
    assert!(codes(&records[0]).contains(&"variation_not_closed"));
    assert_eq!(records[0].written_result_token(), Some("1-0"));
    assert_eq!(sans(&records[1]), ["d4", "d5"]);
}

#[test]
fn nothing_after_an_unread_token_is_replayed() {
    let records =
        read(b"[Event \"A\"]\n\n1. e4 e5\n2. Nf9 Nc6 3. Bb5 1-0\n\n[Event \"B\"]\n\n1. d4 *\n");
    let unread = records[0].unread.as_ref().expect("Nf9");
    assert_eq!((unread.ply, unread.token.as_str()), (3, "Nf9"));
    assert_eq!(unread.place, Place { line: 4, column: 4 });
    assert_eq!(unread.n_tokens_after, 2);
    assert_eq!(records[0].plies.len(), 2);
    assert_eq!(records[0].written_result_token(), Some("1-0"));
    assert_eq!(records.len(), 2);
}

#[test]
fn columns_count_characters() {
    let records = read("1. e4 {дом} e9 *".as_bytes());
    let unread = records[0].unread.as_ref().expect("e9");
    assert_eq!(unread.place, Place { line: 1, column: 13 });
}

#[test]
fn an_ambiguous_move_is_not_chosen() {
    let records = read(b"1. e4 e5 2. Nf3 Nc6 3. d3 d6 4. Nd2 *\n");
    assert_eq!(records[0].plies.len(), 6);
    assert_eq!(records[0].unread.as_ref().map(|unread| unread.token.as_str()), Some("Nd2"));
}

#[test]
fn an_illegal_move_stands_and_the_game_goes_on() {
    let text = b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# Ke7 5. d3 *\n";
    let records = read(text);
    assert_eq!(records[0].unread.as_ref().map(|unread| unread.ply), None);
    assert_eq!(records[0].plies.len(), 9);
    let illegal: Vec<_> = records[0]
        .plies
        .iter()
        .filter(|ply| matches!(ply.legality, Legality::Illegal(_)))
        .collect();
    assert_eq!(illegal.len(), 1);
}

#[test]
fn kings_in_the_centre_at_the_end_are_gestures() {
    let records = read(b"1. e4 e5 2. Nf3 Nc6 3. Ke4 Kd5 1-0\n");
    let gestures: Vec<_> =
        records[0].plies.iter().map(|ply| ply.legality == Legality::Gesture).collect();
    assert_eq!(gestures, [false, false, false, false, true, true]);
    assert_eq!(records[0].unread, None);
    // With a move after it the same token is not clear.
    let records = read(b"1. e4 e5 2. Nf3 Nc6 3. Ke4 Nf6 4. d3 1-0\n");
    assert_eq!(records[0].plies.len(), 4);
    let unread = records[0].unread.as_ref().expect("Ke4");
    assert_eq!((unread.ply, unread.token.as_str(), unread.n_tokens_after), (5, "Ke4", 2));
}

#[test]
fn half_written_files_say_so() {
    for (text, plies) in [
        ("[Event \"A\"]\n\n1. e4 e5 {[%clk 0:1", 2),
        ("[Event \"A\"]\n\n1. e4 e5 (1... c5", 2),
        ("[Event \"A\"]\n[White \"B", 0),
        ("[Event \"A\"]\n\n1. e4 e5 1/2-1/", 2),
        ("[Event \"A\"]\n\n1. e4 e5 2. Nf", 2),
    ] {
        let records = read(text.as_bytes());
        assert_eq!(records.len(), 1, "{text}");
        assert_eq!(records[0].plies.len(), plies, "{text}");
        assert_eq!(records[0].end, RecordEnd::CutOff, "{text}");
        assert!(codes(&records[0]).contains(&"cut_off"), "{text}");
    }
    let records = read(b"[Event \"A\"]\n\n1. e4 e5 2. Nf3");
    assert_eq!(records[0].end, RecordEnd::Open);
}

#[test]
fn texts_without_games_hold_none() {
    for text in [
        "",
        "\n\n",
        "{a comment}",
        "<html><body><p>Not found</p></body></html>",
        "hello world",
        "% only an escape\n",
        "\u{FEFF}",
        "; remark",
    ] {
        assert_eq!(read(text.as_bytes()).len(), 0, "{text}");
    }
}

#[test]
fn games_without_tags_follow_a_result_or_number_one() {
    let records = read(b"1. e4 e5 1-0 1. d4 d5 0-1\n1. c4 *\n");
    let plies: Vec<_> = records.iter().map(|record| record.plies.len()).collect();
    assert_eq!(plies, [2, 2, 1]);
    let records = read(b"1. e4 e5 2. Nf3\n\n\n1. d4 d5\n");
    let plies: Vec<_> = records.iter().map(|record| record.plies.len()).collect();
    assert_eq!(plies, [3, 2]);
    assert_eq!(records[1].game_place().line, 4);
}

#[test]
fn moves_after_a_result_go_on_with_the_number_that_is_due() {
    let records = read(b"[Result \"1-0\"]\n\n1. e4 e5 1-0 2. Nf3 Nc6 1-0\n");
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].plies.len(), 4);
    assert!(codes(&records[0]).contains(&"moves_after_result"));
}

#[test]
fn two_tag_sections_without_moves_are_two_games() {
    let records =
        read(b"[Event \"A\"]\n[Result \"*\"]\n\n[Event \"B\"]\n[Result \"*\"]\n\n1. e4 *\n");
    let plies: Vec<_> = records.iter().map(|record| record.plies.len()).collect();
    assert_eq!(plies, [0, 1]);
    let records = read(b"[Event \"A\"]\n\n[Date \"?\"]\n[Result \"*\"]\n\n1. e4 *\n");
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].tags.len(), 3);
}

#[test]
fn the_lines_of_games_are_right_with_every_line_end() {
    let text = "[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n";
    for line_end in ["\n", "\r\n", "\r"] {
        let records = read(text.replace('\n', line_end).as_bytes());
        let lines: Vec<_> = records.iter().map(|record| record.game_place().line).collect();
        assert_eq!(lines, [1, 5], "{line_end:?}");
    }
}

#[test]
fn null_moves_are_plies() {
    for null in ["--", "Z0", "null", "pass", "0000", "@@@@"] {
        let records = read(format!("1. e4 {null} 2. d4 *").as_bytes());
        assert_eq!(records[0].plies.len(), 3, "{null}");
        assert_eq!(records[0].plies[1].legality, Legality::Null, "{null}");
        assert!(codes(&records[0]).contains(&"null_move"), "{null}");
    }
}

#[test]
fn clocks_in_variations_are_not_those_of_the_game() {
    let records = read(b"1. e4 {[%clk 0:10:00]} (1. d4 {[%clk 0:09:00]}) e5 *\n");
    let clock = records[0].plies[0].clock.expect("read");
    assert_eq!(clock.as_millis(), 600_000);
    assert_eq!(records[0].comments.len(), 1);
}

#[test]
fn encodings_are_named_once() {
    let file = b"[White \"M\xFCller\"]\n\n1. e4 *\n\n[White \"J\xF6rg\"]\n\n1. d4 *\n";
    let records = read(file);
    assert_eq!(records[0].tag("White").as_deref(), Some("Müller"));
    assert_eq!(records[1].tag("White").as_deref(), Some("Jörg"));
    let named: Vec<_> = records
        .iter()
        .map(|record| codes(record).iter().filter(|code| **code == "encoding").count())
        .collect();
    assert_eq!(named, [1, 0]);
}

#[test]
fn text_that_belongs_to_no_game_is_told_with_the_next_one() {
    let records = read(b"From the club bulletin, with thanks\n\n[Event \"A\"]\n\n1. e4 *\n");
    assert_eq!(records.len(), 1);
    assert_eq!(codes(&records[0]).first(), Some(&"loose_text"));
    assert_eq!(records[0].game_place().line, 3);
}
