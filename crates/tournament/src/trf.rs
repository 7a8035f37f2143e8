//! A tournament report file (TRF), version 2016 and the basics of version 2026.
//!
//! Both versions have the same lines of players (001); 2026 adds the point system (162), the coded
//! time control (222) and byes of rounds to come (240), which are read, and more that is kept as it
//! came.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use kaissa_chess::Color;
use kaissa_game::{GameResult, Points};

use crate::layout::Columns;
use crate::{Expected, LAST_ROUND, PairingRow, PairingsReading, Trouble, Unpaired, name_key};

/// The column in which the first round begins.
const FIRST_ROUND: usize = 92;
/// How many columns a round takes.
const ROUND_WIDTH: usize = 10;

/// A tournament report file. Every line is kept as it came.
///
/// # Units
/// Points are in tenths: 10 is one point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trf {
    /// The lines with what ends each of them.
    lines: Vec<(String, String)>,
    /// The players by starting number.
    players: BTreeMap<u32, TrfPlayer>,
    troubles: Vec<Trouble>,
}

/// A player of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrfPlayer {
    /// His starting number.
    pub number: u32,
    /// His name.
    pub name: String,
    /// His line, from 1.
    pub line: u64,
    /// His points, in tenths.
    pub points: i32,
    columns: Columns,
    games: Vec<TrfGame>,
}

/// What a player has in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrfGame {
    /// The starting number of the opponent; 0 for none.
    pub opponent: u32,
    /// His colour.
    pub color: Option<Color>,
    /// The code of the result; a blank where there is none yet.
    pub code: char,
}

/// What a new file says of its event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EventFacts {
    /// The name of the tournament.
    pub name: String,
    /// The chief arbiter.
    pub chief_arbiter: String,
    /// The time control, as the tag of PGN has it.
    pub time_control: String,
    /// How many rounds there are, where it is known.
    pub n_rounds: Option<u32>,
}

impl Trf {
    /// Reads a file; what is not as it should be is in [`Trf::troubles`].
    pub fn read(text: &str) -> Trf {
        let mut trf = Trf { lines: split(text), ..Trf::default() };
        let mut players = BTreeMap::new();
        let mut troubles = Vec::new();
        for (number, (line, _)) in (1..).zip(&trf.lines) {
            if !line.starts_with("001") {
                continue;
            }
            let player = TrfPlayer::read(line, number, &mut troubles);
            let Some(player) = player else { continue };
            let found = player.number.to_string();
            if let Some(other) = players.get(&player.number).map(|other: &TrfPlayer| other.line) {
                let expected = Expected::OtherNumber(other);
                troubles.push(Trouble { line: number, found, expected });
            } else {
                players.insert(player.number, player);
            }
        }
        if players.is_empty() {
            let found = trf.lines.first().map(|(line, _)| line.chars().take(60).collect());
            let found = found.unwrap_or_default();
            troubles.push(Trouble { line: 1, found, expected: Expected::Report });
        }
        (trf.players, trf.troubles) = (players, troubles);
        trf
    }

    /// Makes a file of players in the order of their starting numbers, without games.
    ///
    /// It has what the desk knows; ratings, federations and numbers of FIDE are left blank.
    pub fn of_players<'n>(facts: &EventFacts, names: impl IntoIterator<Item = &'n str>) -> Trf {
        let names: Vec<&str> = names.into_iter().collect();
        let one_line = |text: &str| text.replace(['\r', '\n'], " ");
        let mut lines = vec![format!("012 {}", one_line(&facts.name))];
        lines.push(format!("062 {}", names.len()));
        if !facts.chief_arbiter.is_empty() {
            lines.push(format!("102 {}", one_line(&facts.chief_arbiter)));
        }
        if let Some(n_rounds) = facts.n_rounds {
            lines.push(format!("142 {n_rounds}"));
        }
        if !facts.time_control.is_empty() {
            lines.push(format!("222 {}", one_line(&facts.time_control)));
        }
        for (number, name) in (1..).zip(names) {
            let name: String = one_line(name).chars().take(33).collect();
            let mut columns = Columns::of("001");
            columns.write(5, 8, &number.to_string());
            columns.write(15, 47, &format!("{name:<33}"));
            columns.write(81, 84, "0.0");
            columns.write(86, 89, "1");
            lines.push(columns.text());
        }
        Trf::read(&lines.into_iter().map(|line| line + "\r\n").collect::<String>())
    }

    /// What is not as it should be, in the order of the lines, as far as single lines tell.
    pub fn troubles(&self) -> &[Trouble] {
        &self.troubles
    }

    /// The players by starting number.
    pub fn players(&self) -> impl Iterator<Item = &TrfPlayer> {
        self.players.values()
    }

    /// What stands behind an identification number, as `012` for the name of the tournament.
    pub fn value(&self, tag: &str) -> Option<&str> {
        let lines = self.lines.iter().map(|(line, _)| line.as_str());
        let mut values = lines.filter_map(|line| line.strip_prefix(tag));
        values.find(|value| value.starts_with(' ') || value.is_empty()).map(str::trim)
    }

    /// The last round in which somebody is paired; 0 for none.
    pub fn last_round(&self) -> u32 {
        let last = |player: &TrfPlayer| {
            player.games.iter().rposition(|game| game.opponent != 0).map_or(0, |index| index + 1)
        };
        self.players.values().map(last).max().unwrap_or(0) as u32
    }

    /// The pairings of a round in the order of boards: by the points of the better player before the
    /// round, then by those of both, then by the lower starting number. Boards are counted from
    /// `first_board`.
    ///
    /// A game that one side tells otherwise than the other is a trouble, and is left out.
    pub fn pairings(&self, round: u32, first_board: u32) -> PairingsReading {
        let mut reading =
            PairingsReading { troubles: self.troubles.clone(), ..PairingsReading::default() };
        let mut games = Vec::new();
        for player in self.players.values() {
            let Some(game) = player.game(round) else { continue };
            if game.opponent == 0 {
                let (line, name) = (player.line, player.name.clone());
                let code = match game.code {
                    ' ' => 'Z',
                    code => code,
                };
                reading.unpaired.push(Unpaired { line, name, code });
                continue;
            }
            let found = format!("{} {} {}", game.opponent, color_letter(game.color), game.code);
            let Some(other) = self.players.get(&game.opponent) else {
                let (line, expected) = (player.line, Expected::Opponent);
                reading.troubles.push(Trouble { line, found, expected });
                continue;
            };
            let back = other.game(round);
            let fits = back.is_some_and(|back| {
                back.opponent == player.number
                    && game.color.is_some()
                    && back.color == game.color.map(|color| !color)
                    && is_possible(game.code, back.code)
            });
            match (fits, game.color) {
                (true, Some(Color::White)) => games.push((player, other)),
                (true, _) => {}
                (false, _) => {
                    let (line, expected) = (player.line, Expected::OtherSide(other.line));
                    reading.troubles.push(Trouble { line, found, expected });
                }
            }
        }
        games.sort_by_key(|(white, black)| {
            let points = [white, black].map(|player| self.points_before(player, round));
            let best = points.into_iter().max().unwrap_or(0);
            let number = white.number.min(black.number);
            (Reverse(best), Reverse(points.iter().sum::<i32>()), number)
        });
        for (index, (white, black)) in (0_u64..).zip(games) {
            let board = u64::from(first_board) + index;
            let codes = (white.game(round), black.game(round));
            let result = match codes {
                (Some(white), Some(black)) => result_of(white.code, black.code),
                _ => None,
            };
            reading.rows.push(PairingRow {
                line: white.line,
                round: Some(round),
                board: board.to_string(),
                white: white.name.clone(),
                black: black.name.clone(),
                result,
            });
        }
        reading.note_doubles();
        reading
    }

    /// Puts a game with its result into a round: cells that say the same already stay as they are,
    /// and points grow by what is new. A game without a result is put in as paired.
    ///
    /// A number that is none of a round puts nothing in.
    ///
    /// # Errors
    /// The names that no player of the file has, or that two have.
    pub fn put(&mut self, round: u32, row: &PairingRow) -> Result<(), Vec<String>> {
        if !(1..=LAST_ROUND).contains(&round) {
            return Ok(());
        }
        let (white, black) = match (self.number_of(&row.white), self.number_of(&row.black)) {
            (Ok(white), Ok(black)) => (white, black),
            (white, black) => {
                return Err([white.err(), black.err()].into_iter().flatten().collect());
            }
        };
        let told = row.result.map(codes_of);
        self.put_side(round, white, (black, Color::White), told.map(|(code, _)| code));
        self.put_side(round, black, (white, Color::Black), told.map(|(_, code)| code));
        Ok(())
    }

    /// Takes the game of two players out of a round, with its result; where the file does not have it,
    /// nothing is changed.
    pub fn take_out(&mut self, round: u32, white: &str, black: &str) {
        let (Ok(white), Ok(black)) = (self.number_of(white), self.number_of(black)) else { return };
        let none = TrfGame { opponent: 0, color: None, code: ' ' };
        for (number, opponent) in [(white, black), (black, white)] {
            let known = self.players.get(&number).and_then(|player| player.game(round));
            if known.is_some_and(|game| game.opponent == opponent) {
                self.write(round, number, none);
            }
        }
    }

    fn put_side(&mut self, round: u32, number: u32, of: (u32, Color), code: Option<char>) {
        let Some(player) = self.players.get(&number) else { return };
        let (opponent, color) = (of.0, Some(of.1));
        let known = player.game(round).filter(|known| known.opponent == opponent);
        let code = match (known, code) {
            // A win of less than one move is still a win; what is there says more than we know.
            (Some(known), Some(code)) if same_code(known.code, code) => known.code,
            (_, Some(code)) => code,
            (_, None) => ' ',
        };
        self.write(round, number, TrfGame { opponent, color, code });
    }

    /// Writes what a player has in a round, with his points, where it is something else than before.
    fn write(&mut self, round: u32, number: u32, game: TrfGame) {
        let system = self.point_system();
        let Some(player) = self.players.get_mut(&number) else { return };
        if player.game(round) == Some(game) {
            return;
        }
        let before = player.game(round).map_or(0, |game| system.points(game));
        player.points += system.points(game) - before;
        player.write(round, game);
        let (line, text) = (player.line, player.columns.text());
        if let Some((kept, _)) = self.lines.get_mut(line as usize - 1) {
            *kept = text;
        }
    }

    /// The starting number of the player of a name.
    fn number_of(&self, name: &str) -> Result<u32, String> {
        let exact: Vec<u32> =
            self.players.values().filter(|player| player.name == name).map(|p| p.number).collect();
        if let [only] = exact[..] {
            return Ok(only);
        }
        let key = name_key(name);
        let mut alike = self.players.values().filter(|player| name_key(&player.name) == key);
        match (alike.next(), alike.next()) {
            (Some(only), None) => Ok(only.number),
            _ => Err(name.to_owned()),
        }
    }

    fn points_before(&self, player: &TrfPlayer, round: u32) -> i32 {
        let system = self.point_system();
        let before = player.games.iter().take(round.saturating_sub(1) as usize);
        before.map(|game| system.points(*game)).sum()
    }

    fn point_system(&self) -> PointSystem {
        let lines = self.lines.iter().filter(|(line, _)| line.starts_with("162"));
        lines.fold(PointSystem::default(), |system, (line, _)| system.with(line))
    }
}

/// The file as text, with the line ends that it came with.
impl fmt::Display for Trf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|(line, end)| write!(f, "{line}{end}"))
    }
}

impl TrfPlayer {
    /// What the player has in a round, from 1.
    pub fn game(&self, round: u32) -> Option<TrfGame> {
        self.games.get((round as usize).checked_sub(1)?).copied()
    }

    fn read(line: &str, number: u64, troubles: &mut Vec<Trouble>) -> Option<TrfPlayer> {
        let columns = Columns::of_player(line);
        let mut trouble = |found: String, expected: Expected| {
            troubles.push(Trouble { line: number, found, expected });
        };
        let written = columns.field(5, 8);
        let Some(starting) = written.parse().ok().filter(|number| (1..=9_999).contains(number))
        else {
            trouble(written, Expected::StartingNumber);
            return None;
        };
        let mut games = Vec::new();
        let mut at = FIRST_ROUND;
        while at <= columns.len() {
            let written = columns.field(at, at + 3);
            let opponent = match written.as_str() {
                "" => Some(0),
                written => written.parse().ok(),
            };
            let color = match columns.letter(at + 5).to_ascii_lowercase() {
                'w' => Ok(Some(Color::White)),
                'b' => Ok(Some(Color::Black)),
                '-' | ' ' => Ok(None),
                other => Err(other),
            };
            let code = columns.letter(at + 7).to_ascii_uppercase();
            if opponent.is_none() {
                trouble(written, Expected::Opponent);
            }
            if let Err(other) = color {
                trouble(other.to_string(), Expected::Colour);
            }
            let is_code = "-+WDL1=0HFUZ ".contains(code);
            if !is_code {
                trouble(code.to_string(), Expected::ResultCode);
            }
            games.push(TrfGame {
                opponent: opponent.unwrap_or(0),
                color: color.unwrap_or(None),
                code: if is_code { code } else { ' ' },
            });
            at += ROUND_WIDTH;
        }
        Some(TrfPlayer {
            number: starting,
            name: columns.field(15, 47),
            line: number,
            points: tenths(&columns.field(81, 84)).unwrap_or(0),
            columns,
            games,
        })
    }

    /// Writes what he has in a round, and his points.
    fn write(&mut self, round: u32, game: TrfGame) {
        let Some(index) = (round as usize).checked_sub(1) else { return };
        let none = TrfGame { opponent: 0, color: None, code: ' ' };
        if self.games.len() <= index {
            self.games.resize(index + 1, none);
        }
        if let Some(cell) = self.games.get_mut(index) {
            *cell = game;
        }
        let at = FIRST_ROUND + index * ROUND_WIDTH;
        let (opponent, color) = match game == none {
            true => (String::new(), " "),
            false => (game.opponent.to_string(), color_letter(game.color)),
        };
        self.columns.write(at, at + 3, &opponent);
        self.columns.write(at + 5, at + 5, color);
        self.columns.write(at + 7, at + 7, &game.code.to_string());
        let (whole, rest) = (self.points.div_euclid(10), self.points.rem_euclid(10));
        self.columns.write(81, 84, &format!("{whole}.{rest}"));
    }
}

/// What results score, in tenths of a point (162).
#[derive(Clone, Copy, Debug)]
struct PointSystem {
    win: i32,
    draw: i32,
    loss: i32,
    absence: i32,
    /// That of a bye that the pairing gives; as a win, if nothing is said.
    pairing_bye: Option<i32>,
}

impl Default for PointSystem {
    fn default() -> PointSystem {
        PointSystem { win: 10, draw: 5, loss: 0, absence: 0, pairing_bye: None }
    }
}

impl PointSystem {
    /// With what a line 162 says: codes in columns 6, 15, 24 and so on, their points behind them.
    fn with(mut self, line: &str) -> PointSystem {
        let columns = Columns::of(line);
        let mut at = 6;
        while at <= columns.len() {
            if let Some(points) = tenths(&columns.field(at + 1, at + 4)) {
                match columns.letter(at).to_ascii_uppercase() {
                    'W' => self.win = points,
                    'D' => self.draw = points,
                    'L' => self.loss = points,
                    'A' => self.absence = points,
                    'P' => self.pairing_bye = Some(points),
                    _ => {}
                }
            }
            at += 9;
        }
        self
    }

    fn points(self, game: TrfGame) -> i32 {
        match game.code {
            '1' | 'W' | '+' | 'F' => self.win,
            '=' | 'D' | 'H' => self.draw,
            '0' | 'L' => self.loss,
            'U' => self.pairing_bye.unwrap_or(self.win),
            '-' | 'Z' => self.absence,
            // A game that is not over scores nothing yet.
            _ if game.opponent != 0 => 0,
            _ => self.absence,
        }
    }
}

/// Reads `11.5` or `11,5` as tenths.
fn tenths(text: &str) -> Option<i32> {
    let text = text.replace(',', ".");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, "0"));
    let whole: i32 = whole.trim().parse().ok()?;
    let rest: i32 = rest.get(..1)?.parse().ok()?;
    whole.checked_mul(10)?.checked_add(rest)
}

/// The lines of a text with what ends each.
fn split(text: &str) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let at = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(at);
        let end = match behind.as_bytes() {
            [] => 0,
            [b'\r', b'\n', ..] => 2,
            _ => 1,
        };
        let (end, behind) = behind.split_at(end);
        lines.push((line.to_owned(), end.to_owned()));
        rest = behind;
    }
    lines
}

const fn color_letter(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::White) => "w",
        Some(Color::Black) => "b",
        None => "-",
    }
}

/// The codes of a result for White and Black.
fn codes_of(result: GameResult) -> (char, char) {
    let code = |points| match (points, result.is_forfeit) {
        (Points::One, true) => '+',
        (Points::Zero, true) => '-',
        (Points::One, false) => '1',
        (Points::Half, _) => '=',
        (Points::Zero, false) => '0',
    };
    (code(result.points.white), code(result.points.black))
}

/// The points of a code, and whether it stands for a game without play.
fn points_of(code: char) -> Option<(Points, bool)> {
    match code {
        '1' | 'W' => Some((Points::One, false)),
        '=' | 'D' => Some((Points::Half, false)),
        '0' | 'L' => Some((Points::Zero, false)),
        '+' => Some((Points::One, true)),
        '-' => Some((Points::Zero, true)),
        _ => None,
    }
}

fn result_of(white: char, black: char) -> Option<GameResult> {
    let ((white, one), (black, other)) = (points_of(white)?, points_of(black)?);
    Some(GameResult { is_forfeit: one || other, ..GameResult::of(white, black) })
}

fn same_code(one: char, other: char) -> bool {
    one == other || (points_of(one).is_some() && points_of(one) == points_of(other))
}

/// Whether one game can have these codes for its two sides.
fn is_possible(one: char, other: char) -> bool {
    match (points_of(one), points_of(other)) {
        (Some((one, _)), Some((other, _))) => !matches!(
            (one, other),
            (Points::One, Points::One | Points::Half) | (Points::Half, Points::One)
        ),
        (None, None) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
