//! `cargo fuzz run live_chess_frame --features libfuzzer`.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kaissa_fuzz::live_chess_frame(bytes));
