//! Object management (1516.1 clause 6): instances, updates, interactions.

mod discovery;
mod instance;
mod interaction;
mod names;
mod receive;
mod register;
mod relevance;
mod removal;
mod request;
mod transportation;
mod update;

pub(crate) use instance::{Instance, Instances, Ownership};
pub(crate) use names::all_or_nothing;
pub(crate) use register::automatic_name;
pub(crate) use relevance::Wanted;
pub(crate) use transportation::TransportationChoices;
pub(crate) use update::{check_size, not_defined, not_known, not_owned};
