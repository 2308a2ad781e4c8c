//! Reflections, interactions and removals. Handles, values, tag and time of a callback are copied
//! into one buffer, of which each field is a slice; the buffer's memory is used again once the
//! messages are encoded and gone, so that in steady state nothing but the list of values is allocated.

use bytes::{BufMut, Bytes, BytesMut};
use hyla_fedpro_messages as fp;
use hyla_fedpro_messages::callback_request::CallbackRequest as Message;
use hyla_lrc::{AttributeValues, Delivery, ParameterValues};
use hyla_types::{
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectInstanceHandle, OrderType,
};

use super::lookup::BEST_EFFORT;
use super::{Callbacks, Urgency};
use crate::convert::ToField;
use crate::convert::handle::LENGTH;

/// Memory that values are copied into, at a time.
pub(super) const CHUNK: usize = 64 << 10;

/// The parts of a callback, in the order in which they were copied.
struct Parts(Bytes);

impl Parts {
    fn next(&mut self, length: usize) -> Bytes {
        self.0.split_to(length)
    }

    fn object(&mut self) -> Option<fp::ObjectInstanceHandle> {
        let data = self.next(LENGTH);
        Some(fp::ObjectInstanceHandle { data })
    }
}

/// What comes along with a callback that has a time.
struct Timed {
    time: Option<fp::LogicalTime>,
    sent: i32,
    received: i32,
    retraction: Option<fp::MessageRetractionHandle>,
}

/// Copies what all callbacks of this kind have and the values, each length as given.
fn copied<'a>(
    buffer: &mut BytesMut,
    object: Option<ObjectInstanceHandle>,
    values: impl Iterator<Item = &'a [u8]> + Clone,
    delivery: &Delivery<'_>,
) -> Parts {
    let length: usize = values.clone().map(<[u8]>::len).sum();
    let length = 3 * LENGTH + length + delivery.tag.len();
    // The buffer is kept: a long value must not make it long for ever.
    let mut own = BytesMut::new();
    let buffer = if length > CHUNK { &mut own } else { buffer };
    buffer.reserve(length);
    if let Some(object) = object {
        buffer.put_slice(&object.encode());
    }
    values.for_each(|value| buffer.put_slice(value));
    buffer.put_slice(delivery.tag);
    if let Some(time) = delivery.time {
        buffer.put_slice(&LogicalTime::encode(time));
        if let Some(retraction) = delivery.retraction {
            buffer.put_slice(&MessageRetractionHandle::encode(retraction));
        }
    }
    Parts(buffer.split().freeze())
}

fn timed(parts: &mut Parts, delivery: &Delivery<'_>) -> Option<Timed> {
    delivery.time?;
    let data = parts.next(LENGTH);
    Some(Timed {
        time: Some(fp::LogicalTime { data }),
        sent: delivery.sent_order.field(),
        received: delivery.received_order.field(),
        retraction: delivery.retraction.map(|_| fp::MessageRetractionHandle {
            data: parts.next(LENGTH),
        }),
    })
}

fn attribute_values(
    parts: &mut Parts,
    values: &AttributeValues<'_>,
) -> Option<fp::AttributeHandleValueMap> {
    let value = |(attribute, value): &(hyla_types::AttributeHandle, &[u8])| {
        let attribute_handle = attribute.field();
        let value = parts.next(value.len());
        fp::AttributeHandleValue {
            attribute_handle,
            value,
        }
    };
    let attribute_handle_value = values.iter().map(value).collect();
    Some(fp::AttributeHandleValueMap {
        attribute_handle_value,
    })
}

fn parameter_values(
    parts: &mut Parts,
    values: &ParameterValues<'_>,
) -> Option<fp::ParameterHandleValueMap> {
    let value = |(parameter, value): &(hyla_types::ParameterHandle, &[u8])| {
        let parameter_handle = parameter.field();
        let value = parts.next(value.len());
        fp::ParameterHandleValue {
            parameter_handle,
            value,
        }
    };
    let parameter_handle_value = values.iter().map(value).collect();
    Some(fp::ParameterHandleValueMap {
        parameter_handle_value,
    })
}

impl<S: FnMut(fp::CallbackRequest, Urgency) + Send> Callbacks<S> {
    fn sent_regions(&self, delivery: &Delivery<'_>) -> Option<fp::ConveyedRegionSet> {
        let regions = delivery.sent_regions.as_ref()?;
        Some(self.lookup.conveyed(regions))
    }

    fn urgency(&self, delivery: &Delivery<'_>) -> Urgency {
        let best_effort = self.lookup.standard(delivery.transportation) == BEST_EFFORT;
        if best_effort && delivery.received_order == OrderType::Receive {
            Urgency::Droppable
        } else {
            Urgency::Needed
        }
    }

    pub(super) fn reflect(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let bytes = values.iter().map(|&(_, value)| value);
        let mut parts = copied(&mut self.buffer, Some(object), bytes, delivery);
        let object_instance = parts.object();
        let attribute_values = attribute_values(&mut parts, values);
        let user_supplied_tag = parts.next(delivery.tag.len());
        let transportation_type = self.transportation(delivery.transportation);
        let producing_federate = delivery.producer.field();
        let optional_sent_regions = self.sent_regions(delivery);
        let message = match timed(&mut parts, delivery) {
            None => Message::ReflectAttributeValues(fp::ReflectAttributeValues {
                object_instance,
                attribute_values,
                user_supplied_tag,
                transportation_type,
                producing_federate,
                optional_sent_regions,
            }),
            Some(timed) => {
                Message::ReflectAttributeValuesWithTime(fp::ReflectAttributeValuesWithTime {
                    object_instance,
                    attribute_values,
                    user_supplied_tag,
                    transportation_type,
                    producing_federate,
                    optional_sent_regions,
                    time: timed.time,
                    sent_order_type: timed.sent,
                    received_order_type: timed.received,
                    optional_retraction: timed.retraction,
                })
            }
        };
        self.send_as(message, self.urgency(delivery));
    }

    pub(super) fn receive(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let bytes = values.iter().map(|&(_, value)| value);
        let mut parts = copied(&mut self.buffer, None, bytes, delivery);
        let interaction_class = class.field();
        let parameter_values = parameter_values(&mut parts, values);
        let user_supplied_tag = parts.next(delivery.tag.len());
        let transportation_type = self.transportation(delivery.transportation);
        let producing_federate = delivery.producer.field();
        let optional_sent_regions = self.sent_regions(delivery);
        let message = match timed(&mut parts, delivery) {
            None => Message::ReceiveInteraction(fp::ReceiveInteraction {
                interaction_class,
                parameter_values,
                user_supplied_tag,
                transportation_type,
                producing_federate,
                optional_sent_regions,
            }),
            Some(timed) => Message::ReceiveInteractionWithTime(fp::ReceiveInteractionWithTime {
                interaction_class,
                parameter_values,
                user_supplied_tag,
                transportation_type,
                producing_federate,
                optional_sent_regions,
                time: timed.time,
                sent_order_type: timed.sent,
                received_order_type: timed.received,
                optional_retraction: timed.retraction,
            }),
        };
        self.send_as(message, self.urgency(delivery));
    }

    pub(super) fn receive_directed(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let bytes = values.iter().map(|&(_, value)| value);
        let mut parts = copied(&mut self.buffer, Some(object), bytes, delivery);
        let interaction_class = class.field();
        let object_instance = parts.object();
        let parameter_values = parameter_values(&mut parts, values);
        let user_supplied_tag = parts.next(delivery.tag.len());
        let transportation_type = self.transportation(delivery.transportation);
        let producing_federate = delivery.producer.field();
        let message = match timed(&mut parts, delivery) {
            None => Message::ReceiveDirectedInteraction(fp::ReceiveDirectedInteraction {
                interaction_class,
                object_instance,
                parameter_values,
                user_supplied_tag,
                transportation_type,
                producing_federate,
            }),
            Some(timed) => Message::ReceiveDirectedInteractionWithTime(
                fp::ReceiveDirectedInteractionWithTime {
                    interaction_class,
                    object_instance,
                    parameter_values,
                    user_supplied_tag,
                    transportation_type,
                    producing_federate,
                    time: timed.time,
                    sent_order_type: timed.sent,
                    received_order_type: timed.received,
                    optional_retraction: timed.retraction,
                },
            ),
        };
        self.send_as(message, self.urgency(delivery));
    }

    pub(super) fn remove(&mut self, object: ObjectInstanceHandle, delivery: &Delivery<'_>) {
        let no_values = std::iter::empty();
        let mut parts = copied(&mut self.buffer, Some(object), no_values, delivery);
        let object_instance = parts.object();
        let user_supplied_tag = parts.next(delivery.tag.len());
        let producing_federate = delivery.producer.field();
        let message = match timed(&mut parts, delivery) {
            None => Message::RemoveObjectInstance(fp::RemoveObjectInstance {
                object_instance,
                user_supplied_tag,
                producing_federate,
            }),
            Some(timed) => {
                Message::RemoveObjectInstanceWithTime(fp::RemoveObjectInstanceWithTime {
                    object_instance,
                    user_supplied_tag,
                    producing_federate,
                    time: timed.time,
                    sent_order_type: timed.sent,
                    received_order_type: timed.received,
                    optional_retraction: timed.retraction,
                })
            }
        };
        self.send(message);
    }
}
