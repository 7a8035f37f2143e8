//! Dead positions: neither player can mate.

use kaissa_chess::{Color, Move, Position, Role};

use crate::{Budget, CanMate, Effort, Inquiry, NoMateProof, OutOfScope, ProofKind};

/// Nodes for each side before either is asked in earnest: both are asked in turn, so that the side
/// whose line is hard to find does not hold up the one whose line is easy. A question that goes on
/// begins some of its steps again, so there are few looks.
const LOOKS: [u64; 3] = [2_000, 16_000, 128_000];

/// Whether a position is dead.
///
/// **Laws:** 5.2.2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dead {
    /// It is: neither player can mate.
    Yes {
        /// The harder of the two kinds.
        kind: ProofKind,
        /// Why White cannot mate.
        white: NoMateProof,
        /// Why Black cannot mate.
        black: NoMateProof,
    },
    /// It is not: this player can mate.
    No {
        /// The player.
        by: Color,
        /// His line.
        helpmate: Vec<Move>,
    },
    /// Mate or stalemate is on the board; the game has ended by that (5.1.1, 5.2.1).
    Over,
    /// The budget ran out first.
    Unproven(Effort),
}

/// Decides whether a position is dead, within a budget for each side.
///
/// **Laws:** 5.2.2; counters play no part.
///
/// # Errors
/// [`OutOfScope`] where legal moves are not defined.
///
/// # Examples
/// ```
/// use kaissa_chess::Position;
/// use kaissa_winnable::{Budget, Dead, ProofKind, dead_position};
///
/// let (position, _) = Position::from_fen("8/3k4/8/8/8/5N2/8/4K3 w - - 0 60").unwrap();
/// let dead = dead_position(&position, &Budget::STANDARD).unwrap();
/// assert!(matches!(dead, Dead::Yes { kind: ProofKind::Material, .. }));
/// ```
pub fn dead_position(position: &Position, budget: &Budget) -> Result<Dead, OutOfScope> {
    let mut white = Inquiry::new(position, Color::White)?;
    if !position.has_legal_move() {
        return Ok(Dead::Over);
    }
    let mut black = Inquiry::new(position, Color::Black)?;
    let mut proofs = (None, None);
    let looks = LOOKS.into_iter().filter(|nodes| *nodes < budget.nodes).chain([budget.nodes]);
    let looks = looks.map(|nodes| Budget { nodes, ..*budget });
    for look in looks {
        let mut sides =
            [(Color::White, &mut white, &mut proofs.0), (Color::Black, &mut black, &mut proofs.1)];
        // One side's line is enough, and the stronger side's is found sooner.
        if strength(position, Color::Black) > strength(position, Color::White) {
            sides.reverse();
        }
        for (by, inquiry, proof) in sides {
            match inquiry.go_on(&look).can_mate {
                CanMate::Yes { helpmate } => return Ok(Dead::No { by, helpmate }),
                CanMate::No { proof: found } => *proof = Some(found),
                CanMate::Unproven(_) => {}
            }
        }
        if proofs.0.is_some() && proofs.1.is_some() {
            break;
        }
    }
    Ok(match proofs {
        (Some(white), Some(black)) => {
            Dead::Yes { kind: white.kind().max(black.kind()), white, black }
        }
        _ => Dead::Unproven(white.effort().plus(&black.effort())),
    })
}

fn strength(position: &Position, color: Color) -> usize {
    let board = position.board();
    let count = |role: Role| board.by_piece(role.of(color)).count();
    9 * count(Role::Queen) + 5 * count(Role::Rook) + count(Role::Pawn)
}
