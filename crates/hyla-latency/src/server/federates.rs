//! Connections between federates whose answers the sending federate gives: QoS 3 to 5, which it measures itself.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::Shared;
use crate::estimator::{Connection, ConnectionId};
use crate::interface::schema::{self, Validity};

/// Interval of questions to federates.
const EVERY: Duration = Duration::from_millis(500);
/// Age at which an answer is stale, since it should have been renewed.
const STALE_AFTER: Duration = Duration::from_secs(3);
/// Age at which an answer is worth nothing.
const UNKNOWN_AFTER: Duration = Duration::from_secs(10);

/// Federates that answer for their own messages.
pub trait Federates: Send + Sync {
    /// The answer of the sending federate for a connection of QoS 3, 4 or 5 between two federates, or a federate and the RTI.
    /// Called on a thread that may wait.
    ///
    /// # Errors
    /// [`NoAnswer`], which becomes part of the answer.
    fn ask(&self, connection: &schema::Connection) -> Result<schema::Answer, NoAnswer>;
}

/// Why a federate gives no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// One of the federates is not there: what it answered earlier is worth nothing.
    Gone(String),
    /// It does not answer now.
    Silent(String),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(problem) | Self::Silent(problem) => f.write_str(problem),
        }
    }
}

/// The last answers of federates.
pub(crate) struct FederateAnswers {
    federates: Arc<dyn Federates>,
    known: Mutex<BTreeMap<ConnectionId, Known>>,
    /// Notified of new connections.
    news: Notify,
}

struct Known {
    connection: schema::Connection,
    /// With its time.
    answer: Option<(Duration, schema::Answer)>,
    problem: Option<NoAnswer>,
}

impl FederateAnswers {
    pub(super) fn new(federates: Arc<dyn Federates>) -> Self {
        Self {
            federates,
            known: Mutex::default(),
            news: Notify::new(),
        }
    }

    /// Whether federates answer for this connection.
    pub(crate) fn are_for(connection: &Connection) -> bool {
        let ends = [&connection.from, &connection.to];
        connection.qos.number() >= 3 && ends.iter().all(|end| end.federate.is_some())
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<ConnectionId, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the sender of this connection is asked.
    pub(crate) fn add(&self, id: ConnectionId, connection: schema::Connection) {
        let known = Known {
            connection,
            answer: None,
            problem: None,
        };
        self.known().insert(id, known);
        self.news.notify_one();
    }

    /// These connections are gone.
    pub(crate) fn forget(&self, ended: &[ConnectionId]) {
        if !ended.is_empty() {
            let mut known = self.known();
            for id in ended {
                known.remove(id);
            }
        }
    }

    /// The answer by now; `None` if no federate answers for this connection.
    pub(crate) fn answer(&self, now: Duration, id: ConnectionId) -> Option<schema::Answer> {
        self.known().get(&id).map(|known| known.at(now))
    }

    /// Asks for each connection once. A federate that does not answer is asked once in a round.
    fn ask_all(&self, now: impl Fn() -> Duration) {
        let all: Vec<_> = self
            .known()
            .iter()
            .map(|(id, known)| (*id, known.connection.clone()))
            .collect();
        let mut silent: BTreeMap<String, NoAnswer> = BTreeMap::new();
        for (id, connection) in all {
            let found = match silent.get(&connection.from) {
                Some(problem) => Err(problem.clone()),
                None => self.federates.ask(&connection),
            };
            if let Err(problem @ NoAnswer::Silent(_)) = &found {
                silent.insert(connection.from, problem.clone());
            }
            if let Some(known) = self.known().get_mut(&id) {
                known.take(now(), found);
            }
        }
    }
}

/// Asks federates as long as the server runs.
pub(super) async fn ask(shared: Arc<Shared>) {
    loop {
        let asks = Arc::clone(&shared);
        // Federates may take long to answer.
        let round = tokio::task::spawn_blocking(move || {
            if let Some(federates) = &asks.federates {
                federates.ask_all(|| asks.began.elapsed());
            }
        });
        if round.await.is_err() {
            return;
        }
        let Some(federates) = &shared.federates else {
            return;
        };
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            () = federates.news.notified() => {}
        }
    }
}

impl Known {
    fn take(&mut self, now: Duration, found: Result<schema::Answer, NoAnswer>) {
        match found {
            Ok(answer) => {
                self.answer = Some((now, answer));
                self.problem = None;
            }
            Err(problem) => {
                if matches!(problem, NoAnswer::Gone(_)) {
                    self.answer = None;
                }
                self.problem = Some(problem);
            }
        }
    }

    fn at(&self, now: Duration) -> schema::Answer {
        let unknown = |reason: String| schema::Answer {
            reason,
            validity: Validity::Unknown.into(),
            quantity: match self.connection.qos {
                3 | 4 => schema::Quantity::RoundTrip.into(),
                _ => self.connection.quantity,
            },
            updating: true,
            ..schema::Answer::default()
        };
        let Some((at, answer)) = &self.answer else {
            return unknown(match &self.problem {
                Some(problem) => problem.to_string(),
                None => format!("{} has not been asked yet", self.connection.from),
            });
        };
        let age = now.saturating_sub(*at);
        let problem = match &self.problem {
            Some(problem) => problem.to_string(),
            None => format!("{} has not been asked anew", self.connection.from),
        };
        if age > UNKNOWN_AFTER {
            return unknown(format!(
                "{problem}; its last answer was {} s ago",
                age.as_secs()
            ));
        }
        let mut answer = answer.clone();
        answer.age_s = answer.age_s.map(|age_s| age_s + age.as_secs_f64());
        if answer.validity() == Validity::Fresh && (self.problem.is_some() || age > STALE_AFTER) {
            answer.validity = Validity::Stale.into();
            answer.reason = problem;
        }
        answer
    }
}
