//! Arguments of callbacks, in the order of the service descriptions.

use hyla_core::callback::{Callback, Delivery};
use hyla_core::mom::Argument;

/// Hands the callback's arguments to `report`.
pub(crate) fn with_arguments<R>(
    callback: &Callback<'_>,
    report: impl FnOnce(&[&dyn Argument]) -> R,
) -> R {
    match callback {
        Callback::ConnectionLost { fault_description } => report(&[fault_description]),
        Callback::ReportFederationExecutions { executions } => report(&[&executions.as_slice()]),
        Callback::ReportFederationExecutionMembers {
            federation,
            members,
        } => report(&[federation, &members.as_slice()]),
        Callback::ReportFederationExecutionDoesNotExist { federation } => report(&[federation]),
        Callback::FederateResigned { reason } => report(&[reason]),
        Callback::SynchronizationPointRegistrationSucceeded { label }
        | Callback::RequestFederationRestoreSucceeded { label }
        | Callback::RequestFederationRestoreFailed { label } => report(&[label]),
        Callback::SynchronizationPointRegistrationFailed { label, reason } => {
            report(&[label, reason])
        }
        Callback::AnnounceSynchronizationPoint { label, tag } => report(&[label, tag]),
        Callback::FederationSynchronized { label, failed } => report(&[label, failed]),
        Callback::InitiateFederateSave { label, time } => report(&[label, time]),
        Callback::FederationSaved
        | Callback::FederationRestoreBegun
        | Callback::FederationRestored => report(&[]),
        Callback::FederationNotSaved { reason } => report(&[reason]),
        Callback::FederationNotRestored { reason } => report(&[reason]),
        Callback::FederationSaveStatusResponse { statuses } => report(&[&statuses.as_slice()]),
        Callback::FederationRestoreStatusResponse { statuses } => report(&[&statuses.as_slice()]),
        Callback::InitiateFederateRestore {
            label,
            name,
            handle,
        } => report(&[label, name, handle]),
        Callback::StartRegistrationForObjectClass { class }
        | Callback::StopRegistrationForObjectClass { class } => report(&[class]),
        Callback::TurnInteractionsOn { class } | Callback::TurnInteractionsOff { class } => {
            report(&[class])
        }
        Callback::ObjectInstanceNameReservationSucceeded { name }
        | Callback::ObjectInstanceNameReservationFailed { name } => report(&[name]),
        Callback::MultipleObjectInstanceNameReservationSucceeded { names }
        | Callback::MultipleObjectInstanceNameReservationFailed { names } => report(&[names]),
        Callback::DiscoverObjectInstance {
            object,
            class,
            name,
            producer,
        } => report(&[object, class, name, producer]),
        Callback::ReflectAttributeValues {
            object,
            values,
            delivery,
        } => with_delivery(delivery, &[object, &&**values], Regions::Told, report),
        Callback::ReceiveInteraction {
            class,
            values,
            delivery,
        } => with_delivery(delivery, &[class, &&**values], Regions::Told, report),
        Callback::ReceiveDirectedInteraction {
            class,
            object,
            values,
            delivery,
        } => with_delivery(
            delivery,
            &[class, object, &&**values],
            Regions::Never,
            report,
        ),
        Callback::RemoveObjectInstance { object, delivery } => {
            let Delivery {
                tag,
                producer,
                time,
                sent_order,
                received_order,
                retraction,
                ..
            } = delivery;
            let stamped = time.as_ref();
            report(&[
                object,
                tag,
                producer,
                time,
                &stamped.map(|_| sent_order),
                &stamped.map(|_| received_order),
                retraction,
            ])
        }
        Callback::AttributesInScope { object, attributes }
        | Callback::AttributesOutOfScope { object, attributes }
        | Callback::TurnUpdatesOffForObjectInstance { object, attributes }
        | Callback::ConfirmAttributeOwnershipAcquisitionCancellation { object, attributes }
        | Callback::AttributeIsNotOwned { object, attributes }
        | Callback::AttributeIsOwnedByRti { object, attributes } => report(&[object, attributes]),
        Callback::ProvideAttributeValueUpdate {
            object,
            attributes,
            tag,
        }
        | Callback::RequestAttributeOwnershipAssumption {
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
        } => report(&[object, attributes, tag]),
        Callback::TurnUpdatesOnForObjectInstance {
            object,
            attributes,
            update_rate_designator,
        } => report(&[object, attributes, update_rate_designator]),
        Callback::ConfirmAttributeTransportationTypeChange {
            object,
            attributes,
            transportation,
        } => report(&[object, attributes, transportation]),
        Callback::ReportAttributeTransportationType {
            object,
            attribute,
            transportation,
        } => report(&[object, attribute, transportation]),
        Callback::ConfirmInteractionTransportationTypeChange {
            class,
            transportation,
        } => report(&[class, transportation]),
        Callback::ReportInteractionTransportationType {
            federate,
            class,
            transportation,
        } => report(&[federate, class, transportation]),
        Callback::InformAttributeOwnership {
            object,
            attributes,
            owner,
        } => report(&[object, attributes, owner]),
        Callback::TimeRegulationEnabled { time }
        | Callback::TimeConstrainedEnabled { time }
        | Callback::TimeAdvanceGrant { time } => report(&[time]),
        Callback::FlushQueueGrant {
            time,
            optimistic_time,
        } => report(&[time, optimistic_time]),
        Callback::RequestRetraction { retraction } => report(&[retraction]),
        // New callbacks of the core are reported without arguments until they are listed here.
        _ => report(&[]),
    }
}

/// Whether a callback has an argument for sent regions.
#[derive(PartialEq)]
enum Regions {
    Told,
    Never,
}

/// Received values, then their supplemental data. Without a time the arguments about order are absent.
fn with_delivery<R>(
    delivery: &Delivery<'_>,
    received: &[&dyn Argument],
    regions: Regions,
    report: impl FnOnce(&[&dyn Argument]) -> R,
) -> R {
    let Delivery {
        tag,
        transportation,
        producer,
        time,
        sent_order,
        received_order,
        sent_regions,
        retraction,
    } = delivery;
    let sent_order = time.as_ref().map(|_| sent_order);
    let received_order = time.as_ref().map(|_| received_order);
    let mut arguments: Vec<&dyn Argument> = received.to_vec();
    arguments.extend([tag as &dyn Argument, transportation, producer]);
    if regions == Regions::Told {
        arguments.push(sent_regions);
    }
    arguments.extend([
        time as &dyn Argument,
        &sent_order,
        &received_order,
        retraction,
    ]);
    report(&arguments)
}
