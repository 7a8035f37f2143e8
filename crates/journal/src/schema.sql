-- Format 1. A journal of this format is kept under tests/data and read by a test for ever:
-- a change here is a new format, and the old one stays readable.

CREATE TABLE journal (
    id TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;

-- Every source, row, game, person and kind, once.
CREATE TABLE names (
    name INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    recorded INTEGER NOT NULL,
    happened INTEGER NOT NULL,
    -- The 16 bytes of a UUID, or another id as text.
    id ANY NOT NULL UNIQUE,
    source INTEGER NOT NULL,
    about INTEGER,
    person INTEGER,
    kind INTEGER NOT NULL,
    body TEXT,
    -- The SHA-256 of a body that was erased.
    body_hash BLOB,
    hash BLOB NOT NULL,
    CHECK ((body IS NULL) = (body_hash IS NOT NULL))
) STRICT;

CREATE INDEX entries_about ON entries (about) WHERE about IS NOT NULL;
CREATE INDEX entries_kind ON entries (kind);

CREATE TABLE attachments (
    sha256 BLOB PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;
