//! Any input from the wire: no panic, no unbounded memory, and with a checksum nothing is delivered
//! that was not sent.

use std::time::Duration;

use hyla_net::Reliability::BestEffort;
use hyla_net::modules::ModuleSpec;
use proptest::prelude::*;

use crate::pair::{End, Pair, best_effort, frame, named, reliable, stream};

const CHAINS: &[&[&str]] = &[
    &["bundle"],
    &["fragment"],
    &["compress"],
    &["checksum"],
    &["sequence"],
    &["retransmit"],
    &["impair", "rate-limit", "multicast-emulation"],
    &["bundle", "compress", "fragment", "retransmit"],
    &["compress", "bundle", "sequence", "fragment"],
];

proptest! {
    #[test]
    fn random_bytes_do_no_harm(
        packets in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 1..50),
        kind in prop::option::of(0..3_u8),
    ) {
        for names in CHAINS {
            let mut end = End::new(&named(names), stream(BestEffort));
            let mut now = std::time::Instant::now();
            for packet in &packets {
                let mut packet = packet.clone();
                // So that more than one in eighty passes the first check.
                packet.extend(kind);
                end.arrived(&packet, now);
                now += Duration::from_millis(1);
                end.turn(now);
            }
        }
    }

    #[test]
    fn packets_that_were_changed_do_no_harm(
        which in 0..CHAINS.len(),
        changes in prop::collection::vec((any::<u16>(), any::<u8>(), any::<bool>()), 1..60),
    ) {
        let mut pair = Pair::new(&named(CHAINS[which]), stream(BestEffort));
        for (number, &(at, change, cut)) in changes.iter().enumerate() {
            pair.send(&frame(number, 2000));
            for packet in &mut pair.sender.given.wire {
                let at = usize::from(at) % packet.len().max(1);
                if cut {
                    packet.truncate(at);
                } else if let Some(byte) = packet.get_mut(at) {
                    *byte ^= change;
                }
            }
            pair.carry();
            pair.pass(Duration::from_micros(300));
        }
    }

    #[test]
    fn descriptions_of_chains_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(specs) = ModuleSpec::decode(&bytes) {
            let _ = hyla_net::modules::Chain::new(&specs, best_effort());
            let again = ModuleSpec::decode(&ModuleSpec::encode(&specs));
            prop_assert_eq!(again, Ok(specs));
        }
    }

    #[test]
    fn a_damaged_packet_is_dropped_and_counted(at in any::<usize>(), bit in 0..8_u8) {
        let mut pair = Pair::new(&named(&["checksum"]), best_effort());
        pair.send(&frame(0, 500));
        let packet = &mut pair.sender.given.wire[0];
        let at = at % packet.len();
        packet[at] ^= 1 << bit;
        pair.carry();

        prop_assert!(pair.heard().is_empty());
        prop_assert_eq!(pair.receiver.counter("checksum.damaged"), 1);
    }
}

#[test]
fn a_description_that_is_too_long_is_refused_unread() {
    let refused = ModuleSpec::decode(&[0; 2000]).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the description of the chain has 2000 bytes, more than 1024"
    );
    let all = named(ModuleSpec::names());
    assert!(ModuleSpec::encode(&all).len() < 256);
}

#[test]
fn a_compressed_packet_that_claims_too_much_is_dropped() {
    let mut end = End::new(&named(&["compress"]), stream(BestEffort));
    for claim in [u32::MAX, 64 << 20, 100_000] {
        let mut packet = vec![0; 10];
        packet.extend_from_slice(&claim.to_le_bytes());
        packet.push(1);
        end.arrived(&packet, std::time::Instant::now());
    }
    assert_eq!(end.counter("compress.malformed"), 3);
}

#[test]
fn packets_far_beyond_the_window_are_not_kept() {
    let mut end = End::new(&named(&["retransmit"]), reliable());
    let now = std::time::Instant::now();
    for ahead in [1024_u32, 100_000, u32::MAX / 2] {
        let mut packet = b"early".to_vec();
        packet.extend_from_slice(&ahead.to_le_bytes());
        packet.extend_from_slice(&0_u32.to_le_bytes());
        packet.push(0);
        end.arrived(&packet, now);
    }
    assert_eq!(end.counter("retransmit.beyond_window"), 3);
    assert_eq!(end.chain.due(), None);
}
