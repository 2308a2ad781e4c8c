//! How streams are established: calls, greetings, welcomes.

use std::time::Instant;

use crate::lanes::{LinkFrame, link_frame};
use hyla_core::message::{Greeting, greeting_frame};
use hyla_net::network::{ChannelHandle, Connector, Network};
use hyla_net::{Address, ChannelId};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::link::{Call, DirectLink, Link, LinkState, Pending};
use super::pending_callers::{ClaimStatus, UnverifiedCaller, VerifiedCaller};
use super::{ChannelRole, Links};

/// Callers without a greeting so far, each with its deadline.
#[derive(Debug)]
pub(super) struct UnidentifiedCallers<N: Network>(FxHashMap<ChannelId, (N::Channel, Instant)>);

impl<N: Network> Default for UnidentifiedCallers<N> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<N: Network> UnidentifiedCallers<N> {
    pub(super) fn channel(&self, id: ChannelId) -> Option<&N::Channel> {
        self.0.get(&id).map(|(channel, _)| channel)
    }

    /// Removes a caller whose greeting has been received.
    pub(super) fn take(&mut self, id: ChannelId) -> Option<N::Channel> {
        self.0.remove(&id).map(|(channel, _)| channel)
    }

    pub(super) fn forget(&mut self, id: ChannelId) {
        self.0.remove(&id);
    }

    /// Removes callers whose deadline has passed.
    pub(super) fn take_late(&mut self, now: Instant) -> Vec<N::Channel> {
        if self.0.values().all(|(_, until)| *until > now) {
            return Vec::new();
        }
        let mut late = Vec::new();
        self.0.retain(|_, (channel, until)| {
            if *until <= now {
                late.push(channel.clone());
            }
            *until > now
        });
        late
    }

    pub(super) fn next_deadline(&self) -> Option<Instant> {
        self.0.values().map(|(_, until)| *until).min()
    }

    pub(super) fn close(&mut self, reason: &str) {
        for (_, (channel, _)) in self.0.drain() {
            channel.close(reason);
        }
    }
}

/// Incoming calls.
impl<N: Network> Links<N> {
    /// Accepts a caller; its greeting follows.
    pub fn accept(&mut self, channel: N::Channel) {
        let until = self.now + self.settings.greet;
        self.roles.insert(channel.id(), ChannelRole::Unidentified);
        self.unidentified.0.insert(channel.id(), (channel, until));
    }

    /// Handles the greeting of a caller.
    pub(super) fn greeted(
        &mut self,
        channel: ChannelId,
        claim: UnverifiedCaller,
        standing: ClaimStatus,
    ) {
        let Some(channel) = self.unidentified.take(channel) else {
            return;
        };
        let from = claim.from;
        let doubled = match standing {
            ClaimStatus::Holds => !self.peers.get(&from).is_some_and(Link::is_awaited),
            _ => self.early.contains(from),
        };
        if doubled {
            // A member calls once: the link stays as it is.
            self.roles.remove(&channel.id());
            channel.close("the member has a link already, or has left");
            return;
        }
        channel.trust();
        self.roles.insert(channel.id(), ChannelRole::Stream(from));
        if standing == ClaimStatus::Holds {
            self.welcome(from, channel);
        } else {
            let until = self.now + self.settings.appear;
            self.early.insert(claim, channel, until);
        }
    }

    /// Keeps a frame of a caller that the log does not know yet; `false` if the caller is known.
    ///
    /// # Errors
    /// The caller has sent more than can be kept.
    pub(super) fn hold_back(&mut self, from: FederateHandle, frame: &[u8]) -> Result<bool, String> {
        self.early.keep(from, frame, self.settings.pending_bytes)
    }

    /// Removes callers that are verified by now, with the frames received from them.
    pub(super) fn take_held_back(
        &mut self,
        standing: impl Fn(&UnverifiedCaller) -> ClaimStatus,
    ) -> Vec<VerifiedCaller<N>> {
        let proven = self.early.take_proven(standing);
        for call in &proven {
            self.welcome(call.from, call.channel.clone());
        }
        proven
    }

    /// Call this after the frames of a verified caller have been handled: if its channel has closed, the stream ends.
    pub(super) fn end_held_back(&mut self, call: &VerifiedCaller<N>) {
        if call.ended {
            self.broke(call.from);
        }
    }

    /// Whether callers wait for verification.
    pub(super) fn holds_back(&self) -> bool {
        !self.early.is_empty()
    }

    /// Welcomes a caller: it may send.
    fn welcome(&mut self, peer: FederateHandle, channel: N::Channel) {
        let _ = channel.append(|buffer| link_frame(&LinkFrame::Welcome, buffer));
        self.dirty.push(channel.clone());
        self.connected(peer, channel);
    }

    fn connected(&mut self, peer: FederateHandle, channel: N::Channel) {
        let Some(known) = self.peers.get_mut(&peer) else {
            channel.close("the member is gone");
            return;
        };
        if !known.is_awaited() {
            channel.close("the member has a link already");
            return;
        }
        self.tuning.apply(&channel);
        let stream = DirectLink::new(
            channel.clone(),
            known.addresses.clone(),
            self.settings.host.clone(),
        );
        match std::mem::replace(&mut known.state, LinkState::Up(stream)) {
            LinkState::Awaited(pending) => pending.say_on(&channel),
            LinkState::Calling(pending, call) => {
                pending.say_on(&channel);
                if call.channel.id() != channel.id() {
                    self.give_up(&call, "the member has called");
                }
            }
            LinkState::Up(_)
            | LinkState::Draining(..)
            | LinkState::Broken(..)
            | LinkState::Relayed(_) => {}
        }
        self.dirty.push(channel);
        self.offer_bound(peer);
    }
}

/// Outgoing calls.
impl<N: Network> Links<N> {
    /// Calls the next address after a failed attempt.
    pub(super) fn call_next(&mut self, peer: FederateHandle) {
        let Some(known) = self.peers.get_mut(&peer) else {
            return;
        };
        let way = std::mem::replace(&mut known.state, LinkState::Awaited(Pending::default()));
        match way {
            LinkState::Calling(pending, call) => {
                known.state = LinkState::Awaited(pending);
                self.call(peer, call.greeting, call.further);
            }
            other => known.state = other,
        }
    }

    /// Calls a peer whose link waits, at the last of these addresses; relays through the RTI if there is none.
    pub(super) fn call(
        &mut self,
        peer: FederateHandle,
        greeting: Greeting,
        mut further: Vec<Address>,
    ) {
        let (Some(address), Some(remote)) = (further.pop(), self.remote.clone()) else {
            self.relay(peer, true);
            return;
        };
        let Some(known) = self.peers.get_mut(&peer) else {
            return;
        };
        let LinkState::Awaited(pending) = &mut known.state else {
            return;
        };
        let channel = remote.connect(&address);
        channel.trust();
        self.roles.insert(channel.id(), ChannelRole::Stream(peer));
        let call = Call {
            channel,
            greeting,
            further,
            answered: false,
        };
        known.state = LinkState::Calling(std::mem::take(pending), call);
    }

    /// A connection attempt of this member succeeded.
    pub fn opened(&mut self, id: ChannelId) {
        match self.role(id) {
            Some(ChannelRole::OutgoingLane(peer, lane)) => self.lane_opened(peer, lane),
            Some(ChannelRole::Stream(peer)) => {
                let Some(LinkState::Calling(_, call)) =
                    self.peers.get_mut(&peer).map(|p| &mut p.state)
                else {
                    return;
                };
                if call.channel.id() != id || call.answered {
                    return;
                }
                // Not earlier: the peer must not take an abandoned call for a stream. Data waits for the welcome, since
                // the peer may still reject the caller.
                call.answered = true;
                let _ = call
                    .channel
                    .append(|buffer| greeting_frame(&call.greeting, buffer));
                let channel = call.channel.clone();
                self.dirty.push(channel);
            }
            _ => {}
        }
    }

    /// The peer has welcomed this member.
    pub(super) fn welcomed(&mut self, peer: FederateHandle, id: ChannelId) {
        let call = self.peers.get(&peer).and_then(|peer| peer.call_on(id));
        if let Some(channel) = call
            .filter(|call| call.answered)
            .map(|call| call.channel.clone())
        {
            self.connected(peer, channel);
        }
    }

    /// Abandons a call.
    pub(super) fn give_up(&mut self, call: &Call<N>, reason: &str) {
        self.roles.remove(&call.channel.id());
        call.channel.close(reason);
    }
}
