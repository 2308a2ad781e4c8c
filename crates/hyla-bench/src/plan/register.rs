//! `register`: how fast objects are registered and discovered.

use super::experiment::Experiment;
use super::point::{Role, RoleAssignment};
use crate::job::Work;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "register",
    summary: "objects registered and discovered each second",
    own: &[
        ("objects", "1000,10000"),
        ("federates", "2"),
        ("named", "no,yes"),
    ],
    axes: &["named", "federates", "objects"],
    cast: |choice| {
        super::point::refuse_datagrams(choice)?;
        let work = Work::Register {
            objects: choice.small("objects"),
            named: choice.is_yes("named"),
        };
        let role = |index| match index {
            0 => Role::Sender,
            _ => Role::Receiver,
        };
        let works = (0..choice.small("federates")).map(|index| (role(index), work.clone()));
        Ok(RoleAssignment {
            works: works.collect(),
            bare: None,
            lanes: Vec::new(),
        })
    },
};
