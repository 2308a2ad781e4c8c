//! Rules for chains: refusals with their reasons.

use std::time::{Duration, Instant};

use hyla_net::Reliability::{BestEffort, Reliable};
use hyla_net::modules::{Chain, Facts, FragmentSpec, ImpairSpec, ModuleSpec, RateLimitSpec, To};
use proptest::prelude::*;

use crate::pair::{End, Pair, best_effort, datagrams, frame, named, reliable, stream};

fn refusal(names: &[&str], facts: Facts) -> String {
    Chain::new(&named(names), facts).unwrap_err().to_string()
}

fn names(chain: &Chain) -> Vec<&'static str> {
    chain.specs().iter().map(ModuleSpec::name).collect()
}

#[test]
fn every_name_gives_the_module_of_that_name() {
    for name in ModuleSpec::names() {
        let spec = ModuleSpec::from_name(name).unwrap();
        assert_eq!(spec.name(), *name);
        assert_eq!(spec.check(), Ok(()));
    }
    assert_eq!(ModuleSpec::from_name("encrypt"), None);
}

#[test]
fn what_cannot_work_is_refused_with_the_reason() {
    for (names, facts, reason) in [
        (
            &["bundle", "bundle"][..],
            best_effort(),
            "module `bundle` is in the chain twice; once is enough",
        ),
        (
            &["fragment", "bundle"],
            best_effort(),
            "module `bundle` must come before `fragment` (a chain is named from the federate to the wire): bundling \
             fragments of a message has no benefit",
        ),
        (
            &["retransmit", "fragment"],
            reliable(),
            "module `fragment` must come before `retransmit` (a chain is named from the federate to the wire): otherwise \
             one lost fragment would repeat the whole message",
        ),
        (
            &["checksum", "retransmit"],
            reliable(),
            "module `retransmit` must come before `checksum` (a chain is named from the federate to the wire): packets \
             that the checksum drops must be sent again",
        ),
        (
            &["bundle", "fragment"],
            reliable(),
            "a reliable profile needs module `retransmit` in its chain, since datagrams may be lost",
        ),
        (
            &["retransmit", "multicast-emulation"],
            best_effort(),
            "modules `retransmit` and `multicast-emulation` exclude each other: acknowledgements of several members \
             cannot be distinguished",
        ),
    ] {
        assert_eq!(refusal(names, facts), reason);
    }
}

#[test]
fn a_chain_that_does_harm_is_refused_where_all_must_arrive() {
    let harm = [ModuleSpec::Impair(ImpairSpec {
        loss: 0.1,
        ..ImpairSpec::default()
    })];
    let refused = Chain::new(&harm, stream(Reliable)).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("`impair` loses, duplicates or reorders packets")
    );

    let late = [ModuleSpec::Impair(ImpairSpec {
        delay: Duration::from_millis(1),
        ..ImpairSpec::default()
    })];
    assert!(Chain::new(&late, stream(Reliable)).is_ok());
}

#[test]
fn a_parameter_that_cannot_be_is_named() {
    let odd = ModuleSpec::Impair(ImpairSpec {
        loss: f64::NAN,
        ..ImpairSpec::default()
    });
    let refused = Chain::new(&[odd], best_effort()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "module `impair`: loss is NaN; it may be 0.0 to 1.0"
    );
}

#[test]
fn packets_too_small_for_the_chain_are_refused() {
    let facts = Facts {
        max_packet_bytes: 30,
        ..best_effort()
    };
    assert_eq!(
        refusal(&["fragment", "checksum"], facts),
        "module `fragment` needs packets of at least 33 bytes; 26 are left of those of the wire"
    );
}

#[test]
fn over_datagrams_packets_are_numbered_where_that_is_cheapest() {
    let chain = |names| Chain::new(&named(names), best_effort()).unwrap();

    assert_eq!(names(&chain(&[])), ["sequence"]);
    assert_eq!(
        names(&chain(&["bundle", "compress", "fragment", "checksum"])),
        ["bundle", "compress", "sequence", "fragment", "checksum"]
    );
    assert_eq!(
        names(&chain(&["bundle", "retransmit"])),
        ["bundle", "retransmit"]
    );
    let over_a_stream = Chain::new(&named(&["bundle"]), stream(Reliable)).unwrap();
    assert_eq!(names(&over_a_stream), ["bundle"]);
}

#[test]
fn a_frame_that_the_wire_would_not_take_is_refused_before_anything_happens() {
    let mut end = End::new(&named(&["bundle", "checksum"]), best_effort());
    let limit = end.chain.max_frame_bytes();

    let refused = end
        .chain
        .send(&vec![0; limit + 1], Instant::now(), &mut end.given)
        .unwrap_err();
    assert_eq!((refused.length, refused.limit), (limit + 1, limit));
    assert!(end.given.wire.is_empty());

    end.send(&vec![0; limit], Instant::now());
    assert!(end.given.wire[0].len() <= 1472);
}

#[test]
fn an_empty_chain_passes_everything_on() {
    let mut pair = Pair::new(&[], stream(Reliable));
    pair.send(b"kroak");
    pair.carry();
    assert_eq!(pair.heard(), [b"kroak"]);
}

#[test]
fn one_packet_to_a_group_becomes_one_to_each_member() {
    let facts = datagrams(BestEffort);
    let mut pair = Pair::new(
        &named(&["bundle", "multicast-emulation", "checksum"]),
        facts,
    );
    let now = pair.now;
    pair.sender.chain.set_members(&[3, 5, 8]);

    pair.send(b"to all");
    let to = std::mem::take(&mut pair.sender.given.to);
    assert_eq!(to, [3, 5, 8].map(To::Member));
    let copies = pair.sender.given.wire.clone();
    assert!(copies.iter().all(|copy| copy == &copies[0]));
    pair.receiver.arrived(&copies[0], now);
    assert_eq!(pair.heard(), [b"to all"]);

    pair.sender.chain.set_members(&[]);
    pair.now += Duration::from_secs(1);
    pair.send(b"to nobody");
    assert_eq!(pair.sender.counter("multicast-emulation.unheard"), 1);
    assert_eq!(pair.sender.counter("multicast-emulation.copies"), 3);
}

#[test]
fn parameters_change_while_the_lane_stands() {
    let mut specs = named(&["bundle", "retransmit", "rate-limit"]);
    let limit = |bytes_per_second| {
        ModuleSpec::RateLimit(RateLimitSpec {
            bytes_per_second,
            burst_bytes: 1000,
            ..RateLimitSpec::default()
        })
    };
    specs[2] = limit(1000);
    let mut pair = Pair::new(&specs, reliable());
    for number in 0..100 {
        pair.send(&frame(number, 1000));
    }
    pair.pass(Duration::from_millis(4500));
    assert!(pair.heard().len() < 7);

    pair.sender
        .chain
        .adjust(&limit(1_000_000), pair.now)
        .unwrap();
    assert_eq!(pair.sender.chain.specs()[2], limit(1_000_000));
    let took = pair.settle(Duration::from_secs(60));
    assert!(took < Duration::from_millis(5000), "{took:?}");
    assert_eq!(pair.heard().len(), 100);
}

#[test]
fn parameters_that_both_ends_must_know_are_fixed() {
    let mut chain = Chain::new(&named(&["fragment", "impair"]), best_effort()).unwrap();

    let refused = |chain: &mut Chain, spec: ModuleSpec| {
        chain.adjust(&spec, Instant::now()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&mut chain, ModuleSpec::Fragment(FragmentSpec::default())),
        "these parameters of module `fragment` are fixed while the lane is open"
    );
    assert_eq!(
        refused(&mut chain, ModuleSpec::RateLimit(RateLimitSpec::default())),
        "module `rate-limit` is not in the chain"
    );
    let odd = ImpairSpec {
        loss: 2.0,
        ..ImpairSpec::default()
    };
    assert_eq!(
        refused(&mut chain, ModuleSpec::Impair(odd)),
        "module `impair`: loss is 2.0; it may be 0.0 to 1.0"
    );
}

#[test]
fn harm_is_not_done_by_changing_parameters_either() {
    let harm = ModuleSpec::Impair(ImpairSpec {
        loss: 0.1,
        ..ImpairSpec::default()
    });
    let mut reliable = Chain::new(&named(&["impair"]), stream(Reliable)).unwrap();
    assert!(reliable.adjust(&harm, Instant::now()).is_err());
    // The chain would use numbers that the other end does not know.
    let mut unnumbered = Chain::new(&named(&["impair"]), stream(BestEffort)).unwrap();
    assert!(unnumbered.adjust(&harm, Instant::now()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn every_chain_that_is_accepted_carries_frames_and_keeps_to_the_packet_size(
        order in Just(ModuleSpec::names().to_vec()).prop_shuffle(),
        count in 0..6_usize,
        lossy in any::<bool>(),
        all in any::<bool>(),
        packet in 64..3000_usize,
        sizes in prop::collection::vec(0..9000_usize, 1..20),
    ) {
        let facts = Facts {
            max_packet_bytes: packet,
            lossy,
            reliability: if all { Reliable } else { BestEffort },
        };
        let specs = named(&order[..count]);
        prop_assume!(Chain::new(&specs, facts).is_ok());
        let mut pair = Pair::new(&specs, facts);

        let limit = pair.sender.chain.max_frame_bytes();
        let fitting = sizes.iter().filter(|&&size| size.max(4) <= limit);
        let frames: Vec<_> = fitting.enumerate().map(|(i, &size)| frame(i, size)).collect();
        for frame in &frames {
            pair.send(frame);
            for packet in &pair.sender.given.wire {
                prop_assert!(packet.len() <= facts.max_packet_bytes);
            }
        }
        pair.settle(Duration::from_secs(60));

        prop_assert_eq!(pair.heard(), &frames[..]);
    }
}
