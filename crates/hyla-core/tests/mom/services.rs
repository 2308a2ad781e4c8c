//! Services that are called in the place of a federate.

use hyla_core::declaration::Activity;
use hyla_core::federation::{StorageOutcome, StorageRequest};
use hyla_omt::encoding::{decode, encode};
use hyla_types::{Edition, FederateHandle, ResignAction};

use crate::harness::Told;
use crate::mom_world::{BOTH, CAR, FEDERATE, FEDERATION, Managed, Report, action};

#[test]
fn services_of_the_mom_do_what_the_services_do() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_reports(0);
        let car = world.class(CAR);
        let speed = world.attribute(CAR, "Speed");
        let message = world.interaction("HLAinteractionRoot.Message");
        let target = encode(&world.handle(1));
        let (class, set) = (encode(&car), encode(&vec![speed]));
        let call = |world: &mut Managed, name: &str, rest: &[(&'static str, Vec<u8>)]| {
            let mut parameters = vec![("HLAfederate", target.clone())];
            parameters.extend(rest.iter().cloned());
            world.send(0, &format!("HLAfederate.HLAservice.{name}"), &parameters);
        };
        let fine = |world: &mut Managed| {
            let reports: Vec<Report> = world.reports(0);
            assert!(reports.is_empty(), "{edition:?}: {reports:?}");
        };
        let of_class = [
            ("HLAobjectClass", class.clone()),
            ("HLAattributeList", set.clone()),
        ];

        call(&mut world, "HLApublishObjectClassAttributes", &of_class);
        fine(&mut world);
        let object = world.register(1, CAR);
        call(&mut world, "HLAunpublishObjectClassAttributes", &of_class);
        fine(&mut world);
        let refused = world.attempt(1, |m, out| {
            m.update_attribute_values(object, &[(speed, &[1])], &[], None, out)
        });
        assert!(refused.is_err());

        call(
            &mut world,
            "HLApublishInteractionClass",
            &[("HLAinteractionClass", encode(&message))],
        );
        world.call(1, |m, out| m.send_interaction(message, &[], &[], None, out));
        call(
            &mut world,
            "HLAunpublishInteractionClass",
            &[("HLAinteractionClass", encode(&message))],
        );
        fine(&mut world);
        let refused = world.attempt(1, |m, out| m.send_interaction(message, &[], &[], None, out));
        assert!(refused.is_err());

        let mut active = of_class.to_vec();
        active.push(("HLAactive", encode(&true)));
        call(&mut world, "HLAsubscribeObjectClassAttributes", &active);
        world.publish(0, CAR, &["Speed"]);
        let seen = world.register(0, CAR);
        world.settle();
        assert!(world.told(1).contains(&Told::Discovered(seen, car)));
        call(
            &mut world,
            "HLAlocalDeleteObjectInstance",
            &[("HLAobjectInstance", encode(&seen))],
        );
        fine(&mut world);
        assert!(
            world.nodes[1]
                .member
                .known_object_class_handle(seen)
                .is_err()
        );
        call(&mut world, "HLAunsubscribeObjectClassAttributes", &of_class);
        fine(&mut world);

        let of_interaction = [("HLAinteractionClass", encode(&message))];
        call(&mut world, "HLAsubscribeInteractionClass", &of_interaction);
        world.call(0, |m, out| m.publish_interaction_class(message, out));
        world.call(0, |m, out| {
            m.send_interaction(message, &[], b"x", None, out)
        });
        world.settle();
        assert!(
            world
                .told(1)
                .contains(&Told::Received(message, b"x".to_vec()))
        );
        call(
            &mut world,
            "HLAunsubscribeInteractionClass",
            &of_interaction,
        );
        fine(&mut world);

        call(&mut world, "HLApublishObjectClassAttributes", &of_class);
        world.call(0, |m, out| {
            let set = hyla_types::AttributeHandleSet::from([speed]);
            m.subscribe_object_class_attributes(car, &set, Activity::Active, "", out)
        });
        world.settle();
        let doomed = world.register(1, CAR);
        world.settle();
        let told = world.told(0);
        assert!(told.contains(&Told::Discovered(doomed, car)), "{told:?}");
        call(
            &mut world,
            "HLAdeleteObjectInstance",
            &[
                ("HLAobjectInstance", encode(&doomed)),
                ("HLAtag", encode(&b"bye"[..])),
            ],
        );
        assert_eq!(world.told(0), [Told::Removed(doomed)]);
        call(
            &mut world,
            "HLAdeleteObjectInstance",
            &[("HLAobjectInstance", encode(&doomed))],
        );
        let report = world.only_report(0);
        let text: String = decode(&report.values["HLAexception"]).unwrap();
        assert!(text.starts_with("ObjectInstanceNotKnown"), "{text}");
        assert_eq!(report.values["HLAparameterError"], encode(&false));
    }
}

#[test]
fn a_federate_is_resigned_by_another() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_reports(0);
        world.publish(1, CAR, &["Speed"]);
        world.register(1, CAR);
        world.quiet();
        let resign = |world: &mut Managed, with: ResignAction| {
            let target = encode(&world.handle(1));
            world.send(
                0,
                "HLAfederate.HLAservice.HLAresignFederationExecution",
                &[
                    ("HLAfederate", target),
                    ("HLAresignAction", action(edition, with)),
                ],
            );
        };

        resign(&mut world, ResignAction::NoAction);
        let report = world.only_report(0);
        assert_eq!(report.values["HLAparameterError"], encode(&false));
        let text: String = decode(&report.values["HLAexception"]).unwrap();
        assert!(text.starts_with("FederateOwnsAttributes"), "{text}");
        assert!(world.nodes[1].member.is_joined());

        resign(&mut world, ResignAction::DeleteObjects);
        assert!(!world.nodes[1].member.is_joined());
        assert_eq!(world.status().objects, 0);
        let mut told = Vec::new();
        world.show(1, |callback| told.push(callback.service()));
        let expected: &[_] = match edition {
            Edition::Hla2010 => &[],
            Edition::Hla2025 => &[hyla_types::Service::FederateResigned],
        };
        assert_eq!(told, expected);

        // The federate may join again.
        world.join(1, vec![]);
    }
}

#[test]
fn a_federate_that_owns_attributes_of_others_is_not_resigned_by_deleting_its_own_instances() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_reports(0);
        for node in 0..2 {
            world.publish(node, CAR, &["Speed"]);
        }
        world.subscribe(1, CAR, &["Speed"]);
        let theirs = world.register(0, CAR);
        world.quiet();
        let speed = world.attributes(CAR, &["Speed"]);
        world.call(0, |m, out| {
            m.unconditional_attribute_ownership_divestiture(theirs, &speed, &[], out)
        });
        world.quiet();
        world.call(1, |m, out| {
            m.attribute_ownership_acquisition(theirs, &speed, &[], out)
        });
        world.quiet();
        let target = encode(&world.handle(1));

        world.send(
            0,
            "HLAfederate.HLAservice.HLAresignFederationExecution",
            &[
                ("HLAfederate", target),
                (
                    "HLAresignAction",
                    action(edition, ResignAction::DeleteObjects),
                ),
            ],
        );

        let report = world.only_report(0);
        let text: String = decode(&report.values["HLAexception"]).unwrap();
        assert!(text.starts_with("FederateOwnsAttributes"), "{text}");
        assert!(world.nodes[1].member.is_joined());
        assert_eq!(world.status().objects, 1);
    }
}

#[test]
fn order_and_transportation_types_are_changed_through_the_mom() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.busy();
        world.forget(0);
        let object = hyla_types::ObjectInstanceHandle::of(world.handle(1), 1);
        let speed = world.attribute(CAR, "Speed");
        let message = world.interaction("HLAinteractionRoot.Message");
        let stamped = hyla_types::OrderType::TimeStamp.mom_code(edition);
        let best_effort = world.nodes[1]
            .member
            .transportation_type_handle("HLAbestEffort")
            .unwrap();
        let transportation = match edition {
            Edition::Hla2010 => encode("HLAbestEffort"),
            Edition::Hla2025 => encode(&best_effort),
        };
        let target = ("HLAfederate", encode(&world.handle(1)));
        let of_object = [
            target.clone(),
            ("HLAobjectInstance", encode(&object)),
            ("HLAattributeList", encode(&vec![speed])),
        ];
        let of_class = [target, ("HLAinteractionClass", encode(&message))];
        let order = ("HLAsendOrder", encode(&stamped));
        let kind = ("HLAtransportation", transportation);
        let send = |world: &mut Managed, name: &str, all: Vec<(&'static str, Vec<u8>)>| {
            world.send(0, &format!("HLAfederate.HLAservice.{name}"), &all);
            let reports = world.reports(0);
            assert!(reports.is_empty(), "{edition:?}: {name}: {reports:?}");
        };
        let with = |some: &[(&'static str, Vec<u8>)], last: &(&'static str, Vec<u8>)| {
            let mut all = some.to_vec();
            all.push(last.clone());
            all
        };
        send(
            &mut world,
            "HLAchangeAttributeOrderType",
            with(&of_object, &order),
        );
        send(
            &mut world,
            "HLAchangeInteractionOrderType",
            with(&of_class, &order),
        );
        let name = "HLArequestAttributeTransportationTypeChange";
        send(&mut world, name, with(&of_object, &kind));
        let name = "HLArequestInteractionTransportationTypeChange";
        send(&mut world, name, with(&of_class, &kind));

        // The callbacks that confirm go to the federate itself.
        let mut told = Vec::new();
        world.show(1, |callback| told.push(callback.service()));
        assert_eq!(
            told,
            [
                hyla_types::Service::ConfirmAttributeTransportationTypeChange,
                hyla_types::Service::ConfirmInteractionTransportationTypeChange,
            ]
        );

        // Of an object that the federate does not know: refused.
        let stranger = hyla_types::ObjectInstanceHandle::of(world.handle(0), 77);
        let mut wrong = with(&of_object, &order);
        wrong[1].1 = encode(&stranger);
        world.send(
            0,
            "HLAfederate.HLAservice.HLAchangeAttributeOrderType",
            &wrong,
        );
        let report = world.only_report(0);
        assert_eq!(report.values["HLAparameterError"], encode(&false));
    }
}

#[test]
fn ownership_moves_through_the_mom_without_a_word() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 3);
        world.subscribe_reports(0);
        let speed = world.attribute(CAR, "Speed");
        for node in 1..3 {
            world.publish(node, CAR, &["Speed"]);
            world.subscribe(node, CAR, &["Speed"]);
        }
        let object = world.register(1, CAR);
        world.quiet();
        let modify = |world: &mut Managed, node: usize, what: Vec<u8>, owned: bool| {
            let parameters = [
                ("HLAfederate", encode(&world.handle(node))),
                ("HLAobjectInstance", what),
                ("HLAattribute", encode(&speed)),
                ("HLAattributeState", encode(&i32::from(owned))),
            ];
            world.send(
                0,
                "HLAfederate.HLAadjust.HLAmodifyAttributeState",
                &parameters,
            );
            for node in 1..3 {
                // Relevance may change, but clause 7 causes no callback.
                let told = world.told(node);
                let other = told.iter().find(|t| matches!(t, Told::Other(_)));
                assert_eq!(other, None, "{edition:?}: callbacks of {node}");
            }
        };
        let owns = |world: &Managed, node: usize| {
            let member = &world.nodes[node].member;
            member
                .is_attribute_owned_by_federate(object, speed)
                .unwrap()
        };
        let refused = |world: &mut Managed, by: &str| {
            let report = world.only_report(0);
            let text: String = decode(&report.values["HLAexception"]).unwrap();
            assert!(text.starts_with(by), "{edition:?}: {text}");
            assert_eq!(report.values["HLAparameterError"], encode(&false));
        };

        modify(&mut world, 2, encode(&object), true);
        assert!(owns(&world, 2) && !owns(&world, 1));
        modify(&mut world, 1, encode(&object), false);
        refused(&mut world, "AttributeNotOwned");
        modify(&mut world, 2, encode(&object), false);
        assert!(!owns(&world, 2) && !owns(&world, 1));
        modify(&mut world, 1, encode(&object), true);
        assert!(owns(&world, 1));
        assert!(world.reports(0).is_empty());

        let stranger = hyla_types::ObjectInstanceHandle::of(world.handle(1), 9);
        modify(&mut world, 2, encode(&stranger), true);
        refused(&mut world, "ObjectInstanceNotKnown");
        let car = world.class(CAR);
        world.call(2, |m, out| m.unpublish_object_class(car, out));
        modify(&mut world, 2, encode(&object), true);
        refused(&mut world, "AttributeNotPublished");

        // Given up through the MOM, it is as if the federate had called.
        let parameters = [
            ("HLAfederate", encode(&world.handle(1))),
            ("HLAobjectInstance", encode(&object)),
            ("HLAattributeList", encode(&vec![speed])),
        ];
        let divest = "HLAfederate.HLAservice.HLAunconditionalAttributeOwnershipDivestiture";
        world.send(0, divest, &parameters);
        assert!(!owns(&world, 1));
        world.send(0, divest, &parameters);
        refused(&mut world, "AttributeNotOwned");
    }
}

#[test]
fn synchronization_points_are_listed_reached_and_unknown_ones_refused() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.busy();
        world.forget(0);
        let moving = |world: &mut Managed| -> Vec<(FederateHandle, i32)> {
            let (parameters, _) =
                world.request_for("HLAfederation.HLArequest.HLArequestSynchronizationPointStatus");
            let request = "HLAfederation.HLArequest.HLArequestSynchronizationPointStatus";
            world.send(0, request, &parameters);
            decode(&world.only_report(0).values["HLAsyncPointFederates"]).unwrap()
        };
        let (first, second) = (world.handle(0), world.handle(1));
        assert_eq!(moving(&mut world), [(first, 2), (second, 2)]);

        let achieved = [
            ("HLAfederate", encode(&second)),
            ("HLAlabel", encode("ready")),
        ];
        let path = "HLAfederate.HLAservice.HLAsynchronizationPointAchieved";
        world.send(0, path, &achieved);
        assert_eq!(moving(&mut world), [(first, 2), (second, 3)]);
        world.send(0, path, &achieved);
        let report = world.only_report(0);
        let text: String = decode(&report.values["HLAexception"]).unwrap();
        assert!(
            text.starts_with("SynchronizationPointLabelNotAnnounced"),
            "{text}"
        );

        world.call(0, |m, out| {
            m.synchronization_point_achieved("ready", true, out)
        });
        world.settle();
        world.forget(0);
        let points = "HLAfederation.HLArequest.HLArequestSynchronizationPoints";
        world.send(0, points, &[]);
        let labels: Vec<String> = decode(&world.only_report(0).values["HLAsyncPoints"]).unwrap();
        assert!(labels.is_empty());
        if edition == Edition::Hla2025 {
            let request = "HLAfederation.HLArequest.HLArequestSynchronizationPointStatus";
            world.send(0, request, &[("HLAsyncPointName", encode("ready"))]);
            let report = world.only_report(0);
            assert_eq!(report.values["HLAparameterError"], encode(&true));
        }
    }
}

#[test]
fn a_save_is_shown_and_its_services_are_called() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_all(0, FEDERATE);
        world.subscribe_all(0, FEDERATION);
        world.subscribe_reports(0);
        world.quiet();
        let service = |world: &mut Managed, name: &str, success: Option<bool>| {
            let mut parameters = vec![("HLAfederate", encode(&world.handle(1)))];
            parameters.extend(success.map(|s| ("HLAsuccessIndicator", encode(&s))));
            world.send(0, &format!("HLAfederate.HLAservice.{name}"), &parameters);
        };

        // Nothing to save yet.
        service(&mut world, "HLAfederateSaveBegun", None);
        let report = world.only_report(0);
        let text: String = decode(&report.values["HLAexception"]).unwrap();
        assert!(text.starts_with("SaveNotInitiated"), "{text}");
        service(&mut world, "HLAfederateRestoreComplete", Some(true));
        let report = world.only_report(0);
        let text: String = decode(&report.values["HLAexception"]).unwrap();
        assert!(text.starts_with("RestoreNotRequested"), "{text}");

        world.call(1, |m, out| m.request_federation_save("S", None, out));
        world.settle();
        let mut told = Vec::new();
        world.show(1, |callback| told.push(callback.service()));
        assert!(
            told.contains(&hyla_types::Service::InitiateFederateSave),
            "{told:?}"
        );
        // The watcher has not been asked yet, so it can still send.
        service(&mut world, "HLAfederateSaveBegun", None);
        service(&mut world, "HLAfederateSaveComplete", Some(true));
        let values = world.values(0);
        assert_eq!(
            values.get("HLAnextSaveName"),
            Some(&encode("S")),
            "{values:?}"
        );
        world.call(0, |m, out| m.federate_save_begun(out));
        world.call(0, |m, out| m.federate_save_ended(true, out));
        world.settle();
        let stored = world
            .rti
            .poll_storage()
            .expect("the members have given their states");
        let ticket = match stored {
            StorageRequest::Store { ticket, .. } => ticket,
            other => panic!("{other:?}"),
        };
        world.rti.handle_storage(&ticket, StorageOutcome::Stored);
        world.fetch_transmits();
        world.settle();
        let values = world.values(0);
        assert_eq!(
            values.get("HLAlastSaveName"),
            Some(&encode("S")),
            "{values:?}"
        );
        assert_eq!(
            values.get("HLAnextSaveName"),
            Some(&encode("")),
            "{values:?}"
        );
        assert_eq!(
            values.get("HLAfederateState"),
            Some(&encode(&1_i32)),
            "{values:?}"
        );

        // One that fails is no last save.
        world.call(1, |m, out| m.request_federation_save("T", None, out));
        world.quiet();
        world.call(1, |m, out| m.abort_federation_save(out));
        world.settle();
        let values = world.values(0);
        let last = values.get("HLAlastSaveName");
        assert!(last.is_none_or(|it| *it == encode("S")), "{values:?}");
    }
}
