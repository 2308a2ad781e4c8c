//! Declaration management (clause 5).
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::{hyla_handles, hyla_text, optional_set};
use crate::call::call;
use crate::enums::{given, hyla_activity, hyla_directed_scope};
use crate::exception::hyla_exception;
use crate::handle::{Handle, hyla_interaction_class_handle, hyla_object_class_handle};
use crate::rti::hyla_rti;

/// `publishObjectClassAttributes` (5.2): adds to what is published at exactly this class.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_publish_object_class_attributes(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.publish_object_class_attributes(
            Handle::of(object_class),
            &attributes.set("attributes")?,
        )
    })
}

/// `unpublishObjectClass` (5.3): attributes owned of its instances lose their owner.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_OWNERSHIP_ACQUISITION_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unpublish_object_class(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unpublish_object_class(Handle::of(object_class))
    })
}

/// `unpublishObjectClassAttributes` (5.3): the attributes lose their owner.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OWNERSHIP_ACQUISITION_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unpublish_object_class_attributes(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unpublish_object_class_attributes(
            Handle::of(object_class),
            &attributes.set("attributes")?,
        )
    })
}

/// `publishInteractionClass` (5.4): exactly this class may be sent.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_publish_interaction_class(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.publish_interaction_class(Handle::of(interaction_class))
    })
}

/// `unpublishInteractionClass` (5.5).
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unpublish_interaction_class(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unpublish_interaction_class(Handle::of(interaction_class))
    })
}

/// `publishObjectClassDirectedInteractions` (5.6, 2025).
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_publish_object_class_directed_interactions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    interactions: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.publish_object_class_directed_interactions(
            Handle::of(object_class),
            &interactions.set("interactions")?,
        )
    })
}

/// `unpublishObjectClassDirectedInteractions` (5.7, 2025); null for all of the class.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unpublish_object_class_directed_interactions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    interactions: Option<&hyla_handles<'_>>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unpublish_object_class_directed_interactions(
            Handle::of(object_class),
            optional_set(interactions, "interactions")?.as_ref(),
        )
    })
}

/// `subscribeObjectClassAttributes` (5.6 in 2010, 5.8 in 2025). An empty designator asks for every update.
/// Existing instances are discovered.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_INVALID_UPDATE_RATE_DESIGNATOR`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_object_class_attributes(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
    activity: MaybeUninit<hyla_activity>,
    update_rate_designator: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_object_class_attributes(
            Handle::of(object_class),
            &attributes.set("attributes")?,
            given(activity)?,
            update_rate_designator.read("update_rate_designator")?,
        )
    })
}

/// `unsubscribeObjectClass` (5.7 in 2010, 5.9 in 2025). Known instances stay known.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unsubscribe_object_class(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unsubscribe_object_class(Handle::of(object_class))
    })
}

/// `unsubscribeObjectClassAttributes` (5.7 in 2010, 5.9 in 2025).
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unsubscribe_object_class_attributes(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unsubscribe_object_class_attributes(
            Handle::of(object_class),
            &attributes.set("attributes")?,
        )
    })
}

/// `subscribeInteractionClass` (5.8 in 2010, 5.10 in 2025).
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`,
/// `HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_interaction_class(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    activity: MaybeUninit<hyla_activity>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_interaction_class(Handle::of(interaction_class), given(activity)?)
    })
}

/// `unsubscribeInteractionClass` (5.9 in 2010, 5.11 in 2025).
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unsubscribe_interaction_class(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unsubscribe_interaction_class(Handle::of(interaction_class))
    })
}

/// `subscribeObjectClassDirectedInteractions` (5.12, 2025).
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_object_class_directed_interactions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    interactions: hyla_handles<'_>,
    scope: MaybeUninit<hyla_directed_scope>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_object_class_directed_interactions(
            Handle::of(object_class),
            &interactions.set("interactions")?,
            given(scope)?,
        )
    })
}

/// `unsubscribeObjectClassDirectedInteractions` (5.13, 2025); null for all of the class.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unsubscribe_object_class_directed_interactions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    interactions: Option<&hyla_handles<'_>>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unsubscribe_object_class_directed_interactions(
            Handle::of(object_class),
            optional_set(interactions, "interactions")?.as_ref(),
        )
    })
}
