//! A chain of protocol modules over a channel that loses nothing: TCP, shared memory, or within a process.
//!
//! The chain stands between the channel and what carries it ([`Shared::link`](crate::channel::Shared)): one packet of
//! the chain is one frame of the carrier. Sending to the carrier is a copy and no system call, so that a short lock
//! serves for the whole chain; system calls come after it.
//!
//! ```text
//!  caller                                acceptor
//!    preface "chained", terms ---------->          builds the same chain: `Accepted`
//!    <------------------- preface, taken           `Opened`; or: refused, and why
//!    packets <======================> packets
//! ```
//!
//! What the caller sends meanwhile waits at the acceptor behind its terms. Within a process both ends are made at once
//! and nothing has to be said.

mod agreement;
mod attended;
mod link;
mod state;

pub(crate) use agreement::{MAX_AGREEMENT_BYTES, accept, answered, of_profile, opening};
pub(crate) use link::ChainedCarrier;
