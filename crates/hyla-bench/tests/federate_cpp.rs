//! Measuring federates in C++, alone and together with those in Rust. The variable `BENCH_FEDERATE` says where the
//! program of `bench/federates` is; what it needs of shared libraries comes from where it was linked.
#![allow(clippy::unwrap_used, reason = "test code")]

mod processes;

use std::process::Command;

use hyla_bench::job::{Advance, Job, Report, StreamRole, Work};

use self::processes::{Done, Federate, Rti, in_both_models};

fn cpp(line: &str) -> Federate {
    let Some(program) = std::env::var_os("BENCH_FEDERATE") else {
        panic!("BENCH_FEDERATE does not say where the program is; bench/federates/README.md does");
    };
    Federate::of(&mut Command::new(program), line)
}

/// Does the jobs in C++ alone, then with every other federate in Rust, then with the others in Rust, each in both
/// callback models.
#[track_caller]
fn in_every_mixture(jobs: &[Job], look: impl Fn(Vec<Done>)) {
    for (number, in_rust) in [|_| false, |n: u32| n % 2 == 0, |n: u32| n % 2 == 1]
        .into_iter()
        .enumerate()
    {
        for mut jobs in in_both_models(jobs) {
            for job in &mut jobs {
                job.federation += &format!(", mixture {number}");
            }
            let federates: Vec<Federate> = jobs
                .iter()
                .map(|job| match in_rust(job.index) {
                    true => Federate::start(job),
                    false => cpp(&serde_json::to_string(job).unwrap()),
                })
                .collect();
            look(federates.into_iter().map(Federate::done).collect());
        }
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
        warm_up_ms: 50,
        run_ms: 200,
        trace_every: 2,
    }
}

#[test]
fn every_round_trip_is_answered_by_all_and_counted_once() {
    let rti = Rti::start();
    let work = Work::RoundTrip {
        bytes: 100,
        warm_up: 5,
        samples: 40,
        interval_us: 0,
        lost_after_ms: 5_000,
    };

    in_every_mixture(&rti.jobs("round trips", vec![work; 3]), |done| {
        assert_eq!(done[0].count("round_trips"), 40);
        assert_eq!(done[0].recorded("round_trip"), 40);
        assert_eq!(done[0].count("lost"), 0);
        for answering in &done[1..] {
            assert_eq!(answering.count("delivered"), 40);
            assert!(answering.metrics.contains_key("cpu_share"));
            assert!(answering.count("peak_memory_bytes") > 100_000);
        }
    });
}

#[test]
fn whoever_receives_a_stream_gets_all_of_it() {
    let rti = Rti::start();
    let works = [
        StreamRole::Sender,
        StreamRole::Receiver,
        StreamRole::Receiver,
        StreamRole::Sender,
    ];

    in_every_mixture(&rti.jobs("stream", works.map(stream)), |done| {
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
    });
}

#[test]
fn what_a_master_sends_comes_back_from_each_repeater() {
    let rti = Rti::start();
    let works = [
        StreamRole::Master,
        StreamRole::Repeater,
        StreamRole::Repeater,
    ];

    in_every_mixture(&rti.jobs("loop", works.map(stream)), |done| {
        let sent = done[0].count("sent");
        assert!(sent > 0);
        assert_eq!(done[0].count("delivered"), 2 * sent);
        assert_eq!(done[0].recorded("round_trip"), 2 * sent.div_ceil(2));
        for repeater in &done[1..] {
            assert_eq!(repeater.count("delivered"), sent);
            assert_eq!(repeater.count("sent"), sent);
        }
    });
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
    let works = [
        StreamRole::Sender,
        StreamRole::Receiver,
        StreamRole::Receiver,
    ];

    in_every_mixture(&rti.jobs("regions", works.map(part)), |done| {
        let sent = done[0].count("sent");
        // Object i is in region i modulo 4; receivers have regions 1 and 2.
        let of = |object: u64| sent / 8 + u64::from(object < sent % 8);
        assert_eq!(done[1].count("delivered"), of(1) + of(5));
        assert_eq!(done[2].count("delivered"), of(2) + of(6));
    });
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
        let jobs = rti.jobs(&format!("{service:?}"), vec![work; 3]);

        in_every_mixture(&jobs, |done| {
            for federate in done {
                assert_eq!(federate.count("delivered"), 80);
                assert_eq!(federate.count("sent"), 40);
                assert_eq!(federate.count("lost"), 0);
                assert_eq!(federate.count("reordered"), 0);
                let grants = match service {
                    Advance::LockStep => 20,
                    // At one third, two thirds and the end of each step.
                    Advance::NextMessage => 60,
                };
                assert_eq!(federate.count("grants"), grants);
                assert_eq!(federate.recorded("grant"), grants);
            }
        });
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
        let works = [work.clone(), work, Work::Idle {}];

        in_every_mixture(&rti.jobs(&format!("register {named}"), works), |done| {
            assert!(done[0].metrics["registered_per_s"] > 0.0);
            assert!(done[1].metrics["discovered_per_s"] > 0.0);
        });
    }
}

#[test]
fn histograms_of_both_programs_have_rising_narrow_buckets() {
    let rti = Rti::start();
    let work = Work::RoundTrip {
        bytes: 8,
        warm_up: 0,
        samples: 200,
        interval_us: 0,
        lost_after_ms: 5_000,
    };

    in_every_mixture(&rti.jobs("buckets", vec![work; 2]), |done| {
        let buckets = &done[0].histograms["round_trip"].buckets;
        assert!(buckets.is_sorted_by(|a, b| a.0 < b.0), "{buckets:?}");
        // A millisecond at most: no bucket that long begins or ends elsewhere than at its own width.
        for (highest, count) in buckets {
            assert!(*count > 0);
            let width = (highest.next_power_of_two() >> 11).max(1);
            assert_eq!((highest + 1) % width, 0, "{highest}");
            assert!(width as f64 <= (*highest as f64 * 0.002).max(1.0));
        }
    });
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
    let jobs = rti.jobs("killed", vec![endless; 3]);
    let mut federates: Vec<Federate> = jobs
        .iter()
        .map(|job| cpp(&serde_json::to_string(job).unwrap()))
        .collect();
    for federate in &federates {
        federate.until_running();
    }

    // Dropping it kills it.
    drop(federates.remove(1));

    for federate in federates {
        let reason = federate.reason();
        assert!(
            reason.contains("has left the federation before the work was done"),
            "{reason}"
        );
        assert!(reason.contains("federation killed"), "{reason}");
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
    let asking = cpp(&serde_json::to_string(&jobs[0]).unwrap());
    let answering = cpp(&serde_json::to_string(&jobs[1]).unwrap());
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
fn an_rti_that_goes_away_and_an_input_that_ends_are_told() {
    let rti = Rti::start();
    let mut long = stream(StreamRole::Sender);
    if let Work::Stream { run_ms, .. } = &mut long {
        *run_ms = 600_000;
    }
    let start = |name| {
        let jobs = rti.jobs(name, [long.clone(), Work::Idle {}]);
        let federates: Vec<Federate> = jobs
            .iter()
            .map(|job| cpp(&serde_json::to_string(job).unwrap()))
            .collect();
        for federate in &federates {
            federate.until_running();
        }
        federates
    };

    let mut stopped = start("stopped");
    stopped[0].input = None;
    let other = stopped.pop().unwrap();
    let reason = stopped.pop().unwrap().reason();
    assert!(reason.contains("standard input ended"), "{reason}");
    let reason = other.reason();
    assert!(reason.contains("bench-0 has left"), "{reason}");

    let gone = start("gone");
    drop(rti);
    for federate in gone {
        let reason = federate.reason();
        assert!(reason.contains("the RTI is lost"), "{reason}");
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
        job.live_ms = 20;
    }
    let federates: Vec<Federate> = jobs
        .iter()
        .map(|job| cpp(&serde_json::to_string(job).unwrap()))
        .collect();

    for (federate, figure) in federates.iter().zip(["sent_per_s", "delivered_per_s"]) {
        let rti = match federate.report() {
            Report::Joined { rti, .. } => rti,
            other => panic!("{other:?}"),
        };
        assert!(rti.contains("Hyla"), "{rti}");
        assert_eq!(federate.report(), Report::Running {});
        loop {
            match federate.report() {
                Report::Live { metrics, seconds } if seconds > 0.0 => {
                    assert!(metrics.contains_key(figure), "{metrics:?}");
                    break;
                }
                Report::Live { .. } => {}
                other => panic!("{other:?} without a live figure"),
            }
        }
    }
}

#[test]
fn what_is_no_job_or_cannot_be_done_is_refused_in_words() {
    let rti = Rti::start();
    let job = rti.jobs("refused", [stream(StreamRole::Both)]).remove(0);
    let line = serde_json::to_string(&job).unwrap();
    let with = |from: &str, to: &str| {
        let changed = line.replace(from, to);
        assert_ne!(changed, line, "{from} is in the line");
        changed
    };

    for (line, words) in [
        (with("\"version\":1", "\"version\":2"), "version 2"),
        ("hello".to_owned(), "not JSON"),
        ("[1]".to_owned(), "no object"),
        ("{}".to_owned(), "no version"),
        (String::new(), "refused"),
        (with("\"index\":0", "\"index\":-1"), "index"),
        (with("\"index\":0", "\"index\":5"), "index 5"),
        (with("\"index\":0", "\"index\":0,\"more\":1"), "more"),
        (with("\"role\":\"both\"", "\"role\":\"king\""), "king"),
        (with("\"bytes\":64", "\"bytes\":10"), "at least 24 bytes"),
        (with("\"cpu\":null", "\"cpu\":999"), "processor 999"),
        (with("HLAreliable", "Pigeon"), "ByPigeon"),
        (with("rti.address", "no.such"), "no.such"),
    ] {
        let reason = cpp(&line).reason();
        assert!(reason.contains(words), "{words}: {reason}");
    }
}
