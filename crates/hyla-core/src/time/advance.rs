//! Advance requests and grants (8.8 to 8.13 in 2010, to 8.14 in 2025).

use hyla_types::{Edition, Exception, ExceptionKind, LogicalTime};

use super::bound::{earlier, later};
use super::state::{Advance, Constraint, Regulation, Released};
use super::{AdvanceKind, Asked, TimeNews};
use crate::Result;
use crate::callback::Callback;
use crate::member::{CallbackQueue, Joined, Member};
use crate::outbox::Outbox;

impl Member {
    /// `timeAdvanceRequest` (8.8): the grant comes as callback once no message of that time or an
    /// earlier one can come any more, and after all of them. One message to the RTI for a federate that
    /// regulates or is constrained; who is not constrained is granted at once.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`.
    pub fn time_advance_request(&mut self, time: LogicalTime, out: &mut dyn Outbox) -> Result<()> {
        self.request_advance(AdvanceKind::TimeAdvance, time, out)
    }

    /// `timeAdvanceRequestAvailable` (8.9): as [`Self::time_advance_request`], but further messages of
    /// the granted time may come after the grant.
    ///
    /// # Errors
    /// Those of [`Self::time_advance_request`].
    pub fn time_advance_request_available(
        &mut self,
        time: LogicalTime,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.request_advance(AdvanceKind::TimeAdvanceAvailable, time, out)
    }

    /// `nextMessageRequest` (8.10): granted to the time of the next message, all of that time
    /// delivered, or to `time` if there is none until then.
    ///
    /// # Errors
    /// Those of [`Self::time_advance_request`].
    pub fn next_message_request(&mut self, time: LogicalTime, out: &mut dyn Outbox) -> Result<()> {
        self.request_advance(AdvanceKind::NextMessage, time, out)
    }

    /// `nextMessageRequestAvailable` (8.11): as [`Self::next_message_request`], but further messages of
    /// the granted time may come after the grant.
    ///
    /// # Errors
    /// Those of [`Self::time_advance_request`].
    pub fn next_message_request_available(
        &mut self,
        time: LogicalTime,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.request_advance(AdvanceKind::NextMessageAvailable, time, out)
    }

    /// `flushQueueRequest` (8.12): delivers all queued messages of any stamp, and grants
    /// as far as is safe now.
    ///
    /// # Errors
    /// Those of [`Self::time_advance_request`].
    pub fn flush_queue_request(&mut self, time: LogicalTime, out: &mut dyn Outbox) -> Result<()> {
        self.request_advance(AdvanceKind::FlushQueue, time, out)
    }

    fn request_advance(
        &mut self,
        kind: AdvanceKind,
        to: LogicalTime,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.steady_with_queue()?;
        joined.check_time(to)?;
        joined.check_not_advancing()?;
        if matches!(joined.time.state.regulation, Regulation::Pending(_)) {
            return Err(Exception::new(
                ExceptionKind::RequestForTimeRegulationPending,
                "enableTimeRegulation is not answered yet",
            ));
        }
        if joined.time.state.constraint == Constraint::Pending {
            return Err(Exception::new(
                ExceptionKind::RequestForTimeConstrainedPending,
                "enableTimeConstrained is not answered yet",
            ));
        }
        if to < joined.time.state.now {
            return Err(Exception::new(
                ExceptionKind::LogicalTimeAlreadyPassed,
                format!(
                    "{} is at {} already",
                    joined.identity.name(),
                    joined.time.state.now
                ),
            ));
        }
        let asked = Asked { kind, to };
        let constrained = joined.time.state.is_constrained();
        joined.managed.advance_changed();
        joined.time.state.advance = Some(Advance {
            asked,
            granted: None,
            since: joined.managed.clock(),
            uncertain: false,
        });
        joined.time.state.released = None;
        if !constrained || !kind.is_conditional() {
            joined.time.state.raise_floor(to, kind.is_final());
        }
        let reports = constrained || joined.time.state.lookahead().is_some();
        if !constrained {
            joined.grant(to, to, queue);
        }
        queue.gate(joined.time.state.is_gating());
        if reports {
            self.report_time(out);
        }
        Ok(())
    }

    /// The coordinator says something.
    pub(crate) fn handle_time_news(&mut self, news: TimeNews, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.steady() else {
            return;
        };
        let state = &mut joined.time.state;
        let expected = match news {
            TimeNews::Regulating {
                time,
                floor,
                expected,
            } => {
                state.regulating_from = Some((time, floor));
                expected
            }
            TimeNews::Constrained { time, expected } => {
                state.constrained_at = Some(time);
                expected
            }
            TimeNews::Released {
                bound,
                regulated,
                expected,
            } => {
                if let Some(advance) = &mut state.advance {
                    advance.uncertain |=
                        !expected.is_empty() || state.drained.len() > state.drained_reported;
                }
                state.last_galt = regulated.then_some(bound);
                state.released = Some(Released { bound, regulated });
                expected
            }
            TimeNews::Recount { expected } => {
                state.recount = true;
                expected
            }
        };
        joined.expect_messages(&expected);
        self.move_time(out);
    }

    /// Does what time allows: called when the coordinator has spoken, a time-stamped message has
    /// arrived, or a stream has ended.
    pub(crate) fn move_time(&mut self, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        if joined.could_be_granted_earlier() || joined.has_many_drained() {
            self.report_time(out);
        }
        self.use_release(out);
    }

    /// Does what the coordinator has released.
    fn use_release(&mut self, out: &mut dyn Outbox) {
        let Some((joined, queue)) = self.steady_and_queue() else {
            return;
        };
        let state = &joined.time.state;
        let waits = state.released.is_some()
            || state.regulating_from.is_some()
            || state.constrained_at.is_some()
            || state.recount
            || joined.is_save_time_over();
        if !waits || !joined.is_settled() {
            return;
        }
        // The coordinator could not know that nothing comes any more from these, who may have left before it
        // released this: what it inferred from the release may be less than the grant.
        let state = &mut joined.time.state;
        if let Some(advance) = &mut state.advance {
            advance.uncertain |= state.drained.len() > state.drained_reported;
        }
        joined.finish_enabling(queue);
        let released = joined.time.state.released.take();
        let recount = std::mem::take(&mut joined.time.state.recount);
        let Some(advance) = joined.time.state.advance.filter(|a| a.granted.is_none()) else {
            return;
        };
        joined.begin_save_before(joined.earliest_grant(advance.asked), queue, out);
        if let Some(released) = released
            && let Some(grant) = joined.grant_time(advance.asked, released)
            && joined.is_held_by_save(grant, queue, out)
        {
            joined.time.state.released = Some(released);
            if recount {
                self.report_time(out);
            }
            return;
        }
        let granted =
            released.is_some_and(|released| joined.try_grant(advance.asked, released, queue));
        if !granted && (recount || released.is_some()) {
            self.report_time(out);
        }
    }

    /// A grant is delivered: the federate's time moves.
    pub(crate) fn granted(&mut self, time: LogicalTime, out: &mut dyn Outbox) {
        let Some((joined, queue)) = self.steady_and_queue() else {
            return;
        };
        let Some(advance) = joined.time.state.advance.take() else {
            return;
        };
        joined.managed.advance_changed();
        joined.time.state.now = time;
        let before = joined.time.state.floor;
        joined
            .time
            .state
            .raise_floor(time, advance.asked.kind.is_final());
        queue.gate(joined.time.state.is_gating());
        joined.forget_what_cannot_be_retracted(out);
        // The executive infers the promise that comes with a next-message grant, unless messages were on
        // the way that it could not know, or the request was a flush. Another federate's table may
        // differ from the one that released this.
        let known = advance.asked.kind != AdvanceKind::FlushQueue
            && !advance.uncertain
            && joined.time.direct.is_none();
        let inferred = !advance.asked.kind.is_conditional() || known;
        if !inferred && joined.time.state.floor != before {
            self.report_time(out);
        }
    }
}

impl Joined {
    pub(crate) fn check_not_advancing(&self) -> Result<()> {
        match self.time.state.advance {
            None => Ok(()),
            Some(advance) => Err(Exception::new(
                ExceptionKind::InTimeAdvancingState,
                format!(
                    "{} waits for the grant of {} {}",
                    self.identity.name(),
                    advance.asked.kind.service(),
                    advance.asked.to
                ),
            )),
        }
    }

    /// Whether the request could be granted at an earlier time than the coordinator knows, because of a
    /// message that has arrived since.
    fn could_be_granted_earlier(&self) -> bool {
        let state = &self.time.state;
        let Some(Advance { asked, granted, .. }) = state.advance else {
            return false;
        };
        let next_message = matches!(
            asked.kind,
            AdvanceKind::NextMessage | AdvanceKind::NextMessageAvailable
        );
        let earlier = |first: LogicalTime| {
            first < asked.to && state.reported_queue.is_none_or(|reported| first < reported)
        };
        let constrained = state.is_constrained();
        next_message && granted.is_none() && constrained && state.queue.first().is_some_and(earlier)
    }

    /// The earliest time at which the request can be granted with what is queued here.
    fn earliest_grant(&self, asked: Asked) -> LogicalTime {
        match (asked.kind, self.time.state.queue.first()) {
            (AdvanceKind::NextMessage | AdvanceKind::NextMessageAvailable, Some(first)) => {
                earlier(asked.to, first)
            }
            _ => asked.to,
        }
    }

    /// The time at which the request is granted, if the release suffices for what is queued here.
    fn grant_time(&self, asked: Asked, released: Released) -> Option<LogicalTime> {
        let Asked { kind, to } = asked;
        let Released { bound, regulated } = released;
        if kind == AdvanceKind::FlushQueue {
            // Nobody regulates, as long as the federate asks for no more than it was asked about: an answer to an earlier request may
            // come late, and others may have begun to regulate meanwhile. The answer to this one follows.
            let is_answer = regulated || bound.time >= to;
            return is_answer.then(|| earlier(to, bound.time));
        }
        let target = self.earliest_grant(asked);
        (bound >= kind.needed(target)).then_some(target)
    }

    /// Grants the request if the release suffices for what is queued here; `false` if it does not.
    fn try_grant(&mut self, asked: Asked, released: Released, queue: &mut CallbackQueue) -> bool {
        let Some(target) = self.grant_time(asked, released) else {
            return false;
        };
        if asked.kind == AdvanceKind::FlushQueue {
            self.flush(asked.to, target, queue);
            return true;
        }
        self.release_messages(|time| time <= target, queue);
        self.grant(target, target, queue);
        true
    }

    /// Grants a flush: `safe` is the latest time before which no message can come any more.
    fn flush(&mut self, to: LogicalTime, safe: LogicalTime, queue: &mut CallbackQueue) {
        let now = self.time.state.now;
        let first = self.time.state.queue.first();
        self.release_messages(|_| true, queue);
        if self.identity.edition() == Edition::Hla2025 {
            self.grant(later(now, safe), later(now, to), queue);
        } else {
            let safe = first.map_or(safe, |first| earlier(safe, first));
            self.grant(later(now, safe), to, queue);
        }
    }

    /// Hands time-stamped messages to the callbacks, those of before go first.
    pub(crate) fn release_messages(
        &mut self,
        due: impl Fn(LogicalTime) -> bool,
        queue: &mut CallbackQueue,
    ) {
        while let Some(held) = self.time.state.queue.pop_if(&due) {
            queue.push_stamped_frame(held.from, held.serial, held.frame.arrived());
            self.time.state.queue.recycle(held.frame);
        }
    }

    /// The grant follows what was released.
    fn grant(
        &mut self,
        time: LogicalTime,
        optimistic_time: LogicalTime,
        queue: &mut CallbackQueue,
    ) {
        let Some(advance) = &mut self.time.state.advance else {
            return;
        };
        advance.granted = Some(time);
        let flushed = advance.asked.kind == AdvanceKind::FlushQueue;
        queue.push_gated(if flushed && self.identity.edition() == Edition::Hla2025 {
            Callback::FlushQueueGrant {
                time,
                optimistic_time,
            }
        } else {
            Callback::TimeAdvanceGrant { time }
        });
    }

    /// `disableTimeConstrained` while advancing: nothing is waited for any more.
    pub(crate) fn grant_unconstrained(&mut self, queue: &mut CallbackQueue) {
        if let Some(advance) = self.time.state.advance.filter(|a| a.granted.is_none()) {
            let Asked { kind, to } = advance.asked;
            self.time.state.raise_floor(to, kind.is_final());
            self.grant(to, to, queue);
        }
    }
}

impl Member {
    /// A callback about time is about to be delivered: it holds from then on.
    pub(crate) fn take_effect_in_time(
        &mut self,
        callback: &Callback<'static>,
        out: &mut dyn Outbox,
    ) {
        match callback {
            Callback::TimeAdvanceGrant { time } | Callback::FlushQueueGrant { time, .. } => {
                self.granted(*time, out);
            }
            Callback::TimeRegulationEnabled { time } => self.regulation_enabled(*time),
            Callback::TimeConstrainedEnabled { .. } => self.constraint_enabled(),
            _ => {}
        }
    }
}
