//! Phones that trust the desk's own authority, and nothing else, come over HTTPS.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use kaissa_game::Timestamp;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::harness::{TestDesk, https};
use crate::{Authority, Https, Role, now, serve_https};

/// A phone that trusts this authority and nothing else.
fn phone(authority: &Authority) -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let certificate = CertificateDer::from(authority.certificate().to_vec());
    roots.add(certificate).expect("a certificate");
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().expect("versions");
    Arc::new(builder.with_root_certificates(roots).with_no_client_auth())
}

/// What comes back, or why the phone turned away.
fn get(
    phone: &Arc<ClientConfig>,
    address: SocketAddr,
    name: &str,
    path: &str,
) -> std::io::Result<String> {
    let server = ServerName::try_from(name.to_owned()).expect("a name");
    let connection = ClientConnection::new(phone.clone(), server).map_err(std::io::Error::other)?;
    let mut stream = StreamOwned::new(connection, TcpStream::connect(address)?);
    let host = format!("{name}:{}", address.port());
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if answer.is_empty() => Err(error),
        _ => Ok(String::from_utf8_lossy(&answer).into_owned()),
    }
}

#[test]
fn a_phone_that_trusts_the_authority_gets_pages_with_secure_cookies_and_another_does_not() {
    let desk = TestDesk::new();
    let runtime = Runtime::new().expect("a runtime");
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
    let address = listener.local_addr().expect("an address");
    let served = Arc::new(https());
    let names = || vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
    runtime.spawn(serve_https(desk.app.over_https(), listener, served.clone(), names));
    let trusting = phone(served.authority());
    for name in ["localhost", "127.0.0.1"] {
        let page = get(&trusting, address, name, "/about").expect("a page");
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        let head = page.to_lowercase();
        assert!(head.contains("set-cookie: __host-kaissa-visit=") && head.contains("; secure"));
        assert!(!head.contains("strict-transport-security"), "the certificate is our own");
    }
    assert!(get(&trusting, address, "other.local", "/about").is_err(), "not in the certificate");
    let stranger = phone(https().authority());
    assert!(get(&stranger, address, "localhost", "/about").is_err(), "another authority");
    // Plain HTTP at the secure address gets no page, and holds nobody up.
    let mut plain = TcpStream::connect(address).expect("the port");
    plain.write_all(b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    assert!(get(&trusting, address, "localhost", "/about").is_ok());
}

#[test]
fn the_certificate_is_made_anew_when_addresses_change_or_it_runs_out() {
    let https = https();
    let (names, start) = (["localhost".to_owned(), "127.0.0.1".to_owned()], now());
    let later = |days: i64| Timestamp(start.0 + days * 24 * 3_600_000);
    assert_eq!(https.renew(&names, start), Ok(false));
    let moved = ["localhost".to_owned(), "192.168.7.9".to_owned()];
    assert_eq!(https.renew(&moved, start), Ok(true));
    assert!(https.refused().is_empty(), "another address of a hall");
    assert_eq!(https.renew(&moved, later(15)), Ok(false));
    assert_eq!(https.renew(&moved, later(25)), Ok(true));
    assert!(https.refused().is_empty());
}

#[test]
fn the_authority_speaks_for_halls_alone_and_is_the_same_after_a_restart() {
    let made = Authority::make(&["hall-pc".to_owned()], now()).expect("made");
    let again = Authority::read(made.to_pem()).expect("read");
    assert_eq!(again.fingerprint(), made.fingerprint());
    assert_eq!(made.fingerprint().len(), 32 * 3 - 1);
    let trusted = ["hall-pc", "hall-pc.local", "10.1.2.3", "fe80::1"].map(str::to_owned);
    let https = Https::new(again, &trusted, now()).expect("a certificate");
    assert_eq!(https.refused(), Vec::<String>::new());
    let foreign = ["bank.example", "8.8.8.8", "localhost"].map(str::to_owned);
    assert_eq!(https.renew(&foreign, now()), Ok(true));
    assert_eq!(https.refused(), ["bank.example", "8.8.8.8"]);
    assert!(Authority::read("no key").is_err());
}

#[test]
fn the_page_of_phones_gives_the_certificate_and_its_fingerprint_to_who_is_not_signed_in() {
    let desk = TestDesk::new();
    let page = desk.visitor(None).get("/phones").text;
    let authority = desk.app.options.https.as_ref().expect("HTTPS").authority();
    assert!(page.contains(&authority.fingerprint()) && page.contains("/phones/authority.crt"));
    assert!(page.contains("Over plain HTTP"), "{page}");
    let file = desk.visitor(Some(Role::Reader)).get("/phones/authority.crt");
    let kind = file.headers.get("content-type").and_then(|kind| kind.to_str().ok());
    assert_eq!(kind, Some("application/x-x509-ca-cert"));
}
