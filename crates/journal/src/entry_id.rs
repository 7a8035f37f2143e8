//! Ids that senders give to entries, so that what is sent twice is kept once.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// An id made by whoever sends an entry: a UUID, or another word of its own.
///
/// One to 64 letters, digits, `-`, `_`, `.`, `:` and `/`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EntryId(Box<str>);

impl EntryId {
    /// Takes an id as it was sent; `None` where it is none.
    pub fn new(text: &str) -> Option<EntryId> {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:/".contains(&byte);
        let is_id = (1..=64).contains(&text.len()) && text.bytes().all(is_sign);
        is_id.then(|| EntryId(text.into()))
    }

    /// Makes a new id: a UUID of version 7, which begins with the time.
    pub fn fresh() -> EntryId {
        /// Tells apart ids of one process, whatever the clock and chance do.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut bytes = [0; 16];
        let millis = u64::try_from(since.as_millis()).unwrap_or(u64::MAX).to_be_bytes();
        bytes[..6].copy_from_slice(&millis[2..]);
        // The standard library seeds each of its hashers at random.
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
        hasher.write_u32(since.subsec_nanos());
        let first = hasher.finish().to_be_bytes();
        hasher.write_u8(1);
        let second = hasher.finish().to_be_bytes();
        bytes[6..8].copy_from_slice(&first[..2]);
        bytes[8..].copy_from_slice(&second);
        bytes[6] = 0x70 | bytes[6] & 0x0F;
        bytes[8] = 0x80 | bytes[8] & 0x3F;
        EntryId::of_uuid(bytes)
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The bytes of an id that is a UUID in its usual spelling.
    pub(crate) fn uuid(&self) -> Option<[u8; 16]> {
        let groups = self.0.split('-');
        if !groups.clone().map(str::len).eq([8, 4, 4, 4, 12]) {
            return None;
        }
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let digits: String = groups.collect();
        if !digits.bytes().all(is_digit) {
            return None;
        }
        crate::digest::bytes_of_hex(&digits)?.try_into().ok()
    }

    /// The id that is a UUID of these bytes.
    pub(crate) fn of_uuid(bytes: [u8; 16]) -> EntryId {
        let mut text = String::with_capacity(36);
        for (index, byte) in bytes.iter().enumerate() {
            if matches!(index, 4 | 6 | 8 | 10) {
                text.push('-');
            }
            text.push_str(&format!("{byte:02x}"));
        }
        EntryId(text.into())
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_ids_differ_and_are_uuids() {
        let ids: std::collections::HashSet<_> = (0..1000).map(|_| EntryId::fresh()).collect();
        assert_eq!(ids.len(), 1000);
        for id in ids {
            let bytes = id.uuid().expect("a UUID");
            assert_eq!(EntryId::of_uuid(bytes), id);
        }
    }

    #[test]
    fn an_id_is_one_short_word() {
        assert!(EntryId::new("phone-7/12").is_some_and(|id| id.uuid().is_none()));
        let capital = "0190163D-8694-739B-AEA5-966C26F8AD91";
        assert!(EntryId::new(capital).is_some_and(|id| id.uuid().is_none()), "kept as written");
        for text in ["", "a b", "ключ", &"x".repeat(65)] {
            assert_eq!(EntryId::new(text), None, "{text}");
        }
    }
}
