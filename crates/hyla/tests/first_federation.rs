//! The federates in Rust of the tutorial, each a process of its own, against an RTI.

#![allow(clippy::unwrap_used)]

#[allow(unreachable_pub, missing_docs)]
mod first {
    include!("../../hyla-lrc/examples/first/federates.rs");

    /// Ends the process if the other federate never comes.
    fn watchdog() {
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_secs(300));
            eprintln!("the other federate did not come");
            std::process::exit(3);
        });
    }

    pub fn play(role: &str) {
        watchdog();
        let me = Federate::join(role, "examples/first/ships.xml").unwrap();
        match role {
            "ship" => sail(&me).unwrap(),
            _ => watch(&me).unwrap(),
        }
        me.leave().unwrap();
    }

    /// Its arguments are those of a program; here the tests below choose the role.
    #[allow(dead_code)]
    fn program() -> Result<(), Exception> {
        main()
    }
}

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Set where the process is to be one of the federates.
const ADDRESS: &str = "HYLA_RTI_ADDRESS";

fn federate(role: &str, address: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture"])
        .arg(format!("the_{role}_itself"))
        .env(ADDRESS, address)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The lines about the ship that a page or a comment shows.
fn lines_about_the_ship(text: &str) -> Vec<&str> {
    let lines = text
        .lines()
        .map(|line| line.trim_start_matches(['/', '!', ' ']));
    lines.filter(|line| line.starts_with("Isabella")).collect()
}

#[test]
fn the_harbour_prints_what_the_tutorial_shows() {
    let mut rti = Command::new(env!("CARGO_BIN_EXE_hyla"))
        .args(["rti", "--listen", "127.0.0.1:0"])
        .args(["--set", "fedpro.tcp=off", "--until-stdin-closes"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Kept to the end: nobody writes into a pipe that nobody can read.
    let mut lines = BufReader::new(rti.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let listening = lines
        .find_map(|line| Some(line.strip_prefix("listening at ")?.to_owned()))
        .unwrap();
    let address = listening.split(' ').next().unwrap();

    let harbour = federate("harbour", address);
    let ship = federate("ship", address).wait_with_output().unwrap();
    let harbour = harbour.wait_with_output().unwrap();

    drop(rti.stdin.take());
    rti.wait().unwrap();
    assert!(ship.status.success(), "{ship:?}");
    let printed = String::from_utf8(harbour.stdout).unwrap();
    let documented = include_str!("../../hyla-lrc/examples/first/main.rs");
    let printed = lines_about_the_ship(&printed);
    assert_eq!(printed, lines_about_the_ship(documented));
    assert_eq!(printed.len(), 4);
}

#[test]
#[ignore = "run by the test above, in a process with the address of its RTI"]
fn the_ship_itself() {
    first::play("ship");
}

#[test]
#[ignore = "run by the test above, in a process with the address of its RTI"]
fn the_harbour_itself() {
    first::play("harbour");
}
