//! Data distribution management (clause 9).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::{
    hyla_attribute_region_pairs, hyla_bytes, hyla_handles, hyla_text, hyla_values, optional,
};
use crate::call::{call, get, get_optional};
use crate::enums::{given, hyla_activity};
use crate::exception::hyla_exception;
use crate::handle::{
    Handle, hyla_interaction_class_handle, hyla_message_retraction_handle,
    hyla_object_class_handle, hyla_object_instance_handle, hyla_region_handle,
};
use crate::rti::hyla_rti;
use crate::value::hyla_time;

/// `createRegion` (9.2). Covers the whole of each dimension until other bounds are committed.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_DIMENSION_HANDLE`; and those of every service.
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

/// `commitRegionModifications` (9.3). Puts the bounds that were set for these regions in force, all together.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`; and those of every service.
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
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_REGION_IN_USE_FOR_UPDATE_OR_SUBSCRIPTION`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`,
/// `HYLA_INVALID_REGION`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_delete_region(rti: hyla_rti, region: hyla_region_handle) -> hyla_exception {
    call(rti, |rti| rti.delete_region(Handle::of(region)))
}

/// `registerObjectInstanceWithRegions` (9.5). Only federates whose subscriptions overlap discover it.
///
/// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
/// them cannot keep up.
///
/// `object_instance_name` may be null.
///
/// Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
/// `HYLA_ATTRIBUTE_NOT_PUBLISHED`, `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NAME_IN_USE`,
/// `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_register_object_instance_with_regions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
    object_instance_name: Option<&hyla_text<'_>>,
    out: Option<&mut MaybeUninit<hyla_object_instance_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.register_object_instance_with_regions(
            Handle::of(object_class),
            &attributes_and_regions.pairs("attributes_and_regions")?,
            optional(object_instance_name, "object_instance_name")?,
        )
    })
}

/// `associateRegionsForUpdates` (9.6). Adds the regions to those of the attributes.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
/// `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_associate_regions_for_updates(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.associate_regions_for_updates(
            Handle::of(object_instance),
            &attributes_and_regions.pairs("attributes_and_regions")?,
        )
    })
}

/// `unassociateRegionsForUpdates` (9.7). An attribute without regions has the default region.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unassociate_regions_for_updates(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unassociate_regions_for_updates(
            Handle::of(object_instance),
            &attributes_and_regions.pairs("attributes_and_regions")?,
        )
    })
}

/// `subscribeObjectClassAttributesWithRegions` (9.8). A subscription of the same attribute without regions
/// stays, and overlaps everything.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
/// `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INVALID_UPDATE_RATE_DESIGNATOR`
/// (2010); and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_object_class_attributes_with_regions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
    active: MaybeUninit<hyla_activity>,
    update_rate_designator: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_object_class_attributes_with_regions(
            Handle::of(object_class),
            &attributes_and_regions.pairs("attributes_and_regions")?,
            given(active)?,
            update_rate_designator.read("update_rate_designator")?,
        )
    })
}

/// `unsubscribeObjectClassAttributesWithRegions` (9.9). Removes exactly the named pairs.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
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
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM`, `HYLA_INVALID_REGION_CONTEXT`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`;
/// and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_interaction_class_with_regions(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    regions: hyla_handles<'_>,
    active: MaybeUninit<hyla_activity>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_interaction_class_with_regions(
            Handle::of(interaction_class),
            &regions.set("regions")?,
            given(active)?,
        )
    })
}

/// `unsubscribeInteractionClassWithRegions` (9.11).
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM` (2025),
/// `HYLA_INVALID_REGION_CONTEXT` (2025), `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
/// `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
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
/// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
/// them cannot keep up.
///
/// `time`, `retraction` and `present` may be null.
///
/// Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
/// `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`, `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`,
/// `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INVALID_LOGICAL_TIME`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_send_interaction_with_regions(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    parameter_values: hyla_values<'_>,
    regions: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        parameter_values.lend("parameter_values", |parameter_values| {
            rti.send_interaction_with_regions(
                Handle::of(interaction_class),
                parameter_values,
                &regions.set("regions")?,
                user_supplied_tag.read("user_supplied_tag")?,
                hyla_time::optional(time)?,
            )
        })
    })
}

/// `requestAttributeValueUpdateWithRegions` (9.13). Asks only owners whose update regions overlap.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
/// `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_attribute_value_update_with_regions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes_and_regions: hyla_attribute_region_pairs<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_attribute_value_update_with_regions(
            Handle::of(object_class),
            &attributes_and_regions.pairs("attributes_and_regions")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}
