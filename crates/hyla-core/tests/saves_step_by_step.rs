//! Saves and restores step by step: what the status says, who comes and goes meanwhile, files that are read too late.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Channel, Outgoing, Told, World};
use hyla_core::declaration::Activity;
use hyla_core::executive::NoticeLevel;
use hyla_core::federation::{StorageOutcome, StorageRequest, StorageTicket};
use hyla_core::member::Member;
use hyla_types::{
    Edition, ExceptionKind, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
    OrderType, ResignAction,
};

const RESIGNED: &str = "FederationNotSaved { reason: FederateResignedDuringSave }";

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

fn text(told: &Told) -> &str {
    match told {
        Told::Other(text) => text,
        _ => "",
    }
}

/// Callbacks about saves and restores.
fn of_saves(told: &[Told]) -> Vec<&str> {
    let about = |text: &&str| text.contains("Save") || text.contains("Restore");
    told.iter().map(text).filter(about).collect()
}

/// All federates are asked to save.
fn told_to_save(members: usize) -> World {
    let mut world = World::traffic(members);
    world.call(0, |m, out| m.request_federation_save("first", None, out));
    world.quiet();
    world
}

fn answer(world: &mut World, nodes: &[usize]) {
    for node in nodes {
        world.call(*node, |m, out| m.federate_save_begun(out));
        world.call(*node, |m, out| m.federate_save_ended(true, out));
    }
    world.settle();
}

fn to_store(world: &mut World) -> (StorageTicket, Vec<u8>) {
    let Some(StorageRequest::Store { ticket, file }) = world.rti.poll_storage() else {
        panic!("nothing is stored");
    };
    (ticket, file.encode("today"))
}

fn to_load(world: &mut World, by: usize, label: &str) -> StorageTicket {
    world.call(by, |m, out| m.request_federation_restore(label, out));
    world.settle();
    let Some(StorageRequest::Load { ticket }) = world.rti.poll_storage() else {
        panic!("nothing is loaded");
    };
    ticket
}

fn storage(world: &mut World, ticket: &StorageTicket, outcome: StorageOutcome) {
    world.rti.handle_storage(ticket, outcome);
    world.fetch_transmits();
    world.settle();
}

fn missing() -> StorageOutcome {
    StorageOutcome::Failed("there is no such file".into())
}

/// A file of a save of that many federates, who go on.
fn saved(members: usize) -> (World, Vec<u8>) {
    let mut world = told_to_save(members);
    answer(&mut world, &(0..members).collect::<Vec<_>>());
    let (ticket, file) = to_store(&mut world);
    storage(&mut world, &ticket, StorageOutcome::Stored);
    world.quiet();
    (world, file)
}

#[test]
fn the_status_of_a_save_follows_each_federate() {
    let mut world = World::traffic(2);
    let status = |world: &mut World| {
        world.call(0, |m, out| m.query_federation_save_status(out));
        world.settle();
        let told = world.told(0);
        let texts: Vec<_> = told.iter().map(text).collect();
        let all = texts.iter().flat_map(|it| it.split("status: ").skip(1));
        all.map(|it| it.split([' ', '}', ',']).next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(status(&mut world), ["NoSaveInProgress"; 2]);

    world.call(0, |m, out| m.request_federation_save("first", None, out));
    world.quiet();
    assert_eq!(status(&mut world), ["FederateInstructedToSave"; 2]);

    world.call(1, |m, out| m.federate_save_begun(out));
    world.settle();
    assert_eq!(
        status(&mut world),
        ["FederateInstructedToSave", "FederateSaving"]
    );

    world.call(1, |m, out| m.federate_save_ended(true, out));
    world.settle();
    assert_eq!(
        status(&mut world),
        [
            "FederateInstructedToSave",
            "FederateWaitingForFederationToSave"
        ]
    );
}

#[test]
fn when_one_resigns_the_others_finish_saving_and_are_told_then() {
    let mut world = told_to_save(3);

    world.resign(2, ResignAction::NoAction);
    assert_eq!(of_saves(&world.told(0)), [""; 0]);
    answer(&mut world, &[0]);
    assert_eq!(of_saves(&world.told(0)), [""; 0]);
    answer(&mut world, &[1]);

    for node in 0..2 {
        assert_eq!(of_saves(&world.told(node)), [RESIGNED]);
    }
}

#[test]
fn when_one_resigns_before_all_are_told_to_save_the_save_ends_at_once() {
    let mut world = World::traffic(3);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    for node in [1, 2] {
        world.call(node, |m, out| m.enable_time_constrained(out));
    }
    world.quiet();
    world.call(0, |m, out| {
        m.request_federation_save("at five", Some(at(5.0)), out)
    });
    world.quiet();
    world.call(1, |m, out| m.time_advance_request(at(10.0), out));
    world.quiet();
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.settle();
    // The first constrained federate is asked to save; the second does not advance.
    let told = world.told(1);
    assert!(of_saves(&told)[0].starts_with("InitiateFederateSave"));
    world.told(0);

    world.resign(1, ResignAction::NoAction);

    assert_eq!(of_saves(&world.told(0)), [RESIGNED]);
    assert_eq!(of_saves(&world.told(2)), [RESIGNED]);
}

#[test]
fn a_newcomer_saves_at_the_time_that_was_asked_for_before_it_joined() {
    let mut world = World::traffic(2);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.call(0, |m, out| {
        m.request_federation_save("at five", Some(at(5.0)), out)
    });
    world.quiet();

    let late = world.connect(Edition::Hla2025);
    world.join(late, vec![]);
    world.call(late, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.call(late, |m, out| m.time_advance_request(at(10.0), out));
    world.quiet();
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.settle();

    let told = world.told(late);
    assert!(
        told.iter()
            .any(|it| text(it).starts_with("InitiateFederateSave")),
        "{told:?}"
    );
    assert!(
        !told
            .iter()
            .any(|it| text(it).starts_with("TimeAdvanceGrant")),
        "{told:?}"
    );
}

#[test]
fn who_begins_to_regulate_after_a_save_at_a_time_sends_nothing_before_that_time() {
    let mut world = World::traffic(3);
    let lookahead =
        |length: f64| LogicalTimeInterval::Float64(Float64Interval::new(length).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead(20.0), out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.call(0, |m, out| {
        m.request_federation_save("at 25", Some(at(25.0)), out)
    });
    world.call(0, |m, out| m.time_advance_request(at(10.0), out));
    world.call(1, |m, out| m.time_advance_request(at(50.0), out));
    world.settle();
    // The federate got all messages up to 25 before its request to save, and is not granted.
    let told = world.told(1);
    assert!(
        text(&told[0]).starts_with("InitiateFederateSave"),
        "{told:?}"
    );
    world.told(0);
    world.told(2);
    answer(&mut world, &[0, 1, 2]);
    let (ticket, _) = to_store(&mut world);
    storage(&mut world, &ticket, StorageOutcome::Stored);
    world.quiet();

    world.call(2, |m, out| m.enable_time_regulation(lookahead(1.0), out));
    world.settle();

    let told = world.told(2);
    assert!(
        text(&told[0]).starts_with("TimeRegulationEnabled"),
        "{told:?}"
    );
    // Time + lookahead lies beyond 25: no message of that time comes to who has saved.
    let now = world.nodes[2].member.logical_time().unwrap();
    let least = 24.0_f64.next_up();
    assert_eq!(now, at(least));
}

#[test]
fn a_save_that_two_federates_abort_at_once_ends_once_and_is_no_warning() {
    let mut world = told_to_save(2);
    while world.rti.poll_notice().is_some() {}
    for node in 0..2 {
        world.call(node, |m, out| m.abort_federation_save(out));
    }
    world.settle();

    for node in 0..2 {
        let told = world.told(node);
        assert_eq!(
            of_saves(&told),
            ["FederationNotSaved { reason: SaveAborted }"],
            "{node}"
        );
        let again = world.attempt(node, |m, out| m.abort_federation_save(out));
        assert_eq!(again.unwrap_err().kind, ExceptionKind::SaveNotInProgress);
    }
    let notices: Vec<_> = std::iter::from_fn(|| world.rti.poll_notice()).collect();
    assert!(
        notices.iter().any(|n| n.text == "the save was aborted"),
        "{notices:?}"
    );
    assert!(
        notices.iter().all(|n| n.level != NoticeLevel::Warning),
        "{notices:?}"
    );
}

#[test]
fn a_save_that_is_being_stored_is_not_aborted() {
    let mut world = told_to_save(2);
    answer(&mut world, &[0, 1]);
    let (ticket, _) = to_store(&mut world);

    world.call(0, |m, out| m.abort_federation_save(out));
    world.settle();
    assert_eq!(of_saves(&world.told(1)), [""; 0]);
    storage(&mut world, &ticket, StorageOutcome::Stored);

    for node in 0..2 {
        assert_eq!(of_saves(&world.told(node)), ["FederationSaved"], "{node}");
    }
}

#[test]
fn a_restore_is_aborted_once_by_those_who_take_part() {
    let (mut world, file) = saved(2);
    let early = world.attempt(0, |m, out| m.abort_federation_restore(out));
    assert_eq!(early.unwrap_err().kind, ExceptionKind::RestoreNotInProgress);
    let ticket = to_load(&mut world, 0, "first");
    storage(&mut world, &ticket, StorageOutcome::Loaded(file));
    world.quiet();
    world.quiet();
    while world.rti.poll_notice().is_some() {}

    world.call(1, |m, out| m.abort_federation_restore(out));
    world.settle();

    for node in 0..2 {
        let told = world.told(node);
        let told = of_saves(&told);
        assert_eq!(told, ["FederationNotRestored { reason: RestoreAborted }"]);
    }
    let notices: Vec<_> = std::iter::from_fn(|| world.rti.poll_notice()).collect();
    assert!(
        notices.iter().any(|n| n.text == "the restore was aborted"),
        "{notices:?}"
    );
    assert!(
        notices.iter().all(|n| n.level != NoticeLevel::Warning),
        "{notices:?}"
    );
}

#[test]
fn when_one_resigns_the_others_finish_restoring_and_are_told_then() {
    let (mut world, file) = saved(3);
    let ticket = to_load(&mut world, 0, "first");
    storage(&mut world, &ticket, StorageOutcome::Loaded(file));
    world.quiet();
    world.quiet();

    world.resign(2, ResignAction::NoAction);
    assert_eq!(of_saves(&world.told(0)), [""; 0]);
    for node in 0..2 {
        assert_eq!(of_saves(&world.told(node)), [""; 0]);
        world.call(node, |m, out| m.federate_restore_ended(true, out));
        world.settle();
    }

    for node in 0..2 {
        let told = world.told(node);
        let failed = "FederationNotRestored { reason: FederateResignedDuringRestore }";
        assert_eq!(of_saves(&told), [failed]);
    }
}

#[test]
fn when_one_resigns_before_all_are_told_of_a_restore_it_ends_at_once() {
    let (mut world, file) = saved(3);
    let ticket = to_load(&mut world, 0, "first");
    world.hold(Channel::FromRti(2));
    storage(&mut world, &ticket, StorageOutcome::Loaded(file));
    // Another has not been notified either, and is not waited for.
    world.told(0);

    world.lose(2);
    world.settle();

    for node in 0..2 {
        let told = world.told(node);
        let failed = "FederationNotRestored { reason: FederateResignedDuringRestore }";
        assert!(of_saves(&told).contains(&failed), "{node}: {told:?}");
    }
}

#[test]
fn a_file_that_is_read_too_late_counts_for_no_later_save_or_restore() {
    let (mut world, file) = saved(3);
    let of_leaver = to_load(&mut world, 2, "first");
    world.resign(2, ResignAction::NoAction);
    let late = world.connect(Edition::Hla2025);
    world.join(late, vec![]);
    world.quiet();

    // A restore that was asked for later waits for its own file.
    let ticket = to_load(&mut world, 0, "first");
    storage(&mut world, &of_leaver, missing());
    assert_eq!(of_saves(&world.told(0)), [""; 0]);
    storage(&mut world, &ticket, StorageOutcome::Loaded(file));
    let told = world.told(0);
    assert!(
        of_saves(&told)[0].starts_with("RequestFederationRestoreSucceeded"),
        "{told:?}"
    );
    world.call(0, |m, out| m.abort_federation_restore(out));
    world.quiet();

    // So does a save that is being stored.
    world.call(0, |m, out| m.request_federation_save("second", None, out));
    world.quiet();
    answer(&mut world, &[0, 1, late]);
    let (ticket, _) = to_store(&mut world);
    storage(&mut world, &of_leaver, missing());
    assert_eq!(of_saves(&world.told(0)), [""; 0]);
    storage(&mut world, &ticket, StorageOutcome::Stored);
    assert_eq!(of_saves(&world.told(0)), ["FederationSaved"]);
}

#[test]
fn a_file_of_another_label_is_not_restored() {
    let (mut world, file) = saved(2);
    let ticket = to_load(&mut world, 0, "second");
    storage(&mut world, &ticket, StorageOutcome::Loaded(file));

    let told = world.told(0);
    assert!(
        of_saves(&told)[0].starts_with("RequestFederationRestoreFailed"),
        "{told:?}"
    );
    assert_eq!(of_saves(&world.told(1)), [""; 0]);
}

#[test]
fn a_save_at_a_time_that_another_save_has_overtaken_ends_both() {
    let mut world = World::traffic(2);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.call(0, |m, out| {
        m.request_federation_save("at five", Some(at(5.0)), out)
    });
    world.call(1, |m, out| m.time_advance_request(at(10.0), out));
    world.quiet();
    world.hold(Channel::ToRti(1));
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.settle();
    assert!(of_saves(&world.told(1))[0].starts_with("InitiateFederateSave"));
    world.told(0);

    world.call(0, |m, out| m.request_federation_save("now", None, out));
    world.settle();
    assert!(of_saves(&world.told(0))[0].starts_with("InitiateFederateSave"));
    world.release(Channel::ToRti(1));

    let failed = "FederationNotSaved { reason: SaveTimeCannotBeHonored }";
    for node in 0..2 {
        let told = world.told(node);
        assert!(of_saves(&told).contains(&failed), "{node}: {told:?}");
    }
}

#[test]
fn a_restore_is_aborted_by_one_who_has_not_been_told_of_it() {
    let (mut world, file) = saved(2);
    let ticket = to_load(&mut world, 0, "first");
    storage(&mut world, &ticket, StorageOutcome::Loaded(file));

    world.call(1, |m, out| m.abort_federation_restore(out));
    world.settle();

    let told = world.told(0);
    let failed = "FederationNotRestored { reason: RestoreAborted }";
    assert!(of_saves(&told).contains(&failed), "{told:?}");
}

#[test]
fn no_marker_of_a_save_that_is_over_goes_out_again() {
    let mut world = World::traffic(2);
    world.quiet();
    let (from, to) = (world.handle(0), world.handle(1));
    let frames = |world: &mut World| {
        world.call(0, |m, out| {
            m.handle_way_changed(to, out);
            Ok(())
        });
        let frames = world.frames_between(from, to);
        world.quiet();
        frames
    };
    let before = frames(&mut world);

    world.call(0, |m, out| m.request_federation_save("first", None, out));
    world.quiet();
    answer(&mut world, &[0, 1]);
    let (ticket, _) = to_store(&mut world);
    // With the count that goes before a marker.
    assert_eq!(frames(&mut world), before + 2);
    storage(&mut world, &ticket, StorageOutcome::Stored);
    world.quiet();

    assert_eq!(frames(&mut world), before);
}

#[test]
fn the_transportation_types_of_the_saved_federation_are_told_when_it_is_restored() {
    let (mut world, file) = saved(2);
    let known = world.nodes[1].transportations.clone();
    assert!(known.iter().any(|name| name == "Telemetry"), "{known:?}");
    let ticket = to_load(&mut world, 0, "first");
    storage(&mut world, &ticket, StorageOutcome::Loaded(file));
    world.quiet();
    world.quiet();
    for node in 0..2 {
        world.nodes[node].transportations.clear();
        world.call(node, |m, out| m.federate_restore_ended(true, out));
    }
    world.settle();

    for node in 0..2 {
        assert_eq!(world.nodes[node].transportations, known, "{node}");
    }
}

#[test]
fn messages_up_to_the_time_of_a_save_come_before_it_and_others_after_it() {
    let mut world = World::traffic(2);
    let class = world.interaction("HLAinteractionRoot.Message");
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    world.call(0, |m, _| {
        m.change_interaction_order_type(class, OrderType::TimeStamp)
    });
    world.call(1, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.call(0, |m, out| {
        m.request_federation_save("at five", Some(at(5.0)), out)
    });
    for (time, tag) in [(3.0, b"before"), (5.0, b"at it."), (8.0, b"after.")] {
        world.call(0, |m, out| {
            m.send_interaction(class, &[], tag, Some(at(time)), out)
        });
    }
    world.quiet();
    world.call(1, |m, out| m.time_advance_request(at(10.0), out));
    world.quiet();
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.settle();

    let received = |tag: &[u8]| Told::Received(class, tag.to_vec());
    let told = world.told(1);
    assert_eq!(told[..2], [received(b"before"), received(b"at it.")]);
    assert_eq!(told.len(), 3);
    assert!(text(&told[2]).starts_with("InitiateFederateSave"));
}

#[test]
fn a_request_that_is_repeated_after_a_grant_before_the_time_of_a_save_ends_in_the_save() {
    let mut world = World::stamped(2);
    world.regulate(0);
    world.constrain(0);
    world.constrain(1);
    world.call(0, |m, out| {
        m.request_federation_save("at ten", Some(at(10.0)), out)
    });
    world.quiet();
    let next = |m: &mut Member, out: &mut Outgoing| m.next_message_request(at(100.0), out);
    world.call(1, next);
    world.settle();
    // Nothing up to the time of the save can come any more but the message on the way.
    world.hold(Channel::Data(0, 1));
    world.send_at(0, 5.0);
    world.advance(0, 20.0);
    world.release(Channel::Data(0, 1));
    let told = world.told(1);
    assert!(text(&told[1]).starts_with("TimeAdvanceGrant"), "{told:?}");
    world.told(0);

    world.call(1, next);
    world.settle();

    let told = world.told(1);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        text(&told[0]).starts_with("InitiateFederateSave"),
        "{told:?}"
    );
}
