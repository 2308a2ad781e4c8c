//! Scenarios of federates and their results, for every program of a federate.

use hyla_bench::job::{Advance, Job, Report, StreamRole, Work};
use rustix::process::{Pid, Signal, kill_process};

use super::{Done, Federate, Rti};

/// Works of the federates of a federation, all of which come to their good end.
pub(crate) struct Scenario {
    pub(crate) works: Vec<Work>,
    /// Checks the results, by index.
    pub(crate) look: fn(&[Done]),
}

/// A test of each scenario; `$perform` does one, given its name and the scenario.
macro_rules! tests_of_scenarios {
    ($perform:path) => {
        crate::federates::scenarios::tests_of_scenarios! { $perform:
            every_round_trip_is_answered_by_all_and_counted_once
            whoever_receives_a_stream_gets_all_of_it
            what_a_master_sends_comes_back_from_each_repeater
            receivers_get_the_objects_of_their_regions_and_no_others
            time_advances_in_lock_step
            time_advances_from_message_to_message
            objects_are_registered_and_all_discovered
            objects_are_registered_with_names_and_all_discovered
        }
    };
    ($perform:path: $($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                $perform(stringify!($name), &crate::federates::scenarios::$name());
            }
        )*
    };
}

/// A test of each failure; `$start` starts a federate for a job.
macro_rules! tests_of_troubles {
    ($start:path) => {
        crate::federates::scenarios::tests_of_troubles! { $start:
            a_federate_killed_in_the_middle_makes_the_others_say_so_and_end
            a_federate_that_is_stopped_does_not_hold_the_others_for_longer_than_their_timeout
            a_federate_stops_when_its_standard_input_ends
            an_rti_that_goes_away_ends_its_federates
            live_figures_come_while_it_is_measured
            what_cannot_be_done_is_refused_in_words
        }
    };
    ($start:path: $($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                crate::federates::scenarios::$name($start);
            }
        )*
    };
}

pub(crate) use {tests_of_scenarios, tests_of_troubles};

pub(crate) fn round_trip() -> Work {
    Work::RoundTrip {
        bytes: 100,
        warm_up: 5,
        samples: 40,
        interval_us: 0,
        lost_after_ms: 5_000,
    }
}

pub(crate) fn stream(role: StreamRole) -> Work {
    Work::Stream {
        role,
        bytes: 64,
        objects: 3,
        regions: 0,
        regions_of_receiver: 0,
        changes_per_s: 0.0,
        rate_per_s: 500.0,
        warm_up_ms: 100,
        run_ms: 300,
        trace_every: 2,
    }
}

/// A stream that does not end while a test runs.
pub(crate) fn long(role: StreamRole) -> Work {
    Work::Stream {
        role,
        bytes: 24,
        objects: 1,
        regions: 0,
        regions_of_receiver: 0,
        changes_per_s: 0.0,
        rate_per_s: 100.0,
        warm_up_ms: 0,
        run_ms: 600_000,
        trace_every: 0,
    }
}

pub(crate) fn every_round_trip_is_answered_by_all_and_counted_once() -> Scenario {
    Scenario {
        works: vec![round_trip(); 3],
        look: |done| {
            assert_eq!(done[0].count("round_trips"), 40);
            assert_eq!(done[0].recorded("round_trip"), 40);
            assert_eq!(done[0].count("lost"), 0);
            assert_eq!(done[0].count("sent"), 40);
            for answering in &done[1..] {
                assert_eq!(answering.count("delivered"), 40);
                // One host has one clock.
                assert_eq!(answering.recorded("one_way"), 40);
            }
            for federate in done {
                assert!(federate.count("peak_memory_bytes") > 100_000);
                assert!(federate.metrics.contains_key("cpu_share"));
            }
        },
    }
}

pub(crate) fn whoever_receives_a_stream_gets_all_of_it() -> Scenario {
    use StreamRole::{Receiver, Sender};
    Scenario {
        works: [Sender, Receiver, Receiver, Sender].map(stream).into(),
        look: |done| {
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
        },
    }
}

pub(crate) fn what_a_master_sends_comes_back_from_each_repeater() -> Scenario {
    use StreamRole::{Master, Repeater};
    Scenario {
        works: [Master, Repeater, Repeater].map(stream).into(),
        look: |done| {
            let sent = done[0].count("sent");
            assert!(sent > 0);
            assert_eq!(done[0].count("delivered"), 2 * sent);
            assert_eq!(done[0].recorded("round_trip"), 2 * sent.div_ceil(2));
            for repeater in &done[1..] {
                assert_eq!(repeater.count("delivered"), sent);
                assert_eq!(repeater.count("sent"), sent);
                assert_eq!(repeater.count("lost"), 0);
            }
        },
    }
}

pub(crate) fn receivers_get_the_objects_of_their_regions_and_no_others() -> Scenario {
    use StreamRole::{Receiver, Sender};
    let part = |role| Work::Stream {
        role,
        bytes: 24,
        objects: 8,
        regions: 4,
        regions_of_receiver: 1,
        changes_per_s: 0.0,
        rate_per_s: 800.0,
        warm_up_ms: 0,
        run_ms: 200,
        trace_every: 0,
    };
    Scenario {
        works: [Sender, Receiver, Receiver].map(part).into(),
        look: |done| {
            let sent = done[0].count("sent");
            // Object i is in region i modulo 4; receivers have regions 1 and 2.
            let of = |object: u64| sent / 8 + u64::from(object < sent % 8);
            assert_eq!(done[1].count("delivered"), of(1) + of(5));
            assert_eq!(done[2].count("delivered"), of(2) + of(6));
            assert_eq!(done[1].count("lost") + done[2].count("lost"), 0);
        },
    }
}

fn advance(service: Advance) -> Vec<Work> {
    let work = Work::TimeAdvance {
        service,
        lookahead: 0.25,
        step: 1.0,
        messages: 2,
        bytes: 32,
        warm_up: 3,
        grants: 20,
    };
    vec![work; 3]
}

fn all_have_advanced(done: &[Done], grants: u64) {
    for federate in done {
        // Two others, two messages in each of 20 steps.
        assert_eq!(federate.count("delivered"), 80);
        assert_eq!(federate.count("sent"), 40);
        assert_eq!(federate.count("lost"), 0);
        assert_eq!(federate.count("reordered"), 0);
        assert_eq!(federate.count("grants"), grants);
        assert_eq!(federate.recorded("grant"), grants);
    }
}

pub(crate) fn time_advances_in_lock_step() -> Scenario {
    Scenario {
        works: advance(Advance::LockStep),
        look: |done| all_have_advanced(done, 20),
    }
}

pub(crate) fn time_advances_from_message_to_message() -> Scenario {
    Scenario {
        works: advance(Advance::NextMessage),
        // At one third, two thirds and the end of each step.
        look: |done| all_have_advanced(done, 60),
    }
}

fn register(named: bool) -> Scenario {
    let work = Work::Register {
        objects: 1_500,
        named,
    };
    Scenario {
        works: vec![work.clone(), work, Work::Idle {}],
        look: |done| {
            assert!(done[0].metrics["registered_per_s"] > 0.0);
            assert!(done[1].metrics["discovered_per_s"] > 0.0);
            assert!(done[2].metrics.contains_key("cpu_share"));
        },
    }
}

pub(crate) fn objects_are_registered_and_all_discovered() -> Scenario {
    register(false)
}

pub(crate) fn objects_are_registered_with_names_and_all_discovered() -> Scenario {
    register(true)
}

/// Federates of these works, all of which are at work.
fn running(rti: &Rti, name: &str, works: Vec<Work>, start: fn(&Job) -> Federate) -> Vec<Federate> {
    let jobs = rti.jobs(name, works);
    let federates: Vec<Federate> = jobs.iter().map(start).collect();
    for federate in &federates {
        federate.until_running();
    }
    federates
}

pub(crate) fn a_federate_killed_in_the_middle_makes_the_others_say_so_and_end(
    start: fn(&Job) -> Federate,
) {
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
        let mut federates = running(&rti, &format!("killed {number}"), works, start);

        // Dropping it kills it.
        drop(federates.remove(1));

        for federate in federates {
            let reason = federate.reason();
            // The federate that notices the other's failure first names it.
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

/// Stops a process without ending it.
#[track_caller]
pub(crate) fn stop(federate: &Federate) {
    let pid = Pid::from_raw(federate.pid() as i32).unwrap();
    kill_process(pid, Signal::STOP).unwrap();
}

pub(crate) fn a_federate_that_is_stopped_does_not_hold_the_others_for_longer_than_their_timeout(
    start: fn(&Job) -> Federate,
) {
    let rti = Rti::start();
    let work = |samples| Work::RoundTrip {
        bytes: 8,
        warm_up: 0,
        samples,
        interval_us: 10_000,
        lost_after_ms: 20,
    };
    let mut jobs = rti.jobs("stopped", [work(60), work(60)]);
    jobs[0].timeout_ms = 1_000;
    let asking = start(&jobs[0]);
    let answering = start(&jobs[1]);
    asking.until_running();
    answering.until_running();

    stop(&answering);

    let reason = asking.reason();
    assert!(
        reason.contains("the others' end did not come within 1000 ms"),
        "{reason}"
    );
}

pub(crate) fn a_federate_stops_when_its_standard_input_ends(start: fn(&Job) -> Federate) {
    let rti = Rti::start();
    let works = vec![long(StreamRole::Sender), Work::Idle {}];
    let mut federates = running(&rti, "stopped", works, start);

    federates[0].input = None;

    let other = federates.pop().unwrap();
    let reason = federates.pop().unwrap().reason();
    assert!(reason.contains("standard input ended"), "{reason}");
    let reason = other.reason();
    assert!(reason.contains("bench-0 has left"), "{reason}");
}

pub(crate) fn an_rti_that_goes_away_ends_its_federates(start: fn(&Job) -> Federate) {
    let rti = Rti::start();
    let works = vec![long(StreamRole::Sender), Work::Idle {}];
    let federates = running(&rti, "gone", works, start);

    drop(rti);

    for federate in federates {
        let reason = federate.reason();
        assert!(reason.contains("the RTI is lost"), "{reason}");
    }
}

pub(crate) fn live_figures_come_while_it_is_measured(start: fn(&Job) -> Federate) {
    let rti = Rti::start();
    let mut jobs = rti.jobs(
        "live",
        [stream(StreamRole::Sender), stream(StreamRole::Receiver)],
    );
    for job in &mut jobs {
        job.live_ms = 20;
    }
    let federates: Vec<Federate> = jobs.iter().map(start).collect();

    let mut seen = Vec::new();
    for federate in &federates {
        let all = std::iter::from_fn(|| Some(federate.report()));
        let reports: Vec<Report> = all
            .take_while(|report| !matches!(report, Report::Done { .. } | Report::Failed { .. }))
            .collect();
        seen.push(reports);
    }

    for (reports, figure) in seen.iter().zip(["sent_per_s", "delivered_per_s"]) {
        let Report::Joined { rti, .. } = &reports[0] else {
            panic!("{reports:?}")
        };
        assert!(rti.contains("Hyla"), "{rti}");
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

pub(crate) fn what_cannot_be_done_is_refused_in_words(start: fn(&Job) -> Federate) {
    let rti = Rti::start();
    type Change = fn(&mut Job);
    let changes: [(Change, &str); 7] = [
        (|job| job.version = 2, "version 2"),
        (|job| job.cpu = Some(999), "processor 999"),
        (|job| job.settings = "no.such = 1".to_owned(), "no.such"),
        (
            |job| job.settings = "rti.address = 127.0.0.1:1".to_owned(),
            "connecting",
        ),
        (|job| job.transportation = "Pigeon".to_owned(), "ByPigeon"),
        (|job| job.index = 5, "index 5"),
        (
            |job| {
                if let Work::Stream { bytes, .. } = &mut job.work {
                    *bytes = 10;
                }
            },
            "at least 24 bytes",
        ),
    ];
    for (change, words) in changes {
        let works = [stream(StreamRole::Both)];
        let mut job = rti.jobs("cannot", works).swap_remove(0);
        change(&mut job);

        let reason = start(&job).reason();

        assert!(reason.contains(words), "{words}: {reason}");
    }
}
