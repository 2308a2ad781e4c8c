//! Measuring federates in Rust, as processes at an RTI of the test.
#![allow(clippy::unwrap_used, reason = "test code")]

mod federates;

use hyla_bench::job::{Job, Report, StreamRole, Work};

use self::federates::scenarios::{Scenario, round_trip, stop, stream};
use self::federates::{Done, Federate, Rti, in_both_models};

federates::scenarios::tests_of_scenarios!(performs);
federates::scenarios::tests_of_troubles!(Federate::start);

/// Does it in both callback models.
#[track_caller]
fn performs(name: &str, scenario: &Scenario) {
    let rti = Rti::start();
    for jobs in in_both_models(&rti.jobs(name, scenario.works.clone())) {
        (scenario.look)(&all_done(&jobs));
    }
}

/// All federates of these jobs, which must succeed.
#[track_caller]
fn all_done(jobs: &[Job]) -> Vec<Done> {
    let started: Vec<Federate> = jobs.iter().map(Federate::start).collect();
    let mut done = Vec::new();
    for federate in started {
        done.push(federate.done());
    }
    done
}

#[test]
fn a_round_trip_that_begins_late_is_counted_from_when_it_was_planned() {
    let rti = Rti::start();
    let work = Work::RoundTrip {
        bytes: 8,
        warm_up: 0,
        samples: 30,
        interval_us: 500,
        lost_after_ms: 5_000,
    };
    let mut jobs = rti.jobs("late", [work.clone(), work]);
    // Between two answers lie two milliseconds of computing, between two planned starts half of one.
    jobs[1].compute_us = 2_000;

    let done = all_done(&jobs);

    // The last was planned 14.5 ms after the first and is answered after 29 times 2 ms at least.
    let longest = done[0].histograms["round_trip"].buckets.last().unwrap().0;
    assert!(longest > 40_000_000, "{longest} ns");
}

#[test]
fn a_stream_without_a_rate_goes_as_fast_as_it_can() {
    let rti = Rti::start();
    let fast = Work::Stream {
        role: StreamRole::Both,
        bytes: 24,
        objects: 1,
        regions: 0,
        regions_of_receiver: 0,
        changes_per_s: 0.0,
        rate_per_s: 0.0,
        warm_up_ms: 20,
        run_ms: 100,
        trace_every: 0,
    };
    let jobs = rti.jobs("fast", [fast.clone(), fast]);

    for jobs in in_every_process_model(&jobs) {
        let done = all_done(&jobs);

        assert!(done[0].count("sent") > 0);
        assert_eq!(done[1].count("delivered"), done[0].count("sent"));
        assert_eq!(done[0].count("delivered"), done[1].count("sent"));
        assert!(done[0].histograms.is_empty());
    }
}

#[test]
fn receivers_whose_interests_change_get_everything_of_each_subscription() {
    let rti = Rti::start();
    let work = |role, changes_per_s| Work::Stream {
        role,
        bytes: 32,
        objects: 24,
        regions: 24,
        regions_of_receiver: 4,
        changes_per_s,
        rate_per_s: 4_800.0,
        warm_up_ms: 200,
        run_ms: 1_500,
        trace_every: 1,
    };
    let jobs = rti.jobs(
        "interests",
        [
            work(StreamRole::Sender, 0.0),
            work(StreamRole::Receiver, 40.0),
            work(StreamRole::Receiver, 40.0),
        ],
    );

    for jobs in in_both_models(&jobs) {
        let done = all_done(&jobs);

        for receiver in &done[1..] {
            assert_eq!(receiver.count("lost"), 0, "{:?}", receiver.metrics);
            assert_eq!(receiver.count("reordered"), 0);
            assert_eq!(receiver.count("reordered_after_changes"), 0);
            assert!(receiver.count("delivered") > 0);
            // On a busy machine there may be fewer than 60.
            assert!(receiver.count("interest_changes") > 4);
            assert!(receiver.count("delivered_after_changes") > 0);
            assert!(receiver.recorded("first_delivery") > 0);
        }
    }
}

#[test]
fn interests_that_cannot_change_are_refused_in_words() {
    let rti = Rti::start();
    let work = Work::Stream {
        role: StreamRole::Receiver,
        bytes: 32,
        objects: 4,
        regions: 4,
        regions_of_receiver: 3,
        changes_per_s: 10.0,
        rate_per_s: 100.0,
        warm_up_ms: 0,
        run_ms: 100,
        trace_every: 0,
    };
    let jobs = rti.jobs("narrow", [work]);

    let reason = Federate::start(&jobs[0]).reason();

    assert!(reason.contains("at least two of 4 regions"), "{reason}");
}

/// The jobs in both callback models and single-threaded.
fn in_every_process_model(jobs: &[Job]) -> Vec<Vec<Job>> {
    let mut all = in_both_models(jobs);
    let mut single = all[0].clone();
    for job in &mut single {
        job.settings += "; process.model = single-threaded";
        job.federation += ", single-threaded";
    }
    all.push(single);
    all
}

#[test]
fn a_loop_without_a_rate_does_not_get_stuck() {
    let rti = Rti::start();
    let fast = |role| Work::Stream {
        role,
        bytes: 1_000,
        objects: 1,
        regions: 0,
        regions_of_receiver: 0,
        changes_per_s: 0.0,
        rate_per_s: 0.0,
        warm_up_ms: 20,
        run_ms: 200,
        trace_every: 0,
    };
    let jobs = rti.jobs(
        "fast loop",
        [
            fast(StreamRole::Master),
            fast(StreamRole::Repeater),
            fast(StreamRole::Repeater),
        ],
    );

    for jobs in in_every_process_model(&jobs) {
        let done = all_done(&jobs);

        assert!(done[0].count("sent") > 0);
        assert_eq!(done[0].count("delivered"), 2 * done[0].count("sent"));
    }
}

#[test]
fn types_of_the_object_model_carry_streams_as_well() {
    let rti = Rti::start();
    for transportation in ["HLAbestEffort", "HylaBenchReliable", "HylaBenchBestEffort"] {
        let mut jobs = rti.jobs(
            transportation,
            [stream(StreamRole::Sender), stream(StreamRole::Receiver)],
        );
        for job in &mut jobs {
            job.transportation = transportation.to_owned();
        }

        let done = all_done(&jobs);

        let (sent, got) = (done[0].count("sent"), done[1].count("delivered"));
        assert!(got > 0);
        assert_eq!(sent, got + done[1].count("lost"));
    }
}

#[test]
fn no_round_trip_is_shorter_than_the_link_that_the_profile_emulates() {
    let rti = Rti::start();
    let work = Work::RoundTrip {
        bytes: 64,
        warm_up: 0,
        samples: 20,
        interval_us: 0,
        lost_after_ms: 20_000,
    };
    let mut jobs = rti.jobs("far", [work.clone(), work]);
    for job in &mut jobs {
        job.transportation = "HylaBenchReliable".to_owned();
        let fields = [
            "transport = udp",
            "reliability = reliable",
            "modules = bundle,fragment,retransmit,impair",
            "impair.delay_us = 15000",
        ];
        for field in fields {
            job.settings += &format!("; qos.HylaBenchReliable.{field}");
        }
    }

    for jobs in in_every_process_model(&jobs) {
        let done = all_done(&jobs);

        let shortest = done[0].histograms["round_trip"].buckets[0].0;
        assert!(shortest >= 30_000_000, "{shortest} ns");
        for federate in &done {
            assert_eq!(federate.carriers, [("udp lane".to_owned(), 20)].into());
            assert!(federate.warnings.is_empty(), "{:?}", federate.warnings);
        }
    }
}

#[test]
fn messages_that_the_rti_relays_are_reported_as_relayed() {
    let rti = Rti::start();
    let mut jobs = rti.jobs("relayed", [round_trip(), round_trip()]);
    for job in &mut jobs {
        job.transportation = "HylaBenchReliable".to_owned();
        job.settings += "; peer.direct = false; qos.HylaBenchReliable.priority = 5";
    }

    let done = all_done(&jobs);

    let carriers: Vec<&String> = done[0].carriers.keys().collect();
    assert!(carriers[0].ends_with("by way of the RTI"), "{carriers:?}");
}

#[test]
fn a_federate_that_never_comes_is_named() {
    let rti = Rti::start();
    let mut jobs = rti.jobs("alone", [Work::Idle {}, Work::Idle {}]);
    jobs[0].timeout_ms = 300;

    let reason = Federate::start(&jobs[0]).reason();

    assert!(
        reason.contains("bench-1 did not come within 300 ms"),
        "{reason}"
    );
    assert!(reason.contains("federate bench-0"), "{reason}");
}

#[test]
fn an_input_that_ends_after_the_work_is_done_spoils_nothing() {
    let rti = Rti::start();
    let jobs = rti.jobs("early", [(); 4].map(|()| round_trip()));
    let mut federates: Vec<Federate> = jobs.iter().map(Federate::start).collect();
    while !matches!(federates[0].report(), Report::Done { .. }) {}

    federates[0].input = None;

    for federate in federates.drain(1..) {
        assert_eq!(federate.done().count("delivered"), 40);
    }
    assert!(federates.remove(0).succeeds());
}

#[test]
fn what_is_no_job_is_refused() {
    for nonsense in [
        "hello",
        "{}",
        "[1,2]",
        "{\"version\":1,\"federation\":7}",
        "",
    ] {
        let reason = Federate::told(nonsense).reason();
        assert!(reason.contains("refused"), "{nonsense}: {reason}");
    }
}

#[test]
fn a_call_that_does_not_return_ends_the_federate_all_the_same() {
    let rti = Rti::start();
    let endless = |role| Work::Stream {
        role,
        bytes: 10_000,
        objects: 1,
        regions: 0,
        regions_of_receiver: 0,
        changes_per_s: 0.0,
        rate_per_s: 0.0,
        warm_up_ms: 0,
        run_ms: 600_000,
        trace_every: 0,
    };
    let mut jobs = rti.jobs(
        "held up",
        [endless(StreamRole::Sender), endless(StreamRole::Receiver)],
    );
    jobs[0].timeout_ms = 2_000;
    let sender = Federate::start(&jobs[0]);
    let receiver = Federate::start(&jobs[1]);
    sender.until_running();
    receiver.until_running();

    // Reliable messages are not dropped: the sender's update waits.
    stop(&receiver);

    let reason = sender.reason();
    assert!(reason.contains("has not returned"), "{reason}");
    assert!(reason.contains("federation held up"), "{reason}");
}
