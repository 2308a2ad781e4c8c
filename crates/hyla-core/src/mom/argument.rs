//! Arguments of services as text, for reports of service invocations (1516.1 clause 11).
//!
//! The text is JSON-like: texts in quotation marks, byte strings in hexadecimal digits, handles and
//! other numbers bare, sets in brackets, maps in braces.

use std::collections::BTreeSet;
use std::fmt::Write;
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

use super::argument_type::ArgumentType;
use crate::declaration::{Activity, DirectedScope};

/// Something that a service takes or returns, and that can be reported.
pub trait Argument {
    /// What it is.
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

/// Appends a text in quotation marks.
pub fn quote(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

/// Appends bytes as hexadecimal digits in quotation marks.
pub(super) fn hexadecimal(bytes: &[u8], text: &mut String) {
    text.push('"');
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text.push('"');
}

/// Appends the parts between brackets, with commas.
fn list<T>(
    parts: impl IntoIterator<Item = T>,
    text: &mut String,
    mut write: impl FnMut(T, &mut String),
) {
    text.push('[');
    for (position, part) in parts.into_iter().enumerate() {
        if position > 0 {
            text.push(',');
        }
        write(part, text);
    }
    text.push(']');
}

fn map<'v>(pairs: impl Iterator<Item = (u32, &'v [u8])>, text: &mut String) {
    text.push('{');
    for (position, (handle, value)) in pairs.enumerate() {
        let comma = if position > 0 { "," } else { "" };
        let _ = write!(text, "{comma}\"{handle}\":");
        hexadecimal(value, text);
    }
    text.push('}');
}

macro_rules! displayed {
    ($($type:ty => $kind:ident,)*) => {$(
        impl Argument for $type {
            fn kind(&self) -> ArgumentType {
                ArgumentType::$kind
            }

            fn write(&self, text: &mut String) {
                let _ = write!(text, "{self}");
            }
        }
    )*};
}

displayed! {
    AttributeHandle => AttributeHandle,
    DimensionHandle => DimensionHandle,
    FederateHandle => FederateHandle,
    InteractionClassHandle => InteractionClassHandle,
    LogicalTimeInterval => LogicalTimeInterval,
    ObjectClassHandle => ObjectClassHandle,
    ObjectInstanceHandle => ObjectInstanceHandle,
    ParameterHandle => ParameterHandle,
    RegionHandle => RegionHandle,
    TransportationTypeHandle => TransportationTypeHandle,
    bool => Boolean,
    f64 => Number,
    u32 => Number,
}

impl Argument for LogicalTime {
    fn kind(&self) -> ArgumentType {
        ArgumentType::LogicalTime
    }

    fn write(&self, text: &mut String) {
        let _ = write!(text, "{self}");
    }

    /// Of `queryGALT` and `queryLITS`, which may have no answer.
    fn write_optional(value: Option<&Self>, text: &mut String) -> ArgumentType {
        let _ = write!(text, "{{\"timeIsValid\":{},\"time\":", value.is_some());
        value.write(text);
        text.push('}');
        ArgumentType::TimeQueryReturn
    }
}

impl Argument for MessageRetractionHandle {
    fn kind(&self) -> ArgumentType {
        ArgumentType::MessageRetractionHandle
    }

    fn write(&self, text: &mut String) {
        let _ = write!(text, "{self}");
    }

    /// There is a handle only of what can be retracted.
    fn write_optional(value: Option<&Self>, text: &mut String) -> ArgumentType {
        let _ = write!(
            text,
            "{{\"retractionHandleIsValid\":{},\"handle\":",
            value.is_some()
        );
        value.write(text);
        text.push('}');
        ArgumentType::MessageRetractionReturn
    }
}

macro_rules! enumerated {
    ($($type:ident,)*) => {$(
        impl Argument for $type {
            fn kind(&self) -> ArgumentType {
                ArgumentType::$type
            }

            fn write(&self, text: &mut String) {
                quote(&self.to_string(), text);
            }
        }
    )*};
}

enumerated! {
    CallbackModel,
    OrderType,
    ResignAction,
    RestoreFailureReason,
    SaveFailureReason,
    ServiceGroup,
    SynchronizationPointFailureReason,
}

macro_rules! sets {
    ($($handle:ident => $kind:ident,)*) => {$(
        impl Argument for HandleSet<$handle> {
            fn kind(&self) -> ArgumentType {
                ArgumentType::$kind
            }

            fn write(&self, text: &mut String) {
                list(self.iter(), text, |handle, text| handle.write(text));
            }
        }
    )*};
}

sets! {
    AttributeHandle => AttributeHandleSet,
    DimensionHandle => DimensionHandleSet,
    FederateHandle => FederateHandleSet,
    InteractionClassHandle => InteractionClassHandleSet,
    RegionHandle => RegionHandleSet,
}

macro_rules! texts {
    ($($type:ty),*) => {$(
        impl Argument for $type {
            fn kind(&self) -> ArgumentType {
                ArgumentType::String
            }

            fn write(&self, text: &mut String) {
                quote(self, text);
            }
        }
    )*};
}

texts!(str, String, Arc<str>);

/// Bytes are tags, but for encoded handles, which look the same.
impl Argument for [u8] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::UserSuppliedTag
    }

    fn write(&self, text: &mut String) {
        hexadecimal(self, text);
    }
}

impl Argument for Vec<u8> {
    fn kind(&self) -> ArgumentType {
        ArgumentType::UserSuppliedTag
    }

    fn write(&self, text: &mut String) {
        hexadecimal(self, text);
    }
}

impl Argument for [(AttributeHandle, &[u8])] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::AttributeHandleValueMap
    }

    fn write(&self, text: &mut String) {
        map(self.iter().map(|(a, value)| (a.raw(), *value)), text);
    }
}

impl Argument for [(ParameterHandle, &[u8])] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::ParameterHandleValueMap
    }

    fn write(&self, text: &mut String) {
        map(self.iter().map(|(p, value)| (p.raw(), *value)), text);
    }
}

impl Argument for [(AttributeHandleSet, RegionHandleSet)] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::AttributeSetRegionSetPairList
    }

    fn write(&self, text: &mut String) {
        list(self, text, |(attributes, regions), text| {
            text.push('[');
            attributes.write(text);
            text.push(',');
            regions.write(text);
            text.push(']');
        });
    }
}

impl Argument for RangeBounds {
    fn kind(&self) -> ArgumentType {
        ArgumentType::RangeBounds
    }

    fn write(&self, text: &mut String) {
        let _ = write!(text, "[{},{}]", self.lower(), self.upper());
    }
}

impl Argument for BTreeSet<String> {
    fn kind(&self) -> ArgumentType {
        ArgumentType::StringSet
    }

    fn write(&self, text: &mut String) {
        list(self, text, |value, text| quote(value, text));
    }
}

/// Names, as callbacks bring them.
impl Argument for Vec<String> {
    fn kind(&self) -> ArgumentType {
        ArgumentType::StringSet
    }

    fn write(&self, text: &mut String) {
        list(self, text, |value, text| quote(value, text));
    }
}

/// Object model modules.
impl Argument for [&str] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::FomDesignatorSet
    }

    fn write(&self, text: &mut String) {
        list(self, text, |designator, text| quote(designator, text));
    }
}

impl Argument for Activity {
    fn kind(&self) -> ArgumentType {
        ArgumentType::Boolean
    }

    fn write(&self, text: &mut String) {
        (*self == Self::Active).write(text);
    }
}

impl Argument for DirectedScope {
    fn kind(&self) -> ArgumentType {
        ArgumentType::Boolean
    }

    fn write(&self, text: &mut String) {
        (*self == Self::Universal).write(text);
    }
}

/// In seconds.
impl Argument for Duration {
    fn kind(&self) -> ArgumentType {
        ArgumentType::Number
    }

    fn write(&self, text: &mut String) {
        self.as_secs_f64().write(text);
    }
}

impl Argument for TimeImplementation {
    fn kind(&self) -> ArgumentType {
        ArgumentType::FactoryClass
    }

    fn write(&self, text: &mut String) {
        quote(self.name(), text);
    }
}

impl Argument for Credentials {
    fn kind(&self) -> ArgumentType {
        ArgumentType::Credentials
    }

    /// Only their type: what they contain is nobody's business.
    fn write(&self, text: &mut String) {
        quote(&self.type_name, text);
    }
}

impl Argument for RtiConfiguration {
    fn kind(&self) -> ArgumentType {
        ArgumentType::RtiConfiguration
    }

    fn write(&self, text: &mut String) {
        quote(&self.rti_address, text);
    }
}

impl Argument for ConfigurationResult {
    fn kind(&self) -> ArgumentType {
        ArgumentType::ConfigurationResult
    }

    fn write(&self, text: &mut String) {
        quote(&self.message, text);
    }
}

impl Argument for [FederateSaveStatus] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::FederateHandleSaveStatusPairSet
    }

    fn write(&self, text: &mut String) {
        list(self, text, |one, text| {
            let _ = write!(text, "[{},\"{}\"]", one.federate, one.status);
        });
    }
}

impl Argument for [FederateRestoreStatus] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::FederateRestoreStatusSet
    }

    fn write(&self, text: &mut String) {
        list(self, text, |one, text| {
            let (before, after) = (one.pre_restore_handle, one.post_restore_handle);
            let _ = write!(text, "[{before},{after},\"{}\"]", one.status);
        });
    }
}

impl Argument for [FederationExecutionInformation] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::FederationExecutionInformationSet
    }

    fn write(&self, text: &mut String) {
        list(self, text, |one, text| {
            text.push('[');
            quote(&one.federation_execution_name, text);
            text.push(',');
            quote(&one.logical_time_implementation_name, text);
            text.push(']');
        });
    }
}

impl Argument for [FederationExecutionMemberInformation] {
    fn kind(&self) -> ArgumentType {
        ArgumentType::FederationExecutionMemberSet
    }

    fn write(&self, text: &mut String) {
        list(self, text, |one, text| {
            text.push('[');
            quote(&one.federate_name, text);
            text.push(',');
            quote(&one.federate_type, text);
            text.push(']');
        });
    }
}
