//! Times of another implementation than the federation's: the RTI refuses whatever carries one.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::World;
use hyla_core::message::{MemberRequest, ToRti};
use hyla_core::time::{AdvanceKind, Asked, Bound, Coordinator, TimeReport, TimeRequest};
use hyla_types::{
    Float64Interval, Float64Time, Integer64Interval, Integer64Time, LogicalTime,
    LogicalTimeInterval,
};

fn own() -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(1.0).unwrap())
}

fn foreign() -> LogicalTime {
    LogicalTime::Integer64(Integer64Time::new(1).unwrap())
}

fn span() -> LogicalTimeInterval {
    LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap())
}

fn foreign_span() -> LogicalTimeInterval {
    LogicalTimeInterval::Integer64(Integer64Interval::new(1).unwrap())
}

fn asks(to: LogicalTime) -> Option<Asked> {
    let kind = AdvanceKind::TimeAdvance;
    Some(Asked { kind, to })
}

/// A report that is sound, with every time that it can carry.
fn report() -> TimeReport {
    TimeReport {
        now: own(),
        bound: Some(Bound::at(own())),
        lookahead: span(),
        asked: asks(own()),
        waiting: Duration::ZERO,
        queued: Some(own()),
        sent: Vec::new(),
        received: Vec::new(),
        drained: Vec::new(),
    }
}

/// The same with one foreign time each.
fn foreign_reports() -> Vec<TimeReport> {
    let all = [report(), report(), report(), report(), report()];
    let [mut now, mut bound, mut lookahead, mut asked, mut queued] = all;
    now.now = foreign();
    bound.bound = Some(Bound::at(foreign()));
    lookahead.lookahead = foreign_span();
    asked.asked = asks(foreign());
    queued.queued = Some(foreign());
    vec![now, bound, lookahead, asked, queued]
}

fn gathered(report: TimeReport, promised: LogicalTime) -> TimeRequest {
    TimeRequest::Gathered {
        report,
        promised: Some(Bound::at(promised)),
        known: Some(Box::default()),
    }
}

/// Whether the RTI takes the request from a federate.
fn takes(request: TimeRequest) -> bool {
    let mut world = World::traffic(1);
    let session = world.nodes[0].session;
    let message = ToRti::Member(MemberRequest::Time(request));
    match world.rti.handle_message(session, message) {
        Ok(_) => true,
        Err(problem) => {
            let problem = format!("{problem:?}");
            assert!(
                problem.contains("times that are not HLAfloat64Time"),
                "{problem}"
            );
            false
        }
    }
}

#[test]
fn times_of_the_federation_are_taken() {
    let lookahead = span();
    let _empty: Coordinator = Coordinator::default();
    for request in [
        TimeRequest::Report(report()),
        TimeRequest::Regulate {
            lookahead,
            report: Some(report()),
        },
        TimeRequest::Constrain(Some(report())),
        TimeRequest::StopRegulating(None),
        gathered(report(), own()),
    ] {
        assert!(takes(request.clone()), "{request:?}");
    }
}

#[test]
fn a_foreign_time_anywhere_in_a_report_is_refused() {
    for wrong in foreign_reports() {
        for request in [
            TimeRequest::Report(wrong.clone()),
            TimeRequest::Regulate {
                lookahead: span(),
                report: Some(wrong.clone()),
            },
            TimeRequest::StopRegulating(Some(wrong.clone())),
            TimeRequest::Constrain(Some(wrong.clone())),
            gathered(wrong.clone(), own()),
        ] {
            assert!(!takes(request.clone()), "{request:?}");
        }
    }
}

#[test]
fn a_foreign_lookahead_or_promise_is_refused() {
    let lookahead = foreign_span();
    let report = Some(report());
    assert!(!takes(TimeRequest::Regulate { lookahead, report }));
    assert!(!takes(gathered(self::report(), foreign())));
}
