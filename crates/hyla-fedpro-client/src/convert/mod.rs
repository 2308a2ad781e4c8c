//! Between `hyla-types` and what the messages carry: [`Wire`] writes an argument as a field of a request, [`FromWire`]
//! reads a field of a response or callback.

mod reports;

use std::collections::BTreeSet;

use bytes::Bytes;
use hyla_core::declaration::Activity;
use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, DimensionHandleSet, Exception,
    ExceptionKind, FederateHandle, FederateHandleSet, InteractionClassHandle,
    InteractionClassHandleSet, LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, RangeBounds, RegionHandle,
    RegionHandleSet, ResignAction, RestoreFailureReason, RestoreStatus, SaveFailureReason,
    SaveStatus, ServiceGroup, SynchronizationPointFailureReason, TransportationTypeHandle,
};

/// An argument of a service.
pub(crate) trait Wire {
    type Field;

    /// The value as a field of a request.
    fn wire(self) -> Self::Field;
}

/// A result of a service, or an argument of a callback.
pub(crate) trait FromWire: Sized {
    type Field;

    /// Value of a field; a missing or invalid one is an error of the server.
    fn from_wire(field: Self::Field) -> Result<Self, Exception>;
}

pub(crate) fn broken(what: impl Into<String>) -> Exception {
    Exception::new(ExceptionKind::RTIinternalError, what)
}

macro_rules! handles {
    ($($handle:ident),*) => {
        $(
            impl Wire for $handle {
                type Field = Option<pb::$handle>;

                fn wire(self) -> Self::Field {
                    Some(pb::$handle { data: Bytes::copy_from_slice(&self.encode()) })
                }
            }

            impl FromWire for $handle {
                type Field = Option<pb::$handle>;

                fn from_wire(field: Self::Field) -> Result<Self, Exception> {
                    let field = field.ok_or_else(|| broken(concat!("no ", stringify!($handle))))?;
                    Self::decode(&field.data).map_err(|error| broken(error.to_string()))
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
    ($($set:ident of $member:ident),*) => {
        $(
            impl Wire for &$set {
                type Field = Option<pb::$set>;

                fn wire(self) -> Self::Field {
                    Some(pb::$set { $member: self.iter().filter_map(Wire::wire).collect() })
                }
            }

            impl FromWire for $set {
                type Field = Option<pb::$set>;

                fn from_wire(field: Self::Field) -> Result<Self, Exception> {
                    let handles = field.map(|set| set.$member).unwrap_or_default();
                    handles.into_iter().map(|handle| FromWire::from_wire(Some(handle))).collect()
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

macro_rules! codes {
    ($($kind:ident),*) => {
        $(
            impl Wire for $kind {
                type Field = i32;

                fn wire(self) -> i32 {
                    self.code()
                }
            }

            impl FromWire for $kind {
                type Field = i32;

                fn from_wire(field: i32) -> Result<Self, Exception> {
                    code(field)
                }
            }
        )*
    };
}

codes!(
    ResignAction,
    ServiceGroup,
    SaveStatus,
    RestoreStatus,
    SaveFailureReason,
    RestoreFailureReason,
    SynchronizationPointFailureReason
);

pub(crate) fn code<T: TryFrom<i32>>(number: i32) -> Result<T, Exception> {
    T::try_from(number).map_err(|_| broken(format!("{number} is no value of its enumeration")))
}

macro_rules! same_on_the_wire {
    ($($kind:ident),*) => {
        $(
            impl FromWire for $kind {
                type Field = $kind;

                fn from_wire(field: $kind) -> Result<Self, Exception> {
                    Ok(field)
                }
            }
        )*
    };
}

same_on_the_wire!(String, bool, u32, f64);

/// The protocol counts orders from 0.
impl Wire for OrderType {
    type Field = i32;

    fn wire(self) -> i32 {
        match self {
            Self::Receive => 0,
            Self::TimeStamp => 1,
        }
    }
}

impl FromWire for OrderType {
    type Field = i32;

    fn from_wire(field: i32) -> Result<Self, Exception> {
        match field {
            0 => Ok(Self::Receive),
            1 => Ok(Self::TimeStamp),
            other => Err(broken(format!("{other} is no order type"))),
        }
    }
}

impl Wire for bool {
    type Field = bool;

    fn wire(self) -> bool {
        self
    }
}

/// Field of a subscription's activity.
impl Wire for Activity {
    type Field = bool;

    fn wire(self) -> bool {
        self == Self::Active
    }
}

impl Wire for &str {
    type Field = String;

    fn wire(self) -> String {
        self.to_owned()
    }
}

impl Wire for &BTreeSet<String> {
    type Field = Vec<String>;

    fn wire(self) -> Vec<String> {
        self.iter().cloned().collect()
    }
}

impl Wire for &[u8] {
    type Field = Bytes;

    fn wire(self) -> Bytes {
        Bytes::copy_from_slice(self)
    }
}

impl Wire for LogicalTime {
    type Field = Option<pb::LogicalTime>;

    fn wire(self) -> Self::Field {
        Some(pb::LogicalTime {
            data: Bytes::copy_from_slice(&self.encode()),
        })
    }
}

impl Wire for LogicalTimeInterval {
    type Field = Option<pb::LogicalTimeInterval>;

    fn wire(self) -> Self::Field {
        Some(pb::LogicalTimeInterval {
            data: Bytes::copy_from_slice(&self.encode()),
        })
    }
}

impl Wire for RangeBounds {
    type Field = Option<pb::RangeBounds>;

    fn wire(self) -> Self::Field {
        Some(pb::RangeBounds {
            lower: self.lower(),
            upper: self.upper(),
        })
    }
}

impl FromWire for RangeBounds {
    type Field = Option<pb::RangeBounds>;

    fn from_wire(field: Self::Field) -> Result<Self, Exception> {
        let bounds = field.ok_or_else(|| broken("no bounds"))?;
        Self::new(bounds.lower, bounds.upper).map_err(|error| broken(error.to_string()))
    }
}

impl Wire for &[(AttributeHandle, &[u8])] {
    type Field = Option<pb::AttributeHandleValueMap>;

    fn wire(self) -> Self::Field {
        let value = |&(attribute, value): &(AttributeHandle, &[u8])| pb::AttributeHandleValue {
            attribute_handle: attribute.wire(),
            value: value.wire(),
        };
        Some(pb::AttributeHandleValueMap {
            attribute_handle_value: self.iter().map(value).collect(),
        })
    }
}

impl Wire for &[(ParameterHandle, &[u8])] {
    type Field = Option<pb::ParameterHandleValueMap>;

    fn wire(self) -> Self::Field {
        let value = |&(parameter, value): &(ParameterHandle, &[u8])| pb::ParameterHandleValue {
            parameter_handle: parameter.wire(),
            value: value.wire(),
        };
        Some(pb::ParameterHandleValueMap {
            parameter_handle_value: self.iter().map(value).collect(),
        })
    }
}

impl Wire for &[(AttributeHandleSet, RegionHandleSet)] {
    type Field = Option<pb::AttributeSetRegionSetPairList>;

    fn wire(self) -> Self::Field {
        let pair = |(attributes, regions): &(AttributeHandleSet, RegionHandleSet)| {
            pb::AttributeSetRegionSetPair {
                attribute_set: attributes.wire(),
                region_set: regions.wire(),
            }
        };
        Some(pb::AttributeSetRegionSetPairList {
            attribute_set_region_set_pair: self.iter().map(pair).collect(),
        })
    }
}

/// The handle of a message sent with a time.
impl FromWire for Option<MessageRetractionHandle> {
    type Field = Option<pb::MessageRetractionReturn>;

    fn from_wire(field: Self::Field) -> Result<Self, Exception> {
        let field = field.ok_or_else(|| broken("sent with a time, answered without a result"))?;
        if !field.retraction_handle_is_valid {
            return Ok(None);
        }
        MessageRetractionHandle::from_wire(field.message_retraction_handle).map(Some)
    }
}

/// The federate that something comes from; a handle without bytes is none.
impl FromWire for Option<FederateHandle> {
    type Field = Option<pb::FederateHandle>;

    fn from_wire(field: Self::Field) -> Result<Self, Exception> {
        let field = field.filter(|handle| !handle.data.is_empty());
        field
            .map(|handle| FederateHandle::from_wire(Some(handle)))
            .transpose()
    }
}
