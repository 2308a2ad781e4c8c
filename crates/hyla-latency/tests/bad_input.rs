//! Unreliable inputs give a wider interval or none, and never a fresh answer.

mod world;

use std::time::Duration;

use hyla_latency::estimator::{
    Action, Answer, ConnectError, ConnectionId, Measuring, Qos, Reason, Report, Settings, Validity,
};
use hyla_latency::profile::Quantity;
use hyla_latency::state::{Band, PairState};
use world::{LOADS, SIZES, Wire, World, combinations, connection, hardness, profile, table};

fn profiled() -> (World, ConnectionId) {
    let mut world = World::new(1);
    let document = profile(&mut Wire::new(1, 0.0), combinations(), &SIZES, 500);
    world.estimator.set_profile(table(&document), Vec::new());
    let id = world.connect(64, Qos::Bound(hardness(90.0)));
    world.set((Band::Low, Band::Low));
    (world, id)
}

fn width(answer: &Answer) -> f64 {
    answer.estimate.map_or(f64::INFINITY, |estimate| {
        estimate
            .high_us
            .map_or(f64::INFINITY, |high| high - estimate.low_us)
    })
}

fn wait(world: &mut World, seconds: u64) {
    world.now += Duration::from_secs(seconds);
}

#[test]
fn an_agent_that_stops_makes_the_interval_cover_every_state() {
    let (mut world, id) = profiled();
    world.port = None;
    world.report();
    let fresh = world.ask(id);

    wait(&mut world, 4);
    let stale = world.ask(id);

    assert_eq!(fresh.validity, Validity::Fresh);
    assert!(
        matches!(&stale.validity, Validity::Stale(Reason::ReportOld { host, .. }) if &**host == "alpha")
    );
    assert_eq!(
        (stale.state, stale.age),
        (PairState::default(), Some(Duration::from_secs(4)))
    );
    assert!(width(&stale) > 5.0 * width(&fresh));
    world.report();
    assert_eq!(world.ask(id), fresh);
}

#[test]
fn an_agent_that_stops_leaves_no_upper_end_if_a_port_lies_on_the_way() {
    let (mut world, id) = profiled();

    wait(&mut world, 4);

    assert_eq!(width(&world.ask(id)), f64::INFINITY);
}

#[test]
fn an_agent_that_never_answered_is_named() {
    let (mut world, _) = profiled();
    let mut what = connection(64, Qos::Mean);
    what.to.host = "gamma".to_owned();
    let id = world.estimator.connect(world.now, what).unwrap();

    let answer = world.ask(id);

    let Validity::Stale(reason) = answer.validity else {
        panic!("{:?}", answer.validity);
    };
    assert_eq!(reason.to_string(), "gamma has never reported its state");
    assert!(answer.estimate.is_some());
}

#[test]
fn an_agent_that_lies_is_not_believed() {
    for (processor, port) in [
        (7.4, None),
        (-0.1, None),
        (f64::NAN, None),
        (0.2, Some((1.5, 1e9))),
        (0.2, Some((0.1, 0.0))),
    ] {
        let (mut world, id) = profiled();
        let lie = Report {
            processor,
            port,
            valid_for: Duration::from_secs(3),
        };

        world.estimator.handle_report(world.now, "beta", lie);

        let answer = world.ask(id);
        assert!(
            matches!(answer.validity, Validity::Stale(Reason::Doubtful { .. })),
            "{lie:?}"
        );
        // What the other end has reported still holds.
        assert_eq!(answer.state.sender, Some(Band::Low));
        assert_eq!(answer.state.receiver, None);
    }
}

#[test]
fn a_source_that_fails_says_why_until_it_reports_again() {
    let (mut world, id) = profiled();

    world
        .estimator
        .handle_source_failed(world.now, "beta", "authentication failure");
    let failed = world.ask(id);
    world.report();

    let Validity::Stale(reason) = failed.validity else {
        panic!("{:?}", failed.validity);
    };
    assert_eq!(
        reason.to_string(),
        "no state of beta: authentication failure"
    );
    assert_eq!(world.ask(id).validity, Validity::Fresh);
}

#[test]
fn a_clock_that_goes_back_makes_everything_stale_until_it_is_renewed() {
    let (mut world, estimated) = profiled();
    let measured = world.connect(64, Qos::MeasuredMean);
    let live = world.connect(64, Qos::LiveBound(hardness(90.0)));
    world.run(20.0);
    for _ in 0..300 {
        world.estimator.handle_sample(world.now, live, 100.0);
    }
    let all = [estimated, measured, live];
    for id in all {
        assert_eq!(world.ask(id).validity, Validity::Fresh, "{id:?}");
    }

    world.now = Duration::from_secs(2);

    assert_eq!(
        world.ask(estimated).validity,
        Validity::Stale(Reason::ClockStep)
    );
    assert_eq!(
        world.ask(measured).validity,
        Validity::Unknown(Reason::ClockStep)
    );
    assert_eq!(world.ask(live).validity, Validity::Stale(Reason::ClockStep));
    world.run(20.0);
    world.estimator.handle_sample(world.now, live, 100.0);
    for id in all {
        assert_eq!(world.ask(id).validity, Validity::Fresh, "{id:?}");
    }
}

#[test]
fn a_clock_that_leaps_makes_everything_old() {
    let (mut world, estimated) = profiled();
    let measured = world.connect(64, Qos::MeasuredMean);
    world.run(20.0);

    wait(&mut world, 86_400);

    for id in [estimated, measured] {
        assert!(
            matches!(world.ask(id).validity, Validity::Stale(_)),
            "{id:?}"
        );
    }
}

#[test]
fn a_peer_that_vanishes_leaves_a_stale_answer_and_is_tried_less_and_less_often() {
    let (mut world, _) = profiled();
    let never = world.connect(128, Qos::MeasuredMean);
    let measured = world.connect(64, Qos::MeasuredMean);
    world.run(30.0);
    assert_eq!(world.ask(measured).validity, Validity::Fresh);
    let other = world.connect(256, Qos::MeasuredMean);
    assert_eq!(
        world.ask(other).validity,
        Validity::Unknown(Reason::NotMeasured)
    );

    world.reflects = false;
    world.set((Band::High, Band::High));
    world.run(600.0);

    let gone = world.ask(measured);
    assert!(
        matches!(gone.validity, Validity::Stale(Reason::StateChanged)),
        "{gone:?}"
    );
    assert!(gone.is_updating);
    let unknown = world.ask(other);
    assert!(matches!(
        unknown.validity,
        Validity::Unknown(Reason::PeerFailed { .. })
    ));
    assert!(
        unknown.spent_bytes < 2 * 322 * 100 * 16,
        "{}",
        unknown.spent_bytes
    );
    world.reflects = true;
    world.run(120.0);
    for id in [never, measured, other] {
        assert_eq!(world.ask(id).validity, Validity::Fresh, "{id:?}");
    }
}

#[test]
fn a_peer_that_vanishes_between_two_measurements_is_noticed_within_seconds() {
    let (mut world, _) = profiled();
    let ids = [64, 128, 256].map(|bytes| world.connect(bytes, Qos::MeasuredMean));
    world.run(30.0);
    for id in ids {
        let answer = world.ask(id);
        assert_eq!(answer.validity, Validity::Fresh);
        assert!(!answer.is_updating, "a look is no measurement");
    }

    world.reflects = false;
    // The interval of looks, and twice the time that a peer may take.
    world.run(5.0 + 2.0 * 2.1);

    for id in ids {
        let answer = world.ask(id);
        assert!(
            matches!(answer.validity, Validity::Stale(Reason::PeerFailed { .. })),
            "{answer:?}"
        );
    }
    world.reflects = true;
    world.run(70.0);
    for id in ids {
        assert_eq!(world.ask(id).validity, Validity::Fresh);
    }
}

#[test]
fn one_size_looks_for_all_whether_the_peer_is_there() {
    let (mut world, _) = profiled();
    for bytes in 64..68 {
        world.connect(bytes, Qos::MeasuredMean);
    }
    world.run(25.0);
    let before = world.round_trips;

    world.run(30.0);

    let looks = world.round_trips - before;
    assert!((5..=7).contains(&looks), "{looks}");
}

#[test]
fn times_that_cannot_be_count_as_a_failure() {
    let (mut world, _) = profiled();
    let id = world.connect(64, Qos::MeasuredMean);
    let Some(Action::Measure { measurement, .. }) = world.estimator.poll_action(world.now) else {
        panic!("nothing is measured");
    };

    world
        .estimator
        .handle_measured(world.now, measurement, &[100.0, -5.0]);

    assert!(matches!(
        world.ask(id).validity,
        Validity::Unknown(Reason::PeerFailed { .. })
    ));
}

#[test]
fn a_state_at_the_edge_of_a_band_does_not_measure_without_end() {
    let (mut world, _) = profiled();
    world.connect(64, Qos::MeasuredMean);
    world.run(10.0);
    let before = world.round_trips;

    for turn in 0..500 {
        world.loads.0 = if turn % 2 == 0 { 0.32 } else { 0.355 };
        world.run(0.1);
    }

    // Single round trips look whether the peer is there.
    assert!(world.round_trips <= before + 50 / 5 + 1);
    world.loads.0 = LOADS[1];
    world.run(10.0);
    assert!(world.round_trips > before);
}

#[test]
fn a_change_while_it_measures_begins_the_measurement_again() {
    // One request is a whole measurement.
    let settings = Settings {
        measuring: Measuring {
            round_trips: 100,
            ..Measuring::default()
        },
        ..Settings::default()
    };
    let mut world = World::with(1, 0.0, settings);
    let id = world.connect(64, Qos::MeasuredMean);
    world.set((Band::Low, Band::Low));
    let Some(Action::Measure {
        measurement,
        round_trips,
        ..
    }) = world.estimator.poll_action(world.now)
    else {
        panic!("nothing is measured");
    };
    let bands = (Band::High, Band::High);
    world.set(bands);
    let times = vec![1.0; round_trips as usize];
    world
        .estimator
        .handle_measured(world.now, measurement, &times);
    assert_eq!(world.ask(id).estimate, None);
    world.run(60.0);

    let estimate = world.ask(id).estimate.unwrap();

    assert!(
        estimate.contains(world::true_mean(bands, 64)),
        "{estimate:?}"
    );
}

#[test]
fn a_change_between_two_requests_drops_what_was_gathered() {
    let mut world = World::new(1);
    let id = world.connect(64, Qos::MeasuredMean);
    world.set((Band::Low, Band::Low));
    for _ in 0..3 {
        let Some(Action::Measure {
            measurement,
            round_trips,
            ..
        }) = world.estimator.poll_action(world.now)
        else {
            panic!("nothing is measured");
        };
        let times = vec![1.0; round_trips as usize];
        world
            .estimator
            .handle_measured(world.now, measurement, &times);
    }
    let bands = (Band::High, Band::High);
    world.set(bands);
    world.run(60.0);

    let estimate = world.ask(id).estimate.unwrap();

    assert!(
        estimate.contains(world::true_mean(bands, 64)),
        "{estimate:?}"
    );
}

#[test]
fn long_messages_are_measured_within_the_budget() {
    let (mut world, _) = profiled();
    let id = world.connect(8192, Qos::MeasuredMean);

    world.run(60.0);

    let spent = world.ask(id).spent_bytes;
    // The capacity, a minute of an idle pair, and one round trip.
    assert!(spent <= 125_000 + 60 * 12_500 + 16_516, "{spent}");
    assert!(spent > 60 * 12_500 / 2, "{spent}");
    let before = spent;
    world
        .estimator
        .handle_traffic(world.now, "alpha", "beta", 100e6);
    world.run(60.0);
    let spent = world.ask(id).spent_bytes - before;
    assert!(
        spent > 60 * 50_000 && spent <= 60 * 100_000 + 141_516,
        "{spent}"
    );
}

#[test]
fn no_profile_and_a_profile_without_the_combination_are_unknown() {
    let mut world = World::new(1);
    let id = world.connect(64, Qos::Mean);
    world.set((Band::High, Band::Low));
    assert_eq!(world.ask(id).validity, Validity::Unknown(Reason::NoProfile));

    let document = profile(&mut Wire::new(1, 0.0), [(Band::Low, Band::Low)], &[64], 500);
    world
        .estimator
        .set_profile(table(&document), vec!["kernel differs".to_owned()]);

    let answer = world.ask(id);
    assert!(matches!(
        answer.validity,
        Validity::Unknown(Reason::Profile(_))
    ));
    assert_eq!(answer.estimate, None);
    assert_eq!(*answer.warnings, ["kernel differs".to_owned()]);
}

#[test]
fn a_live_bound_needs_samples_and_grows_old_without_them() {
    let (mut world, _) = profiled();
    let id = world.connect(64, Qos::LiveBound(hardness(99.0)));
    assert_eq!(
        world.ask(id).validity,
        Validity::Unknown(Reason::FewSamples { more: 99 })
    );

    for _ in 0..99 {
        world.estimator.handle_sample(world.now, id, 250.0);
    }
    world.estimator.handle_sample(world.now, id, f64::NAN);
    let fresh = world.ask(id);
    wait(&mut world, 11);

    assert_eq!((fresh.validity, fresh.samples), (Validity::Fresh, 99));
    assert_eq!(fresh.estimate.unwrap().value_us, 250.0);
    assert_eq!(world.ask(id).validity, Validity::Stale(Reason::SamplesOld));
}

#[test]
fn connections_of_which_nothing_could_be_said_are_refused() {
    let (mut world, _) = profiled();
    let mut one_way = connection(64, Qos::MeasuredMean);
    one_way.quantity = Some(Quantity::OneWay);

    let refused = [one_way, connection(1 << 40, Qos::Mean)]
        .map(|what| world.estimator.connect(world.now, what).unwrap_err());

    assert_eq!(
        refused,
        [ConnectError::NotOneWay(3), ConnectError::TooLong(1 << 40)]
    );
}

#[test]
fn a_connection_that_is_dropped_measures_no_more_and_can_be_made_again() {
    let (mut world, _) = profiled();
    let id = world.connect(64, Qos::MeasuredMean);
    assert!(world.estimator.disconnect(id));
    assert!(!world.estimator.disconnect(id));
    world.run(10.0);
    assert_eq!(
        (world.round_trips, world.estimator.ask(world.now, id)),
        (0, None)
    );

    let again = world.connect(64, Qos::MeasuredMean);
    world.run(10.0);

    assert_eq!(world.ask(again).validity, Validity::Fresh);
}

#[test]
fn a_measurement_that_the_budget_makes_long_has_a_part_that_is_not_fresh() {
    let (mut world, _) = profiled();
    let id = world.connect(1024, Qos::MeasuredMean);
    let mut parts = Vec::new();
    for _ in 0..400 {
        world.run(0.5);
        let answer = world.ask(id);
        if answer.validity == Validity::Fresh {
            break;
        }
        if answer.estimate.is_some() {
            parts.push(answer);
        }
    }

    let whole = world.ask(id);
    assert_eq!(
        (&whole.validity, whole.is_updating),
        (&Validity::Fresh, false)
    );
    let first = parts.first().expect("an answer before the end");
    assert!(
        first.is_updating && first.samples < whole.samples / 2,
        "{first:?}"
    );
    for part in &parts {
        let reason = Reason::NotFinished { of: 1000 };
        assert_eq!(part.validity, Validity::Stale(reason), "{part:?}");
    }
    assert!(width(first) > 1.3 * width(&whole), "{first:?} {whole:?}");

    world.set((Band::High, Band::High));
    let changed = world.ask(id);
    assert_eq!(changed.validity, Validity::Stale(Reason::StateChanged));
    world.run(20.0);
    let part = world.ask(id);
    assert_eq!(
        part.validity,
        Validity::Stale(Reason::NotFinished { of: 1000 })
    );
    assert!(part.estimate.unwrap().value_us > 1.5 * changed.estimate.unwrap().value_us);
}
