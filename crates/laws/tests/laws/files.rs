//! Editions and regulations from files, and the edition of a game by its date.

use kaissa_laws::{
    Basis, ClockTime, Confidence, Date, DefaultTime, Edition, EditionFrom, Editions, Fivefold,
    Moment, RegulationsHistory, Rule, Rules, Style, Supervision,
};

use super::rules;

#[test]
fn the_edition_follows_from_the_date_of_the_game() {
    use EditionFrom::{BeforeFirst, Date, DateIncomplete, NoDate};
    let table: &[(Option<&str>, Edition, EditionFrom)] = &[
        (Some("2024.12.26"), Edition::E2023, Date),
        (Some("2023.01.01"), Edition::E2023, Date),
        (Some("2022.12.31"), Edition::E2018, Date),
        (Some("2017.12.31"), Edition::E2017, Date),
        (Some("2017.06.30"), Edition::E2014, Date),
        (Some("2014.07.01"), Edition::E2014, Date),
        (Some("2009.06.30"), Edition::E2005, Date),
        (Some("2001.07.01"), Edition::E2001, Date),
        (Some("2001.06.30"), Edition::E2001, BeforeFirst),
        (Some("1972.??.??"), Edition::E2001, BeforeFirst),
        (Some("2017.??.??"), Edition::E2014, DateIncomplete),
        (Some("2017.07.??"), Edition::E2017, Date),
        (Some("2001.??.??"), Edition::E2001, DateIncomplete),
        (Some("2020.??.??"), Edition::E2018, Date),
        (Some("2050.01.01"), Edition::E2023, Date),
        (Some("????.??.??"), Edition::E2023, NoDate),
        (Some("soon"), Edition::E2023, NoDate),
        (None, Edition::E2023, NoDate),
    ];
    for (date, edition, from) in table {
        let choice = Editions::built_in().for_date(*date);
        assert_eq!((choice.edition, choice.from), (*edition, *from), "{date:?}");
    }
    let whole_year = Editions::built_in().for_date(Some("2017.??.??"));
    assert_eq!(whole_year.candidates, [Edition::E2014, Edition::E2017]);
}

fn extended(text: &str) -> Editions {
    let mut editions = Editions::built_in().clone();
    match editions.extend(text) {
        Ok(()) => editions,
        Err(error) => panic!("{error}"),
    }
}

/// Gives what is said about a text that is no file of editions.
fn refused(text: &str) -> String {
    let mut editions = Editions::built_in().clone();
    match editions.extend(text) {
        Ok(()) => panic!("read without a fault"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_file_adds_an_edition_based_on_another() {
    let editions = extended(
        r#"
        [2027]
        in-force = 2027-01-01
        based-on = "2023"

        [2027.articles]
        "7.5.5" = []
        "7.5.6" = "illegal-move-penalty"

        [2027.parameters]
        fivefold.any = { value = "none", source = "draft" }
        illegal-move-tariff.blitz-full = { value = { time-then-loss = { add = "30 s", loses-at = 3 } } }
        "#,
    );
    assert_eq!(editions.for_date(Some("2027.01.01")).edition.name(), "2027");
    assert_eq!(editions.for_date(Some("2026.12.31")).edition, Edition::E2023);
    let Ok(edition) = editions.named("2027") else { panic!("added") };
    let Ok(rules) = Rules::new(&editions, edition) else { panic!("added") };
    assert!(rules.fivefold().is(Fivefold::None));
    assert_eq!(rules.fivefold().source.as_str(), "draft");
    assert_eq!(rules.cite(Rule::IllegalMovePenalty).to_string(), "7.5.6 (2027)");
    // What the file does not name stays as in 2023.
    assert_eq!(rules.cite(Rule::Fivefold).to_string(), "9.6.1 (2027)");
    let blitz = rules.with_style(Style::Blitz).with_supervision(Supervision::Full);
    let price = blitz.illegal_move_tariff().value.map(|tariff| tariff.price(2));
    let thirty = ClockTime::seconds(30);
    assert_eq!(price, Some(kaissa_laws::IllegalMovePrice::TimeToOpponent(thirty)));
}

#[test]
fn a_file_changes_an_edition_that_is_built_in() {
    let editions = extended(
        "[2014.parameters]\nwrong-claim-tariff.any = { value = { opponent = \"2 min\", \
         claimant = \"nothing\" }, source = \"own copy\" }",
    );
    let Ok(rules) = Rules::new(&editions, Edition::E2014) else { panic!("built in") };
    let tariff = rules.wrong_claim_tariff();
    assert_eq!(tariff.value.map(|tariff| tariff.opponent), Some(ClockTime::minutes(2)));
    assert_eq!(tariff.confidence, Confidence::Confirmed);
    assert_eq!(Editions::built_in().for_date(Some("2015.01.01")).edition, Edition::E2014);
}

#[test]
fn a_new_answer_for_all_games_leaves_no_older_exception_standing() {
    let editions = extended(
        "[2023.parameters]\nwrong-claim-tariff.any = { value = { opponent = \"3 min\", \
         claimant = \"nothing\" } }",
    );
    let Ok(rules) = Rules::new(&editions, Edition::E2023) else { panic!("built in") };
    let blitz = rules.with_style(Style::Blitz).wrong_claim_tariff();
    assert_eq!(blitz.value.map(|tariff| tariff.opponent), Some(ClockTime::minutes(3)));
}

#[test]
fn faults_of_a_file_are_told_with_place_found_and_expected() {
    let table = [
        (
            "[2023.parameters]\nfivefold.any = { value = \"often\" }",
            "line 2, column 26: found `often`, expected one of `none`, `every-four-plies`, \
             `any-distance`",
        ),
        (
            "[2023.parameters]\nfivefold.any = { value = \"none\" }\nsixfold.any = {}",
            "line 3, column 1: found `sixfold`, expected one of",
        ),
        (
            "[2023.articles]\n\"9.6.1\" = \"fivefolds\"",
            "found \"fivefolds\", expected the key of a rule, such as \"illegal-move\"",
        ),
        (
            "[2023.parameters]\nquickplay-threshold.any = { value = \"2 minutes\" }",
            "found \"2 minutes\", expected a time such as",
        ),
        ("[2027]\nbased-on = \"2023\"", "2027.in-force: found nothing, expected the day"),
        (
            "[2027]\nin-force = 2027-01-01\nbased-on = \"2024\"",
            "2027.based-on: found \"2024\", expected the name of a known edition",
        ),
        ("[2027\n", "line 1, column"),
        ("[2023.parameters]\nfivefold = { blitz = 5 }", "line 2, column"),
    ];
    for (text, expected) in table {
        let told = refused(text);
        assert!(told.contains(expected), "told: {told}\nexpected: {expected}");
    }
}

#[test]
fn an_unknown_edition_is_told_with_those_there_are() {
    let error = Editions::built_in().named("2024").map_err(|error| error.to_string());
    let told = "edition: found \"2024\", expected one of 2001, 2005, 2009, 2014, 2017, 2018, 2023";
    assert_eq!(error, Err(told.to_owned()));
}

fn history(text: &str) -> RegulationsHistory {
    match RegulationsHistory::read(text) {
        Ok(history) => history,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn regulations_override_the_edition_and_are_named_as_the_basis() {
    let history = history(
        r#"
        style = "blitz"
        supervision = "full"
        default-time = "15 min"
        no-agreement-before-move = 30

        [clauses]
        illegal-move-tariff = "5.3"

        [overrides]
        illegal-move-tariff.blitz-full = { value = { time-then-loss = { add = "1 min", loses-at = 2 } } }
        "#,
    );
    let rules = rules(Edition::E2023, Style::Standard, Supervision::Full)
        .with_regulations(history.first().clone());
    assert_eq!((rules.style(), rules.supervision()), (Style::Blitz, Some(Supervision::Full)));
    let tariff = rules.illegal_move_tariff();
    assert_eq!(
        tariff.value.map(|tariff| tariff.price(1)),
        Some(kaissa_laws::IllegalMovePrice::TimeToOpponent(ClockTime::minutes(1)))
    );
    assert!(matches!(tariff.basis(), Basis::Regulation(id) if id.as_str() == "5.3"));
    assert!(rules.default_time().is(DefaultTime::After(ClockTime::minutes(15))));
    assert!(rules.agreement_from_move().is(Some(30)));
    // What they leave alone rests on the Laws.
    assert!(matches!(rules.fivefold().basis(), Basis::Article(_)));
}

#[test]
fn without_regulations_the_edition_speaks() {
    let standard = |edition| rules(edition, Style::Standard, Supervision::Full);
    let after = |time| DefaultTime::After(ClockTime::minutes(time));
    assert!(standard(Edition::E2001).default_time().is(after(60)));
    assert!(standard(Edition::E2009).default_time().is(after(0)));
    assert!(standard(Edition::E2014).default_time().is(DefaultTime::NotAnnounced));
    assert_eq!(standard(Edition::E2017).default_time().confidence, Confidence::Unknown);
    assert!(standard(Edition::E2023).agreement_from_move().is(Some(1)));
    assert!(standard(Edition::E2014).agreement_from_move().is(None));
    assert!(standard(Edition::E2001).quickplay_in_force().is(true));
    assert!(standard(Edition::E2023).quickplay_in_force().is(false));
    let announced = history("quickplay-finish = true");
    let with = standard(Edition::E2023).with_regulations(announced.first().clone());
    assert!(with.quickplay_in_force().is(true));
}

#[test]
fn regulations_change_from_a_moment_on() {
    let history = history(
        r#"
        default-time = "0 s"
        no-agreement-before-move = 30
        [[change]]
        from = 2026-08-14T15:00:00
        [change.to]
        default-time = "30 min"
        [[change]]
        from = 2026-08-16
        [change.to]
        no-agreement-before-move = 20
        "#,
    );
    let moment = |day, hour, minute| {
        let date = Date::new(2026, 8, day);
        match date.and_then(|date| Moment::new(date, hour, minute)) {
            Some(moment) => moment,
            None => panic!("a day of August"),
        }
    };
    let at = |moment| {
        let regulations = history.at(moment);
        (regulations.default_time, regulations.no_agreement_before_move)
    };
    assert_eq!(at(moment(14, 14, 59)), (Some(ClockTime::ZERO), Some(30)));
    assert_eq!(at(moment(14, 15, 0)), (Some(ClockTime::minutes(30)), Some(30)));
    assert_eq!(at(moment(17, 9, 0)), (Some(ClockTime::minutes(30)), Some(20)));
}

#[test]
fn faults_of_regulations_are_told_with_place_found_and_expected() {
    let table = [
        ("default-tme = \"5 min\"", "line 1, column 1: found `default-tme`, expected one of"),
        ("style = \"fast\"", "found `fast`, expected one of `standard`, `rapid`, `blitz`"),
        (
            "[[change]]\nfrom = 2026-08-14\n[change.to]\n[[change]]\nfrom = 2026-08-13\n[change.to]",
            "change.from: found 2026-08-13 00:00, expected a moment later",
        ),
        ("[[change]]\n[change.to]", "expected the field `from`"),
    ];
    for (text, expected) in table {
        let told = match RegulationsHistory::read(text) {
            Ok(_) => panic!("read without a fault: {text}"),
            Err(error) => error.to_string(),
        };
        assert!(told.contains(expected), "told: {told}\nexpected: {expected}");
    }
}

/// Gives the blocks in TOML of the reference page.
fn blocks_of_the_reference() -> Vec<&'static str> {
    let page = include_str!("../../../../docs/reference/editions-and-regulations.md");
    let blocks = page.split("```toml").skip(1);
    blocks.filter_map(|block| block.split("```").next()).collect()
}

#[test]
fn the_examples_of_the_reference_page_are_read() {
    let [editions, regulations] = blocks_of_the_reference()[..] else {
        panic!("one example of each file");
    };
    let editions = extended(editions);
    let Ok(edition) = editions.named("2027") else { panic!("added") };
    let Ok(rules) = Rules::new(&editions, edition) else { panic!("added") };
    assert_eq!(rules.fivefold().confidence, Confidence::Unknown);
    let history = history(regulations);
    let rules = rules.with_regulations(history.first().clone());
    assert!(rules.quickplay_rejected().is(ClockTime::minutes(1)));
    assert_eq!(history.changes().count(), 1);
}
