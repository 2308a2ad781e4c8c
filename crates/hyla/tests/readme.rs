//! The Rust example of README, run as a process of its own against an RTI.

#![allow(clippy::unwrap_used)]

#[allow(unreachable_pub, missing_docs)]
mod picture {
    include!("../../hyla-lrc/examples/picture/federate.rs");

    pub fn run() -> Result<(), hyla_types::Exception> {
        main()
    }
}

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Set where the process is to be the example itself.
const ADDRESS: &str = "HYLA_RTI_ADDRESS";

#[test]
fn the_example_joins_a_federation_that_it_makes_and_leaves_it() {
    let mut rti = Command::new(env!("CARGO_BIN_EXE_hyla"))
        .args([
            "rti",
            "--listen",
            "127.0.0.1:0",
            "--set",
            "fedpro.tcp=off",
            "--until-stdin-closes",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(rti.stdout.take().unwrap());
    // Kept to the end: nobody writes into a pipe that nobody can read.
    let mut lines = output.lines().map(Result::unwrap);
    let listening = lines
        .find_map(|line| Some(line.strip_prefix("listening at ")?.to_owned()))
        .unwrap();
    let address = listening.split(' ').next().unwrap();

    let example = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "the_example_itself"])
        .env(ADDRESS, address)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .unwrap();
    let listed = Command::new(env!("CARGO_BIN_EXE_hyla"))
        .args(["ls", "--json", "--rti", address])
        .output()
        .unwrap();

    drop(rti.stdin.take());
    rti.wait().unwrap();
    assert!(example.status.success(), "{example:?}");
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed[0]["name"], "Air");
    assert_eq!(listed[0]["members"], serde_json::json!([]));
}

#[test]
#[ignore = "run by the test above, in a process with the address of its RTI"]
fn the_example_itself() {
    picture::run().unwrap();
}
