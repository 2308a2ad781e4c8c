//! Priority: channels that are read first, also between the frames of others.

use std::cmp::Reverse;
use std::mem;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::Endpoint;
use crate::channel_entry::{ChannelEntry, ReadOutcome};
use crate::following::Following;
use crate::realtime::LockedBuffer;
use crate::wire::PolledWire;
use crate::{ChannelId, Event};

/// How long frames of a channel are dispatched before channels of higher priority are checked.
const SLICE: Duration = Duration::from_micros(20);

/// A frame of this size is a slice by itself.
const LARGE_FRAME: usize = 16 << 10;

/// Most bytes of one read of a priority channel.
const READ_BYTES: usize = 64 << 10;

/// Channels with a priority.
#[derive(Debug, Default)]
pub(super) struct PriorityChannels {
    /// Highest priority first.
    channels: Vec<(u8, ChannelId)>,
    buffer: Vec<u8>,
}

impl PriorityChannels {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.channels.is_empty()
    }

    /// Sets the priority of a channel.
    pub(super) fn set(&mut self, id: ChannelId, priority: u8) {
        self.forget(id);
        if priority > 0 {
            self.channels.push((priority, id));
            self.channels
                .sort_unstable_by_key(|(p, id)| (Reverse(*p), *id));
        }
        self.buffer.resize(READ_BYTES, 0);
    }

    pub(super) fn forget(&mut self, id: ChannelId) {
        self.channels.retain(|(_, other)| *other != id);
    }

    fn priority(&self, id: ChannelId) -> u8 {
        let found = self.channels.iter().find(|(_, other)| *other == id);
        found.map_or(0, |(priority, _)| *priority)
    }

    /// Sorts channels by priority; equal ones keep their order.
    pub(super) fn sort(&self, ids: &mut [ChannelId]) {
        if !self.is_empty() {
            ids.sort_by_key(|id| Reverse(self.priority(*id)));
        }
    }

    /// Whether the channel has a priority.
    pub(super) fn contains(&self, id: ChannelId) -> bool {
        self.priority(id) > 0
    }

    /// Sort key: smaller is read earlier.
    pub(super) fn rank(&self, id: ChannelId) -> Reverse<u8> {
        Reverse(self.priority(id))
    }

    /// Whether channels of higher priority exist.
    pub(super) fn anyone_before(&self, id: ChannelId) -> bool {
        let highest = self.channels.first();
        highest.is_some_and(|(highest, _)| *highest > self.priority(id))
    }
}

impl Endpoint {
    /// Reads once from a channel, and checks channels of higher priority between its frames.
    pub(super) fn read_in_slices(
        &mut self,
        id: ChannelId,
        on: &mut impl FnMut(Event<'_>),
    ) -> Option<ReadOutcome> {
        let below = self.first.priority(id);
        // Moved out meanwhile, since other channels of the endpoint are read.
        let mut entry = self.channels.remove(&id)?;
        let mut buffer = mem::take(&mut self.read_buffer);
        let mut since = Instant::now();
        let outcome = entry.stream.as_mut().map(|stream| {
            stream.read(
                &entry.shared,
                buffer.bytes(),
                None,
                &mut |mut event: Event<'_>| {
                    let mut large = false;
                    if let Event::Frame {
                        bytes, following, ..
                    } = &mut event
                    {
                        large = bytes.len() >= LARGE_FRAME;
                        // One by one, with a check of the others between.
                        *following = Following::none();
                    }
                    on(event);
                    if large || since.elapsed() >= SLICE {
                        self.read_first(below, on);
                        since = Instant::now();
                    }
                },
            )
        });
        self.read_buffer = buffer;
        self.channels.insert(id, entry);
        outcome
    }

    /// Reads channels of higher priority. Makes no system call for those in shared memory.
    pub(super) fn read_first(&mut self, below: u8, on: &mut impl FnMut(Event<'_>)) {
        let mut at = 0;
        while let Some((priority, id)) = self.first.channels.get(at).copied()
            && priority > below
        {
            at += 1;
            let mut buffer = mem::take(&mut self.first.buffer);
            let read = self.read_one_of_first(id, &mut buffer, on);
            self.first.buffer = buffer;
            match read {
                None | Some(ReadOutcome::Drained) => {}
                Some(ReadOutcome::More) => self.read_again(id),
                Some(ReadOutcome::Ended(reason)) => self.end(id, reason, on),
            }
        }
    }

    fn read_one_of_first(
        &mut self,
        id: ChannelId,
        buffer: &mut [u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> Option<ReadOutcome> {
        let ChannelEntry { shared, stream } = self.channels.get_mut(&id)?;
        let stream = stream.as_mut()?;
        if stream
            .wire
            .memory()
            .is_some_and(|memory| !memory.has_input())
        {
            return None;
        }
        let outcome = stream.read(shared, buffer, None, on);
        if let ReadOutcome::Ended(reason) = &outcome {
            let reason = stream.with_write_error(reason);
            return Some(ReadOutcome::Ended(reason));
        }
        Some(outcome)
    }

    /// Takes over priorities set by other threads.
    pub(super) fn take_priorities(&mut self) {
        for shared in self.lists.priorities.drain(..) {
            let priority = shared.priority.load(Relaxed);
            self.first.set(shared.id, priority);
        }
    }
}

/// Lets the read function move it out of the endpoint for a moment.
impl Default for LockedBuffer {
    fn default() -> Self {
        Self::empty()
    }
}
