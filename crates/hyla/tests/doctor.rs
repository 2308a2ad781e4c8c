//! `hyla doctor` as a user runs it.

use std::net::TcpListener;
use std::process::{Command, Output};

/// The program with this test's settings only, in a directory without a `hyla.toml`.
fn doctor(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .arg("doctor")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(output: &Output) -> String {
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn line<'a>(text: &'a str, start: &str) -> &'a str {
    text.lines()
        .find(|line| line.get(6..).is_some_and(|rest| rest.starts_with(start)))
        .expect(text)
}

#[test]
fn every_check_has_a_line_that_begins_with_its_outcome() {
    let output = doctor(&["--set", "rti.address=embedded"]);
    let text = text(&output);

    for topic in [
        "settings",
        "kernel",
        "cores",
        "clock",
        "timer slack",
        "shared memory",
        "leftovers",
        "loopback",
        "rti.address",
        "rti.listen",
        "peer.interface",
        "receive buffers",
        "send buffers",
    ] {
        let outcome = line(&text, topic)[..6].trim();
        assert!(["ok", "warn", "fail"].contains(&outcome), "{text}");
    }
    assert!(line(&text, "rti.address").contains("embedded"), "{text}");
    assert!(!text.contains('\x1b'), "colour without a terminal: {text}");
    assert_eq!(
        output.status.success(),
        text.trim_end().ends_with(" 0 fail"),
        "{text}"
    );
}

#[test]
fn a_program_on_the_address_of_the_rti_is_seen() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();

    let text = text(&doctor(&[
        "--set",
        &format!("rti.address=127.0.0.1:{port}"),
    ]));

    assert!(
        line(&text, "rti.address").contains("a program accepts connections there"),
        "{text}"
    );
}

#[test]
fn wrong_settings_fail_with_file_line_and_nearest_name() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("doctor-wrong.toml");
    std::fs::write(&file, "[rti]\nadress = \"sim-host:1\"\n").expect("a file");

    let output = doctor(&["--config", file.to_str().expect("UTF-8")]);
    let text = text(&output);

    assert_eq!(output.status.code(), Some(1));
    assert!(line(&text, "settings").starts_with("fail"), "{text}");
    assert!(
        text.contains("doctor-wrong.toml:2:1: there is no setting `rti.adress`"),
        "{text}"
    );
    assert!(text.contains("the nearest is `rti.address`"), "{text}");
}

#[test]
fn more_federates_than_files_may_be_open_fail_with_advice() {
    let output = doctor(&["--federates", "4000000000"]);
    let text = text(&output);

    // An unlimited number of files is never refused.
    if !line(&text, "open files").contains("any number") {
        assert_eq!(output.status.code(), Some(1));
        assert!(line(&text, "open files").starts_with("fail"), "{text}");
        assert!(text.contains("-> "), "{text}");
    }
}

#[test]
fn json_has_the_same_findings_for_other_programs() {
    let text = text(&doctor(&["--json", "--set", "rti.address=nonsense"]));
    let findings: serde_json::Value = serde_json::from_str(&text).expect("JSON");

    let first = &findings[0];
    assert_eq!(first["topic"], "settings");
    assert_eq!(first["level"], "fail");
    assert!(
        first["found"]
            .as_str()
            .is_some_and(|found| found.contains("rti.address")),
        "{text}"
    );
    assert!(first["advice"].is_string(), "{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn after_an_rti_was_killed_nothing_is_left_to_remove() {
    use std::io::{BufRead, BufReader};

    let mut rti = Command::new(env!("CARGO_BIN_EXE_hyla"))
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .args(["rti", "--listen", "127.0.0.1:0", "--set", "fedpro.tcp=off"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = BufReader::new(rti.stdout.take().expect("a pipe")).lines();
    let said = lines
        .map_while(Result::ok)
        .find(|line| line.contains("listening at"));
    let said = said.expect("it listens");
    let address = said.split_whitespace().nth(2).expect("an address");
    let memory_listeners = || std::fs::read_to_string("/proc/net/unix").expect("Linux");
    let listener = format!("@hyla/{address}\n");
    assert!(memory_listeners().contains(&listener), "{said}");

    rti.kill().expect("it lives");
    rti.wait().expect("it is killed");

    assert!(!memory_listeners().contains(&listener));
    let text = text(&doctor(&["--set", &format!("rti.address={address}")]));
    assert!(line(&text, "leftovers").contains("none"), "{text}");
    assert!(line(&text, "rti.address").contains("free"), "{text}");
}

/// Ends a process that was started here.
struct Other(std::process::Child);

impl Drop for Other {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _status = self.0.wait();
    }
}

#[test]
fn two_processes_that_test_multicast_at_once_find_each_other() {
    let port = std::net::UdpSocket::bind("127.0.0.1:0").expect("a port");
    let port = port.local_addr().expect("an address").port();
    let groups = format!("qos.HLAreliable.groups=239.193.{}.0/24:{port}", port % 256);
    let arguments = |seconds| {
        let settings = [
            "rti.address=127.0.0.1:1",
            "qos.HLAreliable.transport=reliable-multicast",
            "qos.HLAreliable.ttl=0",
            &groups,
        ];
        let mut all = vec!["--multicast".to_owned(), seconds];
        all.extend(
            settings
                .iter()
                .flat_map(|set| ["--set".to_owned(), (*set).to_owned()]),
        );
        all
    };
    let other = Command::new(env!("CARGO_BIN_EXE_hyla"))
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .arg("doctor")
        .args(arguments("600".to_owned()))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the program starts");
    let _other = Other(other);

    // The other one may start late.
    let found = (0..60).any(|_| {
        let arguments = arguments("2".to_owned());
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let text = text(&doctor(&arguments));
        line(&text, "multicast between hosts").contains(": to and from ")
    });
    assert!(found);

    let nothing = text(&doctor(&["--multicast", "1"]));
    let line = line(&nothing, "multicast between hosts");
    assert!(line.contains("no profile uses it"), "{line}");
}
