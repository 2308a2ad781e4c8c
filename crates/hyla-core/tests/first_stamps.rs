//! From which time a federate regulates (8.2, 8.3): the least at which it cannot send into the past of
//! anybody, so that what lies lookahead beyond may be sent at once.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{FEDERATION, World, traffic};
use hyla_core::Result;
use hyla_core::callback::Callback;
use hyla_core::member::Member;
use hyla_core::message::Reply;
use hyla_core::outbox::Outbox;
use hyla_types::{
    Edition, ExceptionKind, Float64Interval, Float64Time, Integer64Interval, Integer64Time,
    LogicalTime, LogicalTimeInterval, OrderType,
};

type Advance = fn(&mut Member, LogicalTime, &mut dyn Outbox) -> Result<()>;

/// Services after whose grant nothing of that time may come, and services after which it may.
const FINAL: [Advance; 2] = [
    |m, time, out| m.time_advance_request(time, out),
    |m, time, out| m.next_message_request(time, out),
];
const AVAILABLE: [Advance; 3] = [
    |m, time, out| m.time_advance_request_available(time, out),
    |m, time, out| m.next_message_request_available(time, out),
    |m, time, out| m.flush_queue_request(time, out),
];

fn integer(time: i64) -> LogicalTime {
    LogicalTime::Integer64(Integer64Time::new(time).unwrap())
}

fn span(length: i64) -> LogicalTimeInterval {
    LogicalTimeInterval::Integer64(Integer64Interval::new(length).unwrap())
}

fn float(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// Two federates of the edition of 2010, whose requests are granted while nobody regulates.
fn pair(time: &str) -> World {
    let mut world = World::empty();
    for i in 0..2 {
        let node = world.connect(Edition::Hla2010);
        if i == 0 {
            let request = world.call(node, |m, out| {
                m.create_federation_execution(FEDERATION, vec![traffic()], None, time, out)
            });
            world.settle();
            assert_eq!(world.answer(node, request), Ok(Reply::Done));
        }
        world.join(node, vec![]);
    }
    world
}

/// Node 0 is constrained and granted `to` while no federate regulates. Then node 1 enables regulation:
/// returns the time of its callback.
fn late_regulator(
    world: &mut World,
    advance: Advance,
    to: LogicalTime,
    lookahead: LogicalTimeInterval,
) -> LogicalTime {
    world.call(0, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.call(0, |m, out| advance(m, to, out));
    world.settle();
    world.show(0, |_| {});
    assert_eq!(world.nodes[0].member.logical_time(), Ok(to));
    world.call(1, |m, out| m.enable_time_regulation(lookahead, out));
    world.settle();
    let mut told = None;
    world.show(1, |callback| {
        if let Callback::TimeRegulationEnabled { time } = callback {
            told = Some(*time);
        }
    });
    told.expect("it regulates")
}

/// Node 1 sends at time + lookahead, which node 0 gets in order; nothing earlier is accepted.
fn sends_at_once(world: &mut World, stamp: LogicalTime, early: Option<LogicalTime>) {
    let class = world.nodes[0]
        .member
        .interaction_class_handle("Message")
        .unwrap();
    let active = hyla_core::declaration::Activity::Active;
    world.call(0, |m, out| {
        m.subscribe_interaction_class(class, active, out)
    });
    world.call(1, |m, out| m.publish_interaction_class(class, out));
    world.call(1, |m, _| {
        m.change_interaction_order_type(class, OrderType::TimeStamp)
    });
    world.settle();
    if let Some(early) = early {
        let refused = world.attempt(1, |m, out| {
            m.send_interaction(class, &[], &[], Some(early), out)
        });
        assert_eq!(refused.unwrap_err().kind, ExceptionKind::InvalidLogicalTime);
    }

    world.call(1, |m, out| {
        m.send_interaction(class, &[], b"first", Some(stamp), out)
    });
    world.settle();

    world.call(1, |m, out| m.disable_time_regulation(out));
    world.call(0, |m, out| m.time_advance_request(stamp, out));
    world.settle();
    let mut order = None;
    world.show(0, |callback| {
        if let Callback::ReceiveInteraction { delivery, .. } = callback {
            order = Some((delivery.time, delivery.received_order));
        }
    });
    assert_eq!(order, Some((Some(stamp), OrderType::TimeStamp)));
}

#[test]
fn after_a_final_grant_the_first_stamp_lies_beyond_it() {
    for advance in FINAL {
        for (lookahead, told) in [(0, 11), (1, 10), (2, 9)] {
            let mut world = pair("HLAinteger64Time");

            let from = late_regulator(&mut world, advance, integer(10), span(lookahead));

            assert_eq!(from, integer(told), "with lookahead {lookahead}");
            sends_at_once(&mut world, integer(11), Some(integer(10)));
        }
    }
}

#[test]
fn after_an_available_grant_the_first_stamp_is_that_time_itself() {
    for advance in AVAILABLE {
        for (lookahead, told) in [(0, 10), (1, 9), (2, 8)] {
            let mut world = pair("HLAinteger64Time");

            let from = late_regulator(&mut world, advance, integer(10), span(lookahead));

            assert_eq!(from, integer(told), "with lookahead {lookahead}");
            sends_at_once(&mut world, integer(10), Some(integer(9)));
        }
    }
}

#[test]
fn floats_round_to_a_stamp_that_may_be_sent() {
    for (granted, lookahead) in [
        (20.0, 5.0),
        (20.0, 0.0),
        (10.0, 0.1),
        (0.0, 0.0),
        (1e6, 1e-3),
    ] {
        let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(lookahead).unwrap());
        let mut world = pair("HLAfloat64Time");

        let from = late_regulator(&mut world, FINAL[0], float(granted), lookahead);

        let stamp = from.checked_add(lookahead).unwrap();
        assert!(stamp > float(granted), "{from} leads to {stamp}");
        sends_at_once(&mut world, stamp, Some(float(granted)));
    }
}
