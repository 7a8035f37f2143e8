//! How a line of moves comes to stand on a board: the plainest way that explains what the sensors
//! show.

use kaissa_chess::{Bitboard, Board, Color, Move, MoveList, Position, Role};

use super::line::{Line, difference};

/// How far back a position is looked for that was restored.
const N_BACK_MAX: usize = 40;
/// More ways than this are not told apart.
const N_PATHS_MAX: usize = 24;

/// What is known besides the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<'a> {
    /// Boards that the sensors went through since the last ply, oldest first.
    pub seen: &'a [Board],
    /// Presses of the clock since the last ply, this one included.
    pub n_presses: usize,
    /// The player who pressed now, where it is known.
    pub by: Option<Color>,
    /// Whether the board stands long enough for a move that the Laws do not allow.
    pub is_at_rest: bool,
}

/// How the board came to stand as it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Explanation {
    /// Nothing has moved.
    Same,
    /// Plies are taken back, none or more, and then these are made.
    Plies {
        /// How many are taken back.
        n_back: usize,
        /// The moves; `None` for a turn that passed.
        moves: Vec<Option<Move>>,
    },
    /// Several ways lead here, and nothing tells which was gone.
    Ambiguous,
    /// No way was found.
    Unknown,
}

impl Explanation {
    fn forward(moves: &[Move]) -> Explanation {
        Explanation::Plies { n_back: 0, moves: moves.iter().copied().map(Some).collect() }
    }
}

/// Explains a board.
///
/// In this order: nothing moved; one legal move; another move instead of the last one; after a
/// press, one move that the Laws do not allow, or one out of turn; two plies, or another move instead
/// of the last one and a reply; an earlier position; three plies; on a board at rest, a move that is
/// not allowed, or one out of turn.
pub(super) fn explain(line: &Line, target: &Board, hints: &Hints<'_>) -> Explanation {
    let position = line.position();
    if position.board() == target {
        return Explanation::Same;
    }
    if let Some(played) = one_legal(position, target) {
        return Explanation::forward(&[played]);
    }
    let before = line.position_before(1);
    if let Some(played) = before.and_then(|before| one_legal(before, target)) {
        return Explanation::Plies { n_back: 1, moves: vec![Some(played)] };
    }
    let is_movers_press = hints.n_presses == 1 && hints.by.is_none_or(|by| by == position.turn());
    if is_movers_press && let Some(played) = one_illegal(position, target) {
        return Explanation::forward(&[played]);
    }
    let is_others_press = hints.by.is_some_and(|by| by != position.turn());
    if is_others_press && let Some(explanation) = out_of_turn(position, target) {
        return explanation;
    }
    if let Some(explanation) = two_plies(line, target, hints) {
        return explanation;
    }
    for n_back in 1..=N_BACK_MAX.min(line.len()) {
        if line.position_before(n_back).is_some_and(|earlier| earlier.board() == target) {
            return Explanation::Plies { n_back, moves: Vec::new() };
        }
    }
    match several(position, target, 3, hints.seen) {
        (Explanation::Unknown, _) => {}
        (found, _) => return found,
    }
    if hints.is_at_rest {
        let illegal = one_illegal(position, target).map(|played| Explanation::forward(&[played]));
        return illegal.or_else(|| out_of_turn(position, target)).unwrap_or(Explanation::Unknown);
    }
    Explanation::Unknown
}

/// Two plies since the last one, or another move instead of the last one and a reply. Both may lead
/// to the same board; then what was seen on the way decides, and after it the presses.
fn two_plies(line: &Line, target: &Board, hints: &Hints<'_>) -> Option<Explanation> {
    // The last moves made backwards are rather taken back, unless the clock was pressed.
    let may_be_forward = hints.n_presses >= 2 || !is_earlier(line, target);
    let (forward, is_forward_seen) = match may_be_forward {
        true => several(line.position(), target, 2, hints.seen),
        false => (Explanation::Unknown, false),
    };
    let (instead, is_instead_seen) = match line.position_before(1) {
        Some(before) => several(before, target, 2, hints.seen),
        None => (Explanation::Unknown, false),
    };
    let instead = match instead {
        Explanation::Plies { moves, .. } => Explanation::Plies { n_back: 1, moves },
        other => other,
    };
    match (&forward, &instead) {
        (Explanation::Unknown, Explanation::Unknown) => None,
        (Explanation::Unknown, _) => Some(instead),
        (_, Explanation::Unknown) => Some(forward),
        _ if is_forward_seen != is_instead_seen => {
            Some(if is_forward_seen { forward } else { instead })
        }
        _ => Some(if hints.n_presses == 1 { instead } else { forward }),
    }
}

fn out_of_turn(position: &Position, target: &Board) -> Option<Explanation> {
    let mut passed = position.clone();
    passed.pass();
    let played = one_legal(&passed, target)?;
    Some(Explanation::Plies { n_back: 0, moves: vec![None, Some(played)] })
}

fn is_earlier(line: &Line, target: &Board) -> bool {
    (1..=N_BACK_MAX.min(line.len()))
        .any(|n_back| line.position_before(n_back).is_some_and(|at| at.board() == target))
}

/// The one legal move that leads to a board.
pub(super) fn one_legal(position: &Position, target: &Board) -> Option<Move> {
    let differs = difference(position.board(), target);
    // A move changes two squares, a capture en passant three, castling up to four.
    if !(2..=4).contains(&differs.count()) {
        return None;
    }
    let leads = |&played: &Move| position.is_legal(played) && leads_to(position, played, target);
    let us = position.turn();
    if differs.count() == 2
        && let Some(played) = one_step(position, target, differs).filter(leads)
    {
        return Some(played);
    }
    if let Some(to) = position.pawn_step_square().filter(|_| differs.count() == 3) {
        let pawns = differs & position.board().by_piece(Role::Pawn.of(us));
        let mut captures = pawns.into_iter().map(|from| Move::EnPassant { from, to });
        if let Some(played) = captures.find(leads) {
            return Some(played);
        }
    }
    if position.castling_rooks().is_empty() {
        return None;
    }
    let sides = kaissa_chess::CastlingSide::ALL;
    sides.into_iter().filter_map(|side| position.castling_meant(side)).find(leads)
}

/// The move of one piece of the player on move from one of two squares to the other, whether it
/// moves so or not.
fn one_step(position: &Position, target: &Board, differs: Bitboard) -> Option<Move> {
    let us = position.turn();
    let (first, second) = (differs.first()?, differs.last()?);
    [(first, second), (second, first)].into_iter().find_map(|(from, to)| {
        let (left, arrived) = (position.piece_at(from)?, target.piece_at(to)?);
        let is_move = left.color == us && arrived.color == us && target.piece_at(from).is_none();
        let promotion = match (left.role, arrived.role) {
            (was, is) if was == is => None,
            (Role::Pawn, is) if is != Role::King => Some(is),
            _ => return None,
        };
        is_move.then_some(Move::Normal { from, to, promotion })
    })
}

/// The one move that leads to a board and that the Laws do not allow: a king left in check, a piece
/// that does not move so, castling without the right, a pawn that stays a pawn.
pub(super) fn one_illegal(position: &Position, target: &Board) -> Option<Move> {
    let differs = difference(position.board(), target);
    if differs.is_empty() || differs.count() > 4 {
        return None;
    }
    let mut moves = MoveList::new();
    position.pseudo_legal_moves(&mut moves);
    if let Some(played) = moves.into_iter().find(|&played| leads_to(position, played, target)) {
        return Some(played);
    }
    for side in kaissa_chess::CastlingSide::ALL {
        if let Some(castling @ Move::Castle { king, rook }) = position.castling_meant(side) {
            let between = kaissa_chess::attacks::between(king, rook);
            let is_free = (between & position.board().occupied()).is_empty();
            if is_free && leads_to(position, castling, target) {
                return Some(castling);
            }
        }
    }
    if differs.count() != 2 {
        return None;
    }
    one_step(position, target, differs).filter(|&played| leads_to(position, played, target))
}

fn leads_to(position: &Position, played: Move, target: &Board) -> bool {
    let mut after = position.clone();
    after.play(played);
    after.board() == target
}

/// The way of so many legal plies that leads to a board. Where there are several, the boards that
/// were seen on the way decide.
///
/// The second value says whether all boards on the way were seen.
fn several(
    position: &Position,
    target: &Board,
    n_plies: usize,
    seen: &[Board],
) -> (Explanation, bool) {
    let mut paths = Vec::new();
    search(position, target, n_plies, &mut Vec::new(), &mut paths);
    let mut gone = paths.iter().filter(|path| was_gone(position, path, seen));
    match (gone.next(), gone.next(), paths.as_slice()) {
        (Some(path), None, _) => (Explanation::forward(path), true),
        (_, _, []) => (Explanation::Unknown, false),
        (_, _, [path]) => (Explanation::forward(path), false),
        _ => (Explanation::Ambiguous, false),
    }
}

fn search(
    position: &Position,
    target: &Board,
    n_plies: usize,
    path: &mut Vec<Move>,
    paths: &mut Vec<Vec<Move>>,
) {
    let n_differ = difference(position.board(), target).count();
    let n_a_ply = if position.castling_rooks().is_empty() { 3 } else { 4 };
    if n_differ > n_a_ply * n_plies || paths.len() >= N_PATHS_MAX {
        return;
    }
    if n_plies == 1 {
        if let Some(played) = one_legal(position, target) {
            path.push(played);
            paths.push(path.clone());
            path.pop();
        }
        return;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    for played in moves {
        let mut after = position.clone();
        after.play(played);
        path.push(played);
        search(&after, target, n_plies - 1, path, paths);
        path.pop();
    }
}

/// Whether the boards on the way were seen, in their order.
fn was_gone(position: &Position, path: &[Move], seen: &[Board]) -> bool {
    let mut position = position.clone();
    let mut seen = seen.iter();
    path.iter().take(path.len().saturating_sub(1)).all(|&played| {
        position.play(played);
        seen.any(|board| board == position.board())
    })
}

/// The moves that lead to a board over those that were seen, each believed as soon as it is legal and
/// replaced when its piece goes further; none where they do not lead there.
pub(super) fn walk(position: &Position, seen: &[Board], target: &Board) -> Vec<Option<Move>> {
    let mut way = Line::new(position.clone());
    for board in seen.iter().chain([target]) {
        if let Some(played) = one_legal(way.position(), board) {
            way.push(Some(played), None, None);
        } else if let Some(before) = way.position_before(1)
            && let Some(played) = one_legal(before, board)
        {
            way.take_back(1);
            way.push(Some(played), None, None);
        }
    }
    match way.position().board() == target {
        true => way.plies().iter().map(|ply| ply.played).collect(),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of moves as pairs of squares.
    fn line(fen: &str, moves: &str) -> Line {
        let (start, _) = Position::from_fen(fen).expect("a position");
        let mut line = Line::new(start);
        for uci in moves.split_whitespace() {
            let played = line.position().move_from_uci(uci);
            line.push(played, None, None);
        }
        line
    }

    fn board(fen: &str) -> Board {
        Position::from_fen(fen).expect("a position").0.board().clone()
    }

    const HINTS: Hints<'static> = Hints { seen: &[], n_presses: 1, by: None, is_at_rest: false };

    #[track_caller]
    fn check(line: &Line, target: &Board, hints: &Hints<'_>, expected: &str) {
        let found = match explain(line, target, hints) {
            Explanation::Plies { n_back, moves } => {
                let uci = |m: &Option<Move>| {
                    m.map_or("--".to_owned(), |m| format!("{}{}", m.from(), m.to()))
                };
                let moves: Vec<String> = moves.iter().map(uci).collect();
                format!("{n_back} {}", moves.join(" ")).trim_end().to_owned()
            }
            other => format!("{other:?}"),
        };
        assert_eq!(found, expected);
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[track_caller]
    fn check_after(moves: &str, then: &str, n_back: usize, hints: &Hints<'_>, expected: &str) {
        let mut standing = line(START, moves);
        let known = standing.clone();
        standing.take_back(n_back);
        for uci in then.split_whitespace() {
            let played = standing.position().move_from_uci(uci);
            standing.push(played, None, None);
        }
        check(&known, standing.position().board(), hints, expected);
    }

    #[test]
    fn the_plainest_way_is_taken() {
        check_after("e2e4", "", 0, &HINTS, "Same");
        check_after("e2e4", "e7e5", 0, &HINTS, "0 e7e5");
        check_after("e2e4 e7e5 f1c4", "f1b5", 1, &HINTS, "1 f1b5");
        check_after("e2e4", "e7e5 g1f3", 0, &HINTS, "0 e7e5 g1f3");
        check_after("e2e4 e7e5 f1c4", "f1b5 a7a6", 1, &HINTS, "1 f1b5 a7a6");
        check_after("e2e4 e7e5 f1c4 b8c6", "", 3, &HINTS, "3");
        check_after("e2e4", "e7e5 g1f3 b8c6", 0, &HINTS, "Ambiguous");
        check_after("e2e4", "a2a3 a7a6 h2h3 h7h6 b2b3 b7b6", 0, &HINTS, "Unknown");
    }

    #[test]
    fn boards_seen_on_the_way_tell_which_of_several_ways_was_gone() {
        let way = line(START, "e2e4 b8c6 g1f3 e7e5");
        let seen: Vec<Board> = way
            .plies()
            .iter()
            .enumerate()
            .map(|(index, _)| {
                way.position_before(way.len() - 1 - index).expect("a ply").board().clone()
            })
            .collect();
        let hints = Hints { seen: &seen, ..HINTS };
        check(&line(START, "e2e4"), way.position().board(), &hints, "0 b8c6 g1f3 e7e5");
    }

    #[test]
    fn moves_made_backwards_count_as_moves_only_where_the_clock_was_pressed() {
        let known = "g1f3 g8f6";
        let pressed = Hints { n_presses: 2, ..HINTS };
        check_after(known, "f3g1 f6g8", 0, &pressed, "0 f3g1 f6g8");
        let silent = Hints { n_presses: 0, ..HINTS };
        check_after(known, "f3g1 f6g8", 0, &silent, "2");
    }

    #[test]
    fn an_illegal_move_is_believed_once_the_clock_is_pressed() {
        let bishop_like_a_rook =
            board("rnbqkbnr/pppp1ppp/8/8/4p3/4B3/PPPP1PPP/RNBQK1NR w KQkq - 0 3");
        let before = line("rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "");
        check(&before, &bishop_like_a_rook, &HINTS, "0 f1e3");
        let lifted = Hints { n_presses: 0, ..HINTS };
        check(&before, &bishop_like_a_rook, &lifted, "Unknown");
        check(&before, &bishop_like_a_rook, &Hints { is_at_rest: true, ..lifted }, "0 f1e3");
        // The king stays in check.
        let in_check = line("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "");
        check(&in_check, &board("4k3/8/8/8/8/8/4r3/3K4 w - - 0 1"), &HINTS, "0 e1d1");
        // A pawn that stays a pawn on the last rank.
        let pawn = line("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "");
        check(&pawn, &board("4P2k/8/8/8/8/8/8/4K3 w - - 0 1"), &HINTS, "0 e7e8");
    }

    #[test]
    fn a_move_out_of_turn_passes_the_turn() {
        let black = Hints { by: Some(Color::Black), ..HINTS };
        let moved = board("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        check(&line(START, ""), &moved, &black, "0 -- e7e5");
    }
}
