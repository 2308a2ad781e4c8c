//! `hyla orb naming` as a user runs it.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn hyla(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hyla"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A naming service that ends with its input.
struct Service {
    child: Child,
    /// `corbaname:` of its root.
    root: String,
}

impl Service {
    fn start(file: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hyla"))
            .args([
                "orb",
                "naming",
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--file",
            ])
            .arg(file)
            .args(["--set", "orb.names=4", "--until-stdin-closes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let root = line.trim().strip_prefix("names at ").unwrap().to_owned();
        Self { child, root }
    }

    fn run(&self, command: &str, name: &str, more: &[&str]) -> Output {
        let place = format!("{}#{name}", self.root);
        hyla(&[&["orb", "naming", command, &place], more].concat())
    }

    fn end(mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn names_are_bound_listed_resolved_and_unbound_and_survive_the_service() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("orb-names.txt");
    let _ = std::fs::remove_file(&file);
    let object = "corbaloc::1.2@127.0.0.1:1/radar";
    let service = Service::start(&file);
    assert!(
        service
            .run("bind", "sim/radar.sensor", &[object])
            .status
            .success()
    );
    assert!(service.run("bind", "clock", &[object]).status.success());
    let again = service.run("bind", "clock", &[object]);
    assert!(!again.status.success());
    assert!(text(&again.stderr).contains("--replace"), "{again:?}");
    assert!(
        service
            .run("bind", "clock", &[object, "--replace"])
            .status
            .success()
    );
    assert!(service.run("bind", "fourth", &[object]).status.success());
    let beyond = service.run("bind", "fifth", &[object]);
    assert!(!beyond.status.success(), "the limit is a setting");
    service.end();

    let service = Service::start(&file);
    assert_eq!(
        text(&service.run("list", "", &[]).stdout),
        "clock\nfourth\nsim/\n"
    );
    assert_eq!(
        text(&service.run("list", "sim", &[]).stdout),
        "radar.sensor\n"
    );
    let found = text(&service.run("resolve", "sim/radar.sensor", &[]).stdout);
    assert!(found.starts_with("IOR:"), "{found}");
    assert!(service.run("unbind", "clock", &[]).status.success());
    let none = service.run("resolve", "clock", &[]);
    assert!(
        text(&none.stderr).contains("there is no name \"clock\""),
        "{none:?}"
    );
    service.end();
}

#[test]
fn a_service_that_is_not_there_and_a_place_that_is_none_are_named() {
    let none = hyla(&["orb", "naming", "list", "--set", "orb.naming=127.0.0.1:1"]);
    assert!(!none.status.success());
    assert!(text(&none.stderr).contains("127.0.0.1:1"), "{none:?}");
    let wrong = hyla(&["orb", "naming", "resolve", "http://somewhere"]);
    assert!(text(&wrong.stderr).contains("corbaname:"), "{wrong:?}");
}
