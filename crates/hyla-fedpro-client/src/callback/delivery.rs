//! Callbacks that bring values, a tag, perhaps a time.

use hyla_core::callback::Delivery;
use hyla_fedpro_messages as pb;
use hyla_fedpro_messages::callback_request::CallbackRequest;
use hyla_types::{
    AttributeHandle, MessageRetractionHandle, OrderType, ParameterHandle, Service,
    TransportationTypeHandle,
};

use super::{Ears, Told};
use crate::convert::{FromWire, broken};

/// Supplemental data of values.
struct Extras {
    producer: Option<pb::FederateHandle>,
    transportation: Option<pb::TransportationTypeHandle>,
    regions: Option<pb::ConveyedRegionSet>,
    time: Option<Timed>,
}

/// Time, order in which it was sent and is received, and what it can be retracted by.
type Timed = (
    Option<pb::LogicalTime>,
    i32,
    i32,
    Option<pb::MessageRetractionHandle>,
);

macro_rules! extras {
    ($message:ident, $transportation:expr, $regions:expr, $time:expr) => {
        Extras {
            producer: $message.producing_federate,
            transportation: $transportation,
            regions: $regions,
            time: $time,
        }
    };
}

macro_rules! timed {
    ($message:ident) => {
        Some((
            $message.time,
            $message.sent_order_type,
            $message.received_order_type,
            $message.optional_retraction,
        ))
    };
}

fn values<H, T>(items: &[T], read: impl Fn(&T) -> (Told<H>, &[u8])) -> Told<Vec<(H, &[u8])>> {
    let pair = |item| {
        let (handle, value) = read(item);
        Ok((handle?, value))
    };
    items.iter().map(pair).collect()
}

fn attributes(map: Option<&pb::AttributeHandleValueMap>) -> Told<Vec<(AttributeHandle, &[u8])>> {
    let items = map.map_or(&[][..], |map| &map.attribute_handle_value);
    values(items, |item| {
        let handle = AttributeHandle::from_wire(item.attribute_handle.clone());
        (handle, &item.value)
    })
}

fn parameters(map: Option<&pb::ParameterHandleValueMap>) -> Told<Vec<(ParameterHandle, &[u8])>> {
    let items = map.map_or(&[][..], |map| &map.parameter_handle_value);
    values(items, |item| {
        let handle = ParameterHandle::from_wire(item.parameter_handle.clone());
        (handle, &item.value)
    })
}

impl Ears<'_> {
    /// The supplemental data of the values.
    fn delivery<'t>(&mut self, tag: &'t [u8], extras: Extras) -> Told<Delivery<'t>> {
        let transportation = match extras.transportation {
            Some(handle) => TransportationTypeHandle::from_wire(Some(handle))?,
            None => TransportationTypeHandle::new(1),
        };
        let regions = extras.regions.map(|regions| (self.regions)(regions));
        let mut delivery = Delivery {
            tag,
            transportation,
            producer: FromWire::from_wire(extras.producer)?,
            time: None,
            sent_order: OrderType::Receive,
            received_order: OrderType::Receive,
            sent_regions: regions.transpose()?,
            retraction: None,
        };
        if let Some((time, sent, received, retraction)) = extras.time {
            delivery.time = Some(self.time(time)?);
            delivery.sent_order = OrderType::from_wire(sent)?;
            delivery.received_order = OrderType::from_wire(received)?;
            let handle = |h| MessageRetractionHandle::from_wire(Some(h));
            delivery.retraction = retraction.map(handle).transpose()?;
        }
        Ok(delivery)
    }

    fn reflect(
        &mut self,
        object: Option<pb::ObjectInstanceHandle>,
        values: Option<pb::AttributeHandleValueMap>,
        tag: &[u8],
        extras: Extras,
    ) -> Told<Service> {
        let delivery = self.delivery(tag, extras)?;
        let values = attributes(values.as_ref())?.into_iter().collect();
        self.federate
            .reflect_attribute_values(FromWire::from_wire(object)?, &values, &delivery);
        Ok(Service::ReflectAttributeValues)
    }

    fn receive(
        &mut self,
        class: Option<pb::InteractionClassHandle>,
        values: Option<pb::ParameterHandleValueMap>,
        tag: &[u8],
        extras: Extras,
    ) -> Told<Service> {
        let delivery = self.delivery(tag, extras)?;
        let values = parameters(values.as_ref())?.into_iter().collect();
        self.federate
            .receive_interaction(FromWire::from_wire(class)?, &values, &delivery);
        Ok(Service::ReceiveInteraction)
    }

    fn receive_directed(
        &mut self,
        class: Option<pb::InteractionClassHandle>,
        object: Option<pb::ObjectInstanceHandle>,
        values: Option<pb::ParameterHandleValueMap>,
        tag: &[u8],
        extras: Extras,
    ) -> Told<Service> {
        let delivery = self.delivery(tag, extras)?;
        let values = parameters(values.as_ref())?.into_iter().collect();
        let (class, object) = (FromWire::from_wire(class)?, FromWire::from_wire(object)?);
        self.federate
            .receive_directed_interaction(class, object, &values, &delivery);
        Ok(Service::ReceiveDirectedInteraction)
    }

    fn remove(
        &mut self,
        object: Option<pb::ObjectInstanceHandle>,
        tag: &[u8],
        extras: Extras,
    ) -> Told<Service> {
        let delivery = self.delivery(tag, extras)?;
        self.federate
            .remove_object_instance(FromWire::from_wire(object)?, &delivery);
        Ok(Service::RemoveObjectInstance)
    }

    /// Callbacks that carry what another federate sent.
    pub(super) fn hear_delivery(&mut self, request: CallbackRequest) -> Told<Service> {
        use CallbackRequest as C;
        match request {
            C::ReflectAttributeValues(m) => {
                let regions = m.optional_sent_regions;
                let extras = extras!(m, m.transportation_type, regions, None);
                self.reflect(
                    m.object_instance,
                    m.attribute_values,
                    &m.user_supplied_tag,
                    extras,
                )
            }
            C::ReflectAttributeValuesWithTime(m) => {
                let regions = m.optional_sent_regions;
                let extras = extras!(m, m.transportation_type, regions, timed!(m));
                self.reflect(
                    m.object_instance,
                    m.attribute_values,
                    &m.user_supplied_tag,
                    extras,
                )
            }
            C::ReceiveInteraction(m) => {
                let regions = m.optional_sent_regions;
                let extras = extras!(m, m.transportation_type, regions, None);
                self.receive(
                    m.interaction_class,
                    m.parameter_values,
                    &m.user_supplied_tag,
                    extras,
                )
            }
            C::ReceiveInteractionWithTime(m) => {
                let regions = m.optional_sent_regions;
                let extras = extras!(m, m.transportation_type, regions, timed!(m));
                self.receive(
                    m.interaction_class,
                    m.parameter_values,
                    &m.user_supplied_tag,
                    extras,
                )
            }
            C::ReceiveDirectedInteraction(m) => {
                let extras = extras!(m, m.transportation_type, None, None);
                let (class, values) = (m.interaction_class, m.parameter_values);
                self.receive_directed(
                    class,
                    m.object_instance,
                    values,
                    &m.user_supplied_tag,
                    extras,
                )
            }
            C::ReceiveDirectedInteractionWithTime(m) => {
                let extras = extras!(m, m.transportation_type, None, timed!(m));
                let (class, values) = (m.interaction_class, m.parameter_values);
                self.receive_directed(
                    class,
                    m.object_instance,
                    values,
                    &m.user_supplied_tag,
                    extras,
                )
            }
            C::RemoveObjectInstance(m) => {
                let extras = extras!(m, None, None, None);
                self.remove(m.object_instance, &m.user_supplied_tag, extras)
            }
            C::RemoveObjectInstanceWithTime(m) => {
                let extras = extras!(m, None, None, timed!(m));
                self.remove(m.object_instance, &m.user_supplied_tag, extras)
            }
            _ => Err(broken("neither a reflection, an interaction nor a removal")),
        }
    }
}
