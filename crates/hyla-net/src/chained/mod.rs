//! A chain of protocol modules over a lossless channel: TCP, shared memory, or within a process.
//!
//! The chain lies between the channel and its carrier ([`Shared::link`](crate::channel::Shared)):
//! one packet of the chain is one frame of the carrier. Sending to the carrier is a copy without a
//! system call, so that a short lock covers the whole chain; system calls follow after it.
//!
//! ```text
//!  caller                                acceptor
//!    handshake "chained", terms -------->          builds the same chain: `Accepted`
//!    <----------------- handshake, taken           `Opened`; or: refused, and why
//!    packets <======================> packets
//! ```
//!
//! Frames that the caller sends meanwhile wait at the acceptor behind its terms. Within a process
//! both ends are made at once, without messages.

mod agreement;
mod attended;
mod link;
mod state;

pub(crate) use agreement::{MAX_AGREEMENT_BYTES, accept, answered, build, of_profile, opening};
pub(crate) use link::ChainedCarrier;
