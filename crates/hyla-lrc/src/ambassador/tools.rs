//! Questions of tools to the RTI, and metrics of this federate's channels. No services of the standard.

use hyla_core::Result;
use hyla_core::latency::{LatencyAnswer, LatencyQuestion};
use hyla_core::message::{FederationStatus, Reply};
use hyla_core::metrics::{FederationMetrics, MemberMetrics};
use hyla_core::time::TimeStanding;
use hyla_types::{Exception, ExceptionKind, Service};

use super::RtiAmbassador;
use crate::engine::Blocking;

impl RtiAmbassador {
    /// Lists the federation executions of the RTI, for tools.
    ///
    /// Any thread, not in callbacks. A round trip to the RTI.
    ///
    /// # Errors
    /// `NotConnected`, `RTIinternalError` if there is no answer.
    pub fn status(&self) -> Result<Vec<FederationStatus>> {
        let service = Service::ListFederationExecutions;
        let reply =
            self.engine()
                .ask(service, Blocking::OutsideCallbacks, &[], |member, links| {
                    member.status(links)
                })?;
        match reply {
            Reply::Status(status) => Ok(status),
            other => Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("unexpected answer of the RTI: {other:?}"),
            )),
        }
    }

    /// Removes a federate from its execution, for tools: it is resigned by its automatic directive,
    /// gets the reason (`federateResigned`, 2025), and stays connected.
    ///
    /// Any thread, not in callbacks. A round trip to the RTI.
    ///
    /// # Errors
    /// `NotConnected`; `RTIinternalError` if there is no such execution or federate.
    pub fn remove_federate(&self, federation: &str, federate: &str, reason: &str) -> Result<()> {
        let service = Service::ListFederationExecutions;
        self.engine().ask(
            service,
            Blocking::OutsideCallbacks,
            &[&federation, &federate, &reason],
            |member, links| member.remove_federate(federation, federate, reason, links),
        )?;
        Ok(())
    }

    /// Times and waits of an execution's federates: for tools. A round trip
    /// to the RTI.
    ///
    /// Any thread.
    ///
    /// # Errors
    /// `NotConnected`; `RTIinternalError` if there is no such execution.
    pub fn time_status(&self, federation: &str) -> Result<Vec<TimeStanding>> {
        let reply = self.engine().ask(
            Service::ListFederationExecutions,
            Blocking::Anywhere,
            &[&federation],
            |member, links| member.time_status(federation, links),
        )?;
        match reply {
            Reply::Time(standings) => Ok(standings),
            other => Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("the RTI answered {other:?}"),
            )),
        }
    }

    /// Counters of the channels of all members of a federation execution (`docs/metrics.md`): for tools. The
    /// RTI asks the members; those that do not answer within half a second are left out. From here on
    /// each of them samples for a minute how long its channels take.
    ///
    /// Any thread. A round trip to the RTI and from there to each member, at most half a second.
    ///
    /// # Errors
    /// `NotConnected`; `RTIinternalError` if there is no such execution.
    pub fn metrics(&self, federation: &str) -> Result<FederationMetrics> {
        let reply = self.engine().ask(
            Service::ListFederationExecutions,
            Blocking::Anywhere,
            &[&federation],
            |member, links| member.metrics(federation, links),
        )?;
        match reply {
            Reply::Metrics(metrics) => Ok(*metrics),
            other => Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("the RTI answered {other:?}"),
            )),
        }
    }

    /// Latency of messages to another federate: mean or bound, with a 95 % interval (`docs/latency-server.md`). Does not
    /// wait: the answer has what is known by now. A first question starts to measure, and is kept for 70 s after it was last
    /// asked; meanwhile its channel is sampled within a budget. Cost: some microseconds.
    ///
    /// ```no_run
    /// # use hyla_lrc::{LatencyQuestion, LatencyValidity, RtiAmbassador};
    /// # fn show(rti: &RtiAmbassador) -> hyla_core::Result<()> {
    /// let receiver = rti.federate_handle("Radar")?;
    /// let question = LatencyQuestion { hardness: Some(99.9), ..LatencyQuestion::to(receiver) };
    /// let answer = rti.latency(&question)?;
    /// if let (LatencyValidity::Fresh, Some(us)) = (answer.validity, answer.estimate_us) {
    ///     println!("99.9 % of the messages take less than {us:.0} us");
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `NotConnected`, `FederateNotExecutionMember`; `RTIinternalError` with what is wrong with the question.
    pub fn latency(&self, question: &LatencyQuestion) -> Result<LatencyAnswer> {
        self.engine().latency(question)
    }

    /// Latency of the messages of another federate, as it answers itself ([`Self::latency`]): to the receiver of that name, or
    /// to the RTI. For tools: the caller need not join. `peer` of the question is ignored.
    ///
    /// Any thread, not in callbacks. A round trip to the RTI and from there to the sender, at most half a second.
    ///
    /// # Errors
    /// `NotConnected`; `FederationExecutionDoesNotExist`; `FederateNotExecutionMember` if sender or receiver is not there;
    /// `RTIinternalError` with what is wrong with the question, or that the sender does not answer.
    pub fn latency_of(
        &self,
        federation: &str,
        (sender, receiver): (&str, Option<&str>),
        question: &LatencyQuestion,
    ) -> Result<LatencyAnswer> {
        let reply = self.engine().ask(
            Service::ListFederationExecutions,
            Blocking::OutsideCallbacks,
            &[&federation, &sender],
            |member, links| member.latency_of(federation, (sender, receiver), question, links),
        )?;
        match reply {
            Reply::Latency(answer) => Ok(*answer),
            other => Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("the RTI answered {other:?}"),
            )),
        }
    }

    /// Sends no probes for questions about latency until it is called again: for the bench of their cost.
    #[doc(hidden)]
    pub fn pause_latency(&self, is_paused: bool) {
        self.engine().core().links.pause_latency(is_paused);
    }

    /// Counters of the channels of this ambassador. Local: sends nothing; takes the lock of each channel briefly.
    ///
    /// Any thread.
    #[must_use]
    pub fn own_metrics(&self) -> MemberMetrics {
        self.engine().core().links.gather()
    }
}
