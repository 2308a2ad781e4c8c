//! Memory of an endpoint in which long frames lie for readers of this host and user: written once for all of them, and read
//! where they lie.
//!
//! ```text
//!  sender                                  readers
//!    memory ---- SCM_RIGHTS, once -------->  mapped to be read
//!    frame in a place of the memory
//!    reference == ring ===================>  the frame where it lies
//!    the place is free again <== a bit =====  nobody refers to it any more
//! ```
//!
//! Each channel says in a word of its own which places its reader needs no more, so that a reader that dies, or answers
//! nonsense, holds up places and nothing else. Without a free place, frames are copied into the rings: nobody waits for one.
//!
//! Reasons: `docs/decisions/0016-shared-memory.md`.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::Ordering::Acquire;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use super::far_frame::WORD;
use super::mapping::Mapping;
use super::ring::{self, Direction};
use super::slots::{self, SLOTS, SlotSet};
use super::{Joined, MemoryWire, passed, passing};
use crate::ChannelId;
use crate::carrier::StreamWire;
use crate::reference::Reference;
use crate::sys::KeptFromChildren;
use crate::wire::PolledWire;

/// Shorter frames are copied: a place takes as much time as copying some KiB.
pub(crate) const LEAST_SHARED: usize = 16 << 10;

/// A frame may take that part of the memory, and the frames of one reader twice as much.
const SHARE: usize = 4;

/// Frames begin at pages of this size.
const PAGE: usize = 4096;

/// Values begin at multiples of this.
const ALIGNMENT: usize = 64;

/// The memory is given back after that many checks in a row in which it was not used.
const QUIET_LOOKS: u32 = 8;

/// The frames that an endpoint shares with its readers.
#[derive(Debug)]
pub(crate) struct FramePool {
    bytes: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    region: Option<Region>,
    /// The system gives no memory.
    has_failed: bool,
    readers: Vec<Reader>,
    /// Checks since the memory was last used.
    quiet: u32,
    /// Beginnings of frames are put together here.
    head: Vec<u8>,
}

/// The memory.
#[derive(Debug)]
struct Region {
    memory: Arc<Mapping>,
    slots: [Slot; SLOTS],
    /// Those that are taken, in the order of their pages.
    taken: Vec<u16>,
    _kept: KeptFromChildren,
    descriptor: OwnedFd,
}

/// A place for a frame.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    first_page: usize,
    /// 0: free.
    pages: usize,
    /// Readers that may refer to the frame, and the sender while it writes or passes it.
    holders: u32,
}

/// A channel whose peer reads frames there.
#[derive(Debug)]
struct Reader {
    channel: ChannelId,
    wire: Weak<StreamWire>,
    process: Pid,
    /// In which it says what it needs no more.
    ring: Arc<Mapping>,
    direction: Direction,
    /// Frames that it may refer to, and their pages.
    held: SlotSet,
    held_pages: usize,
}

/// A frame that can be passed to several readers.
#[derive(Debug)]
pub struct SharedFrame {
    pool: Arc<FramePool>,
    reference: Reference,
}

/// Number of the only memory of an endpoint.
const REGION: u32 = 1;

impl Region {
    fn new(bytes: usize) -> io::Result<Self> {
        let memory = passing::make_memory("hyla-frames", bytes)?;
        Ok(Self {
            memory: Arc::new(Mapping::new(memory.as_fd(), bytes)?),
            slots: [Slot::default(); SLOTS],
            taken: Vec::with_capacity(SLOTS),
            _kept: KeptFromChildren::new(&memory),
            descriptor: memory,
        })
    }

    /// A place for so many pages: the first gap, so that few pages are used, and those over and over.
    fn reserve(&mut self, pages: usize) -> Option<usize> {
        let slot = self.slots.iter().position(|slot| slot.pages == 0)?;
        let (mut first_page, mut at) = (0, 0);
        for taken in &self.taken {
            let taken = self.slots[usize::from(*taken)];
            if taken.first_page - first_page >= pages {
                break;
            }
            first_page = taken.first_page + taken.pages;
            at += 1;
        }
        if first_page + pages > self.memory.length() / PAGE {
            return None;
        }
        // There are fewer than 65 536.
        self.taken.insert(at, slot as u16);
        self.slots[slot] = Slot {
            first_page,
            pages,
            holders: 1,
        };
        Some(slot)
    }

    fn give_back(&mut self, slot: usize) {
        let given = &mut self.slots[slot];
        given.holders = given.holders.saturating_sub(1);
        if given.holders == 0 {
            given.pages = 0;
            self.taken.retain(|taken| usize::from(*taken) != slot);
        }
    }
}

impl Reader {
    /// Frames that it needs no more.
    fn take_released(&mut self) -> SlotSet {
        let released = slots::take_all(ring::released(&self.ring, self.direction));
        let released = self.held.take(released);
        if released.is_empty() && !self.held.is_empty() && self.has_died() {
            return std::mem::take(&mut self.held);
        }
        released
    }

    /// Whether nobody can read the frames any more. A peer may need them longer than the channel.
    fn has_died(&self) -> bool {
        let is_open = self.wire.strong_count() > 0;
        !is_open && test_kill_process(self.process) == Err(Errno::SRCH)
    }
}

impl State {
    /// Takes back what readers need no more.
    fn collect(&mut self) {
        let Some(region) = &mut self.region else {
            return;
        };
        self.readers.retain_mut(|reader| {
            for slot in reader.take_released().iter() {
                reader.held_pages -= region.slots[slot].pages;
                region.give_back(slot);
            }
            !reader.held.is_empty() || reader.wire.strong_count() > 0
        });
    }
}

impl FramePool {
    /// For so many bytes of frames; with 0, or without shared memory, none are shared.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            bytes: bytes.min(1 << 30) / PAGE * PAGE,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a frame that ends with `tail` for readers of this host. `None` if it is too short or too long for that, or
    /// there is no place: then it has to be copied to each.
    pub(crate) fn write(
        self: &Arc<Self>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Option<SharedFrame> {
        let most = self.bytes / SHARE;
        if tail.len() < LEAST_SHARED || tail.len() > most {
            return None;
        }
        let mut state = self.lock();
        state.collect();
        let mut head = std::mem::take(&mut state.head);
        head.clear();
        write(&mut head);
        let before = head.len().next_multiple_of(ALIGNMENT);
        let pages = (before + tail.len()).div_ceil(PAGE);
        let place = state.reserve(self.bytes, pages);
        drop(state);
        let frame = place.map(|(slot, memory, first_page)| {
            let at = first_page * PAGE + before - head.len();
            memory.put(at, &head);
            memory.put(at + head.len(), tail);
            let length = head.len() + tail.len();
            // All less than the memory, which has at most 1 GiB.
            let [slot, at, length] = [slot, at, length].map(|number| number as u32);
            SharedFrame {
                pool: Arc::clone(self),
                reference: Reference {
                    region: REGION,
                    slot,
                    at,
                    length,
                },
            }
        });
        self.lock().head = head;
        frame
    }

    /// Call this periodically: takes back places, and gives the memory back when it has not been used for long.
    pub(crate) fn look(&self) {
        let mut state = self.lock();
        state.collect();
        let State { region, quiet, .. } = &mut *state;
        let Some(region) = region else { return };
        if !region.taken.is_empty() {
            *quiet = 0;
            return;
        }
        *quiet = quiet.saturating_add(1);
        if *quiet == QUIET_LOOKS {
            region.memory.forget(0, region.memory.length());
        }
    }
}

impl State {
    /// The slot, the memory and the first page.
    fn reserve(&mut self, bytes: usize, pages: usize) -> Option<(usize, Arc<Mapping>, usize)> {
        if self.has_failed {
            return None;
        }
        if self.region.is_none() {
            match Region::new(bytes) {
                Ok(region) => self.region = Some(region),
                Err(error) => {
                    tracing::info!(%error, bytes, "long values are copied for each receiver of this host, since there is no memory to share them");
                    self.has_failed = true;
                }
            }
        }
        let region = self.region.as_mut()?;
        let slot = region.reserve(pages)?;
        self.quiet = 0;
        Some((
            slot,
            Arc::clone(&region.memory),
            region.slots[slot].first_page,
        ))
    }

    /// Index of the reader at the other end of a channel, to which the memory is passed now at the latest. `None` if that is not
    /// possible.
    fn reader(&mut self, channel: ChannelId, wire: &Arc<StreamWire>) -> Option<usize> {
        let known = self.readers.iter().position(|it| it.channel == channel);
        if known.is_some() {
            return known;
        }
        let (memory, region) = (wire.memory()?, self.region.as_ref()?);
        let passed = memory.pass_frames(region.descriptor.as_fd(), region.memory.length())?;
        let (ring, direction, process) = passed;
        self.readers.push(Reader {
            channel,
            wire: Arc::downgrade(wire),
            process,
            ring,
            direction,
            held: SlotSet::default(),
            held_pages: 0,
        });
        Some(self.readers.len() - 1)
    }
}

impl SharedFrame {
    /// Whether it lies there.
    pub(crate) fn is_of(&self, pool: &Arc<FramePool>) -> bool {
        Arc::ptr_eq(&self.pool, pool)
    }

    /// What the stream carries instead of it.
    pub(crate) fn reference(&self) -> Reference {
        self.reference
    }

    /// The reader at the other end of a channel may refer to it from now on. `false` if it cannot, or refers to so much already
    /// that others would have no place left.
    pub(crate) fn lend(&self, channel: ChannelId, wire: &Arc<StreamWire>) -> bool {
        let mut state = self.pool.lock();
        let Some(reader) = state.reader(channel, wire) else {
            return false;
        };
        let State {
            region: Some(region),
            readers,
            ..
        } = &mut *state
        else {
            return false;
        };
        let (reader, slot) = (&mut readers[reader], self.slot());
        let most_pages = self.pool.bytes / PAGE / SHARE * 2;
        let pages = region.slots[slot].pages;
        // A place is given back once for each reader.
        let is_lent = reader.held.contains(slot);
        if is_lent || reader.held_pages + pages > most_pages || reader.held.len() >= SLOTS / 2 {
            return false;
        }
        region.slots[slot].holders += 1;
        reader.held.insert(slot);
        reader.held_pages += pages;
        true
    }

    /// The channel could not carry it.
    pub(crate) fn take_back(&self, channel: ChannelId) {
        let mut state = self.pool.lock();
        let State {
            region: Some(region),
            readers,
            ..
        } = &mut *state
        else {
            return;
        };
        let reader = readers.iter_mut().find(|it| it.channel == channel);
        if let Some(reader) = reader
            && reader.held.remove(self.slot())
        {
            reader.held_pages -= region.slots[self.slot()].pages;
            region.give_back(self.slot());
        }
    }

    fn slot(&self) -> usize {
        self.reference.slot as usize
    }
}

impl Drop for SharedFrame {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        if let Some(region) = &mut state.region {
            region.give_back(self.slot());
        }
    }
}

impl MemoryWire {
    /// Whether the peer reads frames where they lie: it says so, is of this user, and its end will show.
    pub(crate) fn shares_frames(&self) -> bool {
        let reader = |joined: &Joined| {
            ring::resolves(&joined.memory, joined.out.other()).load(Acquire) != 0
                && joined.is_of_this_user
        };
        self.joined.get().is_some_and(reader)
    }

    /// Passes memory in which frames will lie. Gives the ring's memory, the direction in which the peer writes, and its process.
    /// Never blocks.
    fn pass_frames(
        &self,
        memory: BorrowedFd<'_>,
        bytes: usize,
    ) -> Option<(Arc<Mapping>, Direction, Pid)> {
        let joined = self.joined.get().filter(|_| self.shares_frames())?;
        // 0 in another pid namespace.
        let process = Pid::from_raw(self.peer_process()?.process)?;
        let numbers = [u64::from(REGION), bytes as u64];
        passed::pass(&self.socket, WORD, numbers, memory)
            .inspect_err(|error| tracing::debug!(%error, "no memory for frames passed to a peer"))
            .ok()?;
        self.count_passed(joined);
        Some((Arc::clone(&joined.memory), joined.out.other(), process))
    }
}
