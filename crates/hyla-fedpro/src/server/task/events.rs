//! Waiting for the next event.

use std::future::{Future, poll_fn};
use std::io::{self, ErrorKind};
use std::task::{Context, Poll};
use std::time::Instant;

use tokio::task::JoinError;

use super::{
    CONGESTION_PAUSE, ClientConnection, Ending, NextThread, TOO_LARGE, TOO_LARGE_BEFORE, Task,
};
use crate::call_order::Overdue;
use crate::server::federate::{Federate, Maker};
use crate::server::registry::{Return, ToSession};
use crate::server::sys::Watched;
use crate::server::welcome::refuse_return;
use crate::session::{Cut, Expiry, Reading, ResumeRefusal, Room};
use crate::wire::WireError;
use hyla_fedpro_messages::CallResponse;

/// All events at the end of a wait. All of them are handled each time, so that frequent ones
/// do not hide the others.
struct Events<F> {
    told: Option<ToSession>,
    done: Option<Result<(F, CallResponse), JoinError>>,
    /// The client has to make room for another stranger.
    has_to_leave: bool,
    read: Option<io::Result<usize>>,
    written: Option<io::Result<usize>>,
}

impl<M: Maker> Task<M> {
    /// Writes what can be written at once.
    pub(super) async fn write(&mut self) {
        let written = poll_fn(|cx| {
            let written = match &mut self.link {
                Some(link) => link.poll_write(cx, &mut self.call_order.session),
                None => Poll::Pending,
            };
            Poll::Ready(written)
        })
        .await;
        if let Poll::Ready(written) = written {
            self.handle_written(written);
        }
    }

    /// Waits until there is work for a round; if it is `busy`, lets others run and checks
    /// for events meanwhile.
    pub(super) async fn wait(&mut self, busy: bool) {
        if busy {
            tokio::task::yield_now().await;
        } else {
            self.set_alarm();
        }
        let mut events = Events {
            told: None,
            done: None,
            has_to_leave: false,
            read: None,
            written: None,
        };
        let reads = self.reads();
        poll_fn(|cx| {
            if self.poll(cx, reads, &mut events).is_ready() || busy {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
        if let Some(done) = events.done {
            self.handle_done(done);
        }
        if let Some(written) = events.written {
            self.handle_written(written);
        }
        if let Some(read) = events.read {
            self.handle_read(read);
        }
        self.handle_time();
        if events.has_to_leave {
            self.permit = None;
            self.lose("too many others have not connected a federate either (fedpro.max_unidentified, fedpro.max_unidentified_per_address, rti.reserved_descriptors)");
        }
        if let Some(told) = events.told {
            self.handle_told(told);
        }
    }

    fn poll(
        &mut self,
        cx: &mut Context<'_>,
        reads: bool,
        events: &mut Events<M::Federate>,
    ) -> Poll<()> {
        let mut ready = false;
        if let Some(waiting) = &mut self.waiting
            && let Poll::Ready(done) = std::pin::Pin::new(&mut waiting.done).poll(cx)
        {
            events.done = Some(done);
            ready = true;
        }
        if let NextThread::Requested(request) = &mut self.thread
            && let Poll::Ready(permit) = request.as_mut().poll(cx)
        {
            self.thread = NextThread::Granted(permit);
            ready = true;
        }
        if let Some(link) = &mut self.link {
            if let Poll::Ready(written) = link.poll_write(cx, &mut self.call_order.session) {
                events.written = Some(written);
                ready = true;
            }
            if reads && let Poll::Ready(read) = link.poll_read(cx) {
                events.read = Some(read);
                ready = true;
            }
        }
        if let Some(permit) = &self.permit
            && permit.poll_has_to_leave(cx).is_ready()
        {
            events.has_to_leave = true;
            ready = true;
        }
        if self.wake.poll_heard(cx).is_ready() {
            self.turn_due = true;
            ready = true;
        }
        // Before the turn: what comes during it counts again.
        if let Some(io) = &self.io
            && io.poll_readable(cx).is_ready()
        {
            self.readable = true;
            self.turn_due = true;
            ready = true;
        }
        if let Poll::Ready(told) = self.registration.poll_next(cx) {
            events.told = Some(told);
            ready = true;
        }
        ready |= self.sleep.as_mut().poll(cx).is_ready();
        if ready {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }

    /// Whether to read from the client. What comes after its farewell is not for this session.
    fn reads(&mut self) -> bool {
        if self.ending.is_some() {
            return false;
        }
        let now = self.now();
        let reads = self.call_order.session.reading(now) == Reading::Now && !self.is_held_up();
        if !reads {
            // Silence is no sign of death while nobody listens.
            self.call_order.session.heard(now);
        }
        reads
    }

    /// Sets the alarm to the next moment at which something is to be done unasked. One that comes too
    /// early costs less than setting it anew each time.
    fn set_alarm(&mut self) {
        let now = self.now();
        let of_session = self.call_order.session.deadline(now).into_iter();
        let of_reading = match self.call_order.session.reading(now) {
            Reading::NotBefore(moment) if self.ending.is_none() => Some(moment),
            _ => None,
        };
        let full = self.call_order.session.room() == Room::Full;
        // While calls are held up, no alarm for the end of a call's wait for an answer: the call could not be carried out then.
        let can_call = !full && self.congested_until.is_none();
        let of_turn = self.turn_at.filter(|_| self.federate.is_some() && !full);
        let next = of_session
            .chain(of_reading)
            .map(|moment| self.started + moment)
            .chain(of_turn)
            .chain(self.answer_deadline(can_call))
            .chain(self.congested_until)
            .chain(self.connect_deadline())
            .min();
        let next = next.unwrap_or_else(|| Instant::now() + self.shared.settings.silence);
        if next < self.alarm || self.sleep.is_elapsed() {
            self.alarm = next;
            self.sleep.as_mut().reset(next.into());
        }
    }

    /// Deadline for the connect of a new session. `None` once a call is in progress, waits for a thread or has just been
    /// granted one: then the client has called in time.
    fn connect_deadline(&self) -> Option<Instant> {
        let has_asked = self.waiting.is_some() || !matches!(self.thread, NextThread::None);
        let waits = !self.has_connected && !has_asked && self.ending.is_none();
        waits.then(|| self.started + self.shared.settings.connect)
    }

    fn handle_time(&mut self) {
        let now = Instant::now();
        if self.turn_at.is_some_and(|at| at <= now) {
            self.turn_at = None;
            self.turn_due = true;
        }
        if self.congested_until.is_some_and(|until| until <= now) {
            self.congested_until = None;
            // The awaited end may come by a turn.
            self.turn_due = true;
        }
        self.give_up_answer(self.now());
        if self.connect_deadline().is_some_and(|until| until <= now) {
            self.lose("its federate did not connect within fedpro.connect_ms");
        }
        if self.alarm > now {
            return;
        }
        match self.call_order.overdue(self.now()) {
            None => {}
            Some(Overdue::Cut(expiry)) => {
                let why = match expiry {
                    Expiry::Silent => "the client was silent for fedpro.silence_ms",
                    _ => "the client did not read for fedpro.stall_ms",
                };
                self.cut(Cut::Silent, why);
            }
            Some(Overdue::Lost(expiry)) => self.lose(match expiry {
                Expiry::InTheWay => {
                    "the client is disconnected, and its queue exerted back-pressure on others for fedpro.stall_ms"
                }
                Expiry::Abandoned => {
                    "the client did not resume in time (fedpro.resume_ms, fedpro.resume_silent_ms)"
                }
                Expiry::Stalled | Expiry::Silent => {
                    "the client did not read for fedpro.stall_ms, again"
                }
            }),
        }
    }

    fn handle_read(&mut self, read: io::Result<usize>) {
        match read {
            Ok(bytes) => {
                self.shared.counters.bytes_received.add(bytes as u64);
                let now = self.now();
                self.call_order.session.heard(now);
                self.take_frames();
            }
            Err(error) => {
                let problem = error.get_ref().and_then(|e| e.downcast_ref::<WireError>());
                if let Some(WireError::TooLarge { .. }) = problem {
                    self.lose_by_size();
                }
                self.cut(cut_by(&error), &error.to_string());
            }
        }
    }

    fn handle_written(&mut self, written: io::Result<usize>) {
        match written {
            Ok(bytes) => {
                self.shared.counters.bytes_sent.add(bytes as u64);
                let now = self.now();
                self.call_order.written(bytes, now);
            }
            Err(error) => self.cut(cut_by(&error), &error.to_string()),
        }
    }

    /// The call that waited is done.
    fn handle_done(&mut self, done: Result<(M::Federate, CallResponse), JoinError>) {
        let Some(waiting) = self.waiting.take() else {
            return;
        };
        match done {
            Ok((federate, response)) => {
                self.label = federate.label();
                self.listen_to(&federate);
                self.federate = Some(federate);
                // The federate may have connected while its client has no connection.
                self.tell_whether_cut();
                self.answer(waiting.call, &response);
                self.turn_due = true;
                // At once: a cut of the connection and the connect deadline, which are handled next, end sessions that have not
                // connected.
                self.note_connected();
            }
            Err(_) => self.lose("a call panicked: this is a bug of Hyla"),
        }
    }

    /// Waits for what the federate waits for, which changes when it connects.
    fn listen_to(&mut self, federate: &M::Federate) {
        let io = federate.io();
        let same = match (&io, &self.io) {
            (Some(new), Some(old)) => old.watches(new),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.readable = io.is_some();
            self.io = io.and_then(|io| match Watched::new(io) {
                Ok(io) => Some(io),
                Err(error) => {
                    tracing::error!(
                        federation = self.label.federation,
                        federate = self.label.federate,
                        "messages over TCP for this federate will be late: {error}"
                    );
                    None
                }
            });
        }
    }

    fn handle_told(&mut self, told: ToSession) {
        match told {
            ToSession::Resume(back) => self.come_back(*back),
            ToSession::Stop => self.ending = Some(Ending::Stopped),
        }
        if self.shared.registry.is_closed() {
            self.ending = Some(Ending::Stopped);
        }
    }

    /// The client is back on another connection; the one it had is of no use any more.
    fn come_back(&mut self, back: Return) {
        let now = self.now();
        match self.call_order.session.resume(&back.request, now) {
            Ok(()) => {
                self.shared.counters.resumes.add(1);
                tracing::info!(
                    federation = self.label.federation,
                    federate = self.label.federate,
                    peer = %back.connection.peer(),
                    "the client resumed its session over another connection ({})",
                    back.connection.kind()
                );
                let mut link = ClientConnection::new(back.connection, back.decoder);
                if self.has_connected {
                    link.widen(self.shared.settings.max_message_bytes);
                }
                self.link = Some(link);
                self.tell_whether_cut();
                self.take_frames();
            }
            Err(refusal) => {
                let shared = std::sync::Arc::clone(&self.shared);
                tokio::spawn(async move { refuse_return(&shared, back, refusal).await });
                // A client that is refused does not try again.
                if refusal == ResumeRefusal::NotEnoughMessages {
                    self.lose("the client cannot resume: missed messages are no longer in the history (fedpro.history_bytes)");
                }
            }
        }
    }

    /// The connection is of no use any more. The client may come back over another one.
    pub(super) fn cut(&mut self, cut: Cut, why: &str) {
        let Some(link) = self.link.take() else {
            return;
        };
        let now = self.now();
        self.call_order.session.dropped(now, cut);
        if !self.has_connected && self.waiting.is_none() {
            // Anybody can have sessions that never connect: they are not kept.
            self.lose("its federate had not connected when the connection was cut");
        }
        if self.ending.is_none() {
            let setting = match cut {
                Cut::Closed => "fedpro.resume_ms",
                Cut::Silent => "fedpro.resume_silent_ms",
            };
            tracing::warn!(
                federation = self.label.federation,
                federate = self.label.federate,
                peer = %link.peer(),
                "the connection of a client is cut: {why}; its session is kept for {:?} ({setting})",
                self.call_order.session.kept(now).unwrap_or_default()
            );
            self.tell_whether_cut();
        }
    }

    /// Reports to the RTI that the client has no connection, or has one again. While one of its calls waits, the federate
    /// is not available: then the report comes after the call.
    fn tell_whether_cut(&mut self) {
        let kept = self.call_order.session.kept(self.now());
        if kept.is_none() && !self.told_cut {
            return;
        }
        if let Some(federate) = &mut self.federate {
            federate.client_cut(kept);
            self.told_cut = kept.is_some();
            self.turn_due = true;
        }
    }

    /// The session ends without its client.
    pub(super) fn lose(&mut self, why: &'static str) {
        if self.ending.is_none() {
            self.ending = Some(Ending::Lost(why));
        }
    }

    /// The session ends by a message that is too large.
    pub(super) fn lose_by_size(&mut self) {
        self.lose(if self.has_connected {
            TOO_LARGE
        } else {
            TOO_LARGE_BEFORE
        });
    }

    /// Calls have to wait until receivers keep up again.
    pub(super) fn pause(&mut self) {
        self.congested_until = Some(Instant::now() + CONGESTION_PAUSE);
    }
}

/// How a connection with this error ended: a network that does not reach the client any more is no word of its.
fn cut_by(error: &io::Error) -> Cut {
    match error.kind() {
        ErrorKind::TimedOut
        | ErrorKind::HostUnreachable
        | ErrorKind::NetworkUnreachable
        | ErrorKind::NetworkDown => Cut::Silent,
        _ => Cut::Closed,
    }
}
