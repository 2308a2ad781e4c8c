//! Every figure.

/// Direction in which a figure improves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Lower is better.
    Lower,
    /// Higher is better.
    Higher,
    /// Neither: it describes the work.
    Neither,
}

/// A figure.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name in every document.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its direction.
    pub better: Better,
    /// Its meaning.
    pub meaning: &'static str,
}

/// Figures of jobs. Those of histograms are computed by readers and are not listed: `NAME_p50_us`,
/// `NAME_p90_us`, `NAME_p99_us`, `NAME_p999_us`, `NAME_max_us`, `NAME_mean_us` of the histograms
/// `round_trip`, `one_way`, `grant`, and `first_delivery` (from a call that subscribes to the first message of its region).
pub const METRICS: &[Metric] = &[
    metric(
        "sent",
        "messages",
        Better::Neither,
        "messages that the federate sent while it was measured",
    ),
    metric(
        "sent_per_s",
        "1/s",
        Better::Higher,
        "messages that the federate sent, each second",
    ),
    metric(
        "delivered",
        "messages",
        Better::Neither,
        "messages of the measured time that were called back at this federate",
    ),
    metric(
        "delivered_per_s",
        "1/s",
        Better::Higher,
        "messages called back at this federate, each second from the first to the last",
    ),
    metric(
        "delivered_bytes_per_s",
        "B/s",
        Better::Higher,
        "bytes of values called back, each second",
    ),
    metric(
        "delivered_spread",
        "1",
        Better::Lower,
        "difference of the fastest and the slowest receiver, as a share of their median rate; with two receivers or more",
    ),
    metric(
        "sender_cpu_us_per_message",
        "us",
        Better::Lower,
        "processor time of the sender's process for each message that it sent while it was measured",
    ),
    metric(
        "receiver_cpu_us_per_message",
        "us",
        Better::Lower,
        "processor time of a receiver's process for each message that was called back",
    ),
    metric(
        "sender_bytes_per_message",
        "B",
        Better::Lower,
        "bytes that the sender handed to all transports for each message, with headers, acknowledgements and repairs, \
         but without those of UDP, TCP and IP",
    ),
    metric(
        "receiver_bytes_per_message",
        "B",
        Better::Lower,
        "bytes that a receiver handed to all transports for each message called back",
    ),
    metric(
        "lost",
        "messages",
        Better::Lower,
        "messages of the measured time that were sent to this federate and never came",
    ),
    metric(
        "lost_share",
        "1",
        Better::Lower,
        "their share of what was sent to this federate",
    ),
    metric(
        "reordered",
        "messages",
        Better::Lower,
        "messages that came after a later one of the same sender and object",
    ),
    metric(
        "doubled",
        "messages",
        Better::Lower,
        "messages that came more than once",
    ),
    metric(
        "interest_changes",
        "calls",
        Better::Neither,
        "calls by which this federate changed its interests while it was measured",
    ),
    metric(
        "delivered_after_changes",
        "messages",
        Better::Neither,
        "messages called back of regions that were subscribed to for a while; they count for `lost`, but not for `delivered`",
    ),
    metric(
        "reordered_after_changes",
        "messages",
        Better::Lower,
        "of these, messages that came after a later one, or twice",
    ),
    metric(
        "round_trips",
        "round trips",
        Better::Neither,
        "round trips that were measured",
    ),
    metric(
        "grants",
        "grants",
        Better::Neither,
        "grants that were measured",
    ),
    metric(
        "grants_per_s",
        "1/s",
        Better::Higher,
        "grants of this federate each second",
    ),
    metric(
        "registered_per_s",
        "1/s",
        Better::Higher,
        "objects registered each second",
    ),
    metric(
        "discovered_per_s",
        "1/s",
        Better::Higher,
        "objects discovered each second, from the first registration on",
    ),
    metric(
        "cpu_share",
        "1",
        Better::Lower,
        "processor time of the federate's process for each second that it was measured; 1 is one processor",
    ),
    metric(
        "peak_memory_bytes",
        "B",
        Better::Lower,
        "most memory that the federate's process ever had",
    ),
    metric(
        "cpu_share_missed",
        "1",
        Better::Lower,
        "of a processor load: processor time that it could not have and gave up, for each second",
    ),
    metric(
        "passes_per_s",
        "1/s",
        Better::Higher,
        "of a processor load: how often its kernel was computed each second",
    ),
    metric(
        "sent_bits_per_s",
        "bit/s",
        Better::Neither,
        "of a network load: bits of payload that it sent each second",
    ),
    metric(
        "not_sent",
        "messages",
        Better::Lower,
        "messages that were due and could not be sent: refused by the system, or too late to be made up for",
    ),
    metric(
        "foreign",
        "messages",
        Better::Lower,
        "of a sink: datagrams that are of no load",
    ),
];

const fn metric(
    name: &'static str,
    unit: &'static str,
    better: Better,
    meaning: &'static str,
) -> Metric {
    Metric {
        name,
        unit,
        better,
        meaning,
    }
}
