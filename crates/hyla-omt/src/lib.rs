//! Object models of IEEE 1516.2: modules are read, checked, merged, written and shown, and the values of their
//! data types are encoded.
//!
//! [`read_module`] reads one file of any edition, [`merge`] makes the object model of a federation from a
//! MIM and FOM modules, [`extend`] adds modules at a join.
#![forbid(unsafe_code)]

mod check;
pub mod encoding;
mod finding;
mod merge;
pub mod mim;
pub mod model;
mod read;
mod show;
mod write;

pub use check::{Report, check_files, read_file};
pub use finding::{Finding, Location, OmtError, OmtErrorKind, Rule, Severity};
pub use merge::{check_mim, check_references, extend, extend_reporting, merge, merge_reporting};
pub use read::{Module, Strictness, module_text, read_module};
pub use show::{Colours, show};
pub use write::write;
