//! Latency estimation: means and bounds with confidence intervals, from profiles, measurements and running channels. Pure:
//! no sockets, no threads, no clock; only [`profile::describe`] and [`host`] read files of the system. The Latency Server and every federate use it.
//!
//! | module | contents |
//! |---|---|
//! | [`statistics`] | mean and percentile with their 95 % intervals |
//! | [`state`] | bands of processor load, load of ports, rates from counters |
//! | [`host`] | state of this host, from its kernel |
//! | [`estimator`] | connections, answers, scheduling of measurements |
//! | [`live`] | bounds from the samples of running channels |
//! | [`clock`] | offset of another host's clock, from exchanges |
//! | [`deadline`] | probability that a message meets its deadline |
//! | [`profile`] | latency profiles: read, prepare, compare, merge |
//!
//! `docs/decisions/0041-latency-server.md` gives the reasons.
#![forbid(unsafe_code)]

pub mod clock;
pub mod deadline;
pub mod estimator;
pub mod host;
pub mod live;
pub mod profile;
pub mod state;
pub mod statistics;
