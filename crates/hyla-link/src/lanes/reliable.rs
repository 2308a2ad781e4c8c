//! Order between the stream and groups of reliable multicast, at the receiver.

use std::collections::{BTreeMap, VecDeque};

/// Messages of one sender in one group.
#[derive(Debug, Default)]
struct ReceivedGroup {
    /// The last mark that the stream has passed.
    passed: u64,
    /// Messages that are due or delivered.
    delivered: u64,
}

/// A message that waits for the stream, or for others.
#[derive(Debug)]
struct HeldMessage {
    group: u32,
    /// The stream has to pass it first.
    mark: Option<u64>,
    /// `None`: it is for others, and counts for fences alone.
    message: Option<Vec<u8>>,
}

impl HeldMessage {
    fn is_free(&self, passed: u64) -> bool {
        self.mark.is_none_or(|mark| mark <= passed)
    }

    fn bytes(&self) -> usize {
        self.message.as_ref().map_or(0, Vec::len)
    }
}

/// Groups of one sender.
#[derive(Debug, Default)]
pub(crate) struct ReceivedGroups {
    groups: BTreeMap<u32, ReceivedGroup>,
    /// Messages behind a mark that the stream has not passed, and later ones, of any group: they come in the order in which
    /// they were sent, across groups, too.
    held: VecDeque<HeldMessage>,
    held_bytes: usize,
    /// The stream has ended: nothing waits for it.
    ended: bool,
    /// The sender has left, and a message that it sent never came: no later one is due.
    closed: bool,
}

impl ReceivedGroups {
    /// A message, behind a mark if it has one; `None` if it is for others, which may wait as well, and others behind it. Returns it if it is due now, and not behind others that are held.
    pub(super) fn arrives<'f>(
        &mut self,
        group: u32,
        mark: Option<u64>,
        message: Option<&'f [u8]>,
    ) -> Option<&'f [u8]> {
        let known = self.groups.entry(group).or_default();
        let is_free = mark.is_none_or(|mark| mark <= known.passed) || self.ended;
        if is_free && self.held.is_empty() {
            known.delivered += 1;
            return message;
        }
        self.held_bytes += message.map_or(0, <[u8]>::len);
        let message = message.map(<[u8]>::to_vec);
        self.held.push_back(HeldMessage {
            group,
            mark,
            message,
        });
        None
    }

    /// The sender may use that group from now on.
    pub(super) fn install(&mut self, group: u32) {
        self.groups.entry(group).or_default();
    }

    /// The stream has passed a mark: gives the messages that are due.
    pub(super) fn pass(&mut self, group: u32, mark: u64, mut due: impl FnMut(Vec<u8>)) {
        let Some(known) = self.groups.get_mut(&group) else {
            return;
        };
        known.passed = known.passed.max(mark);
        while let Some(held) = self.held.front()
            && let Some(known) = self.groups.get_mut(&held.group)
            && held.is_free(known.passed)
            && let Some(held) = self.held.pop_front()
        {
            self.held_bytes -= held.bytes();
            known.delivered += 1;
            held.message.into_iter().for_each(&mut due);
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
            && let Some(held) = self.held.get(at)
        {
            if held.group != group {
                at += 1;
                continue;
            }
            if !held.is_free(known.passed) {
                return;
            }
            if let Some(held) = self.held.remove(at) {
                self.held_bytes -= held.bytes();
                known.delivered += 1;
                held.message.into_iter().for_each(&mut due);
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
        for held in self.held.drain(..) {
            self.groups.entry(held.group).or_default().delivered += 1;
            held.message.into_iter().for_each(&mut due);
        }
    }

    /// The sender has left, and its stream has ended: drops all that is held, since earlier messages did not come. Gives the
    /// number of messages.
    pub(super) fn drop_held(&mut self) -> u64 {
        self.closed |= !self.held.is_empty();
        self.held_bytes = 0;
        let wanted = |held: &HeldMessage| held.message.is_some();
        self.held.drain(..).filter(wanted).count() as u64
    }

    /// Messages are missing before all that are yet to come.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    /// Whether something was received in one of these groups.
    pub(crate) fn has_any(&self, is_of: impl Fn(u32) -> bool) -> bool {
        self.groups.keys().any(|group| is_of(*group))
    }

    /// Whether a message of a sender that has left, which another member had, is due: none is missing before it.
    pub(crate) fn is_due_after_the_end(&mut self, group: u32, mark: Option<u64>) -> bool {
        let passed = self.groups.get(&group).map_or(0, |known| known.passed);
        self.closed |= mark.is_some_and(|mark| mark > passed);
        !self.closed
    }

    /// Whether messages of the group are held.
    pub(super) fn holds(&self, group: u32) -> bool {
        self.held.iter().any(|held| held.group == group)
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
