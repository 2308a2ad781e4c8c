//! Data distribution management (clause 9).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_core::declaration::Activity;
use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandleSet, DimensionHandleSet, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, RegionHandleSet, Service,
};

use crate::ambassador::FedProAmbassador;
use crate::convert::{FromWire, Wire};

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::create_region`.
    ///
    /// # Errors
    /// The same.
    pub fn create_region(&self, dimensions: &DimensionHandleSet) -> Result<RegionHandle> {
        self.ask_for(
            Service::CreateRegion,
            pb::CreateRegionRequest {
                dimensions: dimensions.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::commit_region_modifications`.
    ///
    /// # Errors
    /// The same.
    pub fn commit_region_modifications(&self, regions: &RegionHandleSet) -> Result<()> {
        self.tell(
            Service::CommitRegionModifications,
            pb::CommitRegionModificationsRequest {
                regions: regions.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::delete_region`.
    ///
    /// # Errors
    /// The same.
    pub fn delete_region(&self, region: RegionHandle) -> Result<()> {
        self.tell(
            Service::DeleteRegion,
            pb::DeleteRegionRequest {
                region: region.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::register_object_instance_with_regions`.
    ///
    /// # Errors
    /// The same.
    pub fn register_object_instance_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        object_instance_name: Option<&str>,
    ) -> Result<ObjectInstanceHandle> {
        match object_instance_name {
            None => self.ask_for(
                Service::RegisterObjectInstanceWithRegions,
                pb::RegisterObjectInstanceWithRegionsRequest {
                    object_class: object_class.wire(),
                    attributes_and_regions: attributes_and_regions.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
            Some(object_instance_name) => self.ask_for(
                Service::RegisterObjectInstanceWithRegions,
                pb::RegisterObjectInstanceWithNameAndRegionsRequest {
                    object_class: object_class.wire(),
                    attributes_and_regions: attributes_and_regions.wire(),
                    object_instance_name: object_instance_name.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::associate_regions_for_updates`.
    ///
    /// # Errors
    /// The same.
    pub fn associate_regions_for_updates(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.tell(
            Service::AssociateRegionsForUpdates,
            pb::AssociateRegionsForUpdatesRequest {
                object_instance: object_instance.wire(),
                attributes_and_regions: attributes_and_regions.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::unassociate_regions_for_updates`.
    ///
    /// # Errors
    /// The same.
    pub fn unassociate_regions_for_updates(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.tell(
            Service::UnassociateRegionsForUpdates,
            pb::UnassociateRegionsForUpdatesRequest {
                object_instance: object_instance.wire(),
                attributes_and_regions: attributes_and_regions.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::subscribe_object_class_attributes_with_regions`.
    ///
    /// # Errors
    /// The same.
    pub fn subscribe_object_class_attributes_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        active: Activity,
        update_rate_designator: &str,
    ) -> Result<()> {
        match update_rate_designator {
            "" => self.tell(
                Service::SubscribeObjectClassAttributesWithRegions,
                pb::SubscribeObjectClassAttributesWithRegionsRequest {
                    object_class: object_class.wire(),
                    attributes_and_regions: attributes_and_regions.wire(),
                    active: active.wire(),
                },
            ),
            _ => self.tell(
                Service::SubscribeObjectClassAttributesWithRegions,
                pb::SubscribeObjectClassAttributesWithRegionsAndRateRequest {
                    object_class: object_class.wire(),
                    attributes_and_regions: attributes_and_regions.wire(),
                    active: active.wire(),
                    update_rate_designator: update_rate_designator.wire(),
                },
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::unsubscribe_object_class_attributes_with_regions`.
    ///
    /// # Errors
    /// The same.
    pub fn unsubscribe_object_class_attributes_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.tell(
            Service::UnsubscribeObjectClassAttributesWithRegions,
            pb::UnsubscribeObjectClassAttributesWithRegionsRequest {
                object_class: object_class.wire(),
                attributes_and_regions: attributes_and_regions.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::subscribe_interaction_class_with_regions`.
    ///
    /// # Errors
    /// The same.
    pub fn subscribe_interaction_class_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        regions: &RegionHandleSet,
        active: Activity,
    ) -> Result<()> {
        self.tell(
            Service::SubscribeInteractionClassWithRegions,
            pb::SubscribeInteractionClassWithRegionsRequest {
                interaction_class: interaction_class.wire(),
                regions: regions.wire(),
                active: active.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::unsubscribe_interaction_class_with_regions`.
    ///
    /// # Errors
    /// The same.
    pub fn unsubscribe_interaction_class_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        regions: &RegionHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::UnsubscribeInteractionClassWithRegions,
            pb::UnsubscribeInteractionClassWithRegionsRequest {
                interaction_class: interaction_class.wire(),
                regions: regions.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::send_interaction_with_regions`.
    ///
    /// # Errors
    /// The same.
    pub fn send_interaction_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        regions: &RegionHandleSet,
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        match time {
            None => self.ask_for(
                Service::SendInteractionWithRegions,
                pb::SendInteractionWithRegionsRequest {
                    interaction_class: interaction_class.wire(),
                    parameter_values: parameter_values.wire(),
                    regions: regions.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                },
                |_| Ok(None),
            ),
            Some(time) => self.ask_for(
                Service::SendInteractionWithRegions,
                pb::SendInteractionWithRegionsAndTimeRequest {
                    interaction_class: interaction_class.wire(),
                    parameter_values: parameter_values.wire(),
                    regions: regions.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                    time: time.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::request_attribute_value_update_with_regions`.
    ///
    /// # Errors
    /// The same.
    pub fn request_attribute_value_update_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::RequestAttributeValueUpdateWithRegions,
            pb::RequestAttributeValueUpdateWithRegionsRequest {
                object_class: object_class.wire(),
                attributes_and_regions: attributes_and_regions.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }
}
