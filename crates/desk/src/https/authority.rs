//! An authority of the desk's own: made once, trusted by the arbiters' phones, good for halls only.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;
use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DistinguishedName, DnType,
    ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    NameConstraints, PublicKeyData, SanType,
};
use rustls::RootCertStore;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};

/// How long an authority lasts: no phone has to be set up twice.
const LASTS: ClockTime = ClockTime::hours(10 * 365 * 24);
/// How long a certificate lasts.
const CERTIFICATE_LASTS: ClockTime = ClockTime::hours(30 * 24);
/// Clocks of phones go wrong: everything is good from a day before.
const BEFORE: ClockTime = ClockTime::hours(24);
/// The networks of halls: private, shared, of this link and of this machine.
const NETWORKS: [(&str, u8); 8] = [
    ("10.0.0.0", 8),
    ("172.16.0.0", 12),
    ("192.168.0.0", 16),
    ("100.64.0.0", 10),
    ("169.254.0.0", 16),
    ("127.0.0.0", 8),
    ("fc00::", 7),
    ("fe80::", 10),
];
/// The names of halls, with all that ends in them.
const NAMES: [&str; 5] = ["localhost", "local", "lan", "home.arpa", "internal"];

/// An authority of the desk's own.
pub struct Authority {
    key: KeyPair,
    certificate: CertificateDer<'static>,
    /// Key and certificate, as they are kept.
    pem: String,
}

/// A certificate of the desk.
pub(super) struct Certified {
    pub key: CertifiedKey,
    pub chain: CertificateDer<'static>,
    pub until: Timestamp,
}

/// Why there is no authority or no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthorityFault {
    /// What the library said.
    pub detail: String,
}

impl std::fmt::Display for AuthorityFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for AuthorityFault {}

macro_rules! faults {
    ($($error:ty),*) => {$(
        impl From<$error> for AuthorityFault {
            fn from(error: $error) -> AuthorityFault {
                AuthorityFault { detail: error.to_string() }
            }
        }
    )*};
}
faults!(rcgen::Error, rustls::Error, rustls::client::VerifierBuilderError, pem::Error);

impl Authority {
    /// Makes an authority. It can speak for the networks and names of halls and for these names,
    /// and for nothing else: whoever steals its key cannot pass for a page of the internet.
    ///
    /// # Errors
    /// [`AuthorityFault`] where the machine gives no randomness.
    pub fn make(names: &[String], now: Timestamp) -> Result<Authority, AuthorityFault> {
        let key = KeyPair::generate()?;
        let mut params = params(&key);
        params.not_before = moment(now, -BEFORE);
        params.not_after = moment(now, LASTS);
        let networks = NETWORKS
            .iter()
            .filter_map(|(network, prefix)| Some(subnet(network.parse().ok()?, *prefix)));
        let own = names.iter().map(|name| match name.parse::<IpAddr>() {
            Ok(address) => subnet(address, if address.is_ipv4() { 32 } else { 128 }),
            Err(_) => GeneralSubtree::DnsName(name.clone()),
        });
        let of_halls = NAMES.map(|name| GeneralSubtree::DnsName(name.to_owned()));
        params.name_constraints = Some(NameConstraints {
            permitted_subtrees: networks.chain(of_halls).chain(own).collect(),
            excluded_subtrees: Vec::new(),
        });
        let made = params.self_signed(&key)?;
        let pem = format!("{}{}", key.serialize_pem(), made.pem());
        Ok(Authority { certificate: made.der().clone(), key, pem })
    }

    /// Reads an authority as [`Authority::to_pem`] writes it.
    ///
    /// # Errors
    /// [`AuthorityFault`] where the text holds no key or no certificate.
    pub fn read(pem: &str) -> Result<Authority, AuthorityFault> {
        let key = PrivatePkcs8KeyDer::from_pem_slice(pem.as_bytes())?;
        let key = KeyPair::try_from(&key)?;
        let certificate = CertificateDer::from_pem_slice(pem.as_bytes())?;
        Ok(Authority { key, certificate, pem: pem.to_owned() })
    }

    /// The key and the certificate as text, to be kept where nobody else reads it.
    pub fn to_pem(&self) -> &str {
        &self.pem
    }

    /// The certificate that phones are to trust, as DER.
    pub fn certificate(&self) -> &[u8] {
        self.certificate.as_ref()
    }

    /// The SHA-256 of the certificate as phones show it: pairs of hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let digest = Sha256::digest(self.certificate.as_ref());
        let pairs: Vec<String> = digest.iter().map(|byte| format!("{byte:02X}")).collect();
        pairs.join(":")
    }

    /// Its name as phones show it.
    pub fn name(&self) -> String {
        name_of(&self.key)
    }

    /// Makes a certificate for these names and addresses.
    pub(super) fn certify(
        &self,
        names: &[String],
        now: Timestamp,
    ) -> Result<Certified, AuthorityFault> {
        let key = KeyPair::generate()?;
        let mut leaf = CertificateParams::default();
        leaf.not_before = moment(now, -BEFORE);
        leaf.not_after = moment(now, CERTIFICATE_LASTS);
        leaf.distinguished_name = DistinguishedName::new();
        leaf.distinguished_name.push(DnType::CommonName, "Kaissa");
        leaf.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        leaf.use_authority_key_identifier_extension = true;
        for name in names {
            leaf.subject_alt_names.push(match name.parse::<IpAddr>() {
                Ok(address) => SanType::IpAddress(address),
                Err(_) => SanType::DnsName(name.as_str().try_into()?),
            });
        }
        let authority = params(&self.key);
        let issuer = Issuer::from_params(&authority, &self.key);
        let chain = leaf.signed_by(&key, &issuer)?.der().clone();
        let private = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        let signing = ring::sign::any_supported_type(&private)?;
        let key = CertifiedKey::new(vec![chain.clone()], signing);
        Ok(Certified { key, chain, until: after(now, CERTIFICATE_LASTS) })
    }

    /// The names that this authority may speak for, and those for which whoever trusts it alone
    /// refuses its certificate.
    pub(super) fn sort(
        &self,
        names: &[String],
        now: Timestamp,
    ) -> Result<(Vec<String>, Vec<String>), AuthorityFault> {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone())?;
        let provider = Arc::new(ring::default_provider());
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider);
        let verifier = verifier.build()?;
        let at = Duration::from_millis(u64::try_from(now.0).unwrap_or_default());
        let at = UnixTime::since_unix_epoch(at);
        let (mut good, mut refused) = (Vec::new(), Vec::new());
        for name in names {
            let leaf = self.certify(std::slice::from_ref(name), now)?.chain;
            let is_taken = ServerName::try_from(name.clone()).is_ok_and(|server| {
                verifier.verify_server_cert(&leaf, &[], &server, &[], at).is_ok()
            });
            if is_taken { &mut good } else { &mut refused }.push(name.clone());
        }
        Ok((good, refused))
    }
}

/// What an authority of this key is; its name comes from the key, so that each has its own.
fn params(key: &KeyPair) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, name_of(key));
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params
}

fn name_of(key: &KeyPair) -> String {
    let digest = Sha256::digest(key.subject_public_key_info());
    let short: String = digest.iter().take(3).map(|byte| format!("{byte:02X}")).collect();
    format!("Kaissa desk {short}")
}

fn subnet(address: IpAddr, prefix: u8) -> GeneralSubtree {
    GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(address, prefix))
}

fn after(now: Timestamp, time: ClockTime) -> Timestamp {
    Timestamp(now.0.saturating_add(time.as_millis()))
}

/// A moment as certificates have it, in whole seconds.
fn moment(now: Timestamp, time: ClockTime) -> time::OffsetDateTime {
    let seconds = after(now, time).0.div_euclid(1_000);
    // Times beyond the year 9999 are none that a machine has.
    time::OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(time::OffsetDateTime::UNIX_EPOCH)
}
