//! Time management (clause 8).

use std::time::Duration;

use hyla_core::declaration::Activity;
use hyla_types::{
    ExceptionKind, Float64Interval, Float64Time, Integer64Interval, InteractionClassHandle,
    LogicalTime, LogicalTimeInterval, MessageRetractionHandle, OrderType,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

pub(crate) fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

pub(crate) fn span(length: f64) -> LogicalTimeInterval {
    LogicalTimeInterval::Float64(Float64Interval::new(length).unwrap())
}

/// A federate that regulates with this lookahead.
pub(crate) fn regulating(world: &World, name: &str, lookahead: f64) -> Federate {
    let federate = world.joined(name);
    federate
        .rti
        .enable_time_regulation(span(lookahead))
        .unwrap();
    federate.sees(&Seen::Regulating(at(0.0)));
    federate
}

pub(crate) fn constrained(world: &World, name: &str) -> Federate {
    let federate = world.joined(name);
    constrain(&federate, 0.0);
    federate
}

fn constrain(federate: &Federate, now: f64) {
    federate.rti.enable_time_constrained().unwrap();
    federate.sees(&Seen::Constrained(at(now)));
}

/// The class of messages, published by one in time-stamp order and subscribed by the others.
pub(crate) fn messages(world: &World, from: &Federate, to: &[&Federate]) -> InteractionClassHandle {
    let class = from.interaction("Message");
    from.rti.publish_interaction_class(class).unwrap();
    from.rti
        .change_interaction_order_type(class, OrderType::TimeStamp)
        .unwrap();
    for receiver in to {
        receiver
            .rti
            .subscribe_interaction_class(class, Activity::Active)
            .unwrap();
    }
    let mut all = vec![from];
    all.extend(to);
    world.settle(&all);
    class
}

pub(crate) fn send(
    from: &Federate,
    class: InteractionClassHandle,
    tag: &[u8],
    time: f64,
) -> Option<MessageRetractionHandle> {
    from.rti
        .send_interaction(class, &[], tag, Some(at(time)))
        .unwrap()
}

pub(crate) fn received(federate: &Federate, class: InteractionClassHandle, tag: &[u8]) {
    federate.sees(&Seen::Received(class, vec![], tag.to_vec()));
}

/// Nothing but what is named was seen.
#[track_caller]
pub(crate) fn nothing(federate: &Federate) {
    assert_eq!(federate.diary(), []);
}

/// Two that regulate with lookahead zero and are constrained.
fn without_lookahead(world: &World) -> (Federate, Federate) {
    let (a, b) = (regulating(world, "a", 0.0), regulating(world, "b", 0.0));
    constrain(&a, 0.0);
    constrain(&b, 0.0);
    (a, b)
}

scenarios! {
    /// 8.3; 8.19, 8.20 in 2010, 8.20, 8.21 in 2025
    fn who_does_not_regulate_has_no_lookahead(world) {
        let a = world.joined("a");

        let kind = ExceptionKind::TimeRegulationIsNotEnabled;
        raises(world, kind, a.rti.query_lookahead());
        raises(world, kind, a.rti.modify_lookahead(span(1.0)));
    }

    /// 8.2
    fn a_lookahead_of_another_type_is_refused(world) {
        if !world.face.times_have_types() {
            return;
        }
        let (a, b) = (world.joined("a"), regulating(world, "b", 1.0));
        let integer = LogicalTimeInterval::Integer64(Integer64Interval::new(1).unwrap());

        raises(world, ExceptionKind::InvalidLookahead, a.rti.enable_time_regulation(integer));
        raises(world, ExceptionKind::InvalidLookahead, b.rti.modify_lookahead(integer));
    }

    /// 8.2
    fn regulation_is_not_enabled_while_it_is_pending(world) {
        let a = world.joined("a");

        a.rti.disable_callbacks().unwrap();
        a.rti.enable_time_regulation(span(1.0)).unwrap();
        let kind = ExceptionKind::RequestForTimeRegulationPending;
        raises(world, kind, a.rti.enable_time_regulation(span(1.0)));
        a.rti.enable_callbacks().unwrap();
        a.sees(&Seen::Regulating(at(0.0)));
    }

    /// 8.2, 8.3
    fn regulation_is_enabled_once(world) {
        let a = regulating(world, "a", 1.0);

        let again = a.rti.enable_time_regulation(span(1.0));

        raises(world, ExceptionKind::TimeRegulationAlreadyEnabled, again);
        assert_eq!(a.rti.query_lookahead().unwrap(), span(1.0));
    }

    /// 8.4
    fn regulation_is_disabled_only_while_it_is_enabled(world) {
        let a = world.joined("a");

        let kind = ExceptionKind::TimeRegulationIsNotEnabled;
        raises(world, kind, a.rti.disable_time_regulation());
        a.rti.enable_time_regulation(span(1.0)).unwrap();
        a.sees(&Seen::Regulating(at(0.0)));
        a.rti.disable_time_regulation().unwrap();
        raises(world, kind, a.rti.disable_time_regulation());
    }

    /// 8.5, 8.6
    fn constraint_waits_for_who_could_still_send_messages_of_the_past(world) {
        let (a, b) = (world.joined("a"), regulating(world, "b", 1.0));
        a.rti.time_advance_request(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));

        a.rti.enable_time_constrained().unwrap();
        world.settle(&[&a, &b]);
        let kind = ExceptionKind::RequestForTimeConstrainedPending;
        raises(world, kind, a.rti.enable_time_constrained());
        b.rti.time_advance_request(at(9.0)).unwrap();
        a.sees(&Seen::Constrained(at(5.0)));
    }

    /// 8.5
    fn constraint_is_enabled_once(world) {
        let a = constrained(world, "a");

        let again = a.rti.enable_time_constrained();

        raises(world, ExceptionKind::TimeConstrainedAlreadyEnabled, again);
    }

    /// 8.7
    fn constraint_is_disabled_only_while_it_is_enabled(world) {
        let a = world.joined("a");

        let kind = ExceptionKind::TimeConstrainedIsNotEnabled;
        raises(world, kind, a.rti.disable_time_constrained());
        constrain(&a, 0.0);
        a.rti.disable_time_constrained().unwrap();
        raises(world, kind, a.rti.disable_time_constrained());
    }

    /// 8.2, 8.5: in either order.
    fn who_is_constrained_can_begin_to_regulate(world) {
        let (a, b) = (constrained(world, "a"), regulating(world, "b", 1.0));

        a.rti.enable_time_regulation(span(1.0)).unwrap();
        a.sees(&Seen::Regulating(at(0.0)));
        a.rti.time_advance_request(at(5.0)).unwrap();
        b.rti.time_advance_request(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.8, 8.13: a federate without any part in time advances freely.
    fn who_is_not_constrained_is_granted_at_once(world) {
        let a = world.joined("a");

        a.rti.time_advance_request(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));
        a.rti.next_message_request_available(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.8; 8.17 in 2010, 8.18 in 2025
    fn the_time_of_a_federate_advances_with_the_grant(world) {
        let a = world.joined("a");

        a.rti.disable_callbacks().unwrap();
        a.rti.time_advance_request(at(5.0)).unwrap();
        assert_eq!(a.rti.query_logical_time().unwrap(), at(0.0));
        a.rti.enable_callbacks().unwrap();
        a.sees(&Seen::Granted(at(5.0)));
        assert_eq!(a.rti.query_logical_time().unwrap(), at(5.0));
    }

    /// 8.2, 8.5
    fn who_advances_can_begin_neither_to_regulate_nor_to_be_constrained(world) {
        let a = world.joined("a");

        a.rti.disable_callbacks().unwrap();
        a.rti.time_advance_request(at(5.0)).unwrap();
        let kind = ExceptionKind::InTimeAdvancingState;
        raises(world, kind, a.rti.enable_time_regulation(span(1.0)));
        raises(world, kind, a.rti.enable_time_constrained());
        a.rti.enable_callbacks().unwrap();
        a.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.8, 8.13
    fn a_time_advance_waits_for_those_who_regulate(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");

        b.rti.time_advance_request(at(5.0)).unwrap();
        world.settle(&[&a, &b]);
        nothing(&b);
        a.rti.time_advance_request(at(10.0)).unwrap();
        a.sees(&Seen::Granted(at(10.0)));

        b.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.16, 8.18 in 2010; 8.17, 8.19 in 2025
    fn galt_is_the_bound_of_the_others_and_lits_the_next_message_before_it(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);
        send(&a, class, b"waits", 6.0);
        a.rti.time_advance_request(at(10.0)).unwrap();
        a.sees(&Seen::Granted(at(10.0)));
        b.rti.time_advance_request(at(5.0)).unwrap();
        b.sees(&Seen::Granted(at(5.0)));

        assert_eq!(b.rti.query_galt().unwrap(), Some(at(11.0)));
        assert_eq!(b.rti.query_lits().unwrap(), Some(at(6.0)));
    }

    /// 8.9: up to the bound itself, messages of that time may still come.
    fn an_available_advance_reaches_the_bound_itself(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        b.rti.time_advance_request_available(at(1.0)).unwrap();
        b.sees(&Seen::Granted(at(1.0)));
        send(&a, class, b"of that time", 1.0);
        b.rti.time_advance_request(at(1.0)).unwrap();
        world.settle(&[&a, &b]);
        a.rti.time_advance_request(at(0.5)).unwrap();
        a.sees(&Seen::Granted(at(0.5)));

        received(&b, class, b"of that time");
        b.sees(&Seen::Granted(at(1.0)));
    }

    /// 8.10
    fn a_next_message_request_ends_at_the_next_message(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        b.rti.next_message_request(at(5.0)).unwrap();
        send(&a, class, b"one", 3.0);
        send(&a, class, b"two", 3.0);
        a.rti.time_advance_request(at(10.0)).unwrap();

        received(&b, class, b"one");
        received(&b, class, b"two");
        b.sees(&Seen::Granted(at(3.0)));
    }

    /// 8.11
    fn without_a_message_a_next_message_request_ends_at_its_time(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        a.rti.time_advance_request(at(10.0)).unwrap();
        a.sees(&Seen::Granted(at(10.0)));

        b.rti.next_message_request_available(at(11.0)).unwrap();

        b.sees(&Seen::Granted(at(11.0)));
    }

    /// 8.10: with lookahead far smaller than the step, nobody creeps.
    fn next_message_requests_jump_together(world) {
        let (a, b) = (regulating(world, "a", 0.001), regulating(world, "b", 0.001));
        constrain(&a, 0.0);
        constrain(&b, 0.0);

        a.rti.next_message_request(at(100.0)).unwrap();
        b.rti.next_message_request(at(80.0)).unwrap();
        b.sees(&Seen::Granted(at(80.0)));
        nothing(&a);
        b.rti.next_message_request(at(120.0)).unwrap();
        a.sees(&Seen::Granted(at(100.0)));
    }

    /// 8.8: with lookahead zero a pair advances together all the same.
    fn a_pair_with_lookahead_zero_advances(world) {
        let (a, b) = without_lookahead(world);
        let class = messages(world, &a, &[&b]);

        send(&a, class, b"now", 0.0);
        a.rti.time_advance_request(at(1.0)).unwrap();
        b.rti.time_advance_request(at(1.0)).unwrap();

        a.sees(&Seen::Granted(at(1.0)));
        received(&b, class, b"now");
        b.sees(&Seen::Granted(at(1.0)));
    }

    /// 8.8: a grant of a time advance request ends the messages of its time.
    fn with_lookahead_zero_nothing_is_sent_at_the_time_of_the_grant(world) {
        let (a, b) = without_lookahead(world);
        let class = messages(world, &a, &[&b]);
        for federate in [&a, &b] {
            federate.rti.time_advance_request(at(1.0)).unwrap();
        }
        a.sees(&Seen::Granted(at(1.0)));

        let outcome = a.rti.send_interaction(class, &[], &[], Some(at(1.0)));

        raises(world, ExceptionKind::InvalidLogicalTime, outcome);
    }

    /// 8.10
    fn next_message_requests_with_lookahead_zero_are_granted(world) {
        let (a, b) = without_lookahead(world);

        a.rti.next_message_request(at(10.0)).unwrap();
        b.rti.next_message_request(at(8.0)).unwrap();

        b.sees(&Seen::Granted(at(8.0)));
    }

    /// 8.19 and 8.20 in 2010, 8.20 and 8.21 in 2025
    fn a_lesser_lookahead_is_reached_by_and_by(world) {
        let (a, b) = (regulating(world, "a", 4.0), regulating(world, "b", 1.0));
        constrain(&a, 0.0);

        a.rti.modify_lookahead(span(1.0)).unwrap();
        assert_eq!(a.rti.query_lookahead().unwrap(), span(4.0));
        a.rti.time_advance_request(at(2.0)).unwrap();
        // The limit of stamps counts from the requested time, so the lookahead does too.
        assert_eq!(a.rti.query_lookahead().unwrap(), span(2.0));
        b.rti.time_advance_request(at(20.0)).unwrap();
        a.sees(&Seen::Granted(at(2.0)));
        assert_eq!(a.rti.query_lookahead().unwrap(), span(2.0));
        a.rti.time_advance_request(at(9.0)).unwrap();
        a.sees(&Seen::Granted(at(9.0)));
        assert_eq!(a.rti.query_lookahead().unwrap(), span(1.0));
    }

    /// 8.19 and 8.20 in 2010, 8.20 and 8.21 in 2025
    fn a_greater_lookahead_counts_at_once(world) {
        let a = regulating(world, "a", 1.0);

        a.rti.modify_lookahead(span(3.0)).unwrap();

        assert_eq!(a.rti.query_lookahead().unwrap(), span(3.0));
    }

    /// 8.19 in 2010, 8.20 in 2025
    fn who_advances_does_not_modify_its_lookahead(world) {
        let (a, _b) = (regulating(world, "a", 4.0), regulating(world, "b", 1.0));
        constrain(&a, 0.0);
        a.rti.time_advance_request(at(2.0)).unwrap();

        let outcome = a.rti.modify_lookahead(span(1.0));

        raises(world, ExceptionKind::InTimeAdvancingState, outcome);
    }

    /// 8.2, 8.3: no constrained federate gets a message in its past, and a stamp of the granted time plus lookahead may be
    /// sent. No message of time 20 can come any more, and 15.000000000000002 + 5 is rounded to 20.
    fn a_late_regulator_begins_where_nobody_is_ahead_of_it(world) {
        let b = constrained(world, "b");
        let a = regulating(world, "a", 1.0);
        a.rti.time_advance_request(at(50.0)).unwrap();
        a.sees(&Seen::Granted(at(50.0)));
        b.rti.time_advance_request(at(20.0)).unwrap();
        b.sees(&Seen::Granted(at(20.0)));

        let c = world.joined("c");
        c.rti.enable_time_regulation(span(5.0)).unwrap();

        c.sees(&Seen::Regulating(at(15.0_f64.next_up().next_up())));
        let class = messages(world, &c, &[&b]);
        raises(
            world,
            ExceptionKind::InvalidLogicalTime,
            c.rti.send_interaction(class, &[], &[], Some(at(20.0))),
        );
        let first = at(20.0_f64.next_up());
        assert_eq!(c.rti.query_logical_time().unwrap().checked_add(span(5.0)).unwrap(), first);
        c.rti.send_interaction(class, &[], b"first", Some(first)).unwrap();
    }

    /// 8.16 to 8.18 in 2010, 8.17 to 8.19 in 2025
    fn without_anybody_else_who_regulates_there_is_no_galt(world) {
        let a = regulating(world, "a", 1.0);

        assert_eq!(a.rti.query_galt().unwrap(), None);
        assert_eq!(a.rti.query_lits().unwrap(), None);
    }

    /// 8.16 in 2010, 8.17 in 2025
    fn who_is_not_constrained_can_ask_for_galt(world) {
        let (_a, b) = (regulating(world, "a", 1.0), world.joined("b"));

        assert_eq!(b.rti.query_galt().unwrap(), Some(at(1.0)));
    }

    /// 8.13: a federate that resigns holds nobody back.
    fn who_resigns_holds_nobody_back(world) {
        let a = regulating(world, "a", 1.0);
        let c = regulating(world, "c", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        send(&a, class, b"last words", 4.0);
        c.rti.time_advance_request(at(30.0)).unwrap();
        b.rti.time_advance_request(at(20.0)).unwrap();
        a.rti.resign_federation_execution(hyla_types::ResignAction::NoAction).unwrap();

        received(&b, class, b"last words");
        b.sees(&Seen::Granted(at(20.0)));
    }

    /// A stall explains itself.
    fn who_waits_for_whom_can_be_asked(world) {
        if !world.face.has_tools(world.wiring) {
            return;
        }
        let _a = regulating(world, "slow", 1.0);
        let b = constrained(world, "quick");
        b.rti.time_advance_request(at(7.0)).unwrap();
        world.settle(&[&b]);

        let standings = world.asked(|tool| tool.time_status(&world.federation)).unwrap();

        let quick = standings.iter().find(|s| s.name == "quick").unwrap();
        let waiting = quick.waiting.as_ref().unwrap();
        assert_eq!((waiting.service.as_str(), waiting.to), ("timeAdvanceRequest", at(7.0)));
        let (holder, bound) = waiting.held_by.as_ref().unwrap();
        assert_eq!((holder.as_str(), bound.time), ("slow", at(1.0)));
        assert!(waiting.since < Duration::from_secs(3600));
    }
}
