//! Data distribution management (clause 9), and the bounds of regions (clause 10).

use hyla_lrc::Activity;
use hyla_types::Service;

use super::serve::serve;
use crate::convert::Field;

/// How a subscription with regions is meant.
fn activity(active: bool) -> Activity {
    if active {
        Activity::Active
    } else {
        Activity::Passive
    }
}

serve! {
    CreateRegionRequest => CreateRegionResponse { result } |s, m|
        s.rti.create_region(&m.dimensions.value());
    CommitRegionModificationsRequest => CommitRegionModificationsResponse {} |s, m|
        s.rti.commit_region_modifications(&m.regions.value());
    DeleteRegionRequest => DeleteRegionResponse {} |s, m|
        s.rti.delete_region(m.region.value());
    RegisterObjectInstanceWithRegionsRequest
        => RegisterObjectInstanceWithRegionsResponse { result } |s, m| {
        let (class, pairs) = (m.object_class.value(), m.attributes_and_regions.value());
        s.rti.register_object_instance_with_regions(class, &pairs, None)
    };
    RegisterObjectInstanceWithNameAndRegionsRequest
        => RegisterObjectInstanceWithNameAndRegionsResponse { result } |s, m| {
        let (class, pairs) = (m.object_class.value(), m.attributes_and_regions.value());
        let name = Some(&m.object_instance_name[..]);
        s.rti.register_object_instance_with_regions(class, &pairs, name)
    };
    AssociateRegionsForUpdatesRequest => AssociateRegionsForUpdatesResponse {} |s, m| {
        let (object, pairs) = (m.object_instance.value(), m.attributes_and_regions.value());
        s.rti.associate_regions_for_updates(object, &pairs)
    };
    UnassociateRegionsForUpdatesRequest => UnassociateRegionsForUpdatesResponse {} |s, m| {
        let (object, pairs) = (m.object_instance.value(), m.attributes_and_regions.value());
        s.rti.unassociate_regions_for_updates(object, &pairs)
    };
    SubscribeObjectClassAttributesWithRegionsRequest
        => SubscribeObjectClassAttributesWithRegionsResponse {} |s, m| {
        let (class, pairs) = (m.object_class.value(), m.attributes_and_regions.value());
        let activity = activity(m.active);
        s.rti.subscribe_object_class_attributes_with_regions(class, &pairs, activity, "")
    };
    SubscribeObjectClassAttributesWithRegionsAndRateRequest
        => SubscribeObjectClassAttributesWithRegionsAndRateResponse {} |s, m| {
        let (class, pairs) = (m.object_class.value(), m.attributes_and_regions.value());
        let (activity, rate) = (activity(m.active), &m.update_rate_designator);
        s.rti.subscribe_object_class_attributes_with_regions(class, &pairs, activity, rate)
    };
    UnsubscribeObjectClassAttributesWithRegionsRequest
        => UnsubscribeObjectClassAttributesWithRegionsResponse {} |s, m| {
        let (class, pairs) = (m.object_class.value(), m.attributes_and_regions.value());
        s.rti.unsubscribe_object_class_attributes_with_regions(class, &pairs)
    };
    SubscribeInteractionClassWithRegionsRequest
        => SubscribeInteractionClassWithRegionsResponse {} |s, m| {
        let (class, regions) = (m.interaction_class.value(), m.regions.value());
        s.rti.subscribe_interaction_class_with_regions(class, &regions, activity(m.active))
    };
    UnsubscribeInteractionClassWithRegionsRequest
        => UnsubscribeInteractionClassWithRegionsResponse {} |s, m| {
        let (class, regions) = (m.interaction_class.value(), m.regions.value());
        s.rti.unsubscribe_interaction_class_with_regions(class, &regions)
    };
    SendInteractionWithRegionsRequest => SendInteractionWithRegionsResponse {} |s, m| {
        let (class, values) = (m.interaction_class.value(), m.parameter_values.value());
        let (regions, tag) = (m.regions.value(), &m.user_supplied_tag);
        s.rti.send_interaction_with_regions(class, &values, &regions, tag, None)
    };
    SendInteractionWithRegionsAndTimeRequest
        => SendInteractionWithRegionsAndTimeResponse { result } |s, m| {
        let time = s.time(Service::SendInteractionWithRegions, &m.time)?;
        let (class, values) = (m.interaction_class.value(), m.parameter_values.value());
        let (regions, tag) = (m.regions.value(), &m.user_supplied_tag);
        s.rti.send_interaction_with_regions(class, &values, &regions, tag, Some(time))
    };
    RequestAttributeValueUpdateWithRegionsRequest
        => RequestAttributeValueUpdateWithRegionsResponse {} |s, m| {
        let (class, pairs) = (m.object_class.value(), m.attributes_and_regions.value());
        let tag = &m.user_supplied_tag;
        s.rti.request_attribute_value_update_with_regions(class, &pairs, tag)
    };
    GetDimensionHandleSetRequest => GetDimensionHandleSetResponse { result } |s, m|
        s.rti.dimension_handle_set(m.region.value());
    GetRangeBoundsRequest => GetRangeBoundsResponse { result } |s, m|
        s.rti.range_bounds(m.region.value(), m.dimension.value());
    SetRangeBoundsRequest => SetRangeBoundsResponse {} |s, m| {
        let bounds = m.range_bounds.value();
        let bounds = bounds.map_err(|error| s.refuse(Service::SetRangeBounds, error))?;
        s.rti.set_range_bounds(m.region.value(), m.dimension.value(), bounds)
    };
}
