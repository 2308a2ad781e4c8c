//! Object management (clause 6).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as pb;
use std::collections::BTreeSet;

use hyla_core::Result;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, Service,
    TransportationTypeHandle,
};

use crate::ambassador::FedProAmbassador;
use crate::convert::{FromWire, Wire};

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::reserve_object_instance_name`.
    ///
    /// # Errors
    /// The same.
    pub fn reserve_object_instance_name(&self, object_instance_name: &str) -> Result<()> {
        self.tell(
            Service::ReserveObjectInstanceName,
            pb::ReserveObjectInstanceNameRequest {
                object_instance_name: object_instance_name.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::release_object_instance_name`.
    ///
    /// # Errors
    /// The same.
    pub fn release_object_instance_name(&self, object_instance_name: &str) -> Result<()> {
        self.tell(
            Service::ReleaseObjectInstanceName,
            pb::ReleaseObjectInstanceNameRequest {
                object_instance_name: object_instance_name.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::reserve_multiple_object_instance_names`.
    ///
    /// # Errors
    /// The same.
    pub fn reserve_multiple_object_instance_names(
        &self,
        object_instance_names: &BTreeSet<String>,
    ) -> Result<()> {
        self.tell(
            Service::ReserveMultipleObjectInstanceNames,
            pb::ReserveMultipleObjectInstanceNamesRequest {
                object_instance_names: object_instance_names.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::release_multiple_object_instance_names`.
    ///
    /// # Errors
    /// The same.
    pub fn release_multiple_object_instance_names(
        &self,
        object_instance_names: &BTreeSet<String>,
    ) -> Result<()> {
        self.tell(
            Service::ReleaseMultipleObjectInstanceNames,
            pb::ReleaseMultipleObjectInstanceNamesRequest {
                object_instance_names: object_instance_names.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::register_object_instance`.
    ///
    /// # Errors
    /// The same.
    pub fn register_object_instance(
        &self,
        object_class: ObjectClassHandle,
        object_instance_name: Option<&str>,
    ) -> Result<ObjectInstanceHandle> {
        match object_instance_name {
            None => self.ask_for(
                Service::RegisterObjectInstance,
                pb::RegisterObjectInstanceRequest {
                    object_class: object_class.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
            Some(object_instance_name) => self.ask_for(
                Service::RegisterObjectInstance,
                pb::RegisterObjectInstanceWithNameRequest {
                    object_class: object_class.wire(),
                    object_instance_name: object_instance_name.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::update_attribute_values`.
    ///
    /// # Errors
    /// The same.
    pub fn update_attribute_values(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute_values: &[(AttributeHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        match time {
            None => self.ask_for(
                Service::UpdateAttributeValues,
                pb::UpdateAttributeValuesRequest {
                    object_instance: object_instance.wire(),
                    attribute_values: attribute_values.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                },
                |_| Ok(None),
            ),
            Some(time) => self.ask_for(
                Service::UpdateAttributeValues,
                pb::UpdateAttributeValuesWithTimeRequest {
                    object_instance: object_instance.wire(),
                    attribute_values: attribute_values.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                    time: time.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::send_interaction`.
    ///
    /// # Errors
    /// The same.
    pub fn send_interaction(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        match time {
            None => self.ask_for(
                Service::SendInteraction,
                pb::SendInteractionRequest {
                    interaction_class: interaction_class.wire(),
                    parameter_values: parameter_values.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                },
                |_| Ok(None),
            ),
            Some(time) => self.ask_for(
                Service::SendInteraction,
                pb::SendInteractionWithTimeRequest {
                    interaction_class: interaction_class.wire(),
                    parameter_values: parameter_values.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                    time: time.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::send_directed_interaction`.
    ///
    /// # Errors
    /// The same.
    pub fn send_directed_interaction(
        &self,
        interaction_class: InteractionClassHandle,
        object_instance: ObjectInstanceHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        match time {
            None => self.ask_for(
                Service::SendDirectedInteraction,
                pb::SendDirectedInteractionRequest {
                    interaction_class: interaction_class.wire(),
                    object_instance: object_instance.wire(),
                    parameter_values: parameter_values.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                },
                |_| Ok(None),
            ),
            Some(time) => self.ask_for(
                Service::SendDirectedInteraction,
                pb::SendDirectedInteractionWithTimeRequest {
                    interaction_class: interaction_class.wire(),
                    object_instance: object_instance.wire(),
                    parameter_values: parameter_values.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                    time: time.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::delete_object_instance`.
    ///
    /// # Errors
    /// The same.
    pub fn delete_object_instance(
        &self,
        object_instance: ObjectInstanceHandle,
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        match time {
            None => self.ask_for(
                Service::DeleteObjectInstance,
                pb::DeleteObjectInstanceRequest {
                    object_instance: object_instance.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                },
                |_| Ok(None),
            ),
            Some(time) => self.ask_for(
                Service::DeleteObjectInstance,
                pb::DeleteObjectInstanceWithTimeRequest {
                    object_instance: object_instance.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                    time: time.wire(),
                },
                |response| FromWire::from_wire(response.result),
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::local_delete_object_instance`.
    ///
    /// # Errors
    /// The same.
    pub fn local_delete_object_instance(
        &self,
        object_instance: ObjectInstanceHandle,
    ) -> Result<()> {
        self.tell(
            Service::LocalDeleteObjectInstance,
            pb::LocalDeleteObjectInstanceRequest {
                object_instance: object_instance.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::request_attribute_value_update`.
    ///
    /// # Errors
    /// The same.
    pub fn request_attribute_value_update(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::RequestAttributeValueUpdate,
            pb::RequestInstanceAttributeValueUpdateRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::request_class_attribute_value_update`.
    ///
    /// # Errors
    /// The same.
    pub fn request_class_attribute_value_update(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::RequestAttributeValueUpdate,
            pb::RequestClassAttributeValueUpdateRequest {
                object_class: object_class.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::request_attribute_transportation_type_change`.
    ///
    /// # Errors
    /// The same.
    pub fn request_attribute_transportation_type_change(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()> {
        self.tell(
            Service::RequestAttributeTransportationTypeChange,
            pb::RequestAttributeTransportationTypeChangeRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
                transportation_type: transportation_type.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::change_default_attribute_transportation_type`.
    ///
    /// # Errors
    /// The same.
    pub fn change_default_attribute_transportation_type(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()> {
        self.tell(
            Service::ChangeDefaultAttributeTransportationType,
            pb::ChangeDefaultAttributeTransportationTypeRequest {
                object_class: object_class.wire(),
                attributes: attributes.wire(),
                transportation_type: transportation_type.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::query_attribute_transportation_type`.
    ///
    /// # Errors
    /// The same.
    pub fn query_attribute_transportation_type(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<()> {
        self.tell(
            Service::QueryAttributeTransportationType,
            pb::QueryAttributeTransportationTypeRequest {
                object_instance: object_instance.wire(),
                attribute: attribute.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::request_interaction_transportation_type_change`.
    ///
    /// # Errors
    /// The same.
    pub fn request_interaction_transportation_type_change(
        &self,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()> {
        self.tell(
            Service::RequestInteractionTransportationTypeChange,
            pb::RequestInteractionTransportationTypeChangeRequest {
                interaction_class: interaction_class.wire(),
                transportation_type: transportation_type.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::query_interaction_transportation_type`.
    ///
    /// # Errors
    /// The same.
    pub fn query_interaction_transportation_type(
        &self,
        federate: FederateHandle,
        interaction_class: InteractionClassHandle,
    ) -> Result<()> {
        self.tell(
            Service::QueryInteractionTransportationType,
            pb::QueryInteractionTransportationTypeRequest {
                federate: federate.wire(),
                interaction_class: interaction_class.wire(),
            },
        )
    }
}
