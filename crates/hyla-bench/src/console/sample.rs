//! One sample: loads, federates of all agents from start to the last outcome, a baseline.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::crew::{Participants, SampleEvent};
use super::error::ConsoleError;
use super::merge::sample_of;
use super::observer::{Observer, RunUpdate};
use crate::coordination::message::{Order, Word};
use crate::coordination::{over_label, run_label};
use crate::job::{BaselineJob, Job, Load, Report};
use crate::plan::place::{Host, Placement};
use crate::result::Sample;

/// How long a load may take to start.
const LOAD: Duration = Duration::from_secs(15);
/// How long loads run before federates start, until their share is steady.
const SETTLE: Duration = Duration::from_millis(200);
/// How long the others may continue after a federate has failed, to report their own errors.
const AFTER_FAILURE: Duration = Duration::from_secs(3);
/// How long agents may take to end a cancelled sample.
const ENDING: Duration = Duration::from_secs(20);
/// Additional time, beyond the federates' timeout, without any report.
const SILENCE: Duration = Duration::from_secs(20);

/// Parameters of a sample.
pub(super) struct Attempt<'a> {
    pub(super) number: u32,
    pub(super) hosts: &'a [Host],
    pub(super) placement: &'a Placement,
    pub(super) jobs: Vec<Job>,
    /// Timeout of federates for one another.
    pub(super) timeout: Duration,
    /// Shortest duration of measuring.
    pub(super) measuring: Duration,
}

/// Reports so far.
#[derive(Default)]
struct Progress {
    outcomes: BTreeMap<u32, Report>,
    over: BTreeSet<String>,
    lost: BTreeSet<String>,
    rti: Option<String>,
    heard_at: Option<Instant>,
    failed_at: Option<Instant>,
    cancelled: Option<String>,
    /// Number of loads ordered from each agent.
    loads: BTreeMap<usize, u32>,
}

impl Attempt<'_> {
    /// Runs a sample to its end. After a failure nothing is left running; the sample contains the
    /// reason.
    ///
    /// Gives the sample and the RTI's name as reported by the federates.
    ///
    /// # Errors
    /// The federation of the agents is lost, or the console was stopped.
    pub(super) fn run(
        &self,
        crew: &mut Participants,
        observer: &mut dyn Observer,
    ) -> Result<(Sample, Option<String>), ConsoleError> {
        let mut progress = Progress::default();
        let outcome = self.go(crew, observer, &mut progress);
        if let Err(error) = outcome {
            // Only this is left to do before the console ends.
            self.cancel(crew, &mut progress, "the console ends");
            return Err(error);
        }
        let mut sample = sample_of(&progress.outcomes, &self.names());
        for agent in &progress.lost {
            let why = format!("agent {agent} was lost while it was measured");
            sample.failed = if sample.failed.is_empty() {
                why
            } else {
                format!("{why}\n{}", sample.failed)
            };
        }
        if let (Some(reason), true) = (progress.cancelled, sample.failed.is_empty()) {
            sample.failed = reason;
        }
        Ok((sample, progress.rti))
    }

    /// Runs a sample of the bare machine under the loads of the point, to the end of both.
    ///
    /// # Errors
    /// As of [`Self::run`].
    pub(super) fn run_bare(
        &self,
        crew: &mut Participants,
        observer: &mut dyn Observer,
        job: BaselineJob,
        at_most: Duration,
    ) -> Result<Sample, ConsoleError> {
        let mut progress = Progress::default();
        let measured = self.measure_bare(crew, &mut progress, job, at_most);
        // Loads have nothing to wait for any longer.
        self.cancel(crew, &mut progress, "the measurement has ended");
        let sample = measured?;
        self.until_over(crew, observer, &mut progress)?;
        Ok(sample)
    }

    fn measure_bare(
        &self,
        crew: &mut Participants,
        progress: &mut Progress,
        job: BaselineJob,
        at_most: Duration,
    ) -> Result<Sample, ConsoleError> {
        if let Err(reason) = self.start_loads(crew, progress)? {
            return Ok(Sample {
                failed: reason,
                ..Sample::default()
            });
        }
        let agent = &self.hosts[self.placement.agents[0]].agent;
        let sample = baseline(crew, agent, self.number, job, at_most)?;
        progress.over.insert(agent.clone());
        Ok(sample)
    }

    fn go(
        &self,
        crew: &mut Participants,
        observer: &mut dyn Observer,
        progress: &mut Progress,
    ) -> Result<(), ConsoleError> {
        if let Err(reason) = self.start_loads(crew, progress)? {
            self.cancel(crew, progress, &reason);
        } else {
            self.start_federates(crew)?;
        }
        self.until_over(crew, observer, progress)
    }

    /// The participating agents, once each.
    fn agents(&self) -> BTreeSet<&String> {
        let of = |number: usize| &self.hosts[number].agent;
        let loads = self
            .placement
            .processor_loads
            .iter()
            .map(|(agent, _)| *agent);
        let network = self.placement.network_loads.iter();
        let network = network.flat_map(|load| [load.from, load.to]);
        let federates = self.placement.agents.iter().copied();
        federates.chain(loads).chain(network).map(of).collect()
    }

    /// The agent of each federate.
    fn names(&self) -> BTreeMap<u32, String> {
        let agents = self.placement.agents.iter().zip(0..);
        agents
            .map(|(agent, index)| (index, self.hosts[*agent].agent.clone()))
            .collect()
    }

    fn start_loads(
        &self,
        crew: &mut Participants,
        progress: &mut Progress,
    ) -> Result<Result<(), String>, ConsoleError> {
        let network = &self.placement.network_loads;
        let mut first: Vec<(usize, Load)> = self.placement.processor_loads.clone();
        let processor_loads = first.len();
        for load in network {
            let at = SocketAddr::new(self.hosts[load.to].presence.address, 0);
            first.push((load.to, Load::Sink { at }));
        }
        if first.is_empty() {
            return Ok(Ok(()));
        }
        let said = match self.start(crew, progress, &first)? {
            Ok(said) => said,
            Err(reason) => return Ok(Err(reason)),
        };
        // The addresses of sinks are known only now.
        let mut second = Vec::new();
        for (load, said) in network.iter().zip(&said[processor_loads..]) {
            let Ok(Report::Listening { at }) = serde_json::from_str(said) else {
                return Ok(Err(format!(
                    "a sink of network load does not say where it is: {said}"
                )));
            };
            second.push((
                load.from,
                Load::Network {
                    to: at,
                    bits_per_s: load.bits_per_s,
                    bytes: load.bytes,
                },
            ));
        }
        if let Err(reason) = self.start(crew, progress, &second)? {
            return Ok(Err(reason));
        }
        let settled = Instant::now() + SETTLE;
        while Instant::now() < settled {
            if let Some(SampleEvent::Lost(agent)) = crew.next(settled)? {
                progress.lost.insert(agent.clone());
                return Ok(Err(format!("agent {agent} was lost")));
            }
        }
        Ok(Ok(()))
    }

    /// Starts these loads and waits for the first line of each.
    fn start(
        &self,
        crew: &mut Participants,
        progress: &mut Progress,
        loads: &[(usize, Load)],
    ) -> Result<Result<Vec<String>, String>, ConsoleError> {
        let mut said: Vec<Option<String>> = vec![None; loads.len()];
        // Each agent numbers the loads of a sample in order of arrival.
        let mut numbers = Vec::new();
        for (agent, load) in loads {
            let known = progress.loads.entry(*agent).or_default();
            numbers.push((*agent, *known));
            *known += 1;
            let order = Order::Load {
                sample: self.number,
                loads: vec![load.clone()],
            };
            crew.member.order(&self.hosts[*agent].agent, &order)?;
        }
        let deadline = Instant::now() + LOAD;
        while said.iter().any(Option::is_none) {
            if Instant::now() >= deadline {
                let seconds = LOAD.as_secs();
                return Ok(Err(format!("a load has said nothing for {seconds} s")));
            }
            match crew.next(deadline)? {
                Some(SampleEvent::Said(
                    agent,
                    Word::Loaded {
                        sample,
                        load,
                        said: line,
                    },
                )) if sample == self.number => {
                    let line = match line {
                        Ok(line) => line,
                        Err(reason) => return Ok(Err(format!("agent {agent}: {reason}"))),
                    };
                    if let Ok(Report::Failed { reason }) = serde_json::from_str(&line) {
                        return Ok(Err(format!("agent {agent}: a load: {reason}")));
                    }
                    let mut asked = numbers.iter().zip(&mut said);
                    let asked = asked.find(|((number, known), _)| {
                        *known == load && self.hosts[*number].agent == agent
                    });
                    if let Some((_, said)) = asked {
                        *said = Some(line);
                    }
                }
                Some(SampleEvent::Lost(agent)) => {
                    progress.lost.insert(agent.clone());
                    return Ok(Err(format!("agent {agent} was lost")));
                }
                _ => {}
            }
        }
        Ok(Ok(said.into_iter().flatten().collect()))
    }

    fn start_federates(&self, crew: &mut Participants) -> Result<(), ConsoleError> {
        let agents = self.agents();
        let set = crew.set_of(agents.iter().copied())?;
        let console = crew.member.name().to_owned();
        crew.member
            .register(&run_label(&console, self.number), &set)?;
        for agent in agents {
            let jobs = self.jobs.iter().zip(&self.placement.agents);
            let jobs = jobs.filter(|(_, number)| self.hosts[**number].agent == *agent);
            let order = Order::Run {
                sample: self.number,
                jobs: jobs.map(|(job, _)| job.clone()).collect(),
            };
            crew.member.order(agent, &order)?;
        }
        Ok(())
    }

    /// Waits until every available agent has reported that nothing of the sample runs.
    fn until_over(
        &self,
        crew: &mut Participants,
        observer: &mut dyn Observer,
        progress: &mut Progress,
    ) -> Result<(), ConsoleError> {
        let console = crew.member.name().to_owned();
        let (run, over) = (
            run_label(&console, self.number),
            over_label(&console, self.number),
        );
        let agents = self.agents();
        progress.heard_at = Some(Instant::now());
        let mut ending = None;
        loop {
            let open = |agent: &&&String| crew.has(agent) && !progress.over.contains(**agent);
            if agents.iter().filter(open).count() == 0 {
                return Ok(());
            }
            let now = Instant::now();
            let heard_at = progress.heard_at.unwrap_or(now);
            let silent_at = heard_at + self.timeout + self.measuring + SILENCE;
            let mut deadline = silent_at;
            if let Some(failed_at) = progress.failed_at {
                deadline = deadline.min(failed_at + AFTER_FAILURE);
            }
            if progress.cancelled.is_some() {
                deadline = *ending.get_or_insert(now + ENDING);
                if now >= deadline {
                    let agents: Vec<&str> =
                        agents.iter().filter(open).map(|a| a.as_str()).collect();
                    progress.cancelled = Some(format!(
                        "{}; agent {} has not ended it within {} s",
                        progress.cancelled.as_deref().unwrap_or_default(),
                        agents.join(", "),
                        ENDING.as_secs()
                    ));
                    return Ok(());
                }
            } else if now >= deadline {
                let reason = if progress.failed_at.is_some() {
                    "another federate of the sample has failed".to_owned()
                } else {
                    let seconds = (now - heard_at).as_secs();
                    format!("no federate reported for {seconds} s")
                };
                self.cancel(crew, progress, &reason);
                continue;
            }
            match crew.next(deadline)? {
                Some(SampleEvent::Announced(label)) if label == run || label == over => {
                    crew.member.achieve(&label, true)?;
                }
                Some(SampleEvent::Synchronized(label)) if label == run => {
                    progress.heard_at = Some(Instant::now());
                    // Registered only now, so that it cannot complete before the federates have
                    // begun.
                    let set =
                        crew.set_of(agents.iter().copied().filter(|agent| crew.has(agent)))?;
                    crew.member.register(&over, &set)?;
                }
                Some(SampleEvent::Unregistered(label, reason)) if label == run || label == over => {
                    let reason = format!("synchronization point {label:?}: {reason}");
                    self.cancel(crew, progress, &reason);
                }
                Some(SampleEvent::Said(agent, word)) => self.hear(&agent, word, observer, progress),
                Some(SampleEvent::Lost(agent)) if agents.contains(&agent) => {
                    let reason = format!("agent {agent} was lost");
                    progress.lost.insert(agent);
                    self.cancel(crew, progress, &reason);
                }
                Some(SampleEvent::Unreadable(problem)) => self.cancel(crew, progress, &problem),
                _ => {}
            }
        }
    }

    fn hear(&self, agent: &str, word: Word, observer: &mut dyn Observer, progress: &mut Progress) {
        match word {
            Word::Progress {
                sample,
                index,
                report,
            } if sample == self.number => {
                progress.heard_at = Some(Instant::now());
                match report {
                    Report::Joined { rti, .. } => progress.rti = Some(rti),
                    Report::Live { seconds, metrics } => observer.see(&RunUpdate::Live {
                        federate: index,
                        seconds,
                        metrics: &metrics,
                    }),
                    _ => {}
                }
            }
            Word::Outcome {
                sample,
                index,
                report,
            } if sample == self.number => {
                progress.heard_at = Some(Instant::now());
                if matches!(report, Report::Failed { .. }) {
                    progress.failed_at.get_or_insert_with(Instant::now);
                }
                progress.outcomes.insert(index, report);
            }
            Word::Over { sample } if sample == self.number => {
                progress.over.insert(agent.to_owned());
            }
            _ => {}
        }
    }

    fn cancel(&self, crew: &Participants, progress: &mut Progress, reason: &str) {
        if progress.cancelled.is_some() {
            return;
        }
        progress.cancelled = Some(reason.to_owned());
        let order = Order::Cancel {
            sample: self.number,
            reason: reason.to_owned(),
        };
        for agent in self.agents() {
            if crew.has(agent) && !progress.over.contains(agent) {
                // Without the federation, agents end processes by themselves.
                let _ = crew.member.order(agent, &order);
            }
        }
    }
}

/// Measures the bare machine at an agent.
///
/// # Errors
/// The federation of the agents is lost, or the console was stopped.
pub(super) fn baseline(
    crew: &mut Participants,
    agent: &str,
    number: u32,
    job: BaselineJob,
    at_most: Duration,
) -> Result<Sample, ConsoleError> {
    let failed = |reason: String| Sample {
        failed: reason,
        ..Sample::default()
    };
    if !crew.has(agent) {
        return Ok(failed(format!("agent {agent} was lost")));
    }
    let order = Order::Baseline {
        sample: number,
        job,
    };
    crew.member.order(agent, &order)?;
    let (deadline, mut outcome) = (Instant::now() + at_most, None);
    let mut timeout = deadline;
    loop {
        if Instant::now() >= timeout {
            if outcome.is_some() {
                break;
            }
            let seconds = at_most.as_secs();
            outcome = Some(Report::Failed {
                reason: format!("nothing came of it for {seconds} s"),
            });
            cancel_baseline(crew, agent, number);
            timeout = Instant::now() + ENDING;
        }
        match crew.next(timeout) {
            Err(error) => {
                cancel_baseline(crew, agent, number);
                return Err(error);
            }
            Ok(Some(SampleEvent::Said(_, Word::BaselineOutcome { sample, report })))
                if sample == number =>
            {
                outcome.get_or_insert(report);
            }
            Ok(Some(SampleEvent::Said(_, Word::Over { sample }))) if sample == number => break,
            Ok(Some(SampleEvent::Lost(lost))) if lost == agent => {
                return Ok(failed(format!(
                    "agent {agent} was lost while it was measured"
                )));
            }
            Ok(_) => {}
        }
    }
    let outcomes: BTreeMap<u32, Report> = outcome.into_iter().map(|report| (0, report)).collect();
    let mut sample = sample_of(&outcomes, &BTreeMap::new());
    // Only the combined figures of its processes exist.
    sample.federates.clear();
    Ok(sample)
}

fn cancel_baseline(crew: &Participants, agent: &str, number: u32) {
    let order = Order::Cancel {
        sample: number,
        reason: "it took too long, or the console ends".to_owned(),
    };
    // A lost agent has ended it.
    let _ = crew.member.order(agent, &order);
}
