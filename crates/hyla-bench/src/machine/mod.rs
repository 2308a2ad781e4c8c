//! What machine this is, and what it cannot do.
//!
//! [`describe`] is stored with every result, so that figures of different machines are not taken for one another.
//! [`refuse`] compares what a plan asks of this machine with what it has, before anything is started.

mod ability;
mod description;

pub use ability::{Ability, Demand, refuse};
pub use description::{busy, describe};
