//! The HTTP twin of LiveChess, asked in turn: who plays, results, official lists.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use ureq::Agent;

use super::tree::{
    GameAnswer, Seat, Tree, read_game, read_round, read_tournament, read_tournaments,
};
use super::wire::Unreadable;
use crate::{Outlet, Stopped};

/// The longest answer that is read.
const LONGEST_ANSWER: u64 = 8 << 20;
/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// What the twin answered.
#[derive(Debug)]
pub(super) enum Answer {
    /// Who plays at which board.
    Seats(Vec<Seat>),
    /// The official list of a pairing.
    Game(String, Box<GameAnswer>),
    /// It knows of no tournaments.
    NoTree,
    /// It answered with something that cannot be understood.
    Unclear(String),
}

/// The pairings whose lists are wanted; filled by the machine's side.
pub(super) type Wanted = Mutex<Vec<String>>;

enum Failure {
    /// It does not have this.
    Absent,
    /// It did not answer.
    Silent,
    Unclear(String),
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Failure {
        Failure::Unclear(unreadable.detail)
    }
}

/// Asks in turn until the outlet is stopped or nobody takes the answers.
pub(super) fn poll(
    base: &str,
    every: Duration,
    outlet: &Outlet,
    wanted: &Wanted,
    answers: &SyncSender<Answer>,
) -> Result<(), Stopped> {
    let agent: Agent = Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .proxy(None)
        .max_redirects(0)
        .build()
        .into();
    let twin = Twin { base, agent };
    let mut tree = Tree::default();
    let give = |answer| answers.send(answer).map_err(|_| Stopped);
    loop {
        match twin.renew(&mut tree, outlet) {
            Ok(()) => give(Answer::Seats(tree.seats()))?,
            Err(Failure::Absent) => give(Answer::NoTree)?,
            Err(Failure::Silent) => {}
            Err(Failure::Unclear(detail)) => give(Answer::Unclear(detail))?,
        }
        // The answer to who plays makes the first lists wanted.
        outlet.wait(Duration::from_millis(50).min(every))?;
        let games = std::mem::take(&mut *wanted.lock().unwrap_or_else(PoisonError::into_inner));
        for pairing in games {
            if outlet.is_stopped() {
                return Err(Stopped);
            }
            match twin
                .get(&format!("game/{}", in_path(&pairing)))
                .and_then(|bytes| read_game(&bytes).map_err(Failure::from))
            {
                Ok(game) => give(Answer::Game(pairing, Box::new(game)))?,
                Err(Failure::Unclear(detail)) => give(Answer::Unclear(detail))?,
                Err(Failure::Absent) => {}
                Err(Failure::Silent) => break,
            }
        }
        outlet.wait(every)?;
    }
}

struct Twin<'a> {
    base: &'a str,
    agent: Agent,
}

impl Twin<'_> {
    fn get(&self, call: &str) -> Result<Vec<u8>, Failure> {
        let answer = self.agent.get(format!("{}/{call}", self.base)).call();
        match answer {
            Ok(mut answer) => {
                let body = answer.body_mut().with_config().limit(LONGEST_ANSWER);
                body.read_to_vec().map_err(|_| Failure::Silent)
            }
            Err(ureq::Error::StatusCode(400..=499)) => Err(Failure::Absent),
            Err(ureq::Error::StatusCode(status)) => {
                Err(Failure::Unclear(format!("status {status}")))
            }
            Err(_) => Err(Failure::Silent),
        }
    }

    /// Brings the tree up to now; what fails in part leaves the rest as it was.
    fn renew(&self, tree: &mut Tree, outlet: &Outlet) -> Result<(), Failure> {
        tree.set_tournaments(&read_tournaments(&self.get("tournaments")?)?);
        for uuid in tree.tournaments() {
            let path = in_path(&uuid);
            match self.get(&format!("tournament/{path}")) {
                Ok(bytes) => tree.set_tournament(&uuid, read_tournament(&bytes)?),
                Err(Failure::Absent) => continue,
                Err(failure) => return Err(failure),
            }
            for round in tree.rounds_to_ask(&uuid) {
                if outlet.is_stopped() {
                    return Err(Failure::Silent);
                }
                match self.get(&format!("round/{path}/{round}")) {
                    Ok(bytes) => tree.set_round(&uuid, round, read_round(&bytes)?),
                    Err(Failure::Absent) => {}
                    Err(failure) => return Err(failure),
                }
            }
        }
        Ok(())
    }
}

/// An id as part of a path: what does not belong into one is left out.
fn in_path(id: &str) -> String {
    id.chars().filter(|letter| letter.is_ascii_alphanumeric() || "-_".contains(*letter)).collect()
}
