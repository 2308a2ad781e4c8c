//! Arguments of services as text, for reports of service invocations (1516.1 clause 11).
//!
//! The text is JSON: byte strings in hexadecimal digits, handles as numbers, sets and pairs in
//! brackets, values by handle in braces.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::sync::Arc;
use std::time::Duration;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, ConfigurationResult, Credentials,
    DimensionHandle, FederateHandle, FederateRestoreStatus, FederateSaveStatus,
    FederationExecutionInformation, FederationExecutionMemberInformation, HandleSet,
    InteractionClassHandle, LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, RangeBounds, RegionHandle,
    RegionHandleSet, ResignAction, RestoreFailureReason, RtiConfiguration, SaveFailureReason,
    ServiceGroup, SynchronizationPointFailureReason, TimeImplementation, TransportationTypeHandle,
};
use serde::{Serialize, Serializer};
use serde_json::Number;

use super::argument_type::ArgumentType;
use crate::declaration::{Activity, DirectedScope};

/// Something that a service takes or returns, and that can be reported.
pub trait Argument {
    /// Type of the argument.
    fn kind(&self) -> ArgumentType;

    /// Appends it as text.
    fn write(&self, text: &mut String);

    /// Appends it as what a service returns, and says what that is.
    fn write_returned(&self, text: &mut String) -> ArgumentType {
        self.write(text);
        self.kind()
    }

    /// The same of something that a service may return or not.
    fn write_optional(value: Option<&Self>, text: &mut String) -> ArgumentType
    where
        Self: Sized,
    {
        match value {
            Some(value) => value.write_returned(text),
            None => ArgumentType::Null,
        }
    }
}

/// An argument as it is reported when it is not there.
pub(crate) const NULL: &str = "null";

impl<T: Argument + ?Sized> Argument for &T {
    fn kind(&self) -> ArgumentType {
        (**self).kind()
    }

    fn write(&self, text: &mut String) {
        (**self).write(text);
    }
}

impl<T: Argument> Argument for Option<T> {
    fn kind(&self) -> ArgumentType {
        self.as_ref().map_or(ArgumentType::Null, Argument::kind)
    }

    fn write(&self, text: &mut String) {
        match self {
            Some(value) => value.write(text),
            None => text.push_str(NULL),
        }
    }

    fn write_returned(&self, text: &mut String) -> ArgumentType {
        T::write_optional(self.as_ref(), text)
    }
}

impl Argument for () {
    fn kind(&self) -> ArgumentType {
        ArgumentType::Null
    }

    fn write(&self, text: &mut String) {
        text.push_str(NULL);
    }
}

/// Appends a value as JSON.
pub(super) fn put<T: Serialize + ?Sized>(value: &T, text: &mut String) {
    let json = serde_json::to_string(value).expect("every key is a number");
    text.push_str(&json);
}

/// Bytes in hexadecimal digits.
pub(super) struct Hexadecimal<'a>(pub(super) &'a [u8]);

impl Display for Hexadecimal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Hexadecimal<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Values by the handles of their attributes or parameters.
struct Values<'a, H>(&'a [(H, &'a [u8])]);

impl<H: Serialize> Serialize for Values<'_, H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.0.iter();
        serializer.collect_map(values.map(|(handle, value)| (handle, Hexadecimal(value))))
    }
}

/// A number with the digits that it is shown with; nothing of what is no number.
fn number(value: &impl Display) -> Option<Number> {
    value.to_string().parse().ok()
}

/// Type of each argument, and its part that is written.
macro_rules! arguments {
    ($($(#[$about:meta])* $type:ty => $kind:ident, |$this:ident| $shown:expr;)*) => {$(
        $(#[$about])*
        impl Argument for $type {
            fn kind(&self) -> ArgumentType {
                ArgumentType::$kind
            }

            fn write(&self, text: &mut String) {
                let $this = self;
                put(&$shown, text);
            }
        }
    )*};
}

arguments! {
    AttributeHandle => AttributeHandle, |handle| handle;
    DimensionHandle => DimensionHandle, |handle| handle;
    FederateHandle => FederateHandle, |handle| handle;
    InteractionClassHandle => InteractionClassHandle, |handle| handle;
    ObjectClassHandle => ObjectClassHandle, |handle| handle;
    ObjectInstanceHandle => ObjectInstanceHandle, |handle| handle;
    ParameterHandle => ParameterHandle, |handle| handle;
    RegionHandle => RegionHandle, |handle| handle;
    TransportationTypeHandle => TransportationTypeHandle, |handle| handle;

    HandleSet<AttributeHandle> => AttributeHandleSet, |set| set;
    HandleSet<DimensionHandle> => DimensionHandleSet, |set| set;
    HandleSet<FederateHandle> => FederateHandleSet, |set| set;
    HandleSet<InteractionClassHandle> => InteractionClassHandleSet, |set| set;
    HandleSet<RegionHandle> => RegionHandleSet, |set| set;
    [(AttributeHandleSet, RegionHandleSet)] => AttributeSetRegionSetPairList, |pairs| pairs;

    CallbackModel => CallbackModel, |value| value.name();
    OrderType => OrderType, |value| value.name();
    ResignAction => ResignAction, |value| value.name();
    RestoreFailureReason => RestoreFailureReason, |value| value.name();
    SaveFailureReason => SaveFailureReason, |value| value.name();
    ServiceGroup => ServiceGroup, |value| value.name();
    SynchronizationPointFailureReason => SynchronizationPointFailureReason, |value| value.name();

    bool => Boolean, |value| value;
    Activity => Boolean, |activity| *activity == Activity::Active;
    DirectedScope => Boolean, |scope| *scope == DirectedScope::Universal;

    u32 => Number, |value| value;
    f64 => Number, |value| number(value);
    /// In seconds.
    Duration => Number, |length| number(&length.as_secs_f64());
    LogicalTimeInterval => LogicalTimeInterval, |interval| number(interval);
    RangeBounds => RangeBounds, |bounds| (bounds.lower(), bounds.upper());

    str => String, |text| text;
    String => String, |text| text;
    Arc<str> => String, |text| **text;
    BTreeSet<String> => StringSet, |texts| texts;
    /// Names, as callbacks bring them.
    Vec<String> => StringSet, |names| names;
    /// Object model modules.
    [&str] => FomDesignatorSet, |designators| designators;

    /// Bytes are tags, but for encoded handles, which look the same.
    [u8] => UserSuppliedTag, |bytes| Hexadecimal(bytes);
    Vec<u8> => UserSuppliedTag, |bytes| Hexadecimal(bytes);
    [(AttributeHandle, &[u8])] => AttributeHandleValueMap, |values| Values(values);
    [(ParameterHandle, &[u8])] => ParameterHandleValueMap, |values| Values(values);

    TimeImplementation => FactoryClass, |implementation| implementation.name();
    /// Only their type: their content is private.
    Credentials => Credentials, |credentials| credentials.type_name;
    RtiConfiguration => RtiConfiguration, |configuration| configuration.rti_address;
    ConfigurationResult => ConfigurationResult, |result| result.message;

    [FederateSaveStatus] => FederateHandleSaveStatusPairSet, |all| {
        all.iter().map(|one| (one.federate, one.status.name())).collect::<Vec<_>>()
    };
    [FederateRestoreStatus] => FederateRestoreStatusSet, |all| {
        let show = |one: &FederateRestoreStatus| {
            (one.pre_restore_handle, one.post_restore_handle, one.status.name())
        };
        all.iter().map(show).collect::<Vec<_>>()
    };
    [FederationExecutionInformation] => FederationExecutionInformationSet, |all| {
        let show = |one: &'_ FederationExecutionInformation| {
            [one.federation_execution_name.clone(), one.logical_time_implementation_name.clone()]
        };
        all.iter().map(show).collect::<Vec<_>>()
    };
    [FederationExecutionMemberInformation] => FederationExecutionMemberSet, |all| {
        let show = |one: &FederationExecutionMemberInformation| {
            [one.federate_name.clone(), one.federate_type.clone()]
        };
        all.iter().map(show).collect::<Vec<_>>()
    };
}

impl Argument for LogicalTime {
    fn kind(&self) -> ArgumentType {
        ArgumentType::LogicalTime
    }

    fn write(&self, text: &mut String) {
        put(&number(self), text);
    }

    /// Of `queryGALT` and `queryLITS`, which may have no answer.
    fn write_optional(value: Option<&Self>, text: &mut String) -> ArgumentType {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct TimeQueryReturn {
            time_is_valid: bool,
            time: Option<Number>,
        }
        let answer = TimeQueryReturn {
            time_is_valid: value.is_some(),
            time: value.and_then(number),
        };
        put(&answer, text);
        ArgumentType::TimeQueryReturn
    }
}

impl Argument for MessageRetractionHandle {
    fn kind(&self) -> ArgumentType {
        ArgumentType::MessageRetractionHandle
    }

    fn write(&self, text: &mut String) {
        put(self, text);
    }

    /// There is a handle only of what can be retracted.
    fn write_optional(value: Option<&Self>, text: &mut String) -> ArgumentType {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct MessageRetractionReturn<'a> {
            retraction_handle_is_valid: bool,
            handle: Option<&'a MessageRetractionHandle>,
        }
        let answer = MessageRetractionReturn {
            retraction_handle_is_valid: value.is_some(),
            handle: value,
        };
        put(&answer, text);
        ArgumentType::MessageRetractionReturn
    }
}
