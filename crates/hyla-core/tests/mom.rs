//! The management object model against the standard MIMs: whatever they list has a value that decodes as
//! declared, an answer, or an effect.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;
mod mom_world;

use std::collections::BTreeSet;
use std::time::Duration;

use harness::Told;
use hyla_core::callback::Callback;
use hyla_core::declaration::Activity;
use hyla_core::federation::{StorageOutcome, StorageRequest};
use hyla_omt::encoding::{EncodedTime, decode, encode};
use hyla_types::{
    Edition, FederateHandle, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
    ResignAction,
};
use mom_world::{
    BOTH, CAR, FEDERATE, FEDERATION, Managed, Report, action, interactions_below, path_of,
};

#[test]
fn every_attribute_has_a_value_of_its_data_type() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 3);
        for class in [FEDERATE, FEDERATION] {
            world.subscribe_all(0, class);
            world.forget(0);

            let values = world.request_all(0, class);

            let declared = world.attributes_of(class);
            for (name, data_type) in &declared {
                let bytes = values
                    .get(name)
                    .unwrap_or_else(|| panic!("{edition:?}: {class} has no value of {name}"));
                world.check(data_type, bytes, name);
            }
            assert_eq!(values.len(), declared.len(), "{edition:?}: {class}");
        }
    }
}

#[test]
fn every_request_is_answered_by_reports_whose_parameters_decode() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.busy();
        let requests = interactions_below(edition, "HLArequest");
        assert!(requests.len() >= 13);
        for request in requests {
            let (parameters, answers) = world.request_for(&request);
            let expected: BTreeSet<String> = answers.iter().map(|a| (*a).to_owned()).collect();
            world.forget(0);

            world.send(0, &request, &parameters);

            let reports = world.reports(0);
            let seen: BTreeSet<String> = reports.iter().map(|r| r.path.clone()).collect();
            assert_eq!(seen, expected, "{edition:?}: answers to {request}");
            for report in &reports {
                world.check_report(report);
            }
        }
    }
}

#[test]
fn every_service_and_adjustment_that_lacks_its_parameters_is_reported_as_that() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_reports(0);
        let without = [
            // Nothing is needed but the federate.
            "HLAfederateSaveBegun",
            "HLAdisableTimeRegulation",
            "HLAenableTimeConstrained",
            "HLAdisableTimeConstrained",
            "HLAenableAsynchronousDelivery",
            "HLAdisableAsynchronousDelivery",
            "HLAsetSwitches",
        ];
        let mut all = interactions_below(edition, "HLAservice");
        all.extend(interactions_below(edition, "HLAadjust"));
        assert!(all.len() > 30);
        for class in all {
            if class.starts_with("HLAfederation.") || without.iter().any(|w| class.ends_with(w)) {
                continue;
            }
            world.forget(0);
            let target = encode(&world.handle(1));

            world.send(0, &class, &[("HLAfederate", target)]);

            let report = world.only_report(0);
            assert_eq!(report.path, "HLAfederate.HLAreport.HLAreportMOMexception");
            world.check_report(&report);
            let text: String = decode(&report.values["HLAexception"]).unwrap();
            assert!(text.contains("is missing"), "{edition:?}: {class}: {text}");
            assert_eq!(report.values["HLAparameterError"], encode(&true));
            let service: String = decode(&report.values["HLAservice"]).unwrap();
            assert_eq!(service, path_of(&class));
        }
    }
}

#[test]
fn an_unknown_federate_is_reported_to_whoever_named_it() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_reports(0);
        let class = "HLAfederate.HLArequest.HLArequestPublications";
        let stranger = encode(&FederateHandle::new(77));
        for parameters in [
            vec![],
            vec![("HLAfederate", stranger)],
            vec![("HLAfederate", vec![1, 2, 3])],
        ] {
            world.forget(0);

            world.send(0, class, &parameters);

            let report = world.only_report(0);
            assert_eq!(report.path, "HLAfederate.HLAreport.HLAreportMOMexception");
            assert_eq!(report.values["HLAfederate"], encode(&world.handle(0)));
            assert_eq!(report.values["HLAparameterError"], encode(&true));
        }
    }
}

#[test]
fn a_handle_may_come_without_its_count() {
    let mut world = Managed::new(Edition::Hla2025, 2);
    world.subscribe_reports(0);
    let bare = world.handle(1).encode().to_vec();

    world.send(
        0,
        "HLAfederate.HLArequest.HLArequestPublications",
        &[("HLAfederate", bare)],
    );

    let reports = world.reports(0);
    assert!(
        reports.iter().all(|r| r.path.contains("Publication")),
        "{reports:?}"
    );
    assert!(!reports.is_empty());
}

#[test]
fn instances_are_discovered_when_they_appear_and_removed_with_their_federate() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_all(0, FEDERATE);
        let class = world.class(FEDERATE);
        let discoveries = |told: &[Told]| {
            let of_class = |t: &&Told| matches!(t, Told::Discovered(_, c) if *c == class);
            told.iter().filter(of_class).count()
        };
        assert_eq!(discoveries(&world.told(0)), 2);

        let third = world.connect(edition);
        world.join(third, vec![]);
        assert_eq!(discoveries(&world.told(0)), 1);

        world.resign(third, ResignAction::NoAction);
        let removed = world.told(0);
        assert_eq!(removed.len(), 1, "{removed:?}");
        assert!(matches!(removed[0], Told::Removed(_)));
    }
}

#[test]
fn members_are_listed_as_they_come_and_go() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_all(0, FEDERATION);
        world.quiet();
        let mut expected = vec![world.handle(0), world.handle(1)];

        let third = world.connect(edition);
        world.join(third, vec![]);
        expected.push(world.handle(third));
        assert_eq!(
            world.reflected(0, "HLAfederatesInFederation"),
            encode(&expected)
        );

        world.resign(third, ResignAction::NoAction);
        expected.pop();
        assert_eq!(
            world.reflected(0, "HLAfederatesInFederation"),
            encode(&expected)
        );
    }
}

#[test]
fn a_lost_federate_is_reported_once() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 3);
        world.subscribe_reports(0);
        world.quiet();
        let gone = world.handle(2);

        world.lose(2);
        world.settle();

        let report = world.only_report(0);
        assert_eq!(report.path, "HLAfederate.HLAreport.HLAreportFederateLost");
        world.check_report(&report);
        assert_eq!(report.values["HLAfederate"], encode(&gone));
        assert_eq!(report.values["HLAfederateName"], encode("federate 2"));
        assert_eq!(report.values["HLAfaultDescription"], encode("lost"));
    }
}

#[test]
fn periodic_values_come_every_period_until_it_is_zero() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_all(0, FEDERATE);
        world.quiet();
        let timing = |world: &mut Managed, seconds: i32| {
            let target = encode(&world.handle(1));
            world.send(
                0,
                "HLAfederate.HLAadjust.HLAsetTiming",
                &[
                    ("HLAfederate", target),
                    ("HLAreportPeriod", encode(&seconds)),
                ],
            );
        };
        let tick = |world: &mut Managed, to: u64| {
            world.clock(1, Duration::from_secs(to));
            world.values(0)
        };
        assert!(tick(&mut world, 1).is_empty());
        assert_eq!(world.nodes[1].member.next_deadline(), None);

        timing(&mut world, 2);
        assert!(tick(&mut world, 10).is_empty());
        assert_eq!(
            world.nodes[1].member.next_deadline(),
            Some(Duration::from_secs(12))
        );
        assert!(tick(&mut world, 11).is_empty());
        let first = tick(&mut world, 12);
        assert_eq!(first["HLAtimeGrantedTime"], encode(&11_000_i32));
        assert!(!first.contains_key("HLAtimeManagerState"));
        assert!(tick(&mut world, 13).is_empty());
        assert_eq!(
            tick(&mut world, 14)["HLAtimeGrantedTime"],
            encode(&2_000_i32)
        );

        timing(&mut world, 0);
        assert!(tick(&mut world, 20).is_empty());
    }
}

#[test]
fn a_negative_period_is_refused() {
    let mut world = Managed::new(Edition::Hla2025, 2);
    world.subscribe_reports(0);
    let target = encode(&world.handle(1));

    world.send(
        0,
        "HLAfederate.HLAadjust.HLAsetTiming",
        &[
            ("HLAfederate", target),
            ("HLAreportPeriod", encode(&-1_i32)),
        ],
    );

    assert_eq!(
        world.only_report(0).values["HLAparameterError"],
        encode(&true)
    );
}

#[test]
fn counters_tell_what_was_sent_and_received() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.busy();
        world.subscribe_all(0, FEDERATE);
        world.forget(0);
        let number = |values: &std::collections::BTreeMap<String, Vec<u8>>, name: &str| {
            decode::<i32>(&values[name]).unwrap()
        };

        let values = world.request_of(0, 1);
        let told = |name: &str| number(&values, name);

        assert_eq!(told("HLAupdatesSent"), 2);
        assert_eq!(told("HLAobjectInstancesUpdated"), 1);
        assert_eq!(told("HLAobjectInstancesRegistered"), 2);
        assert_eq!(told("HLAobjectInstancesDeleted"), 1);
        assert_eq!(told("HLAobjectInstancesThatCanBeDeleted"), 1);
        assert_eq!(told("HLAinteractionsSent"), 1);

        let values = world.request_of(0, 0);
        let told = |name: &str| number(&values, name);
        // Those of the MOM count as well.
        assert!(told("HLAreflectionsReceived") > 2);
        assert_eq!(told("HLAobjectInstancesReflected"), 3);
        assert!(told("HLAobjectInstancesDiscovered") >= 2);
        assert_eq!(told("HLAobjectInstancesRemoved"), 1);
        assert!(told("HLAinteractionsReceived") >= 1);
    }
}

#[test]
fn a_switch_that_changes_is_told_to_who_subscribes_it() {
    let mut world = Managed::new(Edition::Hla2025, 2);
    world.subscribe_all(0, FEDERATE);
    world.quiet();
    let target = encode(&world.handle(1));
    let set = |world: &mut Managed, name: &'static str, value: Vec<u8>| {
        let target = target.clone();
        world.send(
            0,
            "HLAfederate.HLAadjust.HLAsetSwitches",
            &[("HLAfederate", target), (name, value)],
        );
        world.values(0)
    };
    for name in [
        "HLAobjectClassRelevanceAdvisory",
        "HLAattributeRelevanceAdvisory",
        "HLAattributeScopeAdvisory",
        "HLAinteractionRelevanceAdvisory",
        "HLAconveyRegionDesignatorSets",
        "HLAserviceReporting",
        "HLAexceptionReporting",
        "HLAsendServiceReportsToFile",
    ] {
        set(&mut world, name, encode(&false));
        let changed = set(&mut world, name, encode(&true));
        assert_eq!(changed.get(name), Some(&encode(&true)), "{name}");
        assert_eq!(set(&mut world, name, encode(&true)).len(), 0, "{name}");
        assert_eq!(set(&mut world, name, encode(&false))[name], encode(&false));
    }
    let code = ResignAction::DeleteObjects.mom_code(Edition::Hla2025);
    let changed = set(&mut world, "HLAautomaticResignAction", encode(&code));
    assert_eq!(changed["HLAautomaticResignAction"], encode(&code));
    assert_eq!(
        world.nodes[1].member.automatic_resign_directive(),
        Ok(ResignAction::DeleteObjects)
    );
}

#[test]
fn service_reporting_cannot_be_switched_on_for_who_subscribes_the_reports() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_reports(0);
        let (class, parameter) = match edition {
            Edition::Hla2010 => (
                "HLAfederate.HLAadjust.HLAsetServiceReporting",
                "HLAreportingState",
            ),
            Edition::Hla2025 => (
                "HLAfederate.HLAadjust.HLAsetSwitches",
                "HLAserviceReporting",
            ),
        };
        let target = encode(&world.handle(0));

        world.send(
            0,
            class,
            &[("HLAfederate", target), (parameter, encode(&true))],
        );

        let report = world.only_report(0);
        assert_eq!(report.values["HLAparameterError"], encode(&false));
        let reporting = world.nodes[0]
            .member
            .switch(hyla_core::support::Switch::ServiceReporting);
        assert_eq!(reporting, Ok(false));
    }
}

#[test]
fn the_auto_provide_switch_changes_for_all_and_for_who_joins_later() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_all(0, FEDERATION);
        world.quiet();

        world.send(
            1,
            "HLAfederation.HLAadjust.HLAsetSwitches",
            &[("HLAautoProvide", encode(&true))],
        );

        assert_eq!(world.reflected(0, "HLAautoProvide"), encode(&true));
        let third = world.connect(edition);
        world.join(third, vec![]);
        for node in 0..3 {
            let switch = hyla_core::support::Switch::AutoProvide;
            assert_eq!(world.nodes[node].member.switch(switch), Ok(true), "{node}");
        }
        // Discovering the instance brings all values now.
        world.subscribe_all(third, FEDERATION);
        world.forget(third);
        let values = world.values(third);
        assert_eq!(values.len(), world.attributes_of(FEDERATION).len());
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

        // It may join again.
        world.join(1, vec![]);
    }
}

#[test]
fn modules_are_listed_once_and_can_be_read() {
    let mut world = Managed::new(Edition::Hla2025, 2);
    let third = world.connect(Edition::Hla2025);
    let mut again = harness::bicycles();
    again.designator = "again.xml".into();
    world.join(third, vec![harness::bicycles(), again]);
    world.subscribe_all(0, FEDERATE);
    world.subscribe_reports(0);
    world.quiet();

    let values = world.request_of(0, third);
    let listed: Vec<String> = decode(&values["HLAFOMmoduleDesignatorList"]).unwrap();
    assert_eq!(listed, ["bicycles.xml"]);

    let target = encode(&world.handle(third));
    let ask = |world: &mut Managed, index: i32| {
        let parameters = [
            ("HLAfederate", target.clone()),
            ("HLAFOMmoduleIndicator", encode(&index)),
        ];
        world.send(
            0,
            "HLAfederate.HLArequest.HLArequestFOMmoduleData",
            &parameters,
        );
        world.only_report(0)
    };
    let text: String = decode(&ask(&mut world, 0).values["HLAFOMmoduleData"]).unwrap();
    assert_eq!(text.as_bytes(), harness::bicycles().content);
    let refused = ask(&mut world, 1);
    assert_eq!(refused.values["HLAparameterError"], encode(&true));
}

#[test]
fn the_rti_owns_the_instances() {
    let mut world = Managed::new(Edition::Hla2025, 2);
    let mut instances = Vec::new();
    world.subscribe_all(0, FEDERATE);
    world.show(0, |callback| {
        if let Callback::DiscoverObjectInstance {
            object,
            producer,
            name,
            ..
        } = callback
        {
            instances.push(*object);
            assert_eq!(*producer, None);
            assert!(name.starts_with("HLA"));
        }
    });
    assert_eq!(instances.len(), 2);
    let refused = world.attempt(0, |m, out| {
        m.delete_object_instance(instances[0], &[], None, out)
    });
    assert_eq!(
        refused.unwrap_err().kind,
        hyla_types::ExceptionKind::DeletePrivilegeNotHeld
    );
}

#[test]
fn a_subclass_of_a_mom_interaction_counts_as_its_ancestor() {
    let mut world = Managed::with_subclass(2);
    world.subscribe_reports(0);
    let target = encode(&world.handle(1));

    world.send(
        0,
        "HLAfederate.HLArequest.HLArequestPublications.Special",
        &[("HLAfederate", target), ("Why", vec![1, 2, 3])],
    );

    assert!(!world.reports(0).is_empty());
}

#[test]
fn undefined_times_have_no_bytes() {
    let mut world = Managed::new(Edition::Hla2010, 2);
    world.subscribe_all(0, FEDERATE);
    world.quiet();

    let values = world.request_of(0, 1);

    for name in ["HLALITS", "HLAlookahead"] {
        assert_eq!(decode(&values[name]), Ok(EncodedTime::UNDEFINED), "{name}");
    }
}

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
fn reports_and_values_come_to_the_regions_of_their_federate() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 3);
        let class = world.class(FEDERATE);
        let dimension = world.nodes[0]
            .member
            .dimension_handle("HLAfederate")
            .unwrap();
        let wanted = world.handle(1);
        let point = world.nodes[0]
            .member
            .normalize_federate_handle(wanted)
            .unwrap();
        let region = world.call(0, |m, _| {
            m.create_region(&[dimension].into_iter().collect())
        });
        world.call(0, |m, out| {
            let bounds = hyla_types::RangeBounds::new(point, point + 1).unwrap();
            m.set_range_bounds(region, dimension, bounds)?;
            m.commit_region_modifications(&[region].into_iter().collect(), out)
        });
        let names = world.attributes(FEDERATE, &["HLAfederateName"]);
        let report = world.interaction(&path_of(
            "HLAfederate.HLAreport.HLAreportInteractionPublication",
        ));
        world.call(0, |m, out| {
            let pairs = [(names.clone(), [region].into_iter().collect())];
            let active = Activity::Active;
            m.subscribe_object_class_attributes_with_regions(class, &pairs, active, "", out)
        });
        world.call(0, |m, out| {
            let regions = [region].into_iter().collect();
            m.subscribe_interaction_class_with_regions(report, &regions, Activity::Active, out)
        });
        world.settle();

        let discovered = world.told(0);
        let discovered: Vec<_> = discovered
            .iter()
            .filter_map(|t| match t {
                Told::Discovered(object, _) => Some(*object),
                _ => None,
            })
            .collect();
        let expected = hyla_types::ObjectInstanceHandle::of(FederateHandle::RTI, wanted.raw() + 1);
        assert_eq!(discovered, [expected], "{edition:?}");

        for (node, due) in [(1, 1), (2, 0)] {
            let target = encode(&world.handle(node));
            world.send(
                0,
                "HLAfederate.HLArequest.HLArequestPublications",
                &[("HLAfederate", target)],
            );
            assert_eq!(world.reports(0).len(), due, "{edition:?}: of node {node}");
        }
    }
}

#[test]
fn the_standing_in_time_is_shown() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_all(0, FEDERATE);
        world.subscribe_reports(0);
        world.quiet();
        let target = encode(&world.handle(1));
        let call = |world: &mut Managed, name: &str, rest: &[(&'static str, Vec<u8>)]| {
            let mut parameters = vec![("HLAfederate", target.clone())];
            parameters.extend(rest.iter().cloned());
            world.send(0, &format!("HLAfederate.HLAservice.{name}"), &parameters);
            world.told(1);
        };
        let time = |t: f64| {
            let time = hyla_types::Float64Time::new(t).unwrap();
            encode(&EncodedTime::from(hyla_types::LogicalTime::from(time)))
        };
        let lookahead = [("HLAlookahead", time(1.0))];
        // Somebody has to regulate, or grants wait (2025).
        world.call(0, |m, out| {
            let far = hyla_types::Float64Interval::new(100.0).unwrap();
            m.enable_time_regulation(far.into(), out)
        });
        world.quiet();

        call(&mut world, "HLAenableTimeRegulation", &lookahead);
        assert_eq!(world.reflected(0, "HLAtimeRegulating"), encode(&true));
        call(&mut world, "HLAenableTimeConstrained", &[]);
        assert_eq!(world.reflected(0, "HLAtimeConstrained"), encode(&true));
        call(&mut world, "HLAenableAsynchronousDelivery", &[]);
        assert_eq!(world.reflected(0, "HLAasynchronousDelivery"), encode(&true));

        let parameters = [("HLAfederate", target.clone()), ("HLAtimeStamp", time(5.0))];
        world.send(
            0,
            "HLAfederate.HLAservice.HLAtimeAdvanceRequest",
            &parameters,
        );
        assert_eq!(world.reflected(0, "HLAtimeManagerState"), encode(&1_i32));
        world.told(1);
        assert_eq!(world.reflected(0, "HLAtimeManagerState"), encode(&0_i32));
        let values = world.request_of(0, 1);
        assert_eq!(values["HLAlogicalTime"], time(5.0));
        assert_eq!(values["HLAlookahead"], time(1.0));

        call(
            &mut world,
            "HLAtimeAdvanceRequest",
            &[("HLAtimeStamp", time(4.0))],
        );
        let refused = world.only_report(0);
        let text: String = decode(&refused.values["HLAexception"]).unwrap();
        assert!(text.starts_with("LogicalTimeAlreadyPassed"), "{text}");

        call(
            &mut world,
            "HLAmodifyLookahead",
            &[("HLAlookahead", time(2.0))],
        );
        assert_eq!(world.request_of(0, 1)["HLAlookahead"], time(2.0));
        for (name, stamp) in [
            ("HLAtimeAdvanceRequestAvailable", 6.0),
            ("HLAnextMessageRequest", 7.0),
            ("HLAnextMessageRequestAvailable", 8.0),
            ("HLAflushQueueRequest", 9.0),
        ] {
            call(&mut world, name, &[("HLAtimeStamp", time(stamp))]);
            world.told(1);
            assert_eq!(
                world.request_of(0, 1)["HLAlogicalTime"],
                time(stamp),
                "{name}"
            );
        }
        call(&mut world, "HLAdisableAsynchronousDelivery", &[]);
        assert_eq!(
            world.reflected(0, "HLAasynchronousDelivery"),
            encode(&false)
        );
        call(&mut world, "HLAdisableTimeConstrained", &[]);
        assert_eq!(world.reflected(0, "HLAtimeConstrained"), encode(&false));
        call(&mut world, "HLAdisableTimeRegulation", &[]);
        assert_eq!(world.reflected(0, "HLAtimeRegulating"), encode(&false));
        call(&mut world, "HLAdisableTimeRegulation", &[]);
        let refused = world.only_report(0);
        assert_eq!(refused.values["HLAparameterError"], encode(&false));
        assert_eq!(
            world.request_of(0, 1)["HLAlookahead"],
            encode(&EncodedTime::UNDEFINED)
        );
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
                // Relevance may change, but nothing of clause 7 is told.
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
    }
}

#[test]
fn galt_is_the_truth_of_now_for_who_did_not_ask_for_it() {
    let at = |time: f64| LogicalTime::Float64(Float64Time::new(time).unwrap());
    let two = LogicalTimeInterval::Float64(Float64Interval::new(2.0).unwrap());
    let mut world = Managed::new(Edition::Hla2010, 3);
    world.subscribe_all(0, FEDERATE);
    world.call(1, |m, out| m.enable_time_regulation(two, out));
    world.quiet();
    world.told(1);
    world.call(1, |m, out| m.time_advance_request(at(5.0), out));
    world.quiet();
    world.forget(0);

    let values = world.request_of(0, 2);

    let expected = encode(&EncodedTime::from(at(7.0)));
    assert_eq!(values["HLAGALT"], expected);
    assert_eq!(values["HLALITS"], expected);
}
