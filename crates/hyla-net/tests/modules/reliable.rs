//! `retransmit`: nothing is lost, duplicated or reordered, under any network faults.

use std::time::Duration;

use hyla_net::Pressure;
use hyla_net::modules::{Distribution, ImpairSpec, ModuleSpec, RateLimitSpec, RetransmitSpec};
use proptest::prelude::*;

use crate::pair::{Pair, frame, named, reliable};

fn chain(first: &[&str], impair: ImpairSpec) -> Vec<ModuleSpec> {
    let mut specs = named(first);
    specs.push(ModuleSpec::Impair(impair));
    specs
}

fn bad_network(seed: u64) -> ImpairSpec {
    ImpairSpec {
        delay: Duration::from_millis(10),
        jitter: Duration::from_millis(3),
        distribution: Distribution::Normal,
        loss: 0.3,
        burst_begin: 0.02,
        burst_end: 0.2,
        duplicate: 0.1,
        reorder: 0.2,
        reorder_by: Duration::from_millis(5),
        damage: 0.05,
        seed,
        ..ImpairSpec::default()
    }
}

fn impairment() -> impl Strategy<Value = ImpairSpec> {
    let distribution = prop_oneof![
        Just(Distribution::Constant),
        Just(Distribution::Uniform),
        Just(Distribution::Normal),
        Just(Distribution::Pareto),
    ];
    let times = (0..20_000_u64, 0..10_000_u64, 0..30_000_u64);
    let chances = (0.0..0.3, 0.0..0.05, 0.1..1.0, 0.0..0.3, 0.0..0.5, 0.0..0.1);
    (any::<u64>(), distribution, times, chances).prop_map(
        |(seed, distribution, (delay, jitter, by), (loss, begin, end, twice, reorder, damage))| {
            ImpairSpec {
                delay: Duration::from_micros(delay),
                jitter: Duration::from_micros(jitter),
                distribution,
                loss,
                burst_begin: begin,
                burst_end: end,
                duplicate: twice,
                reorder,
                reorder_by: Duration::from_micros(by),
                damage,
                seed,
                ..ImpairSpec::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_network_does_all_arrives_once_and_in_order(
        impair in impairment(),
        sizes in prop::collection::vec(0..5000_usize, 1..150),
        pause in 0..3000_u64,
        window in prop_oneof![Just(1_u32), Just(8), Just(64), Just(1024)],
    ) {
        let mut specs = chain(&["bundle", "fragment", "retransmit", "checksum"], impair);
        specs[2] = ModuleSpec::Retransmit(RetransmitSpec {
            window_packets: window,
            ..RetransmitSpec::default()
        });
        let mut pair = Pair::new(&specs, reliable());

        let frames: Vec<_> = sizes.iter().enumerate().map(|(i, &size)| frame(i, size)).collect();
        for frame in &frames {
            pair.send(frame);
            pair.pass(Duration::from_micros(pause));
        }
        pair.settle(Duration::from_secs(600));

        prop_assert_eq!(pair.heard(), &frames[..]);
        prop_assert_eq!(pair.sender.chain.unfinished(), 0);
    }
}

#[test]
fn thirty_percent_loss_with_bursts_is_overcome_in_time_that_grows_with_the_data() {
    let mut times = Vec::new();
    for messages in [2_000, 20_000] {
        let specs = chain(&["retransmit", "checksum"], bad_network(7));
        let mut pair = Pair::new(&specs, reliable());

        for number in 0..messages {
            pair.send(&frame(number, 1000));
        }
        let took = pair.settle(Duration::from_secs(600));

        assert_eq!(pair.heard().len(), messages);
        for (number, heard) in pair.heard().iter().enumerate() {
            assert_eq!(heard, &frame(number, 1000));
        }
        // About half of the packets are lost or damaged: repetitions must not exceed that much.
        let sent = pair.sender.counter("checksum.sealed");
        assert!(sent < 4 * messages as u64, "{sent} packets for {messages}");
        times.push(took);
    }
    assert!(times[1] < 20 * times[0], "{times:?}");
}

#[test]
fn without_losses_nothing_is_sent_twice_and_two_packets_share_an_acknowledgement() {
    let impair = ImpairSpec {
        delay: Duration::from_millis(2),
        ..ImpairSpec::default()
    };
    let mut pair = Pair::new(&chain(&["retransmit"], impair), reliable());

    for number in 0..10_000 {
        pair.send(&frame(number, 100));
        pair.pass(Duration::from_micros(10));
    }
    pair.settle(Duration::from_secs(60));

    assert_eq!(pair.heard().len(), 10_000);
    assert_eq!(pair.sender.counter("retransmit.resent_by_gap"), 0);
    assert_eq!(pair.sender.counter("retransmit.resent_by_timeout"), 0);
    assert!(pair.packets <= 15_001, "{}", pair.packets);
    let trip = pair.sender.counter("retransmit.round_trip_us");
    assert!((4_000..5_500).contains(&trip), "{trip}");
}

#[test]
fn a_lost_packet_is_sent_again_as_soon_as_later_ones_arrive() {
    let specs = named(&["retransmit"]);
    let mut pair = Pair::new(&specs, reliable());

    for number in 0..6 {
        pair.send(&frame(number, 10));
    }
    pair.sender.given.wire.remove(1);
    // Only acknowledgements need time.
    let took = pair.settle(Duration::from_secs(60));

    assert_eq!(pair.heard().len(), 6);
    assert_eq!(pair.sender.counter("retransmit.resent_by_gap"), 1);
    assert_eq!(pair.sender.counter("retransmit.resent_by_timeout"), 0);
    assert!(took <= Duration::from_millis(1), "{took:?}");
}

#[test]
fn a_network_that_is_dead_for_a_while_is_not_flooded() {
    let mut pair = Pair::new(&named(&["retransmit"]), reliable());
    for number in 0..1000 {
        pair.send(&frame(number, 1000));
    }

    let mut sent = 0;
    let until = pair.now + Duration::from_secs(30);
    while let Some(due) = pair.sender.chain.due().filter(|due| *due < until) {
        pair.now = pair.now.max(due);
        pair.sender.turn(pair.now);
        sent += pair.sender.given.wire.drain(..).count();
    }
    assert!(sent < 4000, "{sent}");

    pair.settle(Duration::from_secs(60));
    assert_eq!(pair.heard().len(), 1000);
}

#[test]
fn a_sender_is_told_to_wait_while_the_window_is_full() {
    let mut specs = named(&["retransmit"]);
    specs[0] = ModuleSpec::Retransmit(RetransmitSpec {
        window_packets: 4,
        queue_bytes: 1000,
        ..RetransmitSpec::default()
    });
    let mut pair = Pair::new(&specs, reliable());

    for number in 0..20 {
        pair.send(&frame(number, 100));
    }
    assert_eq!(pair.sender.chain.pressure(), Pressure::High);
    pair.settle(Duration::from_secs(60));

    assert_eq!(pair.sender.chain.pressure(), Pressure::Open);
    assert_eq!(pair.heard().len(), 20);
}

#[test]
fn behind_a_bottleneck_that_says_so_nothing_is_sent_again() {
    let mut specs = named(&["retransmit", "rate-limit"]);
    specs[1] = ModuleSpec::RateLimit(RateLimitSpec {
        bytes_per_second: 1_000_000,
        burst_bytes: 2000,
        queue_bytes: 100_000,
    });
    let mut pair = Pair::new(&specs, reliable());

    for number in 0..5000 {
        pair.send(&frame(number, 1000));
    }
    let took = pair.settle(Duration::from_secs(60));

    assert_eq!(pair.heard().len(), 5000);
    let again = pair.sender.counter("retransmit.resent_by_gap")
        + pair.sender.counter("retransmit.resent_by_timeout");
    assert_eq!(again, 0);
    assert!(took < Duration::from_millis(5200), "{took:?}");
}

#[test]
fn a_value_of_64_mib_arrives_over_datagrams() {
    let impair = ImpairSpec {
        delay: Duration::from_millis(1),
        loss: 0.05,
        ..ImpairSpec::default()
    };
    let specs = chain(&["bundle", "fragment", "retransmit"], impair);
    let mut pair = Pair::new(&specs, reliable());
    let value = frame(1, 64 << 20);

    pair.send(b"before");
    pair.send(&value);
    pair.send(b"after");
    pair.settle(Duration::from_secs(600));

    assert_eq!(pair.heard().len(), 3);
    assert!(pair.heard()[1] == value);
    assert_eq!(pair.receiver.counter("fragment.reassembled"), 1);
}

#[test]
fn behind_a_bottleneck_that_says_nothing_little_is_sent_in_vain() {
    let impair = ImpairSpec {
        delay: Duration::from_millis(5),
        bytes_per_second: 1_000_000,
        queue_bytes: 20_000,
        ..ImpairSpec::default()
    };
    let mut pair = Pair::new(&chain(&["retransmit"], impair), reliable());

    for number in 0..5000 {
        pair.send(&frame(number, 1000));
    }
    let took = pair.settle(Duration::from_secs(60));

    assert_eq!(pair.heard().len(), 5000);
    let lost = pair.sender.counter("impair.overflowed");
    assert!(lost < 3500, "{lost}");
    assert!(took < Duration::from_secs(6), "{took:?}");
}
