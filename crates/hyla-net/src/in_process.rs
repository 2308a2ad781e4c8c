//! Channels between endpoints of one process: an inbox for each direction.
//!
//! The sender appends to the receiver's inbox under a short lock; the receiver swaps the inbox for
//! an empty buffer and delivers the frames from it.

use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::board::{Board, BoardPlace, OwnedBoard};
use crate::carrier::Carrier;
use crate::channel::{Closed, NoRoom, Pressure, Shared};
use crate::mailbox::EndpointMailbox;
use crate::{
    Address, ChannelCounters, ChannelId, CloseReason, InProcessName, Profile, chained, frame,
};

static ENDPOINTS: LazyLock<Mutex<FxHashMap<u64, Weak<EndpointMailbox>>>> =
    LazyLock::new(Mutex::default);

/// Makes an endpoint reachable by its number until [`hide`].
pub(crate) fn publish(endpoint: &Arc<EndpointMailbox>) {
    endpoints().insert(endpoint.number, Arc::downgrade(endpoint));
}

pub(crate) fn hide(number: u64) {
    endpoints().remove(&number);
}

fn endpoints() -> MutexGuard<'static, FxHashMap<u64, Weak<EndpointMailbox>>> {
    ENDPOINTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes both ends of a channel, each with the chain of the profile, and gives the far one to its
/// endpoint.
///
/// # Errors
/// Why it cannot be started.
pub(crate) fn connect(
    from: &Arc<EndpointMailbox>,
    to: InProcessName,
    profile: &Profile,
) -> Result<Arc<Shared>, CloseReason> {
    let near_chain = chained::of_profile(profile, &from.config)?;
    let found = if to.is_of_this_process() {
        endpoints().get(&to.endpoint()).cloned()
    } else {
        None
    };
    let far = found
        .and_then(|far| far.upgrade())
        .ok_or(CloseReason::NotReachable)?;
    let (near_id, far_id) = (ChannelId::next(), ChannelId::next());
    // The limits of the sender's own endpoint apply.
    let out = Arc::new(Inbox::new(from, &far, far_id));
    let back = Arc::new(Inbox::new(&far, from, near_id));
    let near_name = InProcessName::new(from.number);

    let far_link = InProcessCarrier {
        out: Arc::clone(&back),
        inbox: Arc::clone(&out),
        local: to,
        peer: near_name,
        accepted: true,
    };
    let far_end = Shared::new(&far, far_id, far_link.into());
    if let Some(chain) = chained::of_profile(profile, &far.config)? {
        let _set_once = far_end.chain.set(Box::new(chain));
    }
    if !far.put(|lists| lists.new.push(far_end)) {
        return Err(CloseReason::NotReachable);
    }
    let link = InProcessCarrier {
        out,
        inbox: back,
        local: near_name,
        peer: to,
        accepted: false,
    };
    let near_end = Shared::new(from, near_id, link.into());
    if let Some(chain) = near_chain {
        let _set_once = near_end.chain.set(Box::new(chain));
    }
    Ok(near_end)
}

/// Carrier of an in-process channel.
#[derive(Debug)]
pub(crate) struct InProcessCarrier {
    out: Arc<Inbox>,
    /// Frames of the peer.
    pub(crate) inbox: Arc<Inbox>,
    local: InProcessName,
    peer: InProcessName,
    pub(crate) accepted: bool,
}

impl InProcessCarrier {
    /// Why it was closed on this side.
    pub(crate) fn ended(&self) -> Option<CloseReason> {
        self.inbox.lock().refused.clone()
    }

    /// The boards of both ends.
    pub(crate) fn boards(&self) -> BoardPlace {
        BoardPlace::InProcess {
            own: Arc::clone(&self.out),
            far: Arc::clone(&self.inbox),
        }
    }

    /// Makes the peer's endpoint look at its boards, if its owner sleeps.
    pub(crate) fn rouse(&self) {
        self.out.receiver.put(|_| ());
    }

    /// The peer gets the frames sent so far, then the end; its own frames are refused.
    pub(crate) fn end(&self, reason: CloseReason) {
        self.out.finish(reason.clone());
        self.inbox.refuse(reason);
    }
}

impl Carrier for InProcessCarrier {
    #[inline]
    fn append(
        &self,
        _channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        self.out.append(write)
    }

    #[inline]
    fn append_lossy(
        &self,
        _channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<bool, Closed> {
        self.out.append_lossy(|frame| {
            write(frame);
            frame.extend_from_slice(tail);
        })
    }

    fn depart(&self, _channel: &Arc<Shared>) {
        self.out.depart();
    }

    fn pressure(&self) -> Pressure {
        let state = self.out.lock();
        self.out.pressure(&state)
    }

    fn wait_for_room(
        &self,
        _channel: &Arc<Shared>,
        timeout: Option<Duration>,
    ) -> Result<(), NoRoom> {
        self.out.wait_for_room(timeout)
    }

    fn close(&self, _channel: &Arc<Shared>, reason: CloseReason) {
        self.end(reason);
    }

    fn counters(&self) -> ChannelCounters {
        let state = self.out.lock();
        ChannelCounters {
            queue_bytes: state.queued() as u64,
            ..state.counters
        }
    }

    fn local_address(&self) -> Address {
        Address::InProcess(self.local)
    }

    fn peer_address(&self) -> Address {
        Address::InProcess(self.peer)
    }
}

/// One direction of a channel.
#[derive(Debug)]
pub(crate) struct Inbox {
    receiver: Arc<EndpointMailbox>,
    /// The receiving end.
    pub(crate) channel: ChannelId,
    high: usize,
    frame_limit: usize,
    state: Mutex<InboxState>,
    room: Condvar,
    /// Of the sender.
    board: OwnedBoard,
}

#[derive(Debug, Default)]
struct InboxState {
    bytes: Vec<u8>,
    /// Bytes swapped out by the receiver and not delivered yet.
    delivering: usize,
    /// In the receiver's list of inboxes, or left by a receiver that is paused.
    listed: bool,
    /// A reliable frame found the inbox full, and it has not drained to the low-water mark since.
    pressed: bool,
    /// The sender closed; no more frames come.
    finished: Option<CloseReason>,
    /// The receiver closed; no more frames are accepted.
    refused: Option<CloseReason>,
    waiters: u32,
    counters: ChannelCounters,
}

impl InboxState {
    fn queued(&self) -> usize {
        self.bytes.len() + self.delivering
    }
}

impl Inbox {
    /// The board of the sender.
    #[inline]
    pub(crate) fn board(&self) -> Board<'_> {
        self.board.board()
    }

    fn new(sender: &EndpointMailbox, receiver: &Arc<EndpointMailbox>, channel: ChannelId) -> Self {
        Self {
            receiver: Arc::clone(receiver),
            channel,
            high: sender.config.send_queue_bytes,
            frame_limit: sender.config.max_frame_bytes,
            state: Mutex::default(),
            room: Condvar::new(),
            board: OwnedBoard::default(),
        }
    }

    fn append(self: &Arc<Self>, write: impl FnOnce(&mut Vec<u8>)) -> Result<Pressure, Closed> {
        let mut state = self.lock();
        if state.finished.is_some() || state.refused.is_some() {
            return Err(Closed);
        }
        let Ok(length) = self.append_to(&mut state, write) else {
            drop(state);
            self.tell();
            return Err(Closed);
        };
        let pressure = self.pressure(&state);
        if length > 0 && pressure == Pressure::High {
            state.counters.pressed_back += 1;
            state.pressed = true;
        }
        Ok(pressure)
    }

    /// Appends a best-effort frame: drops and counts it if too much waits. Gives whether it was
    /// appended.
    fn append_lossy(self: &Arc<Self>, write: impl FnOnce(&mut Vec<u8>)) -> Result<bool, Closed> {
        let mut state = self.lock();
        if state.finished.is_some() || state.refused.is_some() {
            return Err(Closed);
        }
        if state.pressed {
            state.pressed = state.queued() > self.high / 2;
        }
        if state.pressed || self.pressure(&state) == Pressure::High {
            state.counters.frames_sent += 1;
            state.counters.dropped.queue_full += 1;
            return Ok(false);
        }
        if self.append_to(&mut state, write).is_err() {
            drop(state);
            self.tell();
            return Err(Closed);
        }
        Ok(true)
    }

    /// Notify the receiver after an error.
    fn append_to(
        &self,
        state: &mut InboxState,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<usize, Closed> {
        let length = match frame::append(&mut state.bytes, self.frame_limit, write) {
            Ok(length) => length,
            Err(reason) => {
                // The receiver reports it to its owner, and this side learns of it from the answer.
                state.finished = Some(reason);
                state.listed = true;
                return Err(Closed);
            }
        };
        if length > 0 {
            state.counters.frames_sent += 1;
            state.counters.bytes_sent += (length + frame::HEADER_BYTES) as u64;
        }
        Ok(length)
    }

    /// Notifies the receiver of appended frames, unless it was notified already.
    fn depart(self: &Arc<Self>) {
        let mut state = self.lock();
        if !state.listed && !state.bytes.is_empty() {
            state.listed = true;
            state.counters.bundles += 1;
            drop(state);
            self.tell();
        }
    }

    fn wait_for_room(&self, timeout: Option<Duration>) -> Result<(), NoRoom> {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut state = self.lock();
        loop {
            if state.finished.is_some() || state.refused.is_some() {
                return Err(NoRoom::Closed);
            }
            if state.queued() <= self.high / 2 {
                return Ok(());
            }
            state.waiters += 1;
            state = match deadline {
                None => self
                    .room
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        state.waiters -= 1;
                        return Err(NoRoom::TimedOut);
                    }
                    self.room
                        .wait_timeout(state, left)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
            state.waiters -= 1;
        }
    }

    /// The receiver takes all frames into the empty `into`; gives the reason if that was the end.
    pub(crate) fn swap(&self, into: &mut Vec<u8>) -> Option<CloseReason> {
        into.clear();
        let mut state = self.lock();
        state.listed = false;
        std::mem::swap(&mut state.bytes, into);
        state.delivering = into.len();
        state.finished.clone()
    }

    /// Whether the sender has ended the stream.
    pub(crate) fn is_finished(&self) -> bool {
        self.lock().finished.is_some()
    }

    /// The swapped-out frames are delivered.
    pub(crate) fn delivered(&self) {
        let mut state = self.lock();
        state.delivering = 0;
        if state.waiters > 0 && state.queued() <= self.high / 2 {
            self.room.notify_all();
        }
    }

    /// The sender ends the stream.
    fn finish(self: &Arc<Self>, reason: CloseReason) {
        let mut state = self.lock();
        state.finished.get_or_insert(reason);
        state.listed = true;
        self.room.notify_all();
        drop(state);
        self.tell();
    }

    /// The receiver accepts no more frames.
    fn refuse(&self, reason: CloseReason) {
        let mut state = self.lock();
        state.refused.get_or_insert(reason);
        state.bytes = Vec::new();
        self.room.notify_all();
    }

    fn tell(self: &Arc<Self>) {
        self.receiver
            .put(|lists| lists.inboxes.push(Arc::clone(self)));
    }

    fn pressure(&self, state: &InboxState) -> Pressure {
        if state.queued() > self.high {
            Pressure::High
        } else {
            Pressure::Open
        }
    }

    fn lock(&self) -> MutexGuard<'_, InboxState> {
        // A frame's writer may panic under the lock; `frame::append` then undoes its bytes.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
