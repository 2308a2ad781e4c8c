//! `impair` follows its parameters reproducibly; `sequence` repairs the order.

use std::time::{Duration, Instant};

use hyla_net::modules::{Distribution, ImpairSpec, ModuleSpec};
use proptest::prelude::*;

use crate::pair::{Pair, best_effort, frame};

const MS: Duration = Duration::from_millis(1);

fn pair(spec: ImpairSpec) -> Pair {
    Pair::new(&[ModuleSpec::Impair(spec)], best_effort())
}

/// Sends that many packets, one each millisecond; gives when each arrived, by its number.
fn arrivals(spec: ImpairSpec, packets: usize) -> Vec<(usize, Duration)> {
    let mut pair = pair(spec);
    let mut arrivals = Vec::new();
    for number in 0..packets {
        pair.send(&frame(number, 100));
        let until = pair.now + MS;
        while step(&mut pair, until, &mut arrivals) {}
    }
    let until = pair.now + 100_000 * MS;
    while step(&mut pair, until, &mut arrivals) {}
    arrivals
}

fn step(pair: &mut Pair, until: Instant, arrivals: &mut Vec<(usize, Duration)>) -> bool {
    for packet in pair.sender.given.wire.drain(..) {
        let number = u32::from_le_bytes(*packet.first_chunk().unwrap()) as usize;
        arrivals.push((number, pair.now - pair.start));
    }
    let more = pair.sender.chain.due().filter(|due| *due <= until);
    pair.now = more.unwrap_or(until);
    pair.sender.turn(pair.now);
    more.is_some()
}

fn mean_delay(arrivals: &[(usize, Duration)]) -> f64 {
    let delays = arrivals
        .iter()
        .map(|&(number, at)| (at - number as u32 * MS).as_secs_f64() * 1000.0);
    delays.sum::<f64>() / arrivals.len() as f64
}

#[test]
fn the_same_seed_gives_the_same_fate() {
    let spec = ImpairSpec {
        delay: 5 * MS,
        jitter: 2 * MS,
        distribution: Distribution::Pareto,
        loss: 0.2,
        duplicate: 0.1,
        reorder: 0.1,
        seed: 42,
        ..ImpairSpec::default()
    };
    let one = arrivals(spec.clone(), 500);
    assert_eq!(one, arrivals(spec.clone(), 500));
    assert_ne!(one, arrivals(ImpairSpec { seed: 43, ..spec }, 500));
}

#[test]
fn delays_are_distributed_as_asked() {
    for (distribution, least, mean, most) in [
        (Distribution::Constant, 50.0, 50.0, 50.0),
        (Distribution::Uniform, 49.9, 50.0, 50.1),
        (Distribution::Normal, 49.0, 50.0, 51.0),
        (Distribution::Pareto, 50.0, 50.05, 52.0),
    ] {
        // Less spread than the distance of packets, so that none waits for another.
        let spec = ImpairSpec {
            delay: 50 * MS,
            jitter: MS / 10,
            distribution,
            ..ImpairSpec::default()
        };
        let arrivals = arrivals(spec, 5000);
        assert_eq!(arrivals.len(), 5000);
        let found = mean_delay(&arrivals);
        assert!((found - mean).abs() < 0.02, "{distribution:?}: {found}");
        for &(number, at) in &arrivals {
            let delay = (at - number as u32 * MS).as_secs_f64() * 1000.0;
            assert!(
                (least..=most + 1e-6).contains(&delay),
                "{distribution:?}: {delay}"
            );
        }
    }
}

#[test]
fn spread_alone_reorders_nothing() {
    let spec = ImpairSpec {
        delay: 20 * MS,
        jitter: 15 * MS,
        distribution: Distribution::Normal,
        ..ImpairSpec::default()
    };
    assert!(arrivals(spec, 2000).is_sorted());
}

#[test]
fn as_many_packets_as_asked_are_lost_doubled_and_overtaken() {
    let spec = ImpairSpec {
        loss: 0.2,
        duplicate: 0.1,
        reorder: 0.1,
        reorder_by: 3 * MS,
        ..ImpairSpec::default()
    };
    let arrivals = arrivals(spec, 20_000);
    let expected = 20_000.0 * 0.8 * 1.1;
    assert!((arrivals.len() as f64 - expected).abs() < 300.0);
    let overtaken = arrivals
        .iter()
        .filter(|(number, at)| *at > *number as u32 * MS);
    assert!((overtaken.count() as f64 / expected - 0.1).abs() < 0.01);
}

#[test]
fn bursts_of_losses_are_as_long_as_asked() {
    let spec = ImpairSpec {
        burst_begin: 0.01,
        burst_end: 0.1,
        ..ImpairSpec::default()
    };
    let arrivals = arrivals(spec, 50_000);
    let bursts = arrivals.windows(2).filter(|two| two[1].0 > two[0].0 + 1);
    let length = (50_000 - arrivals.len()) as f64 / bursts.count() as f64;
    assert!((8.0..12.0).contains(&length), "{length}");
}

#[test]
fn bandwidth_spreads_a_burst_and_what_does_not_fit_is_lost() {
    let spec = ImpairSpec {
        bytes_per_second: 104_000,
        queue_bytes: 10_400,
        ..ImpairSpec::default()
    };
    let mut pair = pair(spec);
    for number in 0..150 {
        pair.send(&frame(number, 100));
    }
    let took = pair.settle(Duration::from_secs(10));

    // With their numbers packets have 104 bytes: a millisecond each, and a hundred of them fit.
    assert_eq!(pair.heard().len(), 100);
    assert_eq!(pair.sender.counter("impair.overflowed"), 50);
    assert_eq!(took, 100 * MS);
}

proptest! {
    #[test]
    fn best_effort_may_lose_but_never_doubles_or_reorders(
        seed in any::<u64>(),
        loss in 0.0..0.5,
        duplicate in 0.0..0.5,
        reorder in 0.0..0.5,
        by in 0..50_u32,
        sizes in prop::collection::vec(0..4000_usize, 1..200),
    ) {
        let spec = ImpairSpec {
            delay: MS,
            loss,
            duplicate,
            reorder,
            reorder_by: by * MS / 10,
            seed,
            ..ImpairSpec::default()
        };
        let mut specs = crate::pair::named(&["bundle", "fragment", "checksum"]);
        specs.push(ModuleSpec::Impair(spec));
        let mut pair = Pair::new(&specs, best_effort());
        for (number, &size) in sizes.iter().enumerate() {
            pair.send(&frame(number, size));
            pair.pass(MS / 5);
        }
        pair.settle(Duration::from_secs(60));

        let mut last = None;
        for heard in pair.heard() {
            let number = u32::from_le_bytes(*heard.first_chunk().unwrap()) as usize;
            prop_assert_eq!(heard, &frame(number, sizes[number]));
            prop_assert!(last < Some(number));
            last = Some(number);
        }
        if loss == 0.0 && reorder == 0.0 {
            prop_assert_eq!(pair.heard().len(), sizes.len());
        }
    }
}
