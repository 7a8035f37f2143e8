//! Can this side still mate: yes with a line, no with a proof, or unproven with the work spent.
//!
//! The Laws ask it when a flag falls (6.9), when a player resigns (5.1.2), when a position may be
//! dead (5.2.2) and after a second illegal move (7.5.5). [`can_mate`] asks it for one colour,
//! [`dead_position`] for both, [`verify`] checks an answer without trusting the search.
//!
//! Effort is bounded by work, never by time: the same question with the same [`Budget`] has the
//! same answer on every machine, and an [`Inquiry`] goes on where a smaller budget ended.

mod answer;
mod dash;
mod dead;
mod helpmate;
mod inquiry;
mod lines;
mod material;
mod proof;
mod seen;
mod state;
mod structure;
mod verify;
mod walk;

pub use answer::{Answer, Budget, CanMate, Effort, Layer, OutOfScope};
pub use dead::{Dead, dead_position};
pub use inquiry::{Inquiry, can_mate, seventy_five_move_limit};
pub use material::{MaterialBar, material_bar};
pub use proof::{ClosedSet, NoMateProof, ProofKind};
pub use structure::{Figure, Kings, Mode, Pairs, Structure};
pub use verify::{Flaw, verify, verify_no, verify_yes};
