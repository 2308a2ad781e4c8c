//! The enumeration `hyla_core::callback::Callback`, and its way to the federate.

use hyla_types::{Argument, Kind, Service};

use super::{Parameter, entry, is_beside_delivery, is_delivery, parameters, types};
use crate::documentation::summary;
use crate::method::Method;
use crate::source::{Source, snake_case, wrapped};

/// The file.
#[must_use]
pub fn file() -> Source {
    let all: Vec<Method> = Method::callbacks().collect();
    let variants: String = all.iter().map(variant).collect();
    let services = all.iter().map(|callback| {
        let name = callback.service;
        format!("Self::{name:?} {{ .. }} => Service::{name:?},\n")
    });
    let services: String = services.collect();
    let deliveries: String = all.iter().map(deliver).collect();
    let types = types(&format!("{variants} Service"));
    let text = format!(
        "use std::sync::Arc;\n\n\
         use hyla_types::{{{types}}};\n\
         use serde::{{Deserialize, Serialize}};\n\n\
         use super::{{AttributeValues, Delivery, FederateAmbassador, ParameterValues}};\n\n\
         /// A callback. `'a` is the buffer that values are read from. Values are left out when a callback is\n\
         /// encoded: one that waits or travels borrows nothing. Saves have the variants by their position.\n\
         #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n\
         #[allow(missing_docs)] // fields bear the names of the standard's arguments in short\n\
         #[non_exhaustive]\n\
         pub enum Callback<'a> {{\n{variants}}}\n\n\
         impl Callback<'_> {{\n\
         /// The callback's row in the table of services.\n\
         #[must_use]\n\
         pub fn service(&self) -> Service {{\nmatch self {{\n{services}}}\n}}\n\n\
         /// Calls the method of the ambassador that belongs to the callback.\n\
         pub fn deliver(&self, ambassador: &mut dyn FederateAmbassador) {{\n\
         match self {{\n{deliveries}}}\n}}\n}}\n"
    );
    let path = "crates/hyla-core/src/callback/variants.rs";
    Source::rust(
        path,
        "One variant for each callback of the standard.",
        &text,
    )
}

/// The fields of a variant: those of the method's parameters.
fn fields(callback: &Method) -> impl Iterator<Item = (String, Option<Argument>)> {
    let service = callback.service;
    let arguments = callback.arguments().iter();
    let arguments = arguments.filter(move |a| !is_delivery(service) || is_beside_delivery(a));
    let names = arguments.map(move |argument| (field(argument), Some(*argument)));
    let delivery = is_delivery(service).then(|| ("delivery".to_owned(), None));
    names.chain(delivery)
}

/// The name of an argument in short.
pub(super) fn field(argument: &Argument) -> String {
    let name = match (argument.value.kind, argument.name) {
        (Kind::ObjectInstanceHandle, _) => "object",
        (Kind::ObjectClassHandle | Kind::InteractionClassHandle, _) => "class",
        (Kind::AttributeHandleSet, _) => "attributes",
        (Kind::AttributeHandleValueMap | Kind::ParameterHandleValueMap, _) => "values",
        (Kind::TransportationTypeHandle, _) => "transportation",
        (Kind::FederationExecutions, _) => "executions",
        (Kind::FederationExecutionMembers, _) => "members",
        (Kind::FederateSaveStatuses | Kind::FederateRestoreStatuses, _) => "statuses",
        (Kind::TextSet, _) => "names",
        (Kind::Tag, _) => "tag",
        (_, "synchronizationPointLabel") => "label",
        (_, "federationName") => "federation",
        (_, "federateName" | "objectInstanceName") => "name",
        (_, "reasonForResignDescription") => "reason",
        (_, "failedToSyncSet") => "failed",
        (_, "postRestoreFederateHandle") => "handle",
        (_, "producingFederate") => "producer",
        (_, other) => return snake_case(other),
    };
    name.to_owned()
}

fn variant(callback: &Method) -> String {
    let service = callback.service;
    let summary = wrapped(&summary(service, false), "    /// ", 100);
    let fields = fields(callback).map(|(name, argument)| {
        let of = argument.map_or_else(|| "Delivery<'a>".to_owned(), |a| owned(service, &a));
        let encoding = match &of[..] {
            "Arc<str>" => "#[serde(with = \"crate::message::shared_text\")]\n",
            "AttributeValues<'a>" | "ParameterValues<'a>" => "#[serde(skip)]\n",
            _ => "",
        };
        format!("{encoding}{name}: {of},\n")
    });
    let fields: String = fields.collect();
    if fields.is_empty() {
        format!("{summary}{service:?},\n")
    } else {
        format!("{summary}{service:?} {{\n{fields}}},\n")
    }
}

fn owned(callback: Service, argument: &Argument) -> String {
    let kind = argument.value.kind;
    let plain = match kind {
        Kind::Text if callback == Service::DiscoverObjectInstance => "Arc<str>".to_owned(),
        Kind::Text => "String".to_owned(),
        Kind::TextSet => "Vec<String>".to_owned(),
        Kind::Tag => "Vec<u8>".to_owned(),
        Kind::AttributeHandleValueMap => "AttributeValues<'a>".to_owned(),
        Kind::ParameterHandleValueMap => "ParameterValues<'a>".to_owned(),
        _ => match entry(kind) {
            Some(entry) => format!("Vec<{entry}>"),
            None => format!("{kind:?}"),
        },
    };
    if argument.value.is_optional() {
        format!("Option<{plain}>")
    } else {
        plain
    }
}

fn deliver(callback: &Method) -> String {
    let service = callback.service;
    let names: Vec<String> = fields(callback).map(|(name, _)| name).collect();
    let passed = parameters(callback).into_iter().zip(&names);
    let passed = passed.map(|(Parameter { of, .. }, name)| match &of[..] {
        "Option<&str>" => format!("{name}.as_deref()"),
        lent if lent.starts_with('&') => name.clone(),
        _ => format!("*{name}"),
    });
    let passed: Vec<String> = passed.collect();
    let fields = pattern(callback);
    let (method, passed) = (callback.name(), passed.join(", "));
    format!("Self::{service:?}{fields} => {{ ambassador.{method}({passed}); }}\n")
}

/// The fields of a variant in a pattern.
pub(super) fn pattern(callback: &Method) -> String {
    let names: Vec<String> = fields(callback).map(|(name, _)| name).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" {{ {} }}", names.join(", "))
    }
}
