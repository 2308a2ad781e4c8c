//! Data distribution management (clause 9).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, DimensionHandleSet, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, RegionHandleSet, Service,
};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `createRegion` (9.2). Covers the whole of each dimension until other bounds are committed.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidDimensionHandle`; and those of every service.
    pub fn create_region(&self, dimensions: &DimensionHandleSet) -> Result<RegionHandle> {
        self.engine()
            .call(Service::CreateRegion, &[&dimensions], |member, _| {
                member.create_region(dimensions)
            })
    }

    /// `commitRegionModifications` (9.3). Puts the bounds that were set for these regions in force,
    /// all together.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `RegionNotCreatedByThisFederate`, `InvalidRegion`; and those of every service.
    pub fn commit_region_modifications(&self, regions: &RegionHandleSet) -> Result<()> {
        self.engine().declare(
            Service::CommitRegionModifications,
            &[&regions],
            |member, links| member.commit_region_modifications(regions, links),
        )
    }

    /// `deleteRegion` (9.4).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `RegionInUseForUpdateOrSubscription`, `RegionNotCreatedByThisFederate`, `InvalidRegion`; and
    /// those of every service.
    pub fn delete_region(&self, region: RegionHandle) -> Result<()> {
        self.engine()
            .call(Service::DeleteRegion, &[&region], |member, _| {
                member.delete_region(region)
            })
    }

    /// `registerObjectInstanceWithRegions` (9.5). Only federates whose subscriptions overlap
    /// discover it.
    ///
    /// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits
    /// while one of them cannot keep up.
    ///
    /// # Errors
    /// `InvalidRegionContext`, `RegionNotCreatedByThisFederate`, `InvalidRegion`,
    /// `AttributeNotPublished`, `ObjectClassNotPublished`, `AttributeNotDefined`,
    /// `ObjectClassNotDefined`, `ObjectInstanceNameInUse`, `ObjectInstanceNameNotReserved`; and
    /// those of every service.
    pub fn register_object_instance_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        object_instance_name: Option<&str>,
    ) -> Result<ObjectInstanceHandle> {
        self.engine().call(
            Service::RegisterObjectInstanceWithRegions,
            &[
                &object_class,
                &attributes_and_regions,
                &object_instance_name,
            ],
            |member, links| {
                member.register_object_instance_with_regions(
                    object_class,
                    attributes_and_regions,
                    object_instance_name,
                    links,
                )
            },
        )
    }

    /// `associateRegionsForUpdates` (9.6). Adds the regions to those of the attributes.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `InvalidRegionContext`, `RegionNotCreatedByThisFederate`, `InvalidRegion`,
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every service.
    pub fn associate_regions_for_updates(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.engine().call(
            Service::AssociateRegionsForUpdates,
            &[&object_instance, &attributes_and_regions],
            |member, links| {
                member.associate_regions_for_updates(object_instance, attributes_and_regions, links)
            },
        )
    }

    /// `unassociateRegionsForUpdates` (9.7). An attribute without regions has the default region.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `RegionNotCreatedByThisFederate`, `InvalidRegion`, `AttributeNotDefined`,
    /// `ObjectInstanceNotKnown`; and those of every service.
    pub fn unassociate_regions_for_updates(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.engine().call(
            Service::UnassociateRegionsForUpdates,
            &[&object_instance, &attributes_and_regions],
            |member, links| {
                member.unassociate_regions_for_updates(
                    object_instance,
                    attributes_and_regions,
                    links,
                )
            },
        )
    }

    /// `subscribeObjectClassAttributesWithRegions` (9.8). A subscription of the same attribute
    /// without regions stays, and overlaps everything.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `InvalidRegionContext`, `RegionNotCreatedByThisFederate`, `InvalidRegion`,
    /// `AttributeNotDefined`, `ObjectClassNotDefined`, `InvalidUpdateRateDesignator` (2010); and
    /// those of every service.
    pub fn subscribe_object_class_attributes_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        active: Activity,
        update_rate_designator: &str,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeObjectClassAttributesWithRegions,
            &[
                &object_class,
                &attributes_and_regions,
                &active,
                &update_rate_designator,
            ],
            |member, links| {
                member.subscribe_object_class_attributes_with_regions(
                    object_class,
                    attributes_and_regions,
                    active,
                    update_rate_designator,
                    links,
                )
            },
        )
    }

    /// `unsubscribeObjectClassAttributesWithRegions` (9.9). Removes exactly the named pairs.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `RegionNotCreatedByThisFederate`, `InvalidRegion`, `AttributeNotDefined`,
    /// `ObjectClassNotDefined`; and those of every service.
    pub fn unsubscribe_object_class_attributes_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeObjectClassAttributesWithRegions,
            &[&object_class, &attributes_and_regions],
            |member, links| {
                member.unsubscribe_object_class_attributes_with_regions(
                    object_class,
                    attributes_and_regions,
                    links,
                )
            },
        )
    }

    /// `subscribeInteractionClassWithRegions` (9.10).
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `FederateServiceInvocationsAreBeingReportedViaMOM`, `InvalidRegionContext`,
    /// `RegionNotCreatedByThisFederate`, `InvalidRegion`, `InteractionClassNotDefined`; and those
    /// of every service.
    pub fn subscribe_interaction_class_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        regions: &RegionHandleSet,
        active: Activity,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeInteractionClassWithRegions,
            &[&interaction_class, &regions, &active],
            |member, links| {
                member.subscribe_interaction_class_with_regions(
                    interaction_class,
                    regions,
                    active,
                    links,
                )
            },
        )
    }

    /// `unsubscribeInteractionClassWithRegions` (9.11).
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `FederateServiceInvocationsAreBeingReportedViaMOM` (2025), `InvalidRegionContext` (2025),
    /// `RegionNotCreatedByThisFederate`, `InvalidRegion`, `InteractionClassNotDefined`; and those
    /// of every service.
    pub fn unsubscribe_interaction_class_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        regions: &RegionHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeInteractionClassWithRegions,
            &[&interaction_class, &regions],
            |member, links| {
                member.unsubscribe_interaction_class_with_regions(interaction_class, regions, links)
            },
        )
    }

    /// `sendInteractionWithRegions` (9.12). Without any region nobody receives it.
    ///
    /// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits
    /// while one of them cannot keep up.
    ///
    /// # Errors
    /// `InvalidRegionContext`, `RegionNotCreatedByThisFederate`, `InvalidRegion`,
    /// `InteractionClassNotPublished`, `InteractionParameterNotDefined`,
    /// `InteractionClassNotDefined`, `InvalidLogicalTime`; and those of every service.
    pub fn send_interaction_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        regions: &RegionHandleSet,
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::SendInteractionWithRegions,
            &[
                &interaction_class,
                &parameter_values,
                &regions,
                &user_supplied_tag,
                &time,
            ],
            |member, links| {
                member.send_interaction_with_regions(
                    interaction_class,
                    parameter_values,
                    regions,
                    user_supplied_tag,
                    time,
                    links,
                )
            },
        )
    }

    /// `requestAttributeValueUpdateWithRegions` (9.13). Asks only owners whose update regions
    /// overlap.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `InvalidRegionContext`, `RegionNotCreatedByThisFederate`, `InvalidRegion`,
    /// `AttributeNotDefined`, `ObjectClassNotDefined`; and those of every service.
    pub fn request_attribute_value_update_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::RequestAttributeValueUpdateWithRegions,
            &[&object_class, &attributes_and_regions, &user_supplied_tag],
            |member, links| {
                member.request_attribute_value_update_with_regions(
                    object_class,
                    attributes_and_regions,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }
}
