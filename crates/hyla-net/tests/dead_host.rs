//! A lost host is detected, even without a close.
//!
//! The host vanishes when the test takes down the loopback interface of its own network namespace,
//! which requires a privilege.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::process::Command;
use std::time::Duration;

use hyla_net::{CloseReason, EndpointConfig};
use world::{Transport, pair};

const INSIDE: &str = "HYLA_NET_TEST_NAMESPACE";
const NAME: &str = "a_host_that_no_longer_answers_is_taken_for_lost";

#[test]
fn a_host_that_no_longer_answers_is_taken_for_lost() {
    if std::env::var_os(INSIDE).is_some() {
        return inside();
    }
    let made = Command::new("unshare")
        .args(["--net", "ip", "link", "set", "lo", "up"])
        .output();
    if !made.is_ok_and(|made| made.status.success()) {
        hyla_test_skips::skipped(
            "needs `unshare` and `ip` and the right to make a network namespace",
        );
        return;
    }
    let test = Command::new("unshare")
        .args([
            "--net",
            "sh",
            "-c",
            "ip link set lo up && exec \"$@\"",
            "sh",
        ])
        .arg(std::env::current_exe().unwrap())
        .args([NAME, "--exact", "--nocapture"])
        .env(INSIDE, "yes")
        .status()
        .unwrap();

    assert!(test.success());
}

fn inside() {
    let timeout = Duration::from_secs(1);
    let config = EndpointConfig {
        host_timeout: timeout,
        heartbeat: Duration::from_millis(50),
        ..EndpointConfig::default()
    };
    let mut p = pair(Transport::Tcp, &config);
    let down = Command::new("ip")
        .args(["link", "set", "lo", "down"])
        .status()
        .unwrap();
    assert!(down.success());
    p.a.until(|a| a.closed.len() == 1);

    assert_eq!(p.a.told.closed[0].1, CloseReason::HostLost(timeout));
}
