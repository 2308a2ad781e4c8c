//! Calls over datagrams: how channels begin, and datagrams outside of chains.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use super::super::Endpoint;
use super::{Socket, SocketUse};
use crate::channel::Shared;
use crate::datagram::{
    DatagramCarrier, DatagramEntry, DatagramStage, Destination, Id, Packet, PendingCall, Step,
    Terms, step, unknown,
};
use crate::stream::tell;
use crate::{Channel, ChannelId, CloseReason, Event};

/// Most channels of one listening socket.
const MAX_PEERS: usize = 4096;

impl Endpoint {
    /// Starts the call of a channel made by `connect_with`.
    pub(super) fn call(
        &mut self,
        shared: Arc<Shared>,
        link: Arc<DatagramCarrier>,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let (id, wire) = (shared.id, Arc::clone(link.wire()));
        let now = Instant::now();
        self.begin_ticking(now);
        let entry = DatagramEntry {
            shared,
            link,
            socket: id,
            own_socket: None,
            stage: DatagramStage::Calling(PendingCall::new(now)),
        };
        self.datagrams.channels.insert(id, entry);
        match self.add_socket(id, wire, SocketUse::Caller) {
            Ok(()) => self.turn_datagram(id, now, on),
            Err(error) => self.end_datagram(id, CloseReason::ConnectFailed(error.kind()), on),
        }
    }

    fn begin_ticking(&mut self, now: Instant) {
        if self.streams == 0 && self.datagrams.is_quiet() {
            self.next_tick = now + self.mailbox.config.tick();
        }
    }

    /// Handles a datagram outside of chains.
    pub(super) fn handle(
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
            (Packet::Group(sender, rest), SocketUse::Group(group)) => {
                if let Some(bytes) = group.frame(sender, rest) {
                    on(Event::GroupFrame {
                        group: socket,
                        sender: sender.raw(),
                        bytes,
                    });
                }
            }
            (Packet::Alive(id, from), role) => {
                let listens = matches!(role, SocketUse::Listener(_));
                match self.datagrams.channel(socket, id) {
                    Some(entry) => entry.shared.received.read(0, now),
                    None if listens => {
                        wire.say(&mut self.datagrams.sealing, &origin, &unknown(from));
                    }
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
                (Step::Hello, SocketUse::Listener(listener)) => {
                    let given = listener.give(origin, token);
                    wire.say(
                        &mut self.datagrams.sealing,
                        &origin,
                        &step(Step::Welcome, token, given, &[]),
                    );
                }
                (Step::Begin, SocketUse::Listener(_)) => {
                    self.begin(socket, origin, (token, id), rest, now, on);
                }
                (Step::Welcome | Step::Begun | Step::Refused, SocketUse::Caller) => {
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
            .map(|entry| entry.shared.id)
        {
            Some(channel) => self.end_datagram(channel, reason, on),
            None => self.datagrams.strange += 1,
        }
    }

    /// A caller that receives at its address begins a channel.
    fn begin(
        &mut self,
        socket: ChannelId,
        origin: Destination,
        (token, id): (u64, Id),
        rest: &[u8],
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(terms) = Terms::decode(rest) else {
            self.datagrams.strange += 1;
            return;
        };
        let Some((wire, listener)) = self.datagrams.listener(socket) else {
            return;
        };
        if listener.give(origin, token) != id || listener.ended.contains(&id) {
            self.datagrams.strange += 1;
            return;
        }
        let wire = Arc::clone(wire);
        let begun = step(Step::Begun, token, id, &[]);
        if listener.peers.contains_key(&id) {
            wire.say(&mut self.datagrams.sealing, &origin, &begun);
            return;
        }
        let made = if listener.peers.len() < MAX_PEERS {
            let ids = (id, Id::of_token(token));
            DatagramCarrier::accept(&wire, origin, ids, &terms, &self.mailbox.config)
        } else {
            Err("no room for more channels".to_owned())
        };
        let link = match made {
            Ok(link) => Arc::new(link),
            Err(reason) => {
                // No longer than the request.
                let reason = &reason.as_bytes()[..reason.len().min(rest.len())];
                wire.say(
                    &mut self.datagrams.sealing,
                    &origin,
                    &step(Step::Refused, token, id, reason),
                );
                return;
            }
        };
        self.begin_ticking(now);
        let shared = Shared::new(&self.mailbox, ChannelId::next(), Arc::clone(&link).into());
        let entry = DatagramEntry {
            shared: Arc::clone(&shared),
            link,
            socket,
            own_socket: None,
            stage: DatagramStage::Open,
        };
        self.datagrams.channels.insert(shared.id, entry);
        if let Some((_, listener)) = self.datagrams.listener(socket) {
            listener.peers.insert(id, shared.id);
        }
        self.give_own_socket(shared.id);
        wire.say(&mut self.datagrams.sealing, &origin, &begun);
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
        let Some(entry) = self.datagrams.channels.get_mut(&id) else {
            return;
        };
        let right = entry.called_with(token);
        let DatagramStage::Calling(call) = &mut entry.stage else {
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
                entry.stage = DatagramStage::Open;
                entry.shared.received.read(0, now);
                let (shared, link) = (Arc::clone(&entry.shared), Arc::clone(&entry.link));
                on(Event::Opened { channel: id });
                tell(&shared, link.open(listener));
            }
            _ => {
                let reason = String::from_utf8_lossy(rest).into_owned();
                self.end_datagram(id, CloseReason::Refused(reason), on);
            }
        }
    }
}
