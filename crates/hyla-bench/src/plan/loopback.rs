//! `loopback`: a master and repeaters, sending and receiving at once.

use std::iter::{once, repeat_n};

use super::experiment::Experiment;
use super::point::stream;
use crate::job::StreamRole::{Master, Repeater};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "loopback",
    summary: "throughput there and back: a master, and repeaters that send what they receive",
    own: &[
        ("bytes", "64,1Ki,8Ki"),
        ("repeaters", "1,2,4"),
        ("objects", "1"),
        ("rate", "0"),
        ("warm-up-ms", "500"),
        ("run-ms", "3000"),
        ("trace-every", "0"),
    ],
    axes: &["repeaters", "bytes"],
    cast: |choice| {
        let repeaters = choice.small("repeaters") as usize;
        Ok(stream(
            choice,
            once(Master).chain(repeat_n(Repeater, repeaters)),
        ))
    },
};
