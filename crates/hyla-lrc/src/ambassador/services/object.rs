//! Object management (clause 6).
//!
//! Written by `make faces` from the table of services.

use std::collections::BTreeSet;

use hyla_core::Result;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, Service,
    TransportationTypeHandle,
};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `reserveObjectInstanceName` (6.2). The answer comes as a callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `IllegalName`; and those of every service.
    pub fn reserve_object_instance_name(&self, object_instance_name: &str) -> Result<()> {
        self.engine().call(
            Service::ReserveObjectInstanceName,
            &[&object_instance_name],
            |member, links| member.reserve_object_instance_name(object_instance_name, links),
        )
    }

    /// `releaseObjectInstanceName` (6.4).
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `ObjectInstanceNameNotReserved`; and those of every service.
    pub fn release_object_instance_name(&self, object_instance_name: &str) -> Result<()> {
        self.engine().call(
            Service::ReleaseObjectInstanceName,
            &[&object_instance_name],
            |member, links| member.release_object_instance_name(object_instance_name, links),
        )
    }

    /// `reserveMultipleObjectInstanceNames` (6.5). The answer comes as a callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `IllegalName`, `NameSetWasEmpty`; and those of every service.
    pub fn reserve_multiple_object_instance_names(
        &self,
        object_instance_names: &BTreeSet<String>,
    ) -> Result<()> {
        self.engine().call(
            Service::ReserveMultipleObjectInstanceNames,
            &[&object_instance_names],
            |member, links| {
                member.reserve_multiple_object_instance_names(object_instance_names, links)
            },
        )
    }

    /// `releaseMultipleObjectInstanceNames` (6.7). Releases all of the names or none.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `ObjectInstanceNameNotReserved`; and those of every service.
    pub fn release_multiple_object_instance_names(
        &self,
        object_instance_names: &BTreeSet<String>,
    ) -> Result<()> {
        self.engine().call(
            Service::ReleaseMultipleObjectInstanceNames,
            &[&object_instance_names],
            |member, links| {
                member.release_multiple_object_instance_names(object_instance_names, links)
            },
        )
    }

    /// `registerObjectInstance` (6.8). Takes a name that was reserved before, or makes one. No
    /// round trip.
    ///
    /// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits
    /// while one of them cannot keep up.
    ///
    /// # Errors
    /// `ObjectClassNotPublished`, `ObjectClassNotDefined`, `ObjectInstanceNameInUse`,
    /// `ObjectInstanceNameNotReserved`; and those of every service.
    pub fn register_object_instance(
        &self,
        object_class: ObjectClassHandle,
        object_instance_name: Option<&str>,
    ) -> Result<ObjectInstanceHandle> {
        self.engine().call(
            Service::RegisterObjectInstance,
            &[&object_class, &object_instance_name],
            |member, links| {
                member.register_object_instance(object_class, object_instance_name, links)
            },
        )
    }

    /// `updateAttributeValues` (6.10). One message for each transportation type among the
    /// attributes. Allocates nothing in steady state.
    ///
    /// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits
    /// while one of them cannot keep up.
    ///
    /// # Errors
    /// `AttributeNotOwned`, `AttributeNotDefined`, `ObjectInstanceNotKnown`, `InvalidLogicalTime`;
    /// and those of every service.
    pub fn update_attribute_values(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute_values: &[(AttributeHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::UpdateAttributeValues,
            &[
                &object_instance,
                &attribute_values,
                &user_supplied_tag,
                &time,
            ],
            |member, links| {
                member.update_attribute_values(
                    object_instance,
                    attribute_values,
                    user_supplied_tag,
                    time,
                    links,
                )
            },
        )
    }

    /// `sendInteraction` (6.12).
    ///
    /// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits
    /// while one of them cannot keep up.
    ///
    /// # Errors
    /// `InteractionClassNotPublished`, `InteractionParameterNotDefined`,
    /// `InteractionClassNotDefined`, `InvalidLogicalTime`; and those of every service.
    pub fn send_interaction(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::SendInteraction,
            &[
                &interaction_class,
                &parameter_values,
                &user_supplied_tag,
                &time,
            ],
            |member, links| {
                member.send_interaction(
                    interaction_class,
                    parameter_values,
                    user_supplied_tag,
                    time,
                    links,
                )
            },
        )
    }

    /// `sendDirectedInteraction` (6.14, 2025).
    ///
    /// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits
    /// while one of them cannot keep up.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `InteractionClassNotPublished`, `InteractionParameterNotDefined`,
    /// `InteractionClassNotDefined`, `InvalidLogicalTime`; and those of every service.
    pub fn send_directed_interaction(
        &self,
        interaction_class: InteractionClassHandle,
        object_instance: ObjectInstanceHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::SendDirectedInteraction,
            &[
                &interaction_class,
                &object_instance,
                &parameter_values,
                &user_supplied_tag,
                &time,
            ],
            |member, links| {
                member.send_directed_interaction(
                    interaction_class,
                    object_instance,
                    parameter_values,
                    user_supplied_tag,
                    time,
                    links,
                )
            },
        )
    }

    /// `deleteObjectInstance` (6.14 in 2010, 6.16 in 2025).
    ///
    /// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits
    /// while one of them cannot keep up.
    ///
    /// # Errors
    /// `DeletePrivilegeNotHeld`, `ObjectInstanceNotKnown`, `InvalidLogicalTime`; and those of every
    /// service.
    pub fn delete_object_instance(
        &self,
        object_instance: ObjectInstanceHandle,
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::DeleteObjectInstance,
            &[&object_instance, &user_supplied_tag, &time],
            |member, links| {
                member.delete_object_instance(object_instance, user_supplied_tag, time, links)
            },
        )
    }

    /// `localDeleteObjectInstance` (6.16 in 2010, 6.18 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `OwnershipAcquisitionPending`, `FederateOwnsAttributes`, `ObjectInstanceNotKnown`; and those
    /// of every service.
    pub fn local_delete_object_instance(
        &self,
        object_instance: ObjectInstanceHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::LocalDeleteObjectInstance,
            &[&object_instance],
            |member, _| member.local_delete_object_instance(object_instance),
        )
    }

    /// `requestAttributeValueUpdate` (6.19 in 2010, 6.21 in 2025). For one instance.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`, `ObjectClassNotDefined`; and those of every
    /// service.
    pub fn request_attribute_value_update(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::RequestAttributeValueUpdate,
            &[&object_instance, &attributes, &user_supplied_tag],
            |member, links| {
                member.request_attribute_value_update(
                    object_instance,
                    attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `requestAttributeValueUpdate` (6.19 in 2010, 6.21 in 2025). For all instances at or below a
    /// class.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`, `ObjectClassNotDefined`; and those of every
    /// service.
    pub fn request_class_attribute_value_update(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::RequestAttributeValueUpdate,
            &[&object_class, &attributes, &user_supplied_tag],
            |member, links| {
                member.request_class_attribute_value_update(
                    object_class,
                    attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `requestAttributeTransportationTypeChange` (6.23 in 2010, 6.25 in 2025). In force from the
    /// confirming callback on.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeAlreadyBeingChanged`, `AttributeNotOwned`, `AttributeNotDefined`,
    /// `ObjectInstanceNotKnown`, `InvalidTransportationTypeHandle` (2010:
    /// `InvalidTransportationType`); and those of every service.
    pub fn request_attribute_transportation_type_change(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::RequestAttributeTransportationTypeChange,
            &[&object_instance, &attributes, &transportation_type],
            |member, _| {
                member.request_attribute_transportation_type_change(
                    object_instance,
                    attributes,
                    transportation_type,
                )
            },
        )
    }

    /// `changeDefaultAttributeTransportationType` (6.27, 2025). For instances registered from now
    /// on.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectClassNotDefined`, `InvalidTransportationTypeHandle`; and those
    /// of every service.
    pub fn change_default_attribute_transportation_type(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::ChangeDefaultAttributeTransportationType,
            &[&object_class, &attributes, &transportation_type],
            |member, _| {
                member.change_default_attribute_transportation_type(
                    object_class,
                    attributes,
                    transportation_type,
                )
            },
        )
    }

    /// `queryAttributeTransportationType` (6.25 in 2010, 6.28 in 2025). The answer comes as a
    /// callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every service.
    pub fn query_attribute_transportation_type(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::QueryAttributeTransportationType,
            &[&object_instance, &attribute],
            |member, links| {
                member.query_attribute_transportation_type(object_instance, attribute, links)
            },
        )
    }

    /// `requestInteractionTransportationTypeChange` (6.27 in 2010, 6.30 in 2025). In force from the
    /// confirming callback on.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InteractionClassAlreadyBeingChanged`, `InteractionClassNotPublished`,
    /// `InteractionClassNotDefined`, `InvalidTransportationTypeHandle` (2010:
    /// `InvalidTransportationType`); and those of every service.
    pub fn request_interaction_transportation_type_change(
        &self,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::RequestInteractionTransportationTypeChange,
            &[&interaction_class, &transportation_type],
            |member, _| {
                member.request_interaction_transportation_type_change(
                    interaction_class,
                    transportation_type,
                )
            },
        )
    }

    /// `queryInteractionTransportationType` (6.29 in 2010, 6.32 in 2025). The answer comes as a
    /// callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`; and those of every service.
    pub fn query_interaction_transportation_type(
        &self,
        federate: FederateHandle,
        interaction_class: InteractionClassHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::QueryInteractionTransportationType,
            &[&federate, &interaction_class],
            |member, links| {
                member.query_interaction_transportation_type(federate, interaction_class, links)
            },
        )
    }
}
