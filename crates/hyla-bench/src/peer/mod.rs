//! The same work by other installed engines.
//!
//! A *driver* is a program `hyla-peer-NAME` that does a [`BaselineJob`] with another engine and
//! behaves like [`crate::baseline::run`]: the job as one line on its standard input, reports on its
//! standard output. Drivers of this repository are under `bench/peers/` and built by
//! `scripts/bench-peers.sh`; others can be added.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::job::{BaselineJob, Report};

/// Prefix of drivers' names.
const PREFIX: &str = "hyla-peer-";

/// An installed driver.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Driver {
    /// The engine, as baselines are named: `zeromq`, `helics`, `omniorb`, `cyclonedds`, or others.
    pub name: String,
    /// The program.
    pub program: PathBuf,
}

/// Why another engine has no figures.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PeerError {
    /// There is no such driver.
    #[error(
        "there is no driver of {name:?}; {}. Drivers are programs {PREFIX}NAME beside hyla, or in a folder \"peers\" there or next \
         to its folder; scripts/bench-peers.sh builds them", there(.installed)
    )]
    NotInstalled {
        /// The requested name.
        name: String,
        /// The installed ones.
        installed: Vec<String>,
    },
    /// The driver did not start, or its streams broke.
    #[error("the driver of {name}: {cause}")]
    System {
        /// The engine.
        name: String,
        /// Error of the system.
        cause: std::io::Error,
    },
    /// The driver reported a failure.
    #[error("{name}: {reason}")]
    Failed {
        /// The engine.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The driver ended without figures.
    #[error("the driver of {name} ended without figures: {status}")]
    Ended {
        /// The engine.
        name: String,
        /// Its exit status.
        status: std::process::ExitStatus,
    },
    /// The driver exceeded the timeout.
    #[error("the driver of {name} was ended after {} s without figures", .after.as_secs())]
    Hung {
        /// The engine.
        name: String,
        /// The timeout.
        after: Duration,
    },
    /// The driver wrote something other than a report.
    #[error("the driver of {name} writes {line:?}, which is not a report: {cause}")]
    Gibberish {
        /// The engine.
        name: String,
        /// The line.
        line: String,
        /// The parse error.
        cause: serde_json::Error,
    },
}

fn there(installed: &[String]) -> String {
    if installed.is_empty() {
        "there is none at all".into()
    } else {
        format!("there are {}", installed.join(", "))
    }
}

/// The drivers in that folder, by name; by default those beside this program, in its folder
/// `peers`, and in the folder `peers` beside its folder, as in a build tree.
#[must_use]
pub fn installed(folder: Option<&Path>) -> Vec<Driver> {
    let mut found: Vec<Driver> = Vec::new();
    for folder in folder.map_or_else(usual_folders, |folder| vec![folder.to_owned()]) {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for driver in entries.filter_map(|entry| driver(entry.path())) {
            // A driver nearer to the program takes precedence.
            if found.iter().all(|known| known.name != driver.name) {
                found.push(driver);
            }
        }
    }
    found.sort();
    found
}

fn usual_folders() -> Vec<PathBuf> {
    let Ok(program) = std::env::current_exe() else {
        return Vec::new();
    };
    let folder = program.parent();
    let above = folder.and_then(Path::parent);
    let peers = [folder, above].into_iter().flatten();
    let peers: Vec<_> = peers.map(|folder| folder.join("peers")).collect();
    folder
        .map(Path::to_owned)
        .into_iter()
        .chain(peers)
        .collect()
}

fn driver(program: PathBuf) -> Option<Driver> {
    let name = program.file_name().and_then(OsStr::to_str)?;
    let name = name.strip_prefix(PREFIX)?.to_owned();
    let about = program.metadata().ok()?;
    let runs = about.is_file() && about.permissions().mode() & 0o111 != 0;
    (runs && !name.is_empty()).then_some(Driver { name, program })
}

/// The driver of that name.
///
/// # Errors
/// [`PeerError::NotInstalled`] with the names of installed ones.
pub fn find(name: &str, folder: Option<&Path>) -> Result<Driver, PeerError> {
    let mut all = installed(folder);
    match all.iter().position(|driver| driver.name == name) {
        Some(at) => Ok(all.swap_remove(at)),
        None => Err(PeerError::NotInstalled {
            name: name.to_owned(),
            installed: all.into_iter().map(|driver| driver.name).collect(),
        }),
    }
}

/// Runs a driver with `job`, passes every report to `heard`, and gives the last one, which is
/// [`Report::Done`].
///
/// The driver is killed after `within`, and has always ended when this returns.
///
/// # Errors
/// Why there are no figures.
pub fn run(
    driver: &Driver,
    job: &BaselineJob,
    within: Duration,
    mut heard: impl FnMut(&Report),
) -> Result<Report, PeerError> {
    let name = || driver.name.clone();
    let system = |cause| PeerError::System {
        name: driver.name.clone(),
        cause,
    };
    let mut child = Command::new(&driver.program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map(Running)
        .map_err(system)?;
    let (Some(mut input), Some(output)) = (child.0.stdin.take(), child.0.stdout.take()) else {
        return Err(system(std::io::ErrorKind::BrokenPipe.into()));
    };
    let line = serde_json::to_string(job).map_err(|error| system(std::io::Error::other(error)))?;
    // A driver that ends before it reads reports why, or has an exit status.
    let _unread = writeln!(input, "{line}");
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let until = Instant::now() + within;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let line = match lines.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                return Err(PeerError::Hung {
                    name: name(),
                    after: within,
                });
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.0.wait().map_err(system)?;
                return Err(PeerError::Ended {
                    name: name(),
                    status,
                });
            }
        };
        let report = serde_json::from_str(&line).map_err(|cause| PeerError::Gibberish {
            name: name(),
            line,
            cause,
        })?;
        heard(&report);
        match report {
            Report::Failed { reason } => {
                return Err(PeerError::Failed {
                    name: name(),
                    reason,
                });
            }
            Report::Done { .. } => return Ok(report),
            _ => {}
        }
    }
}

/// Ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ended_by_itself = self.0.kill();
        let _status = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{VERSION, Work};

    const TIMEOUT: Duration = Duration::from_secs(60);

    /// A folder with a driver that is this script.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, script: &str) -> Self {
            let unique = format!("hyla-peers-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(unique);
            std::fs::create_dir_all(&folder).unwrap();
            let program = folder.join(format!("{PREFIX}{name}"));
            // Another process writes it: one that is being forked by another test meanwhile would inherit the open
            // file, and what is open for writing cannot be run.
            let written = Command::new("sh")
                .args([
                    "-c",
                    r#"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod 755 "$1""#,
                    "sh",
                ])
                .arg(&program)
                .arg(script)
                .status();
            assert!(written.unwrap().success());
            // No program.
            std::fs::write(folder.join(format!("{PREFIX}notes")), "").unwrap();
            Self(folder)
        }

        fn run(&self, name: &str, within: Duration) -> (Vec<Report>, Result<Report, PeerError>) {
            let driver = find(name, Some(&self.0)).unwrap();
            let job = BaselineJob {
                version: VERSION,
                carrier: name.into(),
                work: Work::Idle {},
                processes: 2,
                cpus: vec![],
                priority: 0,
            };
            let mut heard = Vec::new();
            let ended = run(&driver, &job, within, |report| heard.push(report.clone()));
            (heard, ended)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _gone = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_driver_is_told_its_job_and_its_reports_are_heard() {
        let script = r#"read job
            case "$job" in *'"carrier":"good"'*) ;; *) exit 3 ;; esac
            echo '{"report":"running"}'
            echo '{"report":"done","metrics":{"sent":4},"histograms":{}}'"#;
        let folder = Folder::new("good", script);

        let (heard, ended) = folder.run("good", TIMEOUT);

        let Ok(Report::Done { metrics, .. }) = ended else {
            panic!("{ended:?}")
        };
        assert_eq!(metrics["sent"], 4.0);
        assert_eq!(heard.len(), 2);
        let names = installed(Some(&folder.0));
        let names: Vec<_> = names.iter().map(|driver| driver.name.as_str()).collect();
        assert_eq!(names, ["good"]);
    }

    #[test]
    fn a_driver_that_fails_ends_early_talks_nonsense_or_hangs_is_an_error_in_words() {
        for (name, script, word) in [
            (
                "sorry",
                r#"echo '{"report":"failed","reason":"no network"}'"#,
                "no network",
            ),
            ("short", "exit 3", "exit status: 3"),
            ("silly", "echo hello", "hello"),
        ] {
            let (_, ended) = Folder::new(name, script).run(name, TIMEOUT);

            let error = ended.unwrap_err().to_string();
            assert!(error.contains(word) && error.contains(name), "{error}");
        }
        let (_, ended) = Folder::new("slow", "exec sleep 1000").run("slow", Duration::ZERO);
        assert!(matches!(ended, Err(PeerError::Hung { .. })), "{ended:?}");
    }

    #[test]
    fn a_driver_that_is_not_there_is_named_with_those_that_are() {
        let folder = Folder::new("here", "exit 0");

        let error = find("away", Some(&folder.0)).unwrap_err().to_string();

        assert!(error.contains("\"away\"") && error.contains("there are here"));
    }
}
