//! A client as the stock ones are: two queues, a ring of messages to send again, and no mercy.
//!
//! Input that would deafen, end or hang a stock client panics here.

use std::collections::{BTreeSet, VecDeque};

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::{integers, n};
use crate::wire::{Frame, FrameDecoder, Header, MessageType, SequenceNumber};

const NONE: SequenceNumber = SequenceNumber::NONE;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClientState {
    Starting,
    Running,
    Dropped,
    Resuming,
    Refused,
    Terminating,
    Terminated,
}

/// A message that waits for its turn; `last_received` was sampled when it was queued.
struct Queued {
    kind: MessageType,
    last_received: SequenceNumber,
    payload: Bytes,
}

pub(super) struct Client {
    pub(super) state: ClientState,
    session: u64,
    next: SequenceNumber,
    ring_size: usize,
    ring: VecDeque<(SequenceNumber, Bytes)>,
    again: VecDeque<Bytes>,
    requests: VecDeque<Queued>,
    answers: VecDeque<Queued>,
    requests_turn: bool,
    decoder: FrameDecoder,
    last_received: SequenceNumber,
    /// Numbers of the calls that wait for an answer, with what they were.
    outstanding: Vec<(SequenceNumber, u32)>,
    heartbeats: BTreeSet<i32>,
    /// Messages of HLA sent for the first time.
    pub(super) sent: usize,
    calls_made: u32,
    /// The calls answered, in the order of the answers.
    pub(super) answered: Vec<u32>,
    /// The callbacks received, in their order.
    pub(super) callbacks: Vec<u32>,
    /// Callbacks for which an answer was queued.
    pub(super) callbacks_answered: Vec<i32>,
}

impl Client {
    /// A client that numbers from here on and keeps so many messages to send again.
    pub(super) fn new(first: SequenceNumber, ring_size: usize) -> Self {
        Self {
            state: ClientState::Starting,
            session: 0,
            next: first,
            ring_size,
            ring: VecDeque::new(),
            again: VecDeque::new(),
            requests: VecDeque::new(),
            answers: VecDeque::new(),
            requests_turn: true,
            decoder: FrameDecoder::new(usize::MAX),
            last_received: NONE,
            outstanding: Vec::new(),
            heartbeats: BTreeSet::new(),
            sent: 0,
            calls_made: 0,
            answered: Vec::new(),
            callbacks: Vec::new(),
            callbacks_answered: Vec::new(),
        }
    }

    fn frame(&mut self, queued: &Queued) -> (SequenceNumber, Bytes) {
        let sequence = self.next;
        self.next = sequence.next();
        let frame = Frame {
            header: Header {
                sequence,
                session: self.session,
                last_received: queued.last_received,
                kind: queued.kind,
            },
            payload: queued.payload.clone(),
        };
        (sequence, frame.encode())
    }

    fn queue(&mut self, kind: MessageType, payload: Bytes) {
        let queue = match kind {
            MessageType::CallbackResponse => &mut self.answers,
            _ => &mut self.requests,
        };
        queue.push_back(Queued {
            kind,
            last_received: self.last_received,
            payload,
        });
    }

    /// First message of the first connection.
    pub(super) fn start(&mut self) -> Bytes {
        let queued = Queued {
            kind: MessageType::NewSession,
            last_received: NONE,
            payload: integers(&[1]),
        };
        self.frame(&queued).1
    }

    /// The federate makes its next call, with its count in the payload.
    pub(super) fn call(&mut self) {
        let payload = Bytes::copy_from_slice(&self.calls_made.to_be_bytes());
        self.calls_made += 1;
        self.queue(MessageType::CallRequest, payload);
    }

    pub(super) fn heartbeat(&mut self) {
        if self.state == ClientState::Running {
            self.queue(MessageType::Heartbeat, Bytes::new());
        }
    }

    pub(super) fn terminate(&mut self) {
        self.queue(MessageType::TerminateSession, Bytes::new());
    }

    /// The next message that leaves for the socket: the two queues take turns.
    pub(super) fn next_message(&mut self) -> Option<Bytes> {
        if self.state != ClientState::Running {
            return None;
        }
        if let Some(again) = self.again.pop_front() {
            return Some(again);
        }
        self.requests_turn = !self.requests_turn;
        let queued = if self.requests_turn {
            self.requests
                .pop_front()
                .or_else(|| self.answers.pop_front())
        } else {
            self.answers
                .pop_front()
                .or_else(|| self.requests.pop_front())
        }?;
        let (number, frame) = self.frame(&queued);
        match queued.kind {
            MessageType::Heartbeat => {
                self.heartbeats.insert(number.to_wire());
            }
            MessageType::TerminateSession => self.state = ClientState::Terminating,
            MessageType::CallRequest => {
                let call = queued.payload.clone().get_u32();
                self.outstanding.push((number, call));
            }
            _ => {}
        }
        if queued.kind.is_hla() {
            self.sent += 1;
            self.ring.push_back((number, frame.clone()));
            if self.ring.len() > self.ring_size {
                self.ring.pop_front();
            }
        }
        Some(frame)
    }

    /// The socket is gone.
    pub(super) fn cut(&mut self) {
        self.decoder = FrameDecoder::new(usize::MAX);
        self.again.clear();
        self.heartbeats.clear();
        self.state = match self.state {
            ClientState::Running | ClientState::Resuming => ClientState::Dropped,
            ClientState::Terminating => ClientState::Terminated,
            other => other,
        };
    }

    /// First message of another connection.
    pub(super) fn resume(&mut self) -> Bytes {
        assert_eq!(self.state, ClientState::Dropped);
        self.state = ClientState::Resuming;
        let oldest = self.ring.front().map_or(NONE, |(number, _)| *number);
        let frame = Frame {
            header: Header {
                sequence: NONE,
                session: self.session,
                last_received: self.last_received,
                kind: MessageType::ResumeRequest,
            },
            payload: integers(&[self.last_received.to_wire(), oldest.to_wire()]),
        };
        frame.encode()
    }

    /// Bytes come from the server.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        self.decoder.extend(bytes);
        while let Some(frame) = self.decoder.next_frame().expect("a frame") {
            self.take_frame(frame);
        }
    }

    fn take_frame(&mut self, mut frame: Frame) {
        let header = frame.header;
        match self.state {
            ClientState::Starting => {
                assert_eq!(header.kind, MessageType::NewSessionStatus);
                assert_eq!(frame.payload, [0; 4][..]);
                assert_ne!(header.session, 0);
                self.session = header.session;
                self.state = ClientState::Running;
                return;
            }
            ClientState::Resuming => {
                assert_eq!(header.kind, MessageType::ResumeStatus, "before the status");
                self.resume_status(frame.payload);
                return;
            }
            ClientState::Running | ClientState::Terminating => {}
            ClientState::Dropped | ClientState::Refused | ClientState::Terminated => {
                panic!("{header:?} when nothing is read any more")
            }
        }
        assert!(header.sequence.is_valid(), "{header:?}");
        assert_eq!(header.session, self.session);
        match header.kind {
            MessageType::HeartbeatResponse => {
                assert_eq!(frame.payload.len(), 4);
                let known = self.heartbeats.remove(&frame.payload.get_i32());
                assert!(known, "an answer to another connection's heartbeat");
            }
            MessageType::SessionTerminated => {
                assert_eq!(self.state, ClientState::Terminating, "deaf from here on");
                assert!(frame.payload.is_empty());
                self.state = ClientState::Terminated;
            }
            MessageType::CallResponse => {
                self.last_received = header.sequence;
                self.take_answer(frame);
            }
            MessageType::CallbackRequest => {
                self.last_received = header.sequence;
                self.take_callback(header.sequence, frame.payload);
            }
            kind => panic!("{kind:?} ends the session without a word to the federate"),
        }
    }

    fn resume_status(&mut self, mut payload: Bytes) {
        assert_eq!(payload.len(), 8);
        if payload.get_i32() != 0 {
            self.state = ClientState::Refused;
            return;
        }
        self.state = ClientState::Running;
        let last = n(payload.get_i32());
        let newest = self.ring.back().map(|(number, _)| *number);
        let from = if !last.is_valid() {
            0
        } else if newest == Some(last) {
            self.ring.len()
        } else {
            let known = self.ring.iter().position(|(number, _)| *number == last);
            1 + known.expect("RESUMING for ever")
        };
        let again = self.ring.range(from..).map(|(_, frame)| frame.clone());
        self.again = again.collect();
    }

    fn take_answer(&mut self, mut frame: Frame) {
        let answered = frame.take_number().expect("the number of a call");
        let known = self.outstanding.iter().position(|(n, _)| *n == answered);
        let (_, call) = self.outstanding.remove(known.expect("deaf from here on"));
        assert_eq!(frame.payload, call.to_string());
        self.answered.push(call);
    }

    /// Most callbacks are answered; of those whose methods throw, none.
    fn take_callback(&mut self, number: SequenceNumber, payload: Bytes) {
        let text = str::from_utf8(&payload).expect("a callback");
        let count: u32 = text.trim_end_matches('.').parse().expect("a count");
        self.callbacks.push(count);
        if count % 5 != 3 {
            self.callbacks_answered.push(number.to_wire());
            let mut payload = BytesMut::new();
            payload.put_i32(number.to_wire());
            self.queue(MessageType::CallbackResponse, payload.freeze());
        }
    }

    pub(super) fn calls_made(&self) -> usize {
        self.calls_made as usize
    }

    /// Nothing left to write.
    pub(super) fn has_nothing_to_write(&self) -> bool {
        self.state != ClientState::Running
            || (self.again.is_empty() && self.requests.is_empty() && self.answers.is_empty())
    }

    /// Nothing left to say or to wait for.
    pub(super) fn is_idle(&self) -> bool {
        self.again.is_empty()
            && self.requests.is_empty()
            && self.answers.is_empty()
            && self.outstanding.is_empty()
    }
}
