//! `wan`: sites with delay, jitter, loss and bandwidth between them.

use std::iter::repeat_n;
use std::path::Path;

use super::error::PlanError;
use super::experiment::Experiment;
use super::point::{round_trips, stream};
use super::scenario::{Scenario, ScenarioError};
use crate::job::StreamRole::Both;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "wan",
    summary: "sites of a scenario file, with delay, jitter, loss and bandwidth between them",
    own: &[
        ("scenario", ""),
        ("work", "round-trip"),
        ("bytes", "64,1Ki"),
        ("qos", "reliable,best-effort"),
        ("samples", "200"),
        ("warm-up", "10"),
        ("interval-us", "0"),
        ("lost-after-ms", "5000"),
        ("objects", "10"),
        ("rate", "500"),
        ("warm-up-ms", "1000"),
        ("run-ms", "5000"),
        ("trace-every", "5"),
        ("repetitions", "3"),
        ("baselines", "none"),
    ],
    axes: &["qos", "bytes"],
    cast: |choice| {
        let path = choice.text("scenario");
        if path.is_empty() {
            return Err(PlanError::Scenario(ScenarioError::Missing));
        }
        if choice.text("transport") != "auto" || !choice.text("designator").is_empty() {
            return Err(PlanError::Contradiction(
                "wan makes its ways of Hyla's datagram channels: leave --transport and --designator away".into(),
            ));
        }
        let scenario = Scenario::read(Path::new(path))?;
        let sites: Vec<_> = scenario.places().collect();
        let mut cast = match choice.text("work") {
            "stream" => stream(choice, repeat_n(Both, sites.len())),
            _ => round_trips(
                choice,
                sites.len(),
                choice.small("samples"),
                choice.small("warm-up"),
            ),
        };
        let reliable = choice.text("qos") != "best-effort";
        let lanes = sites.iter().enumerate();
        let lanes =
            lanes.map(|(index, site)| site.lane(reliable, choice.count("seed") + index as u64));
        cast.lanes = lanes.collect();
        Ok(cast)
    },
};
