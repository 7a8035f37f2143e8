//! Letters for the pieces in the languages of scoresheets.

use shakmaty::Role;

/// A language whose letters name the pieces.
///
/// **Laws:** C.3 (each player may use the first letter of the name in his own language).
///
/// Languages with the same letters stand under one name: Swedish, Danish, Norwegian and Croatian
/// are read as [`Language::German`], Italian and Catalan as [`Language::Spanish`], Slovak as
/// [`Language::Czech`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Language {
    /// K Q R B N.
    English,
    /// Кр Ф Л С К.
    Russian,
    /// K D T L S.
    German,
    /// R D T F C.
    French,
    /// R D T A C.
    Spanish,
    /// R D T A C, as Spanish; here for writing under its own name.
    Italian,
    /// K D T L P.
    Dutch,
    /// K H W G S.
    Polish,
    /// K V B F H.
    Hungarian,
    /// K D V S J.
    Czech,
    /// R D T B C.
    Portuguese,
    /// Кр Ф Т С К.
    Ukrainian,
    /// Ц Д Т О К.
    Bulgarian,
    /// К Д Т Л С, in Cyrillic.
    Serbian,
    /// R D T N C.
    Romanian,
    /// K D T L R.
    Finnish,
    /// K L V O R.
    Estonian,
    /// Ş V K F A.
    Turkish,
    /// English letters typed on a Cyrillic keyboard: К for K, В for B.
    EnglishLookAlike,
}

impl Language {
    /// The languages tried when a record does not read in English, in this order.
    ///
    /// No two of them have the same letters.
    pub const TRIED: [Language; 17] = [
        Language::Russian,
        Language::German,
        Language::French,
        Language::Spanish,
        Language::Dutch,
        Language::Polish,
        Language::Hungarian,
        Language::Czech,
        Language::Portuguese,
        Language::Ukrainian,
        Language::Bulgarian,
        Language::Serbian,
        Language::Romanian,
        Language::Finnish,
        Language::Estonian,
        Language::Turkish,
        Language::EnglishLookAlike,
    ];

    /// The stable name of the language: its ISO 639-1 code where it has one.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Russian => "ru",
            Language::German => "de",
            Language::French => "fr",
            Language::Spanish => "es",
            Language::Italian => "it",
            Language::Dutch => "nl",
            Language::Polish => "pl",
            Language::Hungarian => "hu",
            Language::Czech => "cs",
            Language::Portuguese => "pt",
            Language::Ukrainian => "uk",
            Language::Bulgarian => "bg",
            Language::Serbian => "sr",
            Language::Romanian => "ro",
            Language::Finnish => "fi",
            Language::Estonian => "et",
            Language::Turkish => "tr",
            Language::EnglishLookAlike => "en-cyrillic",
        }
    }

    /// The language with this code.
    pub fn from_code(code: &str) -> Option<Language> {
        let listed = [Language::English, Language::Italian];
        listed.into_iter().chain(Language::TRIED).find(|language| language.code() == code)
    }

    /// The letters of a piece; none for the pawn.
    pub const fn letters(self, role: Role) -> &'static str {
        let table = self.table();
        match role {
            Role::King => table[0],
            Role::Queen => table[1],
            Role::Rook => table[2],
            Role::Bishop => table[3],
            Role::Knight => table[4],
            Role::Pawn => "",
        }
    }

    /// King, queen, rook, bishop and knight.
    const fn table(self) -> [&'static str; 5] {
        match self {
            Language::English => ["K", "Q", "R", "B", "N"],
            Language::Russian => ["Кр", "Ф", "Л", "С", "К"],
            Language::German => ["K", "D", "T", "L", "S"],
            Language::French => ["R", "D", "T", "F", "C"],
            Language::Spanish | Language::Italian => ["R", "D", "T", "A", "C"],
            Language::Dutch => ["K", "D", "T", "L", "P"],
            Language::Polish => ["K", "H", "W", "G", "S"],
            Language::Hungarian => ["K", "V", "B", "F", "H"],
            Language::Czech => ["K", "D", "V", "S", "J"],
            Language::Portuguese => ["R", "D", "T", "B", "C"],
            Language::Ukrainian => ["Кр", "Ф", "Т", "С", "К"],
            Language::Bulgarian => ["Ц", "Д", "Т", "О", "К"],
            Language::Serbian => ["К", "Д", "Т", "Л", "С"],
            Language::Romanian => ["R", "D", "T", "N", "C"],
            Language::Finnish => ["K", "D", "T", "L", "R"],
            Language::Estonian => ["K", "L", "V", "O", "R"],
            Language::Turkish => ["Ş", "V", "K", "F", "A"],
            Language::EnglishLookAlike => ["К", "Q", "R", "В", "N"],
        }
    }

    /// The piece whose letters begin the text, and how many bytes they take.
    pub(super) fn piece_at_start(self, text: &str) -> Option<(Role, usize)> {
        const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        // The king comes first, so that `Кр` is not taken for the knight `К`.
        for (role, letters) in ROLES.into_iter().zip(self.table()) {
            if text.starts_with(letters) {
                return Some((role, letters.len()));
            }
        }
        let (spellings, roles): (&[&str], &[Role]) = match self {
            // Latin letters typed on the wrong keyboard: K for К, C for С.
            Language::Russian | Language::Ukrainian => (
                &["Кp", "Kр", "Kp", "KР", "КР", "KP", "K", "C"],
                &[
                    Role::King,
                    Role::King,
                    Role::King,
                    Role::King,
                    Role::King,
                    Role::King,
                    Role::Knight,
                    Role::Bishop,
                ],
            ),
            Language::EnglishLookAlike => (&["K", "B"], &[Role::King, Role::Bishop]),
            _ => (&[], &[]),
        };
        spellings
            .iter()
            .zip(roles)
            .find(|(letters, _)| text.starts_with(**letters))
            .map(|(letters, role)| (*role, letters.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_tried_languages_share_their_letters() {
        let mut tables: Vec<_> = Language::TRIED.iter().map(|language| language.table()).collect();
        tables.push(Language::English.table());
        let all = tables.len();
        tables.sort_unstable();
        tables.dedup();
        assert_eq!(tables.len(), all);
    }

    #[test]
    fn russian_king_is_not_a_knight() {
        assert_eq!(Language::Russian.piece_at_start("Крe2"), Some((Role::King, "Кр".len())));
        assert_eq!(Language::Russian.piece_at_start("Кe2"), Some((Role::Knight, "К".len())));
        assert_eq!(Language::Russian.piece_at_start("Kp:e2"), Some((Role::King, 2)));
    }

    #[test]
    fn codes_lead_back() {
        for language in Language::TRIED {
            assert_eq!(Language::from_code(language.code()), Some(language));
        }
    }
}
