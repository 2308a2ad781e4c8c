//! `/metrics` of `hyla rti` and `hyla top`, as a user sees them.
#![allow(clippy::unwrap_used, reason = "test code")]

mod started;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hyla_lrc::{Activity, NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, InteractionClassHandle, ResignAction};
use serde_json::Value;

/// Nothing here takes so long unless it hangs.
const WATCHDOG: Duration = Duration::from_secs(60);

/// The program with this test's settings only.
fn hyla(arguments: &[&str]) -> Command {
    let mut command = started::command(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// A running RTI with metrics.
struct Rti {
    _process: started::Rti,
    address: String,
    metrics: String,
}

impl Rti {
    fn start() -> Self {
        let settings = ["--set=rti.metrics=127.0.0.1:0", "--set=fedpro.tcp=off"];
        let process = started::Rti::start(&settings);
        Self {
            address: process.address(),
            metrics: process.metrics(),
            _process: process,
        }
    }

    /// Head and body of the answer to a request.
    fn http(&self, request: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.metrics).unwrap();
        stream.set_read_timeout(Some(WATCHDOG)).unwrap();
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.metrics
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// The numbers of `/metrics`, by name with labels.
    fn numbers(&self) -> BTreeMap<String, f64> {
        let (head, body) = self.http("GET /metrics");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(
            head.to_lowercase().contains("text/plain; version=0.0.4"),
            "{head}"
        );
        parsed(&body)
    }
}

/// Reads the text format line by line, as a collector would.
fn parsed(page: &str) -> BTreeMap<String, f64> {
    assert!(page.ends_with('\n'));
    let mut kinds = BTreeMap::new();
    let mut numbers = BTreeMap::new();
    for line in page.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            assert!(
                help.split_once(' ')
                    .is_some_and(|(_, help)| !help.is_empty()),
                "{line}"
            );
            continue;
        }
        if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert_eq!(kinds.insert(name, kind), None, "{line}");
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap();
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        let labels = labels.strip_suffix('}').unwrap();
        for label in labels.split("\",").filter(|label| !label.is_empty()) {
            let (label, value) = label.split_once("=\"").unwrap();
            assert!(label.chars().all(|c| c.is_ascii_lowercase()), "{line}");
            assert!(!value.is_empty(), "{line}");
        }
        let family = ["_bucket", "_sum", "_count"].iter().find_map(|suffix| {
            name.strip_suffix(suffix)
                .filter(|f| kinds.get(f) == Some(&"histogram"))
        });
        let kind = kinds
            .get(family.unwrap_or(name))
            .unwrap_or_else(|| panic!("no type before {line}"));
        assert_eq!(*kind == "counter", name.ends_with("_total"), "{line}");
        let value: f64 = value.parse().unwrap();
        assert!(value >= 0.0);
        assert_eq!(
            numbers.insert(series.to_owned(), value),
            None,
            "{line} twice"
        );
    }
    numbers
}

/// Two federates that reach each other over TCP, and what one sends to the other.
struct Pair {
    sender: RtiAmbassador,
    receiver: RtiAmbassador,
    message: InteractionClassHandle,
}

impl Pair {
    fn new(rti: &Rti) -> Self {
        let settings = format!(
            "rti.address = {}; process.model = asynchronous-io; peer.in_process = false; peer.shared_memory = false",
            rti.address
        );
        let connected = || {
            let ambassador = RtiAmbassador::new();
            let federate = Box::new(NullFederateAmbassador);
            ambassador
                .connect(federate, CallbackModel::Evoked, &settings)
                .unwrap();
            ambassador
        };
        let (sender, receiver) = (connected(), connected());
        let fom = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../hyla-conformance/foms/traffic-2025.xml"
        );
        sender
            .create_federation_execution("Streets", &[fom], "")
            .unwrap();
        for (rti, name) in [(&sender, "sender"), (&receiver, "receiver")] {
            rti.join_federation_execution(Some(name), "tester", "Streets", &[])
                .unwrap();
        }
        let message = sender.interaction_class_handle("Message").unwrap();
        sender.publish_interaction_class(message).unwrap();
        receiver
            .subscribe_interaction_class(message, Activity::Active)
            .unwrap();
        // The log entry of the subscription precedes the answer.
        receiver.status().unwrap();
        sender.status().unwrap();
        Self {
            sender,
            receiver,
            message,
        }
    }

    fn send(&self, count: usize) {
        for _ in 0..count {
            self.sender
                .send_interaction(self.message, &[], &[], None)
                .unwrap();
        }
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for rti in [&self.sender, &self.receiver] {
            let _ = rti.resign_federation_execution(ResignAction::NoAction);
        }
    }
}

fn sent(unit: &str) -> String {
    format!(
        "hyla_channel_sent_{unit}_total{{federation=\"Streets\",federate=\"sender\",peer=\"receiver\",\
         profile=\"stream\",transport=\"tcp\"}}"
    )
}

/// Looks until `seen` is content.
fn until<T>(mut look: impl FnMut() -> T, seen: impl Fn(&T) -> bool) -> T {
    let deadline = Instant::now() + WATCHDOG;
    loop {
        let found = look();
        if seen(&found) {
            return found;
        }
        assert!(Instant::now() < deadline, "it never came");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn numbers_of_every_channel_are_told_and_grow() {
    let rti = Rti::start();
    let pair = Pair::new(&rti);
    pair.send(100);
    let number = |numbers: &BTreeMap<String, f64>, name: &str| numbers.get(name).copied();
    let before = until(
        || rti.numbers(),
        |numbers| number(numbers, &sent("messages")) >= Some(100.0),
    );

    pair.send(50);

    let messages = sent("messages");
    let after = until(
        || rti.numbers(),
        |numbers| number(numbers, &messages) >= Some(before[&messages] + 50.0),
    );
    assert!(after[&sent("bytes")] > before[&sent("bytes")]);
    assert_eq!(after["hyla_federations"], 1.0);
    assert_eq!(after["hyla_federates{federation=\"Streets\"}"], 2.0);
    assert_eq!(after["hyla_federates_silent{federation=\"Streets\"}"], 0.0);
    assert_eq!(after["hyla_rti_sessions"], 2.0);
    assert_eq!(after["hyla_rti_relayed_messages_total"], 0.0);
    let samples = sent("bytes").replace(
        "hyla_channel_sent_bytes_total",
        "hyla_channel_round_trip_seconds_count",
    );
    until(
        || rti.numbers(),
        |numbers| number(numbers, &samples) >= Some(1.0),
    );
}

#[test]
fn an_rti_without_federations_tells_of_itself() {
    let rti = Rti::start();

    let numbers = rti.numbers();

    assert_eq!(numbers["hyla_federations"], 0.0);
    assert_eq!(numbers["hyla_rti_sessions"], 0.0);
}

#[test]
fn only_reading_is_possible_and_the_root_says_where_to_look() {
    let rti = Rti::start();

    let (head, body) = rti.http("GET /");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(body.contains("/metrics"), "{body}");
    let (head, _) = rti.http("GET /else");
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    for method in ["POST", "PUT", "DELETE", "HEAD"] {
        let (head, _) = rti.http(&format!("{method} /metrics"));
        assert!(head.starts_with("HTTP/1.1 405"), "{head}");
        assert!(head.to_lowercase().contains("allow: get"), "{head}");
    }
}

#[test]
fn callers_that_say_nothing_or_nonsense_do_not_keep_others_out() {
    let rti = Rti::start();
    let mut silent: Vec<TcpStream> = (0..200)
        .map(|_| TcpStream::connect(&rti.metrics).unwrap())
        .collect();
    let mut nonsense = TcpStream::connect(&rti.metrics).unwrap();
    // It may be closed before it has sent all.
    let _ = nonsense.write_all(&[0xff; 100_000]);

    let refused = |rti: &Rti| rti.numbers()["hyla_rti_refused_total{reason=\"http\"}"];
    // Sixteen of one address stay at most.
    until(|| refused(&rti), |count| *count >= 180.0);

    // Those that were left, too, and one that begins and never ends.
    let mut slow = TcpStream::connect(&rti.metrics).unwrap();
    slow.write_all(b"GET /metrics HTTP/1.1\r\nX: ").unwrap();
    silent.push(slow);
    for mut caller in silent {
        caller.set_read_timeout(Some(WATCHDOG)).unwrap();
        let mut rest = Vec::new();
        // Closed or reset, but not waiting for the watchdog.
        if let Err(error) = caller.read_to_end(&mut rest) {
            assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
        }
    }
    until(|| refused(&rti), |count| *count >= 202.0);
}

#[test]
fn a_request_with_a_long_head_is_refused() {
    let rti = Rti::start();
    let (head, _) = rti.http(&format!("GET /metrics?{}", "a".repeat(20_000)));

    assert!(!head.contains(" 200 "), "{head}");
}

#[test]
fn top_shows_each_channel_with_its_rate() {
    let rti = Rti::start();
    let pair = Pair::new(&rti);
    pair.send(10);

    let output = hyla(&["top", "--once", "--json", "--rti", &rti.address])
        .output()
        .unwrap();

    assert!(output.status.success(), "{output:?}");
    let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(shown[0]["federation"], "Streets");
    assert_eq!(
        (&shown[0]["federates"], &shown[0]["silent"]),
        (&2.into(), &0.into())
    );
    let channels = shown[0]["channels"].as_array().unwrap();
    let ours = |c: &&Value| c["federate"] == "sender" && c["peer"] == "receiver";
    let ours = channels.iter().find(ours).unwrap();
    assert_eq!(
        (&ours["profile"], &ours["transport"]),
        (&"stream".into(), &"tcp".into())
    );
    assert!(ours["sent"]["messages"].as_u64() >= Some(10), "{ours}");
    assert!(ours["sent"]["messages_per_second"].is_number(), "{ours}");
    assert!(ours["round_trip_ns"]["samples"].is_number(), "{ours}");
    // Each of the two has a channel to the other and one to the RTI.
    assert_eq!(channels.len(), 4);

    let table = hyla(&["top", "--once", "Streets", "--rti", &rti.address])
        .output()
        .unwrap();
    let table = String::from_utf8(table.stdout).unwrap();
    assert!(table.starts_with("Streets  2 federates\n"), "{table}");
    assert!(
        table.contains("out MB/s") && !table.contains('\x1b'),
        "{table}"
    );
    assert_eq!(table.lines().count(), 6, "{table}");
}

#[test]
fn top_of_a_federation_that_is_not_there_fails() {
    let rti = Rti::start();

    let output = hyla(&["top", "--once", "Nowhere", "--rti", &rti.address])
        .stderr(Stdio::piped())
        .output()
        .unwrap();

    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("Nowhere")
    );
}

#[test]
fn the_module_of_extensions_is_sound_in_both_formats() {
    for edition in ["2010", "2025"] {
        let file = format!(
            "{}/../../foms/extensions/HylaExtensions-{edition}.xml",
            env!("CARGO_MANIFEST_DIR")
        );
        let merged = format!(
            "--output={}/extensions-{edition}.xml",
            env!("CARGO_TARGET_TMPDIR")
        );
        for arguments in [
            vec!["fom", "check", &file],
            vec!["fom", "merge", &merged, &file],
        ] {
            let output = hyla(&arguments).stderr(Stdio::piped()).output().unwrap();
            assert!(output.status.success(), "{output:?}");
        }
    }
}
