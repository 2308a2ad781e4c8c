//! What links do when its time has come.

use std::time::Instant;

use hyla_types::FederateHandle;

use super::Links;
use super::lanes::Outgoing;

impl Links {
    /// When [`Self::turn`] has something to do, if ever.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let drains = self.draining.iter().map(|(_, at)| *at);
        let unproven = self.unproven.iter().map(|(_, at)| *at);
        let breaks = self.broken.iter().map(|(_, at)| *at);
        let calling = self.calling.then_some(&self.lanes_out);
        let lanes = calling.into_iter().flat_map(|lanes| lanes.values());
        let lanes = lanes.filter_map(Outgoing::next_deadline);
        let lanes = lanes.chain(self.lanes.next_deadline());
        let lanes = lanes.chain(self.groups.next_deadline());
        let echoes = self.echoes.next_deadline();
        drains
            .chain(unproven)
            .chain(breaks)
            .chain(lanes)
            .chain(echoes)
            .min()
    }

    /// Does what is due. Gives the members whose data goes through the RTI from now on, since the channels to them broke.
    pub(crate) fn turn(&mut self, now: Instant) -> Vec<FederateHandle> {
        self.expire_drains(now);
        self.expire_unproven(now);
        self.sample_channels(now);
        let broken = self.expire_breaks(now);
        self.turn_lanes(now);
        broken
    }

    /// Ends the waiting for last words of departed members where it is over.
    fn expire_drains(&mut self, now: Instant) {
        let over: Vec<_> = self
            .draining
            .iter()
            .filter(|(_, at)| *at <= now)
            .copied()
            .collect();
        self.draining.retain(|(_, at)| *at > now);
        for (federate, _) in over {
            self.forget(federate, "its last words did not come in time");
            self.ended.push(federate);
        }
    }

    /// Turns away callers of whom nothing is known after their time.
    fn expire_unproven(&mut self, now: Instant) {
        while let Some(at) = self.unproven.iter().position(|(_, until)| *until <= now) {
            let (id, _) = self.unproven.swap_remove(at);
            self.turn_away(id, "it did not say in time who it is, or nobody knows it");
            self.early.give_up(id);
        }
    }

    /// Members that are still there though the channel to them broke: data goes through the RTI from
    /// now on. What was on the way in the broken channel is lost.
    fn expire_breaks(&mut self, now: Instant) -> Vec<FederateHandle> {
        let (over, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.broken)
            .into_iter()
            .partition(|(_, at)| *at <= now);
        self.broken = rest;
        let peers: Vec<_> = over.into_iter().map(|(peer, _)| peer).collect();
        peers.iter().for_each(|peer| self.relay(*peer, true));
        peers
    }
}
