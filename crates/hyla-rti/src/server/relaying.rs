//! Relaying of messages between members that cannot reach each other.

use hyla_core::message::{FromRti, relay_frame};
use hyla_net::{ChannelId, Pressure};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::{ServerLoop, channel_of, session_of};

/// A receiver is closed when this many times the bytes wait for it that one sender may send on: one sender that does not care is
/// closed before.
const MOST_RELAYED: usize = 2;

/// What an honest sender may have under way when it is told to wait: its queue, and buffers of the system.
const UNDER_WAY: usize = 16 << 20;

/// Streams under back-pressure, by receivers and senders: in a federation all members may wait for all others.
#[derive(Default)]
pub(super) struct BlockedStreams {
    by_receiver: FxHashMap<ChannelId, FxHashMap<ChannelId, BlockedStream>>,
}

/// A stream whose sender was told to wait.
struct BlockedStream {
    /// The receiver, as the sender names it.
    to: FederateHandle,
    /// Bytes that were sent since: what was under way, or more if the sender does not care.
    since_told: usize,
}

impl BlockedStreams {
    pub(super) fn is_empty(&self) -> bool {
        self.by_receiver.is_empty()
    }

    /// The sender was told to wait for the receiver.
    fn insert(&mut self, sender: ChannelId, receiver: ChannelId, to: FederateHandle) {
        let stream = BlockedStream { to, since_told: 0 };
        let streams = self.by_receiver.entry(receiver).or_default();
        streams.insert(sender, stream);
    }

    /// Counts bytes; gives all since the sender was told to wait, `None` if it was not.
    fn count(
        &mut self,
        sender: ChannelId,
        (receiver, to): (ChannelId, FederateHandle),
        bytes: usize,
    ) -> Option<usize> {
        let stream = self.by_receiver.get_mut(&receiver)?.get_mut(&sender)?;
        // Otherwise both have joined another federation execution meanwhile.
        if stream.to != to {
            return None;
        }
        stream.since_told = stream.since_told.saturating_add(bytes);
        Some(stream.since_told)
    }

    /// Number of senders that wait for the receiver.
    fn senders(&self, receiver: ChannelId) -> usize {
        self.by_receiver.get(&receiver).map_or(0, FxHashMap::len)
    }

    /// Removes the streams whose receiver has room again, and gives senders and receivers. Asks once for each receiver.
    fn take_free(
        &mut self,
        mut is_full: impl FnMut(ChannelId) -> bool,
    ) -> Vec<(ChannelId, FederateHandle)> {
        let mut free = Vec::new();
        self.by_receiver.retain(|receiver, streams| {
            let stays = is_full(*receiver);
            if !stays {
                free.extend(streams.iter().map(|(sender, stream)| (*sender, stream.to)));
            }
            stays
        });
        free
    }

    /// A channel has ended.
    pub(super) fn forget(&mut self, channel: ChannelId) {
        self.by_receiver.remove(&channel);
        self.by_receiver.retain(|_, streams| {
            streams.remove(&channel);
            !streams.is_empty()
        });
    }
}

impl ServerLoop {
    /// Relays data between two members. A slow receiver makes the sender wait.
    pub(super) fn relay(&mut self, sender: ChannelId, to: FederateHandle, inner: &[u8]) {
        // Unknown: the receiver has left, and the sender will be notified.
        let Some((from, receiver)) = self.rti.relay_target(session_of(sender), to) else {
            self.metrics.relayed.dropped += 1;
            return;
        };
        let receiver = channel_of(receiver);
        let is_doomed = |id| self.channels.get(&id).is_none_or(|it| it.is_doomed);
        if is_doomed(sender) || is_doomed(receiver) {
            self.metrics.relayed.dropped += 1;
            return;
        }
        let since_told = self.blocked.count(sender, (receiver, to), inner.len());
        if since_told.is_some_and(|bytes| bytes > self.unread_limit) {
            self.metrics.relayed.dropped += 1;
            let problem = format!(
                "it sends on to federate {to}, which does not read, though it was told to wait"
            );
            return self.doom(sender, problem);
        }
        let under_way = self.blocked.senders(receiver).saturating_mul(UNDER_WAY);
        let limit = MOST_RELAYED.saturating_mul(self.unread_limit) + under_way;
        let pressure = self.append_within(receiver, (inner.len(), limit), |buffer| {
            relay_frame(from, buffer);
            buffer.extend_from_slice(inner);
        });
        let Some(pressure) = pressure else {
            self.metrics.relayed.dropped += 1;
            return;
        };
        self.metrics.relayed.frames += 1;
        self.metrics.relayed.bytes += inner.len() as u64;
        if pressure == Pressure::High && since_told.is_none() {
            self.blocked.insert(sender, receiver, to);
            self.tell(sender, &FromRti::RelayPressure { to, high: true });
        }
    }

    /// Ends back-pressure of senders whose receiver has room again.
    pub(super) fn resume_senders(&mut self) {
        let channels = &self.channels;
        let free = self.blocked.take_free(|receiver| {
            let receiver = channels.get(&receiver);
            receiver.is_some_and(|it| it.channel.pressure() == Pressure::High)
        });
        for (sender, to) in free {
            self.tell(sender, &FromRti::RelayPressure { to, high: false });
        }
        self.depart();
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    const MEMBERS: u32 = 200;

    fn channel(number: u32) -> ChannelId {
        ChannelId::from_raw(u64::from(number))
    }

    /// The channel of a receiver, and the handle of its federate.
    fn receiver(number: u32) -> (ChannelId, FederateHandle) {
        (channel(number), FederateHandle::new(number))
    }

    /// All members send to all others, which do not read.
    fn all_to_all() -> BlockedStreams {
        let mut blocked = BlockedStreams::default();
        for number in 0..MEMBERS {
            let (receiver, to) = receiver(number);
            for sender in (0..MEMBERS).filter(|sender| *sender != number) {
                blocked.insert(channel(sender), receiver, to);
            }
        }
        blocked
    }

    #[test]
    fn each_sender_to_each_receiver_goes_on_once() {
        let mut blocked = all_to_all();
        let mut resumed = FxHashSet::default();

        // One receiver after the other reads.
        for reads in 0..MEMBERS {
            let mut asked = 0;
            let free = blocked.take_free(|receiver| {
                asked += 1;
                receiver != channel(reads)
            });
            assert_eq!(asked, MEMBERS - reads, "not once for each sender");
            assert_eq!(free.len(), MEMBERS as usize - 1);
            for (sender, to) in free {
                assert_eq!(to, FederateHandle::new(reads));
                assert!(resumed.insert((sender, to)), "{sender} to {to} twice");
            }
        }

        assert!(blocked.is_empty());
        assert_eq!(resumed.len(), (MEMBERS * (MEMBERS - 1)) as usize);
    }

    #[test]
    fn bytes_count_from_when_the_sender_was_told_to_wait() {
        let mut blocked = BlockedStreams::default();
        blocked.insert(channel(2), channel(1), FederateHandle::new(1));
        blocked.insert(channel(3), channel(1), FederateHandle::new(1));

        assert_eq!(blocked.count(channel(2), receiver(1), 10), Some(10));
        assert_eq!(blocked.count(channel(3), receiver(1), 1), Some(1));
        assert_eq!(
            blocked.count(channel(2), receiver(1), usize::MAX),
            Some(usize::MAX)
        );
        assert_eq!(blocked.count(channel(4), receiver(1), 1), None);
        assert_eq!(blocked.count(channel(1), receiver(2), 1), None);
        assert_eq!(
            (blocked.senders(channel(1)), blocked.senders(channel(2))),
            (2, 0)
        );

        // In another federation execution, the same two members have other handles.
        let moved = (channel(1), FederateHandle::new(9));
        assert_eq!(blocked.count(channel(2), moved, 5), None);
        blocked.insert(channel(2), moved.0, moved.1);
        assert_eq!(blocked.count(channel(2), moved, 5), Some(5));
        assert_eq!(blocked.senders(channel(1)), 2);
    }

    #[test]
    fn a_channel_that_has_ended_neither_waits_nor_is_waited_for() {
        let mut blocked = all_to_all();

        blocked.forget(channel(0));

        assert_eq!(blocked.senders(channel(0)), 0);
        let free = blocked.take_free(|_| false);
        assert!(free.iter().all(|(sender, _)| *sender != channel(0)));
        assert_eq!(free.len(), ((MEMBERS - 1) * (MEMBERS - 2)) as usize);

        blocked.insert(channel(2), channel(1), FederateHandle::new(1));
        blocked.forget(channel(2));
        assert!(blocked.is_empty(), "nobody waits any more");
    }
}
