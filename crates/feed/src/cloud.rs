//! A tournament of LiveChess Cloud, asked for game by game.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kaissa_game::Timestamp;

use crate::cloud_json::{
    CloudRound, CloudTournament, cloud_record, read_cloud_game, read_cloud_lookup,
    read_cloud_round, read_cloud_tournament,
};
use crate::fare::Fare;
use crate::http::{Answer, Http, status_trouble};
use crate::politeness::{Pace, Politeness};
use crate::rows::Rows;
use crate::time::now;
use crate::{Health, Observation, Outlet, Seen, Source, Stopped, Trouble};

/// Where the cloud is, and how often it is asked.
#[derive(Clone, Debug)]
pub struct CloudOptions {
    /// The address that knows the host of a tournament.
    pub lookup: String,
    /// What goes before the name of a host.
    pub scheme: String,
    /// The time between two questions for a game that goes on.
    pub game: Duration,
    /// The time between two questions for the pairings of a round.
    pub round: Duration,
    /// The time between two questions for the list of rounds, and for a game that is finished.
    pub rarely: Duration,
    /// The least time between two questions, and the pauses after failures.
    pub politeness: Politeness,
}

impl Default for CloudOptions {
    /// The public cloud, as often as its own viewers ask it.
    fn default() -> Self {
        CloudOptions {
            lookup: "https://lookup.livechesscloud.com".to_owned(),
            scheme: "https".to_owned(),
            game: Duration::from_secs(4),
            round: Duration::from_secs(15),
            rarely: Duration::from_secs(120),
            politeness: Politeness::every(Duration::from_millis(100)),
        }
    }
}

/// A tournament of LiveChess Cloud.
pub struct CloudSource {
    name: String,
    http: Http,
    machine: CloudMachine,
}

impl CloudSource {
    /// Follows the live rounds of a tournament: its id, or `ID/ROUND` for one round.
    pub fn new(id: &str) -> CloudSource {
        CloudSource::with_options(id, CloudOptions::default())
    }

    /// The same with options.
    pub fn with_options(id: &str, options: CloudOptions) -> CloudSource {
        let name = format!("livechesscloud:{id}");
        CloudSource { name, http: Http::new(), machine: CloudMachine::new(id, options) }
    }
}

impl Source for CloudSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn follow(&mut self, outlet: &Outlet) {
        let begin = Instant::now();
        loop {
            let (ask, due) = self.machine.next();
            if outlet.wait(due.saturating_sub(begin.elapsed())) == Err(Stopped) {
                return;
            }
            let address = self.machine.address(ask);
            let answer = self.http.get(&address, &[("Accept", "application/json")]);
            let at = now();
            for seen in self.machine.take(ask, answer, begin.elapsed(), at) {
                if outlet.send(Observation { source: self.name.clone(), at, seen }) == Err(Stopped)
                {
                    return;
                }
            }
        }
    }
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ask {
    Lookup,
    Tournament,
    Round(u32),
    Game(u32, u32),
}

/// What to ask next, and what the answers are taken for. Times are since the start.
struct CloudMachine {
    id: String,
    only_round: Option<u32>,
    options: CloudOptions,
    host: Option<String>,
    tournament: CloudTournament,
    rounds: BTreeMap<u32, CloudRound>,
    /// When each thing is to be asked for.
    due: BTreeMap<Ask, Duration>,
    /// Before this nothing is asked.
    not_before: Duration,
    pace: Pace,
    fare: Fare,
    rows: Rows,
}

impl CloudMachine {
    fn new(given: &str, options: CloudOptions) -> CloudMachine {
        let mut parts = given.split(['/', '#']).filter(|part| !part.is_empty());
        let id = parts.next().unwrap_or_default().to_owned();
        let only_round = parts.next().and_then(|round| round.parse().ok());
        CloudMachine {
            id,
            only_round,
            host: None,
            tournament: CloudTournament::default(),
            rounds: BTreeMap::new(),
            due: BTreeMap::from([(Ask::Lookup, Duration::ZERO)]),
            not_before: Duration::ZERO,
            pace: Pace::new(options.politeness),
            fare: Fare::default(),
            rows: Rows::default(),
            options,
        }
    }

    /// What to ask next, and when.
    fn next(&self) -> (Ask, Duration) {
        let first = self.due.iter().min_by_key(|(_, due)| **due);
        let (ask, due) = first.map_or((Ask::Lookup, Duration::ZERO), |(ask, due)| (*ask, *due));
        (ask, due.max(self.not_before))
    }

    fn address(&self, ask: Ask) -> String {
        let CloudMachine { id, options, .. } = self;
        let host = self.host.as_deref().unwrap_or_default();
        let base = format!("{}://{host}/get/{id}", options.scheme);
        match ask {
            Ask::Lookup => format!("{}/meta/{id}", options.lookup),
            Ask::Tournament => format!("{base}/tournament.json"),
            Ask::Round(round) => format!("{base}/round-{round}/index.json"),
            Ask::Game(round, game) => format!("{base}/round-{round}/game-{game}.json?poll"),
        }
    }

    /// Takes an answer.
    fn take(
        &mut self,
        ask: Ask,
        answer: Result<Answer, Trouble>,
        since: Duration,
        at: Timestamp,
    ) -> Vec<Seen> {
        let head = answer.as_ref().ok().map(|answer| &answer.head);
        self.not_before = since + self.pace.after(head, at);
        let answer = match answer {
            Ok(answer) if answer.head.status == 200 => answer,
            // A game that is not there yet is none.
            Ok(Answer { head, .. }) if head.status == 404 && matches!(ask, Ask::Game(..)) => {
                self.due.insert(ask, since + self.options.round);
                self.not_before = since + self.options.politeness.usual;
                return Vec::new();
            }
            Ok(Answer { head, .. }) => {
                let trouble = status_trouble(&head);
                let health = match head.status {
                    500.. => self.fare.failed(trouble, at),
                    _ => self.fare.refused(trouble, at),
                };
                return self.lost(health, ask);
            }
            Err(trouble) => {
                let health = self.fare.failed(trouble, at);
                return self.lost(health, ask);
            }
        };
        let taken = match ask {
            Ask::Lookup => self.take_lookup(&answer.body, since),
            Ask::Tournament => self.take_tournament(&answer.body, since),
            Ask::Round(round) => self.take_round(round, &answer.body, since),
            Ask::Game(round, game) => {
                return self.take_game((round, game), &answer.body, since, at);
            }
        };
        let health = match taken {
            Ok(()) => self.fare.good(),
            Err(trouble) => {
                self.due.insert(ask, since + self.options.round);
                self.fare.unclear(trouble)
            }
        };
        health.map(Seen::Health).into_iter().collect()
    }

    /// Nothing came: what was known stays, and the rest has its turn first.
    fn lost(&mut self, health: Option<Health>, ask: Ask) -> Vec<Seen> {
        if let Some(Health::Lost { since, .. }) = health {
            self.rows.lose(since);
        }
        match ask {
            // The tournament may have moved to another host.
            Ask::Tournament if health.is_some() => {
                self.due.remove(&Ask::Tournament);
                self.due.insert(Ask::Lookup, self.not_before);
            }
            ask => {
                self.due.insert(ask, self.not_before + self.options.game);
            }
        }
        health.map(Seen::Health).into_iter().collect()
    }

    fn take_lookup(&mut self, json: &[u8], since: Duration) -> Result<(), Trouble> {
        self.host = Some(read_cloud_lookup(json)?);
        self.due.remove(&Ask::Lookup);
        self.due.insert(Ask::Tournament, since);
        Ok(())
    }

    fn take_tournament(&mut self, json: &[u8], since: Duration) -> Result<(), Trouble> {
        self.tournament = read_cloud_tournament(json)?;
        self.due.insert(Ask::Tournament, since + self.options.round);
        for (number, round) in (1..).zip(&self.tournament.rounds) {
            let is_followed = match self.only_round {
                Some(only) => number == only,
                None => round.is_live,
            };
            if is_followed {
                self.due.entry(Ask::Round(number)).or_insert(since);
            }
        }
        Ok(())
    }

    fn take_round(&mut self, number: u32, json: &[u8], since: Duration) -> Result<(), Trouble> {
        let round = read_cloud_round(json)?;
        let is_over =
            round.pairings.iter().all(|pairing| !pairing.is_live && pairing.result.is_some());
        let again = if is_over { self.options.rarely } else { self.options.round };
        self.due.insert(Ask::Round(number), since + again);
        let before = self.rounds.insert(number, round.clone()).unwrap_or_default();
        let before = before.pairings.iter().map(Some).chain(std::iter::repeat(None));
        for ((game, pairing), before) in (1..).zip(&round.pairings).zip(before) {
            let due = self.due.entry(Ask::Game(number, game)).or_insert(since);
            if before != Some(pairing) {
                *due = (*due).min(since);
            }
        }
        Ok(())
    }

    fn take_game(
        &mut self,
        place: (u32, u32),
        json: &[u8],
        since: Duration,
        at: Timestamp,
    ) -> Vec<Seen> {
        let ask = Ask::Game(place.0, place.1);
        let game = match read_cloud_game(json) {
            Ok(game) => game,
            Err(trouble) => {
                self.due.insert(ask, since + self.options.game);
                return self.fare.unclear(trouble).map(Seen::Health).into_iter().collect();
            }
        };
        let mut told: Vec<Seen> = self.fare.good().map(Seen::Health).into_iter().collect();
        let round = self.rounds.get(&place.0).cloned().unwrap_or_default();
        let index = (place.1 as usize).wrapping_sub(1);
        let pairing = round.pairings.get(index).cloned().unwrap_or_default();
        let is_finished = !game.is_live && game.result.or(pairing.result).is_some();
        let again = if is_finished { self.options.rarely } else { self.options.game };
        self.due.insert(ask, since + again);
        let is_empty = pairing.white.is_none() && pairing.black.is_none() && game.moves.is_empty();
        if !is_empty {
            let live = cloud_record(&self.tournament, &round, &pairing, place, &game);
            let row = format!("{}.{}", place.0, place.1);
            // What is found at first is as old as its clocks; later changes are new.
            let changed_at = match game.clocks_read_at {
                Some(read_at) if !self.rows.knows(&row) => read_at.min(at),
                _ => at,
            };
            told.extend(self.rows.take(&row, live.record(), changed_at, at));
        }
        told
    }
}
