//! `fragment`: parts in any order, repeated, or missing.

use std::time::Duration;

use hyla_net::modules::{FragmentSpec, ModuleSpec};
use proptest::prelude::*;

use crate::pair::{Pair, best_effort, frame, named};

proptest! {
    #[test]
    fn parts_may_come_in_any_order_and_more_than_once(
        bytes in 1..20_000_usize,
        packet in 64..1472_u32,
        seed in any::<u64>(),
    ) {
        let spec = FragmentSpec { packet_bytes: Some(packet), ..FragmentSpec::default() };
        let mut pair = Pair::new(&[ModuleSpec::Fragment(spec)], best_effort());
        let value = frame(1, bytes);
        pair.send(&value);

        let mut packets: Vec<_> = pair.sender.given.wire.drain(..).collect();
        prop_assert!(packets.iter().all(|one| one.len() <= packet as usize));
        let mut random = fastrand::Rng::with_seed(seed);
        packets.extend(packets.clone());
        random.shuffle(&mut packets);
        for packet in &packets {
            pair.receiver.arrived(packet, pair.now);
        }

        prop_assert_eq!(pair.heard(), &[value][..]);
        prop_assert_eq!(pair.receiver.counter("fragment.malformed"), 0);
        prop_assert_eq!(pair.receiver.chain.due(), None);
    }
}

#[test]
fn a_message_of_which_a_part_is_lost_is_given_up_in_time_and_others_pass() {
    let mut pair = Pair::new(&named(&["fragment"]), best_effort());
    pair.send(&frame(0, 5000));
    pair.sender.given.wire.remove(2);
    pair.carry();
    pair.send(&frame(1, 5000));
    pair.carry();
    assert_eq!(pair.heard(), [frame(1, 5000)]);

    pair.pass(Duration::from_millis(600));
    assert_eq!(pair.receiver.counter("fragment.abandoned"), 1);
    assert_eq!(pair.receiver.counter("fragment.reassembled"), 1);
    assert_eq!(pair.receiver.chain.due(), None);
}

#[test]
fn a_part_of_a_message_that_is_done_with_does_not_begin_it_anew() {
    let mut pair = Pair::new(&named(&["fragment"]), best_effort());
    pair.send(&frame(0, 5000));
    let late = pair.sender.given.wire[1].clone();
    pair.carry();

    pair.receiver.arrived(&late, pair.now);
    assert_eq!(pair.heard().len(), 1);
    assert_eq!(pair.receiver.counter("fragment.doubled"), 1);
    assert_eq!(pair.receiver.chain.due(), None);
}

#[test]
fn incomplete_messages_take_no_more_memory_than_is_given() {
    let mut pair = Pair::new(&named(&["fragment"]), best_effort());
    let message = vec![7; 40 << 20];
    for _ in 0..5 {
        pair.send(&message);
        pair.sender.given.wire.truncate(1);
        pair.carry();
    }
    // 128 MiB have room for three of them.
    assert_eq!(pair.receiver.counter("fragment.abandoned"), 2);
}

#[test]
fn many_small_incomplete_messages_are_bounded_too() {
    let mut pair = Pair::new(&named(&["fragment"]), best_effort());
    for number in 0..5000 {
        pair.send(&frame(number, 2000));
        pair.sender.given.wire.truncate(1);
        pair.carry();
    }
    assert_eq!(pair.receiver.counter("fragment.abandoned"), 5000 - 1024);
}
