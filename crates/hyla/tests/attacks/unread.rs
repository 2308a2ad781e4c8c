//! Callers that fill the memory of others: they send on and do not read, or begin and do not end.

use std::net::TcpStream;
use std::time::Instant;

use hyla_core::message::{Echo, relay_frame};

use crate::beside::Scene;
use crate::connections::is_closed;
use crate::healthy::FEDERATION;
use crate::native::{frame, greet, join, say, until_closed};
use crate::rti::{WATCHDOG, pause};

/// A small queue for each session, of which the RTI holds a multiple at most.
const SMALL_QUEUES: &[&str] = &["--set=channel.send_queue_bytes=65536"];

/// Frames of 1 MiB that are sent at most: more than the RTI may hold, and than sockets do.
const MOST: usize = 300;

/// Sends the frame again and again, until the RTI has closed the session.
fn send_on(sender: &mut TcpStream, frame: &[u8]) {
    for _ in 0..MOST {
        say(sender, frame);
    }
    until_closed(sender);
}

#[test]
fn who_sends_on_to_a_federate_that_does_not_read_is_removed() {
    let scene = Scene {
        settings: SMALL_QUEUES,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let address = target.address.clone();
            move || {
                let (_silent, receiver, _) = join(&address, FEDERATION);
                let (mut sender, ..) = join(&address, FEDERATION);
                let mut relayed = Vec::new();
                relay_frame(receiver, &mut relayed);
                relayed.resize(1 << 20, 0);
                send_on(&mut sender, &frame(&relayed));
            }
        },
        |rti| rti.until_refused("violation", 1),
    );
}

#[test]
fn who_asks_on_and_never_reads_the_answers_is_removed() {
    let scene = Scene {
        settings: SMALL_QUEUES,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let address = target.address.clone();
            move || {
                let (mut asker, ..) = join(&address, FEDERATION);
                let mut question = Vec::new();
                Echo::long(1, 1, 1 << 20).put(&mut question);
                send_on(&mut asker, &frame(&question));
            }
        },
        |rti| rti.until_refused("violation", 1),
    );
}

#[test]
fn who_only_greets_leaves_a_limited_number_of_messages_unfinished() {
    const LARGEST: u32 = 1_000_000;
    let scene = Scene {
        settings: &["--set=channel.max_frame_bytes=1000000"],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let address = target.address.clone();
            move || {
                // Eight of the largest size may be unfinished.
                let mut callers: Vec<_> = (0..20).map(|_| greet(&address)).collect();
                let length = LARGEST.to_le_bytes();
                let begun = [&length[..], &vec![0; LARGEST as usize - 1]].concat();
                for caller in &mut callers {
                    say(caller, &begun);
                    caller.set_nonblocking(true).unwrap();
                }
                let start = Instant::now();
                while callers.len() > 9 {
                    callers.retain_mut(|caller| !is_closed(caller));
                    assert!(start.elapsed() < WATCHDOG, "{} are left", callers.len());
                    pause();
                }
            }
        },
        |rti| rti.until_refused("crowded", 11),
    );
}
