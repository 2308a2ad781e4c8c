//! The agents of a run, at their console.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hyla_types::{FederateHandle, FederateHandleSet};

use super::error::ConsoleError;
use super::local::LocalAgents;
use super::observer::{Observer, RunUpdate};
use crate::coordination::message::{self, AgentPresence, Order, Presence, Word};
use crate::coordination::{Event, Member, Stop};
use crate::plan::place::Host;

/// How long an agent may take to check its machine.
const CHECK: Duration = Duration::from_secs(30);

/// Pause before the console repeats a question.
const AGAIN: Duration = Duration::from_millis(300);

/// Console and agents.
pub(super) struct Participants {
    pub(super) member: Member,
    pub(super) stop: Stop,
    pub(super) local: LocalAgents,
    agents: BTreeMap<String, Agent>,
    other_console: Option<String>,
}

struct Agent {
    presence: AgentPresence,
    federate: FederateHandle,
    lost: bool,
}

/// An event that matters to a sample.
pub(super) enum SampleEvent {
    /// Message of an agent.
    Said(String, Word),
    /// An agent has left or was lost.
    Lost(String),
    /// A synchronization point was announced.
    Announced(String),
    /// All have achieved it.
    Synchronized(String),
    /// The agent could not be registered.
    Unregistered(String, String),
    /// A message could not be parsed.
    Unreadable(String),
}

impl Participants {
    pub(super) fn new(member: Member, stop: Stop) -> Self {
        stop.wakes(member.waker());
        Self {
            member,
            stop,
            local: LocalAgents::default(),
            agents: BTreeMap::new(),
            other_console: None,
        }
    }

    /// The next event before `deadline`, if any.
    ///
    /// # Errors
    /// The federation is lost, or the console was stopped.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Option<SampleEvent>, ConsoleError> {
        if self.stop.is_stopped() {
            return Err(ConsoleError::Stopped);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let Some(event) = self.member.next(left)? else {
            return Ok(None);
        };
        Ok(match event {
            Event::Present {
                name,
                federate,
                presence,
            } => {
                self.meet(name, federate, presence);
                None
            }
            Event::Gone { name } => {
                if self.other_console.as_ref() == Some(&name) {
                    self.other_console = None;
                }
                let agent = self.agents.get_mut(&name);
                agent.map(|agent| {
                    agent.lost = true;
                    SampleEvent::Lost(name)
                })
            }
            Event::Said { agent, word } => Some(SampleEvent::Said(agent, *word)),
            Event::Announced(label) => Some(SampleEvent::Announced(label)),
            Event::Synchronized { label, .. } => Some(SampleEvent::Synchronized(label)),
            Event::Unregistered { label, reason } => Some(SampleEvent::Unregistered(label, reason)),
            Event::Unreadable(problem) => Some(SampleEvent::Unreadable(problem)),
            Event::Asked
            | Event::Discovered(_)
            | Event::Woken
            | Event::Ordered { .. }
            | Event::Lost(_) => None,
        })
    }

    fn meet(&mut self, name: String, federate: FederateHandle, presence: Presence) {
        match presence {
            Presence::Console { .. } => self.other_console = Some(name),
            Presence::Agent(presence) => {
                let agent = Agent {
                    presence: *presence,
                    federate,
                    lost: false,
                };
                self.agents.insert(name, agent);
            }
        }
    }

    /// Waits for that many agents, or that long; gives their number.
    ///
    /// # Errors
    /// As [`Self::next`]; a local agent that has ended.
    pub(super) fn wait_for(
        &mut self,
        wanted: usize,
        at_most: Duration,
        observer: &mut dyn Observer,
    ) -> Result<usize, ConsoleError> {
        let deadline = Instant::now() + at_most;
        let mut told = None;
        while self.present().count() < wanted && Instant::now() < deadline {
            let there = self.present().count();
            if told != Some(there) {
                told = Some(there);
                observer.see(&RunUpdate::Waiting { there, wanted });
            }
            let soon = Instant::now() + Duration::from_millis(100);
            self.next(soon.min(deadline))?;
            if let Some((name, problem)) = self.local.ended().into_iter().next() {
                return Err(ConsoleError::LocalAgent { name, problem });
            }
        }
        Ok(self.present().count())
    }

    /// The available agents, by name.
    pub(super) fn hosts(&self) -> Vec<Host> {
        let hosts = self.present().map(|(name, agent)| Host {
            agent: name.clone(),
            presence: agent.presence.clone(),
        });
        hosts.collect()
    }

    fn present(&self) -> impl Iterator<Item = (&String, &Agent)> {
        self.agents.iter().filter(|(_, agent)| !agent.lost)
    }

    /// Whether this agent is available.
    pub(super) fn has(&self, agent: &str) -> bool {
        self.agents.get(agent).is_some_and(|agent| !agent.lost)
    }

    /// The console and these agents, for a synchronization point.
    ///
    /// # Errors
    /// The console is not joined any more.
    pub(super) fn set_of<'a>(
        &self,
        agents: impl Iterator<Item = &'a String>,
    ) -> Result<FederateHandleSet, ConsoleError> {
        let known = agents.filter_map(|name| self.agents.get(name));
        let mut set: FederateHandleSet = known.map(|agent| agent.federate).collect();
        set.insert(self.member.handle()?);
        Ok(set)
    }

    /// Whether all can work together, and their machines meet the requirements.
    ///
    /// # Errors
    /// [`ConsoleError::Refused`] with every reason.
    pub(super) fn check(
        &mut self,
        hosts: &[Host],
        demands: Vec<message::Demand>,
    ) -> Result<(), ConsoleError> {
        if let Some(other) = &self.other_console {
            return Err(ConsoleError::Refused(vec![format!(
                "another console, {other}, uses the agents of this RTI; wait for its end or use another RTI (--rti)"
            )]));
        }
        let mut reasons = Vec::new();
        for host in hosts {
            let theirs = host.presence.version;
            if theirs != message::VERSION {
                reasons.push(format!(
                    "agent {}: it speaks version {theirs} of the protocol and this console {}; use the same hyla on all \
                     hosts",
                    host.agent,
                    message::VERSION
                ));
            }
        }
        if !reasons.is_empty() {
            return Err(ConsoleError::Refused(reasons));
        }
        let mut waiting: Vec<(&str, Order)> = hosts
            .iter()
            .zip(demands)
            .map(|(host, demand)| (host.agent.as_str(), Order::Check(demand)))
            .collect();
        let deadline = Instant::now() + CHECK;
        let mut ask_at = Instant::now();
        while !waiting.is_empty() {
            let now = Instant::now();
            if now >= deadline {
                let agents: Vec<_> = waiting.iter().map(|(name, _)| *name).collect();
                let agents = agents.join(", ");
                return Err(ConsoleError::Refused(vec![format!(
                    "no answer of agent {agents} for {} s; end it and start it again",
                    CHECK.as_secs()
                )]));
            }
            // Direct data may arrive before the subscriptions of an agent are known: the first
            // order or its answer may be lost. After one answer, later ones arrive.
            if now >= ask_at {
                for (agent, order) in &waiting {
                    self.member.order(agent, order)?;
                }
                ask_at = now + AGAIN;
            }
            match self.next(deadline.min(ask_at))? {
                Some(SampleEvent::Said(agent, Word::Checked { refusals, busy })) => {
                    let before = waiting.len();
                    waiting.retain(|(name, _)| *name != agent);
                    if waiting.len() == before {
                        // The answer to a repeated question.
                        continue;
                    }
                    if let Some(known) = self.agents.get_mut(&agent) {
                        known.presence.machine.busy = busy;
                    }
                    let refusals = refusals.into_iter();
                    reasons.extend(refusals.map(|refusal| format!("agent {agent}: {refusal}")));
                }
                Some(SampleEvent::Lost(agent)) => {
                    return Err(ConsoleError::Refused(vec![format!(
                        "agent {agent} was lost before anything began"
                    )]));
                }
                _ => {}
            }
        }
        if reasons.is_empty() {
            Ok(())
        } else {
            Err(ConsoleError::Refused(reasons))
        }
    }

    /// Dismisses local agents.
    pub(super) fn dismiss(&mut self) {
        for host in self.hosts().iter().filter(|host| host.presence.local) {
            // A lost agent needs no order.
            let _ = self.member.order(&host.agent, &Order::Dismiss {});
        }
        self.local.end();
    }
}
