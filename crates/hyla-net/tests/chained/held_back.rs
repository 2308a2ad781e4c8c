//! Full chains: reliable senders wait, best effort is dropped.

use std::time::Duration;

use hyla_net::modules::{ModuleSpec, RateLimitSpec};
use hyla_net::{Channel, EndpointConfig, NoRoom, Pressure};

use super::world::numbered::{chain, is_increasing, numbered, numbers};
use super::world::{ALL, Driven, pair_with, until};
use super::{best_effort, counted, reliable};

fn slowly(queue_bytes: u32) -> ModuleSpec {
    ModuleSpec::RateLimit(RateLimitSpec {
        bytes_per_second: 2_000_000,
        burst_bytes: 5_000,
        queue_bytes,
    })
}

#[test]
fn a_rate_limit_has_a_reliable_sender_wait_whoever_polls() {
    for &transport in ALL {
        for polled in [true, false] {
            let profile = reliable(&[slowly(20_000)]);
            let p = pair_with(transport, &profile, &EndpointConfig::default());
            let mut b = p.b;
            let (driven, idle);
            if polled {
                (driven, idle) = (Some(Driven::new(p.a)), None);
            } else {
                (driven, idle) = (None, Some(p.a));
            }
            let channel = p.a_to_b.clone();
            let sender = std::thread::spawn(move || {
                let mut waited = 0;
                for number in 0..300 {
                    if channel.send_parts(&[&numbered(number, 1000)]).unwrap() == Pressure::High {
                        waited += 1;
                        channel.wait_for_room(None).unwrap();
                    }
                }
                // No other thread would send the rest.
                while channel.counters().queue_bytes > 0 && !polled {
                    channel.flush();
                    std::thread::sleep(Duration::from_millis(1));
                }
                waited
            });
            b.until(|b| b.frames.len() == 300);
            assert!(sender.join().unwrap() > 0, "{transport:?}");
            assert_eq!(numbers(&b.told.bodies()), (0..300).collect::<Vec<_>>());
            assert!(counted(&p.a_to_b, "rate-limit", "delayed") > 0);
            assert_eq!(counted(&p.a_to_b, "rate-limit", "dropped"), 0);
            assert!(p.a_to_b.counters().pressed_back > 0);
            drop((driven.map(Driven::stop), idle));
        }
    }
}

#[test]
fn a_rate_limit_of_best_effort_drops_what_is_too_much_and_counts_it() {
    for &transport in ALL {
        let profile = best_effort(&[slowly(20_000)]);
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());

        for number in 0..300 {
            let pressure = p.a_to_b.send_parts(&[&numbered(number, 1000)]).unwrap();
            assert_eq!(pressure, Pressure::Open);
        }
        until(&mut p.a, &mut p.b, |_, b| {
            b.frames.len() as u64 + p.a_to_b.counters().dropped.rate_limit == 300
        });
        assert!(is_increasing(&numbers(&p.b.told.bodies())));
        assert!(p.a_to_b.counters().dropped.rate_limit > 0, "{transport:?}");
    }
}

fn send_until_stuck(channel: &Channel) -> u32 {
    for number in 0.. {
        let pressure = channel.send_parts(&[&numbered(number, 10_000)]).unwrap();
        if pressure == Pressure::High
            && channel.wait_for_room(Some(Duration::from_millis(100))) == Err(NoRoom::TimedOut)
        {
            return number + 1;
        }
    }
    0
}

#[test]
fn a_receiver_that_pauses_holds_the_sender_and_gets_everything_later() {
    let config = EndpointConfig {
        send_queue_bytes: 100_000,
        ..EndpointConfig::default()
    };
    for &transport in ALL {
        for profile in [
            reliable(&chain(&["bundle", "checksum"])),
            best_effort(&chain(&["bundle", "checksum"])),
        ] {
            let p = pair_with(transport, &profile, &config);
            let (driven, mut b) = (Driven::new(p.a), p.b);
            let sent = send_until_stuck(&p.a_to_b);

            let held = p.a_to_b.counters().queue_bytes;
            assert!(held > 0 && held < 1_000_000, "{transport:?}: {held}");
            // No thread sends any more: the endpoint detects that there is room again.
            b.until(|b| b.frames.len() == sent as usize);
            assert_eq!(numbers(&b.told.bodies()), (0..sent).collect::<Vec<_>>());
            driven.stop();
        }
    }
}

#[test]
fn a_lane_that_stands_is_made_faster() {
    for &transport in ALL {
        let crawls = RateLimitSpec {
            bytes_per_second: 100,
            burst_bytes: 2_000,
            queue_bytes: 1 << 20,
        };
        let profile = reliable(&[ModuleSpec::RateLimit(crawls.clone())]);
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());
        for number in 0..100 {
            p.a_to_b.send_parts(&[&numbered(number, 1000)]).unwrap();
        }
        until(&mut p.a, &mut p.b, |_, b| !b.frames.is_empty());
        assert!(p.b.told.frames.len() < 10);

        // Unchanged, the rest would take a quarter of an hour.
        let fast = RateLimitSpec {
            bytes_per_second: 100_000_000,
            ..crawls
        };
        p.a_to_b.adjust(&ModuleSpec::RateLimit(fast)).unwrap();
        until(&mut p.a, &mut p.b, |_, b| b.frames.len() == 100);
        assert!(p.a_to_b.adjust(&chain(&["compress"])[0]).is_err());
    }
}
