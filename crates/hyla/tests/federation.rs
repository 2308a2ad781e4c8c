//! `hyla rti`, `hyla ls` and `hyla demo` as a user runs them.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Nothing here takes so long unless it hangs.
const WATCHDOG: Duration = Duration::from_secs(60);

/// The program with this test's settings only, in a directory without a `hyla.toml`.
fn hyla(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env_remove("RUST_LOG")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running program that does not outlive its test, and is killed by the watchdog if it hangs.
struct Running(Child, Option<Sender<()>>);

impl Running {
    fn start(arguments: &[&str]) -> Self {
        Self::of(&mut hyla(arguments))
    }

    fn of(command: &mut Command) -> Self {
        let child = command.spawn().expect("the program starts");
        let pid = Pid::from_child(&child);
        let (alive, watch) = mpsc::channel();
        thread::spawn(move || {
            if watch.recv_timeout(WATCHDOG) == Err(RecvTimeoutError::Timeout) {
                let _ = kill_process(pid, Signal::KILL);
            }
        });
        Self(child, Some(alive))
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.0);
        kill_process(pid, signal).expect("the program runs");
    }

    /// Its end, which has to come before the watchdog.
    fn end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + WATCHDOG;
        loop {
            if let Some(status) = self.0.try_wait().expect("a status") {
                return status;
            }
            assert!(Instant::now() < deadline, "it hangs");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Its end and all that it wrote.
    fn output(mut self) -> Output {
        let mut streams = (self.0.stdout.take(), self.0.stderr.take());
        let read = |stream: Option<&mut dyn Read>| {
            let mut bytes = Vec::new();
            stream
                .expect("a pipe")
                .read_to_end(&mut bytes)
                .expect("what it wrote");
            bytes
        };
        thread::scope(|scope| {
            let stdout = scope.spawn(|| read(streams.0.as_mut().map(|s| s as &mut dyn Read)));
            let stderr = scope.spawn(|| read(streams.1.as_mut().map(|s| s as &mut dyn Read)));
            let status = self.end();
            let collected = "the reader has no way to fail";
            Output {
                status,
                stdout: stdout.join().expect(collected),
                stderr: stderr.join().expect(collected),
            }
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.1.take());
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn run(arguments: &[&str]) -> Output {
    Running::start(arguments).output()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// `hyla rti` on a free port, once it is ready, and its address.
fn rti() -> (Running, String) {
    let mut rti = Running::start(&["rti", "--listen", "127.0.0.1:0"]);
    let (mut address, mut fedpro) = (None, false);
    for line in BufReader::new(rti.0.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("a line");
        if let Some(rest) = line.strip_prefix("listening at ") {
            address = rest.split_whitespace().next().map(str::to_owned);
            assert!(rest.contains("--listen"), "why it listens there: {line}");
        }
        fedpro |= line.starts_with("Federate Protocol over TCP at 127.0.0.1:");
        if line == "ready" {
            assert!(fedpro, "where it serves the Federate Protocol");
            return (rti, address.expect("where it listens"));
        }
    }
    panic!("it ended before it was ready: {:?}", rti.output());
}

#[test]
fn an_rti_is_seen_by_ls_and_ends_in_order_on_sigterm() {
    let (mut rti, address) = rti();

    let listed = run(&["ls", "--rti", &address]);
    rti.signal(Signal::TERM);

    assert!(listed.status.success(), "{listed:?}");
    assert_eq!(text(&listed.stdout), "no federation execution\n");
    assert_eq!(rti.end().code(), Some(0));
}

#[test]
fn an_rti_ends_in_order_on_sigint_too() {
    let (mut rti, _) = rti();

    rti.signal(Signal::INT);

    assert_eq!(rti.end().code(), Some(0));
}

#[test]
fn federates_are_told_when_the_rti_ends() {
    let (mut rti, address) = rti();
    let mut federate = hyla(&["demo-federate", "North", "--rti", &address]);
    let mut federate = Running::of(federate.stdin(Stdio::piped()));
    let lines = BufReader::new(federate.0.stdout.take().expect("a pipe")).lines();
    let mut reports = lines.map(|line| line.expect("a line"));
    assert!(reports.any(|report| report.contains("joined")));

    rti.signal(Signal::TERM);

    let told: Vec<String> = reports.collect();
    let lost = |report: &String| report.contains("connection to the RTI is lost");
    assert!(told.iter().any(lost), "{told:?}");
    assert!(
        !told.iter().any(|report| report.contains("peer")),
        "{told:?}"
    );
    assert_eq!(federate.end().code(), Some(1));
    assert_eq!(rti.end().code(), Some(0));
}

#[test]
fn a_variable_that_names_no_setting_is_warned_of_and_changes_nothing() {
    let (_rti, address) = rti();

    let mut ls = hyla(&["ls", "--rti", &address]);
    let listed = Running::of(ls.env("HYLA_RTI_ADRESS", "x:1")).output();

    assert!(listed.status.success(), "{listed:?}");
    assert!(
        text(&listed.stderr).contains("nearest is `HYLA_RTI_ADDRESS`"),
        "{listed:?}"
    );
}

#[test]
fn a_federate_is_removed_by_its_name_and_its_name_is_free_again() {
    let (_rti, address) = rti();
    let mut federate = hyla(&["demo-federate", "North", "--rti", &address]);
    let mut federate = Running::of(federate.stdin(Stdio::piped()));
    let lines = BufReader::new(federate.0.stdout.take().expect("a pipe")).lines();
    let mut reports = lines.map(|line| line.expect("a line"));
    assert!(reports.any(|report| report.contains("joined")));
    // The federate does not leave by itself: it is not even running.
    federate.signal(Signal::STOP);
    let listed = run(&["ls", "--json", "--rti", &address]);
    let federations: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    let federation = federations[0]["name"].as_str().expect("a name");
    assert_eq!(federations[0]["members"][0]["name"], "North");

    let removed = run(&["remove", federation, "North", "--rti", &address]);
    let again = run(&["remove", federation, "North", "--rti", &address]);
    let elsewhere = run(&["remove", "Nowhere", "North", "--rti", &address]);

    assert!(removed.status.success(), "{removed:?}");
    let told = format!("removed North from {federation}\n");
    assert_eq!(text(&removed.stdout), told);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert!(text(&again.stderr).contains("\"North\""), "{again:?}");
    assert!(
        text(&elsewhere.stderr).contains("\"Nowhere\""),
        "{elsewhere:?}"
    );
    let listed = run(&["ls", "--json", "--rti", &address]);
    let federations: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    assert_eq!(
        federations[0]["members"].as_array().map(Vec::len),
        Some(0),
        "{federations}"
    );
}

#[test]
fn a_federate_of_the_demo_does_not_outlive_the_program_that_started_it() {
    let (_rti, address) = rti();
    let mut federate = hyla(&["demo-federate", "North", "--rti", &address]);
    let mut federate = Running::of(federate.stdin(Stdio::piped()));

    drop(federate.0.stdin.take());

    assert_eq!(federate.end().code(), Some(1));
}

#[test]
fn a_second_rti_on_the_same_port_is_refused_with_advice() {
    let (_rti, address) = rti();

    let second = run(&["rti", "--listen", &address]);

    assert_eq!(second.status.code(), Some(1));
    let error = text(&second.stderr);
    assert!(error.contains(&address), "{error}");
    assert!(error.contains("hyla ls --rti"), "{error}");
}

#[test]
fn a_port_for_the_federate_protocol_that_is_taken_is_refused_with_advice() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();

    let refused = run(&[
        "rti",
        "--listen",
        "127.0.0.1:0",
        "--set",
        &format!("fedpro.tcp={address}"),
    ]);

    assert_eq!(refused.status.code(), Some(1));
    let error = text(&refused.stderr);
    assert!(error.contains(&address), "{error}");
    assert!(
        error.contains("fedpro.tcp takes another address"),
        "{error}"
    );
}

#[test]
fn ls_without_an_rti_fails_with_advice() {
    // The port was free a moment ago, and nobody listens there now.
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = free.local_addr().expect("an address").to_string();
    drop(free);

    let listed = run(&["ls", "--rti", &address]);

    assert_eq!(listed.status.code(), Some(1));
    assert!(listed.stdout.is_empty(), "{listed:?}");
    let error = text(&listed.stderr);
    assert!(error.contains(&address), "{error}");
    assert!(error.contains("hyla rti"), "{error}");
}

/// The result of a demo of 30 aircraft and one second.
fn demo(more: &[&str]) -> Value {
    let output = run(&[&["demo", "--seconds=1", "--aircraft=30", "--json"], more].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn assert_nothing_lost(result: &Value) {
    assert_eq!(result["complete"], true, "{result}");
    let totals = &result["totals"];
    assert_eq!(totals["updates_lost"], 0, "{result}");
    assert_eq!(
        totals["updates_sent"], totals["updates_received"],
        "{result}"
    );
    // An aircraft misses updates only while it changes hands.
    let sent = totals["updates_sent"].as_u64().expect("a number");
    assert!((29 * 20..=30 * 20).contains(&sent), "{result}");
    assert_eq!(totals["handovers_received"], 1, "{result}");
    assert_eq!(totals["discovered"], 31, "{result}");
    assert_eq!(totals["removed"], 31, "{result}");
    assert!(totals["latency"]["max_us"].as_f64() > Some(0.0), "{result}");
}

#[test]
fn the_demo_of_five_processes_loses_nothing() {
    assert_nothing_lost(&demo(&[]));
}

#[test]
fn the_embedded_demo_loses_nothing() {
    assert_nothing_lost(&demo(&["--embedded"]));
}

#[test]
fn the_demo_for_people_ends_with_its_figures() {
    let output = run(&["demo", "--embedded", "--seconds=1", "--aircraft=6"]);

    let shown = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(shown.contains(" 0 lost"), "{shown}");
    assert!(shown.contains("p99.9"), "{shown}");
    assert!(
        !shown.contains('\x1b'),
        "control codes without a terminal: {shown}"
    );
}

#[test]
fn an_interrupted_demo_ends_with_its_processes() {
    let mut demo = Running::start(&["demo", "--seconds=600", "--aircraft=30"]);
    let mut lines = BufReader::new(demo.0.stdout.take().expect("a pipe")).lines();
    let address = lines
        .by_ref()
        .map(|line| line.expect("a line"))
        .find_map(|line| {
            let rest = line.trim().strip_prefix("hyla rti at ")?.to_owned();
            rest.split(',').next().map(str::to_owned)
        })
        .expect("the address of its RTI");
    // The first line with figures: everything runs.
    assert!(lines.any(|line| line.expect("a line").contains("updates")));
    let listed = run(&["ls", "--json", "--rti", &address]);
    let federations: Value = serde_json::from_slice(&listed.stdout).expect("JSON");

    demo.signal(Signal::INT);

    assert_eq!(
        federations[0]["members"].as_array().map(Vec::len),
        Some(4),
        "{federations}"
    );
    assert_eq!(demo.end().code(), Some(130));
    assert_eq!(
        run(&["ls", "--rti", &address]).status.code(),
        Some(1),
        "its RTI still runs"
    );
}
