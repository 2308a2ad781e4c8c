//! How streams are established: calls, greetings, welcomes.

use std::fmt::Display;
use std::time::Instant;

use crate::lanes::{LinkFrame, link_frame};
use hyla_core::message::{Greeting, greeting_frame};
use hyla_core::secrets::{Challenge, Proof, Purpose};
use hyla_net::network::{ChannelHandle, Connector, Network};
use hyla_net::{Address, ChannelId};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::link::{Call, DirectLink, Link, LinkState, Pending};
use super::pending_callers::{ClaimStatus, Kept, UnverifiedCaller, VerifiedCaller};
use super::{ChannelRole, Links};

/// Why a member that calls again is refused.
const NOT_AWAITED: &str = "the member has a link already, or has left";

/// Why a claim is refused.
const NOT_PROVEN: &str =
    "the caller has not proven that it is the member, or means another federate";

/// A caller without a greeting so far.
#[derive(Debug)]
struct UnidentifiedCaller<N: Network> {
    channel: N::Channel,
    /// The challenge sent to it.
    challenge: Option<Challenge>,
    until: Instant,
}

/// Callers without a greeting so far, each with its deadline.
#[derive(Debug)]
pub(super) struct UnidentifiedCallers<N: Network>(FxHashMap<ChannelId, UnidentifiedCaller<N>>);

impl<N: Network> Default for UnidentifiedCallers<N> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<N: Network> UnidentifiedCallers<N> {
    /// Removes a caller: its greeting has been received, or it is refused.
    pub(super) fn take(&mut self, id: ChannelId) -> Option<N::Channel> {
        self.0.remove(&id).map(|caller| caller.channel)
    }

    /// The challenge sent to a caller.
    pub(super) fn challenge(&self, id: ChannelId) -> Option<Challenge> {
        self.0.get(&id)?.challenge
    }

    pub(super) fn forget(&mut self, id: ChannelId) {
        self.0.remove(&id);
    }

    /// Removes callers whose deadline has passed.
    pub(super) fn take_late(&mut self, now: Instant) -> Vec<N::Channel> {
        if self.0.values().all(|caller| caller.until > now) {
            return Vec::new();
        }
        let mut late = Vec::new();
        self.0.retain(|_, caller| {
            if caller.until <= now {
                late.push(caller.channel.clone());
            }
            caller.until > now
        });
        late
    }

    pub(super) fn next_deadline(&self) -> Option<Instant> {
        self.0.values().map(|caller| caller.until).min()
    }

    pub(super) fn close(&mut self, reason: &str) {
        for (_, caller) in self.0.drain() {
            caller.channel.close(reason);
        }
    }
}

/// Callers that were refused. Their driver logs them, at a rate of its own: who floods a port must not flood a log.
#[derive(Debug, Default)]
pub(super) struct RefusedCallers {
    pub(super) count: u64,
    /// Address of the last one, and the reason.
    last: Option<(String, String)>,
}

impl RefusedCallers {
    fn add(&mut self, peer: &dyn Display, reason: &str) {
        self.count += 1;
        self.last = Some((peer.to_string(), reason.to_owned()));
    }
}

/// Incoming calls.
impl<N: Network> Links<N> {
    /// Accepts a caller; its greeting follows.
    pub fn accept(&mut self, channel: N::Channel) {
        let until = self.now + self.settings.greet;
        self.roles.insert(channel.id(), ChannelRole::Unidentified);
        let caller = UnidentifiedCaller {
            channel: channel.clone(),
            challenge: None,
            until,
        };
        self.unidentified.0.insert(channel.id(), caller);
    }

    /// A caller asks for a challenge.
    ///
    /// # Errors
    /// It has got one.
    pub(super) fn challenge(&mut self, id: ChannelId) -> Result<(), String> {
        let Some(caller) = self.unidentified.0.get_mut(&id) else {
            return Ok(());
        };
        if caller.challenge.is_some() {
            return Err("the caller asks for a second challenge".to_owned());
        }
        let challenge = self.settings.host.challenge();
        caller.challenge = Some(challenge);
        let channel = caller.channel.clone();
        let _ = channel.append(|buffer| link_frame(&LinkFrame::Challenge(challenge), buffer));
        self.put_on_dirty(&channel);
        Ok(())
    }

    /// Closes a channel whose caller is not who it says it is, and counts it.
    pub(super) fn refuse(&mut self, channel: &N::Channel, reason: &str) {
        self.refused.add(&channel.peer_address(), reason);
        self.roles.remove(&channel.id());
        channel.close(reason);
    }

    /// Counts a caller that was refused before it got a channel.
    pub fn refused_without_channel(&mut self, peer: impl Display, reason: &str) {
        self.refused.add(&peer, reason);
    }

    /// Callers that were refused: they did not prove in time who they said they were.
    pub fn refused_callers(&self) -> u64 {
        self.refused.count
    }

    /// Address of the last of them, and why it was refused.
    pub fn last_refused_caller(&self) -> Option<(&str, &str)> {
        let (peer, reason) = self.refused.last.as_ref()?;
        Some((peer, reason))
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
        match standing {
            ClaimStatus::Wrong => return self.refuse(&channel, NOT_PROVEN),
            ClaimStatus::Holds if !self.awaits(from) => {
                // A member calls once: the link stays as it is.
                return self.refuse(&channel, NOT_AWAITED);
            }
            ClaimStatus::Holds | ClaimStatus::Open => {}
        }
        channel.admit();
        self.roles.insert(channel.id(), ChannelRole::Stream(from));
        if standing == ClaimStatus::Holds {
            self.welcome(&claim, channel);
        } else {
            let until = self.now + self.settings.appear;
            if let Some(oldest) = self.early.insert(claim, channel, until) {
                self.refuse(&oldest, "too many callers claim to be members to come");
            }
        }
    }

    /// Whether the member may still call.
    fn awaits(&self, from: FederateHandle) -> bool {
        self.peers.get(&from).is_some_and(Link::is_awaited)
    }

    /// Keeps a frame of a caller that the log does not know yet; `false` if the caller is known.
    pub(super) fn hold_back(&mut self, channel: ChannelId, frame: &[u8]) -> bool {
        let kept = self.early.keep(channel, frame, self.settings.pending_bytes);
        match kept {
            Kept::Known => return false,
            Kept::Buffered => {}
            Kept::TooMuch(channel) => self.refuse(
                &channel,
                "it sent too much before the RTI reported it as a member",
            ),
        }
        true
    }

    /// Removes callers that are verified by now, with the frames received from them.
    pub(super) fn take_held_back(
        &mut self,
        standing: impl Fn(&UnverifiedCaller) -> ClaimStatus,
    ) -> Vec<VerifiedCaller<N>> {
        let (mut proven, refused) = self.early.take_proven(standing);
        for channel in refused {
            self.refuse(&channel, NOT_PROVEN);
        }
        proven.retain(|call| {
            let is_first = self.awaits(call.claim.from);
            match is_first {
                true => self.welcome(&call.claim, call.channel.clone()),
                false => self.refuse(&call.channel, "another caller has proven to be the member"),
            }
            is_first
        });
        proven
    }

    /// Call this after the frames of a verified caller have been handled: if its channel has closed, the stream ends.
    pub(super) fn end_held_back(&mut self, call: &VerifiedCaller<N>) {
        if call.ended {
            self.broke(call.claim.from);
        }
    }

    /// Whether callers wait for verification.
    pub(super) fn holds_back(&self) -> bool {
        !self.early.is_empty()
    }

    /// Welcomes a caller: it may send.
    fn welcome(&mut self, claim: &UnverifiedCaller, channel: N::Channel) {
        let peer = claim.from;
        let Some(key) = self.peers.get(&peer).map(|known| known.key) else {
            return self.refuse(&channel, NOT_AWAITED);
        };
        let proof = key.prove(Purpose::Welcome, (claim.to, peer), &claim.answer);
        let _ = channel.append(|buffer| link_frame(&LinkFrame::Welcome { proof }, buffer));
        self.dirty.push(channel.clone());
        self.connected(peer, channel);
    }

    fn connected(&mut self, peer: FederateHandle, channel: N::Channel) {
        let known = self.peers.get_mut(&peer);
        let Some(known) = known.filter(|known| known.is_awaited()) else {
            return self.refuse(&channel, NOT_AWAITED);
        };
        channel.trust();
        self.tuning.apply(&channel);
        let stream = DirectLink::new(
            channel.clone(),
            known.addresses.clone(),
            known.key,
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
                self.call(call.pair, call.further);
            }
            other => known.state = other,
        }
    }

    /// Calls a peer whose link waits, at the last of these addresses; relays through the RTI if there is none.
    pub(super) fn call(
        &mut self,
        (me, peer): (FederateHandle, FederateHandle),
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
        channel.admit();
        self.roles.insert(channel.id(), ChannelRole::Stream(peer));
        let call = Call {
            channel,
            pair: (me, peer),
            challenge: Challenge::default(),
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
                let channel = call.channel.clone();
                let _ = channel.append(|buffer| link_frame(&LinkFrame::Call, buffer));
                self.dirty.push(channel);
            }
            _ => {}
        }
    }

    /// The called peer wants to know who calls.
    pub(super) fn challenged(&mut self, peer: FederateHandle, id: ChannelId, asked: &Challenge) {
        let Some(known) = self.peers.get_mut(&peer) else {
            return;
        };
        let LinkState::Calling(_, call) = &mut known.state else {
            return;
        };
        if call.channel.id() != id || call.answered {
            return;
        }
        // Not earlier: the peer must not take an abandoned call for a stream. Data waits for the welcome, since
        // the peer may still reject the caller.
        call.answered = true;
        call.challenge = self.settings.host.challenge();
        let (from, to) = call.pair;
        let greeting = Greeting::ToMember {
            from,
            to,
            proof: known.key.prove(Purpose::Call, (from, to), asked),
            challenge: call.challenge,
        };
        let channel = call.channel.clone();
        let _ = channel.append(|buffer| greeting_frame(&greeting, buffer));
        self.put_on_dirty(&channel);
    }

    /// The peer has welcomed this member.
    ///
    /// # Errors
    /// The answer came from another process than the peer.
    pub(super) fn welcomed(
        &mut self,
        peer: FederateHandle,
        id: ChannelId,
        proof: &Proof,
    ) -> Result<(), String> {
        let Some(known) = self.peers.get(&peer) else {
            return Ok(());
        };
        let Some(call) = known.call_on(id).filter(|call| call.answered) else {
            return Ok(());
        };
        let (me, called) = call.pair;
        if !known
            .key
            .holds(Purpose::Welcome, (called, me), &call.challenge, proof)
        {
            let reason = "the called process has not proven that it is the member";
            self.refused.add(&call.channel.peer_address(), reason);
            return Err(reason.to_owned());
        }
        let channel = call.channel.clone();
        self.connected(peer, channel);
        Ok(())
    }

    /// Abandons a call.
    pub(super) fn give_up(&mut self, call: &Call<N>, reason: &str) {
        self.roles.remove(&call.channel.id());
        call.channel.close(reason);
    }
}
