//! Why a claim may not be made.

use crate::proposal::words;

words! {
    /// Why a claim may not be made, in the order in which the rulings look.
    Refusal {
        /// The claimant does not have the move (9.2, 9.3, III.5).
        NotOnMove "not_on_move",
        /// The claimant has touched a piece (9.4).
        PieceTouched "piece_touched",
        /// The rules for a quickplay finish hold in no blitz game (III.2.2).
        SwitchedOff "switched_off",
        /// The rules for a quickplay finish were not announced (III.2.1).
        NotAnnounced "not_announced",
        /// The game has an increment (III.2.2).
        IncrementInUse "increment_in_use",
        /// The period is not the last one (III.1).
        NotLastPeriod "not_last_period",
        /// The claimant's flag has fallen (III.5).
        FlagFallen "flag_fallen",
        /// The claimant has too much time left (III.4, III.5).
        TooMuchTime "too_much_time",
    }
}
