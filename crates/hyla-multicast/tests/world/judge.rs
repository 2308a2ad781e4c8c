//! The judge: what each member is to receive, and whether all is done.

use std::collections::HashMap;

use hyla_multicast::GroupId;

use super::World;

/// Messages that each receiver got of each sender.
#[derive(Default)]
pub(super) struct Judge {
    /// For each sender: the groups of its messages, in order.
    pub(super) sent: HashMap<u32, Vec<u32>>,
    /// For each sender and receiver: how far it came in that list.
    pub(super) place: HashMap<(u32, u32), usize>,
}

impl World {
    pub(super) fn is_quiet(&self) -> bool {
        let alive = self.nodes.iter().filter(|node| !node.crashed);
        alive
            .into_iter()
            .all(|node| node.sleeps_until <= self.now && node.engine.is_quiet())
            && self.incomplete().is_none()
            && (self.lanes_open() == 0 || !self.scenario.unicast_only.is_empty())
    }

    /// Lanes of all members that are still there.
    pub(super) fn lanes_open(&self) -> usize {
        let lanes = self.scenario.groups.iter().map(|(group, _)| {
            let nodes = self.nodes.iter().filter(|node| !node.crashed);
            nodes
                .map(|node| node.engine.lanes(GroupId(*group)).count())
                .sum::<usize>()
        });
        lanes.sum()
    }

    /// Packets that the members that are still there hold.
    pub(super) fn left_over(&self) -> usize {
        let alive = self.nodes.iter().filter(|node| !node.crashed);
        let held = alive.map(|node| node.engine.held_packets());
        held.map(|(sender, receiver)| sender + receiver).sum()
    }

    pub(super) fn members_of(&self, group: u32) -> &[u32] {
        let found = self
            .scenario
            .groups
            .iter()
            .find(|(known, _)| *known == group);
        found.map_or(&[], |(_, members)| members)
    }

    /// The first pair of which the receiver lacks something.
    pub(super) fn incomplete(&self) -> Option<String> {
        for (sender, sent) in &self.judge.sent {
            if self.nodes[*sender as usize].crashed {
                continue;
            }
            for receiver in 0..self.scenario.members {
                if self.nodes[receiver as usize].crashed || receiver == *sender {
                    continue;
                }
                let place = self
                    .judge
                    .place
                    .get(&(*sender, receiver))
                    .copied()
                    .unwrap_or(0);
                let rest = sent[place..].iter();
                let left = rest
                    .filter(|group| self.members_of(**group).contains(&receiver))
                    .count();
                if left > 0 {
                    return Some(format!("{receiver} lacks {left} messages of {sender}"));
                }
            }
        }
        None
    }

    pub(super) fn missing(&self) -> String {
        let loud: Vec<_> = (0..self.nodes.len())
            .filter(|index| !self.nodes[*index].crashed && !self.nodes[*index].engine.is_quiet())
            .collect();
        let mut lanes = Vec::new();
        for id in &loud {
            for (group, _) in &self.scenario.groups {
                let open = self.nodes[*id].engine.lanes(GroupId(*group));
                lanes.extend(open.map(|member| (*id, *group, member.0)));
            }
        }
        let lanes = if lanes.len() > 20 {
            &lanes[..20]
        } else {
            &lanes
        };
        format!(
            "{:?}; not quiet: {loud:?}; lanes: {lanes:?}",
            self.incomplete()
        )
    }
}
