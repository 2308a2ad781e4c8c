//! Traces of links: calls and events at their interface, and the frames on each channel, in order.
//!
//! The others are endpoints of this process that record what they receive. One thread does everything, in one order.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests use endpoints of their own process"
)]

mod lanes;
mod stage;
mod streams;
