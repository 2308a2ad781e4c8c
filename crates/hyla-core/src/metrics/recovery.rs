//! Metrics of reliable multicast: what was lost, who repaired it, and at which cost.

use serde::{Deserialize, Serialize};

/// Metrics of a profile with `transport = reliable-multicast` at one member. Counters start with its join.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveryMetrics {
    /// Packets that arrived and were new.
    pub packets_received: u64,
    /// Messages that came in groups and were for other members.
    pub unwanted: u64,
    /// Packets that came again.
    pub duplicates: u64,
    /// Packets dropped for want of room: beyond the window, or with all buffers in use.
    pub no_room: u64,
    /// Datagrams with tokens, reports, requests and heartbeats that were sent.
    pub control_datagrams: u64,
    /// Their bytes.
    pub control_bytes: u64,
    /// Missing packets that this member asked for.
    pub requests_sent: u64,
    /// Packets of its own that others asked this member for.
    pub requests_received: u64,
    /// Packets of its own that this member sent again, by either way.
    pub repairs_sent_as_sender: u64,
    /// Packets of others that this member sent from its cache.
    pub repairs_sent_as_partner: u64,
    /// Of both, those that went to the whole group.
    pub repairs_sent_to_groups: u64,
    /// Missing packets that their sender sent again.
    pub repairs_from_sender: u64,
    /// Missing packets that came from the cache of another member.
    pub repairs_from_partners: u64,
    /// Missing packets restored from parity.
    pub repairs_from_parity: u64,
    /// Sum of the times that the repaired packets were missing for, in microseconds.
    pub repair_us: u64,
    /// Parity packets sent.
    pub parity_sent: u64,
    /// Rounds of tokens that this member started, and that ended.
    pub token_rounds: u64,
    /// Sum of the times that these rounds took, in microseconds.
    pub token_us: u64,
    /// Tokens sent again, since a member did not acknowledge one.
    pub token_retries: u64,
    /// Members that took no token and were passed by.
    pub found_silent: u64,
    /// Times that this member started a token in place of another one, from which none came.
    pub takeovers: u64,
    /// Reports to a group that this member sent.
    pub reports: u64,
    /// Times that nothing came to a group though something was to come, so that it was joined again.
    pub rejoined: u64,
    /// Members that this member began to serve by streams.
    pub moved_to_streams: u64,
    /// Members that multicast reaches again.
    pub moved_back: u64,
    /// Packets that streams carried to such members.
    pub stream_packets: u64,
    /// Packets of control that were dropped, since too many waited to be sent.
    pub control_dropped: u64,
    /// Regions of like interest of its receivers that have groups, now.
    pub regions: u64,
    /// Partitions of the groups that it is in, now.
    pub partitions: u64,
    /// Own packets sent again, and parity, for each packet, in millionths.
    pub redundancy_ppm: u64,
    /// Members that this member serves by streams, now.
    pub on_streams: u64,
    /// Packets that this member keeps as a sender until all have them, now.
    pub sender_packets: u64,
    /// Packets that this member holds as a receiver, now.
    pub receiver_packets: u64,
    /// Lowest permitted rate of its groups, in bytes a second, now; 0 before it has sent.
    pub rate: u64,
    /// Highest share of lost packets that receivers report, in millionths, now.
    pub loss_ppm: u64,
}

/// Kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// It only grows.
    Counter,
    /// It describes the moment.
    Gauge,
}

/// One number of [`RecoveryMetrics`].
#[derive(Clone, Copy, Debug)]
pub struct RecoveryNumber {
    /// Its name: that of the field.
    pub name: &'static str,
    /// Counter or gauge.
    pub kind: NumberKind,
    /// One line of explanation.
    pub about: &'static str,
    /// Its value.
    pub of: fn(&RecoveryMetrics) -> u64,
}

/// Lists fields.
macro_rules! numbers {
    ($($kind:ident $name:ident $about:literal,)*) => {
        [$(RecoveryNumber {
            name: stringify!($name),
            kind: NumberKind::$kind,
            about: $about,
            of: |metrics| metrics.$name,
        }),*]
    };
}

impl RecoveryMetrics {
    /// All numbers, in the order of reports.
    pub const NUMBERS: [RecoveryNumber; 35] = numbers![
        Counter packets_received "Packets that arrived and were new.",
        Counter unwanted "Messages that came in groups and were for other members.",
        Counter duplicates "Packets that came again.",
        Counter no_room "Packets dropped beyond the window, or with all buffers in use.",
        Counter control_datagrams "Tokens, reports, requests and heartbeats sent.",
        Counter control_bytes "Bytes of tokens, reports, requests and heartbeats sent.",
        Counter requests_sent "Missing packets that the federate asked for.",
        Counter requests_received "Packets of its own that others asked the federate for.",
        Counter repairs_sent_as_sender "Packets of its own that the federate sent again.",
        Counter repairs_sent_as_partner "Packets of others that the federate sent from its cache.",
        Counter repairs_sent_to_groups "Packets sent again, of both kinds, that went to the whole group.",
        Counter repairs_from_sender "Missing packets that their sender sent again.",
        Counter repairs_from_partners "Missing packets that came from the cache of another federate.",
        Counter repairs_from_parity "Missing packets restored from parity.",
        Counter repair_us "Sum of the times that repaired packets were missing for, in microseconds.",
        Counter parity_sent "Parity packets sent.",
        Counter token_rounds "Rounds of tokens that the federate started, and that ended.",
        Counter token_us "Sum of the times that these rounds took, in microseconds.",
        Counter token_retries "Tokens sent again, not acknowledged in time.",
        Counter found_silent "Members that took no token and were passed by.",
        Counter takeovers "Tokens started in place of another member, from which none came.",
        Counter reports "Reports to groups that the federate sent.",
        Counter rejoined "Times that a group was joined again, since nothing came.",
        Counter moved_to_streams "Times that a member of a group was put on its stream.",
        Counter moved_back "Times that multicast reached such a member again.",
        Counter stream_packets "Packets that streams carried to such members.",
        Counter control_dropped "Datagrams of control dropped, since too many waited.",
        Gauge regions "Regions of like interest that have groups, now.",
        Gauge partitions "Partitions of the groups that the federate is in, now.",
        Gauge redundancy_ppm "Own packets sent again, and parity, for each packet, in millionths.",
        Gauge on_streams "Members of groups that streams serve, now.",
        Gauge sender_packets "Packets kept as a sender until all have them, now.",
        Gauge receiver_packets "Packets held as a receiver, now.",
        Gauge rate "Lowest permitted rate of the groups, in bytes a second, now.",
        Gauge loss_ppm "Highest share of lost packets that receivers report, in millionths, now.",
    ];
}
