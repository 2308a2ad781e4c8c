//! Members that a sender serves over lanes.

use std::time::Instant;

use crate::ids::MemberId;

/// Why a member is on a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneReason {
    /// It gave no sign of life to its partition.
    Silent,
    /// Multicast of the sender does not reach it.
    Deaf,
    /// It held up the others.
    Slow,
    /// The sender received no reports.
    Unreported,
}

impl LaneReason {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Silent | Self::Unreported => 0,
            Self::Deaf => 1,
            Self::Slow => 2,
        }
    }

    pub(crate) fn from_code(code: u8) -> Self {
        match code {
            1 => Self::Deaf,
            2 => Self::Slow,
            _ => Self::Silent,
        }
    }
}

impl std::fmt::Display for LaneReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Silent => "the member gives no sign of life",
            Self::Deaf => "multicast does not reach the member",
            Self::Slow => "the member held up the others",
            Self::Unreported => "the group does not report what its members have",
        })
    }
}

/// The sender's state of a member on a lane.
#[derive(Debug)]
pub(crate) struct Lane {
    pub(crate) member: MemberId,
    /// The next packet that the lane gets.
    pub(crate) next: u64,
    /// The member has all before this one.
    pub(crate) acked: u64,
    /// The member has delivered all before this one.
    pub(crate) consumed: u64,
    /// The member was asked to take part in recovery again.
    pub(crate) ending: Option<Instant>,
    /// The member said what it can take. Nothing is given before.
    pub(crate) is_open: bool,
    /// When packets were last given again.
    pub(crate) again_at: Option<Instant>,
}

/// State of a lane as its receiver reports it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneState {
    pub(crate) expected: u64,
    pub(crate) heard: u64,
    pub(crate) loss: u8,
    pub(crate) ended: bool,
    pub(crate) again: bool,
}

impl Lane {
    pub(crate) fn new(member: MemberId, next: u64) -> Self {
        Self {
            member,
            next,
            acked: next,
            consumed: 0,
            ending: None,
            is_open: false,
            again_at: None,
        }
    }

    /// Packets that the lane may take now, of a stream that has sent so many.
    pub(crate) fn room(&self, sent: u64, window: u64) -> u64 {
        if !self.is_open {
            return 0;
        }
        sent.min(self.consumed + window).saturating_sub(self.next)
    }
}
