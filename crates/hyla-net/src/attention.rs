//! What other threads leave for the thread that polls an endpoint, and whether it must be woken.
//!
//! The rule that no message is left behind: a sender first puts something on a list, then looks
//! where the owner is; the owner first says where it goes, then looks at the lists. Both in one
//! total order (`SeqCst`), so that at least one of them sees the other.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::EndpointConfig;
use crate::channel::Shared;
use crate::in_process::Pipe;

/// Where the owner of an endpoint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Presence {
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

/// Called when an endpoint whose owner rests between turns has something to do.
pub(crate) struct Summons(pub(crate) Box<dyn Fn() + Send + Sync>);

impl fmt::Debug for Summons {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Summons")
    }
}

/// The lists. Swapped whole, so that the lock is held for a moment and room is reused.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// Channels made by `connect` or by a peer in this process, not yet in the endpoint's table.
    pub(crate) new: Vec<Arc<Shared>>,
    /// Inboxes of in-process channels that are not empty.
    pub(crate) inboxes: Vec<Arc<Pipe>>,
    /// Channels with gathered frames that someone has to write.
    pub(crate) dirty: Vec<Arc<Shared>>,
    /// Channels closed on this side, or broken.
    pub(crate) ended: Vec<Arc<Shared>>,
    /// Channels that were given a priority.
    pub(crate) priorities: Vec<Arc<Shared>>,
    /// Channels that were paused or resumed.
    pub(crate) paused: Vec<Arc<Shared>>,
    /// `wake` was called.
    pub(crate) woken: bool,
    /// The endpoint is dropped: nobody will look again.
    gone: bool,
}

fn move_all<T>(from: &mut Vec<T>, to: &mut Vec<T>) {
    if to.is_empty() {
        std::mem::swap(from, to);
    } else {
        to.append(from);
    }
}

/// The part of an endpoint that other threads see.
#[derive(Debug)]
pub(crate) struct Attention {
    pub(crate) number: u64,
    pub(crate) config: EndpointConfig,
    lists: Mutex<Lists>,
    pending: AtomicBool,
    presence: AtomicU8,
    waker: mio::Waker,
    /// For an owner that rests; set at most once.
    pub(crate) summons: OnceLock<Summons>,
}

thread_local! {
    /// Number of the endpoint whose events this thread is handling; 0 for none.
    static HANDLING: Cell<u64> = const { Cell::new(0) };
}

impl Attention {
    pub(crate) fn new(number: u64, config: EndpointConfig, waker: mio::Waker) -> Self {
        Self {
            number,
            config,
            lists: Mutex::default(),
            pending: AtomicBool::new(false),
            presence: AtomicU8::new(Presence::Away as u8),
            waker,
            summons: OnceLock::new(),
        }
    }

    // For senders, from any thread.

    /// Puts something on the lists and wakes the owner if it is blocked. `false` if the endpoint
    /// is gone; then nothing was put.
    pub(crate) fn put(&self, put: impl FnOnce(&mut Lists)) -> bool {
        {
            let mut lists = self.lock();
            if lists.gone {
                return false;
            }
            put(&mut lists);
        }
        self.pending.store(true, SeqCst);
        if self.has_come_from(Presence::Blocked) {
            if let Err(error) = self.waker.wake() {
                tracing::error!(%error, "cannot wake an endpoint");
            }
        } else if self.has_come_from(Presence::Resting)
            && let Some(summons) = self.summons.get()
        {
            summons.0();
        }
        true
    }

    /// Makes an owner that is there look; `true` only for the first of several senders, who wakes it.
    fn has_come_from(&self, place: Presence) -> bool {
        let (from, to) = (place as u8, Presence::Looking as u8);
        self.presence
            .compare_exchange(from, to, SeqCst, SeqCst)
            .is_ok()
    }

    /// Whether what is put on the lists now will be looked at within microseconds (or a wake-up).
    pub(crate) fn is_attended(&self) -> bool {
        let presence = self.presence.load(SeqCst);
        presence == Presence::Looking as u8
            || presence == Presence::Blocked as u8
            || presence == Presence::Resting as u8
            || (presence == Presence::Dispatching as u8
                && HANDLING.with(|handling| handling.get() == self.number))
    }

    /// Whether another thread runs the endpoint just now.
    pub(crate) fn is_attended_by_another(&self) -> bool {
        self.presence.load(SeqCst) != Presence::Away as u8 && !self.is_handled_here()
    }

    /// Whether this thread is handing out its events.
    pub(crate) fn is_handled_here(&self) -> bool {
        HANDLING.with(|handling| handling.get() == self.number)
    }

    // For the owner.

    pub(crate) fn look(&self) {
        self.presence.store(Presence::Looking as u8, SeqCst);
    }

    /// Until the guard is dropped, events are being handed out by this thread.
    pub(crate) fn dispatch(&self) -> Dispatching<'_> {
        self.presence.store(Presence::Dispatching as u8, SeqCst);
        Dispatching {
            attention: self,
            outer: HANDLING.replace(self.number),
        }
    }

    /// The owner leaves `poll`; `false` if there is something on the lists again.
    pub(crate) fn leave(&self) -> bool {
        self.presence.store(Presence::Away as u8, SeqCst);
        !self.pending.load(SeqCst)
    }

    /// The owner is about to block; `false` if it must not, since there is something to do.
    pub(crate) fn block(&self) -> bool {
        self.go_to(Presence::Blocked)
    }

    /// The owner is about to rest between two turns; `false` if there is something to do.
    pub(crate) fn rest(&self) -> bool {
        self.go_to(Presence::Resting)
    }

    fn go_to(&self, place: Presence) -> bool {
        self.presence.store(place as u8, SeqCst);
        if self.pending.load(SeqCst) {
            self.look();
            return false;
        }
        true
    }

    /// Moves what is on the lists to those in `into`, whose room is reused.
    pub(crate) fn take(&self, into: &mut Lists) {
        if !self.pending.load(SeqCst) {
            return;
        }
        self.pending.store(false, SeqCst);
        let mut lists = self.lock();
        move_all(&mut lists.new, &mut into.new);
        move_all(&mut lists.inboxes, &mut into.inboxes);
        move_all(&mut lists.dirty, &mut into.dirty);
        move_all(&mut lists.ended, &mut into.ended);
        move_all(&mut lists.priorities, &mut into.priorities);
        move_all(&mut lists.paused, &mut into.paused);
        into.woken |= std::mem::take(&mut lists.woken);
    }

    /// Nothing is put any more; drops what was. Gives the channels that nobody took over.
    pub(crate) fn go(&self) -> Vec<Arc<Shared>> {
        let mut lists = self.lock();
        let new = std::mem::take(&mut lists.new);
        *lists = Lists {
            gone: true,
            ..Lists::default()
        };
        new
    }

    fn lock(&self) -> MutexGuard<'_, Lists> {
        // Nothing that can panic runs under this lock, and any state of the lists is valid.
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// See [`Attention::dispatch`].
pub(crate) struct Dispatching<'a> {
    attention: &'a Attention,
    outer: u64,
}

impl Drop for Dispatching<'_> {
    fn drop(&mut self) {
        HANDLING.set(self.outer);
        self.attention.look();
    }
}
