//! Lanes to one peer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::lanes::{
    Fences, LaneGrant, LaneId, LinkFrame, Path, ReceiverEntry, RunCounter, SequenceNumbers,
    link_frame, put_entries,
};
use hyla_core::secrets::LinkKey;
use hyla_net::network::{ChannelHandle, Connector, Network};
use hyla_net::{Address, Admit, ChannelId, Closed, Pressure, Profile, Reliability, Transport};

use super::{SAY_AGAIN, is_special};
use crate::LinkEnvironment;

/// A channel, and the result of appending a frame to it.
pub(crate) type Noted<C> = (C, Result<Pressure, Closed>);

/// Life cycle of a lane.
#[derive(Debug)]
pub(crate) enum LaneState<N: Network> {
    /// The receiver has not answered.
    Offered,
    /// Connects to the receiver and repeats the proof until the receiver confirms the lane.
    Calling {
        channel: N::Channel,
        opened: bool,
        again: Instant,
        until: Instant,
    },
    /// In use.
    Open(N::Channel),
    /// Rejected, failed or ended, with the reason.
    Closed(String),
}

/// A lane to a peer.
#[derive(Debug)]
pub(crate) struct OutgoingLane<N: Network> {
    pub(crate) id: LaneId,
    pub(crate) profile: Arc<Profile>,
    pub(crate) state: LaneState<N>,
    sequenced: bool,
    /// Number of the receiver in groups.
    receiver: u32,
    /// Counts messages per path, if the profile has groups.
    ways: Option<RunCounter>,
    grant: Option<LaneGrant>,
    /// Its deadline is being tried: no message uses it yet.
    pub(crate) is_tried: bool,
    /// Probability to meet the deadline, if the lane was tried.
    pub(crate) admission: Option<String>,
    /// Addresses still to try, best last.
    further: Vec<Address>,
}

/// Lanes to one peer.
#[derive(Debug)]
pub(crate) struct OutgoingLanes<N: Network> {
    host: Arc<dyn LinkEnvironment>,
    /// The secret that the two members share.
    key: LinkKey,
    /// Addresses of the peer, best first.
    addresses: Vec<Address>,
    pub(crate) fences: Fences,
    pub(crate) lanes: Vec<OutgoingLane<N>>,
    offered: u32,
}

/// The channel chosen for a message.
pub(crate) enum SendPath<N: Network> {
    /// The stream.
    Stream,
    /// A lane, and the header of the message.
    Lane(LaneId, N::Channel, LaneHeader),
}

/// Header of a message on a lane.
pub(crate) enum LaneHeader {
    Nothing,
    Sequence(SequenceNumbers),
    Receiver(ReceiverEntry),
}

impl LaneHeader {
    pub(crate) fn put(&self, buffer: &mut Vec<u8>) {
        match self {
            Self::Nothing => {}
            Self::Sequence(sequence) => sequence.put(buffer),
            Self::Receiver(receiver) => put_entries(receiver.sequence.sent, &[*receiver], buffer),
        }
    }
}

/// The next number of a receiver. Unique in the process, so unique per sender.
static MARKS: AtomicU32 = AtomicU32::new(0);

impl<N: Network> OutgoingLane<N> {
    /// Whether messages may use it.
    fn is_in_use(&self) -> bool {
        matches!(self.state, LaneState::Open(_)) && !self.is_tried
    }

    fn channel(&self) -> Option<&N::Channel> {
        match &self.state {
            LaneState::Calling { channel, .. } | LaneState::Open(channel) => Some(channel),
            LaneState::Offered | LaneState::Closed(_) => None,
        }
    }
}

impl<N: Network> OutgoingLanes<N> {
    pub(crate) fn new(
        addresses: Vec<Address>,
        key: LinkKey,
        host: Arc<dyn LinkEnvironment>,
    ) -> Self {
        Self {
            host,
            key,
            addresses,
            fences: Fences::default(),
            lanes: Vec::new(),
            offered: 0,
        }
    }

    pub(crate) fn channels(&self) -> impl Iterator<Item = &N::Channel> {
        self.lanes.iter().filter_map(OutgoingLane::channel)
    }

    /// The channel of a lane that connects or is open.
    pub(crate) fn channel(&self, id: LaneId) -> Option<&N::Channel> {
        let mut lanes = self.lanes.iter();
        lanes
            .find(|lane| lane.id == id)
            .and_then(OutgoingLane::channel)
    }

    /// Open lanes, with their profiles.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (&str, &N::Channel)> {
        self.lanes.iter().filter_map(|lane| match &lane.state {
            LaneState::Open(channel) => Some((&*lane.profile.name, channel)),
            _ => None,
        })
    }

    /// Removes all lanes. Returns their channels, to be closed.
    pub(crate) fn take_channels(&mut self) -> impl Iterator<Item = N::Channel> + use<N> {
        self.fences = Fences::default();
        let lanes = std::mem::take(&mut self.lanes).into_iter();
        lanes.filter_map(|lane| lane.channel().cloned())
    }

    /// Whether messages of the profile should have a lane beside this stream.
    pub(crate) fn wants(&self, profile: &Profile, stream: &N::Channel) -> bool {
        if is_special(profile) {
            return true;
        }
        let lossy = profile.reliability == Reliability::BestEffort;
        lossy
            && profile.transport == Transport::Auto
            && matches!(stream.peer_address(), Address::Tcp(_))
            && self
                .addresses
                .iter()
                .any(|at| matches!(at, Address::Udp(_)))
    }

    /// Chooses the channel of a message; offers a lane if there is none yet. Fences due before the message have been
    /// appended, see `noted`.
    pub(crate) fn path_for(
        &mut self,
        profile: &Arc<Profile>,
        stream: &N::Channel,
        noted: &mut Vec<Noted<N::Channel>>,
    ) -> SendPath<N> {
        let serves = |lane: &OutgoingLane<N>| {
            Arc::ptr_eq(&lane.profile, profile) || lane.profile.name == profile.name
        };
        let found = self.lanes.iter().position(serves);
        let Some(at) = found else {
            if self.wants(profile, stream) {
                self.offer(profile, stream, noted);
            }
            return SendPath::Stream;
        };
        let lane = &self.lanes[at];
        let (id, sequenced, timed) = (lane.id, lane.sequenced, lane.profile.deadline.is_some());
        let channel = match &lane.state {
            LaneState::Open(channel) if !lane.is_tried => channel.clone(),
            _ => return SendPath::Stream,
        };
        let Self { fences, lanes, .. } = self;
        let mut sequence = fences.before(id, &mut put(stream, lanes, noted));
        if timed {
            sequence.sent = self.host.wall_clock();
        }
        let lane = &mut lanes[at];
        let preface = match (&mut lane.ways, sequenced) {
            (Some(ways), _) => LaneHeader::Receiver(ReceiverEntry {
                receiver: lane.receiver,
                sequence,
                run: ways.goes(crate::lanes::LanePath::Channel),
            }),
            (None, true) => LaneHeader::Sequence(sequence),
            (None, false) => LaneHeader::Nothing,
        };
        SendPath::Lane(id, channel, preface)
    }

    /// The entry of the receiver for a message that goes by a group. `None` if the lane is not open.
    pub(crate) fn group_entry(
        &mut self,
        profile: &Profile,
        id: LaneId,
        group: u32,
        stream: &N::Channel,
        noted: &mut Vec<Noted<N::Channel>>,
    ) -> Option<ReceiverEntry> {
        let standing = |lane: &OutgoingLane<N>| lane.id == id && lane.is_in_use();
        let at = self.lanes.iter().position(standing)?;
        let Self { fences, lanes, .. } = self;
        let mut sequence = fences.before(id, &mut put(stream, lanes, noted));
        if profile.deadline.is_some() {
            sequence.sent = self.host.wall_clock();
        }
        let lane = &mut lanes[at];
        Some(ReceiverEntry {
            receiver: lane.receiver,
            sequence,
            run: lane
                .ways
                .as_mut()?
                .goes(crate::lanes::LanePath::Group(group)),
        })
    }

    /// The open lane of a profile, and the receiver's number in groups.
    pub(crate) fn standing_lane(&self, profile: &str) -> Option<(LaneId, u32)> {
        let mut lanes = self.lanes.iter();
        let standing = |lane: &&OutgoingLane<N>| lane.profile.name == profile && lane.is_in_use();
        lanes.find(standing).map(|lane| (lane.id, lane.receiver))
    }

    /// Offers a lane to the receiver.
    pub(crate) fn offer(
        &mut self,
        profile: &Arc<Profile>,
        stream: &N::Channel,
        noted: &mut Vec<Noted<N::Channel>>,
    ) {
        self.offered += 1;
        let id = LaneId(self.offered);
        let reliable = profile.reliability == Reliability::Reliable;
        let sequenced = !reliable || profile.deadline.is_some();
        let groups = profile.transport == Transport::Multicast && !profile.emulates_multicast();
        self.lanes.retain(|lane| lane.profile.name != profile.name);
        self.lanes.push(OutgoingLane {
            id,
            profile: profile.clone(),
            state: LaneState::Offered,
            sequenced,
            receiver: MARKS.fetch_add(1, Ordering::Relaxed),
            ways: groups.then(RunCounter::default),
            grant: None,
            is_tried: false,
            admission: None,
            further: Vec::new(),
        });
        let offer = LinkFrame::Offer {
            lane: id,
            profile: profile.name.clone(),
            reliable,
            sequenced,
        };
        say(stream, &offer, noted);
    }

    /// Takes the receiver's answer to an offer.
    pub(crate) fn answered(
        &mut self,
        id: LaneId,
        outcome: Result<LaneGrant, String>,
        reaches: impl Fn(&Address) -> bool,
    ) {
        let addresses = &self.addresses;
        let Some(lane) = self.lanes.iter_mut().find(|l| l.id == id) else {
            return;
        };
        if !matches!(lane.state, LaneState::Offered) {
            return;
        }
        match outcome {
            Err(reason) => lane.state = LaneState::Closed(reason),
            Ok(grant) => {
                let told = grant.addresses.iter().filter_map(|t| t.parse().ok());
                let told: Vec<Address> = told.collect();
                let all = if told.is_empty() { addresses } else { &told };
                lane.further = usable(
                    &lane.profile.of_lanes(),
                    all.iter().copied().filter(reaches),
                );
                lane.grant = Some(grant);
            }
        }
    }

    /// Connects a lane to its next address. Returns the new channel; the lane is closed if no address is left.
    pub(crate) fn call(
        &mut self,
        id: LaneId,
        remote: &N::Remote,
        timeout: Duration,
        now: Instant,
    ) -> Option<N::Channel> {
        let lane = self.lanes.iter_mut().find(|l| l.id == id)?;
        lane.grant.as_ref()?;
        let Some(address) = lane.further.pop() else {
            let by = lane.profile.transport;
            let reason = format!("no address of the member can be reached by {by:?}");
            lane.state = LaneState::Closed(reason);
            return None;
        };
        let channel = remote.connect_with(&address, &lane.profile.of_lanes());
        channel.trust();
        lane.state = LaneState::Calling {
            channel: channel.clone(),
            opened: false,
            again: now + timeout,
            until: now + timeout,
        };
        Some(channel)
    }

    /// The connection of a lane is open: sends the proof.
    pub(crate) fn opened(&mut self, id: LaneId, now: Instant, noted: &mut Vec<Noted<N::Channel>>) {
        let Some(lane) = self.lanes.iter_mut().find(|l| l.id == id) else {
            return;
        };
        if let (
            LaneState::Calling {
                channel,
                opened,
                again,
                ..
            },
            Some(grant),
        ) = (&mut lane.state, &lane.grant)
        {
            *opened = true;
            *again = now + SAY_AGAIN;
            let open = LinkFrame::Open {
                proof: self.key.prove_lane(&grant.challenge),
            };
            say(channel, &open, noted);
        }
    }

    /// The receiver has confirmed the lane: it is open. `false` if it was before.
    pub(crate) fn stands(&mut self, id: LaneId) -> bool {
        let Some(lane) = self.lanes.iter_mut().find(|l| l.id == id) else {
            return false;
        };
        let LaneState::Calling { channel, .. } = &lane.state else {
            return false;
        };
        lane.state = LaneState::Open(channel.clone());
        lane.is_tried = lane.profile.deadline.is_some() && lane.profile.admit != Admit::Always;
        let reliable = lane.profile.reliability == Reliability::Reliable;
        self.fences.stands(id, reliable);
        true
    }

    /// Ends an open lane: its messages take the stream from now on, behind a fence.
    pub(crate) fn end(
        &mut self,
        id: LaneId,
        reason: &str,
        stream: &N::Channel,
        noted: &mut Vec<Noted<N::Channel>>,
    ) {
        let Some(lane) = self.lanes.iter_mut().find(|l| l.id == id) else {
            return;
        };
        if let LaneState::Closed(_) = lane.state {
            // The first reason counts.
            return;
        }
        let was = std::mem::replace(&mut lane.state, LaneState::Closed(reason.to_owned()));
        if let LaneState::Open(channel) = was {
            channel.close(reason);
            let Self { fences, lanes, .. } = self;
            fences.ends(id, &mut put(stream, lanes, noted));
        }
    }

    /// Whether the lane is connecting.
    pub(crate) fn is_calling(&self, id: LaneId) -> bool {
        let mut lanes = self.lanes.iter();
        lanes.any(|l| l.id == id && matches!(l.state, LaneState::Calling { .. }))
    }

    /// Puts a fence in both directions, or one that makes only the stream wait for the lanes.
    pub(crate) fn fence(
        &mut self,
        all: bool,
        stream: &N::Channel,
        noted: &mut Vec<Noted<N::Channel>>,
    ) {
        let Self { fences, lanes, .. } = self;
        let mut put = put(stream, lanes, noted);
        if all {
            fences.fence(&mut put);
        } else {
            fences.settle(&mut put);
        }
    }

    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let calls = self.lanes.iter().filter_map(|lane| match &lane.state {
            LaneState::Calling { again, until, .. } => Some(*again.min(until)),
            _ => None,
        });
        calls.min()
    }

    /// Repeats proofs that are due; returns the lanes whose connections timed out.
    pub(crate) fn turn(
        &mut self,
        now: Instant,
        noted: &mut Vec<Noted<N::Channel>>,
    ) -> Vec<(LaneId, ChannelId)> {
        let mut over = Vec::new();
        for lane in &mut self.lanes {
            let LaneState::Calling {
                channel,
                opened,
                again,
                until,
            } = &mut lane.state
            else {
                continue;
            };
            if *until <= now {
                channel.close("timed out: the receiver did not confirm the lane");
                over.push((lane.id, channel.id()));
            } else if *again <= now {
                *again = now + SAY_AGAIN;
                if let Some(grant) = lane.grant.as_ref().filter(|_| *opened) {
                    let open = LinkFrame::Open {
                        proof: self.key.prove_lane(&grant.challenge),
                    };
                    say(channel, &open, noted);
                }
            }
        }
        over
    }

    /// How the receiver reads the lane, as text from the receiver.
    pub(crate) fn reading(&self, id: LaneId) -> &str {
        let mut lanes = self.lanes.iter();
        let lane = lanes.find(|l| l.id == id);
        let grant = lane.and_then(|l| l.grant.as_ref());
        grant.map_or("", |grant| &grant.reading)
    }
}

/// Addresses that fit the profile, best last.
fn usable(profile: &Profile, all: impl Iterator<Item = Address>) -> Vec<Address> {
    let lossy = profile.reliability == Reliability::BestEffort;
    let mut fit: Vec<_> = all
        .filter(|at| match (profile.transport, at) {
            (Transport::Auto, Address::Udp(_)) => lossy,
            (Transport::Auto, _) => true,
            (Transport::Tcp, Address::Tcp(_)) | (Transport::Udp, Address::Udp(_)) => true,
            (Transport::SharedMemory, Address::SharedMemory(_) | Address::InProcess(_)) => true,
            _ => false,
        })
        .collect();
    // Nothing is lost inside one host; between hosts, best effort prefers UDP.
    fit.sort_by_key(|at| match at {
        Address::InProcess(_) => 0,
        Address::SharedMemory(_) => 1,
        Address::Udp(_) if lossy => 2,
        Address::Tcp(_) => 3,
        Address::Udp(_) => 4,
    });
    fit.reverse();
    fit
}

fn say<C: ChannelHandle>(channel: &C, said: &LinkFrame, noted: &mut Vec<Noted<C>>) {
    let sent = channel.append(|buffer| link_frame(said, buffer));
    noted.push((channel.clone(), sent));
}

/// Appends fences to the stream or to lanes.
fn put<'a, N: Network>(
    stream: &'a N::Channel,
    lanes: &'a [OutgoingLane<N>],
    noted: &'a mut Vec<Noted<N::Channel>>,
) -> impl FnMut(Path, &LinkFrame) + 'a {
    move |path, said| {
        let channel = match path {
            Path::Stream => Some(stream),
            Path::Lane(id) => lanes
                .iter()
                .find(|l| l.id == id)
                .and_then(OutgoingLane::channel),
        };
        if let Some(channel) = channel {
            say(channel, said, noted);
        }
    }
}
