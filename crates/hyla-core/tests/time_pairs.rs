//! Two federates that coordinate for themselves, and the change from and to the executive: reports that come
//! early, late, twice or not at all.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::time::{MESSAGE, at, one};
use harness::{Channel, Told, World};
use hyla_core::declaration::Position;
use hyla_core::message::Reply;
use hyla_core::message::data::{self, Ending, Envelope};
use hyla_core::object::RefusedAttempt;
use hyla_types::{LogicalTime, ResignAction, TransportationTypeHandle};

/// The first two regulate with lookahead 1, are constrained, and coordinate for themselves.
fn pair(count: usize) -> World {
    let mut world = World::stamped(count);
    for node in 0..2 {
        world.regulate(node);
        world.constrain(node);
    }
    world
}

fn next_message(world: &mut World, node: usize, to: f64) {
    world.call(node, |m, out| m.next_message_request(at(to), out));
    world.settle();
}

/// Delivers what is due; the time of the federate, if that brought a grant.
fn granted(world: &mut World, node: usize) -> Option<LogicalTime> {
    let told = world.told(node);
    let grant =
        |told: &Told| matches!(told, Told::Other(text) if text.starts_with("TimeAdvanceGrant"));
    let now = world.nodes[node].member.logical_time().unwrap();
    told.iter().any(grant).then_some(now)
}

/// Both are at 5 with nothing queued, though the second asked for 50.
fn both_reach_five(world: &mut World) {
    world.send_at(0, 5.0);
    world.advance(0, 5.0);
    assert_eq!(granted(world, 1), Some(at(5.0)));
    assert_eq!(granted(world, 0), Some(at(5.0)));
}

#[test]
fn reports_that_come_before_the_pair_knows_of_itself_count() {
    for reports in [1_u32, 400] {
        let mut world = World::stamped(2);
        world.constrain(0);
        world.hold(Channel::FromRti(0));
        world.regulate(1);
        for step in 1..=reports {
            world.advance(1, f64::from(step));
            assert_eq!(granted(&mut world, 1), Some(at(f64::from(step))));
        }

        world.release(Channel::FromRti(0));
        world.advance(0, f64::from(reports));

        let reached = granted(&mut world, 0);
        assert_eq!(reached, Some(at(f64::from(reports))), "{reports}");
    }
}

#[test]
fn a_report_that_is_lost_with_a_way_is_made_again() {
    let mut world = World::stamped(2);
    world.constrain(0);
    world.regulate(1);
    let [receiver, sender] = [0, 1].map(|node| world.handle(node));
    world.hold(Channel::Data(1, 0));
    world.advance(1, 20.0);
    world.drop_data(sender, receiver);
    world.let_go(Channel::Data(1, 0));
    world.advance(0, 10.0);
    assert_eq!(granted(&mut world, 0), None);

    world.call(1, |m, out| {
        m.handle_way_changed(receiver, out);
        Ok(())
    });
    world.settle();

    assert_eq!(granted(&mut world, 0), Some(at(10.0)));
}

#[test]
fn a_report_of_an_earlier_pair_does_not_count() {
    let mut world = pair(3);
    let [first, second] = [0, 1].map(|node| world.handle(node));
    world.hold(Channel::Data(1, 0));
    next_message(&mut world, 1, 50.0);
    let old = world.copy_data(second, first);
    assert_eq!(old.len(), 1);
    world.release(Channel::Data(1, 0));
    both_reach_five(&mut world);
    world.constrain(2);
    world.call(2, |m, out| m.disable_time_constrained(out));
    world.quiet();

    // The second may send at 6, whatever it waited for in another time.
    world.put_data(second, first, old);
    world.advance(0, 6.0);

    assert_eq!(granted(&mut world, 0), None);
    world.advance(1, 6.0);
    assert_eq!(granted(&mut world, 0), Some(at(6.0)));
}

#[test]
fn a_report_from_before_the_pair_does_not_count_when_the_executive_coordinates_again() {
    let mut world = pair(3);
    world.constrain(2);
    world.hold(Channel::FromRti(1));
    world.hold(Channel::ToRti(1));
    next_message(&mut world, 1, 50.0);
    world.call(2, |m, out| m.disable_time_constrained(out));
    world.settle();
    world.release(Channel::FromRti(1));
    both_reach_five(&mut world);
    world.advance(0, 6.0);
    assert_eq!(granted(&mut world, 0), None);
    world.hold(Channel::FromRti(1));
    world.call(2, |m, out| m.enable_time_constrained(out));
    world.settle();

    // The second one's request to the executive arrives now, and the other message later.
    world.release(Channel::ToRti(1));

    assert_eq!(granted(&mut world, 0), None);
    world.release(Channel::FromRti(1));
    assert_eq!(granted(&mut world, 0), None);
    world.advance(1, 6.0);
    assert_eq!(granted(&mut world, 0), Some(at(6.0)));
}

#[test]
fn what_was_asked_for_is_not_reported_once_it_is_granted() {
    let mut world = pair(2);
    let first = world.handle(0);
    next_message(&mut world, 1, 50.0);
    world.send_at(0, 5.0);
    world.advance(0, 5.0);
    assert_eq!(granted(&mut world, 0), Some(at(5.0)));

    // The grant of the second waits among its callbacks. Then it may send at 6.
    world.call(1, |m, out| {
        m.handle_way_changed(first, out);
        Ok(())
    });
    world.advance(0, 6.0);

    assert_eq!(granted(&mut world, 0), None);
    assert_eq!(granted(&mut world, 1), Some(at(5.0)));
}

#[test]
fn the_executive_learns_of_a_grant_that_waited_while_it_took_over() {
    let mut world = World::stamped(3);
    world.regulate(0);
    world.constrain(0);
    world.regulate(1);
    world.advance(1, 20.0);
    world.told(1);
    next_message(&mut world, 0, 10.0);
    world.call(2, |m, out| m.enable_time_constrained(out));
    world.settle();
    world.told(2);
    world.advance(2, 5.0);

    assert_eq!(granted(&mut world, 0), Some(at(10.0)));

    assert_eq!(granted(&mut world, 2), Some(at(5.0)));
}

#[test]
fn a_grant_that_was_decided_before_its_messages_had_come_is_reported() {
    let mut world = World::stamped(3);
    world.regulate(0);
    world.constrain(0);
    world.constrain(2);
    world.regulate(1);
    world.hold(Channel::Data(1, 0));
    world.send_at(1, 100.0);
    world.advance(1, 50.0);
    world.told(1);
    next_message(&mut world, 0, 20.0);
    assert_eq!(granted(&mut world, 0), None);
    world.release(Channel::Data(1, 0));
    assert_eq!(granted(&mut world, 0), Some(at(20.0)));

    // The executive only knew that the message is not before 1.
    world.advance(2, 15.0);

    assert_eq!(granted(&mut world, 2), Some(at(15.0)));
}

#[test]
fn only_questions_are_answered_without_those_that_do_not_answer() {
    let mut world = World::stamped(4);
    world.constrain(0);
    world.regulate(1);
    world.advance(1, 20.0);
    world.told(1);
    world.advance(0, 15.0);
    assert_eq!(granted(&mut world, 0), Some(at(15.0)));
    world.hold(Channel::FromRti(0));
    world.hold(Channel::FromRti(1));

    // Whether they ask before the timeout is over or after it: they must not begin in the past of the first.
    world.call(2, |m, out| m.enable_time_regulation(one(), out));
    world.settle();
    world.rti.handle_time(Duration::from_millis(250));
    world.fetch_transmits();
    world.settle();
    world.call(3, |m, out| m.enable_time_regulation(one(), out));
    world.settle();
    assert_eq!(world.told(2), []);
    assert_eq!(world.told(3), []);
    // A question after the timeout is over is answered at once.
    let request = world.call(2, |m, out| m.request_galt(out)).unwrap();
    world.settle();
    assert_eq!(world.answer(2, request), Ok(Reply::Done));

    world.let_go(Channel::FromRti(0));
    world.release(Channel::FromRti(1));

    for node in [2, 3] {
        world.told(node);
        let now = world.nodes[node].member.logical_time().unwrap();
        assert!(now > at(14.0), "{node} begins at {now}");
    }
}

#[test]
fn who_has_left_before_two_coordinate_for_themselves_holds_nobody_back() {
    let mut world = pair(3);
    world.regulate(2);
    next_message(&mut world, 0, 50.0);

    // The executive leaves time to the pair before it knows that no message of the leaving member is missing.
    world.resign(2, ResignAction::NoAction);
    world.settle();
    next_message(&mut world, 1, 50.0);

    for node in 0..2 {
        assert_eq!(granted(&mut world, node), Some(at(50.0)), "{node}");
    }
}

#[test]
fn the_executive_hears_of_who_left_while_two_coordinated_for_themselves() {
    let mut world = pair(4);
    // A message of the third one is on its way, and it has no part in time any more.
    world.regulate(2);
    world.hold(Channel::Data(2, 0));
    world.send_at(2, 40.0);
    world.call(2, |m, out| m.disable_time_regulation(out));
    world.settle();
    // The message arrives, the pair knows, and the third one leaves.
    world.release(Channel::Data(2, 0));
    next_message(&mut world, 0, 5.0);
    world.advance(1, 5.0);
    assert_eq!(granted(&mut world, 0), Some(at(5.0)));
    world.resign(2, ResignAction::NoAction);
    world.settle();

    // The executive coordinates again.
    world.regulate(3);
    world.advance(3, 60.0);
    next_message(&mut world, 0, 50.0);
    next_message(&mut world, 1, 50.0);

    assert_eq!(granted(&mut world, 0), Some(at(40.0)));
}

#[test]
fn who_leaves_in_the_midst_of_a_restore_holds_nobody_back() {
    let mut world = pair(3);
    for node in 0..2 {
        world.call(node, |m, _| m.enable_asynchronous_delivery());
    }
    let file = world.save("S");
    world.load(2, &file);

    // With it the restore fails, which the executive notes before it takes it out of the calculation.
    world.resign(1, ResignAction::NoAction);
    world.quiet();

    next_message(&mut world, 0, 50.0);
    world.advance(2, 40.0);
    world.told(2);
    world.call(2, |m, out| m.enable_time_constrained(out));
    world.settle();
    let told = world.told(2);
    let constrained = |told: &Told| matches!(told, Told::Other(text) if text.starts_with("TimeConstrainedEnabled"));
    assert!(told.iter().any(constrained), "{told:?}");
}

#[test]
fn a_report_of_a_third_federate_does_not_count() {
    for early in [false, true] {
        let mut world = World::stamped(3);
        world.constrain(0);
        world.hold(Channel::Data(1, 0));
        if early {
            // It does not know of the pair yet.
            world.hold(Channel::FromRti(0));
        }
        world.regulate(1);
        let [victim, other, liar] = [0, 1, 2].map(|node| world.handle(node));
        world.advance(1, 20.0);
        let reports = world.copy_data(other, victim);
        assert!(!reports.is_empty());
        world.drop_data(other, victim);
        world.put_data(liar, victim, reports);
        world.settle();
        if early {
            world.release(Channel::FromRti(0));
        }
        world.advance(0, 6.0);

        assert_eq!(granted(&mut world, 0), None, "{early}");
        let member = &world.nodes[0].member;
        assert!(member.refused_messages() >= 1, "{early}");
        let last = member.last_refused_message().unwrap();
        assert_eq!(
            (last.from, last.attempt),
            (liar, RefusedAttempt::TimeReport)
        );
    }
}

/// A message of a federate with that stamp, whatever it has promised.
fn forged(world: &World, stamp: f64) -> Vec<u8> {
    let class = world.interaction(MESSAGE);
    let time = at(stamp).encode();
    let envelope = Envelope {
        time: Some(time),
        serial: Some(77),
        ..Envelope::rti(TransportationTypeHandle::new(1))
    };
    let mut frame = Vec::new();
    let none = std::iter::empty::<(u32, &[u8])>();
    data::put_interaction(&mut frame, class, None, &envelope, 0, none, Ending::Whole);
    frame
}

#[test]
fn a_message_in_the_past_is_refused_and_one_of_now_is_not() {
    for count in [2, 3] {
        let mut world = World::stamped(count);
        world.regulate(1);
        for node in 0..count {
            world.constrain(node);
        }
        let (victim, liar) = (world.handle(0), world.handle(1));
        world.advance(1, 10.0);
        world.advance(0, 8.0);
        assert_eq!(granted(&mut world, 0), Some(at(8.0)));

        for stamp in [7.0, 8.0] {
            let frame = forged(&world, stamp);
            world.put_data(liar, victim, vec![frame]);
        }
        world.settle();
        world.advance(0, 9.0);

        let told = world.told(0);
        let received = |it: &&Told| matches!(it, Told::Received(..));
        assert_eq!(told.iter().filter(received).count(), 1, "{told:?}");
        let member = &world.nodes[0].member;
        let last = member.last_refused_message().unwrap();
        assert_eq!((last.from, last.attempt), (liar, RefusedAttempt::Past));
        assert_eq!(member.refused_messages(), 1);
    }
}

#[test]
fn numbers_and_positions_without_sense_hold_up_their_sender_alone() {
    let mut world = World::stamped(3);
    let (victim, liar) = (world.handle(0), world.handle(2));
    let mut frames = vec![Vec::new(); 4];
    data::put_count(&mut frames[0], u64::MAX);
    frames[1] = forged(&world, 3.0);
    data::put_retract(&mut frames[2], 12345);
    let position = Position {
        log: u64::MAX,
        own: u64::MAX,
    };
    data::put_position(&mut frames[3], position);
    world.put_data(liar, victim, frames);
    world.settle();
    world.told(0);

    world.regulate(1);
    world.constrain(0);
    world.send_at(1, 5.0);
    world.send_at(2, 5.0);
    world.advance(1, 10.0);
    world.advance(0, 5.0);

    let told = world.told(0);
    let received = |it: &&Told| matches!(it, Told::Received(..));
    assert_eq!(told.iter().filter(received).count(), 1, "{told:?}");
}
