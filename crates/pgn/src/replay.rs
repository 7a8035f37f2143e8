//! The moves of the main line made on a board, as far as they are clear.

use kaissa_chess::notation::{
    CheckSign, Forms, Language, PlainMove, Reading, Shape, ShortToken, WrittenMove,
};
use kaissa_chess::{Move, Position, Role, Square};
use kaissa_game::{Legality, Record, RecordedPly, TextRange};
use kaissa_laws::ClockTime;

/// The replay of one game while its tokens come in.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    pub position: Position,
    pub language: Language,
    /// Tokens from the first unread one on.
    pub tail: Vec<TailToken>,
    /// Whether nothing is replayed any more.
    pub stopped: bool,
    /// Whether an illegal move has been met.
    pub has_illegal: bool,
    /// Forms met so far.
    pub forms: Forms,
    /// Where kings put in the centre began: plies before them, and the position.
    gesture: Option<(usize, Position)>,
    /// Whether the player on move is in check; known only where a legal move has led here.
    check: Option<bool>,
}

/// A token that was not replayed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TailToken {
    pub written: TextRange,
    pub clock: Option<ClockTime>,
    pub elapsed: Option<ClockTime>,
}

impl Default for Replay {
    fn default() -> Self {
        Replay::new()
    }
}

impl Replay {
    pub fn new() -> Replay {
        Replay {
            position: Position::start(),
            language: Language::English,
            tail: Vec::new(),
            stopped: false,
            has_illegal: false,
            forms: Forms::NONE,
            gesture: None,
            check: None,
        }
    }

    pub fn begin(&mut self, language: Language) {
        self.language = language;
        self.tail.clear();
        self.stopped = false;
        self.has_illegal = false;
        self.forms = Forms::NONE;
        self.gesture = None;
        self.check = None;
    }

    /// Whether every token was replayed, none of them after kings were put in the centre.
    pub fn is_plain(&self) -> bool {
        !self.stopped && self.tail.is_empty() && self.gesture.is_none()
    }

    /// Plies and tokens so far.
    pub fn n_tokens(&self, record: &Record) -> usize {
        record.plies.len() + self.tail.len()
    }

    /// Takes the next token of the main line.
    pub fn take(&mut self, record: &mut Record, token: &str, written: TextRange) {
        if self.stopped {
            self.tail.push(TailToken { written, clock: None, elapsed: None });
            return;
        }
        if self.gesture.is_some() {
            self.take_after_gesture(record, token, written);
            return;
        }
        let reading = if self.check == Some(false) {
            self.position.read_move_not_in_check(token, self.language)
        } else {
            self.position.read_move(token, self.language)
        };
        let (played, legality, forms) = match reading {
            Reading::Legal { played, forms, check } => {
                self.position.play(played);
                let is_check = self.position.is_check();
                self.push_legal(record, played, written, forms, (check, is_check));
                return;
            }
            Reading::Illegal { played, reason, forms } => {
                self.has_illegal = true;
                (Some(played), Legality::Illegal(reason), forms)
            }
            Reading::Null => (None, Legality::Null, Forms::NONE),
            Reading::Unclear(_) => {
                if self.language == Language::English && self.begin_gesture(record, token, written)
                {
                    return;
                }
                self.stopped = true;
                self.tail.push(TailToken { written, clock: None, elapsed: None });
                return;
            }
        };
        // After anything but a legal move a king may stand attacked.
        self.check = None;
        let recorded = ply(played, written, legality, forms);
        recorded.play_on(&mut self.position);
        self.forms = self.forms.with(forms);
        record.plies.push(recorded);
    }

    /// Whether the next token may be a plain move: nothing has come so far that needs more care.
    pub fn may_be_plain(&self) -> bool {
        !self.stopped && self.gesture.is_none() && self.language == Language::English
    }

    /// Takes the next token where it is a legal move in canonical SAN; `false` where it is left to
    /// [`Replay::take`]. Only for a replay that [may be plain](Replay::may_be_plain), which it stays.
    pub fn take_plain(
        &mut self,
        record: &mut Record,
        token: ShortToken,
        written: TextRange,
    ) -> bool {
        let may_be_check = self.check != Some(false);
        let Some(plain) = self.position.read_plain(token, may_be_check) else { return false };
        let is_check = self.position.play_plain(&plain, self.check.is_some());
        let PlainMove { played, forms, check, .. } = plain;
        self.push_legal(record, played, written, forms, (check, is_check));
        true
    }

    /// Adds a legal move that has been made; `check` is the sign that is written, and whether there
    /// is one.
    fn push_legal(
        &mut self,
        record: &mut Record,
        played: Move,
        written: TextRange,
        mut forms: Forms,
        check: (CheckSign, bool),
    ) {
        let (sign, is_check) = check;
        if let Some(form) = self.position.compare_check_sign_if(sign, is_check) {
            forms.add(form);
        }
        self.check = Some(is_check);
        self.forms = self.forms.with(forms);
        record.plies.push(ply(Some(played), written, Legality::Legal, forms));
    }

    /// Gives a clock to the last token.
    pub fn set_clock(
        &mut self,
        record: &mut Record,
        left: Option<ClockTime>,
        used: Option<ClockTime>,
    ) {
        let (clock, elapsed) = match (self.tail.last_mut(), record.plies.last_mut()) {
            (Some(token), _) => (&mut token.clock, &mut token.elapsed),
            (None, Some(ply)) => (&mut ply.clock, &mut ply.elapsed),
            (None, None) => return,
        };
        *clock = left.or(*clock);
        *elapsed = used.or(*elapsed);
    }

    /// The clocks of the last token.
    pub fn last_clocks(&self, record: &Record) -> (Option<ClockTime>, Option<ClockTime>) {
        match (self.tail.last(), record.plies.last()) {
            (Some(token), _) => (token.clock, token.elapsed),
            (None, Some(ply)) => (ply.clock, ply.elapsed),
            (None, None) => (None, None),
        }
    }

    /// Gives the last token the clocks that it had.
    pub fn restore_clocks(
        &mut self,
        record: &mut Record,
        (clock, elapsed): (Option<ClockTime>, Option<ClockTime>),
    ) {
        match (self.tail.last_mut(), record.plies.last_mut()) {
            (Some(token), _) => (token.clock, token.elapsed) = (clock, elapsed),
            (None, Some(ply)) => (ply.clock, ply.elapsed) = (clock, elapsed),
            (None, None) => {}
        }
    }

    /// Marks illegal king moves to the centre at the very end as gestures.
    pub fn finish(&mut self, record: &mut Record) {
        if self.stopped {
            return;
        }
        self.gesture = None;
        let Some(last) = record.plies.last() else { return };
        if !matches!(last.legality, Legality::Illegal(_) | Legality::Gesture) {
            return;
        }
        let before_last = record.position_after(record.plies.len().saturating_sub(1));
        if let Some(last) = record.plies.last_mut()
            && matches!(last.legality, Legality::Illegal(_))
            && last.played.is_some_and(|played| is_king_to_centre(&before_last, played))
        {
            last.legality = Legality::Gesture;
            self.has_illegal =
                record.plies.iter().any(|ply| matches!(ply.legality, Legality::Illegal(_)));
        }
    }

    /// Reads all tokens of a game anew in another language; gives the plies if every one of them is
    /// legal. The last token may be left out where the text ends in it.
    pub fn read_all(
        record: &Record,
        tail: &[TailToken],
        language: Language,
        last_may_be_cut: bool,
    ) -> Option<Vec<RecordedPly>> {
        let mut position = record.start.clone();
        let replayed = record.plies.iter().map(|ply| (ply.written, ply.clock, ply.elapsed));
        let waiting = tail.iter().map(|token| (token.written, token.clock, token.elapsed));
        let n_tokens = record.plies.len() + tail.len();
        let mut plies = Vec::with_capacity(n_tokens);
        for (index, (written, clock, elapsed)) in replayed.chain(waiting).enumerate() {
            let token = record.written(written);
            let (played, forms, legality) = match position.read_move(token, language) {
                Reading::Legal { played, forms, check } => {
                    let mut after = position.clone();
                    after.play(played);
                    let forms = forms.with(compare_check(&after, check));
                    position = after;
                    (Some(played), forms, Legality::Legal)
                }
                Reading::Null => {
                    position.pass();
                    (None, Forms::NONE, Legality::Null)
                }
                _ if last_may_be_cut && index > 0 && index + 1 == n_tokens => break,
                _ => return None,
            };
            plies.push(RecordedPly { played, written, legality, forms, clock, elapsed });
        }
        Some(plies)
    }

    fn begin_gesture(&mut self, record: &mut Record, token: &str, written: TextRange) -> bool {
        let Some(played) = king_to_centre(&self.position, token) else { return false };
        if record.plies.is_empty() {
            return false;
        }
        self.gesture = Some((record.plies.len(), self.position.clone()));
        self.push_gesture(record, played, written);
        true
    }

    fn push_gesture(&mut self, record: &mut Record, played: Move, written: TextRange) {
        self.position.play(played);
        record.plies.push(ply(Some(played), written, Legality::Gesture, Forms::NONE));
    }

    /// A king in the centre was the end of the game only if nothing but another king follows.
    fn take_after_gesture(&mut self, record: &mut Record, token: &str, written: TextRange) {
        if let Some(played) = king_to_centre(&self.position, token) {
            self.push_gesture(record, played, written);
            return;
        }
        if let Some((n_plies, position)) = self.gesture.take() {
            self.position = position;
            let gestures = record.plies.drain(n_plies..);
            self.tail.extend(gestures.map(|ply| TailToken {
                written: ply.written,
                clock: ply.clock,
                elapsed: ply.elapsed,
            }));
        }
        self.stopped = true;
        self.tail.push(TailToken { written, clock: None, elapsed: None });
    }
}

fn ply(played: Option<Move>, written: TextRange, legality: Legality, forms: Forms) -> RecordedPly {
    RecordedPly { played, written, legality, forms, clock: None, elapsed: None }
}

fn compare_check(after: &Position, check: CheckSign) -> Forms {
    after.compare_check_sign(check).map_or(Forms::NONE, Forms::of)
}

/// The king move to one of the four centre squares that a token writes, whatever its distance.
fn king_to_centre(position: &Position, token: &str) -> Option<Move> {
    let written = WrittenMove::parse(token, Language::English)?;
    let Shape::Piece { role: Some(Role::King), to, promotion: None, .. } = written.shape else {
        return None;
    };
    let from = position.king_of(position.turn())?;
    (is_centre(to) && from != to).then_some(Move::Normal { from, to, promotion: None })
}

fn is_king_to_centre(position: &Position, played: Move) -> bool {
    is_centre(played.to()) && position.board().role_at(played.from()) == Some(Role::King)
}

const fn is_centre(square: Square) -> bool {
    matches!(square, Square::D4 | Square::D5 | Square::E4 | Square::E5)
}
