//! An endpoint: the loop that drives its channels.

mod chains;
mod datagrams;
mod exchange;
mod in_process;
pub(crate) mod line_budget;
mod priority;
pub(crate) mod quiet;
mod read_coalescing;
#[cfg(test)]
mod reader_and_writers;
pub(crate) mod reception;
mod rings;
mod strangers;
mod streams;
mod table;
mod timer;
mod turn;
pub(crate) mod turns;

use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::time::{Duration, Instant};

use mio::net::TcpListener;
use mio::{Events, Interest, Poll, Token, Waker};
use rustc_hash::FxHashMap;

use crate::carrier::{Entrance, FlushOutcome};
use crate::channel::Shared;
use crate::channel_entry::{ChannelEntry, ReadOutcome};
use crate::framing::{Frames, Framing};
use crate::in_process::{hide, publish};
use crate::mailbox::{EndpointMailbox, Lists};
use crate::memory::SharedMemoryListener;
use crate::realtime::LockedBuffer;
use crate::sys::{self, KeptFromChildren};
use crate::wait_strategy::WaitStrategy;
use crate::{
    Address, Channel, ChannelId, CloseReason, EndpointConfig, Event, Remote, SharedMemoryAddress,
};
use chains::Chains;
use datagrams::Datagrams;
use quiet::AllRings;
use reception::{Received, Reception};

/// Token of the waker; channels and listeners are numbered from 1.
const WAKER: Token = Token(0);
/// Token of the alarm.
const ALARM: Token = Token(usize::MAX - 1);

/// Most bytes of one read.
const READ_BYTES: usize = 256 << 10;

/// The same of TCP in clear while there are several streams: a long message of one keeps the others waiting no longer.
const SHARED_READ_BYTES: usize = 64 << 10;

/// How long a rejected caller may read the reason, and by default how long queued data may still be
/// sent.
pub(crate) const LINGER: Duration = Duration::from_secs(1);

/// Capacity kept by the idle buffer that is swapped with inboxes.
const KEEP_BYTES: usize = 1 << 20;

/// Drives channels and gives events. Owned and driven by one thread at a time, which calls
/// [`poll`](Self::poll); other threads reach it through [`Remote`] and [`Channel`].
///
/// Dropping it closes all channels, and waits at most about a second for queued data to leave.
#[derive(Debug)]
pub struct Endpoint {
    /// Dropped before the poll: a child that removed a descriptor would remove it from the parent's
    /// list.
    _kept: KeptFromChildren,
    mailbox: Arc<EndpointMailbox>,
    poll: Poll,
    events: Events,
    listeners: Vec<Listener>,
    /// Threads that accept callers over TCP in place of this one.
    receptions: Vec<Reception>,
    /// Callers that they passed.
    received: VecDeque<Received>,
    channels: FxHashMap<ChannelId, ChannelEntry>,
    /// Number of `channels` over streams.
    streams: usize,
    /// Of these, those in shared memory.
    rings: AllRings<rings::Rings>,
    /// Channels that may have more to read.
    reading: Vec<ChannelId>,
    pauses: turns::Pauses,
    datagrams: Datagrams,
    chains: Chains,
    /// Channels with gathered frames whose gap has not passed.
    dirty: Vec<Arc<Shared>>,
    lists: Lists,
    strangers: strangers::Strangers,
    read_buffer: LockedBuffer,
    /// Channels with a priority.
    first: priority::PriorityChannels,
    /// Bytes that may still be locked for rings.
    lockable_bytes: usize,
    inbox_buffer: Vec<u8>,
    next_tick: Instant,
    wait_strategy: WaitStrategy,
    read_coalescing: read_coalescing::ReadCoalescing,
    alarm: timer::SubMillisecondTimer,
    /// The stream that had data at the last poll of all of them, if it was the only one.
    last_heard: Option<ChannelId>,
    /// Counts polls, to poll all streams now and then.
    looks: u32,
    /// Time of the last readiness call.
    asked: Instant,
    /// Last reading of the clock while polling.
    clock: Instant,
    /// Keys of the federation that were taken notice of.
    keys_seen: u64,
    /// A channel over its limit has room again, of which the owner of the endpoint does not know yet.
    relieved: bool,
    /// A listener has [more](Listener::more).
    more_callers: bool,
    exchange: exchange::Exchange,
}

#[derive(Debug)]
struct Listener {
    /// Dropped before the socket.
    _kept: KeptFromChildren,
    token: Token,
    entrance: Entrance,
    /// Accepting failed for lack of a resource; to be tried again.
    again: bool,
    /// More callers may wait: those of one turn have been accepted.
    more: bool,
}

impl Endpoint {
    /// Makes an endpoint without listeners.
    ///
    /// # Errors
    /// When the system has no more descriptors, or does not lock the requested memory.
    pub fn new(config: EndpointConfig) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        let read_buffer = LockedBuffer::new(READ_BYTES, config.locked_bytes > 0)?;
        let lockable_bytes = config.locked_bytes.saturating_sub(READ_BYTES);
        let wait_strategy = WaitStrategy::new(config.wait);
        let read_coalescing =
            read_coalescing::ReadCoalescing::new(config.longest_rest, Instant::now());
        let alarm = timer::SubMillisecondTimer::new(poll.registry())?;
        let datagrams = Datagrams::new(&config.security);
        let exchange = exchange::Exchange::new(&config);
        let mailbox = Arc::new(EndpointMailbox::new(
            NEXT.fetch_add(1, Relaxed),
            config,
            waker,
        ));
        publish(&mailbox);
        Ok(Self {
            _kept: KeptFromChildren::new(&poll),
            mailbox,
            poll,
            events: Events::with_capacity(256),
            listeners: Vec::new(),
            receptions: Vec::new(),
            received: VecDeque::new(),
            channels: FxHashMap::default(),
            streams: 0,
            rings: AllRings::default(),
            reading: Vec::new(),
            pauses: turns::Pauses::default(),
            datagrams,
            chains: Chains::default(),
            dirty: Vec::with_capacity(4),
            lists: Lists::with_room(),
            strangers: strangers::Strangers::default(),
            read_buffer,
            first: priority::PriorityChannels::default(),
            lockable_bytes,
            inbox_buffer: Vec::new(),
            next_tick: Instant::now(),
            wait_strategy,
            read_coalescing,
            alarm,
            last_heard: None,
            looks: 0,
            asked: Instant::now(),
            clock: Instant::now(),
            keys_seen: 0,
            relieved: false,
            more_callers: false,
            exchange,
        })
    }

    /// Accepts TCP channels at `at` (port 0: the system chooses); gives the address with the port.
    /// May be called for several addresses. Unless disabled, processes of this host are offered
    /// shared memory beside it ([`Self::shared_memory_addresses`]).
    ///
    /// # Errors
    /// Those of binding, for example that the address is in use, or the name for shared memory where
    /// [`EndpointConfig::require_shared_memory`] is set.
    pub fn listen(&mut self, at: SocketAddr) -> io::Result<SocketAddr> {
        let address = self.listen_tcp(at, Frames::Hyla)?;
        if self.mailbox.config.shared_memory
            && let Some(name) = SharedMemoryAddress::beside_tcp(address)
            && let Err(error) = self.open_door(name)
        {
            if self.mailbox.config.require_shared_memory && error.kind() == io::ErrorKind::AddrInUse
            {
                self.close_listener(address);
                let text = format!(
                    "another process has taken the name for shared memory at {address}: {error}; callers would find that process"
                );
                return Err(io::Error::new(error.kind(), text));
            }
            tracing::warn!(listener = %name, %error, "no shared memory here, only TCP");
        }
        if let Some(patience) = self.mailbox.config.reception
            && cfg!(unix)
        {
            self.open_reception(address, patience)?;
        }
        Ok(address)
    }

    /// Accepts TCP connections at `at` with that framing, beside those of Hyla at other addresses
    /// (port 0: the system chooses); gives the address with the port. No shared memory is offered.
    ///
    /// # Errors
    /// As [`Self::listen`], and `InvalidInput` for headers of no byte or more than
    /// [`MAX_HEADER_BYTES`](crate::MAX_HEADER_BYTES).
    pub fn listen_framed(
        &mut self,
        at: SocketAddr,
        framing: &'static dyn Framing,
    ) -> io::Result<SocketAddr> {
        let frames = Frames::own(framing).ok_or(io::ErrorKind::InvalidInput)?;
        self.listen_tcp(at, frames)
    }

    fn listen_tcp(&mut self, at: SocketAddr, frames: Frames) -> io::Result<SocketAddr> {
        let mut listener = TcpListener::bind(at)?;
        let address = listener.local_addr()?;
        let token = ChannelId::next().token();
        self.poll
            .registry()
            .register(&mut listener, token, Interest::READABLE)?;
        self.listeners.push(Listener {
            _kept: KeptFromChildren::new(&listener),
            token,
            entrance: (listener, frames).into(),
            again: false,
            more: false,
        });
        Ok(address)
    }

    /// Ends the listener at that address.
    fn close_listener(&mut self, at: SocketAddr) {
        let is_meant = |listener: &Listener| listener.entrance.tcp_address() == Some(at);
        let Some(index) = self.listeners.iter().position(is_meant) else {
            return;
        };
        let mut listener = self.listeners.remove(index);
        if let Entrance::Tcp(socket, _) = &mut listener.entrance {
            let _closing = self.poll.registry().deregister(socket);
        }
    }

    /// Gives the listener at that address to a reception.
    fn open_reception(&mut self, at: SocketAddr, patience: Duration) -> io::Result<()> {
        let is_meant = |listener: &Listener| listener.entrance.tcp_address() == Some(at);
        let Some(index) = self.listeners.iter().position(is_meant) else {
            return Ok(());
        };
        let listener = self.listeners.remove(index);
        if let Entrance::Tcp(mut socket, _) = listener.entrance {
            self.poll.registry().deregister(&mut socket)?;
            let mailbox = Arc::clone(&self.mailbox);
            self.receptions
                .push(Reception::start(socket, patience, mailbox)?);
        }
        Ok(())
    }

    fn open_door(&mut self, name: SharedMemoryAddress) -> io::Result<()> {
        let listener = SharedMemoryListener::open(name)?;
        let token = ChannelId::next().token();
        sys::watch(
            self.poll.registry(),
            listener.descriptor(),
            token,
            Interest::READABLE,
        )?;
        self.listeners.push(Listener {
            _kept: KeptFromChildren::new(&listener.descriptor()),
            token,
            entrance: listener.into(),
            again: false,
            more: false,
        });
        Ok(())
    }

    /// Shared-memory addresses of this endpoint, for processes of this host and user: one for each
    /// TCP listener.
    pub fn shared_memory_addresses(&self) -> impl Iterator<Item = Address> {
        let entrances = self.listeners.iter().map(|l| &l.entrance);
        entrances.filter_map(Entrance::shared_memory)
    }

    /// The address of this endpoint within its process.
    pub fn in_process_address(&self) -> Address {
        self.remote().in_process_address()
    }

    /// Makes a channel to the endpoint at `to`. Never blocks; frames may be sent at once and wait.
    /// [`Event::Opened`] or [`Event::Closed`] follows.
    pub fn connect(&mut self, to: &Address) -> Channel {
        self.remote().connect(to)
    }

    /// A handle for other threads.
    pub fn remote(&self) -> Remote {
        Remote(Arc::clone(&self.mailbox))
    }

    /// Runs the channels: writes due data, reads, calls `on` for each event. Waits up to `wait` for
    /// the first event (`None`: until an event or [`Remote::wake`]), by default first yielding,
    /// then blocking. Also returns when a channel over TCP or in shared memory was over its limit and has room again
    /// ([`Channel::pressure`]). Gives the number of events, 0 after a wake or for room.
    ///
    /// `on` may send, close and connect (through [`Remote`]). Frames that it sends leave at once if
    /// the wire is idle, otherwise before `poll` waits or returns.
    ///
    /// # Errors
    /// Only when the system's readiness call fails; errors of a channel are events.
    pub fn poll(
        &mut self,
        wait: Option<Duration>,
        on: &mut impl FnMut(Event<'_>),
    ) -> io::Result<usize> {
        if let Some(count) = self.poll_shortly(on) {
            return Ok(count);
        }
        self.poll_fully(wait, on)
    }

    fn poll_fully(
        &mut self,
        wait: Option<Duration>,
        on: &mut impl FnMut(Event<'_>),
    ) -> io::Result<usize> {
        let mailbox = Arc::clone(&self.mailbox);
        let count = Cell::new(0);
        let mut on = |event: Event<'_>| {
            count.set(count.get() + 1);
            on(event);
        };
        mailbox.look();
        let polled = self.poll_until(&mailbox, wait, &mut on, &count);
        self.say_asleep(false);
        self.leave(&mailbox);
        self.allow_short_polls(&mailbox);
        polled.map(|()| count.get())
    }

    fn poll_until(
        &mut self,
        mailbox: &EndpointMailbox,
        wait: Option<Duration>,
        on: &mut impl FnMut(Event<'_>),
        count: &Cell<usize>,
    ) -> io::Result<()> {
        let mut now = self.read_clock();
        let deadline = wait.and_then(|wait| now.checked_add(wait));
        if self.rests(deadline, now) {
            if self.rest(mailbox, deadline, on)? {
                return Ok(());
            }
            now = self.read_clock();
        }
        self.wait_strategy.begin(now);
        loop {
            // On the lists may be another table.
            self.say_asleep(false);
            let woken = self.take_lists(mailbox, on);
            self.tick(mailbox, now, on);
            if woken
                || std::mem::take(&mut self.relieved)
                || count.get() > 0
                || self.boards_reach(mailbox)
            {
                return Ok(());
            }
            let spinning = self.wait_strategy.spins();
            let yielding = spinning || self.wait_strategy.yields(now);
            let expired = deadline.is_some_and(|deadline| now >= deadline);
            // Before blocking, no frame waits for its gap.
            self.flush_dirty(!yielding, now);
            if yielding || expired || self.has_more_to_do() {
                self.look_at_streams(mailbox, expired, now, on)?;
                if expired || count.get() > 0 {
                    return Ok(());
                }
                now = self.read_clock();
                if spinning {
                    self.wait_strategy.spin(now);
                    continue;
                }
                if self.sees_input_soon(mailbox) {
                    continue;
                }
                std::thread::yield_now();
                let began = std::mem::replace(&mut now, self.read_clock());
                if yielding {
                    self.wait_strategy.yielded(began, now);
                }
                continue;
            }
            self.inbox_buffer.clear();
            self.inbox_buffer.shrink_to(KEEP_BYTES);
            self.say_asleep(true);
            if !self.rings_are_quiet() {
                self.look_at_rings(mailbox, on);
                if self.is_time_to_ask(now) {
                    self.wait_ready(Some(Duration::ZERO))?;
                    self.handle_ready(mailbox, on);
                }
                if count.get() > 0 {
                    return Ok(());
                }
                now = self.read_clock();
                continue;
            }
            // Those who post from here on signal it.
            if self.boards_reach(mailbox) {
                return Ok(());
            }
            if mailbox.block() {
                let waited = self.wait_ready(self.longest_wait(deadline, now));
                mailbox.look();
                waited?;
                self.read_coalescing.naps += 1;
                self.handle_ready(mailbox, on);
                now = self.read_clock();
                if count.get() > 0 {
                    return Ok(());
                }
            }
        }
    }

    /// Last reading of the clock by [`poll`](Self::poll): the time at its end if it had no events, else an earlier one.
    #[inline]
    pub fn clock(&self) -> Instant {
        self.clock
    }

    #[inline]
    pub(super) fn read_clock(&mut self) -> Instant {
        self.clock = Instant::now();
        self.clock
    }

    /// What a read notes as its time: the last reading of the clock; `None` where channels are closed after some silence, since callbacks
    /// between that reading and a read count as silence then.
    pub(super) fn read_time(&self) -> Option<Instant> {
        let is_exact = self.mailbox.config.idle_timeout.is_some();
        (!is_exact).then_some(self.clock)
    }

    /// Shows those whose boards are watched whether the owner sleeps. Before it does, a fence and a last look follow.
    #[inline]
    pub(super) fn say_asleep(&mut self, sleeps: bool) {
        if let Some(watch) = &mut self.lists.watch {
            watch.say_asleep(sleeps);
        }
    }

    /// Whether the boards watched have reached what is awaited, which is awaited no longer then.
    #[inline]
    pub(super) fn boards_reach(&mut self, mailbox: &EndpointMailbox) -> bool {
        let awaited = mailbox.awaited.load(Acquire);
        if awaited == 0
            || !self
                .lists
                .watch
                .as_mut()
                .is_some_and(|watch| watch.reaches(awaited))
        {
            return false;
        }
        // Unless something else is awaited by now.
        let _other = mailbox
            .awaited
            .compare_exchange(awaited, 0, Relaxed, Relaxed);
        true
    }

    fn has_more_to_do(&self) -> bool {
        !self.dirty.is_empty()
            || !self.reading.is_empty()
            || self.datagrams.has_more()
            || self.more_callers
            || !self.received.is_empty()
    }

    fn longest_wait(&self, deadline: Option<Instant>, now: Instant) -> Option<Duration> {
        let until = self.next_deadline(deadline)?;
        Some(until.saturating_duration_since(now))
    }

    /// Next time with work even if nothing arrives.
    fn next_deadline(&self, deadline: Option<Instant>) -> Option<Instant> {
        let ticks = self.streams > 0
            || self.datagrams.has_channels()
            || self.listeners.iter().any(|l| l.again);
        let tick = ticks.then_some(self.next_tick);
        let due = self.datagrams.next_due();
        let pause = self.pauses.end();
        [deadline, tick, due, self.chains.next_due(), pause]
            .into_iter()
            .flatten()
            .min()
    }

    fn wait_ready(&mut self, at_most: Option<Duration>) -> io::Result<()> {
        let at_most = self.alarm.instead_of(at_most);
        let polled = self.poll.poll(&mut self.events, at_most);
        self.asked = self.read_clock();
        match polled {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                self.events.clear();
                Ok(())
            }
            waited => waited,
        }
    }

    /// No gathered frame stays behind when `poll` returns.
    fn leave(&mut self, mailbox: &EndpointMailbox) {
        // A peer that reads as fast as others send could continue this for ever: then it is left to
        // the senders, who see that the owner is away.
        for _ in 0..16 {
            // The rest of the lists waits for the next poll.
            self.take_dirty(mailbox);
            if !self.dirty.is_empty() {
                self.flush_dirty(true, Instant::now());
            }
            if self.dirty.is_empty() && mailbox.leave() {
                return;
            }
            mailbox.look();
        }
        mailbox.leave();
        // From senders that still saw the owner here.
        self.take_dirty(mailbox);
        for shared in &self.dirty {
            Channel(Arc::clone(shared)).flush();
        }
    }

    fn take_dirty(&mut self, mailbox: &EndpointMailbox) {
        mailbox.take(&mut self.lists);
        self.dirty.append(&mut self.lists.dirty);
    }

    fn flush_dirty(&mut self, force: bool, now: Instant) {
        let (datagrams, chains) = (&mut self.datagrams, &mut self.chains);
        self.dirty.retain(|shared| {
            if !chains.flush_listed(shared, force, now) {
                return true;
            }
            match shared.link.flush_listed(force, now) {
                FlushOutcome::Done => false,
                FlushOutcome::Again => true,
                FlushOutcome::At(at) => {
                    datagrams.schedule(at, shared.id);
                    false
                }
            }
        });
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        hide(self.mailbox.number);
        let deadline = Instant::now() + self.mailbox.config.linger;
        for shared in self
            .mailbox
            .go()
            .into_iter()
            .chain(self.lists.new.drain(..))
        {
            // Made but not yet in the table: nothing to wait for.
            self.channels.insert(
                shared.id,
                ChannelEntry {
                    shared,
                    stream: None,
                },
            );
        }
        self.end_all_datagrams(deadline);
        for entry in self.channels.values() {
            Channel(Arc::clone(&entry.shared)).close("the endpoint was dropped");
        }
        self.finish_chains(deadline);
        for entry in self.channels.values() {
            entry.shared.link.flush_until(deadline);
        }
        // Closing with unread data would make the system reset the connection, and the peer might
        // miss the last frames.
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
