//! A client's half of the protocol, as in the stock clients: two queues that take turns, a ring of
//! messages to send again, heartbeats. Input that would block or confuse a stock client is an
//! error.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use hyla_fedpro_session::wire::{Frame, FrameDecoder, Header, MessageType, SequenceNumber};

/// Messages that are kept for a resume, as in the stock clients.
const RING: usize = 2000;

const NONE: SequenceNumber = SequenceNumber::NONE;

/// State of the client's connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ConnectionPhase {
    #[default]
    Apart,
    Starting,
    Resuming,
    Running,
}

/// Meaning of a frame from the host.
#[derive(Debug)]
pub(super) enum HostMessage {
    /// The answer to the call with that number in the ledger.
    Answer {
        call: u32,
        payload: Bytes,
    },
    CallBack {
        number: SequenceNumber,
        payload: Bytes,
    },
    /// The session begins or resumes on this connection.
    Connected,
    Refused,
    Terminated,
    /// Nothing for the federate.
    Nothing,
}

/// A queued message; `last_received` was sampled when it was queued.
#[derive(Debug)]
struct Queued {
    kind: MessageType,
    last_received: SequenceNumber,
    payload: Bytes,
    /// Number in the ledger, if it is a call.
    call: u32,
}

/// Numbers, history and queues of a client.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) phase: ConnectionPhase,
    session: u64,
    next: SequenceNumber,
    ring: VecDeque<(SequenceNumber, Bytes)>,
    again: VecDeque<Bytes>,
    requests: VecDeque<Queued>,
    answers: VecDeque<Queued>,
    requests_turn: bool,
    decoder: FrameDecoder,
    last_received: SequenceNumber,
    outstanding: BTreeMap<i32, u32>,
    heartbeats: BTreeSet<i32>,
}

impl Default for Client {
    fn default() -> Self {
        Self {
            phase: ConnectionPhase::Apart,
            session: 0,
            next: SequenceNumber::FIRST,
            ring: VecDeque::new(),
            again: VecDeque::new(),
            requests: VecDeque::new(),
            answers: VecDeque::new(),
            requests_turn: true,
            decoder: FrameDecoder::new(usize::MAX),
            last_received: NONE,
            outstanding: BTreeMap::new(),
            heartbeats: BTreeSet::new(),
        }
    }
}

fn numbers(values: &[i32]) -> Bytes {
    let mut payload = BytesMut::new();
    for value in values {
        payload.put_i32(*value);
    }
    payload.freeze()
}

fn ensure(holds: bool, problem: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem.into()) }
}

impl Client {
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

    fn queued(&self, kind: MessageType, payload: Bytes) -> Queued {
        Queued {
            kind,
            last_received: self.last_received,
            payload,
            call: 0,
        }
    }

    /// First message of a connection: opens a session or resumes it.
    pub(super) fn open(&mut self) -> Bytes {
        self.decoder = FrameDecoder::new(usize::MAX);
        self.again.clear();
        self.heartbeats.clear();
        if self.session == 0 {
            self.phase = ConnectionPhase::Starting;
            let queued = self.queued(MessageType::NewSession, numbers(&[1]));
            return self.frame(&queued).1;
        }
        self.phase = ConnectionPhase::Resuming;
        let oldest = self.ring.front().map_or(NONE, |(number, _)| *number);
        let frame = Frame {
            header: Header {
                sequence: NONE,
                session: self.session,
                last_received: self.last_received,
                kind: MessageType::ResumeRequest,
            },
            payload: numbers(&[self.last_received.to_wire(), oldest.to_wire()]),
        };
        frame.encode()
    }

    /// Queues a call of the federate.
    pub(super) fn call(&mut self, call: u32, payload: Vec<u8>) {
        let queued = self.queued(MessageType::CallRequest, payload.into());
        self.requests.push_back(Queued { call, ..queued });
    }

    /// Queues the answer to a callback.
    pub(super) fn answer(&mut self, call_back: SequenceNumber) {
        let queued = self.queued(
            MessageType::CallbackResponse,
            numbers(&[call_back.to_wire()]),
        );
        self.answers.push_back(queued);
    }

    pub(super) fn heartbeat(&mut self) {
        if self.phase == ConnectionPhase::Running {
            let queued = self.queued(MessageType::Heartbeat, Bytes::new());
            self.requests.push_back(queued);
        }
    }

    pub(super) fn terminate(&mut self) {
        let queued = self.queued(MessageType::TerminateSession, Bytes::new());
        self.requests.push_back(queued);
    }

    /// Next message to send: the two queues take turns.
    pub(super) fn next_message(&mut self) -> Option<Bytes> {
        if self.phase != ConnectionPhase::Running {
            return None;
        }
        if let Some(again) = self.again.pop_front() {
            return Some(again);
        }
        self.requests_turn = !self.requests_turn;
        let (first, second) = if self.requests_turn {
            (&mut self.requests, &mut self.answers)
        } else {
            (&mut self.answers, &mut self.requests)
        };
        let queued = first.pop_front().or_else(|| second.pop_front())?;
        let (number, frame) = self.frame(&queued);
        match queued.kind {
            MessageType::Heartbeat => {
                self.heartbeats.insert(number.to_wire());
            }
            MessageType::CallRequest => {
                self.outstanding.insert(number.to_wire(), queued.call);
            }
            _ => {}
        }
        if queued.kind.is_hla() {
            self.ring.push_back((number, frame.clone()));
            if self.ring.len() > RING {
                self.ring.pop_front();
            }
        }
        Some(frame)
    }

    /// The connection is lost. Unsent heartbeats and terminations are discarded.
    pub(super) fn cut(&mut self) {
        self.phase = ConnectionPhase::Apart;
        self.requests
            .retain(|queued| queued.kind == MessageType::CallRequest);
    }

    /// Adds bytes from the host.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        self.decoder.extend(bytes);
    }

    /// Next complete message.
    pub(super) fn next_heard(&mut self) -> Result<Option<HostMessage>, String> {
        let frame = self.decoder.next_frame().map_err(|e| e.to_string())?;
        frame.map(|frame| self.heard(frame)).transpose()
    }

    fn heard(&mut self, mut frame: Frame) -> Result<HostMessage, String> {
        let header = frame.header;
        match self.phase {
            ConnectionPhase::Starting => {
                let status = header.kind == MessageType::NewSessionStatus;
                let welcome = status && frame.payload == [0; 4][..] && header.session != 0;
                ensure(welcome, "a message other than the new session")?;
                self.session = header.session;
                self.phase = ConnectionPhase::Running;
                return Ok(HostMessage::Connected);
            }
            ConnectionPhase::Resuming => {
                let status = header.kind == MessageType::ResumeStatus && frame.payload.len() == 8;
                ensure(status, "a message before the answer to the resume")?;
                return self.resume_status(frame.payload);
            }
            ConnectionPhase::Apart => return Err("a message while the client reads nothing".into()),
            ConnectionPhase::Running => {}
        }
        let known = header.sequence.is_valid() && header.session == self.session;
        ensure(known, "a message without a sender")?;
        match header.kind {
            MessageType::HeartbeatResponse => {
                ensure(frame.payload.len() == 4, "an answer with a wrong length")?;
                let known = self.heartbeats.remove(&frame.payload.get_i32());
                ensure(known, "an answer to another connection's heartbeat")?;
                Ok(HostMessage::Nothing)
            }
            MessageType::SessionTerminated => Ok(HostMessage::Terminated),
            MessageType::CallResponse => {
                self.last_received = header.sequence;
                let number = frame.take_number().ok_or("an answer without a number")?;
                let call = self.outstanding.remove(&number.to_wire());
                let call = call.ok_or_else(|| {
                    let number = number.to_wire();
                    format!("an answer to message {number}, which waits for none")
                })?;
                let payload = frame.payload;
                Ok(HostMessage::Answer { call, payload })
            }
            MessageType::CallbackRequest => {
                self.last_received = header.sequence;
                Ok(HostMessage::CallBack {
                    number: header.sequence,
                    payload: frame.payload,
                })
            }
            kind => Err(format!("a message {kind:?}")),
        }
    }

    fn resume_status(&mut self, mut payload: Bytes) -> Result<HostMessage, String> {
        if payload.get_i32() != 0 {
            return Ok(HostMessage::Refused);
        }
        self.phase = ConnectionPhase::Running;
        let last = SequenceNumber::from_wire(payload.get_i32());
        let from = if last.is_valid() {
            let known = self.ring.iter().position(|(number, _)| *number == last);
            1 + known.ok_or("the host acknowledges messages that were not sent")?
        } else {
            0
        };
        let again = self.ring.range(from..).map(|(_, frame)| frame.clone());
        self.again = again.collect();
        Ok(HostMessage::Connected)
    }
}
