//! Objects that other processes call.

mod adapter;
mod call;
mod connection;
mod listen;
mod pool;

pub use adapter::{Objects, ServerSettings};
pub use call::{Failure, Servant, ServerCall};
pub use listen::Server;

/// Which threads carry calls out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreadPolicy {
    /// A thread for each connection reads, carries out and answers, with nothing in between. Calls of one connection follow each other.
    #[default]
    PerConnection,
    /// So many threads carry out what threads of connections read; calls of one connection may overtake each other.
    Pool(usize),
    /// One thread carries out all calls, in the order in which they arrived.
    Single,
}
