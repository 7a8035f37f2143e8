//! `kaissa mate`.

use serde_json::Value;

use super::{kaissa, stderr, stdout};

#[test]
fn a_question_a_line_with_its_line_or_its_proof() {
    let fen = "8/8/4k3/2n5/8/8/1K5Q/8 b - - 0 1";
    let output = kaissa(&["mate", "--json", "--fen", fen]);
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let keys: Vec<&str> =
        lines[0].as_object().expect("an object").keys().map(String::as_str).collect();
    let expected =
        ["schema", "fen", "by", "can_mate", "helpmate", "proof", "nodes", "within_75_moves"];
    assert_eq!(keys, expected);
    assert_eq!((&lines[0]["by"], &lines[0]["can_mate"]), (&"white".into(), &"yes".into()));
    assert!(!lines[0]["helpmate"].as_array().expect("a line").is_empty());
    assert_eq!((&lines[1]["by"], &lines[1]["can_mate"]), (&"black".into(), &"no".into()));
    assert_eq!(lines[1]["proof"], "material");
}

#[test]
fn what_is_no_position_is_refused_with_its_place() {
    let output = kaissa(&["mate", "--fen", "8/8/8/8/8/8/8/7kk w - - 0 1"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("column 17"), "{}", stderr(&output));
    let output = kaissa(&["mate", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("no black king"), "{}", stderr(&output));
    assert_eq!(kaissa(&["mate"]).status.code(), Some(2));
}
