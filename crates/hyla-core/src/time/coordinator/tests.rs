//! The table's own bounds.

use std::time::Duration;

use hyla_types::{FederateHandle, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval};

use super::*;
use crate::time::AdvanceKind;

fn at(time: u32) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(f64::from(time)).unwrap())
}

/// What a federate says that regulates from this time with lookahead 1 and has sent so much.
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
        bound: None,
        lookahead: at(0).implementation().zero(),
        asked: None,
        waiting: Duration::ZERO,
        queued: None,
        sent: Vec::new(),
        received: Vec::new(),
        drained: Vec::new(),
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
