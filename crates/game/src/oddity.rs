//! What a reader put right, left out or could not tell, each with its place.

use kaissa_chess::notation::Form;

use crate::Place;

/// Something in a text that is not as it should be.
///
/// What is found, where, and what was expected instead. Codes that may come with every move are
/// listed once a game, at their first place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Oddity {
    /// Which kind of oddity.
    pub code: OddityCode,
    /// Where it stands.
    pub place: Place,
    /// What stands there.
    pub found: String,
    /// What was expected, or what it was read as.
    pub expected: String,
}

macro_rules! oddity_codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// The kinds of oddities; the page `docs/reference/oddities.md` has an example of each.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum OddityCode {
            $($(#[$doc])* $name,)*
            /// A move is written otherwise than in canonical SAN.
            Form(Form),
        }

        impl OddityCode {
            /// Every code apart from the forms of moves.
            const PLAIN: &'static [OddityCode] = &[$(OddityCode::$name,)*];

            /// The stable name of the code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(OddityCode::$name => $code,)*
                    OddityCode::Form(form) => form.code(),
                }
            }
        }
    };
}

oddity_codes! {
    /// The text is not UTF-8.
    Encoding = "encoding",
    /// Bytes that do not belong to the encoding of the rest.
    MixedEncoding = "mixed_encoding",
    /// Blanks that are no ASCII blanks, or characters without width.
    OddSpace = "odd_space",
    /// Marks of a web page, `<br>`.
    Html = "html",
    /// A control character.
    ControlCharacter = "control_character",
    /// A tag without its opening or closing bracket.
    TagBracket = "tag_bracket",
    /// A tag value without its quotes.
    TagQuote = "tag_quote",
    /// Quotes inside a tag value that are not escaped.
    TagQuotesInside = "tag_quotes_inside",
    /// A tag without a value, or a bracket in a tag section that holds no tag.
    TagUnreadable = "tag_unreadable",
    /// A tag given twice in one game; the first one counts.
    TagTwice = "tag_twice",
    /// Text behind a tag on its line.
    TagTrailing = "tag_trailing",
    /// A FEN tag that cannot be read; nothing is replayed.
    FenUnreadable = "fen_unreadable",
    /// A FEN that was put right.
    FenRepaired = "fen_repaired",
    /// A FEN whose position is illegal.
    FenIllegal = "fen_illegal",
    /// A FEN beside `SetUp "0"`, which says that the game began from the usual position.
    FenIgnored = "fen_ignored",
    /// `SetUp "1"` without a FEN.
    SetUpWithoutFen = "set_up_without_fen",
    /// A variant with rules of its own; it is read by the Laws of Chess.
    VariantUnknown = "variant_unknown",
    /// A time control in minutes or with units.
    TimeControlMinutes = "time_control_minutes",
    /// A time control of other forms than the standard has.
    TimeControlForm = "time_control_form",
    /// A time control that might mean seconds or minutes; read as seconds.
    TimeControlAmbiguous = "time_control_ambiguous",
    /// A time control that cannot be read.
    TimeControlUnreadable = "time_control_unreadable",
    /// A comment that no brace closes.
    CommentNotClosed = "comment_not_closed",
    /// A comment inside a comment.
    CommentNested = "comment_nested",
    /// A brace inside a comment.
    CommentBrace = "comment_brace",
    /// A brace that closes no comment.
    BraceAlone = "brace_alone",
    /// A variation that nothing closes.
    VariationNotClosed = "variation_not_closed",
    /// A bracket that closes no variation.
    ParenthesisAlone = "parenthesis_alone",
    /// A variation whose number does not fit the move before it.
    VariationMisplaced = "variation_misplaced",
    /// A numeric glyph outside 0 to 255, or without a number.
    NagRange = "nag_range",
    /// `!` or `?` apart from its move.
    GlyphApart = "glyph_apart",
    /// A sign of assessment, novelty or diagram that PGN does not know.
    Sign = "sign",
    /// A sign of check, mate or en passant apart from its move.
    SuffixApart = "suffix_apart",
    /// Something in square brackets among the moves.
    BracketAmongMoves = "bracket_among_moves",
    /// Move numbers that do not go on as they should.
    MoveNumber = "move_number",
    /// An empty line among the moves.
    EmptyLine = "empty_line",
    /// A token whose meaning is not clear; nothing after it is replayed.
    Unread = "unread",
    /// Tokens after the first unread one; counted, not replayed.
    NotReplayed = "not_replayed",
    /// The letters of another language than English.
    Language = "language",
    /// The moves read in more than one language, and differently.
    LanguageAmbiguous = "language_ambiguous",
    /// A null move.
    NullMove = "null_move",
    /// No result behind the moves.
    ResultTokenMissing = "result_token_missing",
    /// No Result tag.
    ResultTagMissing = "result_tag_missing",
    /// A result in another spelling than the standard's.
    ResultSpelling = "result_spelling",
    /// A Result tag that is no result.
    ResultUnreadable = "result_unreadable",
    /// Moves after a result that go on with the numbers of the game.
    MovesAfterResult = "moves_after_result",
    /// The text ends inside a tag, a comment or a variation.
    CutOff = "cut_off",
    /// A clock of two fields, hours and minutes or minutes and seconds.
    ClockTwoFields = "clock_two_fields",
    /// A clock taken from a comment that is nothing but a time.
    ClockPlain = "clock_plain",
    /// A clock command that cannot be read.
    ClockUnreadable = "clock_unreadable",
    /// A clock in the tags above the last one in the moves.
    ClockTagLater = "clock_tag_later",
    /// A text between games that belongs to none.
    LooseText = "loose_text",
    /// A game too large to be read as one.
    TooLarge = "too_large",
}

impl OddityCode {
    /// Every code there is.
    pub fn all() -> impl Iterator<Item = OddityCode> {
        Self::PLAIN.iter().copied().chain(Form::ALL.into_iter().map(OddityCode::Form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_words_and_differ() {
        let mut codes: Vec<_> = OddityCode::all().map(OddityCode::code).collect();
        let all = codes.len();
        for code in &codes {
            assert!(code.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase()), "{code}");
        }
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }

    #[test]
    fn every_code_has_its_heading_and_every_heading_its_code() {
        let page = include_str!("../../../docs/reference/oddities.md");
        let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let codes: Vec<_> = OddityCode::all().map(OddityCode::code).collect();
        assert_eq!(headings, codes);
    }
}
