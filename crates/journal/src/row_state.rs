//! What the journal has of one row of a source: the fold of its observations.

use std::collections::BTreeMap;
use std::fmt::Write;

use kaissa_chess::notation::Language;
use kaissa_game::{
    Legality, Oddity, OddityCode, Record, RecordEnd, TextRange, WrittenClock, read_clock,
};
use kaissa_laws::ClockTime;
use kaissa_pgn::{GameReader, ReadOptions};

use crate::{Placement, RecordDelta, RecordEndWord, WrittenPly};

/// What the journal has of one row of a source.
///
/// It is the fold of the row's `record_observed` entries ([`RowState::apply`]); a source's new record
/// becomes an entry by [`RowState::delta`]. The record comes back by [`RowState::record`], with the
/// same plies, clocks, legality, tags, start, result, comments and unread tokens; line and column
/// are those of a text that is put together anew.
///
/// # Examples
/// ```
/// use kaissa_game::Record;
/// use kaissa_journal::RowState;
/// use kaissa_pgn::{GameReader, ReadOptions};
///
/// let read = |text| {
///     let mut record = Record::new();
///     GameReader::new(text, ReadOptions::default()).read_into(&mut record);
///     record
/// };
/// let mut state = RowState::default();
/// let first = state.delta(&read("[White \"A\"]\n\n1. e4 {[%clk 1:30:00]} *"), None).ok_or("new")?;
/// state.apply(&first)?;
/// let second = state.delta(&read("[White \"A\"]\n\n1. e4 {[%clk 1:30:00]} c5 *"), None).ok_or("new")?;
/// assert_eq!(serde_json::to_string(&second)?, r#"{"kept_plies":1,"plies":[["c5"]]}"#);
/// state.apply(&second)?;
/// assert_eq!(state.record().plies.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowState {
    tags: Vec<(String, String)>,
    lead: String,
    plies: Vec<WrittenPly>,
    result: String,
    end: RecordEndWord,
    language: String,
    placement: Placement,
    text: Option<String>,
    last_taken: MovesText,
}

/// Tags that change while a game goes on; how its moves are read does not depend on them.
const LIVE_TAGS: [&str; 4] = ["WhiteClock", "BlackClock", "ReferenceTime", "Result"];

/// The text of the moves of the record that was taken last, from the first ply to the end of the
/// last one; empty where it is not known. It spares comparing ply by ply, and says nothing of its
/// own: all are equal.
#[derive(Clone, Debug, Default)]
struct MovesText(String);

impl PartialEq for MovesText {
    fn eq(&self, _: &MovesText) -> bool {
        true
    }
}

impl Eq for MovesText {}

/// A change that does not fit what it is to change: entries are missing, or of another row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeltaMismatch {
    /// How many plies there are.
    pub n_plies: u32,
    /// How many the change keeps.
    pub kept_plies: u32,
}

impl std::fmt::Display for DeltaMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "found {} plies, expected {} or more", self.n_plies, self.kept_plies)
    }
}

impl std::error::Error for DeltaMismatch {}

impl RowState {
    /// What has changed with a new record, and with what the source senses on the board; `None`
    /// where nothing has.
    pub fn delta(&self, record: &Record, placement: Option<&str>) -> Option<RecordDelta> {
        let n_kept = self.n_kept(record);
        let mut parts = parts_of(record, placement, n_kept);
        let mut delta = self.change_to(&parts, n_kept);
        if !parts.is_usual(n_kept, record) {
            let kept = self.plies.get(..n_kept).unwrap_or_default();
            parts.plies.splice(..0, kept.iter().cloned());
            if !are_same(&parts.record(), record) {
                delta.text = Some(record.text.clone());
            }
        }
        let is_nothing = delta.plies.is_empty()
            && delta.kept_plies as usize == self.plies.len()
            && self.text == delta.text
            && RecordDelta { kept_plies: 0, text: None, ..delta.clone() } == RecordDelta::default();
        (!is_nothing).then_some(delta)
    }

    /// Takes a new record, and gives what has changed with it; `None` where nothing has.
    pub fn take(&mut self, record: &Record, placement: Option<&str>) -> Option<RecordDelta> {
        let delta = self.delta(record, placement)?;
        // It was made from this very state, so it fits.
        self.apply(&delta).ok()?;
        self.last_taken.0.push_str(moves_text(record));
        Some(delta)
    }

    /// Takes a change into account.
    ///
    /// # Errors
    /// [`DeltaMismatch`] where the change keeps plies that are not there; then nothing is changed.
    pub fn apply(&mut self, delta: &RecordDelta) -> Result<(), DeltaMismatch> {
        let n_plies = u32::try_from(self.plies.len()).unwrap_or(u32::MAX);
        if delta.kept_plies > n_plies {
            return Err(DeltaMismatch { n_plies, kept_plies: delta.kept_plies });
        }
        self.last_taken.0.clear();
        self.plies.truncate(delta.kept_plies as usize);
        self.plies.extend(delta.plies.iter().cloned());
        if let Some(tags) = &delta.tags {
            self.tags.clone_from(tags);
        }
        for (name, value) in &delta.tag_values {
            for tag in self.tags.iter_mut().filter(|tag| tag.0 == *name) {
                tag.1.clone_from(value);
            }
        }
        if let Some(lead) = &delta.lead {
            self.lead.clone_from(lead);
        }
        if let Some(result) = &delta.result {
            self.result.clone_from(result);
        }
        if let Some(end) = delta.end {
            self.end = end;
        }
        if let Some(language) = &delta.language {
            self.language.clone_from(language);
        }
        if let Some(placement) = &delta.placement {
            self.placement.clone_from(placement);
        }
        self.text.clone_from(&delta.text);
        Ok(())
    }

    /// The record, read anew from what was written.
    pub fn record(&self) -> Record {
        let text = match &self.text {
            Some(text) => text.clone(),
            None => self.pgn(),
        };
        let language = Language::from_code(&self.language);
        let mut record = Record::new();
        // A text that holds no game leaves the record empty. One whose language is found again is
        // read as its source's reader has read it.
        GameReader::new(&text, ReadOptions::default()).read_into(&mut record);
        if language_word(&record) != self.language {
            record = Record::new();
            GameReader::new(&text, ReadOptions { language }).read_into(&mut record);
        }
        record.end = match self.end {
            RecordEndWord::Complete => RecordEnd::Complete,
            RecordEndWord::Open => RecordEnd::Open,
            RecordEndWord::CutOff => RecordEnd::CutOff,
        };
        record
    }

    /// How many plies were understood.
    pub fn n_plies(&self) -> usize {
        self.plies.len()
    }

    /// The plies as they were written.
    pub fn plies(&self) -> &[WrittenPly] {
        &self.plies
    }

    /// The value of a tag as it was written, escapes included.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// What stands on the board, as the placement part of a FEN; `None` where the source does not
    /// sense it.
    pub fn placement(&self) -> Option<String> {
        match &self.placement {
            Placement::Unsensed => None,
            Placement::AsRecorded => Some(placement_of(&self.record())),
            Placement::Other(placement) => Some(placement.clone()),
        }
    }

    /// How many plies a record begins with that are known already.
    fn n_kept(&self, record: &Record) -> usize {
        let n_known = self.n_known_by_text(record);
        let known = self.plies.get(n_known..).unwrap_or_default();
        let pairs = known.iter().zip(plies_of(record, n_known));
        n_known + pairs.take_while(|(known, ply)| ply.is(known)).count()
    }

    /// How many plies the text alone shows to be known: where the same tags, but for those that
    /// change while a game goes on, and so the same start, are followed by the same text up to the
    /// end of the last ply, all before that one are.
    fn n_known_by_text(&self, record: &Record) -> usize {
        let (n_plies, known) = (self.plies.len(), self.last_taken.0.as_str());
        let (Some(first), Some(last)) =
            (record.plies.first(), record.plies.get(n_plies.wrapping_sub(1)))
        else {
            return 0;
        };
        let moves = record.text.get(first.written.start as usize..).unwrap_or_default();
        let is_same = !known.is_empty()
            && (last.written.end - first.written.start) as usize == known.len()
            && moves.as_bytes().starts_with(known.as_bytes())
            && self.language == language_word(record)
            && self.begins_as(record);
        if is_same { n_plies - 1 } else { 0 }
    }

    /// Whether a record has the tags that are known; clocks and result may be others.
    fn begins_as(&self, record: &Record) -> bool {
        self.tags.len() == record.tags.len()
            && self.tags.iter().zip(&record.tags).all(|((name, value), tag)| {
                name == record.written(tag.name)
                    && (value == record.written(tag.value) || LIVE_TAGS.contains(&name.as_str()))
            })
    }

    /// The change to parts that hold the plies behind those that are kept.
    fn change_to(&self, parts: &RowState, n_kept: usize) -> RecordDelta {
        let mut delta = RecordDelta {
            kept_plies: u32::try_from(n_kept).unwrap_or(u32::MAX),
            plies: parts.plies.clone(),
            lead: changed(&self.lead, &parts.lead),
            result: changed(&self.result, &parts.result),
            end: changed(&self.end, &parts.end),
            language: changed(&self.language, &parts.language),
            placement: changed(&self.placement, &parts.placement),
            ..RecordDelta::default()
        };
        if self.tags == parts.tags {
            return delta;
        }
        let names = |state: &RowState| -> Vec<String> {
            state.tags.iter().map(|tag| tag.0.clone()).collect()
        };
        let mut once = names(parts);
        once.sort_unstable();
        once.dedup();
        if names(self) == names(parts) && once.len() == parts.tags.len() {
            let pairs = self.tags.iter().zip(&parts.tags);
            let values = pairs.filter(|(before, now)| before != now);
            delta.tag_values = values.map(|(_, now)| now.clone()).collect::<BTreeMap<_, _>>();
        } else {
            delta.tags = Some(parts.tags.clone());
        }
        delta
    }

    /// Whether parts that hold the plies behind those that are kept give the same record beyond
    /// doubt, so that it need not be read anew.
    fn is_usual(&self, n_kept: usize, record: &Record) -> bool {
        let new = record.plies.get(n_kept..).unwrap_or_default();
        !self.tags.is_empty()
            && self.lead.is_empty()
            && self.language.is_empty()
            && record.unread.is_none()
            && record.variations.is_empty()
            && record.end != RecordEnd::CutOff
            && new.iter().all(|ply| ply.legality == Legality::Legal)
            && self.plies.iter().all(|ply| ply.more.is_none())
            && record.oddities.iter().all(is_harmless)
    }

    /// The parts as PGN. Numbers of moves are left out: they say nothing that the moves do not.
    fn pgn(&self) -> String {
        let mut text = String::with_capacity(256 + 32 * self.plies.len());
        for (name, value) in &self.tags {
            // Writing to a text does not fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        if !text.is_empty() {
            text.push('\n');
        }
        if !self.lead.is_empty() {
            text.push_str(&self.lead);
            text.push(' ');
        }
        for (index, ply) in self.plies.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            text.push_str(&ply.written);
            if let Some(more) = &ply.more {
                text.push(' ');
                text.push_str(more);
                continue;
            }
            for (command, time) in [("clk", ply.clock), ("emt", ply.elapsed)] {
                if let Some(time) = time {
                    let _ = write!(text, " {{[%{command} {}]}}", clock_word(time));
                }
            }
        }
        if !self.result.is_empty() {
            text.push(' ');
            text.push_str(&self.result);
        }
        if self.end != RecordEndWord::CutOff {
            text.push('\n');
        }
        text
    }
}

/// Whether two records say the same, places in their texts apart.
pub fn are_same(one: &Record, other: &Record) -> bool {
    let comments = |record: &Record| -> Vec<(u32, String)> {
        let all = record.comments.iter().chain(&record.variations);
        let told = all.map(|comment| (comment.after_ply, record.written(comment.range).trim()));
        told.filter(|(_, text)| !is_clock_only(text)).map(|(at, text)| (at, text.into())).collect()
    };
    let tags = |record: &Record| -> Vec<(String, String)> {
        let tags = record.tags.iter();
        tags.map(|tag| (record.written(tag.name).to_owned(), record.tag_value(tag).into_owned()))
            .collect()
    };
    let plies = |record: &Record| -> Vec<_> {
        let plies = record.plies.iter();
        plies
            .map(|ply| {
                let written = record.written_ply(ply).to_owned();
                (ply.played, ply.legality, ply.forms, ply.clock, ply.elapsed, written)
            })
            .collect()
    };
    let unread = |record: &Record| {
        record
            .unread
            .as_ref()
            .map(|unread| (unread.ply, unread.token.clone(), unread.n_tokens_after))
    };
    one.start == other.start
        && one.has_start_fen == other.has_start_fen
        && one.end == other.end
        && one.language == other.language
        && one.written_result_token() == other.written_result_token()
        && unread(one) == unread(other)
        && tags(one) == tags(other)
        && plies(one) == plies(other)
        && comments(one) == comments(other)
}

fn changed<T: Clone + PartialEq>(before: &T, now: &T) -> Option<T> {
    (before != now).then(|| now.clone())
}

/// Oddities that say nothing about how the parts of a text hang together.
fn is_harmless(oddity: &Oddity) -> bool {
    matches!(
        oddity.code,
        OddityCode::Form(_)
            | OddityCode::ResultTokenMissing
            | OddityCode::ResultTagMissing
            | OddityCode::ClockTagLater
            | OddityCode::TimeControlMinutes
            | OddityCode::TimeControlForm
            | OddityCode::MoveNumber
    )
}

fn placement_of(record: &Record) -> String {
    let fen = record.last_position().to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// A ply as it stands in the text of a record.
struct PlyParts<'r> {
    written: &'r str,
    clock: Option<ClockTime>,
    elapsed: Option<ClockTime>,
    more: Option<&'r str>,
}

impl PlyParts<'_> {
    /// Whether it is one that is known.
    fn is(&self, known: &WrittenPly) -> bool {
        known.written == self.written
            && known.clock == self.clock
            && known.elapsed == self.elapsed
            && known.more.as_deref() == self.more
    }

    fn to_written(&self) -> WrittenPly {
        WrittenPly {
            written: self.written.to_owned(),
            clock: self.clock,
            elapsed: self.elapsed,
            more: self.more.map(str::to_owned),
        }
    }
}

/// The code of the language of a record's pieces; empty for the usual one.
fn language_word(record: &Record) -> &'static str {
    match record.language {
        Language::English => "",
        language => language.code(),
    }
}

/// The text of a record from its first ply to the end of its last one.
fn moves_text(record: &Record) -> &str {
    let ends = record.plies.first().zip(record.plies.last());
    ends.map_or("", |(first, last)| {
        record.written(TextRange { start: first.written.start, end: last.written.end })
    })
}

/// Where the moves of a record end in its text.
fn moves_end(record: &Record) -> u32 {
    let end = u32::try_from(record.text.len()).unwrap_or(u32::MAX);
    record.result_token.map_or(end, |token| token.start)
}

/// The plies of a record behind the first ones.
fn plies_of(record: &Record, n_first: usize) -> impl Iterator<Item = PlyParts<'_>> {
    let plies = record.plies.get(n_first..).unwrap_or_default();
    let ends = plies.iter().skip(1).map(|ply| ply.written.start).chain([moves_end(record)]);
    plies.iter().zip(ends).map(|(ply, next)| {
        let between = record.written(TextRange { start: ply.written.end, end: next });
        PlyParts {
            written: record.written_ply(ply),
            clock: ply.clock,
            elapsed: ply.elapsed,
            more: more_of(between),
        }
    })
}

/// Takes a record apart, its first plies left out.
fn parts_of(record: &Record, placement: Option<&str>, n_first: usize) -> RowState {
    let tag = |tag: &kaissa_game::Tag| {
        (record.written(tag.name).to_owned(), record.written(tag.value).to_owned())
    };
    let tags_end = record.tags.last().map_or(record.game_start, |tag| {
        let rest = record.text.get(tag.value.end as usize..).unwrap_or_default();
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let close = line.find(']').map_or(line.len(), |close| close + 1);
        tag.value.end + u32::try_from(close).unwrap_or(0)
    });
    let first = record.plies.first().map_or(moves_end(record), |ply| ply.written.start);
    let before_tags = more_of(record.written(TextRange { start: 0, end: record.game_start }));
    let before_moves = match record.tags.is_empty() && first <= record.game_start {
        true => None,
        false => more_of(record.written(TextRange { start: tags_end, end: first })),
    };
    let lead: Vec<&str> = [before_tags, before_moves].into_iter().flatten().collect();
    let end = match record.end {
        RecordEnd::Complete => RecordEndWord::Complete,
        RecordEnd::Open => RecordEndWord::Open,
        RecordEnd::CutOff => RecordEndWord::CutOff,
    };
    let placement = match placement {
        None => Placement::Unsensed,
        Some(placement) if placement == placement_of(record) => Placement::AsRecorded,
        Some(placement) => Placement::Other(placement.to_owned()),
    };
    RowState {
        tags: record.tags.iter().map(tag).collect(),
        lead: lead.join(" "),
        plies: plies_of(record, n_first).map(|ply| ply.to_written()).collect(),
        result: record.written_result_token().unwrap_or_default().to_owned(),
        end,
        language: language_word(record).to_owned(),
        placement,
        text: None,
        last_taken: MovesText::default(),
    }
}

/// What stands between two moves besides blanks, numbers and plain clocks.
fn more_of(between: &str) -> Option<&str> {
    let mut rest = between.trim();
    loop {
        if rest.is_empty() {
            return None;
        }
        rest = match after_number(rest).or_else(|| after_clock_comment(rest)) {
            Some(after) => after.trim_start(),
            None => break,
        };
    }
    let whole = between.trim();
    let digits_start = whole.trim_end_matches('.').trim_end_matches(|c: char| c.is_ascii_digit());
    // The number of the next move is put in by nobody; one inside a text stays.
    let is_number = digits_start.len() < whole.len()
        && whole.ends_with('.')
        && digits_start.ends_with(char::is_whitespace);
    let more = if is_number { digits_start.trim_end() } else { whole };
    (!more.is_empty()).then_some(more)
}

/// What follows a number of a move with its points.
fn after_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after = rest.trim_start_matches('.');
    (rest.len() < text.len() && after.len() < rest.len()).then_some(after)
}

/// What follows a comment that holds plain clocks and nothing else.
fn after_clock_comment(text: &str) -> Option<&str> {
    let (comment, after) = text.strip_prefix('{')?.split_once('}')?;
    is_clock_only(comment).then_some(after)
}

/// Whether a comment is `[%clk …]`, `[%emt …]` or both, with readings that leave no doubt.
fn is_clock_only(comment: &str) -> bool {
    let mut rest = comment.trim();
    if rest.is_empty() {
        return false;
    }
    while !rest.is_empty() {
        let Some(command) = rest.strip_prefix("[%clk ").or_else(|| rest.strip_prefix("[%emt "))
        else {
            return false;
        };
        let Some((time, after)) = command.split_once(']') else { return false };
        if read_clock(time).and_then(WrittenClock::certain).is_none() {
            return false;
        }
        rest = after.trim_start();
    }
    true
}

fn clock_word(time: ClockTime) -> String {
    let millis = time.as_millis();
    let sign = if millis < 0 { "-" } else { "" };
    let millis = millis.unsigned_abs();
    let (seconds, millis) = (millis / 1_000, millis % 1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match millis {
        0 => format!("{sign}{hours}:{minutes:02}:{seconds:02}"),
        millis => format!("{sign}{hours}:{minutes:02}:{seconds:02}.{millis:03}"),
    }
}
