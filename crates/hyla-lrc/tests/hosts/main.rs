//! Federates in processes of their own: on two hosts, which are network namespaces, and many on one.
//!
//! A machine may not permit namespaces (they need root and `ip`): the tests that need them
//! report this and do nothing.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

mod cable;
mod child;
mod clocks;
mod federate;
mod firewall;
mod idle;
mod interfaces;
mod leftovers;
mod many;
mod multicast;
#[allow(dead_code, reason = "tests of another crate use the rest")]
mod network;
mod reliable;
mod transports;
mod two_hosts;
mod users;
mod warnings;
