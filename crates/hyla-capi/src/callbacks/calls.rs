//! Calls the functions of the table.
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "calls functions of C by pointer")]

use std::sync::Arc;
use std::time::Duration;

use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, RestoreFailureReason, SaveFailureReason,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};

use crate::handle::Handle;
use crate::lists::{execution, member, restore_status, save_status};
use crate::telling::{CFederate, few, lend_delivery, lend_values, numbers, tell};
use crate::to_c::ToC;
use crate::{
    hyla_bytes, hyla_federate_restore_statuses, hyla_federate_save_statuses,
    hyla_federation_execution_members, hyla_federation_executions, hyla_handles, hyla_text,
    hyla_texts,
};

impl FederateAmbassador for CFederate {
    fn connection_lost(&mut self, fault_description: &str) {
        tell!(self.connection_lost(hyla_text::new(fault_description)));
    }

    fn report_federation_executions(&mut self, report: &[FederationExecutionInformation]) {
        tell!(
            self.report_federation_executions(hyla_federation_executions::new(&few(
                report, execution
            )))
        );
    }

    fn report_federation_execution_members(
        &mut self,
        federation_name: &str,
        report: &[FederationExecutionMemberInformation],
    ) {
        tell!(self.report_federation_execution_members(
            hyla_text::new(federation_name),
            hyla_federation_execution_members::new(&few(report, member))
        ));
    }

    fn report_federation_execution_does_not_exist(&mut self, federation_name: &str) {
        tell!(self.report_federation_execution_does_not_exist(hyla_text::new(federation_name)));
    }

    fn federate_resigned(&mut self, reason_for_resign_description: &str) {
        tell!(self.federate_resigned(hyla_text::new(reason_for_resign_description)));
    }

    fn synchronization_point_registration_succeeded(&mut self, synchronization_point_label: &str) {
        tell!(
            self.synchronization_point_registration_succeeded(hyla_text::new(
                synchronization_point_label
            ))
        );
    }

    fn synchronization_point_registration_failed(
        &mut self,
        synchronization_point_label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
        tell!(self.synchronization_point_registration_failed(
            hyla_text::new(synchronization_point_label),
            reason.into()
        ));
    }

    fn announce_synchronization_point(
        &mut self,
        synchronization_point_label: &str,
        user_supplied_tag: &[u8],
    ) {
        tell!(self.announce_synchronization_point(
            hyla_text::new(synchronization_point_label),
            hyla_bytes::new(user_supplied_tag)
        ));
    }

    fn federation_synchronized(
        &mut self,
        synchronization_point_label: &str,
        failed_to_sync_set: &FederateHandleSet,
    ) {
        tell!(self.federation_synchronized(
            hyla_text::new(synchronization_point_label),
            hyla_handles::new(&numbers(failed_to_sync_set))
        ));
    }

    fn initiate_federate_save(&mut self, label: &str, time: Option<LogicalTime>) {
        tell!(self.initiate_federate_save(hyla_text::new(label), time.map(ToC::to_c).as_ref()));
    }

    fn federation_saved(&mut self) {
        tell!(self.federation_saved());
    }

    fn federation_not_saved(&mut self, reason: SaveFailureReason) {
        tell!(self.federation_not_saved(reason.into()));
    }

    fn federation_save_status_response(&mut self, response: &[FederateSaveStatus]) {
        tell!(
            self.federation_save_status_response(hyla_federate_save_statuses::new(&few(
                response,
                save_status
            )))
        );
    }

    fn request_federation_restore_succeeded(&mut self, label: &str) {
        tell!(self.request_federation_restore_succeeded(hyla_text::new(label)));
    }

    fn request_federation_restore_failed(&mut self, label: &str) {
        tell!(self.request_federation_restore_failed(hyla_text::new(label)));
    }

    fn federation_restore_begun(&mut self) {
        tell!(self.federation_restore_begun());
    }

    fn initiate_federate_restore(
        &mut self,
        label: &str,
        federate_name: &str,
        post_restore_federate_handle: FederateHandle,
    ) {
        tell!(self.initiate_federate_restore(
            hyla_text::new(label),
            hyla_text::new(federate_name),
            post_restore_federate_handle.number()
        ));
    }

    fn federation_restored(&mut self) {
        tell!(self.federation_restored());
    }

    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {
        tell!(self.federation_not_restored(reason.into()));
    }

    fn federation_restore_status_response(&mut self, response: &[FederateRestoreStatus]) {
        tell!(
            self.federation_restore_status_response(hyla_federate_restore_statuses::new(&few(
                response,
                restore_status
            )))
        );
    }

    fn start_registration_for_object_class(&mut self, object_class: ObjectClassHandle) {
        tell!(self.start_registration_for_object_class(object_class.number()));
    }

    fn stop_registration_for_object_class(&mut self, object_class: ObjectClassHandle) {
        tell!(self.stop_registration_for_object_class(object_class.number()));
    }

    fn turn_interactions_on(&mut self, interaction_class: InteractionClassHandle) {
        tell!(self.turn_interactions_on(interaction_class.number()));
    }

    fn turn_interactions_off(&mut self, interaction_class: InteractionClassHandle) {
        tell!(self.turn_interactions_off(interaction_class.number()));
    }

    fn object_instance_name_reservation_succeeded(&mut self, object_instance_name: &str) {
        tell!(
            self.object_instance_name_reservation_succeeded(hyla_text::new(object_instance_name))
        );
    }

    fn object_instance_name_reservation_failed(&mut self, object_instance_name: &str) {
        tell!(self.object_instance_name_reservation_failed(hyla_text::new(object_instance_name)));
    }

    fn multiple_object_instance_name_reservation_succeeded(
        &mut self,
        object_instance_names: &[String],
    ) {
        tell!(
            self.multiple_object_instance_name_reservation_succeeded(hyla_texts::new(&few(
                object_instance_names,
                |text| hyla_text::new(text)
            )))
        );
    }

    fn multiple_object_instance_name_reservation_failed(
        &mut self,
        object_instance_names: &[String],
    ) {
        tell!(
            self.multiple_object_instance_name_reservation_failed(hyla_texts::new(&few(
                object_instance_names,
                |text| hyla_text::new(text)
            )))
        );
    }

    fn discover_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        object_class: ObjectClassHandle,
        object_instance_name: &Arc<str>,
        producing_federate: Option<FederateHandle>,
    ) {
        tell!(self.discover_object_instance(
            object_instance.number(),
            object_class.number(),
            hyla_text::new(object_instance_name),
            producing_federate.map_or(0, Handle::number)
        ));
    }

    fn reflect_attribute_values(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attribute_values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        lend_delivery(delivery, |delivery| {
            lend_values(attribute_values, |attribute_values| {
                tell!(self.reflect_attribute_values(
                    object_instance.number(),
                    attribute_values,
                    delivery
                ));
            });
        });
    }

    fn receive_interaction(
        &mut self,
        interaction_class: InteractionClassHandle,
        parameter_values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        lend_delivery(delivery, |delivery| {
            lend_values(parameter_values, |parameter_values| {
                tell!(self.receive_interaction(
                    interaction_class.number(),
                    parameter_values,
                    delivery
                ));
            });
        });
    }

    fn receive_directed_interaction(
        &mut self,
        interaction_class: InteractionClassHandle,
        object_instance: ObjectInstanceHandle,
        parameter_values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        lend_delivery(delivery, |delivery| {
            lend_values(parameter_values, |parameter_values| {
                tell!(self.receive_directed_interaction(
                    interaction_class.number(),
                    object_instance.number(),
                    parameter_values,
                    delivery
                ));
            });
        });
    }

    fn remove_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        delivery: &Delivery<'_>,
    ) {
        lend_delivery(delivery, |delivery| {
            tell!(self.remove_object_instance(object_instance.number(), delivery));
        });
    }

    fn attributes_in_scope(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.attributes_in_scope(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes))
        ));
    }

    fn attributes_out_of_scope(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.attributes_out_of_scope(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes))
        ));
    }

    fn provide_attribute_value_update(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        tell!(self.provide_attribute_value_update(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes)),
            hyla_bytes::new(user_supplied_tag)
        ));
    }

    fn turn_updates_on_for_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        update_rate_designator: Option<&str>,
    ) {
        tell!(self.turn_updates_on_for_object_instance(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes)),
            update_rate_designator.map(hyla_text::new).as_ref()
        ));
    }

    fn turn_updates_off_for_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.turn_updates_off_for_object_instance(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes))
        ));
    }

    fn confirm_attribute_transportation_type_change(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) {
        tell!(self.confirm_attribute_transportation_type_change(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes)),
            transportation_type.number()
        ));
    }

    fn report_attribute_transportation_type(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation_type: TransportationTypeHandle,
    ) {
        tell!(self.report_attribute_transportation_type(
            object_instance.number(),
            attribute.number(),
            transportation_type.number()
        ));
    }

    fn confirm_interaction_transportation_type_change(
        &mut self,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) {
        tell!(self.confirm_interaction_transportation_type_change(
            interaction_class.number(),
            transportation_type.number()
        ));
    }

    fn report_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) {
        tell!(self.report_interaction_transportation_type(
            federate.number(),
            interaction_class.number(),
            transportation_type.number()
        ));
    }

    fn request_attribute_ownership_assumption(
        &mut self,
        object_instance: ObjectInstanceHandle,
        offered_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        tell!(self.request_attribute_ownership_assumption(
            object_instance.number(),
            hyla_handles::new(&numbers(offered_attributes)),
            hyla_bytes::new(user_supplied_tag)
        ));
    }

    fn request_divestiture_confirmation(
        &mut self,
        object_instance: ObjectInstanceHandle,
        released_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        tell!(self.request_divestiture_confirmation(
            object_instance.number(),
            hyla_handles::new(&numbers(released_attributes)),
            hyla_bytes::new(user_supplied_tag)
        ));
    }

    fn attribute_ownership_acquisition_notification(
        &mut self,
        object_instance: ObjectInstanceHandle,
        secured_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        tell!(self.attribute_ownership_acquisition_notification(
            object_instance.number(),
            hyla_handles::new(&numbers(secured_attributes)),
            hyla_bytes::new(user_supplied_tag)
        ));
    }

    fn attribute_ownership_unavailable(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        tell!(self.attribute_ownership_unavailable(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes)),
            hyla_bytes::new(user_supplied_tag)
        ));
    }

    fn request_attribute_ownership_release(
        &mut self,
        object_instance: ObjectInstanceHandle,
        candidate_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
        tell!(self.request_attribute_ownership_release(
            object_instance.number(),
            hyla_handles::new(&numbers(candidate_attributes)),
            hyla_bytes::new(user_supplied_tag)
        ));
    }

    fn confirm_attribute_ownership_acquisition_cancellation(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.confirm_attribute_ownership_acquisition_cancellation(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes))
        ));
    }

    fn inform_attribute_ownership(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: FederateHandle,
    ) {
        tell!(self.inform_attribute_ownership(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes)),
            owner.number()
        ));
    }

    fn attribute_is_not_owned(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.attribute_is_not_owned(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes))
        ));
    }

    fn attribute_is_owned_by_rti(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.attribute_is_owned_by_rti(
            object_instance.number(),
            hyla_handles::new(&numbers(attributes))
        ));
    }

    fn time_regulation_enabled(&mut self, time: LogicalTime) {
        tell!(self.time_regulation_enabled(time.to_c()));
    }

    fn time_constrained_enabled(&mut self, time: LogicalTime) {
        tell!(self.time_constrained_enabled(time.to_c()));
    }

    fn flush_queue_grant(&mut self, time: LogicalTime, optimistic_time: LogicalTime) {
        tell!(self.flush_queue_grant(time.to_c(), optimistic_time.to_c()));
    }

    fn time_advance_grant(&mut self, time: LogicalTime) {
        tell!(self.time_advance_grant(time.to_c()));
    }

    fn request_retraction(&mut self, retraction: MessageRetractionHandle) {
        tell!(self.request_retraction(retraction.number()));
    }

    fn late_message(&mut self, federate: FederateHandle, profile: &str, late_by: Duration) {
        let late_by = late_by.as_secs_f64();
        tell!(self.late_message(federate.number(), hyla_text::new(profile), late_by));
    }
}
