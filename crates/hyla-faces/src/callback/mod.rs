//! Callbacks in Rust: the trait of the federate, and the enumeration of callbacks.
//!
//! | module | writes |
//! |---|---|
//! | [`federate`] | `hyla_core::callback::FederateAmbassador` |
//! | [`variants`] | `hyla_core::callback::Callback` |
//! | [`arguments`] | its arguments for reports of service invocations |

pub mod arguments;
pub mod federate;
pub mod variants;

use std::collections::BTreeSet;

use hyla_types::{Argument, Kind, Service};

use crate::method::Method;
use crate::source::{Source, snake_case};

/// The three files.
#[must_use]
pub fn files() -> Vec<Source> {
    vec![arguments::file(), federate::file(), variants::file()]
}

/// A parameter of a callback's method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// In snake case.
    pub name: String,
    /// Its type.
    pub of: String,
}

/// Parameters of the method: the arguments of the callback; supplemental data of values is a `Delivery`.
#[must_use]
pub fn parameters(callback: &Method) -> Vec<Parameter> {
    let is_delivery = is_delivery(callback.service);
    let arguments = callback.arguments().iter();
    let arguments = arguments.filter(|argument| !is_delivery || is_beside_delivery(argument));
    let parameter = |argument: &Argument| Parameter {
        name: snake_case(argument.name),
        of: parameter_type(callback.service, argument),
    };
    let delivery = is_delivery.then(|| Parameter {
        name: "delivery".to_owned(),
        of: "&Delivery<'_>".to_owned(),
    });
    arguments.map(parameter).chain(delivery).collect()
}

/// Whether a callback brings values or removes an instance: what comes often.
#[must_use]
pub fn is_delivery(callback: Service) -> bool {
    matches!(
        callback,
        Service::ReflectAttributeValues
            | Service::ReceiveInteraction
            | Service::ReceiveDirectedInteraction
            | Service::RemoveObjectInstance
    )
}

fn is_beside_delivery(argument: &Argument) -> bool {
    matches!(
        argument.value.kind,
        Kind::ObjectInstanceHandle
            | Kind::InteractionClassHandle
            | Kind::AttributeHandleValueMap
            | Kind::ParameterHandleValueMap
    )
}

fn parameter_type(callback: Service, argument: &Argument) -> String {
    let kind = argument.value.kind;
    let plain = match kind {
        // The member keeps the name.
        Kind::Text if callback == Service::DiscoverObjectInstance => "&Arc<str>".to_owned(),
        Kind::Text => "&str".to_owned(),
        Kind::TextSet => "&[String]".to_owned(),
        Kind::Tag => "&[u8]".to_owned(),
        Kind::AttributeHandleValueMap => "&AttributeValues<'_>".to_owned(),
        Kind::ParameterHandleValueMap => "&ParameterValues<'_>".to_owned(),
        Kind::AttributeHandleSet | Kind::FederateHandleSet => format!("&{kind:?}"),
        _ => match entry(kind) {
            Some(entry) => format!("&[{entry}]"),
            None => format!("{kind:?}"),
        },
    };
    if argument.value.is_optional() {
        format!("Option<{plain}>")
    } else {
        plain
    }
}

/// Type of the entries of a report.
#[must_use]
pub fn entry(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::FederationExecutions => "FederationExecutionInformation",
        Kind::FederationExecutionMembers => "FederationExecutionMemberInformation",
        Kind::FederateSaveStatuses => "FederateSaveStatus",
        Kind::FederateRestoreStatuses => "FederateRestoreStatus",
        _ => return None,
    })
}

/// `name: Type` of each parameter.
#[must_use]
pub fn declared(callback: &Method) -> String {
    let all = parameters(callback).into_iter();
    all.map(|Parameter { name, of }| format!(", {name}: {of}"))
        .collect()
}

/// The types of `hyla_types` in a text about callbacks.
#[must_use]
pub fn types(body: &str) -> String {
    const TYPES: [&str; 18] = [
        "AttributeHandle",
        "AttributeHandleSet",
        "FederateHandle",
        "FederateHandleSet",
        "FederateRestoreStatus",
        "FederateSaveStatus",
        "FederationExecutionInformation",
        "FederationExecutionMemberInformation",
        "InteractionClassHandle",
        "LogicalTime",
        "MessageRetractionHandle",
        "ObjectClassHandle",
        "ObjectInstanceHandle",
        "RestoreFailureReason",
        "SaveFailureReason",
        "Service",
        "SynchronizationPointFailureReason",
        "TransportationTypeHandle",
    ];
    let words = body.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words: BTreeSet<&str> = words.filter(|word| TYPES.contains(word)).collect();
    words.into_iter().collect::<Vec<_>>().join(", ")
}
