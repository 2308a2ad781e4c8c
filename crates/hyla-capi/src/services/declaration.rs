//! Declaration management (clause 5).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::{hyla_handles, hyla_text, optional_set};
use crate::call::call;
use crate::enums::{given, hyla_activity, hyla_directed_scope};
use crate::exception::hyla_exception;
use crate::handle::{Handle, hyla_interaction_class_handle, hyla_object_class_handle};
use crate::rti::hyla_rti;

/// `publishObjectClassAttributes` (5.2). Adds to the attributes that are published at exactly this class.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
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

/// `unpublishObjectClass` (5.3). Attributes that this federate owns of its instances lose their owner.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_OWNERSHIP_ACQUISITION_PENDING`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unpublish_object_class(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unpublish_object_class(Handle::of(object_class))
    })
}

/// `unpublishObjectClassAttributes` (5.3). Owned instances of the attributes lose their owner.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_OWNERSHIP_ACQUISITION_PENDING`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
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

/// `publishInteractionClass` (5.4). Interactions of exactly this class may be sent from then on.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
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
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
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
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_publish_object_class_directed_interactions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    interaction_classes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.publish_object_class_directed_interactions(
            Handle::of(object_class),
            &interaction_classes.set("interaction_classes")?,
        )
    })
}

/// `unpublishObjectClassDirectedInteractions` (5.7, 2025). Without a set, all interaction classes of the
/// object class.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// `interaction_classes` may be null.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unpublish_object_class_directed_interactions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    interaction_classes: Option<&hyla_handles<'_>>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unpublish_object_class_directed_interactions(
            Handle::of(object_class),
            optional_set(interaction_classes, "interaction_classes")?.as_ref(),
        )
    })
}

/// `subscribeObjectClassAttributes` (5.6 in 2010, 5.8 in 2025). An empty designator asks for every update.
/// Existing instances are discovered.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`,
/// `HYLA_INVALID_UPDATE_RATE_DESIGNATOR` (2010); and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_object_class_attributes(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
    active: MaybeUninit<hyla_activity>,
    update_rate_designator: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_object_class_attributes(
            Handle::of(object_class),
            &attributes.set("attributes")?,
            given(active)?,
            update_rate_designator.read("update_rate_designator")?,
        )
    })
}

/// `unsubscribeObjectClass` (5.7 in 2010, 5.9 in 2025). Known instances stay known.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
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
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
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
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM`,
/// `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_interaction_class(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    active: MaybeUninit<hyla_activity>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_interaction_class(Handle::of(interaction_class), given(active)?)
    })
}

/// `unsubscribeInteractionClass` (5.9 in 2010, 5.11 in 2025).
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
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
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_subscribe_object_class_directed_interactions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    interaction_classes: hyla_handles<'_>,
    universally: MaybeUninit<hyla_directed_scope>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.subscribe_object_class_directed_interactions(
            Handle::of(object_class),
            &interaction_classes.set("interaction_classes")?,
            given(universally)?,
        )
    })
}

/// `unsubscribeObjectClassDirectedInteractions` (5.13, 2025). Without a set, all interaction classes of the
/// object class.
///
/// Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
/// twice `timeout.declaration_ms`; in a callback at once.
///
/// `interaction_classes` may be null.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unsubscribe_object_class_directed_interactions(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    interaction_classes: Option<&hyla_handles<'_>>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unsubscribe_object_class_directed_interactions(
            Handle::of(object_class),
            optional_set(interaction_classes, "interaction_classes")?.as_ref(),
        )
    })
}
