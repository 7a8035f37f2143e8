//! A PGN at an `http://` or `https://` address, asked for again and again.

use std::time::Duration;

use kaissa_game::Timestamp;

use crate::fare::Fare;
use crate::http::{Answer, Http, status_trouble};
use crate::http_head::charset;
use crate::pgn_text::{PgnText, Reading};
use crate::politeness::{Pace, Politeness};
use crate::time::now;
use crate::{Health, Observation, Outlet, Seen, Source, Stopped, Trouble, http_date};

/// How often it is asked for.
const USUAL: Duration = Duration::from_secs(2);
/// How soon a text that may be half-written is asked for again.
const SOON: Duration = Duration::from_secs(1);

/// A PGN at an address.
pub struct AddressSource {
    address: String,
    http: Http,
    machine: AddressMachine,
}

impl AddressSource {
    /// Follows an address, asking every two seconds.
    pub fn new(address: &str) -> AddressSource {
        AddressSource::with(address, Politeness::every(USUAL), Http::new())
    }

    /// The same with another politeness, and another patience for answers.
    pub fn with_pace(address: &str, politeness: Politeness, patience: Duration) -> AddressSource {
        AddressSource::with(address, politeness, Http::with_patience(patience))
    }

    fn with(address: &str, politeness: Politeness, http: Http) -> AddressSource {
        let machine = AddressMachine::new(politeness);
        AddressSource { address: address.to_owned(), http, machine }
    }
}

impl Source for AddressSource {
    fn name(&self) -> &str {
        &self.address
    }

    fn follow(&mut self, outlet: &Outlet) {
        loop {
            let answer = {
                let conditions = self.machine.conditions();
                self.http.get(&self.address, &conditions)
            };
            let at = now();
            let (told, wait) = self.machine.take(answer, at);
            for seen in told {
                let source = self.address.clone();
                if outlet.send(Observation { source, at, seen }) == Err(Stopped) {
                    return;
                }
            }
            if outlet.wait(wait) == Err(Stopped) {
                return;
            }
        }
    }
}

/// What the answers are taken for.
struct AddressMachine {
    pace: Pace,
    text: PgnText,
    fare: Fare,
    /// Version and time of what was taken last.
    version: (Option<String>, Option<String>),
}

impl AddressMachine {
    fn new(politeness: Politeness) -> AddressMachine {
        AddressMachine {
            pace: Pace::new(politeness),
            text: PgnText::default(),
            fare: Fare::default(),
            version: (None, None),
        }
    }

    /// The headers by which only what is new is asked for.
    fn conditions(&self) -> Vec<(&str, &str)> {
        let mut headers = vec![("Accept", "application/x-chess-pgn, text/plain, */*;q=0.5")];
        if let Some(etag) = &self.version.0 {
            headers.push(("If-None-Match", etag));
        }
        if let Some(modified) = &self.version.1 {
            headers.push(("If-Modified-Since", modified));
        }
        headers
    }

    /// Takes an answer. Gives what there is to say, and how long to wait.
    fn take(&mut self, answer: Result<Answer, Trouble>, at: Timestamp) -> (Vec<Seen>, Duration) {
        let head = answer.as_ref().ok().map(|answer| &answer.head);
        let wait = self.pace.after(head, at);
        let health = match answer {
            Ok(answer) if answer.head.is_good() => return self.take_good(answer, wait, at),
            // A server that is out of order may mend itself; one that refuses has said so.
            Ok(Answer { head, .. }) => match head.status {
                500.. => self.fare.failed(status_trouble(&head), at),
                _ => self.fare.refused(status_trouble(&head), at),
            },
            Err(trouble) if trouble.code == "foreign" => self.fare.unclear(trouble),
            Err(trouble) => self.fare.failed(trouble, at),
        };
        (health.map(Seen::Health).into_iter().collect(), wait)
    }

    fn take_good(
        &mut self,
        Answer { head, body }: Answer,
        mut wait: Duration,
        at: Timestamp,
    ) -> (Vec<Seen>, Duration) {
        let reading = match head.status {
            304 => Reading::Same,
            _ => {
                let encoding = head.content_type.as_deref().and_then(|kind| charset(kind, &body));
                Reading::of_bytes(body, self.text.hash(), encoding)
            }
        };
        let is_foreign = matches!(reading, Reading::Foreign(_));
        let was_known = self.text.hash().is_some();
        let changed = head.last_modified.as_deref().and_then(http_date);
        let taken = self.text.take(reading, false, changed, at);
        let (mut healths, mut games) = (Vec::new(), Vec::new());
        if !is_foreign && !taken.is_waiting {
            healths.extend(self.fare.good());
        }
        for seen in taken.seen {
            match seen {
                Seen::Health(Health::Unclear { trouble }) => {
                    healths.extend(self.fare.unclear(trouble));
                }
                Seen::Health(_) => {}
                seen => {
                    healths.extend(self.fare.delay(head.delay(was_known)));
                    games.push(seen);
                }
            }
        }
        if taken.is_waiting || is_foreign {
            // What is doubtful has to come whole again.
            self.version = (None, None);
        } else if head.status != 304 {
            self.version = (head.etag, head.last_modified);
        }
        if taken.is_waiting {
            wait = wait.min(SOON);
        }
        (healths.into_iter().map(Seen::Health).chain(games).collect(), wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http_head::Head;

    const GAME: &str = "[White \"A\"]\n\n1. e4 e5 *\n";

    fn answer(status: u16, body: &str) -> Result<Answer, Trouble> {
        let head = Head { status, etag: Some(format!("\"{}\"", body.len())), ..Head::default() };
        Ok(Answer { head, body: body.as_bytes().to_vec() })
    }

    fn words(told: &[Seen]) -> Vec<String> {
        let word = |seen: &Seen| match seen {
            Seen::Games { records, .. } => format!("{} plies", records[0].plies.len()),
            Seen::Health(Health::Connected) => "good".to_owned(),
            Seen::Health(Health::Lost { trouble, .. }) => trouble.detail.clone(),
            Seen::Health(Health::Unclear { trouble }) => trouble.detail.clone(),
            Seen::Health(Health::Delayed { by }) => format!("late {by}"),
            other => format!("{other:?}"),
        };
        told.iter().map(word).collect()
    }

    /// What is told of answers in a row, and the pause after each in seconds.
    #[track_caller]
    fn check(answers: Vec<Result<Answer, Trouble>>, expected: &[(&[&str], u64)]) {
        let mut machine = AddressMachine::new(Politeness::every(USUAL));
        for (number, (answer, (told, pause))) in answers.into_iter().zip(expected).enumerate() {
            let (seen, wait) = machine.take(answer, Timestamp(1_000_000));
            assert_eq!(words(&seen), *told, "answer {number}");
            assert_eq!(wait.as_secs(), *pause, "answer {number}");
        }
    }

    #[test]
    fn only_what_is_new_is_asked_for_and_what_is_doubtful_comes_whole() {
        let mut machine = AddressMachine::new(Politeness::every(USUAL));
        let is_conditional =
            |machine: &AddressMachine| machine.conditions().contains(&("If-None-Match", "\"24\""));
        assert_eq!(GAME.len(), 24);
        assert!(!is_conditional(&machine));
        machine.take(answer(200, GAME), Timestamp(0));
        assert!(is_conditional(&machine));
        machine.take(answer(304, ""), Timestamp(0));
        assert!(is_conditional(&machine));
        machine.take(answer(200, GAME.trim_end_matches(" *\n")), Timestamp(0));
        assert_eq!(machine.conditions().len(), 1);
    }

    #[test]
    fn a_page_in_place_of_games_is_told_and_the_games_stay() {
        let page = || answer(200, "<html><body>Maintenance</body></html>");
        check(
            vec![answer(200, GAME), page(), page(), page(), page(), answer(200, GAME)],
            &[
                (&["good", "2 plies"], 2),
                (&[], 1),
                (&[], 1),
                (&["html"], 2),
                (&[], 2),
                (&["good"], 2),
            ],
        );
    }

    #[test]
    fn a_refusal_is_told_at_once_and_a_failure_when_it_stays() {
        check(
            vec![answer(200, GAME), answer(404, ""), answer(304, "")],
            &[(&["good", "2 plies"], 2), (&["404"], 1), (&["good"], 2)],
        );
        check(vec![answer(429, "")], &[(&["429"], 60)]);
        let closed = || Err(Trouble { code: "closed", detail: "broken pipe".to_owned() });
        check(
            vec![answer(500, ""), closed(), closed(), closed(), answer(200, GAME)],
            &[(&[], 1), (&[], 2), (&["broken pipe"], 4), (&[], 8), (&["good", "2 plies"], 2)],
        );
    }

    #[test]
    fn a_cache_that_holds_games_back_is_told_as_delay() {
        let mut machine = AddressMachine::new(Politeness::every(USUAL));
        machine.take(answer(200, GAME), Timestamp(0));
        let mut late = answer(200, &GAME.replace(" *", " 2. d4 *")).expect("an answer");
        late.head.last_modified = Some("Sun, 06 Nov 1994 08:49:00 GMT".to_owned());
        late.head.date = Some("Sun, 06 Nov 1994 09:04:00 GMT".to_owned());
        let (seen, _) = machine.take(Ok(late), Timestamp(0));
        assert_eq!(words(&seen), ["late 0:15:00", "3 plies"]);
    }
}
