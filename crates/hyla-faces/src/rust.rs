//! Types of Rust for what services take and return.

use hyla_types::{Argument, Kind, Service, Value};

use crate::method::Method;
use crate::source::snake_case;

/// The type of an argument. Names and byte strings are borrowed, and so are sets.
#[must_use]
pub fn argument_type(argument: &Argument) -> String {
    let plain = borrowed(argument.value.kind);
    if is_option(argument) {
        format!("Option<{plain}>")
    } else {
        plain
    }
}

/// Whether an argument that is left out is `None`.
#[must_use]
pub fn is_option(argument: &Argument) -> bool {
    argument.value.is_optional() && !has_default(argument)
}

/// Value for an argument that is left out, or that is present without a value of its own.
#[must_use]
pub fn chosen(argument: &Argument, is_there: bool) -> &'static str {
    match (argument.value.kind, is_there) {
        (Kind::Activity, false) => "Activity::Active",
        (Kind::Activity, true) => "Activity::Passive",
        (Kind::DirectedScope, false) => "DirectedScope::Owned",
        (Kind::DirectedScope, true) => "DirectedScope::Universal",
        (Kind::Text, false) if has_default(argument) => "\"\"",
        _ => "None",
    }
}

/// Arguments that are left out by passing what stands for nothing.
fn has_default(argument: &Argument) -> bool {
    let enumeration = matches!(argument.value.kind, Kind::Activity | Kind::DirectedScope);
    enumeration || argument.name == "updateRateDesignator"
}

fn borrowed(kind: Kind) -> String {
    match kind {
        Kind::FederateHandleSet
        | Kind::InteractionClassHandleSet
        | Kind::AttributeHandleSet
        | Kind::DimensionHandleSet
        | Kind::RegionHandleSet => format!("&{kind:?}"),
        Kind::AttributeHandleValueMap => "&[(AttributeHandle, &[u8])]".to_owned(),
        Kind::ParameterHandleValueMap => "&[(ParameterHandle, &[u8])]".to_owned(),
        Kind::AttributeRegionAssociations => "&[(AttributeHandleSet, RegionHandleSet)]".to_owned(),
        Kind::Text => "&str".to_owned(),
        Kind::TextSet => "&BTreeSet<String>".to_owned(),
        Kind::Tag | Kind::Bytes => "&[u8]".to_owned(),
        other => owned(other),
    }
}

/// The type of a result.
#[must_use]
pub fn result_type(result: Option<Value>) -> String {
    match result {
        None => "()".to_owned(),
        Some(value) if value.is_optional() => format!("Option<{}>", owned(value.kind)),
        Some(value) => owned(value.kind),
    }
}

fn owned(kind: Kind) -> String {
    match kind {
        Kind::Text => "String".to_owned(),
        Kind::Bool => "bool".to_owned(),
        Kind::Number => "u32".to_owned(),
        Kind::Rate => "f64".to_owned(),
        Kind::Seconds => "Duration".to_owned(),
        Kind::LogicalTimeFactory => "TimeImplementation".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Services whose methods in Rust have another form than the table's: they take the content of files, or settings.
#[must_use]
pub fn has_its_own_form(service: Service) -> bool {
    matches!(
        service,
        Service::Connect
            | Service::Disconnect
            | Service::CreateFederationExecution
            | Service::CreateFederationExecutionWithMim
            | Service::JoinFederationExecution
            | Service::ResignFederationExecution
            | Service::EvokeCallback
            | Service::EvokeMultipleCallbacks
    )
}

/// `name: Type` of each argument.
#[must_use]
pub fn parameters(method: &Method) -> String {
    let all = method.arguments().iter();
    let all = all.map(|a| format!(", {}: {}", snake_case(a.name), argument_type(a)));
    all.collect()
}

/// The names of the arguments.
#[must_use]
pub fn names(method: &Method) -> Vec<String> {
    let all = method.arguments().iter();
    all.map(|a| snake_case(a.name)).collect()
}

/// The names of types in a text that come from `hyla_types`, `hyla_core` or the standard library, as `use` lines.
#[must_use]
pub fn imports(body: &str) -> String {
    const TYPES: [&str; 23] = [
        "AttributeHandle",
        "AttributeHandleSet",
        "DimensionHandle",
        "DimensionHandleSet",
        "FederateHandle",
        "FederateHandleSet",
        "InteractionClassHandle",
        "InteractionClassHandleSet",
        "LogicalTime",
        "LogicalTimeInterval",
        "MessageRetractionHandle",
        "ObjectClassHandle",
        "ObjectInstanceHandle",
        "OrderType",
        "ParameterHandle",
        "RangeBounds",
        "RegionHandle",
        "RegionHandleSet",
        "ResignAction",
        "Service",
        "ServiceGroup",
        "TimeImplementation",
        "TransportationTypeHandle",
    ];
    const FROM_CORE: [&str; 2] = ["Activity", "DirectedScope"];
    const FROM_STD: [(&str, &str); 2] = [
        ("BTreeSet", "std::collections::BTreeSet"),
        ("Duration", "std::time::Duration"),
    ];
    let code: String = body
        .lines()
        .filter(|line| !line.trim_start().starts_with("///"))
        .collect();
    let words: std::collections::BTreeSet<&str> = code
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let known = |word: &&str| TYPES.contains(word);
    let types: Vec<&str> = words.iter().copied().filter(known).collect();
    let core: Vec<&str> = words
        .iter()
        .copied()
        .filter(|w| FROM_CORE.contains(w))
        .collect();
    let mut lines = String::new();
    for (word, path) in FROM_STD {
        if words.contains(word) {
            lines += &format!("use {path};\n");
        }
    }
    if !lines.is_empty() {
        lines.push('\n');
    }
    lines += "use hyla_core::Result;\n";
    if !core.is_empty() {
        lines += &format!("use hyla_core::declaration::{{{}}};\n", core.join(", "));
    }
    if words.contains("Switch") {
        lines += "use hyla_core::support::Switch;\n";
    }
    lines + &format!("use hyla_types::{{{}}};\n", types.join(", "))
}
