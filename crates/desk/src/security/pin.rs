//! PINs, kept as Argon2 hashes only.

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Argon2, Params};

/// Hashes a PIN with a salt of its own; `None` where the machine gives no randomness.
pub fn hash_pin(pin: &str) -> Option<String> {
    let mut salt = [0_u8; 16];
    getrandom::fill(&mut salt).ok()?;
    let salt = SaltString::encode_b64(&salt).ok()?;
    hasher().hash_password(pin.as_bytes(), &salt).ok().map(|hash| hash.to_string())
}

/// Whether a PIN is the one of a hash. Without a hash it takes as long, and is not.
pub fn check_pin(pin: &str, hash: Option<&str>) -> bool {
    let Some(hash) = hash else {
        let salt = SaltString::encode_b64(b"sixteen byte salt").ok();
        let _ = salt.map(|salt| hasher().hash_password(pin.as_bytes(), &salt).is_ok());
        return false;
    };
    PasswordHash::new(hash)
        .is_ok_and(|hash| hasher().verify_password(pin.as_bytes(), &hash).is_ok())
}

/// 19 MiB and two passes, as OWASP recommends for Argon2id; tests take less.
fn hasher() -> Argon2<'static> {
    let (memory_kib, passes) = if cfg!(test) { (64, 1) } else { (19 * 1024, 2) };
    let params = Params::new(memory_kib, passes, 1, None).unwrap_or_default();
    Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_pin_opens() {
        let hash = hash_pin("482913").expect("randomness");
        assert!(check_pin("482913", Some(&hash)));
        assert!(!check_pin("482914", Some(&hash)));
        assert!(!check_pin("482913", None));
        assert!(!check_pin("482913", Some("no hash")));
        assert_ne!(hash_pin("482913"), Some(hash));
    }
}
