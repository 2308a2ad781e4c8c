//! Support services (clause 10): names, handles, normalization, the automatic resign directive.
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
    hyla_parameter_handle, hyla_transportation_type_handle,
};
use crate::owned::{hyla_owned_handles, hyla_owned_text};
use crate::rti::hyla_rti;

/// `getFederateHandle` (10.4 in 2010, 10.2 in 2025).
///
/// Errors: `HYLA_NAME_NOT_FOUND`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_federate_handle(
    rti: hyla_rti,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_federate_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.federate_handle(name.read("name")?))
}

/// `getFederateName` (10.5 in 2010, 10.3 in 2025).
///
/// Errors: `HYLA_INVALID_FEDERATE_HANDLE`, `HYLA_FEDERATE_HANDLE_NOT_KNOWN`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_federate_name(
    rti: hyla_rti,
    federate: hyla_federate_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.federate_name(Handle::of(federate)))
}

/// `getObjectClassHandle` (10.6 in 2010, 10.4 in 2025); `HLAobjectRoot.` may be left out.
///
/// Errors: `HYLA_NAME_NOT_FOUND`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_object_class_handle(
    rti: hyla_rti,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_object_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.object_class_handle(name.read("name")?))
}

/// `getObjectClassName` (10.7 in 2010, 10.5 in 2025).
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`.
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
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_known_object_class_handle(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    out: Option<&mut MaybeUninit<hyla_object_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.known_object_class_handle(Handle::of(object))
    })
}

/// `getObjectInstanceHandle` (10.9 in 2010, 10.7 in 2025).
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_object_instance_handle(
    rti: hyla_rti,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_object_instance_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.object_instance_handle(name.read("name")?)
    })
}

/// `getObjectInstanceName` (10.10 in 2010, 10.8 in 2025).
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_object_instance_name(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.object_instance_name(Handle::of(object)))
}

/// `getAttributeHandle` (10.11 in 2010, 10.9 in 2025).
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`, `HYLA_NAME_NOT_FOUND`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_attribute_handle(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_attribute_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.attribute_handle(Handle::of(object_class), name.read("name")?)
    })
}

/// `getAttributeName` (10.12 in 2010, 10.10 in 2025).
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`, `HYLA_INVALID_ATTRIBUTE_HANDLE`,
/// `HYLA_ATTRIBUTE_NOT_DEFINED`.
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

/// `getUpdateRateValue` (10.13 in 2010, 10.11 in 2025), in Hz.
///
/// Errors: `HYLA_INVALID_UPDATE_RATE_DESIGNATOR`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_update_rate_value(
    rti: hyla_rti,
    designator: hyla_text<'_>,
    out: Option<&mut MaybeUninit<f64>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.update_rate_value(designator.read("designator")?)
    })
}

/// `getUpdateRateValueForAttribute` (10.14 in 2010, 10.12 in 2025), in Hz; zero if not limited.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_update_rate_value_for_attribute(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attribute: hyla_attribute_handle,
    out: Option<&mut MaybeUninit<f64>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.update_rate_value_for_attribute(Handle::of(object), Handle::of(attribute))
    })
}

/// `getInteractionClassHandle` (10.15 in 2010, 10.13 in 2025); `HLAinteractionRoot.` may be left out.
///
/// Errors: `HYLA_NAME_NOT_FOUND`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_interaction_class_handle(
    rti: hyla_rti,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_interaction_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.interaction_class_handle(name.read("name")?)
    })
}

/// `getInteractionClassName` (10.16 in 2010, 10.14 in 2025).
///
/// Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`.
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
/// Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`, `HYLA_NAME_NOT_FOUND`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_parameter_handle(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_parameter_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.parameter_handle(Handle::of(interaction_class), name.read("name")?)
    })
}

/// `getParameterName` (10.18 in 2010, 10.16 in 2025).
///
/// Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`, `HYLA_INVALID_PARAMETER_HANDLE`,
/// `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`.
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
/// Errors: `HYLA_INVALID_ORDER_NAME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_order_type(
    rti: hyla_rti,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_order_type>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.order_type(name.read("name")?))
}

/// `getOrderName` (10.20 in 2010, 10.18 in 2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_order_name(
    rti: hyla_rti,
    order: MaybeUninit<hyla_order_type>,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.order_name(given(order)?))
}

/// `getTransportationTypeHandle` (10.21 in 2010, 10.19 in 2025).
///
/// Errors: `HYLA_INVALID_TRANSPORTATION_NAME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_transportation_type_handle(
    rti: hyla_rti,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_transportation_type_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.transportation_type_handle(name.read("name")?)
    })
}

/// `getTransportationTypeName` (10.22 in 2010, 10.20 in 2025).
///
/// Errors: `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010: `HYLA_INVALID_TRANSPORTATION_TYPE`).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_transportation_type_name(
    rti: hyla_rti,
    transportation: hyla_transportation_type_handle,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.transportation_type_name(Handle::of(transportation))
    })
}

/// Whether what is sent with this transportation type always arrives: for bindings whose callers know the
/// two types of the standard alone. No service of the standard, so it is not reported, and a binding may
/// call it inside callbacks.
///
/// Errors: `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE`; `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_transportation_is_reliable(
    rti: hyla_rti,
    transportation: hyla_transportation_type_handle,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.transportation_is_reliable(Handle::of(transportation))
    })
}

/// `getAvailableDimensionsForClassAttribute` (10.23 in 2010).
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`, `HYLA_INVALID_ATTRIBUTE_HANDLE`,
/// `HYLA_ATTRIBUTE_NOT_DEFINED`.
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

/// `getAvailableDimensionsForObjectClass` (10.21 in 2025).
///
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`.
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

/// `getAvailableDimensionsForInteractionClass` (10.24 in 2010, 10.22 in 2025).
///
/// Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`.
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
/// Errors: `HYLA_NAME_NOT_FOUND`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_dimension_handle(
    rti: hyla_rti,
    name: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_dimension_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.dimension_handle(name.read("name")?))
}

/// `getDimensionName` (10.26 in 2010, 10.24 in 2025).
///
/// Errors: `HYLA_INVALID_DIMENSION_HANDLE`.
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
/// Errors: `HYLA_INVALID_DIMENSION_HANDLE`.
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

/// `normalizeServiceGroup` (10.32 in 2010, 10.29 in 2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_normalize_service_group(
    rti: hyla_rti,
    group: MaybeUninit<hyla_service_group>,
    out: Option<&mut MaybeUninit<u32>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.normalize_service_group(given(group)?))
}

/// `normalizeFederateHandle` (10.31 in 2010, 10.30 in 2025).
///
/// Errors: `HYLA_INVALID_FEDERATE_HANDLE`.
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
/// Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`.
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
/// Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`.
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
/// Errors: `HYLA_INVALID_OBJECT_INSTANCE_HANDLE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_normalize_object_instance_handle(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    out: Option<&mut MaybeUninit<u32>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.normalize_object_instance_handle(Handle::of(object))
    })
}

/// `getAutomaticResignDirective` (10.2 in 2010, 10.44 in 2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_automatic_resign_directive(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_resign_action>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::automatic_resign_directive)
}

/// `setAutomaticResignDirective` (10.3 in 2010, 10.45 in 2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_automatic_resign_directive(
    rti: hyla_rti,
    action: MaybeUninit<hyla_resign_action>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_automatic_resign_directive(given(action)?)
    })
}

/// `getTimeFactory`: the representation of time that the execution uses.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_time_factory(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_time_representation>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::time_factory)
}

/// What the federation calls its logical time implementation: a name of the standard, or that of one which
/// its federates bring. A federation gets such a name when it is created with the text
/// `NAME`, U+001F, `HLAinteger64Time` (or `HLAfloat64Time`): the second says how the RTI counts. No service
/// of the standard; may be called inside callbacks.
///
/// Errors: `HYLA_NOT_CONNECTED`, `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_time_implementation_name(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| Ok(rti.time_name()?.name().to_owned()))
}
