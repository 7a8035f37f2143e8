//! `cargo fuzz run cloud_json --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::cloud_json(bytes));
