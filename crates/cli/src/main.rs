//! `kaissa`: the arbiter's assistant on the command line; one file a subcommand.

fn main() {}
