//! Relayed data, and back-pressure: a receiver that cannot keep up makes its senders wait.

use std::collections::BTreeMap;

use hyla_core::executive::SessionId;
use hyla_core::message::{FromRti, control_frame, relay_frame};
use hyla_types::FederateHandle;

use crate::driver::relay_bytes;
use crate::faults::Sabotage;
use crate::network::{ChannelId, Party, ProcessId, WireItem};
use crate::world::World;

/// Bytes queued at the RTI for each process, and senders that were asked to wait.
#[derive(Debug, Default)]
pub(crate) struct Relays {
    /// Bytes, and whether they exceeded the limit and are not yet below half of it.
    queued: BTreeMap<ChannelId, (usize, bool)>,
    waiting: Vec<BlockedStream>,
}

/// A relayed stream whose receiver cannot keep up.
#[derive(Debug)]
struct BlockedStream {
    sender: SessionId,
    receiver: ChannelId,
    to: FederateHandle,
}

fn most(channel: ChannelId) -> usize {
    relay_bytes(ProcessId((channel.0 >> 32) as u32))
}

impl Relays {
    /// Queues bytes of the RTI. Gives whether the limit is exceeded.
    fn queue(&mut self, channel: ChannelId, bytes: usize) -> bool {
        let (queued, pressed) = self.queued.entry(channel).or_default();
        *queued += bytes;
        *pressed |= *queued > most(channel);
        *pressed
    }

    fn is_pressed(&self, channel: ChannelId) -> bool {
        self.queued
            .get(&channel)
            .is_some_and(|(_, pressed)| *pressed)
    }

    /// The process has read so many bytes, or sends nothing more.
    fn take(&mut self, channel: ChannelId, bytes: usize) {
        if let Some((queued, pressed)) = self.queued.get_mut(&channel) {
            *queued = queued.saturating_sub(bytes);
            *pressed &= *queued > most(channel) / 2;
        }
    }
}

impl World {
    /// The RTI sends a frame to a process.
    pub(crate) fn send_from_rti(&mut self, channel: ChannelId, item: WireItem) {
        if let WireItem::Frame(frame) = &item {
            self.relays.queue(channel, frame.len());
        }
        self.network.send(channel, Party::Rti, item, &mut self.rng);
    }

    /// Relays data between two members.
    pub(crate) fn relay(&mut self, sender: SessionId, to: FederateHandle, inner: &[u8]) {
        let Some((from, receiver)) = self.rti.relay_target(sender, to) else {
            return;
        };
        let mut out = Vec::new();
        relay_frame(from, &mut out);
        out.extend_from_slice(inner);
        let receiver = ChannelId(receiver.0);
        self.send_from_rti(receiver, WireItem::Frame(out.into()));
        let mut waiting = self.relays.waiting.iter();
        let held = waiting.any(|w| (w.sender, w.to) == (sender, to));
        if self.relays.is_pressed(receiver) && !held {
            self.outcome.relay_pressures += 1;
            self.relays.waiting.push(BlockedStream {
                sender,
                receiver,
                to,
            });
            self.press(sender, to, true);
        }
    }

    /// A process has read a frame of the RTI: senders continue if there is room again.
    pub(crate) fn taken_from_rti(&mut self, channel: ChannelId, bytes: usize) {
        self.relays.take(channel, bytes);
        self.resume_senders(channel);
    }

    /// A process is gone: nothing is queued for it and nobody waits.
    pub(crate) fn forget_relays(&mut self, channel: ChannelId) {
        self.relays.queued.remove(&channel);
        self.resume_senders(channel);
    }

    fn resume_senders(&mut self, receiver: ChannelId) {
        if self.relays.is_pressed(receiver) || self.config.sabotage == Some(Sabotage::StayPressed) {
            return;
        }
        let (free, held) = std::mem::take(&mut self.relays.waiting)
            .into_iter()
            .partition(|waiting: &BlockedStream| waiting.receiver == receiver);
        self.relays.waiting = held;
        let free: Vec<BlockedStream> = free;
        for BlockedStream { sender, to, .. } in free {
            self.press(sender, to, false);
        }
    }

    fn press(&mut self, sender: SessionId, to: FederateHandle, high: bool) {
        let mut frame = Vec::new();
        control_frame(&FromRti::RelayPressure { to, high }, &mut frame);
        self.send_from_rti(ChannelId(sender.0), WireItem::Frame(frame.into()));
    }
}
