//! All members are asked; the inquirer gets the result once all have answered, or the timeout is over.

use std::time::Duration;

use hyla_types::FederateHandle;

use super::inquiries::Inquiry;
use super::{FederationMetrics, MemberMetrics};
use crate::executive::{Executive, Rti, SessionId, Transmit, transmit};
use crate::message::{FromRti, Reply, RequestId};

/// How long members may take to answer: who computes for longer is left out.
const TIMEOUT: Duration = Duration::from_millis(500);

impl Executive {
    /// Asks all members, unless they are being asked already.
    pub(crate) fn inquire(
        &mut self,
        asker: Option<(SessionId, RequestId)>,
        out: &mut Vec<Transmit>,
    ) {
        let begins = self.metrics.inquiry.is_none();
        let inquiry = self.metrics.inquiry.get_or_insert_with(|| Inquiry {
            missing: self.members.keys().copied().collect(),
            until: self.now + TIMEOUT,
            ..Inquiry::default()
        });
        match asker {
            Some(asker) => inquiry.askers.push(asker),
            None => inquiry.for_host = true,
        }
        if begins {
            self.broadcast(&FromRti::ReportMetrics, out);
            self.conclude_inquiry(false, out);
        }
    }

    /// A member has answered. What comes too late is of no use.
    pub(crate) fn handle_metrics(
        &mut self,
        federate: FederateHandle,
        metrics: MemberMetrics,
        out: &mut Vec<Transmit>,
    ) {
        if let Some(inquiry) = &mut self.metrics.inquiry
            && inquiry.missing.remove(&federate)
        {
            inquiry.heard.push((federate, metrics));
            self.conclude_inquiry(false, out);
        }
    }

    /// A member is gone: its answer is not waited for.
    pub(crate) fn inquire_without(&mut self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        if let Some(inquiry) = &mut self.metrics.inquiry {
            inquiry.missing.remove(&federate);
            self.conclude_inquiry(false, out);
        }
    }

    /// When [`Self::expire_inquiry`] has something to do.
    pub(crate) fn inquiry_deadline(&self) -> Option<Duration> {
        self.metrics.inquiry.as_ref().map(|inquiry| inquiry.until)
    }

    /// Answers with the known part if the timeout is over.
    pub(crate) fn expire_inquiry(&mut self, out: &mut Vec<Transmit>) {
        if self.inquiry_deadline().is_some_and(|at| at <= self.now) {
            self.conclude_inquiry(true, out);
        }
    }

    fn conclude_inquiry(&mut self, expired: bool, out: &mut Vec<Transmit>) {
        let concluded = |inquiry: &mut Inquiry| expired || inquiry.missing.is_empty();
        let Some(mut inquiry) = self.metrics.inquiry.take_if(concluded) else {
            return;
        };
        inquiry
            .heard
            .sort_unstable_by_key(|(federate, _)| *federate);
        let members = self.members.values();
        let metrics = FederationMetrics {
            federation: self.identity.name().to_owned(),
            members: members
                .map(|m| (m.info.handle, m.info.name.clone()))
                .collect(),
            reports: inquiry.heard,
        };
        for (session, request) in inquiry.askers {
            let outcome = Ok(Reply::Metrics(Box::new(metrics.clone())));
            out.push(transmit(session, &FromRti::Answer { request, outcome }));
        }
        if inquiry.for_host {
            self.metrics.told = Some(metrics);
        }
    }
}

impl Rti {
    /// Asks the members of all executions for their metrics; [`Self::take_metrics`] gives the answers, half a
    /// second from now at the latest.
    pub fn ask_metrics(&mut self) {
        let names: Vec<String> = self.execution_names().map(str::to_owned).collect();
        for name in &names {
            self.with_execution(name, |execution, batch, _| execution.inquire(None, batch));
        }
    }

    /// Result of [`Self::ask_metrics`], one for each execution; `None` while answers are missing.
    pub fn take_metrics(&mut self) -> Option<Vec<FederationMetrics>> {
        let waits = |execution: &mut Executive| {
            let inquiry = execution.metrics.inquiry.as_ref();
            inquiry.is_some_and(|inquiry| inquiry.for_host)
        };
        if self.executions_mut().any(waits) {
            return None;
        }
        let told = self.executions_mut().filter_map(|e| e.metrics.told.take());
        Some(told.collect())
    }
}
