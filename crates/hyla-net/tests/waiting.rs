//! Every wait strategy delivers every frame, over every transport, and behaves as named.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use hyla_net::SharedTable;
use hyla_net::{EndpointConfig, Wait, Watch, Watched, WatchedPlaces, settle_postings};
use world::{ALL, Driven, Transport, World, pair};

const WAYS: [Wait; 4] = [
    Wait::Block,
    Wait::Yield(Duration::from_micros(50)),
    Wait::Yield(Duration::ZERO),
    Wait::Spin,
];

fn waiting(wait: Wait) -> EndpointConfig {
    EndpointConfig {
        wait,
        ..EndpointConfig::default()
    }
}

#[test]
fn frames_arrive_however_their_receiver_waits() {
    for wait in WAYS {
        for &transport in ALL {
            let p = pair(transport, &waiting(wait));
            let receiver = Driven::new(p.b);
            for number in 0..200_u32 {
                p.a_to_b.send_parts(&[&number.to_le_bytes()]).unwrap();
                if number % 50 == 0 {
                    // Time for the receiver to begin to wait.
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            let mut a = p.a;
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(20) {
                a.poll(Duration::from_millis(1));
            }
            let mut b = receiver.stop();
            b.until(|told| told.frames.len() == 200);
            let bodies: Vec<_> = (0..200_u32).map(u32::to_le_bytes).collect();
            assert_eq!(b.told.bodies(), bodies, "{wait}, {transport:?}");
        }
    }
}

#[test]
fn a_wait_ends_when_its_time_has_passed_or_it_is_woken() {
    for wait in WAYS {
        let (mut world, _at) = World::listening(waiting(wait));
        let start = Instant::now();
        world.poll(Duration::from_millis(10));
        assert!(start.elapsed() >= Duration::from_millis(10), "{wait}");

        let remote = world.endpoint.remote();
        let waker = std::thread::spawn(move || remote.wake());
        world.poll(world::WATCHDOG);
        waker.join().unwrap();
        assert!(start.elapsed() < world::WATCHDOG, "{wait}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn only_a_thread_that_spins_never_sleeps() {
    let sleeps = || -> u64 {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        let row = |line: &str| {
            Some(
                line.strip_prefix("voluntary_ctxt_switches:")?
                    .trim()
                    .parse(),
            )
        };
        status.lines().find_map(row).unwrap().unwrap()
    };
    for (wait, asleep) in [(Wait::Spin, false), (Wait::Block, true)] {
        let mut world = World::new(waiting(wait));
        let before = sleeps();
        world.poll(Duration::from_millis(10));
        assert_eq!(sleeps() > before, asleep, "{wait}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn buffers_and_rings_are_locked_as_far_as_was_asked() {
    let locked = || -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let row = |line: &str| {
            Some(
                line.strip_prefix("VmLck:")?
                    .trim()
                    .strip_suffix("kB")?
                    .trim()
                    .parse(),
            )
        };
        status.lines().find_map(row).unwrap().unwrap()
    };
    let config = EndpointConfig {
        locked_bytes: 1 << 20,
        ring_bytes: 64 << 10,
        ..EndpointConfig::default()
    };
    let p = pair(world::Transport::SharedMemory, &config);
    // Two endpoints, each with its read buffer (256 KiB) and both rings of a channel.
    let found = locked();
    assert!(
        (2 * (256 + 128)..=2 * 1024 + 64).contains(&found),
        "{found} kB are locked"
    );
    drop(p);
    assert!(locked() < found);
}

/// A thread that waits for a number on a board goes on when it is posted, however it waits, and not before.
#[test]
fn a_wait_ends_when_the_awaited_number_is_on_the_board() {
    const ROUNDS: u64 = 60;
    let transports: &[Transport] = if cfg!(target_os = "linux") {
        &[Transport::InProcess, Transport::SharedMemory]
    } else {
        &[Transport::InProcess]
    };
    for wait in WAYS {
        for &transport in transports {
            let mut p = pair(transport, &waiting(wait));
            let remote = p.a.endpoint.remote();
            let waiting = p.a_to_b.boards().expect("boards");
            let watched = Watched {
                boards: Some(waiting.clone()),
                row: None,
            };
            let places = WatchedPlaces::Each(vec![watched]);
            remote.watch(7, Watch { own: None, places });
            let poster = p.b_to_a.boards().expect("boards");
            let posting = std::thread::spawn(move || {
                for round in 1..=ROUNDS {
                    while poster.posted().is_none_or(|posted| posted[1] < round) {
                        std::thread::yield_now();
                    }
                    if round % 3 == 0 {
                        // Time for the other end to begin to sleep.
                        std::thread::sleep(Duration::from_millis(2));
                    }
                    poster.post(&[7, round, 0, 0, 0]);
                    settle_postings();
                    poster.rouse();
                }
            });
            let start = Instant::now();
            for round in 1..=ROUNDS {
                let has_come = || waiting.posted().is_some_and(|posted| posted[1] >= round);
                remote.await_boards(round);
                waiting.post(&[1, round, 0, 0, 0]);
                settle_postings();
                // One that is about something else may end before.
                while !has_come() {
                    p.a.poll(world::WATCHDOG);
                }
            }
            posting.join().unwrap();
            assert!(start.elapsed() < world::WATCHDOG, "{wait}, {transport:?}");
        }
    }
}

/// The same with rows of a table: who posts rouses the other one only if its row says that it sleeps.
#[cfg(target_os = "linux")]
#[test]
fn a_wait_ends_when_the_awaited_number_is_in_the_table() {
    // So many that the heartbeats of the channel, which end a wait at last, do not suffice.
    const ROUNDS: u64 = 150;
    for wait in WAYS {
        let mut p = pair(Transport::SharedMemory, &waiting(wait));
        let table = SharedTable::new(2).unwrap();
        p.a.endpoint.remote().watch(
            7,
            Watch {
                own: Some((table.clone(), 0)),
                places: WatchedPlaces::Rows(table.clone(), vec![1]),
            },
        );
        let poster = p.b_to_a.boards().expect("boards");
        let seen = table.clone();
        let posting = std::thread::spawn(move || {
            for round in 1..=ROUNDS {
                while seen.posted(0).is_none_or(|posted| posted[1] < round) {
                    std::thread::yield_now();
                }
                if round % 3 == 0 {
                    // Time for the other end to begin to sleep.
                    std::thread::sleep(Duration::from_millis(2));
                }
                seen.post(1, &[7, round, 0, 0, 0]);
                settle_postings();
                if seen.is_asleep(0) {
                    poster.rouse();
                }
            }
        });
        let start = Instant::now();
        for round in 1..=ROUNDS {
            p.a.endpoint.remote().await_boards(round);
            table.post(0, &[1, round, 0, 0, 0]);
            settle_postings();
            // One that is about something else may end before.
            while table.posted(1).is_none_or(|posted| posted[1] < round) {
                p.a.poll(world::WATCHDOG);
                assert!(!table.is_asleep(0), "{wait}");
            }
        }
        posting.join().unwrap();
        assert!(start.elapsed() < world::WATCHDOG, "{wait}");
    }
}
