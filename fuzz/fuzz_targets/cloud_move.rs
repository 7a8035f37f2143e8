//! `cargo fuzz run cloud_move --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::cloud_move(bytes));
