//! A session of a client: numbers, history, resume.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hyla_fedpro_messages::callback_request::CallbackRequest;
use hyla_fedpro_messages::{CallRequest, CallResponse, CallbackResponse, call_request};
use prost::Message;

use crate::transport::{Reader, TransportKind, Writer, open};
use crate::wire::{Frame, Kind, NO_NUMBER, frame};

/// Messages of calls and callbacks that are kept for a resume, as in the stock clients.
const HISTORY: usize = 2000;

/// How long a call waits for its answer before the test has failed.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Why a session is over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SessionEnd(pub String);

/// A session. Clones share it.
#[derive(Clone)]
pub struct ClientSession(Arc<Shared>);

struct Shared {
    transport: TransportKind,
    out: Mutex<Outbox>,
    state: Mutex<SessionState>,
    news: Condvar,
}

/// Sent messages.
struct Outbox {
    writer: Writer,
    session: u64,
    next: i32,
    /// Newest last.
    history: VecDeque<(i32, Vec<u8>)>,
}

/// Received messages and state.
struct SessionState {
    last_received: i32,
    answers: BTreeMap<i32, CallResponse>,
    callbacks: VecDeque<(i32, CallbackRequest)>,
    heartbeats: Vec<i32>,
    ended: Option<SessionEnd>,
    terminated: bool,
    resumes: u64,
    resume: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn successor(number: i32) -> i32 {
    if number == i32::MAX { 0 } else { number + 1 }
}

fn number_at(payload: &[u8], at: usize) -> Option<i32> {
    let bytes = payload.get(at..at + 4)?;
    Some(i32::from_be_bytes(bytes.try_into().ok()?))
}

impl ClientSession {
    /// Starts a session.
    ///
    /// # Errors
    /// That nobody answers, or what the server says instead of welcoming the session.
    pub fn start(transport: TransportKind) -> Result<Self, SessionEnd> {
        let failed = |error: io::Error| SessionEnd(format!("no session: {error}"));
        let (mut reader, mut writer) = open(transport).map_err(failed)?;
        let hello = frame(Kind::NewSession, 0, 0, NO_NUMBER, &1i32.to_be_bytes());
        writer.write(&hello).map_err(failed)?;
        let status = reader.next().map_err(failed)?;
        let session = match status {
            Some(Frame {
                kind: Kind::NewSessionStatus,
                session,
                payload,
                ..
            }) if payload.len() == 4 => match number_at(&payload, 0) {
                Some(0) => session,
                other => return Err(SessionEnd(format!("refused with reason {other:?}"))),
            },
            other => return Err(SessionEnd(format!("no status but {other:?}"))),
        };
        let shared = Arc::new(Shared {
            transport,
            out: Mutex::new(Outbox {
                writer,
                session,
                next: 1,
                history: VecDeque::new(),
            }),
            state: Mutex::new(SessionState {
                last_received: NO_NUMBER,
                answers: BTreeMap::new(),
                callbacks: VecDeque::new(),
                heartbeats: Vec::new(),
                ended: None,
                terminated: false,
                resumes: 0,
                resume: true,
            }),
            news: Condvar::new(),
        });
        let reading = shared.clone();
        std::thread::spawn(move || reading.read(reader));
        Ok(Self(shared))
    }

    /// Sends a call; the number is that of its answer.
    pub fn send(&self, request: call_request::CallRequest) -> i32 {
        let request = CallRequest {
            call_request: Some(request),
        };
        self.0
            .send(Kind::CallRequest, &request.encode_to_vec(), true)
    }

    /// The answer to a call, once it is there.
    ///
    /// # Errors
    /// The end of the session.
    pub fn answer(&self, number: i32) -> Result<CallResponse, SessionEnd> {
        self.0.wait("the answer to a call", |state| {
            state.answers.remove(&number)
        })
    }

    /// The next callback, waiting until `deadline` for it.
    pub fn next_callback(&self, deadline: Instant) -> Option<(i32, CallbackRequest)> {
        self.0.with_callback(deadline).callbacks.pop_front()
    }

    /// Waits until `deadline` for a callback, and leaves it; `true` if there is one.
    pub(crate) fn wait_for_callback(&self, deadline: Instant) -> bool {
        !self.0.with_callback(deadline).callbacks.is_empty()
    }

    /// Callbacks that have not been taken.
    #[must_use]
    pub fn pending_callbacks(&self) -> usize {
        locked(&self.0.state).callbacks.len()
    }

    /// Answers a callback.
    pub fn answer_callback(&self, number: i32, response: &CallbackResponse) {
        let mut payload = number.to_be_bytes().to_vec();
        payload.extend(response.encode_to_vec());
        self.0.send(Kind::CallbackResponse, &payload, true);
    }

    /// The session is over for this client, and its connection with it.
    pub(crate) fn give_up(&self, reason: &str) {
        locked(&self.0.state).resume = false;
        self.0.end(SessionEnd(reason.to_owned()));
        self.cut();
    }

    /// Sends a heartbeat and waits for its answer.
    ///
    /// # Errors
    /// The end of the session.
    pub fn heartbeat(&self) -> Result<(), SessionEnd> {
        let number = self.0.send(Kind::Heartbeat, &[], false);
        self.0.wait("the answer to a heartbeat", |state| {
            let at = state.heartbeats.iter().position(|n| *n == number)?;
            state.heartbeats.swap_remove(at);
            Some(())
        })
    }

    /// Ends the session and waits for the server to say so.
    ///
    /// # Errors
    /// That the session had ended otherwise.
    pub fn terminate(&self) -> Result<(), SessionEnd> {
        locked(&self.0.state).resume = false;
        self.0.send(Kind::TerminateSession, &[], false);
        self.0.wait("the end of the session", |state| {
            state.terminated.then_some(())
        })?;
        self.cut();
        Ok(())
    }

    /// Breaks the connection. The session is resumed.
    pub fn cut(&self) {
        locked(&self.0.out).writer.cut();
    }

    /// Breaks the connection for good, as a process that dies does.
    pub fn abandon(&self) {
        locked(&self.0.state).resume = false;
        self.cut();
    }

    /// How often the session was resumed.
    #[must_use]
    pub fn resumes(&self) -> u64 {
        locked(&self.0.state).resumes
    }

    /// Why the session is over, once it is.
    #[must_use]
    pub fn ended(&self) -> Option<SessionEnd> {
        locked(&self.0.state).ended.clone()
    }

    /// The id that the server gave.
    #[must_use]
    pub fn id(&self) -> u64 {
        locked(&self.0.out).session
    }
}

impl Shared {
    /// Sends a message, or keeps it for the resume.
    fn send(&self, kind: Kind, payload: &[u8], kept: bool) -> i32 {
        let mut out = locked(&self.out);
        let last_received = locked(&self.state).last_received;
        let number = out.next;
        out.next = successor(number);
        let bytes = frame(kind, number, out.session, last_received, payload);
        // Bytes lost with a broken connection are sent again when it is resumed.
        let _ = out.writer.write(&bytes);
        if kept {
            out.history.push_back((number, bytes));
            if out.history.len() > HISTORY {
                out.history.pop_front();
            }
        }
        number
    }

    fn wait<T>(
        &self,
        what: &str,
        mut ready: impl FnMut(&mut SessionState) -> Option<T>,
    ) -> Result<T, SessionEnd> {
        let deadline = Instant::now() + TIMEOUT;
        let mut state = locked(&self.state);
        loop {
            if let Some(found) = ready(&mut state) {
                return Ok(found);
            }
            if let Some(end) = &state.ended {
                return Err(end.clone());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(SessionEnd(format!("waited {TIMEOUT:?} for {what}")));
            }
            let waited = self.news.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The state with a callback, if one comes until `deadline`.
    fn with_callback(&self, deadline: Instant) -> MutexGuard<'_, SessionState> {
        let mut state = locked(&self.state);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let is_over = state.ended.is_some() || state.terminated;
            if !state.callbacks.is_empty() || left.is_zero() || is_over {
                return state;
            }
            let waited = self.news.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Body of the reading thread.
    fn read(&self, mut reader: Reader) {
        loop {
            let reason = match reader.next() {
                Ok(Some(frame)) => match self.take(frame) {
                    Ok(()) => continue,
                    Err(end) => return self.end(end),
                },
                Ok(None) => "the server closed the connection".to_owned(),
                Err(error) => error.to_string(),
            };
            let (terminated, resume) = {
                let state = locked(&self.state);
                (state.terminated, state.resume)
            };
            if terminated || !resume {
                return self.end(SessionEnd(reason));
            }
            match self.resume() {
                Ok(again) => reader = again,
                Err(end) => return self.end(end),
            }
        }
    }

    fn end(&self, end: SessionEnd) {
        locked(&self.state).ended.get_or_insert(end);
        self.news.notify_all();
    }

    fn take(&self, frame: Frame) -> Result<(), SessionEnd> {
        let bad = |what: &str| SessionEnd(format!("the server sent {what}"));
        if frame.number < 0 {
            return Err(bad("a message without a number"));
        }
        let mut state = locked(&self.state);
        match frame.kind {
            Kind::CallResponse => {
                let number = number_at(&frame.payload, 0).ok_or_else(|| bad("half an answer"))?;
                let answer = CallResponse::decode(&frame.payload[4..])
                    .map_err(|error| bad(&format!("an answer that is none: {error}")))?;
                state.last_received = frame.number;
                if state.answers.insert(number, answer).is_some() {
                    return Err(bad("a second answer to a call"));
                }
            }
            Kind::CallbackRequest => {
                let callback = hyla_fedpro_messages::CallbackRequest::decode(&frame.payload[..])
                    .map_err(|error| bad(&format!("a callback that is none: {error}")))?
                    .callback_request
                    .ok_or_else(|| bad("an empty callback"))?;
                state.last_received = frame.number;
                if matches!(callback, CallbackRequest::ConnectionLost(_)) {
                    state.resume = false;
                }
                state.callbacks.push_back((frame.number, callback));
            }
            Kind::HeartbeatResponse if frame.payload.len() == 4 => {
                let number = number_at(&frame.payload, 0);
                state.heartbeats.extend(number);
            }
            Kind::SessionTerminated if frame.payload.is_empty() => state.terminated = true,
            _ => return Err(bad(&format!("a message out of place: {:?}", frame.kind))),
        }
        drop(state);
        self.news.notify_all();
        Ok(())
    }

    /// Connects anew and goes on where both ends are.
    fn resume(&self) -> Result<Reader, SessionEnd> {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            match self.try_resume() {
                Ok(done) => return done,
                Err(error) if Instant::now() >= deadline => {
                    return Err(SessionEnd(format!("cannot resume: {error}")));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    fn try_resume(&self) -> io::Result<Result<Reader, SessionEnd>> {
        let (mut reader, mut writer) = open(self.transport)?;
        let mut out = locked(&self.out);
        let last_received = locked(&self.state).last_received;
        let oldest = out.history.front().map_or(NO_NUMBER, |(number, _)| *number);
        let mut payload = last_received.to_be_bytes().to_vec();
        payload.extend(oldest.to_be_bytes());
        let request = frame(
            Kind::ResumeRequest,
            NO_NUMBER,
            out.session,
            last_received,
            &payload,
        );
        writer.write(&request)?;
        let Some(status) = reader.next()? else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        let refused = |why: String| Ok(Err(SessionEnd(why)));
        if status.kind != Kind::ResumeStatus || status.payload.len() != 8 {
            return refused(format!("no status of the resume but {:?}", status.kind));
        }
        match number_at(&status.payload, 0) {
            Some(0) => {}
            other => return refused(format!("the resume was refused with {other:?}")),
        }
        let heard = number_at(&status.payload, 4).unwrap_or(NO_NUMBER);
        let from = if heard < 0 {
            0
        } else {
            let at = out.history.iter().position(|(number, _)| *number == heard);
            match at {
                Some(at) => at + 1,
                None => {
                    return refused(format!(
                        "the server acknowledges {heard}, which was never sent"
                    ));
                }
            }
        };
        out.writer = writer;
        let again: Vec<Vec<u8>> = out
            .history
            .iter()
            .skip(from)
            .map(|(_, b)| b.clone())
            .collect();
        for bytes in again {
            // If it breaks again, it is resumed again.
            if out.writer.write(&bytes).is_err() {
                break;
            }
        }
        locked(&self.state).resumes += 1;
        Ok(Ok(reader))
    }
}
