//! The straight way through canonical SAN, byte by byte.

use shakmaty::{File, Rank, Role, Square};

use super::CheckSign;

/// A piece or pawn move in canonical SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fast {
    pub role: Role,
    pub file: Option<File>,
    pub rank: Option<Rank>,
    pub to: Square,
    pub promotion: Option<Role>,
    pub capture: bool,
    pub check: CheckSign,
}

/// Reads canonical SAN; `None` for castling and for anything else.
///
/// Read from the end, since what is optional stands in front.
pub(super) fn parse(token: &[u8]) -> Option<Fast> {
    let (token, check) = match *token {
        [ref head @ .., b'+'] => (head, CheckSign::Check),
        [ref head @ .., b'#'] => (head, CheckSign::Mate),
        _ => (token, CheckSign::Absent),
    };
    let &first = token.first()?;
    let role = match first {
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        b'a'..=b'h' => return parse_pawn(token, check),
        _ => return None,
    };
    let (head, to) = split_square(token.get(1..)?)?;
    let (head, capture) = match *head {
        [ref head @ .., b'x'] => (head, true),
        _ => (head, false),
    };
    let (file, rank) = match *head {
        [] => (None, None),
        [one] => match one {
            b'a'..=b'h' => (Some(File::new(u32::from(one - b'a'))), None),
            b'1'..=b'8' => (None, Some(Rank::new(u32::from(one - b'1')))),
            _ => return None,
        },
        // A full square of departure may be needed with three queens; the slow way tells.
        _ => return None,
    };
    Some(Fast { role, file, rank, to, promotion: None, capture, check })
}

fn parse_pawn(token: &[u8], check: CheckSign) -> Option<Fast> {
    let (token, promotion) = match *token {
        [ref head @ .., b'=', letter] => {
            let role = match letter {
                b'Q' => Role::Queen,
                b'R' => Role::Rook,
                b'B' => Role::Bishop,
                b'N' => Role::Knight,
                _ => return None,
            };
            (head, Some(role))
        }
        _ => (token, None),
    };
    let (head, to) = split_square(token)?;
    let (file, capture) = match *head {
        [] => (None, false),
        [file @ b'a'..=b'h', b'x'] => (Some(File::new(u32::from(file - b'a'))), true),
        _ => return None,
    };
    Some(Fast { role: Role::Pawn, file, rank: None, to, promotion, capture, check })
}

fn split_square(token: &[u8]) -> Option<(&[u8], Square)> {
    match *token {
        [ref head @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            let file = File::new(u32::from(file - b'a'));
            Some((head, Square::from_coords(file, Rank::new(u32::from(rank - b'1')))))
        }
        _ => None,
    }
}
