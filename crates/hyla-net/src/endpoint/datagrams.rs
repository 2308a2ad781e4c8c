//! Datagrams at an endpoint: its sockets, the calls, what arrives, and what is due.

use std::collections::VecDeque;
use std::hash::RandomState;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::unix::SourceFd;
use mio::{Interest, Token};
use rustc_hash::FxHashMap;

use super::{Endpoint, LINGER};
use crate::attention::Attention;
use crate::bundle::Then;
use crate::channel::{Link, Shared};
use crate::datagram::{
    Call, DatagramLink, DatagramSlot, Destination, Group, GroupOptions, Id, Inbound, Listed,
    MulticastGroup, Packet, Session, Stage, Step, Terms, UdpWire, packet, step, unknown,
};
use crate::stream::tell;
use crate::{Channel, ChannelId, CloseReason, Event};

/// How many channels one listening socket takes.
const MAX_PEERS: usize = 4096;

/// How many ended channels of a listener are remembered, so that what is late begins none again.
const REMEMBERED: usize = 64;

/// How many reads one socket gets before it is the next one's turn.
const READS: usize = 4;

/// How often a channel that lingers is looked at.
const LINGER_LOOK: Duration = Duration::from_millis(20);

/// What an endpoint keeps for datagrams.
#[derive(Debug, Default)]
pub(super) struct Datagrams {
    sockets: FxHashMap<ChannelId, Socket>,
    channels: FxHashMap<ChannelId, DatagramSlot>,
    /// Sockets that may have more to read.
    reading: Vec<ChannelId>,
    /// The socket that had something last.
    last_heard: Option<ChannelId>,
    /// When which channel has something to do.
    timers: Vec<(Instant, ChannelId)>,
    inbound: Inbound,
    /// Datagrams that were none of ours.
    strange: u64,
}

#[derive(Debug)]
struct Socket {
    wire: Arc<UdpWire>,
    role: Role,
}

#[derive(Debug)]
enum Role {
    /// Of the one channel with the socket's number.
    Caller,
    Listener(Listener),
    Group(Group),
}

#[derive(Debug, Default)]
struct Listener {
    secret: RandomState,
    peers: FxHashMap<Id, ChannelId>,
    ended: VecDeque<Id>,
}

impl Datagrams {
    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// Whether nothing has to come here soon.
    pub(super) fn is_quiet(&self) -> bool {
        self.channels.is_empty()
    }

    pub(super) fn has_channels(&self) -> bool {
        !self.channels.is_empty()
    }

    pub(super) fn has_more(&self) -> bool {
        !self.reading.is_empty()
    }

    pub(super) fn has_heard(&self) -> bool {
        self.last_heard.is_some()
    }

    pub(super) fn next_due(&self) -> Option<Instant> {
        self.timers.iter().map(|timer| timer.0).min()
    }

    /// A socket is readable; `false` if it is none of these.
    pub(super) fn ready(&mut self, token: Token) -> bool {
        let id = ChannelId::of_token(token);
        if !self.sockets.contains_key(&id) {
            return false;
        }
        self.last_heard = Some(id);
        if !self.reading.contains(&id) {
            self.reading.push(id);
        }
        true
    }

    pub(super) fn schedule(&mut self, at: Instant, id: ChannelId) {
        self.timers.push((at, id));
    }

    /// The channel that is meant by an id, of those that hear by a socket.
    fn channel(&self, socket: ChannelId, id: Id) -> Option<&DatagramSlot> {
        let channel = match &self.sockets.get(&socket)?.role {
            Role::Caller => socket,
            Role::Listener(listener) => *listener.peers.get(&id)?,
            Role::Group(_) => return None,
        };
        let slot = self.channels.get(&channel)?;
        slot.link()
            .is_some_and(|link| link.own == id)
            .then_some(slot)
    }
}

impl Endpoint {
    /// Accepts channels over UDP at `at` (port 0: the system chooses); gives the address with the port.
    /// May be called for several addresses, also for the one of a TCP listener.
    ///
    /// # Errors
    /// Those of binding, for example that the address is in use.
    pub fn listen_udp(&mut self, at: SocketAddr) -> io::Result<SocketAddr> {
        let wire = UdpWire::listen(at)?;
        let address = wire.local_address()?;
        let role = Role::Listener(Listener::default());
        self.add_socket(ChannelId::next(), Arc::new(wire), role)?;
        Ok(address)
    }

    /// Becomes a member of the multicast group at `at` (its address and the port it uses).
    ///
    /// # Errors
    /// `InvalidInput` if that is no group; those of the system, for example that there is no such interface.
    pub fn join_group(
        &mut self,
        at: SocketAddr,
        options: GroupOptions,
    ) -> io::Result<MulticastGroup> {
        let group = MulticastGroup::join(at, options)?;
        let role = Role::Group(Group::new(group.clone()));
        self.add_socket(group.id(), Arc::clone(group.wire()), role)?;
        Ok(group)
    }

    /// Leaves a group: nothing of it is heard any more. What is not a member's group does nothing.
    pub fn leave_group(&mut self, group: &MulticastGroup) {
        if self.remove_socket(group.id()) {
            group.leave();
        }
    }

    /// How many datagrams came to its sockets that belong to no channel: rubbish, or late.
    pub fn strange_datagrams(&self) -> u64 {
        self.datagrams.strange
    }

    fn add_socket(&mut self, id: ChannelId, wire: Arc<UdpWire>, role: Role) -> io::Result<()> {
        self.poll.registry().register(
            &mut SourceFd(&wire.descriptor()),
            id.token(),
            Interest::READABLE,
        )?;
        self.datagrams.sockets.insert(id, Socket { wire, role });
        Ok(())
    }

    fn remove_socket(&mut self, id: ChannelId) -> bool {
        let Some(socket) = self.datagrams.sockets.remove(&id) else {
            return false;
        };
        // Fails only if it was never registered.
        let descriptor = socket.wire.descriptor();
        let _unknown = self.poll.registry().deregister(&mut SourceFd(&descriptor));
        self.datagrams.reading.retain(|reading| *reading != id);
        if self.datagrams.last_heard == Some(id) {
            self.datagrams.last_heard = None;
        }
        true
    }

    /// Takes a channel that was made by `connect_with`, and begins to call.
    pub(super) fn call(&mut self, shared: Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        let Link::Datagram(link) = &shared.link else {
            return;
        };
        let (id, wire) = (shared.id, Arc::clone(link.wire()));
        let now = Instant::now();
        self.begin_ticking(now);
        let slot = DatagramSlot {
            shared,
            socket: id,
            stage: Stage::Calling(Call::new(now)),
        };
        self.datagrams.channels.insert(id, slot);
        match self.add_socket(id, wire, Role::Caller) {
            Ok(()) => self.turn_datagram(id, now, on),
            Err(error) => self.end_datagram(id, CloseReason::ConnectFailed(error.kind()), on),
        }
    }

    fn begin_ticking(&mut self, now: Instant) {
        if self.streams == 0 && self.datagrams.is_quiet() {
            self.next_tick = now + self.attention.config.tick();
        }
    }

    /// Reads where there may be something, one read each in turn. While the owner is awake the socket last
    /// heard of is looked at without asking what is ready.
    pub(super) fn look_at_datagrams(
        &mut self,
        attention: &Attention,
        on: &mut impl FnMut(Event<'_>),
    ) {
        if self.datagrams.reading.is_empty() {
            let Some(last) = self.datagrams.last_heard else {
                return;
            };
            self.datagrams.reading.push(last);
        }
        let _dispatching = attention.dispatch();
        self.read_datagrams(on);
    }

    pub(super) fn read_datagrams(&mut self, on: &mut impl FnMut(Event<'_>)) {
        let mut at = 0;
        while let Some(&socket) = self.datagrams.reading.get(at) {
            if self.read_socket(socket, on) {
                at += 1;
            } else {
                self.datagrams.reading.retain(|reading| *reading != socket);
            }
        }
    }

    /// Reads some times from a socket. Gives whether there may be more.
    fn read_socket(&mut self, id: ChannelId, on: &mut impl FnMut(Event<'_>)) -> bool {
        let mut inbound = std::mem::take(&mut self.datagrams.inbound);
        let mut more = false;
        for _ in 0..READS {
            let Some(socket) = self.datagrams.sockets.get(&id) else {
                break;
            };
            match socket.wire.receive(&mut inbound) {
                Ok(()) => {
                    self.sort(id, &inbound, on);
                    more = inbound.was_filled();
                    if !more {
                        break;
                    }
                }
                Err(error) => {
                    more = error.kind() == io::ErrorKind::Interrupted;
                    self.unreadable(id, &error, on);
                    break;
                }
            }
        }
        self.datagrams.inbound = inbound;
        more
    }

    fn unreadable(&mut self, id: ChannelId, error: &io::Error, on: &mut impl FnMut(Event<'_>)) {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => {}
            kind => {
                tracing::debug!(%error, "a socket for datagrams tells of an error");
                let Some(slot) = self.datagrams.channels.get(&id) else {
                    return;
                };
                let reason = match slot.stage {
                    Stage::Calling(_) => CloseReason::ConnectFailed(kind),
                    Stage::Open | Stage::Lingering { .. } => CloseReason::Broken(kind),
                };
                if kind == io::ErrorKind::ConnectionRefused {
                    self.end_datagram(id, reason, on);
                }
            }
        }
    }

    /// Gives each datagram to whom it is meant for.
    fn sort(&mut self, socket: ChannelId, inbound: &Inbound, on: &mut impl FnMut(Event<'_>)) {
        let now = Instant::now();
        let mut session: Option<(Id, Session)> = None;
        for (origin, bytes) in inbound.datagrams() {
            let Some(packet) = packet(bytes) else {
                self.datagrams.strange += 1;
                continue;
            };
            if let Packet::Data(id, rest) = packet {
                if session.as_ref().is_none_or(|(of, _)| *of != id) {
                    self.finish(session.take(), now, on);
                    let begun = self
                        .datagrams
                        .channel(socket, id)
                        .and_then(|slot| Session::begin(&slot.shared, now));
                    session = begun.map(|begun| (id, begun));
                }
                match &mut session {
                    Some((_, session)) => session.arrived(rest, on),
                    None => self.datagrams.strange += 1,
                }
                continue;
            }
            self.finish(session.take(), now, on);
            self.handle(socket, origin, packet, now, on);
        }
        self.finish(session, now, on);
    }

    /// The last datagram in a row for one channel was passed on.
    fn finish(
        &mut self,
        session: Option<(Id, Session)>,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some((_, session)) = session else { return };
        let shared = Arc::clone(session.channel());
        let (then, too_large) = session.end();
        if let Some(reason) = too_large {
            self.end_datagram(shared.id, reason, on);
        } else if then == Then::TellEnded {
            tell(&shared, then);
        } else {
            self.follow_up(&shared, now, on);
        }
    }

    /// Comes again when the chain has something to do.
    fn follow_up(&mut self, shared: &Arc<Shared>, now: Instant, on: &mut impl FnMut(Event<'_>)) {
        let Link::Datagram(link) = &shared.link else {
            return;
        };
        match link.flush_listed(false, now) {
            Listed::Done => {}
            Listed::Again => self.dirty.push(Arc::clone(shared)),
            Listed::At(at) => self.datagrams.schedule(at, shared.id),
        }
        let lingers = self.datagrams.channels.get(&shared.id);
        if lingers.is_some_and(|slot| matches!(slot.stage, Stage::Lingering { .. }))
            && link.is_finished()
        {
            self.end_datagram(shared.id, CloseReason::Local(String::new()), on);
        }
    }

    /// A datagram that is not for a chain.
    fn handle(
        &mut self,
        socket: ChannelId,
        origin: Destination,
        packet: Packet<'_>,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(Socket { wire, role }) = self.datagrams.sockets.get_mut(&socket) else {
            return;
        };
        let wire = Arc::clone(wire);
        match (packet, role) {
            (Packet::Group(sender, rest), Role::Group(group)) => {
                if let Some(bytes) = group.frame(sender, rest) {
                    on(Event::GroupFrame {
                        group: socket,
                        sender: sender.raw(),
                        bytes,
                    });
                }
            }
            (Packet::Alive(id, from), role) => {
                let listens = matches!(role, Role::Listener(_));
                match self.datagrams.channel(socket, id) {
                    Some(slot) => slot.shared.received.read(0, now),
                    None if listens => wire.say(&origin, &unknown(from)),
                    None => self.datagrams.strange += 1,
                }
            }
            (Packet::Close(id), _) => self.end_by_peer(socket, id, CloseReason::Peer, on),
            (Packet::Unknown(id), _) => {
                let reset = CloseReason::Broken(io::ErrorKind::ConnectionReset);
                self.end_by_peer(socket, id, reset, on);
            }
            (
                Packet::Step {
                    step: said,
                    token,
                    id,
                    rest,
                },
                role,
            ) => match (said, role) {
                (Step::Hello, Role::Listener(listener)) => {
                    let given = listener.give(origin, token);
                    wire.say(&origin, &step(Step::Welcome, token, given, &[]));
                }
                (Step::Begin, Role::Listener(_)) => {
                    self.begin(socket, origin, (token, id), rest, now, on);
                }
                (Step::Welcome | Step::Begun | Step::Refused, Role::Caller) => {
                    self.answered(socket, (said, token, id), rest, now, on);
                }
                _ => self.datagrams.strange += 1,
            },
            _ => self.datagrams.strange += 1,
        }
    }

    fn end_by_peer(
        &mut self,
        socket: ChannelId,
        id: Id,
        reason: CloseReason,
        on: &mut impl FnMut(Event<'_>),
    ) {
        match self
            .datagrams
            .channel(socket, id)
            .map(|slot| slot.shared.id)
        {
            Some(channel) => self.end_datagram(channel, reason, on),
            None => self.datagrams.strange += 1,
        }
    }

    /// A caller that hears what is sent to it begins a channel.
    fn begin(
        &mut self,
        socket: ChannelId,
        origin: Destination,
        (token, id): (u64, Id),
        rest: &[u8],
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(Socket {
            wire,
            role: Role::Listener(listener),
        }) = self.datagrams.sockets.get(&socket)
        else {
            return;
        };
        let Some(terms) = Terms::decode(rest) else {
            self.datagrams.strange += 1;
            return;
        };
        if listener.give(origin, token) != id || listener.ended.contains(&id) {
            self.datagrams.strange += 1;
            return;
        }
        let wire = Arc::clone(wire);
        let begun = step(Step::Begun, token, id, &[]);
        if listener.peers.contains_key(&id) {
            wire.say(&origin, &begun);
            return;
        }
        let made = if listener.peers.len() < MAX_PEERS {
            let ids = (id, Id::of_token(token));
            DatagramLink::accept(&wire, origin, ids, &terms, &self.attention.config)
        } else {
            Err("no room for more channels".to_owned())
        };
        let link = match made {
            Ok(link) => Link::Datagram(Box::new(link)),
            Err(reason) => {
                // No longer than what was said.
                let reason = &reason.as_bytes()[..reason.len().min(rest.len())];
                wire.say(&origin, &step(Step::Refused, token, id, reason));
                return;
            }
        };
        self.begin_ticking(now);
        let shared = Shared::new(&self.attention, ChannelId::next(), link);
        let slot = DatagramSlot {
            shared: Arc::clone(&shared),
            socket,
            stage: Stage::Open,
        };
        self.datagrams.channels.insert(shared.id, slot);
        if let Some(Socket {
            role: Role::Listener(listener),
            ..
        }) = self.datagrams.sockets.get_mut(&socket)
        {
            listener.peers.insert(id, shared.id);
        }
        wire.say(&origin, &begun);
        let channel = Channel(shared);
        let peer = channel.peer_address();
        on(Event::Accepted { channel, peer });
    }

    /// A listener answered a call.
    fn answered(
        &mut self,
        id: ChannelId,
        (said, token, listener): (Step, u64, Id),
        rest: &[u8],
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(slot) = self.datagrams.channels.get_mut(&id) else {
            return;
        };
        let right = slot.called_with(token);
        let Stage::Calling(call) = &mut slot.stage else {
            return;
        };
        match said {
            _ if !right => self.datagrams.strange += 1,
            Step::Welcome => {
                if call.welcomed(listener) {
                    self.datagrams.timers.retain(|(_, of)| *of != id);
                    self.turn_datagram(id, now, on);
                }
            }
            Step::Begun => {
                slot.stage = Stage::Open;
                slot.shared.received.read(0, now);
                let shared = Arc::clone(&slot.shared);
                on(Event::Opened { channel: id });
                if let Link::Datagram(link) = &shared.link {
                    tell(&shared, link.open(listener));
                }
            }
            _ => {
                let reason = String::from_utf8_lossy(rest).into_owned();
                self.end_datagram(id, CloseReason::Refused(reason), on);
            }
        }
    }

    /// Does what is due at channels over datagrams.
    pub(super) fn turn_datagrams(
        &mut self,
        attention: &Attention,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let timers = &mut self.datagrams.timers;
        if timers.iter().all(|timer| timer.0 > now) {
            return;
        }
        let mut due = Vec::new();
        timers.retain(|&(at, id)| {
            let later = at > now;
            if !later && !due.contains(&id) {
                due.push(id);
            }
            later
        });
        let _dispatching = attention.dispatch();
        for id in due {
            self.turn_datagram(id, now, on);
        }
    }

    fn turn_datagram(&mut self, id: ChannelId, now: Instant, on: &mut impl FnMut(Event<'_>)) {
        let Some(slot) = self.datagrams.channels.get_mut(&id) else {
            return;
        };
        let shared = Arc::clone(&slot.shared);
        let Link::Datagram(link) = &shared.link else {
            return;
        };
        match &mut slot.stage {
            Stage::Calling(call) => {
                let again = call.say(link, now);
                self.datagrams.schedule(again, id);
                return;
            }
            Stage::Lingering { until } if now >= *until => {
                self.end_datagram(id, CloseReason::Local(String::new()), on);
                return;
            }
            Stage::Lingering { .. } => self.datagrams.schedule(now + LINGER_LOOK, id),
            Stage::Open => {}
        }
        link.alarmed();
        if let Some(mut session) = Session::begin(&shared, now) {
            session.turn(on);
            self.finish(Some((link.own, session)), now, on);
        }
    }

    /// Signs of life, and channels whose peer gives none.
    pub(super) fn tick_datagrams(&mut self, now: Instant, on: &mut impl FnMut(Event<'_>)) {
        let config = &self.attention.config;
        let host = config.host_timeout;
        let watched = !host.is_zero() && !config.heartbeat.is_zero();
        let host = host.max(config.heartbeat * 3);
        let mut late = Vec::new();
        for (&id, slot) in &self.datagrams.channels {
            let silent = slot.shared.received.silent_for(now);
            match &slot.stage {
                Stage::Calling(call) if call.is_late(config.connect_timeout, now) => {
                    late.push((id, CloseReason::ConnectTimedOut(config.connect_timeout)));
                }
                Stage::Open => {
                    if let Some(idle) = config.idle_timeout.filter(|idle| silent >= *idle) {
                        late.push((id, CloseReason::Idle(idle)));
                    } else if watched && silent >= host {
                        late.push((id, CloseReason::HostLost(host)));
                    } else if let (Some(link), false) = (slot.link(), config.heartbeat.is_zero()) {
                        tell(&slot.shared, link.beat(config.heartbeat, now));
                    }
                }
                Stage::Calling(_) | Stage::Lingering { .. } => {}
            }
        }
        for (id, reason) in late {
            self.end_datagram(id, reason, on);
        }
    }

    /// A channel was closed by its user, or broke while a sender wrote.
    pub(super) fn end_datagram_from_here(
        &mut self,
        shared: &Arc<Shared>,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(slot) = self.datagrams.channels.get_mut(&shared.id) else {
            return;
        };
        let Some((link, reason)) = slot.link().and_then(|link| Some((link, link.ended()?))) else {
            return;
        };
        if !matches!(reason, CloseReason::Local(_)) {
            self.end_datagram(shared.id, reason, on);
            return;
        }
        if matches!(slot.stage, Stage::Open) && !link.is_finished() {
            let now = Instant::now();
            slot.stage = Stage::Lingering {
                until: now + LINGER,
            };
            self.datagrams.schedule(now + LINGER_LOOK, shared.id);
            on(Event::Closed {
                channel: shared.id,
                reason,
            });
        } else if !matches!(slot.stage, Stage::Lingering { .. }) {
            self.end_datagram(shared.id, reason, on);
        }
    }

    /// A channel is over: tells the peer and the owner, and forgets it.
    pub(super) fn end_datagram(
        &mut self,
        id: ChannelId,
        reason: CloseReason,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(slot) = self.datagrams.channels.remove(&id) else {
            return;
        };
        self.datagrams.timers.retain(|(_, of)| *of != id);
        let Some(link) = slot.link() else { return };
        if !matches!(reason, CloseReason::Peer | CloseReason::Broken(_)) {
            link.say_goodbye();
        }
        link.abandon(reason.clone());
        if slot.socket == id {
            self.remove_socket(id);
        } else if let Some(Socket {
            role: Role::Listener(listener),
            ..
        }) = self.datagrams.sockets.get_mut(&slot.socket)
        {
            listener.peers.remove(&link.own);
            listener.ended.push_back(link.own);
            if listener.ended.len() > REMEMBERED {
                listener.ended.pop_front();
            }
        }
        tracing::debug!(channel = %id, %reason, "channel closed");
        if !matches!(slot.stage, Stage::Lingering { .. }) {
            on(Event::Closed {
                channel: id,
                reason,
            });
        }
    }

    /// The endpoint is dropped: what can still leave does, until `deadline`.
    pub(super) fn end_all_datagrams(&mut self, deadline: Instant) {
        let ids: Vec<_> = self.datagrams.channels.keys().copied().collect();
        for slot in self.datagrams.channels.values() {
            Channel(Arc::clone(&slot.shared)).close("the endpoint was dropped");
        }
        let finished = |slot: &DatagramSlot| slot.link().is_none_or(DatagramLink::is_finished);
        while Instant::now() < deadline && !self.datagrams.channels.values().all(finished) {
            let sockets: Vec<_> = self.datagrams.sockets.keys().copied().collect();
            for socket in sockets {
                self.read_socket(socket, &mut |_| ());
            }
            for &id in &ids {
                self.turn_datagram(id, Instant::now(), &mut |_| ());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        for id in ids {
            let reason = CloseReason::Local("the endpoint was dropped".to_owned());
            self.end_datagram(id, reason, &mut |_| ());
        }
    }
}

impl Listener {
    fn give(&self, origin: Destination, token: u64) -> Id {
        Id::given(&self.secret, origin.to, token)
    }
}
