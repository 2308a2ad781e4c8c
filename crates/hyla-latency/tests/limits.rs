//! What an estimator spends and keeps, whatever is asked of it.

mod world;

use std::time::Duration;

use hyla_latency::estimator::{Action, Estimator, Qos, Report, Settings};
use hyla_latency::state::Band;
use world::{World, connection, hardness};

/// Rate that all sizes between two hosts together keep, and bytes that they save.
const LIMIT: u64 = 125_000;

#[test]
fn many_sizes_between_two_hosts_keep_the_limit_together() {
    let mut world = World::new(1);
    world.set((Band::Low, Band::Low));
    let ids: Vec<_> = (0..100)
        .map(|n| world.connect(64 + n, Qos::MeasuredMean))
        .collect();

    world.run(20.0);

    let spent: u64 = ids.iter().map(|id| world.ask(*id).spent_bytes).sum();
    assert!(spent <= LIMIT + 20 * LIMIT, "{spent}");
    assert!(spent > 10 * LIMIT, "{spent}: all are measured");
    // Those that remain share what the others had.
    for id in &ids[10..] {
        world.estimator.disconnect(*id);
    }
    let before: u64 = ids[..10].iter().map(|id| world.ask(*id).spent_bytes).sum();
    world.run(20.0);
    let spent: u64 = ids[..10].iter().map(|id| world.ask(*id).spent_bytes).sum();
    assert!(spent - before > 5 * LIMIT, "{}", spent - before);
}

#[test]
fn a_connection_ends_when_nobody_has_asked_for_it_for_so_long() {
    let mut world = World::new(1);
    let [leased, asked, kept] = [64, 65, 66].map(|bytes| world.connect(bytes, Qos::MeasuredMean));
    for id in [leased, asked] {
        world
            .estimator
            .lease(world.now, id, Duration::from_secs(10));
    }
    world.run(10.0);
    world.estimator.renew_lease(world.now, asked);
    assert_eq!(world.estimator.end_leases(world.now), []);

    world.run(1.0);
    let ended = world.estimator.end_leases(world.now);

    assert_eq!(ended, [leased]);
    assert_eq!(world.estimator.ask(world.now, leased), None);
    world.run(1000.0);
    assert_eq!(world.estimator.end_leases(world.now), [asked]);
    assert!(world.estimator.ask(world.now, kept).is_some());
    // Nothing measures for those that ended.
    let spent = world.ask(kept).spent_bytes;
    assert!(spent > 0 && world.estimator.len() == 1);
}

#[test]
fn a_connection_that_is_made_again_and_again_has_one_budget() {
    let mut world = World::new(1);
    let mut spent = 0;
    for _ in 0..50 {
        let id = world.connect(1000, Qos::MeasuredMean);
        world.run(0.1);
        spent = world.ask(id).spent_bytes;
        assert!(world.estimator.disconnect(id));
    }

    // 5 s.
    assert!(spent <= LIMIT + 5 * 12_500 + 2132, "{spent}");
}

#[test]
fn round_trips_that_were_not_made_are_not_paid() {
    let mut world = World::new(1);
    let id = world.connect(64, Qos::MeasuredMean);
    let Some(Action::Measure { measurement, .. }) = world.estimator.poll_action(world.now) else {
        panic!("nothing is measured");
    };
    // A long way: ten of a hundred.
    world
        .estimator
        .handle_measured(world.now, measurement, &[30_000.0; 10]);

    assert_eq!(world.ask(id).spent_bytes, 10 * 2 * (64 + 66));
}

#[test]
fn what_is_no_longer_used_is_forgotten() {
    let mut estimator = Estimator::new(Settings::default());
    let mut now = Duration::ZERO;
    let mut sizes = Vec::new();
    for round in 0..8u64 {
        for number in 0..2_500u64 {
            let mut what = connection(64, Qos::MeasuredBound(hardness(90.0)));
            what.to.host = format!("host {}", round * 10_000 + number);
            let id = estimator.connect(now, what).unwrap();
            if let Some(Action::Measure { measurement, .. }) = estimator.poll_action(now) {
                estimator.handle_measured(now, measurement, &[100.0; 100]);
            }
            let report = Report {
                processor: 0.1,
                port: None,
                valid_for: Duration::from_secs(1),
            };
            let host = format!("other {}", round * 10_000 + number);
            assert!(estimator.handle_report(now, &host, report));
            assert!(estimator.disconnect(id));
            now += Duration::from_millis(20);
        }
        sizes.push(format!("{estimator:?}").len());
    }

    assert!(sizes[7] < 2 * sizes[1], "{sizes:?}");
    // A clock step renews what is left, and only that.
    now = Duration::from_secs(1);
    let id = estimator
        .connect(now, connection(64, Qos::MeasuredMean))
        .unwrap();
    let mut measured = 0;
    while let Some(Action::Measure { measurement, .. }) = estimator.poll_action(now) {
        estimator.handle_measured(now, measurement, &[100.0; 100]);
        measured += 1;
        now += Duration::from_millis(1);
        assert!(measured < 100);
    }
    assert!(measured >= 4);
    assert!(estimator.ask(now, id).unwrap().estimate.is_some());
}

#[test]
fn hosts_that_clients_report_have_a_limit() {
    let settings = Settings {
        most_connections: 1000,
        ..Settings::default()
    };
    let mut estimator = Estimator::new(settings);
    let mut report = |now: Duration, host: String| {
        let report = Report {
            processor: 0.1,
            port: None,
            valid_for: Duration::from_secs(60),
        };
        estimator.handle_report(now, &host, report)
    };
    let now = Duration::from_secs(1);
    let known = (0..3000)
        .filter(|n| report(now, format!("host {n}")))
        .count();

    assert_eq!(known, 2000);
    assert!(report(now, "host 0".to_owned()), "it is known");
    // The others have fallen silent.
    let later = Duration::from_secs(100);
    assert!((0..2000).all(|n| report(later, format!("later {n}"))));
}

#[test]
fn numbers_of_connections_begin_anew_behind_the_last_and_spare_those_in_use() {
    let settings = Settings {
        first_connection: u32::MAX,
        ..Settings::default()
    };
    let mut estimator = Estimator::new(settings);
    let mut connect = || {
        let made = estimator.connect(Duration::ZERO, connection(64, Qos::Mean));
        made.unwrap().0
    };

    assert_eq!([connect(), connect(), connect()], [u32::MAX, 0, 1]);
}
