//! What the head of an HTTP answer says, as far as a source that is polled asks.

use std::time::Duration;

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;
use kaissa_pgn::TextEncoding;

/// No server is believed that asks for more patience.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// The head of an HTTP answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The status.
    pub status: u16,
    /// The version of what is sent.
    pub etag: Option<String>,
    /// When it was changed last.
    pub last_modified: Option<String>,
    /// The server's time.
    pub date: Option<String>,
    /// For how many seconds a cache has held it.
    pub age: Option<String>,
    /// When to ask again.
    pub retry_after: Option<String>,
    /// What it is, and its charset.
    pub content_type: Option<String>,
}

impl Head {
    /// Whether the answer brings what was asked for, or says that it is the same as before.
    pub fn is_good(&self) -> bool {
        self.status == 200 || self.status == 304
    }

    /// How long the server asks to wait.
    pub fn wait(&self, at: Timestamp) -> Option<Duration> {
        retry_after(self.retry_after.as_deref()?, at)
    }

    /// How late this answer brings what it brings: the time in caches, and for something that has
    /// just changed the time since its change, by the server's own clock.
    pub fn delay(&self, is_changed: bool) -> ClockTime {
        let age = self.age.as_deref().and_then(|age| age.trim().parse::<u32>().ok()).unwrap_or(0);
        let age = ClockTime::seconds(i64::from(age));
        let since_change = || {
            let [date, changed] =
                [&self.date, &self.last_modified].map(|header| http_date(header.as_deref()?));
            Some(date?.since(changed?))
        };
        match since_change().filter(|_| is_changed) {
            Some(since_change) => age + since_change,
            None => age,
        }
    }
}

/// The time of a Retry-After header: seconds, or a moment.
fn retry_after(text: &str, at: Timestamp) -> Option<Duration> {
    let text = text.trim();
    let wait = match text.parse::<u32>() {
        Ok(seconds) => Duration::from_secs(u64::from(seconds)),
        Err(_) => {
            let millis = http_date(text)?.since(at).as_millis();
            Duration::from_millis(u64::try_from(millis).unwrap_or(0))
        }
    };
    Some(wait.min(LONGEST_WAIT))
}

/// A moment as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// # Examples
/// ```
/// let moment = kaissa_feed::http_date("Sun, 06 Nov 1994 08:49:37 GMT");
/// assert_eq!(moment.map(|moment| moment.to_string()).as_deref(), Some("1994-11-06T08:49:37.000Z"));
/// ```
pub fn http_date(text: &str) -> Option<Timestamp> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, rest) = text.trim().split_once(", ")?;
    let mut words = rest.split(' ');
    let mut word = || words.next();
    let day: i64 = word()?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let month = word()?;
    let month = MONTHS.iter().position(|name| *name == month)? as i64 + 1;
    let year: i64 = word()?.parse().ok().filter(|year| (1900..=9999).contains(year))?;
    let mut time = word()?.split(':').map(|part| part.parse::<i64>().ok());
    let mut part = |limit| time.next()?.filter(|part| (0..limit).contains(part));
    let (hour, minute, second) = (part(24)?, part(60)?, part(61)?);
    if word() != Some("GMT") {
        return None;
    }
    // Years are counted from March, so that the day that leap years add is the last one.
    let from_march = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (year, month) = from_march;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = 365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(Timestamp((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000))
}

/// The encoding that a Content-Type names for these bytes; `None` where the bytes tell it better.
///
/// Servers name an encoding for all their files, so strict UTF-8 and byte order marks go before it.
///
/// # Examples
/// ```
/// use kaissa_feed::charset;
/// use kaissa_pgn::TextEncoding;
///
/// let named = charset("text/plain; charset=windows-1251", &[0xD1, 0xEC]);
/// assert_eq!(named, Some(TextEncoding::Windows1251));
/// assert_eq!(charset("text/plain; charset=iso-8859-1", "é".as_bytes()), None);
/// ```
pub fn charset(content_type: &str, bytes: &[u8]) -> Option<TextEncoding> {
    let marks: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];
    if std::str::from_utf8(bytes).is_ok() || marks.iter().any(|mark| bytes.starts_with(mark)) {
        return None;
    }
    let named = content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })?;
    let named = named.trim().trim_matches('"').to_ascii_lowercase();
    match named.as_str() {
        "windows-1251" | "cp1251" | "x-cp1251" => Some(TextEncoding::Windows1251),
        "windows-1252" | "cp1252" | "iso-8859-1" | "iso8859-1" | "latin1" | "us-ascii" => {
            Some(TextEncoding::Windows1252)
        }
        "koi8-r" => Some(TextEncoding::Koi8R),
        "ibm866" | "cp866" => Some(TextEncoding::Cp866),
        "utf-16le" => Some(TextEncoding::Utf16Le),
        "utf-16be" | "utf-16" => Some(TextEncoding::Utf16Be),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_http_are_read_and_nonsense_is_none() {
        let read = |text| http_date(text).map(|moment| moment.to_string());
        assert_eq!(
            read("Thu, 29 Feb 2024 23:59:59 GMT").as_deref(),
            Some("2024-02-29T23:59:59.000Z")
        );
        assert_eq!(
            read("Sat, 01 Mar 2025 00:00:00 GMT").as_deref(),
            Some("2025-03-01T00:00:00.000Z")
        );
        for text in ["", "Sun, 06 Nov 1994", "Sun, 99 Nov 1994 08:49:37 GMT", "a, b c d e f"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_server_says_how_long_to_wait_in_either_form_and_within_reason() {
        let head = |text: &str| Head { retry_after: Some(text.to_owned()), ..Head::default() };
        let at = http_date("Sun, 06 Nov 1994 08:49:00 GMT").expect("a moment");
        let wait = |text| head(text).wait(at).map(|wait| wait.as_secs());
        assert_eq!(wait("120"), Some(120));
        assert_eq!(wait("Sun, 06 Nov 1994 08:49:37 GMT"), Some(37));
        assert_eq!(wait("Sun, 06 Nov 1994 08:00:00 GMT"), Some(0));
        assert_eq!(wait("999999999"), Some(3600));
        assert_eq!(wait("later"), None);
    }

    #[test]
    fn delay_is_the_time_in_caches_and_since_the_change_that_is_seen_now() {
        let head = Head {
            last_modified: Some("Sun, 06 Nov 1994 08:49:00 GMT".to_owned()),
            date: Some("Sun, 06 Nov 1994 08:59:00 GMT".to_owned()),
            age: Some("30".to_owned()),
            ..Head::default()
        };
        assert_eq!(head.delay(true), ClockTime::seconds(630));
        assert_eq!(head.delay(false), ClockTime::seconds(30));
        assert_eq!(Head::default().delay(true), ClockTime::ZERO);
    }

    #[test]
    fn the_bytes_go_before_the_charset() {
        let koi8 = Some(TextEncoding::Koi8R);
        assert_eq!(charset("text/plain;charset=\"KOI8-R\"", &[0xEB]), koi8);
        assert_eq!(charset("text/plain", &[0xEB]), None);
        assert_eq!(charset("text/plain; charset=koi8-r", b"\xFF\xFE["), None);
        assert_eq!(charset("text/plain; charset=klingon", &[0xEB]), None);
    }
}
