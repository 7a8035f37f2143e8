//! A tolerant, streaming reader of PGN with its list of oddities, and a writer: bytes in, games out.
