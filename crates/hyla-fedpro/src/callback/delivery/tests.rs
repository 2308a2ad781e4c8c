use hyla_types::{
    Edition, FederateHandle, LogicalTime, MessageRetractionHandle, TimeImplementation,
    TransportationTypeHandle,
};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

use super::*;
use crate::testing::read;
use fp::callback_request::CallbackRequest as Message;
use hyla_lrc::FederateAmbassador;

/// Properties of a delivery.
#[derive(Clone, Debug)]
struct Case {
    values: Vec<(u32, Vec<u8>)>,
    tag: Vec<u8>,
    transportation: u32,
    producer: Option<u32>,
    time: Option<u32>,
    retraction: Option<u64>,
    orders: (bool, bool),
    handle: u32,
    object: u64,
}

fn cases() -> impl Strategy<Value = Case> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..300);
    let values = prop::collection::vec((any::<u32>(), bytes()), 0..12);
    let rest = (any::<u32>(), any::<Option<u32>>(), any::<Option<u32>>());
    let more = (any::<Option<u64>>(), any::<(bool, bool)>());
    (values, bytes(), rest, more, any::<u32>(), any::<u64>()).prop_map(
        |(values, tag, rest, more, handle, object)| Case {
            values,
            tag,
            transportation: rest.0,
            producer: rest.1,
            time: rest.2,
            retraction: more.0.filter(|_| rest.2.is_some()),
            orders: more.1,
            handle,
            object,
        },
    )
}

fn order(timestamp: bool) -> OrderType {
    if timestamp {
        OrderType::TimeStamp
    } else {
        OrderType::Receive
    }
}

impl Case {
    fn time(&self) -> Option<LogicalTime> {
        let bytes = self.time.map(|time| f64::from(time).to_be_bytes());
        bytes.map(|bytes| TimeImplementation::Float64.decode_time(&bytes).unwrap())
    }

    fn delivery(&self) -> Delivery<'_> {
        Delivery {
            tag: &self.tag,
            transportation: TransportationTypeHandle::new(self.transportation),
            producer: self.producer.map(FederateHandle::new),
            time: self.time(),
            sent_order: order(self.orders.0),
            received_order: order(self.orders.1),
            sent_regions: None,
            retraction: self.retraction.map(MessageRetractionHandle::new),
        }
    }

    fn attributes(&self) -> AttributeValues<'_> {
        let values = self.values.iter();
        values
            .map(|(handle, value)| (AttributeHandle::new(*handle), &value[..]))
            .collect()
    }

    fn parameters(&self) -> ParameterValues<'_> {
        let values = self.values.iter();
        values
            .map(|(handle, value)| (ParameterHandle::new(*handle), &value[..]))
            .collect()
    }

    /// As the client gets it: every type but best effort counts as reliable.
    fn transportation(&self) -> Option<fp::TransportationTypeHandle> {
        let told = if self.transportation == 2 { 2 } else { 1 };
        TransportationTypeHandle::new(told).field()
    }

    fn object(&self) -> ObjectInstanceHandle {
        ObjectInstanceHandle::new(self.object)
    }

    fn class(&self) -> InteractionClassHandle {
        InteractionClassHandle::new(self.handle)
    }

    /// The client's message, as decoded by `prost` and as bytes.
    fn told(&self, call: impl Fn(&mut dyn FederateAmbassador)) -> (Message, Vec<u8>) {
        let heard = Arc::new(Mutex::new(None));
        let ears = heard.clone();
        let sink = move |message: &dyn Written, _| {
            let mut bytes = BytesMut::new();
            message.write(&mut bytes);
            let whole = read(message);
            *ears.lock().unwrap() = Some((whole.callback_request.unwrap(), bytes.to_vec()));
        };
        call(&mut Callbacks::new(Edition::Hla2025, sink));
        heard.lock().unwrap().take().unwrap()
    }
}

fn written(message: &Message) -> Vec<u8> {
    let callback_request = Some(message.clone());
    fp::CallbackRequest { callback_request }.encode_to_vec()
}

proptest! {
    #[test]
    fn a_reflection_is_written_as_prost_writes_it(case in cases()) {
        let (values, delivery) = (case.attributes(), case.delivery());
        let (told, bytes) =
            case.told(|federate| federate.reflect_attribute_values(case.object(), &values, &delivery));

        let pairs = values.iter().map(|(attribute, value)| fp::AttributeHandleValue {
            attribute_handle: attribute.field(),
            value: value.to_vec().into(),
        });
        let attribute_values = Some(fp::AttributeHandleValueMap {
            attribute_handle_value: pairs.collect(),
        });
        let wanted = match delivery.time {
            None => Message::ReflectAttributeValues(fp::ReflectAttributeValues {
                object_instance: case.object().field(),
                attribute_values,
                user_supplied_tag: case.tag.clone().into(),
                transportation_type: case.transportation(),
                producing_federate: delivery.producer.field(),
                optional_sent_regions: None,
            }),
            Some(time) => Message::ReflectAttributeValuesWithTime(fp::ReflectAttributeValuesWithTime {
                object_instance: case.object().field(),
                attribute_values,
                user_supplied_tag: case.tag.clone().into(),
                transportation_type: case.transportation(),
                producing_federate: delivery.producer.field(),
                optional_sent_regions: None,
                time: time.field(),
                sent_order_type: delivery.sent_order.field(),
                received_order_type: delivery.received_order.field(),
                optional_retraction: delivery.retraction.field(),
            }),
        };
        prop_assert_eq!(bytes, written(&wanted));
        prop_assert_eq!(told, wanted);
    }

    #[test]
    fn an_interaction_is_written_as_prost_writes_it(case in cases(), directed: bool) {
        let (values, delivery) = (case.parameters(), case.delivery());
        let (told, bytes) = case.told(|federate| if directed {
            federate.receive_directed_interaction(case.class(), case.object(), &values, &delivery);
        } else {
            federate.receive_interaction(case.class(), &values, &delivery);
        });

        let pairs = values.iter().map(|(parameter, value)| fp::ParameterHandleValue {
            parameter_handle: parameter.field(),
            value: value.to_vec().into(),
        });
        let parameter_values = Some(fp::ParameterHandleValueMap {
            parameter_handle_value: pairs.collect(),
        });
        let user_supplied_tag = case.tag.clone().into();
        let (interaction_class, object_instance) = (case.class().field(), case.object().field());
        let transportation_type = case.transportation();
        let producing_federate = delivery.producer.field();
        let (sent_order_type, received_order_type) =
            (delivery.sent_order.field(), delivery.received_order.field());
        let optional_retraction = delivery.retraction.field();
        let optional_sent_regions = None;
        let wanted = match (directed, delivery.time) {
            (false, None) => Message::ReceiveInteraction(fp::ReceiveInteraction {
                interaction_class, parameter_values, user_supplied_tag, transportation_type,
                producing_federate, optional_sent_regions,
            }),
            (false, Some(time)) => Message::ReceiveInteractionWithTime(fp::ReceiveInteractionWithTime {
                interaction_class, parameter_values, user_supplied_tag, transportation_type,
                producing_federate, optional_sent_regions, time: time.field(), sent_order_type,
                received_order_type, optional_retraction,
            }),
            (true, None) => Message::ReceiveDirectedInteraction(fp::ReceiveDirectedInteraction {
                interaction_class, object_instance, parameter_values, user_supplied_tag,
                transportation_type, producing_federate,
            }),
            (true, Some(time)) => Message::ReceiveDirectedInteractionWithTime(
                fp::ReceiveDirectedInteractionWithTime {
                    interaction_class, object_instance, parameter_values, user_supplied_tag,
                    transportation_type, producing_federate, time: time.field(), sent_order_type,
                    received_order_type, optional_retraction,
                },
            ),
        };
        prop_assert_eq!(bytes, written(&wanted));
        prop_assert_eq!(told, wanted);
    }

    #[test]
    fn a_removal_is_written_as_prost_writes_it(case in cases()) {
        let delivery = case.delivery();
        let (told, bytes) =
            case.told(|federate| federate.remove_object_instance(case.object(), &delivery));

        let (object_instance, user_supplied_tag) = (case.object().field(), case.tag.clone().into());
        let producing_federate = delivery.producer.field();
        let wanted = match delivery.time {
            None => Message::RemoveObjectInstance(fp::RemoveObjectInstance {
                object_instance, user_supplied_tag, producing_federate,
            }),
            Some(time) => Message::RemoveObjectInstanceWithTime(fp::RemoveObjectInstanceWithTime {
                object_instance, user_supplied_tag, producing_federate, time: time.field(),
                sent_order_type: delivery.sent_order.field(),
                received_order_type: delivery.received_order.field(),
                optional_retraction: delivery.retraction.field(),
            }),
        };
        prop_assert_eq!(bytes, written(&wanted));
        prop_assert_eq!(told, wanted);
    }
}
