//! Data distribution management (clause 9), and the bounds of regions (clause 10).

use hyla_core::Result;
use hyla_types::{
    AttributeHandleSet, DimensionHandle, DimensionHandleSet, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, RangeBounds,
    Region, RegionHandle, RegionHandleSet, Service,
};

use super::{Activity, RtiAmbassador};

impl RtiAmbassador {
    /// `createRegion` (9.2). Its bounds are the whole of each dimension until others are committed.
    ///
    /// # Errors
    /// `InvalidDimensionHandle`.
    pub fn create_region(&self, dimensions: &DimensionHandleSet) -> Result<RegionHandle> {
        self.engine()
            .call(Service::CreateRegion, &[&dimensions], |member, _| {
                member.create_region(dimensions)
            })
    }

    /// `commitRegionModifications` (9.3): what was set for these regions counts, for all together.
    ///
    /// # Errors
    /// `InvalidRegion`, `RegionNotCreatedByThisFederate`.
    pub fn commit_region_modifications(&self, regions: &RegionHandleSet) -> Result<()> {
        self.engine().declare(
            Service::CommitRegionModifications,
            &[&regions],
            |member, links| member.commit_region_modifications(regions, links),
        )
    }

    /// `deleteRegion` (9.4).
    ///
    /// # Errors
    /// `InvalidRegion`, `RegionNotCreatedByThisFederate`, `RegionInUseForUpdateOrSubscription`.
    pub fn delete_region(&self, region: RegionHandle) -> Result<()> {
        self.engine()
            .call(Service::DeleteRegion, &[&region], |member, _| {
                member.delete_region(region)
            })
    }

    /// `registerObjectInstanceWithRegions` (9.5): discovered only where subscriptions overlap.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `ObjectClassNotPublished`, `AttributeNotDefined`,
    /// `AttributeNotPublished`, `InvalidRegion`, `RegionNotCreatedByThisFederate`,
    /// `InvalidRegionContext`, `ObjectInstanceNameInUse`, `ObjectInstanceNameNotReserved`.
    pub fn register_object_instance_with_regions(
        &self,
        class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        name: Option<&str>,
    ) -> Result<ObjectInstanceHandle> {
        self.engine().call(
            Service::RegisterObjectInstanceWithRegions,
            &[&class, &attributes_and_regions, &name],
            |member, links| {
                let pairs = attributes_and_regions;
                member.register_object_instance_with_regions(class, pairs, name, links)
            },
        )
    }

    /// `associateRegionsForUpdates` (9.6): adds the regions to those of the attributes.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`, `InvalidRegionContext`.
    pub fn associate_regions_for_updates(
        &self,
        object: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.engine().call(
            Service::AssociateRegionsForUpdates,
            &[&object, &attributes_and_regions],
            |member, links| {
                member.associate_regions_for_updates(object, attributes_and_regions, links)
            },
        )
    }

    /// `unassociateRegionsForUpdates` (9.7): an attribute without regions has the default region.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`.
    pub fn unassociate_regions_for_updates(
        &self,
        object: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.engine().call(
            Service::UnassociateRegionsForUpdates,
            &[&object, &attributes_and_regions],
            |member, links| {
                member.unassociate_regions_for_updates(object, attributes_and_regions, links)
            },
        )
    }

    /// `subscribeObjectClassAttributesWithRegions` (9.8). A plain subscription of the same attribute
    /// stays, and overlaps everything.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`, `InvalidRegionContext`, `InvalidUpdateRateDesignator`.
    pub fn subscribe_object_class_attributes_with_regions(
        &self,
        class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        activity: Activity,
        update_rate_designator: &str,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeObjectClassAttributesWithRegions,
            &[
                &class,
                &attributes_and_regions,
                &activity,
                &update_rate_designator,
            ],
            |member, links| {
                member.subscribe_object_class_attributes_with_regions(
                    class,
                    attributes_and_regions,
                    activity,
                    update_rate_designator,
                    links,
                )
            },
        )
    }

    /// `unsubscribeObjectClassAttributesWithRegions` (9.9): exactly the named pairs.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`.
    pub fn unsubscribe_object_class_attributes_with_regions(
        &self,
        class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeObjectClassAttributesWithRegions,
            &[&class, &attributes_and_regions],
            |member, links| {
                let pairs = attributes_and_regions;
                member.unsubscribe_object_class_attributes_with_regions(class, pairs, links)
            },
        )
    }

    /// `subscribeInteractionClassWithRegions` (9.10).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InvalidRegion`, `RegionNotCreatedByThisFederate`,
    /// `InvalidRegionContext`, `FederateServiceInvocationsAreBeingReportedViaMOM`.
    pub fn subscribe_interaction_class_with_regions(
        &self,
        class: InteractionClassHandle,
        regions: &RegionHandleSet,
        activity: Activity,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeInteractionClassWithRegions,
            &[&class, &regions, &activity],
            |member, links| {
                member.subscribe_interaction_class_with_regions(class, regions, activity, links)
            },
        )
    }

    /// `unsubscribeInteractionClassWithRegions` (9.11).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InvalidRegion`, `RegionNotCreatedByThisFederate`.
    pub fn unsubscribe_interaction_class_with_regions(
        &self,
        class: InteractionClassHandle,
        regions: &RegionHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeInteractionClassWithRegions,
            &[&class, &regions],
            |member, links| {
                member.unsubscribe_interaction_class_with_regions(class, regions, links)
            },
        )
    }

    /// `sendInteractionWithRegions` (9.12). Without any region nobody receives it.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InteractionClassNotPublished`, `InteractionParameterNotDefined`,
    /// `InvalidRegion`, `RegionNotCreatedByThisFederate`, `InvalidRegionContext`,
    /// `InvalidLogicalTime`.
    pub fn send_interaction_with_regions(
        &self,
        class: InteractionClassHandle,
        values: &[(ParameterHandle, &[u8])],
        regions: &RegionHandleSet,
        tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::SendInteractionWithRegions,
            &[&class, &values, &regions, &tag, &time],
            |member, links| {
                member.send_interaction_with_regions(class, values, regions, tag, time, links)
            },
        )
    }

    /// `requestAttributeValueUpdateWithRegions` (9.13): only owners whose update regions overlap are
    /// asked.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`, `InvalidRegionContext`.
    pub fn request_attribute_value_update_with_regions(
        &self,
        class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::RequestAttributeValueUpdateWithRegions,
            &[&class, &attributes_and_regions, &tag],
            |member, links| {
                let pairs = attributes_and_regions;
                member.request_attribute_value_update_with_regions(class, pairs, tag, links)
            },
        )
    }

    /// `getDimensionHandleSet` (10.28 in 2010, 10.26 in 2025), also of a conveyed region.
    ///
    /// # Errors
    /// `InvalidRegion`.
    pub fn dimension_handle_set(&self, region: RegionHandle) -> Result<DimensionHandleSet> {
        self.engine()
            .look(Service::GetDimensionHandleSet, &[&region], |member| {
                member.dimension_handle_set(region)
            })
    }

    /// `getRangeBounds` (10.29 in 2010, 10.27 in 2025): as last set; of a conveyed region as sent. Of
    /// conveyed regions the last 4096 are remembered.
    ///
    /// # Errors
    /// `InvalidRegion`, `RegionDoesNotContainSpecifiedDimension`.
    pub fn range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
    ) -> Result<RangeBounds> {
        self.engine()
            .look(Service::GetRangeBounds, &[&region, &dimension], |member| {
                member.range_bounds(region, dimension)
            })
    }

    /// The bounds of a region, own or conveyed: for bindings that pass conveyed regions on by value.
    /// No service of the standard, so it is not reported, and a binding may call it inside callbacks.
    ///
    /// # Errors
    /// `InvalidRegion`; `FederateNotExecutionMember`.
    pub fn region(&self, region: RegionHandle) -> Result<Region> {
        self.engine().core().member.region(region).cloned()
    }

    /// `setRangeBounds` (10.30 in 2010, 10.28 in 2025): counts when it is committed.
    ///
    /// # Errors
    /// `InvalidRegion`, `RegionNotCreatedByThisFederate`, `RegionDoesNotContainSpecifiedDimension`,
    /// `InvalidRangeBound`.
    pub fn set_range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
        bounds: RangeBounds,
    ) -> Result<()> {
        self.engine().call(
            Service::SetRangeBounds,
            &[&region, &dimension, &bounds],
            |member, _| member.set_range_bounds(region, dimension, bounds),
        )
    }
}
