//! Attacks on a running RTI, each by a process of its own beside a healthy federation: the attack is refused and counted, and
//! the federation loses nothing.
//!
//! `ATTACKS_MEASURE=1 cargo test --release -p hyla --test attacks -- --nocapture --test-threads 1` repeats each attack while it
//! compares the 99th percentiles of the federation, and asserts that they are at most doubled. Without it no test depends on
//! time.
#![allow(clippy::unwrap_used, reason = "test code")]

mod attacker;
mod beside;
mod busy;
mod collisions;
mod connections;
mod crowds;
mod downgrade;
mod evidence;
mod fedpro;
mod groups;
mod healthy;
mod insiders;
mod joining;
mod members;
mod memory;
mod names;
mod native;
mod object_models;
mod powers;
mod process;
mod replay;
mod rti;
mod saves;
#[path = "../started/mod.rs"]
mod started;
mod unread;
mod users;
mod values;

/// Whether percentiles are compared.
fn is_measuring() -> bool {
    std::env::var_os("ATTACKS_MEASURE").is_some()
}

/// A loaded machine may take its time, above all for passwords in a build without optimization.
const PATIENT: &str = "timeout.connect_ms = 600000; timeout.call_ms = 60000";

/// The settings of all these.
fn together(parts: &[&str]) -> String {
    let parts: Vec<_> = parts.iter().copied().filter(|it| !it.is_empty()).collect();
    parts.join("; ")
}
