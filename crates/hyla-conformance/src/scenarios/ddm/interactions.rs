//! Interactions with regions.

use hyla_core::declaration::Activity;
use hyla_types::{Edition, ExceptionKind, InteractionClassHandle, RegionHandle};

use super::{UNKNOWN, dimension, interactions, joined, place, square, told};
use crate::scenarios::scenarios;
use crate::world::raises;

scenarios! {
    /// 9.10, 9.11, 9.12
    fn interactions_reach_subscriptions_that_overlap(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        let (call, alarm) = (b.interaction("Call"), b.interaction("Call.Alarm"));
        a.rti.publish_interaction_class(call).unwrap();
        a.rti.publish_interaction_class(alarm).unwrap();
        let subscribed = square(&b, 0, 0);
        let active = Activity::Active;
        b.rti
            .subscribe_interaction_class_with_regions(call, &[subscribed].into(), active)
            .unwrap();
        world.settle(&all);
        let (near, far) = (square(&a, 50, 0), square(&a, 500, 0));
        let send = |class, regions: &[RegionHandle], tag: &[u8]| {
            let regions = regions.iter().copied().collect();
            a.rti.send_interaction_with_regions(class, &[], &regions, tag, None).unwrap();
        };

        send(call, &[far], b"far");
        send(call, &[], b"nowhere");
        send(call, &[near], b"near");
        send(alarm, &[near, far], b"alarm");
        a.rti.send_interaction(call, &[], b"everywhere", None).unwrap();
        let received = interactions(&told(world, &all, &b));
        let expected: [&[u8]; 3] = [b"near", b"alarm", b"everywhere"];
        assert_eq!(received, expected.map(|tag| (call, tag.to_vec())));

        place(&b, subscribed, 500, 0);
        world.settle(&all);
        send(call, &[near], b"near");
        send(call, &[far], b"far");
        assert_eq!(interactions(&told(world, &all, &b)), [(call, b"far".to_vec())]);

        // The class as which it would be received decides, although one above has no regions.
        let elsewhere = square(&b, 0, 800);
        let regions = [elsewhere].into();
        b.rti.subscribe_interaction_class_with_regions(alarm, &regions, active).unwrap();
        b.rti.subscribe_interaction_class(call, active).unwrap();
        world.settle(&all);
        send(alarm, &[near], b"near");
        send(call, &[near], b"plain");
        assert_eq!(interactions(&told(world, &all, &b)), [(call, b"plain".to_vec())]);

        b.rti.unsubscribe_interaction_class_with_regions(alarm, &regions).unwrap();
        b.rti.unsubscribe_interaction_class(call).unwrap();
        world.settle(&all);
        send(alarm, &[near], b"near");
        send(alarm, &[far], b"far");
        assert_eq!(interactions(&told(world, &all, &b)), [(call, b"far".to_vec())]);
        let regions = [subscribed].into();
        b.rti.unsubscribe_interaction_class_with_regions(call, &regions).unwrap();
        world.settle(&all);
        send(call, &[far], b"far");
        assert_eq!(interactions(&told(world, &all, &b)), []);
    }

    /// 9.10, 9.11, 9.12
    fn interactions_with_regions_that_do_not_fit_are_refused(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        let call = a.interaction("Call");
        let (own, foreign) = (square(&a, 0, 0), square(&b, 0, 0));
        let lane = a.rti.create_region(&[dimension(&a, "Lane")].into()).unwrap();
        let nothing = InteractionClassHandle::new(9999);
        let send = |class, region: RegionHandle| {
            a.rti.send_interaction_with_regions(class, &[], &[region].into(), b"", None)
        };
        let subscribe = |class, region: RegionHandle| {
            let active = Activity::Active;
            a.rti.subscribe_interaction_class_with_regions(class, &[region].into(), active)
        };
        let unsubscribe = |class, region: RegionHandle| {
            a.rti.unsubscribe_interaction_class_with_regions(class, &[region].into())
        };

        raises(world, ExceptionKind::InteractionClassNotPublished, send(call, own));
        a.rti.publish_interaction_class(call).unwrap();
        let stranger = a.rti.parameter_handle(a.interaction("Message"), "Text").unwrap();
        let values: &[(_, &[u8])] = &[(stranger, b"")];
        let outcome = a.rti.send_interaction_with_regions(call, values, &[own].into(), b"", None);
        raises(world, ExceptionKind::InteractionParameterNotDefined, outcome);
        for (class, region, kind) in [
            (nothing, own, ExceptionKind::InteractionClassNotDefined),
            (call, UNKNOWN, ExceptionKind::InvalidRegion),
            (call, foreign, ExceptionKind::RegionNotCreatedByThisFederate),
        ] {
            raises(world, kind, send(class, region));
            raises(world, kind, subscribe(class, region));
            raises(world, kind, unsubscribe(class, region));
        }
        raises(world, ExceptionKind::InvalidRegionContext, send(call, lane));
        if world.face.times_have_types() {
            let foreign = Some(hyla_types::TimeImplementation::Integer64.initial());
            let outcome =
                a.rti.send_interaction_with_regions(call, &[], &[own].into(), b"", foreign);
            raises(world, ExceptionKind::InvalidLogicalTime, outcome);
        }
        raises(world, ExceptionKind::InvalidRegionContext, subscribe(call, lane));
        if world.edition == Edition::Hla2025 {
            a.rti.set_service_reporting_switch(true).unwrap();
            let report =
                a.interaction("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation");
            let about = a.rti.create_region(&[dimension(&a, "HLAfederate")].into()).unwrap();
            let kind = ExceptionKind::FederateServiceInvocationsAreBeingReportedViaMOM;
            raises(world, kind, subscribe(report, about));
        }
    }
}
