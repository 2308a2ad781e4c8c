//! Experiments: which points they measure, and who does what at each.
//!
//! A plan is made from words alone, without a machine or an RTI: `experiment("latency")?.plan(&given)`. What was given
//! several values for makes a point of each combination. The console turns each point into jobs, loads and
//! baselines once it knows the machines ([`place`]).

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
use point::Cast;
pub use point::{BaselinePlan, FederatePlan, LoadPlan, Pin, PointPlan, Role};

/// Stands in settings for the address at which federates find the RTI.
pub const RTI: &str = "{rti}";

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No experiment has that name.
    #[error("there is no experiment {name:?}; there are {}", names())]
    UnknownExperiment {
        /// What was asked for.
        name: String,
    },
    /// The experiment does not have that parameter.
    #[error("experiment {experiment} has no parameter {name:?}; it has {takes}")]
    UnknownParameter {
        /// The experiment.
        experiment: String,
        /// What was given.
        name: String,
        /// The parameters that it has.
        takes: String,
    },
    /// A value is not what the parameter takes.
    #[error("--{name} {value}: it takes {takes}")]
    BadValue {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What is accepted.
        takes: String,
    },
    /// A value stands twice in its list.
    #[error(
        "--{name} has {value} twice; each value is measured once, and --repetitions repeats all of them"
    )]
    Twice {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// Parameters do not go together.
    #[error("{0}")]
    Contradiction(String),
    /// The scenario cannot be used.
    #[error(transparent)]
    Scenario(#[from] scenario::ScenarioError),
}

/// One of the things that are measured.
#[derive(Debug)]
pub struct Experiment {
    /// Its name, as in `hyla bench run NAME`.
    pub name: &'static str,
    /// What it measures, in one line.
    pub summary: &'static str,
    /// Parameters of its own, or with other defaults than everywhere.
    own: &'static [(&'static str, &'static str)],
    /// Parameters by which its points are told apart even where each has one value; the last changes fastest.
    axes: &'static [&'static str],
    /// Who does what at a point.
    cast: fn(&Choice) -> Result<Cast, PlanError>,
}

/// Everything that a console does for an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Name of the experiment.
    pub experiment: &'static str,
    /// What is the same at every point.
    pub parameters: BTreeMap<String, Value>,
    /// What is measured, in this order.
    pub points: Vec<PointPlan>,
    /// How often each point is measured.
    pub repetitions: u32,
    /// How long federates wait for one another, in milliseconds.
    pub patience_ms: u64,
    /// How often they report live figures, in milliseconds.
    pub live_ms: u64,
    /// Seed of what is random; each repetition has one of its own that follows from it.
    pub seed: u64,
    /// Whether settings are those of Hyla.
    pub is_hyla: bool,
}

/// All experiments, in the order in which they are listed.
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
/// [`PlanError::UnknownExperiment`], which says what there is.
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

    /// The plan for what was given, by names of parameters; a list has commas.
    ///
    /// # Errors
    /// What does not exist, does not fit or does not go together, in words.
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
