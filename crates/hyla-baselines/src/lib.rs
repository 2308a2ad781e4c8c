//! Bare counterparts: what the machine itself does with the work that Hyla is measured with.
//!
//! Each counterpart is a [`Medium`] with a [`Wait`]. A claim about Hyla rests on the counterpart that waits as the measured
//! Hyla does; the others are shown beside it. Why: `docs/decisions/0038-baselines.md`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`pipe`] | messages both ways between two processes, over every medium |
//! | [`ring`] | a ring of bytes in shared memory |
//! | [`shared_ring`] | one such ring with many readers |
//! | [`socket`] | TCP and Unix sockets |
//! | [`datagram`] | UDP sockets |
//! | [`threads`] | messages between two threads of a process |
//! | [`barrier`] | a barrier in shared memory |
//! | [`meeting`] | barriers over TCP: through one process in the middle, and each to each |
//! | [`peer`] | the other process of a bench |
//! | [`wait`] | how a side waits for the other |
//! | [`memory`] | memory that processes share, with all `unsafe` of this crate |
//!
//! Only the suite and benches depend on this crate. Linux only.

pub mod barrier;
pub mod datagram;
mod kind;
pub mod meeting;
pub mod memory;
pub mod peer;
pub mod pipe;
pub mod ring;
pub mod shared_ring;
pub mod socket;
pub mod threads;
pub mod wait;

#[cfg(test)]
mod watchdog;

pub use kind::{Counterpart, Medium, UnknownCounterpart};
pub use wait::Wait;

/// Bytes that a batching side writes at once: the size at which a bundle of Hyla leaves (`channel.bundle_bytes`).
pub const WRITE_BYTES: usize = 32 << 10;
/// Bytes that a batching side reads at once, as an endpoint of Hyla does.
pub const READ_BYTES: usize = 256 << 10;
/// A message from that length on is neither gathered nor copied from a buffer, as in Hyla.
pub const LARGE_MESSAGE: usize = 16 << 10;
