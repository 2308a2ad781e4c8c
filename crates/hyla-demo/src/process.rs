//! A child process of the demo. Dropping it ends the process, and the end of this process ends it too: a child
//! stops when its standard input closes.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::crew::Participant;
use super::federation::TIMEOUT;
use super::plan::Plan;
use super::report::Report;

/// Name of the process that hosts the federation.
const RTI: &str = "the RTI";
/// Lines of standard error that are kept for the case of a failure.
const LAST_LINES: usize = 12;

/// Why the demo could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(super) enum Starting {
    /// The system refused.
    #[error("cannot start {what}: {cause}")]
    System {
        what: &'static str,
        cause: std::io::Error,
    },
    /// The RTI did not come up.
    #[error("the RTI did not start: {0}")]
    Rti(String),
}

/// A process that ended before its time.
#[derive(Debug)]
pub(super) struct Casualty {
    name: &'static str,
    status: ExitStatus,
    last_words: String,
}

impl Casualty {
    /// Whether it was the RTI.
    pub(super) fn is_rti(&self) -> bool {
        self.name == RTI
    }
}

impl fmt::Display for Casualty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ended early with {}", self.name, self.status)?;
        if self.status.signal() == Some(libc::SIGKILL) {
            f.write_str("; if memory ran out, the log of the kernel says so (dmesg)")?;
        }
        if !self.last_words.is_empty() {
            write!(f, ". Its last words:\n{}", self.last_words)?;
        }
        Ok(())
    }
}

/// A child process with its standard streams.
pub(super) struct Process {
    name: &'static str,
    child: Child,
    last_lines: Arc<Mutex<VecDeque<String>>>,
}

impl Process {
    /// `hyla rti` on a free port of the loopback interface, and the address that it printed.
    pub(super) fn rti() -> Result<(Self, String), Starting> {
        let arguments = [
            "rti",
            "--listen=127.0.0.1:0",
            "--until-stdin-closes",
            "--set=log.level=warn",
            // Its federates need no credentials, independent of the settings of the user's RTI.
            "--set=authorization.file=",
            "--set=fedpro.tcp=off",
        ]
        .map(str::to_owned);
        let (sender, lines) = mpsc::channel();
        // Its lines after the first ones have nobody who waits for them.
        let mut rti = Self::start(RTI, &arguments, move |line| drop(sender.send(line)))?;
        let deadline = Instant::now() + TIMEOUT;
        let mut address = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match lines.recv_timeout(left) {
                Ok(line) if line == "ready" => break,
                Ok(line) => {
                    let word = line.strip_prefix("listening at ");
                    let word = word.and_then(|rest| rest.split_whitespace().next());
                    address = address.or_else(|| word.map(str::to_owned));
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Starting::Rti(format!(
                        "it reported nothing for {TIMEOUT:?}"
                    )));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    rti.end_by(Instant::now() + Duration::from_secs(1));
                    return Err(Starting::Rti(rti.last_words()));
                }
            }
        }
        match address {
            Some(address) => Ok((rti, address)),
            None => Err(Starting::Rti("it did not say where it listens".into())),
        }
    }

    /// A federate; its reports go to `news`.
    pub(super) fn federate(
        participant: Participant,
        plan: &Plan,
        rti: &str,
        news: Sender<Report>,
    ) -> Result<Self, Starting> {
        let arguments = [
            "demo-federate".to_owned(),
            participant.name().to_owned(),
            format!("--rti={rti}"),
            format!("--seconds={}", plan.seconds),
            format!("--aircraft={}", plan.aircraft),
            format!("--rate={}", plan.rate),
        ];
        Self::start(participant.name(), &arguments, move |line| {
            if let Ok(report) = serde_json::from_str(&line) {
                // Without a receiver the report is dropped.
                let _ = news.send(report);
            }
        })
    }

    /// This program with other arguments, `each_line` for its standard output.
    fn start(
        name: &'static str,
        arguments: &[String],
        each_line: impl FnMut(String) + Send + 'static,
    ) -> Result<Self, Starting> {
        let refused = |cause| Starting::System { what: name, cause };
        let program = std::env::current_exe().map_err(refused)?;
        let mut child = Command::new(program)
            .args(arguments)
            // Ctrl-C is for the demo alone, which then ends its children.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(refused)?;
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let last_lines = Arc::new(Mutex::new(VecDeque::new()));
        let process = Self {
            name,
            child,
            last_lines: last_lines.clone(),
        };
        let reader = thread::Builder::new().name(format!("{name} says"));
        reader
            .spawn(move || lines_of(output, each_line))
            .map_err(refused)?;
        let reader = thread::Builder::new().name(format!("{name} complains"));
        let keep = move |line| {
            let mut kept = last_lines.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() == LAST_LINES {
                kept.pop_front();
            }
            kept.push_back(line);
        };
        reader
            .spawn(move || lines_of(errors, keep))
            .map_err(refused)?;
        Ok(process)
    }

    /// Its name.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Its end, if it has ended with an error.
    pub(super) fn casualty(&mut self) -> Option<Casualty> {
        let status = self.ended().filter(|status| !status.success())?;
        Some(Casualty {
            name: self.name,
            status,
            last_words: self.last_words(),
        })
    }

    /// How it ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// The last lines that it wrote to standard error.
    pub(super) fn last_words(&self) -> String {
        let lines = self
            .last_lines
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        lines
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Asks it to end: its standard input closes.
    pub(super) fn dismiss(&mut self) {
        drop(self.child.stdin.take());
    }

    /// Waits for its end until `deadline`.
    pub(super) fn end_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to kill and only its status to collect.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(stream: Option<impl Read>, mut each: impl FnMut(String)) {
    let Some(stream) = stream else { return };
    for line in BufReader::new(stream).lines() {
        match line {
            Ok(line) => each(line),
            Err(_) => return,
        }
    }
}
