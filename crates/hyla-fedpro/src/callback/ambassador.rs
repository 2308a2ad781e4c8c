//! One message for each callback.
//!
//! Written by `make faces` from the table of services.

use std::sync::Arc;

use bytes::Bytes;
use hyla_fedpro_messages as fp;
use hyla_fedpro_messages::Written;
use hyla_fedpro_messages::callback_request::CallbackRequest as Message;
use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, RestoreFailureReason, SaveFailureReason,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};

use super::{Callbacks, Urgency};
use crate::convert::ToField;

impl<S: FnMut(&dyn Written, Urgency) + Send> FederateAmbassador for Callbacks<S> {
    fn connection_lost(&mut self, fault_description: &str) {
        self.send(Message::ConnectionLost(fp::ConnectionLost {
            fault_description: fault_description.to_owned(),
        }));
    }

    fn report_federation_executions(&mut self, report: &[FederationExecutionInformation]) {
        self.send(Message::ReportFederationExecutions(
            fp::ReportFederationExecutions {
                report: report.field(),
            },
        ));
    }

    fn report_federation_execution_members(
        &mut self,
        federation_name: &str,
        report: &[FederationExecutionMemberInformation],
    ) {
        self.send_new(|| {
            Message::ReportFederationExecutionMembers(fp::ReportFederationExecutionMembers {
                federation_name: federation_name.to_owned(),
                report: report.field(),
            })
        });
    }

    fn report_federation_execution_does_not_exist(&mut self, federation_name: &str) {
        self.send_new(|| {
            Message::ReportFederationExecutionDoesNotExist(
                fp::ReportFederationExecutionDoesNotExist {
                    federation_name: federation_name.to_owned(),
                },
            )
        });
    }

    fn federate_resigned(&mut self, reason_for_resign_description: &str) {
        self.send_new(|| {
            Message::FederateResigned(fp::FederateResigned {
                reason_for_resign_description: reason_for_resign_description.to_owned(),
            })
        });
    }

    fn synchronization_point_registration_succeeded(&mut self, synchronization_point_label: &str) {
        self.send(Message::SynchronizationPointRegistrationSucceeded(
            fp::SynchronizationPointRegistrationSucceeded {
                synchronization_point_label: synchronization_point_label.to_owned(),
            },
        ));
    }

    fn synchronization_point_registration_failed(
        &mut self,
        synchronization_point_label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
        self.send(Message::SynchronizationPointRegistrationFailed(
            fp::SynchronizationPointRegistrationFailed {
                synchronization_point_label: synchronization_point_label.to_owned(),
                reason: reason.field(),
            },
        ));
    }

    fn announce_synchronization_point(
        &mut self,
        synchronization_point_label: &str,
        user_supplied_tag: &[u8],
    ) {
        self.send(Message::AnnounceSynchronizationPoint(
            fp::AnnounceSynchronizationPoint {
                synchronization_point_label: synchronization_point_label.to_owned(),
                user_supplied_tag: Bytes::copy_from_slice(user_supplied_tag),
            },
        ));
    }

    fn federation_synchronized(
        &mut self,
        synchronization_point_label: &str,
        failed_to_sync_set: &FederateHandleSet,
    ) {
        self.send(Message::FederationSynchronized(
            fp::FederationSynchronized {
                synchronization_point_label: synchronization_point_label.to_owned(),
                failed_to_sync_set: failed_to_sync_set.field(),
            },
        ));
    }

    fn initiate_federate_save(&mut self, label: &str, time: Option<LogicalTime>) {
        match time {
            None => {
                self.send(Message::InitiateFederateSave(fp::InitiateFederateSave {
                    label: label.to_owned(),
                }));
            }
            Some(time) => {
                self.send(Message::InitiateFederateSaveWithTime(
                    fp::InitiateFederateSaveWithTime {
                        label: label.to_owned(),
                        time: time.field(),
                    },
                ));
            }
        }
    }

    fn federation_saved(&mut self) {
        self.send(Message::FederationSaved(fp::FederationSaved {}));
    }

    fn federation_not_saved(&mut self, reason: SaveFailureReason) {
        self.send(Message::FederationNotSaved(fp::FederationNotSaved {
            reason: reason.field(),
        }));
    }

    fn federation_save_status_response(&mut self, response: &[FederateSaveStatus]) {
        self.send(Message::FederationSaveStatusResponse(
            fp::FederationSaveStatusResponse {
                response: response.field(),
            },
        ));
    }

    fn request_federation_restore_succeeded(&mut self, label: &str) {
        self.send(Message::RequestFederationRestoreSucceeded(
            fp::RequestFederationRestoreSucceeded {
                label: label.to_owned(),
            },
        ));
    }

    fn request_federation_restore_failed(&mut self, label: &str) {
        self.send(Message::RequestFederationRestoreFailed(
            fp::RequestFederationRestoreFailed {
                label: label.to_owned(),
            },
        ));
    }

    fn federation_restore_begun(&mut self) {
        self.send(Message::FederationRestoreBegun(
            fp::FederationRestoreBegun {},
        ));
    }

    fn initiate_federate_restore(
        &mut self,
        label: &str,
        federate_name: &str,
        post_restore_federate_handle: FederateHandle,
    ) {
        self.send(Message::InitiateFederateRestore(
            fp::InitiateFederateRestore {
                label: label.to_owned(),
                federate_name: federate_name.to_owned(),
                post_restore_federate_handle: post_restore_federate_handle.field(),
            },
        ));
    }

    fn federation_restored(&mut self) {
        self.send(Message::FederationRestored(fp::FederationRestored {}));
    }

    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {
        self.send(Message::FederationNotRestored(fp::FederationNotRestored {
            reason: reason.field(),
        }));
    }

    fn federation_restore_status_response(&mut self, response: &[FederateRestoreStatus]) {
        self.send(Message::FederationRestoreStatusResponse(
            fp::FederationRestoreStatusResponse {
                response: response.field(),
            },
        ));
    }

    fn start_registration_for_object_class(&mut self, object_class: ObjectClassHandle) {
        self.send(Message::StartRegistrationForObjectClass(
            fp::StartRegistrationForObjectClass {
                object_class: object_class.field(),
            },
        ));
    }

    fn stop_registration_for_object_class(&mut self, object_class: ObjectClassHandle) {
        self.send(Message::StopRegistrationForObjectClass(
            fp::StopRegistrationForObjectClass {
                object_class: object_class.field(),
            },
        ));
    }

    fn turn_interactions_on(&mut self, interaction_class: InteractionClassHandle) {
        self.send(Message::TurnInteractionsOn(fp::TurnInteractionsOn {
            interaction_class: interaction_class.field(),
        }));
    }

    fn turn_interactions_off(&mut self, interaction_class: InteractionClassHandle) {
        self.send(Message::TurnInteractionsOff(fp::TurnInteractionsOff {
            interaction_class: interaction_class.field(),
        }));
    }

    fn object_instance_name_reservation_succeeded(&mut self, object_instance_name: &str) {
        self.send(Message::ObjectInstanceNameReservationSucceeded(
            fp::ObjectInstanceNameReservationSucceeded {
                object_instance_name: object_instance_name.to_owned(),
            },
        ));
    }

    fn object_instance_name_reservation_failed(&mut self, object_instance_name: &str) {
        self.send(Message::ObjectInstanceNameReservationFailed(
            fp::ObjectInstanceNameReservationFailed {
                object_instance_name: object_instance_name.to_owned(),
            },
        ));
    }

    fn multiple_object_instance_name_reservation_succeeded(
        &mut self,
        object_instance_names: &[String],
    ) {
        self.send(Message::MultipleObjectInstanceNameReservationSucceeded(
            fp::MultipleObjectInstanceNameReservationSucceeded {
                object_instance_names: object_instance_names.to_vec(),
            },
        ));
    }

    fn multiple_object_instance_name_reservation_failed(
        &mut self,
        object_instance_names: &[String],
    ) {
        self.send(Message::MultipleObjectInstanceNameReservationFailed(
            fp::MultipleObjectInstanceNameReservationFailed {
                object_instance_names: object_instance_names.to_vec(),
            },
        ));
    }

    fn discover_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        object_class: ObjectClassHandle,
        object_instance_name: &Arc<str>,
        producing_federate: Option<FederateHandle>,
    ) {
        self.send(Message::DiscoverObjectInstance(
            fp::DiscoverObjectInstance {
                object_instance: object_instance.field(),
                object_class: object_class.field(),
                object_instance_name: object_instance_name.to_string(),
                producing_federate: producing_federate.field(),
            },
        ));
    }

    fn reflect_attribute_values(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attribute_values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        self.reflect(object_instance, attribute_values, delivery);
    }

    fn receive_interaction(
        &mut self,
        interaction_class: InteractionClassHandle,
        parameter_values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        self.receive(interaction_class, parameter_values, delivery);
    }

    fn receive_directed_interaction(
        &mut self,
        interaction_class: InteractionClassHandle,
        object_instance: ObjectInstanceHandle,
        parameter_values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        self.receive_directed(
            interaction_class,
            object_instance,
            parameter_values,
            delivery,
        );
    }

    fn remove_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        delivery: &Delivery<'_>,
    ) {
        self.remove(object_instance, delivery);
    }

    fn attributes_in_scope(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.send(Message::AttributesInScope(fp::AttributesInScope {
            object_instance: object_instance.field(),
            attributes: attributes.field(),
        }));
    }

    fn attributes_out_of_scope(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.send(Message::AttributesOutOfScope(fp::AttributesOutOfScope {
            object_instance: object_instance.field(),
            attributes: attributes.field(),
        }));
    }

    fn provide_attribute_value_update(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        self.send(Message::ProvideAttributeValueUpdate(
            fp::ProvideAttributeValueUpdate {
                object_instance: object_instance.field(),
                attributes: attributes.field(),
                user_supplied_tag: Bytes::copy_from_slice(user_supplied_tag),
            },
        ));
    }

    fn turn_updates_on_for_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        update_rate_designator: Option<&str>,
    ) {
        match update_rate_designator {
            None => {
                self.send(Message::TurnUpdatesOnForObjectInstance(
                    fp::TurnUpdatesOnForObjectInstance {
                        object_instance: object_instance.field(),
                        attributes: attributes.field(),
                    },
                ));
            }
            Some(update_rate_designator) => {
                self.send(Message::TurnUpdatesOnForObjectInstanceWithRate(
                    fp::TurnUpdatesOnForObjectInstanceWithRate {
                        object_instance: object_instance.field(),
                        attributes: attributes.field(),
                        update_rate_designator: update_rate_designator.to_owned(),
                    },
                ));
            }
        }
    }

    fn turn_updates_off_for_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.send(Message::TurnUpdatesOffForObjectInstance(
            fp::TurnUpdatesOffForObjectInstance {
                object_instance: object_instance.field(),
                attributes: attributes.field(),
            },
        ));
    }

    fn confirm_attribute_transportation_type_change(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) {
        self.send(Message::ConfirmAttributeTransportationTypeChange(
            fp::ConfirmAttributeTransportationTypeChange {
                object_instance: object_instance.field(),
                attributes: attributes.field(),
                transportation_type: self.transportation(transportation_type),
            },
        ));
    }

    fn report_attribute_transportation_type(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation_type: TransportationTypeHandle,
    ) {
        self.send(Message::ReportAttributeTransportationType(
            fp::ReportAttributeTransportationType {
                object_instance: object_instance.field(),
                attribute: attribute.field(),
                transportation_type: self.transportation(transportation_type),
            },
        ));
    }

    fn confirm_interaction_transportation_type_change(
        &mut self,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) {
        self.send(Message::ConfirmInteractionTransportationTypeChange(
            fp::ConfirmInteractionTransportationTypeChange {
                interaction_class: interaction_class.field(),
                transportation_type: self.transportation(transportation_type),
            },
        ));
    }

    fn report_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) {
        self.send(Message::ReportInteractionTransportationType(
            fp::ReportInteractionTransportationType {
                federate: federate.field(),
                interaction_class: interaction_class.field(),
                transportation_type: self.transportation(transportation_type),
            },
        ));
    }

    fn request_attribute_ownership_assumption(
        &mut self,
        object_instance: ObjectInstanceHandle,
        offered_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        self.send(Message::RequestAttributeOwnershipAssumption(
            fp::RequestAttributeOwnershipAssumption {
                object_instance: object_instance.field(),
                offered_attributes: offered_attributes.field(),
                user_supplied_tag: Bytes::copy_from_slice(user_supplied_tag),
            },
        ));
    }

    fn request_divestiture_confirmation(
        &mut self,
        object_instance: ObjectInstanceHandle,
        released_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        self.send(Message::RequestDivestitureConfirmation(
            fp::RequestDivestitureConfirmation {
                object_instance: object_instance.field(),
                released_attributes: released_attributes.field(),
                user_supplied_tag: self.new_tag(user_supplied_tag),
            },
        ));
    }

    fn attribute_ownership_acquisition_notification(
        &mut self,
        object_instance: ObjectInstanceHandle,
        secured_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        self.send(Message::AttributeOwnershipAcquisitionNotification(
            fp::AttributeOwnershipAcquisitionNotification {
                object_instance: object_instance.field(),
                secured_attributes: secured_attributes.field(),
                user_supplied_tag: Bytes::copy_from_slice(user_supplied_tag),
            },
        ));
    }

    fn attribute_ownership_unavailable(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        self.send(Message::AttributeOwnershipUnavailable(
            fp::AttributeOwnershipUnavailable {
                object_instance: object_instance.field(),
                attributes: attributes.field(),
                user_supplied_tag: self.new_tag(user_supplied_tag),
            },
        ));
    }

    fn request_attribute_ownership_release(
        &mut self,
        object_instance: ObjectInstanceHandle,
        candidate_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        self.send(Message::RequestAttributeOwnershipRelease(
            fp::RequestAttributeOwnershipRelease {
                object_instance: object_instance.field(),
                candidate_attributes: candidate_attributes.field(),
                user_supplied_tag: Bytes::copy_from_slice(user_supplied_tag),
            },
        ));
    }

    fn confirm_attribute_ownership_acquisition_cancellation(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.send(Message::ConfirmAttributeOwnershipAcquisitionCancellation(
            fp::ConfirmAttributeOwnershipAcquisitionCancellation {
                object_instance: object_instance.field(),
                attributes: attributes.field(),
            },
        ));
    }

    fn inform_attribute_ownership(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: FederateHandle,
    ) {
        self.send_owned(attributes, |attributes| {
            Message::InformAttributeOwnership(fp::InformAttributeOwnership {
                object_instance: object_instance.field(),
                attributes,
                federate: owner.field(),
            })
        });
    }

    fn attribute_is_not_owned(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.send_owned(attributes, |attributes| {
            Message::AttributeIsNotOwned(fp::AttributeIsNotOwned {
                object_instance: object_instance.field(),
                attributes,
            })
        });
    }

    fn attribute_is_owned_by_rti(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.send_owned(attributes, |attributes| {
            Message::AttributeIsOwnedByRti(fp::AttributeIsOwnedByRti {
                object_instance: object_instance.field(),
                attributes,
            })
        });
    }

    fn time_regulation_enabled(&mut self, time: LogicalTime) {
        self.send(Message::TimeRegulationEnabled(fp::TimeRegulationEnabled {
            time: time.field(),
        }));
    }

    fn time_constrained_enabled(&mut self, time: LogicalTime) {
        self.send(Message::TimeConstrainedEnabled(
            fp::TimeConstrainedEnabled { time: time.field() },
        ));
    }

    fn flush_queue_grant(&mut self, time: LogicalTime, optimistic_time: LogicalTime) {
        self.flushed(time, optimistic_time);
    }

    fn time_advance_grant(&mut self, time: LogicalTime) {
        self.send(Message::TimeAdvanceGrant(fp::TimeAdvanceGrant {
            time: time.field(),
        }));
    }

    fn request_retraction(&mut self, retraction: MessageRetractionHandle) {
        self.send(Message::RequestRetraction(fp::RequestRetraction {
            retraction: retraction.field(),
        }));
    }
}
