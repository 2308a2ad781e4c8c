//! The table of channels: what comes into it, what in-process channels bring, and what ends.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use super::{Endpoint, LINGER, rings};
use crate::attention::Attention;
use crate::channel::{Link, Shared};
use crate::following::Rest;
use crate::in_process::Pipe;
use crate::slot::{ReadOutcome, Slot, Stage};
use crate::{Channel, ChannelId, CloseReason, Event, frame};

impl Endpoint {
    /// Handles what other threads left; gives whether `wake` was called.
    pub(super) fn take_lists(
        &mut self,
        attention: &Attention,
        on: &mut impl FnMut(Event<'_>),
    ) -> bool {
        attention.take(&mut self.lists);
        self.dirty.append(&mut self.lists.dirty);
        if !self.lists.priorities.is_empty() {
            self.take_priorities();
        }
        if !self.lists.new.is_empty() {
            let mut new = std::mem::take(&mut self.lists.new);
            let _dispatching = attention.dispatch();
            for shared in new.drain(..) {
                self.add(shared, on);
            }
            self.lists.new = new;
        }
        if !self.lists.inboxes.is_empty() {
            let mut inboxes = std::mem::take(&mut self.lists.inboxes);
            let _dispatching = attention.dispatch();
            for pipe in inboxes.drain(..) {
                self.empty_inbox(&pipe, on);
            }
            self.lists.inboxes = inboxes;
        }
        if !self.lists.ended.is_empty() {
            let mut ended = std::mem::take(&mut self.lists.ended);
            let _dispatching = attention.dispatch();
            for shared in ended.drain(..) {
                self.end_from_here(&shared, on);
            }
            self.lists.ended = ended;
        }
        if !self.lists.paused.is_empty() {
            let mut paused = std::mem::take(&mut self.lists.paused);
            let _dispatching = attention.dispatch();
            for shared in paused.drain(..) {
                self.pause_or_resume(&shared, on);
            }
            self.lists.paused = paused;
        }
        std::mem::take(&mut self.lists.woken)
    }

    /// A channel was paused or resumed, as it says itself.
    #[cold]
    fn pause_or_resume(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        if !self.channels.contains_key(&shared.id) {
            return;
        }
        if shared.is_paused() {
            return self.rings.pause(shared.id);
        }
        // The silence was this side's.
        shared.received.touch(Instant::now());
        match &shared.link {
            Link::Stream(_) => {
                self.rings.resume(shared.id);
                self.read_again(shared.id);
            }
            Link::InProcess(link) => self.empty_inbox(&link.inbox, on),
            Link::Datagram(_) | Link::Failed { .. } => {}
        }
    }

    /// Takes a channel into the table that `connect` made, here or at the other end.
    fn add(&mut self, shared: Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        let id = shared.id;
        match &shared.link {
            Link::Stream(_) => {
                if let Err(error) = self.add_stream(&shared, false) {
                    let reason = CloseReason::ConnectFailed(error.kind());
                    self.end(id, reason, on);
                }
            }
            Link::InProcess(link) => {
                let event = if link.accepted {
                    let peer = link.peer_address();
                    Event::Accepted {
                        channel: Channel(Arc::clone(&shared)),
                        peer,
                    }
                } else {
                    Event::Opened { channel: id }
                };
                self.channels.insert(
                    id,
                    Slot {
                        shared,
                        stream: None,
                    },
                );
                on(event);
            }
            Link::Datagram(_) => self.call(shared, on),
            Link::Failed { reason, .. } => on(Event::Closed {
                channel: id,
                reason: reason.clone(),
            }),
        }
    }

    /// Delivers what an in-process peer sent.
    pub(super) fn empty_inbox(&mut self, pipe: &Pipe, on: &mut impl FnMut(Event<'_>)) {
        let Some(slot) = self.channels.get(&pipe.channel) else {
            return;
        };
        if slot.shared.is_paused() && !pipe.is_finished() {
            // It stays listed: nobody tells of it again until it is resumed.
            return;
        }
        let finished = pipe.swap(&mut self.inbox_buffer);
        let shared = &slot.shared;
        if let Some(chain) = shared.chain.get() {
            let now = Instant::now();
            let mut outcome = Ok(());
            let mut rest = &self.inbox_buffer[..];
            while outcome.is_ok()
                && let Some((packet, after)) = frame::split(rest)
            {
                rest = after;
                outcome = chain.arrived(shared, packet, now, on);
            }
            chain.settle(shared, now);
            pipe.delivered();
            shared.received.read(self.inbox_buffer.len(), now);
            if let Err(reason) = outcome {
                return self.end(pipe.channel, reason, on);
            }
            return self.end_from_there(pipe.channel, finished, on);
        }
        let rest = Rest::new(&self.inbox_buffer);
        while !shared.shut.load(Relaxed)
            && let Ok(Some(bytes)) = rest.next(|| usize::MAX)
        {
            on(Event::Frame {
                channel: pipe.channel,
                bytes,
                following: rest.following(),
            });
        }
        let frames = rest.handed_out();
        pipe.delivered();
        if !self.inbox_buffer.is_empty() {
            shared
                .received
                .read(self.inbox_buffer.len(), Instant::now());
            shared.received.frames(frames);
        }
        self.end_from_there(pipe.channel, finished, on);
    }

    /// The peer of an in-process channel has closed it, if there is a reason.
    fn end_from_there(
        &mut self,
        id: ChannelId,
        finished: Option<CloseReason>,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let shut = |slot: &Slot| slot.shared.shut.load(Relaxed) && !slot.shared.is_leaving();
        let (Some(reason), false) = (finished, self.channels.get(&id).is_none_or(shut)) else {
            return;
        };
        // The peer's own reason is its own, unless it is about what it sent.
        let reason = match reason {
            CloseReason::Local(_) => CloseReason::Peer,
            other => other,
        };
        self.end(id, reason, on);
    }

    /// A channel was closed by its user, or broke while a sender wrote.
    fn end_from_here(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        let id = shared.id;
        let Some(slot) = self.channels.get_mut(&id) else {
            self.end_datagram_from_here(shared, on);
            return;
        };
        let reason = match &shared.link {
            Link::Stream(link) => link.outgoing().ended(),
            Link::InProcess(link) => link.ended(),
            Link::Datagram(_) | Link::Failed { .. } => None,
        };
        let reason = reason.or_else(|| shared.chain.get()?.ended());
        let Some(reason) = reason else { return };
        if slot.stream.is_none() && self.leaves_slowly(shared, &reason, on) {
            return;
        }
        let Some(slot) = self.channels.get_mut(&id) else {
            return;
        };
        match (&mut slot.stream, &reason) {
            (Some(stream), CloseReason::Local(_)) => {
                if stream.is_known() {
                    stream.stage = Stage::Lingering {
                        until: Instant::now() + LINGER,
                    };
                    tracing::debug!(channel = %id, %reason, "channel closed");
                    on(Event::Closed {
                        channel: id,
                        reason,
                    });
                }
            }
            (Some(stream), CloseReason::Broken(_)) => {
                // What arrived before comes first.
                stream.hung_up = true;
                while let Some(ReadOutcome::More) = self.read(id, on) {}
                self.end(id, reason, on);
            }
            (Some(_), _) | (None, _) => self.end(id, reason, on),
        }
    }

    /// A channel is over: reports it, if the owner knows of it, and forgets it.
    pub(super) fn end(
        &mut self,
        id: ChannelId,
        reason: CloseReason,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let reported = self.chains.forget(id);
        let Some(slot) = self.forget(id, reason.clone()) else {
            return;
        };
        let peer = Channel(Arc::clone(&slot.shared)).peer_address();
        if reason.is_bad_input() {
            tracing::warn!(channel = %id, %peer, %reason, "channel closed");
        } else {
            tracing::debug!(channel = %id, %peer, %reason, "channel closed");
        }
        if !reported && slot.stream.is_none_or(|stream| stream.is_known()) {
            on(Event::Closed {
                channel: id,
                reason,
            });
        }
    }

    pub(super) fn forget(&mut self, id: ChannelId, reason: CloseReason) -> Option<Slot> {
        let slot = self.channels.remove(&id)?;
        if !self.first.is_empty() {
            self.first.forget(id);
        }
        if let Some(chain) = slot.shared.chain.get() {
            chain.abandon(&slot.shared, &reason);
        }
        match &slot.shared.link {
            Link::Stream(link) => {
                if let Some(stream) = &slot.stream {
                    self.streams -= 1;
                    rings::stop_watching(self.poll.registry(), &stream.wire);
                    self.rings.forget(id);
                }
                // A peer that is gone, or closes as well, has no use for it.
                let gives_up = matches!(
                    reason,
                    CloseReason::Local(_) | CloseReason::ConnectTimedOut(_)
                );
                let bytes = link.outgoing().abandon(reason);
                if gives_up && bytes > 0 {
                    let peer = link.peer_address();
                    tracing::warn!(channel = %id, %peer, bytes, "channel closed before the peer took all that was sent: the last bytes are lost");
                }
            }
            Link::InProcess(link) => link.close(reason),
            Link::Datagram(_) | Link::Failed { .. } => {}
        }
        Some(slot)
    }
}
