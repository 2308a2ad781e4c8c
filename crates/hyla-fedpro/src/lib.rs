//! The Federate Protocol of IEEE 1516.1-2025: federates in any language reach Hyla by address alone.
//!
//! | module | what is there |
//! |---|---|
//! | [`wire`], [`session`], [`call_order`] | frames and sessions without I/O, of `hyla-fedpro-session` |
//! | [`convert`] | handles, times and sets between protobuf and `hyla-types`; exceptions |
//! | [`service`] | calls of a client, carried out by an ambassador |
//! | [`callback`] | callbacks of an ambassador, as messages for the client |
//! | `transport` | TCP, TLS, WebSocket |
//! | `server` | listeners, and a task for each session |
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate self as hyla_fedpro;

pub mod callback;
pub mod convert;
mod server;
pub mod service;
mod transport;

pub use hyla_fedpro_session::{call_order, session, wire};
pub use server::{FedProCounters, FedProError, FedProServer, Unavailable};
pub use transport::{TlsError, TransportKind};
#[cfg(test)]
mod testing;
