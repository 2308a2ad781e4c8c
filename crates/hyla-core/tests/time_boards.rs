//! Federates that coordinate by boards: promises that are seen before the messages that were sent earlier, and the way back to
//! the executive.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::rc::Rc;

use harness::time::{at, one};
use harness::{Channel, Told, World};
use hyla_core::message::{FromRti, LogEvent};
use hyla_types::{LogicalTime, ResignAction};

/// What is delivered now: stamps of messages, and times of grants.
fn delivered(world: &mut World, node: usize) -> Vec<String> {
    let told = world.told(node).into_iter();
    told.filter_map(|told| match told {
        Told::Received(..) => Some("message".to_owned()),
        Told::Other(text) if text.starts_with("TimeAdvanceGrant") => Some("grant".to_owned()),
        _ => None,
    })
    .collect()
}

/// Whether the last change of the log that concerns time left it to the boards.
fn on_boards(world: &World) -> bool {
    let changes = world.nodes[0].heard.iter().filter_map(|it| match it {
        FromRti::Log { event, .. } => Some(event),
        _ => None,
    });
    changes
        .filter_map(|event| match event {
            LogEvent::TimeBoards { .. } => Some(true),
            LogEvent::TimeDirect { .. } | LogEvent::TimeCentral => Some(false),
            _ => None,
        })
        .next_back()
        .unwrap_or(false)
}

/// How often time was left to the boards.
fn trials(world: &World) -> usize {
    let log = world.nodes[0].heard.iter();
    let begins = |it: &&FromRti| {
        matches!(
            it,
            FromRti::Log {
                event: LogEvent::TimeBoards { .. },
                ..
            }
        )
    };
    log.filter(begins).count()
}

/// Three that regulate with lookahead 1 and are constrained, all at 10; `boards`: whether they have any.
fn three(boards: bool) -> World {
    several(3, boards)
}

fn several(count: usize, boards: bool) -> World {
    let mut world = World::stamped(count);
    if boards {
        world.boards = Some(Rc::default());
    }
    for node in 0..count {
        world.regulate(node);
        world.constrain(node);
    }
    for step in 1..=10 {
        round(&mut world, f64::from(step));
    }
    world
}

fn round(world: &mut World, to: f64) {
    for node in 0..world.nodes.len() {
        world.advance(node, to);
    }
    for node in 0..world.nodes.len() {
        assert_eq!(delivered(world, node), ["grant"], "{node} to {to}");
    }
}

#[test]
fn three_in_lock_step_do_without_the_executive() {
    let mut world = three(true);
    assert!(on_boards(&world));
    for node in 0..3 {
        world.hold(Channel::ToRti(node));
        world.hold(Channel::FromRti(node));
    }
    for step in 11..=20 {
        round(&mut world, f64::from(step));
    }
}

#[test]
fn two_in_lock_step_do_without_reports_to_each_other() {
    let mut world = several(2, true);
    assert!(on_boards(&world));
    for (node, other) in [(0, 1), (1, 0)] {
        world.hold(Channel::ToRti(node));
        world.hold(Channel::FromRti(node));
        world.hold(Channel::Data(node, other));
    }
    for step in 11..=20 {
        round(&mut world, f64::from(step));
    }
}

/// Two that ask for the next message report to each other, and try boards again only after many other requests.
#[test]
fn two_go_back_to_reports_for_the_next_message() {
    let mut world = several(2, true);
    world.call(1, |m, out| m.next_message_request(at(15.0), out));
    world.settle();
    assert!(!on_boards(&world));
    world.advance(0, 15.0);
    for node in 0..2 {
        assert_eq!(delivered(&mut world, node), ["grant"], "{node}");
    }
    for (rounds, expected) in [(20, 1), (80, 2)] {
        while reached(&world) < rounds {
            let next = f64::from(reached(&world) + 1);
            round(&mut world, next);
        }
        assert_eq!(trials(&world), expected, "{rounds} rounds");
    }
    assert!(on_boards(&world));
}

#[test]
fn two_without_boards_do_not_try() {
    let mut world = several(2, false);
    let heard = world.nodes[0].heard.len();
    for step in 11..=100 {
        round(&mut world, f64::from(step));
    }
    assert_eq!(trials(&world), 0);
    assert_eq!(world.nodes[0].heard.len(), heard);
}

#[test]
fn a_grant_waits_for_the_messages_that_were_sent_before_the_promise() {
    let mut world = three(true);
    world.hold(Channel::Data(0, 1));
    world.send_at(0, 11.5);
    world.advance(0, 20.0);
    world.advance(2, 20.0);
    world.advance(1, 15.0);
    assert!(on_boards(&world));
    assert_eq!(delivered(&mut world, 1), [] as [&str; 0]);

    world.release(Channel::Data(0, 1));

    assert_eq!(delivered(&mut world, 1), ["message", "grant"]);
}

#[test]
fn who_asks_for_the_next_message_gives_time_back() {
    let mut world = three(true);
    assert!(on_boards(&world));
    world.call(1, |m, out| m.next_message_request(at(15.0), out));
    world.settle();
    assert!(!on_boards(&world));
    world.advance(0, 15.0);
    world.advance(2, 15.0);
    for node in 0..3 {
        assert_eq!(delivered(&mut world, node), ["grant"], "{node}");
    }
}

#[test]
fn who_loses_its_board_gives_time_back() {
    let mut world = three(true);
    let lame = world.handle(2);
    let boards = world.boards.clone().unwrap();
    boards.borrow_mut().without.insert(lame);
    round(&mut world, 11.0);
    assert!(!on_boards(&world));
    for step in 12..=30 {
        round(&mut world, f64::from(step));
    }
}

#[test]
fn without_boards_trials_become_rare() {
    let mut world = three(false);
    // After 6 requests, 48 more, and 384 more; 3072 are not reached.
    for (rounds, expected) in [(10, 1), (40, 2), (400, 3)] {
        while reached(&world) < rounds {
            let next = f64::from(reached(&world) + 1);
            round(&mut world, next);
        }
        assert_eq!(trials(&world), expected, "{rounds} rounds");
        assert!(!on_boards(&world));
    }
}

/// The time of all of them.
fn reached(world: &World) -> i32 {
    match world.nodes[0].member.logical_time().unwrap() {
        LogicalTime::Float64(time) => time.value() as i32,
        LogicalTime::Integer64(_) => unreachable!("the federation counts in floats"),
    }
}

#[test]
fn one_that_leaves_holds_nobody_up() {
    for resigns in [true, false] {
        let mut world = three(true);
        world.advance(0, 15.0);
        world.advance(1, 15.0);
        if resigns {
            world.resign(2, ResignAction::NoAction);
        } else {
            world.lose(2);
            world.settle();
        }
        for node in 0..2 {
            assert_eq!(delivered(&mut world, node), ["grant"], "{resigns} {node}");
        }
    }
}

/// The promise under which a federate begins to regulate counts, though it has not got the callback.
#[test]
fn who_does_not_know_yet_that_it_regulates_keeps_its_promise() {
    let mut world = three(true);
    world.call(2, |m, out| m.disable_time_regulation(out));
    world.quiet();
    for node in 0..3 {
        world.advance(node, 11.0);
    }
    world.quiet();
    world.call(2, |m, out| m.enable_time_regulation(one(), out));
    world.settle();
    world.advance(0, 30.0);
    world.advance(1, 30.0);

    assert_eq!(delivered(&mut world, 0), [] as [&str; 0]);
    world.quiet();
    world.advance(2, 30.0);
    world.settle();
    assert_eq!(delivered(&mut world, 0), ["grant"]);
}

#[test]
fn after_a_restore_nobody_is_released_by_what_was_posted_before() {
    let mut world = three(true);
    for node in 0..3 {
        world.call(node, |m, _| m.enable_asynchronous_delivery());
    }
    let file = world.save("at ten");
    for step in 11..=30 {
        round(&mut world, f64::from(step));
    }

    world.restore(&file);

    assert_eq!(reached(&world), 10);
    for step in 11..=15 {
        for node in 0..2 {
            world.advance(node, f64::from(step));
            assert_eq!(
                delivered(&mut world, node),
                [] as [&str; 0],
                "{node} to {step}"
            );
        }
        world.advance(2, f64::from(step));
        for node in 0..3 {
            assert_eq!(delivered(&mut world, node), ["grant"], "{node} to {step}");
        }
    }
    assert!(on_boards(&world));
}
