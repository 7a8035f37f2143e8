//! `cargo fuzz run journal_entry --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::journal_entry(bytes));
