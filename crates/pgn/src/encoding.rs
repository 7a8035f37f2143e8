//! The encodings in which game files come, and how one is told from another.

use std::fmt;

/// The encoding of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextEncoding {
    /// UTF-8, with a byte order mark or without.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// Windows-1251, Cyrillic.
    Windows1251,
    /// KOI8-R, Cyrillic.
    Koi8R,
    /// Code page 866, Cyrillic under DOS.
    Cp866,
    /// Windows-1252, of which Latin-1 is a part.
    Windows1252,
}

impl TextEncoding {
    /// The name under which the encoding is registered.
    pub const fn name(self) -> &'static str {
        match self {
            TextEncoding::Utf8 => "utf-8",
            TextEncoding::Utf16Le => "utf-16le",
            TextEncoding::Utf16Be => "utf-16be",
            TextEncoding::Windows1251 => "windows-1251",
            TextEncoding::Koi8R => "koi8-r",
            TextEncoding::Cp866 => "ibm866",
            TextEncoding::Windows1252 => "windows-1252",
        }
    }

    pub(crate) fn decoder(self) -> encoding_rs::Decoder {
        let encoding = match self {
            TextEncoding::Utf8 => encoding_rs::UTF_8,
            TextEncoding::Utf16Le => encoding_rs::UTF_16LE,
            TextEncoding::Utf16Be => encoding_rs::UTF_16BE,
            TextEncoding::Windows1251 => encoding_rs::WINDOWS_1251,
            TextEncoding::Koi8R => encoding_rs::KOI8_R,
            TextEncoding::Cp866 => encoding_rs::IBM866,
            TextEncoding::Windows1252 => encoding_rs::WINDOWS_1252,
        };
        encoding.new_decoder_without_bom_handling()
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Says which encoding of one byte a letter the bytes are most likely in.
///
/// Each candidate is scored by what its letters would spell: words of one script, small letters
/// inside words, letters as common as they are in Russian, piece letters before squares. Without
/// any evidence it is Windows-1252.
pub(crate) fn guess(bytes: &[u8]) -> TextEncoding {
    const CANDIDATES: [TextEncoding; 4] = [
        TextEncoding::Windows1252,
        TextEncoding::Windows1251,
        TextEncoding::Koi8R,
        TextEncoding::Cp866,
    ];
    let mut best = (TextEncoding::Windows1252, 0);
    for candidate in CANDIDATES {
        let score = score(candidate, bytes);
        if score > best.1 {
            best = (candidate, score);
        }
    }
    best.0
}

fn score(encoding: TextEncoding, bytes: &[u8]) -> i64 {
    let mut decoder = encoding.decoder();
    let mut text = String::with_capacity(bytes.len() * 3 + 16);
    let _ = decoder.decode_to_string(bytes, &mut text, true);
    let letters: Vec<char> = text.chars().collect();
    let mut score = 0;
    for (at, &letter) in letters.iter().enumerate() {
        if letter.is_ascii() {
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| letters.get(at)).copied().unwrap_or(' ');
        let after = letters.get(at + 1).copied().unwrap_or(' ');
        score += score_letter(before, letter, after, letters.get(at + 2).copied());
    }
    score
}

fn score_letter(before: char, letter: char, after: char, later: Option<char>) -> i64 {
    if is_cyrillic(letter) {
        let is_piece = matches!(letter, 'К' | 'С' | 'Ф' | 'Л' | 'Т' | 'п' | 'р')
            && !before.is_lowercase()
            || letter == 'р' && before == 'К';
        let is_before_square = matches!(after, 'a'..='h' | 'x' | ':' | '1'..='8' | 'р')
            || is_cyrillic(after) && later.is_some_and(|later| later.is_ascii_digit());
        if is_piece && is_before_square {
            return 8;
        }
        if letter == 'х' && before.is_ascii_digit() {
            return 4;
        }
        // A word of two scripts is no word.
        if is_latin(before) || is_latin(after) {
            return -8;
        }
        let small = letter.to_lowercase().next().unwrap_or(letter);
        let mut score = frequency(small) - i64::from(letter.is_uppercase());
        if letter.is_uppercase() && before.is_lowercase() {
            score -= 8;
        }
        return score;
    }
    if letter.is_alphabetic() {
        // Accented letters stand alone among plain ones, and small after small ones.
        if before.is_alphabetic() && !before.is_ascii()
            || after.is_alphabetic() && !after.is_ascii()
        {
            return -3;
        }
        if letter.is_uppercase() && before.is_lowercase() {
            return -6;
        }
        let among_letters = before.is_ascii_alphabetic() || after.is_ascii_alphabetic();
        let common = "äöüßéèêëàâáãåæçíìîïñóòôõøúùûýÄÖÜÉÅØÁÓÑÇŠŽšž".contains(letter);
        return if among_letters && common { 6 } else { 0 };
    }
    match letter {
        '\u{2018}'..='\u{201E}'
        | '\u{2013}'
        | '\u{2014}'
        | '«'
        | '»'
        | '½'
        | '\u{A0}'
        | '№'
        | '…' => 2,
        '°' | '·' | '±' | '§' | '´' | 'º' | 'ª' => 1,
        // Boxes, control characters and letters that the encoding does not have.
        '\u{2500}'..='\u{259F}' | '\u{80}'..='\u{9F}' | '\u{FFFD}' => -10,
        _ => -4,
    }
}

fn is_cyrillic(letter: char) -> bool {
    matches!(letter, 'А'..='я' | 'Ё' | 'ё' | 'Є' | 'є' | 'І' | 'і' | 'Ї' | 'ї' | 'Ў' | 'ў')
}

fn is_latin(letter: char) -> bool {
    letter.is_ascii_alphabetic()
}

/// How common a small letter is in Russian, in about half percents.
fn frequency(letter: char) -> i64 {
    match letter {
        'о' => 11,
        'е' | 'а' => 8,
        'и' | 'н' => 7,
        'т' => 6,
        'с' | 'р' => 5,
        'в' | 'л' => 4,
        'к' | 'м' | 'д' | 'п' | 'у' => 3,
        'я' | 'ы' | 'ь' | 'г' | 'з' | 'б' => 2,
        'ч' | 'й' | 'х' | 'ж' | 'ш' | 'ю' => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode(encoding: &'static encoding_rs::Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text}");
        bytes.into_owned()
    }

    /// Code page 866, which `encoding_rs` does not write.
    fn cp866(text: &str) -> Vec<u8> {
        text.chars()
            .map(|letter| match letter {
                'А'..='п' => (letter as u32 - 'А' as u32 + 0x80) as u8,
                'р'..='я' => (letter as u32 - 'р' as u32 + 0xE0) as u8,
                'Ё' => 0xF0,
                'ё' => 0xF1,
                ascii => u8::try_from(ascii as u32).expect("ASCII"),
            })
            .collect()
    }

    #[test]
    fn cyrillic_encodings_are_told_apart() {
        let texts = [
            "[White \"Иванов, Иван\"]",
            "[Site \"Сочи\"]\n[Black \"Жуков, Щукарь Ёжикович\"]",
            "{Теория; чёрные думают}",
            "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сxc6 dxc6 5. Кxe5 Фd4 6. Крe2 Лe8",
            "ЧЕМПИОНАТ ОБЛАСТИ",
            "1. e2-e4 c7-c5 2. Кg1-f3 Кb8-c6 3. d2-d4 c5хd4 4. Кf3хd4",
        ];
        for text in texts {
            let windows = encode(encoding_rs::WINDOWS_1251, text);
            assert_eq!(guess(&windows), TextEncoding::Windows1251, "{text}");
            let koi = encode(encoding_rs::KOI8_R, text);
            assert_eq!(guess(&koi), TextEncoding::Koi8R, "{text}");
            assert_eq!(guess(&cp866(text)), TextEncoding::Cp866, "{text}");
        }
    }

    #[test]
    fn western_names_are_windows_1252() {
        let texts = [
            "Müller, Jörg",
            "Dücker",
            "Sébastien Mazé",
            "Peña",
            "Åkesson",
            "Göteborg",
            "São Paulo",
            "Hübner, Robert",
            "KÖLN",
            "Händel",
            "Øst-Hansen",
            "1/2 – 1/2",
            "Maróczy",
        ];
        for text in texts {
            let bytes = encode(encoding_rs::WINDOWS_1252, text);
            assert_eq!(guess(&bytes), TextEncoding::Windows1252, "{text}");
        }
    }
}
