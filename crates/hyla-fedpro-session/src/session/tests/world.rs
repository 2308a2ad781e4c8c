//! A client and a session, and between them a wire that can be cut.

use std::collections::VecDeque;

use bytes::{Buf, Bytes, BytesMut};

use super::client::{Client, ClientState};
use super::{ID, answer, at, call_back};
use crate::session::{
    ClientSession, Limits, Opening, ReceivedMessage, ResumeRefusal, resume_refused,
};
use crate::wire::{FrameDecoder, SequenceNumber};

pub(super) struct World {
    pub(super) client: Client,
    pub(super) session: ClientSession,
    decoder: FrameDecoder,
    /// Whether the first frame of the connection has been read.
    opened: bool,
    /// Whether what the server writes is lost: it need not have learned that the wire is cut.
    broken: bool,
    pub(super) to_server: BytesMut,
    pub(super) to_client: BytesMut,
    pending: VecDeque<(SequenceNumber, u32)>,
    /// The calls that the server was asked for, in their order.
    pub(super) calls: Vec<u32>,
    /// The callbacks that were answered, in the order of the answers.
    pub(super) callbacks_answered: Vec<i32>,
    callbacks_made: u32,
    pub(super) refused: Option<ResumeRefusal>,
    pub(super) terminated: bool,
}

impl World {
    /// A client that has sent its New Session; the numbers of both begin here.
    pub(super) fn new(
        client: SequenceNumber,
        server: SequenceNumber,
        ring: usize,
        limits: Limits,
    ) -> Self {
        let mut world = Self {
            client: Client::new(client, ring),
            session: ClientSession::numbered_from(server, ID, limits, at(0)),
            decoder: FrameDecoder::new(1 << 20),
            opened: false,
            broken: false,
            to_server: BytesMut::new(),
            to_client: BytesMut::new(),
            pending: VecDeque::new(),
            calls: Vec::new(),
            callbacks_answered: Vec::new(),
            callbacks_made: 0,
            refused: None,
            terminated: false,
        };
        let hello = world.client.start();
        world.to_server.extend(hello);
        world
    }

    /// Messages of HLA that the client sent and the server has not received.
    pub(super) fn ahead(&self) -> usize {
        self.client.sent - self.calls.len() - self.callbacks_answered.len()
    }

    /// The client writes so many messages.
    pub(super) fn client_writes(&mut self, count: usize) {
        for _ in 0..count {
            let Some(message) = self.client.next_message() else {
                return;
            };
            self.to_server.extend_from_slice(&message);
        }
    }

    pub(super) fn client_reads(&mut self, bytes: usize) {
        let bytes = bytes.min(self.to_client.len());
        let taken = self.to_client.split_to(bytes);
        self.client.take(&taken);
    }

    pub(super) fn server_reads(&mut self, bytes: usize) {
        let bytes = bytes.min(self.to_server.len());
        let taken = self.to_server.split_to(bytes);
        self.decoder.extend(&taken);
        while let Some(frame) = self.decoder.next_frame().unwrap() {
            if !self.opened {
                self.opened = true;
                self.open(Opening::parse(&frame).unwrap());
                continue;
            }
            match self.session.receive(frame, at(0)).unwrap() {
                ReceivedMessage::Call {
                    number,
                    mut payload,
                } => {
                    let call = payload.get_u32();
                    self.calls.push(call);
                    self.pending.push_back((number, call));
                }
                ReceivedMessage::CallbackAnswer { call_back, .. } => {
                    self.callbacks_answered.push(call_back.to_wire());
                }
                ReceivedMessage::Terminate => {
                    self.terminated = true;
                    self.session.terminated();
                }
                ReceivedMessage::Nothing => {}
            }
        }
    }

    fn open(&mut self, opening: Opening) {
        match opening {
            Opening::New => {}
            Opening::UnsupportedVersion(version) => panic!("version {version}"),
            Opening::Resume(request) => {
                if let Err(refusal) = self.session.resume(&request, at(0)) {
                    self.refused = Some(refusal);
                    let refusal = resume_refused(request.session, refusal);
                    self.to_client.extend_from_slice(&refusal);
                    self.broken = true;
                }
            }
        }
    }

    /// The server answers so many calls.
    pub(super) fn server_serves(&mut self, count: usize) {
        for _ in 0..count {
            let Some((number, call)) = self.pending.pop_front() else {
                return;
            };
            let answer = answer(&call.to_string());
            self.session.answer(number, &answer).unwrap();
        }
    }

    /// The server calls back, with the count and so much more.
    pub(super) fn server_calls_back(&mut self, padding: usize) {
        let text = format!("{}{}", self.callbacks_made, ".".repeat(padding));
        self.callbacks_made += 1;
        self.session.call_back(&call_back(&text)).unwrap();
    }

    /// The server writes so many pieces of output, in batches or frame by frame.
    pub(super) fn server_writes(&mut self, count: usize, batches: bool) {
        for _ in 0..count {
            let next: Option<Bytes> = if !self.opened {
                None
            } else if batches {
                self.session.next_batch()
            } else {
                self.session.next_output()
            };
            let Some(bytes) = next else {
                return;
            };
            self.session.written(bytes.len(), at(0));
            if !self.broken {
                self.to_client.extend_from_slice(&bytes);
            }
        }
    }

    /// The connection breaks, after so many of the bytes under way have been read by each side.
    pub(super) fn cut(&mut self, by_server: usize, by_client: usize, notice: bool) {
        if self.client.state == ClientState::Starting {
            return;
        }
        self.server_reads(by_server);
        self.client_reads(by_client);
        self.to_server.clear();
        self.to_client.clear();
        self.client.cut();
        self.broken = true;
        if notice {
            // Else it learns of it only when the client comes back.
            self.session.dropped(at(0), crate::session::Cut::Silent);
        }
    }

    /// The client connects anew, if it has no connection.
    pub(super) fn reconnect(&mut self) {
        if self.client.state == ClientState::Dropped {
            self.to_server.clear();
            self.to_client.clear();
            self.decoder = FrameDecoder::new(1 << 20);
            self.opened = false;
            self.broken = false;
            let request = self.client.resume();
            self.to_server.extend_from_slice(&request);
        }
    }

    /// Everything arrives and is answered.
    pub(super) fn settle(&mut self) {
        loop {
            self.reconnect();
            self.client_writes(usize::MAX);
            self.server_reads(usize::MAX);
            self.server_serves(usize::MAX);
            self.server_writes(usize::MAX, true);
            let quiet = self.to_client.is_empty();
            self.client_reads(usize::MAX);
            if quiet && self.client.has_nothing_to_write() {
                return;
            }
        }
    }

    /// Nothing was lost, nothing came twice, and order was kept.
    pub(super) fn check(&self) {
        let in_order = |count: usize| (0..count as u32).collect::<Vec<_>>();
        assert_eq!(self.calls, in_order(self.client.calls_made()));
        assert_eq!(self.client.answered, self.calls);
        assert_eq!(
            self.client.callbacks,
            in_order(self.callbacks_made as usize)
        );
        assert_eq!(self.callbacks_answered, self.client.callbacks_answered);
        assert!(self.client.is_idle());
        assert_eq!(self.session.unanswered().messages, 0);
        assert_eq!(self.session.counts().duplicates, 0);
    }
}
