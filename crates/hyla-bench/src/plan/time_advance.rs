//! `time-advance`: federates that advance together.

use super::experiment::Experiment;
use super::point::{Role, RoleAssignment};
use crate::job::{Advance, Work};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "time-advance",
    summary: "grants a second of federates that advance together, lock step and next message",
    own: &[
        ("federates", "2,4,8"),
        ("service", "lock-step,next-message"),
        ("lookahead", "1"),
        ("step", "1"),
        ("messages", "0"),
        ("bytes", "64"),
        ("warm-up", "100"),
        ("grants", "2000"),
    ],
    axes: &["service", "lookahead", "federates"],
    cast: |choice| {
        super::point::refuse_datagrams(choice)?;
        let work = Work::TimeAdvance {
            service: match choice.text("service") {
                "next-message" => Advance::NextMessage,
                _ => Advance::LockStep,
            },
            lookahead: choice.real("lookahead"),
            step: choice.real("step"),
            messages: choice.small("messages"),
            bytes: choice.small("bytes"),
            warm_up: choice.small("warm-up"),
            grants: choice.small("grants"),
        };
        Ok(RoleAssignment {
            works: vec![(Role::Member, work.clone()); choice.small("federates") as usize],
            bare: Some(work),
            lanes: Vec::new(),
        })
    },
};
