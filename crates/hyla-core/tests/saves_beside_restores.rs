//! A save that was asked for when a restore is granted, and what is still on the way when one is put in force.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Channel, Told, World};
use hyla_core::declaration::Activity;
use hyla_core::federation::{SaveFile, StorageOutcome, StorageRequest};
use hyla_types::{
    Edition, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, ObjectInstanceHandle,
    OrderType, ResignAction,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// A restore is asked for, and its file read or not found.
fn load(world: &mut World, file: Option<&SaveFile>) {
    match file {
        Some(file) => world.load(0, file),
        None => {
            let missing = StorageOutcome::Failed("there is no such file".into());
            world.load_with(0, "missing", missing);
        }
    }
}

/// The first federate has asked for a save at 5; the constrained others have reached that time, and the RTI
/// has not been notified of it.
fn reach_a_save(world: &mut World) {
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    for node in [1, 2] {
        world.call(node, |m, out| m.enable_time_constrained(out));
        // The request to save is then delivered at once also while it does not advance.
        world.call(node, |m, _| m.enable_asynchronous_delivery());
    }
    world.quiet();
    world.call(0, |m, out| {
        m.request_federation_save("at five", Some(at(5.0)), out)
    });
    for node in [1, 2] {
        world.call(node, |m, out| m.time_advance_request(at(10.0), out));
    }
    world.quiet();
    for node in [1, 2] {
        world.hold(Channel::ToRti(node));
    }
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.settle();
}

fn release(world: &mut World) {
    for node in [1, 2] {
        world.let_go(Channel::ToRti(node));
    }
    world.settle();
}

/// Callbacks of a federate about saves and restores, by names.
fn coordination(told: &[Told]) -> Vec<&str> {
    let names = told.iter().filter_map(|told| match told {
        Told::Other(text) => Some(&text[..]),
        _ => None,
    });
    names
        .map(|text| text.split([' ', '(', '{']).next().unwrap())
        .filter(|name| name.contains("Save") || name.contains("Restore"))
        .collect()
}

#[test]
fn a_save_at_a_time_is_given_up_before_a_restore_is_granted() {
    let mut world = World::traffic(3);
    let file = world.save("kept");
    reach_a_save(&mut world);

    load(&mut world, Some(&file));

    let of_requester = world.told(0);
    assert_eq!(
        coordination(&of_requester)[..2],
        ["FederationNotSaved", "RequestFederationRestoreSucceeded"]
    );
    for node in [1, 2] {
        let told = world.told(node);
        assert_eq!(
            coordination(&told),
            ["FederationNotSaved", "FederationRestoreBegun"],
            "{node}: {told:?}"
        );
    }
    release(&mut world);
    for node in 0..3 {
        let told = world.told(node);
        let again = coordination(&told)
            .into_iter()
            .filter(|n| n.contains("Save"));
        assert_eq!(again.count(), 0, "{node}: {told:?}");
    }
}

#[test]
fn a_save_that_a_later_one_has_replaced_is_given_up_as_well() {
    let mut world = World::traffic(3);
    let file = world.save("kept");
    reach_a_save(&mut world);
    world.call(0, |m, out| m.request_federation_restore("kept", out));
    world.call(0, |m, out| {
        m.request_federation_save("later", Some(at(40.0)), out)
    });
    world.settle();
    let Some(StorageRequest::Load { ticket }) = world.rti.poll_storage() else {
        panic!("nothing is to be loaded");
    };
    let loaded = StorageOutcome::Loaded(file.encode("today"));
    world.rti.handle_storage(&ticket, loaded);
    world.fetch_transmits();
    world.settle();

    for node in [1, 2] {
        let told = world.told(node);
        assert_eq!(
            coordination(&told),
            ["FederationNotSaved", "FederationRestoreBegun"],
            "{node}: {told:?}"
        );
    }
    world.told(0);
    release(&mut world);
    // The restore comes to nothing: the later save is announced then.
    world.call(0, |m, out| m.abort_federation_restore(out));
    world.settle();
    let told = world.told(1);
    assert_eq!(
        coordination(&told).last(),
        Some(&"FederationNotRestored"),
        "{told:?}"
    );
    world.call(1, |m, out| m.abort_federation_save(out));
}

#[test]
fn a_save_is_not_announced_twice_when_a_restore_fails() {
    let mut world = World::traffic(3);
    let class = world.interaction("HLAinteractionRoot.Message");
    for node in [1, 2] {
        let active = Activity::Active;
        world.call(node, |m, out| {
            m.subscribe_interaction_class(class, active, out)
        });
    }
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    world.call(0, |m, _| {
        m.change_interaction_order_type(class, OrderType::TimeStamp)
    });
    world.quiet();
    reach_a_save(&mut world);

    load(&mut world, None);
    for node in [1, 2] {
        let told = world.told(node);
        assert_eq!(
            coordination(&told),
            ["InitiateFederateSave"],
            "{node}: {told:?}"
        );
        world.call(node, |m, out| m.federate_save_begun(out));
        world.call(node, |m, out| m.federate_save_ended(true, out));
    }
    // With this the two look again at what their time allows.
    world.call(0, |m, out| {
        m.send_interaction(class, &[], b"", Some(at(30.0)), out)
    });
    release(&mut world);

    world.told(0);
    world.call(0, |m, out| m.federate_save_begun(out));
    world.call(0, |m, out| m.federate_save_ended(true, out));
    world.settle();
    let stored = world.rti.poll_storage();
    assert!(
        matches!(stored, Some(StorageRequest::Store { .. })),
        "all have saved: {stored:?}"
    );
}

#[test]
fn newcomers_are_not_told_of_the_end_of_a_save_that_nobody_there_knows() {
    let mut world = World::traffic(3);
    let file = world.save("kept");
    reach_a_save(&mut world);
    release(&mut world);
    world.call(0, |m, out| m.abort_federation_save(out));
    world.quiet();
    world.call(0, |m, out| {
        m.request_federation_save("never", Some(at(90.0)), out)
    });
    world.quiet();
    for node in 0..3 {
        world.resign(node, ResignAction::NoAction);
    }

    for _ in 0..3 {
        let node = world.connect(Edition::Hla2025);
        world.join(node, vec![]);
    }
    world.load(3, &file);

    for node in 4..6 {
        let told = world.told(node);
        assert_eq!(coordination(&told), ["FederationRestoreBegun"], "{told:?}");
    }
}

/// The restore comes to its end; node 1 resigns before it is notified of that.
fn resign_before_hearing_of_the_restore(world: &mut World, file: &SaveFile) {
    load(world, Some(file));
    // Notified that it begins, and then to restore.
    world.quiet();
    world.quiet();
    world.hold(Channel::FromRti(1));
    for node in 0..3 {
        world.call(node, |m, out| m.federate_restore_ended(true, out));
    }
    world.settle();
    // The member reports that it has its state, and the report is in transit.
    world.hold(Channel::ToRti(1));
    world.release(Channel::FromRti(1));
    let request = world.call(1, |m, out| {
        m.resign_federation_execution(ResignAction::DeleteObjectsThenDivest, out)
    });
    world.release(Channel::ToRti(1));

    assert_eq!(
        world.answer(1, request),
        Ok(hyla_core::message::Reply::Done)
    );
    assert_eq!(world.status().members.len(), 2);
}

/// Three who publish and subscribe cars; node 1 is regulating.
fn three_with_cars() -> World {
    let mut world = World::traffic(3);
    for node in 0..3 {
        world.publish(node, CAR, &["Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    world.quiet();
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(1, |m, out| m.enable_time_regulation(lookahead, out));
    world.quiet();
    world
}

/// Node 1 deletes the car at a time. It can take that back until it advances or leaves, and the RTI is not notified before.
fn delete_later(world: &mut World, car: ObjectInstanceHandle) {
    let privilege = world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
    world.call(1, |m, _| {
        m.change_attribute_order_type(car, &privilege, OrderType::TimeStamp)
    });
    world.call(1, |m, out| {
        m.delete_object_instance(car, b"", Some(at(5.0)), out)
    });
    world.quiet();
}

/// The federate gives everything of the car away, and the other takes it.
fn hand_over(world: &mut World, car: ObjectInstanceHandle, from: usize, to: usize) {
    let all = world.attributes(CAR, &["HLAprivilegeToDeleteObject", "Speed"]);
    world.call(from, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &all, b"", out)
    });
    world.quiet();
    world.call(to, |m, out| {
        m.attribute_ownership_acquisition_if_available(car, &all, b"", out)
    });
    world.quiet();
}

#[test]
fn a_federate_that_leaves_may_delete_what_a_restore_has_undone() {
    let mut world = three_with_cars();
    let file = world.save("kept");
    let car = world.register(1, CAR);
    delete_later(&mut world, car);

    resign_before_hearing_of_the_restore(&mut world, &file);

    for node in [0, 2] {
        let told = world.told(node);
        assert_eq!(
            coordination(&told).last(),
            Some(&"FederationRestored"),
            "{told:?}"
        );
    }
}

#[test]
fn a_federate_that_leaves_does_not_delete_what_is_anothers_since_the_restore() {
    let mut world = three_with_cars();
    let car = world.register(1, CAR);
    world.quiet();
    hand_over(&mut world, car, 1, 2);
    let file = world.save("kept");
    hand_over(&mut world, car, 2, 1);
    delete_later(&mut world, car);

    resign_before_hearing_of_the_restore(&mut world, &file);

    world.quiet();
    for node in [0, 2] {
        let member = &world.nodes[node].member;
        assert!(
            member.object_instance_name(car).is_ok(),
            "node {node} has lost it"
        );
        let ended: Vec<_> = world.told(node);
        assert!(!ended.contains(&Told::Removed(car)), "{ended:?}");
    }
    // The RTI knows of it, too: its owner deletes it as any other.
    world.call(2, |m, out| m.delete_object_instance(car, b"", None, out));
    world.settle();
    assert!(world.told(0).contains(&Told::Removed(car)));
}

#[test]
fn what_a_federate_says_after_it_has_heard_of_a_restore_counts() {
    let mut world = three_with_cars();
    let car = world.register(1, CAR);
    world.quiet();
    let file = world.save("kept");
    load(&mut world, Some(&file));
    world.quiet();
    world.quiet();
    for node in 0..3 {
        world.call(node, |m, out| m.federate_restore_ended(true, out));
    }
    world.quiet();

    world.call(1, |m, out| m.delete_object_instance(car, b"", None, out));
    world.settle();

    assert!(world.told(0).contains(&Told::Removed(car)));
    assert_eq!(world.status().objects, 0);
}

#[test]
fn a_newcomer_after_a_restore_gets_no_handle_that_somebody_had_before_it() {
    let mut world = World::traffic(2);
    let file = world.save("kept");
    world.resign(1, ResignAction::NoAction);
    let renamed = world.connect(Edition::Hla2025);
    world.join(renamed, vec![]);
    let before = world.nodes[renamed].member.handle();
    assert!(!world.nodes[renamed].member.may_be_renamed());

    load(&mut world, Some(&file));
    world.quiet();
    world.quiet();
    assert!(world.nodes[renamed].member.may_be_renamed());
    for node in [0, renamed] {
        world.call(node, |m, out| m.federate_restore_ended(true, out));
    }
    world.quiet();
    let newcomer = world.connect(Edition::Hla2025);
    world.join(newcomer, vec![]);

    assert!(!world.nodes[renamed].member.may_be_renamed());
    assert_ne!(world.nodes[renamed].member.handle(), before);
    // Members that have not received the restore yet take that handle for the one that had it.
    assert_ne!(world.nodes[newcomer].member.handle(), before);
}
