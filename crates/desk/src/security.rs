//! Who is who: PINs, sessions, attempts, and what every reply says to browsers.

mod attempts;
mod hosts;
mod pin;
mod session;

pub use attempts::Attempts;
pub use hosts::{Hosts, is_loopback, is_same_origin};
pub use pin::{check_pin, hash_pin};
pub use session::{Keys, cookie, random_code, random_id};

/// The policy of a file that somebody brought: whatever is in it, it does nothing.
pub const LOCKED_UP: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; \
                             frame-ancestors 'none'; sandbox";

/// What every reply tells the browser: our own files only, no frame, no guessing of kinds.
pub const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "geolocation=(), microphone=(), payment=()"),
];
