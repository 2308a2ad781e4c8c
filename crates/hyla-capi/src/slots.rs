//! Where the ambassadors are: a table whose slots never move and are never given back to the system, so
//! that a number that means nothing any more can be looked at and refused.

use std::cell::UnsafeCell;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use hyla_lrc::RtiAmbassador;

/// Slots that are made at a time.
const CHUNK: usize = 64;
/// Chunks at most; enough for 65 536 ambassadors at a time.
const CHUNKS: usize = 1024;

/// The lower half of a slot's state counts who looks at it; fewer threads than that exist.
const USERS: u64 = 0x3fff_ffff;
/// There is an ambassador for those who know its number.
const ALIVE: u64 = 1 << 30;
/// The ambassador was taken away; the last of its users drops it.
const LEAVING: u64 = 1 << 31;
/// The upper half counts how many ambassadors the slot has held; goes with the present one.
const GENERATION: u64 = 1 << 32;

/// A place for an ambassador. A call costs two atomic operations here, and no lock.
#[derive(Default)]
struct Slot {
    state: AtomicU64,
    ambassador: UnsafeCell<Option<RtiAmbassador>>,
}

// SAFETY: the cell is written by who took the empty slot off the list of spare ones, before ALIVE is set, and by who
// clears LEAVING, which happens once and when nobody uses the ambassador; in between it is only read.
unsafe impl Sync for Slot {}

/// All slots.
pub(crate) struct Slots {
    chunks: [OnceLock<Box<[Slot]>>; CHUNKS],
    spare: Mutex<Spare>,
}

/// Which slots are empty.
struct Spare {
    /// Slots that have been used before.
    freed: Vec<u32>,
    /// Slots from here on never have.
    fresh: u32,
}

/// An ambassador in use: it stays until this is dropped, whoever frees it meanwhile.
pub(crate) struct InUse<'s> {
    slots: &'s Slots,
    slot: &'s Slot,
    index: u32,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while one of these locks is held.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn id_of(generation: u64, index: u32) -> u64 {
    generation << 32 | u64::from(index)
}

impl Slots {
    pub(crate) const fn new() -> Self {
        Self {
            chunks: [const { OnceLock::new() }; CHUNKS],
            spare: Mutex::new(Spare {
                freed: Vec::new(),
                fresh: 0,
            }),
        }
    }

    /// Keeps an ambassador; `None` if there are too many. Its number is never zero and never comes again.
    pub(crate) fn insert(&self, ambassador: RtiAmbassador) -> Option<u64> {
        let index = self.take_spare()?;
        let place = usize::try_from(index).ok()?;
        let chunk = self.chunks.get(place / CHUNK)?;
        let slots = chunk.get_or_init(|| (0..CHUNK).map(|_| Slot::default()).collect());
        let slot = &slots[place % CHUNK];
        // SAFETY: the slot is empty and off the list, so that nobody else comes to its content.
        unsafe { *slot.ambassador.get() = Some(ambassador) };
        let before = slot.state.fetch_add(GENERATION + ALIVE, Release);
        Some(id_of((before >> 32) + 1, index))
    }

    fn take_spare(&self) -> Option<u32> {
        let mut spare = locked(&self.spare);
        if let Some(index) = spare.freed.pop() {
            return Some(index);
        }
        let index = spare.fresh;
        let room = usize::try_from(index).is_ok_and(|index| index < CHUNK * CHUNKS);
        room.then(|| {
            spare.fresh += 1;
            index
        })
    }

    /// The ambassador of this number.
    #[inline]
    pub(crate) fn get(&self, id: u64) -> Option<InUse<'_>> {
        let index = id as u32;
        let place = index as usize;
        let slot = self.chunks.get(place / CHUNK)?.get()?.get(place % CHUNK)?;
        let before = slot.state.fetch_add(1, Acquire);
        // From here on it is left again in any case.
        let user = InUse {
            slots: self,
            slot,
            index,
        };
        (before & ALIVE != 0 && before >> 32 == id >> 32).then_some(user)
    }

    /// Takes the ambassador away: its number means nothing from now on. It is dropped when the calls of it
    /// that are in progress have returned. `false` if the number means nothing.
    pub(crate) fn remove(&self, id: u64) -> bool {
        let Some(user) = self.get(id) else {
            return false;
        };
        // Who frees it twice at the same time is told once that there is none.
        let state = &user.slot.state;
        let alive = |now: u64| (now & ALIVE != 0).then_some(now - ALIVE + LEAVING);
        state.fetch_update(AcqRel, Relaxed, alive).is_ok()
    }

    /// The last user of an ambassador that was taken away drops it.
    #[cold]
    fn clear(&self, slot: &Slot, index: u32) {
        // Whoever looks at the slot meanwhile, with an old number, comes here afterwards.
        let unused = |now: u64| (now & (LEAVING | USERS) == LEAVING).then_some(now - LEAVING);
        let Ok(before) = slot.state.fetch_update(AcqRel, Relaxed, unused) else {
            return;
        };
        // SAFETY: LEAVING was cleared here, so that nobody else is here; nobody uses the ambassador, and without ALIVE
        // nobody will. The slot is not on the list yet.
        let ambassador = unsafe { (*slot.ambassador.get()).take() };
        // A slot whose numbers are used up stays empty.
        if before >> 32 < u64::from(u32::MAX) {
            locked(&self.spare).freed.push(index);
        }
        drop(ambassador);
    }
}

impl Deref for InUse<'_> {
    type Target = RtiAmbassador;

    #[inline]
    fn deref(&self) -> &RtiAmbassador {
        // SAFETY: this exists for a slot that was alive, and nobody takes the content while it is counted as a user.
        let content = unsafe { &*self.slot.ambassador.get() };
        content.as_ref().expect("a slot that was alive has content")
    }
}

impl Drop for InUse<'_> {
    #[inline]
    fn drop(&mut self) {
        let before = self.slot.state.fetch_sub(1, AcqRel);
        if before & LEAVING != 0 {
            self.slots.clear(self.slot, self.index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_number_stays_dead_when_its_slot_is_used_again() {
        let slots = Slots::new();
        let first = slots.insert(RtiAmbassador::new()).unwrap();
        assert!(slots.get(first).is_some());

        assert!(slots.remove(first));
        assert!(!slots.remove(first));
        let second = slots.insert(RtiAmbassador::new()).unwrap();

        assert_eq!(first as u32, second as u32, "the slot is used again");
        assert_ne!(first, second);
        assert!(slots.get(first).is_none());
        assert!(slots.get(second).is_some());
    }

    #[test]
    fn numbers_that_were_never_given_out_are_nobody() {
        let slots = Slots::new();
        let given = slots.insert(RtiAmbassador::new()).unwrap();

        for invented in [
            0,
            1,
            given + 1,
            given + (1 << 32),
            given ^ (1 << 63),
            u64::MAX,
            u64::from(u32::MAX),
        ] {
            assert!(slots.get(invented).is_none(), "{invented:#x}");
            assert!(!slots.remove(invented), "{invented:#x}");
        }
        assert!(slots.get(given).is_some());
    }

    #[test]
    fn a_slot_whose_numbers_are_used_up_is_not_used_again() {
        let slots = Slots::new();
        let first = slots.insert(RtiAmbassador::new()).unwrap();
        let last = id_of(u64::from(u32::MAX), first as u32);
        let used_up = last - first;
        slots
            .get(first)
            .unwrap()
            .slot
            .state
            .fetch_add(used_up, Relaxed);

        assert!(slots.remove(last));
        let next = slots.insert(RtiAmbassador::new()).unwrap();

        assert_ne!(next as u32, first as u32);
    }

    #[test]
    fn more_ambassadors_than_a_chunk_holds_are_kept_apart() {
        let slots = Slots::new();
        let all: Vec<u64> = (0..CHUNK + 2)
            .map(|_| slots.insert(RtiAmbassador::new()).unwrap())
            .collect();

        for (at, &one) in all.iter().enumerate() {
            for &other in &all[..at] {
                let (one, other) = (slots.get(one).unwrap(), slots.get(other).unwrap());
                assert!(!one.is_same(&other));
            }
        }
    }

    #[test]
    fn an_ambassador_that_is_freed_stays_until_its_last_user_has_left() {
        let slots = Slots::new();
        let id = slots.insert(RtiAmbassador::new()).unwrap();
        let (one, other) = (slots.get(id).unwrap(), slots.get(id).unwrap());

        assert!(slots.remove(id));

        assert!(slots.get(id).is_none());
        assert!(one.is_same(&other));
        drop(one);
        let elsewhere = slots.insert(RtiAmbassador::new()).unwrap();
        assert_ne!(elsewhere as u32, id as u32, "the slot is still in use");
        drop(other);
        let again = slots.insert(RtiAmbassador::new()).unwrap();
        assert_eq!(again as u32, id as u32, "the slot is free");
    }

    #[test]
    fn many_threads_use_and_free_without_meeting_a_dead_ambassador() {
        let slots = &Slots::new();
        let newest = &AtomicU64::new(slots.insert(RtiAmbassador::new()).unwrap());
        let freed = &AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..20_000 {
                        let id = newest.load(Acquire);
                        if let Some(user) = slots.get(id) {
                            // A dead one would be a read after its memory was freed.
                            let _edition = user.edition();
                        }
                    }
                });
            }
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..2_000 {
                        if slots.remove(newest.load(Acquire)) {
                            freed.fetch_add(1, Relaxed);
                            newest.store(slots.insert(RtiAmbassador::new()).unwrap(), Release);
                        }
                    }
                });
            }
        });
        assert!(freed.load(Relaxed) > 0);
        assert!(slots.remove(newest.load(Acquire)));
        let used = locked(&slots.spare);
        assert_eq!(
            used.freed.len(),
            used.fresh as usize,
            "every slot is free again"
        );
    }
}
