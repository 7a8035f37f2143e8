//! The journal of a competition: append-only, chained, durable before anything that depends on it
//! is shown.
