//! `hyla latency`: a server, a peer, and those who ask.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

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
