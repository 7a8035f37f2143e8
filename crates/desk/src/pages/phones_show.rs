//! How a phone gets to the desk: the address, and the same as a QR code.

use askama::Template;
use qrcode::QrCode;
use qrcode::render::{svg, unicode};

use crate::layout::{Layout, render};
use crate::{Ask, Reply};

#[derive(Template)]
#[template(path = "phones_show.html")]
struct PhonesShow<'a> {
    layout: Layout<'a>,
    ways: Vec<(String, String)>,
    authority: Option<AuthorityShown>,
}

/// The authority that a phone is to trust.
struct AuthorityShown {
    name: String,
    fingerprint: String,
    /// The names for which phones would refuse it all the same; empty for none.
    refused: String,
}

/// The addresses with their codes.
pub(crate) fn page(ask: &Ask) -> Reply {
    let mut addresses = ask.addresses.clone();
    if addresses.is_empty() {
        let scheme = if ask.is_https { "https" } else { "http" };
        addresses.push(format!("{scheme}://{}/", ask.host));
    }
    let ways = addresses.into_iter().map(|address| (code(&address), address)).collect();
    let authority = ask.https.as_ref().map(|https| AuthorityShown {
        name: https.authority().name(),
        fingerprint: https.authority().fingerprint(),
        refused: https.refused().join(", "),
    });
    render(&PhonesShow { layout: Layout::new(ask, ask.say("desk-way-phones")), ways, authority })
}

/// The certificate of the authority, in the way that makes phones ask whether to trust it.
pub(crate) fn certificate(ask: &Ask) -> Reply {
    let Some(https) = &ask.https else { return Reply::not_found(ask) };
    let mut reply = Reply::page(200, String::new());
    reply.media_type = "application/x-x509-ca-cert";
    reply.body = https.authority().certificate().to_vec();
    reply
}

/// The QR code of an address for a terminal; empty for one that is too long for any.
pub fn qr_text(address: &str) -> String {
    let Ok(code) = QrCode::new(address.as_bytes()) else { return String::new() };
    code.render::<unicode::Dense1x2>().build()
}

/// The QR code of an address as SVG; empty for one that is too long for any.
fn code(address: &str) -> String {
    let Ok(code) = QrCode::new(address.as_bytes()) else { return String::new() };
    let svg = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    // Only the picture itself: the declaration of a file of its own has no place in a page.
    svg.find("<svg").and_then(|start| svg.get(start..)).unwrap_or_default().to_owned()
}
