//! Interactions with regions.

use hyla_core::declaration::Activity;
use hyla_types::{Edition, ExceptionKind, InteractionClassHandle, RegionHandle, RegionHandleSet};

use super::{UNKNOWN, dimension, interactions, joined, place, square, told};
use crate::federate::Federate;
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// One that publishes calls and alarms, and one that subscribes to calls in a square.
struct Calls {
    a: Federate,
    b: Federate,
    call: InteractionClassHandle,
    alarm: InteractionClassHandle,
    subscribed: RegionHandle,
    near: RegionHandle,
    far: RegionHandle,
}

impl Calls {
    fn new(world: &World) -> Self {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let (call, alarm) = (b.interaction("Call"), b.interaction("Call.Alarm"));
        a.rti.publish_interaction_class(call).unwrap();
        a.rti.publish_interaction_class(alarm).unwrap();
        let subscribed = square(&b, 0, 0);
        let regions = [subscribed].into();
        b.rti
            .subscribe_interaction_class_with_regions(call, &regions, Activity::Active)
            .unwrap();
        world.settle(&[&a, &b]);
        let (near, far) = (square(&a, 50, 0), square(&a, 500, 0));
        Self {
            a,
            b,
            call,
            alarm,
            subscribed,
            near,
            far,
        }
    }

    /// With a subscription to alarms in a square where nothing is sent.
    fn with_alarms(world: &World) -> (Self, RegionHandleSet) {
        let calls = Self::new(world);
        let elsewhere = [square(&calls.b, 0, 800)].into();
        calls
            .b
            .rti
            .subscribe_interaction_class_with_regions(calls.alarm, &elsewhere, Activity::Active)
            .unwrap();
        world.settle(&[&calls.a, &calls.b]);
        (calls, elsewhere)
    }

    fn send(&self, class: InteractionClassHandle, regions: &[RegionHandle], tag: &[u8]) {
        let regions = regions.iter().copied().collect();
        self.a
            .rti
            .send_interaction_with_regions(class, &[], &regions, tag, None)
            .unwrap();
    }

    /// Classes and tags of what the subscriber has received.
    fn received(&self, world: &World) -> Vec<(InteractionClassHandle, Vec<u8>)> {
        interactions(&told(world, &[&self.a, &self.b], &self.b))
    }
}

/// Regions of the one that sends and subscribes: its own, that of another, and one without the dimensions of `Call`.
struct Misfits {
    a: Federate,
    _b: Federate,
    call: InteractionClassHandle,
    own: RegionHandle,
    foreign: RegionHandle,
    lane: RegionHandle,
}

impl Misfits {
    fn new(world: &World) -> Self {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        let (own, foreign) = (square(&a, 0, 0), square(&b, 0, 0));
        let lane = [dimension(&a, "Lane")].into();
        Self {
            call: a.interaction("Call"),
            lane: a.rti.create_region(&lane).unwrap(),
            own,
            foreign,
            a,
            _b: b,
        }
    }

    /// Class and region that do not fit, and the exception.
    fn cases(&self) -> [(InteractionClassHandle, RegionHandle, ExceptionKind); 3] {
        let nothing = InteractionClassHandle::new(9999);
        [
            (nothing, self.own, ExceptionKind::InteractionClassNotDefined),
            (self.call, UNKNOWN, ExceptionKind::InvalidRegion),
            (
                self.call,
                self.foreign,
                ExceptionKind::RegionNotCreatedByThisFederate,
            ),
        ]
    }
}

scenarios! {
    /// 9.10, 9.12
    fn interactions_reach_subscriptions_that_overlap(world) {
        let calls = Calls::new(world);
        let Calls { call, alarm, near, far, .. } = calls;

        calls.send(call, &[far], b"far");
        calls.send(call, &[], b"nowhere");
        calls.send(call, &[near], b"near");
        calls.send(alarm, &[near, far], b"alarm");
        calls.a.rti.send_interaction(call, &[], b"everywhere", None).unwrap();

        let expected: [&[u8]; 3] = [b"near", b"alarm", b"everywhere"];
        assert_eq!(calls.received(world), expected.map(|tag| (call, tag.to_vec())));
    }

    /// 9.3, 9.10, 9.12
    fn moving_a_subscription_region_changes_which_interactions_are_received(world) {
        let calls = Calls::new(world);
        let Calls { call, near, far, .. } = calls;

        place(&calls.b, calls.subscribed, 500, 0);
        world.settle(&[&calls.a, &calls.b]);
        calls.send(call, &[near], b"near");
        calls.send(call, &[far], b"far");

        assert_eq!(calls.received(world), [(call, b"far".to_vec())]);
    }

    /// 9.10, 9.12: although the subscription to the class above is without regions.
    fn the_regions_of_the_class_as_which_it_would_be_received_decide(world) {
        let (calls, _elsewhere) = Calls::with_alarms(world);
        let Calls { call, alarm, near, .. } = calls;
        calls.b.rti.subscribe_interaction_class(call, Activity::Active).unwrap();
        world.settle(&[&calls.a, &calls.b]);

        calls.send(alarm, &[near], b"near");
        calls.send(call, &[near], b"plain");

        assert_eq!(calls.received(world), [(call, b"plain".to_vec())]);
    }

    /// 9.11
    fn after_unsubscribing_the_subclass_the_regions_of_the_class_above_decide(world) {
        let (calls, elsewhere) = Calls::with_alarms(world);
        let Calls { call, alarm, near, far, .. } = calls;
        let rti = &calls.b.rti;
        rti.subscribe_interaction_class(call, Activity::Active).unwrap();
        place(&calls.b, calls.subscribed, 500, 0);

        rti.unsubscribe_interaction_class_with_regions(alarm, &elsewhere).unwrap();
        rti.unsubscribe_interaction_class(call).unwrap();
        world.settle(&[&calls.a, &calls.b]);
        calls.send(alarm, &[near], b"near");
        calls.send(alarm, &[far], b"far");

        assert_eq!(calls.received(world), [(call, b"far".to_vec())]);
    }

    /// 9.11
    fn after_unsubscribing_with_regions_interactions_are_not_received(world) {
        let calls = Calls::new(world);
        let regions = [calls.subscribed].into();

        calls.b.rti.unsubscribe_interaction_class_with_regions(calls.call, &regions).unwrap();
        world.settle(&[&calls.a, &calls.b]);
        calls.send(calls.call, &[calls.near], b"near");

        assert_eq!(calls.received(world), []);
    }

    /// 9.12
    fn sending_with_regions_that_do_not_fit_is_refused(world) {
        let misfits = Misfits::new(world);
        let Misfits { a, call, own, lane, .. } = &misfits;
        let send = |class, region: RegionHandle| {
            a.rti.send_interaction_with_regions(class, &[], &[region].into(), b"", None)
        };

        raises(world, ExceptionKind::InteractionClassNotPublished, send(*call, *own));
        a.rti.publish_interaction_class(*call).unwrap();
        for (class, region, kind) in misfits.cases() {
            raises(world, kind, send(class, region));
        }
        raises(world, ExceptionKind::InvalidRegionContext, send(*call, *lane));
    }

    /// 9.12
    fn sending_with_regions_takes_parameters_of_the_class_and_times_of_the_federation(world) {
        let a = joined(world, "a");
        let call = a.interaction("Call");
        let regions = [square(&a, 0, 0)].into();
        a.rti.publish_interaction_class(call).unwrap();

        let stranger = a.rti.parameter_handle(a.interaction("Message"), "Text").unwrap();
        let values: &[(_, &[u8])] = &[(stranger, b"")];
        let outcome = a.rti.send_interaction_with_regions(call, values, &regions, b"", None);
        raises(world, ExceptionKind::InteractionParameterNotDefined, outcome);
        if world.face.times_have_types() {
            let foreign = Some(hyla_types::TimeImplementation::Integer64.initial());
            let outcome = a.rti.send_interaction_with_regions(call, &[], &regions, b"", foreign);
            raises(world, ExceptionKind::InvalidLogicalTime, outcome);
        }
    }

    /// 9.10
    fn subscribing_interactions_with_regions_that_do_not_fit_is_refused(world) {
        let misfits = Misfits::new(world);
        let subscribe = |class, region: RegionHandle| {
            let (rti, regions) = (&misfits.a.rti, [region].into());
            rti.subscribe_interaction_class_with_regions(class, &regions, Activity::Active)
        };

        for (class, region, kind) in misfits.cases() {
            raises(world, kind, subscribe(class, region));
        }
        let outcome = subscribe(misfits.call, misfits.lane);
        raises(world, ExceptionKind::InvalidRegionContext, outcome);
    }

    /// 9.11
    fn unsubscribing_interactions_with_regions_that_do_not_fit_is_refused(world) {
        let misfits = Misfits::new(world);

        for (class, region, kind) in misfits.cases() {
            let (rti, regions) = (&misfits.a.rti, [region].into());
            let outcome = rti.unsubscribe_interaction_class_with_regions(class, &regions);
            raises(world, kind, outcome);
        }
    }

    /// 9.10, 11.4 in 2025
    fn who_reports_its_services_cannot_subscribe_the_reports_with_regions(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = joined(world, "a");
        let report = a.interaction("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation");
        let about = a.rti.create_region(&[dimension(&a, "HLAfederate")].into()).unwrap();
        a.rti.set_service_reporting_switch(true).unwrap();

        let (regions, active) = ([about].into(), Activity::Active);
        let outcome = a.rti.subscribe_interaction_class_with_regions(report, &regions, active);

        let kind = ExceptionKind::FederateServiceInvocationsAreBeingReportedViaMOM;
        raises(world, kind, outcome);
    }
}
