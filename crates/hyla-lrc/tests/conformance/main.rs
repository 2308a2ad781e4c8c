//! Conformance scenarios, named by clause, run through the Rust ambassador with every process model
//! and transport, in both editions.
#![allow(clippy::unwrap_used, reason = "test code")]

mod ddm;
mod declaration;
mod federate;
mod federation;
mod mom;
mod object;
mod ownership;
mod services;
mod support;
mod time;
mod world;
