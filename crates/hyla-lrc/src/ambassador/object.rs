//! Object management (clause 6).

use std::collections::BTreeSet;

use hyla_core::Result;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, Service,
    TransportationTypeHandle,
};

use super::RtiAmbassador;

impl RtiAmbassador {
    /// `reserveObjectInstanceName` (6.2); the result comes as callback.
    ///
    /// # Errors
    /// `IllegalName`.
    pub fn reserve_object_instance_name(&self, name: &str) -> Result<()> {
        self.engine().call(
            Service::ReserveObjectInstanceName,
            &[&name],
            |member, links| member.reserve_object_instance_name(name, links),
        )
    }

    /// `releaseObjectInstanceName` (6.4).
    ///
    /// # Errors
    /// `ObjectInstanceNameNotReserved`.
    pub fn release_object_instance_name(&self, name: &str) -> Result<()> {
        self.engine().call(
            Service::ReleaseObjectInstanceName,
            &[&name],
            |member, links| member.release_object_instance_name(name, links),
        )
    }

    /// `reserveMultipleObjectInstanceNames` (6.5); the result comes as callback.
    ///
    /// # Errors
    /// `NameSetWasEmpty`, `IllegalName`.
    pub fn reserve_multiple_object_instance_names(&self, names: &BTreeSet<String>) -> Result<()> {
        self.engine().call(
            Service::ReserveMultipleObjectInstanceNames,
            &[&names],
            |member, links| member.reserve_multiple_object_instance_names(names, links),
        )
    }

    /// `releaseMultipleObjectInstanceNames` (6.7): all of them or none.
    ///
    /// # Errors
    /// `ObjectInstanceNameNotReserved`.
    pub fn release_multiple_object_instance_names(&self, names: &BTreeSet<String>) -> Result<()> {
        self.engine().call(
            Service::ReleaseMultipleObjectInstanceNames,
            &[&names],
            |member, links| member.release_multiple_object_instance_names(names, links),
        )
    }

    /// `registerObjectInstance` (6.8), with a name reserved before or one that the RTI makes. No round
    /// trip.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `ObjectClassNotPublished`, `ObjectInstanceNameNotReserved`,
    /// `ObjectInstanceNameInUse`.
    pub fn register_object_instance(
        &self,
        class: ObjectClassHandle,
        name: Option<&str>,
    ) -> Result<ObjectInstanceHandle> {
        self.engine().call(
            Service::RegisterObjectInstance,
            &[&class, &name],
            |member, links| member.register_object_instance(class, name, links),
        )
    }

    /// `updateAttributeValues` (6.10). Goes straight to the subscribers; one message for each
    /// transportation type among the attributes. Allocates nothing in steady state.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`, `InvalidLogicalTime`.
    pub fn update_attribute_values(
        &self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, &[u8])],
        tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::UpdateAttributeValues,
            &[&object, &values, &tag, &time],
            |member, links| member.update_attribute_values(object, values, tag, time, links),
        )
    }

    /// `sendInteraction` (6.12).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InteractionClassNotPublished`, `InteractionParameterNotDefined`,
    /// `InvalidLogicalTime`.
    pub fn send_interaction(
        &self,
        class: InteractionClassHandle,
        values: &[(ParameterHandle, &[u8])],
        tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::SendInteraction,
            &[&class, &values, &tag, &time],
            |member, links| member.send_interaction(class, values, tag, time, links),
        )
    }

    /// `sendDirectedInteraction` (6.14, 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `InteractionClassNotDefined`, `InteractionClassNotPublished`,
    /// `InteractionParameterNotDefined`, `InvalidLogicalTime`.
    pub fn send_directed_interaction(
        &self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &[(ParameterHandle, &[u8])],
        tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::SendDirectedInteraction,
            &[&class, &object, &values, &tag, &time],
            |member, links| {
                member.send_directed_interaction(class, object, values, tag, time, links)
            },
        )
    }

    /// `deleteObjectInstance` (6.14 in 2010, 6.16 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `DeletePrivilegeNotHeld`, `InvalidLogicalTime`.
    pub fn delete_object_instance(
        &self,
        object: ObjectInstanceHandle,
        tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.engine().call(
            Service::DeleteObjectInstance,
            &[&object, &tag, &time],
            |member, links| member.delete_object_instance(object, tag, time, links),
        )
    }

    /// `localDeleteObjectInstance` (6.16 in 2010, 6.18 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `FederateOwnsAttributes`, `OwnershipAcquisitionPending`.
    pub fn local_delete_object_instance(&self, object: ObjectInstanceHandle) -> Result<()> {
        self.engine().call(
            Service::LocalDeleteObjectInstance,
            &[&object],
            |member, _| member.local_delete_object_instance(object),
        )
    }

    /// `requestAttributeValueUpdate` for one instance (6.19 in 2010, 6.21 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn request_attribute_value_update(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::RequestAttributeValueUpdate,
            &[&object, &attributes, &tag],
            |member, links| member.request_attribute_value_update(object, attributes, tag, links),
        )
    }

    /// `requestAttributeValueUpdate` for all instances at or below a class (6.19 in 2010, 6.21 in 2025).
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`.
    pub fn request_class_attribute_value_update(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::RequestAttributeValueUpdate,
            &[&class, &attributes, &tag],
            |member, links| {
                member.request_class_attribute_value_update(class, attributes, tag, links)
            },
        )
    }

    /// `requestAttributeTransportationTypeChange` (6.23 in 2010, 6.25 in 2025); in force from the
    /// confirming callback on.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`,
    /// `AttributeAlreadyBeingChanged`, `InvalidTransportationTypeHandle` (2010:
    /// `InvalidTransportationType`).
    pub fn request_attribute_transportation_type_change(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::RequestAttributeTransportationTypeChange,
            &[&object, &attributes, &transportation],
            |member, _| {
                member.request_attribute_transportation_type_change(
                    object,
                    attributes,
                    transportation,
                )
            },
        )
    }

    /// `changeDefaultAttributeTransportationType` (6.27, 2025): for instances registered from now on.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidTransportationTypeHandle`.
    pub fn change_default_attribute_transportation_type(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::ChangeDefaultAttributeTransportationType,
            &[&class, &attributes, &transportation],
            |member, _| {
                member.change_default_attribute_transportation_type(
                    class,
                    attributes,
                    transportation,
                )
            },
        )
    }

    /// `queryAttributeTransportationType` (6.25 in 2010, 6.28 in 2025); the answer comes as callback.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn query_attribute_transportation_type(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::QueryAttributeTransportationType,
            &[&object, &attribute],
            |member, links| member.query_attribute_transportation_type(object, attribute, links),
        )
    }

    /// `requestInteractionTransportationTypeChange` (6.27 in 2010, 6.30 in 2025); in force from the
    /// confirming callback on.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InteractionClassNotPublished`,
    /// `InteractionClassAlreadyBeingChanged`, `InvalidTransportationTypeHandle` (2010:
    /// `InvalidTransportationType`).
    pub fn request_interaction_transportation_type_change(
        &self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::RequestInteractionTransportationTypeChange,
            &[&class, &transportation],
            |member, _| {
                member.request_interaction_transportation_type_change(class, transportation)
            },
        )
    }

    /// `queryInteractionTransportationType` (6.29 in 2010, 6.32 in 2025); the answer comes as callback.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`; `RTIinternalError` for a federate that is not joined.
    pub fn query_interaction_transportation_type(
        &self,
        federate: FederateHandle,
        class: InteractionClassHandle,
    ) -> Result<()> {
        self.engine().call(
            Service::QueryInteractionTransportationType,
            &[&federate, &class],
            |member, links| member.query_interaction_transportation_type(federate, class, links),
        )
    }
}
