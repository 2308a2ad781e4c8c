//! Messages to the client: numbered, encoded once, kept until they are acknowledged.

use std::collections::VecDeque;

use bytes::{BufMut, Bytes, BytesMut};

use super::opening::control;
use super::{Load, SendError};
use crate::Written;
use crate::wire::{HEADER_BYTES, Header, MAX_PACKET_BYTES, MessageType, SequenceNumber};

/// Memory that frames are encoded into at a time.
const CHUNK: usize = 32 << 10;
/// Answers to control messages that wait at most. A client that takes none of them gets the newest.
const CONTROL: usize = 16;

/// The direction towards the client.
///
/// Frames of HLA are encoded one behind the other into `open`. They move to `history` when they are
/// handed out, or when a chunk is full: as parts of the same memory, which is shared until the
/// client acknowledges. `history[sent..]` and `open` have not been handed out on this connection.
#[derive(Debug)]
pub(super) struct Outbox {
    session: u64,
    next: SequenceNumber,
    open: BytesMut,
    open_frames: VecDeque<(SequenceNumber, usize)>,
    history: VecDeque<Kept>,
    sent: usize,
    sent_bytes: usize,
    unsent_bytes: usize,
    /// Bytes handed out that the transport has not written.
    in_flight: usize,
    /// The first message of a connection.
    status: Option<Kept>,
    control: VecDeque<Kept>,
    /// The newest message ever handed out.
    newest: SequenceNumber,
    /// The newest message of HLA that is no longer in the history.
    gone: SequenceNumber,
}

#[derive(Debug)]
struct Kept {
    number: SequenceNumber,
    frame: Bytes,
}

impl Outbox {
    pub(super) fn new(session: u64, first: SequenceNumber) -> Self {
        Self {
            session,
            next: first,
            open: BytesMut::new(),
            open_frames: VecDeque::new(),
            history: VecDeque::new(),
            sent: 0,
            sent_bytes: 0,
            unsent_bytes: 0,
            in_flight: 0,
            status: None,
            control: VecDeque::new(),
            newest: SequenceNumber::NONE,
            gone: SequenceNumber::NONE,
        }
    }

    fn take_number(&mut self) -> SequenceNumber {
        let number = self.next;
        self.next = number.next();
        number
    }

    /// Encodes a message of HLA behind the others.
    pub(super) fn push(
        &mut self,
        kind: MessageType,
        last_received: SequenceNumber,
        answered: Option<SequenceNumber>,
        message: &(impl Written + ?Sized),
    ) -> Result<SequenceNumber, SendError> {
        let payload = message.length() + answered.map_or(0, |_| 4);
        let length = HEADER_BYTES + payload;
        if length > MAX_PACKET_BYTES {
            return Err(SendError::TooLarge(length));
        }
        if self.open.capacity() - self.open.len() < length {
            self.cut();
            self.open = BytesMut::with_capacity(length.max(CHUNK));
        }
        let sequence = self.take_number();
        let header = Header {
            sequence,
            session: self.session,
            last_received,
            kind,
        };
        header.put(payload, &mut self.open);
        if let Some(answered) = answered {
            self.open.put_i32(answered.to_wire());
        }
        message.write(&mut self.open);
        self.open_frames.push_back((sequence, length));
        self.unsent_bytes += length;
        Ok(sequence)
    }

    /// Puts a control message behind what waits now.
    pub(super) fn push_control(
        &mut self,
        kind: MessageType,
        last_received: SequenceNumber,
        payload: &[i32],
    ) {
        if self.control.len() == CONTROL {
            self.control.pop_front();
        }
        let (number, frame) = self.control_frame(kind, last_received, payload);
        self.control.push_back(Kept { number, frame });
    }

    /// Puts a control message before all that waits.
    pub(super) fn push_status(
        &mut self,
        kind: MessageType,
        last_received: SequenceNumber,
        payload: &[i32],
    ) {
        let (number, frame) = self.control_frame(kind, last_received, payload);
        self.status = Some(Kept { number, frame });
    }

    fn control_frame(
        &mut self,
        kind: MessageType,
        last_received: SequenceNumber,
        payload: &[i32],
    ) -> (SequenceNumber, Bytes) {
        let sequence = self.take_number();
        let header = Header {
            sequence,
            session: self.session,
            last_received,
            kind,
        };
        (sequence, control(header, payload))
    }

    /// The next frame to send.
    pub(super) fn next_frame(&mut self) -> Option<Bytes> {
        let frame = self.next_of_any_kind()?;
        self.in_flight += frame.len();
        Some(frame)
    }

    fn next_of_any_kind(&mut self) -> Option<Bytes> {
        if let Some(status) = self.status.take() {
            self.hand_out(status.number);
            return Some(status.frame);
        }
        if self.sent == self.history.len() {
            self.cut();
        }
        let next = self.history.get(self.sent);
        if let Some(first) = self.control.front()
            && next.is_none_or(|next| next.number.is_after(first.number))
        {
            let first = self.control.pop_front()?;
            self.hand_out(first.number);
            return Some(first.frame);
        }
        let (number, frame) = (next?.number, next?.frame.clone());
        self.sent += 1;
        self.sent_bytes += frame.len();
        self.unsent_bytes -= frame.len();
        self.hand_out(number);
        Some(frame)
    }

    /// The next frames to send, as many as lie behind each other in memory.
    pub(super) fn next_batch(&mut self) -> Option<Bytes> {
        let plain = self.status.is_none()
            && self.control.is_empty()
            && self.sent == self.history.len()
            && !self.open.is_empty();
        if !plain {
            return self.next_frame();
        }
        let batch = self.cut();
        self.sent = self.history.len();
        self.sent_bytes += batch.len();
        self.unsent_bytes = 0;
        self.in_flight += batch.len();
        if let Some(last) = self.history.back() {
            self.hand_out(last.number);
        }
        Some(batch)
    }

    fn hand_out(&mut self, number: SequenceNumber) {
        // After a resume, older ones are handed out again.
        if number.is_after(self.newest) {
            self.newest = number;
        }
    }

    /// Moves what has been encoded to the history; gives it in one piece.
    fn cut(&mut self) -> Bytes {
        if self.open.is_empty() {
            return Bytes::new();
        }
        let batch = self.open.split().freeze();
        let mut rest = batch.clone();
        self.history
            .extend(self.open_frames.drain(..).map(|(number, length)| Kept {
                number,
                frame: rest.split_to(length),
            }));
        batch
    }

    /// The client has all up to this message of what was handed out.
    pub(super) fn acknowledge(&mut self, number: SequenceNumber) {
        while let Some(oldest) = self.history.front()
            && self.sent > 0
            && !oldest.number.is_after(number)
        {
            self.forget_oldest();
        }
    }

    /// Drops the oldest messages handed out, while they are too many by this measure.
    pub(super) fn forget(&mut self, too_many: impl Fn(Load) -> bool) -> u64 {
        let mut forgotten = 0;
        while self.sent > 0 && too_many(self.kept()) {
            self.forget_oldest();
            forgotten += 1;
        }
        forgotten
    }

    fn forget_oldest(&mut self) {
        if let Some(oldest) = self.history.pop_front() {
            self.sent -= 1;
            self.sent_bytes -= oldest.frame.len();
            self.gone = oldest.number;
        }
    }

    /// The transport has written so much of what was handed out.
    pub(super) fn written(&mut self, bytes: usize) {
        self.in_flight = self.in_flight.saturating_sub(bytes);
    }

    /// The connection broke: what control messages said is of no use on another one.
    pub(super) fn dropped(&mut self) {
        self.in_flight = 0;
        self.status = None;
        self.control.clear();
    }

    /// The session is over.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.session, self.next);
    }

    /// Whether all that comes after this message is still here.
    pub(super) fn can_rewind(&self, received: SequenceNumber) -> bool {
        if !received.is_valid() {
            return !self.gone.is_valid();
        }
        !received.is_after(self.newest) && !self.gone.is_after(received)
    }

    /// Sends again all that comes after this message.
    pub(super) fn rewind(&mut self, received: SequenceNumber) {
        self.acknowledge(received);
        self.unsent_bytes += self.sent_bytes;
        self.sent = 0;
        self.sent_bytes = 0;
    }

    /// The newest message ever handed out.
    pub(super) fn newest(&self) -> SequenceNumber {
        self.newest
    }

    /// Messages that the connection has not taken.
    pub(super) fn waiting(&self) -> Load {
        Load {
            messages: self.history.len() - self.sent + self.open_frames.len(),
            bytes: self.unsent_bytes + self.in_flight,
        }
    }

    /// Messages that were handed out and not acknowledged.
    pub(super) fn kept(&self) -> Load {
        Load {
            messages: self.sent,
            bytes: self.sent_bytes,
        }
    }

    /// Whether there is anything that the connection has not taken.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting() != Load::default() || self.status.is_some() || !self.control.is_empty()
    }
}
