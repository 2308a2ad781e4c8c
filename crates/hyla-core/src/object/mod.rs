//! Object management (1516.1 clause 6): instances, updates, interactions.

mod census;
mod discovery;
mod existence;
mod instance;
mod interaction;
mod member;
mod memo;
mod names;
mod receive;
mod refusals;
mod register;
mod registry;
mod relevance;
mod removal;
mod request;
mod resolve;
mod tombstones;
mod transportation;
mod update;

pub(crate) use existence::Probe;
pub(crate) use instance::{Instance, Instances};
pub(crate) use member::{MemberObjects, SavedObjects};
pub(crate) use names::all_or_nothing;
pub(crate) use refusals::{check_size, not_defined, not_known, not_owned};
pub(crate) use registry::Registry;
pub(crate) use relevance::Wanted;
