//! Positions, moves and their notation: everything that can stand on a board, legal or not.
