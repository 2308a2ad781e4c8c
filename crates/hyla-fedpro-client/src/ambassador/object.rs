//! Object management (clause 6).

use std::collections::BTreeSet;

use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, Service,
    TransportationTypeHandle,
};

use super::{FedProAmbassador, Result};
use crate::convert::{Wire, attribute_values, broken, parameter_values, tag, time};

/// The handle of a message sent with a time.
pub(super) fn retraction(
    result: Option<pb::MessageRetractionReturn>,
) -> Result<Option<MessageRetractionHandle>> {
    let result = result.ok_or_else(|| broken("sent with a time, answered without a result"))?;
    if !result.retraction_handle_is_valid {
        return Ok(None);
    }
    MessageRetractionHandle::from_wire(result.message_retraction_handle).map(Some)
}

#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "as those of RtiAmbassador"
)]
impl FedProAmbassador {
    pub fn reserve_object_instance_name(&self, name: &str) -> Result<()> {
        let object_instance_name = name.to_owned();
        self.tell(
            Service::ReserveObjectInstanceName,
            pb::ReserveObjectInstanceNameRequest {
                object_instance_name,
            },
        )
    }

    pub fn reserve_multiple_object_instance_names(&self, names: &BTreeSet<String>) -> Result<()> {
        let object_instance_names = names.iter().cloned().collect();
        self.tell(
            Service::ReserveMultipleObjectInstanceNames,
            pb::ReserveMultipleObjectInstanceNamesRequest {
                object_instance_names,
            },
        )
    }

    pub fn release_object_instance_name(&self, name: &str) -> Result<()> {
        let object_instance_name = name.to_owned();
        self.tell(
            Service::ReleaseObjectInstanceName,
            pb::ReleaseObjectInstanceNameRequest {
                object_instance_name,
            },
        )
    }

    pub fn release_multiple_object_instance_names(&self, names: &BTreeSet<String>) -> Result<()> {
        let object_instance_names = names.iter().cloned().collect();
        self.tell(
            Service::ReleaseMultipleObjectInstanceNames,
            pb::ReleaseMultipleObjectInstanceNamesRequest {
                object_instance_names,
            },
        )
    }

    pub fn register_object_instance(
        &self,
        class: ObjectClassHandle,
        name: Option<&str>,
    ) -> Result<ObjectInstanceHandle> {
        let service = Service::RegisterObjectInstance;
        let object_class = class.wire();
        match name {
            None => self.ask_for(
                service,
                pb::RegisterObjectInstanceRequest { object_class },
                |response| Wire::from_wire(response.result),
            ),
            Some(name) => self.ask_for(
                service,
                pb::RegisterObjectInstanceWithNameRequest {
                    object_class,
                    object_instance_name: name.to_owned(),
                },
                |response| Wire::from_wire(response.result),
            ),
        }
    }

    pub fn update_attribute_values(
        &self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, &[u8])],
        user_tag: &[u8],
        at: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        let service = Service::UpdateAttributeValues;
        let (object_instance, user_supplied_tag) = (object.wire(), tag(user_tag));
        let attribute_values = attribute_values(values);
        match at {
            None => self.ask_for(
                service,
                pb::UpdateAttributeValuesRequest {
                    object_instance,
                    attribute_values,
                    user_supplied_tag,
                },
                |_| Ok(None),
            ),
            Some(at) => self.ask_for(
                service,
                pb::UpdateAttributeValuesWithTimeRequest {
                    object_instance,
                    attribute_values,
                    user_supplied_tag,
                    time: time(at),
                },
                |response| retraction(response.result),
            ),
        }
    }

    pub fn send_interaction(
        &self,
        class: InteractionClassHandle,
        values: &[(ParameterHandle, &[u8])],
        user_tag: &[u8],
        at: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        let service = Service::SendInteraction;
        let (interaction_class, user_supplied_tag) = (class.wire(), tag(user_tag));
        let parameter_values = parameter_values(values);
        match at {
            None => self.ask_for(
                service,
                pb::SendInteractionRequest {
                    interaction_class,
                    parameter_values,
                    user_supplied_tag,
                },
                |_| Ok(None),
            ),
            Some(at) => self.ask_for(
                service,
                pb::SendInteractionWithTimeRequest {
                    interaction_class,
                    parameter_values,
                    user_supplied_tag,
                    time: time(at),
                },
                |response| retraction(response.result),
            ),
        }
    }

    pub fn send_directed_interaction(
        &self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &[(ParameterHandle, &[u8])],
        user_tag: &[u8],
        at: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        let service = Service::SendDirectedInteraction;
        let (interaction_class, object_instance) = (class.wire(), object.wire());
        let (parameter_values, user_supplied_tag) = (parameter_values(values), tag(user_tag));
        match at {
            None => self.ask_for(
                service,
                pb::SendDirectedInteractionRequest {
                    interaction_class,
                    object_instance,
                    parameter_values,
                    user_supplied_tag,
                },
                |_| Ok(None),
            ),
            Some(at) => self.ask_for(
                service,
                pb::SendDirectedInteractionWithTimeRequest {
                    interaction_class,
                    object_instance,
                    parameter_values,
                    user_supplied_tag,
                    time: time(at),
                },
                |response| retraction(response.result),
            ),
        }
    }

    pub fn delete_object_instance(
        &self,
        object: ObjectInstanceHandle,
        user_tag: &[u8],
        at: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>> {
        let service = Service::DeleteObjectInstance;
        let (object_instance, user_supplied_tag) = (object.wire(), tag(user_tag));
        match at {
            None => self.ask_for(
                service,
                pb::DeleteObjectInstanceRequest {
                    object_instance,
                    user_supplied_tag,
                },
                |_| Ok(None),
            ),
            Some(at) => self.ask_for(
                service,
                pb::DeleteObjectInstanceWithTimeRequest {
                    object_instance,
                    user_supplied_tag,
                    time: time(at),
                },
                |response| retraction(response.result),
            ),
        }
    }

    pub fn local_delete_object_instance(&self, object: ObjectInstanceHandle) -> Result<()> {
        let object_instance = object.wire();
        let service = Service::LocalDeleteObjectInstance;
        self.tell(
            service,
            pb::LocalDeleteObjectInstanceRequest { object_instance },
        )
    }

    pub fn request_attribute_value_update(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::RequestAttributeValueUpdate,
            pb::RequestInstanceAttributeValueUpdateRequest {
                object_instance: object.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: tag(user_tag),
            },
        )
    }

    pub fn request_class_attribute_value_update(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        user_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::RequestAttributeValueUpdate,
            pb::RequestClassAttributeValueUpdateRequest {
                object_class: class.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: tag(user_tag),
            },
        )
    }

    pub fn request_attribute_transportation_type_change(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        self.tell(
            Service::RequestAttributeTransportationTypeChange,
            pb::RequestAttributeTransportationTypeChangeRequest {
                object_instance: object.wire(),
                attributes: attributes.wire(),
                transportation_type: transportation.wire(),
            },
        )
    }

    pub fn change_default_attribute_transportation_type(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        self.tell(
            Service::ChangeDefaultAttributeTransportationType,
            pb::ChangeDefaultAttributeTransportationTypeRequest {
                object_class: class.wire(),
                attributes: attributes.wire(),
                transportation_type: transportation.wire(),
            },
        )
    }

    pub fn query_attribute_transportation_type(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<()> {
        self.tell(
            Service::QueryAttributeTransportationType,
            pb::QueryAttributeTransportationTypeRequest {
                object_instance: object.wire(),
                attribute: attribute.wire(),
            },
        )
    }

    pub fn request_interaction_transportation_type_change(
        &self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        self.tell(
            Service::RequestInteractionTransportationTypeChange,
            pb::RequestInteractionTransportationTypeChangeRequest {
                interaction_class: class.wire(),
                transportation_type: transportation.wire(),
            },
        )
    }

    pub fn query_interaction_transportation_type(
        &self,
        federate: FederateHandle,
        class: InteractionClassHandle,
    ) -> Result<()> {
        self.tell(
            Service::QueryInteractionTransportationType,
            pb::QueryInteractionTransportationTypeRequest {
                federate: federate.wire(),
                interaction_class: class.wire(),
            },
        )
    }
}
