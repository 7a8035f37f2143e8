//! The sources given on the command line, opened.

use std::time::Duration;

use kaissa_feed::dgt::{DgtLogSource, DgtSource};
use kaissa_feed::livechess::LiveChess;
use kaissa_feed::{
    AddressSource, CloudSource, LichessOptions, LichessSource, PathSource, ReplaySource, Source,
    SourceSpec,
};
use kaissa_words::{Words, say};

use crate::common::Exit;
use crate::output::complain;

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
        SourceSpec::LiveChessCloud(id) => Box::new(CloudSource::new(id)),
        SourceSpec::Lichess(round) => {
            // A token is only needed for rounds that are not public.
            let token = std::env::var("LICHESS_TOKEN").ok().filter(|token| !token.is_empty());
            Box::new(LichessSource::with_options(
                round,
                LichessOptions { token, ..LichessOptions::default() },
            ))
        }
        SourceSpec::Replay { path, speed_percent } => {
            Box::new(ReplaySource::new(path, *speed_percent))
        }
    }
}
