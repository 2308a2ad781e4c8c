//! Data distribution management (clause 9).

use hyla_core::declaration::Activity;
use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandleSet, DimensionHandle, DimensionHandleSet, Exception, ExceptionKind,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, RangeBounds, RegionHandle, RegionHandleSet, Service,
};

use super::object::retraction;
use super::{FedProAmbassador, Result, locked};
use crate::convert::{Wire, broken, pairs, parameter_values, tag, time};

#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "as those of RtiAmbassador"
)]
impl FedProAmbassador {
    pub fn create_region(&self, dimensions: &DimensionHandleSet) -> Result<RegionHandle> {
        let dimensions = dimensions.wire();
        let service = Service::CreateRegion;
        self.ask_for(
            service,
            pb::CreateRegionRequest { dimensions },
            |response| Wire::from_wire(response.result),
        )
    }

    pub fn commit_region_modifications(&self, regions: &RegionHandleSet) -> Result<()> {
        let regions = regions.wire();
        let service = Service::CommitRegionModifications;
        self.tell(service, pb::CommitRegionModificationsRequest { regions })
    }

    pub fn delete_region(&self, region: RegionHandle) -> Result<()> {
        let region = region.wire();
        self.tell(Service::DeleteRegion, pb::DeleteRegionRequest { region })
    }

    pub fn register_object_instance_with_regions(
        &self,
        class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        name: Option<&str>,
    ) -> Result<ObjectInstanceHandle> {
        let service = Service::RegisterObjectInstanceWithRegions;
        let (object_class, attributes_and_regions) = (class.wire(), pairs(attributes_and_regions));
        match name {
            None => self.ask_for(
                service,
                pb::RegisterObjectInstanceWithRegionsRequest {
                    object_class,
                    attributes_and_regions,
                },
                |response| Wire::from_wire(response.result),
            ),
            Some(name) => self.ask_for(
                service,
                pb::RegisterObjectInstanceWithNameAndRegionsRequest {
                    object_class,
                    attributes_and_regions,
                    object_instance_name: name.to_owned(),
                },
                |response| Wire::from_wire(response.result),
            ),
        }
    }

    pub fn associate_regions_for_updates(
        &self,
        object: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.tell(
            Service::AssociateRegionsForUpdates,
            pb::AssociateRegionsForUpdatesRequest {
                object_instance: object.wire(),
                attributes_and_regions: pairs(attributes_and_regions),
            },
        )
    }

    pub fn unassociate_regions_for_updates(
        &self,
        object: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.tell(
            Service::UnassociateRegionsForUpdates,
            pb::UnassociateRegionsForUpdatesRequest {
                object_instance: object.wire(),
                attributes_and_regions: pairs(attributes_and_regions),
            },
        )
    }

    pub fn subscribe_object_class_attributes_with_regions(
        &self,
        class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        activity: Activity,
        update_rate_designator: &str,
    ) -> Result<()> {
        let service = Service::SubscribeObjectClassAttributesWithRegions;
        let (object_class, attributes_and_regions) = (class.wire(), pairs(attributes_and_regions));
        let active = activity == Activity::Active;
        if update_rate_designator.is_empty() {
            return self.tell(
                service,
                pb::SubscribeObjectClassAttributesWithRegionsRequest {
                    object_class,
                    attributes_and_regions,
                    active,
                },
            );
        }
        self.tell(
            service,
            pb::SubscribeObjectClassAttributesWithRegionsAndRateRequest {
                object_class,
                attributes_and_regions,
                active,
                update_rate_designator: update_rate_designator.to_owned(),
            },
        )
    }

    pub fn unsubscribe_object_class_attributes_with_regions(
        &self,
        class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()> {
        self.tell(
            Service::UnsubscribeObjectClassAttributesWithRegions,
            pb::UnsubscribeObjectClassAttributesWithRegionsRequest {
                object_class: class.wire(),
                attributes_and_regions: pairs(attributes_and_regions),
            },
        )
    }

    pub fn subscribe_interaction_class_with_regions(
        &self,
        class: InteractionClassHandle,
        regions: &RegionHandleSet,
        activity: Activity,
    ) -> Result<()> {
        self.tell(
            Service::SubscribeInteractionClassWithRegions,
            pb::SubscribeInteractionClassWithRegionsRequest {
                interaction_class: class.wire(),
                active: activity == Activity::Active,
                regions: regions.wire(),
            },
        )
    }

    pub fn unsubscribe_interaction_class_with_regions(
        &self,
        class: InteractionClassHandle,
        regions: &RegionHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::UnsubscribeInteractionClassWithRegions,
            pb::UnsubscribeInteractionClassWithRegionsRequest {
                interaction_class: class.wire(),
                regions: regions.wire(),
            },
        )
    }

    pub fn send_interaction_with_regions(
        &self,
        class: InteractionClassHandle,
        values: &[(ParameterHandle, &[u8])],
        regions: &RegionHandleSet,
        user_tag: &[u8],
        at: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        let service = Service::SendInteractionWithRegions;
        let (interaction_class, regions) = (class.wire(), regions.wire());
        let (parameter_values, user_supplied_tag) = (parameter_values(values), tag(user_tag));
        match at {
            None => self.ask_for(
                service,
                pb::SendInteractionWithRegionsRequest {
                    interaction_class,
                    parameter_values,
                    regions,
                    user_supplied_tag,
                },
                |_| Ok(None),
            ),
            Some(at) => self.ask_for(
                service,
                pb::SendInteractionWithRegionsAndTimeRequest {
                    interaction_class,
                    parameter_values,
                    regions,
                    user_supplied_tag,
                    time: time(at),
                },
                |response| retraction(response.result),
            ),
        }
    }

    pub fn request_attribute_value_update_with_regions(
        &self,
        class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        user_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::RequestAttributeValueUpdateWithRegions,
            pb::RequestAttributeValueUpdateWithRegionsRequest {
                object_class: class.wire(),
                attributes_and_regions: pairs(attributes_and_regions),
                user_supplied_tag: tag(user_tag),
            },
        )
    }

    pub fn dimension_handle_set(&self, region: RegionHandle) -> Result<DimensionHandleSet> {
        let service = Service::GetDimensionHandleSet;
        if let Some(conveyed) = locked(&self.0.conveyed).get(&region) {
            return self.finish(service, Ok(conveyed.dimensions()));
        }
        let region = region.wire();
        self.ask_for(
            service,
            pb::GetDimensionHandleSetRequest { region },
            |response| Wire::from_wire(response.result),
        )
    }

    pub fn range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
    ) -> Result<RangeBounds> {
        let service = Service::GetRangeBounds;
        if let Some(conveyed) = locked(&self.0.conveyed).get(&region) {
            let bounds = conveyed.bounds(dimension).ok_or_else(|| {
                let kind = ExceptionKind::RegionDoesNotContainSpecifiedDimension;
                Exception::new(kind, "not a dimension of the region")
            });
            return self.finish(service, bounds);
        }
        self.ask_for(
            service,
            pb::GetRangeBoundsRequest {
                region: region.wire(),
                dimension: dimension.wire(),
            },
            |response| {
                let bounds = response.result.ok_or_else(|| broken("no bounds"))?;
                RangeBounds::new(bounds.lower, bounds.upper)
                    .map_err(|error| broken(error.to_string()))
            },
        )
    }

    pub fn set_range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
        bounds: RangeBounds,
    ) -> Result<()> {
        let service = Service::SetRangeBounds;
        if locked(&self.0.conveyed).contains_key(&region) {
            let kind = ExceptionKind::RegionNotCreatedByThisFederate;
            return self.finish(service, Err(Exception::new(kind, "a conveyed region")));
        }
        self.tell(
            service,
            pb::SetRangeBoundsRequest {
                region: region.wire(),
                dimension: dimension.wire(),
                range_bounds: Some(pb::RangeBounds {
                    lower: bounds.lower(),
                    upper: bounds.upper(),
                }),
            },
        )
    }
}
