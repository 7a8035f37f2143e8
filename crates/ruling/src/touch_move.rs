//! Touching and moving the pieces: which moves are left to a player, and who may complain.

use kaissa_chess::{CastlingSide, Color, Move, MoveList, Position, Role, Square};
use kaissa_game::{Entry, Fault, Game};
use kaissa_laws::{
    Adjusting, Citation, Edition, EndingMove, Grounds, KingReleasedCastling, PromotionChoiceFinal,
    RookThenKing, Rule, Rules, TouchFaultIntervention,
};

use crate::facts::{Fact, FactError, FromFact, fact_words, facts};
use crate::proposal::{Consequence, Decision, Judgement, Proposal};
use crate::{Act, Choice, IrregularMove, propose_irregular_move};

facts! {
    /// Pieces are touched.
    TouchFacts {
        /// The position before the touch.
        position: Position,
        /// Who touched; the player to move where it is not told.
        by: Option<Color>,
        /// The squares of the touched pieces in order; a leading ? where the order is unknown.
        touched: Vec<Touched>,
        /// Whether adjusting was announced first.
        adjust_announced: bool,
        /// What kind of contact it was.
        contact: Option<Contact>,
        /// The square on which the touched piece was released.
        released_on: Option<Square>,
        /// The square on which the king was released while castling.
        king_released_on: Option<Square>,
        /// The square of the last rank on which a pawn was released.
        pawn_released_on: Option<Square>,
        /// The square of a promotion piece that has touched it.
        new_piece_on: Option<Square>,
        /// The promotion piece that has touched its square.
        new_piece: Option<Role>,
        /// The move that was then made, as two squares and a promotion letter.
        played: Option<String>,
        /// Whether the clock was pressed after that move; pressed where it is not told.
        clock_pressed: Option<bool>,
        /// The player's illegal moves so far.
        illegal_moves_before: Option<u32>,
        /// The side whose draw offer is open.
        offer_of: Option<Color>,
    }
}

impl TouchFacts {
    /// The player to move touches pieces on purpose; nothing else is told.
    pub fn new(position: Position, touched: Vec<Touched>) -> TouchFacts {
        TouchFacts {
            position,
            by: None,
            touched,
            adjust_announced: false,
            contact: None,
            released_on: None,
            king_released_on: None,
            pawn_released_on: None,
            new_piece_on: None,
            new_piece: None,
            played: None,
            clock_pressed: None,
            illegal_moves_before: None,
            offer_of: None,
        }
    }
}

fact_words! {
    /// What kind of contact with a piece it was.
    Contact {
        /// Plainly accidental.
        Accidental "accidental",
        /// Meant, or not to be told from it.
        Deliberate "deliberate",
    }
}

/// A touched square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Touched {
    /// The square.
    pub square: Square,
    /// Whether its place in the order is known.
    pub order_known: bool,
}

impl FromFact for Touched {
    const FORM: &'static str =
        "a square from a1 to h8, with a leading ? where the order is unknown";

    fn from_fact(fact: &Fact) -> Result<Touched, FactError> {
        let Fact::Text(text) = fact else { return Err(FactError::new(fact, Self::FORM)) };
        let (order_known, square) = match text.strip_prefix('?') {
            Some(rest) => (false, rest),
            None => (true, text.as_str()),
        };
        let square = Square::from_ascii(square.as_bytes());
        let square = square.map_err(|_| FactError::new(fact, Self::FORM))?;
        Ok(Touched { square, order_known })
    }
}

/// Proposes what follows when pieces are touched: the complete set of moves that are left.
///
/// **Laws:** 4.2 (adjusting, accident), 4.3 (touched pieces), 4.4 (castling, promotion), 4.5 (nothing
/// playable), 4.7 (released pieces), 9.1 (an open offer is refused), 5.1.1 and 5.2.1 (an ending move has to obey them).
///
/// A promotion counts as four moves. A piece that was released binds further than a touch only
/// where its move obeys the touch; otherwise the touch decides.
///
/// # Errors
/// [`FactError`] where the move that was made cannot be read.
pub fn propose_touch(facts: &TouchFacts, rules: &Rules) -> Result<Proposal, FactError> {
    let position = &facts.position;
    let all = legal_moves(position);
    if facts.by.is_some_and(|by| by != position.turn()) {
        return Ok(touched_out_of_turn(facts, rules));
    }
    if facts.adjust_announced {
        let proposal = Proposal::new(Decision::NoObligation, rules.cite(Rule::Adjusting));
        return Ok(proposal.then(Consequence::OneOfMoves(all)));
    }
    if facts.contact == Some(Contact::Accidental) {
        let cited = first_known(rules, &[Rule::AccidentalContact, Rule::TouchOwn, Rule::TouchMove]);
        let proposal = Proposal::new(Decision::NoObligation, cited);
        return Ok(proposal.asking(Judgement::Facts).then(Consequence::OneOfMoves(all)));
    }

    let bound = Bound::by_touch(facts, rules).after_release(facts, rules);
    if let Some(played) = &facts.played {
        return judge_move_made(facts, played, bound, rules);
    }
    // Touching to move or capture refuses an offer (9.1).
    let touches_to_move = !facts.touched.is_empty();
    if touches_to_move && facts.offer_of == Some(!position.turn()) {
        let refused = bound.into_proposal(Decision::OfferRejected);
        let grounds = Grounds::new(rules.cite(Rule::DrawOffer)).and(rules.cite(Rule::TouchMove));
        return Ok(Proposal { grounds, ..refused });
    }
    Ok(bound.into_proposal(Decision::TouchBinds))
}

/// Gives the complete set of moves that are left to the player to move, for a search or a screen.
///
/// **Laws:** as [`propose_touch`]; adjusting and accident leave all.
pub fn permitted_moves(facts: &TouchFacts, rules: &Rules) -> Vec<Move> {
    let free = facts.adjust_announced || facts.contact == Some(Contact::Accidental);
    if free || facts.by.is_some_and(|by| by != facts.position.turn()) {
        return legal_moves(&facts.position);
    }
    Bound::by_touch(facts, rules).after_release(facts, rules).moves
}

/// Contact by the player who has not the move binds him to nothing (4.3 speaks of the player having
/// the move); adjusting is not his either (4.2).
fn touched_out_of_turn(facts: &TouchFacts, rules: &Rules) -> Proposal {
    if facts.contact == Some(Contact::Accidental) {
        return Proposal::new(Decision::NoObligation, rules.cite(Rule::AccidentalContact));
    }
    let Some(by) = facts.by else {
        return Proposal::new(Decision::NoObligation, rules.cite(Rule::TouchMove));
    };
    let only_to_move = rules.adjusting().is(Adjusting::OnlyPlayerToMove);
    if facts.adjust_announced || only_to_move {
        return Proposal::new(Decision::Infringement, rules.cite(Rule::Adjusting))
            .then(Consequence::PenaltyByChoice { to: by })
            .asking(Judgement::Disturbance)
            .offering_penalties(rules, by, crate::Gravity::Slight);
    }
    Proposal::new(Decision::NoObligation, rules.cite(Rule::TouchOwn)).asking(Judgement::Disturbance)
}

/// The moves to which a touch or a release binds, and why.
struct Bound {
    moves: Vec<Move>,
    grounds: Vec<Citation>,
    /// The known texts of the edition read differently here.
    is_doubtful: bool,
}

impl Bound {
    fn new(moves: Vec<Move>, grounds: Vec<Citation>) -> Bound {
        Bound { moves, grounds, is_doubtful: false }
    }

    fn by_touch(facts: &TouchFacts, rules: &Rules) -> Bound {
        let touch = Touch::new(facts);
        if touch.order.is_empty() {
            return Bound::new(touch.all, vec![rules.cite(Rule::TouchMove)]);
        }
        if let Some(bound) = touch.both_colors(rules) {
            return bound;
        }
        match touch.first_playable() {
            Some(moves) => {
                let theirs = touch.own.is_empty();
                let rule = if theirs { Rule::TouchOpponents } else { Rule::TouchOwn };
                touch.with_castling(moves, rule, rules)
            }
            None => Bound::new(touch.all, vec![rules.cite(Rule::NothingPlayable)]),
        }
    }

    /// Narrows the moves to those that keep a released piece where it is.
    fn after_release(self, facts: &TouchFacts, rules: &Rules) -> Bound {
        if let Some(square) = facts.king_released_on {
            return self.after_king(square, rules);
        }
        if let Some(square) = facts.new_piece_on {
            return self.after_new_piece(square, facts.new_piece, rules);
        }
        let Some(square) = facts.pawn_released_on.or(facts.released_on) else { return self };
        let pawn = facts.pawn_released_on.is_some();
        let first = facts.touched.first().map(|touched| touched.square);
        self.narrowed(rules.cite(Rule::ReleasedPiece), |played| {
            let from_there = match facts.position.piece_at(played.from()) {
                Some(piece) if pawn => piece.role == Role::Pawn,
                _ => first.is_none_or(|first| moves_piece_on(played, first)),
            };
            from_there && played.to() == square
        })
    }

    fn after_king(self, square: Square, rules: &Rules) -> Bound {
        let castles = |played: Move| matches!(played, Move::Castle { .. });
        let of_king = |played: Move| castles(played) && played.to() == square;
        let stated = rules.king_released_castling();
        let silent = stated.is(KingReleasedCastling::NotStated) || stated.value.is_none();
        let cited = first_known(rules, &[Rule::ReleasedPiece, Rule::TouchCastling]);
        let mut bound = self.narrowed(cited, of_king);
        bound.is_doubtful |= silent;
        bound
    }

    fn after_new_piece(self, square: Square, role: Option<Role>, rules: &Rules) -> Bound {
        let stated = rules.promotion_choice_final();
        let is_final = stated.is(PromotionChoiceFinal::OnTouchingSquare);
        let cited = first_known(rules, &[Rule::PromotionChoice, Rule::Promotion]);
        let mut bound = self.narrowed(cited, |played| {
            let same = !is_final || role.is_none() || played.promotion() == role;
            played.to() == square && played.promotion().is_some() && same
        });
        bound.is_doubtful |= !is_final;
        bound
    }

    /// Keeps the moves that fit what was released, where any does; else the touch alone binds.
    fn narrowed(mut self, cited: Citation, fits: impl Fn(Move) -> bool) -> Bound {
        let fitting: Vec<Move> =
            self.moves.iter().copied().filter(|&played| fits(played)).collect();
        if !fitting.is_empty() {
            self.moves = fitting;
            self.grounds.insert(0, cited);
        }
        self
    }

    fn into_proposal(self, decision: Decision) -> Proposal {
        let mut grounds = self.grounds.into_iter();
        let first = grounds.next().map(Grounds::new);
        let Some(first) = first else { unreachable!("every bound cites its rule") };
        let grounds = grounds.fold(first, Grounds::and);
        let proposal = Proposal::new(decision, grounds).then(match self.moves[..] {
            [only] => Consequence::PlayMove(only),
            _ => Consequence::OneOfMoves(self.moves),
        });
        if self.is_doubtful { proposal.asking(Judgement::TextSilent) } else { proposal }
    }
}

/// The touched pieces of both sides in the order in which they count as touched.
struct Touch<'a> {
    position: &'a Position,
    all: Vec<Move>,
    own: Vec<Square>,
    theirs: Vec<Square>,
    /// All of them; of pieces whose order is unknown the own ones come first (4.3.3).
    order: Vec<Square>,
    order_known: bool,
}

impl<'a> Touch<'a> {
    fn new(facts: &'a TouchFacts) -> Touch<'a> {
        let position = &facts.position;
        let color_on = |square| position.piece_at(square).map(|piece| piece.color);
        let mut order: Vec<Touched> = facts
            .touched
            .iter()
            .copied()
            .filter(|touched| color_on(touched.square).is_some())
            .collect();
        let order_known = order.iter().all(|touched| touched.order_known);
        if !order_known {
            order.sort_by_key(|touched| color_on(touched.square) != Some(position.turn()));
        }
        let order: Vec<Square> = order.into_iter().map(|touched| touched.square).collect();
        let of = |color| order.iter().copied().filter(|&s| color_on(s) == Some(color)).collect();
        Touch {
            position,
            all: legal_moves(position),
            own: of(position.turn()),
            theirs: of(!position.turn()),
            order,
            order_known,
        }
    }

    fn moves_where(&self, fits: impl Fn(Move) -> bool) -> Option<Vec<Move>> {
        let fitting: Vec<Move> = self.all.iter().copied().filter(|&played| fits(played)).collect();
        (!fitting.is_empty()).then_some(fitting)
    }

    fn moves_of(&self, square: Square) -> Option<Vec<Move>> {
        self.moves_where(|played| moves_piece_on(played, square))
    }

    fn captures_of(&self, square: Square) -> Option<Vec<Move>> {
        self.moves_where(|played| captured_square(self.position, played) == Some(square))
    }

    /// The moves with which a touched piece can be moved or captured.
    fn playable(&self, square: Square) -> Option<Vec<Move>> {
        match self.own.contains(&square) {
            true => self.moves_of(square),
            false => self.captures_of(square),
        }
    }

    fn is_playable(&self, square: Square) -> bool {
        self.playable(square).is_some()
    }

    /// The moves of the first touched piece that can be moved or captured (4.3).
    fn first_playable(&self) -> Option<Vec<Move>> {
        self.order.iter().find_map(|&square| self.playable(square))
    }

    /// Pieces of both colours: the first with the first, where that capture is legal (4.3.3).
    fn both_colors(&self, rules: &Rules) -> Option<Bound> {
        let (&own, &theirs) = (self.own.first()?, self.theirs.first()?);
        let cited = vec![rules.cite(Rule::TouchBoth)];
        let one_takes_other = self.moves_where(|played| {
            moves_piece_on(played, own) && captured_square(self.position, played) == Some(theirs)
        });
        if let Some(moves) = one_takes_other {
            return Some(Bound::new(moves, cited));
        }
        let Some(moves) = self.first_playable() else {
            return Some(Bound::new(self.all.clone(), vec![rules.cite(Rule::NothingPlayable)]));
        };
        let mut bound = self.with_castling(moves, Rule::TouchBoth, rules);
        bound.is_doubtful |= self.readings_differ(&bound.moves, rules);
        Some(bound)
    }

    /// The text of 2001 is known in a translation alone, which has the touched piece of the opponent
    /// captured with any own piece before the own one may simply move.
    fn readings_differ(&self, moves: &[Move], rules: &Rules) -> bool {
        if rules.edition() != Edition::E2001 {
            return false;
        }
        let by_translation = self.theirs.first().and_then(|&square| self.captures_of(square));
        by_translation.is_some_and(|captures| captures != moves)
    }

    /// Where king and rook are touched, castling comes before the free move of the piece (4.4).
    fn with_castling(&self, moves: Vec<Move>, rule: Rule, rules: &Rules) -> Bound {
        let plain = |moves: Vec<Move>| Bound::new(moves, vec![rules.cite(rule)]);
        let us = self.position.turn();
        let (Some(king), Some((rook, side))) = (self.position.king_of(us), self.castling_rook())
        else {
            return plain(moves);
        };
        let Some(king_at) = self.own.iter().position(|&square| square == king) else {
            return plain(moves);
        };
        let rook_first = self.own.iter().position(|&square| square == rook) < Some(king_at);
        if rook_first && self.order_known {
            return self.after_rook(side, moves, rules);
        }
        let before_king = self.order.iter().take_while(|&&square| square != king);
        let earlier_binds =
            before_king.filter(|&&square| square != rook).any(|&square| self.is_playable(square));
        match earlier_binds {
            true => plain(moves),
            false => self.castle(king, rook, side, rules),
        }
    }

    /// The touched rook with which castling can be meant: the first of them.
    fn castling_rook(&self) -> Option<(Square, CastlingSide)> {
        self.own.iter().find_map(|&square| {
            CastlingSide::ALL.into_iter().find_map(|side| {
                match self.position.castling_meant(side)? {
                    Move::Castle { rook, .. } if rook == square => Some((square, side)),
                    _ => None,
                }
            })
        })
    }

    /// Rook, then king: the first that can move, without castling (4.4.2).
    fn after_rook(&self, side: CastlingSide, moves: Vec<Move>, rules: &Rules) -> Bound {
        let none_at_all = rules.rook_then_king().is(RookThenKing::NoCastling);
        let rook_side = self.castle_to(side);
        let kept = |played: &Move| match played {
            Move::Castle { .. } => !none_at_all && Some(*played) != rook_side,
            _ => true,
        };
        let left: Vec<Move> = moves.into_iter().filter(kept).collect();
        if !left.is_empty() {
            let grounds = vec![rules.cite(Rule::RookThenKing), rules.cite(Rule::TouchOwn)];
            return Bound::new(left, grounds);
        }
        // The king could only have castled, and that is barred: any other legal move.
        let others = self.all.iter().copied().filter(kept).collect();
        let grounds = vec![rules.cite(Rule::RookThenKing), rules.cite(Rule::NothingPlayable)];
        Bound::new(others, grounds)
    }

    /// King and rook: castle there; else another king move; else any move (4.4.1, 4.4.3).
    fn castle(&self, king: Square, rook: Square, side: CastlingSide, rules: &Rules) -> Bound {
        let castling = Move::Castle { king, rook };
        if self.castle_to(side) == Some(castling) && self.all.contains(&castling) {
            return Bound::new(vec![castling], vec![rules.cite(Rule::TouchCastling)]);
        }
        let cited = vec![rules.cite(Rule::CastlingIllegal)];
        if let Some(of_king) = self.moves_of(king) {
            return Bound::new(of_king, cited);
        }
        // The rook that was touched to castle does not bind; a piece of the opponent does.
        let captures = self.theirs.iter().find_map(|&square| self.captures_of(square));
        Bound::new(captures.unwrap_or_else(|| self.all.clone()), cited)
    }

    fn castle_to(&self, side: CastlingSide) -> Option<Move> {
        self.position.castling_meant(side)
    }
}

/// An illegal move after a touch is ruled upon as such; what was touched binds its replacement.
fn judge_illegal_move(facts: &TouchFacts, made: Move, rules: &Rules) -> Proposal {
    let by = facts.position.turn();
    let mut game = Game::new(facts.position.clone());
    for _ in 0..facts.illegal_moves_before.unwrap_or(0).min(MANY_FAULTS) {
        game.apply(&Entry::IllegalMoveBooked { by, fault: Fault::IllegalMove });
    }
    let irregular = IrregularMove {
        is_pressed: facts.clock_pressed.unwrap_or(true),
        touched: facts.touched.iter().map(|touched| touched.square).collect(),
        ..IrregularMove::seen(by, Act::Moved(made))
    };
    propose_irregular_move(&game, &irregular, rules)
}

/// More faults than any edition lets pass.
const MANY_FAULTS: u32 = 10;

/// Judges the move that was made after a touch.
fn judge_move_made(
    facts: &TouchFacts,
    played: &str,
    bound: Bound,
    rules: &Rules,
) -> Result<Proposal, FactError> {
    let position = &facts.position;
    let expected = "a move as two squares and a promotion letter";
    let wrong = || FactError::new(format!("{played:?}"), expected).of("played");
    let made = position.move_from_uci(played).ok_or_else(wrong)?;
    if !position.is_legal(made) {
        return Ok(judge_illegal_move(facts, made, rules));
    }
    let mut after = position.clone();
    after.play(made);
    let (mate, stalemate) = (after.is_checkmate(), after.is_stalemate());
    let obeys = bound.moves.contains(&made);
    let counts = obeys || rules.ending_move().is(EndingMove::LegalMove);

    if (mate || stalemate) && counts {
        return Ok(ending_stands(position.turn(), mate, !obeys, rules));
    }
    if obeys {
        return Ok(Proposal::new(Decision::NoFault, rules.cite(Rule::TouchMove)));
    }
    let decision = if mate { Decision::MateVoid } else { Decision::TouchMoveEnforced };
    let mut proposal = bound.into_proposal(decision);
    if mate {
        proposal.grounds = proposal.grounds.and(rules.cite(Rule::Checkmate));
    } else if stalemate {
        proposal.grounds = proposal.grounds.and(rules.cite(Rule::Stalemate));
    }
    let restored = Consequence::Restore { ply: None, position: Box::new(position.clone()) };
    proposal.consequences.insert(0, restored);
    Ok(proposal)
}

fn ending_stands(by: Color, mate: bool, is_doubtful: bool, rules: &Rules) -> Proposal {
    let (decision, rule) = match mate {
        true => (Decision::CheckmateStands, Rule::Checkmate),
        false => (Decision::StalemateStands, Rule::Stalemate),
    };
    let proposal = Proposal::new(decision, rules.cite(rule));
    let proposal = match mate {
        true => proposal.lost(!by, rules),
        false => proposal.drawn(rules),
    };
    if is_doubtful { proposal.asking(Judgement::TextSilent) } else { proposal }
}

facts! {
    /// A fault against the rules of touching is seen or claimed.
    TouchFaultFacts {
        /// The offender.
        by: Color,
        /// The side that claims; nobody where it is not told.
        claimed_by: Option<Color>,
    }
}

/// Proposes whether the arbiter acts on a fault of touching that he sees.
///
/// **Laws:** B5(a) of 2001, A.4.b of 2009 (rapid: on request only); the commentary of 2023 has him
/// act at once. Where the edition does not say, he sees to it that the Laws are observed.
pub fn propose_touch_fault(facts: &TouchFaultFacts, rules: &Rules) -> Proposal {
    let stated = rules.touch_fault_intervention();
    let claimed = facts.claimed_by.is_some();
    let Some(intervention) = stated.value else {
        return Proposal::new(Decision::ArbiterDecides, Grounds::new(stated.basis()))
            .without_text_for(Rule::TouchOnRequest)
            .asking(Judgement::TextSilent)
            .offering(Choice::Decide(Decision::TouchMoveEnforced))
            .offering(Choice::Decide(Decision::NoIntervention));
    };
    match intervention {
        TouchFaultIntervention::OnRequest if !claimed => {
            Proposal::new(Decision::NoIntervention, Grounds::new(stated.basis()))
        }
        TouchFaultIntervention::NotStated if !claimed => {
            let cited = rules.cite(Rule::ArbiterDuties);
            Proposal::new(Decision::TouchMoveEnforced, cited).asking(Judgement::TextSilent)
        }
        _ => Proposal::new(Decision::TouchMoveEnforced, rules.cite(Rule::TouchMove)),
    }
}

facts! {
    /// A player complains of the opponent's fault of touching.
    TouchComplaintFacts {
        /// The complainant.
        by: Color,
        /// Whether he had deliberately touched a piece before.
        complainant_touched_piece: bool,
    }
}

/// Proposes whether a complaint of a fault of touching is in time.
///
/// **Laws:** 4.6 of 2001, 4.7 of 2009, 4.8 from 2018 on: the right ends when the complainant touches
/// a piece with intent. A complaint in time is checked: what was touched is a matter of fact.
pub fn propose_touch_complaint(facts: &TouchComplaintFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::TouchComplaint);
    match facts.complainant_touched_piece {
        true => Proposal::new(Decision::ComplaintTooLate, cited),
        false => Proposal::new(Decision::ClaimAdmissible, cited).asking(Judgement::Facts),
    }
}

/// Cites the first of these rules that the edition's known text has, else the last.
pub(crate) fn first_known(rules: &Rules, candidates: &[Rule]) -> Citation {
    let mut cited = candidates.iter().map(|&rule| rules.cite(rule));
    let known = cited.clone().find(Citation::is_known);
    known.or(cited.next_back()).unwrap_or_else(|| rules.cite(Rule::Analogy))
}

/// Gives the legal moves of the player to move, in the order of generation.
pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

/// Says whether the move is one of the piece on this square. Castling is the king's (3.8).
fn moves_piece_on(played: Move, square: Square) -> bool {
    played.from() == square
}

/// The square of the piece that the move captures, if it captures one.
fn captured_square(position: &Position, played: Move) -> Option<Square> {
    match played {
        Move::Normal { to, .. } => position.piece_at(to).map(|_| to),
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Castle { .. } => None,
    }
}
