//! Two federates that coordinate for themselves.
//!
//! While exactly two federates use time management, each keeps the coordinator's table and they report
//! directly to each other: a grant takes one hop instead of two. With more of them, reports from all to all would
//! cost more wake-ups than a coordinator, so then the executive coordinates. It decides between both
//! in the log; to take time back it asks both for full reports before it goes on.

use std::collections::BTreeSet;
use std::time::Duration;

use hyla_types::FederateHandle;

use super::coordinator::News;
use super::mode::{DirectTime, EarlyReport, PairCoordination};
use super::{Bound, Coordinator, TimeReport, TimeRequest};
use crate::member::{Joined, Member, Protocol};
use crate::message::{MemberRequest, ToRti, data};
use crate::object::RefusedAttempt;
use crate::outbox::Outbox;

impl Member {
    /// Sends the present coordinator its report.
    pub(crate) fn report_time(&mut self, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.steady() else {
            return;
        };
        let direct = joined.time.direct.as_deref();
        if matches!(direct, Some(DirectTime::Boards(_))) {
            return self.post_time(out);
        }
        let is_pair = direct.is_some();
        let report = joined.time_report();
        if !is_pair {
            let request = MemberRequest::Time(TimeRequest::Report(report));
            out.control(&ToRti::Member(request));
            return;
        }
        self.report_directly(report, out);
        self.wish_for_boards(out);
    }

    /// Two of one host that advance unconditionally do better by boards than by reports.
    fn wish_for_boards(&mut self, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.steady() else {
            return;
        };
        let regulates = joined.time.state.lookahead().is_some();
        let Some(asked) = joined.asked().filter(|_| regulates) else {
            return;
        };
        let pair = joined.time.direct.as_deref().and_then(|it| it.pair());
        let Some(other) = pair.map(|pair| pair.other) else {
            return;
        };
        if joined.time.boards_wish.is_due(asked) && out.has_boards(other) {
            joined.time.boards_wish.asked();
            out.control(&ToRti::Member(MemberRequest::Time(TimeRequest::Share)));
        }
    }

    fn report_directly(&mut self, report: TimeReport, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.steady() else {
            return;
        };
        if joined.participation.is_quiet_about_time() {
            // The executive is about to coordinate again, and will get a full report.
            return;
        }
        let Some(direct) = joined.time.direct.as_deref().and_then(|it| it.pair()) else {
            return;
        };
        out.frame(direct.other, &mut |buffer| {
            data::put_time_report(buffer, direct.epoch, &report);
        });
        let own = joined.identity.handle();
        self.take_report(own, report, out);
    }

    /// Takes a report in; what follows for this federate takes effect.
    fn take_report(&mut self, from: FederateHandle, report: TimeReport, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.steady() else {
            return;
        };
        let direct = joined.time.direct.as_deref_mut();
        let Some(direct) = direct.and_then(|it| it.pair_mut()) else {
            return;
        };
        let mut news = News::new();
        direct
            .coordinator
            .report(from, &report, Duration::ZERO, &mut news);
        let own = joined.identity.handle();
        for (federate, news) in news {
            if federate == own {
                self.handle_time_news(news, out);
            }
        }
    }

    /// Another member reports.
    pub(crate) fn handle_time_report(
        &mut self,
        from: FederateHandle,
        epoch: u64,
        report: &[u8],
        out: &mut dyn Outbox,
    ) -> std::result::Result<(), Protocol> {
        let Some(joined) = self.joined.steady() else {
            return Ok(());
        };
        let report: TimeReport = postcard::from_bytes(report)
            .map_err(|error| Protocol(format!("not a report about time: {error}")))?;
        if !report.is_of(joined.identity.time()) {
            return Err(Protocol(format!(
                "times that are not {}",
                joined.identity.time().name()
            )));
        }
        match joined.time.direct.as_deref().and_then(|it| it.pair()) {
            Some(direct) if direct.epoch == epoch && direct.other != from => {
                joined.refuse(from, None, RefusedAttempt::TimeReport);
            }
            Some(direct) if direct.epoch == epoch => self.take_report(from, report, out),
            _ if epoch >= joined.declarations.next_log() => joined.keep_early_report(EarlyReport {
                from,
                epoch,
                report,
            }),
            _ => {}
        }
        Ok(())
    }

    /// From the log entry with this number on two federates coordinate for themselves.
    pub(crate) fn handle_time_direct(
        &mut self,
        epoch: u64,
        pair: [FederateHandle; 2],
        coordinator: Coordinator,
        out: &mut dyn Outbox,
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let mut early = std::mem::take(&mut joined.time.early_reports);
        early.retain(|report| report.epoch == epoch);
        let other = match pair {
            [own, other] | [other, own] if own == joined.identity.handle() => other,
            _ => return,
        };
        let unaccounted = coordinator.unaccounted(joined.identity.handle());
        joined.note_long_gone(&unaccounted);
        let pair = PairCoordination {
            coordinator,
            other,
            epoch,
            unaccounted,
        };
        joined.time.direct = Some(Box::new(DirectTime::Pair(pair)));
        // Reports in transit to the executive do not count any more.
        let report = joined.full_time_report();
        self.report_directly(report, out);
        for EarlyReport { from, report, .. } in early {
            if from != other {
                if let Some(joined) = self.joined.as_deref_mut() {
                    joined.refuse(from, None, RefusedAttempt::TimeReport);
                }
                continue;
            }
            self.take_report(from, report, out);
        }
    }

    /// Repeats everything to the other member: a report may have been lost with a connection.
    pub(crate) fn repeat_time_report(&mut self, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        match joined.time.direct.as_deref() {
            None => {}
            Some(DirectTime::Boards(_)) => self.post_time(out),
            Some(DirectTime::Pair(_)) => {
                let report = joined.full_time_report();
                self.report_directly(report, out);
            }
        }
    }

    /// The executive coordinates again.
    pub(crate) fn handle_time_central(&mut self, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        if let Some(direct) = joined.time.direct.take() {
            out.open_boards(0, 0, &mut std::iter::empty());
            if let Some(advance) = &mut joined.time.state.advance {
                // The executive does not know of a grant that waits among the callbacks.
                advance.uncertain |= advance.granted.is_some();
            }
            let (promised, known) = match *direct {
                DirectTime::Pair(pair) => {
                    let promised: Option<Bound> =
                        pair.coordinator.promised(joined.identity.handle());
                    (promised, Some(Box::new(pair.coordinator)))
                }
                DirectTime::Boards(boards) => {
                    joined.time.boards_wish.ended(boards.postings());
                    (boards.promised, None)
                }
            };
            let report = joined.full_time_report();
            let gathered = TimeRequest::Gathered {
                report,
                promised,
                known,
            };
            out.control(&ToRti::Member(MemberRequest::Time(gathered)));
        }
    }
}

impl Joined {
    /// Notes of the departed whose messages were missing here that nothing more comes from them: the executive may have dropped
    /// its reports of these since it left time to the members.
    pub(super) fn note_long_gone(&mut self, unaccounted: &BTreeSet<FederateHandle>) {
        let gone = |from: &FederateHandle| {
            self.roster.peer(*from).is_none() && !self.streams.is_ending(*from)
        };
        let drained = unaccounted.iter().copied().filter(gone);
        self.time.state.drained = drained.collect();
    }

    fn keep_early_report(&mut self, early: EarlyReport) {
        let from = early.from;
        if !early.keep_among(&mut self.time.early_reports) {
            self.refuse(from, None, RefusedAttempt::TimeReport);
        }
    }

    /// Everything, whether it was reported before or not.
    fn full_time_report(&mut self) -> TimeReport {
        self.roster.forget_reported();
        self.time.state.drained_reported = 0;
        self.time_report()
    }
}
