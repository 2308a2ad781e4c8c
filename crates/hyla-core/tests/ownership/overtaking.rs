//! Updates by owners that did not register the instance, and overtake its discovery or the log's word of who owns it, and
//! interactions directed at it by others: what their sender says next waits with them.

use hyla_core::declaration::{Activity, DirectedScope};
use hyla_core::federation::SaveFile;
use hyla_core::message::data;
use hyla_types::{
    Edition, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, ObjectInstanceHandle,
    OrderType, ResignAction,
};

use crate::harness::{Channel, Told, World};
use crate::yard::{CAR, Yard};

const ORDER: &str = "HLAinteractionRoot.Order";

/// The second federate owns the speed of the first one's car. The third, which subscribes, has not received the car:
/// messages from the first one to it are held.
fn unheard() -> Yard {
    let mut yard = Yard::handed_over(2, &["Speed"]);
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.hold(Channel::Data(0, late));
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);
    let order = yard.world.interaction(ORDER);
    yard.world.call(late, |m, out| {
        m.subscribe_interaction_class(order, Activity::Active, out)
    });
    for node in 0..2 {
        yard.world
            .call(node, |m, out| m.publish_interaction_class(order, out));
    }
    yard.world.settle();
    yard
}

/// The second federate owns the speed of the first one's car, and has not received its deletion by that one. Another one,
/// which subscribes cars now, has never received that car. The file was saved before.
fn deleted_unheard() -> (Yard, usize, SaveFile) {
    let mut yard = Yard::handed_over(2, &["Speed"]);
    let (car, late) = (yard.car, yard.world.connect(Edition::Hla2025));
    yard.world.join(late, vec![]);
    let class = yard.world.interaction(ORDER);
    yard.world
        .call(1, |m, out| m.publish_interaction_class(class, out));
    yard.world.quiet();
    let file = yard.world.save("S");
    yard.world.hold(Channel::Data(0, 1));
    yard.world.delete(0, car);
    yard.world.settle();
    yard.world.subscribe(late, CAR, &["Speed"]);
    yard.world.call(late, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });
    yard.world.settle();
    yard.world.told(late);
    (yard, late, file)
}

fn update(yard: &mut Yard, node: usize, car: ObjectInstanceHandle, value: &[u8]) -> Told {
    let speed = yard.world.attribute(CAR, "Speed");
    yard.world.update(node, car, speed, value);
    Told::Reflected(car, vec![(speed, value.to_vec())])
}

fn order(world: &mut World, node: usize, tag: &[u8]) -> Told {
    let class = world.interaction(ORDER);
    world.call(node, |m, out| {
        m.send_interaction(class, &[], tag, None, out)
    });
    world.settle();
    Told::Received(class, tag.to_vec())
}

fn discovered(yard: &Yard, car: ObjectInstanceHandle) -> Told {
    Told::Discovered(car, yard.world.class(CAR))
}

/// Callbacks that are among the `expected` ones.
fn kept(told: &[Told], expected: &[Told]) -> Vec<Told> {
    let kept = told.iter().filter(|told| expected.contains(told));
    kept.cloned().collect()
}

/// All settles; the others are left without callbacks.
fn quiet_but(world: &mut World, but: usize) {
    world.settle();
    for node in (0..world.nodes.len()).filter(|node| *node != but) {
        world.told(node);
    }
}

/// Loses the frames in transit between two members, which take a new channel.
fn change_way(world: &mut World, a: usize, b: usize) {
    for (from, to) in [(a, b), (b, a)] {
        let (sender, receiver) = (world.handle(from), world.handle(to));
        world.drop_data(sender, receiver);
        world.let_go(Channel::Data(from, to));
        world.call(from, |m, out| {
            m.handle_way_changed(receiver, out);
            Ok(())
        });
    }
    world.settle();
}

#[test]
fn what_follows_an_update_that_overtakes_a_discovery_waits_with_it() {
    let mut yard = unheard();
    let car = yard.car;
    let told = [
        discovered(&yard, car),
        update(&mut yard, 1, car, b"5"),
        order(&mut yard.world, 1, b"after 5"),
        update(&mut yard, 1, car, b"6"),
        order(&mut yard.world, 1, b"after 6"),
    ];
    assert_eq!(yard.world.told(2), []);
    assert!(yard.world.nodes[2].member.held_bytes() > 0);

    yard.world.release(Channel::Data(0, 2));

    assert_eq!(yard.world.told(2), told);
    assert_eq!(yard.world.nodes[2].member.held_bytes(), 0);
}

/// The second federate, which knows the car of the first, directs an interaction at it.
fn direct_order(yard: &mut Yard, tag: &[u8]) {
    let (car, class, order) = (
        yard.car,
        yard.world.class(CAR),
        yard.world.interaction(ORDER),
    );
    yard.world.call(1, |m, out| {
        m.publish_object_class_directed_interactions(class, &[order].into(), out)
    });
    yard.world.call(1, |m, out| {
        m.send_directed_interaction(order, car, &[], tag, None, out)
    });
    yard.world.settle();
}

fn subscribe_directed(yard: &mut Yard, node: usize, scope: DirectedScope) {
    let (class, order) = (yard.world.class(CAR), yard.world.interaction(ORDER));
    yard.world.call(node, |m, out| {
        m.subscribe_object_class_directed_interactions(class, &[order].into(), scope, out)
    });
    yard.world.settle();
}

#[test]
fn a_directed_interaction_that_overtakes_a_discovery_waits_with_what_follows_it() {
    let mut yard = unheard();
    let car = yard.car;
    subscribe_directed(&mut yard, 2, DirectedScope::Universal);
    direct_order(&mut yard, b"stop");
    let after = order(&mut yard.world, 1, b"after");
    assert_eq!(yard.world.told(2), []);

    yard.world.release(Channel::Data(0, 2));

    let told = yard.world.told(2);
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[0], discovered(&yard, car));
    let directed = format!("{:?}", told[1]);
    assert!(directed.contains("ReceiveDirectedInteraction"), "{told:?}");
    assert_eq!(told[2], after);
    assert_eq!(yard.world.nodes[2].member.held_bytes(), 0);
}

#[test]
fn directed_interactions_at_an_instance_that_is_not_announced_wait_once() {
    let mut yard = unheard();
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.join(late, vec![]);
    subscribe_directed(&mut yard, late, DirectedScope::Universal);
    yard.world.hold(Channel::Data(late, 0));
    direct_order(&mut yard, b"first");
    assert!(yard.world.nodes[late].member.held_bytes() > 0);
    yard.world.release(Channel::Data(late, 0));
    assert_eq!(yard.world.nodes[late].member.held_bytes(), 0);

    yard.world.hold(Channel::Data(late, 0));
    direct_order(&mut yard, b"second");
    assert_eq!(yard.world.nodes[late].member.held_bytes(), 0);

    // It subscribes attributes: now the instance is announced to it.
    yard.world.hold(Channel::Data(0, late));
    yard.world.subscribe(late, CAR, &["Speed"]);
    direct_order(&mut yard, b"third");
    yard.world.let_go(Channel::Data(late, 0));
    yard.world.release(Channel::Data(0, late));
    let told = yard.world.told(late);
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[0], discovered(&yard, yard.car));
}

#[test]
fn a_directed_interaction_for_owners_does_not_wait_for_a_discovery() {
    let mut yard = unheard();
    subscribe_directed(&mut yard, 2, DirectedScope::Owned);
    direct_order(&mut yard, b"stop");

    let after = order(&mut yard.world, 1, b"after");

    assert_eq!(yard.world.told(2), [after]);
}

#[test]
fn a_directed_interaction_that_overtakes_a_discovery_waits_if_callbacks_come_at_once() {
    let mut yard = unheard();
    subscribe_directed(&mut yard, 2, DirectedScope::Universal);
    yard.world.hold(Channel::Data(1, 2));
    direct_order(&mut yard, b"stop");
    let (sender, receiver) = (yard.world.handle(1), yard.world.handle(2));
    let frames = yard.world.copy_data(sender, receiver);
    yard.world.drop_data(sender, receiver);
    for frame in &frames {
        yard.world.call(2, |m, out| {
            let step = m.deliver_data(sender, frame, &|| std::time::Duration::ZERO, out);
            assert!(!matches!(step, Ok(hyla_core::member::Step::Callback(_))));
            Ok(())
        });
    }

    yard.world.release(Channel::Data(0, 2));

    assert_eq!(yard.world.told(2).len(), 2);
}

#[test]
fn only_the_registrant_answers_for_its_instances() {
    let mut yard = unheard();
    let liar = yard.world.connect(Edition::Hla2025);
    yard.world.join(liar, vec![]);
    yard.world.settle();
    let car = yard.car;
    let told = [
        discovered(&yard, car),
        update(&mut yard, 1, car, b"5"),
        order(&mut yard.world, 1, b"after 5"),
    ];

    // The questions have numbers that are easy to guess.
    let answers = (0..10).map(|question| {
        let mut answer = Vec::new();
        data::put_echo(&mut answer, question);
        answer
    });
    let (from, to) = (yard.world.handle(liar), yard.world.handle(2));
    yard.world.put_data(from, to, answers.collect());
    yard.world.settle();
    assert_eq!(yard.world.told(2), []);
    yard.world.release(Channel::Data(0, 2));

    assert_eq!(yard.world.told(2), told);
}

#[test]
fn it_also_waits_if_the_federate_gets_callbacks_at_once() {
    let mut yard = unheard();
    let car = yard.car;
    update(&mut yard, 1, car, b"5");
    let (sender, receiver) = (yard.world.handle(1), yard.world.handle(2));
    let frames = yard.world.copy_data(sender, receiver);
    yard.world.drop_data(sender, receiver);
    for frame in &frames {
        yard.world.call(2, |m, out| {
            let step = m.deliver_data(sender, frame, &|| std::time::Duration::ZERO, out);
            assert!(!matches!(step, Ok(hyla_core::member::Step::Callback(_))));
            Ok(())
        });
    }
    let after = order(&mut yard.world, 1, b"after");
    assert_eq!(yard.world.told(2), []);

    yard.world.release(Channel::Data(0, 2));

    let told = yard.world.told(2);
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[2], after);
}

#[test]
fn a_registrant_answers_when_it_has_heard_of_the_subscription() {
    let mut yard = Yard::handed_over(3, &["Speed"]);
    let car = yard.car;
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.join(late, vec![]);
    yard.world.quiet();
    yard.world.hold(Channel::FromRti(0));
    yard.world.subscribe(late, CAR, &["Speed"]);
    yard.world.settle();
    let told = [discovered(&yard, car), update(&mut yard, 1, car, b"5")];
    yard.world.settle();
    assert_eq!(yard.world.told(late), []);

    yard.world.release(Channel::FromRti(0));

    assert_eq!(yard.world.told(late), told);
}

#[test]
fn messages_of_others_do_not_wait_along() {
    let mut yard = unheard();
    let car = yard.car;
    let fourth = yard.world.connect(Edition::Hla2025);
    yard.world.join(fourth, vec![]);
    let class = yard.world.interaction(ORDER);
    yard.world
        .call(fourth, |m, out| m.publish_interaction_class(class, out));
    yard.world.settle();
    update(&mut yard, 1, car, b"5");
    order(&mut yard.world, 1, b"waits");
    let passes = order(&mut yard.world, fourth, b"passes");

    assert_eq!(yard.world.told(2), [passes]);
}

#[test]
fn updates_of_an_instance_that_is_gone_hold_nobody_up() {
    let mut yard = unheard();
    let car = yard.car;
    let second = yard.world.register(0, CAR);
    yard.world.release(Channel::Data(0, 2));
    yard.world.told(2);
    // The owner has not received the deletion, all others have.
    yard.world.hold(Channel::Data(0, 1));
    yard.world.delete(0, car);
    yard.world.settle();
    yard.world.told(2);

    update(&mut yard, 1, car, b"5");
    let after = order(&mut yard.world, 1, b"after");

    assert_eq!(yard.world.told(2), [after]);
    assert_eq!(yard.world.nodes[2].member.instance_count(), 1, "{second:?}");
}

#[test]
fn updates_of_an_instance_that_never_was_announced_go_on_with_the_answer() {
    let (mut yard, late, _) = deleted_unheard();
    let car = yard.car;

    update(&mut yard, 1, car, b"5");
    let first = order(&mut yard.world, 1, b"first");
    // The owner need not be asked twice.
    yard.world.hold(Channel::Data(late, 0));
    update(&mut yard, 1, car, b"6");
    let second = order(&mut yard.world, 1, b"second");

    assert_eq!(yard.world.told(late), [first, second]);
}

/// Two federates update each other's instance, both of which are gone, and the third has received neither.
#[test]
fn two_streams_do_not_wait_for_each_other() {
    let mut yard = Yard::of(2);
    let mine = yard.car;
    let theirs = yard.world.register(1, CAR);
    yard.world.quiet();
    for (car, from, to) in [(mine, 0, 1), (theirs, 1, 0)] {
        yard.car = car;
        yard.acquire(to, b"");
        yard.world.settle();
        assert!(yard.divest_if_wanted(from));
        yard.world.quiet();
    }
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.join(late, vec![]);
    let class = yard.world.interaction(ORDER);
    for node in 0..2 {
        yard.world
            .call(node, |m, out| m.publish_interaction_class(class, out));
    }
    yard.world.quiet();
    yard.world.hold(Channel::Data(0, 1));
    yard.world.hold(Channel::Data(1, 0));
    yard.world.delete(0, mine);
    yard.world.delete(1, theirs);
    yard.world.settle();
    yard.world.subscribe(late, CAR, &["Speed"]);
    yard.world.call(late, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });
    yard.world.settle();
    yard.world.hold(Channel::Data(late, 0));
    yard.world.hold(Channel::Data(late, 1));

    update(&mut yard, 0, theirs, b"5");
    let one = order(&mut yard.world, 0, b"one");
    update(&mut yard, 1, mine, b"6");
    let other = order(&mut yard.world, 1, b"other");
    yard.world.release(Channel::Data(late, 0));
    yard.world.release(Channel::Data(late, 1));

    let told = yard.world.told(late);
    assert!(told.contains(&one) && told.contains(&other), "{told:?}");
    assert_eq!(yard.world.nodes[late].member.held_bytes(), 0);
}

#[test]
fn a_question_that_is_lost_with_the_way_is_asked_again() {
    let mut yard = unheard();
    let car = yard.car;
    yard.world.hold(Channel::Data(2, 0));
    let told = [
        discovered(&yard, car),
        update(&mut yard, 1, car, b"5"),
        order(&mut yard.world, 1, b"after"),
    ];

    change_way(&mut yard.world, 0, 2);

    assert_eq!(yard.world.told(2), told);
}

#[test]
fn nobody_waits_for_a_registrant_that_resigns() {
    let mut yard = unheard();
    let car = yard.car;
    yard.world.hold(Channel::Data(2, 0));
    let told = [
        discovered(&yard, car),
        update(&mut yard, 1, car, b"5"),
        order(&mut yard.world, 1, b"after"),
    ];
    yard.world
        .resign(0, ResignAction::UnconditionallyDivestAttributes);
    // By the RTI, since the registrant has left.
    assert_eq!(yard.world.told(2), told[..1]);

    yard.world.release(Channel::Data(0, 2));

    assert_eq!(yard.world.told(2), told[1..]);
}

#[test]
fn nobody_waits_for_a_registrant_that_is_lost() {
    let mut yard = unheard();
    let car = yard.car;
    yard.world.hold(Channel::Data(2, 0));
    update(&mut yard, 1, car, b"5");
    let after = order(&mut yard.world, 1, b"after");
    let (registrant, receiver) = (yard.world.handle(0), yard.world.handle(2));
    yard.world.drop_data(registrant, receiver);

    yard.world.lose(0);
    yard.world.let_go(Channel::Data(0, 2));
    quiet_but(&mut yard.world, 2);

    let told = yard.world.told(2);
    assert!(told.contains(&after), "{told:?}");
}

#[test]
fn a_save_waits_for_the_discovery_and_keeps_it() {
    let mut yard = unheard();
    let car = yard.car;
    let update = update(&mut yard, 1, car, b"5");
    let after = order(&mut yard.world, 1, b"after");
    yard.world
        .call(0, |m, out| m.request_federation_save("S", None, out));
    yard.world.settle();
    yard.world.answer_save();
    assert!(yard.world.store().is_none(), "what is held is part of it");

    yard.world.release(Channel::Data(0, 2));

    let file = yard.world.store().expect("all has come");
    quiet_but(&mut yard.world, 2);
    let expected = [discovered(&yard, car), update, after];
    assert_eq!(kept(&yard.world.told(2), &expected), expected);
    yard.world.load(0, &file);
    yard.world.quiet();
    yard.world.quiet();
    for node in 0..3 {
        yard.world
            .call(node, |m, out| m.federate_restore_ended(true, out));
    }
    yard.world.settle();
    assert_eq!(kept(&yard.world.told(2), &expected), expected);
}

#[test]
fn a_restore_does_not_wait_for_an_answer_behind_a_marker() {
    let (mut yard, late, file) = deleted_unheard();
    let car = yard.car;
    yard.world.hold(Channel::Data(late, 0));
    update(&mut yard, 1, car, b"5");
    yard.world.settle();
    assert!(yard.world.nodes[late].member.held_bytes() > 0);
    yard.world.load(0, &file);
    yard.world.release(Channel::Data(0, 1));

    yard.world.release(Channel::Data(late, 0));

    yard.world.quiet();
    yard.world.quiet();
    for node in 0..=late {
        yard.world
            .call(node, |m, out| m.federate_restore_ended(true, out));
    }
    yard.world.settle();
    let told = format!("{:?}", yard.world.told(late));
    assert!(told.contains("FederationRestored"), "{told}");
}

#[test]
fn an_update_that_overtakes_the_word_of_who_owns_the_attribute_waits_for_it() {
    let mut yard = Yard::of(3);
    let car = yard.car;
    let class = yard.world.interaction(ORDER);
    yard.world
        .call(1, |m, out| m.publish_interaction_class(class, out));
    yard.world.call(2, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });
    yard.world.quiet();
    yard.world.hold(Channel::FromRti(2));
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.settle();
    yard.world.told(1);
    assert!(yard.owns(1));

    let told = [
        update(&mut yard, 1, car, b"5"),
        order(&mut yard.world, 1, b"after"),
    ];
    assert_eq!(yard.world.told(2), []);
    yard.world.release(Channel::FromRti(2));

    assert_eq!(yard.world.told(2), told);
}

#[test]
fn time_does_not_pass_before_an_update_that_waits_for_a_discovery() {
    let at = |time: f64| LogicalTime::Float64(Float64Time::new(time).unwrap());
    let mut yard = unheard();
    let (car, set) = (yard.car, yard.speed.clone());
    let speed = yard.world.attribute(CAR, "Speed");
    yard.world.call(1, |m, _| {
        m.change_attribute_order_type(car, &set, OrderType::TimeStamp)
    });
    let step = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    yard.world
        .call(1, |m, out| m.enable_time_regulation(step, out));
    yard.world.call(2, |m, out| m.enable_time_constrained(out));
    yard.world.settle();
    for node in [1, 2] {
        yard.world.told(node);
    }
    yard.world
        .call(2, |m, out| m.time_advance_request(at(5.0), out));
    yard.world.call(1, |m, out| {
        m.update_attribute_values(car, &[(speed, b"5")], b"", Some(at(3.0)), out)
    });
    yard.world
        .call(1, |m, out| m.time_advance_request(at(9.0), out));
    yard.world.settle();
    yard.world.told(1);
    yard.world.settle();
    assert_eq!(yard.world.told(2), []);

    yard.world.release(Channel::Data(0, 2));

    let told = yard.world.told(2);
    let names = format!("{told:?}");
    assert_eq!(told.len(), 3, "{names}");
    assert_eq!(told[0], discovered(&yard, car));
    assert!(matches!(told[1], Told::Reflected(..)), "{names}");
    assert!(names.contains("Grant"), "{names}");
}
