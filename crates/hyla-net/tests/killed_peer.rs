//! A process that is killed while it writes to shared memory: the other is notified, and nothing is
//! left.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hyla_net::{Address, Endpoint, EndpointConfig, Event};
use world::{WATCHDOG, World};

const TO: &str = "HYLA_NET_TEST_TO";
const NAME: &str = "a_peer_killed_while_it_writes_leaves_nothing_and_the_other_is_told";

/// The other process: pours frames until it is killed.
fn pour(to: &Address) -> ! {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
    let channel = endpoint.connect(to);
    println!("pouring");
    loop {
        for _ in 0..8 {
            channel.send_parts(&[&[7; 100_000]]).unwrap();
        }
        let _full = channel.wait_for_room(Some(Duration::from_millis(1)));
        endpoint
            .poll(Some(Duration::ZERO), &mut |event| {
                if let Event::Closed { reason, .. } = event {
                    panic!("{reason}");
                }
            })
            .unwrap();
    }
}

fn start(to: &Address) -> Child {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([NAME, "--exact", "--nocapture"])
        .env(TO, to.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let pouring = lines.map_while(Result::ok).find(|l| l.contains("pouring"));
    assert!(pouring.is_some());
    child
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn mappings() -> usize {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    maps.matches("hyla-channel").count()
}

#[test]
fn a_peer_killed_while_it_writes_leaves_nothing_and_the_other_is_told() {
    if let Ok(to) = std::env::var(TO) {
        pour(&to.parse().unwrap());
    }
    let (mut b, _) = World::listening(EndpointConfig::default());
    let to = b.endpoint.shared_memory_addresses().next().unwrap();
    let before = descriptors();
    for round in 1..=10 {
        let mut child = start(&to);
        let some = b.told.frames.len() + 3;
        b.until(|b| b.frames.len() >= some);
        assert_eq!(mappings(), 1);
        // Sometimes with a full ring, sometimes with an empty one.
        if round % 2 == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        b.until(|b| b.closed.len() == round);
        // Handles of the channel keep nothing else alive.
        assert!(b.told.accepted[round - 1].0.send_parts(&[b"x"]).is_err());
    }

    assert!(b.told.bodies().iter().all(|body| *body == [7; 100_000]));
    assert_eq!((descriptors(), mappings()), (before, 0));
    // A new peer works as usual.
    let deadline = Instant::now() + WATCHDOG;
    let mut friend = World::new(EndpointConfig::default());
    let channel = friend.endpoint.connect(&to);
    channel.send_parts(&[b"hello"]).unwrap();
    while b
        .told
        .frames
        .last()
        .is_none_or(|(_, bytes)| bytes != b"hello")
    {
        assert!(Instant::now() < deadline, "hangs");
        friend.poll(Duration::ZERO);
        b.poll(Duration::from_millis(1));
    }
}
