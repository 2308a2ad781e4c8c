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
}

/// Groups of one sender.
#[derive(Debug, Default)]
pub(super) struct ReceivedGroups {
    groups: BTreeMap<u32, ReceivedGroup>,
    /// Messages behind a mark that the stream has not passed, and later ones, of any group: they come in the order in which
    /// they were sent, across groups, too. Each with its group and mark.
    held: VecDeque<(u32, u32, Vec<u8>)>,
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
        if (mark <= known.passed || self.ended) && self.held.is_empty() {
            known.delivered += 1;
            return Some(message);
        }
        self.held_bytes += message.len();
        self.held.push_back((group, mark, message.to_vec()));
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
        while let Some((group, mark, _)) = self.held.front()
            && let Some(known) = self.groups.get_mut(group)
            && *mark <= known.passed
            && let Some((_, _, message)) = self.held.pop_front()
        {
            self.held_bytes -= message.len();
            known.delivered += 1;
            due(message);
        }
    }

    /// A fence of the stream waits for so many messages of the group: gives those that only other groups hold up. What these wait
    /// for comes behind the fence, so that their messages were sent later.
    pub(super) fn release(&mut self, group: u32, count: u64, mut due: impl FnMut(Vec<u8>)) {
        let Some(known) = self.groups.get_mut(&group) else {
            return;
        };
        let mut at = 0;
        while known.delivered < count
            && let Some((held, mark, _)) = self.held.get(at)
        {
            if *held != group {
                at += 1;
                continue;
            }
            if *mark > known.passed {
                return;
            }
            if let Some((_, _, message)) = self.held.remove(at) {
                self.held_bytes -= message.len();
                known.delivered += 1;
                due(message);
            }
        }
    }

    /// Whether so many messages are due or delivered. All are, once a group is over.
    pub(super) fn is_met(&self, group: u32, count: u64) -> bool {
        let group = self.groups.get(&group);
        self.ended || group.is_none_or(|group| group.delivered >= count)
    }

    /// The stream has ended: nothing waits for it from now on.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// Gives all that is held.
    pub(super) fn give_up(&mut self, mut due: impl FnMut(Vec<u8>)) {
        self.held_bytes = 0;
        for (group, _, message) in self.held.drain(..) {
            self.groups.entry(group).or_default().delivered += 1;
            due(message);
        }
    }

    /// Drops all that is held; gives the number of messages.
    pub(super) fn drop_held(&mut self) -> u64 {
        self.held_bytes = 0;
        self.held.drain(..).count() as u64
    }

    /// Whether messages of the group are held.
    pub(super) fn holds(&self, group: u32) -> bool {
        self.held.iter().any(|(held, _, _)| *held == group)
    }

    /// The group is over.
    pub(super) fn remove(&mut self, group: u32) {
        debug_assert!(!self.holds(group), "its sender has no messages left");
        self.groups.remove(&group);
    }

    /// Bytes of messages that are held.
    pub(super) fn held_bytes(&self) -> usize {
        self.held_bytes
    }
}
