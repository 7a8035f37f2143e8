//! A stretch of play between two readings of the clock, with everything that the arithmetic needs to know of it.

use kaissa_chess::{ByColor, Color};
use kaissa_laws::ClockTime;

use crate::{Elapsed, Reading, Rounding};

/// What the clock does with each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timing {
    /// The same time is added for both with each press (6.3.1).
    Increment(ClockTime),
    /// The players have different increments, as in some deciding games.
    UnequalIncrements(ByColor<ClockTime>),
    /// The increment changed between the two readings.
    IncrementChanged,
    /// Nothing is added.
    NoIncrement,
    /// A delay runs before the main time, or used time is given back up to the delay (6.3.2).
    Delay,
    /// The clock counts upwards.
    CountUp,
    /// What one clock loses the other gains.
    Hourglass,
    /// A fixed time for each move or for a number of moves.
    Byoyomi,
}

/// Why time was added or taken away by hand or by the clock's own programme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdjustmentCause {
    /// A penalty or a time award by the arbiter.
    Penalty,
    /// The arbiter put a wrong time right.
    Correction,
    /// A new period began.
    Period,
}

/// A change of the clocks that is neither running time nor increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Adjustment {
    /// Whose clock, or both together.
    pub to: Option<Color>,
    /// What was added; negative when it was taken away.
    pub amount: ClockTime,
    /// Why.
    pub cause: AdjustmentCause,
}

/// Whether the capture or pawn move from which one counts had been pressed at the first reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AnchorPress {
    /// Yes: its increment is in the first sum.
    #[default]
    BeforeReading,
    /// No: its press is the first of those counted, though its move is not.
    AfterReading,
}

/// Whether the last move made had been pressed at the second reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LastMove {
    /// Yes, or no move was being made.
    #[default]
    Pressed,
    /// It was made on the board, the clock not pressed, and the game goes on: made, not completed.
    MadeOnly,
    /// It ended the game (mate, stalemate, dead position): completed without a press (6.2.1).
    EndedGame,
}

/// Presses that are known not to have been one for one with the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PressFaults {
    /// Moves that stand although nobody pressed for them, the game having gone on.
    pub moves_without_press: u32,
    /// Presses that earned an increment with no new move, as for an illegal move taken back.
    pub presses_without_move: u32,
}

/// Two readings of one chessclock and the time between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the clock does with each move.
    pub timing: Timing,
    /// The first reading.
    pub start: Reading,
    /// The second reading.
    pub now: Reading,
    /// The running time from the first to the second.
    pub elapsed: Elapsed,
    /// Which way the displays round, where known.
    pub rounding: Rounding,
    /// What was added and taken away in between.
    pub adjustments: Vec<Adjustment>,
    /// Whether the anchor had been pressed at the first reading.
    pub anchor: AnchorPress,
    /// Whether the last move had been pressed at the second.
    pub last_move: LastMove,
    /// Known faults of pressing in between.
    pub faults: PressFaults,
}

impl Window {
    /// A window in which nothing out of the ordinary happened.
    pub fn plain(timing: Timing, start: Reading, now: Reading, elapsed: Elapsed) -> Window {
        Window {
            timing,
            start,
            now,
            elapsed,
            rounding: Rounding::Unknown,
            adjustments: Vec::new(),
            anchor: AnchorPress::default(),
            last_move: LastMove::default(),
            faults: PressFaults::default(),
        }
    }

    /// Everything added less everything taken away.
    pub(crate) fn adjusted_ms(&self) -> i128 {
        self.adjustments.iter().map(|adjustment| i128::from(adjustment.amount.as_millis())).sum()
    }

    /// The presses of one side's clock that a count of completed plies since the anchor takes.
    pub(crate) fn presses_beyond_completed(&self) -> i64 {
        let anchor = i64::from(self.anchor == AnchorPress::AfterReading);
        let ended = i64::from(self.last_move == LastMove::EndedGame);
        let faults = i64::from(self.faults.presses_without_move)
            - i64::from(self.faults.moves_without_press);
        anchor - ended + faults
    }
}
