//! Baselines.

use std::collections::BTreeMap;

use hyla_baselines::{Counterpart, Medium};
use hyla_bench::job::{Advance, BaselineJob, Histogram, Report, StreamRole, VERSION, Work};
use hyla_bench::statistics::total;

use crate::Test;
use crate::process::Process;

pub(crate) const TESTS: &[Test] = &[
    ("round_trips_over_every_carrier_are_all_timed", round_trips),
    ("a_stream_arrives_over_every_carrier", streams),
    ("calls_of_the_object_request_broker_are_all_timed", calls),
    (
        "what_many_senders_send_arrives_at_one_receiver_over_every_carrier",
        gathered,
    ),
    ("what_a_master_sends_comes_back_over_every_carrier", looped),
    ("a_barrier_lets_all_advance", advances),
    (
        "a_baseline_whose_partner_is_killed_fails_in_words_and_leaves_nobody",
        killed,
    ),
    (
        "partners_end_when_the_first_process_is_killed_whatever_they_wait_for",
        orphaned,
    ),
    ("what_has_no_baseline_is_refused", refused),
];

/// Counterparts that carry messages both ways, and of them those that carry one at a time.
fn carriers() -> Vec<String> {
    let both_ways = |one: &Counterpart| !matches!(one.medium, Medium::Multicast | Medium::Barrier);
    let all = Counterpart::all().filter(both_ways);
    all.map(|one| one.to_string()).collect()
}

fn single() -> Vec<String> {
    let mut names = carriers();
    names.retain(|name| !name.ends_with("batching"));
    names
}

fn job(carrier: &str, processes: u32, work: Work) -> BaselineJob {
    BaselineJob {
        version: VERSION,
        carrier: carrier.into(),
        work,
        processes,
        cpus: vec![0],
        priority: 0,
    }
}

fn figures(job: &BaselineJob) -> (BTreeMap<String, f64>, BTreeMap<String, Histogram>) {
    let mut process = Process::start("baseline", job);
    let joined = process.last_report();
    assert!(matches!(joined, Report::Joined { .. }), "{joined:?}");
    assert_eq!(process.report(), Report::Running {});
    let done = process.last_report();
    let Report::Done {
        metrics,
        histograms,
        ..
    } = done
    else {
        panic!("{job:?}: {done:?}")
    };
    assert!(process.wait().success());
    (metrics, histograms)
}

fn round_trips() {
    for carrier in &single() {
        for (processes, bytes, interval_us) in [(2, 1, 0), (3, 5000, 300)] {
            let work = Work::RoundTrip {
                bytes,
                warm_up: 10,
                samples: 100,
                interval_us,
                lost_after_ms: 5000,
            };
            let (metrics, histograms) = figures(&job(carrier, processes, work));

            assert_eq!(metrics["round_trips"] + metrics["lost"], 100.0, "{carrier}");
            let timed = total(&histograms["round_trip"]) as f64;
            assert_eq!(timed, metrics["round_trips"], "{carrier}");
            // Partners report their received messages, also of round trips that were lost on the way back.
            let ways = total(&histograms["one_way"]) as f64;
            let partners = f64::from(processes - 1);
            assert!(ways >= timed * partners, "{carrier}: {ways}");
            assert!(ways <= 100.0 * partners, "{carrier}: {ways}");
            assert!(metrics["cpu_share"] > 0.0, "{carrier}: {metrics:?}");
        }
    }
}

fn calls() {
    for (bytes, interval_us) in [(1, 0), (5000, 300)] {
        let work = Work::RoundTrip {
            bytes,
            warm_up: 10,
            samples: 100,
            interval_us,
            lost_after_ms: 5000,
        };
        let (metrics, histograms) = figures(&job("orb", 2, work));

        assert_eq!((metrics["round_trips"], metrics["lost"]), (100.0, 0.0));
        assert_eq!(total(&histograms["round_trip"]), 100);
        assert_eq!(total(&histograms["one_way"]), 100);
        assert!(metrics["cpu_share"] > 0.0, "{metrics:?}");
    }
}

/// A stream in which the first process has that role.
fn stream(role: StreamRole, rate_per_s: f64) -> Work {
    Work::Stream {
        role,
        bytes: 100,
        objects: 1,
        regions: 0,
        regions_of_receiver: 0,
        changes_per_s: 0.0,
        rate_per_s,
        warm_up_ms: 20,
        run_ms: 100,
        trace_every: 10,
    }
}

fn streams() {
    let mut names = carriers();
    let all = Counterpart::all().filter(|one| one.medium == Medium::Multicast);
    names.extend(all.map(|one| one.to_string()));
    for carrier in &names {
        for rate_per_s in [0.0, 2000.0] {
            let work = stream(StreamRole::Sender, rate_per_s);
            let (metrics, histograms) = figures(&job(carrier, 3, work));

            let sent = metrics["sent"];
            assert!(sent > 0.0, "{carrier}: {metrics:?}");
            let arrived = metrics["delivered"] + metrics["lost"];
            assert_eq!(arrived, 2.0 * sent, "{carrier}: {metrics:?}");
            assert!(metrics["sender_cpu_us_per_message"] > 0.0, "{metrics:?}");
            let is_lossy = ["udp", "multicast"]
                .iter()
                .any(|lossy| carrier.starts_with(lossy));
            if !is_lossy {
                assert_eq!(metrics["lost"], 0.0, "{carrier}");
                let traced = total(&histograms["one_way"]) as f64;
                assert!(
                    (traced - sent / 5.0).abs() <= 2.0,
                    "{traced} of {sent} over {carrier}"
                );
            }
            if rate_per_s > 0.0 {
                assert_eq!(sent, 200.0, "{carrier}");
            }
        }
    }
}

fn gathered() {
    for carrier in &carriers() {
        for rate_per_s in [0.0, 2000.0] {
            let work = stream(StreamRole::Receiver, rate_per_s);
            let (metrics, histograms) = figures(&job(carrier, 4, work));

            // Of all three senders.
            let sent = metrics["sent"];
            let arrived = metrics["delivered"] + metrics["lost"];
            assert_eq!(arrived, sent, "{carrier}: {metrics:?}");
            assert!(metrics["delivered_per_s"] > 0.0, "{carrier}: {metrics:?}");
            if !carrier.starts_with("udp") {
                assert_eq!(metrics["lost"], 0.0, "{carrier}");
                let traced = total(&histograms["one_way"]) as f64;
                assert!(
                    (traced - sent / 10.0).abs() <= 3.0,
                    "{traced} of {sent} over {carrier}"
                );
            }
            if rate_per_s > 0.0 {
                assert_eq!(sent, 600.0, "{carrier}");
            }
        }
    }
}

fn looped() {
    for carrier in &carriers() {
        for rate_per_s in [0.0, 2000.0] {
            let work = stream(StreamRole::Master, rate_per_s);
            let (metrics, histograms) = figures(&job(carrier, 3, work));

            // The master sends n and awaits 2 n; each of two repeaters awaits n and sends what came.
            let (sent, delivered, lost) = (metrics["sent"], metrics["delivered"], metrics["lost"]);
            if !carrier.starts_with("udp") {
                assert_eq!(lost, 0.0, "{carrier}: {metrics:?}");
                assert_eq!(delivered * 3.0, sent * 4.0, "{carrier}: {metrics:?}");
                let traced = total(&histograms["round_trip"]) as f64;
                assert!(
                    (traced - sent / 3.0 / 5.0).abs() <= 2.0,
                    "{traced} of {sent} over {carrier}"
                );
            } else {
                assert!(delivered > 0.0, "{metrics:?}");
            }
            if rate_per_s > 0.0 {
                assert_eq!(delivered + lost, 800.0, "{carrier}: {metrics:?}");
            }
        }
    }
}

fn orphaned() {
    let endless = |role| {
        let mut work = stream(role, 100.0);
        if let Work::Stream { run_ms, .. } = &mut work {
            *run_ms = 600_000;
        }
        work
    };
    let mut jobs = vec![job("barrier-yielding", 3, advance(100_000_000))];
    for carrier in &carriers() {
        jobs.push(job(carrier, 3, endless(StreamRole::Sender)));
    }
    jobs.push(job("ring-blocking", 3, endless(StreamRole::Receiver)));
    for job in jobs {
        let mut process = Process::start("baseline", &job);
        let joined = process.last_report();
        assert!(matches!(joined, Report::Joined { .. }), "{joined:?}");
        assert_eq!(process.report(), Report::Running {});
        let children = process.children();
        assert_eq!(children.len(), 2);

        process.kill();

        crate::process::wait_until_gone(&children);
    }
}

fn advance(grants: u32) -> Work {
    Work::TimeAdvance {
        service: Advance::LockStep,
        lookahead: 1.0,
        step: 1.0,
        messages: 0,
        bytes: 0,
        warm_up: 10,
        grants,
    }
}

fn advances() {
    for barrier in ["barrier-blocking", "barrier-yielding"] {
        let (metrics, histograms) = figures(&job(barrier, 4, advance(200)));

        assert_eq!(metrics["grants"], 800.0, "{barrier}");
        assert!(metrics["grants_per_s"] > 0.0, "{barrier}");
        assert_eq!(total(&histograms["grant"]), 800, "{barrier}");
    }
}

fn killed() {
    let mut process = Process::start(
        "baseline",
        &job("barrier-yielding", 3, advance(100_000_000)),
    );
    let joined = process.last_report();
    assert!(matches!(joined, Report::Joined { .. }), "{joined:?}");
    assert_eq!(process.report(), Report::Running {});
    let children = process.children();
    assert_eq!(children.len(), 2);

    let status = std::process::Command::new("kill")
        .args(["-KILL", &children[0].to_string()])
        .status();
    assert!(status.unwrap().success());

    let Report::Failed { reason } = process.last_report() else {
        panic!("a failure")
    };
    assert!(
        reason.contains("part") && reason.contains("ended early"),
        "{reason}"
    );
    assert!(!process.wait().success());
    crate::process::wait_until_gone(&children);
}

fn refused() {
    let mut process = Process::start("baseline", &job("tcp-yielding", 2, advance(1)));

    let Report::Failed { reason } = process.last_report() else {
        panic!("a failure")
    };
    assert!(reason.contains("barrier"), "{reason}");
    assert!(!process.wait().success());
}
