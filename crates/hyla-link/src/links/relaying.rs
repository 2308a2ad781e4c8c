//! What a host passes on, since there is no channel between two members.

use hyla_core::message::{
    FrameKind, MemberRequest, RELAY_HEADER, ToRti, kind_of, relay_frame as relay_header,
};
use hyla_core::outbox::{Control, Frames};
use hyla_net::network::{Network, Wire};
use hyla_types::FederateHandle;

use super::peer::{GivenUp, Relay, Way};
use super::routes::Relayer;
use super::{Links, WAIT_FOR_THE_REST};
use crate::lanes::LinkFrame;

/// Bytes that one call says through the RTI in one frame: what is more goes in several.
const MOST_RELAYED: usize = 256 << 10;

impl<N: Network> Links<N> {
    /// Data between this member and that one goes through the RTI from now on. If the other one says so, what is left on a
    /// stream from it is read before what comes through the RTI.
    pub fn relay(&mut self, peer: FederateHandle, tell: bool) {
        let until = self.now + WAIT_FOR_THE_REST;
        let now = self.lanes.since(self.now);
        let Some(known) = self.peers.get_mut(&peer) else {
            return;
        };
        if let Way::Up(stream) = &mut known.way
            && !tell
        {
            stream.given_up.get_or_insert_with(|| {
                let relayed = Vec::new();
                Box::new(GivenUp { until, relayed })
            });
            stream.pause(false, now);
            self.timed = true;
            return;
        }
        if known.pending().is_none() {
            return;
        }
        let before = std::mem::replace(&mut known.way, Way::Relayed(Relay::by(Relayer::Rti)));
        if tell {
            self.control(&ToRti::Member(MemberRequest::RelayOpened { with: peer }));
        }
        let pending = match before {
            Way::Calling(pending, call) => {
                self.give_up(&call, "data goes through the RTI");
                pending
            }
            Way::Awaited(pending) | Way::Broken(pending, _) => pending,
            Way::Up(_) | Way::Draining(..) | Way::Relayed(_) => return,
        };
        pending.each(|frame| {
            self.frame(peer, &mut |buffer| buffer.extend_from_slice(frame));
        });
    }

    pub(super) fn relayed(&mut self, peer: FederateHandle) -> Option<&mut Relay> {
        match &mut self.peers.get_mut(&peer)?.way {
            Way::Relayed(relay) => Some(relay),
            _ => None,
        }
    }

    /// A frame of a member has come through the RTI. Whether it is due now: what belongs to links is not, nor what has to wait
    /// for the rest of a stream ([`Self::next_leftover`]).
    pub(super) fn relayed_is_due(&mut self, from: FederateHandle, frame: &[u8]) -> bool {
        if kind_of(frame) == Ok(FrameKind::Link) {
            self.relayed_said(from, frame);
            return false;
        }
        let stream = self.stream_mut(from);
        match stream.and_then(|stream| stream.given_up.as_mut()) {
            Some(given_up) => given_up.relayed.push(frame.to_vec()),
            None => return true,
        }
        false
    }

    /// Nothing more comes on the stream of a member: what has come through the RTI meanwhile is due.
    pub(super) fn release_relayed(&mut self, peer: FederateHandle) {
        let stream = self.stream_mut(peer);
        if let Some(given_up) = stream.and_then(|stream| stream.given_up.take()) {
            let waiting = given_up.relayed.into_iter();
            self.leftovers.extend(waiting.map(|frame| (peer, frame)));
        }
    }

    /// Whoever passes it on says whether data for a member has to wait.
    pub(super) fn relay_holds_up(&mut self, to: FederateHandle, high: bool) {
        if let Some(relay) = self.relayed(to) {
            relay.paused = high;
            self.holds_up(to, high);
        }
    }

    /// A frame between links that has come through the RTI. What makes no sense there is left out.
    fn relayed_said(&mut self, from: FederateHandle, frame: &[u8]) {
        match LinkFrame::decode(frame) {
            Ok(LinkFrame::Hold { on }) => {
                if let Some(relay) = self.relayed(from) {
                    relay.held = on;
                    self.holds_up(from, on);
                }
            }
            said => tracing::debug!(%from, ?said, "nothing that goes through the RTI"),
        }
    }

    /// The channel to whoever passes data on.
    pub(super) fn relayer(&self, by: Relayer) -> Option<&N::Channel> {
        match by {
            Relayer::Rti => self.rti.as_ref(),
        }
    }

    /// Adds a frame to what the call in progress sends by way of that host.
    pub(super) fn relay_frame(
        &mut self,
        to: FederateHandle,
        by: Relayer,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        let most = self.settings.frame_bytes + RELAY_HEADER;
        let mut frame = Vec::new();
        write(&mut frame);
        // The entry with what it says of itself.
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

    /// Sends what the call in progress has others pass on.
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
