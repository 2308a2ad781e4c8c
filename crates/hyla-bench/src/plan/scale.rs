//! `scale`: all-to-all, with many federates, objects and regions.

use std::iter::repeat_n;

use super::experiment::Experiment;
use super::point::stream;
use crate::job::StreamRole::Both;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "scale",
    summary: "many to many: federates, objects and regions",
    own: &[
        ("federates", "2,4,8,16,32,64"),
        ("objects", "1000"),
        ("regions", "0"),
        ("regions-of-receiver", "0"),
        ("bytes", "64"),
        // Per sender: deliveries of a federation grow with the square of its federates.
        ("rate", "1000"),
        ("warm-up-ms", "500"),
        ("run-ms", "3000"),
        ("trace-every", "10"),
        ("timeout-s", "120"),
        ("repetitions", "3"),
        ("baselines", "none"),
    ],
    axes: &["objects", "regions", "federates"],
    cast: |choice| {
        let federates = choice.small("federates") as usize;
        Ok(stream(choice, repeat_n(Both, federates)))
    },
};
