//! Requests and reports of the MOM that the RTI refuses: about other members, or when nobody has asked.

use hyla_core::executive::NoticeLevel;
use hyla_core::message::{MemberRequest, ToRti};
use hyla_omt::encoding::encode;
use hyla_types::{AttributeHandle, Edition, FederateHandle, ObjectInstanceHandle};

use crate::mom_world::{BOTH, CAR, Managed, interactions_below, path_of};

/// Three federates that publish cars, and a car of the second.
fn with_car(edition: Edition) -> (Managed, ObjectInstanceHandle, AttributeHandle) {
    let mut world = Managed::new(edition, 3);
    for node in 1..3 {
        world.publish(node, CAR, &["HLAprivilegeToDeleteObject", "Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    let car = world.register(1, CAR);
    world.quiet();
    let privilege = world.attribute(CAR, "HLAprivilegeToDeleteObject");
    (world, car, privilege)
}

fn says(world: &mut Managed, node: usize, request: MemberRequest) -> Result<(), String> {
    let session = world.nodes[node].session;
    let outcome = world.rti.handle_message(session, ToRti::Member(request));
    world.fetch_transmits();
    outcome
}

fn modification(object: ObjectInstanceHandle, attribute: AttributeHandle) -> MemberRequest {
    MemberRequest::MomModifyAttribute {
        object,
        attribute,
        owned: true,
        agreed: true,
    }
}

fn owns(world: &Managed, node: usize, car: ObjectInstanceHandle, what: AttributeHandle) -> bool {
    let member = &world.nodes[node].member;
    member.is_attribute_owned_by_federate(car, what).unwrap()
}

/// Lines for the audit log since the last call: federate and text.
fn audited(world: &mut Managed) -> Vec<(String, String)> {
    std::iter::from_fn(|| world.rti.poll_notice())
        .filter(|notice| matches!(notice.level, NoticeLevel::Audit(..)))
        .map(|notice| (notice.federate.unwrap_or_default(), notice.text))
        .collect()
}

#[test]
fn a_member_moves_no_ownership_that_the_mom_has_not_asked_it_to_move() {
    for edition in BOTH {
        let (mut world, car, privilege) = with_car(edition);

        let refused = says(&mut world, 2, modification(car, privilege)).unwrap_err();

        assert!(refused.contains("without being asked"), "{refused}");
        world.quiet();
        assert!(owns(&world, 1, car, privilege));
        assert!(says(&mut world, 2, MemberRequest::Deleted { object: car }).is_err());
    }
}

#[test]
fn a_member_that_is_asked_moves_only_that_and_once() {
    let (mut world, car, privilege) = with_car(Edition::Hla2025);
    let speed = world.attribute(CAR, "Speed");
    audited(&mut world);

    world.modify_attribute_state((0, 2), car, privilege, true);
    world.quiet();

    assert!(owns(&world, 2, car, privilege));
    let lines = audited(&mut world);
    let by: Vec<&str> = lines
        .iter()
        .map(|(federate, _)| federate.as_str())
        .collect();
    assert_eq!(by, ["federate 0", "federate 2"], "{lines:?}");
    assert!(
        lines[1].1.contains("now owned, before by \"federate 1\""),
        "{lines:?}"
    );
    // The answer has been given, and was about no other attribute.
    for attribute in [privilege, speed] {
        assert!(says(&mut world, 2, modification(car, attribute)).is_err());
    }
}

#[test]
fn a_member_that_is_asked_gets_nothing_that_it_does_not_publish() {
    let (mut world, car, _) = with_car(Edition::Hla2025);
    let name = world.attribute(CAR, "Name");
    let about = world.handle(2);
    let class = world.interaction(&path_of("HLAfederate.HLAadjust.HLAmodifyAttributeState"));
    let parameters = [
        ("HLAfederate", encode(&about)),
        ("HLAobjectInstance", encode(&car)),
        ("HLAattribute", encode(&name)),
        ("HLAattributeState", encode(&1_i32)),
    ];
    let member = &world.nodes[0].member;
    let parameters = parameters.map(|(name, v)| (member.parameter_handle(class, name).unwrap(), v));
    let parameters = parameters.into();
    says(
        &mut world,
        0,
        MemberRequest::MomInteraction { class, parameters },
    )
    .unwrap();

    let refused = says(&mut world, 2, modification(car, name)).unwrap_err();

    assert!(refused.contains("does not publish"), "{refused}");
}

#[test]
fn a_member_that_cannot_follow_leaves_nothing_to_answer() {
    let (mut world, car, _) = with_car(Edition::Hla2025);
    let name = world.attribute(CAR, "Name");
    // Not published.
    world.modify_attribute_state((0, 2), car, name, true);
    world.quiet();

    let refused = says(&mut world, 2, modification(car, name)).unwrap_err();

    assert!(refused.contains("without being asked"), "{refused}");
}

#[test]
fn a_federate_that_does_not_answer_is_not_asked_without_end() {
    let (mut world, car, privilege) = with_car(Edition::Hla2025);
    world.subscribe_reports(0);
    world.quiet();
    let class = world.interaction(&path_of("HLAfederate.HLAadjust.HLAmodifyAttributeState"));
    let parameters = [
        ("HLAfederate", encode(&world.handle(2))),
        ("HLAobjectInstance", encode(&car)),
        ("HLAattribute", encode(&privilege)),
        ("HLAattributeState", encode(&1_i32)),
    ];
    let member = &world.nodes[0].member;
    let parameters: Vec<_> = parameters
        .map(|(name, v)| (member.parameter_handle(class, name).unwrap(), v))
        .into();
    for _ in 0..65_536 {
        let parameters = parameters.clone();
        says(
            &mut world,
            0,
            MemberRequest::MomInteraction { class, parameters },
        )
        .unwrap();
        // It reads nothing.
        world.waiting_from_rti(2).clear();
    }
    assert_eq!(world.reports(0).len(), 0);

    let request = MemberRequest::MomInteraction { class, parameters };
    says(&mut world, 0, request).unwrap();

    assert!(world.waiting_from_rti(2).is_empty());
    world.settle();
    let report = world.only_report(0);
    assert_eq!(report.path, "HLAfederate.HLAreport.HLAreportMOMexception");
}

/// The report with its own handle, or another one.
fn report(world: &Managed, path: &str, about: Option<FederateHandle>) -> MemberRequest {
    let class = world.interaction(&path_of(path));
    let member = &world.nodes[2].member;
    let federate = member.parameter_handle(class, "HLAfederate");
    let federate = federate.ok().zip(about.map(|f| encode(&f)));
    MemberRequest::MomReport {
        class,
        parameters: federate.into_iter().collect(),
        group: None,
    }
}

#[test]
fn a_member_sends_no_report_that_the_rti_makes() {
    for edition in BOTH {
        let (mut world, ..) = with_car(edition);
        world.subscribe_reports(0);
        world.quiet();
        let own = Some(world.handle(2));
        let mut refused = Vec::new();
        for path in interactions_below(edition, "HLAreport") {
            let request = report(&world, &path, own);
            if says(&mut world, 2, request).is_err() {
                refused.push(path.rsplit('.').next().unwrap().to_owned());
            }
        }

        refused.sort();
        let mut of_rti = vec![
            "HLAreportFOMmoduleData",
            "HLAreportFOMmoduleData",
            "HLAreportFederateLost",
            "HLAreportMIMdata",
            "HLAreportSynchronizationPointStatus",
            "HLAreportSynchronizationPoints",
        ];
        of_rti.sort_unstable();
        assert_eq!(refused, of_rti, "{edition:?}");
        world.settle();
        let received = world.reports(0);
        assert!(!received.is_empty());
        for report in received {
            let last = report.path.rsplit('.').next().unwrap();
            assert!(!of_rti.contains(&last), "{report:?}");
        }
    }
}

#[test]
fn a_member_reports_on_nobody_but_itself() {
    let (mut world, ..) = with_car(Edition::Hla2025);
    world.subscribe_reports(0);
    world.quiet();
    let (own, other) = (world.handle(2), world.handle(1));
    let path = "HLAfederate.HLAreport.HLAreportMOMexception";
    let both = |world: &Managed| {
        let MemberRequest::MomReport {
            class,
            mut parameters,
            group,
        } = report(world, path, Some(own))
        else {
            unreachable!();
        };
        parameters.push((parameters[0].0, encode(&other)));
        MemberRequest::MomReport {
            class,
            parameters,
            group,
        }
    };
    let forged = [
        report(&world, path, Some(other)),
        report(&world, path, None),
        both(&world),
    ];
    for request in forged {
        let refused = says(&mut world, 2, request).unwrap_err();
        assert!(refused.contains("about another federate"), "{refused}");
    }

    world.settle();
    assert_eq!(world.reports(0).len(), 0);
}

#[test]
fn a_name_of_a_request_in_a_service_keeps_nothing_from_the_audit_log() {
    let (mut world, car, _) = with_car(Edition::Hla2025);
    audited(&mut world);
    let about = world.handle(1);
    let speed = world.attribute(CAR, "Speed");

    let path = "HLAfederate.HLAservice.HLArequestAttributeTransportationTypeChange";
    world.send(
        0,
        path,
        &[
            ("HLAfederate", encode(&about)),
            ("HLAobjectInstance", encode(&car)),
            ("HLAattributeList", encode(&vec![speed])),
        ],
    );

    let lines = audited(&mut world);
    assert!(
        lines.iter().any(|(_, text)| text.contains(path)),
        "{lines:?}"
    );
}
