//! What the channels of an ambassador have done, and what of them can be changed while they run.

use std::time::{Duration, Instant};

use hyla_core::message::Echo;
use hyla_core::metrics::{ChannelMetrics, MemberMetrics, RoundTrips, STREAM};
use hyla_net::{Channel, ChannelId};
use hyla_types::FederateHandle;

use super::{Link, Links};
use crate::settings::{self, Sources};

/// What was changed of the streams while they ran: it holds for those that are made later, too.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StreamTuning {
    bundle_bytes: Option<usize>,
    bundle_gap: Option<Duration>,
}

impl StreamTuning {
    pub(super) fn apply(self, channel: &Channel) {
        if self.bundle_bytes.is_some() || self.bundle_gap.is_some() {
            channel.set_bundling(self.bundle_bytes, self.bundle_gap);
        }
    }
}

impl Links {
    /// Gathers what all channels have done, and lets samples be taken of how long they take.
    pub(crate) fn gather(&mut self) -> MemberMetrics {
        self.echoes.watch(Instant::now());
        let echoes = &self.echoes;
        let rti = self.rti.iter().map(|rti| (FederateHandle::RTI, rti));
        let mut peers: Vec<_> = self
            .peers
            .iter()
            .filter_map(|(peer, link)| match link {
                Link::Direct(channel) => Some((*peer, channel)),
                Link::Waiting { .. } | Link::Relayed { .. } => None,
            })
            .collect();
        peers.sort_unstable_by_key(|(peer, _)| *peer);
        let channels = rti.chain(peers);
        let channels = channels
            .map(|(peer, channel)| metrics_of(peer, STREAM, channel, echoes.of(channel.id())));
        MemberMetrics {
            channels: channels.collect(),
            undeliverable: self.dropped,
        }
    }

    /// Sends samples if they are due.
    pub(crate) fn sample_channels(&mut self, now: Instant) {
        if !self.echoes.is_due(now) {
            return;
        }
        let channels = self.channels().cloned().collect();
        for channel in self.echoes.sample(channels, now) {
            self.put_on_dirty(&channel);
        }
    }

    /// A sample of the other end, which gets it back, or one of this end that is back.
    ///
    /// # Errors
    /// What is wrong with the frame.
    pub(crate) fn handle_echo(&mut self, on: ChannelId, frame: &[u8]) -> Result<(), String> {
        let echo = Echo::read(frame).map_err(|error| error.0)?;
        if echo.is_answer {
            self.echoes.returned(echo, Instant::now());
            return Ok(());
        }
        let channel = self.channels().find(|channel| channel.id() == on);
        if let Some(channel) = channel.or_else(|| self.early.channel(on)).cloned() {
            let answer = Echo {
                is_answer: true,
                ..echo
            };
            let sent = channel.append(|buffer| answer.put(buffer));
            self.note(&channel, sent);
        }
        Ok(())
    }

    /// Changes a parameter of a profile. Those of the stream have the names of settings.
    pub(super) fn tune(
        &mut self,
        profile: &str,
        parameter: &str,
        value: &str,
    ) -> Result<(), String> {
        if profile != STREAM {
            return Err(format!(
                "HylaProfile: this federate has no channel of a profile {profile:?}"
            ));
        }
        if !matches!(parameter, "channel.bundle_bytes" | "channel.bundle_gap_us") {
            return Err(match settings::table::find(parameter) {
                Some(_) => format!(
                    "HylaParameter: {parameter} is read when a federate connects and cannot be changed while it runs"
                ),
                None => format!(
                    "HylaParameter: the profile {profile} has no parameter {parameter:?}; there are \
                     channel.bundle_bytes and channel.bundle_gap_us"
                ),
            });
        }
        if value.contains(';') {
            return Err(format!("HylaValue: {value:?} is not one value"));
        }
        // The limits are those of the settings.
        let read = Sources::none().connect(format!("{parameter} = {value}"));
        let read = read.load().map_err(|error| format!("HylaValue: {error}"))?;
        if parameter == "channel.bundle_bytes" {
            self.tuning.bundle_bytes = Some(read.channel.bundle_bytes);
        } else {
            self.tuning.bundle_gap = Some(read.channel.bundle_gap);
        }
        let tuning = self.tuning;
        self.channels().for_each(|channel| tuning.apply(channel));
        Ok(())
    }
}

/// What one channel has done.
fn metrics_of(
    peer: FederateHandle,
    profile: &str,
    channel: &Channel,
    round_trips: RoundTrips,
) -> ChannelMetrics {
    let counters = channel.counters();
    ChannelMetrics {
        peer,
        profile: profile.to_owned(),
        transport: channel.peer_address().transport().to_owned(),
        messages_sent: counters.frames_sent,
        messages_received: counters.frames_received,
        bytes_sent: counters.bytes_sent,
        bytes_received: counters.bytes_received,
        queue_bytes: counters.queue_bytes,
        pressed_back: counters.pressed_back,
        bundles: counters.bundles,
        dropped: Vec::new(),
        retransmissions: 0,
        round_trips,
    }
}
