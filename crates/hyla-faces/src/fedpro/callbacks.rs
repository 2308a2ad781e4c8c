//! Callbacks of the Federate Protocol: at the server each becomes a message, at the client each message a callback.

use hyla_types::{Argument, Kind, Service};

use super::{Carried, Message, Transfer, choose, is_tag_new, messages};
use crate::callback::{declared, entry, is_delivery, parameters, types};
use crate::method::Method;
use crate::source::{Source, snake_case};

/// The two files.
#[must_use]
pub fn files() -> Vec<Source> {
    vec![sent(), received()]
}

/// From the ambassador's callbacks to messages.
fn sent() -> Source {
    let methods: Vec<String> = Method::callbacks()
        .map(|callback| send(&callback))
        .collect();
    let methods = methods.join("\n");
    let types = types(&methods);
    let text = format!(
        "use std::sync::Arc;\n\n\
         use bytes::Bytes;\n\
         use hyla_fedpro_messages as fp;\n\
         use hyla_fedpro_messages::Written;\n\
         use hyla_fedpro_messages::callback_request::CallbackRequest as Message;\n\
         use hyla_lrc::{{AttributeValues, Delivery, FederateAmbassador, ParameterValues}};\n\
         use hyla_types::{{{types}}};\n\n\
         use super::{{Callbacks, Urgency}};\n\
         use crate::convert::ToField;\n\n\
         impl<S: FnMut(&dyn Written, Urgency) + Send> FederateAmbassador for Callbacks<S> {{\n{methods}}}\n"
    );
    let path = "crates/hyla-fedpro/src/callback/ambassador.rs";
    Source::rust(path, "One message for each callback.", &text)
}

fn send(callback: &Method) -> String {
    let body = match by_hand(callback.service) {
        Some(method) => {
            let names = parameters(callback)
                .into_iter()
                .map(|parameter| parameter.name);
            let names: Vec<String> = names.collect();
            format!("self.{method}({});", names.join(", "))
        }
        None => match &messages(callback)[..] {
            [only] => format!("{};", send_message(only)),
            several => choose(several, pattern, |one| {
                format!("{{ {}; }}", send_message(one))
            }),
        },
    };
    let (name, parameters) = (callback.name(), declared(callback));
    format!("fn {name}(&mut self{parameters}) {{\n{body}\n}}\n")
}

fn pattern(one: &Carried) -> String {
    match one.transfer {
        Transfer::OwnField(_) => format!("Some({})", snake_case(one.argument.name)),
        _ => "None".to_owned(),
    }
}

/// Callbacks whose messages are written by hand, by a method of `Callbacks`.
fn by_hand(callback: Service) -> Option<&'static str> {
    Some(match callback {
        Service::ReflectAttributeValues => "reflect",
        Service::ReceiveInteraction => "receive",
        Service::ReceiveDirectedInteraction => "receive_directed",
        Service::RemoveObjectInstance => "remove",
        Service::FlushQueueGrant => "flushed",
        _ => return None,
    })
}

/// Callbacks that in 2010 come for each attribute by itself.
fn is_of_one_attribute(callback: Service) -> bool {
    matches!(
        callback,
        Service::InformAttributeOwnership
            | Service::AttributeIsNotOwned
            | Service::AttributeIsOwnedByRti
    )
}

fn send_message(message: &Message) -> String {
    let callback = message.method.service;
    let is_only_2025 = callback.info().name_2010.is_none();
    let fields = message
        .arguments
        .iter()
        .filter_map(|one| match &one.transfer {
            Transfer::Field(field) | Transfer::OwnField(field) => {
                let value = written(callback, one.argument);
                let is_short = *field == value;
                Some(if is_short {
                    format!("{field},")
                } else {
                    format!("{field}: {value},")
                })
            }
            Transfer::Name | Transfer::Nowhere => None,
        });
    let fields: String = fields.collect();
    let name = &message.name;
    let message = format!("Message::{name}(fp::{name} {{ {fields} }})");
    if is_only_2025 {
        format!("self.send_new(|| {message})")
    } else if is_of_one_attribute(callback) {
        format!("self.send_owned(attributes, |attributes| {message})")
    } else {
        format!("self.send({message})")
    }
}

/// An argument as the field of the message.
fn written(callback: Service, argument: &Argument) -> String {
    let name = snake_case(argument.name);
    match argument.value.kind {
        Kind::Text if callback == Service::DiscoverObjectInstance => format!("{name}.to_string()"),
        Kind::Text => format!("{name}.to_owned()"),
        Kind::TextSet => format!("{name}.to_vec()"),
        Kind::Tag if is_tag_new(callback) => format!("self.new_tag({name})"),
        Kind::Tag => format!("Bytes::copy_from_slice({name})"),
        Kind::TransportationTypeHandle => format!("self.transportation({name})"),
        Kind::AttributeHandleSet if is_of_one_attribute(callback) => name,
        _ => format!("{name}.field()"),
    }
}

/// From messages to the client's callbacks.
fn received() -> Source {
    let all = Method::callbacks().flat_map(|callback| messages(&callback));
    let (deliveries, others): (Vec<_>, Vec<_>) =
        all.partition(|message| is_delivery(message.method.service));
    let arms: String = others.iter().map(hear).collect();
    let deliveries = deliveries
        .iter()
        .map(|message| format!("C::{}(_)", message.name));
    let deliveries: Vec<String> = deliveries.collect();
    let deliveries = deliveries.join(" | ");
    let types = types(&arms);
    let text = format!(
        "use hyla_fedpro_messages::callback_request::CallbackRequest;\n\
         use hyla_types::{{{types}}};\n\n\
         use super::{{Ears, Told}};\n\
         use crate::convert::FromWire;\n\n\
         impl Ears<'_> {{\n\
         /// Calls the federate; gives the callback's row in the table of services.\n\
         pub(crate) fn hear(&mut self, request: CallbackRequest) -> Told<Service> {{\n\
         use CallbackRequest as C;\n\
         Ok(match request {{\n{arms}{deliveries} => return self.hear_delivery(request),\n}})\n}}\n}}\n"
    );
    let path = "crates/hyla-fedpro-client/src/callback/hear.rs";
    Source::rust(path, "The callback of each message.", &text)
}

fn hear(message: &Message) -> String {
    let mut checked = String::new();
    let mut arguments = Vec::new();
    for one in &message.arguments {
        let (Transfer::Field(field) | Transfer::OwnField(field)) = &one.transfer else {
            arguments.push("None".to_owned());
            continue;
        };
        let kind = one.argument.value.kind;
        let name = snake_case(one.argument.name);
        let read = match kind {
            Kind::Text | Kind::TextSet | Kind::Tag => None,
            Kind::LogicalTime => Some(format!("self.time(m.{field})?")),
            Kind::AttributeHandleSet | Kind::FederateHandleSet => {
                Some(format!("{kind:?}::from_wire(m.{field})?"))
            }
            _ => Some(match entry(kind) {
                Some(entry) => format!("Vec::<{entry}>::from_wire(m.{field})?"),
                None => format!("FromWire::from_wire(m.{field})?"),
            }),
        };
        let is_lent = matches!(kind, Kind::AttributeHandleSet | Kind::FederateHandleSet);
        let value = match &read {
            None if message.method.service == Service::DiscoverObjectInstance => {
                format!("&m.{field}.into()")
            }
            None => format!("&m.{field}"),
            Some(_) if is_lent || entry(kind).is_some() => format!("&{name}"),
            Some(_) => name.clone(),
        };
        checked.extend(read.map(|read| format!("let {name} = {read};\n")));
        let is_given = matches!(one.transfer, Transfer::OwnField(_));
        arguments.push(if is_given {
            format!("Some({value})")
        } else {
            value
        });
    }
    let bound = if message.fields().next().is_some() {
        "m"
    } else {
        "_"
    };
    let service = message.method.service;
    format!(
        "C::{}({bound}) => {{\n{checked}self.federate.{}({});\nService::{service:?}\n}}\n",
        message.name,
        message.method.name(),
        arguments.join(", ")
    )
}
