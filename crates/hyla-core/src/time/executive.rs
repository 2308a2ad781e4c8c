//! The coordinator at work in a federation execution.

use hyla_types::{Edition, FederateHandle, TimeImplementation};

use super::coordinator::{News, WithoutRegulation};
use super::{Bound, TimeReport, TimeRequest, TimeStanding, Waiting};
use crate::executive::{Executive, Transmit};
use crate::message::{FromRti, Reply};

impl TimeReport {
    /// Whether all times are of one implementation: comparisons rely on it.
    fn is_of(&self, time: TimeImplementation) -> bool {
        let times = [
            Some(self.now),
            self.bound.map(|bound| bound.time),
            self.asked.map(|asked| asked.to),
            self.queued,
        ];
        self.lookahead.implementation() == time
            && times.iter().flatten().all(|t| t.implementation() == time)
    }
}

impl Executive {
    /// What a member says about time.
    ///
    /// # Errors
    /// A text for the log if no member of ours would say that.
    pub(crate) fn handle_time(
        &mut self,
        federate: FederateHandle,
        request: TimeRequest,
        out: &mut Vec<Transmit>,
    ) -> Result<(), String> {
        let sound = match &request {
            TimeRequest::Regulate { lookahead, report } => {
                lookahead.implementation() == self.time && report.is_of(self.time)
            }
            TimeRequest::StopRegulating(report)
            | TimeRequest::Constrain(report)
            | TimeRequest::Report(report) => report.is_of(self.time),
            TimeRequest::StopConstraining | TimeRequest::QueryGalt { .. } => true,
        };
        if !sound {
            return Err(format!("times that are not {}", self.time.name()));
        }
        let mut news = News::new();
        let coordinator = &mut self.coordinator;
        match request {
            TimeRequest::Regulate { lookahead, report } => {
                coordinator.regulate(federate, lookahead, report, self.now, &mut news);
            }
            TimeRequest::StopRegulating(report) => {
                coordinator.stop_regulating(federate, report, self.now, &mut news);
            }
            TimeRequest::Constrain(report) => {
                coordinator.constrain(federate, report, self.now, &mut news);
            }
            TimeRequest::StopConstraining => coordinator.stop_constraining(federate, &mut news),
            TimeRequest::Report(report) => {
                coordinator.report(federate, report, self.now, &mut news);
            }
            TimeRequest::QueryGalt { request } => {
                let galt = coordinator.galt(federate).map(|galt| galt.bound);
                let expected = coordinator.expected(federate);
                let outcome = Ok(Reply::Galt { galt, expected });
                self.tell(federate, &FromRti::Answer { request, outcome }, out);
            }
        }
        self.tell_time(news, out);
        Ok(())
    }

    /// A federate has joined or left.
    pub(crate) fn coordinate_join(&mut self, federate: FederateHandle, edition: Edition) {
        let grants = edition == Edition::Hla2010 || self.models.fdd.switches().non_regulated_grant;
        let without_regulation = if grants {
            WithoutRegulation::Grant
        } else {
            WithoutRegulation::Wait
        };
        self.coordinator
            .join(federate, self.time.initial(), without_regulation);
    }

    /// A federate is gone: nobody waits for it.
    pub(crate) fn coordinate_leave(&mut self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        let mut news = News::new();
        self.coordinator.leave(federate, &mut news);
        self.tell_time(news, out);
    }

    fn tell_time(&self, news: News, out: &mut Vec<Transmit>) {
        for (federate, news) in news {
            self.tell(federate, &FromRti::Time(news), out);
        }
    }

    /// Where all federates stand that regulate or are constrained, and who waits for whom.
    pub(crate) fn time_standings(&self) -> Vec<TimeStanding> {
        let name = |federate: FederateHandle| {
            let member = self.members.get(&federate);
            member.map_or_else(String::new, |m| m.info.name.clone())
        };
        let standings = self.coordinator.standings().into_iter();
        standings
            .map(|standing| TimeStanding {
                federate: standing.federate,
                name: name(standing.federate),
                now: standing.now,
                bound: standing.bound,
                lookahead: standing.lookahead,
                constrained: standing.constrained,
                waiting: standing.waits.map(|waits| Waiting {
                    service: waits.service.to_owned(),
                    to: waits.to,
                    since: self.now.saturating_sub(waits.since),
                    galt: waits.galt.map(|galt| galt.bound),
                    held_by: waits.galt.map(|galt: super::coordinator::Galt| {
                        let promise: Bound = galt.bound;
                        (name(galt.holder), promise)
                    }),
                }),
            })
            .collect()
    }
}
