//! Written and announced moves as the arbiter reads them, and castling in Chess960.

use kaissa_chess::announcement::AnnouncementFault;
use kaissa_chess::notation::{Language, Reading};
use kaissa_chess::{CastlingSide, Color, Move, Position, Square, Variant};
use kaissa_laws::{Chess960Rules, ClockTime, Grounds, Rule, Rules};

use crate::facts::{Fact, FactError, FromFact, fact_words, facts};
use crate::proposal::{Consequence, Decision, Judgement, Proposal};

facts! {
    /// A written move is read.
    WrittenMoveFacts {
        /// The position.
        position: Position,
        /// The move as written; several that should mean the same.
        text: Vec<String>,
        /// The language of the piece letters.
        language: Language,
        /// Who wrote it, where it is told.
        by: Option<Color>,
    }
}

/// Proposes how a written move is read.
///
/// **Laws:** Appendix E of 2001, C of 2009 to 2023: FIDE recognises the algebraic notation only.
/// Scoresheets in another notation are no evidence and the player is warned. Each player may use the
/// letters of his own language; signs for capture, check, mate and en passant may be left out.
pub fn propose_written_move(facts: &WrittenMoveFacts, rules: &Rules) -> Proposal {
    let by = facts.by.unwrap_or(facts.position.turn());
    let mut moves = facts.text.iter().map(|text| read_written(facts, text));
    let Some(first) = moves.next() else {
        return Proposal::new(Decision::NotValid, rules.cite(Rule::NotationMove));
    };
    let first = match first {
        Ok(first) => moves.all(|other| other == Ok(first)).then_some(first).ok_or(Unread::Unclear),
        Err(unread) => Err(unread),
    };
    match first {
        Ok(played) => Proposal::new(Decision::MoveAccepted, rules.cite(Rule::NotationMove))
            .then(Consequence::PlayMove(played)),
        Err(Unread::Unclear) => {
            let grounds = Grounds::new(rules.cite(Rule::NotationMove))
                .and(rules.cite(Rule::NotationAmbiguity));
            Proposal::new(Decision::NotValid, grounds).asking(Judgement::Facts)
        }
        Err(Unread::OtherNotation) => Proposal::new(Decision::NotValid, rules.cite(Rule::Notation))
            .then(Consequence::Warning { to: by, rule: Rule::Notation })
            .then(Consequence::SheetNotEvidence),
    }
}

/// Why a written move is not read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unread {
    /// It is algebraic, but does not name one legal move.
    Unclear,
    /// It is not algebraic.
    OtherNotation,
}

fn read_written(facts: &WrittenMoveFacts, text: &str) -> Result<Move, Unread> {
    use kaissa_chess::notation::Unclear;
    if is_descriptive(text.trim()) {
        return Err(Unread::OtherNotation);
    }
    match facts.position.read_move(&as_one_word(text), facts.language) {
        Reading::Legal { played, .. } => Ok(played),
        Reading::Unclear(Unclear::NotAMove) => Err(Unread::OtherNotation),
        Reading::Illegal { .. } | Reading::Unclear(_) | Reading::Null => Err(Unread::Unclear),
    }
}

/// Writes a move without blanks, and without a mark of en passant that stands apart.
pub(crate) fn as_one_word(text: &str) -> String {
    let parts = text.split_whitespace();
    parts.filter(|part| !matches!(*part, "e.p." | "ep" | "e.p" | "ep.")).collect()
}

/// Says whether a move is written in the descriptive notation, as `P-K4` or `NxP`.
///
/// A tolerant reader could take `N-B3` for a knight's move to b3, so this is asked first.
pub fn is_descriptive(text: &str) -> bool {
    let bare = text.trim_end_matches(['+', '!', '?', '#']);
    let bare = ["mate", "dbl ch", "dis ch", "ch", "e.p."]
        .iter()
        .fold(bare, |bare, suffix| bare.strip_suffix(suffix).unwrap_or(bare).trim_end());
    let bare = bare.split(['(', '=']).next().unwrap_or(bare);
    if bare.eq_ignore_ascii_case("castles") {
        return true;
    }
    if let Some((piece, square)) = bare.split_once('-') {
        return is_old_piece(piece) && is_old_square(square);
    }
    bare.split_once('x').is_some_and(|(piece, taken)| is_old_piece(piece) && is_old_piece(taken))
}

/// A piece, if need be with the wing or the file of a pawn: `N`, `QR`, `KBP`.
fn is_old_piece(text: &str) -> bool {
    let rest = text.strip_prefix(['K', 'Q']).unwrap_or(text);
    let rest = match rest {
        "" => return !text.is_empty(),
        "P" | "R" | "B" | "N" | "Kt" => return true,
        longer => longer,
    };
    let file = ["Kt", "R", "N", "B", "K", "Q"].iter().find_map(|file| rest.strip_prefix(file));
    file == Some("P")
}

/// A square by the piece whose file it is and the player's own rank: `K4`, `QB3`.
fn is_old_square(text: &str) -> bool {
    let Some(file) = text.strip_suffix(|rank: char| ('1'..='8').contains(&rank)) else {
        return false;
    };
    let wing = file.strip_prefix(['K', 'Q']).unwrap_or(file);
    match wing {
        "" => !file.is_empty(),
        "R" | "N" | "Kt" | "B" => true,
        _ => false,
    }
}

facts! {
    /// A draw offer is noted on the scoresheets.
    OfferRecordedFacts {
        /// Who offered, where it is told.
        by: Option<Color>,
    }
}

/// Proposes the sign of a draw offer.
///
/// **Laws:** 8.1 and E12 of 2001, 8.1.5 and C.12 of 2023: both note it.
pub fn propose_offer_recorded(_facts: &OfferRecordedFacts, rules: &Rules) -> Proposal {
    let grounds =
        Grounds::new(rules.cite(Rule::DrawOfferMark)).and(rules.cite(Rule::DrawOfferRecorded));
    Proposal::new(Decision::Continue, grounds).then(Consequence::RecordSign("(=)"))
}

facts! {
    /// A move announced in blind play is read.
    AnnouncementFacts {
        /// The position.
        position: Position,
        /// What was said.
        text: String,
    }
}

/// Proposes how a move announced in blind play is read.
///
/// **Laws:** F of 2001, E.2.1 of 2009, D.2.1 of 2023: squares by Anna to Hector and German numbers,
/// German names of the pieces.
pub fn propose_announcement(facts: &AnnouncementFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::BlindAnnouncement);
    match facts.position.read_announcement(&facts.text) {
        Ok(played) => {
            Proposal::new(Decision::MoveAccepted, cited).then(Consequence::PlayMove(played))
        }
        // A slip of the tongue is put right at once, before the clock is started (D.2.8).
        Err(AnnouncementFault::NotUnderstood | AnnouncementFault::Unclear) => {
            let grounds = Grounds::new(cited).and(rules.cite(Rule::BlindSlip));
            Proposal::new(Decision::NotValid, grounds).asking(Judgement::Facts)
        }
        Err(AnnouncementFault::Illegal) => Proposal::new(Decision::NotValid, cited),
    }
}

facts! {
    /// Something happens on the board of a blind player.
    SpecialBoardFacts {
        /// What.
        act: SpecialBoardAct,
    }
}

fact_words! {
    /// What happens on the board of a blind player.
    SpecialBoardAct {
        /// A piece is lifted out of its aperture.
        LiftedOut "lifted_out_of_aperture",
        /// A piece is felt in its aperture.
        Felt "felt_in_aperture",
    }
}

/// Proposes whether a piece on the board of a blind player counts as touched.
///
/// **Laws:** F of 2001, E.2.2 of 2009, D.2.2 of 2023: only when it is taken out of its aperture.
pub fn propose_special_board(facts: &SpecialBoardFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::BlindTouch);
    match facts.act {
        SpecialBoardAct::LiftedOut => Proposal::new(Decision::TouchBinds, cited),
        SpecialBoardAct::Felt => Proposal::new(Decision::NoObligation, cited),
    }
}

facts! {
    /// Castling in Chess960.
    Chess960CastleFacts {
        /// The position, its castling rights by files or as KQkq.
        position: Chess960Position,
        /// The castling, as king takes own rook.
        castling: String,
    }
}

/// A position of Chess960.
#[derive(Clone, PartialEq, Debug)]
pub struct Chess960Position(pub Position);

impl FromFact for Chess960Position {
    const FORM: &'static str = "a position of Chess960 in FEN";

    fn from_fact(fact: &Fact) -> Result<Chess960Position, FactError> {
        let Fact::Text(fen) = fact else { return Err(FactError::new(fact, Self::FORM)) };
        let read = Position::from_fen_of(fen, Variant::Chess960);
        let (position, _) = read.map_err(|_| FactError::new(fact, Self::FORM))?;
        Ok(Chess960Position(position))
    }
}

/// Proposes whether castling in Chess960 is legal, and where king and rook stand after it.
///
/// **Laws:** F.3 of 2009, Guideline II.3 of 2023: the squares of arrival are those of normal chess;
/// all squares that king and rook cross or reach are empty but for the two.
///
/// # Errors
/// [`FactError`] where the castling is not written as a king that takes an own rook.
pub fn propose_chess960_castling(
    facts: &Chess960CastleFacts,
    rules: &Rules,
) -> Result<Proposal, FactError> {
    let (king, rook) = squares_of(facts)?;
    let stated = rules.chess960();
    let cited = rules.cite(Rule::Chess960Castling);
    let castling = Move::Castle { king, rook };
    let grounds = match stated.is(Chess960Rules::None) {
        true => Grounds::new(rules.cite(Rule::Analogy)),
        false => Grounds::new(cited),
    };
    let Chess960Position(position) = &facts.position;
    if !position.is_legal(castling) {
        return Ok(Proposal::new(Decision::NotValid, grounds));
    }
    let us = position.turn();
    let king_to = castling.to();
    let side = CastlingSide::from_king_side(king_to.file() == kaissa_chess::File::G);
    Ok(Proposal::new(Decision::MoveAccepted, grounds)
        .then(Consequence::PlayMove(castling))
        .then(Consequence::Castled { king: side.king_to(us), rook: side.rook_to(us) }))
}

fn squares_of(facts: &Chess960CastleFacts) -> Result<(Square, Square), FactError> {
    let wrong = || FactError::new(format!("{:?}", facts.castling), "two squares").of("castling");
    let bytes = facts.castling.as_bytes();
    let square = |range: std::ops::Range<usize>| {
        bytes.get(range).and_then(|bytes| Square::from_ascii(bytes).ok()).ok_or_else(wrong)
    };
    if bytes.len() != 4 {
        return Err(wrong());
    }
    Ok((square(0..2)?, square(2..4)?))
}

facts! {
    /// Is this time control standard, rapid or blitz?
    ClassifyFacts {
        /// The time of a player.
        base: ClockTime,
        /// The increment with each move.
        increment: Option<ClockTime>,
    }
}

/// Proposes which style of play a time control is.
///
/// **Laws:** B1 and C1 of 2001 (a fixed time), A.1 and B.1 of the later editions (the time with
/// sixty increments). Games of sixty minutes and more are standard from 2009 on.
pub fn propose_classification(facts: &ClassifyFacts, rules: &Rules) -> Proposal {
    let stated = rules.style_of(facts.base, facts.increment.unwrap_or(ClockTime::ZERO));
    let grounds = Grounds::new(stated.basis());
    match stated.value {
        Some(style) => {
            let proposal =
                Proposal::new(Decision::Classified, grounds).then(Consequence::PlayedAs(style));
            match stated.confidence {
                kaissa_laws::Confidence::Inferred => proposal.asking(Judgement::TextSilent),
                _ => proposal,
            }
        }
        None => Proposal::new(Decision::ArbiterDecides, grounds)
            .without_text_for(stated.citation.rule)
            .asking(Judgement::TextSilent),
    }
}
