//! Calls between a client and a server, over TCP on loopback.
#![allow(clippy::unwrap_used, reason = "test code")]

#[path = "../omniorb/build.rs"]
mod build;
mod deadlines;
mod jacorb;
mod killed;
mod local;
mod omninames;
mod omniorb;
mod omniorbpy;
mod random;
mod raw;
mod relay;
mod routes;
mod scripted;
mod servant;

mod probe {
    include!("../generated/probe.rs");
}
mod more {
    include!("../generated/more.rs");
}
