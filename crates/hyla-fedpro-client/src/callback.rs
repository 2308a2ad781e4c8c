//! Callbacks: messages to a federate ambassador.

mod delivery;

use std::sync::Arc;

use hyla_core::callback::FederateAmbassador;
use hyla_fedpro_messages as pb;
use hyla_fedpro_messages::callback_request::CallbackRequest;
use hyla_types::{
    AttributeHandleSet, Exception, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    LogicalTime, RegionHandleSet, Service, TimeImplementation,
};

use crate::convert::{FromWire, broken, code};

type Told<T> = Result<T, Exception>;

/// What a client needs of its federate to understand callbacks.
pub(crate) struct Ears<'a> {
    pub(crate) federate: &'a mut dyn FederateAmbassador,
    pub(crate) time: TimeImplementation,
    /// Makes local handles of conveyed regions.
    pub(crate) regions: &'a mut dyn FnMut(pb::ConveyedRegionSet) -> Told<RegionHandleSet>,
}

impl Ears<'_> {
    fn time(&self, time: Option<pb::LogicalTime>) -> Told<LogicalTime> {
        let time = time.ok_or_else(|| broken("a callback without its time"))?;
        self.time
            .decode_time(&time.data)
            .map_err(|error| broken(error.to_string()))
    }

    /// Calls the federate; gives the callback's row in the table of services.
    pub(crate) fn hear(&mut self, request: CallbackRequest) -> Told<Service> {
        use CallbackRequest as C;
        let set = |set: Option<pb::AttributeHandleSet>| AttributeHandleSet::from_wire(set);
        let executions = |report: Option<pb::FederationExecutionInformationSet>| {
            let all = report.map(|r| r.federation_execution_information);
            let one = |i: pb::FederationExecutionInformation| FederationExecutionInformation {
                federation_execution_name: i.federation_execution_name,
                logical_time_implementation_name: i.logical_time_implementation_name,
            };
            all.unwrap_or_default()
                .into_iter()
                .map(one)
                .collect::<Vec<_>>()
        };
        let service = match request {
            C::ConnectionLost(m) => {
                self.federate.connection_lost(&m.fault_description);
                Service::ConnectionLost
            }
            C::ReportFederationExecutions(m) => {
                self.federate
                    .report_federation_executions(&executions(m.report));
                Service::ReportFederationExecutions
            }
            C::ReportFederationExecutionMembers(m) => {
                let all = m.report.map(|r| r.federation_execution_member_information);
                let members: Vec<_> = all
                    .unwrap_or_default()
                    .into_iter()
                    .map(|i| FederationExecutionMemberInformation {
                        federate_name: i.federate_name,
                        federate_type: i.federate_type,
                    })
                    .collect();
                self.federate
                    .report_federation_execution_members(&m.federation_name, &members);
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
                self.federate.synchronization_point_registration_failed(
                    &m.synchronization_point_label,
                    code(m.reason)?,
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
                let failed = FederateHandleSet::from_wire(m.failed_to_sync_set)?;
                self.federate
                    .federation_synchronized(&m.synchronization_point_label, &failed);
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
                self.federate.federation_not_saved(code(m.reason)?);
                Service::FederationNotSaved
            }
            C::FederationSaveStatusResponse(m) => {
                let all = m.response.map(|r| r.federate_handle_save_status_pair);
                let one = |pair: pb::FederateHandleSaveStatusPair| {
                    Ok(FederateSaveStatus {
                        federate: FederateHandle::from_wire(pair.federate_handle)?,
                        status: code(pair.save_status)?,
                    })
                };
                let all: Told<Vec<_>> = all.unwrap_or_default().into_iter().map(one).collect();
                self.federate.federation_save_status_response(&all?);
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
                let handle = FederateHandle::from_wire(m.post_restore_federate_handle)?;
                self.federate
                    .initiate_federate_restore(&m.label, &m.federate_name, handle);
                Service::InitiateFederateRestore
            }
            C::FederationRestored(_) => {
                self.federate.federation_restored();
                Service::FederationRestored
            }
            C::FederationNotRestored(m) => {
                self.federate.federation_not_restored(code(m.reason)?);
                Service::FederationNotRestored
            }
            C::FederationRestoreStatusResponse(m) => {
                let all = m.response.map(|r| r.federate_restore_status);
                let one = |status: pb::FederateRestoreStatus| {
                    Ok(FederateRestoreStatus {
                        pre_restore_handle: FederateHandle::from_wire(status.pre_restore_handle)?,
                        post_restore_handle: FederateHandle::from_wire(status.post_restore_handle)?,
                        status: code(status.restore_status)?,
                    })
                };
                let all: Told<Vec<_>> = all.unwrap_or_default().into_iter().map(one).collect();
                self.federate.federation_restore_status_response(&all?);
                Service::FederationRestoreStatusResponse
            }
            C::StartRegistrationForObjectClass(m) => {
                let class = FromWire::from_wire(m.object_class)?;
                self.federate.start_registration_for_object_class(class);
                Service::StartRegistrationForObjectClass
            }
            C::StopRegistrationForObjectClass(m) => {
                let class = FromWire::from_wire(m.object_class)?;
                self.federate.stop_registration_for_object_class(class);
                Service::StopRegistrationForObjectClass
            }
            C::TurnInteractionsOn(m) => {
                let class = FromWire::from_wire(m.interaction_class)?;
                self.federate.turn_interactions_on(class);
                Service::TurnInteractionsOn
            }
            C::TurnInteractionsOff(m) => {
                let class = FromWire::from_wire(m.interaction_class)?;
                self.federate.turn_interactions_off(class);
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
                let producer = m
                    .producing_federate
                    .filter(|handle| !handle.data.is_empty());
                let producer = producer.map(|handle| FederateHandle::from_wire(Some(handle)));
                self.federate.discover_object_instance(
                    FromWire::from_wire(m.object_instance)?,
                    FromWire::from_wire(m.object_class)?,
                    &Arc::from(m.object_instance_name),
                    producer.transpose()?,
                );
                Service::DiscoverObjectInstance
            }
            C::ReflectAttributeValues(_)
            | C::ReflectAttributeValuesWithTime(_)
            | C::ReceiveInteraction(_)
            | C::ReceiveInteractionWithTime(_)
            | C::ReceiveDirectedInteraction(_)
            | C::ReceiveDirectedInteractionWithTime(_)
            | C::RemoveObjectInstance(_)
            | C::RemoveObjectInstanceWithTime(_) => return self.hear_delivery(request),
            C::AttributesInScope(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                self.federate
                    .attributes_in_scope(object, &set(m.attributes)?);
                Service::AttributesInScope
            }
            C::AttributesOutOfScope(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                self.federate
                    .attributes_out_of_scope(object, &set(m.attributes)?);
                Service::AttributesOutOfScope
            }
            C::ProvideAttributeValueUpdate(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                self.federate.provide_attribute_value_update(
                    object,
                    &set(m.attributes)?,
                    &m.user_supplied_tag,
                );
                Service::ProvideAttributeValueUpdate
            }
            C::TurnUpdatesOnForObjectInstance(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                let attributes = set(m.attributes)?;
                self.federate
                    .turn_updates_on_for_object_instance(object, &attributes, None);
                Service::TurnUpdatesOnForObjectInstance
            }
            C::TurnUpdatesOnForObjectInstanceWithRate(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                let (attributes, rate) = (set(m.attributes)?, m.update_rate_designator);
                self.federate
                    .turn_updates_on_for_object_instance(object, &attributes, Some(&rate));
                Service::TurnUpdatesOnForObjectInstance
            }
            C::TurnUpdatesOffForObjectInstance(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                self.federate
                    .turn_updates_off_for_object_instance(object, &set(m.attributes)?);
                Service::TurnUpdatesOffForObjectInstance
            }
            C::ConfirmAttributeTransportationTypeChange(m) => {
                self.federate.confirm_attribute_transportation_type_change(
                    FromWire::from_wire(m.object_instance)?,
                    &set(m.attributes)?,
                    FromWire::from_wire(m.transportation_type)?,
                );
                Service::ConfirmAttributeTransportationTypeChange
            }
            C::ReportAttributeTransportationType(m) => {
                self.federate.report_attribute_transportation_type(
                    FromWire::from_wire(m.object_instance)?,
                    FromWire::from_wire(m.attribute)?,
                    FromWire::from_wire(m.transportation_type)?,
                );
                Service::ReportAttributeTransportationType
            }
            C::ConfirmInteractionTransportationTypeChange(m) => {
                self.federate
                    .confirm_interaction_transportation_type_change(
                        FromWire::from_wire(m.interaction_class)?,
                        FromWire::from_wire(m.transportation_type)?,
                    );
                Service::ConfirmInteractionTransportationTypeChange
            }
            C::ReportInteractionTransportationType(m) => {
                self.federate.report_interaction_transportation_type(
                    FromWire::from_wire(m.federate)?,
                    FromWire::from_wire(m.interaction_class)?,
                    FromWire::from_wire(m.transportation_type)?,
                );
                Service::ReportInteractionTransportationType
            }
            C::RequestAttributeOwnershipAssumption(m) => {
                self.federate.request_attribute_ownership_assumption(
                    FromWire::from_wire(m.object_instance)?,
                    &set(m.offered_attributes)?,
                    &m.user_supplied_tag,
                );
                Service::RequestAttributeOwnershipAssumption
            }
            C::RequestDivestitureConfirmation(m) => {
                self.federate.request_divestiture_confirmation(
                    FromWire::from_wire(m.object_instance)?,
                    &set(m.released_attributes)?,
                    &m.user_supplied_tag,
                );
                Service::RequestDivestitureConfirmation
            }
            C::AttributeOwnershipAcquisitionNotification(m) => {
                self.federate.attribute_ownership_acquisition_notification(
                    FromWire::from_wire(m.object_instance)?,
                    &set(m.secured_attributes)?,
                    &m.user_supplied_tag,
                );
                Service::AttributeOwnershipAcquisitionNotification
            }
            C::AttributeOwnershipUnavailable(m) => {
                self.federate.attribute_ownership_unavailable(
                    FromWire::from_wire(m.object_instance)?,
                    &set(m.attributes)?,
                    &m.user_supplied_tag,
                );
                Service::AttributeOwnershipUnavailable
            }
            C::RequestAttributeOwnershipRelease(m) => {
                self.federate.request_attribute_ownership_release(
                    FromWire::from_wire(m.object_instance)?,
                    &set(m.candidate_attributes)?,
                    &m.user_supplied_tag,
                );
                Service::RequestAttributeOwnershipRelease
            }
            C::ConfirmAttributeOwnershipAcquisitionCancellation(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                self.federate
                    .confirm_attribute_ownership_acquisition_cancellation(
                        object,
                        &set(m.attributes)?,
                    );
                Service::ConfirmAttributeOwnershipAcquisitionCancellation
            }
            C::InformAttributeOwnership(m) => {
                self.federate.inform_attribute_ownership(
                    FromWire::from_wire(m.object_instance)?,
                    &set(m.attributes)?,
                    FromWire::from_wire(m.federate)?,
                );
                Service::InformAttributeOwnership
            }
            C::AttributeIsNotOwned(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                self.federate
                    .attribute_is_not_owned(object, &set(m.attributes)?);
                Service::AttributeIsNotOwned
            }
            C::AttributeIsOwnedByRti(m) => {
                let object = FromWire::from_wire(m.object_instance)?;
                self.federate
                    .attribute_is_owned_by_rti(object, &set(m.attributes)?);
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
                let times = (self.time(m.time)?, self.time(m.optimistic_time)?);
                self.federate.flush_queue_grant(times.0, times.1);
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
        };
        Ok(service)
    }
}
