//! How channels over datagrams live on and end: what is due, signs of life, goodbyes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::Endpoint;
use super::{Socket, SocketUse};
use crate::carrier::{Attended, Listed};
use crate::channel::Shared;
use crate::datagram::{DatagramCarrier, DatagramSlot, ReceivePass, Stage};
use crate::mailbox::EndpointMailbox;
use crate::stream::tell;
use crate::{Channel, ChannelId, CloseReason, Event};

/// How many ended channels of a listener are remembered, so that what is late begins none again.
const REMEMBERED: usize = 64;

/// How often a channel that lingers is looked at.
const LINGER_LOOK: Duration = Duration::from_millis(20);

impl Attended for Arc<DatagramCarrier> {
    fn enter(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        endpoint.call(Arc::clone(channel), Arc::clone(self), on);
    }

    fn end_from_here(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        endpoint.end_datagram_from_here(channel, on);
    }

    fn flush_listed(&self, force: bool, now: Instant) -> Listed {
        DatagramCarrier::flush_listed(self, force, now)
    }

    fn abandon(&self, _channel: &Shared, reason: CloseReason) {
        DatagramCarrier::abandon(self, reason);
    }
}

impl Endpoint {
    /// Does what is due at channels over datagrams.
    pub(in super::super) fn turn_datagrams(
        &mut self,
        mailbox: &EndpointMailbox,
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
        let _dispatching = mailbox.dispatch();
        // What is waited for may have come, and only has to be read.
        for id in &due {
            if let Some(slot) = self.datagrams.channels.get(id) {
                let socket = slot.socket;
                self.datagrams.read_soon(socket);
            }
        }
        self.read_datagrams(on);
        for id in due {
            self.turn_datagram(id, now, on);
        }
    }

    pub(super) fn turn_datagram(
        &mut self,
        id: ChannelId,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(slot) = self.datagrams.channels.get_mut(&id) else {
            return;
        };
        let (shared, link) = (Arc::clone(&slot.shared), Arc::clone(&slot.link));
        match &mut slot.stage {
            Stage::Calling(call) => {
                let again = call.say(&link, now);
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
        if let Some(mut session) = ReceivePass::begin(&shared, &link, now) {
            session.turn(on);
            self.finish(Some((link.own, session)), now, on);
        }
    }

    /// Signs of life, and channels whose peer gives none.
    pub(in super::super) fn tick_datagrams(
        &mut self,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let config = &self.mailbox.config;
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
                    } else if !config.heartbeat.is_zero() {
                        tell(&slot.shared, slot.link.beat(config.heartbeat, now));
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
    fn end_datagram_from_here(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        let Some(slot) = self.datagrams.channels.get_mut(&shared.id) else {
            return;
        };
        let Some(reason) = slot.link.ended() else {
            return;
        };
        if !matches!(reason, CloseReason::Local(_)) {
            self.end_datagram(shared.id, reason, on);
            return;
        }
        if matches!(slot.stage, Stage::Open) && !slot.link.is_finished() {
            let now = Instant::now();
            slot.stage = Stage::Lingering {
                until: now + self.mailbox.config.linger,
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
    pub(in super::super) fn end_datagram(
        &mut self,
        id: ChannelId,
        reason: CloseReason,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(slot) = self.datagrams.channels.remove(&id) else {
            return;
        };
        self.datagrams.timers.retain(|(_, of)| *of != id);
        let link = &slot.link;
        if !matches!(reason, CloseReason::Peer | CloseReason::Broken(_)) {
            link.say_goodbye();
        }
        link.abandon(&slot.shared, reason.clone());
        if slot.socket == id {
            self.remove_socket(id);
        } else if let Some(Socket {
            role: SocketUse::Listener(listener),
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
    pub(in super::super) fn end_all_datagrams(&mut self, deadline: Instant) {
        let ids: Vec<_> = self.datagrams.channels.keys().copied().collect();
        for slot in self.datagrams.channels.values() {
            Channel(Arc::clone(&slot.shared)).close("the endpoint was dropped");
        }
        let finished = |slot: &DatagramSlot| slot.link.is_finished();
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
