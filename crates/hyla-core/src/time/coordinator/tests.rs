//! The table's own bounds.

use std::time::Duration;

use hyla_types::{FederateHandle, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval};

use super::*;
use crate::time::AdvanceKind;

fn at(time: u32) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(f64::from(time)).unwrap())
}

/// Report of a federate that regulates from this time with lookahead 1 and has sent this number of messages.
fn promises(now: u32, to: FederateHandle, count: u64) -> TimeReport {
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    TimeReport {
        now: at(now),
        bound: Some(Bound::at(at(now + 1))),
        lookahead,
        sent: vec![MessageCount {
            federate: to,
            count,
        }],
        ..quiet(now)
    }
}

fn quiet(now: u32) -> TimeReport {
    TimeReport {
        now: at(now),
        ..TimeReport::of_nothing(at(0).implementation())
    }
}

#[test]
fn what_is_on_its_way_to_a_slow_federate_takes_room_once_and_still_bounds_its_grants() {
    const REPORTS: u32 = 500;
    let [sender, slow] = [1, 2].map(FederateHandle::new);
    let mut table = Coordinator::default();
    let mut news = News::new();
    for federate in [sender, slow] {
        table.join(federate, at(0), WithoutRegulation::Wait);
    }
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    table.regulate(sender, lookahead, None, Duration::ZERO, &mut news);
    table.constrain(slow, None, Duration::ZERO, &mut news);

    for number in 1..=REPORTS {
        table.take_in(
            sender,
            &promises(number, slow, number.into()),
            Duration::ZERO,
        );
    }

    // The state that a save or a change of coordinators would carry.
    let steps = &table.federates[&slow].missing[&sender];
    assert!(steps.len() <= 16, "{} steps", steps.len());
    assert_eq!(steps.back().map(|(upto, _)| *upto), Some(REPORTS.into()));
    // Of the last messages only is known that they were sent after the 15th promise, and before that all is known.
    let mut reported = |received: u64| {
        let report = TimeReport {
            asked: Some(Asked {
                kind: AdvanceKind::NextMessage,
                to: at(1000),
            }),
            received: vec![MessageCount {
                federate: sender,
                count: received,
            }],
            ..quiet(0)
        };
        table.take_in(slow, &report, Duration::ZERO);
        table.federates[&slow].least_queued()
    };
    assert_eq!(reported(3), Some(Bound::at(at(4))));
    assert_eq!(reported(200), Some(Bound::at(at(16))));
    assert_eq!(reported(u64::from(REPORTS) - 1), Some(Bound::at(at(16))));
    assert_eq!(reported(REPORTS.into()), None);
}

fn span(length: u32) -> LogicalTimeInterval {
    LogicalTimeInterval::Float64(Float64Interval::new(f64::from(length)).unwrap())
}

/// Federates 1 to 3 that have joined at 0.
fn joined() -> (Coordinator, [FederateHandle; 3], News) {
    let mut table = Coordinator::default();
    let federates = [1, 2, 3].map(FederateHandle::new);
    for federate in federates {
        table.join(federate, at(0), WithoutRegulation::Wait);
    }
    (table, federates, News::new())
}

fn asks(kind: AdvanceKind, now: u32, to: u32) -> TimeReport {
    TimeReport {
        asked: Some(Asked { kind, to: at(to) }),
        ..quiet(now)
    }
}

#[test]
fn a_table_is_in_use_while_anybody_regulates_or_is_constrained() {
    let (mut table, [one, two, _], mut news) = joined();
    assert!(!table.is_in_use());

    table.regulate(one, span(1), None, Duration::ZERO, &mut news);
    assert!(table.is_in_use());
    table.stop_regulating(one, None, Duration::ZERO, &mut news);
    assert!(!table.is_in_use());

    table.constrain(two, None, Duration::ZERO, &mut news);
    assert!(table.is_in_use() && table.is_constrained(two));
    table.stop_constraining(two, &mut news);
    assert!(!table.is_in_use() && !table.is_constrained(two));
    assert_eq!(table.time_of(two), Some(at(0)));
}

#[test]
fn a_release_moves_the_time_of_its_federate_as_far_as_the_grant_is_sure() {
    for (kind, queued, granted) in [
        (AdvanceKind::TimeAdvance, Some(3), 5),
        (AdvanceKind::TimeAdvanceAvailable, None, 5),
        (AdvanceKind::NextMessage, None, 5),
        (AdvanceKind::NextMessage, Some(3), 3),
        (AdvanceKind::FlushQueue, None, 0),
    ] {
        let (mut table, [one, two, _], mut news) = joined();
        table.regulate(one, span(1), None, Duration::ZERO, &mut news);
        table.constrain(two, None, Duration::ZERO, &mut news);
        let report = TimeReport {
            queued: queued.map(at),
            ..asks(kind, 0, 5)
        };
        table.report(two, &report, Duration::ZERO, &mut news);
        table.report(one, &promises(10, two, 0), Duration::ZERO, &mut news);

        assert!(matches!(
            news.last(),
            Some((federate, TimeNews::Released { .. })) if *federate == two
        ));
        assert_eq!(table.time_of(two), Some(at(granted)), "{kind:?} {queued:?}");
    }
}

#[test]
fn who_is_no_longer_constrained_waits_for_nothing() {
    let (mut table, [one, two, _], mut news) = joined();
    table.regulate(one, span(1), None, Duration::ZERO, &mut news);
    table.constrain(two, None, Duration::ZERO, &mut news);
    table.take_in(two, &asks(AdvanceKind::TimeAdvance, 0, 50), Duration::ZERO);
    news.clear();

    table.stop_constraining(two, &mut news);
    table.report(one, &promises(100, two, 0), Duration::ZERO, &mut news);

    assert_eq!(news, []);
}

#[test]
fn promises_of_those_that_wait_for_each_other_follow_from_the_least() {
    let (mut table, federates, mut news) = joined();
    let lookahead = [1, 5, 2];
    for (federate, lookahead) in federates.into_iter().zip(lookahead) {
        table.regulate(federate, span(lookahead), None, Duration::ZERO, &mut news);
    }
    for federate in federates {
        table.constrain(federate, None, Duration::ZERO, &mut news);
    }
    // The first has nothing queued, the second a message at 30, the third one at 12.
    let queued = [None, Some(at(30)), Some(at(12))];
    for ((federate, lookahead), queued) in federates.into_iter().zip(lookahead).zip(queued) {
        let report = TimeReport {
            bound: Some(Bound::at(at(lookahead))),
            lookahead: span(lookahead),
            queued,
            ..asks(AdvanceKind::NextMessage, 0, 100)
        };
        table.take_in(federate, &report, Duration::ZERO);
    }

    // The third gets its message at 12 and sends from 14 on; so the first is granted there at the earliest and sends
    // from 15 on, the second from 19 on.
    let bounds = federates.map(|federate| table.galt(federate).map(|galt| galt.bound));
    assert_eq!(bounds, [14, 14, 15].map(|time| Some(Bound::at(at(time)))));
}

#[test]
fn messages_that_have_been_received_are_not_expected() {
    let (mut table, [one, two, _], mut news) = joined();
    table.regulate(one, span(1), None, Duration::ZERO, &mut news);
    table.take_in(one, &promises(1, two, 4), Duration::ZERO);
    let expected = |count| MessageCount {
        federate: one,
        count,
    };
    assert_eq!(table.expected(two), [expected(4)]);
    let received = |count| TimeReport {
        received: vec![expected(count)],
        ..quiet(0)
    };

    table.take_in(two, &received(3), Duration::ZERO);
    assert_eq!(table.expected(two), [expected(4)]);
    table.take_in(two, &received(4), Duration::ZERO);
    assert_eq!(table.expected(two), []);
}

#[test]
fn people_are_shown_what_each_federate_waits_for() {
    let (mut table, [one, two, three], mut news) = joined();
    table.regulate(one, span(1), None, Duration::ZERO, &mut news);
    let ahead = TimeReport { ..quiet(10) };
    table.constrain(two, Some(ahead), Duration::ZERO, &mut news);
    table.constrain(three, None, Duration::ZERO, &mut news);
    table.regulate(three, span(1), Some(quiet(20)), Duration::ZERO, &mut news);

    let shown = |table: &Coordinator| {
        let all = table.standings().into_iter();
        all.map(|it| {
            (
                it.constrained,
                it.waits.map(|waits| (waits.service, waits.to)),
            )
        })
        .collect::<Vec<_>>()
    };

    let waits = |service, to| Some((service, at(to)));
    assert_eq!(
        shown(&table),
        [
            (false, None),
            (false, waits("enableTimeConstrained", 10)),
            (true, waits("enableTimeRegulation", 20)),
        ]
    );
    table.take_in(
        three,
        &asks(AdvanceKind::TimeAdvance, 20, 25),
        Duration::ZERO,
    );
    assert_eq!(shown(&table)[2], (true, waits("timeAdvanceRequest", 25)));
}

#[test]
fn who_begins_to_regulate_keeps_out_of_the_past_of_one_that_did_before_it() {
    let (mut table, [one, two, three], mut news) = joined();
    table.regulate(one, span(1), None, Duration::ZERO, &mut news);
    for federate in [two, three] {
        table.constrain(federate, None, Duration::ZERO, &mut news);
    }
    table.report(one, &promises(20, two, 0), Duration::ZERO, &mut news);
    let asked = asks(AdvanceKind::TimeAdvanceAvailable, 0, 15);
    table.report(three, &asked, Duration::ZERO, &mut news);
    let begins = |news: &News| {
        news.iter().rev().find_map(|(_, news)| match news {
            TimeNews::Regulating { time, .. } => Some(*time),
            _ => None,
        })
    };
    // The third may be at 15; so the second begins at 14 and is past everything before.
    table.regulate(two, span(1), None, Duration::ZERO, &mut news);
    assert_eq!(begins(&news), Some(at(14)));
    table.leave(three, &mut news);
    news.clear();

    table.join(three, at(0), WithoutRegulation::Wait);
    table.regulate(three, span(1), None, Duration::ZERO, &mut news);

    assert_eq!(begins(&news), Some(at(13)));
}
