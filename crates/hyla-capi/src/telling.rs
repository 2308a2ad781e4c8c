//! Calls the functions of the table.
#![expect(unsafe_code, reason = "calls functions of C by pointer")]

use std::mem::{MaybeUninit, offset_of};
use std::sync::Arc;
use std::time::Duration;

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
use crate::fault::{Result, fault};
use crate::federate::{hyla_delivery, hyla_federate_ambassador};
use crate::handle::Handle;
use crate::lists::{execution, member, restore_status, save_status};
use crate::lists::{
    hyla_federate_restore_statuses, hyla_federate_save_statuses, hyla_federation_execution_members,
    hyla_federation_executions,
};
use crate::to_c::ToC;

/// A short list, without allocation.
type Few<T> = SmallVec<[T; INLINE]>;

/// A federate in C. Dropping it tells the federate that no callback comes any more.
pub(crate) struct CFederate {
    callbacks: hyla_federate_ambassador,
}

// SAFETY: the header says that callbacks may run on a thread of Hyla, one at a time; the context is for them.
unsafe impl Send for CFederate {}

impl hyla_federate_ambassador {
    /// A table without callbacks.
    #[must_use]
    pub const fn none() -> Self {
        // SAFETY: zeros are a null context and absent functions.
        let mut table = unsafe { MaybeUninit::<Self>::zeroed().assume_init() };
        table.size = size_of::<Self>();
        table
    }
}

impl CFederate {
    /// The federate behind the table; null stands for one that listens to nothing.
    ///
    /// # Errors
    /// `RTIinternalError` for a table that is too short to be one.
    ///
    /// # Safety
    /// Null, or as many bytes of a table as its `size` says, with pointers to functions of these types.
    pub(crate) unsafe fn of(table: *const hyla_federate_ambassador) -> Result<Self> {
        let mut callbacks = hyla_federate_ambassador::none();
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
            // SAFETY: the caller's promise; what the table does not have stays unwanted.
            unsafe {
                let to = (&raw mut callbacks).cast::<u8>();
                std::ptr::copy_nonoverlapping(table.cast::<u8>(), to, known);
            }
        }
        Ok(Self { callbacks })
    }
}

/// Calls a function of the table, with the context before its arguments, if it is wanted.
macro_rules! tell {
    ($self:ident.$callback:ident($($argument:expr),*)) => {
        if let Some(wanted) = $self.callbacks.$callback {
            // SAFETY: the pointer is one to a function of this type, and the arguments live until it returns.
            unsafe { wanted($self.callbacks.context, $($argument),*) }
        }
    };
}

impl Drop for CFederate {
    fn drop(&mut self) {
        tell!(self.dropped());
    }
}

fn numbers<H: Handle>(set: &HandleSet<H>) -> Few<u64> {
    set.iter().map(Handle::number).collect()
}

#[inline]
fn lend_values<'a, H: Handle>(values: &[(H, &'a [u8])], to: impl FnOnce(hyla_values<'_>)) {
    // This is on the way of every reflection: what is short is put into a row that never moves.
    let lend = |&(handle, bytes): &(H, &'a [u8])| hyla_value {
        handle: handle.number(),
        bytes: hyla_bytes::new(bytes),
    };
    if let [value] = values {
        return to(hyla_values::new(&[lend(value)]));
    }
    let nothing = hyla_value {
        handle: 0,
        bytes: hyla_bytes::default(),
    };
    let mut few = [nothing; INLINE];
    let Some(lent) = few.get_mut(..values.len()) else {
        return to(hyla_values::new(
            &values.iter().map(lend).collect::<Vec<_>>(),
        ));
    };
    for (to, value) in lent.iter_mut().zip(values) {
        *to = lend(value);
    }
    to(hyla_values::new(lent));
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
        tell!(self.connection_lost(hyla_text::new(fault_description)));
    }

    fn report_federation_executions(&mut self, executions: &[FederationExecutionInformation]) {
        tell!(
            self.report_federation_executions(hyla_federation_executions::new(
                &executions.iter().map(execution).collect::<Few<_>>()
            ))
        );
    }

    fn report_federation_execution_members(
        &mut self,
        federation: &str,
        members: &[FederationExecutionMemberInformation],
    ) {
        tell!(self.report_federation_execution_members(
            hyla_text::new(federation),
            hyla_federation_execution_members::new(&members.iter().map(member).collect::<Few<_>>())
        ));
    }

    fn report_federation_execution_does_not_exist(&mut self, federation: &str) {
        tell!(self.report_federation_execution_does_not_exist(hyla_text::new(federation)));
    }

    fn federate_resigned(&mut self, reason: &str) {
        tell!(self.federate_resigned(hyla_text::new(reason)));
    }

    fn synchronization_point_registration_succeeded(&mut self, label: &str) {
        tell!(self.synchronization_point_registration_succeeded(hyla_text::new(label)));
    }

    fn synchronization_point_registration_failed(
        &mut self,
        label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
        tell!(self.synchronization_point_registration_failed(hyla_text::new(label), reason.into()));
    }

    fn announce_synchronization_point(&mut self, label: &str, tag: &[u8]) {
        tell!(self.announce_synchronization_point(hyla_text::new(label), hyla_bytes::new(tag)));
    }

    fn federation_synchronized(&mut self, label: &str, failed: &FederateHandleSet) {
        tell!(
            self.federation_synchronized(
                hyla_text::new(label),
                hyla_handles::new(&numbers(failed))
            )
        );
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

    fn federation_save_status_response(&mut self, statuses: &[FederateSaveStatus]) {
        tell!(
            self.federation_save_status_response(hyla_federate_save_statuses::new(
                &statuses.iter().map(save_status).collect::<Few<_>>()
            ))
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

    fn initiate_federate_restore(&mut self, label: &str, name: &str, handle: FederateHandle) {
        tell!(self.initiate_federate_restore(
            hyla_text::new(label),
            hyla_text::new(name),
            handle.number()
        ));
    }

    fn federation_restored(&mut self) {
        tell!(self.federation_restored());
    }

    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {
        tell!(self.federation_not_restored(reason.into()));
    }

    fn federation_restore_status_response(&mut self, statuses: &[FederateRestoreStatus]) {
        tell!(
            self.federation_restore_status_response(hyla_federate_restore_statuses::new(
                &statuses.iter().map(restore_status).collect::<Few<_>>()
            ))
        );
    }

    fn start_registration_for_object_class(&mut self, class: ObjectClassHandle) {
        tell!(self.start_registration_for_object_class(class.number()));
    }

    fn stop_registration_for_object_class(&mut self, class: ObjectClassHandle) {
        tell!(self.stop_registration_for_object_class(class.number()));
    }

    fn turn_interactions_on(&mut self, class: InteractionClassHandle) {
        tell!(self.turn_interactions_on(class.number()));
    }

    fn turn_interactions_off(&mut self, class: InteractionClassHandle) {
        tell!(self.turn_interactions_off(class.number()));
    }

    fn object_instance_name_reservation_succeeded(&mut self, name: &str) {
        tell!(self.object_instance_name_reservation_succeeded(hyla_text::new(name)));
    }

    fn object_instance_name_reservation_failed(&mut self, name: &str) {
        tell!(self.object_instance_name_reservation_failed(hyla_text::new(name)));
    }

    fn multiple_object_instance_name_reservation_succeeded(&mut self, names: &[String]) {
        tell!(
            self.multiple_object_instance_name_reservation_succeeded(hyla_texts::new(
                &names
                    .iter()
                    .map(|name| hyla_text::new(name))
                    .collect::<Few<_>>()
            ))
        );
    }

    fn multiple_object_instance_name_reservation_failed(&mut self, names: &[String]) {
        tell!(
            self.multiple_object_instance_name_reservation_failed(hyla_texts::new(
                &names
                    .iter()
                    .map(|name| hyla_text::new(name))
                    .collect::<Few<_>>()
            ))
        );
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: &Arc<str>,
        producer: Option<FederateHandle>,
    ) {
        tell!(self.discover_object_instance(
            object.number(),
            class.number(),
            hyla_text::new(name),
            producer.map_or(0, Handle::number)
        ));
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        lend_delivery(delivery, |delivery| {
            lend_values(values, |lent| {
                tell!(self.reflect_attribute_values(object.number(), lent, delivery));
            });
        });
    }

    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        lend_delivery(delivery, |delivery| {
            lend_values(values, |lent| {
                tell!(self.receive_interaction(class.number(), lent, delivery));
            });
        });
    }

    fn receive_directed_interaction(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        lend_delivery(delivery, |delivery| {
            lend_values(values, |lent| {
                tell!(self.receive_directed_interaction(
                    class.number(),
                    object.number(),
                    lent,
                    delivery
                ));
            });
        });
    }

    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, delivery: &Delivery<'_>) {
        lend_delivery(delivery, |lent| {
            tell!(self.remove_object_instance(object.number(), lent));
        });
    }

    fn attributes_in_scope(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.attributes_in_scope(object.number(), hyla_handles::new(&numbers(attributes))));
    }

    fn attributes_out_of_scope(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(
            self.attributes_out_of_scope(object.number(), hyla_handles::new(&numbers(attributes)))
        );
    }

    fn provide_attribute_value_update(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        tell!(self.provide_attribute_value_update(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            hyla_bytes::new(tag)
        ));
    }

    fn turn_updates_on_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        update_rate_designator: Option<&str>,
    ) {
        tell!(self.turn_updates_on_for_object_instance(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            update_rate_designator.map(hyla_text::new).as_ref()
        ));
    }

    fn turn_updates_off_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.turn_updates_off_for_object_instance(
            object.number(),
            hyla_handles::new(&numbers(attributes))
        ));
    }

    fn confirm_attribute_transportation_type_change(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) {
        tell!(self.confirm_attribute_transportation_type_change(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            transportation.number()
        ));
    }

    fn report_attribute_transportation_type(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation: TransportationTypeHandle,
    ) {
        tell!(self.report_attribute_transportation_type(
            object.number(),
            attribute.number(),
            transportation.number()
        ));
    }

    fn confirm_interaction_transportation_type_change(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        tell!(self.confirm_interaction_transportation_type_change(
            class.number(),
            transportation.number()
        ));
    }

    fn report_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        tell!(self.report_interaction_transportation_type(
            federate.number(),
            class.number(),
            transportation.number()
        ));
    }

    fn request_attribute_ownership_assumption(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        tell!(self.request_attribute_ownership_assumption(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            hyla_bytes::new(tag)
        ));
    }

    fn request_divestiture_confirmation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        tell!(self.request_divestiture_confirmation(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            hyla_bytes::new(tag)
        ));
    }

    fn attribute_ownership_acquisition_notification(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        tell!(self.attribute_ownership_acquisition_notification(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            hyla_bytes::new(tag)
        ));
    }

    fn attribute_ownership_unavailable(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        tell!(self.attribute_ownership_unavailable(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            hyla_bytes::new(tag)
        ));
    }

    fn request_attribute_ownership_release(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        tell!(self.request_attribute_ownership_release(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            hyla_bytes::new(tag)
        ));
    }

    fn confirm_attribute_ownership_acquisition_cancellation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(self.confirm_attribute_ownership_acquisition_cancellation(
            object.number(),
            hyla_handles::new(&numbers(attributes))
        ));
    }

    fn inform_attribute_ownership(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: FederateHandle,
    ) {
        tell!(self.inform_attribute_ownership(
            object.number(),
            hyla_handles::new(&numbers(attributes)),
            owner.number()
        ));
    }

    fn attribute_is_not_owned(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(
            self.attribute_is_not_owned(object.number(), hyla_handles::new(&numbers(attributes)))
        );
    }

    fn attribute_is_owned_by_rti(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        tell!(
            self.attribute_is_owned_by_rti(
                object.number(),
                hyla_handles::new(&numbers(attributes))
            )
        );
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
