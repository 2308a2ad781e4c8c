//! Intervals contain the true percentile: 200 independent trials for each state, with fixed seeds.

mod world;

use hyla_latency::estimator::{Measuring, Qos, Settings, Validity};
use hyla_latency::state::{BANDS, Band};
use world::{Wire, World, combinations, hardness, profile, table, true_percentile};

const TRIALS: u64 = 200;
/// 93 % of the trials.
const LEAST: u32 = 186;

#[test]
fn a_bound_from_profile_and_state_lies_in_its_interval_in_93_per_cent_of_the_trials() {
    for (state, bands) in combinations().enumerate() {
        let mut held = [0u32; 3];
        let values = [0.5, 0.9, 0.99];
        for trial in 0..TRIALS {
            let mut wire = Wire::new(trial * 9 + state as u64, 0.0);
            let document = profile(&mut wire, [bands], &[64], 1000);
            let mut world = World::new(trial);
            world.estimator.set_profile(table(&document), Vec::new());
            world.set(bands);
            for (held, p) in held.iter_mut().zip(values) {
                let id = world.connect(64, Qos::Bound(hardness(p * 100.0)));
                let answer = world.ask(id);
                assert_eq!(answer.validity, Validity::Fresh);
                let truth = true_percentile(bands, 64, p);
                *held += u32::from(answer.estimate.unwrap().contains(truth));
            }
        }
        for (held, p) in held.into_iter().zip(values) {
            assert!(held >= LEAST, "{bands:?}, {p}: {held} of {TRIALS}");
        }
    }
}

/// Trials in which the measured bound for 90 % contains the true one, in each of these states.
fn measured(alike: f64, states: &[(Band, Band)]) -> Vec<u32> {
    let settings = Settings {
        // Fewer checks of the interval: less work.
        measuring: Measuring {
            at_once: 500,
            ..Measuring::default()
        },
        ..Settings::default()
    };
    let held = states.iter().enumerate().map(|(state, bands)| {
        let trials = (0..TRIALS).filter(|trial| {
            let mut world = World::with(trial * 9 + state as u64, alike, settings);
            world.set(*bands);
            let id = world.connect(64, Qos::MeasuredBound(hardness(90.0)));
            world.run(30.0);
            let answer = world.ask(id);
            assert_eq!(answer.validity, Validity::Fresh);
            let truth = true_percentile(*bands, 64, 0.9);
            answer
                .estimate
                .is_some_and(|estimate| estimate.contains(truth))
        });
        trials.count() as u32
    });
    held.collect()
}

#[test]
fn a_measured_bound_lies_in_its_interval_in_93_per_cent_of_the_trials() {
    let states: Vec<_> = combinations().collect();
    let held = measured(0.0, &states);

    assert!(
        held.iter().all(|held| *held >= LEAST),
        "{held:?} of {TRIALS}"
    );
}

#[test]
fn a_measured_bound_lies_in_its_interval_also_if_each_round_trip_is_like_the_one_before() {
    let states = BANDS.map(|band| (band, band));
    let held = measured(0.8, &states);

    let sum: u32 = held.iter().sum();
    assert!(sum >= 3 * LEAST, "{held:?} of {TRIALS}");
}
