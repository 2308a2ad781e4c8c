//! Deadlines of reliable multicast.

use std::time::{Duration, Instant};

use hyla_multicast::{Arrival, GroupId};
use hyla_net::network::Network;
use hyla_types::FederateHandle;

use super::Reliable;
use super::engine::ProfileEngine;
use super::group::{Agreement, ReliableGroup};
use crate::lanes::GroupFrame;
use crate::links::Links;

/// Interval at which idle groups are looked for.
const TICK: Duration = Duration::from_secs(1);

/// A group that nobody has used for so long is given up.
const IDLE: Duration = Duration::from_secs(60);

/// A group that fits none of its keeper's regions, and that nobody has used for so long, is given up.
const REPLACED: Duration = Duration::from_secs(5);

impl<N: Network> Reliable<N> {
    /// Next deadline.
    pub(in crate::links) fn next_deadline(&self) -> Option<Instant> {
        let engines = self.engines.iter().filter_map(ProfileEngine::deadline);
        let groups = self.groups.values().filter_map(ReliableGroup::deadline);
        engines.chain(groups).chain(self.next_tick).min()
    }

    /// There is something to look at once a second: groups that may be idle, or sets of receivers whose rates are measured.
    pub(super) fn begin_ticks(&mut self, now: Instant) {
        if self.next_tick.is_none() {
            self.next_tick = Some(now + TICK);
            self.is_earlier.set(true);
        }
    }

    /// Notes the deadline that the driver is given.
    pub(in crate::links) fn arm(&self, at: Option<Instant>) {
        self.armed.set(at);
        self.is_earlier.set(false);
    }
}

impl<N: Network> Links<N> {
    /// Does what is due.
    pub(in crate::links) fn turn_reliable(&mut self, now: Instant) {
        if self.reliable.engines.is_empty() {
            return;
        }
        self.turn_agreements(now);
        for at in 0..self.reliable.engines.len() {
            self.turn_regions(at);
        }
        self.reliable.look_for_blocks();
        for at in 0..self.reliable.engines.len() {
            for datagram in self.reliable.engines[at].delayed(now) {
                self.take_datagram(at, Arrival::Group, &datagram);
            }
            self.reliable.engines[at].member.handle_timeout(now);
            self.pump_engine(at);
        }
        self.deliver_reliably();
        if self.reliable.next_tick.is_some_and(|at| at <= now) {
            self.tick_groups(now);
            let has_sets = |engine: &ProfileEngine<N>| !engine.regions.is_empty();
            let goes_on =
                !self.reliable.groups.is_empty() || self.reliable.engines.iter().any(has_sets);
            self.reliable.next_tick = goes_on.then(|| now + TICK);
        }
    }

    fn tick_groups(&mut self, now: Instant) {
        // Messages that waited for a window were sent meanwhile.
        let waits = |id: u32, group: &ReliableGroup| {
            let mut waiting = self.reliable.engines[group.engine].waiting.iter();
            waiting.any(|(waits, _)| waits.0 == id)
        };
        let retired = self.reliable.groups.iter().filter(|(id, group)| {
            let is_retired = matches!(group.agreement, Agreement::Retired { over: false, .. });
            is_retired && !waits(**id, group)
        });
        let retired: Vec<_> = retired.map(|(id, group)| (*id, group.engine)).collect();
        for (id, at) in retired {
            self.reliable.engines[at].member.retire(now, GroupId(id));
            self.pump_engine(at);
        }
        self.remove_delivered();
        for engine in &mut self.reliable.engines {
            engine.measure(now);
        }
        let Some(own) = self.reliable.own else { return };
        let is_idle = |id: u32, group: &ReliableGroup| {
            let regions = &self.reliable.engines[group.engine].regions;
            let unused = now.saturating_duration_since(group.used_at);
            let longest = match regions.wishes_for(&group.candidate(id, own)) {
                true => IDLE,
                false => REPLACED,
            };
            group.keeper() == own && group.is_ready() && unused >= longest
        };
        let idle = self.reliable.groups.iter();
        let idle: Vec<u32> = idle
            .filter(|(id, group)| is_idle(**id, group))
            .map(|(id, _)| *id)
            .collect();
        for id in idle {
            let group = self.reliable.groups.get(&id);
            let others = group.map(|group| group.others(own).collect());
            let others: Vec<FederateHandle> = others.unwrap_or_default();
            self.say_to_all(id, &GroupFrame::Retire { group: id });
            self.retire_group(id, others);
        }
    }
}
