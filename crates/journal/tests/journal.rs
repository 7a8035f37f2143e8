//! The journal as its users see it: what goes in comes out, in order, whole, and only what went in.

mod journal {
    mod appending;
    mod attaching;
    mod common;
    mod erasing;
    mod faults;
    mod frozen;
    mod reading;
    mod recording;
    mod statements;
    mod tampering;
    mod transfer;
}
