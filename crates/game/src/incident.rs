//! What happens around the board: arrivals, set-up, clocks, conduct, adjournment, signatures.

use kaissa_chess::Color;
use kaissa_laws::{ClockTime, Penalty, Rule};

use crate::GameResult;

/// Something that happened around the board, in the past tense.
///
/// **Laws:** 6.6 and 6.7 (start and arrival), 4.9 and 8.1.6 (assistants), 6.10 and 6.11 (clocks),
/// 7.2 to 7.4 (set-up, colours, displaced pieces), 8.7 (signatures), 11 and 12 (conduct, penalties),
/// Guidelines I (adjournment). What follows from one is asked of a ruling; here it is kept with the
/// ply after which it happened, and what it changes at once is folded into the [`Game`].
///
/// [`Game`]: crate::Game
#[derive(Clone, PartialEq, Debug)]
pub enum Incident {
    /// The game was started: White's clock runs (6.2.2).
    GameStarted,
    /// A player arrived at the board, so long after the start of the session (6.7).
    PlayerArrived {
        /// Who.
        by: Color,
        /// How late.
        late: ClockTime,
    },
    /// A player was not at the board when the session started (6.7).
    PlayerAbsent {
        /// Who.
        by: Color,
    },
    /// An assistant was given to a player (4.9, 6.2.6, 8.1.6).
    AssistantAppointed {
        /// For whom.
        to: Color,
        /// For what.
        duty: AssistantDuty,
    },
    /// It was found that the colours were reversed (7.3).
    ColorsFoundReversed,
    /// It was found that the initial position was wrong (7.2.1).
    InitialPositionFoundWrong,
    /// It was found that the board lay the wrong way (7.2.2).
    BoardFoundTurned,
    /// A player displaced pieces (7.4).
    PiecesDisplaced {
        /// Who.
        by: Color,
    },
    /// The clock was found defective and exchanged (6.10.1).
    ClockReplaced,
    /// A wrong setting of the clock was put right (6.10.2).
    ClockSettingCorrected,
    /// The arbiter gave a player time (7.5.5, 9.5.3, 12.5, III.5).
    TimeGiven {
        /// To whom.
        to: Color,
        /// How much.
        time: ClockTime,
    },
    /// The arbiter took time from a player (12.9).
    TimeTaken {
        /// From whom.
        from: Color,
        /// How much.
        time: ClockTime,
    },
    /// The game was disturbed: by the opponent of the player named, or from outside (11.5, 12.7).
    Disturbed {
        /// Who was disturbed; `None` for both.
        who: Option<Color>,
    },
    /// A player's device made a sound (11.3.2).
    DeviceSounded {
        /// Whose.
        of: Color,
    },
    /// A device was found with a player (11.3.2).
    DeviceFound {
        /// With whom.
        of: Color,
    },
    /// A player used notes or advice (11.3.1).
    NotesUsed {
        /// Who.
        by: Color,
    },
    /// A player left the playing area (11.2.3).
    AreaLeft {
        /// Who.
        by: Color,
        /// Whether the arbiter had permitted it.
        with_permission: bool,
    },
    /// A player came back to the playing area.
    AreaEntered {
        /// Who.
        by: Color,
    },
    /// A spectator interfered (11.4, 12.7).
    SpectatorInterfered,
    /// A player persistently refused to comply with the Laws (11.7).
    ComplianceRefused {
        /// Who.
        by: Color,
    },
    /// Somebody was expelled from the playing area (12.7, 12.9.9).
    Expelled {
        /// The player; `None` for somebody who does not play.
        player: Option<Color>,
    },
    /// A player was warned (12.9.1).
    Warned {
        /// Who.
        who: Color,
        /// For what.
        rule: Rule,
    },
    /// A penalty was imposed (12.9).
    Penalised {
        /// On whom.
        who: Color,
        /// Which.
        penalty: Penalty,
    },
    /// A player sealed his move (I.1).
    MoveSealed {
        /// Who.
        by: Color,
    },
    /// The game was adjourned (I.2).
    Adjourned,
    /// The adjourned game was resumed (I.4 to I.10).
    Resumed,
    /// A player signed the scoresheets (8.7).
    ResultSigned {
        /// Who.
        by: Color,
        /// The result written there.
        result: GameResult,
    },
}

/// What an assistant does for a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AssistantDuty {
    /// He moves the pieces (4.9).
    Moving,
    /// He handles the clock (6.2.6).
    Clock,
    /// He writes the scoresheet (8.1.6).
    Recording,
}

#[cfg(test)]
mod tests {
    use kaissa_chess::{ByColor, Position};

    use super::*;
    use crate::{Entry, Game, Presence};

    /// A session from its start to the signatures, with an adjournment in between.
    fn session() -> Vec<Entry> {
        let happened = |incident| Entry::Happened(incident);
        let five = ClockTime::minutes(5);
        vec![
            happened(Incident::GameStarted),
            happened(Incident::PlayerArrived { by: Color::White, late: ClockTime::ZERO }),
            happened(Incident::PlayerAbsent { by: Color::Black }),
            happened(Incident::PlayerArrived { by: Color::Black, late: ClockTime::minutes(3) }),
            Entry::ClocksRead(ByColor { white: five, black: ClockTime::minutes(1) }),
            happened(Incident::Disturbed { who: Some(Color::White) }),
            happened(Incident::Warned { who: Color::Black, rule: Rule::Distraction }),
            happened(Incident::TimeGiven { to: Color::White, time: ClockTime::minutes(2) }),
            happened(Incident::TimeTaken { from: Color::Black, time: five }),
            happened(Incident::AreaLeft { by: Color::Black, with_permission: false }),
            happened(Incident::MoveSealed { by: Color::White }),
            happened(Incident::Adjourned),
            happened(Incident::Resumed),
            happened(Incident::AreaEntered { by: Color::Black }),
            happened(Incident::ResultSigned { by: Color::White, result: GameResult::DRAW }),
        ]
    }

    fn fold(entries: &[Entry]) -> Game {
        let mut game = Game::new(Position::start());
        entries.iter().for_each(|entry| game.apply(entry));
        game
    }

    #[test]
    fn what_happens_around_the_board_is_kept_and_folded() {
        let entries = session();
        let game = fold(&entries);
        assert_eq!(game.incidents().len(), 14);
        assert_eq!(game.presence(Color::Black), Presence::Here);
        assert_eq!(game.warnings(Color::Black).collect::<Vec<_>>(), [Rule::Distraction]);
        assert_eq!(game.warnings(Color::White).count(), 0);
        assert_eq!(game.signed(Color::White), Some(GameResult::DRAW));
        assert_eq!(game.signed(Color::Black), None);
        assert!(!game.is_adjourned());
        assert!(fold(&entries[..12]).is_adjourned());
        assert_eq!(fold(&entries[..10]).presence(Color::Black), Presence::Away);
        assert_eq!(fold(&entries[..1]).presence(Color::Black), Presence::Untold);
        assert_eq!(fold(&entries[..3]).presence(Color::Black), Presence::Absent);
        assert_eq!(fold(&entries[..4]).presence(Color::Black), Presence::Here);
    }

    #[test]
    fn time_given_and_taken_changes_the_clocks_and_leaves_none_below_zero() {
        let clocks = fold(&session()).clocks().expect("read once");
        assert_eq!(clocks.white, ClockTime::minutes(7));
        assert_eq!(clocks.black, ClockTime::ZERO);
    }
}
