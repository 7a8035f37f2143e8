//! What is not as it should be in a file: where, what was found, what was expected.

/// Something in a file that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The line, from 1.
    pub line: u64,
    /// What was found there.
    pub found: String,
    /// What was expected.
    pub expected: Expected,
}

/// What was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A table with columns for White and Black: board, white, black, result, or a row of headings.
    Columns,
    /// The names of two players.
    TwoPlayers,
    /// A result, as `1-0` or `1/2-1/2`, or nothing.
    Result,
    /// The number of a round.
    Round,
    /// A player who plays once in the round; he is in this line already.
    OtherPlayer(u64),
    /// A board that stands once in the round; it is in this line already.
    OtherBoard(u64),
    /// A starting number from 1 to 9999.
    StartingNumber,
    /// A starting number that no other player has; this line has it already.
    OtherNumber(u64),
    /// The starting number of a player of the file, or 0000.
    Opponent,
    /// The colour `w`, `b` or `-`.
    Colour,
    /// A code of a result, as `1`, `=`, `0`, `+`, `-`, or nothing.
    ResultCode,
    /// The same game from the other side, in the line of the opponent.
    OtherSide(u64),
    /// A tournament report file: at least one line that begins with 001.
    Report,
}

impl Expected {
    /// The message of the catalogue that names it.
    pub const fn message(&self) -> &'static str {
        match self {
            Expected::Columns => "pairings-expected-columns",
            Expected::TwoPlayers => "pairings-expected-two-players",
            Expected::Result => "pairings-expected-result",
            Expected::Round => "pairings-expected-round",
            Expected::OtherPlayer(_) => "pairings-expected-other-player",
            Expected::OtherBoard(_) => "pairings-expected-other-board",
            Expected::StartingNumber => "pairings-expected-starting-number",
            Expected::OtherNumber(_) => "pairings-expected-other-number",
            Expected::Opponent => "pairings-expected-opponent",
            Expected::Colour => "pairings-expected-colour",
            Expected::ResultCode => "pairings-expected-result-code",
            Expected::OtherSide(_) => "pairings-expected-other-side",
            Expected::Report => "pairings-expected-report",
        }
    }

    /// The other line that it speaks of.
    pub const fn other_line(&self) -> Option<u64> {
        match self {
            Expected::OtherPlayer(line)
            | Expected::OtherBoard(line)
            | Expected::OtherNumber(line)
            | Expected::OtherSide(line) => Some(*line),
            _ => None,
        }
    }
}
