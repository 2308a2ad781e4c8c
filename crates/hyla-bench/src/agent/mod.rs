//! One for each host: starts measuring processes and passes on what they report.
//!
//! An agent joins the federation of [`crate::coordination`], waits for a console, and does what that orders. A job is a
//! process of its own; what outlives its job is killed. When the console is lost, everything that runs for it ends.

mod check;
pub(crate) mod process;
mod sample;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use hyla_settings::{RtiAddress, Sources};

pub use process::Program;
use sample::{Ear, Heard, Programs, Sample};

use crate::coordination::message::{self, AgentPresence, Order, Presence, Word};
use crate::coordination::{CoordinationError, Event, Member, Stop, over_label, run_label};
use crate::machine;

/// How long an agent sleeps while nothing happens.
const IDLE: Duration = Duration::from_secs(3600);
/// Lines of processes that wait to be looked at; then those processes wait.
const UNHEARD: usize = 1024;
/// How often it looks after processes that are about to end.
const TEND: Duration = Duration::from_millis(10);
/// How long it watches, before a run, what others do with the processors.
const LOOK: Duration = Duration::from_millis(400);
/// How long it waits for an RTI that is not there, before it tries again.
const AGAIN: Duration = Duration::from_secs(1);

/// What an agent is told by whoever starts it.
pub struct Options {
    /// The RTI of the coordinating federation; federates of Hyla find theirs there, too.
    pub rti: RtiAddress,
    /// Name of its federate.
    pub name: String,
    /// Settings of the process.
    pub settings: Sources,
    /// The `hyla` program, which has federate, loads and baselines.
    pub hyla: PathBuf,
    /// A measuring federate in its place.
    pub federate: Option<Program>,
    /// Whether the console has started it; it ends with that, and does not wait for an RTI.
    pub local: bool,
    /// Whether it ends with the console that it has served.
    pub once: bool,
}

/// What an agent says of its life, for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// No RTI answers; it tries again.
    NoRti(String),
    /// It has joined and waits for a console.
    Waiting,
    /// It works for this console.
    Serving(String),
    /// That console is gone.
    ConsoleGone(String),
    /// Something came that it cannot read.
    Unreadable(String),
}

/// Why an agent ended before it was told to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The federation.
    #[error(transparent)]
    Coordination(#[from] CoordinationError),
    /// The FOM module of measured federations cannot be written.
    #[error("cannot write {}: {cause}; federates need it as a file", path.display())]
    Module {
        /// Where.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
}

/// Serves consoles until it is stopped, or until its console has gone if it is for one alone.
///
/// # Errors
/// Services that the RTI refuses; a lost RTI only for an agent that its console has started, others wait for
/// the next one.
pub fn run(options: &Options, stop: &Stop, tell: &mut dyn FnMut(News)) -> Result<(), AgentError> {
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
                // Said once: it may wait for days.
                if !std::mem::replace(&mut told, true) {
                    tell(News::NoRti(error.to_string()));
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

/// One stay in the federation.
fn serve(
    options: &Options,
    module: &Module,
    stop: &Stop,
    tell: &mut dyn FnMut(News),
) -> Result<(), AgentError> {
    let presence = Presence::Agent(Box::new(describe(options)));
    let member = Member::join(&options.rti, &options.name, presence, &options.settings)?;
    stop.wakes(member.waker());
    tell(News::Waiting);
    let (sender, heard) = mpsc::sync_channel(UNHEARD);
    let ear = Ear {
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
    ear: Ear,
    heard: Receiver<Heard>,
    console: Option<String>,
    /// How many processors were busy before the run of that console.
    busy: Option<(String, f64)>,
    samples: Vec<Sample>,
    /// Synchronization points that were announced and not achieved.
    announced: Vec<String>,
    local: bool,
    /// Its console has no more for it.
    dismissed: bool,
}

impl Agent {
    fn take(&mut self, event: Event, tell: &mut dyn FnMut(News)) -> Result<(), AgentError> {
        match event {
            Event::Present {
                name,
                presence: Presence::Console { .. },
                ..
            } if self.console.is_none() => {
                tell(News::Serving(name.clone()));
                self.console = Some(name);
                self.dismissed = false;
            }
            Event::Gone { name } if self.console.as_ref() == Some(&name) => {
                for sample in &mut self.samples {
                    sample.cancel("the console is gone");
                }
                self.console = None;
                self.dismissed = true;
                tell(News::ConsoleGone(name));
            }
            Event::Ordered { console, order } => self.obey(&console, *order)?,
            Event::Announced(label) => self.announced.push(label),
            Event::Synchronized { label, .. } => self.synchronized(&label),
            Event::Unreadable(problem) => tell(News::Unreadable(problem)),
            _ => {}
        }
        Ok(())
    }

    fn obey(&mut self, console: &str, order: Order) -> Result<(), AgentError> {
        match order {
            Order::Check(demand) => {
                let refusals = check::refusals(&demand, &self.programs.federate, &self.rti);
                let busy = match &self.busy {
                    // Asked again since the answer is late: by now the console itself is busy.
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
            // Others wait until it has left, so that they do not take it for the next one.
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

    /// Takes in what processes said, looks after those that end, says what is to be said, and achieves what is
    /// achieved.
    fn tend(&mut self) -> Result<(), AgentError> {
        while let Ok(Heard { sample, who, said }) = self.heard.try_recv() {
            let known = self.samples.iter_mut().find(|known| known.number == sample);
            if let Some(known) = known {
                known.hear(who, said);
            }
        }
        for sample in &mut self.samples {
            for word in sample.tend() {
                // After the console nobody wants to know.
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
            // Loads alone wait for the order to run; what has begun is over when nothing of it runs.
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

/// The address of the interface by which this host reaches the RTI: others reach this host there, too.
fn address_towards(rti: &RtiAddress) -> IpAddr {
    let towards = |rti: SocketAddr| -> std::io::Result<IpAddr> {
        let any: SocketAddr = if rti.is_ipv4() {
            (Ipv4Addr::UNSPECIFIED, 0).into()
        } else {
            (std::net::Ipv6Addr::UNSPECIFIED, 0).into()
        };
        // Connecting a datagram socket sends nothing: it only asks for the way.
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

/// The FOM module of measured federations as a file, for as long as the agent runs.
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
        // A file too many in the folder for such files hurts nobody.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
