//! The channels of one ambassador: to the RTI and to its peers.
//!
//! Implements the core's [`Outbox`](hyla_core::outbox::Outbox): frames are appended to the receiver's bundle while the core
//! is locked; sockets are written after the core is unlocked ([`Links::take_dirty`]).

mod binding;
mod boards;
mod bounds;
mod calls;
mod deadlines;
mod dispatch;
mod environment;
mod grouping;
mod groups;
mod lanes;
mod laning;
mod latency;
mod link;
mod metrics;
mod outbox;
mod pending_callers;
mod pressure;
mod relaying;
mod reliable;
mod round_trips;
mod routes;
mod settling;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod traces;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lanes::LaneId;
use hyla_core::declaration::SentPositions;
use hyla_core::message::RelayBatch;
use hyla_net::network::{ChannelHandle, Network};
use hyla_net::{ChannelId, Pressure};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use boards::TimeBoards;
use calls::{RefusedCallers, UnidentifiedCallers};
pub use environment::{LinkEnvironment, StreamTuning};
use groups::Groups;
pub use groups::{GroupRequest, MissingReceiver};
use latency::LatencyProbes;
pub use latency::{Admission, AdmissionVerdict};
use link::{DirectLink, Link, LinkState};
use outbox::Sharing;
use round_trips::RoundTripProbes;

pub use binding::BoundChannel;
pub use bounds::{Bounded, Hold};
pub use dispatch::{DispatchResult, Due, ProtocolViolation};
use lanes::Lanes;
pub use lanes::Timeliness;
use pending_callers::PendingCallers;
use pending_callers::VerifiedCaller;
pub use pressure::Congestion;
use reliable::Reliable;
pub use reliable::{MulticastChange, MulticastNotice};
pub use routes::{Relayer, Route};

/// After a stream broke: how long to wait for the control log to report that the peer is gone.
const LOG_TIMEOUT: Duration = Duration::from_secs(1);

/// How long to wait for the end of a stream that the peer has given up.
const STREAM_END_TIMEOUT: Duration = Duration::from_secs(1);

/// Purpose of a channel, and its peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelRole {
    /// The RTI.
    Rti,
    /// Stream of a peer: called by this member, or identified by its greeting.
    Stream(FederateHandle),
    /// Lane from a peer.
    IncomingLane(FederateHandle, LaneId),
    /// Lane of this member to a peer.
    OutgoingLane(FederateHandle, LaneId),
    /// A caller that has not sent its greeting yet.
    Unidentified,
}

/// Limits and timeouts of links, from the settings.
#[derive(Clone, Debug)]
pub struct LinkSettings {
    /// Whether members connect to each other; otherwise the RTI relays everything.
    pub direct: bool,
    /// Longest frame that a channel takes, less what a relay adds.
    pub frame_bytes: usize,
    /// Most bytes that wait for a link that is not up.
    pub pending_bytes: usize,
    /// How long to read the remaining messages of a member that has resigned.
    pub drain: Duration,
    /// How long to wait for the greeting of a caller.
    pub greet: Duration,
    /// How long to wait for the control log to report a caller as a member.
    pub appear: Duration,
    /// Whether [`Links::turn`] is called at its deadlines, also while the federate does something else. Otherwise no message for a
    /// group waits for others that would share its packet.
    pub gathers: bool,
    /// Settings and system calls.
    pub host: Arc<dyn LinkEnvironment>,
}

/// All links of one member, and its channel to the RTI.
#[derive(Debug)]
pub struct Links<N: Network> {
    settings: LinkSettings,
    /// The latest time passed to [`Self::at`]; nothing here reads a clock.
    now: Instant,
    rti: Option<N::Channel>,
    remote: Option<N::Remote>,
    boards: TimeBoards<N>,
    peers: FxHashMap<FederateHandle, Link<N>>,
    /// Purpose of each channel.
    roles: FxHashMap<ChannelId, ChannelRole>,
    unidentified: UnidentifiedCallers<N>,
    early: PendingCallers<N>,
    /// Log position of this member, and the position last sent to each peer.
    positions: SentPositions,
    /// Data of the call in progress that goes through the RTI.
    relays: RelayBatch,
    lanes: Lanes,
    /// Multicast groups beside lanes.
    groups: Groups<N>,
    /// Reliable multicast.
    reliable: Reliable<N>,
    /// Some lane may wait for its connection. Usually none does, and a check of all lanes in each turn would cost more
    /// than the rest of the turn. The same reason holds for the next two fields.
    calling: bool,
    /// Number of peers that have, or had, lanes to this member.
    merging: usize,
    /// Some link may be in a state with a deadline.
    timed: bool,
    /// Peers whose buffered messages may be due.
    stirred: Vec<FederateHandle>,
    /// Messages received from peers whose lanes have ended.
    leftovers: VecDeque<(FederateHandle, Vec<u8>)>,
    /// Peers whose streams have ended; the core is notified later.
    ended: Vec<FederateHandle>,
    /// Channels with frames that have not been offered to the wire.
    dirty: Vec<N::Channel>,
    /// Streams that were above their high-water mark.
    pressed: Vec<N::Channel>,
    /// Lanes that were above their high-water mark.
    pressed_lanes: Vec<N::Channel>,
    /// Peers without a channel whose links held more than their limit.
    held_up: Vec<FederateHandle>,
    /// The long message that goes to several members just now.
    sharing: Sharing<<N::Channel as ChannelHandle>::Frame>,
    /// The service call in progress has sent reliable messages outside lanes.
    used_streams: bool,
    /// The service call in progress has sent best effort: it does not wait.
    used_lossy: bool,
    /// Reading from streams and lanes is paused: too many callbacks wait.
    pausing: bool,
    /// Best-effort messages dropped while reading was paused, by sender and profile.
    overflowed: FxHashMap<(FederateHandle, String), u64>,
    /// Peers that exert back-pressure on this federate.
    holders: Vec<bounds::Holder>,
    /// Round-trip times of channels.
    probes: RoundTripProbes,
    /// Questions about latency; `None` before the first.
    latency: Option<Box<LatencyProbes>>,
    /// A live sample waits for a message that it can accompany.
    accompanied: bool,
    /// Parameters of streams that were changed at run time.
    tuning: StreamTuning,
    /// Frames dropped because the peer has left.
    dropped: u64,
    /// Callers that were not who they said they were.
    refused: RefusedCallers,
}

impl<N: Network> Links<N> {
    /// No channels yet.
    pub fn new(settings: LinkSettings, now: Instant) -> Self {
        let groups = Groups::new(settings.host.clone());
        Self {
            lanes: Lanes::new(settings.host.clone(), now),
            settings,
            now,
            rti: None,
            remote: None,
            boards: TimeBoards::default(),
            peers: FxHashMap::default(),
            roles: FxHashMap::default(),
            unidentified: UnidentifiedCallers::default(),
            early: PendingCallers::default(),
            positions: SentPositions::default(),
            relays: RelayBatch::default(),
            groups,
            reliable: Reliable::default(),
            calling: false,
            merging: 0,
            timed: false,
            stirred: Vec::new(),
            leftovers: VecDeque::new(),
            ended: Vec::new(),
            dirty: Vec::new(),
            pressed: Vec::new(),
            pressed_lanes: Vec::new(),
            held_up: Vec::new(),
            used_streams: false,
            used_lossy: false,
            pausing: false,
            overflowed: FxHashMap::default(),
            holders: Vec::new(),
            probes: RoundTripProbes::new(now),
            latency: None,
            sharing: Sharing::Nothing,
            accompanied: false,
            tuning: StreamTuning::default(),
            dropped: 0,
            refused: RefusedCallers::default(),
        }
    }

    /// Sets the time. Call it before events and before frames that are not plain data; [`Self::turn`] does what is due.
    #[inline]
    pub fn at(&mut self, now: Instant) {
        self.now = self.now.max(now);
    }

    /// Sets the channel to the RTI.
    pub fn open(&mut self, rti: N::Channel, remote: N::Remote) {
        self.roles.insert(rti.id(), ChannelRole::Rti);
        self.rti = Some(rti);
        self.remote = Some(remote);
    }

    /// Whether something accepts connections and data at the RTI's address.
    pub fn has_reached_rti(&self) -> bool {
        let mut rti = self.rti.iter();
        rti.any(|channel| channel.counters().bytes_sent > 0)
    }

    /// Purpose of a channel, if it is known here.
    pub fn role(&self, channel: ChannelId) -> Option<ChannelRole> {
        self.roles.get(&channel).copied()
    }

    /// The peer of a stream whose messages can be delivered at once: no ordering with lanes, no callers that wait, no
    /// congestion.
    #[inline]
    pub fn plain_peer(&mut self, channel: ChannelId) -> Option<FederateHandle> {
        let Some(ChannelRole::Stream(from)) = self.role(channel) else {
            return None;
        };
        let plain = self.early.is_empty() && !self.merges(from) && !self.is_congested();
        plain.then_some(from)
    }

    /// Whether the channel leads to the RTI.
    pub fn is_rti(&self, channel: ChannelId) -> bool {
        self.role(channel) == Some(ChannelRole::Rti)
    }

    /// The stream to a peer, also while it drains.
    #[inline]
    fn stream(&self, peer: FederateHandle) -> Option<&DirectLink<N>> {
        self.peers.get(&peer).and_then(Link::stream)
    }

    #[inline]
    fn stream_mut(&mut self, peer: FederateHandle) -> Option<&mut DirectLink<N>> {
        self.peers.get_mut(&peer).and_then(Link::stream_mut)
    }

    /// Closes a channel after a protocol violation. Whether a member was at its other end: other callers are refused, which is counted
    /// ([`Self::refused_callers`]).
    pub fn turn_away(&mut self, id: ChannelId, problem: &str) -> bool {
        if let Some(caller) = self.unidentified.take(id).or_else(|| self.early.take(id)) {
            self.refuse(&caller, problem);
            return false;
        }
        let channel = match self.role(id) {
            Some(ChannelRole::Stream(peer)) => {
                self.peers.get(&peer).and_then(|peer| peer.channel(id))
            }
            Some(ChannelRole::IncomingLane(from, lane)) => self
                .incoming(from)
                .and_then(|incoming| incoming.channel(lane)),
            Some(ChannelRole::OutgoingLane(to, lane)) => {
                self.stream(to).and_then(|s| s.out.channel(lane))
            }
            Some(ChannelRole::Rti | ChannelRole::Unidentified) | None => None,
        };
        if let Some(channel) = channel {
            channel.close(problem);
        }
        channel.is_some()
    }

    /// Removes a closed channel. Returns what it was for.
    pub fn closed(&mut self, id: ChannelId) -> Option<ChannelRole> {
        let role = self.roles.remove(&id)?;
        self.probes.forget(id);
        match role {
            ChannelRole::Stream(peer) => self.peer_closed(peer, id),
            ChannelRole::Rti => self.rti = None,
            ChannelRole::IncomingLane(from, _) => self.lane_closed(from, id),
            ChannelRole::OutgoingLane(to, lane) => self.own_lane_closed(to, lane),
            ChannelRole::Unidentified => self.unidentified.forget(id),
        }
        Some(role)
    }

    fn peer_closed(&mut self, peer: FederateHandle, id: ChannelId) {
        let known = self.peers.get(&peer);
        if let Some(answered) = known.and_then(|p| p.call_on(id)).map(|call| call.answered) {
            match answered {
                true => self.relay(peer, true),
                false => self.call_next(peer),
            }
        } else if known.is_some_and(|peer| peer.channel(id).is_some()) {
            if !self.holds_end(peer) {
                self.broke(peer);
            }
        } else {
            self.early.hung_up(id);
        }
    }

    /// The stream to a peer broke. Usually the peer is gone and the log is about to report it; otherwise the RTI relays
    /// after [`LOG_TIMEOUT`] ([`Self::turn`]).
    fn broke(&mut self, peer: FederateHandle) {
        let peer_handle = peer;
        if let Some(LinkState::Draining(..)) = self.peers.get(&peer).map(|peer| &peer.state) {
            self.release_relayed(peer);
            self.reliable_member_gone(peer);
            self.ended.push(peer);
            return;
        }
        self.boards.lose(peer);
        self.end_lanes(peer, "the stream to the member broke");
        self.release_relayed(peer);
        self.positions.forget(peer);
        if let Some(peer) = self.peers.get_mut(&peer) {
            let unsaid = peer
                .stream_mut()
                .map(|stream| std::mem::take(&mut stream.unsaid));
            let until = self.now + LOG_TIMEOUT;
            peer.state = LinkState::Broken(unsaid.unwrap_or_default(), until);
            self.timed = true;
        }
        self.reliable_link_broke(peer_handle);
    }

    /// Ends broken links to peers that had said goodbye: they have left, also if the log is slow to report it. Messages
    /// sent to them since then are dropped and counted.
    fn part(&mut self, said_goodbye: impl Fn(FederateHandle) -> bool) {
        if !self.timed {
            return;
        }
        let broken = self
            .peers
            .iter()
            .filter_map(|(peer, known)| match &known.state {
                LinkState::Broken(pending, _) if said_goodbye(*peer) => Some((*peer, pending)),
                _ => None,
            });
        let mut gone = Vec::new();
        for (peer, pending) in broken {
            pending.each(|_| self.dropped += 1);
            gone.push(peer);
        }
        for peer in gone {
            self.forget(peer, "the member has left");
        }
    }

    /// Records that a link without a channel may hold more than its limit.
    fn holds_up(&mut self, peer: FederateHandle, holds: bool) {
        if holds && !self.held_up.contains(&peer) {
            self.held_up.push(peer);
        }
    }

    /// Moves out the channels with frames to write, once the core is unlocked.
    pub fn take_dirty(&mut self, into: &mut Vec<N::Channel>) {
        self.send_relays();
        into.append(&mut self.dirty);
    }

    /// Returns the peers whose streams have ended since the last call.
    pub fn take_ended(&mut self) -> Vec<FederateHandle> {
        self.end_held_streams();
        std::mem::take(&mut self.ended)
    }

    /// Closes draining links whose peers have sent everything.
    fn end_drained(&mut self, expects: impl Fn(FederateHandle) -> bool) {
        if !self.timed {
            return;
        }
        let drains = |(peer, known): (&FederateHandle, &Link<N>)| {
            (matches!(known.state, LinkState::Draining(..)) && !expects(*peer)).then_some(*peer)
        };
        let done: Vec<_> = self.peers.iter().filter_map(drains).collect();
        for federate in done {
            self.forget(federate, "the member has left");
        }
    }

    /// Ends the link to a member, in whichever state it is.
    fn forget(&mut self, federate: FederateHandle, reason: &str) {
        if let Some(incoming) = self.incoming_mut(federate) {
            incoming.ordering.sender_departs();
        }
        self.boards.lose(federate);
        self.reliable_member_gone(federate);
        self.end_lanes(federate, reason);
        self.release_relayed(federate);
        self.groups.forget_counts(federate);
        match self.peers.remove(&federate).map(|peer| peer.state) {
            Some(LinkState::Up(stream) | LinkState::Draining(stream, _)) => {
                stream.unsaid.each(|_| self.dropped += 1);
                self.roles.remove(&stream.channel.id());
                stream.channel.close(reason);
            }
            Some(LinkState::Calling(pending, call)) => {
                if call.answered {
                    // The peer knows of the call and may have accepted it: it gets the rest, and the goodbye.
                    pending.say_on(&call.channel);
                }
                self.give_up(&call, reason);
            }
            Some(LinkState::Awaited(_) | LinkState::Broken(..) | LinkState::Relayed(_)) | None => {}
        }
    }

    /// Frames dropped because the peer has left.
    pub fn dropped_frames(&self) -> u64 {
        self.dropped
    }

    /// Whether frames wait for a stream to a member, or for the relay. Once this member has left, the other one does not
    /// accept a stream any more, and they are lost.
    pub fn has_pending(&self) -> bool {
        let mut pending = self.peers.values().filter_map(Link::pending);
        pending.any(|pending| !pending.is_empty())
    }

    /// Whether any channel still has bytes to write.
    pub fn is_writing(&self) -> bool {
        let mut channels = self.channels();
        channels.any(|channel| channel.counters().queue_bytes > 0)
    }

    /// Whether members have acknowledged all that was sent to groups of reliable multicast.
    pub fn has_sent_to_groups(&self) -> bool {
        self.reliable.has_sent_all()
    }

    /// Every open channel on which this member sends.
    pub fn channels(&self) -> impl Iterator<Item = &N::Channel> {
        let streams = self.peers.values().filter_map(Link::stream);
        let of_peers = streams
            .flat_map(|stream| std::iter::once(&stream.channel).chain(stream.out.channels()));
        self.rti.iter().chain(of_peers)
    }

    /// The other end of a channel has passed a table.
    pub fn take_table(&mut self, channel: ChannelId, number: u64, table: N::Table) {
        if let Some(ChannelRole::Stream(from)) = self.roles.get(&channel) {
            self.boards
                .take_table(self.remote.as_ref(), *from, number, table);
        }
    }

    /// Closes the channels to members; the one to the RTI stays.
    pub fn leave_execution(&mut self) {
        self.boards.open(self.remote.as_ref(), (0, 0), &[]);
        self.boards = TimeBoards::default();
        self.reset_reliable(None);
        let peers: Vec<_> = self.peers.keys().copied().collect();
        peers
            .into_iter()
            .for_each(|peer| self.forget(peer, "resigned"));
        self.settings.host.forget_keys();
        self.early.close("not a member");
        self.timed = false;
        self.ended.clear();
        self.pressed.clear();
        self.pressed_lanes.clear();
        self.held_up.clear();
        self.pausing = false;
        self.overflowed.clear();
        self.holders.clear();
        self.latency = None;
        self.accompanied = false;
        self.stirred.clear();
        self.leftovers.clear();
        self.groups.sending.clear();
    }

    /// Closes everything.
    pub fn close(&mut self, reason: &str) {
        self.leave_execution();
        self.unidentified.close(reason);
        if let Some(rti) = self.rti.take() {
            rti.close(reason);
        }
        self.roles.clear();
        self.remote = None;
    }

    /// Notes that the channel has bytes to write.
    fn put_on_dirty(&mut self, channel: &N::Channel) {
        if !self.dirty.iter().any(|c| c.id() == channel.id()) {
            self.dirty.push(channel.clone());
        }
    }

    fn note(&mut self, channel: &N::Channel, sent: Result<Pressure, hyla_net::Closed>) {
        match sent {
            Ok(pressure) => {
                self.put_on_dirty(channel);
                if pressure == Pressure::High
                    && !self.pressed.iter().any(|c| c.id() == channel.id())
                {
                    self.pressed.push(channel.clone());
                }
            }
            // The close event of the channel follows; the frame is lost with the peer.
            Err(_) => self.dropped += 1,
        }
    }
}
