//! `cargo fuzz run dgt_memory --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::dgt_memory(bytes));
