//! Callers on the wrong port, identified by their first bytes.

use std::fmt;

/// Protocol of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallerProtocol {
    /// A native federate or tool of Hyla.
    Hyla,
    /// The Federate Protocol.
    FederateProtocol,
    /// HTTP, or WebSocket, which begins as HTTP.
    Http,
    /// TLS.
    Tls,
}

impl CallerProtocol {
    /// Protocol that begins with these bytes.
    #[must_use]
    pub fn of(first: &[u8]) -> Option<Self> {
        const METHODS: [&[u8]; 7] = [
            b"GET ", b"POST", b"HEAD", b"PUT ", b"OPTI", b"PRI ", b"HTTP",
        ];
        let start = first.get(..4)?;
        if start == b"HYLA" {
            Some(Self::Hyla)
        } else if METHODS.contains(&start) {
            Some(Self::Http)
        } else if start[1] == 0x03 && [HANDSHAKE, ALERT].contains(&start[0]) {
            Some(Self::Tls)
        } else if *start == FEDERATE_PROTOCOL[..4]
            || matches!(
                u32::from_be_bytes([start[0], start[1], start[2], start[3]]),
                28 | 32
            )
        {
            // The first frame requests or resumes a session, and begins with its length.
            Some(Self::FederateProtocol)
        } else {
            None
        }
    }

    /// Description of the protocol that begins with these bytes.
    pub fn describe(first: &[u8]) -> String {
        match Self::of(first) {
            Some(Self::Hyla) => "another version of Hyla".to_owned(),
            Some(protocol) => protocol.to_string(),
            None => format!(
                "a program that speaks no known protocol and begins with \"{}\"",
                first.escape_ascii()
            ),
        }
    }

    /// Error text for a caller that finds this protocol.
    pub fn serves(self) -> &'static str {
        match self {
            Self::Hyla => "another version of Hyla answers there",
            Self::FederateProtocol => "the Federate Protocol is served there",
            Self::Http => "an HTTP server answers there",
            Self::Tls => "a TLS server answers there",
        }
    }

    /// Answer for a caller on the port of native federates, in its own protocol; empty without a
    /// suitable form, or for a program of Hyla.
    pub fn answer(first: &[u8]) -> &'static [u8] {
        match Self::of(first) {
            Some(Self::Hyla) => &[],
            Some(Self::Http) => NOT_HTTP,
            Some(Self::FederateProtocol) if first[..4] == NEW_SESSION => &SESSION_REFUSED,
            Some(Self::FederateProtocol) => &[],
            Some(Self::Tls) => &NOT_TLS,
            None => NOT_KNOWN,
        }
    }
}

impl fmt::Display for CallerProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hyla => "a native federate of Hyla, which wants the RTI's own port (rti.address, by default 15160)",
            Self::FederateProtocol => "a client of the Federate Protocol, which wants another port (fedpro.tcp, by default 15164)",
            Self::Http => "a client of HTTP or WebSocket (metrics are at rti.metrics, WebSocket is at fedpro.websocket)",
            Self::Tls => "a client of TLS (fedpro.tls, by default 15165)",
        })
    }
}

/// Answer of a Federate Protocol server to a native federate, with the length of the handshake that
/// the federate waits for.
pub const FEDERATE_PROTOCOL: [u8; 8] = *b"FEDPRO\r\n";

/// Advice for native federates that connected to another port.
pub const WHERE_NATIVE: &str = "native federates use the address that `hyla rti` prints as \"listening at\", by \
    default port 15160 (rti.address)";

/// First byte of a TLS handshake record, and of an alert record.
const HANDSHAKE: u8 = 0x16;
const ALERT: u8 = 0x15;

/// Length of a session request of the Federate Protocol.
const NEW_SESSION: [u8; 4] = 28_u32.to_be_bytes();

/// A rejected session in the Federate Protocol: length, number, session, last received number, type
/// (status of a new session), reason (other).
#[rustfmt::skip]
pub const SESSION_REFUSED: [u8; 28] = [
    0, 0, 0, 28,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0x80, 0, 0, 0,  0, 0, 0, 2,  0, 0, 0, 99,
];

const NOT_HTTP: &[u8] = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n\
    This port of the Hyla RTI is for native federates (rti.address), not for HTTP or WebSocket. Metrics are served at \
    rti.metrics, WebSocket clients of the Federate Protocol at fedpro.websocket.\n";

/// A fatal alert: no handshake.
const NOT_TLS: [u8; 7] = [ALERT, 3, 1, 0, 2, 2, 40];

const NOT_KNOWN: &[u8] = b"This port is for native federates of the Hyla RTI (rti.address).\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_are_told_by_their_first_bytes() {
        for (first, protocol) in [
            (&b"HYLA\x01\0\0\0"[..], Some(CallerProtocol::Hyla)),
            (b"GET / HTTP/1.1", Some(CallerProtocol::Http)),
            (b"HTTP/1.0 400", Some(CallerProtocol::Http)),
            (
                &[0x16, 0x03, 0x01, 0x02, 0, 1, 0, 1],
                Some(CallerProtocol::Tls),
            ),
            (
                &[0, 0, 0, 28, 0, 0, 0, 0],
                Some(CallerProtocol::FederateProtocol),
            ),
            (
                &[0, 0, 0, 32, 0x80, 0, 0, 0],
                Some(CallerProtocol::FederateProtocol),
            ),
            (
                &[0x15, 0x03, 0x03, 0, 2, 2, 50, 0],
                Some(CallerProtocol::Tls),
            ),
            (&FEDERATE_PROTOCOL, Some(CallerProtocol::FederateProtocol)),
            (b"SSH-2.0-", None),
            (b"HY", None),
        ] {
            assert_eq!(CallerProtocol::of(first), protocol, "{first:?}");
        }
    }
}
