//! How many moves were played: counts as spans with their provenance, and what joins them.
//!
//! A count is never more exact than its source: a [`Span`] holds every number that is possible, and what
//! has to be true for it stands beside it. [`estimate`] counts presses from two readings of a chessclock
//! and the time between them, [`bridge`] bounds the moves between two known positions, [`Tally`] and
//! [`StatedCount`] take what people counted, and [`join`] puts all of it into one statement with the
//! contradictions named. [`judge`] holds a count against what a claim asks for.
//!
//! ```
//! use kaissa_evidence::{Elapsed, Reading, State, Threshold, Timing, Watch, Window, estimate, judge};
//! use kaissa_chess::Color;
//! use kaissa_laws::ClockTime;
//!
//! // 3+2: after the last capture both clocks showed 18 seconds together, 3:20 later they do again.
//! let eighteen = |to_move| Reading::of_sum(ClockTime::seconds(18), to_move);
//! let mut window = Window::plain(
//!     Timing::Increment(ClockTime::seconds(2)),
//!     eighteen(None),
//!     eighteen(None),
//!     Elapsed { time: ClockTime::seconds(200), watch: Watch::Wrist },
//! );
//! let count = estimate(&window).expect("an increment was added with each move").completed;
//! assert_eq!(count.candidates().collect::<Vec<_>>(), [99, 100, 101]);
//!
//! // With White to move at both readings it is even.
//! window.start.to_move = Some(Color::White);
//! window.now.to_move = Some(Color::White);
//! let count = estimate(&window).expect("as before").completed;
//! assert_eq!(count.exact(), Some(100));
//! assert_eq!(judge(&count, &Threshold::on_board(50)), State::Reached { beyond: 0 });
//! ```
//!
//! The crate is pure: it reads no file, clock or network, and no floating point enters a verdict.

mod clock_sheet;
mod control_sheet;
mod estimate;
mod gap;
mod hand_count;
mod join;
mod quotient;
mod reading;
mod recording;
mod source;
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
pub use hand_count::{HandAct, HandCount, HandReading, HandStanding};
pub use join::{Contradiction, Explanation, Joined, SingleError, join};
pub use quotient::Quotient;
pub use reading::{ClockModel, Display, Flag, Freeze, Reading, Rounding, Shown, flag};
pub use recording::{Misfit, RecordCheck, Recording, TimedPly, check_record};
pub use source::{Anchor, Condition, Source, Strength, Testimony};
pub use span::{Parity, Span};
pub use table::{
    Moments, ShortWay, SumsAt, above_threshold_by, moments, parity_fits, short_way, sums_at, table,
};
pub use tally::{Slips, StatedCount, Tally, TallyPair, TapUnit, lay_side_by_side};
pub use thresholds::{RuledThreshold, RuledThresholds, thresholds};
pub use verdict::{Form, Settling, State, Threshold, judge, what_would_settle};
pub use watch::{Elapsed, Watch};
pub use window::{Adjustment, AdjustmentCause, AnchorPress, LastMove, PressFaults, Timing, Window};
