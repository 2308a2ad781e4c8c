//! The channels of one ambassador: to the RTI and to each other member.
//!
//! This is the core's [`Outbox`]: frames are appended to the receiver's bundle while the core is
//! locked; the sockets are written after it is unlocked ([`Links::take_dirty`]).

mod bounds;
mod deadlines;
mod echo;
mod grouping;
mod groups;
mod lanes;
mod laning;
mod metrics;
mod outbox;
mod pressure;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use hyla_core::declaration::SentPositions;
use hyla_core::lanes::{LaneId, LinkFrame, link_frame};
use hyla_core::message::{Greeting, MemberRequest, RelayBatch, ToRti, greeting_frame};
use hyla_core::outbox::Outbox;
use hyla_net::{Address, Channel, ChannelId, Pressure, Remote};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use echo::Echoes;
use groups::Groups;
pub(crate) use groups::Wish;
use metrics::StreamTuning;

use super::early::{Claim, EarlyCalls, Proven, Standing};
use crate::settings::Profiles;
pub(crate) use bounds::Hold;
pub(crate) use lanes::Arrived;
use lanes::{Lanes, Outgoing};
pub use laning::BoundChannel;
pub(crate) use pressure::Congestion;

/// How long after the channel to a member broke the log may take to say that the member is gone.
const WAIT_FOR_THE_LOG: Duration = Duration::from_secs(1);

/// Whom a channel leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
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

/// The way to another member.
#[derive(Debug)]
enum Link {
    /// Not open yet: frames wait, each behind its length.
    Waiting {
        pending: Vec<u8>,
        called: Option<ChannelId>,
    },
    /// A channel of its own.
    Direct(Channel),
    /// Through the RTI's host.
    Relayed {
        /// The RTI says so: the member does not read.
        paused: bool,
        /// The member says so: its callbacks wait.
        held: bool,
    },
}

/// How links behave; from the settings.
#[derive(Clone, Debug)]
pub(crate) struct LinkSettings {
    /// Whether members are called directly at all.
    pub(crate) direct: bool,
    /// Longest frame that a channel takes, less what a relay adds.
    pub(crate) frame_bytes: usize,
    /// Bytes that may wait for a link that is not open.
    pub(crate) pending_bytes: usize,
    /// How long a departed member may take to say the rest.
    pub(crate) drain: Duration,
    /// How long a caller may take to say who it is.
    pub(crate) greet: Duration,
    /// How long the log may take to tell of a member that has called.
    pub(crate) appear: Duration,
    /// Profiles of transportation types.
    pub(crate) qos: Profiles,
}

/// A call of ours to another member.
#[derive(Debug)]
struct Call {
    /// What is said first.
    greeting: Greeting,
    /// Where to try next if nobody answers, best last.
    further: Vec<Address>,
}

/// All channels of one ambassador.
#[derive(Debug)]
pub(crate) struct Links {
    settings: LinkSettings,
    rti: Option<Channel>,
    remote: Option<Remote>,
    peers: FxHashMap<FederateHandle, Link>,
    roles: FxHashMap<ChannelId, Role>,
    strangers: FxHashMap<ChannelId, Channel>,
    /// Calls of ours that are not answered yet.
    calls: FxHashMap<ChannelId, Call>,
    early: EarlyCalls,
    /// Declarations that precede what is sent, and the members that know it.
    positions: SentPositions,
    /// Data of the call in progress that goes through the RTI.
    relays: RelayBatch,
    lanes: Lanes,
    /// Multicast groups beside lanes.
    groups: Groups,
    /// Lanes of this member.
    lanes_out: FxHashMap<FederateHandle, Outgoing>,
    /// One of them may wait for the answer to its call. Most of the time none does, and looking at all of them in each turn
    /// costs more than the rest of it where there are many members.
    calling: bool,
    /// Lanes that are wanted as soon as the stream to the member stands.
    bound: Vec<(FederateHandle, std::sync::Arc<hyla_net::Profile>)>,
    /// Members of whom something that waited may be due.
    stirred: Vec<FederateHandle>,
    /// What had arrived of members whose lanes are over.
    leftovers: VecDeque<(FederateHandle, Vec<u8>)>,
    /// Channels with frames that have not been offered to the wire.
    dirty: Vec<Channel>,
    /// Channels that were over their high-water mark.
    pressed: Vec<Channel>,
    /// Lanes that were.
    pressed_lanes: Vec<Channel>,
    /// Whether the call in progress has said something by another way than a lane, which may not be lost.
    used_streams: bool,
    /// Whether the call in progress has said something that may be lost: it does not wait for that.
    used_lossy: bool,
    /// Streams and lanes are not read for now, since too many callbacks wait.
    pausing: bool,
    /// Members that were told through the RTI to wait.
    told_to_hold: Vec<FederateHandle>,
    /// Best-effort messages by way of datagrams that came meanwhile, of each sender and profile.
    overflowed: FxHashMap<(FederateHandle, String), u64>,
    /// Who holds back this federate.
    holders: Vec<bounds::Holder>,
    /// Members whose link, without a channel of its own, held more than it should.
    held_up: Vec<FederateHandle>,
    /// Members whose streams have ended, to be told to the core.
    ended: Vec<FederateHandle>,
    /// Departed members, and until when their last words are waited for.
    draining: Vec<(FederateHandle, Instant)>,
    /// Callers who have to say who they are, or be told of by the log, until then.
    unproven: Vec<(ChannelId, Instant)>,
    /// Members whose channel broke, and until when the log may say that they are gone.
    broken: Vec<(FederateHandle, Instant)>,
    /// Samples of how long channels take.
    echoes: Echoes,
    /// What was changed of channels while they ran.
    tuning: StreamTuning,
    /// Frames for members that are gone.
    pub(crate) dropped: u64,
}

impl Links {
    pub(crate) fn new(settings: LinkSettings) -> Self {
        Self {
            positions: SentPositions::default(),
            relays: RelayBatch::default(),
            lanes: Lanes::new(settings.qos.clone()),
            groups: Groups::new(),
            lanes_out: FxHashMap::default(),
            calling: false,
            bound: Vec::new(),
            stirred: Vec::new(),
            leftovers: VecDeque::new(),
            pressed_lanes: Vec::new(),
            used_streams: false,
            used_lossy: false,
            pausing: false,
            told_to_hold: Vec::new(),
            overflowed: FxHashMap::default(),
            holders: Vec::new(),
            settings,
            rti: None,
            remote: None,
            peers: FxHashMap::default(),
            roles: FxHashMap::default(),
            strangers: FxHashMap::default(),
            calls: FxHashMap::default(),
            early: EarlyCalls::default(),
            dirty: Vec::new(),
            pressed: Vec::new(),
            held_up: Vec::new(),
            ended: Vec::new(),
            draining: Vec::new(),
            broken: Vec::new(),
            unproven: Vec::new(),
            echoes: Echoes::new(),
            tuning: StreamTuning::default(),
            dropped: 0,
        }
    }

    /// The channel to the RTI stands.
    pub(crate) fn open(&mut self, rti: Channel, remote: Remote) {
        self.roles.insert(rti.id(), Role::Rti);
        self.rti = Some(rti);
        self.remote = Some(remote);
    }

    /// Whether there is somebody at the RTI's address who takes what is sent.
    pub(crate) fn has_reached_rti(&self) -> bool {
        let mut rti = self.rti.iter();
        rti.any(|channel| channel.counters().bytes_sent > 0)
    }

    pub(crate) fn role(&self, channel: ChannelId) -> Option<Role> {
        self.roles.get(&channel).copied()
    }

    /// The member that a channel leads to, if what it says there is due as it comes, and the federate may be called.
    #[inline]
    pub(crate) fn plain_peer(&mut self, channel: ChannelId) -> Option<FederateHandle> {
        let Some(Role::Peer(from)) = self.role(channel) else {
            return None;
        };
        let plain = self.early.is_empty() && !self.lanes.merges(from) && !self.is_congested();
        plain.then_some(from)
    }

    /// Whether the channel leads to the RTI.
    pub(crate) fn is_rti(&self, channel: ChannelId) -> bool {
        self.role(channel) == Some(Role::Rti)
    }

    /// Closes a channel on which nonsense came.
    pub(crate) fn turn_away(&mut self, id: ChannelId, problem: &str) {
        let stranger = self.strangers.get(&id);
        let direct = self.peers.values().find_map(|link| match link {
            Link::Direct(channel) if channel.id() == id => Some(channel),
            _ => None,
        });
        let early = self.early.channel(id);
        let mut lanes = self.lanes.channels();
        let lane = lanes.find(|channel| channel.id() == id);
        if let Some(channel) = stranger.or(direct).or(early).or(lane) {
            channel.close(problem);
        }
    }

    /// Someone called; its greeting will say who.
    pub(crate) fn accept(&mut self, channel: Channel) {
        let until = Instant::now() + self.settings.greet;
        self.unproven.push((channel.id(), until));
        self.roles.insert(channel.id(), Role::Stranger);
        self.strangers.insert(channel.id(), channel);
    }

    /// A stranger said who it is and whom it means.
    pub(crate) fn greeted(&mut self, channel: ChannelId, claim: Claim, standing: Standing) {
        let Some(channel) = self.strangers.remove(&channel) else {
            return;
        };
        self.unproven.retain(|(id, _)| *id != channel.id());
        let from = claim.from;
        let doubled = match standing {
            Standing::Holds => !matches!(self.peers.get(&from), Some(Link::Waiting { .. })),
            _ => self.early.contains(from),
        };
        if doubled {
            // A member calls once: whoever this is, the way to the member stays as it is.
            self.roles.remove(&channel.id());
            channel.close("there is a way to that member already, or it is gone");
            return;
        }
        channel.trust();
        self.roles.insert(channel.id(), Role::Peer(from));
        if standing == Standing::Holds {
            self.welcome(from, channel);
        } else {
            let until = Instant::now() + self.settings.appear;
            self.unproven.push((channel.id(), until));
            self.early.insert(claim, channel);
        }
    }

    /// Keeps a frame of a member that called early; `false` if its call is in force.
    ///
    /// # Errors
    /// What is wrong if the member has said more than can be kept.
    pub(crate) fn hold_back(&mut self, from: FederateHandle, frame: &[u8]) -> Result<bool, String> {
        self.early.keep(from, frame, self.settings.pending_bytes)
    }

    /// Early calls whose claims hold by now, with what was said so far.
    pub(crate) fn take_held_back(&mut self, standing: impl Fn(&Claim) -> Standing) -> Vec<Proven> {
        let proven = self.early.take_proven(standing);
        for call in &proven {
            self.unproven.retain(|(id, _)| *id != call.channel.id());
            self.welcome(call.from, call.channel.clone());
        }
        proven
    }

    /// After what an early caller said was dealt with: if it has hung up, its channel is over.
    pub(crate) fn end_held_back(&mut self, call: &Proven) {
        if call.ended {
            self.broke(call.from);
        }
    }

    /// Whether anything is held back.
    pub(crate) fn holds_back(&self) -> bool {
        !self.early.is_empty()
    }

    fn connected(&mut self, peer: FederateHandle, channel: Channel) {
        let Some(link) = self.peers.get_mut(&peer) else {
            channel.close("the member is gone");
            return;
        };
        if let Link::Waiting { pending, .. } = link {
            let waiting = std::mem::take(pending);
            each_frame(&waiting, |frame| {
                let _ = channel.append(|buffer| buffer.extend_from_slice(frame));
            });
            self.dirty.push(channel.clone());
        }
        self.tuning.apply(&channel);
        *link = Link::Direct(channel);
        if !self.bound.is_empty() {
            self.offer_bound(peer);
        }
    }

    /// A call of ours was answered.
    pub(crate) fn opened(&mut self, id: ChannelId) {
        if let Some(Role::OwnLane(peer, lane)) = self.role(id) {
            return self.lane_opened(peer, lane);
        }
        let Some(Role::Peer(_)) = self.role(id) else {
            return;
        };
        let (Some(channel), Some(call)) = (self.strangers.remove(&id), self.calls.remove(&id))
        else {
            return;
        };
        // Not before: a call that is given up must not look like a channel to the member called.
        let _ = channel.append(|buffer| greeting_frame(&call.greeting, buffer));
        self.dirty.push(channel.clone());
        // What is to be said waits for the welcome: a member that is slow to greet, or not known yet, may be turned away.
        self.strangers.insert(id, channel);
    }

    /// The member that was called knows the caller.
    pub(super) fn welcomed(&mut self, peer: FederateHandle, id: ChannelId) {
        let called = matches!(self.peers.get(&peer), Some(Link::Waiting { called, .. }) if *called == Some(id));
        if called && let Some(channel) = self.strangers.remove(&id) {
            self.connected(peer, channel);
        }
    }

    /// A caller is known: it may go on.
    fn welcome(&mut self, peer: FederateHandle, channel: Channel) {
        let _ = channel.append(|buffer| link_frame(&LinkFrame::Welcome, buffer));
        self.dirty.push(channel.clone());
        self.connected(peer, channel);
    }

    /// Calls a member at the next of its addresses; through the RTI if there is none.
    fn call(&mut self, peer: FederateHandle, mut call: Call) {
        let (Some(address), Some(remote)) = (call.further.pop(), self.remote.clone()) else {
            self.relay(peer, true);
            return;
        };
        let channel = remote.connect(&address);
        channel.trust();
        self.roles.insert(channel.id(), Role::Peer(peer));
        self.calls.insert(channel.id(), call);
        if let Some(Link::Waiting { called, .. }) = self.peers.get_mut(&peer) {
            *called = Some(channel.id());
        }
        self.strangers.insert(channel.id(), channel);
    }

    /// A channel is gone. Tells whose it was.
    pub(crate) fn closed(&mut self, id: ChannelId) -> Option<Role> {
        let role = self.roles.remove(&id)?;
        self.echoes.forget(id);
        self.strangers.remove(&id);
        let call = self.calls.remove(&id);
        if self.early.channel(id).is_none() {
            self.unproven.retain(|(unproven, _)| *unproven != id);
        }
        match role {
            Role::Peer(peer) => match self.peers.get(&peer) {
                Some(Link::Waiting {
                    called: Some(called),
                    ..
                }) if *called == id => match call {
                    Some(call) => self.call(peer, call),
                    None => self.relay(peer, true),
                },
                Some(Link::Direct(channel)) if channel.id() == id => {
                    if !self.holds_end(peer) {
                        self.broke(peer);
                    }
                }
                _ => self.early.hung_up(id),
            },
            Role::Rti => {
                self.rti = None;
            }
            Role::Lane(from, _) => self.lane_closed(from, id),
            Role::OwnLane(to, lane) => self.own_lane_closed(to, lane),
            Role::Stranger => {}
        }
        Some(role)
    }

    /// The channel to a member broke. Most often the member is gone and the log is about to say so;
    /// if it is not, data goes through the RTI after a while ([`Self::turn`]).
    fn broke(&mut self, peer: FederateHandle) {
        if self.draining.iter().any(|(f, _)| *f == peer) {
            self.ended.push(peer);
            return;
        }
        self.end_lanes(peer, "the stream to the member broke");
        self.positions.forget(peer);
        let waiting = Link::Waiting {
            pending: Vec::new(),
            called: None,
        };
        self.peers.insert(peer, waiting);
        self.broken.push((peer, Instant::now() + WAIT_FOR_THE_LOG));
    }

    /// Ends the ways to members whose channels broke after they had said goodbye: they have left, also where the log is slow
    /// to tell. What was sent to them since then is dropped and counted.
    pub(crate) fn part(&mut self, said_goodbye: impl Fn(FederateHandle) -> bool) {
        if self.broken.is_empty() {
            return;
        }
        let gone: Vec<_> = self.broken.iter().map(|(peer, _)| *peer).collect();
        for peer in gone.into_iter().filter(|peer| said_goodbye(*peer)) {
            self.broken.retain(|(broken, _)| *broken != peer);
            if let Some(Link::Waiting { pending, .. }) = self.peers.get(&peer) {
                each_frame(pending, |_| self.dropped += 1);
            }
            self.forget(peer, "the member has left");
        }
    }

    /// Data between this member and that one goes through the RTI from now on.
    pub(crate) fn relay(&mut self, peer: FederateHandle, tell: bool) {
        let Some(link) = self.peers.get_mut(&peer) else {
            return;
        };
        let Link::Waiting { pending, .. } = link else {
            return;
        };
        let waiting = std::mem::take(pending);
        *link = Link::Relayed {
            paused: false,
            held: false,
        };
        if tell {
            self.control(&ToRti::Member(MemberRequest::RelayOpened { with: peer }));
        }
        each_frame(&waiting, |frame| {
            self.frame(peer, &mut |buffer| buffer.extend_from_slice(frame));
        });
    }

    /// The RTI says whether relayed data for a member has to wait.
    pub(crate) fn relay_pressure(&mut self, to: FederateHandle, high: bool) {
        if let Some(Link::Relayed { paused, .. }) = self.peers.get_mut(&to) {
            *paused = high;
            if high && !self.held_up.contains(&to) {
                self.held_up.push(to);
            }
        }
    }

    /// A frame between links that has come through the RTI. What makes no sense there is left out.
    pub(crate) fn relayed_said(&mut self, from: FederateHandle, frame: &[u8]) {
        match LinkFrame::decode(frame) {
            Ok(LinkFrame::Hold { on }) => {
                if let Some(Link::Relayed { held, .. }) = self.peers.get_mut(&from) {
                    *held = on;
                    if on && !self.held_up.contains(&from) {
                        self.held_up.push(from);
                    }
                }
            }
            said => tracing::debug!(%from, ?said, "nothing that goes through the RTI"),
        }
    }

    /// Channels with frames to offer to the wire, once the core is unlocked.
    pub(crate) fn take_dirty(&mut self, into: &mut Vec<Channel>) {
        self.send_relays();
        into.append(&mut self.dirty);
    }

    /// Streams that have ended since the last call.
    pub(crate) fn take_ended(&mut self) -> Vec<FederateHandle> {
        self.end_held_streams();
        std::mem::take(&mut self.ended)
    }

    /// Closes the channels of departed members that have said everything.
    pub(crate) fn end_drained(&mut self, expects: impl Fn(FederateHandle) -> bool) {
        if self.draining.is_empty() {
            return;
        }
        let done: Vec<_> = self
            .draining
            .iter()
            .map(|(f, _)| *f)
            .filter(|f| !expects(*f))
            .collect();
        for federate in done {
            self.draining.retain(|(f, _)| *f != federate);
            self.forget(federate, "the member has left");
        }
    }

    /// Ends the way to a member, also one that is not open yet.
    fn forget(&mut self, federate: FederateHandle, reason: &str) {
        self.end_lanes(federate, reason);
        self.lanes_out.remove(&federate);
        self.groups.forget_counts(federate);
        match self.peers.remove(&federate) {
            Some(Link::Direct(channel)) => {
                self.roles.remove(&channel.id());
                channel.close(reason);
            }
            Some(Link::Waiting {
                called: Some(id),
                pending,
            }) => {
                self.roles.remove(&id);
                let is_open = self.calls.remove(&id).is_none();
                if let Some(channel) = self.strangers.remove(&id) {
                    if is_open {
                        // The member knows of the call and may have let it in: then it gets the rest, and the goodbye.
                        each_frame(&pending, |frame| {
                            let _ = channel.append(|buffer| buffer.extend_from_slice(frame));
                        });
                    }
                    channel.close(reason);
                }
            }
            _ => {}
        }
    }

    /// Whether something that was sent has not left yet.
    pub(crate) fn is_flowing(&self) -> bool {
        let waiting = self
            .peers
            .values()
            .any(|link| matches!(link, Link::Waiting { pending, .. } if !pending.is_empty()));
        waiting
            || self
                .channels()
                .any(|channel| channel.counters().queue_bytes > 0)
    }

    /// Every open channel.
    pub(crate) fn channels(&self) -> impl Iterator<Item = &Channel> {
        let peers = self.peers.values().filter_map(|link| match link {
            Link::Direct(channel) => Some(channel),
            _ => None,
        });
        let lanes = self.lanes_out.values().flat_map(Outgoing::channels);
        self.rti.iter().chain(peers).chain(lanes)
    }

    /// Closes the channels to members; the one to the RTI stays.
    pub(crate) fn leave_execution(&mut self) {
        let peers: Vec<_> = self.peers.keys().copied().collect();
        peers
            .into_iter()
            .for_each(|peer| self.forget(peer, "resigned"));
        self.early.close("not a member");
        self.draining.clear();
        self.broken.clear();
        self.ended.clear();
        self.pressed.clear();
        self.pressed_lanes.clear();
        self.held_up.clear();
        self.pausing = false;
        self.told_to_hold.clear();
        self.overflowed.clear();
        self.holders.clear();
        self.bound.clear();
        self.stirred.clear();
        self.leftovers.clear();
        self.groups.casting.clear();
    }

    /// Closes everything.
    pub(crate) fn close(&mut self, reason: &str) {
        self.leave_execution();
        for (_, channel) in self.strangers.drain() {
            channel.close(reason);
        }
        if let Some(rti) = self.rti.take() {
            rti.close(reason);
        }
        self.roles.clear();
        self.unproven.clear();
        self.calls.clear();
        self.remote = None;
    }

    /// The channel has something to offer to the wire.
    fn put_on_dirty(&mut self, channel: &Channel) {
        if !self.dirty.iter().any(|c| c.id() == channel.id()) {
            self.dirty.push(channel.clone());
        }
    }

    fn note(&mut self, channel: &Channel, sent: Result<Pressure, hyla_net::Closed>) {
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

fn each_frame(mut waiting: &[u8], mut act: impl FnMut(&[u8])) {
    while let Some((length, rest)) = waiting.split_first_chunk::<4>() {
        let (frame, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        act(frame);
        waiting = rest;
    }
}
