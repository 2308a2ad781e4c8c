//! Regulation, constraint and asynchronous delivery on and off (8.2 to 8.7, 8.14 and 8.15 in 2010, 8.15
//! and 8.16 in 2025).

use hyla_types::{Exception, ExceptionKind, LogicalTime, LogicalTimeInterval};

use super::bound::later;
use super::state::{Constraint, Regulation};
use super::{Bound, TimeRequest};
use crate::Result;
use crate::callback::Callback;
use crate::member::{CallbackQueue, Joined, Member};
use crate::message::{MemberRequest, ToRti};
use crate::outbox::Outbox;

impl Member {
    /// `enableTimeRegulation` (8.2). It counts from acceptance; `timeRegulationEnabled` has the
    /// time: the least at which no constrained federate can receive a message in its past, so that time +
    /// lookahead may be sent. Beside a federate granted 10 by `timeAdvanceRequest` that is 11, 10 and 9
    /// with lookahead 0, 1 and 2; a double likewise begins after 10.
    ///
    /// A federate that is constrained already gets the callback once GALT has reached that time (8.3): beside
    /// regulating federates with lookahead 0 that were just granted a final advance, once they move on.
    ///
    /// # Errors
    /// `InvalidLookahead`, `InTimeAdvancingState`, `RequestForTimeRegulationPending`,
    /// `TimeRegulationAlreadyEnabled`.
    pub fn enable_time_regulation(
        &mut self,
        lookahead: LogicalTimeInterval,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        match joined.time.state.regulation {
            Regulation::On(_) => {
                return Err(Exception::new(
                    ExceptionKind::TimeRegulationAlreadyEnabled,
                    format!("{} regulates already", joined.identity.name()),
                ));
            }
            Regulation::Pending(_) => {
                return Err(Exception::new(
                    ExceptionKind::RequestForTimeRegulationPending,
                    "an earlier enableTimeRegulation is not answered yet",
                ));
            }
            Regulation::Off => {}
        }
        joined.check_not_advancing()?;
        joined.check_lookahead(lookahead)?;
        joined.time.state.regulation = Regulation::Pending(lookahead);
        queue.gate(joined.time.state.is_gating());
        let report = Some(joined.time_report());
        let request = TimeRequest::Regulate { lookahead, report };
        out.control(&ToRti::Member(MemberRequest::Time(request)));
        Ok(())
    }

    /// Whether a message with this stamp may be sent while the federate regulates. Once regulation is granted, before
    /// `timeRegulationEnabled`, it says so about the time after that callback.
    #[must_use]
    pub fn may_stamp(&self, time: LogicalTime) -> bool {
        let joined = self.joined.as_deref();
        joined.is_none_or(|joined| joined.time.state.send_bound().allows(time))
    }

    /// `disableTimeRegulation` (8.4), at once, also while advancing. What was sent in time-stamp order
    /// stays so.
    ///
    /// # Errors
    /// `TimeRegulationIsNotEnabled`.
    pub fn disable_time_regulation(&mut self, out: &mut dyn Outbox) -> Result<()> {
        let joined = self.joined()?;
        joined.check_regulating()?;
        let report = Some(joined.time_report());
        joined.time.state.regulation = Regulation::Off;
        joined.managed.may_have_changed();
        let request = TimeRequest::StopRegulating(report);
        out.control(&ToRti::Member(MemberRequest::Time(request)));
        joined.forget_what_cannot_be_retracted(out);
        Ok(())
    }

    /// `enableTimeConstrained` (8.5). From now on time-stamped messages wait for their time;
    /// `timeConstrainedEnabled` comes once nothing before the federate's time can come.
    ///
    /// # Errors
    /// `InTimeAdvancingState`, `RequestForTimeConstrainedPending`, `TimeConstrainedAlreadyEnabled`.
    pub fn enable_time_constrained(&mut self, out: &mut dyn Outbox) -> Result<()> {
        let joined = self.joined()?;
        match joined.time.state.constraint {
            Constraint::On => {
                return Err(Exception::new(
                    ExceptionKind::TimeConstrainedAlreadyEnabled,
                    format!("{} is constrained already", joined.identity.name()),
                ));
            }
            Constraint::Pending => {
                return Err(Exception::new(
                    ExceptionKind::RequestForTimeConstrainedPending,
                    "an earlier enableTimeConstrained is not answered yet",
                ));
            }
            Constraint::Off => {}
        }
        joined.check_not_advancing()?;
        joined.time.state.constraint = Constraint::Pending;
        let request = TimeRequest::Constrain(Some(joined.time_report()));
        out.control(&ToRti::Member(MemberRequest::Time(request)));
        Ok(())
    }

    /// `disableTimeConstrained` (8.7), at once. Messages that waited for their time are delivered in
    /// receive order, and an advance is granted.
    ///
    /// # Errors
    /// `TimeConstrainedIsNotEnabled`.
    pub fn disable_time_constrained(&mut self, out: &mut dyn Outbox) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        if joined.time.state.constraint != Constraint::On {
            return Err(Exception::new(
                ExceptionKind::TimeConstrainedIsNotEnabled,
                format!("{} is not constrained", joined.identity.name()),
            ));
        }
        joined.time.state.constraint = Constraint::Off;
        joined.managed.may_have_changed();
        joined.time.state.released = None;
        joined.time.state.recount = false;
        joined.deliver_as_received(|_| true, queue);
        joined.grant_unconstrained(queue);
        queue.gate(false);
        let request = MemberRequest::Time(TimeRequest::StopConstraining);
        out.control(&ToRti::Member(request));
        if joined.time.state.lookahead().is_some() {
            self.report_time(out);
        }
        Ok(())
    }

    /// `enableAsynchronousDelivery` (8.14 in 2010, 8.15 in 2025): messages in receive order come at any
    /// time, not only while advancing. It matters to constrained federates alone.
    ///
    /// # Errors
    /// `AsynchronousDeliveryAlreadyEnabled`.
    pub fn enable_asynchronous_delivery(&mut self) -> Result<()> {
        self.set_asynchronous_delivery(true)
    }

    /// `disableAsynchronousDelivery` (8.15 in 2010, 8.16 in 2025).
    ///
    /// # Errors
    /// `AsynchronousDeliveryAlreadyDisabled`.
    pub fn disable_asynchronous_delivery(&mut self) -> Result<()> {
        self.set_asynchronous_delivery(false)
    }

    fn set_asynchronous_delivery(&mut self, on: bool) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        if joined.time.state.asynchronous_delivery == on {
            let kind = if on {
                ExceptionKind::AsynchronousDeliveryAlreadyEnabled
            } else {
                ExceptionKind::AsynchronousDeliveryAlreadyDisabled
            };
            return Err(Exception::new(kind, "it has that value already"));
        }
        joined.time.state.asynchronous_delivery = on;
        joined.managed.may_have_changed();
        queue.gate(joined.time.state.is_gating());
        Ok(())
    }

    /// `timeRegulationEnabled` is delivered.
    pub(crate) fn regulation_enabled(&mut self, time: LogicalTime) {
        let Some((joined, queue)) = self.joined_and_queue() else {
            return;
        };
        joined.managed.may_have_changed();
        let state = &mut joined.time.state;
        if let Regulation::Pending(lookahead) = state.regulation {
            state.regulation = Regulation::On(lookahead);
            state.now = time;
        }
        queue.gate(state.is_gating());
    }

    /// `timeConstrainedEnabled` is delivered.
    pub(crate) fn constraint_enabled(&mut self) {
        let Some((joined, queue)) = self.joined_and_queue() else {
            return;
        };
        joined.time.state.constraint = Constraint::On;
        joined.managed.may_have_changed();
        queue.gate(joined.time.state.is_gating());
    }
}

impl Joined {
    pub(crate) fn check_regulating(&self) -> Result<LogicalTimeInterval> {
        self.time.state.lookahead().ok_or_else(|| {
            Exception::new(
                ExceptionKind::TimeRegulationIsNotEnabled,
                format!("{} does not regulate", self.identity.name()),
            )
        })
    }

    pub(crate) fn check_lookahead(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        lookahead
            .expect(self.identity.time())
            .map(drop)
            .map_err(|problem| Exception::new(ExceptionKind::InvalidLookahead, problem.to_string()))
    }

    /// The coordinator has granted regulation or constraint, and what it counted has arrived.
    pub(crate) fn finish_enabling(&mut self, queue: &mut CallbackQueue) {
        // Whichever came first: regulation moves the time at which constraint holds.
        let from = self.time.state.regulating_from.map(|(from, _)| from);
        if let Some(time) = self.time.state.constrained_at
            && from.is_none_or(|from| time < from)
        {
            self.finish_constraint(time, queue);
        }
        if let Some((time, floor)) = self.time.state.regulating_from.take() {
            self.time.state.floor = later(floor, Bound::at(time));
            let state = &self.time.state;
            if state.constraint != Constraint::Off && state.constrained_at.is_none() {
                self.release_messages(|stamp| stamp <= time, queue);
            }
            queue.push_gated(Callback::TimeRegulationEnabled { time });
        }
        if let Some(time) = self.time.state.constrained_at {
            self.finish_constraint(time, queue);
        }
    }

    fn finish_constraint(&mut self, time: LogicalTime, queue: &mut CallbackQueue) {
        self.time.state.constrained_at = None;
        // Older messages belong to the time before the federate was constrained.
        self.deliver_as_received(|stamp| stamp < time, queue);
        queue.push_gated(Callback::TimeConstrainedEnabled { time });
    }

    fn deliver_as_received(
        &mut self,
        due: impl Fn(LogicalTime) -> bool,
        queue: &mut CallbackQueue,
    ) {
        while let Some(held) = self.time.state.queue.pop_if(&due) {
            queue.push_frame(held.from, held.frame.arrived());
            self.time.state.queue.recycle(held.frame);
        }
    }
}
