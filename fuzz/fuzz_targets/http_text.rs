//! `cargo fuzz run http_text --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::http_text(bytes));
