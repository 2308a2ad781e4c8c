//! Lanes of a simulated federate: further channels to other members, each with delays of its own.
//!
//! A lane is offered on the stream and called at once; it is used when the call was answered. What arrives
//! on it before its offer waits. Every other process uses lanes for all transportation types, the rest
//! for best effort only; some lanes end again.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_core::message::{FrameKind, kind_of};
use hyla_link::lanes::{Fences, Held, LaneId, LinkFrame, Merge, Path, Verdict, link_frame};
use hyla_types::{FederateHandle, TransportationTypeHandle};

use crate::driver::Action;
use crate::network::{ChannelId, ProcessId};

/// So many messages are enough for a lane that ends again.
const SHORT_LIFE: u32 = 30;

#[derive(Debug)]
struct Lane {
    id: LaneId,
    channel: ChannelId,
    stands: bool,
    messages: u32,
}

/// Lanes to one other member.
#[derive(Debug)]
struct Outgoing {
    process: ProcessId,
    fences: Fences,
    lanes: BTreeMap<TransportationTypeHandle, Lane>,
    offered: u32,
}

/// What comes from one other member.
#[derive(Debug, Default)]
struct Incoming {
    merge: Merge,
    lanes: BTreeMap<ChannelId, LaneId>,
    /// The stream is over, but something waits on it for a lane.
    ended: bool,
}

/// A channel that may be a lane: its offer has not arrived.
#[derive(Debug, Default)]
struct Unknown {
    frames: Vec<Vec<u8>>,
    ended: bool,
}

/// All lanes of one process.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    outgoing: BTreeMap<FederateHandle, Outgoing>,
    incoming: BTreeMap<FederateHandle, Incoming>,
    unknown: BTreeMap<ChannelId, Unknown>,
    /// Transportation types that have lanes.
    types: Vec<TransportationTypeHandle>,
    /// For the statistics.
    pub(crate) carried: u64,
    /// Sabotage: no fence is ever put.
    pub(crate) no_fences: bool,
}

/// What has arrived and is due, with the member that it is from.
pub(crate) type Due = Vec<(FederateHandle, Vec<u8>)>;

impl Lanes {
    pub(crate) fn set_types(
        &mut self,
        owner: ProcessId,
        types: &mut dyn Iterator<
            Item = (TransportationTypeHandle, &hyla_core::fdd::Transportation),
        >,
    ) {
        let all = owner.0 % 2 == 1;
        self.types = types
            .filter(|(_, known)| all || !known.reliable)
            .map(|(handle, _)| handle)
            .collect();
    }

    /// Someone can be called at that process.
    pub(crate) fn meet(&mut self, peer: FederateHandle, process: ProcessId) {
        let outgoing = Outgoing {
            process,
            fences: Fences::default(),
            lanes: BTreeMap::new(),
            offered: 0,
        };
        self.outgoing.insert(peer, outgoing);
    }

    /// The lane for a message; it is opened if there is none yet. What has to go before the message is put
    /// into `actions`.
    pub(crate) fn lane_for(
        &mut self,
        to: FederateHandle,
        stream: ChannelId,
        transportation: TransportationTypeHandle,
        new_channel: impl FnOnce() -> ChannelId,
        actions: &mut Vec<Action>,
    ) -> Option<ChannelId> {
        if !self.types.contains(&transportation) {
            return None;
        }
        let outgoing = self.outgoing.get_mut(&to)?;
        let no_fences = self.no_fences;
        let Some(lane) = outgoing.lanes.get_mut(&transportation) else {
            if outgoing.offered >= 6 {
                return None;
            }
            outgoing.offered += 1;
            let (id, channel) = (LaneId(outgoing.offered), new_channel());
            let offer = LinkFrame::Offer {
                lane: id,
                profile: channel.0.to_string(),
                reliable: true,
                stamped: false,
            };
            actions.push(say(stream, &offer));
            let to = outgoing.process;
            actions.push(Action::Call { channel, to });
            // So that the callee can tell it from a stream.
            actions.push(say(channel, &LinkFrame::Stands { lane: id }));
            let lane = Lane {
                id,
                channel,
                stands: false,
                messages: 0,
            };
            outgoing.lanes.insert(transportation, lane);
            return None;
        };
        if !lane.stands {
            return None;
        }
        let (id, channel) = (lane.id, lane.channel);
        lane.messages += 1;
        if lane.messages > SHORT_LIFE && id.0 % 2 == 1 {
            outgoing.lanes.remove(&transportation);
            let Outgoing { fences, lanes, .. } = outgoing;
            fences.ends(id, &mut |path, said| {
                let way = way_of(path, stream, lanes).filter(|_| !no_fences);
                actions.extend(way.map(|way| say(way, said)));
            });
            actions.push(Action::Close { channel });
            return None;
        }
        outgoing.fences.before(id, &mut |path, said| {
            if !no_fences {
                let way = if path == Path::Stream {
                    stream
                } else {
                    channel
                };
                actions.push(say(way, said));
            }
        });
        self.carried += 1;
        Some(channel)
    }

    /// Puts fences.
    pub(crate) fn fence(
        &mut self,
        to: FederateHandle,
        stream: Option<ChannelId>,
        all: bool,
        actions: &mut Vec<Action>,
    ) {
        let (Some(outgoing), Some(stream)) = (self.outgoing.get_mut(&to), stream) else {
            return;
        };
        if self.no_fences {
            return;
        }
        let Outgoing { fences, lanes, .. } = outgoing;
        let mut put = |path: Path, said: &LinkFrame| {
            let way = way_of(path, stream, lanes);
            actions.extend(way.map(|way| say(way, said)));
        };
        if all {
            fences.fence(&mut put);
        } else {
            fences.settle(&mut put);
        }
    }

    /// No message on a lane overtakes what the stream says now.
    pub(crate) fn announce(&mut self, to: FederateHandle) {
        if let Some(outgoing) = self.outgoing.get_mut(&to).filter(|_| !self.no_fences) {
            outgoing.fences.announce();
        }
    }

    /// A call was answered; `false` if it is no lane.
    pub(crate) fn opened(&mut self, channel: ChannelId) -> bool {
        for outgoing in self.outgoing.values_mut() {
            let Some(lane) = outgoing.lanes.values_mut().find(|l| l.channel == channel) else {
                continue;
            };
            lane.stands = true;
            outgoing.fences.stands(lane.id, true);
            return true;
        }
        false
    }

    /// A channel is over; `false` if it is no lane.
    pub(crate) fn closed(&mut self, channel: ChannelId, now: Duration) -> Option<Due> {
        if let Some(unknown) = self.unknown.get_mut(&channel) {
            unknown.ended = true;
            return Some(Vec::new());
        }
        for outgoing in self.outgoing.values_mut() {
            let found = outgoing.lanes.iter().find(|(_, l)| l.channel == channel);
            let Some((transportation, _)) = found else {
                continue;
            };
            let transportation = *transportation;
            // Calls in vain, and receivers that are gone: there is nobody to fence for.
            outgoing.lanes.remove(&transportation);
            return Some(Vec::new());
        }
        for (from, incoming) in &mut self.incoming {
            if let Some(lane) = incoming.lanes.remove(&channel) {
                incoming.merge.lane_ended(lane, now);
                return Some(drain(*from, &mut incoming.merge));
            }
        }
        None
    }

    /// The stream of a member is over; whether it has to wait for something on lanes.
    pub(crate) fn holds_end(&mut self, from: FederateHandle) -> bool {
        let Some(incoming) = self.incoming.get_mut(&from) else {
            return false;
        };
        incoming.ended = incoming.merge.is_holding();
        incoming.ended
    }

    /// Members whose streams have ended and that have nothing left that waits.
    pub(crate) fn take_ended(&mut self) -> Vec<FederateHandle> {
        let over = self.incoming.iter_mut();
        over.filter(|(_, incoming)| incoming.ended && !incoming.merge.is_holding())
            .map(|(from, incoming)| {
                incoming.ended = false;
                *from
            })
            .collect()
    }

    /// Whether a frame of a stranger is on a lane; then it is kept until the offer comes.
    pub(crate) fn keep(&mut self, channel: ChannelId, frame: &[u8]) -> bool {
        if kind_of(frame) == Ok(FrameKind::Link) {
            self.unknown.entry(channel).or_default();
        }
        let kept = self.unknown.get_mut(&channel);
        kept.map(|kept| kept.frames.push(frame.to_vec())).is_some()
    }

    /// What is due now that a frame came on the stream of a member.
    pub(crate) fn on_stream(
        &mut self,
        from: FederateHandle,
        frame: &[u8],
        now: Duration,
    ) -> Result<Due, String> {
        if kind_of(frame) == Ok(FrameKind::Link)
            && let Ok(LinkFrame::Offer { lane, profile, .. }) = LinkFrame::decode(frame)
        {
            let channel = ChannelId(profile.parse().map_err(|_| "not an offer")?);
            let incoming = self.incoming.entry(from).or_default();
            incoming.merge.stands(lane, true, false);
            incoming.lanes.insert(channel, lane);
            let kept = self.unknown.remove(&channel).unwrap_or_default();
            let mut due = Vec::new();
            for frame in &kept.frames {
                due.extend(self.on_lane(channel, frame, now)?.unwrap_or_default());
            }
            if kept.ended {
                due.extend(self.closed(channel, now).unwrap_or_default());
            }
            return Ok(due);
        }
        let Some(incoming) = self.incoming.get_mut(&from) else {
            return Ok(vec![(from, frame.to_vec())]);
        };
        sort(from, incoming, Path::Stream, frame, now)
    }

    /// What is due now that a frame came on a channel; `None` if it is no lane.
    pub(crate) fn on_lane(
        &mut self,
        channel: ChannelId,
        frame: &[u8],
        now: Duration,
    ) -> Result<Option<Due>, String> {
        let found = self.incoming.iter_mut().find_map(|(from, incoming)| {
            let lane = incoming.lanes.get(&channel).copied()?;
            Some((*from, lane, incoming))
        });
        let Some((from, lane, incoming)) = found else {
            return Ok(None);
        };
        if let Ok(LinkFrame::Stands { .. }) = LinkFrame::decode(frame)
            && kind_of(frame) == Ok(FrameKind::Link)
        {
            return Ok(Some(Vec::new()));
        }
        sort(from, incoming, Path::Lane(lane), frame, now).map(Some)
    }

    /// The way to a member is over: the lanes to close.
    pub(crate) fn forget(&mut self, peer: FederateHandle) -> Vec<ChannelId> {
        let outgoing = self.outgoing.remove(&peer).into_iter();
        let to = outgoing.flat_map(|o| o.lanes.into_values().map(|lane| lane.channel));
        let incoming = self.incoming.remove(&peer).into_iter();
        let from = incoming.flat_map(|i| i.lanes.into_keys());
        to.chain(from).collect()
    }

    /// Channels of which nobody will say any more what they are.
    pub(crate) fn forget_unknown(&mut self) -> Vec<ChannelId> {
        std::mem::take(&mut self.unknown).into_keys().collect()
    }

    pub(crate) fn rename(&mut self, after: impl Fn(FederateHandle) -> FederateHandle) {
        let outgoing = std::mem::take(&mut self.outgoing).into_iter();
        self.outgoing = outgoing.map(|(peer, o)| (after(peer), o)).collect();
        let incoming = std::mem::take(&mut self.incoming).into_iter();
        self.incoming = incoming.map(|(peer, i)| (after(peer), i)).collect();
    }
}

fn way_of(
    path: Path,
    stream: ChannelId,
    lanes: &BTreeMap<TransportationTypeHandle, Lane>,
) -> Option<ChannelId> {
    match path {
        Path::Stream => Some(stream),
        Path::Lane(id) => lanes.values().find(|l| l.id == id).map(|l| l.channel),
    }
}

fn say(channel: ChannelId, said: &LinkFrame) -> Action {
    let mut frame = Vec::new();
    link_frame(said, &mut frame);
    Action::Send { channel, frame }
}

fn sort(
    from: FederateHandle,
    incoming: &mut Incoming,
    path: Path,
    frame: &[u8],
    now: Duration,
) -> Result<Due, String> {
    let now_due = match incoming.merge.arrives(path, frame, now)? {
        Verdict::Due(message, _) => Some((from, message.to_vec())),
        Verdict::Taken => None,
    };
    let mut due = drain(from, &mut incoming.merge);
    due.extend(now_due);
    Ok(due)
}

fn drain(from: FederateHandle, merge: &mut Merge) -> Due {
    std::iter::from_fn(|| merge.next_due())
        .map(|Held { message, .. }| (from, message))
        .collect()
}
