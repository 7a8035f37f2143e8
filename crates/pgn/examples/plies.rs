//! Prints game number, line, plies, what was not read and the last position of each game.

use kaissa_game::Record;
use kaissa_pgn::Reader;

fn main() -> std::io::Result<()> {
    let verbose = std::env::args().any(|a| a == "-v");
    for path in std::env::args().skip(1).filter(|a| a != "-v") {
        let mut reader = Reader::new(std::fs::File::open(&path)?);
        let mut record = Record::new();
        while reader.read_into(&mut record)? {
            let unread = record.unread.as_ref().map_or(String::new(), |unread| {
                format!(
                    "{}:{}@{}:{}",
                    unread.ply, unread.token, unread.place.line, unread.place.column
                )
            });
            let fen = record.last_position().to_fen();
            println!(
                "{path}\t{}\t{}\t{}\t{unread}\t{fen}\t{:?}\t{}",
                reader.n_games(),
                record.game_place().line,
                record.plies.len(),
                record.end,
                record.language.code()
            );
            if verbose {
                for oddity in &record.oddities {
                    println!(
                        "    {} {}:{} found {:?} expected {:?}",
                        oddity.code.code(),
                        oddity.place.line,
                        oddity.place.column,
                        oddity.found,
                        oddity.expected
                    );
                }
            }
        }
    }
    Ok(())
}
