//! Loads.

use hyla_bench::job::{Kernel, Load, Report};

use crate::Test;
use crate::process::Process;

pub(crate) const TESTS: &[Test] = &[
    (
        "a_processor_load_says_what_it_takes_until_its_input_ends",
        processor,
    ),
    (
        "what_a_network_load_sends_its_sink_counts_or_misses",
        network,
    ),
    (
        "a_load_that_is_not_possible_is_refused_in_words",
        impossible,
    ),
];

fn processor() {
    for kernel in [Kernel::Integer, Kernel::Float] {
        let mut load = Process::start(
            "load",
            &Load::Processor {
                share: 0.2,
                threads: 2,
                kernel,
                cpu: None,
            },
        );
        assert_eq!(load.report(), Report::Running {});
        let Report::Live { metrics, .. } = load.report() else {
            panic!("a live report")
        };
        assert!(metrics["passes_per_s"] > 0.0, "{metrics:?}");
        load.end_input();

        let Report::Done { metrics, .. } = load.last_report() else {
            panic!("figures")
        };

        assert!(load.wait().success());
        // On a busy machine it may get less, but never takes much more than it should, and says so.
        let (share, missed) = (metrics["cpu_share"], metrics["cpu_share_missed"]);
        assert!(share > 0.0 && share < 0.5, "{metrics:?}");
        assert!(share + missed > 0.3, "{metrics:?}");
    }
}

fn network() {
    let mut sink = Process::start(
        "load",
        &Load::Sink {
            at: "127.0.0.1:0".parse().unwrap(),
        },
    );
    let Report::Listening { at } = sink.report() else {
        panic!("an address")
    };
    let mut load = Process::start(
        "load",
        &Load::Network {
            to: at,
            bits_per_s: 8_000_000,
            bytes: 500,
        },
    );
    assert_eq!(load.report(), Report::Running {});
    let _a_second = load.report();
    load.end_input();
    let Report::Done { metrics: sent, .. } = load.last_report() else {
        panic!("figures")
    };
    sink.end_input();
    let Report::Done { metrics: taken, .. } = sink.last_report() else {
        panic!("figures")
    };

    assert!(load.wait().success() && sink.wait().success());
    assert!(sent["sent"] > 0.0, "{sent:?}");
    assert_eq!(taken["foreign"], 0.0);
    // Losses after the last received one are unknown.
    assert!(
        taken["delivered"] + taken["lost"] <= sent["sent"],
        "{sent:?} {taken:?}"
    );
    assert!(taken["delivered"] > 0.0, "{sent:?} {taken:?}");
}

fn impossible() {
    let processor = |share, threads, cpu| Load::Processor {
        share,
        threads,
        kernel: Kernel::Float,
        cpu,
    };
    let to = "127.0.0.1:9".parse().unwrap();
    let network = |bits_per_s, bytes| Load::Network {
        to,
        bits_per_s,
        bytes,
    };
    for (load, word) in [
        (processor(1.5, 1, None), "1.5"),
        (processor(0.5, 0, None), "0 threads"),
        (processor(0.5, 1, Some(5000)), "processor 5000"),
        (network(1000, 8), "8 bytes"),
        (network(0, 100), "0 bits"),
    ] {
        let mut process = Process::start("load", &load);
        let Report::Failed { reason } = process.last_report() else {
            panic!("{load:?} is not possible")
        };
        assert!(reason.contains(word), "{reason}");
        assert!(!process.wait().success());
    }
}
