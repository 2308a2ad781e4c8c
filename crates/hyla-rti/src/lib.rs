//! The RTI that hosts federation executions: the core's [`hyla_core::executive::Rti`] behind an
//! endpoint.
//!
//! | item | purpose |
//! |---|---|
//! | [`RtiServer`] | sessions of federates, relays, saves; run by `hyla rti` |
//! | [`Authorizer`] | decides who may connect, create and join; [`FileAuthorizer`] uses a users file |
//! | [`RtiMetrics`] | counters of the RTI, for `hyla top` and `/metrics` |
//! | [`EmbeddedRti`] | the RTI inside a federate's process |
//! | [`Introduction`] | origin of a hosted member in the RTI's process |
//!
//! An embedded RTI runs in its own thread, and so does each RTI's authorizer. Hashing of passwords
//! is this crate's only heavy dependency.
#![forbid(unsafe_code)]

mod audit;
mod authorization;
mod callers;
mod embedded;
mod limited_lines;
mod long_messages;
mod metrics;
mod models;
mod reflection;
mod refusals;
mod server;
mod storage;

pub use authorization::{
    Action, Authorization, Authorizer, Caller, FederationAction, FileAuthorizer, UsersFileError,
    add_user, hash_password,
};
pub use callers::Introduction;
pub use embedded::EmbeddedRti;
pub use metrics::{MetricsSource, Relayed, RtiMetrics};
pub use refusals::Refusals;
pub use server::{RtiServer, RtiStop};
