//! Long frames in memory of their sender, as their reader sees them.

use std::io::{self, ErrorKind};
use std::ops::Deref;
use std::os::fd::AsFd;
use std::sync::Arc;

use super::mapping::Mapping;
use super::passing::{self, PassedMemory, Word};
use super::ring::{self, Direction};
use super::slots::{self, SLOTS, SharedSlots, SlotSet};
use crate::reference::Reference;
use crate::sys::forks;

/// Kind of the message that passes such memory; its numbers are those of the memory and of its bytes.
pub(super) const WORD: Word = *b"HYLA-SF\x01";

/// Memory of a peer, in which it writes frames.
#[derive(Debug)]
pub(super) struct FarRegion {
    number: u64,
    memory: Arc<Mapping>,
    /// The ring's memory, in which is said which places are needed no more, by the side that writes in that direction.
    ring: Arc<Mapping>,
    own: Direction,
    /// Places of the frames that somebody here refers to.
    held: Arc<SharedSlots>,
    /// When it was made: in a child it belongs to another process.
    forks: u32,
}

impl FarRegion {
    /// Maps what a peer, which is of this user, has passed.
    ///
    /// # Errors
    /// Those of the system, and `InvalidData`.
    pub(super) fn new(
        passed: &PassedMemory,
        ring: &Arc<Mapping>,
        own: Direction,
    ) -> io::Result<Self> {
        let [number, bytes] = passed.numbers;
        let bytes = usize::try_from(bytes).map_err(|_| ErrorKind::InvalidData)?;
        passing::check_memory(&passed.memory, bytes)?;
        Ok(Self {
            number,
            memory: Arc::new(Mapping::to_read(passed.memory.as_fd(), bytes)?),
            ring: Arc::clone(ring),
            own,
            held: Arc::default(),
            forks: forks(),
        })
    }

    /// The frame that a reference is about; `None` if there is none.
    pub(super) fn frame(&self, reference: Reference) -> Option<FarFrame> {
        let (at, length) = (reference.at as usize, reference.length as usize);
        let is_there = u64::from(reference.region) == self.number
            && (reference.slot as usize) < SLOTS
            && self.memory.frame(at, length).is_some();
        if !is_there {
            return None;
        }
        let slot = reference.slot as usize;
        // Given twice by a peer that does not count: then it is given back when the first of both is.
        slots::add(&self.held, slot);
        Some(FarFrame {
            memory: Arc::clone(&self.memory),
            at,
            length,
            ring: Arc::clone(&self.ring),
            own: self.own,
            slot,
            held: Arc::clone(&self.held),
            forks: self.forks,
        })
    }
}

impl Drop for FarRegion {
    /// Nothing more is read: places of frames that have not been are free.
    fn drop(&mut self) {
        if self.forks != forks() {
            return;
        }
        let released = ring::released(&self.ring, self.own);
        slots::add_all(released, SlotSet::all_but(&self.held));
    }
}

/// A frame in memory of the peer, which leaves it as it is until this value is dropped.
#[derive(Debug)]
pub(crate) struct FarFrame {
    memory: Arc<Mapping>,
    at: usize,
    length: usize,
    ring: Arc<Mapping>,
    own: Direction,
    slot: usize,
    held: Arc<SharedSlots>,
    /// As of [`FarRegion`].
    forks: u32,
}

impl Deref for FarFrame {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.memory.frame(self.at, self.length).unwrap_or_default()
    }
}

impl Drop for FarFrame {
    fn drop(&mut self) {
        if self.forks != forks() {
            return;
        }
        slots::remove(&self.held, self.slot);
        // Nobody here reads the frame after this.
        slots::add(ring::released(&self.ring, self.own), self.slot);
    }
}

#[cfg(all(test, not(miri)))]
#[expect(clippy::unwrap_used, reason = "test code")]
mod tests {
    use super::*;

    const BYTES: usize = 8192;

    fn region(ring: &Arc<Mapping>) -> FarRegion {
        let memory = passing::make_memory("test", BYTES).unwrap();
        Mapping::new(memory.as_fd(), BYTES)
            .unwrap()
            .put(100, b"frame");
        let passed = PassedMemory {
            word: WORD,
            numbers: [1, BYTES as u64],
            memory,
        };
        FarRegion::new(&passed, ring, Direction::There).unwrap()
    }

    fn reference(region: u32, slot: u32, at: u32, length: u32) -> Reference {
        Reference {
            region,
            slot,
            at,
            length,
        }
    }

    #[test]
    fn what_is_not_in_the_memory_is_no_frame() {
        let region = region(&Arc::new(Mapping::of_nobody_else(4096)));
        for wrong in [
            reference(2, 0, 100, 5),
            reference(1, SLOTS as u32, 100, 5),
            reference(1, 0, BYTES as u32 - 4, 5),
            reference(1, 0, u32::MAX, u32::MAX),
        ] {
            assert!(region.frame(wrong).is_none(), "{wrong:?}");
        }
        let last = region.frame(reference(1, SLOTS as u32 - 1, BYTES as u32 - 5, 5));
        assert_eq!(last.unwrap().len(), 5);
    }

    #[test]
    fn a_frame_says_that_it_is_dropped_and_what_was_not_read_is_free_at_the_end() {
        let ring = Arc::new(Mapping::of_nobody_else(4096));
        let region = region(&ring);
        let mut released = SlotSet::default();
        let mut newly_released = || {
            let taken = slots::take_all(ring::released(&ring, Direction::There));
            taken.iter().for_each(|slot| released.insert(slot));
            released.len()
        };
        let [one, other] = [3, 5].map(|slot| region.frame(reference(1, slot, 100, 5)).unwrap());
        assert_eq!(&*one, b"frame");
        assert_eq!(newly_released(), 0);
        drop(one);
        assert_eq!(newly_released(), 1);
        drop(region);
        assert_eq!(newly_released(), SLOTS - 1);
        assert_eq!(&*other, b"frame");
        drop(other);
        assert_eq!(newly_released(), SLOTS);
    }

    /// It has the memory, and frames in it, as its parent has.
    #[test]
    fn a_child_frees_nothing_of_its_parents() {
        let ring = Arc::new(Mapping::of_nobody_else(4096));
        let mut region = region(&ring);
        let mut frame = region.frame(reference(1, 3, 100, 5)).unwrap();
        frame.forks += 1;
        region.forks += 1;
        drop(frame);
        drop(region);
        let released = slots::take_all(ring::released(&ring, Direction::There));
        assert!(released.is_empty());
    }

    #[test]
    fn memory_that_may_shrink_or_has_another_size_is_refused() {
        let ring = Arc::new(Mapping::of_nobody_else(4096));
        for numbers in [[1, BYTES as u64 + 1], [1, u64::MAX]] {
            let memory = passing::make_memory("test", BYTES).unwrap();
            let passed = PassedMemory {
                word: WORD,
                numbers,
                memory,
            };
            assert!(FarRegion::new(&passed, &ring, Direction::Back).is_err());
        }
    }
}
