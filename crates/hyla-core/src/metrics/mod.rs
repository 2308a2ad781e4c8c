//! Metrics of the channels of members, collected on request.
//!
//! Members report the counters of their channels, which count anyway. The RTI queries all members of
//! an execution at once (`executive`), and leaves out members that do not answer in time.
//! `docs/metrics.md` explains each number.

mod executive;
mod inquiries;
mod member;
mod recovery;

use hyla_types::FederateHandle;
use serde::{Deserialize, Serialize};

pub(crate) use inquiries::Inquiries;
pub use recovery::{NumberKind, RecoveryMetrics, RecoveryNumber};

/// Profile of the stream between two members, or between a member and the RTI.
pub const STREAM: &str = "stream";

/// Upper bounds of the counts of [`RoundTrips`], in nanoseconds: one, two and five of each power of ten
/// from a microsecond to ten seconds. One further count follows for longer ones.
pub const ROUND_TRIP_BOUNDS_NS: [u64; 22] = [
    1_000,
    2_000,
    5_000,
    10_000,
    20_000,
    50_000,
    100_000,
    200_000,
    500_000,
    1_000_000,
    2_000_000,
    5_000_000,
    10_000_000,
    20_000_000,
    50_000_000,
    100_000_000,
    200_000_000,
    500_000_000,
    1_000_000_000,
    2_000_000_000,
    5_000_000_000,
    10_000_000_000,
];

/// Round-trip times (latency) of sampled frames. Sampled only while metrics are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundTrips {
    /// Samples by bucket: at most the bound of [`ROUND_TRIP_BOUNDS_NS`] at the same index, and more than the
    /// previous one; one further count for longer ones. Empty without samples.
    pub counts: Vec<u64>,
    /// Sum of all samples, in nanoseconds.
    pub sum_ns: u64,
    /// Median.
    pub p50_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// The longest sample.
    pub max_ns: u64,
}

impl RoundTrips {
    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Received messages of a channel whose profile has a deadline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeadlineMetrics {
    /// Messages received.
    pub messages: u64,
    /// Those that arrived after the deadline.
    pub late: u64,
    /// Share, in per cent, that shall meet the deadline (`qos.NAME.hardness` of the receiver).
    pub hardness: f64,
}

impl DeadlineMetrics {
    /// Share of late messages, from 0 to 1; 0 before the first.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // a share
    pub fn late_share(&self) -> f64 {
        if self.messages == 0 {
            return 0.0;
        }
        self.late as f64 / self.messages as f64
    }

    /// Share of late messages that the profile permits, from 0 to 1.
    #[must_use]
    pub fn permitted_share(&self) -> f64 {
        1.0 - self.hardness / 100.0
    }
}

/// Metrics of one channel at one of its ends. Counters start with the channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChannelMetrics {
    /// Federate at the other end; [`FederateHandle::RTI`] for the RTI.
    pub peer: FederateHandle,
    /// Its profile; [`STREAM`] for the stream.
    pub profile: String,
    /// Its transport: `tcp`, `shared-memory`, `in-process` or `udp`; `multicast` for messages to the peer by
    /// groups, beside its lane, with counters of messages and bytes only.
    pub transport: String,
    /// Messages given to the channel.
    pub messages_sent: u64,
    /// Messages received.
    pub messages_received: u64,
    /// Bytes handed to the transport.
    pub bytes_sent: u64,
    /// Bytes received from it.
    pub bytes_received: u64,
    /// Bytes queued for sending, now.
    pub queue_bytes: u64,
    /// Back-pressure events: a sender found the queue over its limit and had to wait.
    pub pressed_back: u64,
    /// Duration of the current back-pressure in milliseconds; 0 without it.
    pub held_ms: u64,
    /// Bundles sent.
    pub bundles: u64,
    /// Messages dropped at this end, by reason.
    pub dropped: Vec<(String, u64)>,
    /// Packets retransmitted.
    pub retransmissions: u64,
    /// Received messages by their deadline; `None` if the profile has none.
    pub deadline: Option<DeadlineMetrics>,
    /// Round-trip times of samples.
    pub round_trips: RoundTrips,
}

impl ChannelMetrics {
    /// Bytes of a bundle on average; 0 before the first.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // a mean
    pub fn mean_bundle_bytes(&self) -> f64 {
        if self.bundles == 0 {
            return 0.0;
        }
        self.bytes_sent as f64 / self.bundles as f64
    }

    /// Messages dropped at this end, all reasons together.
    #[must_use]
    pub fn total_dropped(&self) -> u64 {
        self.dropped.iter().map(|(_, count)| count).sum()
    }
}

/// Metrics of a member.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemberMetrics {
    /// Its channels: that to the RTI first, then in the order of their peers.
    pub channels: Vec<ChannelMetrics>,
    /// Messages whose receiver had left, and best-effort messages without a channel that accepts them.
    pub undeliverable: u64,
    /// Callers that were not who they said they were, and messages of members that had no right to say them.
    pub refused: u64,
    /// Datagrams and records of TCP channels that were not sealed as they have to be, by reason.
    pub refused_seals: Vec<(String, u64)>,
    /// Members with back-pressure on this one now, and its duration in milliseconds.
    /// [`FederateHandle::RTI`] for the RTI.
    pub held_back_by: Vec<(FederateHandle, u64)>,
    /// Metrics of multicast groups, for each profile with groups.
    pub groups: Vec<GroupMetrics>,
}

/// Metrics of the multicast groups of one profile at one member. Counters start with its join.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupMetrics {
    /// The profile.
    pub profile: String,
    /// Groups that this member sends to, now: one for each audience.
    pub groups: u64,
    /// Groups that it has joined, now.
    pub joined: u64,
    /// Messages sent to groups, or copied for each receiver by `multicast-emulation`.
    pub messages: u64,
    /// Sum of their receivers.
    pub reached: u64,
    /// Datagrams with messages to groups.
    pub datagrams: u64,
    /// Bytes of all datagrams sent to groups, probes included.
    pub bytes: u64,
    /// Probe datagrams, which test whether members receive a group.
    pub probes: u64,
    /// Sum of receivers that got a message by their lanes although its audience has a group.
    pub fallbacks: u64,
    /// Times that a member did not receive a group, did not join it, or stopped receiving.
    pub unheard: u64,
    /// Datagrams dropped at this end, by reason.
    pub dropped: Vec<(String, u64)>,
    /// Recovery of lost datagrams; `None` for best effort.
    pub recovery: Option<RecoveryMetrics>,
}

/// The metrics of a federation execution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FederationMetrics {
    /// Its name.
    pub federation: String,
    /// All members, by name.
    pub members: Vec<(FederateHandle, String)>,
    /// Metrics of the members that answered in time.
    pub reports: Vec<(FederateHandle, MemberMetrics)>,
}

impl FederationMetrics {
    /// Name of a federate; its handle, if it has left meanwhile.
    #[must_use]
    pub fn name_of(&self, federate: FederateHandle) -> String {
        if federate == FederateHandle::RTI {
            return "RTI".to_owned();
        }
        let mut members = self.members.iter();
        let found = members.find(|(handle, _)| *handle == federate);
        found.map_or_else(|| federate.to_string(), |(_, name)| name.clone())
    }

    /// Number of members that did not answer in time.
    #[must_use]
    pub fn silent(&self) -> usize {
        let answered = |handle| self.reports.iter().any(|(f, _)| *f == handle);
        let members = self.members.iter();
        members.filter(|(handle, _)| !answered(*handle)).count()
    }
}
