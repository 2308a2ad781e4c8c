//! Callbacks of a federate.

use hyla_core::callback::Callback;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, Service,
};

/// A callback, independent of the buffer it was read from.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    Discovered(ObjectInstanceHandle, ObjectClassHandle),
    Reflected(ObjectInstanceHandle, Vec<(AttributeHandle, Vec<u8>)>),
    Received(InteractionClassHandle, Vec<u8>),
    Removed(ObjectInstanceHandle),
    InScope(ObjectInstanceHandle, AttributeHandleSet),
    OutOfScope(ObjectInstanceHandle, AttributeHandleSet),
    Provide(ObjectInstanceHandle, AttributeHandleSet, Vec<u8>),
    UpdatesOn(ObjectInstanceHandle, AttributeHandleSet),
    UpdatesOff(ObjectInstanceHandle, AttributeHandleSet),
    StartRegistration(ObjectClassHandle),
    StopRegistration(ObjectClassHandle),
    InteractionsOn(InteractionClassHandle),
    InteractionsOff(InteractionClassHandle),
    /// A callback of clause 7, with its attributes and tag.
    Owning(Service, ObjectInstanceHandle, AttributeHandleSet, Vec<u8>),
    /// Any other, as text.
    Other(String),
}

impl Told {
    pub(super) fn of(callback: &Callback<'_>) -> Self {
        match callback {
            Callback::DiscoverObjectInstance { object, class, .. } => {
                Self::Discovered(*object, *class)
            }
            Callback::ReflectAttributeValues { object, values, .. } => {
                let values = values.iter().map(|(a, v)| (*a, v.to_vec())).collect();
                Self::Reflected(*object, values)
            }
            Callback::ReceiveInteraction {
                class, delivery, ..
            } => Self::Received(*class, delivery.tag.to_vec()),
            Callback::RemoveObjectInstance { object, .. } => Self::Removed(*object),
            Callback::AttributesInScope { object, attributes } => {
                Self::InScope(*object, attributes.clone())
            }
            Callback::AttributesOutOfScope { object, attributes } => {
                Self::OutOfScope(*object, attributes.clone())
            }
            Callback::ProvideAttributeValueUpdate {
                object,
                attributes,
                tag,
            } => Self::Provide(*object, attributes.clone(), tag.clone()),
            Callback::TurnUpdatesOnForObjectInstance {
                object, attributes, ..
            } => Self::UpdatesOn(*object, attributes.clone()),
            Callback::TurnUpdatesOffForObjectInstance { object, attributes } => {
                Self::UpdatesOff(*object, attributes.clone())
            }
            Callback::StartRegistrationForObjectClass { class } => Self::StartRegistration(*class),
            Callback::StopRegistrationForObjectClass { class } => Self::StopRegistration(*class),
            Callback::TurnInteractionsOn { class } => Self::InteractionsOn(*class),
            Callback::TurnInteractionsOff { class } => Self::InteractionsOff(*class),
            Callback::RequestAttributeOwnershipAssumption {
                object,
                attributes,
                tag,
            }
            | Callback::RequestDivestitureConfirmation {
                object,
                attributes,
                tag,
            }
            | Callback::AttributeOwnershipAcquisitionNotification {
                object,
                attributes,
                tag,
            }
            | Callback::AttributeOwnershipUnavailable {
                object,
                attributes,
                tag,
            }
            | Callback::RequestAttributeOwnershipRelease {
                object,
                attributes,
                tag,
            } => Self::Owning(callback.service(), *object, attributes.clone(), tag.clone()),
            Callback::ConfirmAttributeOwnershipAcquisitionCancellation { object, attributes } => {
                Self::Owning(callback.service(), *object, attributes.clone(), Vec::new())
            }
            other => Self::Other(format!("{other:?}")),
        }
    }
}
