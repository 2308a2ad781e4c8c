//! Messages that are due, each in the order of its sender.

use std::time::Instant;

use super::Member;
use crate::group::Group;
use crate::ids::{GroupId, MemberId};
use crate::interface::{Arrival, Delivery};
use crate::receiving::Taken;
use crate::wire::Frame;

impl Member {
    /// Replaces the content of `message` by the next message, in the order of its sender.
    pub fn poll_delivery(&mut self, now: Instant, message: &mut Vec<u8>) -> Option<Delivery> {
        self.poll_delivery_but(now, &[], message)
    }

    /// As [`Self::poll_delivery`], but leaves the messages of some senders where they are. These hold up their senders, as
    /// those of a member do that does not take its messages.
    pub fn poll_delivery_but(
        &mut self,
        now: Instant,
        left: &[MemberId],
        message: &mut Vec<u8>,
    ) -> Option<Delivery> {
        message.clear();
        let is_taken = |(_, sender): &(GroupId, MemberId)| !left.contains(sender);
        while let Some(at) = self.delivering.iter().position(is_taken)
            && let Some(&(id, sender)) = self.delivering.get(at)
        {
            let group = self.groups.get_mut(&id);
            let stream = group.and_then(|group| group.receiving.get_mut(&sender));
            if stream.is_some_and(|stream| stream.take_beside(&mut self.shared, message)) {
                return Some(Delivery {
                    from: sender,
                    group: id,
                });
            }
            let (taken, progressed) = self.take(now, id, sender, message);
            if progressed && !self.waiting.is_empty() {
                self.retry_waiting(sender);
            }
            match taken {
                Taken::Message => {
                    return Some(Delivery {
                        from: sender,
                        group: id,
                    });
                }
                Taken::Nothing => drop(self.delivering.remove(at)),
                Taken::Waits(other, sequence) => {
                    self.delivering.remove(at);
                    if !self.waiting.contains(&(id, sender)) {
                        self.waiting.push((id, sender));
                    }
                    // The packet exists: it is asked for if it does not come.
                    if let Some(group) = self.groups.get_mut(&other) {
                        let frame = Frame::Heartbeat {
                            next: sequence + 1,
                            blocked: false,
                        };
                        group.handle(now, sender, frame, Arrival::Direct, &mut self.shared);
                        self.refresh(now, other);
                    }
                }
            }
            self.refresh(now, id);
        }
        None
    }

    fn take(
        &mut self,
        now: Instant,
        id: GroupId,
        sender: MemberId,
        message: &mut Vec<u8>,
    ) -> (Taken, bool) {
        // The stream is taken out so that the others can be read.
        let Some(group) = self.groups.get_mut(&id) else {
            return (Taken::Nothing, false);
        };
        let Some(mut stream) = group.receiving.remove(&sender) else {
            return (Taken::Nothing, false);
        };
        let groups = &self.groups;
        let is_lost = self.shared.lost.contains(&sender);
        let is_delivered = |other: GroupId, sequence: u64| {
            let Some(other) = groups.get(&other) else {
                return true;
            };
            match other.receiving.get(&sender) {
                Some(stream) => other.view.own().is_none() || stream.consumed() > sequence,
                // The stream of a lost sender is over, or nothing of it ever arrived.
                None => other.view.own().is_none() || is_lost,
            }
        };
        let before = stream.consumed();
        let taken = match groups.get(&id) {
            Some(group) => stream.take(now, &group.view, &mut self.shared, is_delivered, message),
            None => Taken::Nothing,
        };
        let progressed = stream.consumed() > before;
        if let Some(group) = self.groups.get_mut(&id) {
            group.receiving.insert(sender, stream);
            group.touched(now, sender, &self.shared);
        }
        (taken, progressed)
    }

    /// Whether a group has nothing to deliver here, now or after packets of other groups.
    #[must_use]
    pub fn has_delivered_all(&self, group: GroupId) -> bool {
        let mut waiting = self.waiting.iter();
        let is_empty = |group: &Group| {
            let mut streams = group.receiving.values();
            streams.all(|stream| !stream.can_deliver())
        };
        self.groups.get(&group).is_none_or(is_empty) && waiting.all(|(waits, _)| *waits != group)
    }

    /// Streams of that sender that waited for packets of other groups are looked at again.
    pub(super) fn retry_waiting(&mut self, sender: MemberId) {
        let delivering = &mut self.delivering;
        self.waiting.retain(|waits| {
            if waits.1 == sender {
                delivering.push_back(*waits);
            }
            waits.1 != sender
        });
    }
}
