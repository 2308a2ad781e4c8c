//! Events of an endpoint.

use std::cell::Cell;
use std::fmt;
use std::io;
use std::time::Duration;

use crate::following::Following;
use crate::{Channel, ChannelId, PeerAddress, SharedTable};

/// An event of an endpoint, given to the closure of [`Endpoint::poll`](crate::Endpoint::poll) on
/// the polling thread.
///
/// For one channel: first `Accepted` or `Opened`, then `Frame`s in the order sent, at last
/// `Closed`, once. A channel that never opened gives `Closed` only.
#[derive(Debug)]
pub enum Event<'a> {
    /// A peer connected with a correct handshake.
    Accepted {
        /// The new channel.
        channel: Channel,
        /// Address of the peer.
        peer: PeerAddress,
    },
    /// The caller speaks another protocol. Its connection is closed without a channel, after
    /// sending `answer` if it is set. Other versions of Hyla get this side's handshake by default.
    ForeignCaller {
        /// Its address.
        peer: PeerAddress,
        /// Its first bytes, zeros where nothing has arrived.
        found: [u8; 8],
        /// Answer in its own protocol.
        answer: &'a Cell<&'static [u8]>,
    },
    /// A channel made by `connect` is established.
    Opened {
        /// The channel.
        channel: ChannelId,
    },
    /// A complete frame; the bytes are only valid during the call.
    Frame {
        /// Its channel.
        channel: ChannelId,
        /// The bytes sent, without the length.
        bytes: &'a [u8],
        /// Further frames of the same channel that may be taken now.
        following: Following<'a>,
    },
    /// The other end has passed a table.
    Table {
        /// The channel.
        channel: ChannelId,
        /// The number that the other end gave it.
        number: u64,
        /// The table, of which only the number of rows was checked.
        table: SharedTable,
    },
    /// Another member of a [multicast group](crate::MulticastGroup) has sent a frame.
    GroupFrame {
        /// The group.
        group: ChannelId,
        /// The sender ([`MulticastGroup::token`](crate::MulticastGroup::token)).
        sender: u64,
        /// The bytes sent; only valid during the call.
        bytes: &'a [u8],
    },
    /// The channel is closed and removed; all frames that arrived before were delivered (unless it
    /// was closed on this side).
    Closed {
        /// The channel.
        channel: ChannelId,
        /// The reason.
        reason: CloseReason,
    },
}

/// Why a channel was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CloseReason {
    /// This side called [`Channel::close`] with this reason.
    Local(String),
    /// The peer closed, at the end of a frame.
    Peer,
    /// The peer closed or vanished within a frame.
    MidFrame {
        /// Bytes of the unfinished frame that had arrived, with its length.
        arrived: usize,
    },
    /// The connection failed.
    ConnectFailed(io::ErrorKind),
    /// No connection and handshake within `connect_timeout`.
    ConnectTimedOut(Duration),
    /// Connected, but no handshake within `connect_timeout`: the program that listens there is
    /// busy, or speaks another protocol.
    Silent(Duration),
    /// Connected, but the peer closed without a handshake.
    NoHandshake,
    /// The in-process address belongs to another process or a dropped endpoint, or shared memory is
    /// disabled here.
    NotReachable,
    /// The first bytes were not the handshake of this protocol and version.
    WrongHandshake {
        /// The bytes found.
        found: [u8; 8],
    },
    /// The [`Framing`](crate::Framing) rejected the header of a frame.
    WrongHeader,
    /// A frame received or to be sent exceeds the limit.
    FrameTooLarge {
        /// Its length in bytes.
        length: usize,
        /// The limit.
        limit: usize,
    },
    /// The writer of a frame removed bytes that it had not written.
    BrokenFrame,
    /// The peer damaged the header of a ring in shared memory.
    DamagedRing,
    /// Nothing arrived within `idle_timeout`.
    Idle(Duration),
    /// A frame did not arrive completely within `frame_timeout`.
    SlowFrame(Duration),
    /// The peer's host answered nothing within `host_timeout`; over datagrams also: the peer.
    HostLost(Duration),
    /// The connection broke. Over datagrams: `ConnectionRefused` if nobody listens any more,
    /// `ConnectionReset` if the peer does not know the channel.
    Broken(io::ErrorKind),
    /// The chain of protocol modules cannot be built; the text says why.
    WrongChain(String),
    /// The peer refused the channel; the text says why.
    Refused(String),
    /// The caller had not been trusted yet, and too many others called, descriptors were short, or too much was unfinished.
    Crowded,
    /// The user of the channel left too much unfinished.
    OverBudget,
    /// The two sides did not agree on encryption, or bytes arrived that the peer had not sealed; the text says what helps.
    NotSecured(String),
}

impl CloseReason {
    /// Whether the peer violated the protocol, rather than leaving or being lost.
    pub fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::MidFrame { .. }
                | Self::WrongHandshake { .. }
                | Self::WrongHeader
                | Self::FrameTooLarge { .. }
                | Self::DamagedRing
                | Self::NotSecured(_)
        )
    }
}

impl fmt::Display for CloseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local(reason) => write!(f, "closed here: {reason}"),
            Self::Peer => f.write_str("closed by the peer"),
            Self::MidFrame { arrived } => {
                write!(
                    f,
                    "ended within a frame, after {arrived} of its bytes"
                )
            }
            Self::ConnectFailed(kind) => write!(f, "could not connect: {kind}"),
            Self::ConnectTimedOut(after) => {
                write!(f, "no connection and handshake within {after:?}")
            }
            Self::Silent(after) => write!(
                f,
                "connected, but no handshake of Hyla within {after:?}: the program there is busy or speaks another protocol"
            ),
            Self::NoHandshake => f.write_str(
                "connected, but closed without a handshake of Hyla: the program there ends or speaks another protocol",
            ),
            Self::NotReachable => f.write_str(
                "an in-process address of another process or of an endpoint that is gone, or shared memory that is switched off",
            ),
            Self::WrongHandshake { found } => write!(
                f,
                "does not speak this protocol: handshake was {found:02x?} (\"{}\")",
                found.escape_ascii()
            ),
            Self::WrongHeader => f.write_str("does not speak this protocol: the header of a frame is invalid"),
            Self::FrameTooLarge { length, limit } => {
                write!(f, "frame of {length} bytes exceeds the limit of {limit}")
            }
            Self::BrokenFrame => f.write_str("the writer of a frame removed bytes before it"),
            Self::DamagedRing => f.write_str("the peer damaged the shared memory"),
            Self::Idle(after) => write!(f, "nothing arrived for {after:?}"),
            Self::SlowFrame(after) => write!(f, "a frame was not complete after {after:?}"),
            Self::HostLost(after) => write!(f, "the peer's host did not answer for {after:?}"),
            Self::Broken(kind) => write!(f, "connection broken: {kind}"),
            Self::WrongChain(reason) | Self::NotSecured(reason) => f.write_str(reason),
            Self::OverBudget => f.write_str("the user has begun too many long messages and not ended them"),
            Self::Crowded => f.write_str("too many callers that are not known to be members"),
            Self::Refused(reason) => write!(f, "refused by the peer: {reason}"),
        }
    }
}
