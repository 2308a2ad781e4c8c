//! Relayed data, for members without a channel.

use std::time::Duration;

use hyla_core::message::{
    FrameKind, MemberRequest, RELAY_HEADER, ToRti, kind_of, relay_frame as relay_header,
};
use hyla_core::outbox::{Control, Frames};
use hyla_net::network::{ChannelHandle, Network};
use hyla_types::FederateHandle;

use super::link::{GivenUp, LinkState, Relay};
use super::routes::Relayer;
use super::{Links, STREAM_END_TIMEOUT};
use crate::lanes::LinkFrame;

/// How often a link that is about to be relayed looks whether its peer has all messages of groups.
const GROUPS_SETTLE: Duration = Duration::from_millis(5);

/// Most bytes of one relayed frame; a call with more sends several.
const MOST_RELAYED: usize = 256 << 10;

impl<N: Network> Links<N> {
    /// Relays data between this member and a peer through the RTI from now on. If the peer requested it, the rest of
    /// its stream is read before relayed data.
    pub fn relay(&mut self, peer: FederateHandle, tell: bool) {
        let until = self.now + STREAM_END_TIMEOUT;
        let now = self.lanes.since(self.now);
        let Some(known) = self.peers.get_mut(&peer) else {
            return;
        };
        if let LinkState::Up(stream) = &mut known.state
            && !tell
        {
            stream.given_up.get_or_insert_with(|| {
                let relayed = Vec::new();
                Box::new(GivenUp { until, relayed })
            });
            if let Some(incoming) = &mut stream.incoming {
                // It is not gone.
                incoming.settles = None;
            }
            stream.pause(false, now);
            self.timed = true;
            return;
        }
        if known.pending().is_none() {
            return;
        }
        if let LinkState::Broken(_, until) = &mut known.state
            && self.reliable.owes(peer)
        {
            // Relayed frames would overtake messages in groups that the peer has yet to get.
            *until = self.now + GROUPS_SETTLE;
            self.timed = true;
            return;
        }
        let before = std::mem::replace(
            &mut known.state,
            LinkState::Relayed(Relay::by(Relayer::Rti)),
        );
        if tell {
            self.control(&ToRti::Member(MemberRequest::RelayOpened { with: peer }));
        }
        let pending = match before {
            LinkState::Calling(pending, call) => {
                self.give_up(&call, "the RTI relays instead");
                pending
            }
            LinkState::Awaited(pending) | LinkState::Broken(pending, _) => pending,
            LinkState::Up(_) | LinkState::Draining(..) | LinkState::Relayed(_) => return,
        };
        pending.each(|frame| {
            self.frame(peer, &mut |buffer| buffer.extend_from_slice(frame));
        });
    }

    pub(super) fn relayed(&mut self, peer: FederateHandle) -> Option<&mut Relay> {
        match &mut self.peers.get_mut(&peer)?.state {
            LinkState::Relayed(relay) => Some(relay),
            _ => None,
        }
    }

    /// Handles a relayed frame. Returns whether it is due: link frames are not, nor frames that wait for the rest of a
    /// stream ([`Self::next_leftover`]).
    pub(super) fn relayed_is_due(&mut self, from: FederateHandle, frame: &[u8]) -> bool {
        if kind_of(frame) == Ok(FrameKind::Link) {
            self.relayed_said(from, frame);
            return false;
        }
        let stream = self.stream_mut(from);
        match stream.and_then(|stream| stream.given_up.as_mut()) {
            Some(given_up) => given_up.relayed.push(frame.to_vec()),
            None => return !self.waits_behind_groups(from, frame),
        }
        false
    }

    /// A relayed frame comes after the messages of groups that its sender sent before, all of which have arrived. Takes those
    /// that wait since too many callbacks do. Returns whether the frame waits behind them.
    fn waits_behind_groups(&mut self, from: FederateHandle, frame: &[u8]) -> bool {
        if self.reliable.is_idle() {
            return false;
        }
        self.take_from_groups();
        let waits = self.leftovers.iter().any(|(peer, _)| *peer == from);
        if waits {
            self.leftovers.push_back((from, frame.to_vec()));
        }
        waits
    }

    /// The stream of a peer has ended: its relayed frames are due, after what its groups carried.
    pub(super) fn release_relayed(&mut self, peer: FederateHandle) {
        let stream = self.stream_mut(peer);
        if let Some(given_up) = stream.and_then(|stream| stream.given_up.take()) {
            if !self.reliable.is_idle() {
                self.take_from_groups();
            }
            let waiting = given_up.relayed.into_iter();
            self.leftovers.extend(waiting.map(|frame| (peer, frame)));
        }
    }

    /// The relay reports whether data for a member must wait.
    pub(super) fn relay_holds_up(&mut self, to: FederateHandle, high: bool) {
        if let Some(relay) = self.relayed(to) {
            relay.paused = high;
            self.holds_up(to, high);
        }
    }

    /// Handles a relayed link frame. Ignores invalid ones.
    fn relayed_said(&mut self, from: FederateHandle, frame: &[u8]) {
        match LinkFrame::decode(frame) {
            Ok(LinkFrame::Hold { on }) => {
                if let Some(relay) = self.relayed(from) {
                    relay.held = on;
                    self.holds_up(from, on);
                }
            }
            Ok(LinkFrame::Packet { lane, datagram }) => self.packet_arrived(lane, &datagram),
            Ok(LinkFrame::Group(said)) => self.group_said(from, said),
            said => {
                tracing::debug!(%from, ?said, "ignored: a relayed frame that only streams carry");
            }
        }
    }

    /// The channel to a relay.
    pub(super) fn relayer(&self, by: Relayer) -> Option<&N::Channel> {
        match by {
            Relayer::Rti => self.rti.as_ref(),
        }
    }

    /// Adds a frame to the relayed batch of the call in progress.
    pub(super) fn relay_frame(
        &mut self,
        to: FederateHandle,
        by: Relayer,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        let most = self.settings.frame_bytes + RELAY_HEADER;
        let mut frame = Vec::new();
        write(&mut frame);
        // The entry and its header.
        let longest = frame.len() + 11;
        if self.relays.len() + longest > most.min(MOST_RELAYED).max(longest) {
            self.send_relays();
        }
        if longest > most {
            let Some(relayer) = self.relayer(by).cloned() else {
                return;
            };
            let sent = relayer.append(|buffer| {
                relay_header(to, buffer);
                buffer.extend_from_slice(&frame);
            });
            return self.note(&relayer, sent);
        }
        self.relays
            .add(to, &mut |buffer| buffer.extend_from_slice(&frame));
    }

    /// Sends the relayed batch of the call in progress.
    #[inline]
    pub(super) fn send_relays(&mut self) {
        if !self.relays.is_empty() {
            self.append_relays();
        }
    }

    fn append_relays(&mut self) {
        let rti = self.rti.clone();
        let mut sent = None;
        self.relays.take(|bytes| {
            let appended = rti
                .as_ref()
                .map(|rti| rti.append(|b| b.extend_from_slice(bytes)));
            sent = appended;
        });
        if let (Some(rti), Some(sent)) = (rti, sent) {
            self.note(&rti, sent);
        }
    }
}
