//! What a page answers.

use crate::Ask;
use crate::layout::{Layout, render};

/// What a page answers; the shell makes it HTTP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// The kind of the body.
    pub media_type: &'static str,
    /// The body.
    pub body: Vec<u8>,
    /// Where to go instead.
    pub location: Option<String>,
    /// Cookies to set: name and value; an empty value takes the cookie away.
    pub cookies: Vec<(&'static str, String)>,
    /// Under which name the body is to be saved.
    pub file_name: Option<String>,
    /// Whether somebody brought the body from outside: it is shown locked up.
    pub is_brought: bool,
    /// Whether a body with a name is shown rather than saved.
    pub is_inline: bool,
}

impl Reply {
    /// A page.
    pub fn page(status: u16, html: String) -> Reply {
        Reply {
            status,
            media_type: "text/html; charset=utf-8",
            body: html.into_bytes(),
            location: None,
            cookies: Vec::new(),
            file_name: None,
            is_brought: false,
            is_inline: false,
        }
    }

    /// Another page to look at.
    pub fn see(location: impl Into<String>) -> Reply {
        let mut reply = Reply::page(303, String::new());
        reply.location = Some(location.into());
        reply
    }

    /// A file to be saved.
    pub fn file(media_type: &'static str, name: &str, body: Vec<u8>) -> Reply {
        let mut reply = Reply::page(200, String::new());
        reply.media_type = media_type;
        reply.body = body;
        reply.file_name = Some(name.to_owned());
        reply
    }

    /// A file that somebody brought: shown locked up where it is a picture, else to be saved.
    pub fn brought(media_type: &'static str, name: &str, is_inline: bool, body: Vec<u8>) -> Reply {
        Reply { is_brought: true, is_inline, ..Reply::file(media_type, name, body) }
    }

    /// The page that says there is nothing here.
    pub fn not_found(ask: &Ask) -> Reply {
        Reply::message(ask, 404, "desk-not-found-title", "desk-not-found")
    }

    /// A page with a title and one sentence.
    pub fn message(ask: &Ask, status: u16, title: &str, text: &str) -> Reply {
        Reply::told(ask, status, title, ask.say(text))
    }

    /// A page with a title and a text that is said already.
    pub fn told(ask: &Ask, status: u16, title: &str, text: String) -> Reply {
        let layout = Layout::new(ask, ask.say(title));
        let mut reply = render(&Message { layout, text });
        reply.status = status;
        reply
    }

    /// With a cookie.
    pub fn with_cookie(mut self, name: &'static str, value: String) -> Reply {
        self.cookies.push((name, value));
        self
    }

    /// The body as text, for tests.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap_or_default()
    }
}

#[derive(askama::Template)]
#[template(path = "message.html")]
struct Message<'a> {
    layout: Layout<'a>,
    text: String,
}
