//! HTTPS for phones: the desk's own authority, and the certificate that it gives the desk for the
//! names and addresses that the machine has now.

mod authority;

use std::sync::{Arc, Mutex, PoisonError};

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

pub use authority::{Authority, AuthorityFault};

/// A certificate is made anew when less than this is left of it.
const LEFT_AT_LEAST: ClockTime = ClockTime::hours(10 * 24);

/// The desk's own authority with the certificate that is shown now.
pub struct Https {
    authority: Authority,
    current: Arc<Current>,
}

/// The certificate that is shown now, with the names in it.
#[derive(Debug, Default)]
struct Current(Mutex<Option<Shown>>);

#[derive(Clone, Debug)]
struct Shown {
    key: Arc<CertifiedKey>,
    names: Vec<String>,
    until: Timestamp,
    /// The names that who trusts the authority refuses all the same.
    refused: Vec<String>,
}

impl Current {
    fn shown(&self) -> Option<Shown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.shown().map(|shown| shown.key)
    }
}

impl std::fmt::Debug for Https {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Https")
    }
}

impl Https {
    /// HTTPS by this authority, for these names and addresses.
    ///
    /// # Errors
    /// [`AuthorityFault`] where no certificate can be made.
    pub fn new(
        authority: Authority,
        names: &[String],
        now: Timestamp,
    ) -> Result<Https, AuthorityFault> {
        let https = Https { authority, current: Arc::default() };
        https.renew(names, now)?;
        Ok(https)
    }

    /// The authority.
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    /// Makes a new certificate where the names have changed or the old one soon runs out. Gives
    /// whether it did.
    ///
    /// # Errors
    /// [`AuthorityFault`] where none can be made; the old one stays.
    pub fn renew(&self, names: &[String], now: Timestamp) -> Result<bool, AuthorityFault> {
        let is_good = self
            .current
            .shown()
            .is_some_and(|shown| shown.names == names && shown.until.since(now) > LEFT_AT_LEAST);
        if is_good {
            return Ok(false);
        }
        // One name that the authority may not speak for would spoil the certificate for all others.
        let (good, refused) = self.authority.sort(names, now)?;
        let certified = self.authority.certify(&good, now)?;
        let shown = Shown {
            refused,
            key: Arc::new(certified.key),
            names: names.to_vec(),
            until: certified.until,
        };
        *self.current.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(shown);
        Ok(true)
    }

    /// The names of now for which phones will not take the certificate: the authority was made for
    /// other networks, or has run out.
    pub fn refused(&self) -> Vec<String> {
        self.current.shown().map(|shown| shown.refused).unwrap_or_default()
    }

    /// How a server speaks TLS by it.
    ///
    /// # Errors
    /// [`AuthorityFault`] where the library cannot.
    pub fn server_config(&self) -> Result<ServerConfig, AuthorityFault> {
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder.with_safe_default_protocol_versions()?;
        let mut config = builder.with_no_client_auth().with_cert_resolver(self.current.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}
