//! How many moves were played: counts as spans with their provenance, and what joins them.

mod clock_sheet;
mod control_sheet;
mod estimate;
mod gap;
mod join;
mod quotient;
mod reading;
mod recording;
mod span;
mod table;
mod tally;
mod thresholds;
mod verdict;
mod watch;
mod window;

pub use clock_sheet::{
    ChangeReason, ClockChange, ClockSheet, after_illegal_move, restored_from_record,
    restored_without_record,
};
pub use control_sheet::{
    BoardLine, BoardReading, Cause, ControlPlan, FirstIncrement, MovePeriod, after_first_move,
    board_line,
};
pub(crate) use estimate::Balance;
pub use estimate::{
    Assumption, Bound, Estimate, NoEstimate, VoidCause, estimate, sum_to_expect, time_to_expect,
};
pub use gap::{EarlierPositions, Fewest, Gap, Impossible, Series, bridge};
pub use join::{
    Contradiction, Explanation, Joined, SingleError, Source, Strength, Testimony, join,
};
pub use quotient::Quotient;
pub use reading::{ClockModel, Display, Flag, Freeze, Reading, Rounding, Shown, flag};
pub use recording::{Misfit, Recording, TimedPly};
pub use span::{Parity, Span};
pub use table::{
    Moments, ShortWay, SumsAt, above_threshold_by, moments, parity_fits, short_way, sums_at, table,
};
pub use tally::{Slips, StatedCount, Tally, TallyPair, TapUnit, lay_side_by_side};
pub use thresholds::{RuledThreshold, RuledThresholds, thresholds};
pub use verdict::{Form, Settling, State, Threshold, judge, what_would_settle};
pub use watch::{Elapsed, Watch};
pub use window::{Adjustment, AdjustmentCause, AnchorPress, LastMove, PressFaults, Timing, Window};
