//! `bundle`: when messages share a packet.

use std::time::Duration;

use hyla_net::Reliability::{BestEffort, Reliable};
use hyla_net::modules::{BundleSpec, ModuleSpec, RateLimitSpec};

use crate::pair::{Pair, best_effort, named, stream};

const US: Duration = Duration::from_micros(1);

#[test]
fn while_the_wire_is_idle_a_message_leaves_at_once() {
    let mut pair = Pair::new(&named(&["bundle"]), stream(Reliable));

    for _ in 0..3 {
        pair.send(b"kroak");
        assert_eq!(pair.sender.given.wire.len(), 1);
        pair.carry();
        pair.now += 20 * US;
    }
    assert_eq!(pair.sender.counter("bundle.bundles"), 3);
}

#[test]
fn messages_of_a_burst_share_bundles_for_the_gap_and_no_longer() {
    let mut pair = Pair::new(&named(&["bundle"]), stream(Reliable));
    let start = pair.now;

    for _ in 0..10 {
        pair.send(b"kroak");
    }
    assert_eq!(pair.sender.given.wire.len(), 1);
    assert_eq!(pair.sender.chain.due(), Some(start + 20 * US));
    pair.pass(20 * US);

    assert_eq!(pair.heard().len(), 10);
    assert_eq!(pair.sender.counter("bundle.bundles"), 2);
    assert_eq!(pair.sender.counter("bundle.messages"), 10);
    assert_eq!(pair.sender.counter("bundle.bytes"), 60);
    assert_eq!(pair.sender.chain.due(), None);
}

#[test]
fn a_full_bundle_leaves_before_the_gap_ends_and_fits_a_datagram() {
    let mut pair = Pair::new(&named(&["bundle", "fragment"]), best_effort());

    for _ in 0..100 {
        pair.send(&[7; 128]);
    }
    let sizes: Vec<_> = pair.sender.given.wire.iter().map(Vec::len).collect();

    // 11 messages of 130 bytes with their lengths, a number and a word that it is whole.
    assert_eq!(sizes[1..9], [11 * 130 + 5; 8]);
    assert_eq!(pair.sender.counter("fragment.split"), 0);
}

#[test]
fn what_is_not_adaptive_waits_for_the_gap_after_the_first_message() {
    let spec = BundleSpec {
        adaptive: false,
        gap: 100 * US,
        ..BundleSpec::default()
    };
    let mut pair = Pair::new(&[ModuleSpec::Bundle(spec)], stream(Reliable));
    let start = pair.now;

    pair.send(b"one");
    pair.now += 50 * US;
    pair.send(b"two");
    assert!(pair.sender.given.wire.is_empty());
    assert_eq!(pair.sender.chain.due(), Some(start + 100 * US));

    pair.pass(50 * US);
    assert_eq!(pair.heard(), [b"one", b"two"]);
}

#[test]
fn while_the_wire_is_held_up_messages_gather_until_it_is_free() {
    let mut pair = Pair::new(&named(&["bundle"]), stream(Reliable));
    let (now, sender) = (pair.now, &mut pair.sender);
    sender.chain.set_wire_busy(true, now, &mut sender.given);

    for _ in 0..5 {
        pair.send(b"kroak");
        pair.now += 1000 * US;
    }
    assert!(pair.sender.given.wire.is_empty());
    assert_eq!(pair.sender.chain.due(), None);

    let (now, sender) = (pair.now, &mut pair.sender);
    sender.chain.set_wire_busy(false, now, &mut sender.given);
    assert_eq!(sender.given.wire.len(), 1);
    pair.carry();
    assert_eq!(pair.heard().len(), 5);
}

#[test]
fn messages_gather_while_a_module_below_holds_packets_back() {
    let mut specs = named(&["bundle", "rate-limit"]);
    specs[1] = ModuleSpec::RateLimit(RateLimitSpec {
        bytes_per_second: 10_000,
        burst_bytes: 100,
        queue_bytes: 1 << 20,
    });
    let mut pair = Pair::new(&specs, stream(BestEffort));

    for _ in 0..1000 {
        pair.send(&[7; 99]);
        pair.pass(100 * US);
    }
    pair.settle(Duration::from_secs(60));

    assert_eq!(pair.heard().len(), 1000);
    let bundles = pair.sender.counter("bundle.bundles");
    assert!(bundles < 30, "{bundles}");
}

#[test]
fn a_flush_sends_what_has_gathered() {
    let mut pair = Pair::new(&named(&["bundle", "checksum"]), stream(Reliable));
    pair.send(b"one");
    pair.send(b"two");
    assert_eq!(pair.sender.chain.unfinished(), 1);

    let (now, sender) = (pair.now, &mut pair.sender);
    sender.chain.flush(now, &mut sender.given);
    pair.carry();

    assert_eq!(pair.heard(), [b"one", b"two"]);
    assert_eq!(pair.sender.chain.unfinished(), 0);
}

#[test]
fn what_gathered_under_other_parameters_is_not_forgotten() {
    let patient = BundleSpec {
        adaptive: false,
        gap: 100_000 * US,
        ..BundleSpec::default()
    };
    let mut pair = Pair::new(&[ModuleSpec::Bundle(patient)], stream(Reliable));
    pair.send(b"one");

    let eager = ModuleSpec::Bundle(BundleSpec::default());
    pair.sender.chain.adjust(&eager, pair.now).unwrap();
    pair.pass(US);
    assert_eq!(pair.heard(), [b"one"]);
}
