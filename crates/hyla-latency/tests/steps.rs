//! The six steps that verified the prototype of the Latency Server, in simulated time.

mod world;

use std::collections::BTreeSet;
use std::time::Duration;

use hyla_latency::estimator::{
    Basis, Connection, End, Estimator, Qos, Reason, Report, Settings, Validity,
};
use hyla_latency::profile::SizeBasis;
use hyla_latency::state::{Band, Load, RecentLoad};
use world::{
    SIZES, Wire, World, combinations, connection, hardness, load_of, port, profile, table,
    true_mean, true_percentile,
};

/// A world with a profile of all combinations and sizes.
fn profiled(seed: u64) -> World {
    let mut world = World::new(seed);
    let document = profile(&mut Wire::new(seed, 0.0), combinations(), &SIZES, 1000);
    world.estimator.set_profile(table(&document), Vec::new());
    world
}

/// The queueing term for a small message at 1 Gbit/s, both ways.
fn term_us(load: f64) -> f64 {
    2.0 * 1538.0 * 8.0 / 1e3 / (1.0 - load)
}

#[test]
fn step_1_state_logic_for_all_nine_processor_combinations_at_low_port_load() {
    let mut world = profiled(1);
    let id = world.connect(64, Qos::Mean);
    world.port = Some(0.4);

    let mut estimates = BTreeSet::new();
    for bands in combinations() {
        while world.estimator.poll_changed().is_some() {}
        world.set(bands);

        let answer = world.ask(id);
        assert_eq!(
            world.estimator.poll_changed(),
            Some(id),
            "{bands:?}: the change is told"
        );
        assert_eq!(answer.validity, Validity::Fresh, "{bands:?}");
        let state = answer.state;
        let (sender, receiver) = bands;
        assert_eq!(
            (state.sender, state.receiver),
            (Some(sender), Some(receiver))
        );
        assert_eq!(state.port, Some(port(0.4)));
        let estimate = answer.estimate.unwrap();
        assert!(
            estimates.insert(estimate.value_us.to_bits()),
            "{bands:?}: an estimate of its own"
        );
    }
}

#[test]
fn step_1_state_logic_for_all_nine_processor_combinations_at_high_port_load() {
    for load in [0.90, 0.95, 0.98] {
        let mut quiet = profiled(2);
        let mut busy = profiled(2);
        let ids = [&mut quiet, &mut busy].map(|world| world.connect(64, Qos::Mean));
        busy.port = Some(load);
        for bands in combinations() {
            quiet.set(bands);
            busy.set(bands);

            let without = quiet.ask(ids[0]).estimate.unwrap();
            let answer = busy.ask(ids[1]);
            let with = answer.estimate.unwrap();

            assert_eq!(answer.validity, Validity::Fresh);
            let added = with.value_us - without.value_us;
            assert!(
                (added / term_us(load) - 1.0).abs() < 1e-9,
                "{bands:?} at {load}: {added}"
            );
            // A model: the interval contains both the estimate without it and twice the term.
            assert!(with.contains(without.value_us));
            assert!(with.contains(without.value_us + 2.0 * term_us(load)));
        }
    }
}

#[test]
fn step_1_all_port_changes_at_low_processor_load() {
    let loads = [0.0, 0.5, 0.9, 0.95, 0.98, 0.995];
    for before in loads {
        for after in loads {
            let mut world = profiled(3);
            let (mean, bound) = (
                world.connect(64, Qos::Mean),
                world.connect(64, Qos::Bound(hardness(99.0))),
            );
            world.port = Some(before);
            world.report();
            while world.estimator.poll_changed().is_some() {}
            world.port = Some(after);
            world.report();

            let is_told = world.estimator.poll_changed().is_some();
            let matters = before != after && (before >= 0.9 || after >= 0.9);
            assert_eq!(is_told, matters, "{before} to {after}");
            let answers = [world.ask(mean), world.ask(bound)];
            for answer in answers {
                if after > 0.99 {
                    assert_eq!(answer.validity, Validity::Unknown(Reason::Saturated));
                    assert_eq!(answer.estimate, None);
                    continue;
                }
                assert_eq!(answer.validity, Validity::Fresh, "{before} to {after}");
                assert_eq!(answer.state.port, Some(port(after)));
            }
            if after < 0.99 {
                let base = true_mean((Band::Low, Band::Low), 64);
                let term = if after >= 0.9 { term_us(after) } else { 0.0 };
                let estimate = world.ask(mean).estimate.unwrap().value_us;
                assert!(
                    (estimate - base - term).abs() < 0.1 * base,
                    "{before} to {after}"
                );
            }
        }
    }
}

/// Ticks of two processors, as their kernel counts them, since the start.
struct Ticks {
    busy_s: f64,
    recent: RecentLoad,
}

impl Ticks {
    /// The report of a reading at this time, 20 ms after the last one under this load.
    fn read(&mut self, at: Duration, load: f64) -> Option<Report> {
        self.busy_s += 2.0 * load * 0.02;
        let busy = (self.busy_s * 100.0).floor();
        let idle = ((2.0 * at.as_secs_f64() - self.busy_s) * 100.0).floor();
        let processor = self.recent.read(at, busy, busy + idle, 1.0)?;
        Some(Report {
            processor,
            port: Some((0.1, 1e9)),
            valid_for: Duration::from_secs(1),
        })
    }
}

#[test]
fn step_1_a_change_of_the_local_load_gives_a_new_estimate_within_100_ms() {
    for (before, after) in [
        (0.17, 0.83),
        (0.17, 0.5),
        (0.5, 0.83),
        (0.83, 0.5),
        (0.83, 0.17),
    ] {
        let mut world = profiled(12);
        world.report();
        let id = world.connect(64, Qos::Bound(hardness(99.0)));
        let mut ticks = Ticks {
            busy_s: 0.0,
            recent: RecentLoad::default(),
        };
        let mut turn = |world: &mut World, load| {
            world.now += Duration::from_millis(20);
            if let Some(report) = ticks.read(world.now, load) {
                world.estimator.handle_report(world.now, "alpha", report);
            }
            world.ask(id)
        };
        for _ in 0..100 {
            turn(&mut world, before);
        }
        let old = turn(&mut world, before);

        let answers: Vec<_> = (0..5).map(|_| turn(&mut world, after)).collect();

        let wanted = Band::of(Load::new(after).unwrap());
        let new = answers.last().unwrap();
        assert_eq!(new.state.sender, Some(wanted), "{before} to {after}");
        assert_ne!(new.estimate, old.estimate);
        assert_eq!(new.validity, Validity::Fresh);
    }
}

#[test]
fn step_2_qos_1_for_every_size_and_state() {
    let mut world = profiled(4);
    let measured: Vec<_> = SIZES
        .map(|bytes| (bytes, world.connect(bytes, Qos::Mean)))
        .to_vec();
    let between: Vec<_> = [100, 700, 5000]
        .map(|bytes| (bytes, world.connect(bytes, Qos::Mean)))
        .to_vec();
    let (mut held, mut asked) = (0, 0);

    for bands in combinations() {
        world.set(bands);
        for (bytes, id) in &measured {
            let answer = world.ask(*id);
            assert_eq!(answer.basis, Basis::Profile(SizeBasis::Measured));
            assert_eq!(answer.samples, 1000);
            let estimate = answer.estimate.unwrap();
            let truth = true_mean(bands, *bytes);
            assert!(
                (estimate.value_us / truth - 1.0).abs() < 0.08,
                "{bands:?}, {bytes} bytes"
            );
            held += u32::from(estimate.contains(truth));
            asked += 1;
        }
        for (bytes, id) in &between {
            let answer = world.ask(*id);
            assert!(matches!(
                answer.basis,
                Basis::Profile(SizeBasis::Interpolated { .. })
            ));
            let estimate = answer.estimate.unwrap();
            held += u32::from(estimate.contains(true_mean(bands, *bytes)));
            asked += 1;
        }
    }

    assert_eq!(asked, 99);
    assert!(held >= 91, "{held} of {asked} intervals contain the mean");
}

#[test]
fn step_3_qos_2_for_many_hardness_values() {
    let mut world = profiled(5);
    let values: Vec<f64> = (50..=99).map(f64::from).chain([99.5, 99.9]).collect();
    let ids: Vec<_> = values
        .iter()
        .map(|per_cent| world.connect(512, Qos::Bound(hardness(*per_cent))))
        .collect();
    let (mut held, mut asked) = (0, 0);

    for bands in combinations() {
        world.set(bands);
        let mut last = 0.0;
        for (per_cent, id) in values.iter().zip(&ids) {
            let answer = world.ask(*id);
            let estimate = answer.estimate.unwrap();
            assert!(estimate.value_us >= last, "{bands:?}: {per_cent} %");
            last = estimate.value_us;
            held += u32::from(estimate.contains(true_percentile(bands, 512, per_cent / 100.0)));
            asked += 1;
            // A thousand messages do not determine the greatest of a thousand.
            assert_eq!(estimate.high_us.is_none(), *per_cent == 99.9);
        }
    }

    assert!(
        f64::from(held) >= 0.93 * f64::from(asked),
        "{held} of {asked}"
    );
}

#[test]
fn step_4_qos_3_is_consistent_with_qos_1_within_both_intervals() {
    let mut world = profiled(6);
    let sizes = [64, 1024, 8192];
    let ids: Vec<_> = sizes
        .iter()
        .map(|bytes| {
            (
                world.connect(*bytes, Qos::Mean),
                world.connect(*bytes, Qos::MeasuredMean),
            )
        })
        .collect();

    // Intervals of 95 % of two independent samples miss each other in about one of 170 pairs, and here are 27.
    let mut missed = Vec::new();
    for bands in combinations() {
        world.set(bands);
        let (_, first) = ids[0];
        let before = world.ask(first);
        assert!(
            before.is_updating && before.validity != Validity::Fresh,
            "{bands:?}"
        );
        // The largest size waits longest for its budget.
        world.run(1500.0);

        for (estimated, measured) in &ids {
            let (estimated, measured) = (world.ask(*estimated), world.ask(*measured));
            assert_eq!(measured.validity, Validity::Fresh, "{bands:?}");
            assert_eq!(measured.quantity, estimated.quantity);
            let (one, other) = (estimated.estimate.unwrap(), measured.estimate.unwrap());
            if !one.overlaps(&other) {
                missed.push((bands, one, other));
            }
            assert!(measured.samples >= 400 && measured.samples <= 1000);
        }
    }
    assert!(missed.len() <= 1, "{missed:?}");
}

#[test]
fn step_5_qos_4_is_monotone_in_hardness() {
    let mut world = World::new(7);
    let values = [50.0, 60.0, 75.0, 90.0, 95.0, 99.0, 99.9];
    let ids = values.map(|per_cent| world.connect(64, Qos::MeasuredBound(hardness(per_cent))));

    for bands in [
        (Band::Low, Band::Low),
        (Band::High, Band::Middle),
        (Band::High, Band::High),
    ] {
        world.set(bands);
        world.run(60.0);

        let answers = ids.map(|id| world.ask(id));
        assert!(
            answers
                .iter()
                .all(|answer| answer.validity == Validity::Fresh),
            "{bands:?}"
        );
        let bounds = answers.map(|answer| answer.estimate.unwrap());
        for pair in bounds.windows(2) {
            assert!(pair[0].value_us <= pair[1].value_us);
            assert!(pair[0].low_us <= pair[1].low_us);
        }
        let median = true_percentile(bands, 64, 0.5);
        assert!(
            (bounds[0].value_us / median - 1.0).abs() < 0.15,
            "{bands:?}"
        );
    }
}

#[test]
fn step_6_six_connections_of_all_kinds_at_once() {
    let mut world = profiled(8);
    let qos = [
        Qos::Mean,
        Qos::Mean,
        Qos::Bound(hardness(99.0)),
        Qos::MeasuredMean,
        Qos::MeasuredMean,
        Qos::MeasuredBound(hardness(95.0)),
    ];
    let sizes = [64, 512, 64, 64, 256, 64];
    let ids: Vec<_> = qos
        .iter()
        .zip(sizes)
        .map(|(qos, bytes)| world.connect(bytes, *qos))
        .collect();

    for bands in combinations() {
        world.set(bands);
        world.run(90.0);

        for (id, bytes) in ids.iter().zip(sizes) {
            let answer = world.ask(*id);
            assert_eq!(answer.validity, Validity::Fresh, "{bands:?}: {id:?}");
            let estimate = answer.estimate.unwrap();
            let truth = match id.0 {
                2 => true_percentile(bands, bytes, 0.99),
                5 => true_percentile(bands, bytes, 0.95),
                _ => true_mean(bands, bytes),
            };
            assert!(
                (estimate.value_us / truth - 1.0).abs() < 0.25,
                "{bands:?}: {id:?}"
            );
        }
    }
}

#[test]
fn step_6_a_thousand_connections_at_once() {
    let mut estimator = Estimator::new(Settings::default());
    let document = profile(&mut Wire::new(9, 0.0), combinations(), &SIZES, 200);
    estimator.set_profile(table(&document), Vec::new());
    let mut wire = Wire::new(10, 0.0);
    let hosts: Vec<String> = (0..20).map(|index| format!("host-{index}")).collect();
    let mut now = Duration::from_secs(1);
    let ids: Vec<_> = (0..1000usize)
        .map(|index| {
            let qos = match index % 6 {
                0 | 1 => Qos::Mean,
                2 => Qos::Bound(hardness(99.0)),
                3 | 4 => Qos::MeasuredMean,
                _ => Qos::MeasuredBound(hardness(90.0)),
            };
            let what = Connection {
                from: End::host(&hosts[index % 20]),
                to: End::host(&hosts[(index / 20 + index + 1) % 20]),
                ..connection(SIZES[index % 3], qos)
            };
            estimator.connect(now, what).unwrap()
        })
        .collect();

    let bands = (Band::Low, Band::Low);
    let end = Duration::from_secs(120);
    while now < end {
        for host in &hosts {
            let report = Report {
                processor: load_of(Band::Low),
                port: Some((0.2, 1e9)),
                valid_for: Duration::from_secs(3),
            };
            estimator.handle_report(now, host, report);
        }
        while let Some(action) = estimator.poll_action(now) {
            let hyla_latency::estimator::Action::Measure {
                measurement,
                bytes,
                round_trips,
                ..
            } = action;
            let times = wire.round_trips_us(bands, bytes, round_trips);
            estimator.handle_measured(now, measurement, &times);
        }
        now += Duration::from_secs(1);
    }

    let answers: Vec<_> = ids
        .iter()
        .map(|id| estimator.ask(now, *id).unwrap())
        .collect();
    let fresh = answers
        .iter()
        .filter(|answer| answer.validity == Validity::Fresh);
    assert_eq!(fresh.count(), 1000);
    // No pair spends more than the capacity and the rate of an idle pair.
    let most = answers
        .iter()
        .map(|answer| answer.spent_bytes)
        .max()
        .unwrap();
    assert!(most <= 125_000 + 120 * 12_500, "{most}");
}
