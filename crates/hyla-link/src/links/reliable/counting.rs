//! Counters of reliable multicast.

use hyla_core::metrics::{GroupMetrics, RecoveryMetrics};
use hyla_net::network::{GroupHandle, Network};
use hyla_types::FederateHandle;

use super::Reliable;
use super::engine::{ProfileEngine, Traffic};

impl<N: Network> Reliable<N> {
    /// Counters by profile.
    pub(in crate::links) fn metrics(&self) -> Vec<GroupMetrics> {
        let each = self.engines.iter().enumerate().map(|(at, engine)| {
            let of_engine = self.groups.values().filter(|group| group.engine == at);
            let (protocol, counts) = (engine.member.counters(), engine.counts);
            let sender = engine.sender.as_ref().map(GroupHandle::counters);
            let sender = sender.unwrap_or_default();
            let mut dropped: Vec<_> = [
                ("queue-full", sender.queue_full),
                ("socket-full", sender.socket_full),
                ("refused", sender.refused),
                ("forged", protocol.forged + counts.forged_probes),
                ("malformed", protocol.malformed),
                ("replayed", protocol.replayed),
            ]
            .map(|(reason, count)| (reason.to_owned(), count))
            .into();
            dropped.retain(|(_, count)| *count > 0);
            GroupMetrics {
                profile: engine.profile.name.clone(),
                groups: of_engine
                    .clone()
                    .filter(|group| group.ways.sent() > 0)
                    .count() as u64,
                joined: of_engine.filter(|group| group.is_installed()).count() as u64,
                messages: counts.messages,
                reached: counts.reached,
                datagrams: protocol.packets_sent,
                bytes: sender.bytes,
                probes: counts.probes,
                fallbacks: counts.fallbacks + counts.too_large,
                unheard: counts.unheard,
                dropped,
                recovery: Some(recovery(engine)),
            }
        });
        each.collect()
    }
}

impl<N: Network> Reliable<N> {
    /// Messages to and from members by groups, for each profile.
    pub(in crate::links) fn traffic(&self) -> Vec<(FederateHandle, &str, Traffic)> {
        let mut rows = Vec::new();
        for (at, engine) in self.engines.iter().enumerate() {
            let mut all = engine.traffic.clone();
            for group in self.groups.values().filter(|group| group.engine == at) {
                let members = group.members.iter();
                for member in members.filter(|member| Some(**member) != self.own) {
                    let traffic = all.entry(*member).or_default();
                    let (sent, bytes) = group.sent_to(*member);
                    traffic.sent += sent;
                    traffic.sent_bytes += bytes;
                }
            }
            let name = engine.profile.name.as_str();
            let all = all.into_iter().filter(|(_, t)| t.sent + t.received > 0);
            rows.extend(all.map(|(peer, traffic)| (peer, name, traffic)));
        }
        rows
    }
}

fn recovery<N: Network>(engine: &ProfileEngine<N>) -> RecoveryMetrics {
    let (counters, gauges) = (engine.member.counters(), engine.member.gauges());
    let repairs = counters.repaired_single + counters.repaired_group;
    let own_repairs = repairs - counters.repaired_from_cache;
    let redundant = own_repairs + counters.parity_sent;
    RecoveryMetrics {
        packets_received: counters.packets_received,
        unwanted: engine.counts.unwanted,
        duplicates: counters.duplicates,
        no_room: counters.no_room + counters.beyond_window,
        control_datagrams: counters.control_sent,
        control_bytes: counters.control_bytes_sent,
        requests_sent: counters.asked,
        requests_received: counters.asked_as_sender,
        repairs_sent_as_sender: own_repairs,
        repairs_sent_as_partner: counters.repaired_from_cache,
        repairs_sent_to_groups: counters.repaired_group,
        repairs_from_sender: counters.repaired_by_sender,
        repairs_from_partners: counters.repaired_by_partner,
        repairs_from_parity: counters.restored,
        repair_us: counters.repair_us,
        parity_sent: counters.parity_sent,
        token_rounds: counters.rounds_ended,
        token_us: counters.round_us,
        token_retries: counters.token_retries,
        found_silent: counters.found_silent,
        takeovers: counters.takeovers,
        reports: counters.reports,
        rejoined: counters.rejoined,
        moved_to_streams: counters.lanes_begun,
        moved_back: counters.lanes_ended,
        stream_packets: counters.lane_packets,
        control_dropped: counters.control_dropped,
        regions: engine.regions.with_groups() as u64,
        partitions: gauges.partitions as u64,
        redundancy_ppm: redundant.saturating_mul(1_000_000) / counters.packets_sent.max(1),
        on_streams: gauges.lanes as u64,
        sender_packets: gauges.held as u64,
        receiver_packets: gauges.pooled as u64,
        rate: gauges.rate_bytes_per_s.unwrap_or(0.0) as u64,
        loss_ppm: (gauges.loss * 1e6) as u64,
    }
}
