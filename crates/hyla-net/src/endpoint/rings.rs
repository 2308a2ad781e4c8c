//! Shared memory at an endpoint: rings are polled without a system call while the owner is awake;
//! before it blocks, the peers are asked to signal their writes.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Acquire;

use mio::{Interest, Registry};

use super::Endpoint;
use super::read_coalescing::Traffic;
use crate::carrier::StreamWire;
use crate::channel::Shared;
use crate::channel_entry::{ChannelEntry, ReadOutcome};
use crate::mailbox::EndpointMailbox;
use crate::memory::{self, MemoryWire};
use crate::stream::ByteStreamCarrier;
use crate::sys;
use crate::table::PassedTable;
use crate::wire::PolledWire;
use crate::{ChannelId, CloseReason, Event};

/// Polls of rings between two yields: the more rings, the fewer polls of each, down to one.
const LOOKS: usize = 96;
/// Most polls of each ring between two yields: a peer on another core takes half a microsecond to answer.
const MOST_LOOKS: usize = 48;
/// The same where sockets wait to be asked.
const LOOKS_BESIDE_SOCKETS: usize = 2;

/// A channel in shared memory whose rings are established.
#[derive(Debug)]
pub(super) struct Rings {
    pub(super) id: ChannelId,
    pub(super) shared: Arc<Shared>,
    link: Arc<ByteStreamCarrier>,
    wire: Arc<StreamWire>,
    /// Frames that had arrived at the last count.
    counted: u64,
    /// Bytes at the last count.
    counted_bytes: u64,
    /// Frames that had been sent at the last count.
    counted_sent: u64,
    /// Frames per millisecond at the last count; none in an exchange.
    pub(super) part: u64,
    /// Frames arrive so fast that reads are coalesced.
    pub(super) dense: bool,
    /// Bytes read at the last check for quiet rings.
    pub(super) heard: u64,
}

impl Rings {
    pub(super) fn memory(&self) -> Option<&MemoryWire> {
        self.wire.memory()
    }

    /// Frames and bytes since the last query.
    pub(super) fn count(&mut self) -> Traffic {
        let frames = self.shared.received.frames_so_far();
        let bytes = self.memory().map_or(0, MemoryWire::bytes_read);
        let sent = self.shared.link.counters().frames_sent;
        Traffic {
            received: frames - std::mem::replace(&mut self.counted, frames),
            received_bytes: bytes.wrapping_sub(std::mem::replace(&mut self.counted_bytes, bytes)),
            sent: sent - std::mem::replace(&mut self.counted_sent, sent),
        }
    }
}

impl Endpoint {
    /// Reads available data and writes where there is room again. Gives whether there was anything.
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
                    self.relieved |= rings.link.write_waiting(&rings.shared);
                }
                self.read_coalescing.heard |= input;
                self.pauses.heard_ring |= input;
                let id = rings.id;
                // One read each, in turn, for fairness. An ended one is off the list.
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

    /// Polls the rings, and the boards watched, for about the time that a yield would take: a peer on another core often
    /// answers within it.
    pub(super) fn sees_input_soon(&mut self, mailbox: &EndpointMailbox) -> bool {
        let awaited = mailbox.awaited.load(Acquire);
        let mut watch = self.lists.watch.as_mut().filter(|_| awaited != 0);
        let rings = self.rings.awake();
        if rings.is_empty() && watch.is_none() {
            return false;
        }
        let only_rings = self.streams == self.rings.count() && self.datagrams.is_quiet();
        let looks = if self.wait_strategy.is_shared() {
            1
        } else if only_rings {
            (LOOKS / rings.len().max(1)).clamp(1, MOST_LOOKS)
        } else {
            LOOKS_BESIDE_SOCKETS
        };
        for _ in 0..looks {
            if watch.as_mut().is_some_and(|watch| watch.reaches(awaited)) {
                return true;
            }
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

    /// Sorts rings by priority.
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

    /// Peers will signal from now on. `false` if there is work already.
    pub(super) fn rings_are_quiet(&self) -> bool {
        memory::sleep_unless_input(self.rings.awake().iter().filter_map(Rings::memory))
    }

    /// Receives the resources that the caller of a channel passes. `false` if they are missing or
    /// wrong.
    pub(super) fn join(&mut self, id: ChannelId, on: &mut impl FnMut(Event<'_>)) -> bool {
        let Some(ChannelEntry {
            stream: Some(entry),
            ..
        }) = self.channels.get_mut(&id)
        else {
            return false;
        };
        let Some(memory) = entry.wire.memory() else {
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
            Ok(false) if !entry.hung_up => return false,
            Ok(false) => io::ErrorKind::UnexpectedEof.into(),
            Err(error) => error,
        };
        tracing::debug!(channel = %id, error = %problem, "no shared memory with a caller");
        self.end(id, CloseReason::Broken(problem.kind()), on);
        false
    }

    /// Takes tables that the peer of a channel has passed.
    pub(super) fn take_table(&mut self, id: ChannelId, on: &mut impl FnMut(Event<'_>)) {
        loop {
            let entry = self.channels.get(&id).and_then(|it| it.stream.as_ref());
            let Some(memory) = entry.and_then(|entry| entry.wire.memory()) else {
                return;
            };
            match memory.take_table() {
                Ok(Some(PassedTable { matter, table })) => on(Event::Table {
                    channel: id,
                    number: matter,
                    table,
                }),
                Ok(None) => return,
                Err(error) => {
                    // Its end shows by itself.
                    tracing::debug!(channel = %id, %error, "no table from a peer");
                    return;
                }
            }
        }
    }

    /// Watches the wake-up descriptor of a channel from now on. It is signalled already, so that
    /// both sides begin.
    pub(super) fn watch_rings(&mut self, id: ChannelId) -> io::Result<()> {
        let Some(ChannelEntry {
            stream: Some(entry),
            shared,
        }) = self.channels.get(&id)
        else {
            return Ok(());
        };
        let Some(bell) = entry.wire.memory().and_then(MemoryWire::bell) else {
            return Ok(());
        };
        let registry = self.poll.registry();
        sys::watch(registry, bell, id.token(), Interest::READABLE)?;
        self.rings.add(Rings {
            id,
            shared: Arc::clone(shared),
            link: Arc::clone(&entry.link),
            wire: Arc::clone(&entry.wire),
            counted: 0,
            counted_bytes: 0,
            counted_sent: 0,
            part: 0,
            dense: false,
            heard: 0,
        });
        self.lock_rings();
        if self
            .channels
            .get(&id)
            .is_some_and(|entry| entry.shared.is_paused())
        {
            self.rings.pause(id);
        }
        Ok(())
    }

    /// Locks the newest rings, within the limit.
    fn lock_rings(&mut self) {
        let Some(memory) = self.rings.awake().last().and_then(Rings::memory) else {
            return;
        };
        let bytes = memory.mapped_bytes();
        if self.lockable_bytes < bytes {
            return;
        }
        match memory.lock() {
            // Closed channels do not return their bytes: that bounds the number of attempts.
            Ok(()) => self.lockable_bytes -= bytes,
            Err(error) => {
                self.lockable_bytes = 0;
                tracing::warn!(%error, bytes, "cannot lock the rings of a channel into memory");
            }
        }
    }
}

/// Stops watching a wire.
pub(super) fn stop_watching(registry: &Registry, wire: &StreamWire) {
    let bell = wire.memory().and_then(MemoryWire::bell);
    for descriptor in [Some(wire.socket()), bell].into_iter().flatten() {
        // Fails only if it was never registered.
        let _unknown = sys::unwatch(registry, descriptor);
    }
}
