//! The table of channels: work from other threads, and channels that end.

use std::sync::Arc;
use std::time::Instant;

use super::{Endpoint, rings};
use crate::channel::{Shared, Trust};
use crate::channel_entry::ChannelEntry;
use crate::mailbox::EndpointMailbox;
use crate::{Channel, ChannelId, CloseReason, Event};

impl Endpoint {
    /// Handles work that other threads left; gives whether `wake` was called.
    pub(super) fn take_lists(
        &mut self,
        mailbox: &EndpointMailbox,
        on: &mut impl FnMut(Event<'_>),
    ) -> bool {
        mailbox.take(&mut self.lists);
        self.dirty.append(&mut self.lists.dirty);
        if !self.lists.priorities.is_empty() {
            self.take_priorities();
        }
        if !self.lists.new.is_empty() {
            let mut new = std::mem::take(&mut self.lists.new);
            let _dispatching = mailbox.dispatch();
            for shared in new.drain(..) {
                shared.link.enter(&shared, self, on);
            }
            self.lists.new = new;
        }
        if !self.lists.inboxes.is_empty() {
            let mut inboxes = std::mem::take(&mut self.lists.inboxes);
            let _dispatching = mailbox.dispatch();
            for pipe in inboxes.drain(..) {
                self.empty_inbox(&pipe, on);
            }
            self.lists.inboxes = inboxes;
        }
        if !self.lists.ended.is_empty() {
            let mut ended = std::mem::take(&mut self.lists.ended);
            let _dispatching = mailbox.dispatch();
            for shared in ended.drain(..) {
                shared.link.end_from_here(&shared, self, on);
            }
            self.lists.ended = ended;
        }
        if !self.lists.paused.is_empty() {
            let mut paused = std::mem::take(&mut self.lists.paused);
            let _dispatching = mailbox.dispatch();
            for shared in paused.drain(..) {
                self.pause_or_resume(&shared, on);
            }
            self.lists.paused = paused;
        }
        if !self.lists.received.is_empty() {
            self.received.extend(self.lists.received.drain(..));
        }
        if !self.received.is_empty() {
            let _dispatching = mailbox.dispatch();
            self.take_received(on);
        }
        std::mem::take(&mut self.lists.woken)
    }

    /// A channel was paused or resumed.
    #[cold]
    fn pause_or_resume(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        if !self.channels.contains_key(&shared.id) {
            return;
        }
        if shared.is_paused() {
            return self.rings.pause(shared.id);
        }
        // The silence was caused by this side.
        shared.received.touch(Instant::now());
        shared.link.resume(shared, self, on);
    }

    /// A channel is over: reports it, if the owner knows of it, and removes it.
    pub(super) fn end(
        &mut self,
        id: ChannelId,
        reason: CloseReason,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let reported = self.chains.forget(id);
        let Some(entry) = self.forget(id, reason.clone()) else {
            return;
        };
        let peer = Channel(Arc::clone(&entry.shared)).peer_address();
        // Anybody can cause those.
        let line = reason.is_bad_input().then(Self::stranger_line).flatten();
        let is_trusted = entry.shared.trust() == Trust::Full;
        self.strangers.note_bad_input(&reason, is_trusted);
        if let Some(suppressed) = line {
            tracing::warn!(channel = %id, %peer, %reason, suppressed, "channel closed");
        } else {
            tracing::debug!(channel = %id, %peer, %reason, "channel closed");
        }
        if !reported && entry.stream.is_none_or(|stream| stream.is_known()) {
            on(Event::Closed {
                channel: id,
                reason,
            });
        }
    }

    pub(super) fn forget(&mut self, id: ChannelId, reason: CloseReason) -> Option<ChannelEntry> {
        let entry = self.channels.remove(&id)?;
        if !self.first.is_empty() {
            self.first.forget(id);
        }
        if let Some(chain) = entry.shared.chain.get() {
            chain.abandon(&entry.shared, &reason);
        }
        if let Some(stream) = &entry.stream {
            self.streams -= 1;
            rings::stop_watching(self.poll.registry(), &stream.wire);
            self.rings.forget(id);
        }
        entry.shared.link.abandon(&entry.shared, reason);
        Some(entry)
    }
}
