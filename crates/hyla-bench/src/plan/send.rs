//! `send`: one sender, many receivers.

use std::iter::{once, repeat_n};

use super::experiment::Experiment;
use super::point::{losses, stream};
use crate::job::StreamRole::{Receiver, Sender};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "send",
    summary: "throughput of one sender to many receivers, as it is delivered",
    own: &[
        ("bytes", "64,1Ki,8Ki"),
        ("receivers", "1,2,4"),
        ("objects", "1"),
        ("regions", "0"),
        ("rate", "0"),
        ("warm-up-ms", "500"),
        ("run-ms", "3000"),
        ("trace-every", "0"),
        ("loss", "0"),
        ("loss-burst", "1"),
    ],
    axes: &["receivers", "bytes"],
    cast: |choice| {
        let receivers = choice.small("receivers") as usize;
        let mut cast = stream(choice, once(Sender).chain(repeat_n(Receiver, receivers)));
        cast.lanes = losses(choice, receivers + 1)?;
        Ok(cast)
    },
};
