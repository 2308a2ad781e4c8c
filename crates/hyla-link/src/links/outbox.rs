//! The core's interface to links.

use hyla_core::declaration::Position;
use hyla_core::fdd::Transportation;
use hyla_core::latency::{LatencyAnswer, LatencyQuestion};
use hyla_core::message::{MemberInfo, ToRti, control_frame, relay_frame};
use hyla_core::metrics::MemberMetrics;
use hyla_core::outbox::{Channels, Control, Frames, Lanes, LinkEnd, MemberLinks, TimePosting};
use hyla_core::secrets::LinkKey;
use hyla_net::network::{ChannelHandle, Connector, Network};
use hyla_net::{Address, Closed, Pressure, settle_postings};
use hyla_types::{FederateHandle, TransportationTypeHandle};

use super::boards::Opened;
use super::link::{Link, LinkState, Pending, Relay};
use super::{ChannelRole, Links};

/// A long message while it goes to several members, each of which gets the same frame.
#[derive(Debug, Default)]
pub(super) enum Sharing<F> {
    /// There is none.
    #[default]
    Nothing,
    /// No channel could share it so far.
    Unwritten,
    /// Channels of this host pass it by its place.
    Written(F),
}

impl<N: Network> Frames for Links<N> {
    fn frame(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        if self.accompanied {
            return self.send_accompanied(to, None, write, &[]);
        }
        self.send_position(to);
        self.used_streams = true;
        let Some(peer) = self.peers.get_mut(&to) else {
            self.dropped += 1;
            return;
        };
        match &mut peer.state {
            LinkState::Up(stream) | LinkState::Draining(stream, _) => {
                let sent = stream.channel.append(&mut *write);
                if sent == Ok(Pressure::Open) && !stream.channel.has_to_depart() {
                    return;
                }
                let channel = stream.channel.clone();
                if sent.is_err() && matches!(peer.state, LinkState::Up(_)) {
                    self.frame_after_end(to, write);
                } else {
                    self.note(&channel, sent);
                }
            }
            LinkState::Awaited(pending)
            | LinkState::Calling(pending, _)
            | LinkState::Broken(pending, _) => {
                pending.put(|buffer| write(buffer));
                if pending.len() > self.settings.pending_bytes {
                    self.holds_up(to, true);
                }
            }
            LinkState::Relayed(Relay { by, .. }) => {
                let by = *by;
                self.relay_frame(to, by, write);
            }
        }
    }

    fn announce(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        self.frame(to, write);
        self.announce_on_stream(to);
    }

    fn frame_limit(&self) -> usize {
        self.settings.frame_bytes
    }

    fn position_moved(&mut self, position: Position) {
        self.positions.moved(position);
    }

    fn is_broken(&self, to: FederateHandle) -> bool {
        let known = self.peers.get(&to);
        match known.map(|peer| &peer.state) {
            Some(LinkState::Broken(..)) => true,
            // Waits for the remaining messages on the peer's lanes.
            Some(LinkState::Up(_)) => known.is_some_and(Link::has_ended),
            _ => false,
        }
    }
}

impl<N: Network> Lanes for Links<N> {
    fn frame_as(
        &mut self,
        to: FederateHandle,
        transportation: TransportationTypeHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        if self.accompanied {
            return self.send_accompanied(to, Some(transportation), write, &[]);
        }
        self.send_as(to, transportation, write, &[]);
    }

    fn frame_with(
        &mut self,
        to: FederateHandle,
        transportation: Option<TransportationTypeHandle>,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        if self.accompanied {
            return self.send_accompanied(to, transportation, write, tail);
        }
        match transportation {
            Some(transportation) => self.send_as(to, transportation, write, tail),
            None => self.stream_with(to, write, tail),
        }
    }

    fn frame_with_to_all(
        &mut self,
        to: &[FederateHandle],
        transportation: Option<TransportationTypeHandle>,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        self.sharing = Sharing::Unwritten;
        for to in to {
            self.frame_with(*to, transportation, write, tail);
        }
        self.sharing = Sharing::Nothing;
    }

    fn has_groups(&self, transportation: TransportationTypeHandle) -> bool {
        self.is_cast(transportation)
    }

    fn frame_to_all(
        &mut self,
        to: &[FederateHandle],
        transportation: TransportationTypeHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        self.cast(to, transportation, write);
    }

    fn settle_lanes(&mut self, to: FederateHandle) {
        self.put_fence(to, false);
    }

    fn fence(&mut self, to: FederateHandle) {
        self.put_fence(to, true);
    }

    fn bind(&mut self, to: FederateHandle, transportation: &str) -> Result<(), String> {
        self.bind_lane(to, transportation)
    }

    fn transportation_types(
        &mut self,
        types: &mut dyn Iterator<Item = (TransportationTypeHandle, &Transportation)>,
    ) {
        self.lanes.set_types(types);
    }
}

impl<N: Network> Control for Links<N> {
    fn control(&mut self, message: &ToRti) {
        self.used_streams = true;
        self.send_relays();
        let Some(rti) = self.rti.clone() else { return };
        let sent = rti.append(|buffer| control_frame(message, buffer));
        self.note(&rti, sent);
    }
}

impl<N: Network> MemberLinks for Links<N> {
    fn has_boards(&self, with: FederateHandle) -> bool {
        let boards = self.up_stream(with).and_then(ChannelHandle::boards);
        boards.is_some()
    }

    fn open_boards(
        &mut self,
        epoch: u64,
        own: usize,
        with: &mut dyn Iterator<Item = (FederateHandle, bool)>,
    ) {
        let opened = with.map(|(member, awaited)| Opened {
            member,
            awaited,
            channel: self.up_stream(member).cloned(),
        });
        let opened: Vec<_> = opened.collect();
        let remote = self.remote.as_ref();
        self.boards.open(remote, (epoch, own), &opened);
    }

    #[inline]
    fn post_times(&mut self, posting: &TimePosting, sent: Option<&[u64]>) -> bool {
        self.boards.post(posting, sent)
    }

    #[inline]
    fn settle_postings(&mut self) {
        settle_postings();
    }

    #[inline]
    fn await_promises(&mut self, at_least: u64) {
        if let Some(remote) = &self.remote {
            remote.await_boards(at_least);
        }
    }

    #[inline]
    fn have_promised(&mut self, at_least: u64) -> Option<bool> {
        self.boards.have_promised(at_least)
    }

    #[inline]
    fn anyone_sleeps(&self) -> bool {
        self.boards.anyone_sleeps()
    }

    #[inline]
    fn rouse(&mut self, member: usize) {
        self.boards.rouse(member);
    }

    #[inline]
    fn posted_times(&mut self, into: &mut [TimePosting]) {
        self.boards.posted(self.remote.as_ref(), into);
    }

    fn link_up(&mut self, member: &MemberInfo, key: LinkKey, call_as: Option<FederateHandle>) {
        let peer = member.handle;
        let addresses = member.addresses.iter().filter_map(|text| text.parse().ok());
        self.peers.insert(peer, Link::new(addresses.collect(), key));
        let Some(from) = call_as else { return };
        let further = match &self.remote {
            Some(remote) if self.settings.direct => member
                .addresses
                .iter()
                .rev()
                .filter_map(|text| text.parse::<Address>().ok())
                .filter(|address| !matches!(address, Address::Udp(_)) && remote.reaches(address))
                .collect(),
            _ => Vec::new(),
        };
        self.call((from, peer), further);
    }

    fn link_down(&mut self, federate: FederateHandle, end: LinkEnd) {
        let Some(peer) = self.peers.get_mut(&federate) else {
            self.ended.push(federate);
            return;
        };
        // The process of a lost member is gone: read what has arrived, then end.
        let timeout = match end {
            LinkEnd::Drain => self.settings.drain,
            LinkEnd::Cut => self.settings.drain / 4,
        };
        match std::mem::replace(&mut peer.state, LinkState::Awaited(Pending::default())) {
            LinkState::Up(stream) => {
                self.boards.lose(federate);
                peer.state = LinkState::Draining(stream, self.now + timeout);
                self.timed = true;
            }
            other => {
                peer.state = other;
                self.forget(federate, "the member is gone");
                self.ended.push(federate);
            }
        }
    }

    fn relay_opened(&mut self, with: FederateHandle) {
        self.relay(with, false);
    }

    fn relay_pressure(&mut self, to: FederateHandle, high: bool) {
        self.relay_holds_up(to, high);
    }

    fn links_renamed(&mut self, handles: &[(FederateHandle, FederateHandle)]) {
        let renamed = |federate: FederateHandle| {
            let pair = handles.iter().find(|(before, _)| *before == federate);
            pair.map(|(_, after)| *after)
        };
        // A member without a place in the restored federation left before: its handle may be used again.
        let all: Vec<_> = self.peers.keys().copied().collect();
        for departed in all.into_iter().filter(|f| renamed(*f).is_none()) {
            self.forget(departed, "the member has left");
        }
        self.peers = std::mem::take(&mut self.peers)
            .into_iter()
            .filter_map(|(federate, peer)| Some((renamed(federate)?, peer)))
            .collect();
        for role in self.roles.values_mut() {
            if let ChannelRole::Stream(federate)
            | ChannelRole::IncomingLane(federate, _)
            | ChannelRole::OutgoingLane(federate, _) = role
            {
                *federate = renamed(*federate).unwrap_or(*federate);
            }
        }
        self.boards.open(self.remote.as_ref(), (0, 0), &[]);
        self.rename_groups(renamed);
        self.latency = None;
        self.holders.clear();
        self.overflowed.clear();
        for listed in [&mut self.ended, &mut self.held_up, &mut self.stirred] {
            listed.retain_mut(|federate| rename(federate, renamed));
        }
    }
}

impl<N: Network> Channels for Links<N> {
    fn metrics(&mut self) -> MemberMetrics {
        self.gather()
    }

    fn latency(&mut self, question: &LatencyQuestion) -> Result<LatencyAnswer, String> {
        self.ask_latency(question)
    }

    fn set_profile_parameter(
        &mut self,
        profile: &str,
        parameter: &str,
        value: &str,
    ) -> Result<(), String> {
        self.tune(profile, parameter, value)
    }
}

impl<N: Network> Links<N> {
    /// Takes a frame for a peer whose stream is broken, perhaps before its close event: frames wait from now on. The
    /// peer's lanes are still read.
    #[cold]
    fn frame_after_end(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        if !self.holds_end(to) {
            self.broke(to);
            self.frame(to, write);
        } else if let Some(stream) = self.stream_mut(to) {
            stream.unsaid.put(|buffer| write(buffer));
        }
    }

    /// Sends the log position before the next frame to a peer, if the peer does not know it.
    #[inline]
    pub(super) fn send_position(&mut self, to: FederateHandle) {
        if !self.positions.is_clear() {
            self.send_position_if_new(to);
        }
    }

    fn send_position_if_new(&mut self, to: FederateHandle) {
        if let Some(position) = self.positions.take(to) {
            self.announce(to, &mut |buffer| position.put(buffer));
        }
    }

    /// As [`Frames::frame`], of a frame that ends with `tail`, which is copied once if it is long and there is a channel.
    #[inline]
    pub(super) fn stream_with(
        &mut self,
        to: FederateHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        if tail.is_empty() {
            return self.frame(to, write);
        }
        self.send_position(to);
        if let Some(stream) = self.stream(to) {
            let channel = stream.channel.clone();
            let sent = self.append_long(&channel, &mut *write, tail);
            if sent.is_ok() {
                self.used_streams = true;
                return self.note(&channel, sent);
            }
        }
        self.frame(to, &mut |buffer| {
            write(buffer);
            buffer.extend_from_slice(tail);
        });
    }
}

impl<N: Network> Links<N> {
    /// Appends a frame that ends with the long `tail`: by its place, if it goes to several members and lies there, or can be written there.
    fn append_long(
        &mut self,
        channel: &N::Channel,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        if matches!(self.sharing, Sharing::Unwritten)
            && let Some(frame) = channel.share(&mut *write, tail)
        {
            self.sharing = Sharing::Written(frame);
        }
        if let Sharing::Written(frame) = &self.sharing
            && let Some(sent) = channel.append_shared(frame)
        {
            return sent;
        }
        channel.append_with(write, tail)
    }

    /// As [`Self::stream_with`] for best effort: drops and counts the frame if it would have to wait.
    #[inline]
    pub(super) fn lossy_stream_with(
        &mut self,
        to: FederateHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        self.used_lossy = true;
        if let Some(stream) = self.stream(to) {
            let channel = &stream.channel;
            if channel.append_lossy(&mut *write, tail).is_ok() {
                if channel.has_to_depart() {
                    let channel = channel.clone();
                    self.put_on_dirty(&channel);
                }
                return;
            }
            // Broken: later frames wait, or are counted as dropped.
            return self.frame(to, &mut |buffer| {
                write(buffer);
                buffer.extend_from_slice(tail);
            });
        }
        self.lossy_without_channel(to, write, tail);
    }

    #[cold]
    fn lossy_without_channel(
        &mut self,
        to: FederateHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        let mut whole = |buffer: &mut Vec<u8>| {
            write(buffer);
            buffer.extend_from_slice(tail);
        };
        match self.peers.get_mut(&to).map(|peer| &mut peer.state) {
            Some(
                LinkState::Awaited(pending)
                | LinkState::Calling(pending, _)
                | LinkState::Broken(pending, _),
            ) if pending.len() <= self.settings.pending_bytes / 2 => {
                pending.put(whole);
            }
            Some(LinkState::Relayed(Relay {
                by,
                paused: false,
                held: false,
                ..
            })) => {
                let by = *by;
                // Earlier relayed frames go first.
                self.send_relays();
                let Some(relayer) = self.relayer(by).cloned() else {
                    return;
                };
                let relayed = |buffer: &mut Vec<u8>| {
                    relay_frame(to, buffer);
                    whole(buffer);
                };
                if relayer.append_lossy(relayed, &[]).is_ok() {
                    self.put_on_dirty(&relayer);
                }
            }
            _ => self.dropped += 1,
        }
    }
}

/// The handle after a restore, if it changed.
fn rename(
    federate: &mut FederateHandle,
    renamed: impl Fn(FederateHandle) -> Option<FederateHandle>,
) -> bool {
    let after = renamed(*federate);
    *federate = after.unwrap_or(*federate);
    after.is_some()
}

impl<N: Network> Links<N> {
    /// The stream to a member, if it carries messages in both directions.
    fn up_stream(&self, to: FederateHandle) -> Option<&N::Channel> {
        match &self.peers.get(&to)?.state {
            LinkState::Up(stream) if !stream.incoming.as_deref().is_some_and(|it| it.ended) => {
                Some(&stream.channel)
            }
            _ => None,
        }
    }
}
