//! How services that the MOM calls for a federate are reported.

use hyla_core::declaration::Activity;
use hyla_core::mom::report_of;
use hyla_core::support::Switch;
use hyla_omt::encoding::{EncodedTime, decode, encode};
use hyla_types::{
    Edition, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, OrderType, Service,
};

use crate::harness::Told;
use crate::mom_world::{BOTH, CAR, Managed};

const INVOCATION: &str = "HLAfederate.HLAreport.HLAreportServiceInvocation";

/// A watcher that gets the reports of the calls of another, who publishes and owns a car.
fn watched(edition: Edition) -> (Managed, hyla_types::ObjectInstanceHandle) {
    let mut world = Managed::new(edition, 2);
    world.subscribe_reports(0);
    world.publish(1, CAR, &["Speed"]);
    let car = world.register(1, CAR);
    world.quiet();
    world.call(1, |m, _| m.set_switch(Switch::ServiceReporting, true));
    (world, car)
}

/// The arguments that are reported of a service that the MOM calls for the other, and its exception.
fn stated(
    world: &mut Managed,
    edition: Edition,
    service: &str,
    parameters: &[(&str, Vec<u8>)],
) -> (Vec<String>, String) {
    let mut all = vec![("HLAfederate", encode(&world.handle(1)))];
    all.extend(parameters.iter().cloned());
    world.send(0, &format!("HLAfederate.HLAservice.{service}"), &all);
    let reports = world.reports(0);
    let report = reports.iter().find(|r| r.path == INVOCATION).unwrap();
    let supplied = &report.values["HLAsuppliedArguments"];
    let supplied = match edition {
        Edition::Hla2010 => decode::<Vec<String>>(supplied).unwrap(),
        Edition::Hla2025 => {
            let records: Vec<(i32, String, String)> = decode(supplied).unwrap();
            let text = |(kind, name, value)| format!("{kind} {name}={value}");
            records.into_iter().map(text).collect()
        }
    };
    let exception: String = decode(&report.values["HLAexception"]).unwrap();
    (supplied, exception)
}

#[test]
fn arguments_are_stated_as_if_the_federate_had_called() {
    for edition in BOTH {
        let (mut world, object) = watched(edition);
        let (class, speed) = (world.class(CAR), world.attribute(CAR, "Speed"));
        let message = world.interaction("HLAinteractionRoot.Message");
        let time = LogicalTime::Float64(Float64Time::new(5.0).unwrap());
        let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.5).unwrap());
        let object_is = ("HLAobjectInstance", encode(&object));
        let class_is = ("HLAobjectClass", encode(&class));
        let set_is = ("HLAattributeList", encode(&vec![speed]));
        let order = OrderType::TimeStamp.mom_code(edition);
        let order_is = ("HLAsendOrder", encode(&order));
        let cases = [
            (
                "HLAsubscribeObjectClassAttributes",
                vec![
                    class_is.clone(),
                    set_is.clone(),
                    ("HLAactive", encode(&false)),
                ],
                vec![
                    format!("36 objectClass={class}"),
                    format!("1 attributes=[{speed}]"),
                    "6 active=false".to_owned(),
                    "34 updateRateDesignator=null".to_owned(),
                ],
            ),
            (
                "HLAunsubscribeObjectClassAttributes",
                vec![class_is, set_is.clone()],
                vec![
                    format!("36 objectClass={class}"),
                    format!("1 attributes=[{speed}]"),
                ],
            ),
            (
                "HLAsubscribeInteractionClass",
                vec![("HLAinteractionClass", encode(&message))],
                vec![
                    format!("27 interactionClass={message}"),
                    "34 active=null".to_owned(),
                ],
            ),
            (
                "HLAchangeAttributeOrderType",
                vec![object_is.clone(), set_is.clone(), order_is],
                vec![
                    format!("37 objectInstance={object}"),
                    format!("1 attributes=[{speed}]"),
                    format!("38 orderType=\"{}\"", OrderType::TimeStamp),
                ],
            ),
            (
                "HLAenableTimeRegulation",
                vec![("HLAlookahead", encode(&EncodedTime::from(lookahead)))],
                vec!["32 lookahead=1.5".to_owned()],
            ),
            (
                "HLAdeleteObjectInstance",
                vec![
                    object_is,
                    ("HLAtag", encode(&b"\x01\xff"[..])),
                    ("HLAtimeStamp", encode(&EncodedTime::from(time))),
                ],
                vec![
                    format!("37 objectInstance={object}"),
                    "60 userSuppliedTag=\"01ff\"".to_owned(),
                    "31 time=5".to_owned(),
                ],
            ),
        ];
        for (service, parameters, expected) in cases {
            let (supplied, _) = stated(&mut world, edition, service, &parameters);

            let expected: Vec<String> = match edition {
                Edition::Hla2025 => expected,
                Edition::Hla2010 => {
                    let value = |text: &String| text.split_once('=').unwrap().1.to_owned();
                    expected.iter().map(value).collect()
                }
            };
            assert_eq!(supplied, expected, "{edition:?} {service}");
        }
    }
}

#[test]
fn an_argument_that_cannot_be_decoded_is_stated_as_it_came() {
    let edition = Edition::Hla2025;
    let (mut world, _) = watched(edition);
    let class = world.class(CAR);

    let (supplied, exception) = stated(
        &mut world,
        edition,
        "HLApublishObjectClassAttributes",
        &[
            ("HLAobjectClass", encode(&class)),
            ("HLAattributeList", vec![0, 0, 0, 9]),
        ],
    );

    let expected = [
        format!("36 objectClass={class}"),
        "61 attributes=\"00000009\"".to_owned(),
    ];
    assert_eq!(supplied, expected);
    assert!(exception.contains("HLAattributeList"), "{exception}");
}

#[test]
fn a_federate_gets_no_reports_of_its_own_services_by_a_class_above() {
    const ABOVE: [&str; 4] = [
        "HLAinteractionRoot.HLAmanager.HLAfederate.HLAreport",
        "HLAinteractionRoot.HLAmanager.HLAfederate",
        "HLAinteractionRoot.HLAmanager",
        "HLAinteractionRoot",
    ];
    for edition in BOTH {
        for name in ABOVE {
            let mut world = Managed::new(edition, 3);
            let class = world.interaction(name);
            for node in [1, 2] {
                world.call(node, |m, out| {
                    m.subscribe_interaction_class(class, Activity::Active, out)
                });
            }
            world.call(1, |m, _| m.set_switch(Switch::ServiceReporting, true));
            world.quiet();

            world.call(1, |m, out| {
                let report = report_of(Service::GetObjectClassName, &[], Ok(&()));
                m.report_service(report, out);
                Ok(())
            });
            world.settle();

            assert_eq!(world.told(1), [], "{edition:?} {name}");
            let received = Told::Received(class, vec![]);
            assert_eq!(world.told(2), [received], "{edition:?} {name}");
        }
    }
}
