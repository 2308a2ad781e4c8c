//! An endpoint: the table of channels and the loop that drives them.

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use mio::net::TcpListener;
use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token, Waker};
use rustc_hash::FxHashMap;

use crate::attention::{Attention, Lists, Summons};
use crate::bundle::Then;
use crate::channel::{Link, Shared};
use crate::in_process::{self, Pipe};
use crate::patience::Patience;
use crate::slot::{ReadOutcome, Slot, Stage, TcpSlot};
use crate::tcp::{self, TcpLink};
use crate::{Address, Channel, ChannelId, CloseReason, EndpointConfig, Event, Remote, frame};

/// Token of the waker; channels and listeners are numbered from 1.
const WAKER: Token = Token(0);

/// What one read may bring.
const READ_BYTES: usize = 256 << 10;

/// Every how many looks the listeners are looked at while there are no streams.
const LOOKS_AT_LISTENERS: u32 = 16;

/// How many looks go to one stream for each that goes to all.
const LOOKS_AT_ONE: u32 = 4;

/// How long a channel closed here, or dropped with its endpoint, may still send what is queued.
const LINGER: Duration = Duration::from_secs(1);

/// Room kept by the buffer that is swapped with inboxes, while nothing happens.
const KEEP_BYTES: usize = 1 << 20;

/// Where channels end and events come out. Owned and driven by one thread at a time, which calls
/// [`poll`](Self::poll); other threads reach it through [`Remote`] and [`Channel`].
///
/// Dropping it closes all channels, waiting at most about a second for what is queued to leave.
#[derive(Debug)]
pub struct Endpoint {
    attention: Arc<Attention>,
    poll: Poll,
    events: Events,
    listeners: Vec<Listener>,
    channels: FxHashMap<ChannelId, Slot>,
    /// How many of `channels` are TCP.
    streams: usize,
    /// Channels that may have more to read.
    reading: Vec<ChannelId>,
    /// Channels with gathered frames whose gap has not passed.
    dirty: Vec<Arc<Shared>>,
    lists: Lists,
    read_buffer: Box<[u8]>,
    inbox_buffer: Vec<u8>,
    next_tick: Instant,
    patience: Patience,
    /// The stream that last had something to read.
    last_heard: Option<ChannelId>,
    /// Counts looks for arrivals, to look at all streams now and then.
    looks: u32,
}

#[derive(Debug)]
struct Listener {
    token: Token,
    listener: TcpListener,
    /// Accepting failed for want of something; to be tried again.
    again: bool,
}

impl Endpoint {
    /// Makes an endpoint that listens nowhere yet.
    ///
    /// # Errors
    /// When the system has no more descriptors.
    pub fn new(config: EndpointConfig) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        let patience = Patience::new(config.yield_for);
        let attention = Arc::new(Attention::new(NEXT.fetch_add(1, Relaxed), config, waker));
        in_process::publish(&attention);
        Ok(Self {
            attention,
            poll,
            events: Events::with_capacity(256),
            listeners: Vec::new(),
            channels: FxHashMap::default(),
            streams: 0,
            reading: Vec::new(),
            dirty: Vec::new(),
            lists: Lists::default(),
            read_buffer: vec![0; READ_BYTES].into_boxed_slice(),
            inbox_buffer: Vec::new(),
            next_tick: Instant::now(),
            patience,
            last_heard: None,
            looks: 0,
        })
    }

    /// Accepts TCP channels at `at` (port 0: the system chooses); gives the address with the port.
    /// May be called for several addresses.
    ///
    /// # Errors
    /// Those of binding, for example that the address is in use.
    pub fn listen(&mut self, at: SocketAddr) -> io::Result<SocketAddr> {
        let mut listener = TcpListener::bind(at)?;
        let address = listener.local_addr()?;
        let token = ChannelId::next().token();
        self.poll
            .registry()
            .register(&mut listener, token, Interest::READABLE)?;
        self.listeners.push(Listener {
            token,
            listener,
            again: false,
        });
        Ok(address)
    }

    /// The address under which endpoints of this process reach this one.
    pub fn in_process_address(&self) -> Address {
        self.remote().in_process_address()
    }

    /// Makes a channel to the endpoint at `to`. Never blocks; frames may be sent at once, they
    /// wait. [`Event::Opened`] or [`Event::Closed`] follows.
    pub fn connect(&mut self, to: &Address) -> Channel {
        self.remote().connect(to)
    }

    /// A handle for other threads.
    pub fn remote(&self) -> Remote {
        Remote(Arc::clone(&self.attention))
    }

    /// Runs the channels: writes what is due, reads, calls `on` for each event. Waits up to `wait`
    /// for the first one (`None`: until something happens or [`Remote::wake`]), first yielding,
    /// then blocking, as the configuration says. Gives the number of events, 0 after a wake.
    ///
    /// `on` may send, close and connect (through [`Remote`]). What it sends leaves at once if the
    /// wire is idle, else before `poll` waits or returns.
    ///
    /// # Errors
    /// Only when the system's readiness call fails; trouble of a channel is an event.
    pub fn poll(
        &mut self,
        wait: Option<Duration>,
        on: &mut impl FnMut(Event<'_>),
    ) -> io::Result<usize> {
        let attention = Arc::clone(&self.attention);
        let count = Cell::new(0);
        let mut on = |event: Event<'_>| {
            count.set(count.get() + 1);
            on(event);
        };
        attention.look();
        let polled = self.poll_until(&attention, wait, &mut on, &count);
        self.leave(&attention);
        polled.map(|()| count.get())
    }

    /// For an owner that does something else between its turns: `summons` is called, on any thread,
    /// when there is something to do after [`turn`](Self::turn). What arrives over TCP shows at
    /// [`descriptor`](Self::descriptor) instead. Only the first call has an effect.
    pub fn set_summons(&mut self, summons: impl Fn() + Send + Sync + 'static) {
        let _set_before = self.attention.summons.set(Summons(Box::new(summons)));
    }

    /// Becomes readable when a TCP channel or a listener has something to do. Valid as long as the
    /// endpoint.
    pub fn descriptor(&self) -> RawFd {
        self.poll.as_raw_fd()
    }

    /// Runs the channels without waiting, as [`poll`](Self::poll) does, until there is nothing more to
    /// do; then the owner rests until it is summoned, the descriptor is readable or the instant
    /// given back has come. A peer that sends without pause does not keep it here: then `true`
    /// says that there is more.
    ///
    /// # Errors
    /// As `poll`.
    pub fn turn(&mut self, on: &mut impl FnMut(Event<'_>)) -> io::Result<(bool, Option<Instant>)> {
        let attention = Arc::clone(&self.attention);
        attention.look();
        for _ in 0..16 {
            let now = Instant::now();
            self.take_lists(&attention, on);
            self.tick(&attention, now, on);
            if self.streams > 0 || !self.listeners.is_empty() {
                self.wait_ready(Some(Duration::ZERO))?;
                self.handle_ready(&attention, on);
            }
            self.flush_dirty(true, now);
            if self.dirty.is_empty() && self.reading.is_empty() && attention.rest() {
                return Ok((false, self.next_deadline(None)));
            }
        }
        self.leave(&attention);
        Ok((true, None))
    }

    fn poll_until(
        &mut self,
        attention: &Attention,
        wait: Option<Duration>,
        on: &mut impl FnMut(Event<'_>),
        count: &Cell<usize>,
    ) -> io::Result<()> {
        let mut now = Instant::now();
        let deadline = wait.and_then(|wait| now.checked_add(wait));
        let mut yield_until = now + self.patience.begin(now);
        loop {
            let woken = self.take_lists(attention, on);
            self.tick(attention, now, on);
            if woken || count.get() > 0 {
                return Ok(());
            }
            let yielding = now < yield_until;
            let expired = deadline.is_some_and(|deadline| now >= deadline);
            // When about to block, nothing is left to wait for its gap.
            self.flush_dirty(!yielding, now);
            if yielding || expired || !self.dirty.is_empty() || !self.reading.is_empty() {
                self.look_at_streams(attention, on)?;
                if expired || count.get() > 0 {
                    return Ok(());
                }
                now = Instant::now();
                std::thread::yield_now();
                let began = std::mem::replace(&mut now, Instant::now());
                if yielding && self.patience.yielded(began, now) {
                    yield_until = now;
                }
                continue;
            }
            self.inbox_buffer.clear();
            self.inbox_buffer.shrink_to(KEEP_BYTES);
            if attention.block() {
                let waited = self.wait_ready(self.longest_wait(deadline, now));
                attention.look();
                waited?;
                self.handle_ready(attention, on);
                if count.get() > 0 {
                    return Ok(());
                }
                now = Instant::now();
            }
        }
    }

    /// Looks what has arrived, without waiting. Mostly straight at the stream that was last heard
    /// of, which saves asking for what is ready; now and then at all of them.
    fn look_at_streams(
        &mut self,
        attention: &Attention,
        on: &mut impl FnMut(Event<'_>),
    ) -> io::Result<()> {
        if self.listeners.is_empty() && self.streams == 0 {
            return Ok(());
        }
        self.looks = self.looks.wrapping_add(1);
        // Only calls can come there, and they are not in a hurry: in-process messages are.
        if self.streams == 0 && !self.looks.is_multiple_of(LOOKS_AT_LISTENERS) {
            return Ok(());
        }
        if !self.looks.is_multiple_of(LOOKS_AT_ONE)
            && self.reading.is_empty()
            && let Some(id) = self.last_heard
        {
            let _dispatching = attention.dispatch();
            match self.read(id, on) {
                Some(ReadOutcome::More) => self.read_again(id),
                Some(ReadOutcome::Drained) => {}
                Some(ReadOutcome::Ended(_)) | None => self.last_heard = None,
            }
            return Ok(());
        }
        self.wait_ready(Some(Duration::ZERO))?;
        self.handle_ready(attention, on);
        Ok(())
    }

    fn read_again(&mut self, id: ChannelId) {
        if let Some(Slot { tcp: Some(tcp), .. }) = self.channels.get_mut(&id)
            && !tcp.reading
        {
            tcp.reading = true;
            self.reading.push(id);
        }
    }

    fn longest_wait(&self, deadline: Option<Instant>, now: Instant) -> Option<Duration> {
        let until = self.next_deadline(deadline)?;
        Some(until.saturating_duration_since(now))
    }

    /// When there is something to do though nothing comes.
    fn next_deadline(&self, deadline: Option<Instant>) -> Option<Instant> {
        let tick =
            (self.streams > 0 || self.listeners.iter().any(|l| l.again)).then_some(self.next_tick);
        [deadline, tick].into_iter().flatten().min()
    }

    fn wait_ready(&mut self, at_most: Option<Duration>) -> io::Result<()> {
        match self.poll.poll(&mut self.events, at_most) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                self.events.clear();
                Ok(())
            }
            waited => waited,
        }
    }

    /// Nothing gathered stays behind when `poll` returns.
    fn leave(&mut self, attention: &Attention) {
        // A peer that reads as fast as others send could keep this going: then it is left to the
        // senders, who see that the owner is away.
        for _ in 0..16 {
            // What else is on the lists waits for the next poll.
            attention.take(&mut self.lists);
            self.dirty.append(&mut self.lists.dirty);
            if !self.dirty.is_empty() {
                self.flush_dirty(true, Instant::now());
            }
            if self.dirty.is_empty() && attention.leave() {
                return;
            }
            attention.look();
        }
        attention.leave();
    }

    fn flush_dirty(&mut self, force: bool, now: Instant) {
        self.dirty.retain(|shared| match &shared.link {
            Link::Tcp(link) => !link.outgoing().flush_listed(force, now),
            Link::InProcess(_) | Link::Failed { .. } => false,
        });
    }

    /// Handles what other threads left; gives whether `wake` was called.
    fn take_lists(&mut self, attention: &Attention, on: &mut impl FnMut(Event<'_>)) -> bool {
        attention.take(&mut self.lists);
        self.dirty.append(&mut self.lists.dirty);
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
        std::mem::take(&mut self.lists.woken)
    }

    /// Takes a channel into the table that `connect` made, here or at the other end.
    fn add(&mut self, shared: Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        let id = shared.id;
        match &shared.link {
            Link::Tcp(_) => {
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
                self.channels.insert(id, Slot { shared, tcp: None });
                on(event);
            }
            Link::Failed { reason, .. } => on(Event::Closed {
                channel: id,
                reason: reason.clone(),
            }),
        }
    }

    fn add_stream(&mut self, shared: &Arc<Shared>, accepted: bool) -> io::Result<()> {
        let Link::Tcp(link) = &shared.link else {
            return Ok(());
        };
        let stream = link.outgoing().wire().ok_or(io::ErrorKind::NotConnected)?;
        let registered = self.poll.registry().register(
            &mut SourceFd(&stream.as_raw_fd()),
            shared.id.token(),
            Interest::READABLE | Interest::WRITABLE,
        );
        let now = Instant::now();
        if self.streams == 0 {
            self.next_tick = now + self.attention.config.tick();
        }
        self.streams += 1;
        let tcp = Some(TcpSlot::new(stream, accepted, now));
        self.channels.insert(
            shared.id,
            Slot {
                shared: Arc::clone(shared),
                tcp,
            },
        );
        registered
    }

    /// Delivers what an in-process peer sent.
    fn empty_inbox(&mut self, pipe: &Pipe, on: &mut impl FnMut(Event<'_>)) {
        let Some(slot) = self.channels.get(&pipe.channel) else {
            return;
        };
        let finished = pipe.swap(&mut self.inbox_buffer);
        let shared = &slot.shared;
        let mut frames = 0;
        let mut rest = &self.inbox_buffer[..];
        while !shared.shut.load(Relaxed)
            && let Some((bytes, after)) = frame::split(rest)
        {
            rest = after;
            frames += 1;
            on(Event::Frame {
                channel: pipe.channel,
                bytes,
            });
        }
        pipe.delivered();
        if !self.inbox_buffer.is_empty() {
            shared
                .received
                .read(self.inbox_buffer.len(), Instant::now());
            shared.received.frames(frames);
        }
        if let Some(reason) = finished
            && !shared.shut.load(Relaxed)
        {
            // The peer's own reason is its own, unless it is about what it sent.
            let reason = match reason {
                CloseReason::Local(_) => CloseReason::Peer,
                other => other,
            };
            self.end(pipe.channel, reason, on);
        }
    }

    /// A channel was closed by its user, or broke while a sender wrote.
    fn end_from_here(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        let id = shared.id;
        let Some(slot) = self.channels.get_mut(&id) else {
            return;
        };
        let reason = match &shared.link {
            Link::Tcp(link) => link.outgoing().ended(),
            Link::InProcess(link) => link.ended(),
            Link::Failed { .. } => None,
        };
        let Some(reason) = reason else { return };
        match (&mut slot.tcp, &reason) {
            (Some(tcp), CloseReason::Local(_)) => {
                if tcp.is_known() {
                    tcp.stage = Stage::Lingering {
                        until: Instant::now() + LINGER,
                    };
                    tracing::debug!(channel = %id, %reason, "channel closed");
                    on(Event::Closed {
                        channel: id,
                        reason,
                    });
                }
            }
            (Some(tcp), CloseReason::Broken(_)) => {
                // What arrived before comes first.
                tcp.hung_up = true;
                while let Some(ReadOutcome::More) = self.read(id, on) {}
                self.end(id, reason, on);
            }
            (Some(_), _) | (None, _) => self.end(id, reason, on),
        }
    }

    /// Accepts, writes and reads what the last wait found ready.
    fn handle_ready(&mut self, attention: &Attention, on: &mut impl FnMut(Event<'_>)) {
        if self.events.is_empty() && self.reading.is_empty() {
            return;
        }
        let _dispatching = attention.dispatch();
        let events = std::mem::replace(&mut self.events, Events::with_capacity(0));
        for event in &events {
            if event.token() == WAKER {
                continue;
            }
            let id = ChannelId::of_token(event.token());
            let Some(slot) = self.channels.get_mut(&id) else {
                self.accept(event.token());
                continue;
            };
            let Some(tcp) = &mut slot.tcp else { continue };
            tcp.hung_up |= event.is_read_closed() || event.is_error();
            let readable = event.is_readable() || tcp.hung_up;
            if event.is_writable()
                && let Link::Tcp(link) = &slot.shared.link
            {
                tcp::tell(&slot.shared, link.outgoing().writable());
            }
            if readable {
                self.read_again(id);
            }
        }
        self.events = events;

        // One read each, in turn, so that nobody starves.
        let mut at = 0;
        while at < self.reading.len() {
            let id = self.reading[at];
            self.last_heard = Some(id);
            if let Some(ReadOutcome::More) = self.read(id, on) {
                at += 1;
                continue;
            }
            if let Some(Slot { tcp: Some(tcp), .. }) = self.channels.get_mut(&id) {
                tcp.reading = false;
            }
            self.reading.swap_remove(at);
        }
    }

    /// Reads once from a channel, and ends it if its stream has ended. `None` if there is none.
    fn read(&mut self, id: ChannelId, on: &mut impl FnMut(Event<'_>)) -> Option<ReadOutcome> {
        let slot = self.channels.get_mut(&id)?;
        let tcp = slot.tcp.as_mut()?;
        let outcome = tcp.read(&slot.shared, &mut self.read_buffer, on);
        if let ReadOutcome::Ended(reason) = &outcome {
            let reason = match &slot.shared.link {
                Link::Tcp(link) => tcp.with_write_error(reason, link.outgoing().ended()),
                Link::InProcess(_) | Link::Failed { .. } => reason.clone(),
            };
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
            match self.listeners[at].listener.accept() {
                Ok((stream, peer)) => {
                    let link = Link::Tcp(TcpLink::new(stream, peer, &self.attention.config));
                    let shared = Shared::new(&self.attention, ChannelId::next(), link);
                    if let Err(error) = self.add_stream(&shared, true) {
                        tracing::warn!(%peer, %error, "cannot watch an accepted connection");
                        self.forget(shared.id, CloseReason::Broken(error.kind()));
                    }
                }
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => return,
                    // The peer was gone before it was accepted.
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

    /// A channel is over: reports it, if the owner knows of it, and forgets it.
    fn end(&mut self, id: ChannelId, reason: CloseReason, on: &mut impl FnMut(Event<'_>)) {
        let Some(slot) = self.forget(id, reason.clone()) else {
            return;
        };
        let peer = Channel(Arc::clone(&slot.shared)).peer_address();
        if reason.is_bad_input() {
            tracing::warn!(channel = %id, %peer, %reason, "channel closed");
        } else {
            tracing::debug!(channel = %id, %peer, %reason, "channel closed");
        }
        if slot.tcp.is_none_or(|tcp| tcp.is_known()) {
            on(Event::Closed {
                channel: id,
                reason,
            });
        }
    }

    fn forget(&mut self, id: ChannelId, reason: CloseReason) -> Option<Slot> {
        let slot = self.channels.remove(&id)?;
        match &slot.shared.link {
            Link::Tcp(link) => {
                if let Some(tcp) = &slot.tcp {
                    self.streams -= 1;
                    let mut source = SourceFd(&tcp.stream.as_raw_fd());
                    // Fails only if it was never registered.
                    let _unknown = self.poll.registry().deregister(&mut source);
                }
                link.outgoing().abandon(reason);
            }
            Link::InProcess(link) => link.close(reason),
            Link::Failed { .. } => {}
        }
        Some(slot)
    }

    /// Heartbeats and timeouts.
    fn tick(&mut self, attention: &Attention, now: Instant, on: &mut impl FnMut(Event<'_>)) {
        if now < self.next_tick {
            return;
        }
        let config = &attention.config;
        self.next_tick = now + config.tick();
        for at in 0..self.listeners.len() {
            if self.listeners[at].again {
                self.accept(self.listeners[at].token);
            }
        }
        let mut late = Vec::new();
        for (&id, Slot { shared, tcp }) in &mut self.channels {
            let (Some(tcp), Link::Tcp(link)) = (tcp, &shared.link) else {
                continue;
            };
            match tcp.stage {
                Stage::Greeting { since } => {
                    if now.saturating_duration_since(since) >= config.connect_timeout {
                        late.push((id, CloseReason::ConnectTimedOut(config.connect_timeout)));
                    }
                }
                Stage::Open => {
                    let idle = config.idle_timeout;
                    let host = config.host_timeout;
                    if let Some(idle) = idle.filter(|idle| shared.received.silent_for(now) >= *idle)
                    {
                        late.push((id, CloseReason::Idle(idle)));
                    } else if !host.is_zero() && tcp.host.is_lost(&tcp.stream, host, now) {
                        late.push((id, CloseReason::HostLost(host)));
                    } else if !config.heartbeat.is_zero() {
                        let then = link.outgoing().beat(config.heartbeat, now);
                        // A broken wire shows in the next read.
                        if then == Then::TellDirty {
                            tcp::tell(shared, then);
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
            let _dispatching = attention.dispatch();
            for (id, reason) in late {
                self.end(id, reason, on);
            }
        }
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        in_process::hide(self.attention.number);
        let deadline = Instant::now() + LINGER;
        for shared in self
            .attention
            .go()
            .into_iter()
            .chain(self.lists.new.drain(..))
        {
            // Made but not yet in the table: there is nothing to wait for.
            self.channels.insert(shared.id, Slot { shared, tcp: None });
        }
        for slot in self.channels.values() {
            Channel(Arc::clone(&slot.shared)).close("the endpoint was dropped");
        }
        for slot in self.channels.values() {
            if let Link::Tcp(link) = &slot.shared.link {
                link.flush_until(deadline);
            }
        }
        // Closing with something unread would make the system reset the connection, and the peer
        // might miss the last frames.
        let ids: Vec<_> = self.channels.keys().copied().collect();
        for id in ids {
            for _ in 0..16 {
                if !matches!(self.read(id, &mut |_| ()), Some(ReadOutcome::More)) {
                    break;
                }
            }
            self.forget(
                id,
                CloseReason::Local("the endpoint was dropped".to_owned()),
            );
        }
    }
}
