//! Sessions of the Federate Protocol of IEEE 1516.1-2025, without I/O.
//!
//! `hyla-fedpro` serves clients with these state machines over sockets; `hyla-sim` drives the same ones with its
//! own clock and wires. Calls and callbacks are payloads here: no message of HLA is known.
//!
//! | module | what is there |
//! |---|---|
//! | [`wire`] | frames: header, message types, sequence numbers |
//! | [`session`] | a session: numbering, history, resume |
//! | [`call_order`] | its calls and callbacks: in which order they take effect, and when it is over |
#![forbid(unsafe_code)]

pub mod call_order;
pub mod session;
pub mod wire;
mod written;

pub use written::Written;
