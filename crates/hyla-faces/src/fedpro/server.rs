//! Requests of the Federate Protocol at the server: each reads its fields, calls the ambassador and writes the result.

use hyla_types::{Argument, Kind, Service};

use super::{Message, Transfer, is_by_hand, is_tag_new, messages};
use crate::method::{Method, Part};
use crate::rust::{chosen, is_option};
use crate::source::{Source, snake_case};

const FOLDER: &str = "crates/hyla-fedpro/src/service/services";

/// One file for each part, and the module that lists them.
#[must_use]
pub fn files() -> Vec<Source> {
    let comment =
        "The requests that their services' signatures determine, by the groups of the standard.";
    super::parts(FOLDER, comment, body, |body| {
        format!("{}\n{body}", imports(body))
    })
}

fn body(part: Part) -> String {
    let methods = Method::services();
    let methods = methods.filter(|m| Part::of(m.service) == part && !is_by_hand(m.service));
    let requests = methods.flat_map(|method| messages(&method));
    let requests: Vec<String> = requests.map(|message| request(&message)).collect();
    requests.join("\n")
}

fn imports(body: &str) -> String {
    let mut lines = "use hyla_fedpro_messages as fp;\n".to_owned();
    let of_core = ["Activity", "DirectedScope"];
    let of_core = of_core
        .into_iter()
        .filter(|name| body.contains(&format!("{name}::")));
    let of_core: Vec<&str> = of_core.collect();
    if !of_core.is_empty() {
        lines += &format!("use hyla_lrc::{{{}}};\n", of_core.join(", "));
    }
    if body.contains("Service::") {
        lines += "use hyla_types::Service;\n";
    }
    let convert = [("Field", ".value()"), ("ToField", ".field()")];
    let convert = convert.into_iter().filter(|(_, call)| body.contains(call));
    let convert: Vec<&str> = convert.map(|(name, _)| name).collect();
    lines += "\n";
    if !convert.is_empty() {
        lines += &format!("use crate::convert::{{{}}};\n", convert.join(", "));
    }
    if body.contains("activity(") {
        lines += "use crate::service::arguments::activity;\n";
    }
    lines + "use crate::service::Services;\nuse crate::service::serve::{Result, Serve};\n"
}

fn request(message: &Message) -> String {
    let name = &message.name;
    let mut checked = String::new();
    let mut arguments = Vec::new();
    for one in &message.arguments {
        let (Transfer::Field(field) | Transfer::OwnField(field)) = &one.transfer else {
            let is_there = one.transfer == Transfer::Name;
            arguments.push(chosen(one.argument, is_there).to_owned());
            continue;
        };
        let mut value = read(message.method.service, one.argument, field);
        if value.ends_with('?') {
            // Conversions that can fail come before the call.
            let variable = snake_case(one.argument.name);
            checked += &format!("let {variable} = {value};\n");
            value = variable;
        }
        let is_given = matches!(one.transfer, Transfer::OwnField(_)) && is_option(one.argument);
        arguments.push(if is_given {
            format!("Some({value})")
        } else {
            value
        });
    }
    let call = format!(
        "services.rti.{}({})?",
        message.method.rust_name(),
        arguments.join(", ")
    );
    let answer = match message.method.result() {
        Some(result) if message.has_result() => {
            let written = written(result.kind, result.is_optional());
            format!("let result = {call};\nOk(fp::{name}Response {{ result: {written} }})")
        }
        _ => format!("{call};\nOk(fp::{name}Response {{}})"),
    };
    format!(
        "impl Serve for fp::{name}Request {{\n\
         type Response = fp::{name}Response;\n\n\
         fn serve(self, services: &mut Services) -> Result<Self::Response> {{\n{checked}{answer}\n}}\n}}\n"
    )
}

/// A field as the argument of the ambassador's method.
fn read(service: Service, argument: &Argument, field: &str) -> String {
    match argument.value.kind {
        Kind::FederateHandleSet
        | Kind::InteractionClassHandleSet
        | Kind::AttributeHandleSet
        | Kind::DimensionHandleSet
        | Kind::RegionHandleSet
        | Kind::AttributeHandleValueMap
        | Kind::ParameterHandleValueMap
        | Kind::AttributeRegionAssociations => format!("&self.{field}.value()"),
        Kind::Tag if is_tag_new(service) => format!("services.new_tag(&self.{field})"),
        Kind::Text | Kind::Tag => format!("&self.{field}"),
        Kind::TextSet => format!("&self.{field}.into_iter().collect()"),
        Kind::Bool => format!("self.{field}"),
        Kind::LogicalTime => format!("services.time(Service::{service:?}, &self.{field})?"),
        Kind::LogicalTimeInterval => {
            format!("services.lookahead(Service::{service:?}, &self.{field})?")
        }
        Kind::RangeBounds => format!("services.range_bounds(Service::{service:?}, &self.{field})?"),
        Kind::OrderType => format!("services.order(Service::{service:?}, self.{field})?"),
        Kind::ResignAction => {
            format!("services.resign_action(Service::{service:?}, self.{field})?")
        }
        Kind::ServiceGroup => {
            format!("services.service_group(Service::{service:?}, self.{field})?")
        }
        Kind::Activity => format!("activity(self.{field})"),
        _ => format!("self.{field}.value()"),
    }
}

/// A result as the field of the response.
fn written(kind: Kind, is_optional: bool) -> &'static str {
    match kind {
        Kind::LogicalTime if is_optional => "services.queried(result)?.field()",
        Kind::TransportationTypeHandle => "services.lookup.standard(result).field()",
        _ => "result.field()",
    }
}
