//! Transfers of ownership (1516.1 clause 7), state by state, and what crosses on the way.
#![allow(clippy::unwrap_used, reason = "test code")]

#[path = "../harness/mod.rs"]
mod harness;

mod crossings;
mod instances;
mod overtaking;
mod rights;
mod states;
mod yard;
