//! Sources of bytes: TCP, TLS, WebSocket, and WebSocket over TLS.
//!
//! | module | what is there |
//! |---|---|
//! | `listener` | sockets that accept connections |
//! | `tls` | certificates from PEM files |
//! | `stream` | a connection's bytes, plain or through TLS |
//! | `origin` | which web pages may connect by WebSocket |
//! | `oversize` | a WebSocket's bytes without those of messages that are too large |
//! | `connection` | whole frames in batches, over a stream or as WebSocket messages |

mod connection;
mod kind;
mod listener;
mod origin;
mod oversize;
mod stream;
mod tls;

pub(crate) use connection::{Connection, Output};
pub use kind::TransportKind;
pub(crate) use listener::{Incoming, Listener, UNCONNECTED_BYTES, accept, addresses};
pub use tls::TlsError;
pub(crate) use tls::acceptor;
