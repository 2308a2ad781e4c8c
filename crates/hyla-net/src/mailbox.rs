//! The mailbox of an endpoint: work that other threads leave for the polling thread, on lists under a lock, and the
//! wake-up of that thread without one ([`PollerState`]).

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::{Arc, OnceLock, PoisonError};

use crate::board::BoardWatch;
use crate::channel::Shared;
use crate::endpoint::reception::Received;
use crate::in_process::Inbox;
use crate::memory::FramePool;
use crate::poller_state::{PollerActivity, PollerState, WakeAction};
use crate::sync::{AtomicU32, AtomicU64, Mutex, MutexGuard};
use crate::write_time::WriteTime;
use crate::{EndpointConfig, Unattended};

/// Called when a hosted endpoint has work between two turns of its host.
pub(crate) struct WakeCallback(pub(crate) Box<dyn Fn() + Send + Sync>);

impl fmt::Debug for WakeCallback {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("WakeCallback")
    }
}

/// The lists. Swapped as a whole: the lock is held briefly, and memory is reused.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// Channels made by `connect` or by a peer in this process, not yet in the endpoint's table.
    pub(crate) new: Vec<Arc<Shared>>,
    /// Inboxes of in-process channels that are not empty.
    pub(crate) inboxes: Vec<Arc<Inbox>>,
    /// Channels with frames to write.
    pub(crate) dirty: Vec<Arc<Shared>>,
    /// Channels closed on this side, or broken.
    pub(crate) ended: Vec<Arc<Shared>>,
    /// Channels that were given a priority.
    pub(crate) priorities: Vec<Arc<Shared>>,
    /// Channels that were paused or resumed.
    pub(crate) paused: Vec<Arc<Shared>>,
    /// Callers that the reception passes.
    pub(crate) received: Vec<Received>,
    /// Boards to watch from now on.
    pub(crate) watch: Option<BoardWatch>,
    /// `wake` was called.
    pub(crate) woken: bool,
    /// The endpoint has been dropped.
    gone: bool,
}

impl Lists {
    /// With room for a few channels, so that their first frames allocate nothing.
    pub(crate) fn with_room() -> Self {
        Self {
            dirty: Vec::with_capacity(4),
            ..Self::default()
        }
    }

    /// Whether there is nothing on them, and no board to watch.
    pub(crate) fn is_empty(&self) -> bool {
        self.new.is_empty()
            && self.inboxes.is_empty()
            && self.dirty.is_empty()
            && self.ended.is_empty()
            && self.priorities.is_empty()
            && self.paused.is_empty()
            && self.received.is_empty()
            && self.watch.is_none()
            && !self.woken
    }
}

fn move_all<T>(from: &mut Vec<T>, to: &mut Vec<T>) {
    if to.is_empty() {
        std::mem::swap(from, to);
    } else {
        to.append(from);
    }
}

/// The part of an endpoint that other threads use.
#[derive(Debug)]
pub(crate) struct EndpointMailbox {
    pub(crate) number: u64,
    pub(crate) config: EndpointConfig,
    pub(crate) write_time: Arc<WriteTime>,
    /// Long frames for readers of this host.
    pub(crate) frames: Arc<FramePool>,
    lists: Mutex<Lists>,
    poller: PollerState,
    /// What [`BoardWatch`] waits for; 0 for nothing.
    pub(crate) awaited: AtomicU64,
    /// Somebody waits for what streams carry, so that pauses are short.
    hurries: AtomicBool,
    /// The owner pauses between reads of a stream, for as long as nobody waits for it.
    pauses: AtomicBool,
    /// Frames that departed shortly after another one, since somebody last took the number.
    pub(crate) dense_frames: AtomicU32,
    /// Somebody is about to poll, and nobody has left since that was said.
    is_expected: AtomicBool,
    waker: mio::Waker,
    /// Callback to the host of the endpoint; set at most once.
    pub(crate) wake_callback: OnceLock<WakeCallback>,
}

thread_local! {
    /// Number of the endpoint whose events this thread is handling; 0 for none.
    static HANDLING: Cell<u64> = const { Cell::new(0) };
}

impl EndpointMailbox {
    pub(crate) fn new(number: u64, config: EndpointConfig, waker: mio::Waker) -> Self {
        Self {
            number,
            frames: Arc::new(FramePool::new(
                config.shared_frame_bytes,
                config.send_queue_bytes,
            )),
            config,
            write_time: Arc::default(),
            lists: Mutex::new(Lists::with_room()),
            poller: PollerState::new(),
            awaited: AtomicU64::new(0),
            hurries: AtomicBool::new(false),
            pauses: AtomicBool::new(false),
            dense_frames: AtomicU32::new(0),
            is_expected: AtomicBool::new(false),
            waker,
            wake_callback: OnceLock::new(),
        }
    }

    // For senders, from any thread.

    /// Whether somebody waits for what streams carry. Ends a pause that began when nobody did.
    pub(crate) fn hurry(&self, waits: bool) {
        // Mostly it is so already: a step in time changes nothing.
        if self.hurries.load(Relaxed) == waits {
            return;
        }
        // One order with the owner's words: it sees that somebody waits, or is seen to pause.
        let did = self.hurries.swap(waits, SeqCst);
        if waits && !did && self.pauses.load(SeqCst) {
            self.put(|lists| lists.woken = true);
        }
    }

    #[cfg(test)]
    pub(crate) fn is_paused(&self) -> bool {
        self.pauses.load(SeqCst)
    }

    /// The owner is about to pause, or has paused; whether somebody waits.
    pub(crate) fn say_paused(&self, pauses: bool) -> bool {
        self.pauses.store(pauses, SeqCst);
        self.hurries.load(SeqCst)
    }

    /// Changes the lists and wakes the owner if it is blocked. `false` if the endpoint is gone; then nothing was
    /// changed.
    pub(crate) fn put(&self, put: impl FnOnce(&mut Lists)) -> bool {
        {
            let mut lists = self.lock();
            if lists.gone {
                return false;
            }
            put(&mut lists);
        }
        match self.poller.has_put() {
            WakeAction::None => {}
            WakeAction::Wake => {
                if let Err(error) = self.waker.wake() {
                    tracing::error!(%error, "cannot wake an endpoint");
                }
            }
            WakeAction::Callback => {
                if let Some(wake_callback) = self.wake_callback.get() {
                    wake_callback.0();
                }
            }
        }
        true
    }

    /// Whether work put on the lists now is handled within microseconds (or a wake-up).
    pub(crate) fn is_attended(&self) -> bool {
        // In this order: who sees that the owner is away also sees that he is expected no longer.
        self.poller.is_attended(|| self.is_handled_here()) || self.is_expected.load(Relaxed)
    }

    /// Somebody is about to poll, and will send what gathers for him until then.
    pub(crate) fn expect(&self) {
        self.is_expected.store(true, Relaxed);
    }

    /// A frame departs over a socket so soon after another one that it is better off in one bundle with it. Gives whether somebody is
    /// there who would send that.
    pub(crate) fn gathers(&self) -> bool {
        // Several senders may miscount.
        let frames = self.dense_frames.load(Relaxed);
        self.dense_frames.store(frames.saturating_add(1), Relaxed);
        self.config.unattended == Unattended::Gather || self.is_attended()
    }

    /// Whether another thread polls the endpoint now.
    pub(crate) fn is_attended_by_another(&self) -> bool {
        self.poller.is_there() && !self.is_handled_here()
    }

    /// Whether this thread is dispatching events of the endpoint.
    pub(crate) fn is_handled_here(&self) -> bool {
        HANDLING.with(|handling| handling.get() == self.number)
    }

    // For the owner.

    pub(crate) fn look(&self) {
        self.poller.goes(PollerActivity::Looking);
    }

    /// Marks this thread as dispatching events until the guard is dropped.
    pub(crate) fn dispatch(&self) -> Dispatching<'_> {
        self.poller.goes(PollerActivity::Dispatching);
        Dispatching {
            mailbox: self,
            outer: HANDLING.replace(self.number),
        }
    }

    /// Whether work may be on the lists.
    #[inline]
    pub(crate) fn has_pending(&self) -> bool {
        self.poller.has_pending()
    }

    /// The owner leaves `poll`; `false` if there is work on the lists.
    pub(crate) fn leave(&self) -> bool {
        if self.is_expected.load(Relaxed) {
            self.is_expected.store(false, Relaxed);
        }
        self.poller.goes_unless_pending(PollerActivity::Away)
    }

    /// The owner is about to block; `false` if there is work.
    pub(crate) fn block(&self) -> bool {
        self.go_to(PollerActivity::Blocked)
    }

    /// The host's turn ends; `false` if there is work.
    pub(crate) fn rest(&self) -> bool {
        self.go_to(PollerActivity::Resting)
    }

    fn go_to(&self, place: PollerActivity) -> bool {
        if self.poller.goes_unless_pending(place) {
            return true;
        }
        self.look();
        false
    }

    /// Moves the lists to those in `into`, whose memory is reused.
    pub(crate) fn take(&self, into: &mut Lists) {
        if !self.poller.takes() {
            return;
        }
        let mut lists = self.lock();
        move_all(&mut lists.new, &mut into.new);
        move_all(&mut lists.inboxes, &mut into.inboxes);
        move_all(&mut lists.dirty, &mut into.dirty);
        move_all(&mut lists.ended, &mut into.ended);
        move_all(&mut lists.priorities, &mut into.priorities);
        move_all(&mut lists.paused, &mut into.paused);
        move_all(&mut lists.received, &mut into.received);
        if let Some(watch) = lists.watch.take() {
            into.watch = Some(watch).filter(|watch| !watch.is_empty());
        }
        into.woken |= std::mem::take(&mut lists.woken);
    }

    /// Closes the mailbox and drops its content. Returns the channels that the endpoint has not taken over.
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

/// See [`EndpointMailbox::dispatch`].
pub(crate) struct Dispatching<'a> {
    mailbox: &'a EndpointMailbox,
    outer: u64,
}

impl Drop for Dispatching<'_> {
    fn drop(&mut self) {
        HANDLING.set(self.outer);
        self.mailbox.look();
    }
}
