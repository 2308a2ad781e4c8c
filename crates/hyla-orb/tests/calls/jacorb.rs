//! Hyla with JacORB, an ORB in Java: Maven brings it, with Java 11 or later.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use hyla_orb::cdr::{Order, Version};
use hyla_orb::client::{Client, ClientSettings};
use hyla_orb::qos::Qos;
use hyla_orb::server::ServerSettings;

use crate::local::every_operation_with;
use crate::probe::Probe::Echo;
use crate::random::{VALUES, Values, echo_random_values_with};
use crate::servant::serve;

const SKIPPED: &str = "no JacORB: no Java compiler, no Maven, or it did not find the packages";

/// Class path of the peer, built once per run; `None` without JacORB.
fn peer() -> Option<&'static str> {
    static PEER: OnceLock<Option<String>> = OnceLock::new();
    PEER.get_or_init(build).as_deref()
}

fn ran(command: &mut Command) -> Option<()> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then_some(())
}

fn build() -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let at = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jacorb");
    let (libraries, sources, classes) = (at.join("lib"), at.join("src"), at.join("classes"));
    ran(Command::new("javac").arg("-version"))?;
    if !libraries.exists() {
        // A run that fails leaves no directory that looks complete.
        let (fetching, quick) = (
            at.join("fetching"),
            ["-q", "-B", "dependency:copy-dependencies"],
        );
        std::fs::create_dir_all(&at).unwrap();
        ran(Command::new("timeout")
            .args(["120", "mvn"])
            .args(quick)
            .arg("-f")
            .arg(root.join("tests/jacorb/pom.xml"))
            .arg(format!("-DoutputDirectory={}", fetching.display())))?;
        std::fs::rename(&fetching, &libraries).unwrap();
    }
    let path = |more: &Path| format!("{}/*:{}", libraries.display(), more.display());
    for directory in [&sources, &classes] {
        let _ = std::fs::remove_dir_all(directory);
        std::fs::create_dir_all(directory).unwrap();
    }
    let generated = Command::new("java")
        .args(["-cp", &path(&classes), "org.jacorb.idl.parser", "-d"])
        .arg(&sources)
        .arg(root.join("tests/idl/probe.idl"))
        .output()
        .unwrap();
    assert!(generated.status.success(), "{generated:?}");
    let mut files: Vec<PathBuf> = std::fs::read_dir(sources.join("Probe"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.push(root.join("tests/jacorb/Peer.java"));
    let compiled = Command::new("javac")
        .args(["-nowarn", "-cp", &path(&classes), "-d"])
        .arg(&classes)
        .args(files)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}");
    Some(path(&classes))
}

fn java(class_path: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("java");
    // A short run does not earn the second compiler. JacORB says that it has UTF-8 also where the locale has not, and then writes
    // other octets.
    command
        .args(["-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8"])
        .args(["-cp", class_path, "Peer"])
        .args(arguments)
        .stderr(Stdio::null());
    command
}

#[test]
fn hyla_calls_every_operation_of_a_server_of_jacorb_with_random_values() {
    let Some(peer) = peer() else {
        return hyla_test_skips::skipped(SKIPPED);
    };
    let mut server = java(peer, &["server"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let reference = line.trim().parse().unwrap();
    for (order, fragment_bytes) in [
        (Order::Little, None),
        (Order::Big, None),
        (Order::Little, Some(128)),
    ] {
        let client = Client::new(ClientSettings {
            order,
            ..ClientSettings::default()
        });
        let qos = Qos {
            fragment_bytes,
            ..Qos::default()
        };
        let echo: Echo = client.bind(&reference, &qos).unwrap();
        // JacORB knows one discriminator for the default member.
        every_operation_with(&echo, true, 0);
        let known = Values {
            default: |_| 0,
            // It writes too few octets for them.
            short_fixed: false,
        };
        echo_random_values_with(&echo, 29, true, known);
    }
    drop(server.stdin.take());
    server.wait().unwrap();
}

#[test]
fn jacorb_calls_every_operation_of_a_server_of_hyla_with_random_values() {
    let Some(peer) = peer() else {
        return hyla_test_skips::skipped(SKIPPED);
    };
    for (order, fragment_bytes) in [(Order::Little, None), (Order::Big, Some(256))] {
        let (_server, reference, object) = serve(ServerSettings {
            order,
            version: Version::V1_2,
            qos: Qos {
                fragment_bytes,
                ..Qos::default()
            },
            ..ServerSettings::default()
        });
        let (text, rounds) = (reference.to_string(), VALUES.to_string());
        let output = java(peer, &["client", &text, &rounds]).output().unwrap();

        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said, "done\n", "{order:?}");
        object.wait_for_fired(5);
    }
}
