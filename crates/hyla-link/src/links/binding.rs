//! Lanes that a federate binds before it sends anything by them.

use std::fmt;
use std::sync::Arc;

use hyla_net::network::{ChannelHandle, Network};
use hyla_net::{Profile, Transport};
use hyla_types::FederateHandle;

use super::Links;
use super::lanes::LaneState;
use super::link::{self, Link};

/// Properties of an explicitly bound channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundChannel {
    /// Its transportation type.
    pub profile: String,
    /// Address of the peer, with its transport.
    pub transport: String,
    /// Priority of the profile at the sender.
    pub priority: u8,
    /// The protocol modules, from the federate to the wire.
    pub modules: Vec<String>,
    /// How the peer reads the lane, as text from the peer.
    pub reading: String,
    /// Probability to meet the deadline, if the profile was admitted by it.
    pub admission: Option<String>,
}

impl fmt::Display for BoundChannel {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            profile,
            transport,
            priority,
            modules,
            reading,
            admission,
        } = self;
        write!(f, "{profile}: by {transport}, priority {priority}")?;
        if !modules.is_empty() {
            write!(f, ", through {}", modules.join(", "))?;
        }
        write!(f, "; there: {reading}")?;
        match admission {
            Some(admission) => write!(f, "; {admission}"),
            None => Ok(()),
        }
    }
}

impl<N: Network> Links<N> {
    /// Whether the next message of the profile to that peer uses or offers a lane; `None` while the link is not
    /// established.
    pub fn uses_lane(&self, peer: FederateHandle, profile: &str) -> Option<bool> {
        let known = self.peers.get(&peer);
        let Some(stream) = known.and_then(Link::stream) else {
            let waits = known.is_some_and(|peer| peer.pending().is_some());
            return (!waits).then_some(false);
        };
        let Some(profile) = self.lanes.profile_named(profile) else {
            return Some(false);
        };
        let has = |(name, _): (&str, &N::Channel)| name == profile.name;
        let wants = stream.out.wants(&profile, &stream.channel);
        Some(wants || stream.out.standing().any(has))
    }

    /// Offers the lane of a profile without a message to send.
    ///
    /// # Errors
    /// Why the lane cannot be made.
    pub fn bind_lane(&mut self, peer: FederateHandle, profile: &str) -> Result<(), String> {
        let profile = self
            .lanes
            .profile_named(profile)
            .ok_or_else(|| format!("the federation has no transportation type {profile}"))?;
        if profile.transport == Transport::ReliableMulticast {
            return Err(format!(
                "qos.{} has transport = reliable-multicast: groups and the stream serve it, there is no lane to bind",
                profile.name
            ));
        }
        self.lanes.bind(&profile);
        let Some(known) = self.peers.get_mut(&peer) else {
            return Err(format!("{peer} is not a joined federate"));
        };
        match &known.state {
            link::LinkState::Relayed(_) => {
                return Err("no channel to that federate: the RTI relays its data".to_owned());
            }
            link::LinkState::Up(_) | link::LinkState::Draining(..) => self.offer(peer, &profile),
            link::LinkState::Awaited(_)
            | link::LinkState::Calling(..)
            | link::LinkState::Broken(..) => {
                if !known.bound.iter().any(|bound| bound.name == profile.name) {
                    known.bound.push(profile);
                }
            }
        }
        Ok(())
    }

    fn offer(&mut self, peer: FederateHandle, profile: &Arc<Profile>) {
        let Some(stream) = self.stream_mut(peer) else {
            return;
        };
        let mut lanes = stream.out.lanes.iter();
        let there = lanes.any(|lane| {
            lane.profile.name == profile.name && !matches!(lane.state, LaneState::Closed(_))
        });
        if !there {
            let mut noted = Vec::new();
            stream.out.offer(profile, &stream.channel, &mut noted);
            self.note_all(noted);
        }
    }

    /// Offers the lanes that were bound before the stream was up.
    pub(super) fn offer_bound(&mut self, peer: FederateHandle) {
        self.reliable_links_changed();
        let known = self.peers.get_mut(&peer);
        let bound = known.map(|peer| std::mem::take(&mut peer.bound));
        for profile in bound.into_iter().flatten() {
            self.offer(peer, &profile);
        }
    }

    /// Result of [`Self::bind_lane`]; `None` while it is not decided.
    pub fn binding(
        &self,
        peer: FederateHandle,
        profile: &str,
    ) -> Option<Result<BoundChannel, String>> {
        let Some(known) = self.peers.get(&peer) else {
            return Some(Err("the federate has left".to_owned()));
        };
        if let link::LinkState::Relayed(_) = known.state {
            return Some(Err(
                "no channel to that federate: the RTI relays its data".to_owned()
            ));
        }
        let outgoing = &known.stream()?.out;
        let lane = outgoing.lanes.iter().find(|l| l.profile.name == profile)?;
        match &lane.state {
            LaneState::Closed(reason) => Some(Err(reason.clone())),
            LaneState::Open(_) if lane.is_tried => None,
            LaneState::Open(channel) => Some(Ok(BoundChannel {
                profile: profile.to_owned(),
                transport: match lane.profile.multicast.groups {
                    Some(groups) if self.groups.uses(&lane.profile) => {
                        format!("{}, and groups of {groups}", channel.peer_address())
                    }
                    _ => channel.peer_address().to_string(),
                },
                priority: lane.profile.priority,
                modules: lane
                    .profile
                    .modules
                    .iter()
                    .map(|m| m.name().to_owned())
                    .collect(),
                reading: outgoing.reading(lane.id).to_owned(),
                admission: lane.admission.clone(),
            })),
            LaneState::Offered | LaneState::Calling { .. } => None,
        }
    }
}
