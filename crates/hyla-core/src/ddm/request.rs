//! `requestAttributeValueUpdateWithRegions` (clause 9.13).

use hyla_types::{AttributeHandle, AttributeHandleSet, ObjectClassHandle, Region, RegionHandle};

use super::AttributeRegionPairs;
use crate::Result;
use crate::callback::Callback;
use crate::member::{Joined, Member};
use crate::message::data::{self, Pairs};
use crate::object::{Instance, check_size};
use crate::outbox::Outbox;

impl Member {
    /// `requestAttributeValueUpdateWithRegions` (9.13): owners of instances at or below the class are
    /// asked for attributes whose update regions overlap the regions given. Every member is asked for
    /// those that it owns.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`, `InvalidRegionContext`.
    pub fn request_attribute_value_update_with_regions(
        &mut self,
        class: ObjectClassHandle,
        pairs: &AttributeRegionPairs,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_pairs(class, pairs)?;
        joined.check_pair_contexts(class, pairs)?;
        let bounds = |region: RegionHandle| joined.ddm.regions.committed(region).cloned();
        let pairs: Vec<(AttributeHandleSet, Vec<(RegionHandle, Region)>)> = pairs
            .iter()
            .filter(|(attributes, regions)| !attributes.is_empty() && !regions.is_empty())
            .map(|(attributes, regions)| {
                let regions = regions.iter().filter_map(|r| Some((r, bounds(r)?)));
                (attributes.clone(), regions.collect())
            })
            .collect();
        let mut frame = Vec::new();
        data::put_provide_with_regions(&mut frame, class, &pairs, tag);
        check_size(std::iter::empty(), &frame, out)?;
        if pairs.is_empty() {
            return Ok(());
        }
        joined.request_mom_with_regions(class, &pairs, out);
        for (_, peer) in joined.roster.peers() {
            out.frame(peer.info.handle, &mut |buffer| {
                buffer.extend_from_slice(&frame);
            });
        }
        Ok(())
    }
}

impl Joined {
    /// The callbacks for such a request that reached this federate.
    pub(crate) fn provide_with_regions(
        &self,
        class: ObjectClassHandle,
        pairs: Pairs<'_>,
        tag: &[u8],
    ) -> Vec<Callback<'static>> {
        let mut wanted: Vec<(AttributeHandle, Vec<Region>)> = Vec::new();
        for (attributes, regions) in pairs.iter() {
            for attribute in &attributes.attributes() {
                let available = self.fdd.available_dimensions(class, attribute);
                let realizations = regions
                    .iter()
                    .map(|(_, r)| self.fdd.realize(&r, &available));
                wanted.push((attribute, realizations.collect()));
            }
        }
        self.objects
            .sorted_where(|i| {
                i.owned(self.identity.handle()).is_some() && self.fdd.descends(i.class, class)
            })
            .into_iter()
            .filter_map(|object| {
                let instance = self.objects.record(object)?;
                let attributes = wanted
                    .iter()
                    .filter(|(attribute, regions)| self.is_wanted(instance, *attribute, regions))
                    .map(|(attribute, _)| *attribute)
                    .collect();
                self.provide(object, &attributes, tag)
            })
            .collect()
    }

    fn is_wanted(
        &self,
        instance: &Instance,
        attribute: AttributeHandle,
        wanted: &[Region],
    ) -> bool {
        let outgoing = &self.ddm.outgoing;
        let Some(regions) = outgoing.regions(instance.object, attribute) else {
            return true;
        };
        let available = self.fdd.available_dimensions(instance.class, attribute);
        regions
            .iter()
            .filter_map(|region| outgoing.bounds(region))
            .map(|bounds| self.fdd.realize(bounds, &available))
            .any(|own| wanted.iter().any(|region| region.overlaps(&own)))
    }
}
