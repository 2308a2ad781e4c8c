//! Frames, calls, callbacks.

use bytes::Bytes;
use futures_util::FutureExt;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::{CallRequest, CallResponse, ExceptionData, Whole};

use super::{Ending, NextThread, Task, Waiting};
use crate::call_order::ReceivedFrame;
use crate::server::federate::{Federate, Maker};
use crate::server::registry::NoSession;
use crate::server::threads::{ThreadPermit, ThreadUse};
use crate::service::Weight;
use crate::session::{Cut, Room, SendError};
use crate::wire::{Frame, SequenceNumber, WireError};

/// Calls of one round; then what came of them is written.
const CALLS: usize = 256;
/// Callbacks of one round.
const CALLBACKS: usize = 256;
/// Bytes of answers to a client whose federate has not connected.
const MOST_ANSWERS: usize = 256 << 10;

/// Calls up to this size are decoded without counting their fields.
const FEW_BYTES: usize = 64 << 10;
/// Fields of a call that do not count towards `fedpro.max_message_bytes`: a call with an object model of that size has a few.
const FREE_FIELDS: usize = 1024;

impl<M: Maker> Task<M> {
    /// Does what there is to do, up to a limit; whether there is more.
    pub(super) fn round(&mut self) -> bool {
        if !self.has_connected {
            self.take_frames();
        }
        // One call at a time until the federate has connected: the next one may have come with it.
        let had_call = !self.has_connected && self.call_order.waiting_calls() > 0;
        self.take_answers();
        let more_calls = self.carry_out() || (had_call && self.call_order.waiting_calls() == 0);
        let more_callbacks = self.turn();
        self.note_connected();
        self.count();
        more_calls || more_callbacks
    }

    /// Notices that the federate has connected.
    pub(super) fn note_connected(&mut self) {
        if !self.has_connected && self.federate.as_ref().is_some_and(Federate::is_identified) {
            self.connected();
        }
    }

    /// The federate has connected: its client is no stranger any more.
    fn connected(&mut self) {
        self.has_connected = true;
        self.permit = None;
        if let Some(link) = &mut self.link {
            link.widen(self.shared.settings.max_message_bytes);
            // Not when the session begins: strangers do not fill the log.
            tracing::info!(
                federation = "-",
                federate = "-",
                peer = %link.peer(),
                "a client connects its federate in a session over {}",
                link.kind()
            );
        }
        match self.registration.connect() {
            Ok(()) => self.take_frames(),
            Err(NoSession::TooManyOfAddress) => {
                self.lose(
                    "fedpro.max_sessions_per_address others connected before its federate did",
                );
            }
            Err(_) => {
                self.lose("fedpro.max_sessions others connected just before its federate did");
            }
        }
    }

    /// Gives the session what has come.
    pub(super) fn take_frames(&mut self) {
        let now = self.now();
        // A payload keeps the whole buffer alive that it was read into, which may be as large as the largest message. Calls
        // that arrive behind waiting ones are therefore copied. Those of one read share a buffer, so the first are not.
        let behind_others = self.call_order.waiting_calls() > 0;
        while self.ending.is_none() && !self.is_held_up() {
            let Some(link) = &mut self.link else {
                return;
            };
            let (frame, refused) = match link.next_frame() {
                Ok(Some(frame)) => (frame, None),
                Ok(None) => return,
                Err(error @ WireError::CallTooLarge { header, .. }) => {
                    let payload = Bytes::new();
                    (Frame { header, payload }, Some(error))
                }
                Err(error) => {
                    if let WireError::TooLarge { .. } = error {
                        self.lose_by_size();
                    }
                    return self.reject(&error.to_string());
                }
            };
            let taken = self
                .call_order
                .take_with(frame, now, |payload| match refused {
                    Some(error) => Err(error),
                    None if behind_others => Ok(Bytes::copy_from_slice(&payload)),
                    None => Ok(payload),
                });
            match taken {
                Ok(ReceivedFrame::Farewell) => self.ending = Some(Ending::Terminated),
                Ok(ReceivedFrame::Call | ReceivedFrame::Nothing) => {}
                Err(error) => return self.reject(&error.to_string()),
            }
        }
    }

    /// Whether a client whose federate has not connected has to wait: it has asked something, or answers to it pile up. So much
    /// of it is in memory at most, with one message and one read.
    pub(super) fn is_held_up(&self) -> bool {
        if self.has_connected {
            return false;
        }
        let session = &self.call_order.session;
        let answers = session.waiting().bytes + session.unacknowledged().bytes;
        self.waiting.is_some() || self.call_order.waiting_calls() > 0 || answers > MOST_ANSWERS
    }

    fn reject(&mut self, problem: &str) {
        tracing::warn!(
            federation = self.label.federation,
            federate = self.label.federate,
            "a client violates the Federate Protocol: {problem}"
        );
        self.cut(Cut::Closed, "violation of the Federate Protocol");
    }

    /// Carries out calls; whether there are more that can be.
    fn carry_out(&mut self) -> bool {
        if let NextThread::Requested(_) = self.thread {
            return false;
        }
        let more = self.carry_out_in_order();
        // Something else holds up the call: others take the thread meanwhile.
        if let NextThread::Granted(_) = self.thread {
            self.thread = NextThread::None;
        }
        more
    }

    /// Carries out calls in their order. A farewell always waits for the calls before it.
    fn carry_out_in_order(&mut self) -> bool {
        let leaves = self.ending == Some(Ending::Terminated);
        for _ in 0..CALLS {
            if !leaves && (self.ending.is_some() || self.call_order.session.room() == Room::Full) {
                return false;
            }
            let Some(federate) = &mut self.federate else {
                return false;
            };
            if self.call_order.waiting_calls() == 0 {
                return false;
            }
            if !leaves {
                if self.congested_until.is_some() {
                    return false;
                }
                if federate.is_congested() {
                    self.pause();
                    return false;
                }
            }
            let Some((number, payload)) = self.call_order.next_call() else {
                return false;
            };
            let payload = match payload {
                Ok(payload) => payload,
                Err(error) => {
                    let problem = match error {
                        WireError::CallTooLarge { limit, .. }
                            if limit < self.shared.settings.max_message_bytes =>
                        {
                            format!("{error} until the federate has connected: connect it first")
                        }
                        _ => format!("{error} (fedpro.max_message_bytes)"),
                    };
                    self.answer(number, &refusal(&problem));
                    continue;
                }
            };
            match read(payload.clone(), self.shared.settings.max_message_bytes) {
                Ok(call) => {
                    // A call with a thread passed this check before it requested the thread. Callbacks that were sent since
                    // then came after the call.
                    let has_thread = matches!(self.thread, NextThread::Granted(_));
                    if !has_thread && self.waits_for_answer(&call) {
                        self.call_order.put_back((number, Ok(payload)));
                        return false;
                    }
                    let Some(federate) = &mut self.federate else {
                        return false;
                    };
                    if federate.weight(&call) == Weight::Waiting {
                        match self.take_thread() {
                            Some(permit) => self.begin(number, call, permit),
                            None => self.call_order.put_back((number, Ok(payload))),
                        }
                        return false;
                    }
                    drop(payload);
                    let response = federate.serve(call);
                    self.answer(number, &response);
                    self.turn_due = true;
                }
                Err(problem) => self.answer(number, &refusal(&problem)),
            }
        }
        self.call_order.waiting_calls() > 0
    }

    /// A thread for a call that waits, if there is one; otherwise it is requested.
    fn take_thread(&mut self) -> Option<ThreadPermit> {
        if let NextThread::Granted(permit) = std::mem::take(&mut self.thread) {
            return Some(permit);
        }
        let wanted = if self.has_connected {
            ThreadUse::Call
        } else {
            ThreadUse::Connect
        };
        let network = self.registration.network();
        let mut request = self.shared.threads.request(wanted, network);
        let permit = (&mut request).now_or_never();
        if permit.is_none() {
            self.thread = NextThread::Requested(request);
        }
        permit
    }

    /// Has a call carried out by a thread that may wait.
    fn begin(&mut self, call: SequenceNumber, request: CallRequest, permit: ThreadPermit) {
        let Some(mut federate) = self.federate.take() else {
            return;
        };
        let done = tokio::task::spawn_blocking(move || {
            let response = federate.serve(request);
            drop(permit);
            (federate, response)
        });
        self.waiting = Some(Waiting { call, done });
    }

    pub(super) fn answer(&mut self, call: SequenceNumber, response: &CallResponse) {
        let problem = match self.call_order.session.answer(call, response) {
            // A client that has said farewell waits for no answer.
            Ok(()) | Err(SendError::Over) => return,
            Err(error) => error,
        };
        tracing::error!(
            federation = self.label.federation,
            federate = self.label.federate,
            "an answer cannot be sent: {problem}"
        );
        if let SendError::TooLarge(_) = problem {
            // The exception is short, so this one arrives.
            let _ = self
                .call_order
                .session
                .answer(call, &refusal(&problem.to_string()));
        }
    }

    /// Gives the federate a turn, and its callbacks to the session.
    fn turn(&mut self) -> bool {
        // Until the client takes what waits for it, its federate's channels hold back who sends to it.
        if !self.turn_due || self.call_order.session.room() == Room::Full {
            return false;
        }
        let Some(federate) = &mut self.federate else {
            return false;
        };
        let readable = std::mem::take(&mut self.readable);
        let turned = federate.turn(CALLBACKS, readable, &mut self.callbacks);
        self.turn_due = turned.more;
        self.turn_at = turned.deadline;
        let mut last_was_sent = true;
        for (callback, urgency) in self.callbacks.iter() {
            let sent = self.call_order.call_back(callback, urgency);
            match sent {
                Ok(None) => {
                    self.dropped += 1;
                    continue;
                }
                Ok(Some(_)) | Err(SendError::Over) => {}
                Err(error) => tracing::error!(
                    federation = self.label.federation,
                    federate = self.label.federate,
                    "a callback cannot be sent: {error}"
                ),
            }
            last_was_sent = sent.is_ok();
        }
        self.callbacks.clear();
        self.note_unanswered(last_was_sent);
        turned.more
    }
}

/// Decodes a call, unless its bytes and fields together take more memory than `limit`.
fn read(payload: Bytes, limit: usize) -> Result<CallRequest, String> {
    if payload.len() > FEW_BYTES {
        let each = CallRequest::FIELD_BYTES;
        let most = FREE_FIELDS + limit.saturating_sub(payload.len()) / each;
        if CallRequest::fields(&payload, most) == most {
            let bytes = payload.len();
            return Err(format!(
                "a call of {bytes} bytes has {most} fields or more, each of which takes {each} bytes: that is more than the \
                 {limit} bytes allowed (fedpro.max_message_bytes)"
            ));
        }
    }
    CallRequest::read(payload).map_err(|error| error.to_string())
}

fn refusal(problem: &str) -> CallResponse {
    CallResponse {
        call_response: Some(Answer::ExceptionData(ExceptionData {
            exception_name: "RTIinternalError".into(),
            details: problem.into(),
        })),
    }
}
