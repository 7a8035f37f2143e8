use kaissa_game::GameResult;

use super::*;

/// A line of a player, with his rounds as they stand in the file.
fn player(number: u32, name: &str, points: &str, rounds: &[&str]) -> String {
    let rounds: String = rounds.iter().map(|round| format!("  {round}")).collect();
    let name = format!("{name:<33}");
    format!("001 {number:>4} m GM {name} 2500 RUS     4100001 1990/01/02 {points:>4}    1{rounds}")
}

/// Four players, two rounds played and a third one paired; one has a bye in the second.
fn file() -> String {
    let lines = [
        "### made for a test".to_owned(),
        "012 Кубок города".to_owned(),
        "132                                                                                        26/11/30".to_owned(),
        "142 5".to_owned(),
        "222 40/6000+30:900+30".to_owned(),
        player(1, "Первый, А", "2.0", &["   3 w 1", "   2 b 1", "   4 w  "]),
        player(2, "Second, B", "1.0", &["   4 b +", "   1 w 0", "   3 b  "]),
        player(3, "Third, C", "1.0", &["   1 b 0", "0000 - U", "   2 w  "]),
        player(4, "Fourth, D", "0.0", &["   2 w -", "        ", "   1 b  "]),
        "013 Team                                1    3".to_owned(),
        "XXR 5".to_owned(),
    ];
    lines.map(|line| line + "\r\n").concat()
}

#[test]
fn what_is_read_goes_out_as_it_came_in() {
    for text in [
        file(),
        file().replace("\r\n", "\r"),
        file().replace("\r\n", "\n") + "260 1",
        "\n".to_owned(),
    ] {
        assert_eq!(Trf::read(&text).to_string(), text);
    }
}

#[test]
fn players_rounds_and_values_are_read() {
    let trf = Trf::read(&file());
    assert_eq!(trf.troubles(), []);
    assert_eq!(trf.value("012"), Some("Кубок города"));
    assert_eq!(trf.value("222"), Some("40/6000+30:900+30"));
    assert_eq!(trf.value("022"), None);
    assert_eq!(trf.last_round(), 3);
    let names: Vec<&str> = trf.players().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Первый, А", "Second, B", "Third, C", "Fourth, D"]);
}

#[test]
fn boards_come_in_the_order_of_points_and_the_results_of_both_sides() {
    let trf = Trf::read(&file());
    let third = trf.pairings(3, 1);
    assert_eq!(third.troubles, []);
    let boards: Vec<(&str, &str, &str)> = third
        .rows
        .iter()
        .map(|row| (row.board.as_str(), row.white.as_str(), row.black.as_str()))
        .collect();
    assert_eq!(boards, [("1", "Первый, А", "Fourth, D"), ("2", "Third, C", "Second, B")]);
    assert!(third.rows.iter().all(|row| row.result.is_none()));
    let first = trf.pairings(1, 11);
    assert_eq!(first.rows[0].result, Some(GameResult::WHITE_WINS));
    let forfeit = GameResult { is_forfeit: true, ..GameResult::BLACK_WINS };
    assert_eq!((first.rows[1].board.as_str(), first.rows[1].result), ("12", Some(forfeit)));
    let second = trf.pairings(2, 1);
    let without: Vec<(&str, char)> =
        second.unpaired.iter().map(|one| (one.name.as_str(), one.code)).collect();
    assert_eq!(without, [("Third, C", 'U'), ("Fourth, D", 'Z')]);
}

#[test]
fn results_change_their_cells_and_points_and_nothing_else() {
    let mut trf = Trf::read(&file());
    for (row, result) in
        trf.pairings(3, 1).rows.iter().zip([GameResult::DRAW, GameResult::BOTH_LOSE])
    {
        let row = PairingRow { result: Some(result), ..row.clone() };
        trf.put(3, &row).expect("known players");
    }
    let expected = file()
        .replace("2.0    1     3 w 1     2 b 1     4 w  ", "2.5    1     3 w 1     2 b 1     4 w =")
        .replace("0.0    1     2 w -               1 b  ", "0.5    1     2 w -               1 b =")
        .replace("1 w 0     3 b  ", "1 w 0     3 b 0")
        .replace("0000 - U     2 w  ", "0000 - U     2 w 0");
    assert_eq!(trf.to_string(), expected);
    let again = Trf::read(&trf.to_string()).pairings(3, 1);
    let results: Vec<_> = again.rows.iter().map(|row| row.result).collect();
    assert_eq!(results, [Some(GameResult::DRAW), Some(GameResult::BOTH_LOSE)]);
    // A result that is taken back takes its points along.
    let row = &Trf::read(&file()).pairings(3, 1).rows[0];
    trf.put(3, row).expect("known players");
    assert_eq!(trf.players().next().map(|player| player.points), Some(20));
}

#[test]
fn a_code_that_says_more_than_the_result_stays() {
    let text =
        [player(1, "A", "1.0", &["   2 w W"]) + "\n", player(2, "B", "0.0", &["   1 b L"]) + "\n"]
            .concat();
    let mut trf = Trf::read(&text);
    let row = trf.pairings(1, 1).rows.remove(0);
    assert_eq!(row.result, Some(GameResult::WHITE_WINS));
    trf.put(1, &row).expect("known players");
    assert_eq!(trf.to_string(), text);
}

#[test]
fn points_follow_the_system_of_the_file() {
    let mut trf = Trf::read(&format!("162  W 3.0    D 1.0    \n{}", file()));
    let row = trf.pairings(3, 1).rows.remove(0);
    trf.put(3, &PairingRow { result: Some(GameResult::WHITE_WINS), ..row }).expect("known");
    assert_eq!(trf.players().next().map(|player| player.points), Some(20 + 30));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let text = [
        player(1, "A", "0.0", &["   2 w 1"]) + "\r\n",
        player(2, "B", "0.0", &["   1 w 0", "   9 w 1"]) + "\r\n",
        player(2, "C", "0.0", &[]) + "\r\n",
        player(0, "D", "0.0", &[]) + "\r\n",
        player(5, "E", "0.0", &["   x w 1", "   1 q ?"]) + "\r\n",
    ]
    .concat();
    let trf = Trf::read(&text);
    let told = |troubles: &[Trouble]| -> Vec<(u64, Expected)> {
        troubles.iter().map(|trouble| (trouble.line, trouble.expected.clone())).collect()
    };
    let in_lines = [
        (3, Expected::OtherNumber(2)),
        (4, Expected::StartingNumber),
        (5, Expected::Opponent),
        (5, Expected::Colour),
        (5, Expected::ResultCode),
    ];
    assert_eq!(told(trf.troubles()), in_lines);
    let first = trf.pairings(1, 1);
    assert!(first.rows.is_empty(), "both have White");
    assert!(told(&first.troubles).contains(&(1, Expected::OtherSide(2))));
    assert!(told(&trf.pairings(2, 1).troubles).contains(&(2, Expected::Opponent)));
    assert_eq!(told(Trf::read("1;A;B\n").troubles()), [(1, Expected::Report)]);
}

#[test]
fn columns_counted_in_bytes_are_read_too() {
    // Seven Cyrillic letters take fourteen bytes: the name's field is shorter by seven letters.
    let name = format!("{:<26}", "Петрова");
    let line = format!("001    1 m    {name} 2500 RUS     4100001 1990/01/02  1.0    1  0000 - U");
    let trf = Trf::read(&line);
    let player = trf.players().next().expect("a player");
    assert_eq!((player.name.as_str(), player.points), ("Петрова", 10));
    assert_eq!(player.game(1).map(|game| game.code), Some('U'));
    assert_eq!(trf.to_string(), line);
}

#[test]
fn a_new_file_holds_the_games_of_the_desk_and_is_read_again() {
    let facts = EventFacts {
        name: "Town cup".to_owned(),
        chief_arbiter: "Ирина".to_owned(),
        time_control: "5400+30".to_owned(),
        n_rounds: Some(5),
    };
    let mut trf = Trf::of_players(&facts, ["Carlsen, Magnus", "Иванов"]);
    let row = PairingRow {
        line: 1,
        round: Some(1),
        board: "1".to_owned(),
        white: "Иванов".to_owned(),
        black: "Magnus CARLSEN".to_owned(),
        result: Some(GameResult::DRAW),
    };
    trf.put(1, &row).expect("known players");
    assert_eq!(
        trf.put(1, &PairingRow { white: "Nobody".to_owned(), ..row }),
        Err(vec!["Nobody".to_owned()])
    );
    let text = trf.to_string();
    assert!(
        text.starts_with("012 Town cup\r\n062 2\r\n102 Ирина\r\n142 5\r\n222 5400+30\r\n001    1")
    );
    let again = Trf::read(&text);
    assert_eq!(again.troubles(), []);
    let games = again.pairings(1, 1);
    assert_eq!(
        (games.rows[0].white.as_str(), games.rows[0].result),
        ("Иванов", Some(GameResult::DRAW))
    );
    assert_eq!(again.players().map(|player| player.points).collect::<Vec<_>>(), [5, 5]);
}

#[test]
fn a_number_that_is_none_of_a_round_puts_nothing_in() {
    let mut trf = Trf::read(&file());
    let row = trf.pairings(3, u32::MAX).rows.remove(1);
    assert_eq!(row.board, (u64::from(u32::MAX) + 1).to_string());
    for round in [0, 1_000, u32::MAX] {
        trf.put(round, &PairingRow { result: Some(GameResult::DRAW), ..row.clone() })
            .expect("known");
    }
    assert_eq!(trf.to_string(), file());
    assert!(trf.pairings(u32::MAX, 1).rows.is_empty());
}

#[test]
fn a_game_that_was_none_is_taken_out_with_its_points() {
    let facts = EventFacts::default();
    let mut trf = Trf::of_players(&facts, ["A", "B", "C"]);
    let before = trf.to_string();
    let row = PairingRow {
        line: 1,
        round: Some(1),
        board: "1".to_owned(),
        white: "A".to_owned(),
        black: "B".to_owned(),
        result: Some(GameResult::WHITE_WINS),
    };
    trf.put(1, &row).expect("known players");
    for (white, black) in [("A", "C"), ("A", "nobody")] {
        trf.take_out(1, white, black);
        assert_eq!(trf.pairings(1, 1).rows.len(), 1, "{white} – {black} is not in the file");
    }
    trf.take_out(1, "A", "B");
    assert!(trf.pairings(1, 1).rows.is_empty());
    assert_eq!(trf.players().map(|player| player.points).collect::<Vec<_>>(), [0, 0, 0]);
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(&trf.to_string()), trimmed(&before));
    // The round has other players then.
    trf.put(1, &PairingRow { black: "C".to_owned(), ..row }).expect("known players");
    let opponents = trf.players().map(|player| player.game(1).map_or(0, |game| game.opponent));
    assert_eq!(opponents.collect::<Vec<_>>(), [3, 0, 1]);
}
