//! Steady-state update and reflect allocate nothing, in the core, the channels and the ambassador.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hyla_lrc::settings::Sources;
use hyla_lrc::{
    Activity, AttributeValues, Delivery, FederateAmbassador, ModuleSource, NullFederateAmbassador,
    RtiAmbassador,
};
use hyla_rti::RtiServer;
use hyla_types::{CallbackModel, Edition, ObjectInstanceHandle, ResignAction};

const FOM: &[u8] = include_bytes!("../../hyla-conformance/foms/traffic-2010.xml");

/// Counts allocations of all threads.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator.
#[expect(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps `dealloc`'s contract.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the caller keeps `realloc`'s contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Counter(Arc<AtomicU64>);

impl FederateAmbassador for Counter {
    fn reflect_attribute_values(
        &mut self,
        _: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        assert_eq!(values[0].1.len(), 128);
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Sends updates one by one and counts the allocations of a thousand later ones.
fn allocations_of_later_updates(settings: &str, callbacks: CallbackModel) -> u64 {
    let federation = "Allocation";
    let reflected = Arc::new(AtomicU64::new(0));
    let receiver = RtiAmbassador::of_edition(Edition::Hla2010);
    receiver
        .connect(Box::new(Counter(reflected.clone())), callbacks, settings)
        .unwrap();
    let fom = ModuleSource {
        designator: "traffic.xml".into(),
        content: FOM.to_vec(),
    };
    receiver
        .create_federation_execution_from(federation, vec![fom], "")
        .unwrap();
    receiver
        .join_federation_execution(None, "receiver", federation, &[])
        .unwrap();
    let sender = RtiAmbassador::of_edition(Edition::Hla2010);
    sender
        .connect(
            Box::new(NullFederateAmbassador),
            CallbackModel::Immediate,
            settings,
        )
        .unwrap();
    sender
        .join_federation_execution(None, "sender", federation, &[])
        .unwrap();
    let class = sender.object_class_handle("Vehicle.Car").unwrap();
    let name = sender.attribute_handle(class, "Name").unwrap();
    sender
        .publish_object_class_attributes(class, &[name].into())
        .unwrap();
    receiver
        .subscribe_object_class_attributes(class, &[name].into(), Activity::Active, "")
        .unwrap();
    let object = sender.register_object_instance(class, None).unwrap();
    let update = |number: u8| {
        let values: &[(_, &[u8])] = &[(name, &[number; 128])];
        sender
            .update_attribute_values(object, values, b"", None)
            .unwrap();
    };
    let deadline = Instant::now() + Duration::from_secs(60);
    let wait_for = |count: u64| {
        while reflected.load(Ordering::SeqCst) < count {
            assert!(Instant::now() < deadline, "no reflection");
            if callbacks == CallbackModel::Evoked {
                receiver.evoke_callback(Duration::from_millis(1)).unwrap();
            } else {
                std::thread::yield_now();
            }
        }
    };
    // The receiver discovers the object and every buffer grows to its size.
    while reflected.load(Ordering::SeqCst) < 1000 {
        update(0);
        if callbacks == CallbackModel::Evoked {
            receiver.evoke_callback(Duration::from_millis(1)).unwrap();
        }
        assert!(Instant::now() < deadline, "no reflection");
    }
    receiver.list_federation_executions().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    if callbacks == CallbackModel::Evoked {
        while receiver.evoke_callback(Duration::from_millis(1)).unwrap() {}
    }
    let settled = reflected.load(Ordering::SeqCst);

    // Rounds, of which the best counts: whatever allocates for each message does so in all of them,
    // while a heartbeat or a buffer that grows once more falls into one.
    let mut sent = settled;
    let rounds = (0..5).map(|_| {
        let before = ALLOCATIONS.load(Ordering::SeqCst);
        for number in 1..=1000 {
            update(number as u8);
            wait_for(sent + number);
        }
        sent += 1000;
        ALLOCATIONS.load(Ordering::SeqCst) - before
    });
    let fewest = rounds.min().unwrap();

    sender
        .resign_federation_execution(ResignAction::DeleteObjects)
        .unwrap();
    receiver
        .resign_federation_execution(ResignAction::NoAction)
        .unwrap();
    receiver.destroy_federation_execution(federation).unwrap();
    fewest
}

// One test: the counter counts for the whole process.
#[test]
fn steady_updates_and_reflections_allocate_nothing() {
    let defaults = Sources::none().load().unwrap();
    let mut server = RtiServer::new(&defaults).unwrap();
    let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let stop = server.stopper();
    let thread = std::thread::spawn(move || server.run().unwrap());
    let tcp_only =
        format!("rti.address = {at}; peer.in_process = false; peer.shared_memory = false");

    for (settings, callbacks) in [
        ("rti.address = embedded", CallbackModel::Immediate),
        ("rti.address = embedded", CallbackModel::Evoked),
        (&tcp_only, CallbackModel::Immediate),
    ] {
        assert_eq!(
            allocations_of_later_updates(settings, callbacks),
            0,
            "with {settings}, {callbacks}"
        );
    }

    stop.stop();
    thread.join().unwrap();
}
