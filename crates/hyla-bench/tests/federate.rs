//! Measuring federates in Rust, as processes at an RTI of the test.
#![allow(clippy::unwrap_used, reason = "test code")]

mod processes;

use hyla_bench::job::{Advance, Job, Report, StreamRole, Work};

use self::processes::{Done, Federate, Rti, in_both_models};

/// All federates of these jobs, to their good end.
#[track_caller]
fn all_done(jobs: &[Job]) -> Vec<Done> {
    let started: Vec<Federate> = jobs.iter().map(Federate::start).collect();
    let mut done = Vec::new();
    for federate in started {
        done.push(federate.done());
    }
    done
}

fn round_trip() -> Work {
    Work::RoundTrip {
        bytes: 100,
        warm_up: 5,
        samples: 40,
        interval_us: 0,
        lost_after_ms: 5_000,
    }
}

fn stream(role: StreamRole) -> Work {
    Work::Stream {
        role,
        bytes: 64,
        objects: 3,
        regions: 0,
        regions_of_receiver: 0,
        rate_per_s: 500.0,
        warm_up_ms: 100,
        run_ms: 300,
        trace_every: 2,
    }
}

/// A stream that does not end while a test runs.
fn long(role: StreamRole) -> Work {
    Work::Stream {
        role,
        bytes: 24,
        objects: 1,
        regions: 0,
        regions_of_receiver: 0,
        rate_per_s: 100.0,
        warm_up_ms: 0,
        run_ms: 600_000,
        trace_every: 0,
    }
}

#[test]
fn every_round_trip_is_answered_by_all_and_counted_once() {
    let rti = Rti::start();
    let jobs = rti.jobs("round trips", [(); 3].map(|()| round_trip()));

    for jobs in in_both_models(&jobs) {
        let done = all_done(&jobs);

        assert_eq!(done[0].count("round_trips"), 40);
        assert_eq!(done[0].recorded("round_trip"), 40);
        assert_eq!(done[0].count("lost"), 0);
        assert_eq!(done[0].count("sent"), 40);
        for answering in &done[1..] {
            assert_eq!(answering.count("delivered"), 40);
        }
        for federate in &done {
            assert!(federate.count("peak_memory_bytes") > 100_000);
            assert!(federate.metrics.contains_key("cpu_share"));
        }
    }
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
fn whoever_receives_a_stream_gets_all_of_it() {
    let rti = Rti::start();
    let jobs = rti.jobs(
        "stream",
        [
            stream(StreamRole::Sender),
            stream(StreamRole::Receiver),
            stream(StreamRole::Receiver),
            stream(StreamRole::Sender),
        ],
    );

    for jobs in in_both_models(&jobs) {
        let done = all_done(&jobs);

        let sent = done[0].count("sent") + done[3].count("sent");
        assert!(sent > 0);
        for receiver in &done[1..3] {
            assert_eq!(receiver.count("delivered"), sent);
            assert_eq!(receiver.count("lost"), 0);
            assert_eq!(receiver.count("doubled"), 0);
            assert_eq!(receiver.count("reordered"), 0);
            let traced = [0, 3].map(|n: usize| done[n].count("sent").div_ceil(2));
            assert_eq!(receiver.recorded("one_way"), traced[0] + traced[1]);
        }
    }
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
fn a_federate_that_is_stopped_does_not_hold_the_others_for_longer_than_their_patience() {
    let rti = Rti::start();
    let work = |samples| Work::RoundTrip {
        bytes: 8,
        warm_up: 0,
        samples,
        interval_us: 10_000,
        lost_after_ms: 20,
    };
    let mut jobs = rti.jobs("stopped", [work(60), work(60)]);
    jobs[0].patience_ms = 1_000;
    let asking = Federate::start(&jobs[0]);
    let answering = Federate::start(&jobs[1]);
    asking.until_running();
    answering.until_running();

    let pid = rustix::process::Pid::from_raw(answering.pid() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::STOP).unwrap();

    let reason = asking.reason();
    assert!(
        reason.contains("the others' end did not come within 1000 ms"),
        "{reason}"
    );
}

#[test]
fn what_a_master_sends_comes_back_from_each_repeater() {
    let rti = Rti::start();
    let jobs = rti.jobs(
        "loop",
        [
            stream(StreamRole::Master),
            stream(StreamRole::Repeater),
            stream(StreamRole::Repeater),
        ],
    );

    for jobs in in_both_models(&jobs) {
        let done = all_done(&jobs);

        let sent = done[0].count("sent");
        assert!(sent > 0);
        assert_eq!(done[0].count("delivered"), 2 * sent);
        assert_eq!(done[0].recorded("round_trip"), 2 * sent.div_ceil(2));
        for repeater in &done[1..] {
            assert_eq!(repeater.count("delivered"), sent);
            assert_eq!(repeater.count("sent"), sent);
            assert_eq!(repeater.count("lost"), 0);
        }
    }
}

#[test]
fn receivers_get_the_objects_of_their_regions_and_no_others() {
    let rti = Rti::start();
    let part = |role| Work::Stream {
        role,
        bytes: 24,
        objects: 8,
        regions: 4,
        regions_of_receiver: 1,
        rate_per_s: 800.0,
        warm_up_ms: 0,
        run_ms: 200,
        trace_every: 0,
    };
    let jobs = rti.jobs(
        "regions",
        [
            part(StreamRole::Sender),
            part(StreamRole::Receiver),
            part(StreamRole::Receiver),
        ],
    );

    let done = all_done(&jobs);

    let sent = done[0].count("sent");
    // Object i is in region i modulo 4; receivers have regions 1 and 2.
    let of = |object: u64| sent / 8 + u64::from(object < sent % 8);
    assert_eq!(done[1].count("delivered"), of(1) + of(5));
    assert_eq!(done[2].count("delivered"), of(2) + of(6));
    assert_eq!(done[1].count("lost") + done[2].count("lost"), 0);
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
fn time_advances_in_lock_step_and_from_message_to_message() {
    let rti = Rti::start();
    for service in [Advance::LockStep, Advance::NextMessage] {
        let work = Work::TimeAdvance {
            service,
            lookahead: 0.25,
            step: 1.0,
            messages: 2,
            bytes: 32,
            warm_up: 3,
            grants: 20,
        };
        let jobs = rti.jobs(&format!("{service:?}"), [(); 3].map(|()| work.clone()));

        for jobs in in_both_models(&jobs) {
            for federate in all_done(&jobs) {
                // Two others, two messages in each of 20 steps.
                assert_eq!(federate.count("delivered"), 80);
                assert_eq!(federate.count("sent"), 40);
                assert_eq!(federate.count("lost"), 0);
                assert_eq!(federate.count("reordered"), 0);
                let grants = federate.count("grants");
                match service {
                    Advance::LockStep => assert_eq!(grants, 20),
                    // At one third, two thirds and the end of each step.
                    Advance::NextMessage => assert_eq!(grants, 60),
                }
                assert_eq!(federate.recorded("grant"), grants);
            }
        }
    }
}

#[test]
fn objects_are_registered_with_and_without_names_and_all_discovered() {
    let rti = Rti::start();
    for named in [false, true] {
        let work = Work::Register {
            objects: 1_500,
            named,
        };
        let jobs = rti.jobs(
            &format!("register {named}"),
            [work.clone(), work.clone(), Work::Idle {}],
        );

        for jobs in in_both_models(&jobs) {
            let done = all_done(&jobs);

            assert!(done[0].metrics["registered_per_s"] > 0.0);
            assert!(done[1].metrics["discovered_per_s"] > 0.0);
            assert!(done[2].metrics.contains_key("cpu_share"));
        }
    }
}

#[test]
fn live_figures_come_while_it_is_measured() {
    let rti = Rti::start();
    let mut jobs = rti.jobs(
        "live",
        [stream(StreamRole::Sender), stream(StreamRole::Receiver)],
    );
    for job in &mut jobs {
        job.live_ms = 40;
    }
    let federates: Vec<Federate> = jobs.iter().map(Federate::start).collect();

    let mut seen = Vec::new();
    for federate in &federates {
        let all = std::iter::from_fn(|| Some(federate.report()));
        let reports: Vec<Report> = all
            .take_while(|report| !matches!(report, Report::Done { .. } | Report::Failed { .. }))
            .collect();
        seen.push(reports);
    }

    for (reports, figure) in seen.iter().zip(["sent_per_s", "delivered_per_s"]) {
        assert!(matches!(reports[0], Report::Joined { .. }));
        assert_eq!(reports[1], Report::Running {});
        let measured = |report: &Report| match report {
            Report::Live { metrics, seconds } => *seconds > 0.0 && metrics.contains_key(figure),
            _ => false,
        };
        assert!(reports.iter().any(measured), "{reports:?}");
        let warming_up =
            |report: &Report| matches!(report, Report::Live { seconds, .. } if *seconds < 0.0);
        assert!(reports.iter().any(warming_up), "{reports:?}");
    }
}

#[test]
fn a_federate_killed_in_the_middle_makes_the_others_say_so_and_end() {
    let rti = Rti::start();
    let endless = Work::RoundTrip {
        bytes: 8,
        warm_up: 0,
        samples: u32::MAX,
        interval_us: 1_000,
        lost_after_ms: 5_000,
    };
    let steps = Work::TimeAdvance {
        service: Advance::LockStep,
        lookahead: 1.0,
        step: 1.0,
        messages: 0,
        bytes: 0,
        warm_up: 0,
        grants: u32::MAX,
    };
    let works = [
        vec![
            long(StreamRole::Sender),
            long(StreamRole::Receiver),
            long(StreamRole::Receiver),
        ],
        vec![long(StreamRole::Sender), Work::Idle {}, Work::Idle {}],
        vec![endless; 3],
        vec![steps; 3],
    ];
    for (number, works) in works.into_iter().enumerate() {
        let jobs = rti.jobs(&format!("killed {number}"), works);
        let mut federates: Vec<Federate> = jobs.iter().map(Federate::start).collect();
        for federate in &federates {
            federate.until_running();
        }

        // Dropping it kills it.
        drop(federates.remove(1));

        for federate in federates {
            let reason = federate.reason();
            // Whoever hears first that the other one has given up names that one.
            assert!(
                reason.contains("has left the federation before the work was done"),
                "{reason}"
            );
            assert!(
                reason.contains(&format!("federation killed {number}")),
                "{reason}"
            );
        }
    }
}

#[test]
fn a_federate_that_never_comes_is_named() {
    let rti = Rti::start();
    let mut jobs = rti.jobs("alone", [Work::Idle {}, Work::Idle {}]);
    jobs[0].patience_ms = 300;

    let reason = Federate::start(&jobs[0]).reason();

    assert!(
        reason.contains("bench-1 did not come within 300 ms"),
        "{reason}"
    );
    assert!(reason.contains("federate bench-0"), "{reason}");
}

#[test]
fn a_federate_stops_when_its_standard_input_ends() {
    let rti = Rti::start();
    let jobs = rti.jobs("stopped", [long(StreamRole::Sender), Work::Idle {}]);
    let mut federates: Vec<Federate> = jobs.iter().map(Federate::start).collect();
    for federate in &federates {
        federate.until_running();
    }

    federates[0].input = None;

    let other = federates.pop().unwrap();
    let reason = federates.pop().unwrap().reason();
    assert!(reason.contains("standard input ended"), "{reason}");
    let reason = other.reason();
    assert!(reason.contains("bench-0 has left"), "{reason}");
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
fn what_is_no_job_of_this_version_is_refused() {
    let rti = Rti::start();
    let jobs = rti.jobs("refused", [Work::Idle {}]);
    let line = serde_json::to_string(&jobs[0]).unwrap();

    let later = line.replace("\"version\":1", "\"version\":2");
    let reason = Federate::told(&later).reason();
    assert!(reason.contains("version 2"), "{reason}");

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
fn what_cannot_be_done_is_refused_in_words() {
    let rti = Rti::start();
    let refused = |change: fn(&mut Job)| {
        let mut job = rti
            .jobs("cannot", [stream(StreamRole::Both)])
            .swap_remove(0);
        change(&mut job);
        Federate::start(&job).reason()
    };

    let reason = refused(|job| job.cpu = Some(999));
    assert!(reason.contains("processor 999"), "{reason}");
    let reason = refused(|job| job.settings = "no.such = 1".to_owned());
    assert!(reason.contains("no.such"), "{reason}");
    let reason = refused(|job| job.settings = "rti.address = 127.0.0.1:1".to_owned());
    assert!(reason.contains("connecting"), "{reason}");
    let reason = refused(|job| job.transportation = "Pigeon".to_owned());
    assert!(reason.contains("ByPigeon"), "{reason}");
    let reason = refused(|job| job.index = 5);
    assert!(reason.contains("index 5"), "{reason}");
    let reason = refused(|job| {
        if let Work::Stream { bytes, .. } = &mut job.work {
            *bytes = 10;
        }
    });
    assert!(reason.contains("at least 24 bytes"), "{reason}");
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
        rate_per_s: 0.0,
        warm_up_ms: 0,
        run_ms: 600_000,
        trace_every: 0,
    };
    let mut jobs = rti.jobs(
        "held up",
        [endless(StreamRole::Sender), endless(StreamRole::Receiver)],
    );
    jobs[0].patience_ms = 2_000;
    let sender = Federate::start(&jobs[0]);
    let receiver = Federate::start(&jobs[1]);
    sender.until_running();
    receiver.until_running();

    // What is reliable is not dropped: the sender is held up in its update.
    let pid = rustix::process::Pid::from_raw(receiver.pid() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::STOP).unwrap();

    let reason = sender.reason();
    assert!(reason.contains("has not returned"), "{reason}");
    assert!(reason.contains("federation held up"), "{reason}");
}

#[test]
fn an_rti_that_goes_away_ends_its_federates() {
    let rti = Rti::start();
    let jobs = rti.jobs("gone", [long(StreamRole::Sender), Work::Idle {}]);
    let federates: Vec<Federate> = jobs.iter().map(Federate::start).collect();
    for federate in &federates {
        federate.until_running();
    }

    drop(rti);

    for federate in federates {
        let reason = federate.reason();
        assert!(reason.contains("the RTI is lost"), "{reason}");
    }
}
