//! The Latency Server: predicts message latency, with confidence intervals.
//!
//! | module | contents |
//! |---|---|
//! | [`server`] | an estimator with a clock, sources, measurements and interfaces |
//! | [`source`] | sources of the state of hosts: kernel, SNMP, script |
//! | [`interface`] | gRPC and HTTP/JSON, and a client |
//! | [`peer`] | reflects messages; measures round trips |
//! | [`estimator`], [`live`], [`profile`], [`state`], [`statistics`], [`clock`], [`deadline`] | those of `hyla_estimator`, the part without I/O |
//!
//! `docs/decisions/0041-latency-server.md` gives the reasons.
#![forbid(unsafe_code)]

pub mod interface;
pub mod peer;
pub mod server;
pub mod source;

pub use hyla_estimator::{clock, deadline, estimator, live, profile, state, statistics};
