//! The instances of federation and federates, and the members that discover them.

use hyla_core::callback::Callback;
use hyla_core::declaration::Activity;
use hyla_omt::encoding::{EncodedTime, decode, encode};
use hyla_types::{Edition, FederateHandle, ResignAction};

use crate::harness::Told;
use crate::harness::time::at;
use crate::mom_world::{BOTH, FEDERATE, FEDERATION, Managed, path_of};

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
fn a_lost_federate_is_reported_with_the_time_of_its_last_grant() {
    for edition in BOTH {
        for constrained in [true, false] {
            let mut world = Managed::new(edition, 4);
            world.subscribe_reports(0);
            for node in [1, 2, 3] {
                world.regulate(node);
            }
            if constrained {
                world.constrain(3);
            }
            for node in [1, 2, 3] {
                world.advance(node, 10.0);
            }
            world.quiet();

            world.lose(3);
            world.settle();

            let report = world.only_report(0);
            let stamp = encode(&EncodedTime::from(at(10.0)));
            assert_eq!(report.values["HLAtimeStamp"], stamp, "{constrained}");
        }
    }
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
fn modules_are_listed_once_and_can_be_read() {
    let mut world = Managed::new(Edition::Hla2025, 2);
    let third = world.connect(Edition::Hla2025);
    let mut again = crate::harness::bicycles();
    again.designator = "again.xml".into();
    world.join(third, vec![crate::harness::bicycles(), again]);
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
    assert_eq!(text.as_bytes(), crate::harness::bicycles().content);
    let refused = ask(&mut world, 1);
    assert_eq!(refused.values["HLAparameterError"], encode(&true));
}
