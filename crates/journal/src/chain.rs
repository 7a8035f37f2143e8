//! The hash chain: what each hash covers, byte for byte as `docs/reference/journal.md` says.

use kaissa_game::Timestamp;
use sha2::{Digest as _, Sha256};

use crate::{Body, Digest, Entry, Identity, NewEntry};

/// The hash that stands before the first entry: that of the journal itself.
pub(crate) fn origin(identity: &Identity) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update(b"kaissa journal 1\n");
    put(&mut hasher, identity.id.as_str().as_bytes());
    hasher.update(identity.created.0.to_be_bytes());
    Digest(hasher.finalize().into())
}

/// The hash of an entry that follows another.
pub(crate) fn hash_after(before: Digest, entry: &Entry) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update(b"kaissa entry 1\n");
    hasher.update(before.0);
    hasher.update(entry.number.to_be_bytes());
    hasher.update(entry.recorded.0.to_be_bytes());
    hasher.update(entry.happened.0.to_be_bytes());
    put(&mut hasher, entry.id.as_str().as_bytes());
    put(&mut hasher, entry.source.as_bytes());
    put_option(&mut hasher, entry.about.as_deref());
    put_option(&mut hasher, entry.person.as_deref());
    put(&mut hasher, entry.kind.as_bytes());
    hasher.update(entry.body.digest().0);
    Digest(hasher.finalize().into())
}

/// The entry that a new one becomes behind another.
pub(crate) fn link(new: NewEntry, number: u64, before: Digest, now: Timestamp) -> Entry {
    let mut entry = Entry {
        number,
        recorded: now,
        happened: new.happened.unwrap_or(now),
        id: new.id,
        source: new.source,
        about: new.about,
        person: new.person,
        kind: new.kind,
        body: Body::Kept(new.body),
        hash: before,
    };
    entry.hash = hash_after(before, &entry);
    entry
}

/// A text with its length before it, so that no two lists of texts give the same bytes.
fn put(hasher: &mut Sha256, bytes: &[u8]) {
    hasher.update((bytes.len() as u64).to_be_bytes());
    hasher.update(bytes);
}

fn put_option(hasher: &mut Sha256, text: Option<&str>) {
    hasher.update([u8::from(text.is_some())]);
    put(hasher, text.unwrap_or_default().as_bytes());
}
