//! Object management (1516.1 clause 6): instances, updates, interactions.

mod absent;
mod census;
mod discovery;
mod existence;
mod instance;
mod interaction;
mod member;
mod memo;
mod name_changes;
mod names;
mod pages;
mod receive;
mod refusals;
mod register;
mod registry;
mod relevance;
mod removal;
mod request;
mod resolve;
mod rights;
mod tombstones;
mod transportation;
mod transportation_choices;
mod update;
mod wanted;

pub(crate) use absent::Probe;
pub(crate) use instance::{Instance, Instances};
pub(crate) use member::{MemberObjects, SavedObjects};
pub(crate) use name_changes::NamesReserved;
pub(crate) use refusals::{check_size, not_defined, not_known, not_owned};
pub(crate) use registry::{Registered, Registry, all_or_nothing};
pub(crate) use rights::Refused;
pub use rights::{RefusedAttempt, RefusedMessage};
pub(crate) use wanted::Wanted;
