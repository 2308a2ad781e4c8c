//! Streams at an endpoint: accepting, reading, writing, heartbeats and timeouts.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use mio::{Events, Token};

use super::{ALARM, Endpoint, LINGER, READ_BYTES, SHARED_READ_BYTES, WAKER};
use crate::bundle::FollowUp;
use crate::carrier::{Carrier, FlushOutcome, PolledCarrier, StreamWire};
use crate::channel::{Shared, Trust};
use crate::channel_entry::{ChannelEntry, ChannelStage, ReadOutcome, StreamEntry};
use crate::mailbox::EndpointMailbox;
use crate::memory::MemoryWire;
use crate::stream::{self, ByteStreamCarrier};
use crate::sys;
use crate::wire::PolledWire;
use crate::{ChannelId, CloseReason, Event};

/// Polls of one stream for each poll of all.
const LOOKS_AT_ONE: u32 = 4;

/// Interval of polls of the listeners when nothing else requires a readiness call.
const LOOKS_AT_LISTENERS: u32 = 4 * LOOKS_AT_ONE;

/// Longest time between two readiness calls.
const READINESS_INTERVAL: Duration = Duration::from_micros(200);

/// Most callers accepted in one turn. The next ones wait in the queue of the system, so that a flood of them delays the frames of others
/// by no more.
pub(super) const MOST_ACCEPTED: usize = 4;

/// The called side waits this many times longer than the caller: a slow caller that was answered
/// must not be rejected, since it considers its frames sent.
const CALLED_TIMEOUT_FACTOR: u32 = 4;

/// Reads at once of a channel whose chain waits for packets.
const READS: usize = 4;

impl PolledCarrier for Arc<ByteStreamCarrier> {
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

    fn flush_listed(&self, force: bool, now: Instant) -> FlushOutcome {
        match self.outgoing().flush_listed(force, now) {
            true => FlushOutcome::Done,
            false => FlushOutcome::Again,
        }
    }

    fn write_blindly(&self) {
        let _broken_or_empty = self.outgoing().writable();
    }

    fn flush_until(&self, deadline: Instant) {
        ByteStreamCarrier::flush_until(self, deadline);
    }

    fn abandon(&self, channel: &Shared, reason: CloseReason) {
        // A peer that is gone, or closes as well, does not need it.
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
    /// Polls for arrived data without waiting: mostly reads the stream that last had data, which
    /// saves the readiness call; now and then all of them. The last poll before the owner does
    /// something else also checks the wake-up descriptors.
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
        let at_all = at_bells || self.more_callers || self.looks.is_multiple_of(LOOKS_AT_ONE);
        if !at_all && self.look_at_datagrams(mailbox, on) {
            return Ok(());
        }
        // Only calls, closed sockets and quiet rings show there, and none is urgent: rings are
        // polled directly.
        if self.streams == self.rings.count()
            && self.datagrams.is_quiet()
            && !at_bells
            && !self.more_callers
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

    /// Poll sockets at least every [`READINESS_INTERVAL`] while rings stay busy.
    pub(super) fn is_time_to_ask(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.asked) >= READINESS_INTERVAL
    }

    /// Accepts, writes and reads what the last readiness call reported.
    pub(super) fn handle_ready(
        &mut self,
        mailbox: &EndpointMailbox,
        on: &mut impl FnMut(Event<'_>),
    ) {
        if self.events.is_empty()
            && self.reading.is_empty()
            && !self.datagrams.has_more()
            && !self.more_callers
        {
            return;
        }
        let _dispatching = mailbox.dispatch();
        if std::mem::take(&mut self.more_callers) {
            self.accept_more(on);
        }
        let events = std::mem::replace(&mut self.events, Events::with_capacity(0));
        for event in &events {
            if event.token() == WAKER || event.token() == ALARM {
                continue;
            }
            let id = ChannelId::of_token(event.token());
            let Some(entry) = self.channels.get_mut(&id) else {
                if !self.datagrams.ready(event.token()) {
                    self.accept(event.token(), on);
                }
                continue;
            };
            let Some(stream) = &mut entry.stream else {
                continue;
            };
            stream.hung_up |= event.is_read_closed() || event.is_error();
            let memory = stream.wire.memory();
            self.read_coalescing.heard |= memory.is_some_and(MemoryWire::has_input);
            let in_memory = memory.is_some();
            let readable = event.is_readable() || stream.hung_up;
            if in_memory {
                if !self.join(id, on) {
                    continue;
                }
                if event.is_readable() {
                    self.take_table(id, on);
                }
            }
            let Some(ChannelEntry {
                shared,
                stream: Some(stream),
            }) = self.channels.get_mut(&id)
            else {
                continue;
            };
            // The wake-up descriptor of shared memory signals both.
            if event.is_writable() || in_memory {
                self.relieved |= stream.link.write_waiting(shared);
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

        // With several active streams, none is polled alone.
        self.last_heard = match self.reading[..] {
            [only] => Some(only),
            [] => self.last_heard,
            _ => None,
        };
        self.read_in_turn(on);
    }

    pub(super) fn read_again(&mut self, id: ChannelId) {
        if let Some(ChannelEntry {
            stream: Some(stream),
            ..
        }) = self.channels.get_mut(&id)
            && !stream.reading
        {
            stream.reading = true;
            self.reading.push(id);
        }
    }

    /// Reads once from a channel, and ends it if its stream has ended. `None` if the channel does
    /// not exist.
    pub(super) fn read(
        &mut self,
        id: ChannelId,
        on: &mut impl FnMut(Event<'_>),
    ) -> Option<ReadOutcome> {
        self.read_at_most(id, READ_BYTES, on)
    }

    /// As [`Self::read`], so many bytes over TCP.
    pub(super) fn read_at_most(
        &mut self,
        id: ChannelId,
        most: usize,
        on: &mut impl FnMut(Event<'_>),
    ) -> Option<ReadOutcome> {
        let time = self.read_time();
        let entry = self.channels.get(&id)?;
        if entry.shared.is_paused() && entry.stream.as_ref().is_some_and(|s| !s.hung_up) {
            return Some(ReadOutcome::Drained);
        }
        let mut is_long = false;
        let outcome = if self.first.anyone_before(id) {
            self.read_in_slices(id, on)?
        } else {
            let entry = self.channels.get_mut(&id)?;
            let stream = entry.stream.as_mut()?;
            let is_shared = self.streams > 1 && matches!(*stream.wire, StreamWire::Tcp(_));
            let most = match (is_shared, self.mailbox.config.fair_reads) {
                (true, true) => most.min(stream.slice.bytes),
                (true, false) => most.min(SHARED_READ_BYTES),
                (false, _) => READ_BYTES,
            };
            let buffer = &mut self.read_buffer.bytes()[..most];
            let before = stream.decoder.unfinished();
            let outcome = stream.read(&entry.shared, buffer, time, on);
            let after = stream.decoder.unfinished();
            // Of trusted peers long messages are usual: each MiB of one is looked at.
            let is_due = entry.shared.trust() != Trust::Full || before >> 20 != after >> 20;
            is_long = after > SHARED_READ_BYTES && is_due;
            outcome
        };
        if is_long {
            self.limit_unfinished(id, on);
            self.channels.get(&id)?;
        }
        if let ReadOutcome::Ended(reason) = &outcome {
            let entry = self.channels.get_mut(&id)?;
            let stream = entry.stream.as_mut()?;
            let reason = stream.with_write_error(reason);
            self.end(id, reason, on);
        }
        Some(outcome)
    }

    /// Accepts from listeners that had more callers than one turn takes.
    fn accept_more(&mut self, on: &mut impl FnMut(Event<'_>)) {
        for at in 0..self.listeners.len() {
            if self.listeners[at].more {
                self.accept(self.listeners[at].token, on);
            }
        }
    }

    fn accept(&mut self, token: Token, on: &mut impl FnMut(Event<'_>)) {
        let Some(at) = self.listeners.iter().position(|l| l.token == token) else {
            return;
        };
        self.listeners[at].again = false;
        self.listeners[at].more = false;
        for _ in 0..MOST_ACCEPTED {
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
                    self.limit_strangers(on);
                    self.reserve_descriptors(on);
                }
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => return,
                    // The peer left before it was accepted, or was rejected.
                    io::ErrorKind::Interrupted | io::ErrorKind::ConnectionAborted => {}
                    _ if is_out_of_descriptors(&error) && self.free_descriptor(on) => {}
                    _ => {
                        if Self::stranger_line().is_some() {
                            tracing::warn!(%error, "cannot accept a connection, trying again");
                        }
                        self.listeners[at].again = true;
                        return;
                    }
                },
            }
        }
        self.listeners[at].more = true;
        self.more_callers = true;
    }

    /// Takes callers over from the reception, a few in each turn.
    pub(super) fn take_received(&mut self, on: &mut impl FnMut(Event<'_>)) {
        for _ in 0..MOST_ACCEPTED {
            let Some(received) = self.received.pop_front() else {
                return;
            };
            let link = Arc::new(received.link);
            let id = ChannelId::next();
            let shared = Shared::new(&self.mailbox, id, Arc::clone(&link).into());
            if let Err(error) = self.add_stream(&shared, link, true) {
                tracing::warn!(%error, "cannot watch an accepted connection");
                self.forget(id, CloseReason::Broken(error.kind()));
                continue;
            }
            if received.is_open
                && let Some(ChannelEntry {
                    stream: Some(stream),
                    ..
                }) = self.channels.get_mut(&id)
            {
                stream.open_received(&shared, on);
            }
            // What it said has arrived.
            self.read_again(id);
            self.limit_strangers(on);
            self.reserve_descriptors(on);
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
        let stream = Some(StreamEntry::new(link, wire, accepted, now));
        self.channels.insert(
            shared.id,
            ChannelEntry {
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
        let Some(ChannelEntry {
            stream: Some(stream),
            shared: entry_shared,
            ..
        }) = self.channels.get_mut(&id)
        else {
            return;
        };
        match reason {
            CloseReason::Local(_) => {
                if stream.is_known() {
                    let is_dropped = entry_shared.dropped.load(Relaxed);
                    let linger = self.mailbox.config.linger;
                    let linger = if is_dropped { Duration::ZERO } else { linger };
                    stream.stage = ChannelStage::Lingering {
                        until: Instant::now() + linger,
                    };
                    tracing::debug!(channel = %id, %reason, "channel closed");
                    on(Event::Closed {
                        channel: id,
                        reason,
                    });
                }
            }
            CloseReason::Broken(_) => {
                // Data that arrived before comes first.
                stream.hung_up = true;
                while let Some(ReadOutcome::More) = self.read(id, on) {}
                self.end(id, reason, on);
            }
            _ => self.end(id, reason, on),
        }
    }

    /// Reads on where a key was missing.
    fn resume_with_new_keys(&mut self) {
        let Some(keyring) = &self.mailbox.config.security.keyring else {
            return;
        };
        let generation = keyring.generation();
        if generation == self.keys_seen {
            return;
        }
        self.keys_seen = generation;
        let streams = self.channels.iter();
        let waiting: Vec<_> = streams
            .filter(|(_, entry)| entry.stream.as_ref().is_some_and(|s| s.wire.awaits_key()))
            .map(|(id, _)| *id)
            .collect();
        waiting.into_iter().for_each(|id| self.read_again(id));
    }

    /// Heartbeats and timeouts.
    pub(super) fn tick(
        &mut self,
        mailbox: &EndpointMailbox,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        self.resume_with_new_keys();
        self.turn_datagrams(mailbox, now, on);
        self.turn_chains(mailbox, now, on);
        self.end_pauses(now);
        if now < self.next_tick {
            return;
        }
        let config = &mailbox.config;
        self.next_tick = now + config.tick();
        for at in 0..self.listeners.len() {
            if self.listeners[at].again {
                self.accept(self.listeners[at].token, on);
            }
        }
        self.log_strangers(now);
        self.tick_datagrams(now, on);
        mailbox.frames.look();
        let config = &mailbox.config;
        let mut late = Vec::new();
        for (&id, ChannelEntry { shared, stream }) in &mut self.channels {
            let Some(stream) = stream else {
                continue;
            };
            let slow = config
                .frame_timeout
                .filter(|limit| stream.frame_age(now) >= *limit);
            let link = &stream.link;
            match stream.stage {
                ChannelStage::Handshake { since } | ChannelStage::Agreeing { since } => {
                    let timeout = if stream.accepted {
                        config.connect_timeout * CALLED_TIMEOUT_FACTOR
                    } else {
                        config.connect_timeout
                    };
                    if now.saturating_duration_since(since) >= timeout {
                        let connected = !stream.accepted && link.counters().bytes_sent > 0;
                        let reason = match connected {
                            true => CloseReason::Silent(timeout),
                            false => CloseReason::ConnectTimedOut(timeout),
                        };
                        late.push((id, reason));
                    }
                }
                ChannelStage::Open => {
                    stream.decoder.look();
                    let idle = config.idle_timeout;
                    let host = config.host_timeout;
                    if let Some(idle) = idle
                        // What has arrived is not read while its key has not come.
                        .filter(|_| !shared.is_paused() && !stream.wire.awaits_key())
                        .filter(|idle| shared.received.silent_for(now) >= *idle)
                    {
                        late.push((id, CloseReason::Idle(idle)));
                    } else if let Some(limit) = slow {
                        late.push((id, CloseReason::SlowFrame(limit)));
                    } else if !host.is_zero()
                        && stream.wire.is_host_lost(&mut stream.host, host, now)
                    {
                        late.push((id, CloseReason::HostLost(host)));
                    } else {
                        let is_watched = stream.may_be_watched(shared);
                        let beat = stream.heartbeats.next(config, is_watched);
                        let then = link.outgoing().beat(beat, config.heartbeat, now);
                        // A broken wire shows in the next read.
                        if then == FollowUp::NotifyDirty {
                            stream::tell(shared, then);
                        }
                    }
                }
                ChannelStage::Lingering { until } => {
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

/// Whether the process, or the system, has no descriptor left.
pub(super) fn is_out_of_descriptors(error: &io::Error) -> bool {
    #[cfg(unix)]
    let codes = [libc::EMFILE, libc::ENFILE];
    #[cfg(not(unix))]
    let codes: [i32; 0] = [];
    error
        .raw_os_error()
        .is_some_and(|code| codes.contains(&code))
}
