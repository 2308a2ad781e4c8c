//! Processes of several users on one host: memory is shared with one's own and with root's only.

use crate::child::{Location, Process};
use crate::network::connections;

const ONE: u32 = 65_534;
const OTHER: u32 = 65_533;

/// Whether tests may become these users, and these users may run the tests.
fn is_possible() -> bool {
    use std::os::unix::process::CommandExt;
    let program = std::env::current_exe().unwrap();
    let started = |user| {
        std::process::Command::new(&program)
            .arg("--list")
            .uid(user)
            .current_dir("/")
            .output()
    };
    let problem = [ONE, OTHER]
        .into_iter()
        .find_map(|user| started(user).err());
    if let Some(problem) = &problem {
        hyla_test_skips::skipped(format!(
            "needs root and a program that all may run: {problem}"
        ));
    }
    problem.is_none()
}

#[test]
fn processes_of_two_users_use_tcp_between_them_and_lose_nothing() {
    if !is_possible() {
        return;
    }
    let (_rti, address) = Process::rti(Location::Here, "127.0.0.1:0", "");
    let settings = format!("rti.address = {address}");
    // It creates the federation, so that no other user has to read the object model.
    let mut root = Process::federate(Location::Here, "users", "root", &settings);
    let [mut one, mut same, mut other] = [("one", ONE), ("same", ONE), ("other", OTHER)]
        .map(|(name, user)| Process::federate(Location::As(user), "users", name, &settings));

    let mut all = [&mut root, &mut one, &mut same, &mut other];
    for process in &mut all {
        assert_eq!(process.ask("meet 3"), "met");
    }
    for process in &mut all {
        process.order("send reliable 200 1000");
    }
    for process in &mut all {
        assert_eq!(process.answer(), "sent");
        process.order("all 3 200");
    }
    for process in &all {
        assert_eq!(process.answer(), "in order");
    }

    // With the RTI, which is root's here, and with whom they may.
    assert_eq!(
        all.map(|process| process.channels_in_memory()),
        [4, 3, 3, 2]
    );
    let of_other = other.ask("members");
    let listener = |name: &str| {
        let member = of_other
            .split("; ")
            .find(|member| member.starts_with(name))
            .unwrap();
        let mut addresses = member.split(' ');
        addresses
            .find_map(|address| address.strip_prefix("tcp:"))
            .unwrap()
            .to_owned()
    };
    for name in ["one", "same"] {
        let listener = listener(name);
        let by_tcp = connections(other.id());
        assert!(
            by_tcp.iter().any(|pair| pair.ends_with(&listener)),
            "{name}: {by_tcp:?}"
        );
    }
    for process in [&mut root, &mut one, &mut same, &mut other] {
        assert_eq!(process.ask("leave"), "left");
    }
}
