//! Clock commands in comments: `[%clk 1:05:09]`, `[%emt 0:00:35]`, or nothing but a time.

use kaissa_game::{WrittenClock, read_clock};

/// What a comment says of the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ClockComment {
    /// Time left of the player who has just moved.
    pub left: Option<WrittenClock>,
    /// Time used for the move.
    pub used: Option<WrittenClock>,
    /// Whether the time left is all of the comment, without a command.
    pub is_plain: bool,
    /// Whether a command holds something that is no time.
    pub is_unreadable: bool,
}

/// Reads the clock commands of a comment; `None` where there is none.
pub(crate) fn read_clock_comment(comment: &str) -> Option<ClockComment> {
    if let Some(time) = only_clock(comment)
        && let Some(left) = read_clock(time)
    {
        return Some(ClockComment { left: Some(left), ..ClockComment::default() });
    }
    let bytes = comment.as_bytes();
    let Some(first) = memchr::memchr(b'%', bytes) else { return read_plain(comment) };
    let mut read = ClockComment::default();
    let mut found = false;
    let mut at = first;
    loop {
        let inner = comment.get(at + 1..).unwrap_or_default();
        let is_command = at > 0 && bytes.get(at - 1) == Some(&b'[');
        if is_command && let Some(close) = memchr::memchr(b']', inner.as_bytes()) {
            let command = inner.get(..close).unwrap_or_default().trim_start();
            let name_end = command.find(|letter: char| !letter.is_ascii_alphabetic());
            let (name, value) = command.split_at(name_end.unwrap_or(command.len()));
            let slot = match name {
                "clk" => Some(&mut read.left),
                "emt" => Some(&mut read.used),
                // Elapsed game time and mechanical clocks say nothing of the time left.
                _ => None,
            };
            if let Some(slot) = slot {
                found = true;
                match read_clock(value.trim_start_matches(':')) {
                    Some(clock) => *slot = Some(clock),
                    None => read.is_unreadable = true,
                }
            }
        }
        match memchr::memchr(b'%', inner.as_bytes()) {
            Some(next) => at += 1 + next,
            None => break,
        }
    }
    found.then_some(read)
}

/// The time of a comment that is one clock command and nothing else.
fn only_clock(comment: &str) -> Option<&str> {
    let time = comment.trim_ascii().strip_prefix("[%clk ")?.strip_suffix("]")?;
    (time.len() <= 12).then_some(time)
}

fn read_plain(comment: &str) -> Option<ClockComment> {
    let text = comment.trim();
    // A score of an engine has no colon; a time in running text is no clock.
    if text.len() > 12 || !text.contains(':') || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let left = Some(read_clock(text)?);
    Some(ClockComment { left, is_plain: true, ..ClockComment::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaissa_laws::ClockTime;

    fn times(comment: &str) -> (Option<i64>, Option<i64>) {
        let read = read_clock_comment(comment).expect(comment);
        let millis = |clock: Option<WrittenClock>| {
            clock.and_then(WrittenClock::certain).map(ClockTime::as_millis)
        };
        (millis(read.left), millis(read.used))
    }

    #[test]
    fn commands_are_found_in_any_order_and_across_lines() {
        assert_eq!(times("[%clk 00:15:15]"), (Some(915_000), None));
        assert_eq!(times("[%clk\n00:15:09]"), (Some(909_000), None));
        assert_eq!(times(" [%eval 0.17] [%clk 0:00:30] "), (Some(30_000), None));
        assert_eq!(
            times("[%emt 0:1:45] good 50% [%clk 1:00:00.5]"),
            (Some(3_600_500), Some(105_000))
        );
    }

    #[test]
    fn fr_clk_06_a_bare_time_is_a_clock_only_if_it_is_all_of_the_comment() {
        assert_eq!(times("0:04:57"), (Some(297_000), None));
        assert!(read_clock_comment("0:04:57").is_some_and(|read| read.is_plain));
        assert_eq!(read_clock_comment("at 0:03:00 he smiled"), None);
        assert_eq!(read_clock_comment("+0.69/29 36s"), None);
        assert_eq!(read_clock_comment("3:2"), read_clock_comment("3:02"));
    }

    #[test]
    fn what_is_no_time_is_said() {
        assert!(read_clock_comment("[%clk soon]").is_some_and(|read| read.is_unreadable));
        assert_eq!(read_clock_comment("[%cal Ge2e4]"), None);
    }
}
