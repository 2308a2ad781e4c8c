//! What links do when its time has come.

use std::time::Instant;

use hyla_net::network::{Network, Wire};
use hyla_types::FederateHandle;

use super::Links;
use super::peer::{Peer, Stream, Way};

impl<N: Network> Links<N> {
    /// When [`Self::turn`] has something to do, if ever.
    pub fn next_deadline(&self) -> Option<Instant> {
        let timed = self.timed.then_some(&self.peers);
        let timed = timed.into_iter().flat_map(|peers| peers.values());
        let calling = self.calling.then_some(&self.peers);
        let calling = calling.into_iter().flat_map(|peers| peers.values());
        let lanes = calling.filter_map(Peer::stream).map(|stream| &stream.out);
        timed
            .filter_map(Peer::deadline)
            .chain(self.strangers.next_deadline())
            .chain(self.early.next_deadline())
            .chain(lanes.filter_map(super::lanes::Outgoing::next_deadline))
            .chain(self.next_fence())
            .chain(self.groups.next_deadline())
            .chain(self.echoes.next_deadline())
            .min()
    }

    /// When a fence has waited long enough.
    fn next_fence(&self) -> Option<Instant> {
        if self.merging == 0 {
            return None;
        }
        let streams = self.peers.values().filter_map(Peer::stream);
        let fences = streams.filter_map(Stream::fence_deadline);
        fences.map(|at| self.lanes.at(at)).min()
    }

    /// Does what is due. Gives the members whose data goes through the RTI from now on, since the channels to them broke.
    pub fn turn(&mut self, now: Instant) -> Vec<FederateHandle> {
        self.expire_unproven(now);
        self.sample_channels(now);
        let broken = self.expire_peers(now);
        self.turn_lanes(now);
        broken
    }

    /// Turns away callers of whom nothing is known after their time.
    fn expire_unproven(&mut self, now: Instant) {
        let reason = "it did not say in time who it is, or nobody knows it";
        for channel in self.strangers.take_late(now) {
            channel.close(reason);
        }
        self.early.expire(now, reason);
    }

    /// Ends the waiting for last words of departed members, and for the log about members whose channels broke. Those are
    /// still there: data goes through the RTI from now on; what was on the way in the broken channel is lost.
    fn expire_peers(&mut self, now: Instant) -> Vec<FederateHandle> {
        if !self.timed {
            return Vec::new();
        }
        let over = |(federate, peer): (&FederateHandle, &Peer<N>)| {
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

    /// The time of a member's state is over. Whether data goes through the RTI from now on.
    fn expire(&mut self, federate: FederateHandle) -> bool {
        let way = self.peers.get(&federate).map(|peer| &peer.way);
        if let Some(Way::Up(stream)) = way {
            // The other end has given it up, and the rest does not come.
            let channel = stream.channel.clone();
            self.roles.remove(&channel.id());
            channel.close("the other end says what it says through the RTI");
            self.broke(federate);
        }
        let way = self.peers.get(&federate).map(|peer| &peer.way);
        let broken = matches!(way, Some(Way::Broken(..)));
        if broken {
            self.relay(federate, true);
        } else {
            self.forget(federate, "its last words did not come in time");
            self.ended.push(federate);
        }
        broken
    }
}
