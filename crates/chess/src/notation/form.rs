//! The ways in which a written move may differ from the canonical one.

/// A way in which a written move differs from canonical SAN, the move itself being clear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Form {
    /// Castling with zeros, `0-0`.
    CastlingZeros,
    /// Castling with small letters or without dashes, `o-o`, `OO`.
    CastlingLetters,
    /// A small letter for a piece, `nf3`, `d8=q`.
    LowerCasePiece,
    /// A capital letter for a file, `NF3`.
    UpperCaseFile,
    /// A letter of another language for a piece.
    LocalLetter,
    /// A figurine for a piece.
    Figurine,
    /// A letter of another script that looks like the right one, Cyrillic `с` for `c`.
    LookAlike,
    /// Characters without width inside the token.
    ZeroWidth,
    /// A dash that is not the hyphen.
    OddDash,
    /// The square of departure written in full with a piece letter or a dash, `Ng1-f3`.
    LongForm,
    /// Two squares alone, `g1f3`.
    UciForm,
    /// A letter for the pawn, `Pe4`.
    PawnLetter,
    /// No capture sign on a capture, `Bc5` for `Bxc5`.
    CaptureSignMissing,
    /// A capture sign where nothing is taken.
    CaptureSignWrong,
    /// A capture written with another sign than `x`.
    CaptureSignOther,
    /// A pawn's capture without the file it comes from, `xd5`.
    PawnFileMissing,
    /// The file of departure written without need.
    NeedlessFile,
    /// The rank of departure written without need.
    NeedlessRank,
    /// A file or rank of departure on which no such piece stands, one piece reaching the square.
    WrongDeparture,
    /// A promotion written otherwise than `=Q`.
    PromotionSign,
    /// A capture en passant marked as such, `exd6 e.p.`
    EnPassantNote,
    /// A check without its sign.
    CheckSignMissing,
    /// A mate without any sign.
    MateSignMissing,
    /// A mate marked as check only.
    MateMarkedCheck,
    /// The sign of check where there is none.
    CheckSignWrong,
    /// The sign of mate where there is none.
    MateSignWrong,
    /// `++`, for mate or for a double check.
    DoublePlus,
    /// Mate marked with another sign than `#`, as `X`.
    MateSignOther,
    /// A sign glued to the move, as `=` for an offer of a draw.
    GluedSign,
}

/// Every form, in the order of its number.
const ALL: [Form; 29] = [
    Form::CastlingZeros,
    Form::CastlingLetters,
    Form::LowerCasePiece,
    Form::UpperCaseFile,
    Form::LocalLetter,
    Form::Figurine,
    Form::LookAlike,
    Form::ZeroWidth,
    Form::OddDash,
    Form::LongForm,
    Form::UciForm,
    Form::PawnLetter,
    Form::CaptureSignMissing,
    Form::CaptureSignWrong,
    Form::CaptureSignOther,
    Form::PawnFileMissing,
    Form::NeedlessFile,
    Form::NeedlessRank,
    Form::WrongDeparture,
    Form::PromotionSign,
    Form::EnPassantNote,
    Form::CheckSignMissing,
    Form::MateSignMissing,
    Form::MateMarkedCheck,
    Form::CheckSignWrong,
    Form::MateSignWrong,
    Form::DoublePlus,
    Form::MateSignOther,
    Form::GluedSign,
];

impl Form {
    /// Every form there is.
    pub const ALL: [Form; 29] = ALL;

    /// The stable name of the form, as oddities carry it.
    pub const fn code(self) -> &'static str {
        match self {
            Form::CastlingZeros => "castling_zeros",
            Form::CastlingLetters => "castling_letters",
            Form::LowerCasePiece => "lower_case_piece",
            Form::UpperCaseFile => "upper_case_file",
            Form::LocalLetter => "local_letter",
            Form::Figurine => "figurine",
            Form::LookAlike => "look_alike",
            Form::ZeroWidth => "zero_width",
            Form::OddDash => "odd_dash",
            Form::LongForm => "long_form",
            Form::UciForm => "uci_form",
            Form::PawnLetter => "pawn_letter",
            Form::CaptureSignMissing => "capture_sign_missing",
            Form::CaptureSignWrong => "capture_sign_wrong",
            Form::CaptureSignOther => "capture_sign_other",
            Form::PawnFileMissing => "pawn_file_missing",
            Form::NeedlessFile => "needless_file",
            Form::NeedlessRank => "needless_rank",
            Form::WrongDeparture => "wrong_departure",
            Form::PromotionSign => "promotion_sign",
            Form::EnPassantNote => "en_passant_note",
            Form::CheckSignMissing => "check_sign_missing",
            Form::MateSignMissing => "mate_sign_missing",
            Form::MateMarkedCheck => "mate_marked_check",
            Form::CheckSignWrong => "check_sign_wrong",
            Form::MateSignWrong => "mate_sign_wrong",
            Form::DoublePlus => "double_plus",
            Form::MateSignOther => "mate_sign_other",
            Form::GluedSign => "glued_sign",
        }
    }
}

/// A set of forms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Forms(u32);

impl Forms {
    /// No form: the move is written as it should be.
    pub const NONE: Forms = Forms(0);

    /// The set of one form.
    pub const fn of(form: Form) -> Forms {
        Forms(1 << form as u8)
    }

    /// Adds a form.
    pub const fn add(&mut self, form: Form) {
        self.0 |= 1 << form as u8;
    }

    /// Takes a form away.
    pub const fn remove(&mut self, form: Form) {
        self.0 &= !(1 << form as u8);
    }

    /// Whether a form is in the set.
    pub const fn contains(self, form: Form) -> bool {
        self.0 & (1 << form as u8) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What is in either set.
    #[must_use]
    pub const fn with(self, other: Forms) -> Forms {
        Forms(self.0 | other.0)
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub const fn without(self, other: Forms) -> Forms {
        Forms(self.0 & !other.0)
    }

    /// The forms of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Form> {
        ALL.into_iter().filter(move |&form| self.contains(form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_has_its_own_bit_and_code() {
        let mut all = Forms::NONE;
        let mut codes = Vec::new();
        for form in Form::ALL {
            assert!(!all.contains(form), "{form:?}");
            all.add(form);
            codes.push(form.code());
        }
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Form::ALL.len());
        assert_eq!(all.iter().count(), Form::ALL.len());
    }
}
