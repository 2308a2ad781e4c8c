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
//! Reasons: `docs/decisions/0068-long-values-once.md`.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::frame_reader::FrameReader;
use super::mapping::Mapping;
use super::passing;
use super::slots::SLOTS;
use crate::ChannelId;
use crate::carrier::StreamWire;
use crate::reference::Reference;
use crate::sys::KeptFromChildren;
use crate::wire::PolledWire;

/// Shorter frames are copied: a place takes as much time as copying some KiB.
pub(crate) const LEAST_SHARED: usize = 16 << 10;

/// A frame may take that part of the memory, and the frames of one reader at most twice as much.
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
    /// Pages of frames that one reader has not read, or keeps.
    most_pages: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    region: Option<Region>,
    /// The system gave no memory, since the last check and ever.
    has_failed: bool,
    has_told: bool,
    readers: Vec<FrameReader>,
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

    /// A reader or the sender needs the frame no more. Gives its pages.
    fn give_back(&mut self, slot: usize) -> usize {
        let given = &mut self.slots[slot];
        let pages = given.pages;
        given.holders = given.holders.saturating_sub(1);
        if given.holders == 0 {
            given.pages = 0;
            self.taken.retain(|taken| usize::from(*taken) != slot);
        }
        pages
    }
}

impl State {
    /// The memory, if it was made, and who reads there.
    fn parts(&mut self) -> Option<(&mut Region, &mut Vec<FrameReader>)> {
        Some((self.region.as_mut()?, &mut self.readers))
    }

    /// Takes back what readers need no more.
    fn collect(&mut self) {
        let Some((region, readers)) = self.parts() else {
            return;
        };
        readers.retain_mut(|reader| {
            reader.take_released(|slot| region.give_back(slot));
            reader.is_needed()
        });
    }

    /// Index of the reader at the other end of a channel, to which the memory is passed now at the latest. `None` if it cannot read
    /// there, or not yet.
    fn reader(
        &mut self,
        bytes: usize,
        channel: ChannelId,
        wire: &Arc<StreamWire>,
    ) -> Option<usize> {
        let mut known = self.readers.iter();
        if let Some(known) = known.position(|it| it.channel() == channel) {
            return self.readers[known].is_ready().then_some(known);
        }
        let memory = wire.memory().filter(|memory| memory.shares_frames())?;
        let region = self.region(bytes)?;
        let (of, length) = (region.descriptor.as_fd(), region.memory.length());
        let ends = memory.pass_frames(of, u64::from(REGION), length)?;
        self.readers.push(FrameReader::new(channel, wire, ends));
        None
    }

    /// The memory, which is made now at the latest.
    fn region(&mut self, bytes: usize) -> Option<&mut Region> {
        if self.region.is_none() && !self.has_failed {
            match Region::new(bytes) {
                Ok(region) => self.region = Some(region),
                Err(error) => {
                    if !self.has_told {
                        tracing::info!(%error, bytes, "long values are copied for each receiver of this host, since there is no memory to share them");
                    }
                    (self.has_failed, self.has_told) = (true, true);
                }
            }
        }
        self.region.as_mut()
    }
}

impl FramePool {
    /// For so many bytes of frames, and so many that may wait at a reader; with 0, or without shared memory, none are shared.
    pub(crate) fn new(bytes: usize, queue_bytes: usize) -> Self {
        let bytes = bytes.min(1 << 30) / PAGE * PAGE;
        Self {
            bytes,
            most_pages: queue_bytes.min(bytes / SHARE * 2) / PAGE,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a frame that ends with `tail` for the reader at the other end of a channel, and others. `None` if that one cannot read
    /// there, the frame is too short or too long for that, or there is no place: then it has to be copied.
    pub(crate) fn write(
        self: &Arc<Self>,
        (channel, wire): (ChannelId, &Arc<StreamWire>),
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Option<SharedFrame> {
        let most = self.bytes / SHARE;
        if tail.len() < LEAST_SHARED || tail.len() > most {
            return None;
        }
        let mut state = self.lock();
        state.collect();
        let reader = state.reader(self.bytes, channel, wire)?;
        if !state.readers[reader].has_room(tail.len() / PAGE, self.most_pages) {
            return None;
        }
        let mut head = std::mem::take(&mut state.head);
        head.clear();
        write(&mut head);
        let before = head.len().next_multiple_of(ALIGNMENT);
        let bytes = before + tail.len();
        let region = state.region(self.bytes).filter(|_| bytes <= most);
        let place = region.and_then(|region| {
            let slot = region.reserve(bytes.div_ceil(PAGE))?;
            let first_page = region.slots[slot].first_page;
            Some((slot, Arc::clone(&region.memory), first_page))
        });
        state.quiet = 0;
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
        head.shrink_to(PAGE);
        self.lock().head = head;
        frame
    }

    /// Call this periodically: takes back places, also those of readers that have died, and gives the memory back when it has not
    /// been used for long.
    pub(crate) fn look(&self) {
        let mut state = self.lock();
        state.has_failed = false;
        let Some((region, readers)) = state.parts() else {
            return;
        };
        for reader in readers {
            reader.take_all_of_the_dead(|slot| region.give_back(slot));
        }
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

impl SharedFrame {
    /// Whether it lies there.
    pub(crate) fn is_of(&self, pool: &Arc<FramePool>) -> bool {
        Arc::ptr_eq(&self.pool, pool)
    }

    /// What stands for it in the stream.
    pub(crate) fn reference(&self) -> Reference {
        self.reference
    }

    /// The reader at the other end of a channel may refer to it from now on. `false` if it cannot, or refers to so much already
    /// that others would have no place left.
    pub(crate) fn lend(&self, channel: ChannelId, wire: &Arc<StreamWire>) -> bool {
        let mut state = self.pool.lock();
        let Some(reader) = state.reader(self.pool.bytes, channel, wire) else {
            return false;
        };
        let Some((region, readers)) = state.parts() else {
            return false;
        };
        let (reader, slot) = (&mut readers[reader], &mut region.slots[self.slot()]);
        let is_lent = reader.lend(self.slot(), slot.pages, self.pool.most_pages);
        slot.holders += u32::from(is_lent);
        is_lent
    }

    /// The channel could not carry it.
    pub(crate) fn take_back(&self, channel: ChannelId) {
        let mut state = self.pool.lock();
        let Some((region, readers)) = state.parts() else {
            return;
        };
        let pages = region.slots[self.slot()].pages;
        let reader = readers.iter_mut().find(|it| it.channel() == channel);
        if reader.is_some_and(|reader| reader.take_back(self.slot(), pages)) {
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
