//! Calls between a client and a server, over TCP on loopback.
#![allow(clippy::unwrap_used, reason = "test code")]

#[path = "../omniorb/build.rs"]
mod build;
mod local;
mod omniorb;
mod raw;
mod scripted;
mod servant;

mod probe {
    include!("../generated/probe.rs");
}
mod more {
    include!("../generated/more.rs");
}
