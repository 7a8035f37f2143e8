//! A hall with a file or two, and the games of these tests.

use kaissa_chess::{MoveList, Position};
use kaissa_game::Record;
use kaissa_hall::{
    AlarmEvent, AlarmState, Hall, HallEvent, HallOptions, Notice, Observation, RowSeen, Timestamp,
};
use kaissa_laws::Editions;
use kaissa_pgn::{GameReader, ReadOptions};
use kaissa_ruling::{ProfileOptions, Profiler};

/// A rapid game that ends by repetition; both clocks run short.
pub const REPETITION: &str = "[Event \"Rapid\"]\n[Date \"2024.12.26\"]\n[Round \"1.16\"]\n\
[White \"First, A\"]\n[Black \"Second, B\"]\n[Result \"1/2-1/2\"]\n[TimeControl \"900+10\"]\n\n\
1. Nf3 {[%clk 0:15:17]} Nf6 {[%clk 0:15:18]} 2. c4 e6 3. g3 d5 4. Bg2 Be7 5. O-O O-O 6. b3 c5 \
7. cxd5 Nxd5 8. Bb2 Nc6 9. d4 cxd4 10. Nxd4 Nxd4 11. Qxd4 Bf6 12. Qd2 Bxb2 13. Qxb2 Nf6 14. Nc3 \
Rb8 15. Rfd1 Bd7 16. e4 Qa5 17. b4 Qh5 18. b5 Rbc8 19. Rac1 Rfd8 20. h3 Be8 \
{[%clk 0:05:11]} 21. Rxd8 {[%clk 0:09:56]} Rxd8 {[%clk 0:05:19]} 22. a4 {[%clk 0:10:03]} b6 \
{[%clk 0:04:49]} 23. Ne2 {[%clk 0:09:52]} Nd7 {[%clk 0:03:33]} 24. Nf4 {[%clk 0:07:55]} Qe5 \
{[%clk 0:02:49]} 25. Qxe5 {[%clk 0:04:59]} Nxe5 {[%clk 0:02:58]} 26. Rc7 {[%clk 0:05:07]} Rd1+ \
27. Kh2 Rd2 28. Kg1 Rd1+ 29. Kh2 Rd2 30. Kg1 Rd1+ 31. Kh2 Rd2 1/2-1/2\n";

/// A game that goes on to mate.
pub const MATE: &str = "[Event \"Open\"]\n[Round \"2.1\"]\n[White \"Third, C\"]\n\
[Black \"Fourth, D\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";

/// The first game of a text.
pub fn read(text: &str) -> Record {
    read_all(text).into_iter().next().expect("a game")
}

/// Every game of a text.
pub fn read_all(text: &str) -> Vec<Record> {
    let mut reader = GameReader::new(text, ReadOptions::default());
    let mut records = Vec::new();
    let mut record = Record::new();
    while reader.read_into(&mut record) {
        records.push(record.clone());
    }
    records
}

/// A game from a position in which nothing is captured and no pawn moves, without repeating more
/// than it must.
pub fn long_series(fen: &str, n_plies: usize) -> String {
    let (mut position, _) = Position::from_fen(fen).expect("a position");
    let mut seen = vec![position.key()];
    let mut text = format!(
        "[Date \"2024.01.01\"]\n[White \"Long\"]\n[Black \"Short\"]\n[Round \"5.1\"]\n\
         [Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"
    );
    for _ in 0..n_plies {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let after = |played| {
            let mut next = position.clone();
            next.play(played);
            next
        };
        let best = moves
            .iter()
            .copied()
            .filter(|&played| {
                let next = after(played);
                next.halfmove_clock() > 0 && next.has_legal_move()
            })
            .min_by_key(|&played| {
                let key = after(played).key();
                seen.iter().filter(|earlier| **earlier == key).count()
            })
            .expect("a quiet move");
        text += &format!("{} ", position.to_san(best));
        position.play(best);
        seen.push(position.key());
    }
    text + "*\n"
}

/// A hall under the rules of the games it sees.
pub fn hall() -> Hall {
    let profiler = Profiler::new(Editions::built_in().clone(), ProfileOptions::default());
    Hall::new(profiler.expect("known editions"), HallOptions::default())
}

/// A hall with a clock.
pub struct Watched {
    pub hall: Hall,
    pub now: i64,
}

impl Watched {
    pub fn new() -> Watched {
        Watched { hall: hall(), now: 1_000_000 }
    }

    /// Shows the hall a file a second later.
    pub fn see(&mut self, file: &str, text: &str) -> Vec<HallEvent> {
        self.now += 1_000;
        let (records, at) = (read_all(text), Timestamp(self.now));
        let seen = Observation { source: file, records: &records, changed_at: at, at };
        self.hall.observe(&seen)
    }

    /// Shows the hall a board of a source a second later, with what stands on it.
    pub fn see_row(
        &mut self,
        (source, row): (&str, &str),
        record: &Record,
        placement: Option<&str>,
    ) -> Vec<HallEvent> {
        self.now += 1_000;
        let at = Timestamp(self.now);
        self.hall.observe_row(&RowSeen { source, row, record, placement, changed_at: at, at })
    }

    /// Lets time pass.
    pub fn wait(&mut self, seconds: i64) -> Vec<HallEvent> {
        self.now += seconds * 1_000;
        self.hall.tick(Timestamp(self.now))
    }
}

/// The alarms among events.
pub fn alarms(events: &[HallEvent]) -> Vec<&AlarmEvent> {
    events
        .iter()
        .filter_map(|event| match event {
            HallEvent::Alarm(alarm) => Some(alarm.as_ref()),
            HallEvent::Notice(_) => None,
        })
        .collect()
}

/// The notices among events.
pub fn notices(events: &[HallEvent]) -> Vec<&Notice> {
    events
        .iter()
        .filter_map(|event| match event {
            HallEvent::Notice(notice) => Some(notice),
            HallEvent::Alarm(_) => None,
        })
        .collect()
}

/// Kind and ply of the alarms of one state.
pub fn kinds(events: &[HallEvent], state: AlarmState) -> Vec<(&'static str, u32)> {
    alarms(events)
        .into_iter()
        .filter(|event| event.state == state)
        .map(|event| (event.alarm.kind().word(), event.alarm.ply()))
        .collect()
}
