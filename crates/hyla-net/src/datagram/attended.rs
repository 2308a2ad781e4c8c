//! A channel over datagrams: what the endpoint does with it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::engine::{Engine, KEEP_BYTES};
use super::link::DatagramCarrier;
use super::packet::{self, Id};
use super::socket::UdpWire;
use super::state::End;
use crate::CloseReason;
use crate::bundle::Then;
use crate::carrier::Listed;

impl DatagramCarrier {
    pub(crate) fn wire(&self) -> &Arc<UdpWire> {
        &self.wire
    }

    /// The peer is there and reads what carries `peer`: what waited may leave.
    pub(crate) fn open(&self, peer: Id) -> Then {
        let mut state = self.lock();
        state.peer = Some(peer);
        self.drive(state).1
    }

    /// Sends a sign of life if nothing was sent for `every`, and gives back room not needed.
    pub(crate) fn beat(&self, every: Duration, now: Instant) -> Then {
        let mut state = self.lock();
        let quiet = state
            .last_write
            .is_none_or(|last| now.saturating_duration_since(last) >= every);
        let (true, true, Some(peer)) = (quiet, state.is_ready(), state.peer) else {
            return Then::Nothing;
        };
        state.control.push(packet::alive(peer, self.own));
        state.gathering.shrink_to(KEEP_BYTES);
        if let Some(engine) = &mut state.engine {
            engine.shrink();
        }
        self.drive(state).1
    }

    /// Tells the peer that it is over.
    pub(crate) fn say_goodbye(&self) {
        let mut state = self.claim(self.lock());
        if let Some(peer) = state.peer {
            state.control.push(packet::close(peer));
            let _over = self.drive(state);
        }
    }

    /// The endpoint took the channel off its list. Sends if `force` or the gap has passed.
    pub(crate) fn flush_listed(&self, force: bool, now: Instant) -> Listed {
        let mut state = self.lock();
        if state.is_ready() && !state.gathering.is_empty() && !state.full {
            if !force && !state.is_idle(self.limits.gap, now) {
                return Listed::Again;
            }
            state = self.drive(state).0;
            if !state.gathering.is_empty() && !state.full {
                state.listed = true;
                return Listed::Again;
            }
        }
        state.listed = false;
        match state.due {
            Some(due) if state.alarm.is_none_or(|alarm| due < alarm) => {
                state.alarm = Some(due);
                Listed::At(due)
            }
            _ => Listed::Done,
        }
    }

    /// The endpoint comes as it said it would.
    pub(crate) fn alarmed(&self) {
        self.lock().alarm = None;
    }

    /// Whether nothing would be lost if it were over now.
    pub(crate) fn is_finished(&self) -> bool {
        let state = self.lock();
        state.queued() == 0 && state.unfinished == 0
    }

    /// Everything is over.
    pub(crate) fn abandon(&self, reason: CloseReason) {
        let mut state = self.lock();
        state.fail(reason);
        self.notify(&state);
    }

    pub(crate) fn ended(&self) -> Option<CloseReason> {
        match &self.lock().end {
            End::Open => None,
            End::Closing(reason) | End::Closed(reason) => Some(reason.clone()),
        }
    }

    /// Takes the engine, when it is there, to pass on what has arrived; with what the peer reads.
    pub(super) fn take_engine(&self) -> Option<(Box<Engine>, Id)> {
        let mut state = self.claim(self.lock());
        let peer = state.peer?;
        Some((state.engine.take()?, peer))
    }

    /// The engine is back; what gathered meanwhile leaves.
    pub(super) fn give_engine(&self, mut engine: Box<Engine>) -> Then {
        let mut state = self.lock();
        let nobody = engine.note(&mut state);
        state.engine = Some(engine);
        self.notify(&state);
        if nobody {
            return state.broken();
        }
        if state.gathering.is_empty() && state.held == 0 && state.control.is_empty() {
            return state.then();
        }
        self.drive(state).1
    }
}
