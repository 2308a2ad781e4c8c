//! Where the ambassadors are: a table whose slots never move and are never given back to the system, so
//! that a number that means nothing any more can be looked at and refused.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hyla_lrc::RtiAmbassador;

/// Slots that are made at a time.
const CHUNK: usize = 64;
/// Chunks at most; enough for 65 536 ambassadors at a time.
const CHUNKS: usize = 1024;

/// A place for an ambassador. Its lock is held for the time of a clone, never during a call.
#[derive(Default)]
struct Slot(Mutex<Content>);

#[derive(Default)]
struct Content {
    /// How many ambassadors this slot has held; goes with the present one.
    generation: u32,
    ambassador: Option<Arc<RtiAmbassador>>,
}

/// All slots. Locks are taken one at a time.
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

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while one of these locks is held.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn id_of(generation: u32, index: u32) -> u64 {
    u64::from(generation) << 32 | u64::from(index)
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
        let mut content = locked(&slots[place % CHUNK].0);
        content.generation += 1;
        content.ambassador = Some(Arc::new(ambassador));
        Some(id_of(content.generation, index))
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

    /// The slot that the number points to, with what is in it, if the number is that of what is in it.
    fn find(&self, id: u64) -> Option<MutexGuard<'_, Content>> {
        let place = (id & u64::from(u32::MAX)) as usize;
        let slots = self.chunks.get(place / CHUNK)?.get()?;
        let content = locked(&slots[place % CHUNK].0);
        let alive = content.ambassador.is_some() && u64::from(content.generation) == id >> 32;
        alive.then_some(content)
    }

    /// The ambassador of this number.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<RtiAmbassador>> {
        self.find(id)?.ambassador.clone()
    }

    /// Takes the ambassador out; calls of it that are in progress keep it until they return.
    pub(crate) fn remove(&self, id: u64) -> Option<Arc<RtiAmbassador>> {
        let mut content = self.find(id)?;
        let taken = content.ambassador.take();
        // A slot whose numbers are used up stays empty.
        let reusable = content.generation < u32::MAX;
        drop(content);
        if reusable {
            locked(&self.spare).freed.push(id as u32);
        }
        taken
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

        assert!(slots.remove(first).is_some());
        assert!(slots.remove(first).is_none());
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
            assert!(slots.remove(invented).is_none(), "{invented:#x}");
        }
        assert!(slots.get(given).is_some());
    }

    #[test]
    fn a_slot_whose_numbers_are_used_up_is_not_used_again() {
        let slots = Slots::new();
        let first = slots.insert(RtiAmbassador::new()).unwrap();
        slots.find(first).unwrap().generation = u32::MAX;
        let last = id_of(u32::MAX, first as u32);

        assert!(slots.remove(last).is_some());
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
}
