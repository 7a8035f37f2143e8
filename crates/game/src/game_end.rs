//! How the players or the arbiter ended a game.

use kaissa_chess::Color;

/// An end that was stated, not one that the position shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameEnd {
    /// A draw was agreed (5.2.3).
    Agreement,
    /// A player resigned (5.1.2).
    Resignation {
        /// Who resigned.
        by: Color,
    },
    /// The arbiter declared the game lost for a player.
    Lost {
        /// Who lost.
        by: Color,
    },
    /// The arbiter declared the game lost for both (11.8).
    BothLost,
    /// The arbiter declared the game drawn.
    Drawn,
}
