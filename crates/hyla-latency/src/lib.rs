//! The Latency Server: what a message will take, and how sure that is.
//!
//! | module | contents |
//! |---|---|
//! | [`statistics`] | mean and percentile with their 95 % intervals |
//! | [`server`] | an estimator with a clock, sources, measurements and faces |
//! | [`source`] | where the state of hosts comes from: kernel, SNMP, script |
//! | [`state`] | bands of processor load, load of ports, rates from counters |
//! | [`estimator`] | connections, answers, when to measure: pure, without sockets, clocks and threads |
//! | [`face`] | gRPC and HTTP/JSON, and a client |
//! | [`live`] | bounds from the samples of running channels |
//! | [`peer`] | reflects messages; measures round trips |
//! | [`profile`] | what was measured beforehand: read, prepare for questions, compare, merge |
//!
//! `docs/decisions/0041-latency-server.md` gives the reasons.
#![forbid(unsafe_code)]

pub mod estimator;
pub mod face;
pub mod live;
pub mod peer;
pub mod profile;
pub mod server;
pub mod source;
pub mod state;
pub mod statistics;
