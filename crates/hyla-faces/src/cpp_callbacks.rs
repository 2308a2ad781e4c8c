//! The callbacks of the C++ ambassadors: what each entry of libhyla's table does, which is to convert its arguments and
//! to call the federate.

use hyla_types::{Argument, Edition, Kind, Service};

use crate::cpp::{Availability, c_name, fits, listed, name};
use crate::method::{Method, Part};
use crate::source::Source;

const FOLDER: &str = "bindings/cpp/src/callback/services";

/// A file for each part, and one for what 2025 has alone or in another form.
#[must_use]
pub fn files() -> Vec<Source> {
    let parts = Part::ALL.iter().filter_map(|&part| {
        let shared = entries(|m| Part::of(m.service) == part, Availability::Shared);
        let put = format!("put_{}", part.file());
        let path = format!("{FOLDER}/{}.cpp", part.file());
        (!shared.is_empty()).then(|| file(path, part.title(), &put, &shared))
    });
    let edition = file(
        format!("{FOLDER}/2025/edition.cpp"),
        "Callbacks that 2010 lacks, or has in another form.",
        "put_edition",
        &entries(|_| true, Availability::Of(Edition::Hla2025)),
    );
    parts.chain([edition]).collect()
}

fn file(path: String, title: &str, put: &str, entries: &str) -> Source {
    let mut includes = "#include \"callback/groups.h\"\n".to_owned();
    if entries.contains("list_of(") {
        includes += "#include \"callback/lists.h\"\n";
    }
    if entries.contains("ShownTime(") {
        includes += "#include \"callback/shown_time.h\"\n";
    }
    includes += "#include \"callback/tell.h\"\n";
    let text = format!(
        "{includes}\nnamespace HYLA_RTI\n{{\nvoid {put}(hyla_federate_ambassador &table)\n{{\n{entries}}}\n}}\n"
    );
    Source::c(path, title, &text)
}

fn entries(is_wanted: impl Fn(&Method) -> bool, editions: Availability) -> String {
    let wanted = Method::callbacks().filter(|m| is_wanted(m) && !is_by_hand(m.service));
    let entries = wanted.filter_map(|m| Some(entry(&m, name(&m, editions, is_by_hand_in_2010)?)));
    entries.collect::<Vec<_>>().join("\n")
}

/// Callbacks with values, and those that belong to them.
fn is_by_hand(service: Service) -> bool {
    matches!(
        service,
        Service::DiscoverObjectInstance
            | Service::ReflectAttributeValues
            | Service::ReceiveInteraction
            | Service::ReceiveDirectedInteraction
            | Service::RemoveObjectInstance
    )
}

/// Callbacks that have another form in 2010: without a tag, with an enumeration of transportation types, or about one
/// attribute.
fn is_by_hand_in_2010(service: Service) -> bool {
    matches!(
        service,
        Service::ConfirmAttributeTransportationTypeChange
            | Service::ReportAttributeTransportationType
            | Service::ConfirmInteractionTransportationTypeChange
            | Service::ReportInteractionTransportationType
            | Service::RequestDivestitureConfirmation
            | Service::AttributeOwnershipUnavailable
            | Service::InformAttributeOwnership
            | Service::AttributeIsNotOwned
            | Service::AttributeIsOwnedByRti
    )
}

/// An entry of the table.
fn entry(method: &Method, name: &str) -> String {
    let field = method.name();
    let arguments = method.arguments();
    let context = "void *context".to_owned();
    let parameters: Vec<String> = std::iter::once(context)
        .chain(arguments.iter().map(parameter))
        .collect();
    let all = parameters.join(", ");
    let one = format!("   table.{field} = []({all}) {{");
    let own = format!("      []({all}) {{");
    let (open, indent) = if fits(&one) {
        (one, 6)
    } else if fits(&own) {
        (format!("   table.{field} =\n{own}"), 9)
    } else {
        let each = parameters.join(",\n         ");
        (format!("   table.{field} =\n      []({each}) {{"), 9)
    };
    let outer = " ".repeat(indent);
    let body = body(arguments, name, indent + 3);
    let close = " ".repeat(indent - 3);
    format!(
        "{open}\n{outer}tell(context, \"{name}\", [&](Connection &connection) {{\n{body}{outer}}});\n{close}}};\n"
    )
}

/// The call of the federate; two of them if an argument may be absent.
fn body(arguments: &[Argument], name: &str, indent: usize) -> String {
    let call = |indent, absent: Option<&Argument>| {
        let given = arguments.iter().filter(|a| Some(*a) != absent);
        let given: Vec<String> = given.map(converted).collect();
        listed(
            indent,
            &format!("connection.federate.{name}("),
            &given,
            ");",
        )
    };
    let Some(optional) = arguments.iter().find(|a| a.value.is_optional()) else {
        return call(indent, None);
    };
    let outer = " ".repeat(indent);
    format!(
        "{outer}if ({} == nullptr)\n{outer}{{\n{}{outer}}}\n{outer}else\n{outer}{{\n{}{outer}}}\n",
        optional.name,
        call(indent + 3, Some(optional)),
        call(indent + 3, None),
    )
}

/// A parameter as libhyla passes it.
fn parameter(argument: &Argument) -> String {
    let pointer = is_pointer(argument);
    let (constant, space) = if pointer { ("const ", " *") } else { ("", " ") };
    let of = match argument.value.kind {
        Kind::Text => "hyla_text".to_owned(),
        Kind::TextSet => "hyla_texts".to_owned(),
        Kind::Tag => "hyla_bytes".to_owned(),
        Kind::AttributeHandleSet | Kind::FederateHandleSet => "hyla_handles".to_owned(),
        Kind::LogicalTime => "hyla_time".to_owned(),
        kind => c_name(kind),
    };
    format!("{constant}{of}{space}{}", argument.name)
}

/// Whether null stands for its absence.
fn is_pointer(argument: &Argument) -> bool {
    argument.value.is_optional() && matches!(argument.value.kind, Kind::Text | Kind::LogicalTime)
}

/// An argument as the federate takes it.
fn converted(argument: &Argument) -> String {
    let name = if is_pointer(argument) {
        format!("*{}", argument.name)
    } else {
        argument.name.to_owned()
    };
    match argument.value.kind {
        Kind::Text => format!("wide({name})"),
        Kind::Tag => format!("LentData({name})"),
        Kind::LogicalTime => format!("ShownTime(connection, {name})"),
        Kind::AttributeHandleSet => format!("handle_set<AttributeHandle>({name})"),
        Kind::FederateHandleSet => format!("handle_set<FederateHandle>({name})"),
        kind @ (Kind::SynchronizationPointFailureReason
        | Kind::SaveFailureReason
        | Kind::RestoreFailureReason) => format!("static_cast<{kind:?}>({name})"),
        Kind::TextSet
        | Kind::FederationExecutions
        | Kind::FederationExecutionMembers
        | Kind::FederateSaveStatuses
        | Kind::FederateRestoreStatuses => format!("list_of({name})"),
        handle => format!("make_handle<{handle:?}>({name})"),
    }
}
