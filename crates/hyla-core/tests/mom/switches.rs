//! Switches that are changed through the MOM.

use hyla_omt::encoding::encode;
use hyla_types::{Edition, ResignAction};

use crate::mom_world::{BOTH, FEDERATE, FEDERATION, Managed};

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
