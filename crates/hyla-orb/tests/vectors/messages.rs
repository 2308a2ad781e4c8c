//! Headers of messages, with any body.

use hyla_orb::cdr::{Decoder, Limits};
use hyla_orb::giop::{self, Message, RequestHeader, Response, Target};

use crate::captured::{Captured, all, differ_only_in_gaps};

fn rest(body: &Decoder<'_>) -> Vec<u8> {
    let mut body = body.clone();
    body.bytes(body.left()).unwrap().to_vec()
}

fn again(captured: &Captured, message: &Message<'_>) -> Vec<u8> {
    let limits = Limits::default();
    let format = captured.format();
    let mut out = Vec::new();
    match message {
        Message::Request(request) => {
            let contexts: Vec<_> = request.contexts.iter().collect();
            let Target::Key(key) = request.target else {
                panic!("all requests were captured with keys")
            };
            let header = RequestHeader {
                id: request.id,
                response: request.response,
                key,
                operation: &request.operation,
                contexts: &contexts,
            };
            let mut to = giop::begin_request(&mut out, format, &limits, &header);
            to.bytes(&rest(&request.body));
            to.finish_message().unwrap();
        }
        Message::Reply(reply) => {
            let contexts: Vec<_> = reply.contexts.iter().collect();
            let mut to =
                giop::begin_reply(&mut out, format, &limits, reply.id, reply.status, &contexts);
            to.bytes(&rest(&reply.body));
            to.finish_message().unwrap();
        }
        Message::LocateRequest(request) => {
            giop::write_locate_request(&mut out, format, request.id, request.target.key());
        }
        Message::LocateReply(reply) => {
            let mut to =
                giop::begin_locate_reply(&mut out, format, &limits, reply.id, reply.status);
            to.bytes(&rest(&reply.body));
            to.finish_message().unwrap();
        }
        Message::CloseConnection => {
            giop::write_bare(&mut out, format, giop::Kind::CloseConnection);
        }
        other => panic!("not captured: {other:?}"),
    }
    out
}

#[test]
fn every_captured_message_is_read_as_what_it_is_and_written_again() {
    let limits = Limits::default();
    let captured = all();
    assert_eq!(captured.len(), 324 - 4);

    for captured in &captured {
        let name = captured.name();
        let message = giop::read(&captured.octets, captured.format(), &limits)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let (kind, id) = match &message {
            Message::Request(request) => {
                assert_eq!(request.operation, captured.operation, "{name}");
                ("Request", Some(request.id))
            }
            Message::Reply(reply) => ("Reply", Some(reply.id)),
            Message::LocateRequest(request) => ("LocateRequest", Some(request.id)),
            Message::LocateReply(reply) => ("LocateReply", Some(reply.id)),
            Message::CloseConnection => ("CloseConnection", None),
            other => panic!("not captured: {other:?}"),
        };
        assert_eq!(kind, captured.kind, "{name}");
        assert_eq!(id, captured.id, "{name}");
        let again = again(captured, &message);
        assert!(
            differ_only_in_gaps(&again, &captured.octets),
            "{name}\n ours   {again:02x?}\n theirs {:02x?}",
            captured.octets
        );
    }
}

#[test]
fn a_oneway_operation_asks_for_nothing_and_others_for_their_result() {
    let limits = Limits::default();
    for captured in all() {
        let message = giop::read(&captured.octets, captured.format(), &limits).unwrap();
        if let Message::Request(request) = message {
            let expected = match captured.operation.as_str() {
                "fire" => Response::Nothing,
                _ => Response::Result,
            };
            assert_eq!(request.response, expected, "{}", captured.name());
        }
    }
}
