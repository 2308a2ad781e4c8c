//! The RTI passes questions of tools about latency to the members that they concern.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_types::{Exception, ExceptionKind, FederateHandle};

use super::{LatencyAnswer, LatencyQuestion};
use crate::Result;
use crate::executive::{Executive, SessionId, Transmit, transmit};
use crate::message::{FromRti, Reply, RequestId};

/// How long a member may take to answer.
const TIMEOUT: Duration = Duration::from_millis(500);
/// Most questions that wait for answers: a tool has one for each of its threads.
const MOST_WAITING: usize = 1024;

/// Questions that wait for the answers of members, in order of their numbers: that of their deadlines.
#[derive(Debug, Default)]
pub(crate) struct LatencyInquiries {
    waiting: BTreeMap<u64, Waiting>,
    next: u64,
}

#[derive(Debug)]
struct Waiting {
    asker: (SessionId, RequestId),
    member: FederateHandle,
    name: String,
    until: Duration,
}

fn refusal(text: String) -> Exception {
    Exception::new(ExceptionKind::RTIinternalError, text)
}

impl Executive {
    /// Asks the sender.
    pub(crate) fn ask_latency(
        &mut self,
        asker: (SessionId, RequestId),
        (sender, receiver): (&str, Option<&str>),
        mut question: LatencyQuestion,
        out: &mut Vec<Transmit>,
    ) {
        let outcome = self.begin_latency(asker, sender, receiver, &mut question, out);
        if let Err(error) = outcome {
            answer(asker, Err(error), out);
        }
    }

    fn begin_latency(
        &mut self,
        asker: (SessionId, RequestId),
        sender: &str,
        receiver: Option<&str>,
        question: &mut LatencyQuestion,
        out: &mut Vec<Transmit>,
    ) -> Result<()> {
        let federation = self.identity.name();
        let find = |name: &str| {
            let mut members = self.members.values();
            members
                .find(|member| member.info.name == name)
                .ok_or_else(|| {
                    Exception::new(
                        ExceptionKind::FederateNotExecutionMember,
                        format!("there is no federate {name:?} in {federation:?}"),
                    )
                })
        };
        let asked = find(sender)?;
        question.peer = match receiver {
            Some(receiver) => find(receiver)?.info.handle,
            None => FederateHandle::RTI,
        };
        if question.peer == asked.info.handle {
            return Err(refusal(format!(
                "{sender:?} is sender and receiver, and a federate sends no messages to itself"
            )));
        }
        if self.latency.waiting.len() >= MOST_WAITING {
            return Err(refusal(format!(
                "{MOST_WAITING} questions about latency wait for answers already"
            )));
        }
        let (session, member) = (asked.session, asked.info.handle);
        let number = self.latency.next;
        self.latency.next += 1;
        let waiting = Waiting {
            asker,
            member,
            name: sender.to_owned(),
            until: self.now + TIMEOUT,
        };
        self.latency.waiting.insert(number, waiting);
        let question = question.clone();
        let report = FromRti::ReportLatency { number, question };
        out.push(transmit(session, &report));
        Ok(())
    }

    /// A member has answered. What comes too late, or was not asked of this member, is ignored.
    pub(crate) fn handle_latency(
        &mut self,
        federate: FederateHandle,
        number: u64,
        found: std::result::Result<LatencyAnswer, String>,
        out: &mut Vec<Transmit>,
    ) {
        let waiting = &mut self.latency.waiting;
        if waiting
            .get(&number)
            .is_some_and(|asked| asked.member == federate)
            && let Some(asked) = waiting.remove(&number)
        {
            let outcome = found.map(|found| Reply::Latency(Box::new(found)));
            answer(asked.asker, outcome.map_err(refusal), out);
        }
    }

    /// A member is gone: its answers are not waited for.
    pub(crate) fn ask_latency_without(
        &mut self,
        federate: FederateHandle,
        out: &mut Vec<Transmit>,
    ) {
        self.conclude_latency(|asked| asked.member == federate, "has left", out);
    }

    /// When [`Self::expire_latency`] has something to do.
    pub(crate) fn latency_deadline(&self) -> Option<Duration> {
        let (_, first) = self.latency.waiting.first_key_value()?;
        Some(first.until)
    }

    /// Answers the questions whose member takes too long.
    pub(crate) fn expire_latency(&mut self, out: &mut Vec<Transmit>) {
        let now = self.now;
        let late = format!("has not answered within {} ms", TIMEOUT.as_millis());
        self.conclude_latency(|asked| asked.until <= now, &late, out);
    }

    fn conclude_latency(
        &mut self,
        is_over: impl Fn(&Waiting) -> bool,
        what: &str,
        out: &mut Vec<Transmit>,
    ) {
        for (_, asked) in self
            .latency
            .waiting
            .extract_if(.., |_, asked| is_over(asked))
        {
            let error = refusal(format!("federate {:?} {what}", asked.name));
            answer(asked.asker, Err(error), out);
        }
    }
}

fn answer(
    (session, request): (SessionId, RequestId),
    outcome: Result<Reply>,
    out: &mut Vec<Transmit>,
) {
    out.push(transmit(session, &FromRti::Answer { request, outcome }));
}
