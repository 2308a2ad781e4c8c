//! What an endpoint tells its owner.

use std::cell::Cell;
use std::fmt;
use std::io;
use std::time::Duration;

use crate::following::Following;
use crate::{Channel, ChannelId, PeerAddress};

/// Something that happened on an endpoint, given to the closure of
/// [`Endpoint::poll`](crate::Endpoint::poll) on the thread that polls.
///
/// Of one channel: first `Accepted` or `Opened`, then `Frame`s in the order sent, at last `Closed`,
/// once. A channel that never opened gives `Closed` only.
#[derive(Debug)]
pub enum Event<'a> {
    /// A peer connected and greeted as it should.
    Accepted {
        /// The new channel.
        channel: Channel,
        /// Where the peer is.
        peer: PeerAddress,
    },
    /// A program called that does not speak this protocol. Its connection is closed, and there is no channel; an `answer`
    /// that is set is sent before. A program of Hyla gets this side's greeting if none is set.
    Stranger {
        /// Where it called from.
        peer: PeerAddress,
        /// What it said first, zeros where nothing has arrived.
        found: [u8; 8],
        /// What it is told, in its own protocol.
        answer: &'a Cell<&'static [u8]>,
    },
    /// A channel made by `connect` is connected, the peer has greeted.
    Opened {
        /// The channel.
        channel: ChannelId,
    },
    /// A whole frame; the bytes are only valid during the call.
    Frame {
        /// Where it came from.
        channel: ChannelId,
        /// What was sent, without the length.
        bytes: &'a [u8],
        /// What came with it: frames of the same channel that may be taken now.
        following: Following<'a>,
    },
    /// Another member of a [multicast group](crate::MulticastGroup) has sent a frame.
    GroupFrame {
        /// The group.
        group: ChannelId,
        /// Names the sender ([`MulticastGroup::token`](crate::MulticastGroup::token)).
        sender: u64,
        /// What was sent; only valid during the call.
        bytes: &'a [u8],
    },
    /// The channel is closed and forgotten; all frames that arrived before were delivered (unless
    /// it was closed on this side).
    Closed {
        /// The channel.
        channel: ChannelId,
        /// Why.
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
    /// The peer closed or vanished in the midst of a frame, after that many of its bytes.
    MidFrame {
        /// Bytes of the unfinished frame that had arrived, with its length.
        arrived: usize,
    },
    /// The connection could not be made.
    ConnectFailed(io::ErrorKind),
    /// No connection and greeting within `connect_timeout`.
    ConnectTimedOut(Duration),
    /// A connection was made, and no greeting came within `connect_timeout`: a program listens there that is busy, or that
    /// speaks another protocol.
    Silent(Duration),
    /// A connection was made, and the peer closed it without a greeting.
    NoGreeting,
    /// The address names an endpoint of another process or one that is gone, or shared memory that is
    /// not wanted here.
    NotReachable,
    /// The first bytes were not the greeting of this protocol and version.
    WrongPreface {
        /// What was found instead.
        found: [u8; 8],
    },
    /// The header of a frame made no sense to the [`Framing`](crate::Framing).
    WrongHeader,
    /// A frame was announced, or was to be sent, that is larger than allowed.
    FrameTooLarge {
        /// Its length in bytes.
        length: usize,
        /// What was allowed.
        limit: usize,
    },
    /// The writer of a frame took away bytes it had not written.
    BrokenFrame,
    /// The peer wrote nonsense into the head of a ring in shared memory.
    DamagedRing,
    /// Nothing arrived within `idle_timeout`.
    Idle(Duration),
    /// The peer's host answered nothing within `host_timeout`; over datagrams also: the peer.
    HostLost(Duration),
    /// The connection broke. Over datagrams: `ConnectionRefused` if nobody is there any more,
    /// `ConnectionReset` if the peer knows nothing of the channel.
    Broken(io::ErrorKind),
    /// The chain of protocol modules cannot be built, for this reason.
    WrongChain(String),
    /// The peer does not take the channel, for this reason.
    Refused(String),
}

impl CloseReason {
    /// Whether the peer broke the rules of the wire, rather than leaving or being lost.
    pub fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::MidFrame { .. }
                | Self::WrongPreface { .. }
                | Self::WrongHeader
                | Self::FrameTooLarge { .. }
                | Self::DamagedRing
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
                    "ended in the midst of a frame, after {arrived} of its bytes"
                )
            }
            Self::ConnectFailed(kind) => write!(f, "could not connect: {kind}"),
            Self::ConnectTimedOut(after) => {
                write!(f, "no connection and greeting within {after:?}")
            }
            Self::Silent(after) => write!(
                f,
                "connected, and no greeting of Hyla came within {after:?}: the program there is busy or speaks another protocol"
            ),
            Self::NoGreeting => f.write_str(
                "connected, and closed without a greeting of Hyla: the program there ends or speaks another protocol",
            ),
            Self::NotReachable => f.write_str(
                "an in-process address of another process or of an endpoint that is gone, or shared memory that is switched off",
            ),
            Self::WrongPreface { found } => write!(
                f,
                "does not speak this protocol: greeting was {found:02x?} (\"{}\")",
                found.escape_ascii()
            ),
            Self::WrongHeader => f.write_str("does not speak this protocol: the header of a frame makes no sense"),
            Self::FrameTooLarge { length, limit } => {
                write!(f, "frame of {length} bytes where {limit} are allowed")
            }
            Self::BrokenFrame => f.write_str("the writer of a frame removed bytes before it"),
            Self::DamagedRing => f.write_str("the peer damaged the shared memory"),
            Self::Idle(after) => write!(f, "nothing arrived for {after:?}"),
            Self::HostLost(after) => write!(f, "the peer's host did not answer for {after:?}"),
            Self::Broken(kind) => write!(f, "connection broken: {kind}"),
            Self::WrongChain(reason) => f.write_str(reason),
            Self::Refused(reason) => write!(f, "refused by the peer: {reason}"),
        }
    }
}
