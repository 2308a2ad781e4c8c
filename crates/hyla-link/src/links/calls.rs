//! How members come to have a channel: calls, greetings, welcomes.

use std::time::Instant;

use crate::lanes::{LinkFrame, link_frame};
use hyla_core::message::{Greeting, greeting_frame};
use hyla_net::network::{Caller, Network, Wire};
use hyla_net::{Address, ChannelId};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::early::{Claim, Proven, Standing};
use super::peer::{Call, Peer, Pending, Stream, Way};
use super::{Links, Role};

/// Callers who have not said who they are, and until when they may.
#[derive(Debug)]
pub(super) struct Strangers<N: Network>(FxHashMap<ChannelId, (N::Channel, Instant)>);

impl<N: Network> Default for Strangers<N> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<N: Network> Strangers<N> {
    pub(super) fn channel(&self, id: ChannelId) -> Option<&N::Channel> {
        self.0.get(&id).map(|(channel, _)| channel)
    }

    /// The caller has said who it is.
    pub(super) fn take(&mut self, id: ChannelId) -> Option<N::Channel> {
        self.0.remove(&id).map(|(channel, _)| channel)
    }

    pub(super) fn forget(&mut self, id: ChannelId) {
        self.0.remove(&id);
    }

    /// Takes out those whose time is over.
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

/// Being called.
impl<N: Network> Links<N> {
    /// Someone called; its greeting will say who.
    pub fn accept(&mut self, channel: N::Channel) {
        let until = self.now + self.settings.greet;
        self.roles.insert(channel.id(), Role::Stranger);
        self.strangers.0.insert(channel.id(), (channel, until));
    }

    /// A stranger said who it is and whom it means.
    pub(super) fn greeted(&mut self, channel: ChannelId, claim: Claim, standing: Standing) {
        let Some(channel) = self.strangers.take(channel) else {
            return;
        };
        let from = claim.from;
        let doubled = match standing {
            Standing::Holds => !self.peers.get(&from).is_some_and(Peer::is_awaited),
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
            let until = self.now + self.settings.appear;
            self.early.insert(claim, channel, until);
        }
    }

    /// Keeps a frame of a member that called early; `false` if its call is in force.
    ///
    /// # Errors
    /// What is wrong if the member has said more than can be kept.
    pub(super) fn hold_back(&mut self, from: FederateHandle, frame: &[u8]) -> Result<bool, String> {
        self.early.keep(from, frame, self.settings.pending_bytes)
    }

    /// Early calls whose claims hold by now, with what was said so far.
    pub(super) fn take_held_back(
        &mut self,
        standing: impl Fn(&Claim) -> Standing,
    ) -> Vec<Proven<N>> {
        let proven = self.early.take_proven(standing);
        for call in &proven {
            self.welcome(call.from, call.channel.clone());
        }
        proven
    }

    /// After what an early caller said was dealt with: if it has hung up, its channel is over.
    pub(super) fn end_held_back(&mut self, call: &Proven<N>) {
        if call.ended {
            self.broke(call.from);
        }
    }

    /// Whether anything is held back.
    pub(super) fn holds_back(&self) -> bool {
        !self.early.is_empty()
    }

    /// A caller is known: it may go on.
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
            channel.close("there is a way to that member already");
            return;
        }
        self.tuning.apply(&channel);
        let stream = Stream::new(
            channel.clone(),
            known.addresses.clone(),
            self.settings.host.clone(),
        );
        match std::mem::replace(&mut known.way, Way::Up(stream)) {
            Way::Awaited(pending) => pending.say_on(&channel),
            Way::Calling(pending, call) => {
                pending.say_on(&channel);
                if call.channel.id() != channel.id() {
                    self.give_up(&call, "the member has called");
                }
            }
            Way::Up(_) | Way::Draining(..) | Way::Broken(..) | Way::Relayed(_) => {}
        }
        self.dirty.push(channel);
        self.offer_bound(peer);
    }
}

/// Calling.
impl<N: Network> Links<N> {
    /// A call was not answered: the next address.
    pub(super) fn call_next(&mut self, peer: FederateHandle) {
        let Some(known) = self.peers.get_mut(&peer) else {
            return;
        };
        let way = std::mem::replace(&mut known.way, Way::Awaited(Pending::default()));
        match way {
            Way::Calling(pending, call) => {
                known.way = Way::Awaited(pending);
                self.call(peer, call.greeting, call.further);
            }
            other => known.way = other,
        }
    }

    /// Calls a member that is awaited at the last of these addresses; through the RTI if there is none.
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
        let Way::Awaited(pending) = &mut known.way else {
            return;
        };
        let channel = remote.connect(&address);
        channel.trust();
        self.roles.insert(channel.id(), Role::Peer(peer));
        let call = Call {
            channel,
            greeting,
            further,
            answered: false,
        };
        known.way = Way::Calling(std::mem::take(pending), call);
    }

    /// A call of ours was answered.
    pub fn opened(&mut self, id: ChannelId) {
        match self.role(id) {
            Some(Role::OwnLane(peer, lane)) => self.lane_opened(peer, lane),
            Some(Role::Peer(peer)) => {
                let Some(Way::Calling(_, call)) = self.peers.get_mut(&peer).map(|p| &mut p.way)
                else {
                    return;
                };
                if call.channel.id() != id || call.answered {
                    return;
                }
                // Not before: a call that is given up must not look like a channel to the member called. What is to be said
                // waits for the welcome: a member that is slow to greet, or not known yet, may be turned away.
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

    /// The member that was called knows the caller.
    pub(super) fn welcomed(&mut self, peer: FederateHandle, id: ChannelId) {
        let call = self.peers.get(&peer).and_then(|peer| peer.call_on(id));
        if let Some(channel) = call
            .filter(|call| call.answered)
            .map(|call| call.channel.clone())
        {
            self.connected(peer, channel);
        }
    }

    /// A call is of no use any more.
    pub(super) fn give_up(&mut self, call: &Call<N>, reason: &str) {
        self.roles.remove(&call.channel.id());
        call.channel.close(reason);
    }
}
