//! `kaissa flag` and `kaissa claim` with their facts in a file.

use serde_json::Value;

use super::{kaissa, stderr, stdout};

/// Writes facts to a file and runs a command on it.
fn decide(command: &str, facts: &str, more: &[&str]) -> std::process::Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("facts.json");
    std::fs::write(&path, facts).expect("written");
    let path = path.display().to_string();
    kaissa(&[&[command, "--json", "--facts", &path], more].concat())
}

#[test]
fn facts_of_a_file_decide_a_flag_fall_and_options_go_before_them() {
    let facts = r#"{"fen": "8/8/4k3/2n5/8/8/1K5Q/8 w - - 12 71", "fallen": "white"}"#;
    let proposed: Value =
        serde_json::from_str(&stdout(&decide("flag", facts, &[]))).expect("an object");
    assert_eq!(proposed["decision"], "game_drawn");
    let other: Value =
        serde_json::from_str(&stdout(&decide("flag", facts, &["--fallen", "black"])))
            .expect("an object");
    assert_eq!(other["decision"], "game_lost");
}

#[test]
fn facts_that_are_not_as_they_should_be_are_named() {
    for (command, facts, word) in [
        ("flag", r#"{"fallen": "green"}"#, "green"),
        ("flag", r#"{"colour": "white"}"#, "colour"),
        ("claim", r#"{"rule": 50}"#, "rule"),
        ("claim", "[]", "facts by name"),
    ] {
        let output = decide(command, facts, &[]);
        assert_eq!(output.status.code(), Some(3), "{facts}");
        assert!(stderr(&output).contains(word), "{}", stderr(&output));
    }
    assert_eq!(decide("flag", "{}", &[]).status.code(), Some(2));
}

#[test]
fn a_change_within_the_regulations_is_said_to_be_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    let text = "default-time = \"15 min\"\n[[change]]\nfrom = 2026-08-14T15:00:00\n[change.to]\n\
                default-time = \"30 min\"\n";
    std::fs::write(&path, text).expect("written");
    let path = path.display().to_string();
    let facts = r#"{"fen": "8/8/4k3/2n5/8/8/1K5Q/8 w - - 12 71", "fallen": "white"}"#;
    let output = decide("flag", facts, &["--regulations", &path]);
    assert!(stderr(&output).contains("2026-08-14"), "{}", stderr(&output));
    assert!(stderr(&decide("flag", facts, &[])).is_empty());
}
