//! Callbacks: the table of function pointers, and the calls.
//!
//! Written by `make faces` from the table of services.

mod calls;
mod table;

pub use table::*;
