//! What this is, for everybody.

use crate::{Ask, Reply};

/// One sentence on what Kaissa is.
pub(crate) fn page(ask: &Ask) -> Reply {
    Reply::message(ask, 200, "desk-way-about", "desk-about")
}
