//! Life cycle of channels over datagrams: timers, heartbeats, closing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::Endpoint;
use super::Datagrams;
use crate::carrier::{FlushOutcome, PolledCarrier};
use crate::channel::Shared;
use crate::datagram::{DatagramCarrier, DatagramEntry, DatagramStage, ReceivePass};
use crate::mailbox::EndpointMailbox;
use crate::stream::tell;
use crate::{Channel, ChannelId, CloseReason, Event};

/// Ended channels of a listener that are remembered, so that late datagrams do not begin them
/// again.
const REMEMBERED: usize = 64;

/// Interval of checks of a lingering channel.
const LINGER_LOOK: Duration = Duration::from_millis(20);

impl PolledCarrier for Arc<DatagramCarrier> {
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

    fn flush_listed(&self, force: bool, now: Instant) -> FlushOutcome {
        DatagramCarrier::flush_listed(self, force, now)
    }

    fn abandon(&self, _channel: &Shared, reason: CloseReason) {
        DatagramCarrier::abandon(self, reason);
    }
}

impl Endpoint {
    /// Runs due timers of channels over datagrams.
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
        let mut due = std::mem::take(&mut self.datagrams.due);
        timers.retain(|&(at, id)| {
            let later = at > now;
            if !later && !due.contains(&id) {
                due.push(id);
            }
            later
        });
        let _dispatching = mailbox.dispatch();
        // Awaited packets may have arrived and only need to be read.
        for id in &due {
            if let Some(entry) = self.datagrams.channels.get(id) {
                let socket = entry.own_socket.unwrap_or(entry.socket);
                self.datagrams.read_soon(socket);
            }
        }
        self.read_datagrams(on);
        for id in due.drain(..) {
            self.turn_datagram(id, now, on);
        }
        self.datagrams.due = due;
    }

    pub(super) fn turn_datagram(
        &mut self,
        id: ChannelId,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Datagrams {
            channels, sealing, ..
        } = &mut self.datagrams;
        let Some(entry) = channels.get_mut(&id) else {
            return;
        };
        let (shared, link) = (Arc::clone(&entry.shared), Arc::clone(&entry.link));
        match &mut entry.stage {
            DatagramStage::Calling(call) => {
                let again = call.say(&link, sealing, now);
                self.datagrams.schedule(again, id);
                return;
            }
            DatagramStage::Lingering { until } if now >= *until => {
                self.end_datagram(id, CloseReason::Local(String::new()), on);
                return;
            }
            DatagramStage::Lingering { .. } => self.datagrams.schedule(now + LINGER_LOOK, id),
            DatagramStage::Open => {}
        }
        link.alarmed();
        if let Some(mut session) = ReceivePass::begin(&shared, &link, now) {
            session.turn(on);
            self.finish(Some((link.own, session)), now, on);
        }
    }

    /// Sends heartbeats, and closes channels of silent peers.
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
        for (&id, entry) in &self.datagrams.channels {
            let silent = entry.shared.received.silent_for(now);
            match &entry.stage {
                DatagramStage::Calling(call) if call.is_late(config.connect_timeout, now) => {
                    late.push((id, CloseReason::ConnectTimedOut(config.connect_timeout)));
                }
                DatagramStage::Open => {
                    if let Some(idle) = config.idle_timeout.filter(|idle| silent >= *idle) {
                        late.push((id, CloseReason::Idle(idle)));
                    } else if watched && silent >= host {
                        late.push((id, CloseReason::HostLost(host)));
                    } else if !config.heartbeat.is_zero() {
                        tell(&entry.shared, entry.link.beat(config.heartbeat, now));
                    }
                }
                DatagramStage::Calling(_) | DatagramStage::Lingering { .. } => {}
            }
        }
        for (id, reason) in late {
            self.end_datagram(id, reason, on);
        }
    }

    /// A channel was closed by its user, or broke while a sender wrote.
    fn end_datagram_from_here(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        let Some(entry) = self.datagrams.channels.get_mut(&shared.id) else {
            return;
        };
        let Some(reason) = entry.link.ended() else {
            return;
        };
        if !matches!(reason, CloseReason::Local(_)) {
            self.end_datagram(shared.id, reason, on);
            return;
        }
        if matches!(entry.stage, DatagramStage::Open) && !entry.link.is_finished() {
            let now = Instant::now();
            entry.stage = DatagramStage::Lingering {
                until: now + self.mailbox.config.linger,
            };
            self.datagrams.schedule(now + LINGER_LOOK, shared.id);
            on(Event::Closed {
                channel: shared.id,
                reason,
            });
        } else if !matches!(entry.stage, DatagramStage::Lingering { .. }) {
            self.end_datagram(shared.id, reason, on);
        }
    }

    /// A channel is over: informs peer and owner, and removes it.
    pub(in super::super) fn end_datagram(
        &mut self,
        id: ChannelId,
        reason: CloseReason,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let Some(entry) = self.datagrams.channels.remove(&id) else {
            return;
        };
        self.datagrams.timers.retain(|(_, of)| *of != id);
        let link = &entry.link;
        if !matches!(reason, CloseReason::Peer | CloseReason::Broken(_)) {
            link.say_goodbye();
        }
        link.abandon(&entry.shared, reason.clone());
        if let Some(own) = entry.own_socket {
            self.remove_socket(own);
        }
        if entry.socket == id {
            self.remove_socket(id);
        } else if let Some((_, listener)) = self.datagrams.listener(entry.socket) {
            listener.peers.remove(&link.own);
            listener.ended.push_back(link.own);
            if listener.ended.len() > REMEMBERED {
                listener.ended.pop_front();
            }
        }
        tracing::debug!(channel = %id, %reason, "channel closed");
        if !matches!(entry.stage, DatagramStage::Lingering { .. }) {
            on(Event::Closed {
                channel: id,
                reason,
            });
        }
    }

    /// The endpoint is dropped: sends the rest, until `deadline`.
    pub(in super::super) fn end_all_datagrams(&mut self, deadline: Instant) {
        let ids: Vec<_> = self.datagrams.channels.keys().copied().collect();
        for entry in self.datagrams.channels.values() {
            Channel(Arc::clone(&entry.shared)).close("the endpoint was dropped");
        }
        let finished = |entry: &DatagramEntry| entry.link.is_finished();
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
