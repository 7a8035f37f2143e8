//! `cargo fuzz run lichess_stream --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::lichess_stream(bytes));
