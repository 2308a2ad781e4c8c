//! `latency`: the round trip of one update, and one way where clocks are common.

use super::experiment::Experiment;
use super::point::round_trips;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "latency",
    summary: "round trip of one update; one way where clocks are common",
    own: &[
        ("via", "hla"),
        ("bytes", "64,1Ki,8Ki"),
        ("federates", "2"),
        ("samples", "10000"),
        ("warm-up", "1000"),
        ("interval-us", "0"),
        ("lost-after-ms", "1000"),
    ],
    axes: &["federates", "bytes"],
    cast: |choice| {
        let federates = choice.small("federates") as usize;
        let (samples, warm_up) = (choice.small("samples"), choice.small("warm-up"));
        Ok(round_trips(choice, federates, samples, warm_up))
    },
};
