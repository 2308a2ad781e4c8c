//! Encryption of TCP connections: TLS to the RTI (`docs/decisions/0050-encryption.md`).
//!
//! A sealed connection is a wire like any other: bundles go in and come out as bytes, so that frames, flow control and
//! heartbeats are the same. What is sealed are bundles, not frames.

mod tls;
mod tls_session;
mod verify;
mod wire;

pub use tls::{Fingerprint, TlsClient, TlsError, TlsServer};
pub(crate) use wire::SealedWire;

/// Encryption at an endpoint. By default there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Security {
    /// TLS of accepted connections; `None`: accepted connections are in clear.
    pub server: Option<TlsServer>,
}
