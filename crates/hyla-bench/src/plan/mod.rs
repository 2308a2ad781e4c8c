//! Experiments: their points, and the roles of federates at each.
//!
//! A plan is made from words alone, without a machine or an RTI:
//! `experiment("latency")?.plan(&given)`. Parameters with several values make a point of each
//! combination. The console turns each point into jobs, loads and baselines once it knows the
//! machines ([`place`]).

mod bundling;
mod carrier;
mod error;
mod experiment;
mod interests;
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
mod via;
mod wan;

pub use carrier::CarrierPlan;
pub use error::PlanError;
pub use experiment::{Experiment, Plan};
pub use hyla_settings::parameter::{Kind, Parameter};
pub use parameter::PARAMETERS;
pub use point::{BaselinePlan, FederatePlan, LoadPlan, Pin, PointPlan, Role};
pub use setting::RTI;

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
    &interests::EXPERIMENT,
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
    found.copied().ok_or_else(|| PlanError::UnknownExperiment {
        name: name.into(),
        known: names(),
    })
}

#[cfg(test)]
mod tests;
