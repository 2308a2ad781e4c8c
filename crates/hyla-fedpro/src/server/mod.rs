//! Listeners, and a task for each session.
//!
//! | module | what is there |
//! |---|---|
//! | `run` | [`FedProServer`]: a runtime, its listeners, its end |
//! | `welcome` | a connection until it belongs to a session |
//! | `registry` | which task serves which session |
//! | `task` | the task of a session |
//! | `threads` | threads on which calls wait, and their shares |
//! | `federate` | interface of a task to the part that carries out its calls |
//! | `member` | the same, by an ambassador of the RTI |
//! | `counters` | what the server has done so far |

mod counters;
mod federate;
mod label;
mod member;
mod registry;
mod run;
mod shared;
mod sys;
mod task;
mod threads;
mod wake;
mod welcome;

#[cfg(test)]
mod tests;

pub use counters::FedProCounters;
pub use run::{FedProError, FedProServer, Unavailable};
