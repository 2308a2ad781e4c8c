//! Experiments: their points, and the roles of federates at each.
//!
//! A plan is made from words alone, without a machine or an RTI:
//! `experiment("latency")?.plan(&given)`. Parameters with several values make a point of each
//! combination. The console turns each point into jobs, loads and baselines once it knows the
//! machines ([`place`]).

mod bundling;
mod carrier;
mod latency;
mod load_matrix;
mod loopback;
mod mixed;
mod parameter;
pub mod place;
mod point;
pub mod profile;
mod receive;
mod register;
mod roundtrip_sizes;
mod scale;
pub mod scenario;
mod send;
mod setting;
mod time_advance;
mod wan;

use std::collections::BTreeMap;

use serde_json::Value;

pub use carrier::CarrierPlan;
pub use hyla_settings::parameter::{Kind, Parameter};
pub use parameter::PARAMETERS;
use parameter::{Choice, EVERYWHERE, Values};
use point::RoleAssignment;
pub use point::{BaselinePlan, FederatePlan, LoadPlan, Pin, PointPlan, Role};

/// Placeholder in settings for the RTI's address.
pub const RTI: &str = "{rti}";

/// Why a plan is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No experiment has that name.
    #[error("there is no experiment {name:?}; there are {}", names())]
    UnknownExperiment {
        /// The requested name.
        name: String,
    },
    /// The experiment does not have that parameter.
    #[error("experiment {experiment} has no parameter {name:?}; it has {takes}")]
    UnknownParameter {
        /// The experiment.
        experiment: String,
        /// The given name.
        name: String,
        /// The parameters that it has.
        takes: String,
    },
    /// A value is not what the parameter takes.
    #[error("--{name} {value}: it takes {takes}")]
    BadValue {
        /// The parameter.
        name: &'static str,
        /// The given value.
        value: String,
        /// What is accepted.
        takes: String,
    },
    /// A value occurs twice in its list.
    #[error(
        "--{name} has {value} twice; each value is measured once, and --repetitions repeats all of them"
    )]
    Twice {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// Contradicting parameters.
    #[error("{0}")]
    Contradiction(String),
    /// Unusable scenario.
    #[error(transparent)]
    Scenario(#[from] scenario::ScenarioError),
}

/// An experiment.
#[derive(Debug)]
pub struct Experiment {
    /// Its name, as in `hyla bench run NAME`.
    pub name: &'static str,
    /// What it measures, in one line.
    pub summary: &'static str,
    /// Its own parameters, and those with other defaults.
    own: &'static [(&'static str, &'static str)],
    /// Parameters that distinguish its points even if each has one value; the last changes fastest.
    axes: &'static [&'static str],
    /// Roles at a point.
    cast: fn(&Choice) -> Result<RoleAssignment, PlanError>,
}

/// A console's work for an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Name of the experiment.
    pub experiment: &'static str,
    /// Parameters with the same value at every point.
    pub parameters: BTreeMap<String, Value>,
    /// Points in order.
    pub points: Vec<PointPlan>,
    /// Repetitions of each point.
    pub repetitions: u32,
    /// Timeout of federates for one another, in milliseconds.
    pub patience_ms: u64,
    /// Interval of their live figures, in milliseconds.
    pub live_ms: u64,
    /// Random seed; each repetition derives its own.
    pub seed: u64,
    /// Whether settings are those of Hyla.
    pub is_hyla: bool,
}

/// All experiments, in listing order.
pub const EXPERIMENTS: &[&Experiment] = &[
    &latency::EXPERIMENT,
    &send::EXPERIMENT,
    &receive::EXPERIMENT,
    &loopback::EXPERIMENT,
    &time_advance::EXPERIMENT,
    &roundtrip_sizes::EXPERIMENT,
    &bundling::EXPERIMENT,
    &load_matrix::EXPERIMENT,
    &mixed::EXPERIMENT,
    &scale::EXPERIMENT,
    &wan::EXPERIMENT,
    &register::EXPERIMENT,
];

fn names() -> String {
    let names: Vec<_> = EXPERIMENTS.iter().map(|known| known.name).collect();
    names.join(", ")
}

/// The experiment of that name.
///
/// # Errors
/// [`PlanError::UnknownExperiment`], which lists all.
pub fn experiment(name: &str) -> Result<&'static Experiment, PlanError> {
    let found = EXPERIMENTS.iter().find(|known| known.name == name);
    found
        .copied()
        .ok_or_else(|| PlanError::UnknownExperiment { name: name.into() })
}

impl Experiment {
    /// Its parameters with their defaults, its own first.
    pub fn parameters(&self) -> Vec<(&'static Parameter, &'static str)> {
        let parameters = self.defaults().into_iter().map(|(name, default)| {
            let parameter = parameter::parameter(name).expect("every parameter is in the table");
            (parameter, default)
        });
        parameters.collect()
    }

    /// The plan for given parameters by name; lists have commas.
    ///
    /// # Errors
    /// Unknown, invalid or contradicting parameters.
    pub fn plan(&self, given: &BTreeMap<String, String>) -> Result<Plan, PlanError> {
        let values = Values::read(self.name, &self.defaults(), given)?;
        let apart: Vec<_> = values
            .names()
            .filter(|name| self.axes.contains(name) || values.varies(name))
            .collect();
        for name in ["repetitions", "patience-s", "live-ms", "seed"] {
            if values.varies(name) {
                return Err(PlanError::Contradiction(format!(
                    "--{name} is the same for the whole run: give one value"
                )));
            }
        }
        let choices = values.combinations(self.axes);
        let first = choices.first().expect("every parameter has a value");
        let same = values.names().filter(|name| !apart.contains(name));
        let same = same.filter_map(|name| Some((name.to_owned(), first.get(name)?.clone())));
        let mut plan = Plan {
            experiment: self.name,
            parameters: same.collect(),
            points: Vec::new(),
            repetitions: first.small("repetitions"),
            patience_ms: first.count("patience-s") * 1000,
            live_ms: first.count("live-ms"),
            seed: first.count("seed"),
            is_hyla: first.text("designator").is_empty(),
        };
        for choice in &choices {
            let cast = (self.cast)(choice)?;
            let told = apart.iter();
            let told =
                told.filter_map(|name| Some(((*name).to_owned(), choice.get(name)?.clone())));
            plan.points.push(cast.point(choice, told.collect())?);
        }
        Ok(plan)
    }

    fn defaults(&self) -> Vec<(&'static str, &'static str)> {
        let everywhere = EVERYWHERE
            .iter()
            .filter(|(name, _)| !self.own.iter().any(|(own, _)| own == name));
        self.own.iter().chain(everywhere).copied().collect()
    }
}

#[cfg(test)]
mod tests;
