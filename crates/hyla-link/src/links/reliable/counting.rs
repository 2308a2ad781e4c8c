//! Counters of reliable multicast.

use hyla_core::metrics::GroupMetrics;
use hyla_net::network::{GroupHandle, Network};

use super::Reliable;

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
                ("forged", protocol.forged),
                ("malformed", protocol.malformed),
                ("replayed", protocol.replayed),
            ]
            .map(|(reason, count)| (reason.to_owned(), count))
            .into();
            dropped.retain(|(_, count)| *count > 0);
            GroupMetrics {
                profile: engine.profile.name.clone(),
                groups: of_engine.clone().filter(|group| group.sent > 0).count() as u64,
                joined: of_engine.filter(|group| group.is_installed()).count() as u64,
                messages: counts.messages,
                reached: counts.reached,
                datagrams: protocol.packets_sent,
                bytes: sender.bytes,
                probes: counts.probes,
                fallbacks: counts.fallbacks,
                unheard: counts.unheard,
                dropped,
            }
        });
        each.collect()
    }
}
