//! Relaying of messages between members that cannot reach each other.

use hyla_core::message::{FromRti, relay_frame};
use hyla_net::{ChannelId, Pressure};
use hyla_types::FederateHandle;

use super::{ServerLoop, channel_of, session_of};

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
        let Some(session) = self.channels.get_mut(&receiver) else {
            return;
        };
        let pressure = session.channel.append(|buffer| {
            relay_frame(from, buffer);
            buffer.extend_from_slice(inner);
        });
        session.note(receiver, &mut self.dirty);
        self.metrics.relayed.frames += 1;
        self.metrics.relayed.bytes += inner.len() as u64;
        let mut held = self.waiting.iter_mut();
        if let Some(told) = held.find(|w| w.sender == sender && w.to == to) {
            let before = told.since_told;
            told.since_told += inner.len();
            if (before..told.since_told).contains(&self.unread_limit) {
                let problem = format!(
                    "it sends on to federate {to}, which does not read, though it was told to wait"
                );
                self.doomed.push((sender, problem));
            }
        } else if matches!(pressure, Ok(Pressure::High)) {
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
