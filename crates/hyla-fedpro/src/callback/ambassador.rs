//! One message for each callback.

use std::sync::Arc;

use bytes::Bytes;
use hyla_fedpro_messages as fp;
use hyla_fedpro_messages::Written;
use hyla_fedpro_messages::callback_request::CallbackRequest as Message;
use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::connection::FederationExecutionMemberInformation;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, FederateHandle, FederateHandleSet,
    FederateRestoreStatus, FederateSaveStatus, FederationExecutionInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, RestoreFailureReason, SaveFailureReason,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};

use super::{Callbacks, Urgency};
use crate::convert::ToField;

/// A message without a name of its own in the call.
macro_rules! send {
    ($self:ident, $message:ident $(, $field:ident: $value:expr)*) => {
        $self.send(Message::$message(fp::$message { $($field: $value),* }))
    };
}

impl<S: FnMut(&dyn Written, Urgency) + Send> FederateAmbassador for Callbacks<S> {
    fn connection_lost(&mut self, fault_description: &str) {
        let fault_description = fault_description.to_owned();
        send!(self, ConnectionLost, fault_description: fault_description);
    }

    fn report_federation_executions(&mut self, executions: &[FederationExecutionInformation]) {
        send!(self, ReportFederationExecutions, report: executions.field());
    }

    fn report_federation_execution_members(
        &mut self,
        federation: &str,
        members: &[FederationExecutionMemberInformation],
    ) {
        self.send_new(|| {
            Message::ReportFederationExecutionMembers(fp::ReportFederationExecutionMembers {
                federation_name: federation.to_owned(),
                report: members.field(),
            })
        });
    }

    fn report_federation_execution_does_not_exist(&mut self, federation: &str) {
        let federation_name = federation.to_owned();
        self.send_new(|| {
            let message = fp::ReportFederationExecutionDoesNotExist { federation_name };
            Message::ReportFederationExecutionDoesNotExist(message)
        });
    }

    fn federate_resigned(&mut self, reason: &str) {
        let reason_for_resign_description = reason.to_owned();
        self.send_new(|| {
            Message::FederateResigned(fp::FederateResigned {
                reason_for_resign_description,
            })
        });
    }

    fn synchronization_point_registration_succeeded(&mut self, label: &str) {
        let label = label.to_owned();
        send!(self, SynchronizationPointRegistrationSucceeded,
            synchronization_point_label: label);
    }

    fn synchronization_point_registration_failed(
        &mut self,
        label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
        send!(self, SynchronizationPointRegistrationFailed,
            synchronization_point_label: label.to_owned(),
            reason: reason.field());
    }

    fn announce_synchronization_point(&mut self, label: &str, tag: &[u8]) {
        send!(self, AnnounceSynchronizationPoint,
            synchronization_point_label: label.to_owned(),
            user_supplied_tag: Bytes::copy_from_slice(tag));
    }

    fn federation_synchronized(&mut self, label: &str, failed: &FederateHandleSet) {
        send!(self, FederationSynchronized,
            synchronization_point_label: label.to_owned(),
            failed_to_sync_set: failed.field());
    }

    fn initiate_federate_save(&mut self, label: &str, time: Option<LogicalTime>) {
        let label = label.to_owned();
        match time {
            None => send!(self, InitiateFederateSave, label: label),
            Some(time) => {
                send!(self, InitiateFederateSaveWithTime, label: label, time: time.field());
            }
        }
    }

    fn federation_saved(&mut self) {
        send!(self, FederationSaved);
    }

    fn federation_not_saved(&mut self, reason: SaveFailureReason) {
        send!(self, FederationNotSaved, reason: reason.field());
    }

    fn federation_save_status_response(&mut self, statuses: &[FederateSaveStatus]) {
        send!(self, FederationSaveStatusResponse, response: statuses.field());
    }

    fn request_federation_restore_succeeded(&mut self, label: &str) {
        send!(self, RequestFederationRestoreSucceeded, label: label.to_owned());
    }

    fn request_federation_restore_failed(&mut self, label: &str) {
        send!(self, RequestFederationRestoreFailed, label: label.to_owned());
    }

    fn federation_restore_begun(&mut self) {
        send!(self, FederationRestoreBegun);
    }

    fn initiate_federate_restore(&mut self, label: &str, name: &str, handle: FederateHandle) {
        send!(self, InitiateFederateRestore,
            label: label.to_owned(),
            federate_name: name.to_owned(),
            post_restore_federate_handle: handle.field());
    }

    fn federation_restored(&mut self) {
        send!(self, FederationRestored);
    }

    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {
        send!(self, FederationNotRestored, reason: reason.field());
    }

    fn federation_restore_status_response(&mut self, statuses: &[FederateRestoreStatus]) {
        send!(self, FederationRestoreStatusResponse, response: statuses.field());
    }

    fn start_registration_for_object_class(&mut self, class: ObjectClassHandle) {
        send!(self, StartRegistrationForObjectClass, object_class: class.field());
    }

    fn stop_registration_for_object_class(&mut self, class: ObjectClassHandle) {
        send!(self, StopRegistrationForObjectClass, object_class: class.field());
    }

    fn turn_interactions_on(&mut self, class: InteractionClassHandle) {
        send!(self, TurnInteractionsOn, interaction_class: class.field());
    }

    fn turn_interactions_off(&mut self, class: InteractionClassHandle) {
        send!(self, TurnInteractionsOff, interaction_class: class.field());
    }

    fn object_instance_name_reservation_succeeded(&mut self, name: &str) {
        let object_instance_name = name.to_owned();
        send!(self, ObjectInstanceNameReservationSucceeded,
            object_instance_name: object_instance_name);
    }

    fn object_instance_name_reservation_failed(&mut self, name: &str) {
        let object_instance_name = name.to_owned();
        send!(self, ObjectInstanceNameReservationFailed,
            object_instance_name: object_instance_name);
    }

    fn multiple_object_instance_name_reservation_succeeded(&mut self, names: &[String]) {
        send!(self, MultipleObjectInstanceNameReservationSucceeded,
            object_instance_names: names.to_vec());
    }

    fn multiple_object_instance_name_reservation_failed(&mut self, names: &[String]) {
        send!(self, MultipleObjectInstanceNameReservationFailed,
            object_instance_names: names.to_vec());
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: &Arc<str>,
        producer: Option<FederateHandle>,
    ) {
        send!(self, DiscoverObjectInstance,
            object_instance: object.field(),
            object_class: class.field(),
            object_instance_name: name.to_string(),
            producing_federate: producer.field());
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        self.reflect(object, values, delivery);
    }

    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        self.receive(class, values, delivery);
    }

    fn receive_directed_interaction(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        if self.edition == Edition::Hla2025 {
            self.receive_directed(class, object, values, delivery);
        }
    }

    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, delivery: &Delivery<'_>) {
        self.remove(object, delivery);
    }

    fn attributes_in_scope(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let (object_instance, attributes) = (object.field(), attributes.field());
        send!(self, AttributesInScope,
            object_instance: object_instance,
            attributes: attributes);
    }

    fn attributes_out_of_scope(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        send!(self, AttributesOutOfScope,
            object_instance: object.field(),
            attributes: attributes.field());
    }

    fn provide_attribute_value_update(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        send!(self, ProvideAttributeValueUpdate,
            object_instance: object.field(),
            attributes: attributes.field(),
            user_supplied_tag: Bytes::copy_from_slice(tag));
    }

    fn turn_updates_on_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        update_rate_designator: Option<&str>,
    ) {
        let (object_instance, attributes) = (object.field(), attributes.field());
        match update_rate_designator {
            None => send!(self, TurnUpdatesOnForObjectInstance,
                object_instance: object_instance,
                attributes: attributes),
            Some(rate) => send!(self, TurnUpdatesOnForObjectInstanceWithRate,
                object_instance: object_instance,
                attributes: attributes,
                update_rate_designator: rate.to_owned()),
        }
    }

    fn turn_updates_off_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        send!(self, TurnUpdatesOffForObjectInstance,
            object_instance: object.field(),
            attributes: attributes.field());
    }

    fn confirm_attribute_transportation_type_change(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) {
        let transportation = self.transportation(transportation);
        send!(self, ConfirmAttributeTransportationTypeChange,
            object_instance: object.field(),
            attributes: attributes.field(),
            transportation_type: transportation);
    }

    fn report_attribute_transportation_type(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation: TransportationTypeHandle,
    ) {
        let transportation = self.transportation(transportation);
        send!(self, ReportAttributeTransportationType,
            object_instance: object.field(),
            attribute: attribute.field(),
            transportation_type: transportation);
    }

    fn confirm_interaction_transportation_type_change(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        let transportation = self.transportation(transportation);
        send!(self, ConfirmInteractionTransportationTypeChange,
            interaction_class: class.field(),
            transportation_type: transportation);
    }

    fn report_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        let transportation = self.transportation(transportation);
        send!(self, ReportInteractionTransportationType,
            federate: federate.field(),
            interaction_class: class.field(),
            transportation_type: transportation);
    }

    fn request_attribute_ownership_assumption(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        send!(self, RequestAttributeOwnershipAssumption,
            object_instance: object.field(),
            offered_attributes: attributes.field(),
            user_supplied_tag: Bytes::copy_from_slice(tag));
    }

    fn request_divestiture_confirmation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        let user_supplied_tag = self.new_tag(tag);
        send!(self, RequestDivestitureConfirmation,
            object_instance: object.field(),
            released_attributes: attributes.field(),
            user_supplied_tag: user_supplied_tag);
    }

    fn attribute_ownership_acquisition_notification(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        send!(self, AttributeOwnershipAcquisitionNotification,
            object_instance: object.field(),
            secured_attributes: attributes.field(),
            user_supplied_tag: Bytes::copy_from_slice(tag));
    }

    fn attribute_ownership_unavailable(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        let user_supplied_tag = self.new_tag(tag);
        send!(self, AttributeOwnershipUnavailable,
            object_instance: object.field(),
            attributes: attributes.field(),
            user_supplied_tag: user_supplied_tag);
    }

    fn request_attribute_ownership_release(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        send!(self, RequestAttributeOwnershipRelease,
            object_instance: object.field(),
            candidate_attributes: attributes.field(),
            user_supplied_tag: Bytes::copy_from_slice(tag));
    }

    fn confirm_attribute_ownership_acquisition_cancellation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        send!(self, ConfirmAttributeOwnershipAcquisitionCancellation,
            object_instance: object.field(),
            attributes: attributes.field());
    }

    fn inform_attribute_ownership(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: FederateHandle,
    ) {
        self.send_owned(attributes, |attributes| {
            Message::InformAttributeOwnership(fp::InformAttributeOwnership {
                object_instance: object.field(),
                attributes,
                federate: owner.field(),
            })
        });
    }

    fn attribute_is_not_owned(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.send_owned(attributes, |attributes| {
            let object_instance = object.field();
            Message::AttributeIsNotOwned(fp::AttributeIsNotOwned {
                object_instance,
                attributes,
            })
        });
    }

    fn attribute_is_owned_by_rti(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.send_owned(attributes, |attributes| {
            let object_instance = object.field();
            Message::AttributeIsOwnedByRti(fp::AttributeIsOwnedByRti {
                object_instance,
                attributes,
            })
        });
    }

    fn time_regulation_enabled(&mut self, time: LogicalTime) {
        send!(self, TimeRegulationEnabled, time: time.field());
    }

    fn time_constrained_enabled(&mut self, time: LogicalTime) {
        send!(self, TimeConstrainedEnabled, time: time.field());
    }

    fn flush_queue_grant(&mut self, time: LogicalTime, optimistic_time: LogicalTime) {
        match self.edition {
            Edition::Hla2010 => self.time_advance_grant(time),
            Edition::Hla2025 => send!(self, FlushQueueGrant,
                time: time.field(),
                optimistic_time: optimistic_time.field()),
        }
    }

    fn time_advance_grant(&mut self, time: LogicalTime) {
        send!(self, TimeAdvanceGrant, time: time.field());
    }

    fn request_retraction(&mut self, retraction: MessageRetractionHandle) {
        send!(self, RequestRetraction, retraction: retraction.field());
    }
}
