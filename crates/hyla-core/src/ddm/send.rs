//! Interactions sent with regions (clause 9.12): whom they reach.

use hyla_types::{InteractionClassHandle, Region, RegionHandle, RegionHandleSet};

use super::Subscribers;
use crate::Result;
use crate::member::Joined;
use crate::message::data;
use crate::roster::MemberSet;

impl Joined {
    /// `InvalidRegion`, `RegionNotCreatedByThisFederate` or `InvalidRegionContext` unless the class
    /// can be sent with the regions.
    pub(crate) fn check_interaction_regions(
        &self,
        class: InteractionClassHandle,
        regions: &RegionHandleSet,
    ) -> Result<()> {
        self.check_regions(regions)?;
        self.check_context(regions, &self.fdd.interaction_dimensions(class))
    }

    /// Members that receive an interaction sent with these regions, and the regions in the form in
    /// which they travel. Cost: a search for each region.
    pub(crate) fn reached(
        &mut self,
        class: InteractionClassHandle,
        regions: &RegionHandleSet,
    ) -> (MemberSet, Vec<u8>) {
        let Self {
            ddm, fdd, roster, ..
        } = self;
        let mut members = MemberSet::default();
        let mut encoded = Vec::new();
        let own = &ddm.regions;
        let bounds: Vec<(RegionHandle, &Region)> = regions
            .iter()
            .filter_map(|region| Some((region, own.committed(region)?)))
            .collect();
        data::encode_regions(&mut encoded, bounds.iter().copied());
        if bounds.is_empty() {
            return (members, encoded);
        }
        let lineage = fdd.interaction_class(class).map(|c| c.lineage.as_slice());
        let lineage = lineage.unwrap_or_default();
        for (slot, peer) in roster.peers() {
            if let Some((received, _)) = peer.declarations.received_as(lineage)
                && peer.declarations.subscribes_interaction_plainly(received)
            {
                members.insert(slot);
            }
        }
        let subscribers = Subscribers::Peers(roster);
        let bounds = bounds.into_iter();
        ddm.sent_interactions
            .search(class, bounds, fdd, subscribers, &mut |party| {
                let Some(slot) = party.member.filter(|slot| !members.contains(*slot)) else {
                    return;
                };
                let peer = roster.peer_at(slot);
                let received = peer.and_then(|peer| peer.declarations.received_as(lineage));
                if received.is_some_and(|(received, _)| received == party.class) {
                    members.insert(slot);
                }
            });
        (members, encoded)
    }
}
