//! The sources given on the command line, opened.

use std::time::Duration;

use kaissa_feed::dgt::{DgtLogSource, DgtSource};
use kaissa_feed::livechess::LiveChess;
use kaissa_feed::{
    AddressSource, CloudOptions, CloudSource, LichessOptions, LichessSource, PathSource,
    ReplaySource, Source, SourceSpec,
};
use kaissa_words::{Words, say};

use crate::common::Exit;
use crate::output::complain;

/// How often files are read unless it is said otherwise.
pub const USUAL: Duration = Duration::from_secs(1);

/// Reads the sources as given; each with its text.
///
/// # Errors
/// [`Exit::CommandLine`], said in words, where one is given wrongly.
pub fn specs(given: &[String], words: &Words) -> Result<Vec<(String, SourceSpec)>, Exit> {
    let read = |text: &String| match SourceSpec::read(text) {
        Ok(spec) => Ok((text.clone(), spec)),
        Err(error) => {
            let expected = error.expected;
            complain(words, &say!(words, "watch-source-wrong", found = text, expected = expected));
            Err(Exit::CommandLine)
        }
    };
    given.iter().map(read).collect()
}

/// Opens a source; files are read after each interval.
pub fn source(spec: &SourceSpec, interval: Duration) -> Box<dyn Source> {
    match spec {
        SourceSpec::Path(path) => Box::new(PathSource::new(path).with_interval(interval)),
        SourceSpec::Dgt(port) => Box::new(DgtSource::new(port)),
        SourceSpec::DgtLog(file) => Box::new(DgtLogSource::new(file)),
        SourceSpec::Address(address) => Box::new(AddressSource::new(address)),
        SourceSpec::LiveChess { host, port } => Box::new(LiveChess::new(host, *port)),
        SourceSpec::LiveChessCloud(id) => Box::new(CloudSource::with_options(id, cloud_options())),
        SourceSpec::Lichess(round) => {
            Box::new(LichessSource::with_options(round, lichess_options()))
        }
        SourceSpec::Replay { path, speed_percent } => {
            Box::new(ReplaySource::new(path, *speed_percent))
        }
    }
}

/// What stands in a variable of the environment; `None` where nothing does.
fn told(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// LiveChess Cloud, or the server of `LIVECHESSCLOUD_SERVER` in its place.
fn cloud_options() -> CloudOptions {
    let usual = CloudOptions::default();
    match told("LIVECHESSCLOUD_SERVER") {
        Some(lookup) => {
            let scheme = lookup.split_once("://").map_or("https", |(scheme, _)| scheme).to_owned();
            CloudOptions { lookup, scheme, ..usual }
        }
        None => usual,
    }
}

/// Lichess, or the server of `LICHESS_SERVER` in its place; `LICHESS_TOKEN` opens rounds that are
/// not public.
fn lichess_options() -> LichessOptions {
    let usual = LichessOptions::default();
    let server = told("LICHESS_SERVER").unwrap_or_else(|| usual.server.clone());
    LichessOptions { server, token: told("LICHESS_TOKEN"), ..usual }
}
