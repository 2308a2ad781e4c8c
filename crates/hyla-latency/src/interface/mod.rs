//! Interfaces of the server: gRPC and HTTP/JSON, with one schema (`proto/latency.proto`).

mod call;
mod client;
mod convert;
mod http;
mod names;
mod token;

pub(crate) use call::{Refusal, call};
pub use client::{Client, ClientError};
pub(crate) use http::serve;
pub use token::Token;

/// Messages of `proto/latency.proto`.
#[allow(missing_docs, clippy::all)]
pub mod schema {
    include!(concat!(env!("OUT_DIR"), "/hyla.latency.v1.rs"));
}
