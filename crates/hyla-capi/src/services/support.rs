//! Support services (clause 10).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_lrc::RtiAmbassador;

use crate::borrowed::hyla_text;
use crate::call::{call, get};
use crate::enums::{
    given, hyla_order_type, hyla_resign_action, hyla_service_group, hyla_time_representation,
};
use crate::exception::hyla_exception;
use crate::handle::{
    Handle, hyla_attribute_handle, hyla_dimension_handle, hyla_federate_handle,
    hyla_interaction_class_handle, hyla_object_class_handle, hyla_object_instance_handle,
    hyla_parameter_handle, hyla_region_handle, hyla_transportation_type_handle,
};
use crate::owned::{hyla_owned_handles, hyla_owned_text};
use crate::rti::hyla_rti;
use crate::value::hyla_range_bounds;

/// `getFederateHandle` (10.4 in 2010, 10.2 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_NAME_NOT_FOUND`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_federate_handle(
    rti: hyla_rti,
    federate_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_federate_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.federate_handle(federate_name.read("federate_name")?)
    })
}

/// `getFederateName` (10.5 in 2010, 10.3 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_FEDERATE_HANDLE`, `HYLA_FEDERATE_HANDLE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_federate_name(
    rti: hyla_rti,
    federate: hyla_federate_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.federate_name(Handle::of(federate)))
}

/// `getObjectClassHandle` (10.6 in 2010, 10.4 in 2025). `HLAobjectRoot.` may be left out.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_NAME_NOT_FOUND`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_object_class_handle(
    rti: hyla_rti,
    object_class_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_object_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.object_class_handle(object_class_name.read("object_class_name")?)
    })
}

/// `getObjectClassName` (10.7 in 2010, 10.5 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_object_class_name(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.object_class_name(Handle::of(object_class))
    })
}

/// `getKnownObjectClassHandle` (10.8 in 2010, 10.6 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_known_object_class_handle(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    out: Option<&mut MaybeUninit<hyla_object_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.known_object_class_handle(Handle::of(object_instance))
    })
}

/// `getObjectInstanceHandle` (10.9 in 2010, 10.7 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_object_instance_handle(
    rti: hyla_rti,
    object_instance_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_object_instance_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.object_instance_handle(object_instance_name.read("object_instance_name")?)
    })
}

/// `getObjectInstanceName` (10.10 in 2010, 10.8 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_object_instance_name(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.object_instance_name(Handle::of(object_instance))
    })
}

/// `getAttributeHandle` (10.11 in 2010, 10.9 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_NAME_NOT_FOUND`, `HYLA_INVALID_OBJECT_CLASS_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_attribute_handle(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attribute_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_attribute_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.attribute_handle(
            Handle::of(object_class),
            attribute_name.read("attribute_name")?,
        )
    })
}

/// `getAttributeName` (10.12 in 2010, 10.10 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_INVALID_ATTRIBUTE_HANDLE`, `HYLA_INVALID_OBJECT_CLASS_HANDLE`;
/// and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_attribute_name(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attribute: hyla_attribute_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.attribute_name(Handle::of(object_class), Handle::of(attribute))
    })
}

/// `getUpdateRateValue` (10.13 in 2010, 10.11 in 2025). In Hz.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_UPDATE_RATE_DESIGNATOR`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_update_rate_value(
    rti: hyla_rti,
    update_rate_designator: hyla_text<'_>,
    out: Option<&mut MaybeUninit<f64>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.update_rate_value(update_rate_designator.read("update_rate_designator")?)
    })
}

/// `getUpdateRateValueForAttribute` (10.14 in 2010, 10.12 in 2025). In Hz; 0 without a limit.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_update_rate_value_for_attribute(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attribute: hyla_attribute_handle,
    out: Option<&mut MaybeUninit<f64>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.update_rate_value_for_attribute(Handle::of(object_instance), Handle::of(attribute))
    })
}

/// `getInteractionClassHandle` (10.15 in 2010, 10.13 in 2025). `HLAinteractionRoot.` may be left out.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_NAME_NOT_FOUND`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_interaction_class_handle(
    rti: hyla_rti,
    interaction_class_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_interaction_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.interaction_class_handle(interaction_class_name.read("interaction_class_name")?)
    })
}

/// `getInteractionClassName` (10.16 in 2010, 10.14 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_interaction_class_name(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.interaction_class_name(Handle::of(interaction_class))
    })
}

/// `getParameterHandle` (10.17 in 2010, 10.15 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_NAME_NOT_FOUND`, `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_parameter_handle(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    parameter_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_parameter_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.parameter_handle(
            Handle::of(interaction_class),
            parameter_name.read("parameter_name")?,
        )
    })
}

/// `getParameterName` (10.18 in 2010, 10.16 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`, `HYLA_INVALID_PARAMETER_HANDLE`,
/// `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_parameter_name(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    parameter: hyla_parameter_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.parameter_name(Handle::of(interaction_class), Handle::of(parameter))
    })
}

/// `getOrderType` (10.19 in 2010, 10.17 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_ORDER_NAME`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_order_type(
    rti: hyla_rti,
    order_type_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_order_type>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.order_type(order_type_name.read("order_type_name")?)
    })
}

/// `getOrderName` (10.20 in 2010, 10.18 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_ORDER_TYPE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_order_name(
    rti: hyla_rti,
    order_type: MaybeUninit<hyla_order_type>,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.order_name(given(order_type)?))
}

/// `getTransportationTypeHandle` (10.21 in 2010, 10.19 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_TRANSPORTATION_NAME`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_transportation_type_handle(
    rti: hyla_rti,
    transportation_type_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_transportation_type_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.transportation_type_handle(transportation_type_name.read("transportation_type_name")?)
    })
}

/// `getTransportationTypeName` (10.22 in 2010, 10.20 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010: `HYLA_INVALID_TRANSPORTATION_TYPE`); and those of
/// every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_transportation_type_name(
    rti: hyla_rti,
    transportation_type: hyla_transportation_type_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.transportation_type_name(Handle::of(transportation_type))
    })
}

/// `getAvailableDimensionsForObjectClass` (10.23 in 2010, 10.21 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`, `HYLA_ATTRIBUTE_NOT_DEFINED` (2010),
/// `HYLA_INVALID_ATTRIBUTE_HANDLE` (2010); and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_available_dimensions_for_object_class(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    out: Option<&mut MaybeUninit<hyla_owned_handles>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.available_dimensions_for_object_class(Handle::of(object_class))
    })
}

/// `getAvailableDimensionsForClassAttribute` (10.23 in 2010, 10.21 in 2025). In 2010 each attribute has its
/// own dimensions.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`, `HYLA_ATTRIBUTE_NOT_DEFINED` (2010),
/// `HYLA_INVALID_ATTRIBUTE_HANDLE` (2010); and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_available_dimensions_for_class_attribute(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attribute: hyla_attribute_handle,
    out: Option<&mut MaybeUninit<hyla_owned_handles>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.available_dimensions_for_class_attribute(
            Handle::of(object_class),
            Handle::of(attribute),
        )
    })
}

/// `getAvailableDimensionsForInteractionClass` (10.24 in 2010, 10.22 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_available_dimensions_for_interaction_class(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    out: Option<&mut MaybeUninit<hyla_owned_handles>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.available_dimensions_for_interaction_class(Handle::of(interaction_class))
    })
}

/// `getDimensionHandle` (10.25 in 2010, 10.23 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_NAME_NOT_FOUND`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_dimension_handle(
    rti: hyla_rti,
    dimension_name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_dimension_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.dimension_handle(dimension_name.read("dimension_name")?)
    })
}

/// `getDimensionName` (10.26 in 2010, 10.24 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_DIMENSION_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_dimension_name(
    rti: hyla_rti,
    dimension: hyla_dimension_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.dimension_name(Handle::of(dimension)))
}

/// `getDimensionUpperBound` (10.27 in 2010, 10.25 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_DIMENSION_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_dimension_upper_bound(
    rti: hyla_rti,
    dimension: hyla_dimension_handle,
    out: Option<&mut MaybeUninit<u32>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.dimension_upper_bound(Handle::of(dimension))
    })
}

/// `getDimensionHandleSet` (10.28 in 2010, 10.26 in 2025). Also of a conveyed region.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_REGION`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_dimension_handle_set(
    rti: hyla_rti,
    region: hyla_region_handle,
    out: Option<&mut MaybeUninit<hyla_owned_handles>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.dimension_handle_set(Handle::of(region)))
}

/// `getRangeBounds` (10.29 in 2010, 10.27 in 2025). As last set; of a conveyed region as it was sent. The
/// last 4096 conveyed regions are remembered.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION`, `HYLA_INVALID_REGION`; and those of every
/// service.
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

/// `setRangeBounds` (10.30 in 2010, 10.28 in 2025). In force from `commitRegionModifications` on.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_RANGE_BOUND`, `HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION`,
/// `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_range_bounds(
    rti: hyla_rti,
    region: hyla_region_handle,
    dimension: hyla_dimension_handle,
    range_bounds: hyla_range_bounds,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_range_bounds(
            Handle::of(region),
            Handle::of(dimension),
            range_bounds.read()?,
        )
    })
}

/// `normalizeServiceGroup` (10.32 in 2010, 10.29 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_SERVICE_GROUP`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_normalize_service_group(
    rti: hyla_rti,
    service_group: MaybeUninit<hyla_service_group>,
    out: Option<&mut MaybeUninit<u32>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.normalize_service_group(given(service_group)?)
    })
}

/// `normalizeFederateHandle` (10.31 in 2010, 10.30 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_FEDERATE_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_normalize_federate_handle(
    rti: hyla_rti,
    federate: hyla_federate_handle,
    out: Option<&mut MaybeUninit<u32>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.normalize_federate_handle(Handle::of(federate))
    })
}

/// `normalizeObjectClassHandle` (10.31, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_normalize_object_class_handle(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    out: Option<&mut MaybeUninit<u32>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.normalize_object_class_handle(Handle::of(object_class))
    })
}

/// `normalizeInteractionClassHandle` (10.32, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_normalize_interaction_class_handle(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    out: Option<&mut MaybeUninit<u32>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.normalize_interaction_class_handle(Handle::of(interaction_class))
    })
}

/// `normalizeObjectInstanceHandle` (10.33, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INVALID_OBJECT_INSTANCE_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_normalize_object_instance_handle(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    out: Option<&mut MaybeUninit<u32>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.normalize_object_instance_handle(Handle::of(object_instance))
    })
}

/// `getAutomaticResignDirective` (10.2 in 2010, 10.44 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_automatic_resign_directive(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_resign_action>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::automatic_resign_directive)
}

/// `setAutomaticResignDirective` (10.3 in 2010, 10.45 in 2025).
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_INVALID_RESIGN_ACTION`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_automatic_resign_directive(
    rti: hyla_rti,
    resign_action: MaybeUninit<hyla_resign_action>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_automatic_resign_directive(given(resign_action)?)
    })
}

/// `getTimeFactory`. The federation's logical time implementation.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_time_factory(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_time_representation>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::time_factory)
}
