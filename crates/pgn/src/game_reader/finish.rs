//! What is settled once all tokens of a game are known.

use kaissa_chess::Color;
use kaissa_chess::notation::{Form, Forms, Language};
use kaissa_game::{Legality, Oddity, OddityCode, Record, RecordEnd, RecordedPly, Unread};

use super::{GameReader, shorten};
use crate::replay::Replay;

impl GameReader<'_> {
    /// Completes the record: its text, its language, what was not read, its oddities.
    pub(super) fn finish(&mut self, record: &mut Record, end: RecordEnd) {
        record.text.push_str(self.slice(self.base, self.at));
        record.end = end;
        self.replay.finish(record);
        if self.options.language.is_none() {
            self.try_languages(record);
        } else {
            record.language = self.replay.language;
        }
        if let [only] = self.replay.tail.as_slice()
            && self.is_last
            && self.base + only.written.as_usize().end == self.text.len()
        {
            // The text ends in the token, which may not be written to its end.
            self.cut_off = true;
        }
        self.note_unread(record);
        self.note_forms(record);
        self.note_ending(record);
        let n_plies = u32::try_from(record.plies.len()).unwrap_or(u32::MAX);
        for comment in record.comments.iter_mut().chain(&mut record.variations) {
            comment.after_ply = comment.after_ply.min(n_plies);
        }
        record.oddities.sort_by_key(|oddity| oddity.place);
    }

    /// Takes another language if the whole game reads legally in it and not otherwise in another.
    fn try_languages(&mut self, record: &mut Record) {
        if !self.replay.stopped && !self.replay.has_illegal {
            return;
        }
        if record.oddities.iter().any(|oddity| oddity.code == OddityCode::FenUnreadable) {
            return;
        }
        let cut = self.is_last && self.at >= self.text.len() && record.result_token.is_none();
        if cut && self.replay.tail.len() == 1 && !self.replay.has_illegal {
            // Only the last token is not clear, and the text may end in the middle of it.
            return;
        }
        let mut taken: Option<(Language, Vec<RecordedPly>)> = None;
        for language in Language::TRIED {
            let Some(plies) = Replay::read_all(record, &self.replay.tail, language, cut) else {
                continue;
            };
            match &taken {
                None => taken = Some((language, plies)),
                Some((first, known)) => {
                    let same = known.len() == plies.len()
                        && known.iter().zip(&plies).all(|(a, b)| a.played == b.played);
                    if !same {
                        let found = format!("{}, {}", first.code(), language.code());
                        let at = self.base + record.game_start as usize;
                        let expected = "one language in which all moves are legal";
                        self.odd(record, OddityCode::LanguageAmbiguous, at, &found, expected);
                        return;
                    }
                }
            }
        }
        let Some((language, plies)) = taken else { return };
        let n_tokens = record.plies.len() + self.replay.tail.len();
        let left_over = self.replay.tail.last().copied();
        record.plies = plies;
        record.language = language;
        self.replay.tail.clear();
        self.replay.stopped = record.plies.len() < n_tokens;
        if self.replay.stopped {
            self.replay.tail.extend(left_over);
        }
        self.replay.forms = record.plies.iter().fold(Forms::NONE, |all, ply| all.with(ply.forms));
        let first = record.plies.iter().find(|ply| ply.forms.contains(Form::LocalLetter));
        let (at, found) = match first {
            Some(ply) => (ply.written.as_usize().start, record.written(ply.written).to_string()),
            None => (record.game_start as usize, String::new()),
        };
        let expected = format!("English letters; read as {}", language.code());
        self.odd(record, OddityCode::Language, self.base + at, &found, &expected);
        // Numbers were compared with a replay that had stopped; they are not compared again.
    }

    fn note_unread(&mut self, record: &mut Record) {
        let Some(first) = self.replay.tail.first().copied() else { return };
        let n_after = self.replay.tail.len() - 1;
        let token = shorten(record.written(first.written));
        let at = self.base + first.written.as_usize().start;
        let place = self.place_at(at);
        self.odd(record, OddityCode::Unread, at, &token, "a move that is clear in this position");
        if let Some(next) = self.replay.tail.get(1).copied() {
            let at = self.base + next.written.as_usize().start;
            let found = format!("{n_after} tokens from {} on", record.written(next.written));
            let expected = "every token before them read";
            self.odd(record, OddityCode::NotReplayed, at, &found, expected);
        }
        let ply = u32::try_from(record.plies.len() + 1).unwrap_or(u32::MAX);
        let n_tokens_after = u32::try_from(n_after).unwrap_or(u32::MAX);
        record.unread = Some(Unread { ply, token, place, n_tokens_after });
    }

    /// One oddity for each form of writing, at its first place.
    fn note_forms(&self, record: &mut Record) {
        let mut waiting = self.replay.forms;
        // The letters of a language are said once, by their language.
        waiting.remove(Form::LocalLetter);
        let has_null = self.has_null(record);
        for index in 0..record.plies.len() {
            let Some(ply) = record.plies.get(index).copied() else { break };
            if ply.legality == Legality::Null {
                let found = record.written(ply.written).to_string();
                let at = self.base + ply.written.as_usize().start;
                self.odd_once(record, OddityCode::NullMove, at, &found, "a move");
            }
            if waiting.is_empty() && !has_null {
                break;
            }
            for form in ply.forms.iter().filter(|&form| waiting.contains(form)) {
                let expected = canonical(record, index);
                let place = self.place_at(self.base + ply.written.as_usize().start);
                let found = shorten(record.written(ply.written));
                record.oddities.push(Oddity {
                    code: OddityCode::Form(form),
                    place,
                    found,
                    expected,
                });
            }
            waiting = waiting.without(ply.forms);
        }
    }

    fn has_null(&self, record: &Record) -> bool {
        record.plies.iter().any(|ply| ply.legality == Legality::Null)
    }

    fn note_ending(&self, record: &mut Record) {
        let at = self.at;
        if record.end == RecordEnd::CutOff || self.cut_off {
            record.end = RecordEnd::CutOff;
            self.odd(record, OddityCode::CutOff, at, "the end of the text", "the rest of the game");
        }
        let has_tag = record.tag("Result").is_some();
        if record.result_token.is_none() {
            let expected = "1-0, 0-1, 1/2-1/2 or * after the moves";
            self.odd(record, OddityCode::ResultTokenMissing, at, "no result", expected);
        }
        if !has_tag {
            let at = self.base + record.game_start as usize;
            self.odd(record, OddityCode::ResultTagMissing, at, "no Result tag", "a Result tag");
        }
        if record.tags.iter().any(|tag| record.written(tag.name).ends_with("Clock")) {
            self.compare_clock_tags(record);
        }
    }

    /// A clock in the tags is fresher than that of the last move, and may be larger.
    fn compare_clock_tags(&self, record: &mut Record) {
        let live = record.live_clocks();
        for (color, clock) in [(Color::White, live.white), (Color::Black, live.black)] {
            if let (Some(clock), Some(last)) = (clock, record.last_clock(color))
                && clock > last
            {
                let at = self.base + record.game_start as usize;
                let found = format!("{clock} in the tags");
                let expected = format!("at most {last}, as after the last move; time was added");
                self.odd(record, OddityCode::ClockTagLater, at, &found, &expected);
            }
        }
    }
}

/// The canonical SAN of a ply of the record.
fn canonical(record: &Record, index: usize) -> String {
    let position = record.position_after(index);
    match record.plies.get(index).and_then(|ply| ply.played) {
        Some(played) => position.to_san(played),
        None => String::new(),
    }
}
