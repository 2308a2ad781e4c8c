//! Sets of places for frames, of this process and in shared memory.

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

use crate::sync::AtomicU64;

const WORDS: usize = 4;

/// Most places for frames of one sender.
pub(super) const SLOTS: usize = 64 * WORDS;

/// A set in shared memory, or of several threads.
pub(super) type SharedSlots = [AtomicU64; WORDS];

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SlotSet([u64; WORDS]);

/// The word of a place, and its bit there.
#[inline]
fn at(slot: usize) -> (usize, u64) {
    (slot / 64, 1 << (slot % 64))
}

impl SlotSet {
    pub(super) fn insert(&mut self, slot: usize) {
        let (word, bit) = at(slot);
        self.0[word] |= bit;
    }

    pub(super) fn contains(self, slot: usize) -> bool {
        let (word, bit) = at(slot);
        self.0[word] & bit != 0
    }

    /// Gives whether it was there.
    pub(super) fn remove(&mut self, slot: usize) -> bool {
        let was_there = self.contains(slot);
        let (word, bit) = at(slot);
        self.0[word] &= !bit;
        was_there
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Takes out those that are in the other set as well.
    pub(super) fn take(&mut self, other: Self) -> Self {
        let mut taken = Self::default();
        for ((own, other), taken) in self.0.iter_mut().zip(other.0).zip(&mut taken.0) {
            *taken = *own & other;
            *own &= !other;
        }
        taken
    }

    /// All that are not in a set of several threads.
    pub(super) fn all_but(set: &SharedSlots) -> Self {
        Self(std::array::from_fn(|word| !set[word].load(Acquire)))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits.checked_sub(1)?;
                Some(64 * word + bit)
            })
        })
    }
}

/// Adds a place. What was done before is seen by who takes it.
pub(super) fn add(set: &SharedSlots, slot: usize) {
    let (word, bit) = at(slot);
    set[word].fetch_or(bit, Release);
}

/// Takes a place out.
pub(super) fn remove(set: &SharedSlots, slot: usize) {
    let (word, bit) = at(slot);
    set[word].fetch_and(!bit, Release);
}

/// Adds all places of a set.
pub(super) fn add_all(set: &SharedSlots, slots: SlotSet) {
    for (word, bits) in set.iter().zip(slots.0) {
        word.fetch_or(bits, AcqRel);
    }
}

/// Empties a set; gives what it held.
pub(super) fn take_all(set: &SharedSlots) -> SlotSet {
    SlotSet(std::array::from_fn(|word| match set[word].load(Relaxed) {
        0 => 0,
        _ => set[word].swap(0, Acquire),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(slots: &[usize]) -> SlotSet {
        let mut set = SlotSet::default();
        slots.iter().for_each(|slot| set.insert(*slot));
        set
    }

    #[test]
    fn places_of_all_words_are_counted_listed_and_taken_out() {
        let mut all = set(&[255, 0, 64, 63, 200]);
        assert_eq!(all.len(), 5);
        assert!(all.iter().eq([0, 63, 64, 200, 255]));
        assert_eq!(all.take(set(&[1, 63, 255])), set(&[63, 255]));
        assert!(all.remove(64) && !all.remove(64));
        assert!(all.iter().eq([0, 200]));
        assert!(!all.is_empty() && set(&[]).is_empty());
    }

    #[test]
    fn a_shared_set_gives_what_was_added_once() {
        let shared = SharedSlots::default();
        [7, 70, 255].iter().for_each(|slot| add(&shared, *slot));
        remove(&shared, 70);
        assert_eq!(SlotSet::all_but(&shared).len(), SLOTS - 2);
        add_all(&shared, set(&[128]));
        assert_eq!(take_all(&shared), set(&[7, 128, 255]));
        assert!(take_all(&shared).is_empty());
    }
}
