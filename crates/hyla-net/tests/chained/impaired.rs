//! The network that `impair` simulates.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use hyla_net::modules::{Distribution, ImpairSpec, ModuleSpec};
use hyla_net::{CloseReason, EndpointConfig};

use super::world::numbered::{chain, is_increasing, numbered, numbers};
use super::world::{ALL, World, pair_with, until};
use super::{best_effort, counted, reliable};

fn bad_network() -> ImpairSpec {
    ImpairSpec {
        loss: 0.3,
        burst_begin: 0.01,
        burst_end: 0.2,
        duplicate: 0.05,
        reorder: 0.05,
        delay: Duration::from_millis(2),
        jitter: Duration::from_millis(1),
        distribution: Distribution::Normal,
        seed: 7,
        ..ImpairSpec::default()
    }
}

#[test]
fn delay_and_bandwidth_change_neither_order_nor_content() {
    for &transport in ALL {
        let far_away = ModuleSpec::Impair(ImpairSpec {
            delay: Duration::from_millis(20),
            jitter: Duration::from_millis(10),
            distribution: Distribution::Uniform,
            bytes_per_second: 10_000_000,
            ..ImpairSpec::default()
        });
        let profile = reliable(&[far_away]);
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());
        let mut sent = Vec::new();
        for number in 0..200 {
            sent.push(Instant::now());
            p.a_to_b.send_parts(&[&numbered(number, 500)]).unwrap();
        }

        let came = RefCell::new(Vec::new());
        until(&mut p.a, &mut p.b, |_, b| {
            came.borrow_mut().resize_with(b.frames.len(), Instant::now);
            b.frames.len() == 200
        });
        // However slow this machine is, nothing arrives too early.
        for (sent, came) in sent.iter().zip(came.into_inner()) {
            assert!(
                came - *sent >= Duration::from_millis(10),
                "{transport:?}: not delayed"
            );
        }
        assert_eq!(numbers(&p.b.told.bodies()), (0..200).collect::<Vec<_>>());
    }
}

#[test]
fn retransmit_makes_good_what_the_network_does() {
    for &transport in ALL {
        let mut modules = chain(&["bundle", "fragment", "retransmit", "checksum"]);
        if let ModuleSpec::Fragment(spec) = &mut modules[1] {
            spec.packet_bytes = Some(1400);
        }
        modules.push(ModuleSpec::Impair(ImpairSpec {
            damage: 0.01,
            ..bad_network()
        }));
        let profile = reliable(&modules);
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());
        for number in 0..500 {
            let length = if number % 100 == 0 { 50_000 } else { 200 };
            p.a_to_b.send_parts(&[&numbered(number, length)]).unwrap();
            p.b_to_a.send_parts(&[&numbered(number, 300)]).unwrap();
        }
        until(&mut p.a, &mut p.b, |a, b| {
            a.frames.len() == 500 && b.frames.len() == 500
        });
        for told in [&p.a.told, &p.b.told] {
            let expected: Vec<_> = (0..500).collect();
            assert_eq!(numbers(&told.bodies()), expected, "{transport:?}");
        }
        assert!(counted(&p.a_to_b, "impair", "lost") > 0);
        assert!(p.a_to_b.counters().retransmissions > 0);
    }
}

#[test]
fn best_effort_loses_and_counts_but_keeps_the_order() {
    for &transport in ALL {
        let profile = best_effort(&[ModuleSpec::Impair(bad_network())]);
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());
        for number in 0..1000 {
            p.a_to_b.send_parts(&[&numbered(number, 100)]).unwrap();
        }
        until(&mut p.a, &mut p.b, |_, _| {
            p.a_to_b.counters().queue_bytes == 0 && p.b_to_a.counters().frames_received > 400
        });
        for _ in 0..20 {
            p.b.poll(Duration::from_millis(1));
        }
        let heard = numbers(&p.b.told.bodies());
        assert!(is_increasing(&heard), "{transport:?}");
        assert!(heard.len() < 900, "{} came", heard.len());
        assert!(p.b_to_a.counters().dropped.missed > 0);
    }
}

#[test]
fn a_reliable_channel_that_would_lose_is_refused_at_once() {
    for &transport in ALL {
        let mut a = World::new(EndpointConfig::default());
        let (b, at) = World::listening(EndpointConfig::default());
        let to = b.address(transport, at);
        let profile = reliable(&[ModuleSpec::Impair(bad_network())]);

        let channel = a.endpoint.remote().connect_with(&to, &profile);
        a.until(|a| a.closed.len() == 1);
        let (id, reason) = &a.told.closed[0];
        assert_eq!(*id, channel.id());
        assert!(
            matches!(reason, CloseReason::WrongChain(words) if words.contains("retransmit")),
            "{reason}"
        );
    }
}
