//! The ambassador of the tests over the functions of the C API: rows for the macros that make a method of each service
//! and a function of each callback.

use hyla_types::{Argument, Kind, Service};

use crate::capi;
use crate::capi_callbacks::{Arguments, arguments, c_type};
use crate::method::{Method, Part};
use crate::rust::{argument_type, result_type};
use crate::source::{Source, snake_case};

const FOLDER: &str = "crates/hyla-capi/tests/over_c";

/// Lines are not longer; `rustfmt` leaves rows of macros as they are.
const WIDTH: usize = 100;

/// The rows of services and those of callbacks.
#[must_use]
pub fn files() -> Vec<Source> {
    let parts = Part::ALL.iter().map(|&part| {
        let methods = Method::services();
        let methods =
            methods.filter(|m| Part::of(m.service) == part && !capi::is_by_hand(m.service));
        let rows: String = methods.map(|m| service(&m)).collect();
        format!("    // {}\n\n{rows}", part.title())
    });
    let services = parts.collect::<Vec<_>>().join("\n");
    let callbacks: String = Method::callbacks().map(|m| callback(&m)).collect();
    vec![
        Source::rust(
            format!("{FOLDER}/services.rs"),
            "The services that their signatures determine, each by the function that carries it out.",
            &format!(
                "#![expect(unsafe_code, reason = \"calls the functions as C does\")]\n\n\
                 use std::collections::BTreeSet;\n\n\
                 use hyla_lrc::{{Activity, DirectedScope}};\nuse hyla_types::*;\n\n\
                 use super::arguments::{{Given, Held}};\nuse super::calls::{{called, result, services}};\n\
                 use super::results::{{Taken, place}};\nuse super::{{Result, Rti, function}};\n\n\
                 services! {{\n{services}}}\n"
            ),
        ),
        Source::rust(
            format!("{FOLDER}/callbacks.rs"),
            "The callbacks, each by the function that the table has for it.",
            &format!(
                "#![expect(unsafe_code, reason = \"calls the functions as C does\")]\n\n\
                 use std::ffi::c_void;\n\nuse hyla_capi::*;\nuse hyla_types::Service;\n\n\
                 use super::arguments::Handle;\nuse super::results::time as point;\nuse super::telling::*;\n\n\
                 callbacks! {{\n{callbacks}}}\n"
            ),
        ),
    ]
}

fn service(method: &Method) -> String {
    let arguments = method.arguments().iter();
    let parameters: Vec<String> = arguments
        .map(|a| format!("{}: {}", snake_case(a.name), argument_type(a)))
        .collect();
    let result = result_type(method.result());
    let result = match method.result() {
        None => String::new(),
        Some(value) if value.is_optional() => {
            let of = result.trim_start_matches("Option<").trim_end_matches('>');
            format!(" => {of}")
        }
        Some(_) => format!(" -> {result}"),
    };
    format!(
        "    {:?}, hyla_{}:\n{}",
        method.service,
        method.name(),
        listed(
            8,
            &format!("fn {}(", method.rust_name()),
            &parameters,
            &format!("){result};")
        )
    )
}

fn callback(method: &Method) -> String {
    let Arguments { alone, delivery } = arguments(method);
    let mut parameters: Vec<String> = alone
        .iter()
        .map(|a| format!("{}: {}", snake_case(a.name), c_type(a)))
        .collect();
    let mut given: Vec<String> = alone.iter().map(|a| taken(method.service, a)).collect();
    if delivery {
        parameters.push("delivery: &hyla_delivery<'_>".to_owned());
        given.push("&read_delivery(delivery)".to_owned());
    }
    let open = format!("{:?}: fn {}(", method.service, method.name());
    let head = listed(4, &open, &parameters, ") {");
    head + &listed(8, "", &given, "") + "    }\n"
}

/// An argument of C as the federate in Rust takes it.
fn taken(service: Service, argument: &Argument) -> String {
    let name = snake_case(argument.name);
    let optional = argument.value.is_optional();
    match argument.value.kind {
        Kind::Text if optional => format!("{name}.copied().map(text)"),
        Kind::Text if service == Service::DiscoverObjectInstance => {
            format!("&text({name}).into()")
        }
        Kind::Text => format!("text({name})"),
        Kind::TextSet => format!("&texts({name})"),
        Kind::Tag => format!("bytes({name})"),
        Kind::LogicalTime if optional => format!("{name}.copied().map(point)"),
        Kind::LogicalTime => format!("point({name})"),
        Kind::AttributeHandleSet | Kind::FederateHandleSet => format!("&set({name})"),
        Kind::AttributeHandleValueMap => format!("&read_attribute_values({name})"),
        Kind::ParameterHandleValueMap => format!("&read_parameter_values({name})"),
        Kind::SynchronizationPointFailureReason
        | Kind::SaveFailureReason
        | Kind::RestoreFailureReason => format!("({name} as i32).try_into().unwrap()"),
        Kind::FederationExecutions => format!("&read_executions({name})"),
        Kind::FederationExecutionMembers => format!("&read_members({name})"),
        Kind::FederateSaveStatuses => format!("&save_statuses({name})"),
        Kind::FederateRestoreStatuses => format!("&restore_statuses({name})"),
        _ if optional => format!("({name} != 0).then(|| Handle::of({name}))"),
        _ => format!("Handle::of({name})"),
    }
}

/// Items in one line, or in a line each if that would be too long.
fn listed(indent: usize, open: &str, items: &[String], close: &str) -> String {
    let outer = " ".repeat(indent);
    let one = format!("{outer}{open}{}{close}\n", items.join(", "));
    if one.trim().is_empty() {
        return String::new();
    }
    if one.len() <= WIDTH {
        return one;
    }
    if open.is_empty() {
        return format!("{outer}{}{close}\n", items.join(&format!(",\n{outer}")));
    }
    let inner = format!(",\n{outer}    ");
    format!(
        "{outer}{open}\n{outer}    {}\n{outer}{close}\n",
        items.join(&inner)
    )
}
