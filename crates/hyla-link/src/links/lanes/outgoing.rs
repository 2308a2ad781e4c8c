//! Lanes to one other member.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::lanes::{
    Admission, Fences, LaneId, LinkFrame, Mark, Path, Stamp, Ways, link_frame, put_marked,
};
use hyla_net::network::{Caller, Network, Wire};
use hyla_net::{Address, ChannelId, Closed, Pressure, Profile, Reliability, Transport};

use super::{SAY_AGAIN, is_special};
use crate::Host;

/// What happened to a channel when a frame was appended.
pub(crate) type Noted<C> = (C, Result<Pressure, Closed>);

/// How far a lane is.
#[derive(Debug)]
pub(crate) enum State<N: Network> {
    /// The receiver has not answered.
    Offered,
    /// The receiver is called, and told the key until it says that the lane stands.
    Calling {
        channel: N::Channel,
        opened: bool,
        again: Instant,
        until: Instant,
    },
    /// In use.
    Standing(N::Channel),
    /// It cannot be, or is over.
    Over(String),
}

/// A lane of ours.
#[derive(Debug)]
pub(crate) struct Lane<N: Network> {
    pub(crate) id: LaneId,
    pub(crate) profile: Arc<Profile>,
    pub(crate) state: State<N>,
    stamped: bool,
    /// Names the receiver in groups.
    mark: u32,
    /// By which ways its messages went, where there are several.
    ways: Option<Ways>,
    admission: Option<Admission>,
    /// Where to try next, best last.
    further: Vec<Address>,
}

/// Lanes to one other member.
#[derive(Debug)]
pub(crate) struct Outgoing<N: Network> {
    host: Arc<dyn Host>,
    /// Where it is called, best first.
    addresses: Vec<Address>,
    pub(crate) fences: Fences,
    pub(crate) lanes: Vec<Lane<N>>,
    offered: u32,
}

/// The way of a message.
pub(crate) enum Way<N: Network> {
    /// As everything.
    Stream,
    /// A lane, and what goes before the message.
    Lane(LaneId, N::Channel, Preface),
}

/// What goes before a message on a lane.
pub(crate) enum Preface {
    Nothing,
    Stamp(Stamp),
    Mark(Mark),
}

impl Preface {
    pub(crate) fn put(&self, buffer: &mut Vec<u8>) {
        match self {
            Self::Nothing => {}
            Self::Stamp(stamp) => stamp.put(buffer),
            Self::Mark(mark) => put_marked(mark.stamp.sent, &[*mark], buffer),
        }
    }
}

/// Names given to receivers: of each process, so of each sender, every one once.
static MARKS: AtomicU32 = AtomicU32::new(0);

impl<N: Network> Lane<N> {
    fn channel(&self) -> Option<&N::Channel> {
        match &self.state {
            State::Calling { channel, .. } | State::Standing(channel) => Some(channel),
            State::Offered | State::Over(_) => None,
        }
    }
}

impl<N: Network> Outgoing<N> {
    pub(crate) fn new(addresses: Vec<Address>, host: Arc<dyn Host>) -> Self {
        Self {
            host,
            addresses,
            fences: Fences::default(),
            lanes: Vec::new(),
            offered: 0,
        }
    }

    pub(crate) fn channels(&self) -> impl Iterator<Item = &N::Channel> {
        self.lanes.iter().filter_map(Lane::channel)
    }

    /// The channel of a lane that is called or in use.
    pub(crate) fn channel(&self, id: LaneId) -> Option<&N::Channel> {
        let mut lanes = self.lanes.iter();
        lanes.find(|lane| lane.id == id).and_then(Lane::channel)
    }

    /// Lanes in use, with their profiles.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (&str, &N::Channel)> {
        self.lanes.iter().filter_map(|lane| match &lane.state {
            State::Standing(channel) => Some((&*lane.profile.name, channel)),
            _ => None,
        })
    }

    /// The lanes are over: their channels, to be closed.
    pub(crate) fn take_channels(&mut self) -> impl Iterator<Item = N::Channel> + use<N> {
        self.fences = Fences::default();
        let lanes = std::mem::take(&mut self.lanes).into_iter();
        lanes.filter_map(|lane| lane.channel().cloned())
    }

    /// Whether messages of the profile should have a lane, where the stream is this one.
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

    /// The way of a message; offers the lane if there is none yet. What goes before the message has been
    /// put, as `noted` tells.
    pub(crate) fn way(
        &mut self,
        profile: &Arc<Profile>,
        stream: &N::Channel,
        noted: &mut Vec<Noted<N::Channel>>,
    ) -> Way<N> {
        let serves = |lane: &Lane<N>| {
            Arc::ptr_eq(&lane.profile, profile) || lane.profile.name == profile.name
        };
        let found = self.lanes.iter().position(serves);
        let Some(at) = found else {
            if self.wants(profile, stream) {
                self.offer(profile, stream, noted);
            }
            return Way::Stream;
        };
        let lane = &self.lanes[at];
        let (id, stamped, timed) = (lane.id, lane.stamped, lane.profile.deadline.is_some());
        let State::Standing(channel) = &lane.state else {
            return Way::Stream;
        };
        let channel = channel.clone();
        let Self { fences, lanes, .. } = self;
        let mut stamp = fences.before(id, &mut put(stream, lanes, noted));
        if timed {
            stamp.sent = self.host.wall_clock();
        }
        let lane = &mut lanes[at];
        let preface = match (&mut lane.ways, stamped) {
            (Some(ways), _) => Preface::Mark(Mark {
                mark: lane.mark,
                stamp,
                run: ways.goes(crate::lanes::Way::Own),
            }),
            (None, true) => Preface::Stamp(stamp),
            (None, false) => Preface::Nothing,
        };
        Way::Lane(id, channel, preface)
    }

    /// A message of the lane goes by the group of that number: what concerns the receiver. `None` if
    /// the lane does not stand.
    pub(crate) fn way_by_group(
        &mut self,
        profile: &Profile,
        id: LaneId,
        group: u32,
        stream: &N::Channel,
        noted: &mut Vec<Noted<N::Channel>>,
    ) -> Option<Mark> {
        let standing = |lane: &Lane<N>| lane.id == id && matches!(lane.state, State::Standing(_));
        let at = self.lanes.iter().position(standing)?;
        let Self { fences, lanes, .. } = self;
        let mut stamp = fences.before(id, &mut put(stream, lanes, noted));
        if profile.deadline.is_some() {
            stamp.sent = self.host.wall_clock();
        }
        let lane = &mut lanes[at];
        Some(Mark {
            mark: lane.mark,
            stamp,
            run: lane.ways.as_mut()?.goes(crate::lanes::Way::Group(group)),
        })
    }

    /// The lane of a profile that stands, and how the receiver is named in groups.
    pub(crate) fn standing_lane(&self, profile: &str) -> Option<(LaneId, u32)> {
        let mut lanes = self.lanes.iter();
        let standing = |lane: &&Lane<N>| {
            lane.profile.name == profile && matches!(lane.state, State::Standing(_))
        };
        lanes.find(standing).map(|lane| (lane.id, lane.mark))
    }

    /// Asks the receiver for a lane.
    pub(crate) fn offer(
        &mut self,
        profile: &Arc<Profile>,
        stream: &N::Channel,
        noted: &mut Vec<Noted<N::Channel>>,
    ) {
        self.offered += 1;
        let id = LaneId(self.offered);
        let reliable = profile.reliability == Reliability::Reliable;
        let stamped = !reliable || profile.deadline.is_some();
        let groups = profile.transport == Transport::Multicast && !profile.emulates_multicast();
        self.lanes.retain(|lane| lane.profile.name != profile.name);
        self.lanes.push(Lane {
            id,
            profile: profile.clone(),
            state: State::Offered,
            stamped,
            mark: MARKS.fetch_add(1, Ordering::Relaxed),
            ways: groups.then(Ways::default),
            admission: None,
            further: Vec::new(),
        });
        let offer = LinkFrame::Offer {
            lane: id,
            profile: profile.name.clone(),
            reliable,
            stamped,
        };
        say(stream, &offer, noted);
    }

    /// The receiver has answered: where to call, best last.
    pub(crate) fn answered(
        &mut self,
        id: LaneId,
        outcome: Result<Admission, String>,
        reaches: impl Fn(&Address) -> bool,
    ) {
        let addresses = &self.addresses;
        let Some(lane) = self.lanes.iter_mut().find(|l| l.id == id) else {
            return;
        };
        if !matches!(lane.state, State::Offered) {
            return;
        }
        match outcome {
            Err(reason) => lane.state = State::Over(reason),
            Ok(admission) => {
                let told = admission.addresses.iter().filter_map(|t| t.parse().ok());
                let told: Vec<Address> = told.collect();
                let all = if told.is_empty() { addresses } else { &told };
                lane.further = usable(
                    &lane.profile.of_lanes(),
                    all.iter().copied().filter(reaches),
                );
                lane.admission = Some(admission);
            }
        }
    }

    /// Calls the receiver of a lane at its next address. Gives the new channel; the lane is over if there is
    /// nowhere left to try.
    pub(crate) fn call(
        &mut self,
        id: LaneId,
        remote: &N::Remote,
        patience: Duration,
        now: Instant,
    ) -> Option<N::Channel> {
        let lane = self.lanes.iter_mut().find(|l| l.id == id)?;
        lane.admission.as_ref()?;
        let Some(address) = lane.further.pop() else {
            let by = lane.profile.transport;
            let reason = format!("the member is not reached by {by:?}");
            lane.state = State::Over(reason);
            return None;
        };
        let channel = remote.connect_with(&address, &lane.profile.of_lanes());
        channel.trust();
        lane.state = State::Calling {
            channel: channel.clone(),
            opened: false,
            again: now + patience,
            until: now + patience,
        };
        Some(channel)
    }

    /// The call of a lane was answered: says the key.
    pub(crate) fn opened(&mut self, id: LaneId, now: Instant, noted: &mut Vec<Noted<N::Channel>>) {
        let Some(lane) = self.lanes.iter_mut().find(|l| l.id == id) else {
            return;
        };
        if let (
            State::Calling {
                channel,
                opened,
                again,
                ..
            },
            Some(admission),
        ) = (&mut lane.state, &lane.admission)
        {
            *opened = true;
            *again = now + SAY_AGAIN;
            let open = LinkFrame::Open { key: admission.key };
            say(channel, &open, noted);
        }
    }

    /// The receiver says that the lane stands.
    pub(crate) fn stands(&mut self, id: LaneId) {
        let Some(lane) = self.lanes.iter_mut().find(|l| l.id == id) else {
            return;
        };
        if let State::Calling { channel, .. } = &lane.state {
            lane.state = State::Standing(channel.clone());
            let reliable = lane.profile.reliability == Reliability::Reliable;
            self.fences.stands(id, reliable);
        }
    }

    /// A lane in use is over: its messages take the stream from now on, behind a fence.
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
        let was = std::mem::replace(&mut lane.state, State::Over(reason.to_owned()));
        if let State::Standing(channel) = was {
            channel.close(reason);
            let Self { fences, lanes, .. } = self;
            fences.ends(id, &mut put(stream, lanes, noted));
        }
    }

    /// Whether the lane is being called.
    pub(crate) fn is_calling(&self, id: LaneId) -> bool {
        let mut lanes = self.lanes.iter();
        lanes.any(|l| l.id == id && matches!(l.state, State::Calling { .. }))
    }

    /// Puts a fence, or the one that lets the stream wait for lanes only.
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
            State::Calling { again, until, .. } => Some(*again.min(until)),
            _ => None,
        });
        calls.min()
    }

    /// Says keys again where that is due; gives the lanes whose calls have taken too long.
    pub(crate) fn turn(
        &mut self,
        now: Instant,
        noted: &mut Vec<Noted<N::Channel>>,
    ) -> Vec<(LaneId, ChannelId)> {
        let mut over = Vec::new();
        for lane in &mut self.lanes {
            let State::Calling {
                channel,
                opened,
                again,
                until,
            } = &mut lane.state
            else {
                continue;
            };
            if *until <= now {
                channel.close("nobody says that the lane stands");
                over.push((lane.id, channel.id()));
            } else if *again <= now {
                *again = now + SAY_AGAIN;
                if let Some(admission) = lane.admission.as_ref().filter(|_| *opened) {
                    let open = LinkFrame::Open { key: admission.key };
                    say(channel, &open, noted);
                }
            }
        }
        over
    }

    /// What the receiver granted.
    pub(crate) fn reading(&self, id: LaneId) -> &str {
        let mut lanes = self.lanes.iter();
        let lane = lanes.find(|l| l.id == id);
        let admission = lane.and_then(|l| l.admission.as_ref());
        admission.map_or("", |admission| &admission.reading)
    }
}

/// Where a lane of the profile may be called, best last.
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
    // Inside one host nothing is lost; between hosts best effort prefers what may lose.
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

fn say<C: Wire>(channel: &C, said: &LinkFrame, noted: &mut Vec<Noted<C>>) {
    let sent = channel.append(|buffer| link_frame(said, buffer));
    noted.push((channel.clone(), sent));
}

/// Where fences go.
fn put<'a, N: Network>(
    stream: &'a N::Channel,
    lanes: &'a [Lane<N>],
    noted: &'a mut Vec<Noted<N::Channel>>,
) -> impl FnMut(Path, &LinkFrame) + 'a {
    move |path, said| {
        let channel = match path {
            Path::Stream => Some(stream),
            Path::Lane(id) => lanes.iter().find(|l| l.id == id).and_then(Lane::channel),
        };
        if let Some(channel) = channel {
            say(channel, said, noted);
        }
    }
}
