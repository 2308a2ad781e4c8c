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
mod saving;
mod services;
mod support;
mod synchronization;
mod time;
mod world;
