//! Servers of the Federate Protocol with an RTI, over real sockets.
#![allow(clippy::unwrap_used, reason = "test code")]

mod answers;
mod crowd;
mod ghosts;
mod log;
mod mixed;
#[allow(dead_code, reason = "tests inside the crate share it")]
mod raw;
mod stolen;
mod transports;
mod world;
mod wrong_port;
