//! A game as the Laws see it: the fold of its entries.

use kaissa_chess::{ByColor, Color, Move, Position, PositionKey, PositionParts, Role, Square};
use kaissa_laws::{ClockTime, Rule};

use crate::{DrawClaim, Entry, Fault, GameEnd, GameResult, Incident, Legality, Record, Saying};

/// A game as the Laws see it at one moment.
///
/// Made by folding its entries; the fold of a whole is the fold of its parts in order. A restored
/// position sets plies aside ([`Game::set_aside`]) and the line goes on from the earlier one.
///
/// **Laws:** 1.3 (who has the move), 6.2.1 (made and completed), 9.2.3 (same position).
///
/// # Examples
/// ```
/// use kaissa_chess::{Color, Position};
/// use kaissa_game::{Entry, Game};
/// let mut game = Game::new(Position::start());
/// for (by, uci) in [(Color::White, "g1f3"), (Color::Black, "g8f6"), (Color::White, "f3g1"), (Color::Black, "f6g8")] {
///     let played = game.position().move_from_uci(uci).ok_or("not a move")?;
///     game.apply(&Entry::MoveMade { by, played });
///     game.apply(&Entry::ClockPressed { by });
/// }
/// assert_eq!(game.occurrences(), [0, 4]);
/// assert_eq!(game.moves_completed(Color::Black), 2);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    line: Vec<MadeMove>,
    set_aside: Vec<SetAside>,
    touched: Vec<(Color, Square)>,
    held: Option<(Color, Square)>,
    clocks: Option<ByColor<ClockTime>>,
    booked: ByColor<Vec<Fault>>,
    offer: Option<Color>,
    claim: Option<(Color, DrawClaim)>,
    wrong_claims: ByColor<u32>,
    flags: ByColor<Flag>,
    end: Option<GameEnd>,
    incidents: Vec<(u32, Incident)>,
    presence: ByColor<Presence>,
    is_adjourned: bool,
}

/// A move that was made on the board.
#[derive(Clone, Debug)]
pub struct MadeMove {
    /// Who made it.
    pub by: Color,
    /// What was done.
    pub played: Move,
    /// Whether it is legal by Article 3 and was made by the side to move.
    pub is_legal: bool,
    /// Whether the clock was pressed after it.
    pub is_pressed: bool,
    /// The position after it.
    pub after: Position,
}

/// Plies that a restored position took out of the game; they stay as evidence.
#[derive(Clone, Debug)]
pub struct SetAside {
    /// The ply after which the game went on.
    pub after_ply: u32,
    /// The moves that were taken out.
    pub moves: Vec<MadeMove>,
}

/// Whether a player is at the board, as far as entries tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Presence {
    /// No entry tells.
    #[default]
    Untold,
    /// He has not arrived yet.
    Absent,
    /// He arrived, or came back.
    Here,
    /// He left, or was expelled.
    Away,
}

/// What is known about a player's flag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Flag {
    /// It is up, as far as anybody knows.
    #[default]
    Up,
    /// It fell, and nobody has noticed.
    FellUnnoticed,
    /// It was noticed or claimed, which makes it count as fallen (6.8).
    Noticed,
}

impl Game {
    /// Begins a game from a position.
    pub fn new(start: Position) -> Game {
        Game {
            start,
            line: Vec::new(),
            set_aside: Vec::new(),
            touched: Vec::new(),
            held: None,
            clocks: None,
            booked: ByColor::default(),
            offer: None,
            claim: None,
            wrong_claims: ByColor::default(),
            flags: ByColor::default(),
            end: None,
            incidents: Vec::new(),
            presence: ByColor::default(),
            is_adjourned: false,
        }
    }

    /// Takes a game from its record, with the clock readings that stand there.
    ///
    /// A null move or a gesture with the kings ends the moves of the game; what comes after it in
    /// the record is left out.
    pub fn of_record(record: &Record) -> Game {
        let mut game = Game::new(record.start.clone());
        for ply in &record.plies {
            let Some(played) = ply.played.filter(|_| ply.legality != Legality::Gesture) else {
                break;
            };
            let by = game.turn();
            game.apply(&Entry::MoveMade { by, played });
            game.apply(&Entry::ClockPressed { by });
        }
        let live = record.live_clocks();
        let white = live.white.or_else(|| record.last_clock(Color::White));
        let black = live.black.or_else(|| record.last_clock(Color::Black));
        if let (Some(white), Some(black)) = (white, black) {
            game.apply(&Entry::ClocksRead(ByColor { white, black }));
        }
        game
    }

    /// Folds entries into a game.
    pub fn fold<'a>(start: Position, entries: impl IntoIterator<Item = &'a Entry>) -> Game {
        let mut game = Game::new(start);
        for entry in entries {
            game.apply(entry);
        }
        game
    }

    /// Takes one more entry into account.
    pub fn apply(&mut self, entry: &Entry) {
        match entry {
            Entry::PieceTouched { by, square } => {
                self.touched.push((*by, *square));
                self.refuse_by_touching(*by);
            }
            Entry::PieceLifted { by, square } => {
                self.touched.push((*by, *square));
                self.held = Some((*by, *square));
                self.refuse_by_touching(*by);
            }
            Entry::MoveMade { by, played } => self.make(*by, *played),
            Entry::ClockPressed { by } => {
                if let Some(last) = self.line.last_mut().filter(|last| last.by == *by) {
                    last.is_pressed = true;
                }
            }
            Entry::ClocksRead(times) | Entry::ClocksSet(times) => self.clocks = Some(*times),
            Entry::DrawOffered { by } => self.offer = Some(*by),
            Entry::Said { by, what: Saying::DrawCalled | Saying::DrawClaimed } => {
                // A claim, in whatever words, is a draw offer too (9.1.2.3).
                self.offer = self.offer.or(Some(*by));
            }
            Entry::Said { .. } => {}
            Entry::DrawRefused { by } => {
                self.offer = self.offer.filter(|offered| offered == by);
            }
            Entry::DrawAccepted { by } => {
                if self.offer == Some(!*by) && self.end.is_none() {
                    self.end = Some(GameEnd::Agreement);
                }
            }
            Entry::DrawClaimed { by, claim } => {
                self.claim = Some((*by, *claim));
                self.offer = Some(*by);
            }
            Entry::ClaimDecided { correct } => {
                if let Some((by, _)) = self.claim.take().filter(|_| !correct) {
                    *self.wrong_claims.get_mut(by) += 1;
                }
                self.offer = None;
            }
            Entry::Resigned { by } => {
                if self.end.is_none() {
                    self.end = Some(GameEnd::Resignation { by: *by });
                }
            }
            Entry::FlagFell { of } => {
                let flag = self.flags.get_mut(*of);
                if *flag == Flag::Up {
                    *flag = Flag::FellUnnoticed;
                }
            }
            Entry::FlagNoticed { of, .. } => *self.flags.get_mut(*of) = Flag::Noticed,
            Entry::IllegalMoveBooked { by, fault } => self.booked.get_mut(*by).push(*fault),
            Entry::PositionRestored { ply } => self.restore(*ply),
            Entry::PawnConverted { square, role } => self.convert(*square, *role),
            Entry::EndTakenBack => self.end = None,
            Entry::BookingTakenBack { by } => {
                self.booked.get_mut(*by).pop();
            }
            Entry::WarningTakenBack { who, rule } => self.take_back_warning(*who, *rule),
            Entry::WrongClaimTakenBack { by } => {
                let wrong = self.wrong_claims.get_mut(*by);
                *wrong = wrong.saturating_sub(1);
            }
            Entry::Happened(incident) => self.happen(incident),
            Entry::Ended(end) => self.end = Some(*end),
            Entry::PieceAdjusted { .. }
            | Entry::ClocksPaused { .. }
            | Entry::DrawOfferWithdrawn { .. }
            | Entry::ClaimWithdrawn { .. }
            | Entry::TimeClaimed { .. }
            | Entry::IllegalMoveClaimed { .. }
            | Entry::DrawAsserted { .. }
            | Entry::ResignationAsserted { .. }
            | Entry::ResignationWithdrawn { .. }
            | Entry::DrawAcceptedOnCondition { .. }
            | Entry::HandOffered { .. }
            | Entry::HandTaken { .. }
            | Entry::ClockLifted { .. }
            | Entry::ResultWritten { .. }
            | Entry::OutsiderSpoke(_)
            | Entry::ClaimPostponed => {}
        }
    }

    /// Keeps what happened around the board, with what it changes at once.
    fn happen(&mut self, incident: &Incident) {
        let ply = self.line.len() as u32;
        self.incidents.push((ply, incident.clone()));
        match incident {
            Incident::PlayerArrived { by, .. } | Incident::AreaEntered { by } => {
                *self.presence.get_mut(*by) = Presence::Here;
            }
            Incident::PlayerAbsent { by } => *self.presence.get_mut(*by) = Presence::Absent,
            Incident::AreaLeft { by, .. } | Incident::Expelled { player: Some(by) } => {
                *self.presence.get_mut(*by) = Presence::Away;
            }
            Incident::TimeGiven { to, time } => self.adjust_clock(*to, *time),
            Incident::TimeTaken { from, time } => self.adjust_clock(*from, ClockTime::ZERO - *time),
            Incident::Adjourned => self.is_adjourned = true,
            Incident::Resumed => self.is_adjourned = false,
            _ => {}
        }
    }

    /// Takes the last such warning out of what counts.
    fn take_back_warning(&mut self, who: Color, rule: Rule) {
        let warned = Incident::Warned { who, rule };
        if let Some(index) = self.incidents.iter().rposition(|(_, incident)| *incident == warned) {
            self.incidents.remove(index);
        }
    }

    /// Adds to the time that was last read or set on a clock; a clock never shows less than zero.
    fn adjust_clock(&mut self, of: Color, time: ClockTime) {
        if let Some(clocks) = &mut self.clocks {
            let clock = clocks.get_mut(of);
            *clock = (*clock + time).max(ClockTime::ZERO);
        }
    }

    /// What happened around the board, each with the ply after which it did.
    pub fn incidents(&self) -> &[(u32, Incident)] {
        &self.incidents
    }

    /// Whether a player is at the board, as far as entries tell.
    pub fn presence(&self, of: Color) -> Presence {
        *self.presence.get(of)
    }

    /// The rules for which a player has been warned, in order (12.9.1).
    pub fn warnings(&self, of: Color) -> impl Iterator<Item = Rule> {
        self.incidents.iter().filter_map(move |(_, incident)| match incident {
            Incident::Warned { who, rule } if *who == of => Some(*rule),
            _ => None,
        })
    }

    /// The result that a player has signed, the last one if several (8.7).
    pub fn signed(&self, by: Color) -> Option<GameResult> {
        self.incidents.iter().rev().find_map(|(_, incident)| match incident {
            Incident::ResultSigned { by: signer, result } if *signer == by => Some(*result),
            _ => None,
        })
    }

    /// Whether the game is adjourned (Guidelines I).
    pub fn is_adjourned(&self) -> bool {
        self.is_adjourned
    }

    /// The position from which the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.line.last().map_or(&self.start, |made| &made.after)
    }

    /// The position after a ply of the line; 0 is the start.
    pub fn position_after(&self, ply: u32) -> Option<&Position> {
        match ply.checked_sub(1) {
            None => Some(&self.start),
            Some(index) => self.line.get(index as usize).map(|made| &made.after),
        }
    }

    /// Each position of the line with its ply, the start first.
    pub fn positions(&self) -> impl Iterator<Item = (u32, &Position)> {
        let after = self.line.iter().map(|made| &made.after);
        std::iter::once(&self.start).chain(after).enumerate().map(|(ply, at)| (ply as u32, at))
    }

    /// The moves of the line.
    pub fn moves(&self) -> &[MadeMove] {
        &self.line
    }

    /// The last move of the line.
    pub fn last_move(&self) -> Option<&MadeMove> {
        self.line.last()
    }

    /// Plies made so far.
    pub fn ply(&self) -> u32 {
        self.line.len() as u32
    }

    /// Who has the move: the opponent's move has been made (1.3).
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The plies after which the position on the board stood, itself last (9.2.3).
    pub fn occurrences(&self) -> Vec<u32> {
        self.plies_of(&self.position().key())
    }

    /// The same with a move that is announced and not made, its ply last.
    pub fn occurrences_with(&self, announced: Move) -> Vec<u32> {
        let mut after = self.position().clone();
        after.play(announced);
        let mut plies = self.plies_of(&after.key());
        plies.push(self.ply() + 1);
        plies
    }

    /// How often the placement with the side to move has stood, rights left out.
    pub fn diagrams(&self, announced: Option<Move>) -> u32 {
        let mut at = self.position().clone();
        let mut count = 0;
        if let Some(played) = announced {
            at.play(played);
            count += 1;
        }
        let key = at.key();
        count + self.positions().filter(|(_, seen)| seen.key().is_same_diagram(&key)).count() as u32
    }

    fn plies_of(&self, key: &PositionKey) -> Vec<u32> {
        self.positions().filter(|(_, at)| at.key() == *key).map(|(ply, _)| ply).collect()
    }

    /// Moves that a player has made.
    pub fn moves_made(&self, by: Color) -> u32 {
        self.line.iter().filter(|made| made.by == by).count() as u32
    }

    /// Moves that a player has completed: pressed, or followed by a further move (6.2.1).
    pub fn moves_completed(&self, by: Color) -> u32 {
        let last = self.line.len().saturating_sub(1);
        let completed = |(index, made): &(usize, &MadeMove)| {
            made.by == by && (made.is_pressed || *index < last)
        };
        self.line.iter().enumerate().filter(completed).count() as u32
    }

    /// The pieces that a player has touched since the last move was made, in order.
    pub fn touched_by(&self, by: Color) -> Vec<Square> {
        let own = self.touched.iter().filter(|(who, _)| *who == by);
        own.map(|(_, square)| *square).collect()
    }

    /// The piece that is held in the hand.
    pub fn held(&self) -> Option<(Color, Square)> {
        self.held
    }

    /// The last clock times that were read or set.
    pub fn clocks(&self) -> Option<ByColor<ClockTime>> {
        self.clocks
    }

    /// The faults booked for a player as illegal moves, in order.
    pub fn booked(&self, by: Color) -> &[Fault] {
        self.booked.get(by)
    }

    /// The side whose draw offer is open.
    pub fn open_offer(&self) -> Option<Color> {
        self.offer
    }

    /// The draw claim that is not yet decided.
    pub fn pending_claim(&self) -> Option<(Color, DrawClaim)> {
        self.claim
    }

    /// How many draw claims of a player were decided to be wrong.
    pub fn wrong_claims(&self, of: Color) -> u32 {
        *self.wrong_claims.get(of)
    }

    /// What is known about a player's flag.
    pub fn flag(&self, of: Color) -> Flag {
        *self.flags.get(of)
    }

    /// How the players or the arbiter ended the game.
    pub fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// The plies that restored positions took out of the game.
    pub fn set_aside(&self) -> &[SetAside] {
        &self.set_aside
    }

    fn make(&mut self, by: Color, played: Move) {
        let is_legal = self.turn() == by && self.position().is_legal(played);
        let mut after = self.position().clone();
        after.set_turn(by);
        after.play(played);
        self.line.push(MadeMove { by, played, is_legal, is_pressed: false, after });
        self.touched.clear();
        self.held = None;
        // Moving is touching: an offer of the opponent is refused by it (9.1.2.1).
        self.refuse_by_touching(by);
    }

    fn refuse_by_touching(&mut self, by: Color) {
        if self.offer == Some(!by) {
            self.offer = None;
        }
    }

    fn restore(&mut self, ply: u32) {
        let moves = self.line.split_off(self.line.len().min(ply as usize));
        if !moves.is_empty() {
            self.set_aside.push(SetAside { after_ply: ply, moves });
        }
        self.touched.clear();
        self.held = None;
    }

    fn convert(&mut self, square: Square, role: Role) {
        if let Some(last) = self.line.last_mut()
            && last.played.to() == square
        {
            let before = last.played;
            last.played = Move::Normal { from: before.from(), to: square, promotion: Some(role) };
            let after = &last.after;
            let mut board = after.board().clone();
            board.set_piece_at(square, role.of(last.by));
            last.after = Position::from_parts(PositionParts {
                board,
                turn: after.turn(),
                castling_rooks: after.castling_rooks(),
                pawn_step: None,
                halfmove_clock: after.halfmove_clock(),
                fullmove_number: after.fullmove_number(),
                chess960: after.is_chess960(),
            });
        }
    }
}
