//! `bundling`: throughput and latency against the time and size of bundles, with the adaptive mode beside them.

use std::iter::{once, repeat_n};

use super::error::PlanError;
use super::experiment::Experiment;
use super::point::stream;
use crate::job::StreamRole::{Receiver, Sender};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "bundling",
    summary: "throughput and latency against time and size of bundles, to find the best",
    own: &[
        ("bytes", "64"),
        ("receivers", "1"),
        ("objects", "1"),
        ("rate", "10000,50000,0"),
        ("transport", "udp"),
        ("adaptive", "yes,no"),
        ("bundle-gap-us", "20,100,500,1000"),
        ("bundle-bytes", "auto"),
        ("warm-up-ms", "500"),
        ("run-ms", "2000"),
        ("trace-every", "16"),
    ],
    axes: &["adaptive", "rate", "bundle-bytes", "bundle-gap-us"],
    cast: |choice| {
        if choice.text("transport") != "udp" && choice.text("adaptive") == "yes" {
            return Err(PlanError::Contradiction(format!(
                "--transport {} with --adaptive yes: these bundles always leave while the wire is idle; say --adaptive \
                 auto",
                choice.text("transport")
            )));
        }
        let receivers = choice.small("receivers") as usize;
        Ok(stream(
            choice,
            once(Sender).chain(repeat_n(Receiver, receivers)),
        ))
    },
};
