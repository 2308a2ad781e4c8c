//! Servers of the Federate Protocol with an RTI, over real sockets.
#![allow(clippy::unwrap_used, reason = "test code")]

mod crowd;
mod raw;
mod transports;
mod world;
