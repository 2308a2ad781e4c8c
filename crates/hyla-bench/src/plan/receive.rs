//! `receive`: many senders, one receiver.

use std::iter::{once, repeat_n};

use super::experiment::Experiment;
use super::point::stream;
use crate::job::StreamRole::{Receiver, Sender};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "receive",
    summary: "throughput of many senders to one receiver, as it is delivered",
    own: &[
        ("bytes", "64,1Ki,8Ki"),
        ("senders", "1,2,4"),
        ("objects", "1"),
        ("regions", "0"),
        ("rate", "0"),
        ("warm-up-ms", "500"),
        ("run-ms", "3000"),
        ("trace-every", "0"),
    ],
    axes: &["senders", "bytes"],
    cast: |choice| {
        let senders = choice.small("senders") as usize;
        // The receiver is first: it keeps its index, and with it its host and processor, as senders
        // are added.
        Ok(stream(
            choice,
            once(Receiver).chain(repeat_n(Sender, senders)),
        ))
    },
};
