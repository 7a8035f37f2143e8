//! Pairings and results as a table: CSV with commas, semicolons or tabs, as spreadsheets write it.

use kaissa_game::{GameResult, WrittenResult};

use crate::{Expected, LAST_ROUND, PairingRow, PairingsReading, Trouble, Unpaired};

/// Headings of columns as they are met, in small letters and without points.
const HEADINGS: [(&str, Column); 26] = [
    ("round", Column::Round),
    ("rd", Column::Round),
    ("тур", Column::Round),
    ("runde", Column::Round),
    ("ronde", Column::Round),
    ("board", Column::Board),
    ("bo", Column::Board),
    ("table", Column::Board),
    ("brett", Column::Board),
    ("доска", Column::Board),
    ("стол", Column::Board),
    ("white", Column::White),
    ("white player", Column::White),
    ("weiß", Column::White),
    ("weiss", Column::White),
    ("blancs", Column::White),
    ("белые", Column::White),
    ("black", Column::Black),
    ("black player", Column::Black),
    ("schwarz", Column::Black),
    ("чёрные", Column::Black),
    ("черные", Column::Black),
    ("result", Column::Result),
    ("res", Column::Result),
    ("результат", Column::Result),
    ("рез", Column::Result),
];

/// Words in the place of an opponent for a player who has none.
const BYES: [&str; 8] =
    ["bye", "spielfrei", "exempt", "free", "свободен", "свободна", "выходной", "not paired"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    Round,
    Board,
    White,
    Black,
    Result,
}

/// Reads pairings from a table.
///
/// The separator is found by the first line. A row of headings in English, Russian or German names
/// the columns; without one they are: white, black; or board, white, black; or board, white, black,
/// result. Empty rows are passed over.
///
/// # Examples
/// ```
/// use kaissa_tournament::read_table;
/// let read = read_table("1;First, A;Second, B;1-0\r\n2;Third, C;Fourth, D;\r\n");
/// assert!(read.troubles.is_empty());
/// assert_eq!(read.rows[1].white, "Third, C");
/// ```
pub fn read_table(text: &str) -> PairingsReading {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // A spreadsheet may say its separator in a line of its own.
    let (text, n_skipped) = match text.strip_prefix("sep=") {
        Some(rest) => (rest.split_once('\n').map_or("", |(_, rest)| rest), 1),
        None => (text.as_str(), 0),
    };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(text))
        .from_reader(text.as_bytes());
    let mut reading = PairingsReading::default();
    let mut columns: Option<Vec<Option<Column>>> = None;
    let mut cells = csv::StringRecord::new();
    let mut place = Place { byte: 0, line: 1 + n_skipped };
    // A text in memory is always read; what it holds is looked at below.
    while reader.read_record(&mut cells).unwrap_or(false) {
        place = place.of(&cells, text);
        let line = place.line;
        let row: Vec<&str> = cells.iter().map(clean).collect();
        if row.iter().all(|cell| cell.is_empty()) {
            continue;
        }
        let Some(known) = &columns else {
            let headings = headings(&row);
            let is_heading = headings.is_some();
            match headings.or_else(|| usual(&row)) {
                Some(found) => {
                    if !is_heading {
                        take(&row, &found, line, &mut reading);
                    }
                    columns = Some(found);
                }
                None => {
                    let found = shown(&row);
                    reading.troubles.push(Trouble { line, found, expected: Expected::Columns });
                }
            }
            continue;
        };
        take(&row, known, line, &mut reading);
    }
    reading.note_doubles();
    reading
}

/// Where a row begins.
#[derive(Clone, Copy)]
struct Place {
    byte: usize,
    line: u64,
}

impl Place {
    /// The place of a later row; empty lines before it are passed over, as its reader does.
    fn of(self, cells: &csv::StringRecord, text: &str) -> Place {
        let given = cells.position().map_or(0, csv::Position::byte) as usize;
        let rest = text.get(given..).unwrap_or_default();
        let byte = text.len() - rest.trim_start_matches('\n').len();
        let between = text.get(self.byte..byte).unwrap_or_default();
        Place { byte, line: self.line + between.matches('\n').count() as u64 }
    }
}

/// Takes one row of the table.
fn take(row: &[&str], columns: &[Option<Column>], line: u64, reading: &mut PairingsReading) {
    let cell = |wanted: Column| {
        let index = columns.iter().position(|column| *column == Some(wanted));
        index.and_then(|index| row.get(index)).copied().unwrap_or_default()
    };
    let mut trouble = |found: &str, expected: Expected| {
        reading.troubles.push(Trouble { line, found: found.to_owned(), expected });
    };
    let (white, black) = (cell(Column::White), cell(Column::Black));
    let is_bye = |name: &str| BYES.contains(&name.to_lowercase().as_str());
    let lone = match (is_bye(white), is_bye(black)) {
        (false, true) => Some(white),
        (true, false) => Some(black),
        _ => None,
    };
    if let Some(name) = lone.filter(|name| !name.is_empty()) {
        reading.unpaired.push(Unpaired { line, name: name.to_owned(), code: 'U' });
        return;
    }
    if white.is_empty() || black.is_empty() {
        return trouble(&shown(row), Expected::TwoPlayers);
    }
    let result = match cell(Column::Result) {
        "" | "-" | ":" => None,
        written => match GameResult::read(written) {
            Some(WrittenResult::Finished(result)) => Some(result),
            Some(WrittenResult::Open) => None,
            None => return trouble(written, Expected::Result),
        },
    };
    let round = match cell(Column::Round) {
        "" => None,
        written => match written.parse() {
            Ok(round @ 1..=LAST_ROUND) => Some(round),
            _ => return trouble(written, Expected::Round),
        },
    };
    reading.rows.push(PairingRow {
        line,
        round,
        board: cell(Column::Board).to_owned(),
        white: white.to_owned(),
        black: black.to_owned(),
        result,
    });
}

/// Writes games as a table with headings, with semicolons and Windows line ends, as spreadsheets
/// open it; [`read_table`] reads the same games again.
pub fn write_table<'r>(rows: impl IntoIterator<Item = &'r PairingRow>) -> String {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(b';')
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let mut write = |cells: [&str; 5]| {
        // Writing to memory does not fail.
        let _ = writer.write_record(cells);
    };
    write(["Round", "Board", "White", "Black", "Result"]);
    for row in rows {
        let round = row.round.map(|round| round.to_string()).unwrap_or_default();
        let result = row.result.map(written).unwrap_or_default();
        let (white, black) = (guarded(&row.white), guarded(&row.black));
        write([&round, &guarded(&row.board), &white, &black, &result]);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A result as tables have it: `1-0`, or `+--` where there was no play.
fn written(result: GameResult) -> String {
    if !result.is_forfeit {
        return result.to_string();
    }
    match result {
        GameResult { points, .. } if points == GameResult::WHITE_WINS.points => "+--".to_owned(),
        GameResult { points, .. } if points == GameResult::BLACK_WINS.points => "--+".to_owned(),
        GameResult { points, .. } if points == GameResult::BOTH_LOSE.points => "---".to_owned(),
        result => format!("{result}F"),
    }
}

/// A text that no spreadsheet takes for a formula.
fn guarded(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@', '\'']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

/// A cell without blanks around it, and without the mark of [`guarded`].
fn clean(cell: &str) -> &str {
    let cell = cell.trim();
    let guarded =
        cell.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@', '\'']));
    guarded.unwrap_or(cell)
}

/// A row as it is shown to who has to put it right.
fn shown(row: &[&str]) -> String {
    row.join(" | ").chars().take(120).collect()
}

/// The separator: what stands in the first line of text, a semicolon before a tab before a comma,
/// since names hold commas.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    [b';', b'\t'].into_iter().find(|mark| first.as_bytes().contains(mark)).unwrap_or(b',')
}

/// The columns by a row of headings; `None` where it is none.
fn headings(row: &[&str]) -> Option<Vec<Option<Column>>> {
    let column = |cell: &&str| {
        let name = cell.to_lowercase().replace('.', "");
        HEADINGS.iter().find(|(heading, _)| *heading == name.trim()).map(|(_, column)| *column)
    };
    let columns: Vec<Option<Column>> = row.iter().map(column).collect();
    let has = |wanted| columns.contains(&Some(wanted));
    (has(Column::White) && has(Column::Black)).then_some(columns)
}

/// The columns of a table without headings; `None` where their number tells nothing.
fn usual(row: &[&str]) -> Option<Vec<Option<Column>>> {
    use Column::{Black, Board, Result, White};
    let columns: &[Column] = match row.len() {
        2 => &[White, Black],
        3 => &[Board, White, Black],
        4 => &[Board, White, Black, Result],
        _ => return None,
    };
    Some(columns.iter().copied().map(Some).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str, &str)]) -> PairingsReading {
        let read = read_table(text);
        let found: Vec<(&str, &str, &str)> = read
            .rows
            .iter()
            .map(|row| (row.board.as_str(), row.white.as_str(), row.black.as_str()))
            .collect();
        assert_eq!(found, expected, "{text}");
        read
    }

    #[test]
    fn a_table_with_any_separator_and_any_line_end_is_read() {
        let expected = [("1", "Carlsen, Magnus", "So, Wesley"), ("2", "Иванов", "Петров")];
        for text in [
            "1;Carlsen, Magnus;So, Wesley\r\n2;Иванов;Петров\r\n",
            "1\tCarlsen, Magnus\tSo, Wesley\r2\tИванов\tПетров",
            "1,\"Carlsen, Magnus\",\"So, Wesley\"\n\n2,Иванов,Петров\n",
            "sep=;\r\nBoard;White;Black\r\n1;Carlsen, Magnus;So, Wesley\r\n2;Иванов;Петров",
            "Доска;Белые;Результат;Чёрные\n1;Carlsen, Magnus;;So, Wesley\n2; Иванов ;-;Петров",
            "Bo.;No.;White;Rtg;Res.;Black\n1;3;Carlsen, Magnus;2800;;So, Wesley\n2;1;Иванов;;;Петров",
        ] {
            let read = check(text, &expected);
            assert_eq!(read.troubles, [], "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_the_rest_is_read() {
        let text = "Board;White;Black;Result\n1;A;;\n2;B;C;2-0\n3;D;E;1-0\n\n3;F;D;\n4;G;bye;1\n";
        let read = check(text, &[("3", "D", "E"), ("3", "F", "D")]);
        let found: Vec<(u64, &str, Expected)> = read
            .troubles
            .iter()
            .map(|trouble| (trouble.line, trouble.found.as_str(), trouble.expected.clone()))
            .collect();
        assert_eq!(
            found,
            [
                (2, "1 | A |  | ", Expected::TwoPlayers),
                (3, "2-0", Expected::Result),
                (6, "D", Expected::OtherPlayer(4)),
                (6, "3", Expected::OtherBoard(4)),
            ]
        );
        assert_eq!(read.unpaired, [Unpaired { line: 7, name: "G".to_owned(), code: 'U' }]);
        let read = check("just words", &[]);
        assert_eq!(read.troubles.len(), 1);
        assert_eq!(read.troubles[0].expected, Expected::Columns);
    }

    #[test]
    fn what_is_written_is_read_again_the_same() {
        let forfeit = |result| GameResult { is_forfeit: true, ..result };
        let results = [
            None,
            Some(GameResult::WHITE_WINS),
            Some(GameResult::DRAW),
            Some(GameResult::BOTH_LOSE),
            Some(forfeit(GameResult::WHITE_WINS)),
            Some(forfeit(GameResult::BLACK_WINS)),
            Some(forfeit(GameResult::BOTH_LOSE)),
            GameResult::read("1/2-0").and_then(|read| match read {
                WrittenResult::Finished(result) => Some(result),
                WrittenResult::Open => None,
            }),
        ];
        let rows: Vec<PairingRow> = (2..)
            .zip(results)
            .map(|(line, result)| PairingRow {
                line,
                round: Some(3),
                board: line.to_string(),
                white: format!("=Name; \"of\" {line}"),
                black: format!("Чёрный, {line}"),
                result,
            })
            .collect();
        let text = write_table(&rows);
        assert!(text.starts_with("Round;Board;White;Black;Result\r\n3;2;"), "{text}");
        assert!(!text.contains(";=Name") && !text.contains("\"=Name"), "no formula: {text}");
        let read = read_table(&text);
        assert_eq!(read.troubles, []);
        assert_eq!(read.rows, rows);
    }
}
