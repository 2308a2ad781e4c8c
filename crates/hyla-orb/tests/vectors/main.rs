//! Captured messages of other ORBs are read correctly, and written identically except for gaps.
#![allow(clippy::unwrap_used, reason = "test code")]

mod bodies;
mod captured;
mod messages;

mod generated {
    include!("../generated/probe.rs");
}
