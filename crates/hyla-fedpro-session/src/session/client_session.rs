use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;

use super::outbox::Outbox;
use super::rate::Meter;
use super::{Counts, Limits, Load, Reading, ReceivedMessage, Room, SendError, SessionError};
use crate::Written;
use crate::wire::{Frame, MessageType, SequenceNumber};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionState {
    Connected,
    Dropped {
        /// Deadline for a resume; `None`: none.
        until: Option<Duration>,
    },
    Terminating,
    Over,
}

/// A session of one client, over all its connections.
///
/// Pass each frame to [`Self::receive`], results of calls to [`Self::answer`] and callbacks to [`Self::call_back`];
/// send the output of [`Self::next_batch`].
#[derive(Debug)]
pub struct ClientSession {
    id: u64,
    pub(super) limits: Limits,
    pub(super) state: SessionState,
    pub(super) outgoing: Outbox,
    /// The newest message of HLA received.
    pub(super) received: SequenceNumber,
    unanswered: VecDeque<(SequenceNumber, usize)>,
    unanswered_bytes: usize,
    meter: Meter,
    pub(super) heard: Duration,
    /// When the connection stopped taking output.
    pub(super) stalled: Option<Duration>,
    pub(super) counts: Counts,
}

impl ClientSession {
    /// Creates the session of a client that has just connected; the answer to its New Session is the first output.
    /// `id`: a random secret, not 0.
    #[must_use]
    pub fn new(id: u64, limits: Limits, now: Duration) -> Self {
        Self::numbered_from(SequenceNumber::FIRST, id, limits, now)
    }

    /// As [`Self::new`] with a first message number: tests start near the wrap-around.
    pub(super) fn numbered_from(
        first: SequenceNumber,
        id: u64,
        limits: Limits,
        now: Duration,
    ) -> Self {
        let mut outgoing = Outbox::new(id, first);
        outgoing.push_status(MessageType::NewSessionStatus, SequenceNumber::NONE, &[0]);
        Self {
            id,
            limits,
            state: SessionState::Connected,
            outgoing,
            received: SequenceNumber::NONE,
            unanswered: VecDeque::new(),
            unanswered_bytes: 0,
            meter: Meter::new(limits.call_rate),
            heard: now,
            stalled: None,
            counts: Counts::default(),
        }
    }

    /// The id of the session.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Takes a frame of the client.
    ///
    /// # Errors
    /// [`SessionError`]: close the connection and call [`Self::dropped`]. The frame changed nothing.
    pub fn receive(
        &mut self,
        frame: Frame,
        now: Duration,
    ) -> Result<ReceivedMessage, SessionError> {
        self.check(&frame)?;
        self.heard(now);
        self.outgoing.acknowledge(frame.header.last_received);
        let number = frame.header.sequence;
        match frame.header.kind {
            MessageType::Heartbeat => {
                self.counts.heartbeats += 1;
                let kind = MessageType::HeartbeatResponse;
                self.outgoing
                    .push_control(kind, self.received, &[number.to_wire()]);
                Ok(ReceivedMessage::Nothing)
            }
            MessageType::TerminateSession => {
                self.state = SessionState::Terminating;
                Ok(ReceivedMessage::Terminate)
            }
            _ if !number.is_after(self.received) => {
                self.counts.duplicates += 1;
                Ok(ReceivedMessage::Nothing)
            }
            kind => {
                self.received = number;
                Ok(self.receive_new(kind, frame, now))
            }
        }
    }

    fn receive_new(
        &mut self,
        kind: MessageType,
        mut frame: Frame,
        now: Duration,
    ) -> ReceivedMessage {
        let number = frame.header.sequence;
        if kind == MessageType::CallRequest {
            self.counts.calls += 1;
            self.meter.count(now);
            self.unanswered.push_back((number, frame.payload.len()));
            self.unanswered_bytes += frame.payload.len();
            return ReceivedMessage::Call {
                number,
                payload: frame.payload,
            };
        }
        match frame.take_number() {
            Some(call_back) if call_back.is_valid() => ReceivedMessage::CallbackAnswer {
                call_back,
                payload: frame.payload,
            },
            _ => ReceivedMessage::Nothing,
        }
    }

    /// Everything that can be wrong with a frame, before it changes anything.
    fn check(&self, frame: &Frame) -> Result<(), SessionError> {
        let (header, actual) = (&frame.header, frame.payload.len());
        if self.state != SessionState::Connected {
            return Err(SessionError::NotConnected);
        }
        let kind = header.kind;
        let length_fits = match kind {
            MessageType::Heartbeat | MessageType::TerminateSession => actual == 0,
            MessageType::CallRequest => true,
            MessageType::CallbackResponse => actual >= 4,
            _ => return Err(SessionError::Misplaced(kind)),
        };
        if header.session != self.id {
            return Err(SessionError::OtherSession);
        }
        if !header.sequence.is_valid() {
            return Err(SessionError::NoNumber(kind));
        }
        if !length_fits {
            return Err(SessionError::PayloadLength { kind, actual });
        }
        // Smaller than before is fine: what is sent again says what held when it was sent first.
        let (acknowledged, newest) = (header.last_received, self.outgoing.newest());
        if acknowledged.is_after(newest) {
            return Err(SessionError::NotSent {
                acknowledged,
                newest,
            });
        }
        Ok(())
    }

    /// Something came from the client, if only a part of a frame; or nothing was read meanwhile.
    pub fn heard(&mut self, now: Duration) {
        self.heard = self.heard.max(now);
    }

    /// Answers a call, also while the client is not connected.
    ///
    /// # Errors
    /// [`SendError`]; nothing was sent.
    pub fn answer(
        &mut self,
        call: SequenceNumber,
        response: &(impl Written + ?Sized),
    ) -> Result<(), SendError> {
        self.check_open()?;
        // Calls are answered in order, nearly always.
        let position = self.unanswered.iter().position(|(n, _)| *n == call);
        let position = position.ok_or(SendError::NotDue(call))?;
        let kind = MessageType::CallResponse;
        self.outgoing
            .push(kind, self.received, Some(call), response)?;
        if let Some((_, bytes)) = self.unanswered.remove(position) {
            self.unanswered_bytes -= bytes;
        }
        Ok(())
    }

    /// Calls the federate back with a `CallbackRequest`, also while the client is not connected; gives the number of the
    /// callback.
    ///
    /// # Errors
    /// [`SendError`]; nothing was sent.
    pub fn call_back(
        &mut self,
        request: &(impl Written + ?Sized),
    ) -> Result<SequenceNumber, SendError> {
        self.check_open()?;
        let kind = MessageType::CallbackRequest;
        let number = self.outgoing.push(kind, self.received, None, request)?;
        self.counts.callbacks += 1;
        Ok(number)
    }

    pub(super) fn check_open(&self) -> Result<(), SendError> {
        match self.state {
            SessionState::Connected | SessionState::Dropped { .. } => Ok(()),
            SessionState::Terminating | SessionState::Over => Err(SendError::Over),
        }
    }

    /// Says goodbye to a client that asked for it ([`ReceivedMessage::Terminate`]); has no effect
    /// otherwise. The connection is to be closed when the output has been written.
    pub fn terminated(&mut self) {
        if self.state == SessionState::Terminating {
            self.state = SessionState::Over;
            let kind = MessageType::SessionTerminated;
            self.outgoing.push_control(kind, self.received, &[]);
        }
    }

    /// Whether the session is over: ended by the client, or not resumed in time.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state == SessionState::Over
    }

    /// Whether the session has no connection and may be resumed.
    #[must_use]
    pub fn is_dropped(&self) -> bool {
        matches!(self.state, SessionState::Dropped { .. })
    }

    /// The next frame to send: one WebSocket message.
    pub fn next_output(&mut self) -> Option<Bytes> {
        let frame = if self.is_dropped() {
            None
        } else {
            self.outgoing.next_frame()
        };
        self.bound_history();
        frame
    }

    /// The next frames to send over a stream of bytes, as many as lie behind each other in memory:
    /// usually all that wait.
    pub fn next_batch(&mut self) -> Option<Bytes> {
        let batch = if self.is_dropped() {
            None
        } else {
            self.outgoing.next_batch()
        };
        self.bound_history();
        batch
    }

    fn bound_history(&mut self) {
        let history = self.limits.history;
        let too_many = |kept| history.is_exceeded(kept);
        self.counts.forgotten += self.outgoing.forget(too_many);
    }

    /// The connection has taken so many bytes of the output.
    pub fn written(&mut self, bytes: usize, now: Duration) {
        self.outgoing.written(bytes);
        self.stalled = self.outgoing.is_waiting().then_some(now);
    }

    /// Whether more may be made for the client, by what its connection has not taken.
    #[must_use]
    pub fn room(&self) -> Room {
        let load = self.outgoing.waiting();
        if self.limits.waiting_most.is_reached(load) {
            Room::Full
        } else if self.limits.waiting.is_reached(load) {
            Room::Tight
        } else {
            Room::Free
        }
    }

    /// Whether more may be read from the client.
    #[must_use]
    pub fn reading(&self, now: Duration) -> Reading {
        if self.limits.calls.is_reached(self.unanswered()) {
            return Reading::WhenAnswered;
        }
        match self.meter.not_before(now) {
            Some(moment) => Reading::NotBefore(moment),
            None => Reading::Now,
        }
    }

    /// Messages that the connection has not taken, and those it is about to.
    #[must_use]
    pub fn waiting(&self) -> Load {
        self.outgoing.waiting()
    }

    /// Messages handed to the connection that the client has not acknowledged.
    #[must_use]
    pub fn unacknowledged(&self) -> Load {
        self.outgoing.kept()
    }

    /// Calls received and not answered.
    #[must_use]
    pub fn unanswered(&self) -> Load {
        Load {
            messages: self.unanswered.len(),
            bytes: self.unanswered_bytes,
        }
    }

    /// Counters of the session so far.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }
}
