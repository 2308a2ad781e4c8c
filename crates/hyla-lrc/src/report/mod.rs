//! Reports of what a federate calls and what it is called with, through the MOM or to a file (1516.1
//! clause 11).
//!
//! Arguments come as objects that can write themselves, so that a call costs nothing more while
//! nothing is reported.

mod file;

pub(crate) use file::ReportFile;
pub(crate) use hyla_core::mom::{Argument, report_of};
