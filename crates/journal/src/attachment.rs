//! Attachments: photos and scans that lie beside the entries, their hash in the chain.

use serde::{Deserialize, Serialize};

use crate::Digest;

/// The largest attachment, in bytes.
pub const LARGEST_ATTACHMENT: usize = 32 << 20;

/// What an entry says of its attachment: the body of `attachment_added`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attachment {
    /// The name of the file.
    pub name: String,
    /// What it is, as `image/jpeg`.
    pub media_type: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The SHA-256 of its bytes.
    pub sha256: Digest,
    /// The number of the entry that it belongs to, where it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_entry: Option<u64>,
    /// What it shows, in the words of who put it in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}
