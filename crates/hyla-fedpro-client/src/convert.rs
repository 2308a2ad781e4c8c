//! Between `hyla-types` and what the messages carry.

use bytes::Bytes;
use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, DimensionHandleSet, Exception,
    ExceptionKind, FederateHandle, FederateHandleSet, InteractionClassHandle,
    InteractionClassHandleSet, LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, RegionHandle,
    RegionHandleSet, TransportationTypeHandle,
};

/// A handle as its message.
pub(crate) trait Wire: Sized {
    type Message;

    fn wire(self) -> Option<Self::Message>;

    /// The handle that was received; an absent or empty one is an error of the server.
    fn from_wire(message: Option<Self::Message>) -> Result<Self, Exception>;
}

pub(crate) fn broken(what: impl Into<String>) -> Exception {
    Exception::new(ExceptionKind::RTIinternalError, what)
}

macro_rules! handles {
    ($($handle:ident),*) => {
        $(
            impl Wire for $handle {
                type Message = pb::$handle;

                fn wire(self) -> Option<pb::$handle> {
                    Some(pb::$handle { data: Bytes::copy_from_slice(&self.encode()) })
                }

                fn from_wire(message: Option<pb::$handle>) -> Result<Self, Exception> {
                    let message = message.ok_or_else(|| broken(concat!("no ", stringify!($handle))))?;
                    Self::decode(&message.data).map_err(|error| broken(error.to_string()))
                }
            }
        )*
    };
}

handles!(
    FederateHandle,
    ObjectClassHandle,
    AttributeHandle,
    InteractionClassHandle,
    ParameterHandle,
    ObjectInstanceHandle,
    MessageRetractionHandle,
    TransportationTypeHandle,
    DimensionHandle,
    RegionHandle
);

macro_rules! sets {
    ($($set:ident of $field:ident),*) => {
        $(
            impl Wire for &$set {
                type Message = pb::$set;

                fn wire(self) -> Option<pb::$set> {
                    Some(pb::$set { $field: self.iter().filter_map(Wire::wire).collect() })
                }

                fn from_wire(_message: Option<pb::$set>) -> Result<Self, Exception> {
                    Err(broken("sets are received by value"))
                }
            }

            impl Wire for $set {
                type Message = pb::$set;

                fn wire(self) -> Option<pb::$set> {
                    (&self).wire()
                }

                fn from_wire(message: Option<pb::$set>) -> Result<Self, Exception> {
                    let handles = message.map(|set| set.$field).unwrap_or_default();
                    handles.into_iter().map(|handle| Wire::from_wire(Some(handle))).collect()
                }
            }
        )*
    };
}

sets!(
    AttributeHandleSet of attribute_handle,
    FederateHandleSet of federate_handle,
    DimensionHandleSet of dimension_handle,
    RegionHandleSet of region_handle,
    InteractionClassHandleSet of interaction_class_handle
);

pub(crate) fn time(time: LogicalTime) -> Option<pb::LogicalTime> {
    Some(pb::LogicalTime {
        data: Bytes::copy_from_slice(&time.encode()),
    })
}

pub(crate) fn interval(interval: LogicalTimeInterval) -> Option<pb::LogicalTimeInterval> {
    Some(pb::LogicalTimeInterval {
        data: Bytes::copy_from_slice(&interval.encode()),
    })
}

pub(crate) fn tag(tag: &[u8]) -> Bytes {
    Bytes::copy_from_slice(tag)
}

pub(crate) fn attribute_values(
    values: &[(AttributeHandle, &[u8])],
) -> Option<pb::AttributeHandleValueMap> {
    let value = |(attribute, value): &(AttributeHandle, &[u8])| pb::AttributeHandleValue {
        attribute_handle: attribute.wire(),
        value: Bytes::copy_from_slice(value),
    };
    Some(pb::AttributeHandleValueMap {
        attribute_handle_value: values.iter().map(value).collect(),
    })
}

pub(crate) fn parameter_values(
    values: &[(ParameterHandle, &[u8])],
) -> Option<pb::ParameterHandleValueMap> {
    let value = |(parameter, value): &(ParameterHandle, &[u8])| pb::ParameterHandleValue {
        parameter_handle: parameter.wire(),
        value: Bytes::copy_from_slice(value),
    };
    Some(pb::ParameterHandleValueMap {
        parameter_handle_value: values.iter().map(value).collect(),
    })
}

pub(crate) fn pairs(
    pairs: &[(AttributeHandleSet, RegionHandleSet)],
) -> Option<pb::AttributeSetRegionSetPairList> {
    let pair = |(attributes, regions): &(AttributeHandleSet, RegionHandleSet)| {
        pb::AttributeSetRegionSetPair {
            attribute_set: attributes.wire(),
            region_set: regions.wire(),
        }
    };
    Some(pb::AttributeSetRegionSetPairList {
        attribute_set_region_set_pair: pairs.iter().map(pair).collect(),
    })
}

/// The protocol counts orders from 0.
pub(crate) fn order(order: OrderType) -> i32 {
    match order {
        OrderType::Receive => 0,
        OrderType::TimeStamp => 1,
    }
}

pub(crate) fn order_from(number: i32) -> Result<OrderType, Exception> {
    match number {
        0 => Ok(OrderType::Receive),
        1 => Ok(OrderType::TimeStamp),
        other => Err(broken(format!("{other} is no order type"))),
    }
}

pub(crate) fn code<T: TryFrom<i32>>(number: i32) -> Result<T, Exception> {
    T::try_from(number).map_err(|_| broken(format!("{number} is no value of its enumeration")))
}
