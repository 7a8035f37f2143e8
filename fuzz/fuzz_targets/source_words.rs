//! `cargo fuzz run source_words --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::source_words(bytes));
