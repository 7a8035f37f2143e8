//! What entries of the desk say: the bodies of the journal's entries, in the past tense.

mod journal;

use std::sync::Arc;

use kaissa_game::{Entry as GameEvent, GameResult, Timestamp};
use kaissa_journal::{
    Attachment, EnvelopeWritten, GapSeen, MoveReplaced, RecordDelta, SourceHealth,
};
use kaissa_words::Language;

pub(crate) use journal::{from_journal, to_journal};

/// The id of a board of a round, given once; it stays with the players whatever source brings
/// their game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardId(pub u32);

/// The id of an arbiter, given once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PersonId(pub u32);

/// What somebody may do at the desk, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// May read everything and change nothing.
    Reader,
    /// May act at the boards.
    Arbiter,
    /// May change settings and arbiters too.
    Chief,
}

impl Role {
    /// Every role, the least first.
    pub const ALL: [Role; 3] = [Role::Reader, Role::Arbiter, Role::Chief];

    /// The word by which forms, entries and the catalogue name it.
    pub const fn word(self) -> &'static str {
        match self {
            Role::Reader => "reader",
            Role::Arbiter => "arbiter",
            Role::Chief => "chief",
        }
    }

    /// Reads the word of a role.
    pub fn of_word(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }
}

/// Something that is set for the whole competition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Setting {
    /// The name of the competition.
    Competition,
    /// The edition of the Laws, by its name; empty for the one by the date of each game.
    Edition,
    /// The style of play; empty for the one by the time control.
    Style,
    /// Full or reduced supervision; empty where nothing was fixed.
    Supervision,
    /// The regulations of the competition, as the text of their file.
    Regulations,
    /// The language of pages for which nobody has chosen one.
    Language,
    /// The time control of games without electronics, as a tag writes it.
    TimeControl,
    /// The round that is shown first.
    Round,
}

impl Setting {
    /// Every setting.
    pub const ALL: [Setting; 8] = [
        Setting::Competition,
        Setting::Edition,
        Setting::Style,
        Setting::Supervision,
        Setting::Regulations,
        Setting::Language,
        Setting::TimeControl,
        Setting::Round,
    ];

    /// The word by which forms, entries and the catalogue name it.
    pub const fn word(self) -> &'static str {
        match self {
            Setting::Competition => "competition",
            Setting::Edition => "edition",
            Setting::Style => "style",
            Setting::Supervision => "supervision",
            Setting::Regulations => "regulations",
            Setting::Language => "language",
            Setting::TimeControl => "time_control",
            Setting::Round => "round",
        }
    }

    /// Reads the word of a setting.
    pub fn of_word(word: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|setting| setting.word() == word)
    }
}

/// Two players at a board of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The board's id.
    pub board: BoardId,
    /// The round, where it is known.
    pub round: Option<u32>,
    /// The number of the board as it stands on the table; empty where it is not known.
    pub number: String,
    /// White's name; empty where it is not known.
    pub white: String,
    /// Black's name.
    pub black: String,
}

/// An arbiter as he is entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArbiterEntered {
    /// His id.
    pub id: PersonId,
    /// His name.
    pub name: String,
    /// What he may do; `None` takes every right from him.
    pub role: Option<Role>,
    /// His PIN, hashed.
    pub pin_hash: String,
    /// The boards that he looks after, as `1-12, 20`; empty for all.
    pub sector: String,
}

/// What an entry says.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// A source says something else of the game of a board than before.
    RecordObserved {
        /// The board.
        board: BoardId,
        /// The source, with the board within it where it names its boards.
        source: String,
        /// What is different.
        delta: Box<RecordDelta>,
    },
    /// Another source's record is shown for a board.
    RecordFollowed {
        /// The board.
        board: BoardId,
        /// The source, as [`Body::RecordObserved`] names it.
        source: String,
    },
    /// A stretch of time in which nothing was seen of a board.
    GapSeen {
        /// The board.
        board: BoardId,
        /// The stretch.
        gap: GapSeen,
    },
    /// A source fares otherwise than before.
    SourceHealth {
        /// The board, where it is one of them that fares so.
        board: Option<BoardId>,
        /// The source.
        source: String,
        /// How it fares.
        health: SourceHealth,
    },
    /// Something happened at a board.
    GameEvent {
        /// The board.
        board: BoardId,
        /// What.
        event: GameEvent,
    },
    /// An arbiter put the record of a board right.
    RecordCorrected {
        /// The board.
        board: BoardId,
        /// The last ply that stays.
        after_ply: u32,
        /// The moves from there on, as written.
        moves: Vec<String>,
        /// Why.
        reason: String,
    },
    /// Players were paired at boards.
    PairingsEntered {
        /// Who plays where.
        pairings: Vec<Pairing>,
    },
    /// An arbiter put a pairing right, or took it out of its round.
    PairingCorrected {
        /// What it was.
        was: Pairing,
        /// What it is; `None` where there is no such game.
        now: Option<Pairing>,
        /// Why.
        reason: String,
    },
    /// The players of the tournament were entered, as a tournament report file.
    RosterEntered {
        /// The file.
        report: String,
    },
    /// A round was started.
    RoundStarted {
        /// Its number.
        round: u32,
    },
    /// An alarm became true.
    AlarmRaised {
        /// The board.
        board: BoardId,
        /// The alarm's id within the board: kind, ply and position.
        alarm: String,
        /// Its kind by its word.
        kind: String,
        /// The ply that it is anchored at.
        ply: u32,
    },
    /// An alarm is true no more.
    AlarmWithdrawn {
        /// The board.
        board: BoardId,
        /// The alarm's id.
        alarm: String,
    },
    /// An arbiter said that he goes to a board, or that he does not any more.
    OnTheWay {
        /// The board.
        board: BoardId,
        /// Whether he goes.
        is_going: bool,
    },
    /// A proposal was shown to an arbiter, as it was.
    ProposalShown {
        /// The board.
        board: BoardId,
        /// Which form asked for it: `claim`, `flag`, the name of an irregularity.
        about: String,
        /// The edition of the Laws that it rests on.
        edition: String,
        /// The language in which it was shown.
        language: Language,
        /// The proposal as JSON.
        proposal: serde_json::Value,
    },
    /// An arbiter ruled.
    RulingMade {
        /// The board.
        board: BoardId,
        /// The number of the entry of the proposal that was shown to him.
        proposal: Option<u64>,
        /// The decision by its word.
        decision: String,
        /// Which of the choices of the proposal was made; empty where there were none.
        choice: String,
        /// Whether it follows the proposal.
        follows: bool,
        /// Why it departs, or what there is to add.
        reason: String,
    },
    /// An arbiter took a ruling back.
    RulingTakenBack {
        /// The board.
        board: BoardId,
        /// The number of the entry of the ruling.
        ruling: u64,
        /// Why.
        reason: String,
    },
    /// A note was written.
    NoteAdded {
        /// The board that it is about.
        board: Option<BoardId>,
        /// What it says.
        text: String,
        /// The number of the entry that it belongs to.
        of_entry: Option<u64>,
    },
    /// A file was laid beside the journal.
    AttachmentAdded {
        /// The board that it is about.
        board: Option<BoardId>,
        /// What it is.
        attachment: Attachment,
        /// The file itself, on its way to be kept.
        bytes: Option<Arc<[u8]>>,
    },
    /// What an entry said was erased, and the file that it spoke of.
    BodyErased {
        /// The board that it was about.
        board: Option<BoardId>,
        /// The number of the entry.
        entry: u64,
        /// Why.
        reason: String,
    },
    /// A board told a move and took it back before it was believed: a piece dragged or touched.
    MoveReplaced {
        /// The board.
        board: BoardId,
        /// The source, with its row.
        source: String,
        /// What was told, and what instead.
        replaced: MoveReplaced,
    },
    /// A result was entered.
    ResultEntered {
        /// The board.
        board: BoardId,
        /// The result; `None` takes back what was entered before.
        result: Option<GameResult>,
    },
    /// Moves were counted by hand at a board.
    TallyCounted {
        /// The board.
        board: BoardId,
        /// The count, from 1 for each board.
        count: u32,
        /// What was counted.
        tally: serde_json::Value,
    },
    /// Something was set for the competition.
    SettingChanged {
        /// What.
        setting: Setting,
        /// To what.
        value: String,
    },
    /// An arbiter was entered or changed.
    ArbiterEntered(ArbiterEntered),
    /// A game was adjourned, and its envelope written.
    EnvelopeWritten {
        /// The board.
        board: BoardId,
        /// What stands on it.
        envelope: EnvelopeWritten,
    },
    /// An entry that says nothing to the desk: its body was erased, or its kind is not known here.
    Other {
        /// Its kind by its word.
        kind: String,
        /// The board that it is about.
        board: Option<BoardId>,
    },
}

impl Body {
    /// The word by which the journal names its kind.
    pub fn kind(&self) -> &str {
        match self {
            Body::RecordObserved { .. } => "record_observed",
            Body::GameEvent { .. } => "game_event",
            Body::RecordFollowed { .. } => "record_followed",
            Body::GapSeen { .. } => "gap_seen",
            Body::SourceHealth { .. } => "source_health",
            Body::MoveReplaced { .. } => "move_replaced",
            Body::RecordCorrected { .. } => "record_corrected",
            Body::PairingsEntered { .. } => "pairings_entered",
            Body::PairingCorrected { .. } => "pairing_corrected",
            Body::RosterEntered { .. } => "roster_entered",
            Body::RoundStarted { .. } => "round_started",
            Body::AlarmRaised { .. } => "alarm_raised",
            Body::AlarmWithdrawn { .. } => "alarm_withdrawn",
            Body::OnTheWay { .. } => "on_the_way",
            Body::ProposalShown { .. } => "proposal_shown",
            Body::RulingMade { .. } => "ruling_made",
            Body::RulingTakenBack { .. } => "ruling_taken_back",
            Body::NoteAdded { .. } => "note_added",
            Body::AttachmentAdded { .. } => "attachment_added",
            Body::BodyErased { .. } => "body_erased",
            Body::ResultEntered { result: Some(_), .. } => "result_entered",
            Body::ResultEntered { result: None, .. } => "result_taken_back",
            Body::TallyCounted { .. } => "tally_counted",
            Body::SettingChanged { .. } => "setting_changed",
            Body::ArbiterEntered(_) => "arbiter_entered",
            Body::EnvelopeWritten { .. } => "envelope_written",
            Body::Other { kind, .. } => kind,
        }
    }

    /// Every kind, in the order of the journal's page.
    pub const KINDS: [&'static str; 27] = [
        "ruling_made",
        "ruling_taken_back",
        "proposal_shown",
        "game_event",
        "record_corrected",
        "note_added",
        "attachment_added",
        "result_entered",
        "result_taken_back",
        "tally_counted",
        "envelope_written",
        "on_the_way",
        "alarm_raised",
        "alarm_withdrawn",
        "record_observed",
        "record_followed",
        "gap_seen",
        "source_health",
        "move_replaced",
        "pairings_entered",
        "pairing_corrected",
        "roster_entered",
        "round_started",
        "setting_changed",
        "arbiter_entered",
        "body_erased",
        "continued_from",
    ];

    /// The board that it speaks of.
    pub const fn board(&self) -> Option<BoardId> {
        match self {
            Body::RecordObserved { board, .. }
            | Body::RecordFollowed { board, .. }
            | Body::GapSeen { board, .. }
            | Body::MoveReplaced { board, .. }
            | Body::GameEvent { board, .. }
            | Body::RecordCorrected { board, .. }
            | Body::AlarmRaised { board, .. }
            | Body::AlarmWithdrawn { board, .. }
            | Body::OnTheWay { board, .. }
            | Body::ProposalShown { board, .. }
            | Body::RulingMade { board, .. }
            | Body::RulingTakenBack { board, .. }
            | Body::ResultEntered { board, .. }
            | Body::TallyCounted { board, .. }
            | Body::EnvelopeWritten { board, .. } => Some(*board),
            Body::NoteAdded { board, .. }
            | Body::AttachmentAdded { board, .. }
            | Body::BodyErased { board, .. }
            | Body::SourceHealth { board, .. }
            | Body::Other { board, .. } => *board,
            Body::PairingCorrected { was, .. } => Some(was.board),
            Body::PairingsEntered { .. }
            | Body::RosterEntered { .. }
            | Body::RoundStarted { .. }
            | Body::SettingChanged { .. }
            | Body::ArbiterEntered(_) => None,
        }
    }
}

/// An entry that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Deed {
    /// What it says.
    pub body: Body,
    /// When it happened at the table; `None` for now.
    pub happened_at: Option<Timestamp>,
    /// An id that the sender made for it alone; `None` for one made from the form's id.
    pub id: Option<String>,
}

impl From<Body> for Deed {
    fn from(body: Body) -> Deed {
        Deed { body, happened_at: None, id: None }
    }
}
