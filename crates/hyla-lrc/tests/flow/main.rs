//! Receivers that do not keep up: best effort waits for nobody, reliable senders wait and learn for whom, memory is bounded.
#![allow(clippy::unwrap_used, reason = "test code")]

mod bundles;
mod log;
mod slow;
