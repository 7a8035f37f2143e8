//! What the arbiter may choose from where the Laws leave it to him.

use kaissa_chess::Color;
use kaissa_laws::{ClockTime, Penalty};

use crate::Decision;

/// One of the choices offered to the arbiter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// A decision without more.
    Decide(Decision),
    /// The game is lost for this player.
    GameLost(Color),
    /// This player has resigned.
    Resigned(Color),
    /// An illegal move is penalised: this player gets the time.
    TimePenalty(Color),
    /// A penalty of the edition's list, with its time where it is one.
    Penalty(Penalty, Option<ClockTime>),
    /// The increment gained by an illegal press is taken back.
    TakeBack(ClockTime),
    /// The rook is put on its square and nothing is counted.
    CastlingCompleted,
    /// The player first writes the move that he announced.
    MakeClaimLegal,
    /// The arbiter rules that chess was brought into disrepute (11.1).
    Disrepute,
    /// Somebody who does not play is sent out of the playing area (12.7).
    ExpelOutsider,
    /// This player, who was disturbed, gets time (12.5).
    ExtraTime(Color),
    /// What the arbiter says to the player.
    Say(Remark),
}

/// What an arbiter may say to a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remark {
    /// That the touched piece must move.
    TouchMoveApplies,
    /// Nothing.
    Nothing,
    /// That it is his move.
    Move,
    /// Yes.
    Yes,
    /// No.
    No,
}

impl Choice {
    /// The word by which the JSON contract names it, with its argument after a colon.
    ///
    /// # Units
    /// Times in seconds.
    pub fn word(&self) -> String {
        let seconds = |time: &ClockTime| match time.as_millis() % 1_000 {
            0 => time.as_whole_seconds().to_string(),
            _ => time.as_seconds().to_string(),
        };
        match self {
            Choice::Decide(decision) => decision.word().to_owned(),
            Choice::GameLost(by) => format!("game_lost:{}", side(*by)),
            Choice::Resigned(by) => format!("resigned:{}", side(*by)),
            Choice::TimePenalty(to) => format!("time_penalty:{}", side(*to)),
            Choice::Penalty(penalty, None) => penalty.word().to_owned(),
            Choice::Penalty(penalty, Some(time)) => {
                format!("{}:{}", penalty.word(), seconds(time))
            }
            Choice::TakeBack(time) => format!("take_back:{}", seconds(time)),
            Choice::CastlingCompleted => "castling_completed".to_owned(),
            Choice::MakeClaimLegal => "make_claim_legal".to_owned(),
            Choice::Disrepute => "disrepute".to_owned(),
            Choice::ExpelOutsider => "expel_outsider".to_owned(),
            Choice::ExtraTime(to) => format!("extra_time:{}", side(*to)),
            Choice::Say(remark) => format!("say:{}", remark.word()),
        }
    }
}

impl Remark {
    /// The word by which the JSON contract names it.
    pub const fn word(self) -> &'static str {
        match self {
            Remark::TouchMoveApplies => "touch_move_applies",
            Remark::Nothing => "nothing",
            Remark::Move => "move",
            Remark::Yes => "yes",
            Remark::No => "no",
        }
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}
