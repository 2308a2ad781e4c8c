//! Lanes as links use them: offers and answers, headers, ordering.

use std::time::Instant;

use crate::lanes::{BufferedMessage, LaneGrant, LaneId, LinkFrame, Path, Verdict, link_frame};
use hyla_core::message::{FrameKind, kind_of};
use hyla_core::secrets::Proof;
use hyla_net::network::{ChannelHandle, Connector, Network};
use hyla_net::{Address, ChannelId, Reliability, Transport};
use hyla_types::{FederateHandle, TransportationTypeHandle};

use super::lanes::{IncomingLanes, Noted, SendPath, Timeliness};
use super::link::{Link, LinkState};
use super::{Admission, AdmissionVerdict, ChannelRole, LOG_TIMEOUT, Links};

impl<N: Network> Links<N> {
    /// Registers the addresses of a dedicated reader thread for lanes of that profile; `reading` describes it.
    pub fn add_reader(&mut self, profile: &str, addresses: &[String], reading: String) {
        self.lanes.add_reader(profile, addresses, reading);
    }

    /// Lanes from a peer.
    #[inline]
    pub(super) fn incoming(&self, from: FederateHandle) -> Option<&IncomingLanes<N>> {
        self.stream(from)?.incoming.as_deref()
    }

    #[inline]
    pub(super) fn incoming_mut(&mut self, from: FederateHandle) -> Option<&mut IncomingLanes<N>> {
        self.stream_mut(from)?.incoming.as_deref_mut()
    }

    /// Whether messages of that peer need ordering, since it has lanes.
    #[inline]
    pub(super) fn merges(&self, from: FederateHandle) -> bool {
        self.merging > 0 && self.incoming(from).is_some()
    }

    pub(super) fn note_all(&mut self, noted: Vec<Noted<N::Channel>>) {
        for (channel, sent) in noted {
            if let Some(ChannelRole::OutgoingLane(to, lane)) = self.role(channel.id())
                && self.is_lossy_lane(to, lane)
                && sent.is_ok()
            {
                // Frames that wait there wait for no call.
                self.put_on_dirty(&channel);
                continue;
            }
            self.note(&channel, sent);
        }
    }

    /// Sends by the lane of a transportation type, else on the stream. The frame ends with `tail`.
    pub(super) fn send_as(
        &mut self,
        to: FederateHandle,
        transportation: TransportationTypeHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        self.send_position(to);
        let Some(profile) = self.lanes.profile_of(transportation) else {
            return self.stream_with(to, write, tail);
        };
        if profile.transport == Transport::ReliableMulticast {
            return self.send_by_stream(to, write, tail);
        }
        let lossy = profile.reliability == Reliability::BestEffort;
        let mut noted = Vec::new();
        let stream = self.peers.get_mut(&to).and_then(Link::stream_mut);
        let way = match stream {
            Some(stream) => stream.out.path_for(profile, &stream.channel, &mut noted),
            None => SendPath::Stream,
        };
        if !noted.is_empty() {
            self.note_all(noted);
        }
        let SendPath::Lane(id, channel, preface) = way else {
            return match lossy {
                true => self.lossy_stream_with(to, write, tail),
                false => self.stream_with(to, write, tail),
            };
        };
        let head = |buffer: &mut Vec<u8>| {
            preface.put(buffer);
            write(buffer);
        };
        if lossy {
            self.used_lossy = true;
            if channel.append_lossy(head, tail).is_ok() {
                return self.put_on_dirty(&channel);
            }
            self.end_lane(to, id, "it broke");
            return self.lossy_stream_with(to, write, tail);
        }
        let sent = channel.append_with(head, tail);
        if sent.is_ok() {
            self.note_lane(&channel, sent);
        } else {
            self.end_lane(to, id, "it broke");
            self.stream_with(to, write, tail);
        }
    }

    /// Handles the result of the trial of a lane.
    pub(super) fn admitted(&mut self, to: FederateHandle, id: LaneId, found: &Admission) {
        if found.verdict == AdmissionVerdict::Refused {
            return self.end_lane(to, id, &found.text);
        }
        let lane = self.stream_mut(to).and_then(|stream| {
            let mut lanes = stream.out.lanes.iter_mut();
            lanes.find(|lane| lane.id == id)
        });
        if let Some(lane) = lane {
            lane.is_tried = false;
            lane.admission = Some(found.text.clone());
        }
    }

    /// A lane of this member ended: later messages take the stream.
    fn end_lane(&mut self, to: FederateHandle, id: LaneId, reason: &str) {
        let mut noted = Vec::new();
        if let Some(stream) = self.stream_mut(to) {
            stream.out.end(id, reason, &stream.channel, &mut noted);
        }
        self.note_all(noted);
        self.groups.own_lane_over(to, id);
    }

    pub(super) fn put_fence(&mut self, to: FederateHandle, all: bool) {
        self.fence_groups(to);
        if all {
            self.announce_to_groups(to);
        }
        let Some(stream) = self.stream_mut(to) else {
            return;
        };
        if stream.out.fences.is_empty() {
            return;
        }
        let mut noted = Vec::new();
        stream.out.fence(all, &stream.channel, &mut noted);
        self.note_all(noted);
    }

    pub(super) fn announce_on_stream(&mut self, to: FederateHandle) {
        self.announce_to_groups(to);
        if let Some(stream) = self.stream_mut(to) {
            stream.out.fences.announce();
        }
    }

    /// Whether a frame on the stream of a peer needs [`Self::arrives`]: a link frame, or a message to be ordered with
    /// lanes.
    #[inline]
    pub(super) fn sorts(&self, from: FederateHandle, frame: &[u8]) -> bool {
        self.merges(from) || kind_of(frame) == Ok(FrameKind::Link)
    }

    /// Orders a frame of a peer. Returns the message if it is due at once; deliver [`Self::next_due`] before it.
    ///
    /// # Errors
    /// The protocol violation.
    pub(super) fn arrives<'f>(
        &mut self,
        from: FederateHandle,
        path: Path,
        channel: ChannelId,
        frame: &'f [u8],
    ) -> Result<Option<(&'f [u8], Timeliness)>, String> {
        if kind_of(frame) == Ok(FrameKind::Link) {
            match LinkFrame::decode(frame).map_err(|error| error.0)? {
                LinkFrame::Fence { .. } | LinkFrame::Met { .. } => {}
                LinkFrame::GroupMark { .. } | LinkFrame::GroupFence { .. }
                    if path == Path::Stream && self.merges(from) => {}
                LinkFrame::Packet { lane, datagram } if path == Path::Stream => {
                    self.packet_arrived(lane, &datagram);
                    return Ok(None);
                }
                LinkFrame::Challenge(challenge) if path == Path::Stream => {
                    self.challenged(from, channel, &challenge);
                    return Ok(None);
                }
                LinkFrame::Welcome { proof } if path == Path::Stream => {
                    self.welcomed(from, channel, &proof)?;
                    return Ok(None);
                }
                LinkFrame::Open { .. } => {
                    // The answer to the first one may not have arrived.
                    if let Path::Lane(id) = path {
                        self.send_frame(from, &LinkFrame::Stands { lane: id });
                    }
                    return Ok(None);
                }
                said => {
                    return if path == Path::Stream {
                        self.link_said(from, said);
                        Ok(None)
                    } else {
                        Err(format!("{said:?} on channel {channel}"))
                    };
                }
            }
        }
        let now = self.lanes.since(self.now);
        let Some(incoming) = self.incoming_mut(from) else {
            return Err("a fence without lanes".to_owned());
        };
        Ok(match incoming.ordering.arrives(path, frame, now)? {
            Verdict::Due(message, sequence) => {
                let arrived = incoming.judge(path, sequence);
                Some((message, arrived))
            }
            Verdict::Taken => None,
        })
    }

    /// The next buffered message of a peer that is due now.
    pub fn next_due(&mut self, from: FederateHandle) -> Option<(BufferedMessage, Timeliness)> {
        let next = |incoming: &mut IncomingLanes<N>| {
            let held = incoming.ordering.next_due()?;
            let arrived = incoming.judge(held.path, held.sequence);
            Some((held, arrived))
        };
        let due = next(self.incoming_mut(from)?);
        // The stream may have passed a fence by a frame, a timeout or the end of a lane: messages of groups may be due behind it.
        if due.is_some() || !self.groups_may_go_on(from) {
            return due;
        }
        next(self.incoming_mut(from)?)
    }

    /// The next message of a peer whose lanes have ended.
    pub fn next_leftover(&mut self) -> Option<(FederateHandle, Vec<u8>)> {
        self.leftovers.pop_front()
    }

    /// Peers whose buffered messages may be due.
    pub fn take_stirred(&mut self) -> Vec<FederateHandle> {
        std::mem::take(&mut self.stirred)
    }

    pub(super) fn send_frame(&mut self, to: FederateHandle, said: &LinkFrame) {
        if let Some(stream) = self.stream(to) {
            let channel = stream.channel.clone();
            let sent = channel.append(|buffer| link_frame(said, buffer));
            self.note(&channel, sent);
        }
    }

    /// Handles a frame about lanes, received on the stream.
    fn link_said(&mut self, from: FederateHandle, said: LinkFrame) {
        match said {
            LinkFrame::Offer {
                lane,
                profile,
                reliable,
                sequenced,
            } => {
                let outcome = self.admit(from, lane, &profile, reliable, sequenced);
                tracing::debug!(%from, profile, ?outcome, "a lane was offered");
                self.send_frame(from, &LinkFrame::Answer { lane, outcome });
            }
            LinkFrame::Answer { lane, outcome } => {
                let stream = self.peers.get_mut(&from).and_then(Link::stream_mut);
                if let (Some(stream), Some(remote)) = (stream, &self.remote) {
                    let reaches = |address: &Address| remote.reaches(address);
                    stream.out.answered(lane, outcome, reaches);
                    self.call_lane(from, lane);
                }
            }
            LinkFrame::Stands { lane } => {
                let stream = self.stream_mut(from);
                if stream.is_some_and(|stream| stream.out.stands(lane)) {
                    self.try_deadline(from, lane);
                }
                self.ask_new_lanes();
            }
            said @ (LinkFrame::Join { .. }
            | LinkFrame::GroupState { .. }
            | LinkFrame::Leave { .. }) => {
                self.group_frame(from, said);
            }
            // Of groups that ended with the stream.
            LinkFrame::GroupMark { .. } | LinkFrame::GroupFence { .. } => {}
            LinkFrame::Group(_)
            | LinkFrame::Packet { .. }
            | LinkFrame::Hold { .. }
            | LinkFrame::Call
            | LinkFrame::Challenge(_)
            | LinkFrame::Welcome { .. }
            | LinkFrame::Open { .. }
            | LinkFrame::Fence { .. }
            | LinkFrame::Met { .. } => {}
        }
    }

    fn call_lane(&mut self, to: FederateHandle, lane: LaneId) {
        let stream = self.peers.get_mut(&to).and_then(Link::stream_mut);
        let (Some(stream), Some(remote)) = (stream, &self.remote) else {
            return;
        };
        if let Some(channel) = stream.out.call(lane, remote, self.settings.greet, self.now) {
            self.roles
                .insert(channel.id(), ChannelRole::OutgoingLane(to, lane));
            self.calling = true;
        }
    }

    /// The connection of a lane is open.
    pub(super) fn lane_opened(&mut self, to: FederateHandle, lane: LaneId) {
        let mut noted = Vec::new();
        let now = self.now;
        if let Some(stream) = self.stream_mut(to) {
            stream.out.opened(lane, now, &mut noted);
        }
        self.note_all(noted);
    }

    /// A lane of this member closed: tries the next address if it was not open yet, else ends it.
    pub(super) fn own_lane_closed(&mut self, to: FederateHandle, lane: LaneId) {
        if self.stream(to).is_some_and(|s| s.out.is_calling(lane)) {
            self.call_lane(to, lane);
        } else {
            self.end_lane(to, lane, "it broke");
        }
    }

    /// Accepts or rejects an offered lane.
    fn admit(
        &mut self,
        from: FederateHandle,
        lane: LaneId,
        profile: &str,
        reliable: bool,
        sequenced: bool,
    ) -> Result<LaneGrant, String> {
        let key = self.peers.get(&from).ok_or("the member is gone")?.key;
        let host = self.settings.host.clone();
        let Self {
            peers,
            lanes,
            merging,
            ..
        } = self;
        let stream = peers.get_mut(&from).and_then(Link::stream_mut);
        let stream = stream.ok_or("the RTI relays between the two members")?;
        let incoming = stream.incoming_or_new(host, merging);
        lanes.admit(incoming, &key, lane, profile, reliable, sequenced)
    }

    /// The lane that belongs to a proof.
    fn expected(&self, proof: Proof) -> Option<(FederateHandle, LaneId)> {
        self.peers.iter().find_map(|(from, peer)| {
            let incoming = peer.stream()?.incoming.as_deref()?;
            Some((*from, incoming.expects(proof)?))
        })
    }

    /// Handles the proof of a caller. Returns whether it belongs to a lane.
    pub(super) fn lane_greeted(&mut self, id: ChannelId, proof: Proof) -> bool {
        let Some(channel) = self.unidentified.take(id) else {
            return false;
        };
        let known = self.expected(proof);
        let Some((from, lane)) = known else {
            self.refuse(&channel, "it has no proof for any lane that was granted");
            return false;
        };
        let Some(profile) = self
            .incoming_mut(from)
            .and_then(|incoming| incoming.stands(lane, &channel))
        else {
            return false;
        };
        tracing::debug!(%from, profile = profile.name, "a lane is established");
        channel.set_priority(profile.priority);
        channel.trust();
        self.roles.insert(id, ChannelRole::IncomingLane(from, lane));
        self.send_frame(from, &LinkFrame::Stands { lane });
        true
    }

    /// A lane of a peer closed.
    pub(super) fn lane_closed(&mut self, from: FederateHandle, id: ChannelId) {
        let now = self.lanes.since(self.now);
        if let Some(incoming) = self.incoming_mut(from) {
            let lane = incoming.ended(id, now);
            self.stirred.push(from);
            if lane.is_some() {
                self.groups.joined.forget(from, lane);
            }
        }
    }

    /// Whether the end of a peer's stream waits for messages on its lanes, or for the log. Usually the peer is gone: then a message
    /// of a group is due only if none of the stream is missing before it; otherwise everything is due.
    pub(super) fn holds_end(&mut self, from: FederateHandle) -> bool {
        let is_up = matches!(
            self.peers.get(&from).map(|peer| &peer.state),
            Some(LinkState::Up(_))
        );
        let settles = is_up && self.reliable.shares_groups(from);
        let until = settles.then_some(self.now + LOG_TIMEOUT);
        let Some(incoming) = self.incoming_mut(from) else {
            return false;
        };
        incoming.ended = settles || incoming.ordering.is_holding();
        incoming.settles = until;
        let holds = incoming.ended;
        if holds {
            self.boards.lose(from);
        }
        self.timed |= settles;
        // What is sent from now on waits: groups must not overtake it.
        self.reliable_links_changed();
        holds
    }

    /// Ends streams that waited for their lanes.
    pub(super) fn end_held_streams(&mut self) {
        if self.merging == 0 {
            return;
        }
        let mut over = Vec::new();
        for (from, peer) in &mut self.peers {
            if let Some(incoming) = peer.stream_mut().and_then(|s| s.incoming.as_deref_mut())
                && incoming.ended
                && incoming.settles.is_none()
                && !incoming.ordering.is_holding()
            {
                incoming.ended = false;
                over.push(*from);
            }
        }
        over.into_iter().for_each(|from| self.broke(from));
    }

    /// The stream to a peer broke, or the peer is gone: ends its lanes. Buffered messages become due.
    pub(super) fn end_lanes(&mut self, peer: FederateHandle, reason: &str) {
        self.end_groups(peer);
        self.reliable_links_changed();
        let now = self.lanes.since(self.now);
        let Some(stream) = self.stream_mut(peer) else {
            return;
        };
        let channels: Vec<_> = stream.out.take_channels().collect();
        if let Some(mut incoming) = stream.incoming.take() {
            self.merging -= 1;
            incoming.ordering.give_up(now);
            while let Some(held) = incoming.ordering.next_due() {
                self.leftovers.push_back((peer, held.message));
            }
            let cut = incoming.ordering.cut();
            if cut > 0 {
                self.reliable.ended_early(peer, cut);
            }
            let has_left = incoming.ordering.has_departed();
            let (lanes, ordering) = incoming.into_parts();
            if has_left {
                self.reliable.keep_departed(peer, ordering.into_groups());
            }
            self.groups_may_go_on(peer);
            for channel in lanes {
                self.end_channel(&channel, reason);
            }
        }
        for channel in channels {
            self.end_channel(&channel, reason);
        }
    }

    /// Closes a lane.
    fn end_channel(&mut self, channel: &N::Channel, reason: &str) {
        self.roles.remove(&channel.id());
        channel.close(reason);
    }

    /// Retries keys, checks deadlines of lanes and fences.
    pub fn turn_lanes(&mut self, at: Instant) {
        self.turn_groups(at);
        self.turn_reliable(at);
        if self.merging > 0 {
            let now = self.lanes.since(self.now);
            for (from, peer) in &mut self.peers {
                if let Some(stream) = peer.stream_mut()
                    && stream.fence_deadline().is_some_and(|due| due <= now)
                    && let Some(incoming) = stream.incoming.as_deref_mut()
                {
                    incoming.ordering.turn(now);
                    self.stirred.push(*from);
                }
            }
            self.stirred.sort_unstable();
        }
        if self.calling {
            self.turn_calls(at);
        }
    }

    fn turn_calls(&mut self, at: Instant) {
        let mut noted = Vec::new();
        let mut over = Vec::new();
        for (to, peer) in &mut self.peers {
            let Some(stream) = peer.stream_mut() else {
                continue;
            };
            let late = stream.out.turn(at, &mut noted);
            over.extend(late.into_iter().map(|(lane, id)| (*to, lane, id)));
        }
        self.note_all(noted);
        over.sort_unstable();
        for (to, lane, id) in over {
            self.roles.remove(&id);
            self.call_lane(to, lane);
        }
        let mut streams = self.peers.values().filter_map(Link::stream);
        self.calling = streams.any(|stream| stream.out.next_deadline().is_some());
    }
}
