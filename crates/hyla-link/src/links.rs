//! The channels of one ambassador: to the RTI and to each other member.
//!
//! This is the core's [`Outbox`]: frames are appended to the receiver's bundle while the core is
//! locked; the sockets are written after it is unlocked ([`Links::take_dirty`]).

mod bounds;
mod calls;
mod deadlines;
mod dispatch;
mod early;
mod echo;
mod grouping;
mod groups;
mod host;
mod lanes;
mod laning;
mod metrics;
mod outbox;
mod peer;
mod pressure;
mod relaying;
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
use hyla_net::network::{Network, Wire};
use hyla_net::{ChannelId, Pressure};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use calls::Strangers;
use echo::Echoes;
use groups::Groups;
pub use groups::{Unheard, Wish};
pub use host::{Host, StreamTuning};
use peer::{Peer, Stream, Way};

pub use bounds::{Bounded, Hold};
pub use dispatch::{Came, Due, Nonsense};
use early::EarlyCalls;
use early::Proven;
pub use lanes::Arrived;
use lanes::Lanes;
pub use laning::BoundChannel;
pub use pressure::Congestion;
pub use routes::{Relayer, Route};

/// How long after the channel to a member broke the log may take to say that the member is gone.
const WAIT_FOR_THE_LOG: Duration = Duration::from_secs(1);

/// How long the rest of a stream may take that the other end has given up.
const WAIT_FOR_THE_REST: Duration = Duration::from_secs(1);

/// Whom a channel leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The RTI.
    Rti,
    /// Another member, called by this one or known by its greeting.
    Peer(FederateHandle),
    /// Another member, which says there what belongs to the lane.
    Lane(FederateHandle, LaneId),
    /// Another member, to which this one speaks by that lane.
    OwnLane(FederateHandle, LaneId),
    /// Someone who called and has not greeted yet.
    Stranger,
}

/// How links behave; from the settings.
#[derive(Clone, Debug)]
pub struct LinkSettings {
    /// Whether members are called directly at all.
    pub direct: bool,
    /// Longest frame that a channel takes, less what a relay adds.
    pub frame_bytes: usize,
    /// Bytes that may wait for a link that is not open.
    pub pending_bytes: usize,
    /// How long a departed member may take to say the rest.
    pub drain: Duration,
    /// How long a caller may take to say who it is.
    pub greet: Duration,
    /// How long the log may take to tell of a member that has called.
    pub appear: Duration,
    /// Who knows settings and the system.
    pub host: Arc<dyn Host>,
}

/// All channels of one ambassador.
#[derive(Debug)]
pub struct Links<N: Network> {
    settings: LinkSettings,
    /// The latest time that this has been told of; nothing here reads a clock.
    now: Instant,
    rti: Option<N::Channel>,
    remote: Option<N::Remote>,
    peers: FxHashMap<FederateHandle, Peer<N>>,
    /// Whom each channel leads to.
    roles: FxHashMap<ChannelId, Role>,
    strangers: Strangers<N>,
    early: EarlyCalls<N>,
    /// Declarations that precede what is sent, and the members that know it.
    positions: SentPositions,
    /// Data of the call in progress that goes through the RTI.
    relays: RelayBatch,
    lanes: Lanes,
    /// Multicast groups beside lanes.
    groups: Groups<N>,
    /// One of the lanes may wait for the answer to its call. Most of the time none does, and looking at all of them in each turn
    /// costs more than the rest of it where there are many members. The same holds for the next two.
    calling: bool,
    /// Members that have, or had, lanes to this one.
    merging: usize,
    /// A member may be in a state that ends by itself.
    timed: bool,
    /// Members of whom something that waited may be due.
    stirred: Vec<FederateHandle>,
    /// What had arrived of members whose lanes are over.
    leftovers: VecDeque<(FederateHandle, Vec<u8>)>,
    /// Members whose streams have ended, to be told to the core.
    ended: Vec<FederateHandle>,
    /// Channels with frames that have not been offered to the wire.
    dirty: Vec<N::Channel>,
    /// Channels that were over their high-water mark.
    pressed: Vec<N::Channel>,
    /// Lanes that were.
    pressed_lanes: Vec<N::Channel>,
    /// Members whose link, without a channel of its own, held more than it should.
    held_up: Vec<FederateHandle>,
    /// Whether the call in progress has said something by another way than a lane, which may not be lost.
    used_streams: bool,
    /// Whether the call in progress has said something that may be lost: it does not wait for that.
    used_lossy: bool,
    /// Streams and lanes are not read for now, since too many callbacks wait.
    pausing: bool,
    /// Best-effort messages by way of datagrams that came meanwhile, of each sender and profile.
    overflowed: FxHashMap<(FederateHandle, String), u64>,
    /// Who holds back this federate.
    holders: Vec<bounds::Holder>,
    /// Samples of how long channels take.
    echoes: Echoes,
    /// What was changed of channels while they ran.
    tuning: StreamTuning,
    /// Frames for members that are gone.
    dropped: u64,
}

impl<N: Network> Links<N> {
    /// Without any channel.
    pub fn new(settings: LinkSettings, now: Instant) -> Self {
        let groups = Groups::new(settings.host.clone());
        Self {
            lanes: Lanes::new(settings.host.clone(), now),
            settings,
            now,
            rti: None,
            remote: None,
            peers: FxHashMap::default(),
            roles: FxHashMap::default(),
            strangers: Strangers::default(),
            early: EarlyCalls::default(),
            positions: SentPositions::default(),
            relays: RelayBatch::default(),
            groups,
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
            echoes: Echoes::new(now),
            tuning: StreamTuning::default(),
            dropped: 0,
        }
    }

    /// It is so late now. To be told with events, and with frames that are not plain data; what is due is done by
    /// [`Self::turn`].
    #[inline]
    pub fn at(&mut self, now: Instant) {
        self.now = self.now.max(now);
    }

    /// The channel to the RTI stands.
    pub fn open(&mut self, rti: N::Channel, remote: N::Remote) {
        self.roles.insert(rti.id(), Role::Rti);
        self.rti = Some(rti);
        self.remote = Some(remote);
    }

    /// Whether there is somebody at the RTI's address who takes what is sent.
    pub fn has_reached_rti(&self) -> bool {
        let mut rti = self.rti.iter();
        rti.any(|channel| channel.counters().bytes_sent > 0)
    }

    /// Whom a channel leads to, if it is known here.
    pub fn role(&self, channel: ChannelId) -> Option<Role> {
        self.roles.get(&channel).copied()
    }

    /// The member that a channel leads to, if what it says there is due as it comes, and the federate may be called.
    #[inline]
    pub fn plain_peer(&mut self, channel: ChannelId) -> Option<FederateHandle> {
        let Some(Role::Peer(from)) = self.role(channel) else {
            return None;
        };
        let plain = self.early.is_empty() && !self.merges(from) && !self.is_congested();
        plain.then_some(from)
    }

    /// Whether the channel leads to the RTI.
    pub fn is_rti(&self, channel: ChannelId) -> bool {
        self.role(channel) == Some(Role::Rti)
    }

    /// The stream to a member, also while it is read to its end.
    #[inline]
    fn stream(&self, peer: FederateHandle) -> Option<&Stream<N>> {
        self.peers.get(&peer).and_then(Peer::stream)
    }

    #[inline]
    fn stream_mut(&mut self, peer: FederateHandle) -> Option<&mut Stream<N>> {
        self.peers.get_mut(&peer).and_then(Peer::stream_mut)
    }

    /// Closes a channel on which nonsense came.
    pub fn turn_away(&mut self, id: ChannelId, problem: &str) {
        let channel = match self.role(id) {
            Some(Role::Stranger) => self.strangers.channel(id),
            Some(Role::Peer(peer)) => {
                let known = self.peers.get(&peer).and_then(|peer| peer.channel(id));
                known.or_else(|| self.early.channel(id))
            }
            Some(Role::Lane(from, lane)) => self
                .incoming(from)
                .and_then(|incoming| incoming.channel(lane)),
            Some(Role::OwnLane(to, lane)) => self.stream(to).and_then(|s| s.out.channel(lane)),
            Some(Role::Rti) | None => None,
        };
        if let Some(channel) = channel {
            channel.close(problem);
        }
    }

    /// A channel is gone. Tells whose it was.
    pub fn closed(&mut self, id: ChannelId) -> Option<Role> {
        let role = self.roles.remove(&id)?;
        self.echoes.forget(id);
        match role {
            Role::Peer(peer) => self.peer_closed(peer, id),
            Role::Rti => self.rti = None,
            Role::Lane(from, _) => self.lane_closed(from, id),
            Role::OwnLane(to, lane) => self.own_lane_closed(to, lane),
            Role::Stranger => self.strangers.forget(id),
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

    /// The channel to a member broke. Most often the member is gone and the log is about to say so;
    /// if it is not, data goes through the RTI after a while ([`Self::turn`]).
    fn broke(&mut self, peer: FederateHandle) {
        if let Some(Way::Draining(..)) = self.peers.get(&peer).map(|peer| &peer.way) {
            self.release_relayed(peer);
            self.ended.push(peer);
            return;
        }
        self.end_lanes(peer, "the stream to the member broke");
        self.release_relayed(peer);
        self.positions.forget(peer);
        if let Some(peer) = self.peers.get_mut(&peer) {
            let unsaid = peer
                .stream_mut()
                .map(|stream| std::mem::take(&mut stream.unsaid));
            let until = self.now + WAIT_FOR_THE_LOG;
            peer.way = Way::Broken(unsaid.unwrap_or_default(), until);
            self.timed = true;
        }
    }

    /// Ends the ways to members whose channels broke after they had said goodbye: they have left, also where the log is slow
    /// to tell. What was sent to them since then is dropped and counted.
    fn part(&mut self, said_goodbye: impl Fn(FederateHandle) -> bool) {
        if !self.timed {
            return;
        }
        let broken = self
            .peers
            .iter()
            .filter_map(|(peer, known)| match &known.way {
                Way::Broken(pending, _) if said_goodbye(*peer) => Some((*peer, pending)),
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

    /// The way to a member without a channel of its own may hold more than it should.
    fn holds_up(&mut self, peer: FederateHandle, holds: bool) {
        if holds && !self.held_up.contains(&peer) {
            self.held_up.push(peer);
        }
    }

    /// Channels with frames to offer to the wire, once the core is unlocked.
    pub fn take_dirty(&mut self, into: &mut Vec<N::Channel>) {
        self.send_relays();
        into.append(&mut self.dirty);
    }

    /// Streams that have ended since the last call.
    pub fn take_ended(&mut self) -> Vec<FederateHandle> {
        self.end_held_streams();
        std::mem::take(&mut self.ended)
    }

    /// Closes the channels of departed members that have said everything.
    fn end_drained(&mut self, expects: impl Fn(FederateHandle) -> bool) {
        if !self.timed {
            return;
        }
        let drains = |(peer, known): (&FederateHandle, &Peer<N>)| {
            (matches!(known.way, Way::Draining(..)) && !expects(*peer)).then_some(*peer)
        };
        let done: Vec<_> = self.peers.iter().filter_map(drains).collect();
        for federate in done {
            self.forget(federate, "the member has left");
        }
    }

    /// Ends the way to a member, also one that is not open yet.
    fn forget(&mut self, federate: FederateHandle, reason: &str) {
        self.end_lanes(federate, reason);
        self.release_relayed(federate);
        self.groups.forget_counts(federate);
        match self.peers.remove(&federate).map(|peer| peer.way) {
            Some(Way::Up(stream) | Way::Draining(stream, _)) => {
                stream.unsaid.each(|_| self.dropped += 1);
                self.roles.remove(&stream.channel.id());
                stream.channel.close(reason);
            }
            Some(Way::Calling(pending, call)) => {
                if call.answered {
                    // The member knows of the call and may have let it in: then it gets the rest, and the goodbye.
                    pending.say_on(&call.channel);
                }
                self.give_up(&call, reason);
            }
            Some(Way::Awaited(_) | Way::Broken(..) | Way::Relayed(_)) | None => {}
        }
    }

    /// Frames for members that are gone.
    pub fn dropped_frames(&self) -> u64 {
        self.dropped
    }

    /// Whether something that was sent has not left yet.
    pub fn is_flowing(&self) -> bool {
        let pending = self.peers.values().filter_map(Peer::pending);
        let waiting = pending.into_iter().any(|pending| !pending.is_empty());
        waiting
            || self
                .channels()
                .any(|channel| channel.counters().queue_bytes > 0)
    }

    /// Every open channel that this member speaks by.
    pub fn channels(&self) -> impl Iterator<Item = &N::Channel> {
        let streams = self.peers.values().filter_map(Peer::stream);
        let of_peers = streams
            .flat_map(|stream| std::iter::once(&stream.channel).chain(stream.out.channels()));
        self.rti.iter().chain(of_peers)
    }

    /// Closes the channels to members; the one to the RTI stays.
    pub fn leave_execution(&mut self) {
        let peers: Vec<_> = self.peers.keys().copied().collect();
        peers
            .into_iter()
            .for_each(|peer| self.forget(peer, "resigned"));
        self.early.close("not a member");
        self.timed = false;
        self.ended.clear();
        self.pressed.clear();
        self.pressed_lanes.clear();
        self.held_up.clear();
        self.pausing = false;
        self.overflowed.clear();
        self.holders.clear();
        self.stirred.clear();
        self.leftovers.clear();
        self.groups.casting.clear();
    }

    /// Closes everything.
    pub fn close(&mut self, reason: &str) {
        self.leave_execution();
        self.strangers.close(reason);
        if let Some(rti) = self.rti.take() {
            rti.close(reason);
        }
        self.roles.clear();
        self.remote = None;
    }

    /// The channel has something to offer to the wire.
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
            // The event that the channel closed follows; the frame is gone with the peer.
            Err(_) => self.dropped += 1,
        }
    }
}
