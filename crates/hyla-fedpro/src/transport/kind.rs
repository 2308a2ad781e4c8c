//! The four transports of the standard.

use std::fmt;

/// A transport of the Federate Protocol of IEEE 1516.1-2025.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TransportKind {
    /// Plain TCP.
    Tcp,
    /// The same bytes inside TLS.
    Tls,
    /// A frame in each binary message of a WebSocket.
    WebSocket,
    /// A WebSocket inside TLS.
    WebSocketSecure,
}

impl TransportKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tcp, Self::Tls, Self::WebSocket, Self::WebSocketSecure];

    /// Default port of clients.
    #[must_use]
    pub fn standard_port(self) -> u16 {
        match self {
            Self::Tcp => 15164,
            Self::Tls => 15165,
            Self::WebSocket => 80,
            Self::WebSocketSecure => 443,
        }
    }

    /// The setting that says where it is served.
    #[must_use]
    pub fn setting(self) -> &'static str {
        match self {
            Self::Tcp => "fedpro.tcp",
            Self::Tls => "fedpro.tls",
            Self::WebSocket => "fedpro.websocket",
            Self::WebSocketSecure => "fedpro.websocket_secure",
        }
    }

    /// Whether it needs a certificate.
    #[must_use]
    pub fn is_secure(self) -> bool {
        matches!(self, Self::Tls | Self::WebSocketSecure)
    }
}

impl fmt::Display for TransportKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tcp => "TCP",
            Self::Tls => "TLS",
            Self::WebSocket => "WebSocket",
            Self::WebSocketSecure => "secure WebSocket",
        })
    }
}
