//! In-process channels at an endpoint.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use super::Endpoint;
use crate::carrier::{Carrier, PolledCarrier};
use crate::channel::Shared;
use crate::channel_entry::ChannelEntry;
use crate::following::Rest;
use crate::framing::Frames;
use crate::in_process::{InProcessCarrier, Inbox};
use crate::{Channel, ChannelId, CloseReason, Event, frame};

impl PolledCarrier for InProcessCarrier {
    fn enter(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let entry = ChannelEntry {
            shared: Arc::clone(channel),
            stream: None,
        };
        endpoint.channels.insert(channel.id, entry);
        on(if self.accepted {
            Event::Accepted {
                channel: Channel(Arc::clone(channel)),
                peer: self.peer_address(),
            }
        } else {
            Event::Opened {
                channel: channel.id,
            }
        });
    }

    fn hear(
        &self,
        _channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        endpoint.empty_inbox(&self.inbox, on);
    }

    fn resume(
        &self,
        _channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        endpoint.empty_inbox(&self.inbox, on);
    }

    fn end_from_here(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        if !endpoint.channels.contains_key(&channel.id) {
            return;
        }
        let ended = self.ended().or_else(|| channel.chain.get()?.ended());
        if let Some(reason) = ended
            && !endpoint.leaves_slowly(channel, &reason, on)
        {
            endpoint.end(channel.id, reason, on);
        }
    }

    fn abandon(&self, _channel: &Shared, reason: CloseReason) {
        self.end(reason);
    }
}

impl Endpoint {
    /// Delivers frames of an in-process peer.
    pub(super) fn empty_inbox(&mut self, pipe: &Inbox, on: &mut impl FnMut(Event<'_>)) {
        let Some(entry) = self.channels.get(&pipe.channel) else {
            return;
        };
        if entry.shared.is_paused() && !pipe.is_finished() {
            // The channel stays listed: no further notification until it is resumed.
            return;
        }
        let finished = pipe.swap(&mut self.inbox_buffer);
        let shared = &entry.shared;
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
        let rest = Rest::new(Frames::Hyla, &self.inbox_buffer);
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

    /// Ends an in-process channel that the peer has closed, if there is a reason.
    fn end_from_there(
        &mut self,
        id: ChannelId,
        finished: Option<CloseReason>,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let shut =
            |entry: &ChannelEntry| entry.shared.shut.load(Relaxed) && !entry.shared.is_leaving();
        let (Some(reason), false) = (finished, self.channels.get(&id).is_none_or(shut)) else {
            return;
        };
        // The peer's own reason is its own, unless it concerns its frames.
        let reason = match reason {
            CloseReason::Local(_) => CloseReason::Peer,
            other => other,
        };
        self.end(id, reason, on);
    }
}
