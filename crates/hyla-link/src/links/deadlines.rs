//! Deadlines of links.

use std::time::Instant;

use hyla_net::network::{ChannelHandle, Network};
use hyla_types::FederateHandle;

use super::Links;
use super::link::{DirectLink, Link, LinkState};

impl<N: Network> Links<N> {
    /// Next deadline for [`Self::turn`].
    pub fn next_deadline(&self) -> Option<Instant> {
        let timed = self.timed.then_some(&self.peers);
        let timed = timed.into_iter().flat_map(|peers| peers.values());
        let calling = self.calling.then_some(&self.peers);
        let calling = calling.into_iter().flat_map(|peers| peers.values());
        let lanes = calling.filter_map(Link::stream).map(|stream| &stream.out);
        let next = timed
            .filter_map(Link::deadline)
            .chain(self.unidentified.next_deadline())
            .chain(self.early.next_deadline())
            .chain(lanes.filter_map(super::lanes::OutgoingLanes::next_deadline))
            .chain(self.next_fence())
            .chain(self.groups.next_deadline())
            .chain(self.probes.next_deadline())
            .chain(self.latency_deadline())
            .chain(self.reliable.next_deadline())
            .min();
        self.reliable.arm(next);
        next
    }

    /// Next deadline of a fence.
    fn next_fence(&self) -> Option<Instant> {
        if self.merging == 0 {
            return None;
        }
        let streams = self.peers.values().filter_map(Link::stream);
        let fences = streams.filter_map(DirectLink::fence_deadline);
        fences.map(|at| self.lanes.at(at)).min()
    }

    /// Does what is due. Returns the peers whose data is relayed from now on, since their streams broke.
    pub fn turn(&mut self, now: Instant) -> Vec<FederateHandle> {
        self.expire_unproven(now);
        self.sample_channels(now);
        self.turn_latency(now);
        let broken = self.expire_peers(now);
        self.turn_lanes(now);
        broken
    }

    /// Refuses callers that were not identified or verified in time.
    fn expire_unproven(&mut self, now: Instant) {
        let silent = self.unidentified.take_late(now);
        for channel in silent.into_iter().chain(self.early.take_late(now)) {
            self.refuse(
                &channel,
                "timed out: no greeting, or the RTI did not report the caller as a member",
            );
        }
    }

    /// Ends links whose deadline has passed: those that drain, and broken ones. Peers of broken links still exist: the
    /// RTI relays from now on; messages in flight on the broken channel are lost.
    fn expire_peers(&mut self, now: Instant) -> Vec<FederateHandle> {
        if !self.timed {
            return Vec::new();
        }
        let over = |(federate, peer): (&FederateHandle, &Link<N>)| {
            peer.deadline()
                .is_some_and(|at| at <= now)
                .then_some(*federate)
        };
        let mut over: Vec<_> = self.peers.iter().filter_map(over).collect();
        over.sort_unstable();
        over.retain(|federate| self.expire(*federate));
        self.timed = self.peers.values().any(|peer| peer.deadline().is_some());
        over
    }

    /// Ends the state of a link. Returns whether the RTI relays from now on.
    fn expire(&mut self, federate: FederateHandle) -> bool {
        if let Some(LinkState::Up(stream)) =
            self.peers.get_mut(&federate).map(|peer| &mut peer.state)
            && let Some(incoming) = &mut stream.incoming
            && incoming.settles.take().is_some()
            && stream.given_up.is_none()
            && incoming.ordering.is_holding()
        {
            // The peer is still there, and what its stream waits for may come.
            return false;
        }
        let way = self.peers.get(&federate).map(|peer| &peer.state);
        if let Some(LinkState::Up(stream)) = way {
            // The stream has ended, or the peer has given it up and its rest does not arrive.
            let channel = stream.channel.clone();
            self.roles.remove(&channel.id());
            channel.close("the peer sends through the RTI now");
            self.broke(federate);
        }
        let way = self.peers.get(&federate).map(|peer| &peer.state);
        let broken = matches!(way, Some(LinkState::Broken(..)));
        if broken {
            self.relay(federate, true);
            return self.relayed(federate).is_some();
        }
        self.forget(
            federate,
            "timed out: the remaining messages of the departed member did not arrive",
        );
        self.ended.push(federate);
        false
    }
}
