//! An RTI of the test, and measuring federates as its processes.

pub(crate) mod scenarios;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use hyla_bench::job::{Callbacks, Histogram, Job, Report, VERSION, Work};
use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::Sources;

const WATCHDOG: Duration = Duration::from_secs(60);
const ROLE: &str = "BENCH_TEST_FEDERATE";

/// The federate, as a process of its own: this test binary once more.
#[test]
#[ignore = "runs in processes that tests start"]
fn federate() {
    if std::env::var_os(ROLE).is_some() {
        let code = hyla_bench::federate::run();
        std::process::exit(i32::from(code != std::process::ExitCode::SUCCESS));
    }
}

/// An RTI in this process.
pub(crate) struct Rti {
    address: String,
    stop: RtiStop,
    served: Option<std::thread::JoinHandle<()>>,
}

impl Rti {
    pub(crate) fn start() -> Self {
        let strict = Sources::none().connect("fom.strict = true");
        let settings = strict.load().unwrap();
        let mut server = RtiServer::new(&settings).unwrap();
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let served = std::thread::spawn(move || {
            let _ = server.run();
        });
        Self {
            address: at.to_string(),
            stop,
            served: Some(served),
        }
    }

    /// Jobs of a federation, one for each work.
    pub(crate) fn jobs(&self, name: &str, works: impl IntoIterator<Item = Work>) -> Vec<Job> {
        let works: Vec<Work> = works.into_iter().collect();
        let federates = works.len() as u32;
        let job = |(index, work)| Job {
            version: VERSION,
            federation: name.to_owned(),
            index,
            federates,
            fom: concat!(env!("CARGO_MANIFEST_DIR"), "/../../foms/HylaBenchWork.xml").to_owned(),
            settings: format!("rti.address = {}; process.wait = block", self.address),
            callbacks: Callbacks::Immediate,
            transportation: "HLAreliable".to_owned(),
            cpu: None,
            priority: 0,
            compute_us: 0,
            seed: 7,
            timeout_ms: 20_000,
            live_ms: 0,
            work,
        };
        (0..).zip(works).map(job).collect()
    }
}

impl Drop for Rti {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(served) = self.served.take() {
            let _ = served.join();
        }
    }
}

pub(crate) struct Federate {
    child: Child,
    pub(crate) input: Option<ChildStdin>,
    reports: Receiver<Report>,
}

impl Federate {
    pub(crate) fn told(line: &str) -> Self {
        let mut rust = Command::new(std::env::current_exe().unwrap());
        rust.args(["--exact", "federates::federate", "--ignored", "--nocapture"]);
        Self::of(rust.env(ROLE, "1"), line)
    }

    /// The federate that this command is.
    pub(crate) fn of(command: &mut Command, line: &str) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let (put, reports) = channel();
        std::thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                // The test harness of the child talks, too, and does not end its line.
                if let Some(at) = line.find('{') {
                    let report = serde_json::from_str(&line[at..]);
                    let _ = put.send(report.unwrap());
                }
            }
        });
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{line}").unwrap();
        Self {
            child,
            input: Some(input),
            reports,
        }
    }

    pub(crate) fn start(job: &Job) -> Self {
        Self::told(&serde_json::to_string(job).unwrap())
    }

    #[track_caller]
    pub(crate) fn report(&self) -> Report {
        self.reports.recv_timeout(WATCHDOG).unwrap()
    }

    #[track_caller]
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    #[track_caller]
    pub(crate) fn until_running(&self) {
        loop {
            match self.report() {
                Report::Running {} => return,
                Report::Failed { reason } => panic!("{reason}"),
                _ => {}
            }
        }
    }

    /// The last report, and whether the exit code is zero.
    #[track_caller]
    fn end(self) -> (Report, bool) {
        let last = loop {
            let report = self.report();
            if matches!(report, Report::Done { .. } | Report::Failed { .. }) {
                break report;
            }
        };
        let succeeds = self.succeeds();
        (last, succeeds)
    }

    /// Whether the process ends with exit code zero.
    #[track_caller]
    pub(crate) fn succeeds(mut self) -> bool {
        let deadline = std::time::Instant::now() + WATCHDOG;
        while std::time::Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not end");
    }

    #[track_caller]
    pub(crate) fn reason(self) -> String {
        match self.end() {
            (Report::Failed { reason }, false) => reason,
            other => panic!("it should have failed: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn done(self) -> Done {
        match self.end() {
            (
                Report::Done {
                    metrics,
                    histograms,
                    carriers,
                    warnings,
                },
                true,
            ) => Done {
                metrics,
                histograms,
                carriers,
                warnings,
            },
            other => panic!("it should have done its work: {other:?}"),
        }
    }
}

impl Drop for Federate {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) metrics: BTreeMap<String, f64>,
    pub(crate) histograms: BTreeMap<String, Histogram>,
    pub(crate) carriers: BTreeMap<String, u64>,
    pub(crate) warnings: Vec<String>,
}

impl Done {
    #[track_caller]
    pub(crate) fn count(&self, name: &str) -> u64 {
        match self.metrics.get(name) {
            Some(value) => *value as u64,
            None => panic!("no {name} in {:?}", self.metrics),
        }
    }

    #[track_caller]
    pub(crate) fn recorded(&self, name: &str) -> u64 {
        let buckets = &self.histograms[name].buckets;
        buckets.iter().map(|bucket| bucket.1).sum()
    }
}

/// The jobs in each callback model, under a name of its own.
pub(crate) fn in_both_models(jobs: &[Job]) -> Vec<Vec<Job>> {
    [Callbacks::Evoked, Callbacks::Immediate]
        .map(|callbacks| {
            let mut jobs = jobs.to_vec();
            for job in &mut jobs {
                job.callbacks = callbacks;
                job.federation = format!("{} {callbacks:?}", job.federation);
            }
            jobs
        })
        .into()
}
