//! The Federate Protocol: which messages there are for each service and callback, and the files written from that.
//!
//! | module | writes |
//! |---|---|
//! | [`calls`] | the list of requests and responses of `hyla-fedpro-messages` |
//! | [`server`] | what `hyla-fedpro` does with requests |
//! | [`waiting`] | which of them wait for the RTI |
//! | [`client`] | the services of `hyla_fedpro_client::FedProAmbassador` |
//! | [`callbacks`] | the callbacks of both |

pub mod callbacks;
pub mod calls;
pub mod client;
pub mod server;
pub mod waiting;

use hyla_types::{Argument, Kind, Service, ServiceTableGroup};

use crate::method::{Method, Part};
use crate::source::{Source, snake_case};

/// All files.
#[must_use]
pub fn files() -> Vec<Source> {
    let mut files = vec![calls::file()];
    files.extend(server::files());
    files.extend(client::files());
    files.extend(callbacks::files());
    files.push(waiting::file());
    files
}

/// One file for each part that has a body, and the module that lists them.
fn parts(
    folder: &str,
    comment: &str,
    body: impl Fn(Part) -> String,
    text: impl Fn(&str) -> String,
) -> Vec<Source> {
    let parts = Part::ALL.iter().map(|&part| (part, body(part)));
    let parts: Vec<_> = parts.filter(|(_, body)| !body.is_empty()).collect();
    let modules = parts
        .iter()
        .map(|(part, _)| format!("mod {};\n", part.file()));
    let modules: String = modules.collect();
    let list = Source::rust(format!("{folder}/mod.rs"), comment, &modules);
    let files = parts.iter().map(|(part, body)| {
        let path = format!("{folder}/{}.rs", part.file());
        Source::rust(path, part.title(), &text(body))
    });
    std::iter::once(list).chain(files).collect()
}

/// A message of a service or callback. The protocol has no optional fields: there is a message for each choice of
/// arguments that are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Method of the message.
    pub method: Method,
    /// As the Rust types have it, without `Request` or `Response` at its end.
    pub name: String,
    /// All arguments of the method, in their order.
    pub arguments: Vec<Carried>,
}

/// An argument in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The argument.
    pub argument: &'static Argument,
    /// How the message transfers it.
    pub transfer: Transfer,
}

/// How a message transfers an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// In the field of that name, in every message of the method.
    Field(String),
    /// In a field which other messages of the method lack.
    OwnField(String),
    /// By its name: `Passively`, `Universally`.
    Name,
    /// Left out.
    Nowhere,
}

/// Whether the requests of a service do more than to call the ambassador.
#[must_use]
pub fn is_by_hand(service: Service) -> bool {
    by_hand(service).is_some()
}

/// Suffixes of the service's requests, where they are written by hand.
fn by_hand(service: Service) -> Option<&'static [&'static str]> {
    Some(match service {
        Service::Connect => &[
            "",
            "WithCredentials",
            "WithConfiguration",
            "WithConfigurationAndCredentials",
        ],
        Service::CreateFederationExecution => {
            &["", "WithTime", "WithModules", "WithModulesAndTime"]
        }
        Service::CreateFederationExecutionWithMim => &["", "AndTime"],
        Service::JoinFederationExecution => &["", "WithModules", "WithName", "WithNameAndModules"],
        Service::Disconnect | Service::ResignFederationExecution => &[""],
        _ => return None,
    })
}

/// The names of all requests, in the order of the protocol.
#[must_use]
pub fn requests() -> Vec<String> {
    Method::services()
        .flat_map(|method| requests_of(&method))
        .collect()
}

fn requests_of(method: &Method) -> Vec<String> {
    match by_hand(method.service) {
        Some(forms) => {
            let name = |form| format!("{:?}{form}", method.service);
            forms.iter().map(name).collect()
        }
        None => {
            let messages = messages(method).into_iter();
            messages.map(|message| message.name).collect()
        }
    }
}

/// The messages of a method, first that with the fewest arguments; none if the protocol does not have the service.
#[must_use]
pub fn messages(method: &Method) -> Vec<Message> {
    if !is_in_protocol(method) {
        return Vec::new();
    }
    let chosen = method
        .arguments()
        .iter()
        .filter(|a| word(method, a).is_some());
    let chosen: Vec<&Argument> = chosen.collect();
    let choices = 0..1_usize << chosen.len();
    let message = |choice: usize| {
        let nth = |argument: &Argument| chosen.iter().position(|one| *one == argument);
        let has = |argument: &Argument| {
            nth(argument).is_some_and(|nth| choice >> (chosen.len() - 1 - nth) & 1 == 1)
        };
        let arguments = method.arguments().iter().map(|argument| Carried {
            argument,
            transfer: transfer(method, argument, has(argument)),
        });
        Message {
            method: *method,
            name: name(method, has),
            arguments: arguments.collect(),
        }
    };
    choices.map(message).collect()
}

/// One message of several, by the arguments that are given: `pattern` is for one that not all messages have.
fn choose(
    messages: &[Message],
    pattern: impl Fn(&Carried) -> String,
    act: impl Fn(&Message) -> String,
) -> String {
    let tuple = |words: Vec<String>| match &words[..] {
        [only] => only.clone(),
        _ => format!("({})", words.join(", ")),
    };
    let own = |message: &Message, word: &dyn Fn(&Carried) -> String| {
        let own = message.arguments.iter();
        let own = own.filter(|one| !matches!(one.transfer, Transfer::Field(_)));
        tuple(own.map(word).collect())
    };
    let arms = messages.iter().map(|message| {
        let pattern = own(message, &pattern);
        format!("{pattern} => {},\n", act(message))
    });
    let arms: String = arms.collect();
    let chosen = own(&messages[0], &|one| snake_case(one.argument.name));
    format!("match {chosen} {{\n{arms}}}")
}

/// Clients of 2010 call the services of 2025, and decode handles and wait for callbacks by themselves.
fn is_in_protocol(method: &Method) -> bool {
    let info = method.service.info();
    let of_client = matches!(
        info.group,
        ServiceTableGroup::CallbackControl | ServiceTableGroup::ApiSpecific
    );
    let only_2010 = info.name_2025.is_none()
        || method.is_other_form && method.service != Service::RequestAttributeValueUpdate;
    !of_client && !only_2010
}

fn transfer(method: &Method, argument: &Argument, is_given: bool) -> Transfer {
    match word(method, argument) {
        None => Transfer::Field(field(method.service, argument)),
        Some(_) if !is_given => Transfer::Nowhere,
        Some(Word::Adverb(_)) => Transfer::Name,
        Some(Word::Noun(_)) => Transfer::OwnField(field(method.service, argument)),
    }
}

/// How the name of a message says that an argument is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Before all others.
    Adverb(&'static str),
    /// After `With` or `And`.
    Noun(&'static str),
}

/// `None` for an argument that each message of the method has.
fn word(method: &Method, argument: &Argument) -> Option<Word> {
    let is_by_region = has_regions(method);
    if !argument.value.is_optional() || method.service == Service::GetUpdateRateValue {
        return None;
    }
    Some(match argument.value.kind {
        Kind::LogicalTime => Word::Noun("Time"),
        Kind::FederateHandleSet | Kind::InteractionClassHandleSet => Word::Noun("Set"),
        Kind::Text if argument.name == "updateRateDesignator" => Word::Noun("Rate"),
        Kind::Text => Word::Noun("Name"),
        Kind::Activity if !is_by_region => Word::Adverb("Passively"),
        Kind::DirectedScope => Word::Adverb("Universally"),
        _ => return None,
    })
}

const WITH_REGIONS: &str = "WithRegions";

fn has_regions(method: &Method) -> bool {
    format!("{:?}", method.service).ends_with(WITH_REGIONS)
}

fn name(method: &Method, has: impl Fn(&Argument) -> bool) -> String {
    let mut name = match method.service {
        Service::RequestAttributeValueUpdate if method.is_other_form => {
            "RequestClassAttributeValueUpdate".to_owned()
        }
        Service::RequestAttributeValueUpdate => "RequestInstanceAttributeValueUpdate".to_owned(),
        service => format!("{service:?}"),
    };
    let mut nouns = Vec::new();
    if has_regions(method) {
        name.truncate(name.len() - WITH_REGIONS.len());
        nouns.push("Regions");
    }
    let given = method.arguments().iter().filter(|argument| has(argument));
    for word in given.filter_map(|argument| word(method, argument)) {
        match word {
            Word::Adverb(adverb) => name += adverb,
            Word::Noun("Name") => nouns.insert(0, "Name"),
            Word::Noun(noun) => nouns.push(noun),
        }
    }
    if nouns.is_empty() {
        name
    } else {
        format!("{name}With{}", nouns.join("And"))
    }
}

/// The field of an argument: mostly its name.
fn field(service: Service, argument: &Argument) -> String {
    let name = match (service, argument.name) {
        (_, "switchValue") | (Service::SetAutomaticResignDirective, _) => "value",
        (Service::ChangeDefaultAttributeOrderType, "objectClass") => "theObjectClass",
        (Service::InformAttributeOwnership, "owner") => "federate",
        (_, name) => name,
    };
    snake_case(name)
}

/// Whether a federate of 2010 has no tag there.
#[must_use]
pub fn is_tag_new(service: Service) -> bool {
    matches!(
        service,
        Service::UnconditionalAttributeOwnershipDivestiture
            | Service::AttributeOwnershipAcquisitionIfAvailable
            | Service::AttributeOwnershipReleaseDenied
            | Service::AttributeOwnershipDivestitureIfWanted
            | Service::RequestDivestitureConfirmation
            | Service::AttributeOwnershipUnavailable
    )
}

impl Message {
    /// Whether the response to the request has a result: there is no retraction without a time.
    #[must_use]
    pub fn has_result(&self) -> bool {
        let is_retraction = |kind| kind == Kind::MessageRetractionHandle;
        let result = self.method.result();
        result.is_some_and(|value| !is_retraction(value.kind) || self.has_time())
    }

    /// Its fields, in the order of the arguments.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.arguments.iter().filter_map(|one| match &one.transfer {
            Transfer::Field(field) | Transfer::OwnField(field) => Some(&field[..]),
            Transfer::Name | Transfer::Nowhere => None,
        })
    }

    fn has_time(&self) -> bool {
        let mut own = self
            .arguments
            .iter()
            .filter(|one| matches!(one.transfer, Transfer::OwnField(_)));
        own.any(|one| one.argument.value.kind == Kind::LogicalTime)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;
    use crate::callback::is_delivery;

    fn proto(file: &str) -> String {
        let path = format!("crates/hyla-fedpro-messages/proto/{file}.proto");
        let text = fs::read_to_string(crate::root().join(path)).expect("it is in the repository");
        text.to_lowercase()
    }

    /// The entries of a message or list of messages, each without its number.
    fn entries<'a>(proto: &'a str, of: &str) -> Vec<&'a str> {
        let of = format!("{} {{", of.to_lowercase());
        let begin = proto.find(&of).unwrap_or_else(|| panic!("no {of}"));
        let body = &proto[begin + of.len()..];
        let body = body.split('}').next().unwrap_or_default();
        body.split(';')
            .filter_map(|entry| entry.split(" = ").next())
            .map(str::trim)
            .collect()
    }

    #[test]
    fn requests_are_those_of_the_protocol_in_its_order() {
        let proto = proto("RTIambassador");
        let calls = entries(&proto, "oneof callRequest").into_iter();
        let calls: Vec<_> = calls
            .filter_map(|entry| entry.split_whitespace().next())
            .collect();

        let known = requests()
            .into_iter()
            .map(|name| format!("{name}Request").to_lowercase());
        let known: Vec<String> = known.collect();

        assert_eq!(known, calls);
    }

    #[test]
    fn messages_have_the_fields_of_the_protocol() {
        let requests = Method::services().filter(|method| !is_by_hand(method.service));
        let requests =
            requests.map(|method| (proto("RTIambassador"), "Request", messages(&method)));
        let callbacks = Method::callbacks().filter(|method| !is_delivery(method.service));
        let callbacks =
            callbacks.map(|method| (proto("FederateAmbassador"), "", messages(&method)));
        let mut compared = 0;
        for (proto, end, messages) in requests.chain(callbacks) {
            for message in messages {
                let entries = entries(&proto, &format!("message {}{end}", message.name));
                let fields = entries
                    .iter()
                    .filter_map(|entry| entry.split_whitespace().last());
                let fields: BTreeSet<String> = fields.map(str::to_owned).collect();
                let known = message.fields().map(|field| field.replace('_', ""));

                assert_eq!(known.collect::<BTreeSet<_>>(), fields, "{}", message.name);
                compared += 1;
            }
        }
        assert!(compared > 200, "{compared}");
    }
}
