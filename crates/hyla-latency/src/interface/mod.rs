//! Interfaces of the server: gRPC and HTTP/JSON with one schema (`proto/latency.proto`), and an object for clients of an
//! object request broker (`idl/latency.idl`).

mod call;
mod client;
mod convert;
mod http;
mod names;
mod object;
mod token;

pub(crate) use call::{Refusal, call};
pub use client::{Client, ClientError};
pub(crate) use http::serve;
pub(crate) use object::Broker;
pub use token::Token;

/// Messages of `proto/latency.proto`.
#[allow(missing_docs, clippy::all)]
pub mod schema {
    include!(concat!(env!("OUT_DIR"), "/hyla.latency.v1.rs"));
}

/// Stubs, servants' traits and types of `idl/latency.idl`.
#[allow(missing_docs, unused_qualifications, clippy::all, clippy::pedantic)]
pub mod idl {
    include!(concat!(env!("OUT_DIR"), "/latency_idl.rs"));
}
