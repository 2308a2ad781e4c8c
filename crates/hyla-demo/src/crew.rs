//! The federates of the demo: four threads of this process, or four processes beside an RTI of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_settings::RtiAddress;

use super::federation::{DemoError, Orders};
use super::plan::{Plan, SECTORS};
use super::process::{Casualty, Process, Starting};
use super::report::Report;
use super::{flyer, picture};

/// How long a federate or the RTI may take to end once everything is done.
const ENDING: Duration = Duration::from_secs(5);

/// A federate of the demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Participant {
    /// Flies the aircraft of the sector with this index.
    Flyer(usize),
    /// Watches all of them.
    Picture,
}

impl Participant {
    /// All federates.
    pub(super) const ALL: [Self; 4] = [
        Self::Flyer(0),
        Self::Flyer(1),
        Self::Flyer(2),
        Self::Picture,
    ];

    /// Name of the federate.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Flyer(sector) => SECTORS[sector].name,
            Self::Picture => picture::NAME,
        }
    }

    /// The part of the federate with this name.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|participant| participant.name() == name)
    }

    /// Plays it to the end and reports a failure; `false` if there was one.
    pub(super) fn play(self, plan: &Plan, orders: &Orders) -> bool {
        let outcome = match self {
            Self::Flyer(sector) => flyer::run(plan, sector, orders),
            Self::Picture => picture::run(plan, orders),
        };
        match outcome {
            Ok(()) => true,
            Err(DemoError::Stopped) => false,
            Err(error) => {
                let (federate, error) = (self.name().to_owned(), error.to_string());
                (orders.reporter)(Report::Failed { federate, error });
                false
            }
        }
    }
}

/// All participants. Dropping it ends those that still run.
pub(super) enum Crew {
    /// In this process, with an embedded RTI.
    Threads {
        threads: Vec<JoinHandle<()>>,
        stopped: Arc<AtomicBool>,
    },
    /// In processes of their own; the first is the RTI.
    Processes(Vec<Process>),
}

impl Crew {
    /// Starts a thread for each federate.
    pub(super) fn threads(plan: Plan, news: &Sender<Report>) -> Result<Self, Starting> {
        let stopped = Arc::new(AtomicBool::new(false));
        let mut threads = Vec::new();
        for participant in Participant::ALL {
            let news = news.clone();
            let orders = Orders {
                rti: RtiAddress::Embedded,
                // Without a receiver the report is dropped.
                reporter: Arc::new(move |report| drop(news.send(report))),
                stopped: stopped.clone(),
            };
            let thread = std::thread::Builder::new()
                .name(participant.name().to_owned())
                .spawn(move || {
                    // A failure was reported.
                    participant.play(&plan, &orders);
                })
                .map_err(|cause| Starting::System {
                    what: participant.name(),
                    cause,
                })?;
            threads.push(thread);
        }
        Ok(Self::Threads { threads, stopped })
    }

    /// Starts an RTI on a free port of the loopback interface and a process for each federate.
    pub(super) fn processes(
        plan: &Plan,
        news: &Sender<Report>,
    ) -> Result<(Self, String), Starting> {
        let (rti, address) = Process::rti()?;
        let mut processes = vec![rti];
        for participant in Participant::ALL {
            processes.push(Process::federate(
                participant,
                plan,
                &address,
                news.clone(),
            )?);
        }
        Ok((Self::Processes(processes), address))
    }

    /// A process that has ended with an error.
    pub(super) fn casualty(&mut self) -> Option<Casualty> {
        let Self::Processes(processes) = self else {
            return None;
        };
        processes.iter_mut().find_map(Process::casualty)
    }

    /// Waits until all have ended by themselves; names one that does not, or that ends badly.
    pub(super) fn join(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + ENDING;
        match self {
            Self::Threads { threads, .. } => {
                while threads.iter().any(|thread| !thread.is_finished()) {
                    if Instant::now() >= deadline {
                        return Err(format!("a federate has not ended after {ENDING:?}"));
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(())
            }
            Self::Processes(processes) => {
                // Federates first; the RTI ends on request.
                while let Some(mut process) = processes.pop() {
                    if processes.is_empty() {
                        process.dismiss();
                    }
                    match process.end_by(deadline) {
                        Some(status) if status.success() => {}
                        Some(status) => {
                            return Err(format!("{} ended with {status}", process.name()));
                        }
                        None => {
                            return Err(format!(
                                "{} has not ended after {ENDING:?}",
                                process.name()
                            ));
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        if let Self::Threads { stopped, .. } = self {
            stopped.store(true, Ordering::SeqCst);
            let _ = self.join();
        }
    }
}
