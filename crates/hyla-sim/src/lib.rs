//! Deterministic simulation of whole federations from a seed.
//!
//! A [`World`] holds one RTI and many members in one thread, connected by wires with random delays.
//! Every member runs a random program of services of all groups; processes crash, pause, lose their
//! connection and come back. A judge that knows the standard's rules, and asks the core nothing,
//! checks every service, every message at the RTI and every callback. The same seed gives the same
//! run.
//!
//! ```
//! use hyla_sim::{Config, World};
//!
//! let outcome = World::new(7, Config { members: 3, steps: 50, ..Config::default() }).run();
//! assert!(outcome.violation.is_none(), "{outcome}");
//! ```
#![forbid(unsafe_code)]

mod actions;
mod advising;
mod arriving;
mod authority;
mod carrying;
mod causality;
mod chaining;
mod chains;
mod clients;
mod clock;
mod config;
mod disk;
mod driver;
mod faults;
mod fom;
mod gathering;
mod groups;
mod holdings;
mod hostile;
mod hosting;
mod image;
mod invariants;
mod managed;
mod mishaps;
mod model;
mod network;
mod operations;
mod outcome;
mod process;
mod program;
mod receiving;
mod regions;
mod relaying;
mod renewal;
mod replaying;
mod requests;
mod saving;
mod sending;
mod shrink;
mod storage;
mod timekeeping;
mod trace;
mod untimely;
mod words;
mod world;

pub use actions::{ActionList, ActionListError};
pub use config::Config;
pub use faults::Sabotage;
pub use groups::Groups;
pub use outcome::Outcome;
pub use shrink::Shrunk;
pub use world::World;
