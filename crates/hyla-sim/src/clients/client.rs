//! A client's half of the protocol, as the stock clients have it: two queues that take turns, a ring of messages to send
//! again, heartbeats. What would deafen or hang a stock client is an error.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use hyla_fedpro_session::wire::{Frame, FrameDecoder, Header, MessageType, SequenceNumber};

/// Messages that are kept for a resume, as in the stock clients.
const RING: usize = 2000;

const NONE: SequenceNumber = SequenceNumber::NONE;

/// How far a client is with its connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    #[default]
    Apart,
    Starting,
    Resuming,
    Running,
}

/// What a frame of the host was.
#[derive(Debug)]
pub(super) enum Heard {
    /// The answer to the call with that number in the ledger.
    Answer {
        call: u32,
        payload: Bytes,
    },
    CallBack {
        number: SequenceNumber,
        payload: Bytes,
    },
    /// The session begins or goes on over this connection.
    Connected,
    Refused,
    Terminated,
    /// Nothing for the federate.
    Nothing,
}

/// A message that waits for its turn; `last_received` was sampled when it was queued.
#[derive(Debug)]
struct Queued {
    kind: MessageType,
    last_received: SequenceNumber,
    payload: Bytes,
    /// Its number in the ledger, if it is a call.
    call: u32,
}

/// Numbers, history and queues of a client.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) phase: Phase,
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
            phase: Phase::Apart,
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

    /// What opens a connection: the first one, or another one for its session.
    pub(super) fn open(&mut self) -> Bytes {
        self.decoder = FrameDecoder::new(usize::MAX);
        self.again.clear();
        self.heartbeats.clear();
        if self.session == 0 {
            self.phase = Phase::Starting;
            let queued = self.queued(MessageType::NewSession, numbers(&[1]));
            return self.frame(&queued).1;
        }
        self.phase = Phase::Resuming;
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

    /// The federate calls.
    pub(super) fn call(&mut self, call: u32, payload: Vec<u8>) {
        let queued = self.queued(MessageType::CallRequest, payload.into());
        self.requests.push_back(Queued { call, ..queued });
    }

    /// The federate has had a callback.
    pub(super) fn answer(&mut self, call_back: SequenceNumber) {
        let queued = self.queued(
            MessageType::CallbackResponse,
            numbers(&[call_back.to_wire()]),
        );
        self.answers.push_back(queued);
    }

    pub(super) fn heartbeat(&mut self) {
        if self.phase == Phase::Running {
            let queued = self.queued(MessageType::Heartbeat, Bytes::new());
            self.requests.push_back(queued);
        }
    }

    pub(super) fn terminate(&mut self) {
        let queued = self.queued(MessageType::TerminateSession, Bytes::new());
        self.requests.push_back(queued);
    }

    /// The next message that leaves: the two queues take turns.
    pub(super) fn next_message(&mut self) -> Option<Bytes> {
        if self.phase != Phase::Running {
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

    /// The connection is gone. Heartbeats and farewells that were not sent on it are not sent on another one.
    pub(super) fn cut(&mut self) {
        self.phase = Phase::Apart;
        self.requests
            .retain(|queued| queued.kind == MessageType::CallRequest);
    }

    /// Bytes come from the host.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        self.decoder.extend(bytes);
    }

    /// The next message that has come whole.
    pub(super) fn next_heard(&mut self) -> Result<Option<Heard>, String> {
        let frame = self.decoder.next_frame().map_err(|e| e.to_string())?;
        frame.map(|frame| self.heard(frame)).transpose()
    }

    fn heard(&mut self, mut frame: Frame) -> Result<Heard, String> {
        let header = frame.header;
        match self.phase {
            Phase::Starting => {
                let status = header.kind == MessageType::NewSessionStatus;
                let welcome = status && frame.payload == [0; 4][..] && header.session != 0;
                ensure(welcome, "no session, but another message")?;
                self.session = header.session;
                self.phase = Phase::Running;
                return Ok(Heard::Connected);
            }
            Phase::Resuming => {
                let status = header.kind == MessageType::ResumeStatus && frame.payload.len() == 8;
                ensure(status, "a message before that of the resume")?;
                return self.resume_status(frame.payload);
            }
            Phase::Apart => return Err("a message when nothing is read".into()),
            Phase::Running => {}
        }
        let known = header.sequence.is_valid() && header.session == self.session;
        ensure(known, "a message of nobody")?;
        match header.kind {
            MessageType::HeartbeatResponse => {
                ensure(frame.payload.len() == 4, "an answer of another length")?;
                let known = self.heartbeats.remove(&frame.payload.get_i32());
                ensure(known, "an answer to another connection's heartbeat")?;
                Ok(Heard::Nothing)
            }
            MessageType::SessionTerminated => Ok(Heard::Terminated),
            MessageType::CallResponse => {
                self.last_received = header.sequence;
                let number = frame.take_number().ok_or("an answer without a number")?;
                let call = self.outstanding.remove(&number.to_wire());
                let call = call.ok_or_else(|| {
                    let number = number.to_wire();
                    format!("an answer to message {number}, which waits for none")
                })?;
                let payload = frame.payload;
                Ok(Heard::Answer { call, payload })
            }
            MessageType::CallbackRequest => {
                self.last_received = header.sequence;
                Ok(Heard::CallBack {
                    number: header.sequence,
                    payload: frame.payload,
                })
            }
            kind => Err(format!("a message {kind:?}")),
        }
    }

    fn resume_status(&mut self, mut payload: Bytes) -> Result<Heard, String> {
        if payload.get_i32() != 0 {
            return Ok(Heard::Refused);
        }
        self.phase = Phase::Running;
        let last = SequenceNumber::from_wire(payload.get_i32());
        let from = if last.is_valid() {
            let known = self.ring.iter().position(|(number, _)| *number == last);
            1 + known.ok_or("its host has received what it did not send")?
        } else {
            0
        };
        let again = self.ring.range(from..).map(|(_, frame)| frame.clone());
        self.again = again.collect();
        Ok(Heard::Connected)
    }
}
