//! The project's own chores: test, tidy, tables.

fn main() {}
