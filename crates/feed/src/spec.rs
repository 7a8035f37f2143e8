//! The words by which a source is given: an address, or a path.

use std::fmt;

/// A source as given on the command line.
///
/// # Examples
/// ```
/// use kaissa_feed::SourceSpec;
///
/// let given = |text: &str| SourceSpec::read(text);
/// let hall = SourceSpec::LiveChess { host: "192.168.1.20".to_owned(), port: 1982 };
/// assert_eq!(given("livechess://192.168.1.20"), Ok(hall));
/// assert_eq!(given("lichess:a1b2C3d4"), Ok(SourceSpec::Lichess("a1b2C3d4".to_owned())));
/// assert_eq!(given("round-1"), Ok(SourceSpec::Path("round-1".to_owned())));
/// assert!(given("livechess://").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceSpec {
    /// A folder or file of live PGN.
    Path(String),
    /// A PGN at an `http://` or `https://` address.
    Address(String),
    /// DGT LiveChess on the local network: `livechess://HOST[:PORT]`.
    LiveChess {
        /// Name or address of its machine.
        host: String,
        /// Its port, 1982 unless given.
        port: u16,
    },
    /// A tournament of LiveChess Cloud: `livechesscloud:ID`, or `ID/ROUND`, or a viewer's address.
    LiveChessCloud(String),
    /// A round of a Lichess broadcast: `lichess:ROUND`, or its address.
    Lichess(String),
    /// A DGT board at a serial port: `dgt:PORT`.
    Dgt(String),
    /// A saved log of the bytes of a DGT board: `dgt-log:FILE`.
    DgtLog(String),
    /// A recorded event played again: `replay:PATH`, with `?speed=N` for N times the pace.
    Replay {
        /// A file or folder of games.
        path: String,
        /// How many times faster than it was played, in hundredths: 100 as it was.
        speed_percent: u32,
    },
}

/// A source that is given wrongly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// What was found.
    pub found: String,
    /// A word for what was expected: `host`, `port`, `id`, `path`, `speed`.
    pub expected: &'static str,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found \"{}\", expected a source with {}", self.found, self.expected)
    }
}

impl std::error::Error for SpecError {}

/// The port of LiveChess.
const LIVECHESS_PORT: u16 = 1982;

impl SourceSpec {
    /// Reads a source as given.
    ///
    /// # Errors
    /// [`SpecError`] where an address lacks its host, its id or a good number.
    pub fn read(text: &str) -> Result<SourceSpec, SpecError> {
        let wrong = |expected| SpecError { found: text.to_owned(), expected };
        if let Some(rest) = text.strip_prefix("livechess://") {
            return live_chess(rest.trim_end_matches('/'), wrong);
        }
        let id = |rest: &str| {
            let id = rest.trim_matches('/');
            let is_id = !id.is_empty() && !id.contains(char::is_whitespace);
            is_id.then(|| id.to_owned()).ok_or_else(|| wrong("id"))
        };
        let path = |rest: &str| match rest {
            "" => Err(wrong("path")),
            rest => Ok(rest.to_owned()),
        };
        if let Some(rest) = text.strip_prefix("livechesscloud:") {
            return id(rest).map(SourceSpec::LiveChessCloud);
        }
        if let Some(rest) = text.strip_prefix("lichess:") {
            return id(rest).map(SourceSpec::Lichess);
        }
        if let Some(rest) = text.strip_prefix("dgt-log:") {
            return path(rest).map(SourceSpec::DgtLog);
        }
        if let Some(rest) = text.strip_prefix("dgt:") {
            return path(rest).map(SourceSpec::Dgt);
        }
        if let Some(rest) = text.strip_prefix("replay:") {
            let (rest, speed_percent) = match rest.rsplit_once("?speed=") {
                Some((rest, speed)) => (rest, percent(speed).ok_or_else(|| wrong("speed"))?),
                None => (rest, 100),
            };
            return path(rest).map(|path| SourceSpec::Replay { path, speed_percent });
        }
        if text.starts_with("http://") || text.starts_with("https://") {
            return Ok(SourceSpec::of_address(text));
        }
        path(text).map(SourceSpec::Path)
    }

    /// Addresses of the viewers of LiveChess Cloud and of Lichess broadcasts are those sources.
    fn of_address(text: &str) -> SourceSpec {
        if let Some((_, rest)) = text.split_once("view.livechesscloud.com/") {
            let id = rest.trim_start_matches('#').trim_matches('/');
            if !id.is_empty() {
                return SourceSpec::LiveChessCloud(id.to_owned());
            }
        }
        if let Some((_, rest)) = text.split_once("lichess.org/broadcast/") {
            let parts: Vec<&str> = rest.trim_matches('/').split(['/', '#', '?']).collect();
            if let [_, _, round, ..] = parts.as_slice()
                && round.len() == 8
            {
                return SourceSpec::Lichess((*round).to_owned());
            }
        }
        SourceSpec::Address(text.to_owned())
    }
}

fn live_chess(
    rest: &str,
    wrong: impl Fn(&'static str) -> SpecError,
) -> Result<SourceSpec, SpecError> {
    // A bracketed IPv6 address holds colons of its own.
    let after_brackets = rest.rfind(']').map_or(0, |end| end + 1);
    let colon = rest.get(after_brackets..).and_then(|tail| tail.find(':'));
    let (host, port) = match colon.map(|at| rest.split_at(after_brackets + at)) {
        Some((host, port)) => {
            (host, port.trim_start_matches(':').parse().map_err(|_| wrong("port"))?)
        }
        None => (rest, LIVECHESS_PORT),
    };
    let is_host = !host.is_empty() && !host.contains(['/', ' ']);
    match is_host {
        true => Ok(SourceSpec::LiveChess { host: host.to_owned(), port }),
        false => Err(wrong("host")),
    }
}

/// A positive number with decimals or without, in hundredths.
fn percent(text: &str) -> Option<u32> {
    let speed: f64 = text.parse().ok()?;
    (0.01..=1e6).contains(&speed).then_some((speed * 100.0).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<SourceSpec, &'static str>) {
        assert_eq!(SourceSpec::read(text).map_err(|error| error.expected), expected, "{text}");
    }

    #[test]
    fn every_kind_of_source_is_read() {
        let live = |host: &str, port| SourceSpec::LiveChess { host: host.to_owned(), port };
        check("livechess://hall-pc:1999/", Ok(live("hall-pc", 1999)));
        check("livechess://[fe80::1]", Ok(live("[fe80::1]", 1982)));
        check("livechess://[fe80::1]:7", Ok(live("[fe80::1]", 7)));
        check("livechess://hall-pc:x", Err("port"));
        check("livechess://hall pc", Err("host"));
        check("livechesscloud:ab-cd/3", Ok(SourceSpec::LiveChessCloud("ab-cd/3".to_owned())));
        check("livechesscloud:", Err("id"));
        check("dgt:COM5", Ok(SourceSpec::Dgt("COM5".to_owned())));
        check("dgt-log:a b.bin", Ok(SourceSpec::DgtLog("a b.bin".to_owned())));
        let replay =
            |path: &str, speed_percent| SourceSpec::Replay { path: path.to_owned(), speed_percent };
        check("replay:round.pgn?speed=7.5", Ok(replay("round.pgn", 750)));
        check("replay:round.pgn", Ok(replay("round.pgn", 100)));
        check("replay:round.pgn?speed=0", Err("speed"));
        check("", Err("path"));
        check("C:\\LiveChess\\round-1", Ok(SourceSpec::Path("C:\\LiveChess\\round-1".to_owned())));
    }

    #[test]
    fn addresses_of_viewers_are_their_sources() {
        let cloud = |id: &str| Ok(SourceSpec::LiveChessCloud(id.to_owned()));
        check("https://view.livechesscloud.com/#8a7b", cloud("8a7b"));
        check("https://view.livechesscloud.com/8a7b", cloud("8a7b"));
        let round = "https://lichess.org/broadcast/open-2024/round-1/a1b2C3d4";
        check(round, Ok(SourceSpec::Lichess("a1b2C3d4".to_owned())));
        let pgn = "http://hall.example/games.pgn";
        check(pgn, Ok(SourceSpec::Address(pgn.to_owned())));
    }
}
