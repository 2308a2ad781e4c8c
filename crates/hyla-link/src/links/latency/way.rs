//! Ways of probes: those of the messages in question.

use std::time::Instant;

use hyla_core::message::Echo;
use hyla_core::metrics::STREAM;
use hyla_net::Pressure;
use hyla_net::network::{ChannelHandle, Network};
use hyla_types::FederateHandle;

use super::super::Links;
use super::super::lanes::LaneState;
use super::super::routes::{Relayer, Route};
use super::LatencyProbes;

/// The way of messages of a profile to a peer.
pub(super) enum ProbeWay<C> {
    /// A channel to the peer, or to the RTI if that is the peer.
    Channel(C),
    /// Both members have a channel to the relay only.
    Relay(Relayer),
}

impl<N: Network> Links<N> {
    /// The way by which messages of a profile go to a peer.
    pub(super) fn probe_way(
        &self,
        peer: FederateHandle,
        profile: &str,
    ) -> Result<ProbeWay<N::Channel>, &'static str> {
        let route = self.peers.get(&peer).map(super::super::link::Link::route);
        match route {
            Some(Route::Relayed(by)) => Ok(ProbeWay::Relay(by)),
            _ => self
                .probe_channel(peer, profile)
                .cloned()
                .map(ProbeWay::Channel),
        }
    }

    /// The channel by which messages of a profile go to a peer, if they are not relayed.
    pub(super) fn probe_channel(
        &self,
        peer: FederateHandle,
        profile: &str,
    ) -> Result<&N::Channel, &'static str> {
        if peer == FederateHandle::RTI {
            return self.rti.as_ref().ok_or("there is no connection to the RTI");
        }
        let stream = self
            .stream(peer)
            .ok_or("the channel to that federate is not established yet")?;
        if profile == STREAM {
            return Ok(&stream.channel);
        }
        match self.lane_state(peer, profile) {
            Some(LaneState::Open(channel)) => Ok(channel),
            Some(LaneState::Offered | LaneState::Calling { .. }) => {
                Err("the channel is not established yet")
            }
            Some(LaneState::Closed(_)) | None => Ok(&stream.channel),
        }
    }

    /// Sends the probes that are due.
    pub(super) fn send_probes(&mut self, latency: &mut LatencyProbes, now: Instant) {
        if latency.is_paused {
            return;
        }
        for flow in &mut latency.flows {
            if !flow.is_due(now) {
                continue;
            }
            let subject = &flow.subject;
            let Ok(way) = self.probe_way(subject.peer, &subject.profile) else {
                flow.not_sent(now);
                continue;
            };
            let stamp = self.settings.host.host_reading().monotonic_ns;
            let echo = Echo::long(flow.number, stamp, subject.frame_bytes());
            let is_sent = match way {
                ProbeWay::Channel(channel) => {
                    let sent = channel.append(|buffer| echo.put(buffer));
                    self.put_on_dirty(&channel);
                    matches!(sent, Ok(Pressure::Open | Pressure::High))
                }
                ProbeWay::Relay(by) => {
                    self.relay_frame(subject.peer, by, &mut |buffer| echo.put(buffer));
                    self.send_relays();
                    true
                }
            };
            if is_sent {
                flow.sent(stamp, now);
            } else {
                flow.not_sent(now);
            }
        }
    }
}
