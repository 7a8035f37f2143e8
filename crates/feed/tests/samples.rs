//! The samples of real sources read as what they are.

use std::fs;
use std::path::{Path, PathBuf};

use kaissa_feed::{
    CloudPairing, CloudRound, CloudTournament, LichessBlocks, PathSource, Seen, cloud_record,
    read_cloud_game, read_cloud_round, read_cloud_tournament, read_lichess_round,
};
use kaissa_game::{GameResult, Legality, Record};
use kaissa_laws::ClockTime;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(data(name)).expect(name)
}

/// The games of a path by the names of their files within it.
fn followed(path: &Path) -> Vec<(String, Vec<Record>)> {
    let given = path.to_string_lossy().into_owned();
    let mut source = PathSource::new(&given);
    let mut games = Vec::new();
    for _ in 0..3 {
        let round = source.round(&mut |seen| {
            if let Seen::Games { records, .. } = seen.seen {
                games.push((seen.source.replace(&given, ""), records));
            }
            Ok(())
        });
        assert!(round.is_ok());
    }
    games
}

fn are_all_legal(record: &Record) -> bool {
    record.unread.is_none() && record.plies.iter().all(|ply| ply.legality == Legality::Legal)
}

#[test]
fn a_folder_of_livechess_is_four_games() {
    let games = followed(&data("livechess-folder"));
    let found: Vec<(&str, usize)> =
        games.iter().map(|(name, records)| (name.as_str(), records[0].plies.len())).collect();
    let names =
        ["game-10", "game-4", "game-8", "game-9"].map(|name| format!("/round-1/{name}.pgn"));
    assert_eq!(found.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    assert!(games.iter().all(|(_, records)| records.len() == 1 && are_all_legal(&records[0])));
    let [_, (_, zero), (_, long), (_, mate)] = &games[..] else { panic!("four games") };
    // Move 18 of White has no time left between two moments that have.
    let clocks: Vec<_> = zero[0].plies.iter().map(|ply| ply.clock).collect();
    assert_eq!(clocks[34], Some(ClockTime::ZERO));
    let before_and_after =
        [clocks[32], clocks[36]].map(|clock| clock > Some(ClockTime::minutes(15)));
    assert_eq!(before_and_after, [true, true]);
    assert_eq!(long[0].plies.len(), 178);
    assert!(long[0].last_position().is_checkmate());
    assert!(mate[0].last_position().is_checkmate());
    assert_eq!(mate[0].result(), Some(GameResult::DRAW));
}

#[test]
fn the_whole_round_is_twelve_games() {
    let Ok(corpus) = std::env::var("KAISSA_CORPUS") else {
        eprintln!("left out: the round of KAISSA_CORPUS, which is not set");
        return;
    };
    let path = "feeds/samples/livechess-folder/round-1/games.pgn";
    let games = followed(&Path::new(&corpus).join(path));
    let [(_, records)] = &games[..] else { panic!("one file") };
    assert_eq!(records.len(), 12);
    assert!(records.iter().all(are_all_legal));
    let plies: Vec<_> = records.iter().flat_map(|record| &record.plies).collect();
    assert_eq!(plies.len(), 846);
    assert_eq!(plies.iter().filter(|ply| ply.clock.is_none()).count(), 10);
    assert_eq!(plies.iter().filter(|ply| ply.elapsed.is_none()).count(), 40);
}

#[test]
fn the_json_beside_the_files_is_read() {
    let tournament = read_cloud_tournament(&bytes("livechess-folder/tournament.json"));
    let live: Vec<bool> =
        tournament.expect("a tournament").rounds.iter().map(|round| round.is_live).collect();
    assert_eq!(live, [false, false, false, false, false, true]);
    let round = read_cloud_round(&bytes("livechess-folder/round-1/index.json")).expect("a round");
    assert_eq!(round.pairings.len(), 12);
    let first = &round.pairings[0];
    let white = first.white.as_ref().and_then(|player| player.name.as_deref());
    assert_eq!((white, first.result), (Some("Player01, N"), Some(GameResult::WHITE_WINS)));
}

fn cloud_game(name: &str) -> Record {
    let game = read_cloud_game(&bytes(name)).expect(name);
    let (tournament, round) = (CloudTournament::default(), CloudRound::default());
    cloud_record(&tournament, &round, &CloudPairing::default(), (1, 1), &game).record()
}

#[test]
fn games_of_the_cloud_are_legal_to_their_ends_with_all_forms_of_times() {
    let classical = cloud_game("cloud/game-classical-finished.json");
    assert_eq!(classical.plies.len(), 100);
    assert_eq!(classical.result(), Some(GameResult::BLACK_WINS));
    let mated = cloud_game("cloud/game-30min-30s-moves.json");
    assert!(mated.last_position().is_checkmate());
    let four_forms = cloud_game("cloud/game-30min-10s-moves.json");
    for record in [&classical, &mated, &four_forms] {
        assert!(are_all_legal(record), "{:?}", record.unread);
    }
    let times = |record: &Record| {
        let mut forms = [0; 4];
        for ply in &record.plies {
            forms[usize::from(ply.clock.is_some()) + 2 * usize::from(ply.elapsed.is_some())] += 1;
        }
        forms
    };
    assert!(times(&classical).iter().all(|n_plies| *n_plies > 0), "{:?}", times(&classical));
    assert_eq!(classical.plies[0].clock, Some(ClockTime::seconds(4903)));
    assert_eq!(classical.plies[0].elapsed, Some(ClockTime::seconds(556)));
}

#[test]
fn a_game_of_chess960_that_goes_on_is_read_with_its_clocks() {
    let games = followed(&data("live-pgn"));
    let record = &games[0].1[0];
    assert_eq!(record.plies.len(), 51);
    assert!(are_all_legal(record));
    assert_eq!(record.result(), None);
    assert_eq!(record.live_clocks().running, Some(kaissa_chess::Color::Black));
    for side in [0, 1] {
        let clocks = record.plies.iter().skip(side).step_by(2).filter_map(|ply| ply.clock);
        assert!(clocks.clone().zip(clocks.skip(1)).all(|(before, after)| after <= before));
    }
}

#[test]
fn a_broadcast_is_two_games_and_a_round_without_delay() {
    let stream = bytes("lichess/broadcast-round-stream.pgn");
    let mut blocks = LichessBlocks::default();
    let mut whole = Vec::new();
    for piece in stream.chunks(7) {
        whole.extend(blocks.push(piece));
    }
    assert_eq!(whole.len(), 2);
    let round = read_lichess_round(&bytes("lichess/broadcast-round.json")).expect("a round");
    assert_eq!((round.delay, round.is_ongoing), (ClockTime::ZERO, true));
}
