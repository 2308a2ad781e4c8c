//! Cost of the protocol without an RTI: calls come in, answers and callbacks go out, each callback
//! written for its receiver, since the header names session and number.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use hyla_fedpro_client::{Frame, Kind, frame, split};
use hyla_fedpro_messages as pb;
use hyla_fedpro_messages::{call_request, call_response, callback_request};
use prost::Message;

use crate::client::{Client, Party};

type Peers = Arc<Mutex<Vec<Arc<Mutex<TcpStream>>>>>;

/// Clients around a relay.
pub(crate) fn party(count: usize) -> Party {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    std::thread::spawn(move || serve(&listener, count));
    let clients = (0..count).map(|_| client(at)).collect();
    Party {
        clients,
        _between: Box::new(()),
    }
}

fn client(at: SocketAddr) -> Client {
    let mut client = Client::connect(at);
    let handle = Bytes::from_static(&[0, 0, 0, 0, 0, 0, 0, 9]);
    client.object = Some(pb::ObjectInstanceHandle {
        data: handle.clone(),
    });
    client.attribute = Some(pb::AttributeHandle { data: handle });
    client
}

fn serve(listener: &TcpListener, count: usize) {
    let peers = Peers::default();
    for _ in 0..count {
        let (stream, _) = listener.accept().unwrap();
        stream.set_nodelay(true).unwrap();
        let peers = peers.clone();
        let own = Arc::new(Mutex::new(stream.try_clone().unwrap()));
        peers.lock().unwrap().push(own.clone());
        std::thread::spawn(move || relay(stream, &own, &peers));
    }
}

/// Serves one client until it goes.
fn relay(mut stream: TcpStream, own: &Arc<Mutex<TcpStream>>, peers: &Peers) {
    let mut buffer = Vec::new();
    let mut number = 0;
    loop {
        let mut more = [0; 32 << 10];
        let Ok(count @ 1..) = stream.read(&mut more) else {
            return;
        };
        buffer.extend(&more[..count]);
        let others: Vec<_> = peers.lock().unwrap().clone();
        let others: Vec<_> = others
            .iter()
            .filter(|other| !Arc::ptr_eq(other, own))
            .collect();
        let mut callbacks = vec![Vec::new(); others.len()];
        let (mut answers, mut taken) = (Vec::new(), 0);
        while let Some((message, length)) = split(&buffer[taken..]).unwrap() {
            taken += length;
            number += 1;
            match message.kind {
                Kind::NewSession => {
                    let status = 0i32.to_be_bytes();
                    answers.extend(frame(Kind::NewSessionStatus, 0, 1, 0, &status));
                }
                Kind::CallRequest => {
                    let reflection = reflection(&message);
                    for (at, callbacks) in callbacks.iter_mut().enumerate() {
                        let payload = reflection.encode_to_vec();
                        callbacks.extend(frame(
                            Kind::CallbackRequest,
                            number,
                            at as u64,
                            0,
                            &payload,
                        ));
                    }
                    answers.extend(answer(&message, number));
                }
                _ => {}
            }
        }
        buffer.drain(..taken);
        for (other, callbacks) in others.iter().zip(callbacks) {
            if !callbacks.is_empty() {
                other.lock().unwrap().write_all(&callbacks).unwrap();
            }
        }
        if !answers.is_empty() && own.lock().unwrap().write_all(&answers).is_err() {
            return;
        }
    }
}

fn answer(call: &Frame, number: i32) -> Vec<u8> {
    let answer = pb::CallResponse {
        call_response: Some(call_response::CallResponse::UpdateAttributeValuesResponse(
            pb::UpdateAttributeValuesResponse {},
        )),
    };
    let mut payload = call.number.to_be_bytes().to_vec();
    answer.encode(&mut payload).unwrap();
    frame(Kind::CallResponse, number, 1, 0, &payload)
}

/// The reflection of an update.
fn reflection(call: &Frame) -> pb::CallbackRequest {
    let call = pb::CallRequest::decode(Bytes::copy_from_slice(&call.payload)).unwrap();
    let Some(call_request::CallRequest::UpdateAttributeValuesRequest(update)) = call.call_request
    else {
        panic!("the relay passes on updates only");
    };
    let handle = Bytes::from_static(&[0, 0, 0, 0, 0, 0, 0, 1]);
    let reflection = pb::ReflectAttributeValues {
        object_instance: update.object_instance,
        attribute_values: update.attribute_values,
        user_supplied_tag: update.user_supplied_tag,
        transportation_type: Some(pb::TransportationTypeHandle {
            data: handle.clone(),
        }),
        producing_federate: Some(pb::FederateHandle { data: handle }),
        optional_sent_regions: None,
    };
    pb::CallbackRequest {
        callback_request: Some(callback_request::CallbackRequest::ReflectAttributeValues(
            reflection,
        )),
    }
}
