//! Sessions: a cookie that says who somebody is, which only the desk can make.

use hmac::{Hmac, KeyInit, Mac};
use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;
use sha2::Sha256;

use crate::{ArbiterEntered, Ground, PersonId};

/// How long a session lasts: a long day at the hall.
const LASTS: ClockTime = ClockTime::hours(18);

/// The secret from which sessions and tokens are made.
#[derive(Clone)]
pub struct Keys {
    secret: [u8; 32],
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Keys from a secret that is kept between starts, so that sessions outlive a restart.
    pub fn of(secret: [u8; 32]) -> Keys {
        Keys { secret }
    }

    /// New keys; `None` where the machine gives no randomness.
    pub fn random() -> Option<Keys> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).ok()?;
        Some(Keys { secret })
    }

    /// The secret, to be kept where nobody else reads it.
    pub fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    /// The session of an arbiter. It ends with his PIN: the hash is part of what is signed.
    pub fn session(&self, person: &ArbiterEntered, now: Timestamp) -> Option<String> {
        let claim = format!("{}.{}.{}", person.id.0, now.0, random_id()?);
        let mac = self.sign("session", &claim, &person.pin_hash);
        Some(format!("{claim}.{mac}"))
    }

    /// The arbiter of a session, if the desk made it, it has not run out and his PIN is the same.
    pub fn person<'g>(
        &self,
        session: &str,
        ground: &'g Ground,
        now: Timestamp,
    ) -> Option<&'g ArbiterEntered> {
        let (claim, mac) = session.rsplit_once('.')?;
        let mut parts = claim.split('.');
        let id = parts.next()?.parse().ok()?;
        let made_at = Timestamp(parts.next()?.parse().ok()?);
        let person = ground.person(PersonId(id))?;
        person.role?;
        let is_made_here = self.is_signed("session", claim, &person.pin_hash, mac);
        (is_made_here && now.since(made_at) < LASTS).then_some(person)
    }

    /// The token that each form carries, bound to a cookie.
    pub fn token(&self, cookie: &str) -> String {
        self.sign("token", cookie, "")
    }

    /// Whether a token is the one of a cookie.
    pub fn is_token(&self, cookie: &str, token: &str) -> bool {
        self.is_signed("token", cookie, "", token)
    }

    fn mac(&self, purpose: &str, text: &str, bound_to: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).ok()?;
        for part in [purpose, text, bound_to] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        Some(mac)
    }

    fn sign(&self, purpose: &str, text: &str, bound_to: &str) -> String {
        // A key of this length is always taken.
        let mac = self.mac(purpose, text, bound_to);
        mac.map(|mac| hex(&mac.finalize().into_bytes())).unwrap_or_default()
    }

    fn is_signed(&self, purpose: &str, text: &str, bound_to: &str, signature: &str) -> bool {
        let (Some(mac), Some(bytes)) = (self.mac(purpose, text, bound_to), unhex(signature)) else {
            return false;
        };
        mac.verify_slice(&bytes).is_ok()
    }
}

/// An id that nobody guesses; `None` where the machine gives no randomness.
pub fn random_id() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(hex(&bytes))
}

/// Eight digits to be typed once.
pub fn random_code() -> Option<String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).ok()?;
    Some(format!("{:08}", u64::from_be_bytes(bytes) % 100_000_000))
}

/// The value of a cookie in a `Cookie` header.
pub fn cookie<'h>(header: &'h str, name: &str) -> Option<&'h str> {
    header.split(';').find_map(|pair| {
        let (found, value) = pair.trim().split_once('=')?;
        (found == name).then_some(value)
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Body;
    use crate::Role;
    use crate::ledger::Entry;

    fn ground(pin_hash: &str, role: Option<Role>) -> Ground {
        let entered = ArbiterEntered {
            id: PersonId(1),
            name: "A".to_owned(),
            role,
            pin_hash: pin_hash.to_owned(),
            sector: String::new(),
        };
        Ground::fold(&[Entry {
            number: 1,
            recorded_at: Timestamp(0),
            happened_at: Timestamp(0),
            sender_id: "1".to_owned(),
            person: None,
            body: Body::ArbiterEntered(entered),
            hash: String::new(),
        }])
    }

    #[test]
    fn a_session_ends_with_the_day_the_pin_and_the_role() {
        let keys = Keys::of([7; 32]);
        let before = ground("hash", Some(Role::Arbiter));
        let person = before.person(PersonId(1)).expect("entered");
        let session = keys.session(person, Timestamp(0)).expect("randomness");
        let is_open = |ground: &Ground, session: &str, hours: i64| {
            keys.person(session, ground, Timestamp(hours * 3_600_000)).is_some()
        };
        assert!(is_open(&before, &session, 17));
        assert!(!is_open(&before, &session, 18));
        assert!(!is_open(&ground("other", Some(Role::Arbiter)), &session, 1));
        assert!(!is_open(&ground("hash", None), &session, 1));
        let forged = session.replacen("1.", "2.", 1);
        assert!(!is_open(&before, &forged, 1));
        let other = Keys::of([8; 32]);
        assert!(other.person(&session, &before, Timestamp(0)).is_none());
    }

    #[test]
    fn a_token_belongs_to_its_cookie() {
        let keys = Keys::of([7; 32]);
        let token = keys.token("a");
        assert!(keys.is_token("a", &token));
        assert!(!keys.is_token("b", &token));
        assert!(!keys.is_token("a", "ä"));
    }

    #[test]
    fn cookies_are_found_by_their_whole_name() {
        assert_eq!(cookie("a=1; kaissa=x.y; b=2", "kaissa"), Some("x.y"));
        assert_eq!(cookie("notkaissa=1", "kaissa"), None);
    }
}
