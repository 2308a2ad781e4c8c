//! Data distribution management (1516.1 clause 9): regions, and who overlaps whom.

mod grid;
mod matcher;

pub use matcher::Matcher;
