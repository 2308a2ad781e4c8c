//! Objects that other processes call.

mod adapter;
mod call;
mod connection;
mod dispatch;
mod entrance;
#[cfg(feature = "flow")]
mod flow;
mod listen;
mod pool;

pub use adapter::{Flow, Objects, ServerCounters, ServerSettings};
pub use call::{Failure, Servant, ServerCall};
pub use listen::Server;
pub(crate) use listen::admit;

/// Threads for calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreadPolicy {
    /// A thread for each connection reads, carries out and answers, without switches. Calls of one
    /// connection are sequential.
    #[default]
    PerConnection,
    /// That many threads carry out calls read by the connections' threads; calls of one connection
    /// may overtake each other.
    Pool(usize),
    /// One thread carries out all calls, in order of arrival.
    Single,
}
