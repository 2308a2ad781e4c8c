//! Latency profiles: measured latencies by load of both ends and size.
//!
//! `docs/latency-profile.md` describes the document, which `hyla bench run load-matrix` writes.

mod compare;
mod description;
mod document;
mod machine;
mod merge;
mod table;

pub use compare::{Change, compare};
pub use description::describe;
pub use document::{Document, Entry, Level, Quantity, ReadError};
pub use machine::{Difference, Machine, Severity, differences};
pub use merge::{MergeError, merge};
pub use table::{Lookup, Missing, SizeBasis, Table};
