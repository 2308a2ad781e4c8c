//! Agents, one for each host: start measuring processes and forward their reports.
//!
//! An agent joins the federation of [`crate::coordination`], waits for a console, and carries out
//! its orders. Each job runs in its own process; a process that outlives its job is killed. When
//! the console is lost, all its processes end.

mod check;
pub(crate) mod process;
mod sample;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use hyla_settings::{RtiAddress, Sources};

pub use process::Program;
use sample::{ProcessMailbox, ProcessMessage, Programs, Sample};

use crate::coordination::message::{self, AgentPresence, Order, Presence, Word};
use crate::coordination::{CoordinationError, Event, Member, Stop, over_label, run_label};
use crate::machine;

/// Longest sleep of an idle agent.
const IDLE: Duration = Duration::from_secs(3600);
/// Queued lines of processes; beyond that, those processes block.
const UNHEARD: usize = 1024;
/// Interval of checks of ending processes.
const TEND: Duration = Duration::from_millis(10);
/// How long the agent measures other load on the processors before a run.
const LOOK: Duration = Duration::from_millis(400);
/// Pause before it connects to an unavailable RTI again.
const AGAIN: Duration = Duration::from_secs(1);

/// Options of an agent.
pub struct Options {
    /// The RTI of the coordinating federation, also used by federates of Hyla.
    pub rti: RtiAddress,
    /// Name of its federate.
    pub name: String,
    /// Settings of the process.
    pub settings: Sources,
    /// The `hyla` program, which includes federate, loads and baselines.
    pub hyla: PathBuf,
    /// Another measuring federate.
    pub federate: Option<Program>,
    /// Whether the console has started it; then it ends with the console, and does not wait for an
    /// RTI.
    pub local: bool,
    /// Whether it ends after serving one console.
    pub once: bool,
}

/// Progress of an agent, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentNotice {
    /// No RTI answers; the agent retries.
    NoRti(String),
    /// The agent has joined and waits for a console.
    Waiting,
    /// The agent works for this console.
    Serving(String),
    /// That console has left.
    ConsoleGone(String),
    /// A message could not be parsed.
    Unreadable(String),
}

/// Why an agent ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The federation.
    #[error(transparent)]
    Coordination(#[from] CoordinationError),
    /// The FOM module of measured federations cannot be written.
    #[error("cannot write {}: {cause}; federates need it as a file", path.display())]
    Module {
        /// Its path.
        path: PathBuf,
        /// The error.
        cause: std::io::Error,
    },
}

/// Serves consoles until it is stopped, or until its only console has left.
///
/// # Errors
/// Services that the RTI refuses; a lost RTI only for an agent started by its console, others wait
/// for the next RTI.
pub fn run(
    options: &Options,
    stop: &Stop,
    tell: &mut dyn FnMut(AgentNotice),
) -> Result<(), AgentError> {
    let module = Module::write()?;
    let mut told = false;
    while !stop.is_stopped() {
        let outcome = serve(options, &module, stop, tell);
        match outcome {
            Ok(()) if options.once || options.local => return Ok(()),
            Ok(()) => {}
            Err(AgentError::Coordination(error))
                if !options.local
                    && (error.is_no_rti() || matches!(error, CoordinationError::Lost(_))) =>
            {
                // Reported once: it may wait for days.
                if !std::mem::replace(&mut told, true) {
                    tell(AgentNotice::NoRti(error.to_string()));
                }
                std::thread::sleep(AGAIN);
                continue;
            }
            Err(error) => return Err(error),
        }
        told = false;
    }
    Ok(())
}

/// Serves from join to resignation.
fn serve(
    options: &Options,
    module: &Module,
    stop: &Stop,
    tell: &mut dyn FnMut(AgentNotice),
) -> Result<(), AgentError> {
    let presence = Presence::Agent(Box::new(describe(options)));
    let member = Member::join(&options.rti, &options.name, presence, &options.settings)?;
    stop.wakes(member.waker());
    tell(AgentNotice::Waiting);
    let (sender, heard) = mpsc::sync_channel(UNHEARD);
    let ear = ProcessMailbox {
        heard: sender,
        waker: member.waker(),
    };
    let of_hyla = |what: &str| Program {
        path: options.hyla.clone(),
        arguments: vec!["bench".into(), what.into()],
        environment: Vec::new(),
    };
    let mut agent = Agent {
        programs: Programs {
            federate: options
                .federate
                .clone()
                .unwrap_or_else(|| of_hyla("federate")),
            load: of_hyla("load"),
            baseline: of_hyla("baseline"),
        },
        rti: options.rti.to_string(),
        module: module.path.display().to_string(),
        member,
        ear,
        heard,
        console: None,
        busy: None,
        samples: Vec::new(),
        announced: Vec::new(),
        local: options.local,
        dismissed: false,
    };
    while !stop.is_stopped() {
        let ending = agent.samples.iter().any(Sample::is_ending);
        let event = agent.member.next(if ending { TEND } else { IDLE })?;
        if let Some(event) = event {
            agent.take(event, tell)?;
        }
        agent.tend()?;
        if agent.dismissed && agent.samples.is_empty() {
            return Ok(());
        }
    }
    Ok(())
}

struct Agent {
    programs: Programs,
    rti: String,
    module: String,
    member: Member,
    ear: ProcessMailbox,
    heard: Receiver<ProcessMessage>,
    console: Option<String>,
    /// Number of busy processors before the run of that console.
    busy: Option<(String, f64)>,
    samples: Vec<Sample>,
    /// Synchronization points announced and not achieved.
    announced: Vec<String>,
    local: bool,
    /// Its console has dismissed it.
    dismissed: bool,
}

impl Agent {
    fn take(&mut self, event: Event, tell: &mut dyn FnMut(AgentNotice)) -> Result<(), AgentError> {
        match event {
            Event::Present {
                name,
                presence: Presence::Console { .. },
                ..
            } if self.console.is_none() => {
                tell(AgentNotice::Serving(name.clone()));
                self.console = Some(name);
                self.dismissed = false;
            }
            Event::Gone { name } if self.console.as_ref() == Some(&name) => {
                for sample in &mut self.samples {
                    sample.cancel("the console is gone");
                }
                self.console = None;
                self.dismissed = true;
                tell(AgentNotice::ConsoleGone(name));
            }
            Event::Ordered { console, order } => self.obey(&console, *order)?,
            Event::Announced(label) => self.announced.push(label),
            Event::Synchronized { label, .. } => self.synchronized(&label),
            Event::Unreadable(problem) => tell(AgentNotice::Unreadable(problem)),
            _ => {}
        }
        Ok(())
    }

    fn obey(&mut self, console: &str, order: Order) -> Result<(), AgentError> {
        match order {
            Order::Check(demand) => {
                let refusals = check::refusals(&demand, &self.programs.federate, &self.rti);
                let busy = match &self.busy {
                    // Cached, since later the console itself is busy.
                    Some((known, busy)) if known == console => *busy,
                    _ => machine::busy(LOOK),
                };
                self.busy = Some((console.to_owned(), busy));
                self.member
                    .say(console, &Word::Checked { refusals, busy })?;
            }
            Order::Load { sample, loads } => {
                let program = self.programs.load.clone();
                self.sample(console, sample).start_loads(&program, &loads);
            }
            Order::Run { sample, mut jobs } => {
                for job in &mut jobs {
                    job.fom.clone_from(&self.module);
                    job.settings = job.settings.replace(crate::plan::RTI, &self.rti);
                }
                self.sample(console, sample).take(jobs);
            }
            Order::Baseline { sample, job } => {
                let programs = self.programs.clone();
                self.sample(console, sample).start_baseline(&programs, &job);
            }
            Order::Cancel { sample, reason } => self.sample(console, sample).cancel(&reason),
            // Others wait until it has left, so that they do not use it for the next run.
            Order::Dismiss {} => self.dismissed = self.local,
        }
        Ok(())
    }

    fn sample(&mut self, console: &str, number: u32) -> &mut Sample {
        let known = self
            .samples
            .iter()
            .position(|sample| sample.number == number);
        let at = known.unwrap_or_else(|| {
            self.samples
                .push(Sample::new(number, console, self.ear.clone()));
            self.samples.len() - 1
        });
        &mut self.samples[at]
    }

    fn synchronized(&mut self, label: &str) {
        for sample in &mut self.samples {
            if label == run_label(&sample.console, sample.number) && !sample.started {
                sample.start_federates(&self.programs.federate);
            } else if label == over_label(&sample.console, sample.number) {
                sample.end_loads();
            }
        }
    }

    /// Handles output of processes, checks ending ones, sends reports, and achieves synchronization
    /// points.
    fn tend(&mut self) -> Result<(), AgentError> {
        while let Ok(ProcessMessage { sample, who, said }) = self.heard.try_recv() {
            let known = self.samples.iter_mut().find(|known| known.number == sample);
            if let Some(known) = known {
                known.hear(who, said);
            }
        }
        for sample in &mut self.samples {
            for word in sample.tend() {
                // Without the console, reports have no receiver.
                if self.console.is_some() {
                    self.member.say(&sample.console, &word)?;
                }
            }
            let run = run_label(&sample.console, sample.number);
            let over = over_label(&sample.console, sample.number);
            let (ready, measured) = (
                sample.has_jobs || sample.is_cancelled(),
                sample.started && sample.is_measured(),
            );
            let mut achieved = Ok(());
            self.announced.retain(|label| {
                let reached = (*label == run && ready) || (*label == over && measured);
                if reached && achieved.is_ok() {
                    achieved = self.member.achieve(label, !sample.is_cancelled());
                }
                !reached
            });
            achieved?;
        }
        let over = |sample: &Sample| {
            // Loads alone wait for the order to run; a started sample is over when nothing of it
            // runs.
            sample.started && sample.is_over()
        };
        let mut said = Ok(());
        let (member, console) = (&self.member, &self.console);
        self.samples.retain(|sample| {
            if !over(sample) {
                return true;
            }
            if console.is_some() && said.is_ok() {
                let number = sample.number;
                said = member.say(&sample.console, &Word::Over { sample: number });
            }
            false
        });
        said?;
        Ok(())
    }
}

fn describe(options: &Options) -> AgentPresence {
    let machine = machine::describe(&options.name);
    let ability = machine::Ability::of_this_machine();
    let processors = match ability.cpus {
        Some(cpus) => cpus.into_iter().collect(),
        None => (0..machine.cpus).collect(),
    };
    AgentPresence {
        version: message::VERSION,
        machine,
        processors,
        address: address_towards(&options.rti),
        federate: options
            .federate
            .as_ref()
            .map(|program| program.path.display().to_string())
            .unwrap_or_default(),
        local: options.local,
    }
}

/// Address of the interface towards the RTI, where other hosts reach this host.
fn address_towards(rti: &RtiAddress) -> IpAddr {
    let towards = |rti: SocketAddr| -> std::io::Result<IpAddr> {
        let any: SocketAddr = if rti.is_ipv4() {
            (Ipv4Addr::UNSPECIFIED, 0).into()
        } else {
            (std::net::Ipv6Addr::UNSPECIFIED, 0).into()
        };
        // Connecting a datagram socket sends nothing: it only looks up the route.
        let socket = UdpSocket::bind(any)?;
        socket.connect(rti)?;
        Ok(socket.local_addr()?.ip())
    };
    let found = rti.to_string().to_socket_addrs().ok();
    found
        .and_then(|mut addresses| addresses.next())
        .and_then(|address| towards(address).ok())
        .unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// The FOM module of measured federations as a file, while the agent runs.
struct Module {
    directory: PathBuf,
    path: PathBuf,
}

impl Module {
    fn write() -> Result<Self, AgentError> {
        let directory = std::env::temp_dir().join(format!("hyla-bench-{}", std::process::id()));
        let path = directory.join("HylaBenchWork.xml");
        let content = include_bytes!("../../../../foms/HylaBenchWork.xml");
        let written =
            std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&path, content));
        match written {
            Ok(()) => Ok(Self { directory, path }),
            Err(cause) => Err(AgentError::Module { path, cause }),
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // A leftover file is harmless.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
