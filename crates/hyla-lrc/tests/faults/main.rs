//! Bad input and faults: nonsense on every socket, processes that are killed or stopped, members
//! that cannot reach each other, many threads, many federates. Real sockets, real processes.
#![allow(clippy::unwrap_used, reason = "test code")]

mod bad_input;
mod child;
mod concurrency;
mod encrypted;
mod ending;
mod evoking;
mod federate;
mod fork;
mod leaving;
mod processes;
mod relay;
mod removed;
mod saving;
mod scale;
mod silence;
mod socket;
#[path = "../hosts/warnings.rs"]
mod warnings;
mod world;
