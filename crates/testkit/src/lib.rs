//! Generators, game builder and the harness that runs ruling cases; for tests only.
