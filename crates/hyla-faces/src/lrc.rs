//! The services of `hyla_lrc::RtiAmbassador`: each enters the engine with its arguments and calls the member.

use hyla_types::{Kind, Service};

use crate::documentation::{errors, price, summary};
use crate::method::{Method, Part};
use crate::notes::{Cost, cost};
use crate::rust::{has_its_own_form, imports, names, parameters, result_type};
use crate::source::{Source, wrapped};

const FOLDER: &str = "crates/hyla-lrc/src/ambassador/services";

/// One file for each part, and the module that lists them.
#[must_use]
pub fn files() -> Vec<Source> {
    let parts = Part::ALL.iter().map(|&part| (part, body(part)));
    let parts: Vec<_> = parts.filter(|(_, body)| !body.is_empty()).collect();
    let modules: String = parts
        .iter()
        .map(|(part, _)| format!("mod {};\n", part.file()))
        .collect();
    let list = Source::rust(
        format!("{FOLDER}/mod.rs"),
        "The services that their signatures determine, by the groups of the standard.",
        &modules,
    );
    let files = parts.iter().map(|(part, body)| {
        let uses = imports(body);
        let engine = if body.contains("Blocking::") {
            "use crate::engine::Blocking;\n"
        } else {
            ""
        };
        let text = format!(
            "{uses}\nuse crate::RtiAmbassador;\n{engine}\nimpl RtiAmbassador {{\n{body}}}\n"
        );
        Source::rust(format!("{FOLDER}/{}.rs", part.file()), part.title(), &text)
    });
    std::iter::once(list).chain(files).collect()
}

fn body(part: Part) -> String {
    let methods = Method::services();
    let methods = methods.filter(|m| Part::of(m.service) == part && !has_its_own_form(m.service));
    let methods: Vec<String> = methods.map(|m| method(&m)).collect();
    methods.join("\n")
}

fn method(method: &Method) -> String {
    let service = method.service;
    let mut text = wrapped(&summary(service, method.is_other_form), "    /// ", 100);
    text += "    ///\n";
    text += &wrapped(price(service), "    /// ", 100);
    text += "    ///\n    /// # Errors\n";
    text += &wrapped(
        &errors(service, |kind| format!("`{kind:?}`")),
        "    /// ",
        100,
    );
    let (name, parameters) = (method.rust_name(), parameters(method));
    let result = result_type(method.result());
    let call = call(method);
    text + &format!("    pub fn {name}(&self{parameters}) -> Result<{result}> {{\n{call}\n    }}\n")
}

/// How the engine is entered.
fn call(method: &Method) -> String {
    let service = format!("Service::{:?}", method.service);
    let names = names(method);
    let supplied: Vec<String> = names.iter().map(|name| format!("&{name}")).collect();
    let supplied = supplied.join(", ");
    let act = act(method, &names);
    match engine_call(method) {
        EngineCall::Read => {
            format!("self.engine().look({service}, &[{supplied}], |member| {act})")
        }
        EngineCall::ReadFromRti => format!(
            "self.engine().refresh_galt({service})?;\n\
             self.engine().look({service}, &[{supplied}], |member| {act})"
        ),
        EngineCall::CallInside => {
            format!("self.engine().call({service}, &[{supplied}], |member, _| {act})")
        }
        EngineCall::CallAndFinish => format!(
            "self.engine().call({service}, &[{supplied}], |member, _| {act})?;\n\
             self.engine().finish_callbacks(None);\n\
             Ok(())"
        ),
        EngineCall::Call => {
            format!("self.engine().call({service}, &[{supplied}], |member, links| {act})")
        }
        EngineCall::Declare => {
            format!("self.engine().declare({service}, &[{supplied}], |member, links| {act})")
        }
        EngineCall::Ask => format!(
            "self.engine().ask({service}, Blocking::Anywhere, &[{supplied}], |member, links| {act})?;\n\
             Ok(())"
        ),
    }
}

/// Entry points of the engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EngineCall {
    /// Reads the member.
    Read,
    /// Reads the member after a request to the RTI.
    ReadFromRti,
    /// Changes the member, which sends nothing.
    CallInside,
    /// The same; callbacks in progress are finished then.
    CallAndFinish,
    /// Changes the member, which may send.
    Call,
    /// The member sends, and the call returns when all have applied it.
    Declare,
    /// The RTI answers.
    Ask,
}

fn engine_call(method: &Method) -> EngineCall {
    match (cost(method.service), method.result()) {
        (Cost::RoundTrip, None) => EngineCall::Ask,
        (Cost::RoundTrip, Some(_)) => EngineCall::ReadFromRti,
        (Cost::Applied, _) => EngineCall::Declare,
        (Cost::Message | Cost::Data, _) => EngineCall::Call,
        (Cost::Silence, _) => EngineCall::CallAndFinish,
        (Cost::Local, Some(_)) if method.service != Service::CreateRegion => EngineCall::Read,
        (Cost::Local, _) => EngineCall::CallInside,
    }
}

/// Call of the member.
fn act(method: &Method, names: &[String]) -> String {
    let service = method.service;
    let name = format!("{service:?}");
    if let Some(switch) = name.strip_suffix("Switch") {
        return switch_act(switch);
    }
    if Part::of(service) == Part::Decode {
        let handle = method.result().map_or(Kind::Bytes, |value| value.kind);
        return format!("{{ member.time_factory()?; Ok({handle:?}::decode(encoded_value)?) }}");
    }
    match service {
        Service::FederateSaveComplete => return "member.federate_save_ended(true, links)".into(),
        Service::FederateSaveNotComplete => {
            return "member.federate_save_ended(false, links)".into();
        }
        Service::FederateRestoreComplete => {
            return "member.federate_restore_ended(true, links)".into();
        }
        Service::FederateRestoreNotComplete => {
            return "member.federate_restore_ended(false, links)".into();
        }
        Service::EnableCallbacks | Service::DisableCallbacks => {
            return format!("{{ member.{}(); Ok(()) }}", method.rust_name());
        }
        _ => {}
    }
    let of_member = match service {
        Service::QueryGalt | Service::QueryLits | Service::QueryLogicalTime => {
            method.rust_name().replace("query_", "")
        }
        Service::QueryLookahead => "lookahead".to_owned(),
        _ => method.rust_name(),
    };
    let mut arguments = names.join(", ");
    if matches!(
        engine_call(method),
        EngineCall::Call | EngineCall::Declare | EngineCall::Ask
    ) {
        arguments += if arguments.is_empty() {
            "links"
        } else {
            ", links"
        };
    }
    let owned = if lends_a_name(service) {
        ".map(str::to_owned)"
    } else {
        ""
    };
    format!("member.{of_member}({arguments}){owned}")
}

fn switch_act(name: &str) -> String {
    if let Some(switch) = name.strip_prefix("Get") {
        format!("member.switch(Switch::{switch})")
    } else if let Some(switch) = name.strip_prefix("Set") {
        format!("member.set_switch(Switch::{switch}, switch_value)")
    } else if let Some(switch) = name.strip_prefix("Enable") {
        format!("member.turn_advisory_switch(Switch::{switch}, true)")
    } else {
        let switch = name.trim_start_matches("Disable");
        format!("member.turn_advisory_switch(Switch::{switch}, false)")
    }
}

/// The member lends names of its object model.
fn lends_a_name(service: Service) -> bool {
    matches!(
        service,
        Service::GetFederateName
            | Service::GetObjectClassName
            | Service::GetObjectInstanceName
            | Service::GetAttributeName
            | Service::GetInteractionClassName
            | Service::GetParameterName
            | Service::GetTransportationTypeName
            | Service::GetDimensionName
    )
}
