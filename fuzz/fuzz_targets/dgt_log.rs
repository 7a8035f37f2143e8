//! `cargo fuzz run dgt_log --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::dgt_log(bytes));
