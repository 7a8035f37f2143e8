//! One tap: the round has been started.

use kaissa_words::{say, time_of_day};

use super::round_show::round_of;
use crate::{Ask, Body, Deed, Refused};

/// Says that the clocks of the round were started; from then on lateness is counted.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let round = round_of(ask);
    if let Some(at) = ask.ground().started(round) {
        let at = time_of_day(at);
        return ask.refuse_all(say!(ask.words(), "desk-round-started-before", at = at));
    }
    if ask.ground().boards_of(round).is_empty() {
        return ask.refuse_all(ask.say("desk-round-empty"));
    }
    Ask::deed(Body::RoundStarted { round })
}
