//! Values of the instances' attributes, and the times at which they change.

use std::time::Duration;

use hyla_core::callback::Callback;
use hyla_omt::encoding::{EncodedTime, decode, encode};
use hyla_types::{
    AttributeHandleSet, Edition, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
    ObjectClassHandle, OrderType,
};

use crate::mom_world::{BOTH, CAR, FEDERATE, Managed};

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

        // The time was not set for a while: one report, and the next one at its regular time.
        assert_eq!(
            tick(&mut world, 19)["HLAtimeGrantedTime"],
            encode(&5_000_i32)
        );
        assert!(tick(&mut world, 19).is_empty());
        assert_eq!(
            world.nodes[1].member.next_deadline(),
            Some(Duration::from_secs(20))
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
        // Reflections of the MOM count as well.
        assert!(told("HLAreflectionsReceived") > 2);
        assert_eq!(told("HLAobjectInstancesReflected"), 3);
        assert!(told("HLAobjectInstancesDiscovered") >= 2);
        assert_eq!(told("HLAobjectInstancesRemoved"), 1);
        assert!(told("HLAinteractionsReceived") >= 1);
    }
}

#[test]
fn an_update_counts_once_for_each_transportation_however_many_messages_it_takes() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.publish(1, CAR, &["Speed", "Name"]);
        world.subscribe(0, CAR, &["Speed", "Name"]);
        world.subscribe_all(0, FEDERATE);
        let car = world.register(1, CAR);
        let one = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
        world.call(1, |m, out| m.enable_time_regulation(one, out));
        world.quiet();
        // Both go reliably, but one in time-stamp order and the other as received.
        let [speed, name] = ["Speed", "Name"].map(|name| world.attribute(CAR, name));
        let reliable = world.nodes[1]
            .member
            .transportation_type_handle("HLAreliable");
        for (attribute, order) in [(speed, OrderType::TimeStamp), (name, OrderType::Receive)] {
            let of = AttributeHandleSet::from_iter([attribute]);
            world.call(1, |m, _| m.change_attribute_order_type(car, &of, order));
            let reliable = reliable.clone().unwrap();
            world.call(1, |m, _| {
                m.request_attribute_transportation_type_change(car, &of, reliable)
            });
        }
        world.quiet();
        let time = LogicalTime::Float64(Float64Time::new(5.0).unwrap());
        world.call(1, |m, out| {
            m.update_attribute_values(car, &[(speed, b"1"), (name, b"2")], &[], Some(time), out)
        });
        world.settle();
        let mut messages = 0;
        world.show(0, |callback| {
            if let Callback::ReflectAttributeValues { object, .. } = callback {
                messages += usize::from(*object == car);
            }
        });
        assert_eq!(messages, 2, "{edition:?}");

        let values = world.request_of(0, 1);
        assert_eq!(values["HLAupdatesSent"], encode(&1_i32), "{edition:?}");
        world.subscribe_reports(0);
        let target = encode(&world.handle(1));
        let request = "HLAfederate.HLArequest.HLArequestUpdatesSent";
        world.send(0, request, &[("HLAfederate", target)]);

        let counts = world.reports(0).into_iter();
        let mut counts: Vec<_> = counts
            .map(|report| report.values["HLAupdateCounts"].clone())
            .collect();
        let none: Vec<(ObjectClassHandle, i32)> = Vec::new();
        counts.retain(|count| *count != encode(&none));
        let once = encode(&vec![(world.class(CAR), 1_i32)]);
        assert_eq!(counts, [once], "{edition:?}");
    }
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
        // A regulating federate is needed, or grants wait (2025).
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
fn the_time_manager_state_is_sent_after_a_change_that_nobody_subscribed() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        let state = &["HLAtimeManagerState"];
        world.subscribe(0, FEDERATE, state);
        let far = LogicalTimeInterval::Float64(Float64Interval::new(100.0).unwrap());
        world.call(0, |m, out| m.enable_time_regulation(far, out));
        world.call(1, |m, out| m.enable_time_constrained(out));
        world.quiet();
        let advance = |world: &mut Managed, to: f64| {
            let to = LogicalTime::Float64(Float64Time::new(to).unwrap());
            world.call(1, |m, out| m.time_advance_request(to, out));
            world.settle();
        };
        let [granted, advancing] = [0_i32, 1].map(|state| encode(&state));
        advance(&mut world, 1.0);
        assert_eq!(world.reflected(0, "HLAtimeManagerState"), advancing);
        world.told(1);
        assert_eq!(world.reflected(0, "HLAtimeManagerState"), granted);

        let class = world.class(FEDERATE);
        world.call(0, |m, out| m.unsubscribe_object_class(class, out));
        world.quiet();
        advance(&mut world, 2.0);
        world.subscribe(0, FEDERATE, state);
        world.forget(0);
        world.told(1);

        assert_eq!(
            world.reflected(0, "HLAtimeManagerState"),
            granted,
            "{edition:?}"
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
