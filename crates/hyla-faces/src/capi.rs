//! The services of the C API: each function converts its arguments and calls the ambassador in Rust.

use hyla_types::{Argument, ExceptionKind, Kind, Service, Value};

use crate::documentation::{errors, price, summary};
use crate::method::{Method, Part};
use crate::source::{Source, snake_case, wrapped};
use crate::uses::{Names, uses};

const FOLDER: &str = "crates/hyla-capi/src/services";

/// Where names of the written code come from.
const NAMES: [Names; 11] = [
    ("std::mem", &["MaybeUninit"]),
    ("hyla_lrc", &["RtiAmbassador"]),
    ("hyla_types", &["ExceptionKind"]),
    (
        "crate::borrowed",
        &[
            "hyla_attribute_region_pairs",
            "hyla_bytes",
            "hyla_handles",
            "hyla_text",
            "hyla_texts",
            "hyla_values",
            "optional",
            "optional_set",
        ],
    ),
    ("crate::call", &["call", "get", "get_optional"]),
    (
        "crate::enums",
        &[
            "given",
            "given_or",
            "hyla_activity",
            "hyla_directed_scope",
            "hyla_order_type",
            "hyla_resign_action",
            "hyla_service_group",
            "hyla_time_representation",
        ],
    ),
    ("crate::exception", &["hyla_exception"]),
    (
        "crate::handle",
        &[
            "Handle",
            "hyla_attribute_handle",
            "hyla_dimension_handle",
            "hyla_federate_handle",
            "hyla_interaction_class_handle",
            "hyla_message_retraction_handle",
            "hyla_object_class_handle",
            "hyla_object_instance_handle",
            "hyla_parameter_handle",
            "hyla_region_handle",
            "hyla_transportation_type_handle",
        ],
    ),
    ("crate::owned", &["hyla_owned_handles", "hyla_owned_text"]),
    ("crate::rti", &["hyla_rti"]),
    (
        "crate::value",
        &["hyla_interval", "hyla_range_bounds", "hyla_time"],
    ),
];

/// One file for each part, and the module that lists them.
#[must_use]
pub fn files() -> Vec<Source> {
    let parts = Part::ALL.iter().map(|&part| (part, functions(part)));
    let parts: Vec<_> = parts.filter(|(_, text)| !text.is_empty()).collect();
    let files = parts.iter().map(|(part, functions)| {
        let text = format!(
            "#![expect(unsafe_code, reason = \"C finds functions by their names\")]\n\n{}\n{functions}",
            uses(functions, &NAMES)
        );
        Source::rust(format!("{FOLDER}/{}.rs", part.file()), part.title(), &text)
    });
    let names = || parts.iter().map(|(part, _)| part.file());
    let modules: String = names().map(|name| format!("mod {name};\n")).collect();
    let exports: String = names()
        .map(|name| format!("pub use {name}::*;\n"))
        .collect();
    let list = Source::rust(
        format!("{FOLDER}/mod.rs"),
        "The services that their signatures determine, by the groups of the standard.",
        &format!("{modules}\n{exports}"),
    );
    std::iter::once(list).chain(files).collect()
}

/// Services that do more than to call the ambassador, or take it in several forms, are written by hand.
pub(crate) fn is_by_hand(service: Service) -> bool {
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

fn functions(part: Part) -> String {
    let methods = Method::services();
    let methods = methods.filter(|m| Part::of(m.service) == part && !is_by_hand(m.service));
    let functions: Vec<String> = methods.map(|method| function(&method)).collect();
    functions.join("\n")
}

fn function(method: &Method) -> String {
    let service = method.service;
    let paragraphs = [
        summary(service, method.is_other_form),
        price(service).to_owned(),
        may_be_null(method),
        failures(service),
    ];
    let paragraphs = paragraphs.iter().filter(|text| !text.is_empty());
    let paragraphs: Vec<String> = paragraphs.map(|text| wrapped(text, "/// ", 110)).collect();
    let name = method.name();
    let arguments = method.arguments().iter();
    let parameters: String = arguments
        .map(|a| format!(", {}: {}", snake_case(a.name), argument_type(a)))
        .chain(outs(method))
        .collect();
    format!(
        "{}#[unsafe(no_mangle)]\npub extern \"C\" fn hyla_{name}(rti: hyla_rti{parameters}) -> hyla_exception {{\n\
         {}\n}}\n",
        paragraphs.join("///\n"),
        call(method)
    )
}

/// Pointers of which the header says that they must not be null, but for these.
fn may_be_null(method: &Method) -> String {
    let arguments = method.arguments().iter();
    let optional = arguments.filter(|a| a.value.is_optional() && !has_default(a));
    let mut names: Vec<String> = optional.map(|a| snake_case(a.name)).collect();
    if method.result().is_some_and(Value::is_optional) {
        names.push(out_name(method).to_owned());
        names.push("present".to_owned());
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &names[..] {
        [] => String::new(),
        [one] => format!("{one} may be null."),
        [first @ .., last] => format!("{} and {last} may be null.", first.join(", ")),
    }
}

/// The paragraph on errors, by their numbers in C.
fn failures(service: Service) -> String {
    let text = errors(service, |kind| format!("`{}`", constant(kind)));
    format!("Errors: {}", text.replacen("Only", "only", 1))
}

/// The name of an exception's number: `RTIinternalError` is `HYLA_RTI_INTERNAL_ERROR`.
fn constant(kind: ExceptionKind) -> String {
    let mut constant = "HYLA_".to_owned();
    let name = format!("{kind:?}");
    let mut capitals = 0;
    for letter in name.chars() {
        let is_capital = letter.is_ascii_uppercase();
        // A word begins with a capital, or after an acronym.
        let begins = if is_capital {
            capitals == 0
        } else {
            capitals > 1
        };
        if begins && !constant.ends_with('_') {
            constant.push('_');
        }
        constant.push(letter.to_ascii_uppercase());
        capitals = if is_capital { capitals + 1 } else { 0 };
    }
    constant
}

/// Arguments that are left out by passing what stands for nothing.
pub(crate) fn has_default(argument: &Argument) -> bool {
    let enumeration = matches!(argument.value.kind, Kind::Activity | Kind::DirectedScope);
    enumeration || argument.name == "updateRateDesignator"
}

/// The type of an argument.
fn argument_type(argument: &Argument) -> String {
    let plain = lent(argument.value.kind);
    if argument.value.is_optional() && !has_default(argument) {
        format!("Option<&{plain}>")
    } else {
        plain
    }
}

/// The type of what is lent, without the pointer that may be null.
pub(crate) fn lent(kind: Kind) -> String {
    match kind {
        Kind::FederateHandleSet
        | Kind::InteractionClassHandleSet
        | Kind::AttributeHandleSet
        | Kind::DimensionHandleSet
        | Kind::RegionHandleSet => "hyla_handles<'_>".to_owned(),
        Kind::AttributeHandleValueMap | Kind::ParameterHandleValueMap => {
            "hyla_values<'_>".to_owned()
        }
        Kind::AttributeRegionAssociations => "hyla_attribute_region_pairs<'_>".to_owned(),
        Kind::Text => "hyla_text<'_>".to_owned(),
        Kind::TextSet => "hyla_texts<'_>".to_owned(),
        Kind::Tag | Kind::Bytes => "hyla_bytes<'_>".to_owned(),
        Kind::Activity
        | Kind::DirectedScope
        | Kind::OrderType
        | Kind::ResignAction
        | Kind::ServiceGroup => format!("MaybeUninit<{}>", by_value(kind)),
        other => by_value(other),
    }
}

/// The type of what is passed by value in both directions.
fn by_value(kind: Kind) -> String {
    match kind {
        Kind::Bool => "bool".to_owned(),
        Kind::Number => "u32".to_owned(),
        Kind::Rate => "f64".to_owned(),
        Kind::LogicalTime => "hyla_time".to_owned(),
        Kind::LogicalTimeInterval => "hyla_interval".to_owned(),
        Kind::LogicalTimeFactory => "hyla_time_representation".to_owned(),
        other => format!("hyla_{}", snake_case(&format!("{other:?}"))),
    }
}

fn owned(kind: Kind) -> String {
    match kind {
        Kind::AttributeHandleSet | Kind::DimensionHandleSet => "hyla_owned_handles".to_owned(),
        Kind::Text => "hyla_owned_text".to_owned(),
        other => by_value(other),
    }
}

/// Name of the pointer for the result.
fn out_name(method: &Method) -> &'static str {
    match method.result() {
        Some(result) if result.kind == Kind::MessageRetractionHandle && result.is_optional() => {
            "retraction"
        }
        _ => "out",
    }
}

/// The pointers for the result.
fn outs(method: &Method) -> Vec<String> {
    let Some(result) = method.result() else {
        return Vec::new();
    };
    let out = |name: &str, of: &str| format!(", {name}: Option<&mut MaybeUninit<{of}>>");
    let mut outs = vec![out(out_name(method), &owned(result.kind))];
    if result.is_optional() {
        outs.push(out("present", "bool"));
    }
    outs
}

fn call(method: &Method) -> String {
    let function = method.rust_name();
    let arguments = method.arguments();
    let body = if arguments.is_empty() {
        format!("RtiAmbassador::{function}")
    } else {
        let converted: Vec<String> = arguments
            .iter()
            .map(|a| converted(method.service, a))
            .collect();
        let call = format!("rti.{function}({})", converted.join(", "));
        let is_values = |a: &&Argument| {
            let kind = a.value.kind;
            matches!(
                kind,
                Kind::AttributeHandleValueMap | Kind::ParameterHandleValueMap
            )
        };
        match arguments.iter().find(is_values) {
            Some(values) => {
                let name = snake_case(values.name);
                format!("|rti| {{ {name}.lend(\"{name}\", |{name}| {{ {call} }}) }}")
            }
            None => format!("|rti| {{ {call} }}"),
        }
    };
    match method.result() {
        None => format!("call(rti, {body})"),
        Some(result) if result.is_optional() => {
            format!("get_optional(rti, {}, present, {body})", out_name(method))
        }
        Some(_) => format!("get(rti, out, {body})"),
    }
}

/// An argument as the ambassador in Rust takes it.
fn converted(service: Service, argument: &Argument) -> String {
    let name = snake_case(argument.name);
    let optional = argument.value.is_optional() && !has_default(argument);
    match argument.value.kind {
        Kind::FederateHandleSet
        | Kind::InteractionClassHandleSet
        | Kind::AttributeHandleSet
        | Kind::DimensionHandleSet
        | Kind::RegionHandleSet => {
            if optional {
                format!("optional_set({name}, \"{name}\")?.as_ref()")
            } else {
                format!("&{name}.set(\"{name}\")?")
            }
        }
        Kind::TextSet => format!("&{name}.set(\"{name}\")?"),
        Kind::AttributeRegionAssociations => format!("&{name}.pairs(\"{name}\")?"),
        Kind::Text if optional => format!("optional({name}, \"{name}\")?"),
        Kind::Text | Kind::Tag | Kind::Bytes => format!("{name}.read(\"{name}\")?"),
        Kind::LogicalTime if optional => format!("hyla_time::optional({name})?"),
        Kind::LogicalTime | Kind::LogicalTimeInterval | Kind::RangeBounds => {
            format!("{name}.read()?")
        }
        Kind::OrderType if !lists(service, ExceptionKind::InvalidOrderType) => {
            format!("given_or({name}, ExceptionKind::RTIinternalError)?")
        }
        Kind::Activity
        | Kind::DirectedScope
        | Kind::OrderType
        | Kind::ResignAction
        | Kind::ServiceGroup => format!("given({name})?"),
        // The closure that lends the values calls them by the name of the argument.
        Kind::AttributeHandleValueMap | Kind::ParameterHandleValueMap | Kind::Bool => name,
        _ => format!("Handle::of({name})"),
    }
}

fn lists(service: Service, exception: ExceptionKind) -> bool {
    service.info().exceptions_2025.contains(&exception)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exception_has_its_number_under_the_written_name() {
        let path = crate::root().join("crates/hyla-capi/src/exception.rs");
        let numbers = std::fs::read_to_string(path).expect("it is there");

        for &kind in ExceptionKind::ALL {
            let constant = constant(kind);
            assert!(
                numbers.contains(&format!("    {constant} = ")),
                "{constant}"
            );
        }
    }
}
