//! Why there is no plan.

use super::scenario;

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No experiment has that name.
    #[error("there is no experiment {name:?}; there are {known}")]
    UnknownExperiment {
        /// The requested name.
        name: String,
        /// The experiments that there are.
        known: String,
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
        /// Accepted values.
        takes: String,
    },
    /// A list has the same value twice.
    #[error(
        "--{name} has {value} twice; each value is measured once, and --repetitions repeats all of them"
    )]
    Twice {
        /// The parameter.
        name: &'static str,
        /// The given value.
        value: String,
    },
    /// Parameters do not go together.
    #[error("{0}")]
    Contradiction(String),
    /// The scenario cannot be used.
    #[error(transparent)]
    Scenario(#[from] scenario::ScenarioError),
}
