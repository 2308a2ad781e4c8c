//! Conformance scenarios, named by clause, run through the Rust ambassador with every process model
//! and transport, in both editions.
#![allow(clippy::unwrap_used, reason = "test code")]

mod authorization;
mod calls;
mod ddm;
mod declaration;
mod exceptions;
mod face;
mod federate;
mod federation;
mod forms;
mod mom;
mod mom_channels;
mod object;
mod ownership;
mod reporting;
mod run;
mod saving;
mod saving_state;
mod services;
mod states;
mod support;
mod synchronization;
mod time;
mod transportation;
mod wiring;
mod world;
