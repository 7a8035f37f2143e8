//! A game as recorded: plies, clocks, acts and irregularities, and the fold that replays them.
