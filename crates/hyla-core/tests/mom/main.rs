//! The management object model (1516.1 clause 11), against the standard MIMs.
#![allow(clippy::unwrap_used, reason = "test code")]

#[path = "../harness/mod.rs"]
mod harness;

mod forgeries;
mod instances;
mod mom_world;
mod reports;
mod saves;
mod services;
mod switches;
mod values;
mod vocabulary;
