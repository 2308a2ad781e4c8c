//! Declarations and data in every order of arrival: what was declared before a message is in force when it is handed over.

mod harness;

use std::time::Duration;

use harness::{Channel, Told, World};
use hyla_core::declaration::Activity::Active;
use hyla_core::declaration::Position;
use hyla_core::executive::NoticeLevel;
use hyla_core::message::RequestId;
use hyla_types::{
    Float64Interval, Float64Time, InteractionClassHandle, LogicalTime, LogicalTimeInterval,
    ResignAction,
};

const QUESTION: &str = "HLAinteractionRoot.Message";
const ANSWER: &str = "HLAinteractionRoot.Order";
const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// All members publish both interactions, and all but node 0 subscribe to the question.
fn talking(members: usize) -> World {
    let mut world = World::traffic(members);
    for node in 0..members {
        for name in [QUESTION, ANSWER] {
            let class = world.interaction(name);
            world.call(node, |m, out| m.publish_interaction_class(class, out));
        }
        if node > 0 {
            subscribe(&mut world, node, QUESTION);
        }
    }
    world.quiet();
    world
}

/// Nothing is carried yet.
fn subscribe(world: &mut World, node: usize, name: &str) -> InteractionClassHandle {
    let class = world.interaction(name);
    world.call(node, |m, out| {
        m.subscribe_interaction_class(class, Active, out)
    });
    class
}

fn send(world: &mut World, node: usize, name: &str, tag: &[u8]) -> Told {
    let class = world.interaction(name);
    world.call(node, |m, out| {
        m.send_interaction(class, &[], tag, None, out)
    });
    Told::Received(class, tag.to_vec())
}

/// The RTI is asked whether everyone follows what the node declared; nothing is carried yet.
fn ask_to_settle(world: &mut World, node: usize) -> RequestId {
    let asked = world.call(node, |m, out| Ok(m.request_settlement(out)));
    asked.expect("something was declared")
}

/// Callbacks of a node, apart from advisories.
fn heard(world: &mut World, node: usize) -> Vec<Told> {
    let mut told = world.told(node);
    told.retain(|told| !matches!(told, Told::InteractionsOn(_) | Told::InteractionsOff(_)));
    told
}

fn is_answered(world: &World, node: usize, request: RequestId) -> bool {
    world.nodes[node].answers.contains_key(&request)
}

#[test]
fn a_message_waits_for_what_its_sender_declared_before() {
    let mut world = talking(2);
    world.hold(Channel::FromRti(1));
    subscribe(&mut world, 0, ANSWER);
    let question = send(&mut world, 0, QUESTION, b"?");
    world.settle();
    assert_eq!(heard(&mut world, 1), [], "the subscription has not arrived");

    world.release(Channel::FromRti(1));

    assert_eq!(heard(&mut world, 1), [question]);
    let answer = send(&mut world, 1, ANSWER, b"!");
    world.settle();
    assert_eq!(heard(&mut world, 0), [answer]);
}

#[test]
fn it_waits_even_while_the_declaration_is_on_its_way_to_the_rti() {
    let mut world = talking(2);
    world.hold(Channel::ToRti(0));
    subscribe(&mut world, 0, ANSWER);
    let question = send(&mut world, 0, QUESTION, b"?");
    world.settle();
    assert_eq!(heard(&mut world, 1), []);

    world.release(Channel::ToRti(0));

    assert_eq!(heard(&mut world, 1), [question]);
}

#[test]
fn it_waits_for_what_its_sender_knew_of_others() {
    let mut world = talking(3);
    world.hold(Channel::FromRti(2));
    subscribe(&mut world, 0, ANSWER);
    send(&mut world, 0, QUESTION, b"to all");
    world.settle();
    assert_eq!(heard(&mut world, 1).len(), 1);
    let passed_on = send(&mut world, 1, QUESTION, b"passed on");
    world.settle();
    assert_eq!(heard(&mut world, 2), []);

    world.release(Channel::FromRti(2));

    let told = heard(&mut world, 2);
    assert!(told.contains(&passed_on), "{told:?}");
    let answer = send(&mut world, 2, ANSWER, b"!");
    world.settle();
    assert_eq!(heard(&mut world, 0), [answer]);
}

#[test]
fn messages_of_others_do_not_wait_along() {
    let mut world = talking(3);
    world.hold(Channel::ToRti(0));
    subscribe(&mut world, 0, ANSWER);
    let waits = send(&mut world, 0, QUESTION, b"waits");
    let passes = send(&mut world, 1, QUESTION, b"passes");
    world.settle();

    assert_eq!(heard(&mut world, 2), [passes]);
    world.release(Channel::ToRti(0));
    assert_eq!(heard(&mut world, 2), [waits]);
}

#[test]
fn what_follows_a_message_that_waits_keeps_its_order() {
    let mut world = talking(2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    world.hold(Channel::FromRti(1));
    let speed = world.attribute(CAR, "Speed");
    let mut expected = Vec::new();
    for round in 0..4_u8 {
        subscribe(&mut world, 0, ANSWER);
        expected.push(send(&mut world, 0, QUESTION, &[round]));
        world.update(0, car, speed, &[round]);
        expected.push(Told::Reflected(car, vec![(speed, vec![round])]));
    }
    world.settle();
    assert_eq!(heard(&mut world, 1), []);

    while !world.waiting_from_rti(1).is_empty() {
        world.let_go(Channel::FromRti(1));
        world.carry();
        world.hold(Channel::FromRti(1));
    }

    assert_eq!(heard(&mut world, 1), expected);
}

#[test]
fn declarations_that_were_lost_with_their_federate_hold_nothing_up() {
    let mut world = talking(2);
    world.hold(Channel::ToRti(0));
    subscribe(&mut world, 0, ANSWER);
    let question = send(&mut world, 0, QUESTION, b"last words");
    world.settle();
    assert_eq!(heard(&mut world, 1), []);

    world.lose(0);
    world.settle();

    assert_eq!(heard(&mut world, 1), [question]);
    assert!(
        !world.nodes[1]
            .member
            .expects_data_from(hyla_types::FederateHandle::new(1))
    );
}

#[test]
fn who_leaves_behind_a_position_that_never_comes_holds_nobody_up() {
    let never = [
        Position {
            log: u64::MAX,
            own: 0,
        },
        Position {
            log: 0,
            own: u64::MAX,
        },
    ];
    for position in never {
        for resigns in [false, true] {
            let mut world = World::stamped(3);
            let (victim, liar) = (world.handle(0), world.handle(2));
            let mut frame = Vec::new();
            position.put(&mut frame);
            world.put_data(liar, victim, vec![frame]);
            world.send_at(2, 4.0);
            world.settle();
            world.regulate(1);
            world.constrain(0);

            if resigns {
                world.resign(2, ResignAction::NoAction);
            } else {
                world.lose(2);
            }
            world.settle();
            world.send_at(1, 5.0);
            world.advance(1, 10.0);
            world.advance(0, 5.0);

            let told = world.told(0);
            let is_grant = |told: &Told| matches!(told, Told::Other(text) if text.starts_with("TimeAdvanceGrant"));
            let received = told.iter().filter(|it| matches!(it, Told::Received(..)));
            assert!(told.iter().any(is_grant), "{position:?}: {told:?}");
            assert_eq!(received.count(), 2);
            assert!(!world.nodes[0].member.expects_data_from(liar));
            assert_eq!(world.nodes[0].member.held_bytes(), 0);
        }
    }
}

#[test]
fn a_goodbye_waits_behind_what_waits() {
    let mut world = talking(2);
    world.hold(Channel::FromRti(1));
    subscribe(&mut world, 0, ANSWER);
    let question = send(&mut world, 0, QUESTION, b"last");
    world.call(0, |m, out| {
        m.resign_federation_execution(ResignAction::NoAction, out)
    });
    world.settle();
    assert_eq!(heard(&mut world, 1), []);
    let member = &world.nodes[1].member;
    assert!(member.held_bytes() > 0);
    assert!(
        member.waiting_bytes() >= member.held_bytes(),
        "it counts as waiting"
    );

    world.release(Channel::FromRti(1));

    assert_eq!(heard(&mut world, 1), [question]);
    assert_eq!(world.nodes[1].member.held_bytes(), 0);
    assert!(
        !world.nodes[1]
            .member
            .expects_data_from(hyla_types::FederateHandle::new(1))
    );
}

#[test]
fn nothing_precedes_messages_where_nothing_was_declared() {
    let mut world = talking(3);
    for node in [0, 1] {
        for tag in [b"a", b"b"] {
            send(&mut world, node, QUESTION, tag);
        }
        world.settle();
    }
    for node in 0..3 {
        heard(&mut world, node);
    }
    let request = {
        subscribe(&mut world, 0, ANSWER);
        ask_to_settle(&mut world, 0)
    };
    world.settle();
    assert!(is_answered(&world, 0, request));

    world.hold(Channel::Data(0, 2));
    send(&mut world, 0, QUESTION, b"c");
    world.settle();

    let (from, to) = (world.handle(0), world.handle(2));
    assert_eq!(
        world.frames_between(from, to),
        1,
        "the message and no position"
    );
}

#[test]
fn a_declaration_is_settled_when_everyone_has_applied_it() {
    let mut world = talking(3);
    world.hold(Channel::FromRti(1));
    subscribe(&mut world, 0, ANSWER);
    let request = ask_to_settle(&mut world, 0);
    world.settle();
    assert!(!is_answered(&world, 0, request));

    world.release(Channel::FromRti(1));

    assert!(is_answered(&world, 0, request));
}

#[test]
fn of_many_declarations_of_one_federate_the_last_ones_do_not_wait() {
    let mut world = talking(2);
    world.hold(Channel::FromRti(1));
    let requests: Vec<_> = (0..65)
        .map(|_| {
            subscribe(&mut world, 0, ANSWER);
            ask_to_settle(&mut world, 0)
        })
        .collect();
    world.settle();
    let (last, first) = requests.split_last().unwrap();
    assert!(is_answered(&world, 0, *last));
    assert!(first.iter().all(|it| !is_answered(&world, 0, *it)));

    world.release(Channel::FromRti(1));

    assert!(first.iter().all(|it| is_answered(&world, 0, *it)));
}

#[test]
fn a_message_tells_of_a_declaration_that_did_not_wait() {
    let mut world = talking(2);
    world.hold(Channel::FromRti(1));
    for _ in 0..65 {
        subscribe(&mut world, 0, ANSWER);
        ask_to_settle(&mut world, 0);
    }
    world.settle();

    let question = send(&mut world, 0, QUESTION, b"?");
    world.settle();
    assert_eq!(heard(&mut world, 1), [], "the subscription has not arrived");

    world.release(Channel::FromRti(1));
    assert_eq!(heard(&mut world, 1), [question]);
}

#[test]
fn whoever_leaves_is_not_waited_for() {
    let mut world = talking(3);
    world.hold(Channel::FromRti(1));
    subscribe(&mut world, 0, ANSWER);
    let request = ask_to_settle(&mut world, 0);
    world.settle();
    assert!(!is_answered(&world, 0, request));

    world.lose(1);
    world.settle();

    assert!(is_answered(&world, 0, request));
}

#[test]
fn a_member_that_does_not_follow_is_named_and_not_waited_for_until_it_has_caught_up() {
    let mut world = talking(3);
    world.rti.handle_time(Duration::from_secs(100));
    world.hold(Channel::FromRti(1));
    subscribe(&mut world, 0, ANSWER);
    let request = ask_to_settle(&mut world, 0);
    world.settle();
    while world.rti.poll_notice().is_some() {}
    assert_eq!(world.rti.next_deadline(), Some(Duration::from_secs(101)));

    world.rti.handle_time(Duration::from_secs(101));
    world.fetch_transmits();
    world.settle();

    assert!(is_answered(&world, 0, request));
    let named = world.rti.poll_notice().expect("a warning");
    assert_eq!(named.level, NoticeLevel::Warning);
    assert_eq!(named.federate.as_deref(), Some("federate 1"));
    subscribe(&mut world, 2, ANSWER);
    let second = ask_to_settle(&mut world, 2);
    world.settle();
    assert!(is_answered(&world, 2, second), "nobody waits for it again");

    world.release(Channel::FromRti(1));
    world.hold(Channel::FromRti(1));
    subscribe(&mut world, 0, QUESTION);
    let third = ask_to_settle(&mut world, 0);
    world.settle();
    assert!(!is_answered(&world, 0, third), "it has caught up");
    let half = Duration::from_millis(101_500);
    assert_eq!(world.rti.next_deadline(), Some(half), "half as long");
    world.release(Channel::FromRti(1));
    assert!(is_answered(&world, 0, third));
}

#[test]
fn nothing_is_asked_where_nothing_was_declared() {
    let mut world = talking(2);
    subscribe(&mut world, 0, ANSWER);
    ask_to_settle(&mut world, 0);

    let again = world.call(0, |m, out| Ok(m.request_settlement(out)));

    assert_eq!(again, None);
}

#[test]
fn a_newcomer_counts_what_was_declared_before_it_came() {
    let mut world = talking(2);
    world.hold(Channel::ToRti(0));
    subscribe(&mut world, 0, ANSWER);
    world.settle();
    let newcomer = world.connect(hyla_types::Edition::Hla2025);
    world.join(newcomer, vec![]);
    let class = subscribe(&mut world, newcomer, QUESTION);
    world.settle();
    let question = send(&mut world, 0, QUESTION, b"?");
    world.settle();
    assert_eq!(heard(&mut world, newcomer), []);

    world.release(Channel::ToRti(0));

    assert_eq!(heard(&mut world, newcomer), [question]);
    assert_eq!(class, world.interaction(QUESTION));
}

#[test]
fn a_grant_waits_for_what_the_other_declared_before_it_advanced() {
    let mut world = talking(2);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    let at = |time| LogicalTime::Float64(Float64Time::new(time).unwrap());
    world.call(1, |m, out| m.time_advance_request(at(5.0), out));
    world.settle();
    world.hold(Channel::FromRti(1));
    subscribe(&mut world, 0, ANSWER);
    world.call(0, |m, out| m.time_advance_request(at(10.0), out));
    world.settle();
    assert_eq!(heard(&mut world, 1), [], "the subscription has not arrived");

    world.release(Channel::FromRti(1));

    let told = format!("{:?}", heard(&mut world, 1));
    assert!(told.contains("TimeAdvanceGrant"), "{told}");
    let answer = send(&mut world, 1, ANSWER, b"!");
    world.settle();
    assert!(heard(&mut world, 0).contains(&answer));
}

/// All save, go on, and restore that; node 2 has not been notified yet that the restore is in force.
fn restored_but_for_the_last() -> World {
    let mut world = talking(3);
    let file = world.save("S");
    // The log is longer than it will be after the restore.
    for _ in 0..4 {
        subscribe(&mut world, 0, ANSWER);
        let class = world.interaction(ANSWER);
        world.call(0, |m, out| m.unsubscribe_interaction_class(class, out));
    }
    world.quiet();

    world.load(0, &file);
    world.quiet();
    world.quiet();
    for node in [2, 0, 1] {
        if node == 1 {
            world.hold(Channel::ToRti(2));
        }
        world.call(node, |m, out| m.federate_restore_ended(true, out));
        world.settle();
    }
    // The member has its state, and the RTI does not know.
    world.hold(Channel::FromRti(2));
    world.release(Channel::ToRti(2));
    world
}

#[test]
fn it_waits_for_what_its_sender_declared_after_a_restore_that_is_not_known_yet() {
    let mut world = restored_but_for_the_last();
    for node in 0..3 {
        world.told(node);
    }
    subscribe(&mut world, 0, ANSWER);
    world.settle();
    let question = send(&mut world, 1, QUESTION, b"?");
    world.settle();

    // The end of the restore comes before the declaration.
    let mut waiting = std::mem::take(world.waiting_from_rti(2));
    let end = waiting.pop_front().expect("the end of the restore");
    world.waiting_from_rti(2).push_back(end);
    world.release(Channel::FromRti(2));
    let told = heard(&mut world, 2);
    assert!(!told.contains(&question), "{told:?}");

    world.waiting_from_rti(2).extend(waiting);
    world.settle();

    assert_eq!(heard(&mut world, 2), [question]);
    let answer = send(&mut world, 2, ANSWER, b"!");
    world.settle();
    assert!(heard(&mut world, 0).contains(&answer));
}
