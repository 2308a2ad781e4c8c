//! The control log: the same entries in the same order at every member, and what a newcomer starts from.

mod harness;

use harness::{Channel, Told, World, bicycles, traffic};
use hyla_core::declaration::{Activity, Declarations};
use hyla_core::fdd::Fdd;
use hyla_core::message::{FromRti, LogEvent, Reply, Snapshot, control_frame, decode_control};
use hyla_types::{Edition, FederateHandle, ObjectInstanceHandle, ResignAction};

const VEHICLE: &str = "HLAobjectRoot.Vehicle";
const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const BICYCLE: &str = "HLAobjectRoot.Vehicle.Bicycle";
const MESSAGE: &str = "HLAinteractionRoot.Message";

/// Log entries that reached a node.
fn log_of(world: &World, node: usize) -> Vec<(u64, LogEvent)> {
    let heard = world.nodes[node].heard.iter();
    heard
        .filter_map(|message| match message {
            FromRti::Log { number, event } => Some((*number, event.clone())),
            _ => None,
        })
        .collect()
}

/// Snapshot that a node started from.
fn snapshot_of(world: &World, node: usize) -> Snapshot {
    let heard = world.nodes[node].heard.iter();
    heard
        .filter_map(|message| match message {
            FromRti::Answer {
                outcome: Ok(Reply::Joined { snapshot, .. }),
                ..
            } => Some((**snapshot).clone()),
            _ => None,
        })
        .next_back()
        .expect("the node has joined")
}

fn declare_a_little(world: &mut World) {
    let message = world.interaction(MESSAGE);
    world.publish(0, CAR, &["Speed", "Doors"]);
    world.subscribe(1, VEHICLE, &["Speed"]);
    world.subscribe_at(2, CAR, &["Doors", "Position"], "Slow");
    world.call(1, |m, out| m.publish_interaction_class(message, out));
    world.call(2, |m, out| {
        m.subscribe_interaction_class(message, Activity::Passive, out)
    });
    let (vehicle, speed) = (world.class(VEHICLE), world.attributes(VEHICLE, &["Speed"]));
    world.call(1, |m, out| {
        m.unsubscribe_object_class_attributes(vehicle, &speed, out)
    });
    world.settle();
}

#[test]
fn every_member_applies_the_same_numbers_in_order() {
    let mut world = World::traffic(3);
    world.hold(Channel::FromRti(1));
    declare_a_little(&mut world);

    world.release(Channel::FromRti(1));

    let logs = [0, 1, 2].map(|node| log_of(&world, node));
    for log in &logs {
        assert!(log.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0));
        assert!(logs[0].ends_with(log));
    }
    let due: Vec<_> = world.nodes.iter().map(|n| n.member.next_log()).collect();
    assert_eq!(due, [Some(world.status().log_length); 3]);
}

#[test]
fn a_missing_entry_is_a_protocol_error() {
    let mut world = World::traffic(2);
    world.hold(Channel::FromRti(1));
    world.publish(0, CAR, &["Speed"]);
    world.publish(0, VEHICLE, &["Speed"]);
    assert_eq!(world.waiting_from_rti(1).len(), 2);
    let due = world.nodes[1].member.next_log();

    world.waiting_from_rti(1).pop_front();
    world.hold(Channel::Data(0, 1));
    release_with_complaints(&mut world, 1);

    assert_eq!(world.nodes[1].complaints.len(), 1);
    assert_eq!(world.nodes[1].member.next_log(), due);
}

#[test]
fn an_entry_that_comes_twice_is_a_protocol_error() {
    let mut world = World::traffic(2);
    world.hold(Channel::FromRti(1));
    world.publish(0, CAR, &["Speed"]);
    let entry = world.waiting_from_rti(1)[0].clone();

    world.waiting_from_rti(1).push_back(entry);
    release_with_complaints(&mut world, 1);

    assert_eq!(world.nodes[1].complaints.len(), 1);
}

#[test]
fn a_member_that_joins_a_second_time_is_a_protocol_error() {
    let mut world = World::traffic(2);
    world.hold(Channel::FromRti(0));
    let late = world.connect(Edition::Hla2025);
    world.join(late, Vec::new());
    let FromRti::Log { number, event } =
        decode_control(&world.waiting_from_rti(0)[0]).expect("a log entry")
    else {
        panic!("not a log entry");
    };
    let mut again = Vec::new();
    control_frame(
        &FromRti::Log {
            number: number + 1,
            event,
        },
        &mut again,
    );

    world.waiting_from_rti(0).push_back(again);
    release_with_complaints(&mut world, 0);

    assert_eq!(world.nodes[0].complaints.len(), 1);
}

#[test]
fn entries_in_the_wrong_order_are_a_protocol_error() {
    let mut world = World::traffic(2);
    world.hold(Channel::FromRti(1));
    world.publish(0, CAR, &["Speed"]);
    world.publish(0, VEHICLE, &["Speed"]);

    world.waiting_from_rti(1).swap(0, 1);
    release_with_complaints(&mut world, 1);

    assert!(!world.nodes[1].complaints.is_empty());
}

/// Lets the node receive from the RTI again; it may complain.
fn release_with_complaints(world: &mut World, node: usize) {
    world.let_go(Channel::FromRti(node));
    world.settle_with_complaints();
}

#[test]
fn the_snapshot_of_a_newcomer_equals_what_the_others_heard() {
    let mut world = World::traffic(3);
    declare_a_little(&mut world);
    let newcomer = world.connect(Edition::Hla2025);

    world.join(newcomer, vec![]);

    let snapshot = snapshot_of(&world, newcomer);
    assert_eq!(world.nodes[newcomer].member.next_log(), Some(snapshot.next));
    assert_eq!(world.nodes[0].member.next_log(), Some(snapshot.next));
    assert_eq!(snapshot.members.len(), 3);
    for (node, member) in snapshot.members.iter().enumerate() {
        let mut replayed = Declarations::default();
        for (_, event) in log_of(&world, 0) {
            if let LogEvent::Declared { federate, change } = event
                && federate == world.handle(node)
            {
                replayed.apply(&change);
            }
        }
        assert_eq!(member.info.handle, world.handle(node));
        assert_eq!(member.declarations, replayed, "of node {node}");
    }
}

#[test]
fn a_newcomer_sends_to_who_subscribed_before() {
    let mut world = World::traffic(3);
    declare_a_little(&mut world);
    let newcomer = world.connect(Edition::Hla2025);
    world.join(newcomer, vec![]);
    world.publish(newcomer, CAR, &["Position", "Speed"]);
    let car = world.register(newcomer, CAR);

    world.settle();

    let discovered = Told::Discovered(car, world.class(CAR));
    assert!(world.told(2).contains(&discovered));
    assert!(
        !world
            .told(1)
            .iter()
            .any(|t| matches!(t, Told::Discovered(..)))
    );
}

#[test]
fn who_resigned_is_not_in_the_snapshot_of_a_newcomer() {
    let mut world = World::traffic(3);
    declare_a_little(&mut world);
    let gone = world.handle(1);
    world.resign(1, ResignAction::NoAction);
    let newcomer = world.connect(Edition::Hla2025);

    world.join(newcomer, vec![]);

    let snapshot = snapshot_of(&world, newcomer);
    assert!(snapshot.members.iter().all(|m| m.info.handle != gone));
    assert_ne!(world.handle(newcomer), gone);
}

#[test]
fn additional_modules_keep_handles_and_give_equal_ones_to_all() {
    let mut world = World::traffic(2);
    let names = [VEHICLE, CAR];
    let classes = names.map(|name| world.class(name));
    let speed = world.attribute(CAR, "Speed");
    let message = world.interaction(MESSAGE);
    assert!(world.nodes[0].member.object_class_handle(BICYCLE).is_err());
    let newcomer = world.connect(Edition::Hla2025);

    world.join(newcomer, vec![bicycles()]);

    let bicycle = world.class(BICYCLE);
    let bell = world.attribute(BICYCLE, "Bell");
    for node in &world.nodes {
        let member = &node.member;
        assert_eq!(
            names.map(|name| member.object_class_handle(name).unwrap()),
            classes
        );
        assert_eq!(member.attribute_handle(classes[1], "Speed"), Ok(speed));
        assert_eq!(member.interaction_class_handle(MESSAGE), Ok(message));
        assert_eq!(member.object_class_handle(BICYCLE), Ok(bicycle));
        assert_eq!(member.attribute_handle(bicycle, "Bell"), Ok(bell));
        assert_eq!(member.attribute_handle(bicycle, "Speed"), Ok(speed));
    }
}

#[test]
fn an_additional_module_that_says_nothing_new_changes_nothing() {
    let mut world = World::traffic(1);
    let newcomer = world.connect(Edition::Hla2025);

    world.join(newcomer, vec![traffic()]);

    let events: Vec<_> = log_of(&world, 0)
        .into_iter()
        .map(|(_, event)| event)
        .collect();
    assert!(
        !events.iter().any(|e| matches!(e, LogEvent::FddExtended(_))),
        "{events:?}"
    );
}

#[test]
fn a_subscription_from_before_an_extension_reaches_instances_of_the_new_class() {
    let mut world = World::traffic(2);
    world.subscribe(1, VEHICLE, &["Speed"]);
    let newcomer = world.connect(Edition::Hla2025);
    world.join(newcomer, vec![bicycles()]);
    world.publish(newcomer, BICYCLE, &["Bell", "Speed"]);

    let bicycle = world.register(newcomer, BICYCLE);
    world.settle();

    let discovered = Told::Discovered(bicycle, world.class(VEHICLE));
    assert_eq!(world.told(1), [discovered]);
}

/// An object model as it comes over the wire, with a privilege to delete that does not exist. It
/// is the last number of the frame.
fn dangling_extension() -> (World, Vec<u8>) {
    let mut world = World::traffic(1);
    world.hold(Channel::FromRti(0));
    let newcomer = world.connect(Edition::Hla2025);
    world.join(newcomer, vec![bicycles()]);
    let mut frame = world.waiting_from_rti(0)[0].clone();
    *frame.last_mut().expect("an entry has bytes") = 0x7f;
    (world, frame)
}

fn dangling_fdd(frame: &[u8]) -> Fdd {
    match decode_control(frame) {
        Ok(FromRti::Log {
            event: LogEvent::FddExtended(fdd),
            ..
        }) => *fdd,
        other => panic!("not an extension: {other:?}"),
    }
}

#[test]
fn an_object_model_with_dangling_handles_is_not_sound() {
    let (world, frame) = dangling_extension();

    assert!(!dangling_fdd(&frame).is_sound());
    assert!(snapshot_of(&world, 1).fdd.is_sound());
}

#[test]
fn an_extension_with_dangling_handles_is_a_protocol_error() {
    let (mut world, frame) = dangling_extension();
    let due = world.nodes[0].member.next_log();

    world.waiting_from_rti(0)[0] = frame;
    world.waiting_from_rti(0).truncate(1);
    release_with_complaints(&mut world, 0);

    assert_eq!(world.nodes[0].complaints.len(), 1);
    assert_eq!(world.nodes[0].member.next_log(), due);
    assert!(world.nodes[0].member.object_class_handle(BICYCLE).is_err());
}

#[test]
fn a_snapshot_with_dangling_handles_is_a_protocol_error() {
    let (_, frame) = dangling_extension();
    let mut world = World::traffic(1);
    let newcomer = world.connect(Edition::Hla2025);
    world.hold(Channel::FromRti(newcomer));
    world.call(newcomer, |m, out| {
        m.join_federation_execution(None, "test", harness::FEDERATION, vec![], vec![], out)
    });
    world.settle();

    let waiting = world.waiting_from_rti(newcomer);
    let mut answer = decode_control::<FromRti>(waiting.back().unwrap()).unwrap();
    if let FromRti::Answer {
        outcome: Ok(Reply::Joined { snapshot, .. }),
        ..
    } = &mut answer
    {
        snapshot.fdd = dangling_fdd(&frame).into();
    }
    let mut altered = Vec::new();
    control_frame(&answer, &mut altered);
    *waiting.back_mut().unwrap() = altered;
    release_with_complaints(&mut world, newcomer);

    assert_eq!(world.nodes[newcomer].complaints.len(), 1);
    assert!(!world.nodes[newcomer].member.is_joined());
}

#[test]
fn entries_after_a_resignation_are_ignored() {
    let mut world = World::traffic(2);
    world.hold(Channel::FromRti(1));
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, out| {
        m.resigned(out);
        Ok(())
    });

    world.release(Channel::FromRti(1));

    assert!(!world.nodes[1].member.is_joined());
}

#[test]
fn entries_about_strangers_change_nothing() {
    let mut world = World::traffic(1);
    let number = world.nodes[0].member.next_log().unwrap();
    let stranger = FederateHandle::new(99);
    let attributes = world.attributes(CAR, &["Speed"]);
    let object = ObjectInstanceHandle::of(stranger, 1);
    let entry = FromRti::Log {
        number,
        event: LogEvent::OwnershipChanged {
            object,
            attributes,
            from: Some(stranger),
            to: None,
            tag: Vec::new(),
        },
    };

    let mut frame = Vec::new();
    control_frame(&entry, &mut frame);
    world.waiting_from_rti(0).push_back(frame);
    world.settle();

    assert_eq!(world.nodes[0].member.next_log(), Some(number + 1));
    assert_eq!(world.told(0), []);
}
