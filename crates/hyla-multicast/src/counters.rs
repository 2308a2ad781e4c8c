//! Counters and gauges of a member.

/// Counters of a member since it was made. Nothing is dropped without being counted here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Messages accepted by [`crate::Member::send`].
    pub messages_sent: u64,
    /// Messages delivered.
    pub messages_delivered: u64,
    /// Packets sent for the first time.
    pub packets_sent: u64,
    /// Their bytes, with headers.
    pub data_bytes_sent: u64,
    /// Packets that arrived and were new.
    pub packets_received: u64,
    /// Bytes of all packets with data that arrived, also again.
    pub data_bytes_received: u64,
    /// Bytes of tokens, reports, requests and heartbeats that were sent.
    pub control_bytes_sent: u64,
    /// Datagrams of control that were sent.
    pub control_sent: u64,
    /// Requests for missing packets that were sent, in packets.
    pub asked: u64,
    /// Requests of others for packets of this member's own streams, in packets.
    pub asked_as_sender: u64,
    /// Packets sent again to one member.
    pub repaired_single: u64,
    /// Packets sent again to a group.
    pub repaired_group: u64,
    /// Packets sent again from the cache of another member's stream.
    pub repaired_from_cache: u64,
    /// Parity packets that were sent.
    pub parity_sent: u64,
    /// Packets restored from parity.
    pub restored: u64,
    /// Packets that came again.
    pub duplicates: u64,
    /// Missing packets that the sender of their stream sent again.
    pub repaired_by_sender: u64,
    /// Missing packets that another member sent from its cache.
    pub repaired_by_partner: u64,
    /// Packets that came over a lane and were new.
    pub lane_packets_received: u64,
    /// Sum of the times from the detection of missing packets to their repair, also by parity, in microseconds.
    pub repair_us: u64,
    /// Packets dropped since they were beyond the window.
    pub beyond_window: u64,
    /// Packets dropped since the pool was full.
    pub no_room: u64,
    /// Cached packets given up for newer ones.
    pub evicted: u64,
    /// Packets given over lanes.
    pub lane_packets: u64,
    /// Lanes begun.
    pub lanes_begun: u64,
    /// Lanes ended.
    pub lanes_ended: u64,
    /// Rounds of tokens that this member started.
    pub rounds: u64,
    /// Those of them that ended at this member.
    pub rounds_ended: u64,
    /// Sum of the times that these took, in microseconds.
    pub round_us: u64,
    /// Tokens sent again.
    pub token_retries: u64,
    /// Members that this member found silent.
    pub found_silent: u64,
    /// Times this member started a token in place of another leader.
    pub takeovers: u64,
    /// Times that nothing came by multicast though something was to come, so that the group was joined again.
    pub rejoined: u64,
    /// Reports to a group that this member sent.
    pub reports: u64,
    /// Datagrams with a wrong seal.
    pub forged: u64,
    /// Datagrams that could not be decoded, or messages in them.
    pub malformed: u64,
    /// Datagrams of groups that are not installed, or of members that are not in them.
    pub unknown: u64,
    /// Requests dropped since they were replayed or overtaken.
    pub replayed: u64,
    /// Control datagrams dropped since 1024 waited.
    pub control_dropped: u64,
    /// Streams of lost members that ended with packets that no member had.
    pub streams_abandoned: u64,
}

/// Current state of a member.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Gauges {
    /// Packets that it holds as a sender.
    pub held: usize,
    /// Packets that it holds as a receiver.
    pub pooled: usize,
    /// Partitions of its groups.
    pub partitions: usize,
    /// Members that it serves over lanes, summed over groups.
    pub lanes: usize,
    /// Lowest rate of its streams in bytes a second; `None` if it has none.
    pub rate_bytes_per_s: Option<f64>,
    /// Highest share of lost packets that members report of its streams.
    pub loss: f64,
}
