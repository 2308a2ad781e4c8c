//! The services of `hyla_fedpro_client::FedProAmbassador`: each writes its arguments into a request and reads the
//! response.

use hyla_types::{Kind, Service};

use super::{Carried, Message, Transfer, choose, is_by_hand, messages};
use crate::method::{Method, Part};
use crate::rust::{chosen, imports, is_option, parameters, result_type};
use crate::source::{Source, snake_case};

const FOLDER: &str = "crates/hyla-fedpro-client/src/ambassador/services";

/// One file for each part, and the module that lists them.
#[must_use]
pub fn files() -> Vec<Source> {
    let comment = "The services that their signatures determine, by the groups of the standard.";
    super::parts(FOLDER, comment, body, |body| {
        let reads = if body.contains("FromWire::") {
            "FromWire, Wire"
        } else {
            "Wire"
        };
        let wire = if body.contains("wire(") {
            format!("use crate::convert::{{{reads}}};\n")
        } else {
            String::new()
        };
        let types = imports(body);
        format!(
            "use hyla_fedpro_messages as pb;\n{types}\n\
             use crate::ambassador::FedProAmbassador;\n{wire}\n\
             impl FedProAmbassador {{\n{body}}}\n"
        )
    })
}

fn body(part: Part) -> String {
    let methods = Method::services();
    let methods = methods.filter(|m| Part::of(m.service) == part && !stays(m.service));
    let methods = methods.map(|method| (method, messages(&method)));
    let methods = methods.filter(|(_, messages)| !messages.is_empty());
    let methods: Vec<String> = methods
        .map(|(m, messages)| service(&m, &messages))
        .collect();
    methods.join("\n")
}

/// Besides those that stay at the server, a client knows the ranges of conveyed regions by itself.
fn stays(service: Service) -> bool {
    is_by_hand(service)
        || matches!(
            service,
            Service::GetDimensionHandleSet | Service::GetRangeBounds | Service::SetRangeBounds
        )
}

fn service(method: &Method, messages: &[Message]) -> String {
    let name = method.rust_name();
    let (parameters, result) = (parameters(method), result_type(method.result()));
    let body = match messages {
        [only] => ask(only),
        several => choose(several, pattern, ask),
    };
    format!(
        "/// As `hyla_lrc::RtiAmbassador::{name}`.\n\
         ///\n\
         /// # Errors\n\
         /// The same.\n\
         pub fn {name}(&self{parameters}) -> Result<{result}> {{\n{body}\n}}\n"
    )
}

/// The argument as the message has it.
fn pattern(one: &Carried) -> String {
    match one.transfer {
        Transfer::OwnField(_) if is_option(one.argument) => {
            format!("Some({})", snake_case(one.argument.name))
        }
        Transfer::OwnField(_) => "_".to_owned(),
        _ => chosen(one.argument, one.transfer == Transfer::Name).to_owned(),
    }
}

fn ask(message: &Message) -> String {
    let service = format!("Service::{:?}", message.method.service);
    let fields = message
        .arguments
        .iter()
        .filter_map(|one| match &one.transfer {
            Transfer::Field(field) | Transfer::OwnField(field) => {
                let name = snake_case(one.argument.name);
                Some(format!("{field}: {name}.wire(),"))
            }
            Transfer::Name | Transfer::Nowhere => None,
        });
    let fields: String = fields.collect();
    let request = format!("pb::{}Request {{ {fields} }}", message.name);
    match message.method.result() {
        None => format!("self.tell({service}, {request})"),
        Some(_) if !message.has_result() => {
            format!("self.ask_for({service}, {request}, |_| Ok(None))")
        }
        Some(result) => {
            let read = match result.kind {
                Kind::LogicalTime if result.is_optional() => "self.queried",
                Kind::LogicalTime => "self.time",
                Kind::LogicalTimeInterval => "self.interval",
                _ => "FromWire::from_wire",
            };
            format!("self.ask_for({service}, {request}, |response| {read}(response.result))")
        }
    }
}
