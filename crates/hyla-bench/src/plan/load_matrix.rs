//! `load-matrix`: latency by processor load of sender and receiver, the source of a latency
//! profile.

use super::experiment::Experiment;
use super::point::round_trips;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "load-matrix",
    summary: "latency by processor load of sender and receiver and by size; writes a latency profile",
    own: &[
        ("via", "hla"),
        ("rt-priority", "0"),
        ("bytes", "64,128,256,512,1Ki,2Ki,4Ki,8Ki"),
        // The middle of each third.
        ("sender-load", "0.17,0.5,0.83"),
        ("receiver-load", "0.17,0.5,0.83"),
        ("pin", "auto"),
        ("samples", "2000"),
        ("warm-up", "100"),
        // Slower than the round trips, so that load interferes as in an exercise.
        ("interval-us", "1000"),
        ("lost-after-ms", "1000"),
        ("repetitions", "3"),
        ("baselines", "none"),
    ],
    axes: &[
        "via",
        "rt-priority",
        "sender-load",
        "receiver-load",
        "bytes",
    ],
    cast: |choice| {
        let (samples, warm_up) = (choice.small("samples"), choice.small("warm-up"));
        Ok(round_trips(choice, 2, samples, warm_up))
    },
};
