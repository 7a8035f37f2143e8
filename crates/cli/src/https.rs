//! HTTPS of the desk: its authority in a file beside the data, and the addresses of this machine.

use std::fs;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use kaissa_desk::{Authority, Https, now, qr_text};
use kaissa_words::{Words, say};

use crate::commands::desk::for_owner_only;
use crate::common::Exit;
use crate::output::{complain, hint};

/// The file of the authority, beside the data: one for all competitions of a folder, so that
/// phones have to trust it once.
const FILE: &str = "kaissa-authority.pem";

/// Opens the authority beside the data, or makes it.
///
/// # Errors
/// How the program ends because of it; it is said in words.
pub fn open(
    at: Option<SocketAddr>,
    data: Option<&Path>,
    hosts: &[String],
    words: &Words,
) -> Result<Option<Arc<Https>>, Exit> {
    let Some((at, data)) = at.zip(data) else { return Ok(None) };
    let path = data.with_file_name(FILE);
    let unopened = |error: String| {
        let path = path.display().to_string();
        complain(words, &say!(words, "desk-data-unopened", path = path, error = error));
        Exit::Unreadable
    };
    let names = names(at, hosts);
    let authority = read_or_make(&path, &names).map_err(unopened)?;
    let https = Https::new(authority, &names, now()).map_err(|fault| unopened(fault.detail))?;
    let refused = https.refused().join(", ");
    if !refused.is_empty() {
        let path = path.display().to_string();
        complain(words, &say!(words, "desk-https-refused", names = refused, path = path));
        hint(words, &say!(words, "desk-https-refused-hint"));
    }
    Ok(Some(Arc::new(https)))
}

fn read_or_make(path: &Path, names: &[String]) -> Result<Authority, String> {
    let told = |error: io::Error| error.to_string();
    match fs::read_to_string(path) {
        Ok(pem) => Authority::read(&pem).map_err(|fault| fault.detail),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = Authority::make(names, now()).map_err(|fault| fault.detail)?;
            let mut options = fs::OpenOptions::new();
            options.write(true).create_new(true);
            for_owner_only(&mut options);
            let mut file = options.open(path).map_err(told)?;
            file.write_all(made.to_pem().as_bytes()).map_err(told)?;
            Ok(made)
        }
        Err(error) => Err(told(error)),
    }
}

/// Says where phones find the desk, and by what they know it.
pub fn announce(at: SocketAddr, https: &Https, words: &Words) {
    let mut lines = Vec::new();
    let for_phones = addresses("https", at);
    if for_phones.is_empty() {
        let address = format!("https://{at}/");
        lines.push(say!(words, "desk-https-serves-here", address = address));
    }
    for address in for_phones {
        // The page of phones leads through trusting the authority and goes on from there.
        let address = format!("{address}phones");
        lines.push(say!(words, "desk-https-serves", address = address.as_str()));
        lines.push(qr_text(&address));
    }
    let fingerprint = https.authority().fingerprint();
    lines.push(say!(words, "desk-https-fingerprint", fingerprint = fingerprint));
    // Where nobody reads the terminal there is nobody to tell.
    let _ = writeln!(io::stdout(), "{}", lines.join("\n"));
    let _ = io::stdout().flush();
}

/// The names and addresses under which browsers come to this address.
pub fn names(at: SocketAddr, hosts: &[String]) -> Vec<String> {
    let own = own_addresses(at).into_iter().map(|ip| ip.to_string());
    let here = ["localhost", "127.0.0.1"].map(str::to_owned);
    let mut names: Vec<String> = here.into_iter().chain(hosts.iter().cloned()).chain(own).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The addresses under which phones of the network reach the desk; none where it listens on this
/// machine alone.
pub fn addresses(scheme: &str, listen: SocketAddr) -> Vec<String> {
    let own = own_addresses(listen).into_iter().filter(|ip| !ip.is_loopback());
    own.map(|ip| format!("{scheme}://{}/", SocketAddr::new(ip, listen.port()))).collect()
}

/// The addresses of this machine that a listener answers at, without those of its cable or radio
/// alone (169.254, fe80), which change and are hard to type.
fn own_addresses(listen: SocketAddr) -> Vec<IpAddr> {
    if !listen.ip().is_unspecified() {
        return vec![listen.ip()];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let ips = interfaces.into_iter().map(|interface| interface.ip());
    let is_usual = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => listen.is_ipv6() && !ip.is_loopback() && !ip.is_unicast_link_local(),
    };
    ips.filter(is_usual).collect()
}
