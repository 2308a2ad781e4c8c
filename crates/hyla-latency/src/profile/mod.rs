//! Latency profiles: what was measured beforehand, by load of both ends and by size.
//!
//! `docs/latency-profile.md` describes the document, which `hyla bench run load-matrix` writes.

mod compare;
mod document;
mod machine;
mod merge;
mod table;

pub use compare::{Change, compare};
pub use document::{Document, Entry, Quantity, ReadError};
pub use machine::{Difference, Machine, Weight, differences};
pub use merge::{MergeError, merge};
pub use table::{Lookup, Missing, SizeBasis, Table};
