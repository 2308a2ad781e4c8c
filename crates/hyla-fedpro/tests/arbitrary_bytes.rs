//! Random and damaged bytes from a client: frames, messages of sessions, calls. Taken or refused,
//! never a panic, and never an answer that was not due.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use hyla_fedpro::session::{ClientSession, Cut, Limits, Opening, ReceivedMessage, SendError};
use hyla_fedpro::wire::{Frame, FrameDecoder, Header, MessageType, SequenceNumber};
use hyla_fedpro_messages::{
    AttributeHandle, AttributeHandleValue, AttributeHandleValueMap, CallRequest, CallResponse,
    CallbackRequest, CallbackResponse, ConnectWithConfigurationRequest, FomModule, FomModuleSet,
    JoinFederationExecutionWithNameAndModulesRequest, LogicalTime, ObjectInstanceHandle,
    RtiConfiguration, UpdateAttributeValuesWithTimeRequest, call_request, call_response,
    fom_module,
};
use proptest::prelude::*;
use proptest::sample::Index;
use prost::Message;

const ID: u64 = 77;
const OPENINGS: [MessageType; 2] = [MessageType::NewSession, MessageType::ResumeRequest];
const NOW: Duration = Duration::ZERO;

/// A step of damage to some bytes.
#[derive(Clone, Debug)]
enum Damage {
    Set(Index, u8),
    Flip(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Repeat(Index, usize),
    Truncate(Index),
}

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let index = any::<Index>;
    let step = prop_oneof![
        (
            index(),
            prop_oneof![any::<u8>(), Just(0), Just(0x80), Just(0xff)]
        )
            .prop_map(|(i, v)| Damage::Set(i, v)),
        (index(), 0_u8..8).prop_map(|(i, bit)| Damage::Flip(i, bit)),
        (index(), prop::collection::vec(any::<u8>(), 1..9)).prop_map(|(i, v)| Damage::Insert(i, v)),
        (index(), 1_usize..40).prop_map(|(i, n)| Damage::Remove(i, n)),
        (index(), 1_usize..80).prop_map(|(i, n)| Damage::Repeat(i, n)),
        index().prop_map(Damage::Truncate),
    ];
    prop::collection::vec(step, 0..5)
}

fn apply(bytes: &mut Vec<u8>, damage: &[Damage]) {
    for step in damage {
        if bytes.is_empty() {
            return;
        }
        let length = bytes.len();
        match step {
            Damage::Set(i, value) => bytes[i.index(length)] = *value,
            Damage::Flip(i, bit) => bytes[i.index(length)] ^= 1 << bit,
            Damage::Insert(i, values) => {
                let at = i.index(length);
                bytes.splice(at..at, values.iter().copied());
            }
            Damage::Remove(i, count) => {
                let at = i.index(length);
                bytes.drain(at..length.min(at + count));
            }
            Damage::Repeat(i, count) => {
                let at = i.index(length);
                bytes.extend_from_within(at..length.min(at + count));
            }
            Damage::Truncate(i) => bytes.truncate(i.index(length)),
        }
    }
}

/// Calls with all that protobuf has: nested messages, repeated ones, strings, bytes, a choice.
fn calls() -> Vec<CallRequest> {
    use call_request::CallRequest as Call;

    let module = |choice| FomModule {
        fom_module: Some(choice),
    };
    let modules = FomModuleSet {
        fom_module: vec![
            module(fom_module::FomModule::Url("file:///a.xml".into())),
            module(fom_module::FomModule::CompressedModule(Bytes::from_static(
                b"PK\x03\x04 not really",
            ))),
        ],
    };
    let value = |handle: &'static [u8], value: &'static [u8]| AttributeHandleValue {
        attribute_handle: Some(AttributeHandle {
            data: Bytes::from_static(handle),
        }),
        value: Bytes::from_static(value),
    };
    [
        Call::ConnectWithConfigurationRequest(ConnectWithConfigurationRequest {
            rti_configuration: Some(RtiConfiguration {
                additional_settings: "API.version=IEEE 1516-2010".into(),
                ..RtiConfiguration::default()
            }),
        }),
        Call::JoinFederationExecutionWithNameAndModulesRequest(
            JoinFederationExecutionWithNameAndModulesRequest {
                federate_name: "name".into(),
                federate_type: "type".into(),
                federation_name: "federation".into(),
                additional_fom_modules: Some(modules),
            },
        ),
        Call::UpdateAttributeValuesWithTimeRequest(UpdateAttributeValuesWithTimeRequest {
            object_instance: Some(ObjectInstanceHandle {
                data: Bytes::from_static(&[0, 0, 0, 1, 0, 0, 0, 2]),
            }),
            attribute_values: Some(AttributeHandleValueMap {
                attribute_handle_value: vec![
                    value(&[0, 0, 0, 1], b"a value"),
                    value(&[0, 0, 0, 2], b""),
                ],
            }),
            user_supplied_tag: Bytes::from_static(b"tag"),
            time: Some(LogicalTime {
                data: Bytes::from_static(&[0, 0, 0, 0, 0, 0, 0, 9]),
            }),
        }),
    ]
    .map(|call| CallRequest {
        call_request: Some(call),
    })
    .to_vec()
}

fn frame(kind: MessageType, number: i32, payload: Vec<u8>) -> Bytes {
    let header = Header {
        sequence: SequenceNumber::from_wire(number),
        session: ID,
        last_received: SequenceNumber::from_wire(number % 3),
        kind,
    };
    Frame {
        header,
        payload: payload.into(),
    }
    .encode()
}

/// A whole exchange as a client would send it.
fn stream() -> Vec<u8> {
    let mut stream = frame(MessageType::NewSession, 0, vec![0, 0, 0, 1]).to_vec();
    for (number, call) in (1..).zip(calls()) {
        stream.extend(frame(
            MessageType::CallRequest,
            number,
            call.encode_to_vec(),
        ));
    }
    let mut answered = vec![0, 0, 0, 1];
    answered.extend(CallbackResponse::default().encode_to_vec());
    stream.extend(frame(MessageType::CallbackResponse, 4, answered));
    stream.extend(frame(MessageType::Heartbeat, 5, vec![]));
    stream.extend(frame(MessageType::ResumeRequest, -1, vec![0; 8]));
    stream.extend(frame(MessageType::TerminateSession, 6, vec![]));
    stream
}

fn answer() -> CallResponse {
    CallResponse {
        call_response: Some(call_response::CallResponse::DisconnectResponse(
            Default::default(),
        )),
    }
}

/// Plays the server for these bytes; gives what it answers.
fn serve(bytes: &[u8], pieces: usize) -> Vec<Frame> {
    let mut decoder = FrameDecoder::new(1 << 16);
    let mut session = ClientSession::new(ID, Limits::default(), NOW);
    session.call_back(&CallbackRequest::default()).unwrap();
    let mut written = BytesMut::new();
    let mut calls = 0;
    'connection: for piece in bytes.chunks(pieces) {
        decoder.extend(piece);
        while let Some(output) = session.next_batch() {
            session.written(output.len(), NOW);
            written.extend_from_slice(&output);
        }
        loop {
            let frame = match decoder.next_frame() {
                Ok(Some(frame)) => frame,
                Ok(None) => break,
                Err(_) => break 'connection,
            };
            if let Ok(Opening::Resume(request)) = Opening::parse(&frame) {
                let _ = session.resume(&request, NOW);
                continue;
            }
            match session.receive(frame, NOW) {
                Ok(ReceivedMessage::Call { number, payload }) => {
                    calls += 1;
                    let _ = CallRequest::decode(payload);
                    assert_eq!(session.answer(number, &answer()), Ok(()));
                    let twice = session.answer(number, &answer());
                    assert_eq!(twice, Err(SendError::NotDue(number)));
                }
                Ok(ReceivedMessage::CallbackAnswer { payload, .. }) => {
                    let _ = CallbackResponse::decode(payload);
                }
                Ok(ReceivedMessage::Terminate) => session.terminated(),
                Ok(ReceivedMessage::Nothing) => {}
                Err(_) => {
                    session.dropped(NOW, Cut::Closed);
                    break 'connection;
                }
            }
        }
    }
    assert_eq!(session.counts().calls, calls);
    let mut client = FrameDecoder::new(usize::MAX);
    client.extend(&written);
    let frames = std::iter::from_fn(|| client.next_frame().unwrap()).collect();
    assert_eq!(client.unfinished(), 0);
    frames
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_damaged_exchange_gets_whole_frames_of_this_session_only(
        damage in damage(),
        pieces in 1_usize..200,
    ) {
        let mut bytes = stream();
        // The first message has been read: the session exists.
        bytes.drain(..28);
        apply(&mut bytes, &damage);

        for frame in serve(&bytes, pieces) {
            prop_assert_eq!(frame.header.session, ID);
            prop_assert!(frame.header.sequence.is_valid());
            let length = frame.payload.len();
            match frame.header.kind {
                MessageType::NewSessionStatus | MessageType::HeartbeatResponse => {
                    prop_assert_eq!(length, 4);
                }
                MessageType::ResumeStatus => prop_assert_eq!(length, 8),
                MessageType::SessionTerminated => prop_assert_eq!(length, 0),
                MessageType::CallResponse => prop_assert!(length >= 4),
                MessageType::CallbackRequest => {}
                kind => prop_assert!(false, "{:?}", kind),
            }
        }
    }

    #[test]
    fn any_first_frame_opens_a_connection_or_is_refused(
        damage in damage(),
        kind in prop::sample::select(&OPENINGS[..]),
        payload in prop::collection::vec(any::<u8>(), 0..12),
    ) {
        let mut bytes = frame(kind, 0, payload).to_vec();
        apply(&mut bytes, &damage);
        if let Ok(frame) = Frame::parse(bytes.into(), 1 << 16) {
            let _ = Opening::parse(&frame);
        }
    }

    #[test]
    fn a_damaged_call_is_a_call_or_refused(which in 0_usize..3, damage in damage()) {
        let mut bytes = calls()[which].encode_to_vec();
        apply(&mut bytes, &damage);
        if let Ok(call) = CallRequest::decode(Bytes::from(bytes)) {
            let again = CallRequest::decode(Bytes::from(call.encode_to_vec()));
            prop_assert_eq!(again.unwrap(), call);
        }
    }

    #[test]
    fn random_bytes_are_no_call_that_cannot_be_encoded(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        if let Ok(call) = CallRequest::decode(Bytes::from(bytes)) {
            let _ = call.encode_to_vec();
        }
    }
}

#[test]
fn the_undamaged_exchange_is_served_whole() {
    let mut bytes = stream();
    bytes.drain(..28);
    let resume = bytes.len() - 24 - 32;
    bytes.drain(resume..resume + 32);

    let kinds: Vec<_> = serve(&bytes, 50).iter().map(|f| f.header.kind).collect();
    let count = |kind| kinds.iter().filter(|k| **k == kind).count();
    assert_eq!(count(MessageType::CallResponse), 3);
    assert_eq!(count(MessageType::CallbackRequest), 1);
}
