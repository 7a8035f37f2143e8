//! A file that was laid beside the entries of a board, as it is.

use crate::attached::kind_named;
use crate::{Ask, Reply};

/// The file: a picture is shown, anything else is saved.
pub(crate) fn page(ask: &Ask) -> Reply {
    let laid = ask.board().and_then(|live| {
        let number: u32 = ask.param("file").parse().ok()?;
        live.board.attachments.iter().find(|laid| laid.number == number)
    });
    let found = laid.and_then(|laid| {
        let kind = kind_named(&laid.attachment.media_type)?;
        let bytes = ask.ledger.as_ref()?.attachment(laid.attachment.sha256).ok()??;
        let board = ask.param("board");
        let name = format!("board-{board}-{}.{}", laid.number, kind.extension);
        Some(Reply::brought(kind.media_type, &name, kind.is_shown, bytes))
    });
    found.unwrap_or_else(|| Reply::not_found(ask))
}
