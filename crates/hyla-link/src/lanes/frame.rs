//! What links say to each other, and what goes before a message on a lane.

use serde::{Deserialize, Serialize};

use hyla_core::message::{
    DecodeError, FrameKind, decode_control, kind_of, put_link, put_stamp_kind,
};

/// Names a lane from one member to another; never used again between the two.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
pub struct LaneId(pub u32);

/// What a fence waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wait {
    /// The lane meets this fence.
    Met(LaneId),
    /// So many messages of the lane, which may lose some.
    Count(LaneId, u64),
    /// The lane ends: its sender does not use it any more.
    End(LaneId),
}

/// Said between the links of two members; the core never sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkFrame {
    /// First on the stream, from the member that was called: what the caller says from here on arrives.
    Welcome,
    /// The sender would like to have a lane.
    Offer {
        /// The lane.
        lane: LaneId,
        /// The transportation type, by name.
        profile: String,
        /// Whether nothing gets lost on it.
        reliable: bool,
        /// Whether each message has a [`Stamp`].
        stamped: bool,
    },
    /// The receiver lets it in, or says why not.
    Answer {
        /// The lane.
        lane: LaneId,
        /// What is granted.
        outcome: Result<Admission, String>,
    },
    /// First on a lane: which it is.
    Open {
        /// From the receiver's [`Admission`].
        key: u64,
    },
    /// The lane has reached its receiver: it may be used.
    Stands {
        /// The lane.
        lane: LaneId,
    },
    /// On the stream: a fence.
    Fence {
        /// One more than that of the fence before.
        number: u32,
        /// What has to come first.
        waits: Vec<Wait>,
    },
    /// On a lane that loses nothing: what follows comes after that fence.
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
        /// Names the sender there.
        token: u64,
        /// Names the receiver in what the sender says there.
        mark: u32,
    },
    /// The receiver hears the sender in the group, or says why it does not (any more).
    Hears {
        /// The lane.
        lane: LaneId,
        /// The group.
        group: String,
        /// Whether it does.
        outcome: Result<(), Deaf>,
    },
    /// No more messages of the lane go to the group.
    Leave {
        /// The lane.
        lane: LaneId,
        /// The group.
        group: String,
    },
    /// Through the RTI, between members without a stream of their own: too many callbacks wait here, so that who gets this
    /// sends nothing more for now, or may go on.
    Hold {
        /// Whether to wait.
        on: bool,
    },
}

/// Why a receiver does not hear a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deaf {
    /// It has not joined.
    Refused(String),
    /// Nothing comes any more, for that many seconds.
    Silent(u32),
}

/// How a receiver lets a lane in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// What the sender says first on the lane, so that the receiver knows which it is.
    pub key: u64,
    /// Where to call, best first; none: where the member is called.
    pub addresses: Vec<String>,
    /// How what arrives is read, in words.
    pub reading: String,
}

/// Appends what links say.
pub fn link_frame(frame: &LinkFrame, out: &mut Vec<u8>) {
    put_link(frame, out);
}

impl LinkFrame {
    /// Reads what a link said.
    ///
    /// # Errors
    /// [`DecodeError`] if it is nothing that links say.
    pub fn decode(frame: &[u8]) -> Result<Self, DecodeError> {
        decode_control(frame)
    }
}

/// What goes before a message on a lane that loses or has a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Number of the last fence that the lane has met.
    pub fence: u32,
    /// Number of the message on its lane, from 0.
    pub number: u64,
    /// When it was sent: nanoseconds since 1970; 0 if that does not matter.
    pub sent: u64,
}

/// Length of a stamp with the byte that tells of it.
pub const STAMP_BYTES: usize = 21;

impl Stamp {
    /// Appends the stamp; the message follows.
    pub fn put(&self, out: &mut Vec<u8>) {
        put_stamp_kind(out);
        out.extend_from_slice(&self.fence.to_le_bytes());
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(&self.sent.to_le_bytes());
    }
}

/// Divides a stamped message into stamp and message.
///
/// # Errors
/// [`DecodeError`] if there is no stamp.
pub fn take_stamp(frame: &[u8]) -> Result<(Stamp, &[u8]), DecodeError> {
    let short = || DecodeError("a message on a lane without its stamp".into());
    let (head, message) = frame.split_first_chunk::<STAMP_BYTES>().ok_or_else(short)?;
    if kind_of(frame) != Ok(FrameKind::Stamped) {
        return Err(short());
    }
    let [_, a, b, c, d, rest @ ..] = *head;
    let mut numbers = [0; 8];
    let mut sent = [0; 8];
    numbers.copy_from_slice(&rest[..8]);
    sent.copy_from_slice(&rest[8..]);
    let stamp = Stamp {
        fence: u32::from_le_bytes([a, b, c, d]),
        number: u64::from_le_bytes(numbers),
        sent: u64::from_le_bytes(sent),
    };
    Ok((stamp, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_read_as_it_was_put() {
        let stamp = Stamp {
            fence: 7,
            number: 1 << 40,
            sent: u64::MAX - 1,
        };
        let mut frame = Vec::new();
        stamp.put(&mut frame);
        frame.extend_from_slice(b"kroak");

        assert_eq!(take_stamp(&frame), Ok((stamp, &b"kroak"[..])));
        assert!(take_stamp(&frame[..20]).is_err());
        assert!(take_stamp(&frame[1..]).is_err());
    }
}
