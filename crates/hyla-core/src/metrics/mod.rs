//! What the channels of members have done, gathered where somebody asks for it.
//!
//! Nothing is counted for this alone: members hand over what their channels count anyway. The RTI
//! asks all members of an execution at once (`executive`), and who does not answer in time is left
//! out. What each number means is in `docs/metrics.md`.

mod executive;
mod inquiries;
mod member;

use hyla_types::FederateHandle;
use serde::{Deserialize, Serialize};

pub(crate) use inquiries::Inquiries;

/// Profile of the channel that each two members, and each member and the RTI, have anyway.
pub const STREAM: &str = "stream";

/// Upper bounds of the counts of [`RoundTrips`], in nanoseconds: one, two and five of each power of ten
/// from a microsecond to ten seconds. What took longer is counted behind the last.
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

/// How long sampled frames took to the peer and back. Nothing is sampled unless somebody looks at metrics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundTrips {
    /// How many samples took at most the bound of [`ROUND_TRIP_BOUNDS_NS`] at the same place, and more than the
    /// one before; one further count for those beyond. Empty while there are no samples.
    pub counts: Vec<u64>,
    /// All samples together, in nanoseconds.
    pub sum_ns: u64,
    /// Half of the samples took at most so long.
    pub p50_ns: u64,
    /// 99 of 100 samples took at most so long.
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

/// One channel, seen from one of its ends. What is counted, is counted since the channel was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelMetrics {
    /// Who is at the other end; [`FederateHandle::RTI`] for the RTI.
    pub peer: FederateHandle,
    /// Its profile; [`STREAM`] for the channel that is there anyway.
    pub profile: String,
    /// What carries it: `tcp`, `shared-memory`, `in-process` or `udp`; `multicast` for what went to the peer by
    /// groups, beside its lane, where only messages and bytes are counted.
    pub transport: String,
    /// Messages given to the channel.
    pub messages_sent: u64,
    /// Messages that arrived.
    pub messages_received: u64,
    /// Bytes handed to the transport.
    pub bytes_sent: u64,
    /// Bytes that came from it.
    pub bytes_received: u64,
    /// Bytes that wait to be sent, now.
    pub queue_bytes: u64,
    /// How often a sender found more waiting than should and had to wait itself.
    pub pressed_back: u64,
    /// Milliseconds for which the channel has been holding back its sender by now; 0 if it does not.
    pub held_ms: u64,
    /// Bundles that left.
    pub bundles: u64,
    /// Messages lost at this end, by reason.
    pub dropped: Vec<(String, u64)>,
    /// Packets sent again.
    pub retransmissions: u64,
    /// How long samples took to the peer and back.
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

    /// Messages lost at this end, for whatever reason.
    #[must_use]
    pub fn total_dropped(&self) -> u64 {
        self.dropped.iter().map(|(_, count)| count).sum()
    }
}

/// What a member hands over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberMetrics {
    /// Its channels: that to the RTI first, then in the order of their peers.
    pub channels: Vec<ChannelMetrics>,
    /// Messages for members that were gone by then, and best-effort messages for members without a channel that takes them.
    pub undeliverable: u64,
    /// Members that hold this one back now, and for how many milliseconds by now: they do not take what it sends.
    /// [`FederateHandle::RTI`] for the RTI.
    pub held_back_by: Vec<(FederateHandle, u64)>,
    /// What was done with multicast groups, for each profile that has some.
    pub groups: Vec<GroupMetrics>,
}

/// The multicast groups of one profile, seen from one member. What is counted, is counted since it joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupMetrics {
    /// The profile.
    pub profile: String,
    /// Groups that this member sends to, now: one for each set of receivers that it speaks to.
    pub groups: u64,
    /// Groups that it is in, now.
    pub joined: u64,
    /// Messages that went to groups, or were copied for each receiver by `multicast-emulation`.
    pub messages: u64,
    /// Receivers of these, together.
    pub reached: u64,
    /// Datagrams with messages to groups.
    pub datagrams: u64,
    /// Bytes of all datagrams to groups that have left, with probes.
    pub bytes: u64,
    /// Datagrams that were only sent to be heard.
    pub probes: u64,
    /// Receivers, together, of messages to audiences with a group that got them by their lanes instead.
    pub fallbacks: u64,
    /// How often a member did not hear a group, would not join it, or ceased to hear.
    pub unheard: u64,
    /// Datagrams lost at this end, by reason.
    pub dropped: Vec<(String, u64)>,
}

/// The metrics of a federation execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederationMetrics {
    /// Its name.
    pub federation: String,
    /// All members, by name.
    pub members: Vec<(FederateHandle, String)>,
    /// What those who answered in time have handed over.
    pub reports: Vec<(FederateHandle, MemberMetrics)>,
}

impl FederationMetrics {
    /// What a federate is called; its handle, if it has left meanwhile.
    #[must_use]
    pub fn name_of(&self, federate: FederateHandle) -> String {
        if federate == FederateHandle::RTI {
            return "RTI".to_owned();
        }
        let mut members = self.members.iter();
        let found = members.find(|(handle, _)| *handle == federate);
        found.map_or_else(|| federate.to_string(), |(_, name)| name.clone())
    }

    /// How many members did not answer in time.
    #[must_use]
    pub fn silent(&self) -> usize {
        let answered = |handle| self.reports.iter().any(|(f, _)| *f == handle);
        let members = self.members.iter();
        members.filter(|(handle, _)| !answered(*handle)).count()
    }
}
