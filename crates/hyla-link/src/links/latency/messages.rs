//! Live samples from the messages of a running channel (`docs/decisions/0053-samples-accompany-messages.md`).
//!
//! A sample that is due waits for the next message of about the length in question, and goes right behind it: in the same
//! bundle and packet, so that it arrives with the message. A message costs one check of a flag while no sample is due.

use hyla_core::message::Echo;
use hyla_core::metrics::STREAM;
use hyla_net::network::{ChannelHandle, Network};
use hyla_types::{FederateHandle, TransportationTypeHandle};

use super::super::Links;
use super::super::lanes::LaneState;
use super::LatencyProbes;

impl LatencyProbes {
    /// Whether a live sample is due that can accompany a message.
    pub(super) fn waits_for_message(&self) -> bool {
        !self.is_paused && self.flows.iter().any(super::Flow::is_armed)
    }
}

impl<N: Network> Links<N> {
    /// Sends a frame, and a probe behind it if its latency is in question.
    #[cold]
    pub(in crate::links) fn send_accompanied(
        &mut self,
        to: FederateHandle,
        transportation: Option<TransportationTypeHandle>,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        self.accompanied = false;
        // Its length is measured where it is written.
        let sharing = std::mem::take(&mut self.sharing);
        let stamp = self.settings.host.host_reading().monotonic_ns;
        let mut bytes = 0;
        let mut counted = |buffer: &mut Vec<u8>| {
            let before = buffer.len();
            write(buffer);
            bytes = buffer.len() - before;
        };
        match transportation {
            Some(transportation) => self.send_as(to, transportation, &mut counted, tail),
            None => self.stream_with(to, &mut counted, tail),
        }
        self.sharing = sharing;
        if let Some(mut latency) = self.latency.take() {
            self.accompany(
                &mut latency,
                (to, transportation),
                bytes + tail.len(),
                stamp,
            );
            self.accompanied = latency.waits_for_message();
            self.latency = Some(latency);
        }
    }

    fn accompany(
        &mut self,
        latency: &mut LatencyProbes,
        (to, transportation): (FederateHandle, Option<TransportationTypeHandle>),
        bytes: usize,
        stamp: u64,
    ) {
        let profile = transportation.and_then(|of| self.lanes.profile_of(of));
        let name = profile.map_or(STREAM, |profile| profile.name.as_str());
        let state = self.lane_state(to, name);
        // A message whose lane is being established takes the stream.
        let by_stream = !matches!(state, Some(LaneState::Open(_)));
        let is_asked = |profile: &str| profile == name || (by_stream && profile == STREAM);
        let flow = latency.flows.iter_mut().find(|flow| {
            let subject = &flow.subject;
            subject.peer == to && is_asked(&subject.profile) && flow.is_armed() && flow.fits(bytes)
        });
        let Some(flow) = flow else { return };
        let channel = self.probe_channel(to, &flow.subject.profile);
        let Some(channel) = channel.ok().cloned() else {
            return;
        };
        let echo = Echo::long(flow.number, stamp, 0);
        if channel.append(|buffer| echo.put(buffer)).is_ok() {
            flow.accompanied(stamp, self.now, Echo::LEAST_LONG);
            self.put_on_dirty(&channel);
        }
    }
}
