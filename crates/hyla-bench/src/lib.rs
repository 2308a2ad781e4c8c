//! The benchmark suite: measures RTIs from outside, through the standard's services.
//!
//! | module | purpose |
//! |---|---|
//! | [`job`] | jobs and reports of measuring processes |
//! | [`metric`] | every figure: name, unit, direction |
//! | [`result`] | the document that stores a run |
//! | [`plan`] | experiments: their points, and the roles of federates at each |
//! | [`coordination`] | the federation of console and agents |
//! | [`console`] | runs an experiment: plans, repeats, shows, stores |
//! | [`agent`] | one for each host: starts measuring processes and forwards their reports |
//! | [`federate`] | the measuring federate in Rust |
//! | [`load`] | processor and network load, held at a given share |
//! | [`baseline`] | the same work without an RTI |
//! | [`peer`] | the same work by other installed engines |
//! | [`machine`] | description of the machine |
//! | [`statistics`] | percentiles, medians, spread, and significance of differences |
//! | [`report`] | CSV and HTML of stored results |
//! | [`suite`] | sets of experiments, from TOML |
//!
//! `docs/decisions/0020-benchmark-suite.md` explains the division into processes.

pub mod agent;
pub mod baseline;
pub mod console;
pub mod coordination;
pub mod federate;
pub mod job;
mod lines;
pub mod load;
pub mod machine;
pub mod metric;
pub mod peer;
pub mod plan;
pub mod report;
pub mod result;
pub mod statistics;
pub mod suite;
