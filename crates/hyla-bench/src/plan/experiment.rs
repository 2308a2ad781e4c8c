//! An experiment: its parameters, and its plan for what was given.

use std::collections::BTreeMap;

use hyla_settings::parameter::Parameter;
use serde_json::Value;

use super::error::PlanError;
use super::parameter::{self, Choice, EVERYWHERE, Values};
use super::point::{PointPlan, RoleAssignment};

/// One of the things that are measured.
#[derive(Debug)]
pub struct Experiment {
    /// Its name, as in `hyla bench run NAME`.
    pub name: &'static str,
    /// The measurement, in one line.
    pub summary: &'static str,
    /// Parameters of its own, or with other defaults than everywhere.
    pub(super) own: &'static [(&'static str, &'static str)],
    /// Parameters that distinguish its points even where each has one value; the last changes fastest.
    pub(super) axes: &'static [&'static str],
    /// Roles of the federates at a point.
    pub(super) cast: fn(&Choice) -> Result<RoleAssignment, PlanError>,
}

/// Everything that a console does for an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Name of the experiment.
    pub experiment: &'static str,
    /// Parameters that all points share.
    pub parameters: BTreeMap<String, Value>,
    /// The points, in the order of measurement.
    pub points: Vec<PointPlan>,
    /// How often each point is measured.
    pub repetitions: u32,
    /// How long federates wait for one another, in milliseconds.
    pub timeout_ms: u64,
    /// How often they report live figures, in milliseconds.
    pub live_ms: u64,
    /// Seed of what is random; each repetition has one of its own that follows from it.
    pub seed: u64,
    /// Whether settings are those of Hyla.
    pub is_hyla: bool,
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
    /// A name that does not exist, a value that does not fit, or parameters that exclude each other, in words.
    pub fn plan(&self, given: &BTreeMap<String, String>) -> Result<Plan, PlanError> {
        let values = Values::read(self.name, &self.defaults(), given)?;
        let apart: Vec<_> = values
            .names()
            .filter(|name| self.axes.contains(name) || values.varies(name))
            .collect();
        for name in ["repetitions", "timeout-s", "live-ms", "seed"] {
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
            timeout_ms: first.count("timeout-s") * 1000,
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
