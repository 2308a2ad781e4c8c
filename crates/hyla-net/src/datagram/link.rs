//! A channel over datagrams: what senders and the endpoint share.
//!
//! As with streams, there is no thread that sends. Frames gather under a short lock; whoever finds the
//! *engine* (the chain, and room to put datagrams together) takes it, passes what has gathered through
//! the chain and sends, without the lock. What comes meanwhile goes along, or is left to the endpoint.

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::batch::Batch;
use super::packet::{self, Id, Terms};
use super::socket::{Destination, Sent, UdpWire};
use super::{facts, standard_chain};
use crate::bundle::Then;
use crate::channel::{Closed, NoRoom, Pressure, Shared};
use crate::modules::{Chain, ChainError, ModuleSpec, Outlet, To};
use crate::stream::tell;
use crate::{
    Address, ChannelCounters, CloseReason, Dropped, EndpointConfig, Profile, Reliability,
    Unattended, frame,
};

/// How often one caller takes along what others gathered meanwhile.
const ROUNDS: u32 = 2;

/// Datagrams of so many bytes are sent before more are put together.
const BATCH_BYTES: usize = 128 << 10;

/// Room kept by a channel that has been quiet.
const KEEP_BYTES: usize = 64 << 10;

/// What makes a channel one that runs over datagrams.
#[derive(Debug)]
pub(crate) struct DatagramLink {
    pub(super) wire: Arc<UdpWire>,
    pub(super) peer: Destination,
    /// What the peer's datagrams carry.
    pub(crate) own: Id,
    pub(crate) name: String,
    pub(super) reliability: Reliability,
    /// The caller's.
    pub(super) token: u64,
    /// What the caller says of the channel; empty at the other end.
    pub(super) terms: Vec<u8>,
    limits: Limits,
    state: Mutex<State>,
    /// The engine is back, or there is room.
    returned: Condvar,
}

#[derive(Debug)]
struct Limits {
    high: usize,
    low: usize,
    frame: usize,
    bundle: usize,
    gap: Duration,
}

#[derive(Debug)]
struct State {
    /// Frames, each with its length.
    gathering: Vec<u8>,
    /// Datagrams that are not the chain's.
    control: Vec<Vec<u8>>,
    /// `None` while somebody has it.
    engine: Option<Box<Engine>>,
    /// The endpoint waits for it.
    claimed: bool,
    /// What the peer reads; not known until the channel is open.
    peer: Option<Id>,
    /// The chain takes no more for now.
    full: bool,
    /// What the engine holds of frames.
    held: usize,
    /// Packets that may have to be sent again.
    unfinished: usize,
    due: Option<Instant>,
    /// When the endpoint comes by itself.
    alarm: Option<Instant>,
    listed: bool,
    last_write: Option<Instant>,
    end: End,
    counters: ChannelCounters,
    /// By the modules, when last asked.
    counted: ModuleCounters,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    Open,
    /// Closed here: what is queued still leaves.
    Closing(CloseReason),
    Closed(CloseReason),
}

/// The chain and what it needs to send. Belongs to one thread at a time.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) chain: Chain,
    /// Frames taken to be sent, and how far that is.
    gathered: Vec<u8>,
    at: usize,
    pub(super) batch: Batch,
    pub(super) sent: Sent,
    /// Frames that came out where no endpoint was there to deliver them.
    pub(super) stray: Vec<u8>,
    /// The chain's bundles do not wait for a time of their own.
    flush: bool,
    refused: u64,
}

/// What becomes of a channel on the list of dirty ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    Done,
    /// It has to come again.
    Again,
    /// It has to come at that time.
    At(Instant),
}

impl DatagramLink {
    /// Begins to call; the endpoint goes on with it.
    pub(crate) fn call(
        wire: UdpWire,
        at: SocketAddr,
        profile: &Profile,
        config: &EndpointConfig,
    ) -> Result<Self, ChainError> {
        let peer = Destination { to: at, from: None };
        let token = packet::new_token();
        let specs = if profile.modules.is_empty() {
            standard_chain(profile.reliability)
        } else {
            profile.modules.clone()
        };
        let chain = Chain::new(&specs, facts(profile.reliability))?;
        let terms = Terms {
            reliable: profile.reliability == Reliability::Reliable,
            name: &profile.name,
            chain: &ModuleSpec::encode(chain.specs()),
        };
        let terms = terms.encode();
        let name = profile.name.clone();
        let link = Self::new(
            Arc::new(wire),
            peer,
            Id::of_token(token),
            name,
            chain,
            config,
        );
        Ok(Self {
            reliability: profile.reliability,
            token,
            terms,
            ..link
        })
    }

    /// The other end, on the caller's terms.
    pub(crate) fn accept(
        wire: &Arc<UdpWire>,
        peer: Destination,
        (own, peers): (Id, Id),
        terms: &Terms<'_>,
        config: &EndpointConfig,
    ) -> Result<Self, String> {
        let specs = ModuleSpec::decode(terms.chain).map_err(|error| error.to_string())?;
        let reliability = if terms.reliable {
            Reliability::Reliable
        } else {
            Reliability::BestEffort
        };
        let chain = Chain::new(&specs, facts(reliability)).map_err(|error| error.to_string())?;
        let name = terms.name.to_owned();
        let link = Self::new(Arc::clone(wire), peer, own, name, chain, config);
        link.lock().peer = Some(peers);
        Ok(Self {
            reliability,
            ..link
        })
    }

    fn new(
        wire: Arc<UdpWire>,
        peer: Destination,
        own: Id,
        name: String,
        chain: Chain,
        config: &EndpointConfig,
    ) -> Self {
        let bundle = chain.specs().iter().find_map(|spec| match spec {
            ModuleSpec::Bundle(bundle) => Some(bundle),
            _ => None,
        });
        let adaptive = bundle.is_none_or(|bundle| bundle.adaptive);
        let limits = Limits {
            high: config.send_queue_bytes,
            low: config.send_queue_bytes / 2,
            frame: config.max_frame_bytes,
            bundle: config.bundle_bytes,
            // The gap of a chain's bundles is kept here, where frames share the way through the chain.
            gap: match bundle {
                Some(bundle) if bundle.adaptive => bundle.gap,
                _ => config.bundle_gap,
            },
        };
        let engine = Engine {
            chain,
            gathered: Vec::new(),
            at: 0,
            batch: Batch::default(),
            sent: Sent::default(),
            stray: Vec::new(),
            flush: adaptive,
            refused: 0,
        };
        let state = State {
            gathering: Vec::new(),
            control: Vec::new(),
            engine: Some(Box::new(engine)),
            claimed: false,
            peer: None,
            full: false,
            held: 0,
            unfinished: 0,
            due: None,
            alarm: None,
            listed: false,
            last_write: None,
            end: End::Open,
            counters: ChannelCounters::default(),
            counted: ModuleCounters::default(),
        };
        Self {
            wire,
            peer,
            own,
            name,
            reliability: Reliability::BestEffort,
            token: 0,
            terms: Vec::new(),
            limits,
            state: Mutex::new(state),
            returned: Condvar::new(),
        }
    }

    fn is_reliable(&self) -> bool {
        self.reliability == Reliability::Reliable
    }

    // For senders.

    #[inline]
    pub(crate) fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        let mut state = self.lock();
        if state.end != End::Open {
            return Err(Closed);
        }
        if self.reliability == Reliability::BestEffort && state.queued() > self.limits.high {
            state.counters.frames_sent += 1;
            state.counters.dropped.queue_full += 1;
            return Ok(Pressure::Open);
        }
        match frame::append(&mut state.gathering, self.limits.frame, write) {
            Ok(0) => {}
            Ok(_) => state.counters.frames_sent += 1,
            Err(reason) => {
                state.fail(reason);
                drop(state);
                tell(channel, Then::TellEnded);
                return Err(Closed);
            }
        }
        let pressure = self.pressure_of(&state);
        if pressure == Pressure::High {
            state.counters.pressed_back += 1;
        }
        Ok(pressure)
    }

    pub(crate) fn depart(&self, channel: &Arc<Shared>) {
        let endpoint = &channel.endpoint;
        let attended =
            || endpoint.config.unattended == Unattended::Gather || endpoint.is_attended();
        let mut state = self.lock();
        // Whoever has the engine, or hears that the way is free, takes this along.
        if !state.is_ready() || state.full || state.gathering.is_empty() {
            return;
        }
        if state.gathering.len() < self.limits.bundle
            && !self.limits.gap.is_zero()
            && !state.is_idle(self.limits.gap, Instant::now())
            && attended()
        {
            let then = state.list();
            drop(state);
            tell(channel, then);
            if then == Then::TellDirty && !attended() {
                // The owner left meanwhile.
                self.flush(channel);
            }
            return;
        }
        let then = self.drive(state).1;
        tell(channel, then);
    }

    pub(crate) fn flush(&self, channel: &Arc<Shared>) {
        let state = self.lock();
        if state.is_ready() {
            let then = self.drive(state).1;
            tell(channel, then);
        }
    }

    /// Only a channel that loses nothing has to wait, for the peer to say what it has.
    pub(crate) fn wait_for_room(
        &self,
        channel: &Arc<Shared>,
        timeout: Option<Duration>,
    ) -> Result<(), NoRoom> {
        /// How long to rely on others before looking again.
        const PATIENCE: Duration = Duration::from_millis(5);

        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut state = self.lock();
        loop {
            if state.end != End::Open {
                return Err(NoRoom::Closed);
            }
            let has_room = state.queued() <= self.limits.low && !state.full;
            // What the peer says is only heard by an owner who polls.
            if has_room
                || self.reliability == Reliability::BestEffort
                || !channel.endpoint.is_attended_by_another()
            {
                return Ok(());
            }
            let left = deadline.map_or(PATIENCE, |deadline| {
                let left = deadline.saturating_duration_since(Instant::now());
                left.min(PATIENCE)
            });
            if left.is_zero() {
                return Err(NoRoom::TimedOut);
            }
            state = self.wait(state, left);
        }
    }

    pub(crate) fn pressure(&self) -> Pressure {
        self.pressure_of(&self.lock())
    }

    fn pressure_of(&self, state: &State) -> Pressure {
        if self.is_reliable() && state.queued() > self.limits.high {
            Pressure::High
        } else {
            Pressure::Open
        }
    }

    pub(crate) fn close(&self, reason: CloseReason) -> Then {
        let mut state = self.lock();
        if state.end == End::Open {
            state.end = End::Closing(reason);
            self.returned.notify_all();
        }
        if state.is_ready() {
            return self.drive(state).1;
        }
        Then::Nothing
    }

    pub(crate) fn counters(&self, channel: &Arc<Shared>) -> ChannelCounters {
        let counted = self.with_engine(channel, |engine| ModuleCounters::of(&engine.chain));
        let mut state = self.lock();
        if let Some(counted) = counted {
            state.counted = counted;
        }
        let mut counters = ChannelCounters {
            queue_bytes: state.queued() as u64,
            ..state.counters
        };
        state.counted.fill(&mut counters);
        drop(state);
        counters.dropped.overflow = self.wire.overflows();
        counters
    }

    pub(crate) fn module_counters(
        &self,
        channel: &Arc<Shared>,
        each: &mut dyn FnMut(&'static str, &'static str, u64),
    ) {
        self.with_engine(channel, |engine| engine.chain.counters(each));
    }

    /// Looks at the engine when it is there. `None` while an event of this very channel is handled.
    fn with_engine<T>(&self, channel: &Arc<Shared>, look: impl FnOnce(&Engine) -> T) -> Option<T> {
        let mut state = self.lock();
        if state.engine.is_none() && channel.endpoint.is_handled_here() {
            return None;
        }
        state = self.claim(state);
        let seen = state.engine.as_deref().map(look);
        let then = if state.gathering.is_empty() {
            Then::Nothing
        } else {
            // A sender left it to whoever waited for the engine.
            self.drive(state).1
        };
        tell(channel, then);
        seen
    }

    pub(crate) fn local_address(&self) -> Address {
        let unspecified = SocketAddr::from(([0, 0, 0, 0], 0));
        let mut local = self.wire.local_address().unwrap_or(unspecified);
        if let Some(own) = self.peer.from {
            local.set_ip(own);
        }
        Address::Udp(local)
    }

    pub(crate) fn peer_address(&self) -> Address {
        Address::Udp(self.peer.to)
    }

    // For the endpoint.

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
            engine.batch.shrink_to(KEEP_BYTES);
            if engine.at == engine.gathered.len() {
                engine.gathered.clear();
                engine.gathered.shrink_to(KEEP_BYTES);
                engine.at = 0;
            }
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
        self.returned.notify_all();
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
        let nobody = engine.note(&mut state, self.is_reliable());
        state.engine = Some(engine);
        self.returned.notify_all();
        if nobody {
            return state.broken();
        }
        if state.gathering.is_empty() && state.held == 0 && state.control.is_empty() {
            return state.then();
        }
        self.drive(state).1
    }

    /// Waits until the engine is there.
    fn claim<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        while state.engine.is_none() {
            state.claimed = true;
            state = self.wait(state, Duration::from_millis(20));
        }
        state.claimed = false;
        state
    }

    /// Passes what has gathered through the chain and sends it.
    fn drive<'a>(&'a self, mut state: MutexGuard<'a, State>) -> (MutexGuard<'a, State>, Then) {
        let Some(peer) = state.peer else {
            return (state, Then::Nothing);
        };
        for _ in 0..ROUNDS {
            let Some(mut engine) = state.engine.take() else {
                return (state, Then::Nothing);
            };
            if engine.at == engine.gathered.len() {
                engine.gathered.clear();
                engine.at = 0;
                std::mem::swap(&mut engine.gathered, &mut state.gathering);
                state.held = engine.gathered.len();
            }
            let control = std::mem::take(&mut state.control);
            drop(state);
            engine.run(self, peer, &control);
            state = self.lock();
            let too_large = engine.refused_frame(self.reliability);
            let nobody = engine.note(&mut state, self.is_reliable());
            state.engine = Some(engine);
            self.returned.notify_all();
            if let Some(reason) = too_large {
                state.fail(reason);
                return (state, Then::TellEnded);
            }
            if nobody {
                let then = state.broken();
                return (state, then);
            }
            if state.claimed || state.full || state.gathering.is_empty() {
                break;
            }
        }
        let then = state.then();
        (state, then)
    }

    fn wait<'a>(
        &'a self,
        state: MutexGuard<'a, State>,
        at_most: Duration,
    ) -> MutexGuard<'a, State> {
        self.returned
            .wait_timeout(state, at_most)
            .unwrap_or_else(PoisonError::into_inner)
            .0
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A writer of a frame may panic; then the frame is taken back.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_ready(&self) -> bool {
        self.engine.is_some() && self.peer.is_some() && !self.claimed
    }

    fn is_idle(&self, gap: Duration, now: Instant) -> bool {
        self.last_write
            .is_none_or(|last| now.saturating_duration_since(last) >= gap)
    }

    fn queued(&self) -> usize {
        self.gathering.len() + self.held
    }

    fn list(&mut self) -> Then {
        if std::mem::replace(&mut self.listed, true) {
            Then::Nothing
        } else {
            Then::TellDirty
        }
    }

    /// What the endpoint has to do after the engine came back.
    fn then(&mut self) -> Then {
        let more = !self.gathering.is_empty() && !self.full;
        let sooner = self
            .due
            .is_some_and(|due| self.alarm.is_none_or(|alarm| due < alarm));
        if more || sooner {
            self.list()
        } else {
            Then::Nothing
        }
    }

    fn fail(&mut self, reason: CloseReason) {
        if !matches!(self.end, End::Closed(_)) {
            self.end = End::Closed(reason);
        }
        self.gathering = Vec::new();
        self.held = 0;
        self.unfinished = 0;
        self.due = None;
    }

    fn broken(&mut self) -> Then {
        self.fail(CloseReason::Broken(std::io::ErrorKind::ConnectionRefused));
        Then::TellEnded
    }
}

impl Engine {
    /// Sends `control` and what has gathered, as far as the chain takes it.
    fn run(&mut self, link: &DatagramLink, peer: Id, control: &[Vec<u8>]) {
        let now = Instant::now();
        for datagram in control {
            self.batch.push(datagram, &[]);
        }
        let mut out = ToWire {
            link,
            head: packet::data_head(peer),
            batch: &mut self.batch,
            sent: &mut self.sent,
            frames: &mut |frame| {
                let _fits = frame::append(&mut self.stray, usize::MAX, |to| {
                    to.extend_from_slice(frame);
                });
            },
        };
        let reliable = link.is_reliable();
        let several =
            frame::split(&self.gathered[self.at..]).is_some_and(|(_, rest)| !rest.is_empty());
        // Frames that leave together share bundles.
        self.chain.set_wire_busy(several, now, &mut out);
        while !(reliable && self.chain.pressure() == Pressure::High)
            && let Some((frame, rest)) = frame::split(&self.gathered[self.at..])
        {
            if self.chain.send(frame, now, &mut out).is_err() {
                self.refused += 1;
            }
            self.at = self.gathered.len() - rest.len();
        }
        self.chain.set_wire_busy(false, now, &mut out);
        if self.flush {
            self.chain.flush(now, &mut out);
        }
        out.transmit();
    }

    /// Sends what the chain gave.
    pub(super) fn transmit(&mut self, link: &DatagramLink) {
        if self.batch.len() > 0 {
            let sent = link.wire.send(&link.peer, &self.batch);
            self.sent.add(&sent);
            self.batch.clear();
        }
    }

    /// A frame that the chain cannot carry would be a loss.
    fn refused_frame(&self, reliability: Reliability) -> Option<CloseReason> {
        (self.refused > 0 && reliability == Reliability::Reliable).then_some(
            CloseReason::FrameTooLarge {
                length: self.gathered.len(),
                limit: self.chain.max_frame_bytes(),
            },
        )
    }

    /// Tells `state` what has been done. Gives whether the peer's host said that nobody is there.
    fn note(&mut self, state: &mut State, reliable: bool) -> bool {
        let sent = std::mem::take(&mut self.sent);
        let counters = &mut state.counters;
        counters.bytes_sent += sent.bytes;
        counters.writes += sent.calls;
        counters.bundles += sent.datagrams;
        counters.dropped.socket_full += sent.full;
        counters.dropped.refused += sent.refused + std::mem::take(&mut self.refused);
        if sent.calls > 0 {
            state.last_write = Some(Instant::now());
        }
        state.full = reliable && self.chain.pressure() == Pressure::High;
        state.held = self.gathered.len() - self.at;
        state.unfinished = self.chain.unfinished();
        state.due = self.chain.due();
        sent.nobody
    }
}

/// Where the chain's packets go.
pub(super) struct ToWire<'a> {
    pub(super) link: &'a DatagramLink,
    pub(super) head: [u8; packet::HEAD_BYTES],
    pub(super) batch: &'a mut Batch,
    pub(super) sent: &'a mut Sent,
    pub(super) frames: &'a mut dyn FnMut(&[u8]),
}

impl ToWire<'_> {
    fn transmit(&mut self) {
        if self.batch.len() > 0 {
            let sent = self.link.wire.send(&self.link.peer, self.batch);
            self.sent.add(&sent);
            self.batch.clear();
        }
    }
}

impl Outlet for ToWire<'_> {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.batch.push(&self.head, packet);
        if self.batch.byte_count() >= BATCH_BYTES {
            self.transmit();
        }
    }

    fn to_federate(&mut self, frame: &[u8]) {
        (self.frames)(frame);
    }
}

/// What the modules of a chain have counted, as far as it concerns everybody.
#[derive(Clone, Copy, Debug, Default)]
struct ModuleCounters {
    dropped: Dropped,
    retransmissions: u64,
    /// `None` without `bundle`.
    bundles: Option<u64>,
}

impl ModuleCounters {
    fn of(chain: &Chain) -> Self {
        let mut counted = Self::default();
        let dropped = &mut counted.dropped;
        chain.counters(&mut |module, counter, value| match (module, counter) {
            ("bundle", "bundles") => counted.bundles = Some(value),
            ("retransmit", "retransmitted") => counted.retransmissions = value,
            ("rate-limit", "dropped") => dropped.rate_limit += value,
            ("sequence", "missed") => dropped.missed += value,
            ("fragment", "abandoned") => dropped.reassembly += value,
            // What it does is meant to be done.
            ("impair", _) => {}
            (_, "overtaken" | "doubled") => dropped.late += value,
            (_, "malformed" | "damaged") => dropped.damaged += value,
            _ => {}
        });
        counted
    }

    fn fill(&self, counters: &mut ChannelCounters) {
        let Dropped {
            queue_full,
            socket_full,
            refused,
            ..
        } = counters.dropped;
        counters.dropped = Dropped {
            queue_full,
            socket_full,
            refused,
            ..self.dropped
        };
        counters.retransmissions = self.retransmissions;
        if let Some(bundles) = self.bundles {
            counters.bundles = bundles;
        }
    }
}
