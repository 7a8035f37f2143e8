//! The edge to HTTP: one question, one answer.

use std::io::{self, ErrorKind, Read};
use std::time::Duration;

use ureq::{Agent, Error};

use crate::Trouble;
use crate::http_head::Head;

/// For how long an answer may keep silent.
const PATIENCE: Duration = Duration::from_secs(6);
/// For how long an answer may take in all.
const LONGEST: Duration = Duration::from_secs(30);
/// Answers above this size are no games of a round.
const LARGEST: u64 = 64 << 20;
/// How often an answer may send elsewhere.
const MOST_REDIRECTS: u32 = 5;
/// Who asks.
const USER_AGENT: &str =
    concat!("Kaissa/", env!("CARGO_PKG_VERSION"), " (chess arbiter's assistant)");

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// Its head.
    pub head: Head,
    /// What it brings.
    pub body: Vec<u8>,
}

/// Asks servers.
pub struct Http {
    agent: Agent,
    patience: Duration,
}

impl Http {
    /// Waits six seconds for an answer.
    pub fn new() -> Http {
        Http::with_patience(PATIENCE)
    }

    /// Waits so long for an answer.
    pub fn with_patience(patience: Duration) -> Http {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .user_agent(USER_AGENT)
            .max_redirects(MOST_REDIRECTS)
            .timeout_resolve(Some(patience))
            .timeout_connect(Some(patience))
            .timeout_recv_response(Some(patience))
            .timeout_per_read(Some(patience));
        Http { agent: config.build().new_agent(), patience }
    }

    /// Asks, and takes the whole answer.
    ///
    /// # Errors
    /// [`Trouble`] where no whole answer came; whatever its status, an answer is none.
    pub fn get(&self, address: &str, headers: &[(&str, &str)]) -> Result<Answer, Trouble> {
        let mut request = self.agent.get(address);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let longest = LONGEST.max(self.patience);
        let request = request.config().timeout_global(Some(longest)).build();
        let mut response = request.call().map_err(|error| trouble(&error))?;
        let head = head(&response);
        let body = response.body_mut().with_config().limit(LARGEST).read_to_vec();
        Ok(Answer { head, body: body.map_err(|error| trouble(&error))? })
    }

    /// Asks for an answer that goes on and on. Reading it fails after a silence of `longest`.
    ///
    /// # Errors
    /// [`Trouble`] where no answer began.
    pub fn stream(
        &self,
        address: &str,
        headers: &[(&str, &str)],
        longest: Duration,
    ) -> Result<(Head, impl Read + Send + use<>), Trouble> {
        let mut request = self.agent.get(address);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.config().timeout_per_read(Some(longest)).build();
        let response = request.call().map_err(|error| trouble(&error))?;
        let head = head(&response);
        Ok((head, response.into_body().into_with_config().limit(u64::MAX).reader()))
    }
}

/// What is wrong with an answer that is not good.
pub fn status_trouble(head: &Head) -> Trouble {
    Trouble { code: "status", detail: head.status.to_string() }
}

/// What went wrong while a stream was read.
pub fn stream_trouble(error: &io::Error) -> Trouble {
    Trouble { code: io_code(error.kind()), detail: error.to_string() }
}

fn head<B>(response: &ureq::http::Response<B>) -> Head {
    let header = |name: &str| {
        let value = response.headers().get(name)?.to_str().ok()?;
        Some(value.to_owned())
    };
    Head {
        status: response.status().as_u16(),
        etag: header("etag"),
        last_modified: header("last-modified"),
        date: header("date"),
        age: header("age"),
        retry_after: header("retry-after"),
        content_type: header("content-type"),
    }
}

fn trouble(error: &Error) -> Trouble {
    let code = match error {
        Error::Timeout(_) => "timeout",
        Error::Io(error) => io_code(error.kind()),
        Error::BodyExceedsLimit(_) => "foreign",
        Error::TooManyRedirects | Error::RedirectFailed => "status",
        Error::Protocol(_) => "closed",
        _ => "refused",
    };
    let detail = match error {
        Error::BodyExceedsLimit(_) => "large".to_owned(),
        error => error.to_string(),
    };
    Trouble { code, detail }
}

fn io_code(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => "timeout",
        ErrorKind::ConnectionRefused => "refused",
        _ => "closed",
    }
}
