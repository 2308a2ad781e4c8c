//! Federates of the benches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hyla_lrc::{
    Activity, AttributeValues, Delivery, FederateAmbassador, ModuleSource, RtiAmbassador,
};
use hyla_types::{
    AttributeHandle, CallbackModel, Edition, FederateHandle, ObjectClassHandle,
    ObjectInstanceHandle,
};

const FOM: &[u8] = include_bytes!("../../../hyla-conformance/foms/traffic-2010.xml");

/// Reflections of a bench federate.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) discovered: AtomicU64,
    pub(crate) reflected: AtomicU64,
    pub(crate) removed: AtomicU64,
}

pub(crate) type OnReflect = Box<dyn FnMut(ObjectInstanceHandle, &[u8]) + Send>;

struct Ambassador {
    seen: Arc<Seen>,
    on_reflect: Option<OnReflect>,
}

impl FederateAmbassador for Ambassador {
    fn discover_object_instance(
        &mut self,
        _: ObjectInstanceHandle,
        _: ObjectClassHandle,
        _: &Arc<str>,
        _: Option<FederateHandle>,
    ) {
        self.seen.discovered.fetch_add(1, Ordering::Release);
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        self.seen.reflected.fetch_add(1, Ordering::Release);
        if let Some(on_reflect) = &mut self.on_reflect {
            on_reflect(object, values[0].1);
        }
    }

    fn remove_object_instance(&mut self, _: ObjectInstanceHandle, _: &Delivery<'_>) {
        self.seen.removed.fetch_add(1, Ordering::Release);
    }
}

/// A joined federate.
pub(crate) struct Federate {
    pub(crate) rti: RtiAmbassador,
    pub(crate) seen: Arc<Seen>,
    pub(crate) class: ObjectClassHandle,
    pub(crate) attribute: AttributeHandle,
}

impl Federate {
    /// Joins `federation` at the RTI with those settings; `on_reflect` runs in each reflection.
    pub(crate) fn join(
        name: &str,
        federation: &str,
        settings: &str,
        on_reflect: impl FnOnce(RtiAmbassador) -> Option<OnReflect>,
    ) -> Self {
        let rti = RtiAmbassador::of_edition(Edition::Hla2010);
        let seen = Arc::new(Seen::default());
        let on_reflect = on_reflect(rti.clone());
        let ambassador = Ambassador {
            seen: seen.clone(),
            on_reflect,
        };
        rti.connect(Box::new(ambassador), CallbackModel::Immediate, settings)
            .expect("connects");
        let fom = ModuleSource {
            designator: "traffic-2010.xml".into(),
            content: FOM.to_vec(),
        };
        let _ = rti.create_federation_execution_from(federation, vec![fom], "");
        rti.join_federation_execution(Some(name), "bench", federation, &[])
            .expect("joins");
        let class = rti
            .object_class_handle("Vehicle.Car")
            .expect("is in the FOM");
        let attribute = rti.attribute_handle(class, "Name").expect("is in the FOM");
        Self {
            rti,
            seen,
            class,
            attribute,
        }
    }

    pub(crate) fn publish(&self) {
        let set = [self.attribute].into();
        self.rti
            .publish_object_class_attributes(self.class, &set)
            .expect("publishes");
    }

    pub(crate) fn subscribe(&self) {
        let set = [self.attribute].into();
        self.rti
            .subscribe_object_class_attributes(self.class, &set, Activity::Active, "")
            .expect("subscribes");
    }

    pub(crate) fn register(&self) -> ObjectInstanceHandle {
        self.rti
            .register_object_instance(self.class, None)
            .expect("registers")
    }

    pub(crate) fn update(&self, object: ObjectInstanceHandle, value: &[u8]) {
        self.rti
            .update_attribute_values(object, &[(self.attribute, value)], b"", None)
            .expect("updates");
    }

    pub(crate) fn wait_discovered(&self, count: u64) {
        wait("discoveries", || {
            self.seen.discovered.load(Ordering::Acquire) >= count
        });
    }

    pub(crate) fn reflected(&self) -> u64 {
        self.seen.reflected.load(Ordering::Acquire)
    }
}

/// Waits without a pause for something that comes soon; gives up after a minute. The clock is read
/// rarely, since what is waited for may need the processor.
pub(crate) fn wait(what: &str, ready: impl Fn() -> bool) {
    let mut start = None;
    for turn in 0_u32.. {
        if ready() {
            return;
        }
        std::thread::yield_now();
        if turn % 256 == 255 {
            let start = *start.get_or_insert_with(Instant::now);
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "no {what} within a minute"
            );
        }
    }
}
