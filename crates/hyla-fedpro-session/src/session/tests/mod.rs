//! Sessions against a client that behaves as the stock ones do, and against one that does not.

mod bounds;
mod client;
mod cuts;
mod misbehaviour;
mod model;
mod resume;
mod timers;
mod world;

use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};

use super::{Bound, CallRate, ClientSession, Cut, Limits, ReceivedMessage, ResumeRequest};
use crate::wire::{Frame, FrameDecoder, Header, MessageType, SequenceNumber};

const ID: u64 = 0x0123_4567_89ab_cdef;
const NONE: SequenceNumber = SequenceNumber::NONE;

const fn n(value: i32) -> SequenceNumber {
    SequenceNumber::from_wire(value)
}

const fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Limits that no test reaches by accident.
fn limits() -> Limits {
    let bound = Bound {
        messages: 1000,
        bytes: 1 << 20,
    };
    Limits {
        waiting: bound,
        waiting_most: bound,
        history: bound,
        calls: bound,
        call_rate: CallRate {
            per_second: 0,
            burst: 1,
        },
        resume: at(15),
        resume_silent: at(900),
        ..Limits::default()
    }
}

/// A session that has said hello.
fn session(limits: Limits) -> ClientSession {
    let mut session = ClientSession::new(ID, limits, at(0));
    assert_eq!(kinds(&mut session), [MessageType::NewSessionStatus]);
    session
}

/// An answer that says this and nothing else.
fn answer(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

/// A callback that says this.
fn call_back(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

/// A message of the client to this session.
fn message(kind: MessageType, number: i32, payload: &'static [u8]) -> Frame {
    Frame {
        header: Header {
            sequence: n(number),
            session: ID,
            last_received: NONE,
            kind,
        },
        payload: Bytes::from_static(payload),
    }
}

fn call(number: i32) -> Frame {
    message(MessageType::CallRequest, number, b"call")
}

fn acknowledging(frame: Frame, last_received: i32) -> Frame {
    let header = Header {
        last_received: n(last_received),
        ..frame.header
    };
    Frame { header, ..frame }
}

fn resume(last_received: SequenceNumber, oldest_kept: SequenceNumber) -> ResumeRequest {
    ResumeRequest {
        session: ID,
        last_received,
        oldest_kept,
    }
}

/// All output of the session, which its connection takes.
fn output(session: &mut ClientSession) -> Vec<Frame> {
    let mut decoder = FrameDecoder::new(usize::MAX);
    while let Some(bytes) = session.next_batch() {
        decoder.extend(&bytes);
        session.written(bytes.len(), at(0));
    }
    let frames = std::iter::from_fn(|| decoder.next_frame().unwrap()).collect();
    assert_eq!(decoder.unfinished(), 0);
    frames
}

fn kinds(session: &mut ClientSession) -> Vec<MessageType> {
    output(session).iter().map(|f| f.header.kind).collect()
}

fn numbers(session: &mut ClientSession) -> Vec<i32> {
    let number = |f: &Frame| f.header.sequence.to_wire();
    output(session).iter().map(number).collect()
}

/// Gives the session a call and answers it.
fn serve(session: &mut ClientSession, number: i32) {
    let incoming = session.receive(call(number), at(0)).unwrap();
    assert!(matches!(incoming, ReceivedMessage::Call { .. }));
    session.answer(n(number), &answer("")).unwrap();
}

fn integers(values: &[i32]) -> Bytes {
    let mut payload = BytesMut::new();
    for value in values {
        payload.put_i32(*value);
    }
    payload.freeze()
}
