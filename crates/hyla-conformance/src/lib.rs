//! Conformance scenarios, named by clause, for every face of the RTI.
//!
//! A scenario plays with federates in a [`World`]: an RTI of its own, an edition, a [`Wiring`]. It knows no language and no
//! protocol: a [`Face`] gives it ambassadors with all services ([`RtiServices`], written from the table of signatures) and
//! starts the RTI. [`test_all`] runs every scenario in every edition and wiring of a face, each as a test of its own.
//!
//! | face | test |
//! |---|---|
//! | Rust | `hyla-conformance`, `rust` |
//! | C | `hyla-capi`, `conformance` |
//! | C++ of both editions | `hyla-capi`, `conformance_cpp` (`make cpptest`) |
//! | Federate Protocol | `hyla-fedpro`, `conformance` |
#![allow(clippy::unwrap_used, reason = "for tests")]

mod exceptions;
mod face;
mod federate;
mod measured;
mod rti;
mod scenarios;
mod services;
mod services_page;
mod test;
mod world;

pub mod hyla;

pub use face::{Face, Run, Server, Wiring};
pub use rti::{Ambassador, Rti};
pub use scenarios::Scenario;
pub use services::RtiServices;
pub use test::test_all;
pub use world::World;

/// The types of [`RtiServices`], for [`implement_services`].
pub mod types {
    pub use hyla_core::Result;
    pub use hyla_core::callback::FederateAmbassador;
    pub use hyla_core::declaration::{Activity, DirectedScope};
    pub use hyla_types::*;
    pub use std::collections::BTreeSet;
}
