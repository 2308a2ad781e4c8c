//! Counters of channels, and their parameters that can be changed at run time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use hyla_core::message::Echo;
use hyla_core::metrics::{ChannelMetrics, DeadlineMetrics, MemberMetrics, RoundTrips, STREAM};
use hyla_net::modules::ModuleSpec;
use hyla_net::network::{ChannelHandle, Network};
use hyla_net::{ChannelId, Dropped, Profile, RefusedSeals, Transport};
use hyla_types::FederateHandle;

use super::environment::StreamTuning;
use super::link::DirectLink;
use super::routes::Relayer;
use super::{ChannelRole, Links};
use crate::lanes::{DroppedHere, LaneId};

/// Drop reason of a received best-effort message: too many callbacks wait.
const CALLBACKS_FULL: &str = "callbacks-full";

/// Drop reason: it arrived after later ones from another path, or twice.
const LATE: &str = "late";

/// Drop reason: too many messages wait for earlier ones on another path.
const WAITING_FULL: &str = "waiting-full";

/// Answers to probes of a peer that does not read wait in its stream, up to so many times the size of a send queue. Then it gets none.
const MOST_UNREAD: usize = 8;

impl StreamTuning {
    pub(super) fn apply(self, channel: &impl ChannelHandle) {
        if self.bundle_bytes.is_some() || self.bundle_gap.is_some() {
            channel.set_bundling(self.bundle_bytes, self.bundle_gap);
        }
    }
}

impl<N: Network> Links<N> {
    /// Collects counters of all channels, and starts round-trip probes. Two lanes of one profile, one per direction,
    /// share a row.
    pub fn gather(&mut self) -> MemberMetrics {
        self.probes.watch(self.now);
        let probes = &self.probes;
        let rti = self.rti.iter().map(|rti| (FederateHandle::RTI, rti));
        let mut peers: Vec<_> = self
            .peers
            .iter()
            .filter_map(|(peer, known)| Some((*peer, &known.stream()?.channel)))
            .collect();
        peers.sort_unstable_by_key(|(peer, _)| *peer);
        let streams = rti
            .chain(peers)
            .map(|(peer, channel)| (peer, STREAM, channel));
        let mut lanes: Vec<_> = self
            .standing_lanes()
            .chain(self.lanes_of_others())
            .collect();
        lanes.sort_by_key(|(peer, profile, _)| (*peer, *profile));
        let mut channels: Vec<ChannelMetrics> = Vec::new();
        for (peer, profile, channel) in streams.chain(lanes) {
            let mut metrics = metrics_of(peer, profile, channel, probes.of(channel.id()));
            metrics.held_ms = self.held_by(channel.id());
            if let Some(ChannelRole::IncomingLane(_, lane)) = self.role(channel.id()) {
                if let Some(timed) = self.incoming(peer).and_then(|lanes| lanes.timed(lane)) {
                    metrics.deadline = Some(DeadlineMetrics {
                        messages: timed.messages,
                        late: timed.late,
                        hardness: timed.hardness,
                    });
                }
                for (reason, count) in self.dropped_on_arrival(peer, lane, profile) {
                    add_loss(&mut metrics.dropped, reason, count);
                }
            }
            match channels.last_mut().filter(|last| is_same(last, &metrics)) {
                Some(last) => add(last, metrics),
                None => channels.push(metrics),
            }
        }
        channels.extend(self.group_traffic());
        MemberMetrics {
            channels,
            undeliverable: self.dropped,
            refused: self.refused.count,
            refused_seals: self.refused_by_reason(),
            held_back_by: self.held_back_by(),
            groups: self.group_metrics(),
        }
    }

    /// Datagrams and records of members that were refused so far.
    #[must_use]
    pub fn refused_seals(&self) -> RefusedSeals {
        self.settings.host.refused_seals()
    }

    /// Refused datagrams and records, by reason; reasons without any are left out.
    fn refused_by_reason(&self) -> Vec<(String, u64)> {
        let all = self.refused_seals().by_reason();
        let some = all.into_iter().filter(|(_, count)| *count > 0);
        some.map(|(reason, count)| (reason.to_owned(), count))
            .collect()
    }

    /// Received messages of a peer's lane that were dropped, by reason.
    fn dropped_on_arrival(
        &self,
        from: FederateHandle,
        lane: LaneId,
        profile: &str,
    ) -> impl Iterator<Item = (String, u64)> {
        let overflowed = self.overflowed.get(&(from, profile.to_owned()));
        let stream = self.peers.get(&from).and_then(|known| known.stream());
        let ordering = stream.and_then(|stream| Some(&stream.incoming.as_ref()?.ordering));
        let DroppedHere { late, full } = ordering
            .map(|ordering| ordering.dropped(lane))
            .unwrap_or_default();
        let all = [
            (CALLBACKS_FULL, overflowed.copied().unwrap_or_default()),
            (LATE, late),
            (WAITING_FULL, full),
        ];
        let some = all.into_iter().filter(|(_, count)| *count > 0);
        some.map(|(reason, count)| (reason.to_owned(), count))
    }

    /// Traffic by groups, as a row per member and profile.
    fn group_traffic(&self) -> Vec<ChannelMetrics> {
        let mut rows = BTreeMap::<_, [u64; 4]>::new();
        for sending in &self.groups.sending {
            for (peer, messages, bytes) in sending.traffic() {
                let row = rows.entry((peer, sending.profile().to_owned()));
                let row = row.or_default();
                row[0] += messages;
                row[1] += bytes;
            }
        }
        for (peer, profile, messages, bytes) in self.groups.joined.traffic() {
            let row = rows.entry((peer, profile)).or_default();
            row[2] += messages;
            row[3] += bytes;
        }
        for (peer, profile, traffic) in self.reliable.traffic() {
            let row = rows.entry((peer, profile.to_owned())).or_default();
            row[0] += traffic.sent;
            row[1] += traffic.sent_bytes;
            row[2] += traffic.received;
            row[3] += traffic.received_bytes;
        }
        let rows = rows.into_iter();
        rows.map(
            |((peer, profile), [sent, bytes_sent, received, bytes_received])| ChannelMetrics {
                peer,
                profile,
                transport: "multicast".to_owned(),
                messages_sent: sent,
                messages_received: received,
                bytes_sent,
                bytes_received,
                queue_bytes: 0,
                pressed_back: 0,
                held_ms: 0,
                bundles: 0,
                dropped: Vec::new(),
                retransmissions: 0,
                deadline: None,
                round_trips: RoundTrips::default(),
            },
        )
        .collect()
    }

    /// Open lanes to peers, with their profiles.
    fn standing_lanes(&self) -> impl Iterator<Item = (FederateHandle, &str, &N::Channel)> {
        self.streams().flat_map(|(to, stream)| {
            let standing = stream.out.standing();
            standing.map(move |(profile, channel)| (to, profile, channel))
        })
    }

    /// Open lanes from peers, with their profiles.
    fn lanes_of_others(&self) -> impl Iterator<Item = (FederateHandle, &str, &N::Channel)> {
        self.streams().flat_map(|(from, stream)| {
            let incoming = stream.incoming.iter();
            let standing = incoming.flat_map(|incoming| incoming.standing());
            standing.map(move |(profile, channel)| (from, profile, channel))
        })
    }

    pub(super) fn streams(&self) -> impl Iterator<Item = (FederateHandle, &DirectLink<N>)> {
        let peers = self.peers.iter();
        peers.filter_map(|(peer, known)| Some((*peer, known.stream()?)))
    }

    /// The channels on which this member sends, without lanes that still connect.
    fn channels_in_use(&self) -> impl Iterator<Item = &N::Channel> {
        let streams = self.streams().map(|(_, stream)| &stream.channel);
        let lanes = self.standing_lanes().map(|(_, _, channel)| channel);
        self.rti.iter().chain(streams).chain(lanes)
    }

    /// Sends round-trip probes if they are due.
    pub fn sample_channels(&mut self, now: Instant) {
        if !self.probes.is_due(now) {
            return;
        }
        let channels = self.channels_in_use().cloned().collect();
        for channel in self.probes.sample(channels, now) {
            self.put_on_dirty(&channel);
        }
    }

    /// Handles a probe: returns a peer's on the stream, records one of this member.
    ///
    /// # Errors
    /// The defect of the frame.
    pub(super) fn handle_echo(
        &mut self,
        on: ChannelId,
        from: Option<FederateHandle>,
        frame: &[u8],
        now: Instant,
    ) -> Result<(), String> {
        if self.early.is_waiting(on) {
            return Err("it sent a probe before it was welcome".to_owned());
        }
        let echo = Echo::read(frame).map_err(|error| error.0)?;
        if echo.is_answer {
            match echo.bytes {
                None => self.probes.returned(echo, now),
                Some(_) => self.latency_returned(from, &echo, now),
            }
            return Ok(());
        }
        let stream = match from {
            None => self.rti.as_ref(),
            Some(from) => self.stream(from).map(|stream| &stream.channel),
        };
        if let Some(channel) = stream.cloned() {
            // Otherwise who asks on and never reads would fill this member's memory.
            let most = self.settings.pending_bytes.saturating_mul(MOST_UNREAD);
            if channel.counters().queue_bytes > most as u64 {
                return Ok(());
            }
            let answer = echo.answered(|| self.settings.host.host_reading());
            let sent = channel.append(|buffer| answer.put(buffer));
            self.note(&channel, sent);
        }
        Ok(())
    }

    /// Handles a probe that the RTI relays: returns a peer's by the same way, records one of this member.
    ///
    /// # Errors
    /// The defect of the frame.
    pub(super) fn handle_relayed_echo(
        &mut self,
        from: FederateHandle,
        frame: &[u8],
        now: Instant,
    ) -> Result<(), String> {
        let echo = Echo::read(frame).map_err(|error| error.0)?;
        if echo.is_answer {
            self.latency_returned(Some(from), &echo, now);
        } else if self.relayed(from).is_some() {
            let answer = echo.answered(|| self.settings.host.host_reading());
            self.relay_frame(from, Relayer::Rti, &mut |buffer| answer.put(buffer));
            self.send_relays();
        }
        Ok(())
    }

    /// Changes a parameter of a profile. Parameters of the stream have the names of settings.
    pub(super) fn tune(
        &mut self,
        profile: &str,
        parameter: &str,
        value: &str,
    ) -> Result<(), String> {
        if profile != STREAM {
            let Some(known) = self.lanes.profile_named(profile) else {
                return Err(format!(
                    "HylaProfile: no profile or transportation type {profile:?}; {STREAM} is the stream between two federates"
                ));
            };
            let is_module = parameter.contains('.');
            return if known.transport == Transport::ReliableMulticast && !is_module {
                self.tune_recovery(&known, parameter, value)
            } else {
                self.tune_module(&known, parameter, value)
            };
        }
        let changed = self.settings.host.stream_parameter(parameter, value)?;
        self.tuning = changed.or(self.tuning);
        let tuning = self.tuning;
        self.channels().for_each(|channel| tuning.apply(channel));
        Ok(())
    }
}

impl<N: Network> Links<N> {
    /// Changes a parameter of reliable multicast, for existing and later groups.
    fn tune_recovery(
        &mut self,
        known: &Profile,
        parameter: &str,
        value: &str,
    ) -> Result<(), String> {
        let mut after = known.clone();
        let host = &self.settings.host;
        after.multicast.recovery = host.changed_recovery(known, parameter, value)?;
        let after = Arc::new(after);
        self.reliable.adjust(&after);
        self.lanes.replace(after);
        Ok(())
    }

    /// Changes a parameter of a protocol module at this end, for existing and later lanes.
    fn tune_module(&mut self, known: &Profile, parameter: &str, value: &str) -> Result<(), String> {
        let profile = &known.name;
        let chain: Vec<_> = known.modules.iter().map(ModuleSpec::name).collect();
        let named = parameter.split_once('.');
        let found = named.and_then(|(name, key)| {
            let at = known
                .modules
                .iter()
                .position(|module| module.name() == name)?;
            Some((at, key))
        });
        let Some((at, key)) = found else {
            return Err(format!(
                "HylaParameter: no protocol module of the profile {profile} has a parameter {parameter}; \
                 its modules are: {}",
                chain.join(", ")
            ));
        };
        let changed = self.settings.host.changed(&known.modules[at], key, value)?;
        for (_, _, lane) in self.standing_lanes().filter(|(_, name, _)| name == profile) {
            // All have the same chain: if one refuses, the first does.
            let adjusted = lane.adjust(&changed);
            adjusted.map_err(|error| format!("HylaParameter: {parameter}: {error}"))?;
        }
        let mut after = known.clone();
        after.modules[at] = changed;
        self.lanes.replace(Arc::new(after));
        Ok(())
    }
}

/// Whether two ends belong to the same row: lanes have one direction.
fn is_same(one: &ChannelMetrics, other: &ChannelMetrics) -> bool {
    let key = |c: &ChannelMetrics| (c.peer, c.profile.clone(), c.transport.clone());
    one.profile != STREAM && key(one) == key(other)
}

/// Adds the counters of the channel in the other direction.
fn add(sum: &mut ChannelMetrics, other: ChannelMetrics) {
    sum.messages_sent += other.messages_sent;
    sum.messages_received += other.messages_received;
    sum.bytes_sent += other.bytes_sent;
    sum.bytes_received += other.bytes_received;
    sum.queue_bytes += other.queue_bytes;
    sum.pressed_back += other.pressed_back;
    sum.held_ms = sum.held_ms.max(other.held_ms);
    sum.bundles += other.bundles;
    sum.retransmissions += other.retransmissions;
    // Only the channel by which this member receives has them.
    sum.deadline = sum.deadline.or(other.deadline);
    for (reason, count) in other.dropped {
        add_loss(&mut sum.dropped, reason, count);
    }
    // Probes go only on the channel on which this member sends.
    if sum.round_trips.samples() == 0 {
        sum.round_trips = other.round_trips;
    }
}

fn add_loss(losses: &mut Vec<(String, u64)>, reason: String, count: u64) {
    match losses.iter_mut().find(|(known, _)| *known == reason) {
        Some((_, known)) => *known += count,
        None => losses.push((reason, count)),
    }
}

/// Losses by reason, without zeros. Messages without room in the receive buffer count as missing, too.
fn reasons(dropped: &Dropped) -> Vec<(String, u64)> {
    let all = [
        ("queue-full", dropped.queue_full),
        ("socket-full", dropped.socket_full),
        ("refused", dropped.refused),
        ("rate-limit", dropped.rate_limit),
        (LATE, dropped.late),
        ("missed", dropped.missed),
        ("reassembly", dropped.reassembly),
        ("damaged", dropped.damaged),
    ];
    let some = all.into_iter().filter(|(_, count)| *count > 0);
    some.map(|(reason, count)| (reason.to_owned(), count))
        .collect()
}

/// Counters of one channel.
fn metrics_of(
    peer: FederateHandle,
    profile: &str,
    channel: &impl ChannelHandle,
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
        held_ms: 0,
        bundles: counters.bundles,
        dropped: reasons(&counters.dropped),
        retransmissions: counters.retransmissions,
        deadline: None,
        round_trips,
    }
}
