//! What the RTI passes on between members, and whom it tells to wait: a receiver that cannot keep up holds back its senders.

use std::collections::BTreeMap;

use hyla_core::executive::SessionId;
use hyla_core::message::{FromRti, control_frame, relay_frame};
use hyla_types::FederateHandle;

use crate::driver::relay_bytes;
use crate::faults::Sabotage;
use crate::network::{ChannelId, Item, Party, ProcessId};
use crate::world::World;

/// What waits at the RTI for each process, and senders that were told to wait.
#[derive(Debug, Default)]
pub(crate) struct Relays {
    /// Bytes, and whether they were more than there may be and are not half of that yet.
    queued: BTreeMap<ChannelId, (usize, bool)>,
    waiting: Vec<Waiting>,
}

/// A relayed stream that its receiver cannot keep up with.
#[derive(Debug)]
struct Waiting {
    sender: SessionId,
    receiver: ChannelId,
    to: FederateHandle,
}

fn most(channel: ChannelId) -> usize {
    relay_bytes(ProcessId((channel.0 >> 32) as u32))
}

impl Relays {
    /// The RTI sends so many bytes. Whether more wait than there may be.
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

    /// The process has taken so many bytes, or nothing more comes from it.
    fn take(&mut self, channel: ChannelId, bytes: usize) {
        if let Some((queued, pressed)) = self.queued.get_mut(&channel) {
            *queued = queued.saturating_sub(bytes);
            *pressed &= *queued > most(channel) / 2;
        }
    }
}

impl World {
    /// The RTI sends a frame to a process.
    pub(crate) fn send_from_rti(&mut self, channel: ChannelId, item: Item) {
        if let Item::Frame(frame) = &item {
            self.relays.queue(channel, frame.len());
        }
        self.network.send(channel, Party::Rti, item, &mut self.rng);
    }

    /// Passes data on between two members.
    pub(crate) fn relay(&mut self, sender: SessionId, to: FederateHandle, inner: &[u8]) {
        let Some((from, receiver)) = self.rti.relay_target(sender, to) else {
            return;
        };
        let mut out = Vec::new();
        relay_frame(from, &mut out);
        out.extend_from_slice(inner);
        let receiver = ChannelId(receiver.0);
        self.send_from_rti(receiver, Item::Frame(out.into()));
        let mut waiting = self.relays.waiting.iter();
        let held = waiting.any(|w| (w.sender, w.to) == (sender, to));
        if self.relays.is_pressed(receiver) && !held {
            self.outcome.relay_pressures += 1;
            self.relays.waiting.push(Waiting {
                sender,
                receiver,
                to,
            });
            self.press(sender, to, true);
        }
    }

    /// A process has taken a frame of the RTI: senders go on where there is room again.
    pub(crate) fn taken_from_rti(&mut self, channel: ChannelId, bytes: usize) {
        self.relays.take(channel, bytes);
        self.resume_senders(channel);
    }

    /// Nothing more goes to a process, and nobody waits for it.
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
            .partition(|waiting: &Waiting| waiting.receiver == receiver);
        self.relays.waiting = held;
        let free: Vec<Waiting> = free;
        for Waiting { sender, to, .. } in free {
            self.press(sender, to, false);
        }
    }

    fn press(&mut self, sender: SessionId, to: FederateHandle, high: bool) {
        let mut frame = Vec::new();
        control_frame(&FromRti::RelayPressure { to, high }, &mut frame);
        self.send_from_rti(ChannelId(sender.0), Item::Frame(frame.into()));
    }
}
