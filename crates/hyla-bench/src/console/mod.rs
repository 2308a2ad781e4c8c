//! Runs an experiment: plans, repeats, shows, stores.
//!
//! The console finds or starts an RTI and agents, lets the agents check the plan, and measures each
//! point with its repetitions, with the bare machine in between. Failures are part of the result. A
//! lost agent fails its current sample; the run continues if its machine has another agent.

mod crew;
mod date;
mod error;
mod local;
mod merge;
mod observer;
mod rti;
mod sample;
mod store;
mod summary;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use hyla_settings::{RtiAddress, Sources};

use crew::Participants;
pub use date::rfc3339;
pub use error::ConsoleError;
use local::LocalAgents;
pub use observer::{Observer, RunUpdate};
use rti::OwnRti;
use sample::Attempt;
pub use store::{default_path, profile_path, store};
pub use summary::figures_of;

use crate::agent::Program;
use crate::coordination::message::{self, Presence};
use crate::coordination::{Member, Stop};
use crate::plan::Plan;
use crate::plan::place::{Host, SampleNames, demands, place};
use crate::result::{Baseline, Machine, Note, NoteLevel, Point, RunResult, SCHEMA};

/// How long to look for agents that already wait at an RTI.
const SEEN: Duration = Duration::from_millis(1500);
/// How long local agents may take to appear.
const LOCAL: Duration = Duration::from_secs(30);

/// Options of a console.
pub struct Request {
    /// The RTI at which agents wait; by default the console starts one.
    pub rti: Option<RtiAddress>,
    /// Listening address of its own RTI, for agents of other hosts; by default loopback only.
    pub listen: Option<SocketAddr>,
    /// Number of agents; by default those that wait, or a local one.
    pub agents: Option<usize>,
    /// How long to wait for agents.
    pub wait: Duration,
    /// Settings of the process.
    pub settings: Sources,
    /// The `hyla` program, for local agents.
    pub hyla: PathBuf,
    /// Another measuring federate for local agents.
    pub federate: Option<Program>,
    /// Label for comparisons; empty: the RTI's name.
    pub label: String,
    /// The exact command.
    pub command: Vec<String>,
}

/// How a run ended.
pub struct Outcome {
    /// All measurements.
    pub result: RunResult,
    /// Whether the plan was completed: no failed sample, lost agent or stop.
    pub is_complete: bool,
}

/// Runs a plan to its end. Failures after measuring has begun are part of the result.
///
/// # Errors
/// Why it did not begin.
pub fn run(
    request: &Request,
    plan: &Plan,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Result<Outcome, ConsoleError> {
    let began = SystemTime::now();
    let since = began.duration_since(UNIX_EPOCH).unwrap_or_default();
    let name = format!("console-{:x}", since.as_millis());
    let settings = request.settings.load()?;
    let own =
        match &request.rti {
            Some(_) => None,
            None => Some(OwnRti::start(&settings, request.listen).map_err(|cause| {
                ConsoleError::Rti {
                    at: request.listen,
                    cause,
                }
            })?),
        };
    let address = match (&request.rti, &own) {
        (Some(address), _) => address.clone(),
        (None, Some(own)) => own.address.clone(),
        (None, None) => settings.rti.address.clone(),
    };
    observer.see(&RunUpdate::Rti {
        address: own
            .as_ref()
            .map_or_else(|| address.to_string(), |own| own.bound.to_string()),
        own: own.is_some(),
    });
    let presence = Presence::Console {
        version: message::VERSION,
    };
    let member = Member::join(&address, &name, presence, &request.settings)?;
    let mut crew = Participants::new(member, stop.clone());
    let outcome = gather(request, &address, &mut crew, observer).and_then(|hosts| {
        let demands = demands(plan, &hosts).map_err(ConsoleError::Refused)?;
        crew.check(&hosts, demands)?;
        // Includes reports of the machines since then.
        let hosts = crew.hosts();
        let mut run = Run {
            plan,
            crew: &mut crew,
            observer,
            hosts,
            name: &name,
            rti: String::new(),
            notes: Vec::new(),
            is_complete: true,
            number: 0,
        };
        Ok(run.measure(request, began))
    });
    crew.dismiss();
    outcome
}

/// The agents of the run: waiting ones, or new ones on this host.
fn gather(
    request: &Request,
    rti: &RtiAddress,
    crew: &mut Participants,
    observer: &mut dyn Observer,
) -> Result<Vec<Host>, ConsoleError> {
    let remote = request.rti.is_some() || request.listen.is_some();
    let there = if remote {
        let (wanted, at_most) = match (request.agents, request.listen) {
            (Some(agents), _) => (agents, request.wait),
            (None, Some(_)) => (1, request.wait),
            // Waiting agents are all seen at once.
            (None, None) => (usize::MAX, SEEN),
        };
        let mut silent = NullObserver;
        if wanted == usize::MAX {
            crew.wait_for(wanted, at_most, &mut silent)?
        } else {
            crew.wait_for(wanted, at_most, observer)?
        }
    } else {
        0
    };
    if let (true, Some(wanted)) = (remote, request.agents)
        && there < wanted
    {
        return Err(ConsoleError::TooFewAgents {
            there,
            wanted,
            waited: request.wait,
            rti: rti.to_string(),
        });
    }
    if there == 0 {
        let wanted = request.agents.unwrap_or(1).max(1);
        let names: Vec<String> = (0..wanted)
            .map(|number| format!("agent-{number}"))
            .collect();
        let federate = request.federate.as_ref();
        crew.local = LocalAgents::start(&request.hyla, &rti.to_string(), &names, federate)?;
        let there = crew.wait_for(wanted, LOCAL, observer)?;
        if there < wanted {
            return Err(ConsoleError::TooFewAgents {
                there,
                wanted,
                waited: LOCAL,
                rti: rti.to_string(),
            });
        }
    } else if request.federate.is_some() {
        return Err(ConsoleError::Refused(vec![
            "--federate: agents wait at this RTI already, and each starts the federate that it was told: give --federate \
             to `hyla bench agent`"
                .to_owned(),
        ]));
    }
    let hosts = crew.hosts();
    for host in &hosts {
        observer.see(&RunUpdate::Agent {
            name: &host.agent,
            host: &host.presence.machine.host,
            processors: host.presence.processors.len(),
        });
    }
    Ok(hosts)
}

struct NullObserver;

impl Observer for NullObserver {
    fn see(&mut self, _news: &RunUpdate<'_>) {}
}

/// A started run.
struct Run<'a> {
    plan: &'a Plan,
    crew: &'a mut Participants,
    observer: &'a mut dyn Observer,
    /// The agents at its start.
    hosts: Vec<Host>,
    name: &'a str,
    rti: String,
    notes: Vec<Note>,
    is_complete: bool,
    number: u32,
}

impl Run<'_> {
    fn measure(&mut self, request: &Request, began: SystemTime) -> Outcome {
        let clock = Instant::now();
        let samples = self.plan.points.len() as u32 * self.plan.repetitions;
        self.observer.see(&RunUpdate::Begin { samples });
        self.note_load();
        self.note_shared_machines();
        let mut points: Vec<Point> = Vec::new();
        for at in 0..self.plan.points.len() {
            let mut point = Point {
                parameters: self.plan.points[at].parameters.clone(),
                samples: Vec::new(),
                baselines: Vec::new(),
                summary: Default::default(),
                ratios: Default::default(),
            };
            let outcome = self.measure_point(at, &mut point);
            self.note_carriers(at, &point);
            summary::complete(&mut point);
            self.observer.see(&RunUpdate::PointOver { point: &point });
            points.push(point);
            if let Err(reason) = outcome {
                let left = self.plan.points.len() - at - 1;
                self.is_complete = false;
                let missing = match left {
                    0 => "the last point is not complete".to_owned(),
                    left => format!(
                        "{left} of {} points were not measured",
                        self.plan.points.len()
                    ),
                };
                self.note(NoteLevel::Error, format!("{reason}: {missing}"));
                break;
            }
        }
        let label = if request.label.is_empty() {
            self.rti.clone()
        } else {
            request.label.clone()
        };
        let result = RunResult {
            schema: SCHEMA,
            hyla: env!("CARGO_PKG_VERSION").to_owned(),
            began: rfc3339(began),
            seconds: clock.elapsed().as_secs_f64(),
            command: request.command.clone(),
            experiment: self.plan.experiment.to_owned(),
            label,
            rti: self.rti.clone(),
            parameters: self.plan.parameters.clone(),
            machines: self
                .hosts
                .iter()
                .map(|host| host.presence.machine.clone())
                .collect(),
            points,
            notes: std::mem::take(&mut self.notes),
        };
        Outcome {
            result,
            is_complete: self.is_complete,
        }
    }

    /// All repetitions of a point; gives why the run cannot continue, if it cannot.
    fn measure_point(&mut self, at: usize, point: &mut Point) -> Result<(), String> {
        let planned = &self.plan.points[at];
        for repetition in 0..self.plan.repetitions {
            let hosts = self.remaining()?;
            let placement = place(planned, &hosts).map_err(|reasons| reasons.join("; "))?;
            let number = self.next_number();
            self.observer.see(&RunUpdate::Sample {
                number: at as u32 * self.plan.repetitions + repetition,
                parameters: &planned.parameters,
                repetition,
            });
            let names = SampleNames {
                federation: format!("HylaBench {} {} {number}", self.plan.experiment, self.name),
                seed: self.plan.seed.wrapping_add(u64::from(number)),
            };
            let attempt = Attempt {
                number,
                hosts: &hosts,
                jobs: placement.jobs(self.plan, planned, &names),
                placement: &placement,
                timeout: Duration::from_millis(self.plan.timeout_ms),
                measuring: Duration::from_secs_f64(planned.seconds),
            };
            // A bare machine is not slower than an RTI on it.
            let at_most = attempt.timeout + attempt.measuring * 2 + Duration::from_secs(60);
            let sample = match placement.bare(planned)? {
                Some(job) => attempt
                    .run_bare(self.crew, self.observer, job, at_most)
                    .map_err(|error| error.to_string())?,
                None => {
                    let (sample, rti) = attempt
                        .run(self.crew, self.observer)
                        .map_err(|error| error.to_string())?;
                    if let Some(rti) = rti {
                        self.rti = rti;
                    }
                    sample
                }
            };
            if !sample.failed.is_empty() {
                self.is_complete = false;
                let told = in_short(&planned.parameters);
                let text = format!("{told}repetition {}: {}", repetition + 1, sample.failed);
                self.note(NoteLevel::Error, text);
            }
            self.observer
                .see(&RunUpdate::SampleOver { sample: &sample });
            point.samples.push(sample);
            let agent = &hosts[placement.agents[0]].agent;
            for (name, job) in placement.baselines(planned) {
                self.observer.see(&RunUpdate::Baseline { name: &name });
                let number = self.next_number();
                let sample = sample::baseline(self.crew, agent, number, job, at_most)
                    .map_err(|error| error.to_string())?;
                if !sample.failed.is_empty() {
                    let told = in_short(&planned.parameters);
                    let text = format!("{told}baseline {name}: {}", sample.failed);
                    self.note(NoteLevel::Warning, text);
                }
                match point.baselines.iter_mut().find(|known| known.name == name) {
                    Some(known) => known.samples.push(sample),
                    None => point.baselines.push(Baseline {
                        name,
                        samples: vec![sample],
                        summary: Default::default(),
                    }),
                }
            }
            if repetition == 0 && !placement.one_machine && !planned.baselines.is_empty() && at == 0
            {
                self.note(
                    NoteLevel::Info,
                    "no baselines: the federates are on several machines, and a baseline is of one"
                        .to_owned(),
                );
            }
        }
        Ok(())
    }

    /// The remaining agents, if every machine of the run has one.
    fn remaining(&mut self) -> Result<Vec<Host>, String> {
        let machine = |host: &Host| host.presence.machine.boot.clone();
        let left: Vec<Host> = self
            .hosts
            .iter()
            .filter(|host| self.crew.has(&host.agent))
            .cloned()
            .collect();
        if left.len() < self.hosts.len() {
            self.is_complete = false;
        }
        let machines: BTreeSet<String> = left.iter().map(machine).collect();
        let lost = self.hosts.iter();
        let lost: Vec<&str> = lost
            .filter(|host| !machines.contains(&machine(host)))
            .map(|host| host.agent.as_str())
            .collect();
        if !lost.is_empty() {
            return Err(format!(
                "agent {} is lost, and with it its machine",
                lost.join(", ")
            ));
        }
        let text = format!(
            "an agent was lost: the run goes on with the other {} of {}",
            left.len(),
            self.hosts.len()
        );
        if left.len() < self.hosts.len() && !self.notes.iter().any(|note| note.text == text) {
            self.note(NoteLevel::Warning, text);
        }
        Ok(left)
    }

    /// Notes messages of a point that used another carrier than planned, and warnings of federates.
    fn note_carriers(&mut self, at: usize, point: &Point) {
        let told = in_short(&point.parameters);
        let good = || point.samples.iter().filter(|s| s.failed.is_empty());
        let mut carriers: BTreeMap<String, u64> = BTreeMap::new();
        for (name, count) in good().flat_map(|sample| &sample.carriers) {
            *carriers.entry(name.clone()).or_default() += count;
        }
        let objection = self.plan.points[at].carrier.objection(&carriers);
        if let Some(text) = objection.filter(|_| good().next().is_some()) {
            self.note(NoteLevel::Warning, format!("{told}{text}"));
        }
        let mut warnings: Vec<&String> = good().flat_map(|sample| &sample.warnings).collect();
        warnings.sort();
        warnings.dedup();
        for text in warnings {
            self.note(NoteLevel::Warning, format!("{told}{text}"));
        }
    }

    /// Notes machines with other load before the run.
    fn note_load(&mut self) {
        let mut seen = BTreeSet::new();
        let machines = self.hosts.iter().map(|host| &host.presence.machine);
        let machines = machines.filter(|machine| seen.insert(machine.boot.clone()));
        let texts: Vec<String> = machines.filter_map(load_before).collect();
        for text in texts {
            self.note(NoteLevel::Warning, text);
        }
    }

    /// Notes machines where federates will share processors.
    fn note_shared_machines(&mut self) {
        let federates = self.plan.points.iter().map(|point| point.federates.len());
        let most = federates.max().unwrap_or_default();
        let machines: BTreeSet<&str> = self
            .hosts
            .iter()
            .map(|host| host.presence.machine.boot.as_str())
            .collect();
        let mut counted = BTreeSet::new();
        let processors = self
            .hosts
            .iter()
            .filter(|host| counted.insert(&host.presence.machine.boot));
        let processors: usize = processors.map(|host| host.presence.processors.len()).sum();
        if most > processors {
            let text = format!(
                "up to {most} federates share {processors} processors of {}: figures include waiting for a processor",
                if machines.len() == 1 {
                    "one machine".to_owned()
                } else {
                    format!("{} machines", machines.len())
                }
            );
            self.note(NoteLevel::Warning, text);
        }
    }

    fn note(&mut self, level: NoteLevel, text: String) {
        let note = Note { level, text };
        self.observer.see(&RunUpdate::Note(&note));
        self.notes.push(note);
    }

    fn next_number(&mut self) -> u32 {
        let number = self.number;
        self.number += 1;
        number
    }
}

/// Busy processors before a run that are worth a note.
const MOST_LOAD: f64 = 0.25;

/// Note about other load on the machine before the run.
fn load_before(machine: &Machine) -> Option<String> {
    (machine.busy > MOST_LOAD).then(|| {
        format!(
            "before the run, {:.2} of {} processors of {} were busy with other work: figures include it; repeat them on a \
             quiet machine",
            machine.busy, machine.cpus, machine.host
        )
    })
}

/// Short description of a point's parameters.
fn in_short(parameters: &BTreeMap<String, serde_json::Value>) -> String {
    let words = parameters.iter().map(|(name, value)| match value {
        serde_json::Value::String(word) => format!("{name} {word}"),
        other => format!("{name} {other}"),
    });
    let words: Vec<_> = words.collect();
    if words.is_empty() {
        String::new()
    } else {
        format!("{}, ", words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine;

    #[test]
    fn load_above_a_quarter_of_a_processor_is_told() {
        let mut machine = machine::describe("here");
        machine.host = "bench-host".to_owned();
        machine.cpus = 2;

        machine.busy = 0.25;
        assert_eq!(load_before(&machine), None);
        machine.busy = 0.26;
        let text = load_before(&machine).unwrap();
        assert!(
            text.contains("0.26 of 2 processors of bench-host"),
            "{text}"
        );
    }
}
