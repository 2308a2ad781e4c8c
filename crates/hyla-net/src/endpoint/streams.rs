//! Streams at an endpoint: what is ready is accepted, read and written; heartbeats and timeouts.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::{Events, Token};

use super::{ALARM, Endpoint, LINGER, WAKER};
use crate::bundle::Then;
use crate::carrier::{Attended, Carrier, Listed};
use crate::channel::Shared;
use crate::mailbox::EndpointMailbox;
use crate::slot::{ReadOutcome, Slot, Stage, StreamSlot};
use crate::stream::{self, ByteStreamCarrier};
use crate::sys;
use crate::wire::Incoming;
use crate::{ChannelId, CloseReason, Event};

/// How many looks go to one stream for each that goes to all.
const LOOKS_AT_ONE: u32 = 4;

/// Every how many looks the listeners are looked at where nothing else is to be asked of the system.
const LOOKS_AT_LISTENERS: u32 = 4 * LOOKS_AT_ONE;

/// The system is asked what is ready no later than so long after it was asked before.
const ASKED: Duration = Duration::from_micros(200);

/// How many times longer who is called waits than who calls: a caller that has been answered must not be turned
/// away because it is slow, since it counts what it sends from then on as sent.
const CALLED_PATIENCE: u32 = 4;

/// How many reads a channel gets at once whose chain waits for something.
const READS: usize = 4;

impl Attended for Arc<ByteStreamCarrier> {
    fn enter(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        if let Err(error) = endpoint.add_stream(channel, Arc::clone(self), false) {
            let reason = CloseReason::ConnectFailed(error.kind());
            endpoint.end(channel.id, reason, on);
        }
    }

    fn hear(&self, channel: &Arc<Shared>, endpoint: &mut Endpoint, on: &mut impl FnMut(Event<'_>)) {
        for _ in 0..READS {
            match endpoint.read(channel.id, on) {
                Some(ReadOutcome::More) => {}
                _ => return,
            }
        }
        endpoint.read_again(channel.id);
    }

    fn resume(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        _on: &mut impl FnMut(Event<'_>),
    ) {
        endpoint.rings.resume(channel.id);
        endpoint.read_again(channel.id);
    }

    fn end_from_here(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let ended = self.outgoing().ended();
        if let Some(reason) = ended.or_else(|| channel.chain.get()?.ended()) {
            endpoint.end_stream_from_here(channel.id, reason, on);
        }
    }

    fn flush_listed(&self, force: bool, now: Instant) -> Listed {
        match self.outgoing().flush_listed(force, now) {
            true => Listed::Done,
            false => Listed::Again,
        }
    }

    fn write_blindly(&self) {
        let _broken_or_empty = self.outgoing().writable();
    }

    fn flush_until(&self, deadline: Instant) {
        ByteStreamCarrier::flush_until(self, deadline);
    }

    fn abandon(&self, channel: &Shared, reason: CloseReason) {
        // A peer that is gone, or closes as well, has no use for it.
        let gives_up = matches!(
            reason,
            CloseReason::Local(_) | CloseReason::ConnectTimedOut(_)
        );
        let bytes = self.outgoing().abandon(reason);
        if gives_up && bytes > 0 {
            let (id, peer) = (channel.id, self.peer_address());
            tracing::warn!(channel = %id, %peer, bytes, "channel closed before the peer took all that was sent: the last bytes are lost");
        }
    }
}

impl Endpoint {
    /// Looks what has arrived, without waiting. Mostly straight at the stream that was last heard
    /// of, which saves asking for what is ready; now and then at all of them. The last look before the owner does something
    /// else hears the bells, too.
    pub(super) fn look_at_streams(
        &mut self,
        mailbox: &EndpointMailbox,
        last: bool,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) -> io::Result<()> {
        if self.listeners.is_empty() && self.streams == 0 && self.datagrams.is_empty() {
            return Ok(());
        }
        self.look_at_rings(mailbox, on);
        self.looks = self.looks.wrapping_add(1);
        let at_bells = self.rings.hears_bells(last || self.is_time_to_ask(now));
        let at_all = at_bells || self.looks.is_multiple_of(LOOKS_AT_ONE);
        if !at_all && self.look_at_datagrams(mailbox, on) {
            return Ok(());
        }
        // Only calls, the ends of processes, and what was quiet for long, can come there, and they are not in a hurry:
        // messages in memory are.
        if self.streams == self.rings.count()
            && self.datagrams.is_quiet()
            && !at_bells
            && !self.looks.is_multiple_of(LOOKS_AT_LISTENERS)
        {
            return Ok(());
        }
        if !at_all
            && self.reading.is_empty()
            && let Some(id) = self.last_heard
        {
            let _dispatching = mailbox.dispatch();
            match self.read(id, on) {
                Some(ReadOutcome::More) => self.read_again(id),
                Some(ReadOutcome::Drained) => {}
                Some(ReadOutcome::Ended(_)) | None => self.last_heard = None,
            }
            return Ok(());
        }
        if !at_all && self.reading.is_empty() && self.datagrams.has_heard() {
            return Ok(());
        }
        self.wait_ready(Some(Duration::ZERO))?;
        self.handle_ready(mailbox, on);
        Ok(())
    }

    /// Whether the system has not been asked for long: whatever never stops, everything else is heard, too.
    pub(super) fn is_time_to_ask(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.asked) >= ASKED
    }

    /// Accepts, writes and reads what the last wait found ready.
    pub(super) fn handle_ready(
        &mut self,
        mailbox: &EndpointMailbox,
        on: &mut impl FnMut(Event<'_>),
    ) {
        if self.events.is_empty() && self.reading.is_empty() && !self.datagrams.has_more() {
            return;
        }
        let _dispatching = mailbox.dispatch();
        let events = std::mem::replace(&mut self.events, Events::with_capacity(0));
        for event in &events {
            if event.token() == WAKER || event.token() == ALARM {
                continue;
            }
            let id = ChannelId::of_token(event.token());
            let Some(slot) = self.channels.get_mut(&id) else {
                if !self.datagrams.ready(event.token()) {
                    self.accept(event.token());
                }
                continue;
            };
            let Some(stream) = &mut slot.stream else {
                continue;
            };
            stream.hung_up |= event.is_read_closed() || event.is_error();
            let in_memory = stream.wire.memory().is_some();
            let readable = event.is_readable() || stream.hung_up;
            if in_memory && !self.join(id, on) {
                continue;
            }
            let Some(Slot {
                shared,
                stream: Some(stream),
            }) = self.channels.get_mut(&id)
            else {
                continue;
            };
            // The bell of shared memory rings for both.
            if event.is_writable() || in_memory {
                stream::tell(shared, stream.link.outgoing().writable());
                if !event.is_error() {
                    stream.connected(shared, on);
                }
            }
            if readable {
                self.read_again(id);
            }
        }
        self.events = events;
        self.read_datagrams(on);

        // Where several speak at a time, none of them is the one to look at.
        self.last_heard = match self.reading[..] {
            [only] => Some(only),
            [] => self.last_heard,
            _ => None,
        };
        // One read each, in turn, so that nobody starves.
        self.first.sort(&mut self.reading);
        let mut at = 0;
        while at < self.reading.len() {
            let id = self.reading[at];
            let outcome = self.read(id, on);
            if self.rings.has_quiet() {
                self.rings.rung(id);
            }
            if let Some(ReadOutcome::More) = outcome {
                at += 1;
                continue;
            }
            if let Some(Slot {
                stream: Some(stream),
                ..
            }) = self.channels.get_mut(&id)
            {
                stream.reading = false;
            }
            self.reading.swap_remove(at);
        }
    }

    pub(super) fn read_again(&mut self, id: ChannelId) {
        if let Some(Slot {
            stream: Some(stream),
            ..
        }) = self.channels.get_mut(&id)
            && !stream.reading
        {
            stream.reading = true;
            self.reading.push(id);
        }
    }

    /// Reads once from a channel, and ends it if its stream has ended. `None` if there is none.
    pub(super) fn read(
        &mut self,
        id: ChannelId,
        on: &mut impl FnMut(Event<'_>),
    ) -> Option<ReadOutcome> {
        let slot = self.channels.get(&id)?;
        if slot.shared.is_paused() && slot.stream.as_ref().is_some_and(|s| !s.hung_up) {
            return Some(ReadOutcome::Drained);
        }
        let outcome = if self.first.anyone_before(id) {
            self.read_in_slices(id, on)?
        } else {
            let slot = self.channels.get_mut(&id)?;
            let stream = slot.stream.as_mut()?;
            stream.read(&slot.shared, self.read_buffer.bytes(), on)
        };
        if let ReadOutcome::Ended(reason) = &outcome {
            let slot = self.channels.get_mut(&id)?;
            let stream = slot.stream.as_mut()?;
            let reason = stream.with_write_error(reason);
            self.end(id, reason, on);
        }
        Some(outcome)
    }

    fn accept(&mut self, token: Token) {
        let Some(at) = self.listeners.iter().position(|l| l.token == token) else {
            return;
        };
        self.listeners[at].again = false;
        loop {
            let entrance = &self.listeners[at].entrance;
            match entrance.accept(&self.mailbox.config) {
                Ok(link) => {
                    let link = Arc::new(link);
                    let id = ChannelId::next();
                    let shared = Shared::new(&self.mailbox, id, Arc::clone(&link).into());
                    if let Err(error) = self.add_stream(&shared, link, true) {
                        tracing::warn!(%error, "cannot watch an accepted connection");
                        self.forget(shared.id, CloseReason::Broken(error.kind()));
                    }
                }
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => return,
                    // The peer was gone before it was accepted, or was turned away.
                    io::ErrorKind::Interrupted | io::ErrorKind::ConnectionAborted => {}
                    _ => {
                        tracing::warn!(%error, "cannot accept a connection, trying again");
                        self.listeners[at].again = true;
                        return;
                    }
                },
            }
        }
    }

    fn add_stream(
        &mut self,
        shared: &Arc<Shared>,
        link: Arc<ByteStreamCarrier>,
        accepted: bool,
    ) -> io::Result<()> {
        let wire = link.outgoing().wire().ok_or(io::ErrorKind::NotConnected)?;
        let registered = sys::watch(
            self.poll.registry(),
            wire.socket(),
            shared.id.token(),
            wire.interest(),
        );
        let now = Instant::now();
        if self.streams == 0 && !self.datagrams.has_channels() {
            self.next_tick = now + self.mailbox.config.tick();
        }
        self.streams += 1;
        let stream = Some(StreamSlot::new(link, wire, accepted, now));
        self.channels.insert(
            shared.id,
            Slot {
                shared: Arc::clone(shared),
                stream,
            },
        );
        registered?;
        self.watch_rings(shared.id)
    }

    /// A channel was closed by its user, or broke while a sender wrote.
    fn end_stream_from_here(
        &mut self,
        id: ChannelId,
        reason: CloseReason,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(Slot {
            stream: Some(stream),
            ..
        }) = self.channels.get_mut(&id)
        else {
            return;
        };
        match reason {
            CloseReason::Local(_) => {
                if stream.is_known() {
                    stream.stage = Stage::Lingering {
                        until: Instant::now() + self.mailbox.config.linger,
                    };
                    tracing::debug!(channel = %id, %reason, "channel closed");
                    on(Event::Closed {
                        channel: id,
                        reason,
                    });
                }
            }
            CloseReason::Broken(_) => {
                // What arrived before comes first.
                stream.hung_up = true;
                while let Some(ReadOutcome::More) = self.read(id, on) {}
                self.end(id, reason, on);
            }
            _ => self.end(id, reason, on),
        }
    }

    /// Heartbeats and timeouts.
    pub(super) fn tick(
        &mut self,
        mailbox: &EndpointMailbox,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        self.turn_datagrams(mailbox, now, on);
        self.turn_chains(mailbox, now, on);
        if now < self.next_tick {
            return;
        }
        let config = &mailbox.config;
        self.next_tick = now + config.tick();
        for at in 0..self.listeners.len() {
            if self.listeners[at].again {
                self.accept(self.listeners[at].token);
            }
        }
        self.tick_datagrams(now, on);
        let config = &mailbox.config;
        let mut late = Vec::new();
        for (&id, Slot { shared, stream }) in &mut self.channels {
            let Some(stream) = stream else {
                continue;
            };
            let link = &stream.link;
            match stream.stage {
                Stage::Greeting { since } | Stage::Agreeing { since } => {
                    let patience = if stream.accepted {
                        config.connect_timeout * CALLED_PATIENCE
                    } else {
                        config.connect_timeout
                    };
                    if now.saturating_duration_since(since) >= patience {
                        let connected = !stream.accepted && link.counters().bytes_sent > 0;
                        let reason = match connected {
                            true => CloseReason::Silent(patience),
                            false => CloseReason::ConnectTimedOut(patience),
                        };
                        late.push((id, reason));
                    }
                }
                Stage::Open => {
                    stream.decoder.look();
                    let idle = config.idle_timeout;
                    let host = config.host_timeout;
                    if let Some(idle) = idle
                        .filter(|_| !shared.is_paused())
                        .filter(|idle| shared.received.silent_for(now) >= *idle)
                    {
                        late.push((id, CloseReason::Idle(idle)));
                    } else if !host.is_zero()
                        && stream.wire.is_host_lost(&mut stream.host, host, now)
                    {
                        late.push((id, CloseReason::HostLost(host)));
                    } else if !config.heartbeat.is_zero() {
                        let then = link.outgoing().beat(config.heartbeat, now);
                        // A broken wire shows in the next read.
                        if then == Then::TellDirty {
                            stream::tell(shared, then);
                        }
                    }
                }
                Stage::Lingering { until } => {
                    if now >= until {
                        late.push((id, CloseReason::ConnectTimedOut(LINGER)));
                    }
                }
            }
        }
        if !late.is_empty() {
            let _dispatching = mailbox.dispatch();
            for (id, reason) in late {
                self.end(id, reason, on);
            }
        }
    }
}
