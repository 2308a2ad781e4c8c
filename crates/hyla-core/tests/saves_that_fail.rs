//! Saves and restores whose members do not answer, cannot take their state, or have much of it.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::{Channel, Told, World};
use hyla_core::declaration::Activity;
use hyla_core::executive::NoticeLevel;
use hyla_core::federation::{StorageOutcome, StorageRequest, StorageTicket};
use hyla_core::message::{FederationNotice, FromRti, control_frame, decode_control};
use hyla_types::{
    Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, OrderType, ResignAction,
};

/// How long the members' hosts have.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Callbacks about the end of saves and restores: their names, with the reason of a failure.
fn ends(told: &[Told]) -> Vec<&str> {
    let texts = told.iter().filter_map(|told| match told {
        Told::Other(text) => Some(text.as_str()),
        _ => None,
    });
    let of_the_end = |text: &&str| {
        text.contains("Saved") || text.contains("Restored") || text.contains("Failed")
    };
    texts.filter(of_the_end).collect()
}

/// All federates are asked to save, and answer; nothing is carried after the last answer.
fn save_until_answered(world: &mut World, label: &str) {
    world.call(0, |m, out| m.request_federation_save(label, None, out));
    world.settle();
    for node in 0..world.nodes.len() {
        world.told(node);
    }
    for node in 0..world.nodes.len() {
        world.call(node, |m, out| m.federate_save_begun(out));
        world.call(node, |m, out| m.federate_save_ended(true, out));
    }
}

/// Stores what is to be stored.
fn store(world: &mut World) -> Vec<u8> {
    let Some(StorageRequest::Store { ticket, file }) = world.rti.poll_storage() else {
        panic!("nothing is stored");
    };
    world.rti.handle_storage(&ticket, StorageOutcome::Stored);
    world.fetch_transmits();
    world.settle();
    file.encode("today")
}

/// A save of everybody succeeds.
fn save(world: &mut World, label: &str) -> Vec<u8> {
    save_until_answered(world, label);
    world.settle();
    let file = store(world);
    for node in 0..world.nodes.len() {
        assert_eq!(ends(&world.told(node)), ["FederationSaved"], "at {node}");
    }
    file
}

/// A restore of that file has begun in all federates; nothing is carried after the last was notified.
fn begin_restore(world: &mut World, label: &str, file: &[u8]) {
    world.call(0, |m, out| m.request_federation_restore(label, out));
    world.settle();
    let Some(StorageRequest::Load { ticket }) = world.rti.poll_storage() else {
        panic!("nothing is loaded");
    };
    let loaded = StorageOutcome::Loaded(file.to_vec());
    world.rti.handle_storage(&ticket, loaded);
    world.fetch_transmits();
    world.settle();
    for node in 0..world.nodes.len() {
        while world.next(node).is_some() {}
    }
}

/// Lets time pass at the RTI.
fn pass(world: &mut World, now: Duration) {
    world.rti.handle_time(now);
    world.fetch_transmits();
    world.settle();
}

/// Nothing ends before the timeout with a silent host does; then it ends everywhere with that callback.
#[track_caller]
fn ends_with_the_timeout(world: &mut World, with: &str) {
    assert_eq!(world.rti.next_deadline(), Some(TIMEOUT));
    pass(world, TIMEOUT - Duration::from_nanos(1));
    assert_eq!(ends(&world.told(0)), [""; 0]);

    pass(world, TIMEOUT);

    for node in 0..world.nodes.len() {
        world.let_go(Channel::ToRti(node));
        world.let_go(Channel::FromRti(node));
    }
    world.settle();
    for node in 0..world.nodes.len() {
        assert_eq!(ends(&world.told(node)), [with], "at {node}");
    }
    assert_eq!(world.rti.next_deadline(), None);
}

#[test]
fn a_save_ends_when_a_host_does_not_give_its_state_in_time() {
    let mut world = World::traffic(2);
    save_until_answered(&mut world, "first");
    world.hold(Channel::FromRti(1));
    world.settle();

    let failed = "FederationNotSaved { reason: RtiDetectedFailureDuringSave }";
    ends_with_the_timeout(&mut world, failed);

    save(&mut world, "second");
}

/// Log entries since the last call.
fn logged(world: &mut World) -> Vec<(NoticeLevel, String)> {
    std::iter::from_fn(|| world.rti.poll_notice())
        .map(|notice| (notice.level, notice.text))
        .collect()
}

#[test]
fn saves_that_come_to_nothing_are_warnings_in_the_log() {
    let mut world = World::traffic(2);
    save_until_answered(&mut world, "noon");
    world.settle();
    let Some(StorageRequest::Store { ticket, .. }) = world.rti.poll_storage() else {
        panic!("nothing is stored");
    };
    logged(&mut world);
    let failed = StorageOutcome::Failed("no room".into());

    world.rti.handle_storage(&ticket, failed);
    world.fetch_transmits();
    world.settle();

    let of_the_disk = logged(&mut world);
    let warned = (
        NoticeLevel::Warning,
        "could not be saved as \"noon\": no room".to_owned(),
    );
    assert!(of_the_disk.contains(&warned), "{of_the_disk:?}");
    for node in 0..2 {
        world.told(node);
    }

    world.call(0, |m, out| m.request_federation_save("dusk", None, out));
    world.settle();
    logged(&mut world);
    for node in 0..2 {
        world.told(node);
        world.call(node, |m, out| m.federate_save_begun(out));
        world.call(node, |m, out| m.federate_save_ended(node == 0, out));
    }
    world.settle();

    let of_a_federate = logged(&mut world);
    let is_warning = |(level, text): &(NoticeLevel, String)| {
        *level == NoticeLevel::Warning && text.starts_with("not saved: ")
    };
    assert!(of_a_federate.iter().any(is_warning), "{of_a_federate:?}");
}

#[test]
fn a_federate_may_take_its_time_to_save() {
    let mut world = World::traffic(2);
    world.call(0, |m, out| m.request_federation_save("S", None, out));
    world.quiet();

    assert_eq!(world.rti.next_deadline(), None);
    pass(&mut world, 10 * TIMEOUT);

    assert_eq!(ends(&world.told(0)), [""; 0]);
    for node in 0..2 {
        world.call(node, |m, out| m.federate_save_begun(out));
        world.call(node, |m, out| m.federate_save_ended(true, out));
    }
    world.settle();
    store(&mut world);
    assert_eq!(ends(&world.told(1)), ["FederationSaved"]);
}

#[test]
fn a_restore_ends_when_a_host_does_not_flush_in_time() {
    let mut world = World::traffic(2);
    let file = save(&mut world, "S");
    begin_restore(&mut world, "S", &file);
    world.hold(Channel::FromRti(1));
    world.settle();

    let failed = "FederationNotRestored { reason: RtiDetectedFailureDuringRestore }";
    ends_with_the_timeout(&mut world, failed);

    save(&mut world, "again");
}

/// All federates have restored their own state; theirs of the RTI is on its way to the second.
fn restored_but_for_the_rti() -> World {
    let mut world = World::traffic(2);
    let file = save(&mut world, "S");
    begin_restore(&mut world, "S", &file);
    world.quiet();
    for node in 0..2 {
        world.call(node, |m, out| m.federate_restore_ended(true, out));
    }
    world.hold(Channel::FromRti(1));
    world.settle();
    world
}

#[test]
fn a_restore_ends_when_a_host_does_not_take_its_state_in_time() {
    let mut world = restored_but_for_the_rti();

    let failed = "FederationNotRestored { reason: RtiDetectedFailureDuringRestore }";
    ends_with_the_timeout(&mut world, failed);

    save(&mut world, "again");
}

#[test]
fn a_restore_ends_when_a_member_cannot_take_its_state() {
    let mut world = restored_but_for_the_rti();
    while world.rti.poll_notice().is_some() {}
    let mut damaged = 0;
    for frame in world.waiting_from_rti(1) {
        if let Ok(FromRti::Federation(FederationNotice::StatePart { round, last, .. })) =
            decode_control(frame)
        {
            let bytes = vec![0xff; 3];
            let part = FederationNotice::StatePart { round, last, bytes };
            frame.clear();
            control_frame(&FromRti::Federation(part), frame);
            damaged += 1;
        }
    }
    assert_eq!(damaged, 1);

    world.release(Channel::FromRti(1));

    for node in 0..2 {
        let failed = "FederationNotRestored { reason: RtiUnableToRestore }";
        assert_eq!(ends(&world.told(node)), [failed], "at {node}");
    }
    let notice = std::iter::from_fn(|| world.rti.poll_notice())
        .find(|notice| notice.text.contains("cannot be restored"))
        .expect("the log says who could not");
    assert_eq!(notice.federate.as_deref(), Some("federate 1"));
    save(&mut world, "again");
}

#[test]
fn a_state_that_takes_several_messages_is_restored_whole() {
    let at = |time| LogicalTime::Float64(Float64Time::new(time).unwrap());
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    let mut world = World::traffic(2);
    let class = world.interaction("HLAinteractionRoot.Message");
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    world.call(0, |m, _| {
        m.change_interaction_order_type(class, OrderType::TimeStamp)
    });
    world.call(1, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    // The request to save is then delivered also while it does not advance.
    world.call(1, |m, _| m.enable_asynchronous_delivery());
    world.quiet();
    let content: Vec<u8> = (0..600_000_u32).map(|n| (n % 251) as u8).collect();
    world.call(0, |m, out| {
        m.send_interaction(class, &[], &content, Some(at(50.0)), out)
    });
    world.quiet();
    let file = save(&mut world, "S");

    begin_restore(&mut world, "S", &file);
    world.quiet();
    for node in 0..2 {
        world.call(node, |m, out| m.federate_restore_ended(true, out));
    }
    world.settle();
    for node in 0..2 {
        assert_eq!(ends(&world.told(node)), ["FederationRestored"], "at {node}");
    }

    world.call(1, |m, out| m.time_advance_request(at(60.0), out));
    world.call(0, |m, out| m.time_advance_request(at(100.0), out));
    world.settle();
    let told = world.told(1);
    assert!(told.contains(&Told::Received(class, content)));
}

/// The file of a restore that a federate has asked for is being read.
fn being_read(world: &mut World, by: usize, label: &str) -> StorageTicket {
    world.call(by, |m, out| m.request_federation_restore(label, out));
    world.settle();
    let Some(StorageRequest::Load { ticket }) = world.rti.poll_storage() else {
        panic!("nothing is loaded");
    };
    ticket
}

#[test]
fn a_restore_is_answered_though_another_federate_resigns_while_its_file_is_read() {
    let mut world = World::traffic(3);
    let ticket = being_read(&mut world, 0, "first");

    world.resign(2, ResignAction::NoAction);
    let failed = StorageOutcome::Failed("there is no such file".into());
    world.rti.handle_storage(&ticket, failed);
    world.fetch_transmits();
    world.settle();

    let told = world.told(0);
    assert_eq!(ends(&told).len(), 1, "{told:?}");
    assert!(ends(&told)[0].starts_with("RequestFederationRestoreFailed"));
}

#[test]
fn a_federate_that_resigns_while_its_restore_is_read_leaves_room_for_another_save() {
    let mut world = World::traffic(3);
    let ticket = being_read(&mut world, 2, "first");
    world.call(0, |m, out| m.request_federation_save("second", None, out));
    world.settle();
    assert_eq!(world.told(0), []);

    world.resign(2, ResignAction::NoAction);

    for node in 0..2 {
        let told = format!("{:?}", world.told(node));
        assert!(told.contains("InitiateFederateSave"), "{node}: {told}");
        assert!(told.contains("second"), "{node}: {told}");
    }
    // The file comes too late: no federate is notified.
    let failed = StorageOutcome::Failed("there is no such file".into());
    world.rti.handle_storage(&ticket, failed);
    world.fetch_transmits();
    world.settle();
    for node in 0..2 {
        assert_eq!(world.told(node), []);
    }
}

#[test]
fn the_status_of_a_restore_tells_each_federate_apart() {
    let mut world = World::traffic(2);
    let file = save(&mut world, "kept");
    let status = |world: &mut World| {
        world.call(0, |m, out| m.query_federation_restore_status(out));
        world.settle();
        let told = world.told(0);
        let response = told.iter().find_map(|told| match told {
            Told::Other(text) if text.contains("RestoreStatusResponse") => Some(text.clone()),
            _ => None,
        });
        let text = response.expect("the status is reported");
        let statuses = text.split("status: ").skip(1);
        let name = |it: &str| it.split([' ', '}', ',']).next().unwrap().to_owned();
        statuses.map(name).collect::<Vec<_>>()
    };

    let ticket = being_read(&mut world, 1, "kept");
    assert_eq!(
        status(&mut world),
        ["NoRestoreInProgress", "FederateRestoreRequestPending"]
    );

    world.hold(Channel::FromRti(1));
    world
        .rti
        .handle_storage(&ticket, StorageOutcome::Loaded(file));
    world.fetch_transmits();
    world.settle();
    world.told(0);
    assert_eq!(
        status(&mut world),
        [
            "FederatePreparedToRestore",
            "FederateWaitingForRestoreToBegin"
        ]
    );

    world.release(Channel::FromRti(1));
    // The first learns what to restore after the second has learned that a restore has begun.
    for node in [1, 0, 1] {
        world.told(node);
    }
    assert_eq!(status(&mut world), ["FederateRestoring"; 2]);

    world.call(1, |m, out| m.federate_restore_ended(true, out));
    world.settle();
    assert_eq!(
        status(&mut world),
        ["FederateRestoring", "FederateWaitingForFederationToRestore"]
    );
}
