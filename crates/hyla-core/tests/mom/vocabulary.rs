//! Everything in the standard MIMs has a value that decodes as declared, an answer, or an effect.

use std::collections::BTreeSet;

use hyla_omt::encoding::{decode, encode};
use hyla_types::{Edition, FederateHandle};

use crate::mom_world::{BOTH, FEDERATE, FEDERATION, Managed, interactions_below, path_of};

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
