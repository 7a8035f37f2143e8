//! `cargo fuzz run clock_text --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::clock_text(bytes));
