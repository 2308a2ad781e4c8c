//! `rate-limit`: no more than so many bytes per second.

use std::time::Duration;

use hyla_net::Pressure;
use hyla_net::Reliability::{BestEffort, Reliable};
use hyla_net::modules::{ModuleSpec, RateLimitSpec};
use proptest::prelude::*;

use crate::pair::{Pair, frame, stream};

fn limit(bytes_per_second: u64, burst_bytes: u32, queue_bytes: u32) -> Vec<ModuleSpec> {
    vec![ModuleSpec::RateLimit(RateLimitSpec {
        bytes_per_second,
        burst_bytes,
        queue_bytes,
    })]
}

proptest! {
    #[test]
    fn in_no_stretch_of_time_more_passes_than_rate_and_burst_allow(
        rate in 10_000..1_000_000_u64,
        burst in 1..20_000_u32,
        traffic in prop::collection::vec((4..2000_usize, 0..20_000_u64), 1..100),
    ) {
        let mut pair = Pair::new(&limit(rate, burst, 1 << 30), stream(BestEffort));
        let mut passed = Vec::new();
        for (number, &(bytes, pause)) in traffic.iter().enumerate() {
            pair.send(&frame(number, bytes));
            let until = pair.now + Duration::from_micros(pause);
            loop {
                passed.extend(pair.sender.given.wire.drain(..).map(|one| (pair.now, one)));
                let due = pair.sender.chain.due();
                let Some(due) = due.filter(|due| number + 1 == traffic.len() || *due <= until) else {
                    break;
                };
                pair.now = pair.now.max(due);
                pair.sender.turn(pair.now);
            }
            pair.now = pair.now.max(until);
        }

        for (number, (_, packet)) in passed.iter().enumerate() {
            prop_assert_eq!(packet, &frame(number, traffic[number].0));
        }
        prop_assert_eq!(passed.len(), traffic.len());
        let largest = traffic.iter().map(|one| one.0).max().unwrap_or(0);
        let allowed = largest.max(burst as usize) as f64;
        for first in 0..passed.len() {
            let mut bytes = 0.0;
            for (at, packet) in &passed[first..] {
                let time = (*at - passed[first].0).as_secs_f64();
                bytes += packet.len() as f64;
                // Nanoseconds are rounded down for each packet.
                prop_assert!(bytes <= allowed + rate as f64 * time + 1.0);
            }
        }
    }
}

#[test]
fn best_effort_drops_what_has_no_room_to_wait() {
    let mut pair = Pair::new(&limit(1000, 100, 500), stream(BestEffort));
    for number in 0..20 {
        pair.send(&frame(number, 100));
    }
    pair.settle(Duration::from_secs(10));

    assert_eq!(pair.heard().len(), 6);
    assert_eq!(pair.sender.counter("rate-limit.dropped"), 14);
}

#[test]
fn a_reliable_sender_is_told_to_wait_and_loses_nothing() {
    let mut pair = Pair::new(&limit(1000, 100, 500), stream(Reliable));
    for number in 0..20 {
        pair.send(&frame(number, 100));
    }
    assert_eq!(pair.sender.chain.pressure(), Pressure::High);
    pair.settle(Duration::from_secs(10));

    assert_eq!(pair.sender.chain.pressure(), Pressure::Open);
    assert_eq!(pair.heard().len(), 20);
}
