//! Datagrams at an endpoint: sockets, calls, arrivals and timers.

mod calls;
mod lifetimes;
mod own_sockets;

use std::collections::VecDeque;
use std::hash::RandomState;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use mio::{Interest, Token};
use rustc_hash::FxHashMap;

use super::Endpoint;
use crate::bundle::FollowUp;
use crate::carrier::FlushOutcome;
use crate::channel::Shared;
use crate::datagram::{
    DatagramCarrier, DatagramEntry, DatagramStage, Destination, Group, GroupOptions, Id,
    MulticastGroup, Packet, ReceiveBatch, ReceivePass, UdpWire, packet,
};
use crate::mailbox::EndpointMailbox;
use crate::secure::{DatagramOpener, Keyring, Place, Refusal, Sealing, Security};
use crate::stream::tell;
use crate::sys;
use crate::{ChannelId, CloseReason, Event};

/// Reads of one socket before the next one's turn.
const READS: usize = 4;

/// The endpoint's state of datagrams.
#[derive(Debug)]
pub(super) struct Datagrams {
    sockets: FxHashMap<ChannelId, Socket>,
    channels: FxHashMap<ChannelId, DatagramEntry>,
    /// Sockets that may have more to read.
    reading: Vec<ChannelId>,
    /// The socket that last had data.
    last_heard: Option<ChannelId>,
    /// Data has arrived since this was reset.
    heard: bool,
    /// Timers by channel.
    timers: Vec<(Instant, ChannelId)>,
    /// Channels whose time has come: the list is used again.
    due: Vec<ChannelId>,
    /// `None` while it is in use, and before the first use.
    inbound: Option<Box<ReceiveBatch>>,
    /// Datagrams not of Hyla.
    strange: u64,
    /// Seals what is said outside of channels.
    sealing: Sealing,
    opener: DatagramOpener,
}

#[derive(Debug)]
struct Socket {
    wire: Arc<UdpWire>,
    role: SocketUse,
}

#[derive(Debug)]
enum SocketUse {
    /// Belongs to the one channel with the socket's number.
    Caller,
    Listener(Listener),
    /// Of one channel of a flooded listener, for receiving alone.
    Peer {
        listener: ChannelId,
    },
    Group(Group),
}

#[derive(Debug, Default)]
struct Listener {
    secret: RandomState,
    peers: FxHashMap<Id, ChannelId>,
    ended: VecDeque<Id>,
    /// Datagrams that belong to no channel.
    uninvited: u64,
}

impl Datagrams {
    pub(super) fn new(security: &Security) -> Self {
        Self {
            sockets: FxHashMap::default(),
            channels: FxHashMap::default(),
            reading: Vec::new(),
            last_heard: None,
            heard: false,
            timers: Vec::new(),
            due: Vec::new(),
            inbound: None,
            strange: 0,
            sealing: Sealing::new(security),
            opener: DatagramOpener::default(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// Whether no work is due soon.
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
        self.read_soon(id);
        true
    }

    fn read_soon(&mut self, socket: ChannelId) {
        if !self.reading.contains(&socket) {
            self.reading.push(socket);
        }
    }

    pub(super) fn schedule(&mut self, at: Instant, id: ChannelId) {
        self.timers.push((at, id));
    }

    /// A listening socket.
    fn listener(&mut self, id: ChannelId) -> Option<(&Arc<UdpWire>, &mut Listener)> {
        match self.sockets.get_mut(&id)? {
            Socket {
                wire,
                role: SocketUse::Listener(listener),
            } => Some((wire, listener)),
            _ => None,
        }
    }

    /// The channel with an id, among those of a socket.
    fn channel(&self, socket: ChannelId, id: Id) -> Option<&DatagramEntry> {
        let channel = match &self.sockets.get(&socket)?.role {
            SocketUse::Caller => socket,
            SocketUse::Listener(listener) => *listener.peers.get(&id)?,
            SocketUse::Peer { .. } | SocketUse::Group(_) => return None,
        };
        let entry = self.channels.get(&channel)?;
        (entry.link.own == id).then_some(entry)
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
        let role = SocketUse::Listener(Listener::default());
        self.add_socket(ChannelId::next(), Arc::new(wire), role)?;
        Ok(address)
    }

    /// Joins the multicast group at `at` (its address and the port it uses).
    ///
    /// # Errors
    /// `InvalidInput` if that is not a group; those of the system, for example an unknown
    /// interface.
    pub fn join_group(
        &mut self,
        at: SocketAddr,
        options: GroupOptions,
    ) -> io::Result<MulticastGroup> {
        let group = MulticastGroup::join(at, options, &self.mailbox.config.security)?;
        let role = SocketUse::Group(Group::new(group.clone()));
        self.add_socket(group.id(), Arc::clone(group.wire()), role)?;
        Ok(group)
    }

    /// Leaves a group: no more events of it. No effect on groups that were not joined.
    pub fn leave_group(&mut self, group: &MulticastGroup) {
        if self.remove_socket(group.id()) {
            group.leave();
        }
    }

    /// Leaves the group with that id and joins it again at once, so that the host says that it is in it: switches forget that.
    /// Without effect where another process of the host is in it, too. No effect on groups that were not joined.
    pub fn rejoin_group(&mut self, id: ChannelId) {
        if let Some(socket) = self.datagrams.sockets.get(&id)
            && let SocketUse::Group(group) = &socket.role
            && let Err(error) = group.handle.rejoin()
        {
            tracing::warn!(group = %group.handle.address(), %error, "cannot join a multicast group again");
        }
    }

    /// Datagrams that arrived at its sockets and belong to no channel: invalid, or late. Those that have to be sealed and are
    /// not count at the [keyring](Keyring::refused).
    pub fn strange_datagrams(&self) -> u64 {
        self.datagrams.strange
    }

    fn add_socket(&mut self, id: ChannelId, wire: Arc<UdpWire>, role: SocketUse) -> io::Result<()> {
        let registry = self.poll.registry();
        sys::watch(registry, wire.descriptor(), id.token(), Interest::READABLE)?;
        self.datagrams.sockets.insert(id, Socket { wire, role });
        Ok(())
    }

    fn remove_socket(&mut self, id: ChannelId) -> bool {
        let Some(socket) = self.datagrams.sockets.remove(&id) else {
            return false;
        };
        // Fails only if it was never registered.
        let descriptor = socket.wire.descriptor();
        let _unknown = sys::unwatch(self.poll.registry(), descriptor);
        self.datagrams.reading.retain(|reading| *reading != id);
        if self.datagrams.last_heard == Some(id) {
            self.datagrams.last_heard = None;
        }
        true
    }

    /// Reads sockets that may have data, a few reads each in turn. While the owner is awake, the
    /// last active socket is read without a readiness call. Gives whether there was anything.
    pub(super) fn look_at_datagrams(
        &mut self,
        mailbox: &EndpointMailbox,
        on: &mut impl FnMut(Event<'_>),
    ) -> bool {
        if self.datagrams.reading.is_empty() {
            let Some(last) = self.datagrams.last_heard else {
                return false;
            };
            self.datagrams.reading.push(last);
        }
        let _dispatching = mailbox.dispatch();
        self.datagrams.heard = false;
        self.read_datagrams(on);
        self.datagrams.heard
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

    /// Reads from a socket a few times. Gives whether there may be more.
    fn read_socket(&mut self, id: ChannelId, on: &mut impl FnMut(Event<'_>)) -> bool {
        let mut inbound = self.datagrams.inbound.take().unwrap_or_default();
        let mut more = false;
        for _ in 0..READS {
            let Some(socket) = self.datagrams.sockets.get(&id) else {
                break;
            };
            match socket.wire.receive(&mut inbound) {
                Ok(()) => {
                    self.datagrams.heard = true;
                    self.sort(id, &mut inbound, on);
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
        self.datagrams.inbound = Some(inbound);
        more
    }

    fn unreadable(&mut self, id: ChannelId, error: &io::Error, on: &mut impl FnMut(Event<'_>)) {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => {}
            kind => {
                tracing::debug!(%error, "a UDP socket reports an error");
                let Some(entry) = self.datagrams.channels.get(&id) else {
                    return;
                };
                let reason = match entry.stage {
                    DatagramStage::Calling(_) => CloseReason::ConnectFailed(kind),
                    DatagramStage::Open | DatagramStage::Lingering { .. } => {
                        CloseReason::Broken(kind)
                    }
                };
                if kind == io::ErrorKind::ConnectionRefused {
                    self.end_datagram(id, reason, on);
                }
            }
        }
    }

    /// Dispatches each datagram to its channel.
    fn sort(
        &mut self,
        socket: ChannelId,
        inbound: &mut ReceiveBatch,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let now = Instant::now();
        let mailbox = Arc::clone(&self.mailbox);
        let keyring = mailbox.config.security.keyring.as_ref();
        let keyring = keyring.filter(|keyring| keyring.is_demanded());
        let (place, socket) = match self.datagrams.sockets.get(&socket).map(|s| &s.role) {
            Some(SocketUse::Group(group)) => (group.handle.place(), socket),
            Some(SocketUse::Peer { listener }) => (Place::MEMBER, *listener),
            _ => (Place::MEMBER, socket),
        };
        let strange = self.datagrams.strange;
        let mut uninvited = 0;
        let mut session: Option<(Id, ReceivePass)> = None;
        for (origin, bytes) in inbound.datagrams() {
            let opener = &mut self.datagrams.opener;
            let bytes = match keyring.map(|keyring| opener.open(keyring, place, bytes, now)) {
                None => bytes,
                Some(Ok(opened)) => opened,
                Some(Err(refusal)) => {
                    refuse(keyring, refusal, origin);
                    uninvited += 1;
                    continue;
                }
            };
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
                        .and_then(|entry| ReceivePass::begin(&entry.shared, &entry.link, now));
                    session = begun.map(|begun| (id, begun));
                }
                match &mut session {
                    Some((_, session)) => session.arrived(rest, on),
                    None => self.datagrams.strange += 1,
                }
                continue;
            }
            self.finish(session.take(), now, on);
            uninvited += u64::from(matches!(packet, Packet::Step { .. }));
            self.handle(socket, origin, packet, now, on);
        }
        self.finish(session, now, on);
        uninvited += self.datagrams.strange - strange;
        if uninvited > 0 {
            self.count_uninvited(socket, uninvited);
        }
    }

    /// The last consecutive datagram of one channel was passed on.
    fn finish(
        &mut self,
        session: Option<(Id, ReceivePass)>,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some((_, session)) = session else { return };
        let (shared, link) = session.channel();
        let (shared, link) = (Arc::clone(shared), Arc::clone(link));
        let (then, too_large) = session.end();
        if let Some(reason) = too_large {
            self.end_datagram(shared.id, reason, on);
        } else if then == FollowUp::NotifyEnded {
            tell(&shared, then);
        } else {
            self.follow_up(&shared, &link, now, on);
        }
    }

    /// Schedules the chain's next timer.
    fn follow_up(
        &mut self,
        shared: &Arc<Shared>,
        link: &DatagramCarrier,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        match link.flush_listed(false, now) {
            FlushOutcome::Done => {}
            FlushOutcome::Again => self.dirty.push(Arc::clone(shared)),
            FlushOutcome::At(at) => self.datagrams.schedule(at, shared.id),
        }
        let lingers = self.datagrams.channels.get(&shared.id);
        if lingers.is_some_and(|entry| matches!(entry.stage, DatagramStage::Lingering { .. }))
            && link.is_finished()
        {
            self.end_datagram(shared.id, CloseReason::Local(String::new()), on);
        }
    }
}

fn refuse(keyring: Option<&Keyring>, refusal: Refusal, origin: Destination) {
    if let Some(keyring) = keyring {
        keyring.count(refusal);
    }
    tracing::debug!(from = %origin.to, ?refusal, "a datagram is refused");
}

impl Listener {
    fn give(&self, origin: Destination, token: u64) -> Id {
        Id::given(&self.secret, origin.to, token)
    }
}
