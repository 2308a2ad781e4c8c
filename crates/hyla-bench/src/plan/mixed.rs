//! `mixed`: a stream with a trace of time-stamped messages, for latency under a known load.

use std::iter::{once, repeat_n};

use super::experiment::Experiment;
use super::point::stream;
use crate::job::StreamRole::{Receiver, Sender};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mixed",
    summary: "latency of traced messages in a stream of a known rate, by federate",
    own: &[
        ("bytes", "256"),
        ("receivers", "2"),
        ("objects", "10"),
        ("rate", "1000,10000,50000"),
        ("warm-up-ms", "500"),
        ("run-ms", "3000"),
        ("trace-every", "10"),
    ],
    axes: &["receivers", "bytes", "rate"],
    cast: |choice| {
        let receivers = choice.small("receivers") as usize;
        Ok(stream(
            choice,
            once(Sender).chain(repeat_n(Receiver, receivers)),
        ))
    },
};
