//! Encryption: TLS to the RTI, sealed records and datagrams between members (`docs/decisions/0050-encryption.md`,
//! `docs/decisions/0054-sealed-datagrams.md`).
//!
//! A sealed connection is a wire like any other: bundles go in and come out as bytes, so that frames, flow control and
//! heartbeats are the same. What is sealed are bundles, not frames.

mod datagram_open;
mod datagram_seal;
#[cfg(test)]
mod datagram_tests;
mod keyring;
#[cfg(test)]
mod pipe;
mod record;
mod record_session;
mod sealed_stream;
mod session_read;
mod tls;
mod tls_handshake;
mod tls_record;
mod tls_session;
#[cfg(test)]
mod tls_session_tests;
mod verify;
mod wire;

pub(crate) use datagram_open::DatagramOpener;
pub use datagram_seal::DatagramProtection;
pub(crate) use datagram_seal::{DATAGRAM_SEAL_BYTES, NotSealed, Place, Sealing};
pub(crate) use keyring::Refusal;
pub use keyring::{Keyring, RefusedSeals};
pub use tls::{Fingerprint, TlsClient, TlsError, TlsServer};
pub(crate) use wire::SealedWire;

/// Encryption at an endpoint. By default there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Security {
    /// TLS of accepted connections; `None`: accepted connections are in clear.
    pub server: Option<TlsServer>,
    /// Keys of the federation: TCP channels of this endpoint without TLS are sealed with them as soon as there is one, and
    /// not made before if keys are demanded, and the same holds for datagrams. `None`: they are in clear.
    pub keyring: Option<Keyring>,
    /// Protection of datagrams where they are sealed. Receivers accept either.
    pub datagrams: DatagramProtection,
}

impl Security {
    /// Whether accepted connections have to be encrypted, or may be.
    pub(crate) fn is_demanded(&self) -> bool {
        self.server.is_some() || self.keyring.as_ref().is_some_and(Keyring::is_demanded)
    }

    /// Whether channels to other members are sealed, or will be as soon as there is a key.
    pub(crate) fn seals_members(&self) -> bool {
        self.keyring.as_ref().is_some_and(Keyring::is_demanded)
    }
}
