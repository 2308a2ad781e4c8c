//! The Latency Server: predicts message latency, with confidence intervals.
//!
//! | module | contents |
//! |---|---|
//! | [`statistics`] | mean and percentile with their 95 % intervals |
//! | [`server`] | an estimator with a clock, sources, measurements and interfaces |
//! | [`source`] | sources of the state of hosts: kernel, SNMP, script |
//! | [`state`] | bands of processor load, load of ports, rates from counters |
//! | [`estimator`] | connections, answers, scheduling of measurements: pure, without sockets, clocks and threads |
//! | [`interface`] | gRPC and HTTP/JSON, and a client |
//! | [`live`] | bounds from the samples of running channels |
//! | [`peer`] | reflects messages; measures round trips |
//! | [`profile`] | latency profiles: read, prepare, compare, merge |
//!
//! `docs/decisions/0041-latency-server.md` gives the reasons.
#![forbid(unsafe_code)]

pub mod estimator;
pub mod interface;
pub mod live;
pub mod peer;
pub mod profile;
pub mod server;
pub mod source;
pub mod state;
pub mod statistics;
