//! `interests`: receivers change their interests while one sends.

use std::iter::{once, repeat_n};

use super::error::PlanError;
use super::experiment::Experiment;
use super::point::{losses, stream};
use crate::job::StreamRole::{Receiver, Sender};
use crate::job::Work;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "interests",
    summary: "time from a subscription to the first message, while interests change and one sends",
    own: &[
        ("receivers", "4"),
        ("changes", "0,100,1000"),
        ("bytes", "128"),
        ("objects", "400"),
        ("regions", "400"),
        ("regions-of-receiver", "20"),
        ("rate", "20000"),
        ("warm-up-ms", "500"),
        ("run-ms", "3000"),
        ("trace-every", "10"),
        ("loss", "0"),
        ("loss-burst", "1"),
        ("baselines", "none"),
    ],
    axes: &["receivers", "changes"],
    cast: |choice| {
        let receivers = choice.small("receivers");
        let (regions, taken) = (choice.small("regions"), choice.small("regions-of-receiver"));
        let changes = choice.real("changes");
        if changes > 0.0 && (taken == 0 || regions < taken + 2) {
            return Err(PlanError::Contradiction(format!(
                "--changes with --regions {regions} and --regions-of-receiver {taken}: a receiver changes to regions that it does \
                 not have, and needs two of them"
            )));
        }
        let roles = once(Sender).chain(repeat_n(Receiver, receivers as usize));
        let mut cast = stream(choice, roles);
        for (_, work) in &mut cast.works {
            if let Work::Stream {
                role: Receiver,
                changes_per_s,
                ..
            } = work
            {
                *changes_per_s = changes / f64::from(receivers);
            }
        }
        cast.lanes = losses(choice, receivers as usize + 1)?;
        // No bare program has regions.
        cast.bare = None;
        Ok(cast)
    },
};
