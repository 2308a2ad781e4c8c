//! Flow protocol: messages of GIOP 1.2 as frames of Hyla's channels.
//!
//! A frame is one message; code sets are UTF-8 and UTF-16 without agreement. The first frame of a
//! client asks for a session and says how the server's thread is to wait for it; the server answers
//! with the addresses of a channel with a thread of its own, or serves on the channel asked:
//!
//! ```text
//! client  "HYLO" 1 0 0 0                     server  "HYLH"
//!                                            server  "HYLG" address, as text
//! ```
//!
//! Datagrams and multicast groups carry oneway calls only, and no session.

use std::time::Duration;

use hyla_net::{EndpointConfig, Unattended};

use crate::cdr::Limits;
use crate::qos::Qos;

/// A client asks for a session.
pub(crate) const OPEN: [u8; 8] = *b"HYLO\x01\0\0\0";
/// The server serves on this channel.
pub(crate) const HERE: [u8; 4] = *b"HYLH";
/// The server serves at the address that follows.
pub(crate) const GO: [u8; 4] = *b"HYLG";

/// Settings of an endpoint with that QoS.
pub(crate) fn config(qos: &Qos, limits: &Limits, timeout: Duration) -> EndpointConfig {
    EndpointConfig {
        wait: qos.wait.into(),
        locked_bytes: qos.locked_bytes,
        max_frame_bytes: limits.message_bytes,
        max_first_frame_bytes: limits.message_bytes,
        bundle_bytes: qos.bundle_bytes(),
        bundle_gap: qos.bundle_gap,
        unattended: Unattended::Gather,
        connect_timeout: timeout,
        // A pause between reads would delay answers; bursts are read together anyway.
        longest_rest: Duration::ZERO,
        // A client polls only while it waits: silence means nothing.
        heartbeat: Duration::ZERO,
        host_timeout: Duration::ZERO,
        ..EndpointConfig::default()
    }
}
