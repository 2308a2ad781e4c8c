//! Shared memory at an endpoint: its rings are looked at without a system call while the owner is
//! awake; before it sleeps, the peers are asked to ring.

use std::io;
use std::sync::Arc;

use mio::{Interest, Registry};

use super::Endpoint;
use crate::carrier::StreamWire;
use crate::channel::Shared;
use crate::mailbox::EndpointMailbox;
use crate::memory::{self, MemoryWire};
use crate::slot::{ReadOutcome, Slot};
use crate::stream::{ByteStreamCarrier, tell};
use crate::sys;
use crate::wire::Incoming;
use crate::{ChannelId, CloseReason, Event};

/// How many looks at rings there are between two yields: the more rings, the fewer at each, down to one.
const LOOKS: usize = 32;
/// How many at each at most.
const MOST_LOOKS: usize = 16;

/// A channel in shared memory whose rings are there.
#[derive(Debug)]
pub(super) struct Rings {
    pub(super) id: ChannelId,
    pub(super) shared: Arc<Shared>,
    link: Arc<ByteStreamCarrier>,
    wire: Arc<StreamWire>,
    /// Frames that had come when they were last counted.
    counted: u64,
    /// Bytes likewise.
    counted_bytes: u64,
    /// Whether frames came so quickly that a rest is made for them.
    pub(super) dense: bool,
    /// Bytes that had been read at the last look whether it is quiet.
    pub(super) heard: u64,
}

impl Rings {
    pub(super) fn memory(&self) -> Option<&MemoryWire> {
        self.wire.memory()
    }

    /// How many frames have come since this was asked last, and how many bytes.
    pub(super) fn count(&mut self) -> (u64, u64) {
        let frames = self.shared.received.frames_so_far();
        let bytes = self.memory().map_or(0, MemoryWire::bytes_read);
        let new = frames - std::mem::replace(&mut self.counted, frames);
        let new_bytes = bytes.wrapping_sub(std::mem::replace(&mut self.counted_bytes, bytes));
        (new, new_bytes)
    }
}

impl Endpoint {
    /// Reads what has come and writes where there is room again. Gives whether there was anything.
    pub(super) fn look_at_rings(
        &mut self,
        mailbox: &EndpointMailbox,
        on: &mut impl FnMut(Event<'_>),
    ) -> bool {
        let mut found = false;
        let mut at = 0;
        if !self.first.is_empty() {
            self.sort_rings();
        }
        while let Some(rings) = self.rings.awake().get(at)
            && let Some(memory) = rings.memory()
        {
            let (input, room) = (memory.has_input(), memory.has_room_again());
            if input || room {
                found = true;
                let _dispatching = mailbox.dispatch();
                if room {
                    tell(&rings.shared, rings.link.outgoing().writable());
                }
                self.read_coalescing.heard |= input;
                let id = rings.id;
                // One read each, in turn, so that nobody starves. An ended one is off the list.
                if input
                    && !matches!(
                        self.read(id, on),
                        Some(ReadOutcome::More | ReadOutcome::Drained)
                    )
                {
                    continue;
                }
            }
            at += 1;
        }
        found
    }

    /// Looks whether something comes to a ring in as much time as giving the processor away would take: on
    /// another core, a peer that answers often does.
    pub(super) fn sees_input_soon(&self) -> bool {
        let rings = self.rings.awake();
        if rings.is_empty() {
            return false;
        }
        for _ in 0..(LOOKS / rings.len()).clamp(1, MOST_LOOKS) {
            if rings
                .iter()
                .filter_map(Rings::memory)
                .any(MemoryWire::has_input)
            {
                return true;
            }
            std::hint::spin_loop();
        }
        false
    }

    /// Those that go first come first.
    fn sort_rings(&mut self) {
        let first = &self.first;
        if !self
            .rings
            .awake()
            .is_sorted_by_key(|rings| first.rank(rings.id))
        {
            self.rings
                .awake_mut()
                .sort_by_key(|rings| first.rank(rings.id));
        }
    }

    /// Peers will ring from now on. `false` if there is something to do by now.
    pub(super) fn rings_are_quiet(&self) -> bool {
        memory::sleep_unless_input(self.rings.awake().iter().filter_map(Rings::memory))
    }

    /// Takes what the caller of a channel passes. `false` if it is not there yet, or wrong.
    pub(super) fn join(&mut self, id: ChannelId, on: &mut impl FnMut(Event<'_>)) -> bool {
        let Some(Slot {
            stream: Some(slot), ..
        }) = self.channels.get_mut(&id)
        else {
            return false;
        };
        let Some(memory) = slot.wire.memory() else {
            return true;
        };
        if memory.bell().is_some() {
            return true;
        }
        let problem = match memory.join() {
            Ok(true) => match self.watch_rings(id) {
                Ok(()) => return true,
                Err(error) => error,
            },
            Ok(false) if !slot.hung_up => return false,
            Ok(false) => io::ErrorKind::UnexpectedEof.into(),
            Err(error) => error,
        };
        tracing::debug!(channel = %id, error = %problem, "no shared memory with a caller");
        self.end(id, CloseReason::Broken(problem.kind()), on);
        false
    }

    /// Hears the bell of a channel from now on. It has rung already, so that both sides begin.
    pub(super) fn watch_rings(&mut self, id: ChannelId) -> io::Result<()> {
        let Some(Slot {
            stream: Some(slot),
            shared,
        }) = self.channels.get(&id)
        else {
            return Ok(());
        };
        let Some(bell) = slot.wire.memory().and_then(MemoryWire::bell) else {
            return Ok(());
        };
        let registry = self.poll.registry();
        sys::watch(registry, bell, id.token(), Interest::READABLE)?;
        self.rings.add(Rings {
            id,
            shared: Arc::clone(shared),
            link: Arc::clone(&slot.link),
            wire: Arc::clone(&slot.wire),
            counted: 0,
            counted_bytes: 0,
            dense: false,
            heard: 0,
        });
        self.lock_rings();
        if self
            .channels
            .get(&id)
            .is_some_and(|slot| slot.shared.is_paused())
        {
            self.rings.pause(id);
        }
        Ok(())
    }

    /// Locks the rings that came last, if that much may be locked.
    fn lock_rings(&mut self) {
        let Some(memory) = self.rings.awake().last().and_then(Rings::memory) else {
            return;
        };
        let bytes = memory.mapped_bytes();
        if self.lockable_bytes < bytes {
            return;
        }
        match memory.lock() {
            // What a closed channel gives back is not counted: that bounds how often it is tried.
            Ok(()) => self.lockable_bytes -= bytes,
            Err(error) => {
                self.lockable_bytes = 0;
                tracing::warn!(%error, bytes, "cannot lock the rings of a channel into memory");
            }
        }
    }
}

/// Hears nothing more of a wire.
pub(super) fn stop_watching(registry: &Registry, wire: &StreamWire) {
    let bell = wire.memory().and_then(MemoryWire::bell);
    for descriptor in [Some(wire.socket()), bell].into_iter().flatten() {
        // Fails only if it was never registered.
        let _unknown = sys::unwatch(registry, descriptor);
    }
}
