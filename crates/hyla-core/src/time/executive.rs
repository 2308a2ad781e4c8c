//! The coordinator at work in a federation execution.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use hyla_types::{Edition, FederateHandle, TimeImplementation};

use super::coordinator::{News, WithoutRegulation};
use super::mode::{Gathered, Gathering, TIMEOUT, TimeMode};
use super::{Bound, TimeNews, TimeReport, TimeRequest, TimeStanding, Waiting};
use crate::executive::{Executive, Transmit, transmit};
use crate::message::{FromRti, LogEvent, Reply};

fn all_of(report: Option<&TimeReport>, time: TimeImplementation) -> bool {
    report.is_none_or(|report| report.is_of(time))
}

impl TimeReport {
    /// Whether all times are of one implementation: comparisons rely on it.
    pub(crate) fn is_of(&self, time: TimeImplementation) -> bool {
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
    /// Handles a member's report about time.
    ///
    /// # Errors
    /// A text for the log if no correct member would send that.
    pub(crate) fn handle_time(
        &mut self,
        federate: FederateHandle,
        request: TimeRequest,
        out: &mut Vec<Transmit>,
    ) -> Result<(), String> {
        let sound = match &request {
            TimeRequest::Regulate { lookahead, report } => {
                lookahead.implementation() == self.identity.time()
                    && all_of(report.as_ref(), self.identity.time())
            }
            TimeRequest::StopRegulating(report) | TimeRequest::Constrain(report) => {
                all_of(report.as_ref(), self.identity.time())
            }
            TimeRequest::Report(report) => report.is_of(self.identity.time()),
            TimeRequest::Gathered {
                report,
                promised,
                known,
            } => {
                report.is_of(self.identity.time())
                    && promised.is_none_or(|p| p.time.implementation() == self.identity.time())
                    && known
                        .as_ref()
                        .is_none_or(|it| it.is_of(self.identity.time()))
            }
            TimeRequest::StopConstraining
            | TimeRequest::QueryGalt { .. }
            | TimeRequest::GiveBack
            | TimeRequest::Share => true,
        };
        if !sound {
            return Err(format!(
                "times that are not {}",
                self.identity.time().name()
            ));
        }
        match (&mut self.time.mode, request) {
            (TimeMode::Direct(members), TimeRequest::GiveBack) => {
                if members.contains(&federate) {
                    self.time.sharing.obstacle(self.now);
                    self.go_central(out);
                }
            }
            (TimeMode::Direct(pair), TimeRequest::Share) => {
                if pair.len() == 2 && pair.contains(&federate) {
                    self.time.sharing.wish();
                    self.go_central(out);
                }
            }
            // It crossed the notice that the executive coordinates again.
            (_, TimeRequest::GiveBack | TimeRequest::Share) => {}
            (TimeMode::Central, TimeRequest::Report(report)) => self.take_in(federate, &report),
            (TimeMode::Central, request) => {
                self.settle_time(out);
                self.coordinate(federate, request, out);
                self.go_direct_if_it_pays(out);
            }
            (
                TimeMode::Gathering(gathering),
                TimeRequest::Gathered {
                    report,
                    promised,
                    known,
                },
            ) => {
                if gathering.missing.remove(&federate) {
                    let coordinator = &mut self.time.coordinator;
                    if let Some(before) = gathering.take_adopted(federate) {
                        coordinator.take_back(federate, before);
                    }
                    coordinator.gather(federate, report, promised, self.now);
                    let missing = gathering.missing.first().filter(|_| gathering.is_pair);
                    if let (Some(missing), Some(known)) = (missing, known) {
                        let before = coordinator.adopt(*missing, federate, &known);
                        gathering.before_adoption = before.map(|before| (*missing, before));
                    }
                    let mut news = News::new();
                    self.time.coordinator.resume(&mut news);
                    self.tell_time(news, out);
                    self.go_on_if_gathered(out);
                }
            }
            (TimeMode::Gathering(gathering), request) => {
                let outdated = gathering.missing.contains(&federate);
                if outdated && matches!(request, TimeRequest::Report(_)) {
                    return Ok(());
                }
                if matches!(request, TimeRequest::Report(_)) {
                    // Knowledge about the missing members is less than the truth: grants stay right.
                    self.coordinate(federate, request, out);
                    return Ok(());
                }
                if gathering.is_full_for(federate) {
                    return Err("too many requests about time before one was answered".to_owned());
                }
                let request = self.without_report(federate, request, outdated, out);
                self.do_once_gathered(Gathered::Request(federate, request), out);
            }
            // This member uses no time management, and reports which members have left.
            (TimeMode::Direct(pair), TimeRequest::Report(report)) if !pair.contains(&federate) => {
                self.time.coordinator.take_in(federate, &report, self.now);
            }
            // The member does not know yet that it coordinates for itself, and will repeat the report to the other.
            (TimeMode::Direct(_), TimeRequest::Report(_) | TimeRequest::Gathered { .. }) => {}
            (TimeMode::Direct(pair), request) => {
                let outdated = pair.contains(&federate);
                self.go_central(out);
                let request = self.without_report(federate, request, outdated, out);
                self.when_central(Gathered::Request(federate, request), out);
            }
        }
        Ok(())
    }

    /// A request that may have to wait. What it says of the federate counts now: what the federate reports meanwhile is newer.
    /// Unless a later report, after the notice that the executive coordinates again, makes it void.
    fn without_report(
        &mut self,
        federate: FederateHandle,
        mut request: TimeRequest,
        outdated: bool,
        out: &mut Vec<Transmit>,
    ) -> Box<TimeRequest> {
        if let Some(report) = request.take_report()
            && !outdated
        {
            self.coordinate(federate, TimeRequest::Report(report), out);
        }
        Box::new(request)
    }

    /// Nothing is said before the driver asks: others may be about to report as well.
    fn take_in(&mut self, federate: FederateHandle, report: &TimeReport) {
        self.time.sharing.note(report.asked);
        self.time.coordinator.take_in(federate, report, self.now);
        self.time.unsettled = true;
    }

    /// Takes a report in if nothing else than [`Self::handle_time`] with it would happen: no save or restore is asked for or
    /// goes on, and the report is sound.
    pub(crate) fn takes_in(&mut self, federate: FederateHandle, report: &TimeReport) -> bool {
        let nothing_else =
            matches!(self.time.mode, TimeMode::Central) && self.coordination.is_idle();
        let takes = nothing_else
            && report.is_of(self.identity.time())
            && self.members.contains_key(&federate);
        if takes {
            self.take_in(federate, report);
        }
        takes
    }

    /// Does what the executive can do only while it coordinates.
    pub(crate) fn when_central(&mut self, what: Gathered, out: &mut Vec<Transmit>) {
        self.go_central(out);
        self.do_once_gathered(what, out);
        self.go_direct_if_it_pays(out);
    }

    /// Does it now, or as soon as those have answered who coordinated for themselves; questions no later than that they had
    /// their time for it.
    fn do_once_gathered(&mut self, what: Gathered, out: &mut Vec<Transmit>) {
        match &mut self.time.mode {
            TimeMode::Gathering(gathering) if gathering.until.is_some() || !what.is_question() => {
                gathering.waiting.push_back(what);
            }
            _ => self.do_gathered(what, out),
        }
    }

    /// The executive coordinates from now on, as soon as the reports of the former coordinators are there.
    pub(crate) fn go_central(&mut self, out: &mut Vec<Transmit>) {
        let TimeMode::Direct(members) = &self.time.mode else {
            return;
        };
        let is_pair = members.len() == 2;
        let missing = members
            .iter()
            .copied()
            .filter(|f| self.members.contains_key(f));
        self.time.mode = TimeMode::Gathering(Gathering {
            missing: missing.collect(),
            is_pair,
            before_adoption: None,
            until: Some(self.now + TIMEOUT),
            waiting: VecDeque::new(),
        });
        self.append(LogEvent::TimeCentral, out);
        self.go_on_if_gathered(out);
    }

    fn go_on_if_gathered(&mut self, out: &mut Vec<Transmit>) {
        let TimeMode::Gathering(gathering) = &mut self.time.mode else {
            return;
        };
        if !gathering.missing.is_empty() {
            return;
        }
        let waiting = std::mem::take(&mut gathering.waiting);
        self.time.mode = TimeMode::Central;
        // A member that has left meanwhile delays no other.
        let mut news = News::new();
        self.time.coordinator.resume(&mut news);
        self.tell_time(news, out);
        for what in waiting {
            self.do_gathered(what, out);
        }
        self.go_direct_if_it_pays(out);
    }

    /// A federate that coordinated for itself has not answered in time: perhaps it computes. Questions are
    /// answered with what is known, which is less than the truth; everything else waits for it.
    pub(crate) fn answer_without_the_missing(&mut self, out: &mut Vec<Transmit>) {
        let now = self.now;
        let TimeMode::Gathering(gathering) = &mut self.time.mode else {
            return;
        };
        if gathering.until.is_none_or(|until| now < until) {
            return;
        }
        gathering.until = None;
        let (questions, rest) = std::mem::take(&mut gathering.waiting)
            .into_iter()
            .partition(Gathered::is_question);
        gathering.waiting = rest;
        let questions: VecDeque<Gathered> = questions;
        for question in questions {
            self.do_gathered(question, out);
        }
    }

    /// When [`Self::answer_without_the_missing`] or [`Self::look_for_stalls`] has something to do.
    pub(crate) fn time_deadline(&self) -> Option<Duration> {
        let gathered = match &self.time.mode {
            TimeMode::Gathering(gathering) => gathering.until,
            _ => None,
        };
        gathered.into_iter().chain(self.stall_deadline()).min()
    }

    fn do_gathered(&mut self, what: Gathered, out: &mut Vec<Transmit>) {
        match what {
            Gathered::Request(federate, request) => self.coordinate(federate, *request, out),
            Gathered::StallCheck => self.warn_of_stalls(),
            Gathered::Report => self.report_waiting(out),
            Gathered::Status { session, request } => {
                let outcome = Ok(Reply::Time(self.time_standings()));
                out.push(transmit(session, &FromRti::Answer { request, outcome }));
            }
        }
    }

    /// Two federates alone with time coordinate in one hop instead of two through the executive. Not
    /// while a save or restore is requested or in progress: those need to know the times of all.
    pub(crate) fn go_direct_if_it_pays(&mut self, out: &mut Vec<Transmit>) {
        if self.share_boards_as_wished(out) {
            return;
        }
        if let TimeMode::Central = self.time.mode
            && self.coordination.is_idle()
            && let Some(pair) = self.time.coordinator.pair()
            // One of them may be leaving: the save or restore that its leaving ends comes here before the table forgets it.
            && pair.iter().all(|f| self.members.contains_key(f))
        {
            self.time.mode = TimeMode::Direct(pair.to_vec());
            let coordinator = Box::new(self.time.coordinator.clone());
            self.append(LogEvent::TimeDirect { pair, coordinator }, out);
            return;
        }
        self.share_boards_if_it_pays(out);
    }

    fn coordinate(
        &mut self,
        federate: FederateHandle,
        request: TimeRequest,
        out: &mut Vec<Transmit>,
    ) {
        let mut news = News::new();
        let coordinator = &mut self.time.coordinator;
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
                coordinator.report(federate, &report, self.now, &mut news);
            }
            TimeRequest::Gathered { .. } | TimeRequest::GiveBack | TimeRequest::Share => {}
            TimeRequest::QueryGalt { request } => {
                let galt = coordinator.galt(federate).map(|galt| galt.bound);
                let expected = coordinator.expected(federate);
                let outcome = Ok(Reply::Galt { galt, expected });
                self.tell(federate, &FromRti::Answer { request, outcome }, out);
            }
        }
        self.tell_time(news, out);
    }

    /// A federate has joined or left.
    pub(crate) fn coordinate_join(&mut self, federate: FederateHandle, edition: Edition) {
        let grants = edition == Edition::Hla2010 || self.models.fdd.switches().non_regulated_grant;
        let without_regulation = if grants {
            WithoutRegulation::Grant
        } else {
            WithoutRegulation::Wait
        };
        self.time
            .coordinator
            .join(federate, self.identity.time().initial(), without_regulation);
    }

    /// A federate has left: removes it from the waits.
    pub(crate) fn coordinate_leave(&mut self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        if matches!(&self.time.mode, TimeMode::Direct(pair) if pair.contains(&federate)) {
            self.go_central(out);
        }
        let mut news = News::new();
        match &mut self.time.mode {
            TimeMode::Gathering(gathering) => {
                gathering.missing.remove(&federate);
                if let Some(before) = gathering.take_adopted(federate) {
                    self.time.coordinator.take_back(federate, before);
                }
                self.time.coordinator.forget(federate);
                self.go_on_if_gathered(out);
            }
            _ => self.time.coordinator.leave(federate, &mut news),
        }
        self.tell_time(news, out);
        self.go_direct_if_it_pays(out);
    }

    /// Says what follows from all reports taken in since the last time.
    pub(crate) fn settle_time(&mut self, out: &mut Vec<Transmit>) {
        if std::mem::take(&mut self.time.unsettled) {
            let mut news = News::new();
            self.time.coordinator.resume(&mut news);
            self.tell_time(news, out);
            self.go_direct_if_it_pays(out);
        }
    }

    /// Sends equal news in the same frame: most releases of a lock step are equal.
    fn tell_time(&mut self, news: News, out: &mut Vec<Transmit>) {
        let mut last: Option<(FromRti, Arc<Vec<u8>>)> = None;
        for (federate, news) in news {
            if matches!(news, TimeNews::Released { .. }) {
                self.coordination.request_released(federate);
            }
            let Some(member) = self.members.get(&federate) else {
                continue;
            };
            let message = FromRti::Time(news);
            let frame = match last {
                Some((same, frame)) if same == message => frame,
                _ => transmit(member.session, &message).frame,
            };
            out.push(Transmit {
                to: member.session,
                frame: Arc::clone(&frame),
            });
            last = Some((message, frame));
        }
    }

    /// Times and waits of all federates that regulate or are constrained.
    pub(crate) fn time_standings(&self) -> Vec<TimeStanding> {
        let name = |federate: FederateHandle| {
            let member = self.members.get(&federate);
            member.map_or_else(String::new, |m| m.info.name.clone())
        };
        let standings = self.time.coordinator.standings().into_iter();
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
