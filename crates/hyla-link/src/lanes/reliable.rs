//! Order between the stream and groups of reliable multicast, at the receiver.

use std::collections::{BTreeMap, VecDeque};

/// Bytes of the mark before a message in a group.
pub(crate) const MARK_BYTES: usize = 4;

/// Messages of one sender in one group.
#[derive(Debug, Default)]
struct ReceivedGroup {
    /// The last mark that the stream has passed.
    passed: u32,
    /// Messages that are due or delivered.
    delivered: u64,
    /// Messages behind marks that the stream has not passed.
    held: VecDeque<(u32, Vec<u8>)>,
}

/// Groups of one sender.
#[derive(Debug, Default)]
pub(super) struct ReceivedGroups {
    groups: BTreeMap<u32, ReceivedGroup>,
    held_bytes: usize,
    /// The stream has ended: nothing waits for it.
    ended: bool,
}

impl ReceivedGroups {
    /// A message with its mark in front. Returns it if it is due now, and not behind others that are held.
    pub(super) fn arrives<'f>(&mut self, group: u32, frame: &'f [u8]) -> Option<&'f [u8]> {
        let (mark, message) = frame.split_first_chunk::<MARK_BYTES>()?;
        let mark = u32::from_le_bytes(*mark);
        let known = self.groups.entry(group).or_default();
        if (mark <= known.passed || self.ended) && known.held.is_empty() {
            known.delivered += 1;
            return Some(message);
        }
        self.held_bytes += message.len();
        known.held.push_back((mark, message.to_vec()));
        None
    }

    /// The sender may use that group from now on.
    pub(super) fn install(&mut self, group: u32) {
        self.groups.entry(group).or_default();
    }

    /// The stream has passed a mark: gives the messages that are due.
    pub(super) fn pass(&mut self, group: u32, mark: u32, mut due: impl FnMut(Vec<u8>)) {
        let Some(known) = self.groups.get_mut(&group) else {
            return;
        };
        known.passed = known.passed.max(mark);
        let passed = known.passed;
        while known.held.front().is_some_and(|(mark, _)| *mark <= passed)
            && let Some((_, message)) = known.held.pop_front()
        {
            self.held_bytes -= message.len();
            known.delivered += 1;
            due(message);
        }
    }

    /// Whether so many messages are due or delivered. All are, once a group is over.
    pub(super) fn is_met(&self, group: u32, count: u64) -> bool {
        let group = self.groups.get(&group);
        self.ended || group.is_none_or(|group| group.delivered >= count)
    }

    /// The stream has ended: gives all that is held.
    pub(super) fn give_up(&mut self, mut due: impl FnMut(Vec<u8>)) {
        self.ended = true;
        self.held_bytes = 0;
        for known in self.groups.values_mut() {
            for (_, message) in known.held.drain(..) {
                known.delivered += 1;
                due(message);
            }
        }
    }

    /// The group is over.
    pub(super) fn remove(&mut self, group: u32) {
        if let Some(known) = self.groups.remove(&group) {
            debug_assert!(known.held.is_empty(), "its sender has no messages left");
        }
    }

    /// Bytes of messages that are held.
    pub(super) fn held_bytes(&self) -> usize {
        self.held_bytes
    }
}
