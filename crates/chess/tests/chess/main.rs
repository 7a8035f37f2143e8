//! Positions and moves against counts and positions that others have worked out.

mod any_move;
mod perft;
mod same_position;

use kaissa_chess::Position;

/// Reads a FEN that needs no repair.
fn position(fen: &str) -> Position {
    let (position, repairs) = Position::from_fen(fen).expect(fen);
    assert_eq!(repairs, [], "{fen}");
    position
}

/// The folder of large data sets, or `None` with a plain word that a check was left out.
fn corpus(check: &str) -> Option<std::path::PathBuf> {
    let folder = std::env::var_os("KAISSA_CORPUS").map(std::path::PathBuf::from);
    if folder.is_none() {
        eprintln!("KAISSA_CORPUS is not set: {check} left out");
    }
    folder
}
