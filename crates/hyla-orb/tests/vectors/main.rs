//! Captured messages of other ORBs are read as what they are, and written again as they were, gaps aside.
#![allow(clippy::unwrap_used, reason = "test code")]

mod bodies;
mod captured;
mod messages;

mod generated {
    include!("../generated/probe.rs");
}
