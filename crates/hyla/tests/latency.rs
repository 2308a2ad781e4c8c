//! `hyla latency`: a server, a peer, and those who ask.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, ResignAction};
use serde_json::Value;

const PROFILES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../docs/studies/results/load-matrix"
);

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn hyla(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
    command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null());
    command.output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A program that serves until it is dropped.
struct Serving {
    child: Child,
    /// Its output up to the line with its address.
    text: String,
}

impl Serving {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::until(" at ", folder, arguments)
    }

    /// Starts a program that has printed `what` once it serves.
    fn until(what: &str, folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hyla"))
            .current_dir(folder)
            .args(arguments)
            .arg("--until-stdin-closes")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        while !text.contains(what) {
            let read = output.read_line(&mut text).unwrap();
            assert!(read > 0, "it has ended: {text}");
        }
        Self { child, text }
    }

    /// The address behind these words.
    fn behind(&self, words: &str) -> String {
        let (_, behind) = self.text.split_once(words).unwrap();
        behind.split([' ', '\n']).next().unwrap().to_owned()
    }

    fn address(&self) -> String {
        let (_, behind) = self.text.rsplit_once(" at ").unwrap();
        let end = behind.find(": ").unwrap_or(behind.len());
        behind[..end].trim().to_owned()
    }

    /// Closes its standard input; it ends by itself.
    fn end(mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn a_server_answers_from_its_profile_and_from_a_peer() {
    let folder = folder("latency-server");
    let peer = Serving::start(&folder, &["latency", "peer", "--listen", "127.0.0.1:0"]);
    let config = format!(
        "profile = \"{PROFILES}/01-load-matrix.profile.json\"\n\
         other_machine = \"warn\"\n\
         [budget]\nbytes_per_s = 1e7\n\
         [[host]]\nname = \"alpha\"\nstate = \"kernel\"\n\
         [[host]]\nname = \"beta\"\npeer = \"{}\"\n\
         [[connection]]\nfrom = \"alpha\"\nto = \"beta\"\nbytes = 300\nqos = 1\n",
        peer.address()
    );
    std::fs::write(folder.join("latency.toml"), config).unwrap();
    let server = Serving::start(
        &folder,
        &[
            "latency",
            "serve",
            "latency.toml",
            "--listen",
            "127.0.0.1:0",
            "--orb",
            "127.0.0.1:0",
            "--ior-file",
            "latency.ior",
        ],
    );
    let at = server.address();
    let reference = std::fs::read_to_string(folder.join("latency.ior")).unwrap();
    assert!(reference.starts_with("IOR:"), "{reference}");

    let measured = json(&hyla(
        &folder,
        &[
            "latency",
            "ask",
            "alpha",
            "beta",
            "--qos",
            "4",
            "--hardness",
            "90",
            "--within-s",
            "600",
            "--server",
            &at,
            "--json",
        ],
    ));
    let table = json(&hyla(
        &folder,
        &["latency", "watch", "--once", "--json", "--server", &at],
    ));
    let text = hyla(
        &folder,
        &["latency", "ask", "alpha", "beta", "--server", &at],
    );
    let refused = hyla(&folder, &["latency", "ask", "alpha", "", "--server", &at]);
    let unknown = hyla(
        &folder,
        &[
            "latency",
            "ask",
            "beta",
            "alpha",
            "--qos",
            "3",
            "--within-s",
            "0",
            "--server",
            &at,
        ],
    );

    assert_eq!(measured["answer"]["basis"], "MEASURED", "{measured}");
    assert_eq!(measured["answer"]["validity"], "FRESH");
    assert_eq!(measured["connection"]["hardness"], 90.0);
    // The connection that was asked about is gone, that of the file is there.
    assert_eq!(table["rows"].as_array().unwrap().len(), 1, "{table}");
    assert_eq!(table["rows"][0]["answer"]["basis"], "INTERPOLATED");
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("has never reported its state"), "{text}");
    let problem = String::from_utf8(refused.stderr).unwrap();
    assert!(
        problem.contains("neither HOST nor HOST/FEDERATE"),
        "{problem}"
    );
    assert_eq!(unknown.status.code(), Some(1));
    server.end();
    peer.end();
    let gone = hyla(&folder, &["latency", "watch", "--once", "--server", &at]);
    assert!(String::from_utf8_lossy(&gone.stderr).contains("no Latency Server answers"));
}

#[test]
fn an_rti_serves_latency_and_reflects_for_others() {
    let folder = folder("latency-in-rti");
    let listen = ["--listen", "127.0.0.1:0"];
    let peer = Serving::until(
        "ready",
        &folder,
        &[
            &["rti", "--set", "rti.latency_peer=127.0.0.1:0"][..],
            &listen,
        ]
        .concat(),
    );
    let config = format!(
        "listen = \"127.0.0.1:0\"\n[budget]\nbytes_per_s = 1e7\n\
         [[host]]\nname = \"alpha\"\nstate = \"kernel\"\n\
         [[host]]\nname = \"beta\"\npeer = \"{}\"\n",
        peer.behind("reflects for Latency Servers at ")
    );
    std::fs::write(folder.join("latency.toml"), config).unwrap();
    let set = format!("rti.latency={}", folder.join("latency.toml").display());
    let server = Serving::until(
        "ready",
        &folder,
        &[&["rti", "--set", &set][..], &listen].concat(),
    );
    let at = server.behind("latency at ");

    let question = [
        "latency",
        "ask",
        "alpha",
        "beta",
        "--qos",
        "3",
        "--within-s",
        "600",
        "--json",
    ];
    let measured = json(&hyla(
        &folder,
        &[&question[..], &["--server", &at]].concat(),
    ));

    assert_eq!(measured["answer"]["basis"], "MEASURED", "{measured}");
    server.end();
    peer.end();
}

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/lanes-2025.xml"
);

/// Two federates of this process.
struct Federates {
    radar: RtiAmbassador,
    ship: RtiAmbassador,
}

impl Federates {
    fn join(at: &str) -> Self {
        let join = |name: &str| {
            let rti = RtiAmbassador::new();
            let settings = format!("rti.address = {at}; peer.in_process = false");
            rti.connect(
                Box::new(NullFederateAmbassador),
                CallbackModel::Immediate,
                &settings,
            )
            .unwrap();
            let _ = rti.create_federation_execution("world", &[FOM], "");
            rti.join_federation_execution(Some(name), "latency test", "world", &[])
                .unwrap();
            rti
        };
        Self {
            radar: join("radar"),
            ship: join("ship"),
        }
    }
}

impl Drop for Federates {
    fn drop(&mut self) {
        for rti in [&self.radar, &self.ship] {
            let _ = rti.resign_federation_execution(ResignAction::NoAction);
            let _ = rti.disconnect();
        }
    }
}

/// The answer to a question: a fresh one, if the load of this machine rests for long enough.
fn ask(folder: &Path, at: &str, ends: [&str; 2], more: &[&str]) -> Value {
    let question = ["latency", "ask", ends[0], ends[1], "--json", "--server", at];
    let patience = ["--within-s", "120"];
    json(&hyla(folder, &[&question[..], &patience, more].concat()))["answer"].clone()
}

#[test]
fn federates_answer_a_server_for_their_own_messages() {
    let folder = folder("latency-federates");
    let rti = Serving::until("ready", &folder, &["rti", "--listen", "127.0.0.1:0"]);
    let at = rti.behind("listening at ");
    let federates = Federates::join(&at);
    let config = format!(
        "listen = \"127.0.0.1:0\"\n[federation]\nname = \"world\"\nrti = \"{at}\"\n\
         [[connection]]\nfrom = \"a/radar\"\nto = \"b/ship\"\nbytes = 64\nqos = 3\n"
    );
    std::fs::write(folder.join("latency.toml"), config).unwrap();
    let began = Instant::now();
    let server = Serving::start(&folder, &["latency", "serve", "latency.toml"]);
    let at = server.address();

    let to_ship = ["a/radar", "b/ship"];
    let mean = ask(&folder, &at, to_ship, &["--qos", "3"]);
    let bound = ask(&folder, &at, to_ship, &["--qos", "4", "--hardness", "90"]);
    let live = ask(&folder, &at, to_ship, &["--qos", "5", "--hardness", "50"]);
    let to_rti = ask(&folder, &at, ["a/radar", "c/RTI"], &["--qos", "3"]);
    let from_rti = ask(&folder, &at, ["c/RTI", "b/ship"], &["--qos", "3"]);

    for (answer, basis, quantity, asked) in [
        (
            &mean,
            "MEASURED",
            "ROUND_TRIP",
            "federate radar of \"world\", for its round trips with ship",
        ),
        (
            &bound,
            "MEASURED",
            "ROUND_TRIP",
            "federate radar of \"world\", for its round trips with ship",
        ),
        (
            &live,
            "LIVE",
            "ONE_WAY",
            "federate radar of \"world\", for its messages to ship",
        ),
        (
            &to_rti,
            "MEASURED",
            "ROUND_TRIP",
            "federate radar of \"world\", for its round trips with the RTI",
        ),
        (
            &from_rti,
            "MEASURED",
            "ROUND_TRIP",
            "federate ship of \"world\", for its round trips with the RTI",
        ),
    ] {
        assert_ne!(answer["validity"], "UNKNOWN", "{answer}");
        assert_eq!(answer["basis"], basis, "{answer}");
        assert_eq!(answer["quantity"], quantity, "{answer}");
        assert_eq!(answer["asked"], asked);
        let us = |name: &str| answer[name].as_f64().unwrap();
        assert!(
            0.0 < us("low_us") && us("low_us") <= us("estimate_us"),
            "{answer}"
        );
    }
    assert!(mean["samples"].as_u64().unwrap() >= 400, "{mean}");
    assert_eq!(live["clock_error_us"], 0.0, "one host, one clock: {live}");

    // The budget of a pair and size: what is saved up, and 12.5 kB/s; probes of the state 1.8 kB/s. However long all of it took.
    let spent = mean["spent_bytes"].as_f64().unwrap();
    let allowed = 125_000.0 + 14_300.0 * (began.elapsed().as_secs_f64() + 1.0);
    assert!(0.0 < spent && spent <= allowed, "{spent} of {allowed}");

    federates
        .ship
        .resign_federation_execution(ResignAction::NoAction)
        .unwrap();
    let until = Instant::now() + Duration::from_secs(120);
    loop {
        let table = json(&hyla(
            &folder,
            &["latency", "watch", "--once", "--json", "--server", &at],
        ));
        let answer = &table["rows"][0]["answer"];
        if answer["validity"] == "UNKNOWN" {
            let reason = answer["reason"].as_str().unwrap();
            assert!(
                reason.contains("asked of federate radar of \"world\""),
                "{reason}"
            );
            assert!(
                reason.contains("there is no federate \"ship\" in \"world\""),
                "{reason}"
            );
            assert!(
                answer.get("estimate_us").is_none_or(Value::is_null),
                "{answer}"
            );
            break;
        }
        assert!(Instant::now() < until, "{answer}");
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(federates);
    rti.end();
    let question = [
        "latency",
        "ask",
        "a/radar",
        "b/ship",
        "--qos",
        "3",
        "--within-s",
        "0",
        "--server",
        &at,
    ];
    let gone = hyla(&folder, &question);
    assert_eq!(gone.status.code(), Some(1));
    server.end();
}

#[test]
fn a_server_inside_the_rti_asks_its_federates() {
    let folder = folder("latency-federates-in-rti");
    let config = "listen = \"127.0.0.1:0\"\n[federation]\nname = \"world\"\n";
    std::fs::write(folder.join("latency.toml"), config).unwrap();
    let set = format!("rti.latency={}", folder.join("latency.toml").display());
    let rti = Serving::until(
        "ready",
        &folder,
        &["rti", "--listen", "127.0.0.1:0", "--set", &set],
    );
    let federates = Federates::join(&rti.behind("listening at "));
    let at = rti.behind("latency at ");

    let answer = ask(
        &folder,
        &at,
        ["a/radar", "a/RTI"],
        &["--qos", "5", "--hardness", "50"],
    );

    assert_eq!(answer["basis"], "LIVE", "{answer}");
    drop(federates);
    rti.end();
}

#[test]
fn a_profile_of_this_machine_is_made_and_holds_what_was_asked_for() {
    let folder = folder("latency-profile-make");
    let few = "--samples 20 --warm-up 2 --repetitions 1 --bytes 64,256 --sender-load 0.17 --receiver-load 0.17 --pin none";
    let mut arguments = vec!["latency", "profile", "make", "--out", "own.json", "--"];
    arguments.extend(few.split(' '));

    let made = hyla(&folder, &arguments);
    let listed = json(&hyla(
        &folder,
        &["latency", "profile", "list", "own.json", "--json"],
    ));

    assert!(made.status.success(), "{made:?}");
    // One way and round trip, of two sizes.
    assert_eq!(listed[0]["combinations"], 1, "{listed}");
    assert_eq!(listed[0]["samples"], 4 * 20, "{listed}");
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(!said.contains("audit"), "{said}");
}

#[test]
fn profiles_are_listed_compared_and_merged() {
    let folder = folder("latency-profiles");
    let [one, other] = ["01", "02"].map(|n| format!("{PROFILES}/{n}-load-matrix.profile.json"));
    let profile =
        |arguments: &[&str]| hyla(&folder, &[&["latency", "profile"], arguments].concat());

    let listed = json(&profile(&["list", &one, "--json"]));
    let changes = json(&profile(&["compare", &one, &other, "--all", "--json"]));
    let merged = profile(&["merge", &one, &other, "--out", "both.json"]);
    let both = json(&profile(&["list", "both.json", "--json"]));
    let wrong = profile(&["list", "Cargo.toml"]);

    assert_eq!(listed[0]["combinations"], 9);
    assert_eq!(listed[0]["samples"], 72 * 2000);
    assert_eq!(changes.as_array().unwrap().len(), 18);
    assert!(merged.status.success(), "{merged:?}");
    assert_eq!(both[0]["samples"], 72 * 2000 + 18 * 2000);
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn profiles_of_the_object_request_broker_are_told_from_others() {
    let folder = folder("latency-profile-levels");
    let profile =
        |arguments: &[&str]| hyla(&folder, &[&["latency", "profile"], arguments].concat());
    let text = std::fs::read_to_string(format!("{PROFILES}/02-load-matrix.profile.json")).unwrap();
    let mut document: Value = serde_json::from_str(&text).unwrap();
    let mut calls = document["entries"].as_array().unwrap().clone();
    for entry in &mut calls {
        entry["via"] = "orb".into();
        entry["priority"] = 50.into();
    }
    document["entries"].as_array_mut().unwrap().extend(calls);
    std::fs::write(folder.join("levels.json"), document.to_string()).unwrap();

    let listed = json(&profile(&["list", "levels.json", "--json"]));
    let shown = profile(&["list", "levels.json"]);
    let changes = json(&profile(&[
        "compare",
        "levels.json",
        "levels.json",
        "--all",
        "--json",
    ]));

    let levels = &listed[0]["levels"];
    assert_eq!(levels[0]["via"], "hla");
    assert_eq!(levels[1]["via"], "orb");
    assert_eq!(levels[1]["priority"], 50);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(
        shown.contains("levels    hla, orb at priority 50"),
        "{shown}"
    );
    let changes = changes.as_array().unwrap();
    assert_eq!(changes.len(), 36);
    let of_orb = changes.iter().filter(|change| change["via"] == "orb");
    assert_eq!(of_orb.count(), 18);
}
