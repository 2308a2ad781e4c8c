//! Calls the functions of the table.

use std::mem::{MaybeUninit, offset_of};
use std::sync::Arc;

use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    HandleSet, InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, RestoreFailureReason, SaveFailureReason,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};
use smallvec::SmallVec;

use crate::borrowed::{
    INLINE, hyla_bytes, hyla_handles, hyla_text, hyla_texts, hyla_value, hyla_values,
};
use crate::call::{Result, fault};
use crate::federate::{hyla_delivery, hyla_federate_ambassador};
use crate::handle::Handle;
use crate::lists::{execution, member, restore_status, save_status};
use crate::lists::{
    hyla_federate_restore_statuses, hyla_federate_save_statuses, hyla_federation_execution_members,
    hyla_federation_executions,
};
use crate::value::ToC;

/// A short list, without allocation.
type Few<T> = SmallVec<[T; INLINE]>;

/// A federate in C. Dropping it tells the federate that no callback comes any more.
pub(crate) struct CFederate {
    callbacks: hyla_federate_ambassador,
}

// SAFETY: the header says that callbacks may run on a thread of Hyla, one at a time; the context is for them.
unsafe impl Send for CFederate {}

impl CFederate {
    /// The federate behind the table; null stands for one that listens to nothing.
    ///
    /// # Errors
    /// `RTIinternalError` for a table that is too short to be one.
    ///
    /// # Safety
    /// Null, or as many bytes of a table as its `size` says, with pointers to functions of these types.
    pub(crate) unsafe fn of(table: *const hyla_federate_ambassador) -> Result<Self> {
        let mut callbacks = MaybeUninit::<hyla_federate_ambassador>::zeroed();
        if !table.is_null() {
            if !table.is_aligned() {
                return Err(fault(format!("ambassador: {table:p} is not aligned")));
            }
            // SAFETY: a table begins with its size.
            let size = unsafe { (&raw const (*table).size).read() };
            let least = offset_of!(hyla_federate_ambassador, connection_lost);
            if size < least {
                return Err(fault(format!(
                    "ambassador: its size is {size}; set it to sizeof(hyla_federate_ambassador)"
                )));
            }
            let known = size.min(size_of::<hyla_federate_ambassador>());
            // SAFETY: the caller's promise; what the table does not have stays zero.
            unsafe {
                let to = callbacks.as_mut_ptr().cast::<u8>();
                std::ptr::copy_nonoverlapping(table.cast::<u8>(), to, known);
            }
        }
        // SAFETY: zeros are a table without callbacks; what was copied is one.
        let callbacks = unsafe { callbacks.assume_init() };
        Ok(Self { callbacks })
    }
}

/// Calls a function of the table with its context.
macro_rules! tell {
    ($self:ident, $wanted:ident $(, $argument:expr)*) => {
        // SAFETY: the pointer is one to a function of this type, and the arguments live until it returns.
        unsafe { $wanted($self.callbacks.context $(, $argument)*) }
    };
}

impl Drop for CFederate {
    fn drop(&mut self) {
        if let Some(dropped) = self.callbacks.dropped {
            tell!(self, dropped);
        }
    }
}

fn numbers<H: Handle>(set: &HandleSet<H>) -> Few<u64> {
    set.iter().map(Handle::number).collect()
}

fn lend_values<'a, H: Handle>(values: &[(H, &'a [u8])]) -> Few<hyla_value<'a>> {
    let lent = values.iter().map(|&(handle, bytes)| hyla_value {
        handle: handle.number(),
        bytes: hyla_bytes::new(bytes),
    });
    lent.collect()
}

fn lend_delivery(delivery: &Delivery<'_>, to: impl FnOnce(&hyla_delivery<'_>)) {
    let time = delivery.time.map(ToC::to_c);
    let regions = delivery.sent_regions.as_ref().map(numbers);
    let regions = regions.as_ref().map(|regions| hyla_handles::new(regions));
    let retraction = delivery.retraction.map(Handle::number);
    to(&hyla_delivery {
        tag: hyla_bytes::new(delivery.tag),
        transportation: delivery.transportation.number(),
        producer: delivery.producer.map_or(0, Handle::number),
        time: time.as_ref(),
        sent_order: delivery.sent_order.into(),
        received_order: delivery.received_order.into(),
        sent_regions: regions.as_ref(),
        retraction: retraction.as_ref(),
    });
}

impl FederateAmbassador for CFederate {
    fn connection_lost(&mut self, fault_description: &str) {
        if let Some(wanted) = self.callbacks.connection_lost {
            tell!(self, wanted, hyla_text::new(fault_description));
        }
    }

    fn report_federation_executions(&mut self, executions: &[FederationExecutionInformation]) {
        let Some(wanted) = self.callbacks.report_federation_executions else {
            return;
        };
        let executions: Vec<_> = executions.iter().map(execution).collect();
        tell!(self, wanted, hyla_federation_executions::new(&executions));
    }

    fn report_federation_execution_members(
        &mut self,
        federation: &str,
        members: &[FederationExecutionMemberInformation],
    ) {
        let Some(wanted) = self.callbacks.report_federation_execution_members else {
            return;
        };
        let members: Vec<_> = members.iter().map(member).collect();
        tell!(
            self,
            wanted,
            hyla_text::new(federation),
            hyla_federation_execution_members::new(&members)
        );
    }

    fn report_federation_execution_does_not_exist(&mut self, federation: &str) {
        if let Some(wanted) = self.callbacks.report_federation_execution_does_not_exist {
            tell!(self, wanted, hyla_text::new(federation));
        }
    }

    fn federate_resigned(&mut self, reason: &str) {
        if let Some(wanted) = self.callbacks.federate_resigned {
            tell!(self, wanted, hyla_text::new(reason));
        }
    }

    fn synchronization_point_registration_succeeded(&mut self, label: &str) {
        if let Some(wanted) = self.callbacks.synchronization_point_registration_succeeded {
            tell!(self, wanted, hyla_text::new(label));
        }
    }

    fn synchronization_point_registration_failed(
        &mut self,
        label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
        if let Some(wanted) = self.callbacks.synchronization_point_registration_failed {
            tell!(self, wanted, hyla_text::new(label), reason.into());
        }
    }

    fn announce_synchronization_point(&mut self, label: &str, tag: &[u8]) {
        if let Some(wanted) = self.callbacks.announce_synchronization_point {
            tell!(self, wanted, hyla_text::new(label), hyla_bytes::new(tag));
        }
    }

    fn federation_synchronized(&mut self, label: &str, failed: &FederateHandleSet) {
        let Some(wanted) = self.callbacks.federation_synchronized else {
            return;
        };
        let failed = numbers(failed);
        tell!(
            self,
            wanted,
            hyla_text::new(label),
            hyla_handles::new(&failed)
        );
    }

    fn initiate_federate_save(&mut self, label: &str, time: Option<LogicalTime>) {
        let Some(wanted) = self.callbacks.initiate_federate_save else {
            return;
        };
        let time = time.map(ToC::to_c);
        tell!(self, wanted, hyla_text::new(label), time.as_ref());
    }

    fn federation_saved(&mut self) {
        if let Some(wanted) = self.callbacks.federation_saved {
            tell!(self, wanted);
        }
    }

    fn federation_not_saved(&mut self, reason: SaveFailureReason) {
        if let Some(wanted) = self.callbacks.federation_not_saved {
            tell!(self, wanted, reason.into());
        }
    }

    fn federation_save_status_response(&mut self, statuses: &[FederateSaveStatus]) {
        let Some(wanted) = self.callbacks.federation_save_status_response else {
            return;
        };
        let statuses: Vec<_> = statuses.iter().map(save_status).collect();
        tell!(self, wanted, hyla_federate_save_statuses::new(&statuses));
    }

    fn request_federation_restore_succeeded(&mut self, label: &str) {
        if let Some(wanted) = self.callbacks.request_federation_restore_succeeded {
            tell!(self, wanted, hyla_text::new(label));
        }
    }

    fn request_federation_restore_failed(&mut self, label: &str) {
        if let Some(wanted) = self.callbacks.request_federation_restore_failed {
            tell!(self, wanted, hyla_text::new(label));
        }
    }

    fn federation_restore_begun(&mut self) {
        if let Some(wanted) = self.callbacks.federation_restore_begun {
            tell!(self, wanted);
        }
    }

    fn initiate_federate_restore(&mut self, label: &str, name: &str, handle: FederateHandle) {
        if let Some(wanted) = self.callbacks.initiate_federate_restore {
            tell!(
                self,
                wanted,
                hyla_text::new(label),
                hyla_text::new(name),
                handle.number()
            );
        }
    }

    fn federation_restored(&mut self) {
        if let Some(wanted) = self.callbacks.federation_restored {
            tell!(self, wanted);
        }
    }

    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {
        if let Some(wanted) = self.callbacks.federation_not_restored {
            tell!(self, wanted, reason.into());
        }
    }

    fn federation_restore_status_response(&mut self, statuses: &[FederateRestoreStatus]) {
        let Some(wanted) = self.callbacks.federation_restore_status_response else {
            return;
        };
        let statuses: Vec<_> = statuses.iter().map(restore_status).collect();
        tell!(self, wanted, hyla_federate_restore_statuses::new(&statuses));
    }

    fn start_registration_for_object_class(&mut self, class: ObjectClassHandle) {
        if let Some(wanted) = self.callbacks.start_registration_for_object_class {
            tell!(self, wanted, class.number());
        }
    }

    fn stop_registration_for_object_class(&mut self, class: ObjectClassHandle) {
        if let Some(wanted) = self.callbacks.stop_registration_for_object_class {
            tell!(self, wanted, class.number());
        }
    }

    fn turn_interactions_on(&mut self, class: InteractionClassHandle) {
        if let Some(wanted) = self.callbacks.turn_interactions_on {
            tell!(self, wanted, class.number());
        }
    }

    fn turn_interactions_off(&mut self, class: InteractionClassHandle) {
        if let Some(wanted) = self.callbacks.turn_interactions_off {
            tell!(self, wanted, class.number());
        }
    }

    fn object_instance_name_reservation_succeeded(&mut self, name: &str) {
        if let Some(wanted) = self.callbacks.object_instance_name_reservation_succeeded {
            tell!(self, wanted, hyla_text::new(name));
        }
    }

    fn object_instance_name_reservation_failed(&mut self, name: &str) {
        if let Some(wanted) = self.callbacks.object_instance_name_reservation_failed {
            tell!(self, wanted, hyla_text::new(name));
        }
    }

    fn multiple_object_instance_name_reservation_succeeded(&mut self, names: &[String]) {
        let Some(wanted) = self
            .callbacks
            .multiple_object_instance_name_reservation_succeeded
        else {
            return;
        };
        let names: Few<hyla_text<'_>> = names.iter().map(|name| hyla_text::new(name)).collect();
        tell!(self, wanted, hyla_texts::new(&names));
    }

    fn multiple_object_instance_name_reservation_failed(&mut self, names: &[String]) {
        let Some(wanted) = self
            .callbacks
            .multiple_object_instance_name_reservation_failed
        else {
            return;
        };
        let names: Few<hyla_text<'_>> = names.iter().map(|name| hyla_text::new(name)).collect();
        tell!(self, wanted, hyla_texts::new(&names));
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: &Arc<str>,
        producer: Option<FederateHandle>,
    ) {
        if let Some(wanted) = self.callbacks.discover_object_instance {
            tell!(
                self,
                wanted,
                object.number(),
                class.number(),
                hyla_text::new(name),
                producer.map_or(0, Handle::number)
            );
        }
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let Some(wanted) = self.callbacks.reflect_attribute_values else {
            return;
        };
        let values = lend_values(values);
        lend_delivery(delivery, |lent| {
            tell!(
                self,
                wanted,
                object.number(),
                hyla_values::new(&values),
                lent
            )
        });
    }

    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let Some(wanted) = self.callbacks.receive_interaction else {
            return;
        };
        let values = lend_values(values);
        lend_delivery(delivery, |lent| {
            tell!(
                self,
                wanted,
                class.number(),
                hyla_values::new(&values),
                lent
            )
        });
    }

    fn receive_directed_interaction(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let Some(wanted) = self.callbacks.receive_directed_interaction else {
            return;
        };
        let values = lend_values(values);
        lend_delivery(delivery, |lent| {
            tell!(
                self,
                wanted,
                class.number(),
                object.number(),
                hyla_values::new(&values),
                lent
            )
        });
    }

    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, delivery: &Delivery<'_>) {
        let Some(wanted) = self.callbacks.remove_object_instance else {
            return;
        };

        lend_delivery(delivery, |lent| tell!(self, wanted, object.number(), lent));
    }

    fn attributes_in_scope(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let Some(wanted) = self.callbacks.attributes_in_scope else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes)
        );
    }

    fn attributes_out_of_scope(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let Some(wanted) = self.callbacks.attributes_out_of_scope else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes)
        );
    }

    fn provide_attribute_value_update(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        let Some(wanted) = self.callbacks.provide_attribute_value_update else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            hyla_bytes::new(tag)
        );
    }

    fn turn_updates_on_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        update_rate_designator: Option<&str>,
    ) {
        let Some(wanted) = self.callbacks.turn_updates_on_for_object_instance else {
            return;
        };
        let attributes = numbers(attributes);
        let update_rate_designator = update_rate_designator.map(hyla_text::new);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            update_rate_designator.as_ref()
        );
    }

    fn turn_updates_off_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let Some(wanted) = self.callbacks.turn_updates_off_for_object_instance else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes)
        );
    }

    fn confirm_attribute_transportation_type_change(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) {
        let Some(wanted) = self.callbacks.confirm_attribute_transportation_type_change else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            transportation.number()
        );
    }

    fn report_attribute_transportation_type(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation: TransportationTypeHandle,
    ) {
        if let Some(wanted) = self.callbacks.report_attribute_transportation_type {
            tell!(
                self,
                wanted,
                object.number(),
                attribute.number(),
                transportation.number()
            );
        }
    }

    fn confirm_interaction_transportation_type_change(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        if let Some(wanted) = self
            .callbacks
            .confirm_interaction_transportation_type_change
        {
            tell!(self, wanted, class.number(), transportation.number());
        }
    }

    fn report_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        if let Some(wanted) = self.callbacks.report_interaction_transportation_type {
            tell!(
                self,
                wanted,
                federate.number(),
                class.number(),
                transportation.number()
            );
        }
    }

    fn request_attribute_ownership_assumption(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        let Some(wanted) = self.callbacks.request_attribute_ownership_assumption else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            hyla_bytes::new(tag)
        );
    }

    fn request_divestiture_confirmation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        let Some(wanted) = self.callbacks.request_divestiture_confirmation else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            hyla_bytes::new(tag)
        );
    }

    fn attribute_ownership_acquisition_notification(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        let Some(wanted) = self.callbacks.attribute_ownership_acquisition_notification else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            hyla_bytes::new(tag)
        );
    }

    fn attribute_ownership_unavailable(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        let Some(wanted) = self.callbacks.attribute_ownership_unavailable else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            hyla_bytes::new(tag)
        );
    }

    fn request_attribute_ownership_release(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        let Some(wanted) = self.callbacks.request_attribute_ownership_release else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            hyla_bytes::new(tag)
        );
    }

    fn confirm_attribute_ownership_acquisition_cancellation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let Some(wanted) = self
            .callbacks
            .confirm_attribute_ownership_acquisition_cancellation
        else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes)
        );
    }

    fn inform_attribute_ownership(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: FederateHandle,
    ) {
        let Some(wanted) = self.callbacks.inform_attribute_ownership else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes),
            owner.number()
        );
    }

    fn attribute_is_not_owned(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let Some(wanted) = self.callbacks.attribute_is_not_owned else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes)
        );
    }

    fn attribute_is_owned_by_rti(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let Some(wanted) = self.callbacks.attribute_is_owned_by_rti else {
            return;
        };
        let attributes = numbers(attributes);
        tell!(
            self,
            wanted,
            object.number(),
            hyla_handles::new(&attributes)
        );
    }

    fn time_regulation_enabled(&mut self, time: LogicalTime) {
        if let Some(wanted) = self.callbacks.time_regulation_enabled {
            tell!(self, wanted, time.to_c());
        }
    }

    fn time_constrained_enabled(&mut self, time: LogicalTime) {
        if let Some(wanted) = self.callbacks.time_constrained_enabled {
            tell!(self, wanted, time.to_c());
        }
    }

    fn flush_queue_grant(&mut self, time: LogicalTime, optimistic_time: LogicalTime) {
        if let Some(wanted) = self.callbacks.flush_queue_grant {
            tell!(self, wanted, time.to_c(), optimistic_time.to_c());
        }
    }

    fn time_advance_grant(&mut self, time: LogicalTime) {
        if let Some(wanted) = self.callbacks.time_advance_grant {
            tell!(self, wanted, time.to_c());
        }
    }

    fn request_retraction(&mut self, retraction: MessageRetractionHandle) {
        if let Some(wanted) = self.callbacks.request_retraction {
            tell!(self, wanted, retraction.number());
        }
    }
}
