//! Every request, in every state, from clients of both editions.

use bytes::{BufMut, Bytes};
use fp::call_response::CallResponse as Response;
use hyla_fedpro_messages as fp;
use hyla_types::{Edition, ExceptionKind, Service};
use prost::Message;

use crate::service::dispatch;
use crate::testing::{Client, Rti};

const OF_2010: &str = "API.version=IEEE 1516-2010";

/// The service that a request belongs to: the one whose name is the longest at its beginning.
fn service(response: &str) -> Service {
    match response {
        "RequestInstanceAttributeValueUpdateResponse"
        | "RequestClassAttributeValueUpdateResponse" => Service::RequestAttributeValueUpdate,
        "RegisterObjectInstanceWithNameAndRegionsResponse" => {
            Service::RegisterObjectInstanceWithRegions
        }
        "SendInteractionWithRegionsAndTimeResponse" => Service::SendInteractionWithRegions,
        _ => {
            let named = response.to_lowercase();
            let begins = |service: &&Service| {
                let name = service.name(Edition::Hla2025);
                name.is_some_and(|name| named.starts_with(&name.to_lowercase()))
            };
            let longest = |service: &&Service| service.to_string().len();
            let found = Service::ALL.iter().filter(begins).max_by_key(longest);
            *found.unwrap_or_else(|| panic!("no service for {response}"))
        }
    }
}

/// Whether a client of that edition may get the exception in answer to that request.
fn allowed(response: &str, edition: Edition, name: &str) -> bool {
    // The Java library's names, which go with the C++ ones in the table.
    let name = match (edition, name) {
        (Edition::Hla2010, "CouldNotOpenFOM") => "CouldNotOpenFDD",
        (Edition::Hla2010, "ErrorReadingFOM") => "ErrorReadingFDD",
        _ => name,
    };
    let kind: ExceptionKind = name.parse().unwrap();
    let service = match (edition, service(response)) {
        // Purposes of these for clients of 2010.
        (
            Edition::Hla2010,
            Service::GetObjectClassRelevanceAdvisorySwitch
            | Service::SetObjectClassRelevanceAdvisorySwitch,
        ) => Service::EnableObjectClassRelevanceAdvisorySwitch,
        (
            Edition::Hla2010,
            Service::GetAttributeRelevanceAdvisorySwitch
            | Service::SetAttributeRelevanceAdvisorySwitch,
        ) => Service::EnableAttributeRelevanceAdvisorySwitch,
        (
            Edition::Hla2010,
            Service::GetAttributeScopeAdvisorySwitch | Service::SetAttributeScopeAdvisorySwitch,
        ) => Service::EnableAttributeScopeAdvisorySwitch,
        (
            Edition::Hla2010,
            Service::GetInteractionRelevanceAdvisorySwitch
            | Service::SetInteractionRelevanceAdvisorySwitch,
        ) => Service::EnableInteractionRelevanceAdvisorySwitch,
        (_, service) => service,
    };
    if service.name(edition).is_none() {
        return kind.in_edition(edition);
    }
    service.may_raise(edition, kind)
}

fn check(response: &Response, belongs: &str, edition: Edition, when: &str) {
    let told = fp::CallResponse {
        call_response: Some(response.clone()),
    };
    if let Response::ExceptionData(data) = response {
        let name = &data.exception_name;
        assert!(
            allowed(belongs, edition, name),
            "{when}, {edition}: {belongs} is refused with {name}: {}",
            data.details
        );
    } else {
        assert_eq!(dispatch::name(&told), belongs, "{when}, {edition}");
    }
}

/// Whether the response leaves a joined federate in a state in which little else is possible.
fn ends_the_fun(response: &str) -> bool {
    let saving = response.contains("Save") || response.contains("Restore");
    saving || response.starts_with("Resign")
}

fn settings(edition: Edition) -> &'static str {
    match edition {
        Edition::Hla2010 => OF_2010,
        Edition::Hla2025 => "",
    }
}

#[test]
fn there_are_178_requests_and_each_has_a_service() {
    let all = dispatch::all();

    assert_eq!(all.len(), 178);
    for (_, response) in all {
        let service = service(response);
        assert!(service.name(Edition::Hla2025).is_some(), "{response}");
    }
}

#[test]
fn an_unconnected_client_gets_an_answer_to_every_request() {
    let rti = Rti::start();
    for (request, belongs) in dispatch::all() {
        let mut client = Client::new(&rti);
        let response = client.call(request.call_request.unwrap());

        check(&response, belongs, Edition::Hla2025, "unconnected");
        let connects = belongs.starts_with("Connect") || belongs.starts_with("Disconnect");
        if !connects {
            match response {
                Response::ExceptionData(data) => {
                    assert_eq!(data.exception_name, "NotConnected", "{belongs}");
                }
                other => panic!("{belongs}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_connected_client_gets_an_answer_to_every_request() {
    let rti = Rti::start();
    for edition in Edition::ALL {
        let mut client = Client::connected(&rti, settings(edition));
        for (request, belongs) in dispatch::all() {
            let response = client.call(request.call_request.unwrap());

            check(&response, belongs, edition, "connected");
            if belongs == "DisconnectResponse" {
                client = Client::connected(&rti, settings(edition));
            }
        }
    }
}

#[test]
fn a_joined_client_gets_an_answer_to_every_request() {
    let rti = Rti::start();
    for edition in Edition::ALL {
        let name = format!("every request {}", edition.code());
        let mut client = Client::joined(&rti, &name, "joined", settings(edition));
        for (request, belongs) in dispatch::all() {
            let response = client.call(request.call_request.unwrap());

            check(&response, belongs, edition, "joined");
            if ends_the_fun(belongs) {
                drop(client);
                let name = format!("{name} after {belongs}");
                client = Client::joined(&rti, &name, "joined", settings(edition));
            }
        }
    }
}

/// A field with that number: a number, a text or bytes, or a message with bytes in it.
fn field(random: &mut fastrand::Rng, number: u32) -> Vec<u8> {
    let mut field = Vec::new();
    if random.u8(..4) == 0 {
        prost::encoding::encode_key(number, prost::encoding::WireType::Varint, &mut field);
        prost::encoding::encode_varint(random.u64(..8), &mut field);
        return field;
    }
    let small = u64::from(random.u32(..40)).to_be_bytes();
    let bare = match random.u8(..5) {
        0 => small[..random.usize(..9)].to_vec(),
        1 => b"HLAobjectRoot.Vehicle".to_vec(),
        2 => (0..random.usize(..20)).map(|_| random.u8(..)).collect(),
        _ => small.to_vec(),
    };
    let mut content = bare;
    // Handle, set of handles, list of pairs of sets.
    for _ in 0..random.usize(..4) {
        let mut outer = Vec::new();
        let number = random.u32(1..3);
        let wire_type = prost::encoding::WireType::LengthDelimited;
        prost::encoding::encode_key(number, wire_type, &mut outer);
        prost::encoding::encode_varint(content.len() as u64, &mut outer);
        outer.put_slice(&content);
        content = outer;
    }
    let wire_type = prost::encoding::WireType::LengthDelimited;
    prost::encoding::encode_key(number, wire_type, &mut field);
    prost::encoding::encode_varint(content.len() as u64, &mut field);
    field.put_slice(&content);
    field
}

/// A request of that number whose fields are nonsense that can be decoded.
fn nonsense(random: &mut fastrand::Rng, number: u32) -> Bytes {
    let mut fields = Vec::new();
    let wrapped = |fields: &[u8]| {
        let mut request = Vec::new();
        let wire_type = prost::encoding::WireType::LengthDelimited;
        prost::encoding::encode_key(number, wire_type, &mut request);
        prost::encoding::encode_varint(fields.len() as u64, &mut request);
        request.put_slice(fields);
        Bytes::from(request)
    };
    for position in 1..6 {
        for _ in 0..random.usize(..4) {
            let mut longer = fields.clone();
            longer.extend(field(random, position));
            if fp::CallRequest::decode(wrapped(&longer)).is_ok() {
                fields = longer;
            }
        }
    }
    wrapped(&fields)
}

#[test]
fn nonsense_is_answered_too() {
    let rti = Rti::start();
    let mut random = fastrand::Rng::with_seed(4711);
    let names: Vec<_> = dispatch::all();
    for edition in Edition::ALL {
        let name = format!("nonsense {}", edition.code());
        let mut client = Client::joined(&rti, &name, "joined", settings(edition));
        for round in 0..20 {
            for (number, (_, belongs)) in (1..).zip(&names) {
                let leaves = ["Connect", "Disconnect", "Create", "Destroy", "Join"];
                let leaves = leaves.iter().any(|way| belongs.starts_with(way));
                if ends_the_fun(belongs) || (leaves && round > 0) {
                    continue;
                }
                let response = client.call_bytes(nonsense(&mut random, number));

                check(&response, belongs, edition, "nonsense");
            }
        }
        client.heard();
    }
}

#[test]
fn a_call_of_no_known_service_is_an_internal_error() {
    let rti = Rti::start();
    let mut client = Client::connected(&rti, "");
    for unknown in [&[][..], &[0xfa, 0x0b, 0]] {
        match client.call_bytes(Bytes::copy_from_slice(unknown)) {
            Response::ExceptionData(data) => assert_eq!(data.exception_name, "RTIinternalError"),
            other => panic!("{other:?}"),
        }
    }
}
