//! Requests that reach the RTI while members flush their streams for a save or restore wait, are saved, and are carried out afterwards.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Channel, World};
use hyla_core::federation::{StorageOutcome, StorageRequest, StorageTicket};
use hyla_core::message::{
    DeclarationChange, FromRti, LogEvent, MemberRequest, OwnershipRequest, RequestId, ToRti,
};
use hyla_core::outbox::Control;
use hyla_omt::encoding::encode;
use hyla_types::{Edition, ObjectInstanceHandle, ResignAction};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// A marker that is held here keeps the flush from its end.
const LANE: Channel = Channel::Data(0, 1);

/// Three federates with cars, of which the first and the last have registered one each.
fn yard() -> (World, [ObjectInstanceHandle; 2]) {
    let mut world = World::traffic(3);
    for node in 0..3 {
        world.publish(node, CAR, &["Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    let cars = [0, 2].map(|node| world.register(node, CAR));
    world.quiet();
    (world, cars)
}

/// All federates have saved, and one member does not give its state yet.
fn flush_to_save(world: &mut World) {
    world.call(0, |m, out| m.request_federation_save("kept", None, out));
    world.quiet();
    world.hold(LANE);
    for node in 0..3 {
        world.call(node, |m, out| m.federate_save_begun(out));
        world.call(node, |m, out| m.federate_save_ended(true, out));
    }
    world.settle();
    assert!(world.rti.poll_storage().is_none());
}

fn to_store(world: &mut World) -> (StorageTicket, Vec<u8>) {
    world.release(LANE);
    let Some(StorageRequest::Store { ticket, file }) = world.rti.poll_storage() else {
        panic!("nothing is stored");
    };
    (ticket, file.encode("today"))
}

fn storage(world: &mut World, ticket: &StorageTicket, outcome: StorageOutcome) {
    world.rti.handle_storage(ticket, outcome);
    world.fetch_transmits();
    world.settle();
}

/// Announces a restore to the federates.
fn begin_restore(world: &mut World, file: Vec<u8>) {
    world.call(0, |m, out| m.request_federation_restore("kept", out));
    world.settle();
    let Some(StorageRequest::Load { ticket }) = world.rti.poll_storage() else {
        panic!("nothing is loaded");
    };
    storage(world, &ticket, StorageOutcome::Loaded(file));
    for node in 0..3 {
        world.told(node);
    }
}

/// The host of a federate asks for that.
fn ask(world: &mut World, node: usize, request: MemberRequest) {
    world.call(node, |_, out| {
        out.control(&ToRti::Member(request));
        Ok(())
    });
    world.settle();
}

/// The federate's announcement of a car that it has registered.
fn registered(world: &World, node: usize, index: u32) -> MemberRequest {
    let object = ObjectInstanceHandle::of(world.handle(node), index);
    MemberRequest::Registered {
        object,
        class: world.class(CAR),
        name: format!("HLAobject-{}-{index}", world.handle(node)),
        owned: world.attributes(CAR, &["Speed", "HLAprivilegeToDeleteObject"]),
    }
}

fn published(world: &World, attribute: &str) -> MemberRequest {
    MemberRequest::Declare(DeclarationChange::PublishObjectClass {
        class: world.class(CAR),
        attributes: world.attributes(CAR, &[attribute]),
    })
}

/// Changes of declarations that a node has received, from that message on.
fn declared(world: &World, node: usize, from: usize) -> Vec<MemberRequest> {
    let heard = world.nodes[node].heard[from..].iter();
    heard
        .filter_map(|message| match message {
            FromRti::Log {
                event: LogEvent::Declared { change, .. },
                ..
            } => Some(MemberRequest::Declare(change.clone())),
            _ => None,
        })
        .collect()
}

#[test]
fn what_is_asked_for_while_a_save_is_made_waits_for_its_end_and_is_saved() {
    let (mut world, [car, _]) = yard();
    flush_to_save(&mut world);
    let heard: Vec<_> = world.nodes.iter().map(|node| node.heard.len()).collect();
    let declarations = ["Position", "Doors"].map(|attribute| published(&world, attribute));
    let [first, second] = declarations.clone();
    let requests = [
        first,
        registered(&world, 2, 2),
        MemberRequest::Ownership(OwnershipRequest::Acquire {
            object: car,
            attributes: world.attributes(CAR, &["Speed"]),
            number: 77,
            plain: true,
            tag: b"please".into(),
        }),
        MemberRequest::ReserveNames {
            number: 0,
            names: vec!["late".into()],
            multiple: false,
        },
        second,
    ];
    for request in requests {
        ask(&mut world, 2, request);
    }
    let is_idle = |world: &mut World| {
        let now: Vec<_> = world.nodes.iter().map(|node| node.heard.len()).collect();
        assert_eq!(now, heard);
        assert_eq!(world.status().objects, 2);
    };
    is_idle(&mut world);
    let (ticket, file) = to_store(&mut world);
    is_idle(&mut world);

    // Once when the save is over, and once more when it is restored.
    for restored in [false, true] {
        let from: Vec<_> = world.nodes.iter().map(|node| node.heard.len()).collect();
        if restored {
            begin_restore(&mut world, file.clone());
            world.quiet();
            for node in 0..3 {
                world.call(node, |m, out| m.federate_restore_ended(true, out));
            }
            world.settle();
        } else {
            storage(&mut world, &ticket, StorageOutcome::Stored);
        }
        for (node, from) in from.iter().enumerate() {
            assert_eq!(declared(&world, node, *from), declarations, "{restored}");
        }
        assert_eq!(world.status().objects, 3, "{restored}");
        let told = format!("{:?}", world.told(0));
        let wanted = format!("RequestAttributeOwnershipRelease, {car:?}");
        assert!(told.contains(&wanted), "{restored}: {told}");
        let decided = FromRti::NamesReserved {
            number: 0,
            refused: Vec::new(),
        };
        assert!(
            world.nodes[2].heard[from[2]..].contains(&decided),
            "{restored}"
        );
    }
}

#[test]
fn what_is_asked_for_while_a_restore_flushes_waits_for_its_failure() {
    let (mut world, _) = yard();
    flush_to_save(&mut world);
    let (ticket, file) = to_store(&mut world);
    storage(&mut world, &ticket, StorageOutcome::Stored);
    world.quiet();
    world.hold(LANE);
    begin_restore(&mut world, file);
    let from = world.nodes[1].heard.len();
    let declaration = published(&world, "Position");
    let requests = [declaration.clone(), registered(&world, 2, 2)];
    for request in requests {
        ask(&mut world, 2, request);
    }
    assert_eq!(declared(&world, 1, from), []);
    assert_eq!(world.status().objects, 2);

    world.release(LANE);
    assert_eq!(declared(&world, 1, from), []);
    world.call(0, |m, out| m.abort_federation_restore(out));
    world.settle();

    assert_eq!(declared(&world, 1, from), [declaration]);
    assert_eq!(world.status().objects, 3);
}

#[test]
fn what_a_federate_that_resigns_in_a_save_has_asked_for_before_is_done() {
    let (mut world, [_, car]) = yard();
    flush_to_save(&mut world);
    ask(&mut world, 2, MemberRequest::Deleted { object: car });
    for index in [2, 3] {
        let request = registered(&world, 0, index);
        ask(&mut world, 0, request);
    }
    assert_eq!(world.status().objects, 2);

    let resign = MemberRequest::Resign {
        request: RequestId(99),
        action: ResignAction::NoAction,
    };
    ask(&mut world, 2, resign);

    assert_eq!(world.status().members.len(), 2);
    // That car is gone, and the other's request is carried out as well, after the end of the save.
    assert_eq!(world.status().objects, 3);
    let told = format!("{:?}", world.told(0));
    assert!(told.contains("FederateResignedDuringSave"), "{told}");
}

#[test]
fn a_federate_is_resigned_through_the_mom_while_a_save_is_made() {
    let (mut world, _) = yard();
    flush_to_save(&mut world);
    let path = "HLAinteractionRoot.HLAmanager.HLAfederate.HLAservice.HLAresignFederationExecution";
    let class = world.interaction(path);
    let member = &world.nodes[2].member;
    let parameter = |name| member.parameter_handle(class, name).unwrap();
    let action = ResignAction::DeleteObjects.mom_code(Edition::Hla2025);
    let parameters = vec![
        (parameter("HLAfederate"), encode(&world.handle(1))),
        (parameter("HLAresignAction"), encode(&action)),
    ];

    ask(
        &mut world,
        2,
        MemberRequest::MomInteraction { class, parameters },
    );

    assert_eq!(world.status().members.len(), 2);
    let told = format!("{:?}", world.told(0));
    assert!(told.contains("FederateResignedDuringSave"), "{told}");
}
