//! Relaying of messages between members that cannot reach each other.

use hyla_core::message::{FromRti, relay_frame};
use hyla_net::{ChannelId, Pressure};
use hyla_types::FederateHandle;

use super::{ServerLoop, channel_of, session_of};

/// A receiver is closed when this many times the bytes wait for it that one sender may send on: one sender that does not care is
/// closed before.
const MOST_RELAYED: usize = 2;

/// What an honest sender may have under way when it is told to wait: its queue, and buffers of the system.
const UNDER_WAY: usize = 16 << 20;

/// A relayed stream under back-pressure.
pub(super) struct BlockedSender {
    pub(super) sender: ChannelId,
    pub(super) receiver: ChannelId,
    to: FederateHandle,
    /// Bytes that it has sent since it was told: what was under way, or more if it does not care.
    since_told: usize,
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
        let mut held = self.waiting.iter_mut();
        let told = held.find(|w| w.sender == sender && w.to == to);
        let was_told = told.is_some();
        if let Some(told) = told {
            told.since_told = told.since_told.saturating_add(inner.len());
            if told.since_told > self.unread_limit {
                self.metrics.relayed.dropped += 1;
                let problem = format!(
                    "it sends on to federate {to}, which does not read, though it was told to wait"
                );
                return self.doom(sender, problem);
            }
        }
        let told = self.waiting.iter().filter(|w| w.receiver == receiver);
        let under_way = told.count().saturating_mul(UNDER_WAY);
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
        if pressure == Pressure::High && !was_told {
            self.waiting.push(BlockedSender {
                sender,
                receiver,
                to,
                since_told: 0,
            });
            self.tell(sender, &FromRti::RelayPressure { to, high: true });
        }
    }

    /// Ends back-pressure of senders whose receiver has room again.
    pub(super) fn resume_senders(&mut self) {
        let channels = &self.channels;
        let (held, free): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|w| {
                let receiver = channels.get(&w.receiver);
                receiver.is_some_and(|s| s.channel.pressure() == Pressure::High)
            });
        self.waiting = held;
        for BlockedSender { sender, to, .. } in free {
            self.tell(sender, &FromRti::RelayPressure { to, high: false });
        }
        self.depart();
    }
}
