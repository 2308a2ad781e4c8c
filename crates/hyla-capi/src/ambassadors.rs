//! Ambassadors by their numbers.
//!
//! A number is given out once and never again, so that an outdated one is recognized. Threads
//! mostly call one ambassador again and again: each remembers that of its last call, which then costs neither a lock nor
//! an exchanged word.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, PoisonError, RwLock};

use hyla_lrc::RtiAmbassador;

/// An ambassador that was not freed, and who else is to know when it is.
struct Entry {
    ambassador: RtiAmbassador,
    freed: Arc<AtomicBool>,
}

/// The ambassador of a thread's last call. It has the memory and not the connection: that ends when the ambassador is
/// freed.
struct LastUsed {
    id: u64,
    ambassador: RtiAmbassador,
    freed: Arc<AtomicBool>,
}

// Nothing panics while this is locked.
static TABLE: RwLock<BTreeMap<u64, Entry>> = RwLock::new(BTreeMap::new());

thread_local! {
    static LAST_USED: Cell<Option<LastUsed>> = const { Cell::new(None) };
}

/// Keeps an ambassador. Its number is never zero.
pub(crate) fn insert(ambassador: RtiAmbassador) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Relaxed);
    let entry = Entry {
        ambassador,
        freed: Arc::default(),
    };
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    table.insert(id, entry);
    id
}

/// Frees an ambassador: its number means nothing from now on, and its connection ends, as it does for calls that are in
/// progress on other threads. `false` if the number means nothing.
pub(crate) fn remove(id: u64) -> bool {
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    let Some(entry) = table.remove(&id) else {
        return false;
    };
    drop(table);
    entry.freed.store(true, Release);
    // Without a lock: the federate is notified, and may call anything.
    drop(entry);
    true
}

/// Runs a service of the ambassador; `None` if the number means nothing.
#[inline]
pub(crate) fn with<T>(id: u64, service: impl FnOnce(&RtiAmbassador) -> T) -> Option<T> {
    // Out of its place while the service runs: a callback may call another ambassador.
    let last = LAST_USED.try_with(Cell::take).ok().flatten();
    let used = match last {
        Some(last) if last.id == id && !last.freed.load(Acquire) => last,
        _ => find(id)?,
    };
    let outcome = service(&used.ambassador);
    // While a thread ends, there may be no place any more.
    let _ = LAST_USED.try_with(|last| last.set(Some(used)));
    Some(outcome)
}

#[cold]
fn find(id: u64) -> Option<LastUsed> {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    let entry = table.get(&id)?;
    Some(LastUsed {
        id,
        ambassador: entry.ambassador.unkept(),
        freed: entry.freed.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_known(id: u64) -> bool {
        with(id, |_| ()).is_some()
    }

    #[test]
    fn a_freed_number_stays_dead() {
        let first = insert(RtiAmbassador::new());
        assert!(is_known(first));

        assert!(remove(first));
        assert!(!remove(first));
        let second = insert(RtiAmbassador::new());

        assert_ne!(first, second);
        assert!(!is_known(first));
        assert!(is_known(second));
        assert!(remove(second));
    }

    #[test]
    fn numbers_that_were_never_given_out_are_nobody() {
        let given = insert(RtiAmbassador::new());

        for invented in [0, given ^ (1 << 63), given + (1 << 32), u64::MAX] {
            assert!(!is_known(invented), "{invented:#x}");
            assert!(!remove(invented), "{invented:#x}");
        }
        assert!(is_known(given));
        assert!(remove(given));
    }

    #[test]
    fn each_number_means_its_ambassador_also_inside_of_calls_and_in_turn() {
        let [one, other] = [0; 2].map(|_| insert(RtiAmbassador::new()));
        let clone_of = |id| with(id, RtiAmbassador::clone).unwrap();
        let (first, second) = (clone_of(one), clone_of(other));

        for _ in 0..3 {
            let told = with(one, |outer| {
                let inner = with(other, |inner| inner.is_same(&second));
                let again = with(one, |again| again.is_same(&first));
                [Some(outer.is_same(&first)), inner, again]
            });
            assert_eq!(told, Some([Some(true); 3]));
            assert_eq!(with(other, |other| other.is_same(&second)), Some(true));
        }
        assert!(remove(one) && remove(other));
    }

    #[test]
    fn an_ambassador_that_is_freed_inside_of_its_own_call_is_gone_afterwards() {
        let id = insert(RtiAmbassador::new());

        let inside = with(id, |ambassador| {
            let freed = remove(id);
            // Its memory stays until the call returns.
            (freed, is_known(id), ambassador.edition())
        });

        let edition = RtiAmbassador::new().edition();
        assert_eq!(inside, Some((true, false, edition)));
        assert!(!is_known(id));
    }

    #[test]
    fn a_service_that_panics_leaves_the_ambassador_as_it_is() {
        let id = insert(RtiAmbassador::new());

        let panicked = std::panic::catch_unwind(|| with(id, |_| panic!("out of luck")));

        assert!(panicked.is_err());
        assert!(is_known(id));
        assert!(remove(id));
    }

    #[test]
    fn many_threads_use_and_free_without_meeting_a_dead_ambassador() {
        let newest = &AtomicU64::new(insert(RtiAmbassador::new()));
        let freed = &AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..20_000 {
                        let id = newest.load(Acquire);
                        let _edition = with(id, RtiAmbassador::edition);
                    }
                });
            }
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..2_000 {
                        if remove(newest.load(Acquire)) {
                            freed.fetch_add(1, Relaxed);
                            newest.store(insert(RtiAmbassador::new()), Release);
                        }
                    }
                });
            }
        });
        assert!(freed.load(Relaxed) > 0);
        assert!(remove(newest.load(Acquire)));
    }
}
