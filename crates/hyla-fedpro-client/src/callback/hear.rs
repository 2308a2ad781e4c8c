//! The callback of each message.
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages::callback_request::CallbackRequest;
use hyla_types::{
    AttributeHandleSet, FederateHandleSet, FederateRestoreStatus, FederateSaveStatus,
    FederationExecutionInformation, FederationExecutionMemberInformation, Service,
};

use super::{Ears, Told};
use crate::convert::FromWire;

impl Ears<'_> {
    /// Calls the federate; gives the callback's row in the table of services.
    pub(crate) fn hear(&mut self, request: CallbackRequest) -> Told<Service> {
        use CallbackRequest as C;
        Ok(match request {
            C::ConnectionLost(m) => {
                self.federate.connection_lost(&m.fault_description);
                Service::ConnectionLost
            }
            C::ReportFederationExecutions(m) => {
                let report = Vec::<FederationExecutionInformation>::from_wire(m.report)?;
                self.federate.report_federation_executions(&report);
                Service::ReportFederationExecutions
            }
            C::ReportFederationExecutionMembers(m) => {
                let report = Vec::<FederationExecutionMemberInformation>::from_wire(m.report)?;
                self.federate
                    .report_federation_execution_members(&m.federation_name, &report);
                Service::ReportFederationExecutionMembers
            }
            C::ReportFederationExecutionDoesNotExist(m) => {
                self.federate
                    .report_federation_execution_does_not_exist(&m.federation_name);
                Service::ReportFederationExecutionDoesNotExist
            }
            C::FederateResigned(m) => {
                self.federate
                    .federate_resigned(&m.reason_for_resign_description);
                Service::FederateResigned
            }
            C::SynchronizationPointRegistrationSucceeded(m) => {
                self.federate
                    .synchronization_point_registration_succeeded(&m.synchronization_point_label);
                Service::SynchronizationPointRegistrationSucceeded
            }
            C::SynchronizationPointRegistrationFailed(m) => {
                let reason = FromWire::from_wire(m.reason)?;
                self.federate.synchronization_point_registration_failed(
                    &m.synchronization_point_label,
                    reason,
                );
                Service::SynchronizationPointRegistrationFailed
            }
            C::AnnounceSynchronizationPoint(m) => {
                self.federate.announce_synchronization_point(
                    &m.synchronization_point_label,
                    &m.user_supplied_tag,
                );
                Service::AnnounceSynchronizationPoint
            }
            C::FederationSynchronized(m) => {
                let failed_to_sync_set = FederateHandleSet::from_wire(m.failed_to_sync_set)?;
                self.federate
                    .federation_synchronized(&m.synchronization_point_label, &failed_to_sync_set);
                Service::FederationSynchronized
            }
            C::InitiateFederateSave(m) => {
                self.federate.initiate_federate_save(&m.label, None);
                Service::InitiateFederateSave
            }
            C::InitiateFederateSaveWithTime(m) => {
                let time = self.time(m.time)?;
                self.federate.initiate_federate_save(&m.label, Some(time));
                Service::InitiateFederateSave
            }
            C::FederationSaved(_) => {
                self.federate.federation_saved();
                Service::FederationSaved
            }
            C::FederationNotSaved(m) => {
                let reason = FromWire::from_wire(m.reason)?;
                self.federate.federation_not_saved(reason);
                Service::FederationNotSaved
            }
            C::FederationSaveStatusResponse(m) => {
                let response = Vec::<FederateSaveStatus>::from_wire(m.response)?;
                self.federate.federation_save_status_response(&response);
                Service::FederationSaveStatusResponse
            }
            C::RequestFederationRestoreSucceeded(m) => {
                self.federate.request_federation_restore_succeeded(&m.label);
                Service::RequestFederationRestoreSucceeded
            }
            C::RequestFederationRestoreFailed(m) => {
                self.federate.request_federation_restore_failed(&m.label);
                Service::RequestFederationRestoreFailed
            }
            C::FederationRestoreBegun(_) => {
                self.federate.federation_restore_begun();
                Service::FederationRestoreBegun
            }
            C::InitiateFederateRestore(m) => {
                let post_restore_federate_handle =
                    FromWire::from_wire(m.post_restore_federate_handle)?;
                self.federate.initiate_federate_restore(
                    &m.label,
                    &m.federate_name,
                    post_restore_federate_handle,
                );
                Service::InitiateFederateRestore
            }
            C::FederationRestored(_) => {
                self.federate.federation_restored();
                Service::FederationRestored
            }
            C::FederationNotRestored(m) => {
                let reason = FromWire::from_wire(m.reason)?;
                self.federate.federation_not_restored(reason);
                Service::FederationNotRestored
            }
            C::FederationRestoreStatusResponse(m) => {
                let response = Vec::<FederateRestoreStatus>::from_wire(m.response)?;
                self.federate.federation_restore_status_response(&response);
                Service::FederationRestoreStatusResponse
            }
            C::StartRegistrationForObjectClass(m) => {
                let object_class = FromWire::from_wire(m.object_class)?;
                self.federate
                    .start_registration_for_object_class(object_class);
                Service::StartRegistrationForObjectClass
            }
            C::StopRegistrationForObjectClass(m) => {
                let object_class = FromWire::from_wire(m.object_class)?;
                self.federate
                    .stop_registration_for_object_class(object_class);
                Service::StopRegistrationForObjectClass
            }
            C::TurnInteractionsOn(m) => {
                let interaction_class = FromWire::from_wire(m.interaction_class)?;
                self.federate.turn_interactions_on(interaction_class);
                Service::TurnInteractionsOn
            }
            C::TurnInteractionsOff(m) => {
                let interaction_class = FromWire::from_wire(m.interaction_class)?;
                self.federate.turn_interactions_off(interaction_class);
                Service::TurnInteractionsOff
            }
            C::ObjectInstanceNameReservationSucceeded(m) => {
                self.federate
                    .object_instance_name_reservation_succeeded(&m.object_instance_name);
                Service::ObjectInstanceNameReservationSucceeded
            }
            C::ObjectInstanceNameReservationFailed(m) => {
                self.federate
                    .object_instance_name_reservation_failed(&m.object_instance_name);
                Service::ObjectInstanceNameReservationFailed
            }
            C::MultipleObjectInstanceNameReservationSucceeded(m) => {
                self.federate
                    .multiple_object_instance_name_reservation_succeeded(&m.object_instance_names);
                Service::MultipleObjectInstanceNameReservationSucceeded
            }
            C::MultipleObjectInstanceNameReservationFailed(m) => {
                self.federate
                    .multiple_object_instance_name_reservation_failed(&m.object_instance_names);
                Service::MultipleObjectInstanceNameReservationFailed
            }
            C::DiscoverObjectInstance(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let object_class = FromWire::from_wire(m.object_class)?;
                let producing_federate = FromWire::from_wire(m.producing_federate)?;
                self.federate.discover_object_instance(
                    object_instance,
                    object_class,
                    &m.object_instance_name.into(),
                    producing_federate,
                );
                Service::DiscoverObjectInstance
            }
            C::AttributesInScope(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate
                    .attributes_in_scope(object_instance, &attributes);
                Service::AttributesInScope
            }
            C::AttributesOutOfScope(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate
                    .attributes_out_of_scope(object_instance, &attributes);
                Service::AttributesOutOfScope
            }
            C::ProvideAttributeValueUpdate(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate.provide_attribute_value_update(
                    object_instance,
                    &attributes,
                    &m.user_supplied_tag,
                );
                Service::ProvideAttributeValueUpdate
            }
            C::TurnUpdatesOnForObjectInstance(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate.turn_updates_on_for_object_instance(
                    object_instance,
                    &attributes,
                    None,
                );
                Service::TurnUpdatesOnForObjectInstance
            }
            C::TurnUpdatesOnForObjectInstanceWithRate(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate.turn_updates_on_for_object_instance(
                    object_instance,
                    &attributes,
                    Some(&m.update_rate_designator),
                );
                Service::TurnUpdatesOnForObjectInstance
            }
            C::TurnUpdatesOffForObjectInstance(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate
                    .turn_updates_off_for_object_instance(object_instance, &attributes);
                Service::TurnUpdatesOffForObjectInstance
            }
            C::ConfirmAttributeTransportationTypeChange(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                let transportation_type = FromWire::from_wire(m.transportation_type)?;
                self.federate.confirm_attribute_transportation_type_change(
                    object_instance,
                    &attributes,
                    transportation_type,
                );
                Service::ConfirmAttributeTransportationTypeChange
            }
            C::ReportAttributeTransportationType(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attribute = FromWire::from_wire(m.attribute)?;
                let transportation_type = FromWire::from_wire(m.transportation_type)?;
                self.federate.report_attribute_transportation_type(
                    object_instance,
                    attribute,
                    transportation_type,
                );
                Service::ReportAttributeTransportationType
            }
            C::ConfirmInteractionTransportationTypeChange(m) => {
                let interaction_class = FromWire::from_wire(m.interaction_class)?;
                let transportation_type = FromWire::from_wire(m.transportation_type)?;
                self.federate
                    .confirm_interaction_transportation_type_change(
                        interaction_class,
                        transportation_type,
                    );
                Service::ConfirmInteractionTransportationTypeChange
            }
            C::ReportInteractionTransportationType(m) => {
                let federate = FromWire::from_wire(m.federate)?;
                let interaction_class = FromWire::from_wire(m.interaction_class)?;
                let transportation_type = FromWire::from_wire(m.transportation_type)?;
                self.federate.report_interaction_transportation_type(
                    federate,
                    interaction_class,
                    transportation_type,
                );
                Service::ReportInteractionTransportationType
            }
            C::RequestAttributeOwnershipAssumption(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let offered_attributes = AttributeHandleSet::from_wire(m.offered_attributes)?;
                self.federate.request_attribute_ownership_assumption(
                    object_instance,
                    &offered_attributes,
                    &m.user_supplied_tag,
                );
                Service::RequestAttributeOwnershipAssumption
            }
            C::RequestDivestitureConfirmation(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let released_attributes = AttributeHandleSet::from_wire(m.released_attributes)?;
                self.federate.request_divestiture_confirmation(
                    object_instance,
                    &released_attributes,
                    &m.user_supplied_tag,
                );
                Service::RequestDivestitureConfirmation
            }
            C::AttributeOwnershipAcquisitionNotification(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let secured_attributes = AttributeHandleSet::from_wire(m.secured_attributes)?;
                self.federate.attribute_ownership_acquisition_notification(
                    object_instance,
                    &secured_attributes,
                    &m.user_supplied_tag,
                );
                Service::AttributeOwnershipAcquisitionNotification
            }
            C::AttributeOwnershipUnavailable(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate.attribute_ownership_unavailable(
                    object_instance,
                    &attributes,
                    &m.user_supplied_tag,
                );
                Service::AttributeOwnershipUnavailable
            }
            C::RequestAttributeOwnershipRelease(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let candidate_attributes = AttributeHandleSet::from_wire(m.candidate_attributes)?;
                self.federate.request_attribute_ownership_release(
                    object_instance,
                    &candidate_attributes,
                    &m.user_supplied_tag,
                );
                Service::RequestAttributeOwnershipRelease
            }
            C::ConfirmAttributeOwnershipAcquisitionCancellation(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate
                    .confirm_attribute_ownership_acquisition_cancellation(
                        object_instance,
                        &attributes,
                    );
                Service::ConfirmAttributeOwnershipAcquisitionCancellation
            }
            C::InformAttributeOwnership(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                let owner = FromWire::from_wire(m.federate)?;
                self.federate
                    .inform_attribute_ownership(object_instance, &attributes, owner);
                Service::InformAttributeOwnership
            }
            C::AttributeIsNotOwned(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate
                    .attribute_is_not_owned(object_instance, &attributes);
                Service::AttributeIsNotOwned
            }
            C::AttributeIsOwnedByRti(m) => {
                let object_instance = FromWire::from_wire(m.object_instance)?;
                let attributes = AttributeHandleSet::from_wire(m.attributes)?;
                self.federate
                    .attribute_is_owned_by_rti(object_instance, &attributes);
                Service::AttributeIsOwnedByRti
            }
            C::TimeRegulationEnabled(m) => {
                let time = self.time(m.time)?;
                self.federate.time_regulation_enabled(time);
                Service::TimeRegulationEnabled
            }
            C::TimeConstrainedEnabled(m) => {
                let time = self.time(m.time)?;
                self.federate.time_constrained_enabled(time);
                Service::TimeConstrainedEnabled
            }
            C::FlushQueueGrant(m) => {
                let time = self.time(m.time)?;
                let optimistic_time = self.time(m.optimistic_time)?;
                self.federate.flush_queue_grant(time, optimistic_time);
                Service::FlushQueueGrant
            }
            C::TimeAdvanceGrant(m) => {
                let time = self.time(m.time)?;
                self.federate.time_advance_grant(time);
                Service::TimeAdvanceGrant
            }
            C::RequestRetraction(m) => {
                let retraction = FromWire::from_wire(m.retraction)?;
                self.federate.request_retraction(retraction);
                Service::RequestRetraction
            }
            C::ReflectAttributeValues(_)
            | C::ReflectAttributeValuesWithTime(_)
            | C::ReceiveInteraction(_)
            | C::ReceiveInteractionWithTime(_)
            | C::ReceiveDirectedInteraction(_)
            | C::ReceiveDirectedInteractionWithTime(_)
            | C::RemoveObjectInstance(_)
            | C::RemoveObjectInstanceWithTime(_) => return self.hear_delivery(request),
        })
    }
}
