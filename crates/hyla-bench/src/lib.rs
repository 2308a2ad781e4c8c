//! The benchmark suite: measures RTIs from outside, through the standard's services.
//!
//! | module | what it is for |
//! |---|---|
//! | [`job`] | what a measuring process is told to do, and what it reports |
//! | [`metric`] | every figure that there is: name, unit, which way is better |
//! | [`result`] | the document that a run is stored in |
//! | [`plan`] | experiments: which points they measure, and who does what at each |
//! | [`coordination`] | the federation in which console and agents meet |
//! | [`console`] | runs an experiment: plans, repeats, shows, stores |
//! | [`agent`] | one for each host: starts measuring processes and passes on what they report |
//! | [`federate`] | the measuring federate in Rust |
//! | [`load`] | processor and network load held at a wanted share |
//! | [`baseline`] | the same work without an RTI |
//! | [`peer`] | the same work by other engines, where they are installed |
//! | [`machine`] | what machine this is |
//! | [`statistics`] | percentiles, medians, spread, and whether a difference is more than noise |
//! | [`report`] | CSV and HTML of stored results |
//! | [`suite`] | sets of experiments, from TOML |
//!
//! The decision behind the division into processes is `docs/decisions/0020-benchmark-suite.md`.

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
