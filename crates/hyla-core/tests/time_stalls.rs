//! Waits that last long are warned of, once, with who holds them back.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::World;
use hyla_core::executive::NoticeLevel;
use hyla_types::{Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval};

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// A federate that regulates and stays where it is, and one that waits for it; `others` regulate too,
/// far ahead.
fn stalled(others: usize) -> World {
    let mut world = World::traffic(2 + others);
    world.rti.set_stall_warning(Some(Duration::from_secs(5)));
    world.rti.handle_time(Duration::ZERO);
    let one = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    for node in (0..1).chain(2..2 + others) {
        world.call(node, |m, out| m.enable_time_regulation(one, out));
        world.settle();
        while world.next(node).is_some() {}
    }
    for node in 2..2 + others {
        world.call(node, |m, out| m.time_advance_request(at(100.0), out));
    }
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.settle();
    while world.next(1).is_some() {}
    world.call(1, |m, out| m.time_advance_request(at(7.0), out));
    world.settle();
    world
}

/// Lets so many seconds pass and returns the warnings.
fn warnings_until(world: &mut World, seconds: u64) -> Vec<String> {
    let now = Duration::from_secs(seconds);
    world.now = now;
    for node in 0..world.nodes.len() {
        world.call(node, |m, out| {
            m.handle_time(now, out);
            Ok(())
        });
    }
    world.rti.handle_time(now);
    world.fetch_transmits();
    world.settle();
    let notices = std::iter::from_fn(|| world.rti.poll_notice());
    notices
        .filter(|notice| notice.level == NoticeLevel::Warning)
        .map(|notice| format!("{} {}", notice.federate.unwrap_or_default(), notice.text))
        .collect()
}

fn check(mut world: World) {
    warnings_until(&mut world, 1);
    assert_eq!(warnings_until(&mut world, 3), [""; 0]);

    let warnings = warnings_until(&mut world, 8);

    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let said = &warnings[0];
    assert!(
        said.starts_with("federate 1 waits in timeAdvanceRequest 7"),
        "{said}"
    );
    assert!(said.contains("\"federate 0\" holds it back"), "{said}");
    assert_eq!(
        warnings_until(&mut world, 20),
        [""; 0],
        "it was said already"
    );
}

#[test]
fn a_pair_that_coordinates_for_itself_is_watched() {
    check(stalled(0));
}

#[test]
fn many_federates_are_watched() {
    check(stalled(3));
}

#[test]
fn waits_are_looked_at_each_time_that_the_limit_has_passed() {
    let mut world = stalled(0);
    let seconds = |number| Some(Duration::from_secs(number));
    warnings_until(&mut world, 1);
    let first = world.rti.next_deadline().expect("somebody waits");
    assert!(Some(first) <= seconds(6), "{first:?}");

    // Before that there is nothing to check.
    warnings_until(&mut world, 2);
    assert_eq!(world.rti.next_deadline(), Some(first));

    let now = first + Duration::from_secs(1);
    warnings_until(&mut world, now.as_secs());
    assert_eq!(
        world.rti.next_deadline(),
        Some(now + Duration::from_secs(5))
    );
}

#[test]
fn a_further_wait_for_the_same_time_is_warned_of_again() {
    let mut world = stalled(0);
    world.call(0, |m, out| m.time_advance_request(at(7.0), out));
    world.quiet();
    world.call(1, |m, out| m.time_advance_request_available(at(9.0), out));
    world.settle();
    warnings_until(&mut world, 1);
    assert_eq!(warnings_until(&mut world, 8).len(), 1);
    world.call(0, |m, out| m.time_advance_request(at(8.0), out));
    world.quiet();
    assert_eq!(world.nodes[1].member.logical_time(), Ok(at(9.0)));
    assert_eq!(warnings_until(&mut world, 14), [""; 0]);

    // Now it waits for all messages of that time.
    world.call(1, |m, out| m.time_advance_request(at(9.0), out));
    world.settle();

    assert_eq!(warnings_until(&mut world, 30).len(), 1);
}
