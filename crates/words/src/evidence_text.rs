//! What a proposal was counted from and proved by, in words.

use kaissa_game::{Game, numbered_line};
use kaissa_ruling::{Evidence, Proposal};

use crate::{Words, color_key, say};

/// Words what a proposal shows for itself, a line for each piece of evidence that has words.
///
/// `game` is the game that the proposal was made on; a ply beyond it is that of an announced move.
pub fn evidence_lines(words: &Words, proposed: &Proposal, game: &Game) -> Vec<String> {
    proposed.evidence.iter().filter_map(|evidence| line(words, evidence, game)).collect()
}

fn line(words: &Words, evidence: &Evidence, game: &Game) -> Option<String> {
    Some(match evidence {
        Evidence::Occurrences(plies) if !plies.is_empty() => {
            let names: Vec<String> = plies.iter().map(|&ply| ply_name(words, game, ply)).collect();
            let names = names.join(", ");
            say!(words, "claim-occurrences", count = plies.len() as u64, after = names)
        }
        Evidence::HalfmoveClock { plies, .. } => {
            say!(words, "claim-plies", plies = u64::from(*plies))
        }
        Evidence::Helpmate { by, moves } => {
            let line = numbered_line(game.position(), moves);
            let color = say!(words, "color", color = color_key(*by));
            say!(words, "mate-yes", color = color, line = line)
        }
        Evidence::CannotMate { by } => say!(words, "flag-cannot-mate", color = color_key(*by)),
        Evidence::MateUndecided { by, nodes } => {
            let color = say!(words, "color", color = color_key(*by));
            say!(words, "mate-unproven", color = color, nodes = *nodes)
        }
        _ => return None,
    })
}

/// Names the move that led to a ply, with its number: `4...Ng8`; the start and an announced move
/// have names of their own.
pub fn ply_name(words: &Words, game: &Game, ply: u32) -> String {
    if ply > game.ply() {
        return say!(words, "claim-announced");
    }
    let before = ply
        .checked_sub(1)
        .and_then(|index| Some((game.position_after(index)?, game.moves().get(index as usize)?)));
    match before {
        None => say!(words, "case-start"),
        Some((at, made)) => numbered_line(at, &[made.played]),
    }
}
