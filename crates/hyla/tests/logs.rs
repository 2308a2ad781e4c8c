//! Log output of `hyla rti`, as a user sees it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::Value;

/// A directory for one test, which is deleted with it.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("logs-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A command with this test's settings only, in a directory without a `hyla.toml`.
fn clean(program: &str) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

const HYLA: &str = env!("CARGO_BIN_EXE_hyla");

/// An RTI that ends with this test.
struct Rti {
    child: Child,
    address: String,
}

impl Rti {
    /// On a free port, once it is ready.
    fn start(command: &mut Command) -> Self {
        command.args(["rti", "--listen", "127.0.0.1:0", "--until-stdin-closes"]);
        let mut child = command.spawn().expect("the program starts");
        let mut address = None;
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
            let line = line.expect("a line");
            if let Some(rest) = line.strip_prefix("listening at ") {
                address = rest.split_whitespace().next().map(str::to_owned);
            }
            if line == "ready" {
                let address = address.expect("where it listens");
                return Self { child, address };
            }
        }
        panic!(
            "it ended before it was ready: {:?}",
            child.wait_with_output()
        );
    }

    /// Limits the size of its files.
    fn limit_files(&self, bytes: Option<u64>) {
        let limit = Rlimit {
            current: bytes,
            maximum: None,
        };
        let pid = Pid::from_child(&self.child);
        prlimit(Some(pid), Resource::Fsize, limit).expect("a limit");
    }

    /// A federate that joins and is gone when this returns.
    fn visit(&self, name: &str) {
        let mut federate = clean(HYLA)
            .args(["demo-federate", name, "--rti", &self.address])
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(federate.stdout.take().expect("a pipe")).lines();
        let mut reports = lines.map(|line| line.expect("a line"));
        assert!(reports.any(|report| report.contains("joined")));
        drop(federate.stdin.take());
        federate.wait().expect("its end");
    }

    /// Its standard error, once it has ended in order.
    fn end(mut self) -> String {
        drop(self.child.stdin.take());
        let Output { status, stderr, .. } = self.child.wait_with_output().expect("its end");
        let told = String::from_utf8(stderr).expect("UTF-8");
        assert!(status.success(), "{told}");
        told
    }
}

#[test]
fn json_lines_in_a_file_name_the_federation_and_the_federate() {
    let directory = Directory::new("json");
    let log = directory.at("rti.log");
    let rti = Rti::start(
        clean(HYLA)
            .env("HYLA_LOG_FILE", &log)
            .env("HYLA_LOG_FORMAT", "json"),
    );

    rti.visit("North");
    let told = rti.end();

    assert_eq!(told, "");
    let text = fs::read_to_string(&log).expect("the log");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    let of_north = |line: &&Value| line["federate"] == "North";
    let line = lines.iter().find(of_north).expect(&text);
    for key in ["timestamp", "level", "target", "message", "federation"] {
        assert!(
            line[key].as_str().is_some_and(|words| !words.is_empty()),
            "{key}: {line}"
        );
    }
    assert!(
        lines.iter().all(|line| line["federation"].is_string()),
        "{text}"
    );
}

#[test]
fn text_in_a_file_has_no_control_codes_and_rotates_at_its_size() {
    let directory = Directory::new("rotation");
    let log = directory.at("rti.log");
    let full = "x".repeat(65_534) + "\n";
    fs::write(&log, &full).expect("written");
    fs::write(directory.at("rti.log.1"), "older").expect("written");
    let rti = Rti::start(
        clean(HYLA)
            .env("HYLA_LOG_FILE", &log)
            .env("HYLA_LOG_FILE_BYTES", "65536")
            .env("HYLA_LOG_FILES", "2"),
    );

    rti.visit("North");
    let told = rti.end();

    assert_eq!(told, "");
    let text = fs::read_to_string(&log).expect("the log");
    assert!(text.contains("North") && !text.contains('\x1b'), "{text}");
    assert_eq!(
        fs::read_to_string(directory.at("rti.log.1")).expect("the old one"),
        full
    );
    assert_eq!(fs::read_dir(&directory.0).expect("a directory").count(), 2);
}

#[test]
fn a_log_file_that_cannot_be_written_is_an_error_with_its_path() {
    let directory = Directory::new("absent");
    let log = directory.at("nowhere").join("rti.log");

    let refused = clean(HYLA)
        .args(["rti", "--listen", "127.0.0.1:0"])
        .env("HYLA_LOG_FILE", &log)
        .output()
        .expect("the program starts");

    assert_eq!(refused.status.code(), Some(1));
    let told = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(told.contains(&log.display().to_string()), "{told}");
    assert!(told.contains("log.file"), "{told}");
}

/// The log file once its last line is whole: the RTI, which may still write, takes half a line back at once.
fn whole_lines(log: &Path) -> String {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let text = fs::read_to_string(log).expect("the log");
        if text.ends_with('\n') {
            return text;
        }
        assert!(Instant::now() < deadline, "half a line stays: {text}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_full_disk_is_told_once_and_does_not_stop_the_rti() {
    let directory = Directory::new("full");
    let log = directory.at("rti.log");
    let rti = Rti::start(
        clean("sh")
            // A write beyond the limit is to fail like one to a full disk, and not to end the process.
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", HYLA])
            .env("HYLA_LOG_FILE", &log)
            // Rings are files as well.
            .env("HYLA_PEER_SHARED_MEMORY", "false"),
    );
    rti.visit("North");
    let before = fs::read_to_string(&log).expect("the log");

    // Half a line has room.
    rti.limit_files(Some(before.len() as u64 + 10));
    rti.visit("South");
    rti.visit("South");
    let full = whole_lines(&log);
    rti.limit_files(None);
    rti.visit("North");
    let told = rti.end();

    assert!(!full.contains("South"), "{full}");
    assert_eq!(told.matches("cannot be written").count(), 1, "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains(&log.display().to_string()), "{told}");
    let text = fs::read_to_string(&log).expect("the log");
    let after = text.strip_prefix(&full).expect(&text);
    assert!(after.starts_with("hyla: "), "{text}");
    assert!(
        after
            .lines()
            .next()
            .is_some_and(|line| line.contains("lost while")),
        "{text}"
    );
    assert!(after.contains("North"), "{text}");
}
