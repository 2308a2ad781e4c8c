//! Waits for callbacks while messages come that are none.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hyla_lrc::{Activity, AttributeValues, Delivery, FederateAmbassador, RtiAmbassador};
use hyla_types::{
    AttributeHandleSet, ObjectInstanceHandle, RangeBounds, RegionHandle, RegionHandleSet,
};

use crate::federate::Federate;
use crate::world::{Model, World, returns};

/// Counts reflections.
#[derive(Clone, Default)]
struct Counter(Arc<AtomicU64>);

impl FederateAmbassador for Counter {
    fn reflect_attribute_values(
        &mut self,
        _: ObjectInstanceHandle,
        _: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A region of all lanes up to one.
fn region(rti: &RtiAmbassador, up_to: u32) -> RegionHandle {
    let lane = rti.dimension_handle("Lane").unwrap();
    let region = rti.create_region(&[lane].into()).unwrap();
    place(rti, region, up_to);
    region
}

fn place(rti: &RtiAmbassador, region: RegionHandle, up_to: u32) {
    let lane = rti.dimension_handle("Lane").unwrap();
    let bounds = RangeBounds::new(0, up_to).unwrap();
    rti.set_range_bounds(region, lane, bounds).unwrap();
    rti.commit_region_modifications(&[region].into()).unwrap();
}

fn of_speed(flyer: &Federate, region: RegionHandle) -> (AttributeHandleSet, RegionHandleSet) {
    ([flyer.speed()].into(), [region].into())
}

#[test]
fn evoking_goes_on_after_a_message_that_is_no_callback() {
    for model in [Model::SingleThreaded, Model::AsynchronousIo] {
        let world = World::new("evoke-bounds");
        let flyer = world.join("flyer", Model::Immediate);
        flyer.publish();
        let counter = Counter::default();
        let federate = Box::new(counter.clone());
        let viewer = world.enter("viewer", model, federate, "");
        let of_viewer = of_speed(&flyer, region(&viewer, 10));
        viewer
            .subscribe_object_class_attributes_with_regions(
                flyer.car(),
                &[of_viewer],
                Activity::Active,
                "",
            )
            .unwrap();
        let moving = region(&flyer.rti, 10);
        let object = flyer
            .rti
            .register_object_instance_with_regions(flyer.car(), &[of_speed(&flyer, moving)], None)
            .unwrap();
        let evoked = viewer.clone();
        returns("the discovery", move || {
            while evoked.known_object_class_handle(object).is_err() {
                let moment = Duration::from_millis(10);
                evoked.evoke_multiple_callbacks(moment, moment).unwrap();
            }
        });

        let evoked = viewer.clone();
        let evoking = std::thread::spawn(move || {
            // Longer than the watchdog waits.
            evoked.evoke_callback(Duration::from_secs(3600)).unwrap();
        });
        for up_to in 11..20 {
            // Time for the other thread to wait, and to return too early.
            std::thread::sleep(Duration::from_millis(10));
            place(&flyer.rti, moving, up_to);
        }
        flyer.sender(object).send(0, 10).unwrap();

        returns("evokeCallback", move || evoking.join().unwrap());
        assert_eq!(counter.0.load(Ordering::SeqCst), 1, "{model:?}");
    }
}
