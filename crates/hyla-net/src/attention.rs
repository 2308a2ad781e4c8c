//! What other threads leave for the thread that polls an endpoint, and whether it must be woken: on lists with a lock, beside what
//! the two sides say to each other without one ([`Whereabouts`]).

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError};

use crate::EndpointConfig;
use crate::channel::Shared;
use crate::in_process::Pipe;
use crate::sync::{Mutex, MutexGuard};
use crate::whereabouts::{Call, Presence, Whereabouts};

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
    whereabouts: Whereabouts,
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
            whereabouts: Whereabouts::new(),
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
        match self.whereabouts.has_put() {
            Call::Nobody => {}
            Call::Wake => {
                if let Err(error) = self.waker.wake() {
                    tracing::error!(%error, "cannot wake an endpoint");
                }
            }
            Call::Summon => {
                if let Some(summons) = self.summons.get() {
                    summons.0();
                }
            }
        }
        true
    }

    /// Whether what is put on the lists now will be looked at within microseconds (or a wake-up).
    pub(crate) fn is_attended(&self) -> bool {
        self.whereabouts.is_attended(|| self.is_handled_here())
    }

    /// Whether another thread runs the endpoint just now.
    pub(crate) fn is_attended_by_another(&self) -> bool {
        self.whereabouts.is_there() && !self.is_handled_here()
    }

    /// Whether this thread is handing out its events.
    pub(crate) fn is_handled_here(&self) -> bool {
        HANDLING.with(|handling| handling.get() == self.number)
    }

    // For the owner.

    pub(crate) fn look(&self) {
        self.whereabouts.goes(Presence::Looking);
    }

    /// Until the guard is dropped, events are being handed out by this thread.
    pub(crate) fn dispatch(&self) -> Dispatching<'_> {
        self.whereabouts.goes(Presence::Dispatching);
        Dispatching {
            attention: self,
            outer: HANDLING.replace(self.number),
        }
    }

    /// The owner leaves `poll`; `false` if there is something on the lists again.
    pub(crate) fn leave(&self) -> bool {
        self.whereabouts.goes_unless_pending(Presence::Away)
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
        if self.whereabouts.goes_unless_pending(place) {
            return true;
        }
        self.look();
        false
    }

    /// Moves what is on the lists to those in `into`, whose room is reused.
    pub(crate) fn take(&self, into: &mut Lists) {
        if !self.whereabouts.takes() {
            return;
        }
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
