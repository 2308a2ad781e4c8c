//! Interfaces of the server: gRPC and HTTP/JSON, with one schema (`proto/latency.proto`).

mod call;
mod client;
mod convert;
mod http;
mod names;

pub(crate) use call::{Refusal, call};
pub use client::{Client, ClientError};
pub(crate) use http::serve;

/// Messages of `proto/latency.proto`.
#[allow(missing_docs, clippy::all)]
pub mod schema {
    include!(concat!(env!("OUT_DIR"), "/hyla.latency.v1.rs"));
}
