//! Interface between a member and its driver.

use crate::ids::{GroupId, MemberId};
use crate::lanes::LaneReason;

/// Where a datagram is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// To the address of the group.
    Group(GroupId),
    /// To one member, as a datagram.
    Member(MemberId),
    /// To one member, over a reliable channel that keeps order.
    Lane(MemberId),
}

/// How a datagram came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// To the address of the group.
    Group,
    /// To this member alone.
    Direct,
    /// Over a reliable channel.
    Lane,
}

/// A message that was delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Whose message.
    pub from: MemberId,
    /// The group it was sent to.
    pub group: GroupId,
}

/// Notification to the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// This member serves another one over a lane from now on.
    LaneBegan {
        /// The group.
        group: GroupId,
        /// The member on the lane.
        member: MemberId,
        /// Why.
        reason: LaneReason,
    },
    /// The member takes part in recovery again.
    LaneEnded {
        /// The group.
        group: GroupId,
        /// The member that was on the lane.
        member: MemberId,
    },
    /// A member of this member's partition gives no sign of life.
    MemberSilent {
        /// The group.
        group: GroupId,
        /// The silent member.
        member: MemberId,
    },
    /// Nothing comes to the address of the group, though something is to come: a switch may have forgotten that this member is in
    /// it. The driver leaves the address and joins it again, so that the host says so. Repeated until something comes.
    Unheard {
        /// The group.
        group: GroupId,
    },
    /// A lost sender's stream ended with packets that no member had.
    StreamAbandoned {
        /// The group.
        group: GroupId,
        /// The lost sender.
        sender: MemberId,
    },
    /// All members have all that this member sent to a retired group.
    Retired {
        /// The group.
        group: GroupId,
    },
}

/// Whether an accepted message changes what the driver has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// No: it waits with earlier ones, and leaves with them.
    Gathers,
    /// [`Member::poll_transmit`](crate::Member::poll_transmit) may give something, and the deadline may be another one.
    Changes,
}

/// Why a message was not accepted; it was not sent to anyone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SendError {
    /// Later, after the next datagrams have arrived.
    #[error("the window is full{}", by_whom(.by))]
    Blocked {
        /// The member on a lane that holds it up, if it is one.
        by: Option<MemberId>,
    },
    /// A larger message than the parameters permit.
    #[error(
        "the message has {bytes} bytes, {most} are possible: raise `message_bytes` or `backlog`"
    )]
    TooLarge {
        /// Its length.
        bytes: usize,
        /// The largest possible.
        most: usize,
    },
    /// There is no such group.
    #[error("{0} is not installed")]
    NoGroup(GroupId),
    /// The group ends.
    #[error("{0} was retired")]
    Retired(GroupId),
}

fn by_whom(by: &Option<MemberId>) -> String {
    by.map_or_else(String::new, |by| format!(", held up by {by}"))
}

/// Why a group was not installed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// The number was used before.
    #[error("{0} is installed already")]
    Known(GroupId),
    /// It has no members, or too many.
    #[error("a group has 1 to 65535 members, not {0}")]
    Members(usize),
    /// A member is named twice.
    #[error("{0} is named twice")]
    Twice(MemberId),
}
