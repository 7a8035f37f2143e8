//! A recorded game as a live source writes it: move by move, its result open until the end.

use std::fmt::Write;

use kaissa_game::Record;

/// The text of a game after so many plies: its tags with another result, its moves as written with
/// their clock readings, and that result behind them.
pub fn grown(record: &Record, n_plies: usize, result: &str) -> String {
    let mut text = String::new();
    for tag in &record.tags {
        let (name, value) = (record.written(tag.name), record.written(tag.value));
        let value = if name == "Result" { result } else { value };
        // Writing to a text does not fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let first_is_black = usize::from(record.start.turn().is_black());
    let first_number = record.start.fullmove_number() as usize;
    for (index, ply) in record.plies.iter().take(n_plies).enumerate() {
        let place = index + first_is_black;
        let number = first_number + place / 2;
        if place.is_multiple_of(2) {
            let _ = write!(text, "{number}. ");
        } else if index == 0 {
            let _ = write!(text, "{number}... ");
        }
        text.push_str(record.written_ply(ply));
        text.push(' ');
        if let Some(clock) = ply.clock {
            let _ = write!(text, "{{[%clk {clock}]}} ");
        }
    }
    text.push_str(result);
    text.push('\n');
    text
}
