//! Arguments of callbacks, for reports of service invocations.
//!
//! Written by `make faces` from the table of services.

use super::Callback;
use crate::mom::Argument;

impl Callback<'_> {
    /// Passes the arguments of the callback to `report`, in the order of the service description.
    pub fn with_arguments<R>(&self, report: impl FnOnce(&[&dyn Argument]) -> R) -> R {
        match self {
            Self::ConnectionLost { fault_description } => report(&[fault_description]),
            Self::ReportFederationExecutions { executions } => report(&[&executions.as_slice()]),
            Self::ReportFederationExecutionMembers {
                federation,
                members,
            } => report(&[federation, &members.as_slice()]),
            Self::ReportFederationExecutionDoesNotExist { federation } => report(&[federation]),
            Self::FederateResigned { reason } => report(&[reason]),
            Self::SynchronizationPointRegistrationSucceeded { label } => report(&[label]),
            Self::SynchronizationPointRegistrationFailed { label, reason } => {
                report(&[label, reason])
            }
            Self::AnnounceSynchronizationPoint { label, tag } => report(&[label, tag]),
            Self::FederationSynchronized { label, failed } => report(&[label, failed]),
            Self::InitiateFederateSave { label, time } => report(&[label, time]),
            Self::FederationSaved => report(&[]),
            Self::FederationNotSaved { reason } => report(&[reason]),
            Self::FederationSaveStatusResponse { statuses } => report(&[&statuses.as_slice()]),
            Self::RequestFederationRestoreSucceeded { label } => report(&[label]),
            Self::RequestFederationRestoreFailed { label } => report(&[label]),
            Self::FederationRestoreBegun => report(&[]),
            Self::InitiateFederateRestore {
                label,
                name,
                handle,
            } => report(&[label, name, handle]),
            Self::FederationRestored => report(&[]),
            Self::FederationNotRestored { reason } => report(&[reason]),
            Self::FederationRestoreStatusResponse { statuses } => report(&[&statuses.as_slice()]),
            Self::StartRegistrationForObjectClass { class } => report(&[class]),
            Self::StopRegistrationForObjectClass { class } => report(&[class]),
            Self::TurnInteractionsOn { class } => report(&[class]),
            Self::TurnInteractionsOff { class } => report(&[class]),
            Self::ObjectInstanceNameReservationSucceeded { name } => report(&[name]),
            Self::ObjectInstanceNameReservationFailed { name } => report(&[name]),
            Self::MultipleObjectInstanceNameReservationSucceeded { names } => report(&[names]),
            Self::MultipleObjectInstanceNameReservationFailed { names } => report(&[names]),
            Self::DiscoverObjectInstance {
                object,
                class,
                name,
                producer,
            } => report(&[object, class, name, producer]),
            Self::ReflectAttributeValues {
                object,
                values,
                delivery,
            } => report(&[
                object,
                &&**values,
                &delivery.tag,
                &delivery.transportation,
                &delivery.producer,
                &delivery.sent_regions,
                &delivery.time,
                &delivery.time.as_ref().map(|_| delivery.sent_order),
                &delivery.time.as_ref().map(|_| delivery.received_order),
                &delivery.retraction,
            ]),
            Self::ReceiveInteraction {
                class,
                values,
                delivery,
            } => report(&[
                class,
                &&**values,
                &delivery.tag,
                &delivery.transportation,
                &delivery.producer,
                &delivery.sent_regions,
                &delivery.time,
                &delivery.time.as_ref().map(|_| delivery.sent_order),
                &delivery.time.as_ref().map(|_| delivery.received_order),
                &delivery.retraction,
            ]),
            Self::ReceiveDirectedInteraction {
                class,
                object,
                values,
                delivery,
            } => report(&[
                class,
                object,
                &&**values,
                &delivery.tag,
                &delivery.transportation,
                &delivery.producer,
                &delivery.time,
                &delivery.time.as_ref().map(|_| delivery.sent_order),
                &delivery.time.as_ref().map(|_| delivery.received_order),
                &delivery.retraction,
            ]),
            Self::RemoveObjectInstance { object, delivery } => report(&[
                object,
                &delivery.tag,
                &delivery.producer,
                &delivery.time,
                &delivery.time.as_ref().map(|_| delivery.sent_order),
                &delivery.time.as_ref().map(|_| delivery.received_order),
                &delivery.retraction,
            ]),
            Self::AttributesInScope { object, attributes } => report(&[object, attributes]),
            Self::AttributesOutOfScope { object, attributes } => report(&[object, attributes]),
            Self::ProvideAttributeValueUpdate {
                object,
                attributes,
                tag,
            } => report(&[object, attributes, tag]),
            Self::TurnUpdatesOnForObjectInstance {
                object,
                attributes,
                update_rate_designator,
            } => report(&[object, attributes, update_rate_designator]),
            Self::TurnUpdatesOffForObjectInstance { object, attributes } => {
                report(&[object, attributes])
            }
            Self::ConfirmAttributeTransportationTypeChange {
                object,
                attributes,
                transportation,
            } => report(&[object, attributes, transportation]),
            Self::ReportAttributeTransportationType {
                object,
                attribute,
                transportation,
            } => report(&[object, attribute, transportation]),
            Self::ConfirmInteractionTransportationTypeChange {
                class,
                transportation,
            } => report(&[class, transportation]),
            Self::ReportInteractionTransportationType {
                federate,
                class,
                transportation,
            } => report(&[federate, class, transportation]),
            Self::RequestAttributeOwnershipAssumption {
                object,
                attributes,
                tag,
            } => report(&[object, attributes, tag]),
            Self::RequestDivestitureConfirmation {
                object,
                attributes,
                tag,
            } => report(&[object, attributes, tag]),
            Self::AttributeOwnershipAcquisitionNotification {
                object,
                attributes,
                tag,
            } => report(&[object, attributes, tag]),
            Self::AttributeOwnershipUnavailable {
                object,
                attributes,
                tag,
            } => report(&[object, attributes, tag]),
            Self::RequestAttributeOwnershipRelease {
                object,
                attributes,
                tag,
            } => report(&[object, attributes, tag]),
            Self::ConfirmAttributeOwnershipAcquisitionCancellation { object, attributes } => {
                report(&[object, attributes])
            }
            Self::InformAttributeOwnership {
                object,
                attributes,
                owner,
            } => report(&[object, attributes, owner]),
            Self::AttributeIsNotOwned { object, attributes } => report(&[object, attributes]),
            Self::AttributeIsOwnedByRti { object, attributes } => report(&[object, attributes]),
            Self::TimeRegulationEnabled { time } => report(&[time]),
            Self::TimeConstrainedEnabled { time } => report(&[time]),
            Self::FlushQueueGrant {
                time,
                optimistic_time,
            } => report(&[time, optimistic_time]),
            Self::TimeAdvanceGrant { time } => report(&[time]),
            Self::RequestRetraction { retraction } => report(&[retraction]),
        }
    }
}
