//! A measuring process with its standard streams.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use hyla_bench::job::Report;
use serde::Serialize;

/// Timeout of a hanging test.
const WATCHDOG: Duration = Duration::from_secs(60);

pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    reports: Receiver<Report>,
}

impl Process {
    /// Starts this program in that part and sends it `job`.
    pub(crate) fn start(part: &str, job: &impl Serialize) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg(part)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{}", serde_json::to_string(job).unwrap()).unwrap();
        let output = child.stdout.take().unwrap();
        let (sender, reports) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.unwrap();
                let report = serde_json::from_str(&line);
                let report = report.unwrap_or_else(|error| panic!("{error}: {line}"));
                if sender.send(report).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            input: Some(input),
            reports,
        }
    }

    /// The next report.
    pub(crate) fn report(&self) -> Report {
        let report = self.reports.recv_timeout(WATCHDOG);
        report.expect("a report before the watchdog")
    }

    /// The last report, skipping live ones.
    pub(crate) fn last_report(&self) -> Report {
        loop {
            match self.report() {
                Report::Live { .. } | Report::Running {} => {}
                other => return other,
            }
        }
    }

    /// Processes that it has started.
    pub(crate) fn children(&self) -> Vec<u32> {
        let pid = self.child.id();
        let listed = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
        let children = listed.split_whitespace();
        children.map(|child| child.parse().unwrap()).collect()
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends its standard input, and thereby the process.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// Waits until it has ended.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let from = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(from.elapsed() < WATCHDOG, "the process does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }
}

/// Waits until none of these processes runs any more.
pub(crate) fn wait_until_gone(processes: &[u32]) {
    let from = Instant::now();
    let runs = |pid: &u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/stat"));
        // Dead processes may wait for their status to be collected.
        status.is_ok_and(|status| !status.contains(") Z "))
    };
    while processes.iter().any(runs) {
        assert!(from.elapsed() < WATCHDOG, "{processes:?} do not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}
