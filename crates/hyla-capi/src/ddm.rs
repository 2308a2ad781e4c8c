//! Data distribution management (clause 9).
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::{
    hyla_attribute_region_pairs, hyla_bytes, hyla_handles, hyla_text, hyla_values, optional,
};
use crate::call::{call, get, get_optional};
use crate::enums::{given, hyla_activity};
use crate::exception::hyla_exception;
use crate::handle::{
    Handle, hyla_dimension_handle, hyla_interaction_class_handle, hyla_message_retraction_handle,
    hyla_object_class_handle, hyla_object_instance_handle, hyla_region_handle,
};
use crate::owned::{hyla_owned_handles, hyla_owned_ranges};
use crate::rti::hyla_rti;
use crate::value::{hyla_range_bounds, hyla_time};

/// `createRegion` (9.2). Its bounds are the whole of each dimension until others are committed.
///
/// Errors: `HYLA_INVALID_DIMENSION_HANDLE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_create_region(
    rti: hyla_rti,
    dimensions: hyla_handles<'_>,
    out: Option<&mut MaybeUninit<hyla_region_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.create_region(&dimensions.set("dimensions")?)
    })
}

/// `commitRegionModifications` (9.3): what was set for these regions counts, for all together.
///
/// Errors: `HYLA_INVALID_REGION`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_commit_region_modifications(
    rti: hyla_rti,
    regions: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.commit_region_modifications(&regions.set("regions")?)
    })
}

/// `deleteRegion` (9.4).
///
/// Errors: `HYLA_INVALID_REGION`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`,
/// `HYLA_REGION_IN_USE_FOR_UPDATE_OR_SUBSCRIPTION`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_delete_region(rti: hyla_rti, region: hyla_region_handle) -> hyla_exception {
    call(rti, |rti| rti.delete_region(Handle::of(region)))
}

/// `registerObjectInstanceWithRegions` (9.5): discovered only where subscriptions overlap.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_ATTRIBUTE_NOT_PUBLISHED`, `HYLA_INVALID_REGION`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`,
/// `HYLA_INVALID_REGION_CONTEXT`, `HYLA_OBJECT_INSTANCE_NAME_IN_USE`,
/// `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_register_object_instance_with_regions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
    name: Option<&hyla_text<'_>>,
    out: Option<&mut MaybeUninit<hyla_object_instance_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.register_object_instance_with_regions(
            Handle::of(object_class),
            &attributes_and_regions.pairs("attributes_and_regions")?,
            optional(name, "name")?,
        )
    })
}

/// `associateRegionsForUpdates` (9.6): adds the regions to those of the attributes.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_INVALID_REGION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION_CONTEXT`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_associate_regions_for_updates(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.associate_regions_for_updates(
            Handle::of(object),
            &attributes_and_regions.pairs("attributes_and_regions")?,
        )
    })
}

/// `unassociateRegionsForUpdates` (9.7): an attribute without regions has the default region.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_INVALID_REGION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unassociate_regions_for_updates(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unassociate_regions_for_updates(
            Handle::of(object),
            &attributes_and_regions.pairs("attributes_and_regions")?,
        )
    })
}

/// `subscribeObjectClassAttributesWithRegions` (9.8). A plain subscription of the same attribute stays, and
/// overlaps everything.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_INVALID_REGION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION_CONTEXT`,
/// `HYLA_INVALID_UPDATE_RATE_DESIGNATOR`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_object_class_attributes_with_regions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
    activity: MaybeUninit<hyla_activity>,
    update_rate_designator: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_object_class_attributes_with_regions(
            Handle::of(object_class),
            &attributes_and_regions.pairs("attributes_and_regions")?,
            given(activity)?,
            update_rate_designator.read("update_rate_designator")?,
        )
    })
}

/// `unsubscribeObjectClassAttributesWithRegions` (9.9): exactly the named pairs.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_INVALID_REGION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unsubscribe_object_class_attributes_with_regions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unsubscribe_object_class_attributes_with_regions(
            Handle::of(object_class),
            &attributes_and_regions.pairs("attributes_and_regions")?,
        )
    })
}

/// `subscribeInteractionClassWithRegions` (9.10).
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INVALID_REGION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION_CONTEXT`,
/// `HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_interaction_class_with_regions(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    regions: hyla_handles<'_>,
    activity: MaybeUninit<hyla_activity>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_interaction_class_with_regions(
            Handle::of(interaction_class),
            &regions.set("regions")?,
            given(activity)?,
        )
    })
}

/// `unsubscribeInteractionClassWithRegions` (9.11).
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INVALID_REGION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unsubscribe_interaction_class_with_regions(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    regions: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unsubscribe_interaction_class_with_regions(
            Handle::of(interaction_class),
            &regions.set("regions")?,
        )
    })
}

/// `sendInteractionWithRegions` (9.12). Without any region nobody receives it.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`,
/// `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`, `HYLA_INVALID_REGION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION_CONTEXT`, `HYLA_INVALID_LOGICAL_TIME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_send_interaction_with_regions(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    values: hyla_values<'_>,
    regions: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        values.lend("values", |values| {
            rti.send_interaction_with_regions(
                Handle::of(interaction_class),
                values,
                &regions.set("regions")?,
                tag.read("tag")?,
                hyla_time::optional(time)?,
            )
        })
    })
}

/// `requestAttributeValueUpdateWithRegions` (9.13): only owners whose update regions overlap are asked.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_INVALID_REGION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION_CONTEXT`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_attribute_value_update_with_regions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_attribute_value_update_with_regions(
            Handle::of(object_class),
            &attributes_and_regions.pairs("attributes_and_regions")?,
            tag.read("tag")?,
        )
    })
}

/// `getDimensionHandleSet` (10.28 in 2010, 10.26 in 2025), also of a conveyed region.
///
/// Errors: `HYLA_INVALID_REGION`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_dimension_handle_set(
    rti: hyla_rti,
    region: hyla_region_handle,
    out: Option<&mut MaybeUninit<hyla_owned_handles>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.dimension_handle_set(Handle::of(region)))
}

/// `getRangeBounds` (10.29 in 2010, 10.27 in 2025): as last set; of a conveyed region as sent. Of conveyed
/// regions the last 4096 are remembered.
///
/// Errors: `HYLA_INVALID_REGION`, `HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_range_bounds(
    rti: hyla_rti,
    region: hyla_region_handle,
    dimension: hyla_dimension_handle,
    out: Option<&mut MaybeUninit<hyla_range_bounds>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.range_bounds(Handle::of(region), Handle::of(dimension))
    })
}

/// `setRangeBounds` (10.30 in 2010, 10.28 in 2025): counts when it is committed.
///
/// Errors: `HYLA_INVALID_REGION`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`,
/// `HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION`, `HYLA_INVALID_RANGE_BOUND`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_range_bounds(
    rti: hyla_rti,
    region: hyla_region_handle,
    dimension: hyla_dimension_handle,
    bounds: hyla_range_bounds,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_range_bounds(Handle::of(region), Handle::of(dimension), bounds.read()?)
    })
}

/// The ranges of a region, own or conveyed, to be freed: for callers that pass conveyed regions on by value. No
/// service of the standard, so it is not reported. Of conveyed regions the last 4096 are remembered.
///
/// Errors: `HYLA_INVALID_REGION`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_region_ranges(
    rti: hyla_rti,
    region: hyla_region_handle,
    out: Option<&mut MaybeUninit<hyla_owned_ranges>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.region(Handle::of(region)))
}
