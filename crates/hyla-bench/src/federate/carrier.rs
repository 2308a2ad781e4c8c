//! Carriers of a work's messages: negotiated before the work begins, counted when it is over.

use std::collections::BTreeMap;

use hyla_lrc::{ChannelMetrics, MemberMetrics};
use hyla_types::FederateHandle;

/// Profile of the stream between two federates.
const STREAM: &str = "stream";

/// Number of the received messages of the transportation type by carrier, as in
/// [`crate::result::Sample::carriers`].
///
/// Channels count frames, including coordination, which uses the stream. Lanes carry messages of
/// their type only: the rest came by streams, and what streams cannot have carried was relayed by
/// the RTI.
pub(super) fn carriers(
    metrics: &MemberMetrics,
    transportation: &str,
    heard: u64,
) -> BTreeMap<String, u64> {
    let mut left = heard;
    let mut found = BTreeMap::new();
    let mut take = |name: String, at_most: u64| {
        let count = left.min(at_most);
        if count > 0 {
            *found.entry(name).or_default() += count;
            left -= count;
        }
    };
    let rows = &metrics.channels;
    let of_peers = || rows.iter().filter(|row| row.peer != FederateHandle::RTI);
    for row in of_peers().filter(|row| row.profile == transportation) {
        take(format!("{} lane", row.transport), row.messages_received);
    }
    for row in of_peers().filter(|row| row.profile == STREAM) {
        take(format!("{} stream", row.transport), row.messages_received);
    }
    if let Some(row) = rows.iter().find(|row| row.peer == FederateHandle::RTI) {
        take(relay(row), u64::MAX);
    }
    found
}

/// Frames received on all channels of a federate: for works of services without messages.
pub(super) fn traffic(metrics: &MemberMetrics) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    for row in metrics.channels.iter().filter(|row| row.profile == STREAM) {
        let name = if row.peer == FederateHandle::RTI {
            relay(row)
        } else {
            format!("{} stream", row.transport)
        };
        *found.entry(name).or_default() += row.messages_received;
    }
    found
}

/// Bytes that a federate has handed to all transports.
pub(super) fn bytes_sent(metrics: &MemberMetrics) -> u64 {
    // Rows of groups count messages for each receiver; groups themselves, datagrams.
    let channels = metrics.channels.iter();
    let channels = channels.filter(|row| row.transport != "multicast");
    let channels: u64 = channels.map(|row| row.bytes_sent).sum();
    let groups: u64 = metrics.groups.iter().map(|groups| groups.bytes).sum();
    channels + groups
}

fn relay(row: &ChannelMetrics) -> String {
    format!("{} by way of the RTI", row.transport)
}

#[cfg(test)]
mod tests {
    use hyla_lrc::{GroupMetrics, RoundTrips};

    use super::*;

    fn row(peer: FederateHandle, profile: &str, transport: &str, received: u64) -> ChannelMetrics {
        ChannelMetrics {
            peer,
            profile: profile.to_owned(),
            transport: transport.to_owned(),
            messages_sent: 0,
            messages_received: received,
            bytes_sent: 0,
            bytes_received: 0,
            queue_bytes: 0,
            pressed_back: 0,
            held_ms: 0,
            bundles: 0,
            dropped: Vec::new(),
            retransmissions: 0,
            deadline: None,
            round_trips: RoundTrips::default(),
        }
    }

    fn member(peers: &[(&str, &str, u64)]) -> MemberMetrics {
        let peers = peers
            .iter()
            .map(|(profile, transport, n)| row(FederateHandle::new(3), profile, transport, *n));
        MemberMetrics {
            channels: std::iter::once(row(FederateHandle::RTI, "stream", "tcp", 50))
                .chain(peers)
                .collect(),
            ..MemberMetrics::default()
        }
    }

    fn named(of: &[(&str, u64)]) -> BTreeMap<String, u64> {
        of.iter()
            .map(|(name, n)| ((*name).to_owned(), *n))
            .collect()
    }

    #[test]
    fn messages_that_the_lane_has_not_carried_came_by_the_stream() {
        let of = member(&[("stream", "shared-memory", 40), ("Fast", "udp", 90)]);

        let found = carriers(&of, "Fast", 100);

        assert_eq!(
            found,
            named(&[("shared-memory stream", 10), ("udp lane", 90)])
        );
        assert_eq!(carriers(&of, "Fast", 70), named(&[("udp lane", 70)]));
        assert_eq!(
            carriers(&of, "HLAreliable", 30),
            named(&[("shared-memory stream", 30)])
        );
    }

    #[test]
    fn without_a_stream_to_others_messages_came_by_way_of_the_rti() {
        let found = carriers(&member(&[]), "HLAreliable", 20);

        assert_eq!(found, named(&[("tcp by way of the RTI", 20)]));
    }

    #[test]
    fn a_datagram_to_a_group_counts_once_however_many_receive_it() {
        let mut metrics = member(&[("stream", "tcp", 0), ("Fast", "multicast", 0)]);
        for row in &mut metrics.channels {
            row.bytes_sent = 10;
        }
        metrics.groups.push(GroupMetrics {
            bytes: 3,
            ..GroupMetrics::default()
        });
        // The channel to the RTI, and the stream.
        assert_eq!(bytes_sent(&metrics), 23);
    }

    #[test]
    fn traffic_is_that_of_streams() {
        let found = traffic(&member(&[
            ("stream", "shared-memory", 40),
            ("Fast", "udp", 9),
        ]));

        let expected = [("shared-memory stream", 40), ("tcp by way of the RTI", 50)];
        assert_eq!(found, named(&expected));
    }
}
