//! The RTI that hosts federation executions: the core's [`hyla_core::executive::Rti`] behind an endpoint.
//!
//! | item | what is there |
//! |---|---|
//! | [`RtiServer`] | sessions of federates, relays, saves; what `hyla rti` runs |
//! | [`Authorizer`] | decides who may connect, create and join; [`FileAuthorizer`] is the one with a file of users |
//! | [`RtiMetrics`] | counters of the RTI, for `hyla top` and `/metrics` |
//! | [`EmbeddedRti`] | the RTI inside a federate's process |
//! | [`Introduction`] | origin of a member that a host runs in the RTI's process |
//!
//! An embedded RTI runs in a thread of its own, and so does each RTI's authorizer. Users of the file are asked for
//! passwords, whose hashes cost this crate its only heavy dependency.
#![forbid(unsafe_code)]

mod authorization;
mod callers;
mod embedded;
mod metrics;
mod models;
mod server;
mod storage;

pub use authorization::{
    Action, Authorization, Authorizer, Caller, FederationAction, FileAuthorizer, UsersFileError,
    add_user, hash_password,
};
pub use callers::Introduction;
pub use embedded::EmbeddedRti;
pub use metrics::{MetricsSource, Relayed, RtiMetrics};
pub use server::{RtiServer, RtiStop};
