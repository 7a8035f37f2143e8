//! The other colour gets the same ruling.
//!
//! The Laws make one exception among the kinds of cases: at the start of the session it is White's
//! clock that runs (6.6, 6.7.2), so `session-start` is not mirrored here.

use kaissa_chess::{Color, Position};
use kaissa_laws::{Edition, Editions, Rules, Style, Supervision};
use kaissa_ruling::facts::{Fact, Facts};
use kaissa_ruling::kinds::Kind;
use kaissa_ruling::{Choice, Consequence, Proposal};

const EDITIONS: [Edition; 7] = [
    Edition::E2001,
    Edition::E2005,
    Edition::E2009,
    Edition::E2014,
    Edition::E2017,
    Edition::E2018,
    Edition::E2023,
];

/// Cases told for White, each fact a text.
const CASES: &[(&str, &[(&str, &str)])] = &[
    ("touch-fault", &[("by", "white"), ("claimed_by", "black")]),
    ("touch-complaint", &[("by", "white")]),
    ("late-arrival", &[("by", "white"), ("late", "3601")]),
    ("late-arrival", &[("by", "white"), ("late", "1")]),
    ("colours-reversed", &[("moves_made_by", "10,9")]),
    ("pause", &[("by", "white"), ("reason", "toilet")]),
    ("pieces-displaced", &[("by", "white"), ("times", "2"), ("warned", "yes")]),
    ("irregularity", &[("by", "white"), ("about", "displaced_piece")]),
    ("recording-duty", &[("by", "white"), ("time_left", "900"), ("not_recording", "white")]),
    ("written-in-advance", &[("by", "white")]),
    ("assistant", &[("by", "white"), ("duty", "recording"), ("clocks", "3600,1800")]),
    ("sheet-hidden", &[("by", "white"), ("from", "black,arbiter")]),
    ("sheet-request", &[("by", "white"), ("requests_before", "5")]),
    ("checkpoint", &[("not_recording", "white")]),
    ("checkpoint", &[("not_recording", "white,black")]),
    (
        "sheets-checked",
        &[
            ("by", "white"),
            ("overstep_proven", "yes"),
            ("position", "4r1k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 12 31"),
        ],
    ),
    ("phone-sound", &[("by", "white"), ("position", "8/8/8/3k4/8/8/4Q3/4K3 w - - 0 60")]),
    ("device-found", &[("by", "white"), ("place", "person")]),
    ("disturbance", &[("clocks", "60,40"), ("arbiter_adds", "30,0")]),
    ("refusal", &[("by", "white")]),
    ("leaving", &[("by", "white"), ("on_move", "yes")]),
    ("outsider-help", &[("to", "white"), ("player_involved", "yes")]),
    ("envelope-opened", &[("position", "4k3/8/8/8/8/8/4K3/R6R w - - 0 41"), ("sealed", "Rd1")]),
    (
        "early-adjournment",
        &[("by", "white"), ("turn", "white"), ("clocks", "900,700"), ("session_left", "600")],
    ),
    ("boards-differ", &[("scores_agree", "yes"), ("moved_wrong", "white")]),
    ("blind-assistant", &[("by", "white"), ("duty", "advises")]),
];

/// The names whose two values stand White's first.
const BY_COLOR: [&str; 3] = ["clocks", "arbiter_adds", "moves_made_by"];

fn mirrored(name: &str, value: &str) -> String {
    match name {
        "position" => {
            let (position, _) = Position::from_fen(value).expect("a position");
            position.color_swapped().to_fen()
        }
        "sealed" => value.replace('1', "8"),
        _ if BY_COLOR.contains(&name) => {
            let (white, black) = value.split_once(',').expect("a value for each");
            format!("{black},{white}")
        }
        _ => {
            let other = |side: &str| match side {
                "white" => "black".to_owned(),
                "black" => "white".to_owned(),
                same => same.to_owned(),
            };
            value.split(',').map(other).collect::<Vec<_>>().join(",")
        }
    }
}

fn told<'a>(facts: impl IntoIterator<Item = (&'a str, String)>) -> Facts {
    facts.into_iter().map(|(name, value)| (name.to_owned(), Fact::Text(value))).collect()
}

/// What a proposal says of sides, turned to the other ones where that is asked.
fn sides(proposal: &Proposal, turn: fn(Color) -> Color) -> Vec<String> {
    let consequences = proposal.consequences.iter().map(|consequence| match consequence {
        Consequence::GameLost { by, opponent_points } => {
            format!("lost {} {opponent_points:?}", turn(*by))
        }
        Consequence::AddTime { to, time } => format!("add {} {time}", turn(*to)),
        Consequence::RemoveTime { from, time } => format!("remove {} {time}", turn(*from)),
        Consequence::InTimeOf(side) => format!("in time of {}", turn(*side)),
        Consequence::PenaltyByChoice { to } => format!("penalty {}", turn(*to)),
        Consequence::UpdateSheets(who) => {
            let mut who: Vec<String> = who.iter().map(|side| turn(*side).to_string()).collect();
            who.sort();
            format!("update {}", who.join(" "))
        }
        Consequence::SetClock { times, .. } => {
            let time = |side: Color| times[turn(side)].to_string();
            format!("set {} {}", time(Color::White), time(Color::Black))
        }
        other => format!("{:?}", std::mem::discriminant(other)),
    });
    let choices = proposal.choices.iter().map(|choice| match choice {
        Choice::GameLost(by) => format!("game_lost {}", turn(*by)),
        Choice::ExtraTime(to) => format!("extra {}", turn(*to)),
        other => other.word(),
    });
    consequences.chain(choices).collect()
}

#[test]
fn mirrored_colours_give_mirrored_proposals() {
    for edition in EDITIONS {
        for style in [Style::Standard, Style::Rapid, Style::Blitz] {
            for supervision in [Supervision::Full, Supervision::Reduced] {
                let rules = Rules::new(Editions::built_in(), edition).expect("built in");
                let rules = rules.with_style(style).with_supervision(supervision);
                for (kind, facts) in CASES {
                    check(kind, facts, &rules);
                }
            }
        }
    }
}

fn check(kind: &str, facts: &[(&str, &str)], rules: &Rules) {
    let named = Kind::named(kind).expect("a kind");
    let put = |facts: Facts| named.propose(&facts, rules).expect("facts as they should be");
    let proposal = put(told(facts.iter().map(|(name, value)| (*name, (*value).to_owned()))));
    let turned = put(told(facts.iter().map(|(name, value)| (*name, mirrored(name, value)))));
    let case = format!("{kind}, {}, {:?}", rules.edition(), rules.style());
    assert_eq!(proposal.decision, turned.decision, "{case}");
    assert_eq!(proposal.judgement, turned.judgement, "{case}");
    assert_eq!(sides(&proposal, |side| side), sides(&turned, |side| !side), "{case}");
}
