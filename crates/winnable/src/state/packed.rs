//! A state as it is kept in tables.

use kaissa_chess::{Bitboard, Color, Rank, Square};

use super::State;

/// A [`State`] without its turn, as it is kept in tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed([u64; 4]);

impl State {
    /// The same in a third of the room: for each square three bits for the man and one for his
    /// colour. A rook that may castle and a pawn that may be taken in passing have a number of
    /// their own; they tell themselves apart by their rank. Only the turn is left out.
    pub(crate) fn pack(&self) -> Packed {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles.map(u64::from);
        let special = u64::from(self.rooks) | self.passed.map_or(0, |to| u64::from(beside(to)));
        let one = pawns | bishops | queens | special;
        let two = knights | bishops | kings | special;
        let four = rooks | queens | kings | special;
        Packed([one, two, four, u64::from(self.colors[1])])
    }

    /// The state again, with the turn that was left out.
    pub(crate) fn unpack(packed: &Packed, turn: Color) -> State {
        let [one, two, four, white] = packed.0;
        let special = one & two & four;
        let (last, inner) = (special & LAST_RANKS, special & !LAST_RANKS);
        let roles = [
            (one & !two & !four) | inner,
            two & !one & !four,
            one & two & !four,
            (four & !one & !two) | last,
            one & four & !two,
            two & four & !one,
        ];
        State {
            roles: roles.map(Bitboard),
            colors: [Bitboard((one | two | four) & !white), Bitboard(white)],
            turn,
            rooks: Bitboard(last),
            passed: Bitboard(inner).first().map(behind),
        }
    }
}

const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

/// The square of the pawn that has just passed a square.
fn beside(passed: Square) -> Bitboard {
    let rank = if passed.rank() == Rank::Third { Rank::Fourth } else { Rank::Fifth };
    Square::from_coords(passed.file(), rank).into()
}

/// The square that a pawn has just passed.
fn behind(pawn: Square) -> Square {
    let rank = if pawn.rank() == Rank::Fourth { Rank::Third } else { Rank::Sixth };
    Square::from_coords(pawn.file(), rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaissa_chess::Position;

    #[test]
    fn a_packed_state_is_the_same_again() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/8/8/8/k1Pp4/8/8/4K3 b - c3 0 1",
        ] {
            let (position, _) = Position::from_fen(fen).expect("a FEN");
            let state = State::of(&position).expect("in scope");
            assert_eq!(State::unpack(&state.pack(), state.turn()), state, "{fen}");
        }
    }
}
