//! Rulings as they are read to two players, in both languages.

use kaissa_chess::Position;
use kaissa_laws::{Edition, Editions, RegulationsHistory, Rules, Style};
use kaissa_ruling::facts::{Fact, Facts};
use kaissa_ruling::kinds::Kind;
use kaissa_words::{Language, Words, proposal};

/// The longest that two players will listen to.
const WORDS_MAX: usize = 60;

fn facts(told: &[(&str, &str)]) -> Facts {
    told.iter().map(|(name, value)| ((*name).to_owned(), Fact::text(value))).collect()
}

fn rules(edition: Edition, style: Style) -> Rules {
    Rules::new(Editions::built_in(), edition).expect("a built-in edition").with_style(style)
}

#[track_caller]
fn check(name: &str, kind: &str, told: &[(&str, &str)], rules: &Rules) {
    let kind = Kind::named(kind).expect("a kind");
    let proposed = kind.propose(&facts(told), rules).expect("facts as they should be");
    let at = told.iter().find(|(name, _)| *name == "position");
    let at = at.map(|(_, fen)| Position::from_fen(fen).expect("a position").0);
    let mut both = String::new();
    for language in Language::ALL {
        let said = proposal(&Words::new(language), &proposed, at.as_ref());
        let count = said.split_whitespace().count();
        assert!(count <= WORDS_MAX, "{name}, {language}: {count} words\n{said}");
        assert!(said.contains(rules.edition().name()), "{name}, {language} names its edition");
        both.push_str(&said);
        both.push('\n');
    }
    insta::assert_snapshot!(name, both);
}

#[test]
fn a_touched_pinned_piece() {
    let told = [("position", "4r1k1/8/8/8/8/8/4N3/R3K3 w Q - 0 20"), ("touched", "e2,a1")];
    check("touched", "touch", &told, &rules(Edition::E2023, Style::Standard));
}

#[test]
fn rook_then_king_in_2001() {
    let told = [("position", "r3k2r/8/8/8/8/8/PPPPPPPP/R3K1NR w KQkq - 0 1"), ("touched", "h1,e1")];
    check("rook_then_king", "touch", &told, &rules(Edition::E2001, Style::Standard));
}

#[test]
fn a_mate_against_the_touch() {
    let told = [
        ("position", "r2R4/6kp/8/8/8/3n4/6PP/6RK b - - 0 30"),
        ("touched", "d8,d3"),
        ("played", "d3f2"),
    ];
    check("mate_void", "touch", &told, &rules(Edition::E2023, Style::Standard));
}

#[test]
fn a_late_player() {
    let history = RegulationsHistory::read("default-time = \"30 min\"").expect("regulations");
    let rules = rules(Edition::E2023, Style::Standard).with_regulations(history.first().clone());
    check("late", "late-arrival", &[("by", "black"), ("late", "38 min")], &rules);
}

#[test]
fn colours_reversed_at_move_nine() {
    let rules = rules(Edition::E2023, Style::Standard);
    check("colours_reversed", "colours-reversed", &[("moves_made_by", "10,9")], &rules);
}

#[test]
fn a_clock_that_died() {
    let told = [("defect_evident", "yes"), ("elapsed", "20 min")];
    check("defective_clock", "defective-clock", &told, &rules(Edition::E2018, Style::Standard));
}

#[test]
fn one_player_had_stopped_recording() {
    let rules = rules(Edition::E2023, Style::Standard);
    check("checkpoint", "checkpoint", &[("not_recording", "black")], &rules);
}

#[test]
fn a_telephone_in_2009_against_a_bare_king() {
    let told = [("position", "8/8/8/3k4/8/8/4Q3/4K3 w - - 0 60"), ("by", "white")];
    check("telephone", "phone-sound", &told, &rules(Edition::E2009, Style::Standard));
}

#[test]
fn a_disturbance_from_outside() {
    let told = [("clocks", "20 min, 15 min"), ("arbiter_adds", "5 min, 5 min")];
    check("disturbance", "disturbance", &told, &rules(Edition::E2023, Style::Standard));
}

#[test]
fn a_sealed_move_that_is_ambiguous() {
    let told = [("position", "4k3/4r3/8/8/8/8/4K3/R6R w - - 0 41"), ("sealed", "Rd1")];
    check("sealed", "envelope-opened", &told, &rules(Edition::E2023, Style::Standard));
}

#[test]
fn pieces_knocked_over_again() {
    let told = [("by", "white"), ("times", "3"), ("warned", "yes")];
    check("displaced", "pieces-displaced", &told, &rules(Edition::E2023, Style::Blitz));
}

#[test]
fn an_early_adjournment() {
    let told = [
        ("by", "white"),
        ("turn", "white"),
        ("clocks", "50 min, 2500"),
        ("session_left", "15 min"),
    ];
    check("early", "early-adjournment", &told, &rules(Edition::E2023, Style::Standard));
}
