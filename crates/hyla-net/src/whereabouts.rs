//! Where the owner of an endpoint is, and whether something was left for it: what it and senders tell each other without a lock.
//!
//! The rule that no message is left behind: a sender first puts something on a list, then looks where the owner is; the owner first
//! says where it goes, then looks at the lists. Both in one total order (`SeqCst`), so that at least one of them sees the other.

use std::sync::atomic::Ordering::SeqCst;

use crate::sync::{AtomicBool, AtomicU8};

/// Where the owner of an endpoint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Presence {
    /// Not in `poll`.
    Away,
    /// In `poll`, handing out events: how long that takes is up to the owner.
    Dispatching,
    /// In `poll`, will look at the lists within microseconds.
    Looking,
    /// Blocked in the system: has to be woken.
    Blocked,
    /// Between two turns: its summons has to be called.
    Resting,
}

/// What a sender has to do after it has put something on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Call {
    Nobody,
    Wake,
    Summon,
}

/// Whether something is on the lists, and where the owner is.
#[derive(Debug)]
pub(crate) struct Whereabouts {
    pending: AtomicBool,
    presence: AtomicU8,
}

impl Whereabouts {
    pub(crate) fn new() -> Self {
        Self {
            pending: AtomicBool::new(false),
            presence: AtomicU8::new(Presence::Away as u8),
        }
    }

    // For senders, from any thread.

    /// Something is on the lists.
    #[inline]
    pub(crate) fn has_put(&self) -> Call {
        self.pending.store(true, SeqCst);
        if self.has_come_from(Presence::Blocked) {
            Call::Wake
        } else if self.has_come_from(Presence::Resting) {
            Call::Summon
        } else {
            Call::Nobody
        }
    }

    /// Makes an owner that is there look; `true` only for the first of several senders, who wakes it.
    fn has_come_from(&self, place: Presence) -> bool {
        let (from, to) = (place as u8, Presence::Looking as u8);
        self.presence
            .compare_exchange(from, to, SeqCst, SeqCst)
            .is_ok()
    }

    /// Whether what is put on the lists now will be looked at within microseconds (or a wake-up). `is_handled_here` says whether
    /// this thread hands out the events.
    #[inline]
    pub(crate) fn is_attended(&self, is_handled_here: impl FnOnce() -> bool) -> bool {
        let presence = self.presence.load(SeqCst);
        presence == Presence::Looking as u8
            || presence == Presence::Blocked as u8
            || presence == Presence::Resting as u8
            || (presence == Presence::Dispatching as u8 && is_handled_here())
    }

    /// Whether the owner runs the endpoint just now.
    #[inline]
    pub(crate) fn is_there(&self) -> bool {
        self.presence.load(SeqCst) != Presence::Away as u8
    }

    // For the owner.

    /// The owner goes there. What it does not look after is said by [`Self::goes_unless_pending`].
    #[inline]
    pub(crate) fn goes(&self, place: Presence) {
        self.presence.store(place as u8, SeqCst);
    }

    /// The owner goes where it does not look at the lists; `false` if there is something on them.
    #[inline]
    pub(crate) fn goes_unless_pending(&self, place: Presence) -> bool {
        self.goes(place);
        !self.pending.load(SeqCst)
    }

    /// Before the owner looks at the lists: whether there may be something. What is put from now on will be pending again.
    #[inline]
    pub(crate) fn takes(&self) -> bool {
        if !self.pending.load(SeqCst) {
            return false;
        }
        self.pending.store(false, SeqCst);
        true
    }
}

#[cfg(test)]
mod models {
    use std::sync::Arc;

    use super::*;
    use crate::sync::Mutex;
    use crate::sync::model::{Bell, Scene, unnoticed_orders};

    const MOST: usize = 20_000;

    /// What an endpoint and its senders share.
    struct Shared {
        whereabouts: Whereabouts,
        list: Mutex<Vec<usize>>,
        /// The waker, or the summons.
        bell: Bell,
        /// Frames that wait to be written.
        queued: Mutex<usize>,
    }

    impl Shared {
        fn new() -> Arc<Self> {
            Arc::new(Self {
                whereabouts: Whereabouts::new(),
                list: Mutex::new(Vec::new()),
                bell: Bell::default(),
                queued: Mutex::new(0),
            })
        }

        fn put(&self, item: usize) {
            self.list.lock().unwrap().push(item);
            match self.whereabouts.has_put() {
                Call::Nobody => {}
                Call::Wake | Call::Summon => self.bell.ring(0),
            }
        }

        fn take(&self, into: &mut Vec<usize>) {
            if self.whereabouts.takes() {
                into.append(&mut self.list.lock().unwrap());
            }
        }

        fn flush(&self) {
            *self.queued.lock().unwrap() = 0;
        }

        /// As a channel whose frames gather: the endpoint takes them along if it is there.
        fn send(&self) {
            let attended = || self.whereabouts.is_attended(|| false);
            *self.queued.lock().unwrap() += 1;
            if !attended() {
                return self.flush();
            }
            self.put(1);
            if !attended() {
                self.flush();
            }
        }
    }

    /// An owner that sleeps until something is put, by so many senders.
    fn an_owner_that_sleeps(place: Presence, senders: usize, scene: &mut Scene) {
        let shared = Shared::new();
        for number in 0..senders {
            let shared = Arc::clone(&shared);
            scene.thread(move || shared.put(number));
        }
        scene.thread(move || {
            let mut taken = Vec::new();
            shared.whereabouts.goes(Presence::Looking);
            loop {
                shared.take(&mut taken);
                if taken.len() == senders {
                    break;
                }
                if shared.whereabouts.goes_unless_pending(place) {
                    shared.bell.hear();
                }
                shared.whereabouts.goes(Presence::Looking);
            }
            taken.sort_unstable();
            assert!(taken.into_iter().eq(0..senders));
        });
    }

    /// An owner that leaves while another sends: nothing stays behind.
    fn an_owner_that_leaves(scene: &mut Scene) {
        let shared = Shared::new();
        let sender = Arc::clone(&shared);
        scene.thread(move || sender.send());
        let owner = Arc::clone(&shared);
        scene.thread(move || {
            let mut taken = Vec::new();
            owner.whereabouts.goes(Presence::Looking);
            loop {
                owner.take(&mut taken);
                if !taken.is_empty() {
                    taken.clear();
                    owner.flush();
                }
                if owner.whereabouts.goes_unless_pending(Presence::Away) {
                    break;
                }
                owner.whereabouts.goes(Presence::Looking);
            }
        });
        scene.at_end(move || assert_eq!(*shared.queued.lock().unwrap(), 0, "left behind"));
    }

    #[test]
    fn nothing_is_left_behind_in_any_order_of_steps() {
        let (unnoticed, noticed) = unnoticed_orders(&[
            ("an owner that sleeps", MOST, &|scene| {
                an_owner_that_sleeps(Presence::Blocked, 1, scene);
            }),
            ("an owner that rests", MOST, &|scene| {
                an_owner_that_sleeps(Presence::Resting, 1, scene);
            }),
            ("an owner that leaves", MOST, &an_owner_that_leaves),
            ("two senders", MOST, &|scene| {
                an_owner_that_sleeps(Presence::Blocked, 2, scene);
            }),
        ]);

        let of = |line: &str, orders: [&str; 2]| {
            orders.map(|order| format!("whereabouts.rs: {line}: {order}"))
        };
        let enough_weaker = [
            // A sender looks after it has tried to call the owner, which found out where that is.
            of(
                "let presence = self.presence.load(SeqCst);",
                ["Acquire", "Relaxed"],
            ),
            // The lock of the lists comes behind.
            of("if !self.pending.load(SeqCst) {", ["Acquire", "Relaxed"]),
            of("self.pending.store(false, SeqCst);", ["Release", "Relaxed"]),
        ];
        assert_eq!(unnoticed, enough_weaker.concat());
        assert_eq!(noticed, 10);
    }
}
