//! An agent's part of one sample: loads, federates, a baseline; from order to the end of the last
//! process.

use std::sync::mpsc::SyncSender;

use super::process::{Process, ProcessOutput, Program};
use crate::baseline::is_bare;
use crate::coordination::Waker;
use crate::coordination::message::Word;
use crate::job::{BaselineJob, Job, Load, Report};
use crate::peer::{self, PeerError};

/// A process of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SampleProcess {
    Federate(usize),
    Load(usize),
    Baseline,
}

/// A line or end of output of a process.
pub(super) struct ProcessMessage {
    pub(super) sample: u32,
    pub(super) who: SampleProcess,
    pub(super) said: ProcessOutput,
}

/// Queue of process output for the agent, which is woken. A full queue blocks the process.
#[derive(Clone)]
pub(super) struct ProcessMailbox {
    pub(super) heard: SyncSender<ProcessMessage>,
    pub(super) waker: Waker,
}

impl ProcessMailbox {
    fn of(&self, sample: u32, who: SampleProcess) -> impl FnMut(ProcessOutput) + Send + 'static {
        let ear = self.clone();
        move |said| {
            // Without the agent, the processes are being ended. With a full queue, the agent has
            // been woken already.
            let _ = ear.heard.send(ProcessMessage { sample, who, said });
            ear.waker.wake();
        }
    }
}

/// Programs of an agent.
#[derive(Clone, Debug)]
pub(super) struct Programs {
    pub(super) federate: Program,
    pub(super) load: Program,
    pub(super) baseline: Program,
}

impl Programs {
    /// Program of a baseline over `carrier`: Hyla's own, or the driver of another engine.
    fn of_baseline(&self, carrier: &str) -> Result<Program, PeerError> {
        if is_bare(carrier) {
            return Ok(self.baseline.clone());
        }
        Ok(Program {
            path: peer::find(carrier, None)?.program,
            ..Program::default()
        })
    }
}

/// A process that ends in a report.
struct Measuring {
    process: Process,
    index: u32,
    outcome: Option<Report>,
    /// All its output has been handled.
    heard: bool,
    ended: bool,
}

struct Loading {
    process: Process,
    said: bool,
    ended: bool,
}

/// A sample at one agent.
pub(super) struct Sample {
    pub(super) number: u32,
    pub(super) console: String,
    ear: ProcessMailbox,
    /// Jobs that wait for the synchronization point.
    waiting: Vec<Job>,
    federates: Vec<Measuring>,
    loads: Vec<Loading>,
    baseline: Option<Measuring>,
    /// The agent has an order to run, so that it takes part in the synchronization points.
    pub(super) has_jobs: bool,
    /// Its federates were started, or never will be.
    pub(super) started: bool,
    /// Why it was cancelled.
    cancelled: Option<String>,
    words: Vec<Word>,
}

impl Sample {
    pub(super) fn new(number: u32, console: &str, ear: ProcessMailbox) -> Self {
        Self {
            number,
            console: console.to_owned(),
            ear,
            waiting: Vec::new(),
            federates: Vec::new(),
            loads: Vec::new(),
            baseline: None,
            has_jobs: false,
            started: false,
            cancelled: None,
            words: Vec::new(),
        }
    }

    /// Sets the jobs for [`Self::start_federates`].
    pub(super) fn take(&mut self, jobs: Vec<Job>) {
        self.has_jobs = true;
        self.waiting = jobs;
    }

    /// Starts loads; the first line of each is reported.
    pub(super) fn start_loads(&mut self, program: &Program, loads: &[Load]) {
        for load in loads {
            let number = self.loads.len();
            let line = serde_json::to_string(load).unwrap_or_default();
            let ear = self.ear.of(self.number, SampleProcess::Load(number));
            match Process::start(program, &line, ear) {
                Ok(process) => self.loads.push(Loading {
                    process,
                    said: false,
                    ended: false,
                }),
                Err(error) => {
                    let path = program.path.display();
                    self.words.push(Word::Loaded {
                        sample: self.number,
                        load: number as u32,
                        said: Err(format!("{path} cannot be started: {error}")),
                    });
                }
            }
        }
    }

    pub(super) fn start_federates(&mut self, program: &Program) {
        self.started = true;
        for job in std::mem::take(&mut self.waiting) {
            let ear = self
                .ear
                .of(self.number, SampleProcess::Federate(self.federates.len()));
            let line = serde_json::to_string(&job).unwrap_or_default();
            match Process::start(program, &line, ear) {
                Ok(process) => self.federates.push(Measuring {
                    process,
                    index: job.index,
                    outcome: None,
                    heard: false,
                    ended: false,
                }),
                Err(error) => {
                    let path = program.path.display();
                    let reason = format!("{path} cannot be started: {error}");
                    self.words.push(Word::Outcome {
                        sample: self.number,
                        index: job.index,
                        report: Report::Failed { reason },
                    });
                }
            }
        }
    }

    pub(super) fn start_baseline(&mut self, programs: &Programs, job: &BaselineJob) {
        self.started = true;
        let ear = self.ear.of(self.number, SampleProcess::Baseline);
        let line = serde_json::to_string(job).unwrap_or_default();
        let begun = programs
            .of_baseline(&job.carrier)
            .map_err(|error| error.to_string())
            .and_then(|program| {
                let path = program.path.display();
                Process::start(&program, &line, ear)
                    .map_err(|error| format!("{path} cannot be started: {error}"))
            });
        match begun {
            Ok(process) => {
                self.baseline = Some(Measuring {
                    process,
                    index: 0,
                    outcome: None,
                    heard: false,
                    ended: false,
                });
            }
            Err(reason) => {
                self.words.push(Word::BaselineOutcome {
                    sample: self.number,
                    report: Report::Failed { reason },
                });
            }
        }
    }

    /// Handles output of a process.
    pub(super) fn hear(&mut self, who: SampleProcess, said: ProcessOutput) {
        let sample = self.number;
        match who {
            SampleProcess::Federate(number) => {
                let Some(federate) = self.federates.get_mut(number) else {
                    return;
                };
                let index = federate.index;
                let progress = federate.hear(said);
                self.words.extend(progress.map(|report| Word::Progress {
                    sample,
                    index,
                    report,
                }));
            }
            SampleProcess::Baseline => {
                if let Some(baseline) = &mut self.baseline {
                    // Only its outcome matters.
                    let _ = baseline.hear(said);
                }
            }
            SampleProcess::Load(number) => {
                let Some(load) = self.loads.get_mut(number) else {
                    return;
                };
                match said {
                    ProcessOutput::Line(line) if !load.said => {
                        load.said = true;
                        self.words.push(Word::Loaded {
                            sample,
                            load: number as u32,
                            said: Ok(line),
                        });
                    }
                    ProcessOutput::Line(_) => {}
                    ProcessOutput::Nothing => load.process.expect_end(),
                }
            }
        }
    }

    /// Ends all processes now; federates without an outcome have failed for this reason.
    pub(super) fn cancel(&mut self, reason: &str) {
        self.started = true;
        self.cancelled.get_or_insert_with(|| reason.to_owned());
        for job in std::mem::take(&mut self.waiting) {
            self.words.push(Word::Outcome {
                sample: self.number,
                index: job.index,
                report: Report::Failed {
                    reason: reason.to_owned(),
                },
            });
        }
        for measuring in self.federates.iter_mut().chain(&mut self.baseline) {
            measuring.process.kill();
        }
        self.end_loads();
    }

    /// Loads are not needed any more.
    pub(super) fn end_loads(&mut self) {
        for load in &mut self.loads {
            load.process.dismiss();
        }
    }

    /// Whether it was cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.is_some()
    }

    /// Checks ending processes, and gives the messages to send.
    pub(super) fn tend(&mut self) -> Vec<Word> {
        let (sample, cancelled) = (self.number, self.cancelled.as_deref());
        for federate in &mut self.federates {
            let index = federate.index;
            let outcome = federate.tend("the federate", cancelled);
            self.words.extend(outcome.map(|report| Word::Outcome {
                sample,
                index,
                report,
            }));
        }
        let baseline = self.baseline.as_mut();
        let outcome = baseline.and_then(|baseline| baseline.tend("the baseline", cancelled));
        if outcome.is_some() {
            // They were for the baseline, if there are any.
            self.end_loads();
        }
        self.words
            .extend(outcome.map(|report| Word::BaselineOutcome { sample, report }));
        for (number, load) in self.loads.iter_mut().enumerate() {
            if load.ended {
                continue;
            }
            let Some(status) = load.process.tend() else {
                continue;
            };
            load.ended = true;
            if !load.said {
                self.words.push(Word::Loaded {
                    sample,
                    load: number as u32,
                    said: Err(format!("the load: {}", load.process.end_in_words(status))),
                });
            }
        }
        std::mem::take(&mut self.words)
    }

    /// Whether its federates and its baseline have ended.
    pub(super) fn is_measured(&self) -> bool {
        let mut measuring = self.federates.iter().chain(&self.baseline);
        self.waiting.is_empty() && measuring.all(|measuring| measuring.ended)
    }

    /// Whether none of its processes runs.
    pub(super) fn is_over(&self) -> bool {
        self.is_measured() && self.loads.iter().all(|load| load.ended)
    }

    /// Whether a process is ending, so that checks must be frequent.
    pub(super) fn is_ending(&self) -> bool {
        let measuring = self.federates.iter().chain(&self.baseline);
        let mut measuring = measuring.filter(|m| !m.ended).map(|m| &m.process);
        let mut loads = self.loads.iter().filter(|l| !l.ended).map(|l| &l.process);
        measuring.any(Process::is_ending) || loads.any(Process::is_ending)
    }
}

impl Measuring {
    /// Handles its output; gives a progress report, if any.
    fn hear(&mut self, said: ProcessOutput) -> Option<Report> {
        let line = match said {
            ProcessOutput::Line(line) => line,
            ProcessOutput::Nothing => {
                self.heard = true;
                self.process.expect_end();
                return None;
            }
        };
        match serde_json::from_str(&line) {
            Ok(report @ (Report::Done { .. } | Report::Failed { .. })) => {
                self.outcome.get_or_insert(report);
                self.process.expect_end();
                None
            }
            Ok(progress) => Some(progress),
            // Another RTI may print anything to standard output.
            Err(_) => {
                self.process.note(&line);
                None
            }
        }
    }

    /// Its outcome, once it has ended.
    fn tend(&mut self, what: &str, cancelled: Option<&str>) -> Option<Report> {
        if self.ended {
            return None;
        }
        let status = self.process.tend()?;
        // Its end may be seen before its last line. Child processes may keep its output open,
        // though.
        if !self.heard && !self.process.is_overdue() {
            self.process.expect_end();
            return None;
        }
        self.ended = true;
        let fate = || Report::Failed {
            reason: match cancelled {
                Some(reason) => reason.to_owned(),
                None => format!(
                    "{what} said nothing of an outcome: {}",
                    self.process.end_in_words(status)
                ),
            },
        };
        Some(self.outcome.take().unwrap_or_else(fate))
    }
}
