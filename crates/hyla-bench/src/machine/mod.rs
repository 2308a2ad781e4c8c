//! Description and capabilities of this machine.
//!
//! [`describe`] is stored with every result, so that figures of different machines are not
//! confused. [`refuse`] compares the requirements of a plan with this machine, before anything is
//! started.

mod ability;
mod busy;

pub use ability::{Ability, Demand, refuse};
pub use busy::busy;
pub use hyla_estimator::profile::describe;
