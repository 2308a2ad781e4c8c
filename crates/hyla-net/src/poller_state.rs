//! State of the thread that polls an endpoint, and whether work waits for it: shared with senders without a lock.
//!
//! No message is left behind: a sender first puts work on a list, then reads the state; the poller first writes its
//! state, then reads the lists. Both are in one total order (`SeqCst`), so at least one of them sees the other.

use std::sync::atomic::Ordering::{Relaxed, SeqCst};

use crate::sync::{AtomicBool, AtomicU8};

/// Activity of the polling thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum PollerActivity {
    /// Not in `poll`.
    Away,
    /// In `poll`, dispatching events: their duration is up to the owner.
    Dispatching,
    /// In `poll`, reads the lists within microseconds.
    Looking,
    /// Blocked in the system: must be woken.
    Blocked,
    /// Between two turns of a host: the wake callback must be called.
    Resting,
}

/// Duty of a sender after it has put work on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum WakeAction {
    None,
    Wake,
    Callback,
}

/// Whether work waits, and what the polling thread does.
#[derive(Debug)]
pub(crate) struct PollerState {
    pending: AtomicBool,
    presence: AtomicU8,
}

impl PollerState {
    pub(crate) fn new() -> Self {
        Self {
            pending: AtomicBool::new(false),
            presence: AtomicU8::new(PollerActivity::Away as u8),
        }
    }

    // For senders, from any thread.

    /// Work has been put on the lists.
    #[inline]
    pub(crate) fn has_put(&self) -> WakeAction {
        self.pending.store(true, SeqCst);
        if self.has_come_from(PollerActivity::Blocked) {
            WakeAction::Wake
        } else if self.has_come_from(PollerActivity::Resting) {
            WakeAction::Callback
        } else {
            WakeAction::None
        }
    }

    /// Makes a poller in that state read the lists; `true` only for the first of several senders, which wakes it.
    fn has_come_from(&self, place: PollerActivity) -> bool {
        let (from, to) = (place as u8, PollerActivity::Looking as u8);
        self.presence
            .compare_exchange(from, to, SeqCst, SeqCst)
            .is_ok()
    }

    /// Whether work put on the lists now is handled within microseconds (or a wake-up). `is_handled_here`: whether this
    /// thread dispatches the events.
    #[inline]
    pub(crate) fn is_attended(&self, is_handled_here: impl FnOnce() -> bool) -> bool {
        let presence = self.presence.load(SeqCst);
        presence == PollerActivity::Looking as u8
            || presence == PollerActivity::Blocked as u8
            || presence == PollerActivity::Resting as u8
            || (presence == PollerActivity::Dispatching as u8 && is_handled_here())
    }

    /// Whether the owner polls the endpoint now.
    #[inline]
    pub(crate) fn is_there(&self) -> bool {
        self.presence.load(SeqCst) != PollerActivity::Away as u8
    }

    // For the owner.

    /// Sets the state. For states that do not read the lists, use [`Self::goes_unless_pending`].
    #[inline]
    pub(crate) fn goes(&self, place: PollerActivity) {
        self.presence.store(place as u8, SeqCst);
    }

    /// Sets a state that does not read the lists; `false` if work waits.
    #[inline]
    pub(crate) fn goes_unless_pending(&self, place: PollerActivity) -> bool {
        self.goes(place);
        !self.pending.load(SeqCst)
    }

    /// Whether work may wait. Decides only how soon the lists are read.
    #[inline]
    pub(crate) fn has_pending(&self) -> bool {
        self.pending.load(Relaxed)
    }

    /// Call this before reading the lists: whether work may wait. Later work sets it again.
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

    /// State that an endpoint and its senders share.
    struct Shared {
        poller: PollerState,
        list: Mutex<Vec<usize>>,
        /// The waker, or the wake callback.
        bell: Bell,
        /// Frames that wait to be written.
        queued: Mutex<usize>,
    }

    impl Shared {
        fn new() -> Arc<Self> {
            Arc::new(Self {
                poller: PollerState::new(),
                list: Mutex::new(Vec::new()),
                bell: Bell::default(),
                queued: Mutex::new(0),
            })
        }

        fn put(&self, item: usize) {
            self.list.lock().unwrap().push(item);
            match self.poller.has_put() {
                WakeAction::None => {}
                WakeAction::Wake | WakeAction::Callback => self.bell.ring(0),
            }
        }

        fn take(&self, into: &mut Vec<usize>) {
            if self.poller.takes() {
                into.append(&mut self.list.lock().unwrap());
            }
        }

        fn flush(&self) {
            *self.queued.lock().unwrap() = 0;
        }

        /// A sender whose frames gather: the endpoint sends them if it is there.
        fn send(&self) {
            let attended = || self.poller.is_attended(|| false);
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

    /// An owner that sleeps until work comes from that many senders.
    fn an_owner_that_sleeps(place: PollerActivity, senders: usize, scene: &mut Scene) {
        let shared = Shared::new();
        for number in 0..senders {
            let shared = Arc::clone(&shared);
            scene.thread(move || shared.put(number));
        }
        scene.thread(move || {
            let mut taken = Vec::new();
            shared.poller.goes(PollerActivity::Looking);
            loop {
                shared.take(&mut taken);
                if taken.len() == senders {
                    break;
                }
                if shared.poller.goes_unless_pending(place) {
                    shared.bell.hear();
                }
                shared.poller.goes(PollerActivity::Looking);
            }
            taken.sort_unstable();
            assert!(taken.into_iter().eq(0..senders));
        });
    }

    /// An owner that leaves while another thread sends: nothing stays behind.
    fn an_owner_that_leaves(scene: &mut Scene) {
        let shared = Shared::new();
        let sender = Arc::clone(&shared);
        scene.thread(move || sender.send());
        let owner = Arc::clone(&shared);
        scene.thread(move || {
            let mut taken = Vec::new();
            owner.poller.goes(PollerActivity::Looking);
            loop {
                owner.take(&mut taken);
                if !taken.is_empty() {
                    taken.clear();
                    owner.flush();
                }
                if owner.poller.goes_unless_pending(PollerActivity::Away) {
                    break;
                }
                owner.poller.goes(PollerActivity::Looking);
            }
        });
        scene.at_end(move || assert_eq!(*shared.queued.lock().unwrap(), 0, "left behind"));
    }

    #[test]
    fn nothing_is_left_behind_in_any_order_of_steps() {
        let (unnoticed, noticed) = unnoticed_orders(&[
            ("an owner that sleeps", MOST, &|scene| {
                an_owner_that_sleeps(PollerActivity::Blocked, 1, scene);
            }),
            ("an owner that rests", MOST, &|scene| {
                an_owner_that_sleeps(PollerActivity::Resting, 1, scene);
            }),
            ("an owner that leaves", MOST, &an_owner_that_leaves),
            ("two senders", MOST, &|scene| {
                an_owner_that_sleeps(PollerActivity::Blocked, 2, scene);
            }),
        ]);

        let of = |line: &str, orders: [&str; 2]| {
            orders.map(|order| format!("poller_state.rs: {line}: {order}"))
        };
        let enough_weaker = [
            // A sender checks after it has tried to wake the owner, which found out its state.
            of(
                "let presence = self.presence.load(SeqCst);",
                ["Acquire", "Relaxed"],
            ),
            // The lock of the lists follows.
            of("if !self.pending.load(SeqCst) {", ["Acquire", "Relaxed"]),
            of("self.pending.store(false, SeqCst);", ["Release", "Relaxed"]),
        ];
        assert_eq!(unnoticed, enough_weaker.concat());
        assert_eq!(noticed, 10);
    }
}
