//! Baselines.

use std::collections::BTreeMap;

use hyla_bench::job::{Advance, BaselineJob, Histogram, Report, StreamRole, VERSION, Work};
use hyla_bench::statistics::total;

use crate::Test;
use crate::process::Process;

pub(crate) const TESTS: &[Test] = &[
    ("round_trips_over_every_carrier_are_all_timed", round_trips),
    ("a_stream_arrives_over_every_carrier", streams),
    ("a_barrier_lets_all_advance", advances),
    (
        "a_baseline_whose_partner_is_killed_fails_in_words_and_leaves_nobody",
        killed,
    ),
    ("what_has_no_baseline_is_refused", refused),
];

const CARRIERS: [&str; 4] = ["tcp", "udp", "ring-futex", "ring-yield"];

fn job(carrier: &str, processes: u32, work: Work) -> BaselineJob {
    BaselineJob {
        version: VERSION,
        carrier: carrier.into(),
        work,
        processes,
        cpus: vec![0],
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
    } = done
    else {
        panic!("{job:?}: {done:?}")
    };
    assert!(process.wait().success());
    (metrics, histograms)
}

fn round_trips() {
    for carrier in CARRIERS {
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
            assert!(metrics["cpu_share"] > 0.0, "{carrier}: {metrics:?}");
        }
    }
}

fn streams() {
    for carrier in CARRIERS {
        for rate_per_s in [0.0, 2000.0] {
            let work = Work::Stream {
                role: StreamRole::Sender,
                bytes: 100,
                objects: 1,
                regions: 0,
                regions_of_receiver: 0,
                rate_per_s,
                warm_up_ms: 20,
                run_ms: 100,
                trace_every: 10,
            };
            let (metrics, histograms) = figures(&job(carrier, 3, work));

            let sent = metrics["sent"];
            assert!(sent > 0.0, "{carrier}: {metrics:?}");
            let arrived = metrics["delivered"] + metrics["lost"];
            assert_eq!(arrived, 2.0 * sent, "{carrier}: {metrics:?}");
            if carrier != "udp" {
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
    let (metrics, histograms) = figures(&job("barrier", 4, advance(200)));

    assert_eq!(metrics["grants"], 800.0);
    assert!(metrics["grants_per_s"] > 0.0);
    assert_eq!(total(&histograms["grant"]), 800);
}

fn killed() {
    let mut process = Process::start("baseline", &job("barrier", 3, advance(100_000_000)));
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
    let mut process = Process::start("baseline", &job("tcp", 2, advance(1)));

    let Report::Failed { reason } = process.last_report() else {
        panic!("a failure")
    };
    assert!(reason.contains("barrier"), "{reason}");
    assert!(!process.wait().success());
}
