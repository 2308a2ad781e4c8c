//! Frames between links, and sequence numbers of messages on lanes.

use serde::{Deserialize, Serialize};

use hyla_core::message::{
    DecodeError, FrameKind, decode_control, kind_of, put_link, put_stamp_kind,
};
use hyla_core::secrets::{Challenge, Proof};
use hyla_types::FederateHandle;

/// Identifies a lane between two members in one direction; never used again.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
pub struct LaneId(pub u32);

/// Condition of a fence on the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wait {
    /// This fence has arrived on the lane.
    Met(LaneId),
    /// Number of messages that have arrived on a lossy lane, or timed out.
    Count(LaneId, u64),
    /// The lane has ended.
    End(LaneId),
}

/// A frame between the links of two members; the core never receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkFrame {
    /// First frame of a caller: it asks for a challenge.
    Call,
    /// First frame of the called member: the caller's [greeting](hyla_core::message::Greeting) has to prove that it knows
    /// the secret of the two members.
    Challenge(Challenge),
    /// The caller is accepted and may send.
    Welcome {
        /// Proves the same of the called member, over the challenge of the greeting.
        proof: Proof,
    },
    /// The sender offers a lane.
    Offer {
        /// The lane.
        lane: LaneId,
        /// The transportation type, by name.
        profile: String,
        /// Whether the lane is reliable.
        reliable: bool,
        /// Whether each message has [`SequenceNumbers`].
        sequenced: bool,
    },
    /// The receiver accepts or rejects a lane.
    Answer {
        /// The lane.
        lane: LaneId,
        /// The grant, or the reason of the rejection.
        outcome: Result<LaneGrant, String>,
    },
    /// First frame on a lane: identifies it.
    Open {
        /// Answers the challenge of the receiver's [`LaneGrant`].
        proof: Proof,
    },
    /// The receiver confirms the lane: it may be used.
    Stands {
        /// The lane.
        lane: LaneId,
    },
    /// On the stream: a fence.
    Fence {
        /// Number of the fence, counted from 1.
        number: u32,
        /// Conditions to be met before the stream continues.
        waits: Vec<Wait>,
    },
    /// On a reliable lane: what follows comes after that fence.
    Met {
        /// The fence.
        number: u32,
    },
    /// Messages of a lane will also go to a multicast group.
    Join {
        /// The lane.
        lane: LaneId,
        /// Address and port of the group, as text.
        group: String,
        /// Identifies the sender in the group.
        token: u64,
        /// Identifies the receiver in the sender's datagrams.
        receiver: u32,
    },
    /// Whether the receiver gets the sender's datagrams in the group.
    GroupState {
        /// The lane.
        lane: LaneId,
        /// The group.
        group: String,
        /// The reason if not.
        outcome: Result<(), NotReceiving>,
    },
    /// No more messages of the lane go to the group.
    Leave {
        /// The lane.
        lane: LaneId,
        /// The group.
        group: String,
    },
    /// Back-pressure between members whose data is relayed: too many callbacks wait at the sender of this frame.
    Hold {
        /// Whether its receiver must wait, or may go on.
        on: bool,
    },
    /// About a group of reliable multicast.
    Group(GroupFrame),
    /// On the stream: the message of the sender to that group with this mark comes after it, and so do later ones.
    GroupMark {
        /// The group.
        group: u32,
        /// The mark.
        mark: u64,
    },
    /// On the stream: so many messages of the sender to each of these groups come before it.
    GroupFence {
        /// Groups with the number of messages.
        waits: Vec<(u32, u64)>,
    },
    /// A datagram of reliable multicast for the receiver alone.
    Packet {
        /// Whether it belongs to a lane of the protocol, whose order is kept.
        lane: bool,
        /// The datagram.
        datagram: Vec<u8>,
    },
}

/// A frame about a group of reliable multicast, between its *keeper* and the other members. The keeper is the member that
/// made the group, and the first of those that are left once that one is gone. These frames go through the RTI: on a
/// stream they would wait behind the data that the group is to take over, and break with it.
///
/// ```text
///  keeper                        each member
///    invite --------------------->            joins the address
///    <--------------------- joined
///    probe, to the group -------->
///    <---------------------- heard
///    install -------------------->            all that have heard
///    <------------------ installed
///    ready ---------------------->            any of them sends
///    retire --------------------->            nobody sends
///    <-------------------- retired            all have what it sent
///    remove --------------------->            leaves the address
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupFrame {
    /// Join an address.
    Invite {
        /// Number of the group.
        group: u32,
        /// The transportation type.
        profile: String,
        /// Address and port, as text.
        address: String,
        /// The key of its checksums.
        key: [u8; 16],
        /// The members that are asked, and the keeper.
        members: Vec<FederateHandle>,
    },
    /// Whether the address was joined.
    Joined {
        /// The group.
        group: u32,
        /// Members to which the sender of this frame has no direct channel, or the reason if it was not joined.
        outcome: Result<Vec<FederateHandle>, String>,
    },
    /// A probe has arrived.
    Heard {
        /// The group.
        group: u32,
    },
    /// The group has these members.
    Install {
        /// The group.
        group: u32,
        /// The members, in the order of their handles.
        members: Vec<FederateHandle>,
    },
    /// Whether it was installed.
    Installed {
        /// The group.
        group: u32,
        /// The reason if not.
        outcome: Result<(), String>,
    },
    /// All have installed it: it may be used.
    Ready {
        /// The group.
        group: u32,
    },
    /// Nothing more is to be sent to it.
    Retire {
        /// The group.
        group: u32,
    },
    /// All members have what the sender of this frame had sent to it.
    Retired {
        /// The group.
        group: u32,
    },
    /// The group is over, or was given up.
    Remove {
        /// The group.
        group: u32,
    },
}

/// Why a member does not receive from a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotReceiving {
    /// The member has not joined the group.
    Refused(String),
    /// No datagrams for that many seconds.
    Silent(u32),
}

/// Terms on which a receiver accepts a lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneGrant {
    /// The sender sends a proof over it first, so that the receiver can identify the lane.
    pub challenge: Challenge,
    /// Addresses to call, best first; empty: those of the member.
    pub addresses: Vec<String>,
    /// Text that describes how the receiver reads the lane.
    pub reading: String,
}

/// Appends a link frame.
pub fn link_frame(frame: &LinkFrame, out: &mut Vec<u8>) {
    put_link(frame, out);
}

impl LinkFrame {
    /// Parses a link frame.
    ///
    /// # Errors
    /// [`DecodeError`] if it is not a link frame.
    pub fn decode(frame: &[u8]) -> Result<Self, DecodeError> {
        decode_control(frame)
    }
}

/// Header of a message on a lane that is lossy or has a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceNumbers {
    /// Number of the last fence on the lane.
    pub fence: u32,
    /// Number of the message on its lane, from 0.
    pub number: u64,
    /// When it was sent: nanoseconds since 1970; 0 if that does not matter.
    pub sent: u64,
}

/// Length of the header with its kind byte.
pub const SEQUENCE_BYTES: usize = 21;

impl SequenceNumbers {
    /// Appends the header; the message follows.
    pub fn put(&self, out: &mut Vec<u8>) {
        put_stamp_kind(out);
        out.extend_from_slice(&self.fence.to_le_bytes());
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(&self.sent.to_le_bytes());
    }
}

/// Splits off the header.
///
/// # Errors
/// [`DecodeError`] if there is no header.
pub fn take_sequence(frame: &[u8]) -> Result<(SequenceNumbers, &[u8]), DecodeError> {
    let short = || DecodeError("a message on a lane without its sequence numbers".into());
    let (head, message) = frame
        .split_first_chunk::<SEQUENCE_BYTES>()
        .ok_or_else(short)?;
    if kind_of(frame) != Ok(FrameKind::Stamped) {
        return Err(short());
    }
    let [_, a, b, c, d, rest @ ..] = *head;
    let mut numbers = [0; 8];
    let mut sent = [0; 8];
    numbers.copy_from_slice(&rest[..8]);
    sent.copy_from_slice(&rest[8..]);
    let sequence = SequenceNumbers {
        fence: u32::from_le_bytes([a, b, c, d]),
        number: u64::from_le_bytes(numbers),
        sent: u64::from_le_bytes(sent),
    };
    Ok((sequence, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_read_as_it_was_put() {
        let sequence = SequenceNumbers {
            fence: 7,
            number: 1 << 40,
            sent: u64::MAX - 1,
        };
        let mut frame = Vec::new();
        sequence.put(&mut frame);
        frame.extend_from_slice(b"kroak");

        assert_eq!(take_sequence(&frame), Ok((sequence, &b"kroak"[..])));
        assert!(take_sequence(&frame[..20]).is_err());
        assert!(take_sequence(&frame[1..]).is_err());
    }
}
