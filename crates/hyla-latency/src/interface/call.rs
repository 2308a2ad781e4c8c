//! Calls of the schema, for every interface.

use std::time::Duration;

use prost::Message;
use serde::{Serialize, de::DeserializeOwned};

use super::schema;
use crate::estimator::{Connection, ConnectionId, Estimator, Report};
use crate::live::is_latency;
use crate::server::{FederateAnswers, Shared};

/// Encoding of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Protobuf,
    Json,
}

/// Why a call is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Unknown call.
    NoCall(String),
    /// Invalid message for the call.
    Invalid(String),
    /// Unknown connection.
    NoConnection(u32),
    /// Too many connections.
    Full(String),
    /// The request lacks the token.
    NotAuthenticated,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoCall(name) => write!(f, "there is no call {name}"),
            Self::Invalid(problem) | Self::Full(problem) => f.write_str(problem),
            Self::NotAuthenticated => f.write_str(
                "the server takes requests with its token only: Authorization: Bearer TOKEN",
            ),
            Self::NoConnection(id) => write!(f, "there is no connection {id}"),
        }
    }
}

/// Performs a call: message in, message out.
pub(crate) fn call(
    shared: &Shared,
    name: &str,
    coding: Coding,
    message: &[u8],
) -> Result<Vec<u8>, Refusal> {
    match name {
        "Connect" => answer(coding, message, |asked| connect(shared, &asked)),
        "Ask" => answer(coding, message, |asked| ask(shared, &asked)),
        "Disconnect" => answer(coding, message, |asked| disconnect(shared, &asked)),
        "List" => answer(coding, message, |_: schema::Nothing| {
            Ok(list(shared, 0, usize::MAX))
        }),
        "Report" => answer(coding, message, |told| report(shared, &told)),
        "Put" => answer(coding, message, |samples| put(shared, &samples)),
        other => Err(Refusal::NoCall(other.to_owned())),
    }
}

fn answer<A, B>(
    coding: Coding,
    message: &[u8],
    does: impl FnOnce(A) -> Result<B, Refusal>,
) -> Result<Vec<u8>, Refusal>
where
    A: Message + DeserializeOwned + Default,
    B: Message + Serialize,
{
    let asked = match coding {
        Coding::Protobuf => {
            A::decode(message).map_err(|error| Refusal::Invalid(error.to_string()))?
        }
        // An empty message is valid for calls without arguments.
        Coding::Json if message.is_empty() => A::default(),
        Coding::Json => {
            serde_json::from_slice(message).map_err(|error| Refusal::Invalid(error.to_string()))?
        }
    };
    let reply = does(asked)?;
    Ok(match coding {
        Coding::Protobuf => reply.encode_to_vec(),
        Coding::Json => serde_json::to_vec(&reply).expect("names are strings"),
    })
}

pub(super) fn connect(
    shared: &Shared,
    asked: &schema::Connection,
) -> Result<schema::ConnectionId, Refusal> {
    let connection = Connection::try_from(asked).map_err(Refusal::Invalid)?;
    let lease = lease(asked)?;
    let federates = shared.federates.as_ref();
    let elsewhere = federates.filter(|_| FederateAnswers::are_for(&connection));
    let made = shared.with(|estimator, now| {
        let id = match elsewhere {
            Some(_) => estimator.connect_elsewhere(now, connection)?,
            None => estimator.connect(now, connection)?,
        };
        estimator.lease(now, id, lease);
        Ok(id)
    });
    match made {
        Ok(id) => {
            if let Some(federates) = elsewhere {
                federates.add(id, asked.clone());
            }
            Ok(schema::ConnectionId { id: id.0 })
        }
        Err(error @ crate::estimator::ConnectError::TooMany(_)) => {
            Err(Refusal::Full(error.to_string()))
        }
        Err(error) => Err(Refusal::Invalid(error.to_string())),
    }
}

pub(super) fn ask(
    shared: &Shared,
    asked: &schema::ConnectionId,
) -> Result<schema::Answer, Refusal> {
    let id = ConnectionId(asked.id);
    let answer = shared.look(|estimator, now| {
        estimator.renew_lease(now, id);
        answer_now(shared, estimator, now, id)
    });
    answer.ok_or(Refusal::NoConnection(asked.id))
}

/// The answer of the federate that answers for this connection, or of the estimator.
fn answer_now(
    shared: &Shared,
    estimator: &mut Estimator,
    now: Duration,
    id: ConnectionId,
) -> Option<schema::Answer> {
    let federates = shared.federates.as_ref();
    let of_federate = federates.and_then(|federates| federates.answer(now, id));
    of_federate.or_else(|| Some(schema::Answer::from(&estimator.ask(now, id)?)))
}

/// How long a connection is kept after it was last asked for, by default.
const LEASE_S: f64 = 600.0;
/// The most that a client may ask for: three years.
const MOST_LEASE_S: f64 = 1e8;

fn lease(asked: &schema::Connection) -> Result<Duration, Refusal> {
    let lease_s = asked.lease_s.unwrap_or(LEASE_S);
    if (1.0..=MOST_LEASE_S).contains(&lease_s) {
        Ok(Duration::from_secs_f64(lease_s))
    } else {
        Err(Refusal::Invalid(format!(
            "lease_s is {lease_s}, and not from 1 to 10^8"
        )))
    }
}

pub(super) fn disconnect(
    shared: &Shared,
    asked: &schema::ConnectionId,
) -> Result<schema::Nothing, Refusal> {
    let id = ConnectionId(asked.id);
    let is_done = shared.with(|estimator, _| estimator.disconnect(id));
    if let Some(federates) = &shared.federates {
        federates.forget(&[id]);
    }
    is_done
        .then_some(schema::Nothing {})
        .ok_or(Refusal::NoConnection(asked.id))
}

/// Answers for at most `most` connections from number `first` on.
pub(super) fn list(shared: &Shared, first: u32, most: usize) -> schema::Table {
    shared.look(|estimator, now| {
        let all: Vec<_> = estimator
            .connections_from(ConnectionId(first))
            .take(most)
            .map(|(id, connection)| (id, schema::Connection::from(connection)))
            .collect();
        let rows = all.into_iter().map(|(id, connection)| schema::Row {
            id: id.0,
            connection: Some(connection),
            answer: answer_now(shared, estimator, now, id),
        });
        schema::Table {
            rows: rows.collect(),
        }
    })
}

pub(super) fn report(
    shared: &Shared,
    told: &schema::HostReport,
) -> Result<schema::Nothing, Refusal> {
    let report = Report::try_from(told).map_err(Refusal::Invalid)?;
    if let Some(source) = shared.sources.get(&told.host) {
        return Err(Refusal::Invalid(format!(
            "the state of {} comes from {source}; reports are for hosts with state = \"reports\"",
            told.host
        )));
    }
    let problem = report.problem();
    // An impossible report makes the state stale for all clients.
    let is_known = shared.with(|estimator, now| estimator.handle_report(now, &told.host, report));
    if let Some(problem) = problem {
        return Err(Refusal::Invalid(problem));
    }
    is_known
        .then_some(schema::Nothing {})
        .ok_or_else(|| Refusal::Full("there are too many hosts already".to_owned()))
}

pub(super) fn put(shared: &Shared, samples: &schema::Samples) -> Result<schema::Nothing, Refusal> {
    let id = ConnectionId(samples.id);
    shared.look(|estimator, now| {
        let qos = estimator.qos(id).ok_or(Refusal::NoConnection(samples.id))?;
        if qos.number() != 5 {
            return Err(Refusal::Invalid(format!(
                "connection {} is of QoS {}, and only QoS 5 takes samples",
                samples.id,
                qos.number()
            )));
        }
        let federates = shared.federates.as_ref();
        if federates.is_some_and(|federates| federates.answer(now, id).is_some()) {
            return Err(Refusal::Invalid(format!(
                "a federate answers for connection {} from the samples of its own channel",
                samples.id
            )));
        }
        // All or none.
        if let Some(us) = samples.latency_us.iter().find(|us| !is_latency(**us)) {
            return Err(Refusal::Invalid(format!(
                "latency_us has {us}, which is no latency from 0 to 10^12 us"
            )));
        }
        estimator.renew_lease(now, id);
        for us in &samples.latency_us {
            estimator.handle_sample(now, id, *us);
        }
        Ok(schema::Nothing {})
    })
}
