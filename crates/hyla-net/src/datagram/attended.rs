//! A channel over datagrams: the endpoint's part.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::engine::{Engine, KEEP_BYTES};
use super::link::DatagramCarrier;
use super::packet::{self, Id};
use super::socket::{Destination, UdpWire};
use super::state::End;
use crate::CloseReason;
use crate::bundle::FollowUp;
use crate::carrier::FlushOutcome;

impl DatagramCarrier {
    pub(crate) fn wire(&self) -> &Arc<UdpWire> {
        &self.wire
    }

    /// The other end.
    pub(crate) fn peer(&self) -> &Destination {
        &self.peer
    }

    /// From now on its datagrams arrive at a socket of its own.
    pub(crate) fn hear_on(&self, wire: Arc<UdpWire>) {
        let _has_one = self.own_wire.set((wire, self.wire.overflows()));
    }

    /// Datagrams that the system dropped because they were not read in time; at a shared socket also those of others.
    pub(super) fn overflows(&self) -> u64 {
        match self.own_wire.get() {
            None => self.wire.overflows(),
            Some((own, before)) => before + own.overflows(),
        }
    }

    /// The peer is ready and reads datagrams with id `peer`: waiting frames may leave.
    pub(crate) fn open(&self, peer: Id) -> FollowUp {
        let mut state = self.lock();
        state.peer = Some(peer);
        self.drive(state).1
    }

    /// Sends a heartbeat if nothing was sent for `every`, and frees unused capacity.
    pub(crate) fn beat(&self, every: Duration, now: Instant) -> FollowUp {
        let mut state = self.lock();
        let quiet = state
            .last_write
            .is_none_or(|last| now.saturating_duration_since(last) >= every);
        let (true, true, Some(peer)) = (quiet, state.is_ready(), state.peer) else {
            return FollowUp::Nothing;
        };
        state.control.push(packet::alive(peer, self.own));
        state.gathering.shrink_to(KEEP_BYTES);
        if let Some(engine) = &mut state.engine {
            engine.shrink();
        }
        self.drive(state).1
    }

    /// Informs the peer that the channel is over.
    pub(crate) fn say_goodbye(&self) {
        let mut state = self.claim(self.lock());
        if let Some(peer) = state.peer {
            state.control.push(packet::close(peer));
            let _over = self.drive(state);
        }
    }

    /// The endpoint took the channel off its list. Sends if `force` or the gap has passed.
    pub(crate) fn flush_listed(&self, force: bool, now: Instant) -> FlushOutcome {
        let mut state = self.lock();
        if state.is_ready() && !state.gathering.is_empty() && !state.full {
            if !force && !state.is_idle(self.limits.gap, now) {
                return FlushOutcome::Again;
            }
            state = self.drive(state).0;
            if !state.gathering.is_empty() && !state.full {
                state.listed = true;
                return FlushOutcome::Again;
            }
        }
        state.listed = false;
        match state.due {
            Some(due) if state.alarm.is_none_or(|alarm| due < alarm) => {
                state.alarm = Some(due);
                FlushOutcome::At(due)
            }
            _ => FlushOutcome::Done,
        }
    }

    /// A timer of the endpoint has expired.
    pub(crate) fn alarmed(&self) {
        self.lock().alarm = None;
    }

    /// Whether closing the channel now would lose nothing.
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

    /// Takes the engine, if it is free, to pass on arrived packets; with the peer's id.
    pub(super) fn take_engine(&self) -> Option<(Box<Engine>, Id)> {
        let mut state = self.claim(self.lock());
        let peer = state.peer?;
        Some((state.engine.take()?, peer))
    }

    /// Returns the engine; frames that gathered meanwhile leave.
    pub(super) fn give_engine(&self, mut engine: Box<Engine>) -> FollowUp {
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
