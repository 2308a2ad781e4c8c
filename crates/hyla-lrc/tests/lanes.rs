//! Federates whose transportation types have channels of their own.
#![allow(clippy::unwrap_used, reason = "test code")]

#[path = "lanes/modules.rs"]
mod modules;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_core::callback::{AttributeValues, Delivery, ParameterValues};
use hyla_lrc::settings::Sources;
use hyla_lrc::{ChannelMetrics, FederateAmbassador, RtiAmbassador};
use hyla_omt::encoding::encode;
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, ExceptionKind, FederateHandle,
    InteractionClassHandle, ObjectInstanceHandle, ParameterHandle, ResignAction,
    TransportationTypeHandle,
};

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/lanes-2025.xml"
);
const TIMEOUT: Duration = Duration::from_secs(60);

/// A callback of a federate.
#[derive(Debug, PartialEq)]
enum Told {
    Discovered,
    Value(u32),
    Removed,
    Order(u32),
    Load,
    Confirmed,
    Late(String),
}

struct Ears {
    tell: Sender<Told>,
    /// Held by a test while the federate is to be stuck with a load.
    gate: Arc<Mutex<()>>,
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().unwrap())
}

impl FederateAmbassador for Ears {
    fn discover_object_instance(
        &mut self,
        _: ObjectInstanceHandle,
        _: hyla_types::ObjectClassHandle,
        _: &Arc<str>,
        _: Option<FederateHandle>,
    ) {
        let _ = self.tell.send(Told::Discovered);
    }

    fn reflect_attribute_values(
        &mut self,
        _: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        let _ = self.tell.send(Told::Value(number(values[0].1)));
    }

    fn remove_object_instance(&mut self, _: ObjectInstanceHandle, _: &Delivery<'_>) {
        let _ = self.tell.send(Told::Removed);
    }

    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        let value = values[0].1;
        let told = if value.len() == 4 {
            Told::Order(number(value))
        } else {
            drop(self.gate.lock());
            Told::Load
        };
        let _ = self.tell.send(told);
    }

    fn confirm_attribute_transportation_type_change(
        &mut self,
        _: ObjectInstanceHandle,
        _: &AttributeHandleSet,
        _: TransportationTypeHandle,
    ) {
        let _ = self.tell.send(Told::Confirmed);
    }

    fn late_message(&mut self, _: FederateHandle, profile: &str, late_by: Duration) {
        assert!(!late_by.is_zero());
        let _ = self.tell.send(Told::Late(profile.to_owned()));
    }
}

struct Federate {
    rti: RtiAmbassador,
    told: Receiver<Told>,
    gate: Arc<Mutex<()>>,
}

impl Federate {
    fn next(&self) -> Told {
        self.told.recv_timeout(TIMEOUT).expect("nothing came")
    }

    fn order(&self) -> (InteractionClassHandle, ParameterHandle) {
        let class = self.rti.interaction_class_handle("Order").unwrap();
        (class, self.rti.parameter_handle(class, "Number").unwrap())
    }

    fn load(&self) -> (InteractionClassHandle, ParameterHandle) {
        let class = self.rti.interaction_class_handle("Load").unwrap();
        (class, self.rti.parameter_handle(class, "Bytes").unwrap())
    }

    fn send(&self, what: (InteractionClassHandle, ParameterHandle), value: &[u8]) {
        self.rti
            .send_interaction(what.0, &[(what.1, value)], &[], None)
            .unwrap();
    }
}

/// An RTI and two federates of one federation; the first one speaks.
struct World {
    speaker: Federate,
    listener: Federate,
    peer: FederateHandle,
    server: Option<(RtiStop, JoinHandle<()>)>,
    federation: String,
    /// The setting that leads to the RTI.
    address: String,
}

impl World {
    fn new(transport: &str, profiles: &str) -> Self {
        Self::each(transport, profiles, profiles)
    }

    fn each(transport: &str, speaks: &str, listens: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let federation = format!("lanes {}", NEXT.fetch_add(1, Ordering::Relaxed));
        let mut server = RtiServer::new(&Sources::none().load().unwrap()).unwrap();
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        let join = |name: &str, profiles: &str| {
            let (tell, told) = channel();
            let gate = Arc::new(Mutex::new(()));
            let ears = Ears {
                tell,
                gate: gate.clone(),
            };
            let rti = RtiAmbassador::new();
            let settings = format!("rti.address = {at}; {transport}; {profiles}");
            rti.connect(Box::new(ears), CallbackModel::Immediate, &settings)
                .unwrap();
            let _ = rti.create_federation_execution(&federation, &[FOM], "");
            rti.join_federation_execution(Some(name), "lane test", &federation, &[])
                .unwrap();
            Federate { rti, told, gate }
        };
        let (speaker, listener) = (join("speaker", speaks), join("listener", listens));
        let deadline = Instant::now() + TIMEOUT;
        let peer = loop {
            match speaker.rti.federate_handle("listener") {
                Ok(peer) => break peer,
                Err(_) if Instant::now() < deadline => std::thread::yield_now(),
                Err(error) => panic!("{error}"),
            }
        };
        let world = Self {
            speaker,
            listener,
            peer,
            server: Some((stop, thread)),
            federation,
            address: format!("rti.address = {at}"),
        };
        for what in [world.speaker.order().0, world.speaker.load().0] {
            world.speaker.rti.publish_interaction_class(what).unwrap();
        }
        world
    }

    fn bind(&self, profile: &str) -> hyla_core::Result<hyla_lrc::BoundChannel> {
        self.speaker.rti.bind_channel(self.peer, profile)
    }

    /// The listener subscribes; the speaker has received that when this returns.
    fn listen(&self, what: InteractionClassHandle) {
        self.listener
            .rti
            .subscribe_interaction_class(what, hyla_lrc::Activity::Active)
            .unwrap();
        let order = self.speaker.order();
        loop {
            if what == order.0 {
                self.speaker.send(order, &u32::MAX.to_le_bytes());
            } else {
                self.speaker.send(self.speaker.load(), &[0; 9]);
            }
            let told = &self.listener.told;
            if told.recv_timeout(Duration::from_millis(20)).is_ok() {
                break;
            }
        }
        let rest = Duration::from_millis(200);
        while self.listener.told.recv_timeout(rest).is_ok() {}
    }
}

impl Drop for World {
    fn drop(&mut self) {
        for federate in [&self.listener, &self.speaker] {
            let _ = federate
                .rti
                .resign_federation_execution(ResignAction::CancelThenDeleteThenDivest);
        }
        let _ = self
            .speaker
            .rti
            .destroy_federation_execution(&self.federation);
        let _ = self.listener.rti.disconnect();
        let _ = self.speaker.rti.disconnect();
        if let Some((stop, thread)) = self.server.take() {
            stop.stop();
            thread.join().unwrap();
        }
    }
}

const TCP: &str = "peer.in_process = false; peer.shared_memory = false";
const MEMORY: &str = "peer.in_process = false";
const IN_PROCESS: &str = "peer.in_process = true";
const ALL: [&str; 3] = [TCP, MEMORY, IN_PROCESS];

#[test]
fn a_bound_channel_tells_what_was_granted() {
    for transport in ALL {
        let world = World::new(transport, "qos.Command.priority = 5");

        let granted = world.bind("Command").unwrap();
        let again = world.bind("Command").unwrap();

        assert_eq!(granted, again);
        assert_eq!(granted.profile, "Command");
        assert_eq!(granted.priority, 5);
        assert!(granted.reading.contains("priority 5"), "{granted:?}");
        assert!(!granted.transport.is_empty());
        // One that asks for nothing special can be had, too.
        assert_eq!(world.bind("Bulk").unwrap().priority, 0);
    }
}

#[test]
fn a_bound_channel_can_be_one_over_datagrams() {
    let world = World::new(
        TCP,
        "qos.Sensor.transport = udp; qos.Sensor.reliability = best-effort",
    );

    let granted = world.bind("Sensor").unwrap();

    assert!(granted.transport.starts_with("udp:"), "{granted:?}");
}

#[test]
fn a_prepared_channel_is_the_one_that_messages_use_anyway() {
    let world = World::new(
        TCP,
        "qos.Sensor.transport = udp; qos.Sensor.reliability = best-effort; qos.Command.priority = 5",
    );
    let prepare = |profile: &str| {
        let prepared = world.speaker.rti.prepare_channel(world.peer, profile);
        prepared.unwrap().map(|channel| channel.transport)
    };

    assert!(prepare("Sensor").unwrap().starts_with("udp:"));
    assert!(prepare("Command").unwrap().starts_with("tcp:"));
    assert_eq!(prepare("HLAreliable"), None);
    // Binding changes what messages use.
    world.bind("Bulk").unwrap();
    assert!(prepare("Bulk").is_some());
}

#[test]
fn what_a_lane_does_is_told_and_its_modules_are_changed_while_it_stands() {
    for (process, transport) in [(TCP, "udp"), (TCP, "tcp"), (MEMORY, "shared-memory")] {
        tell_and_change(process, transport);
    }
}

fn tell_and_change(process: &str, transport: &str) {
    let profile = format!(
        "qos.Bulk.transport = {transport}; qos.Bulk.reliability = best-effort; \
         qos.Bulk.modules = rate-limit; qos.Bulk.rate-limit.queue_bytes = 2000"
    );
    let world = World::new(process, &profile);
    world.bind("Bulk").unwrap();
    let load = world.speaker.load();
    world.listen(load.0);
    let lane = || {
        let told = world.speaker.rti.own_metrics().channels.into_iter();
        let mut lanes = told.filter(|channel| channel.profile == "Bulk");
        lanes.next().unwrap()
    };
    let until = |there: &dyn Fn() -> bool| {
        let deadline = Instant::now() + TIMEOUT;
        while !there() {
            assert!(Instant::now() < deadline, "{:?}", lane());
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let before = lane();
    assert_eq!((before.peer, &*before.transport), (world.peer, transport));
    assert_eq!(before.total_dropped(), 0);
    assert!(before.messages_sent > 0 && before.bytes_sent > 0);
    // Samples go there by the lane and come back by the stream.
    until(&|| lane().round_trips.samples() > 0);

    // A third federate lets next to nothing through.
    let watcher = RtiAmbassador::new();
    let settings = format!("{}; {TCP}", world.address);
    let nobody = Box::new(hyla_lrc::NullFederateAmbassador);
    watcher
        .connect(nobody, CallbackModel::Immediate, &settings)
        .unwrap();
    let extensions = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../foms/extensions/HylaExtensions-2025.xml"
    );
    watcher
        .join_federation_execution(Some("watcher"), "test", &world.federation, &[extensions])
        .unwrap();
    let adjust = "HLAmanager.HLAfederate.HLAadjust.HylaSetProfileParameter";
    let adjust = watcher.interaction_class_handle(adjust).unwrap();
    watcher.publish_interaction_class(adjust).unwrap();
    let speaker = watcher.federate_handle("speaker").unwrap();
    let values = [
        ("HLAfederate", encode(&speaker)),
        ("HylaProfile", encode("Bulk")),
        ("HylaParameter", encode("rate-limit.bytes_per_second")),
        ("HylaValue", encode("1000")),
    ];
    let values = values.map(|(name, value)| {
        let parameter = watcher.parameter_handle(adjust, name).unwrap();
        (parameter, value)
    });
    let values: Vec<_> = values.iter().map(|(p, value)| (*p, &value[..])).collect();
    watcher
        .send_interaction(adjust, &values, &[], None)
        .unwrap();

    until(&|| {
        world.speaker.send(load, &[0; 1000]);
        let dropped = lane().dropped;
        dropped.iter().any(|(reason, _)| reason == "rate-limit")
    });
    let _ = watcher.resign_federation_execution(ResignAction::NoAction);
    watcher.disconnect().unwrap();
}

#[test]
fn what_cannot_be_bound_is_refused_with_the_reason() {
    let world = World::each(
        "peer.in_process = false",
        "qos.Bulk.transport = shared-memory",
        "peer.shared_memory = false",
    );
    let kind = |refused: hyla_core::Result<_>| refused.unwrap_err().kind;

    let unknown = world.bind("Nonsense");
    let nobody = world
        .speaker
        .rti
        .bind_channel(FederateHandle::new(4711), "Command");
    let unreachable = world.bind("Bulk");

    assert_eq!(kind(unknown), ExceptionKind::InvalidTransportationName);
    assert_eq!(kind(nobody), ExceptionKind::FederateHandleNotKnown);
    let text = unreachable.unwrap_err().to_string();
    assert!(text.contains("SharedMemory"), "{text}");
    // Its messages take the stream.
    world.listen(world.listener.load().0);
}

/// Updates an attribute while its transportation type changes, then removes the instance: nothing is lost or
/// reordered.
fn change_under_load(transport: &str, profiles: &str) -> World {
    let world = World::new(transport, profiles);
    change_in(&world, &format!("{transport}; {profiles}"));
    world
}

fn change_in(world: &World, what: &str) {
    const UPDATES: u32 = 20_000;
    const EACH: u32 = 150;
    let (speaker, listener) = (&world.speaker, &world.listener);
    let class = speaker.rti.object_class_handle("Track").unwrap();
    let value: AttributeHandle = speaker.rti.attribute_handle(class, "Value").unwrap();
    let set = AttributeHandleSet::from([value]);
    listener
        .rti
        .subscribe_object_class_attributes(class, &set, hyla_lrc::Activity::Active, "")
        .unwrap();
    speaker
        .rti
        .publish_object_class_attributes(class, &set)
        .unwrap();
    let object = speaker.rti.register_object_instance(class, None).unwrap();
    assert_eq!(listener.next(), Told::Discovered);
    let types = ["Command", "Bulk", "HLAreliable"]
        .map(|name| speaker.rti.transportation_type_handle(name).unwrap());

    for count in 0..UPDATES {
        if count % EACH == 0 {
            let to = types[(count / EACH) as usize % types.len()];
            speaker
                .rti
                .request_attribute_transportation_type_change(object, &set, to)
                .unwrap();
            assert_eq!(speaker.next(), Told::Confirmed);
        }
        speaker
            .rti
            .update_attribute_values(object, &[(value, &count.to_le_bytes())], &[], None)
            .unwrap();
    }
    speaker
        .rti
        .delete_object_instance(object, &[], None)
        .unwrap();

    for count in 0..UPDATES {
        let told = listener.next();
        assert_eq!(told, Told::Value(count), "{what}");
    }
    assert_eq!(listener.next(), Told::Removed);
}

#[test]
fn a_transportation_type_changes_under_load_and_nothing_is_lost_or_reordered() {
    let shared = "qos.Command.priority = 5; qos.Bulk.priority = 1";
    let dedicated = "qos.Command.resources = dedicated; qos.Bulk.resources = dedicated";
    // Three in ten packets are lost, in bursts, others come twice and in another order.
    let harmed = "qos.Bulk.transport = udp; qos.Bulk.reliability = reliable; \
                  qos.Bulk.modules = bundle, fragment, retransmit, checksum, impair; \
                  qos.Bulk.impair.loss = 0.3; qos.Bulk.impair.burst_begin = 0.05; qos.Bulk.impair.burst_end = 0.3; \
                  qos.Bulk.impair.duplicate = 0.1; qos.Bulk.impair.reorder = 0.1";
    let all = ALL.map(|transport| [(transport, shared), (transport, dedicated)]);
    let all = all.into_iter().flatten().chain([(TCP, harmed)]);
    for (transport, profiles) in all {
        change_under_load(transport, profiles);
    }
}

#[test]
fn a_value_of_64_mib_arrives_by_every_way() {
    let datagrams = "qos.Bulk.transport = udp; qos.Bulk.reliability = reliable; \
                     qos.Bulk.modules = fragment, retransmit";
    let relayed = "peer.direct = false";
    let ways = ALL.map(|transport| (transport, ""));
    let ways = ways.into_iter().chain([(TCP, datagrams), (TCP, relayed)]);
    for (transport, profiles) in ways {
        let world = World::new(transport, profiles);
        let load = world.speaker.load();
        world.listen(load.0);

        world.speaker.send(load, &vec![7; 64 << 20]);

        assert_eq!(world.listener.next(), Told::Load, "{transport}; {profiles}");
    }
}

/// How many threads of this process have that name.
#[cfg(target_os = "linux")]
fn threads_named(name: &str) -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let names =
        tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
    names.filter(|found| found.trim() == name).count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_profile_with_resources_of_its_own_has_a_thread_that_reads_it_and_ends_with_the_connection() {
    for transport in ALL {
        let own = "qos.Urgent.resources = dedicated; qos.Urgent.cpus = 0; qos.Urgent.wait = block";
        let world = World::each(transport, "", own);

        assert_eq!(threads_named("hyla-Urgent"), 1, "{transport}");
        let granted = world.bind("Urgent").unwrap();

        let reading = &granted.reading;
        assert!(reading.contains("a thread of its own"), "{reading}");
        assert!(reading.contains("on processors [0]"), "{reading}");
        drop(world);
        assert_eq!(threads_named("hyla-Urgent"), 0, "{transport}");
    }
}

#[test]
fn a_federate_that_does_its_own_io_hears_at_once_what_a_reader_of_its_own_has_read() {
    for transport in [TCP, MEMORY] {
        let own = "qos.Command.resources = dedicated";
        let world = World::new(transport, own);
        let (tell, told) = channel();
        let rti = RtiAmbassador::new();
        let settings = format!(
            "{}; {transport}; process.model = single-threaded; {own}",
            world.address
        );
        let ears = Ears {
            tell,
            gate: Arc::default(),
        };
        rti.connect(Box::new(ears), CallbackModel::Evoked, &settings)
            .unwrap();
        rti.join_federation_execution(Some("evokes"), "lane test", &world.federation, &[])
            .unwrap();
        let (order, _) = world.speaker.order();
        rti.subscribe_interaction_class(order, hyla_lrc::Activity::Active)
            .unwrap();

        let mut heard = Vec::new();
        let deadline = Instant::now() + TIMEOUT;
        for count in 0.. {
            assert!(Instant::now() < deadline, "{heard:?}");
            world
                .speaker
                .send(world.speaker.order(), &u32::to_le_bytes(count));
            rti.evoke_callback(Duration::from_secs(1)).unwrap();
            heard.extend(told.try_iter());
            if heard.len() >= 200 {
                break;
            }
        }

        let numbers = heard.iter().map(|told| match told {
            Told::Order(number) => *number,
            other => panic!("{other:?}"),
        });
        assert!(numbers.is_sorted(), "{heard:?}");
        rti.resign_federation_execution(ResignAction::NoAction)
            .unwrap();
        rti.disconnect().unwrap();
    }
}

#[test]
fn resources_of_its_own_are_refused_where_nobody_could_call_them() {
    let settings = "rti.address = embedded; peer.in_process = false; \
                    peer.advertise = 127.0.0.1:4711; qos.Urgent.resources = dedicated";
    let nobody = Box::new(hyla_lrc::NullFederateAmbassador);

    let refused = RtiAmbassador::new().connect(nobody, CallbackModel::Immediate, settings);

    let text = refused.unwrap_err().to_string();
    assert!(
        text.contains("qos.Urgent") && text.contains("peer.advertise"),
        "{text}"
    );
}

#[test]
fn orders_overtake_a_load_that_fills_the_way() {
    const ORDERS: u32 = 50;
    const LOADS: u32 = 200;
    // With how many loads said before the first order: as many as wait in the sockets and queues, or in the ring, and
    // more than are read at a time.
    for (transport, waiting) in [(TCP, 60), (MEMORY, 12)] {
        let world = World::new(transport, "qos.Command.priority = 5");
        world.bind("Command").unwrap();
        let (speaker, listener) = (&world.speaker, &world.listener);
        // In this order: the first order after a declaration waits for what was said before it on the stream.
        world.listen(listener.load().0);
        world.listen(listener.order().0);
        let load = speaker.load();
        let bytes = vec![7; 64 << 10];
        let said = Arc::new(AtomicU32::new(0));
        let sender = speaker.rti.clone();
        let counts = said.clone();
        // Stuck with the first load, the listener reads neither: both ways fill.
        let stuck = listener.gate.lock().unwrap();
        let flood = std::thread::spawn(move || {
            for _ in 0..LOADS {
                sender
                    .send_interaction(load.0, &[(load.1, &bytes)], &[], None)
                    .unwrap();
                counts.fetch_add(1, Ordering::SeqCst);
            }
        });
        let deadline = Instant::now() + TIMEOUT;
        while said.load(Ordering::SeqCst) < waiting {
            assert!(Instant::now() < deadline, "{transport}: no load was said");
            std::thread::yield_now();
        }
        for order in 0..ORDERS {
            speaker.send(speaker.order(), &order.to_le_bytes());
        }
        // Frames that another thread of the speaker has still to write cannot overtake.
        let waits = |told: &ChannelMetrics| told.profile == "Command" && told.queue_bytes > 0;
        while speaker.rti.own_metrics().channels.iter().any(waits) {
            assert!(Instant::now() < deadline, "{transport}: orders wait");
            std::thread::yield_now();
        }
        drop(stuck);

        let (mut orders, mut came, mut overtook) = (0, 0, 0);
        while orders < ORDERS || came < LOADS {
            match listener.next() {
                Told::Order(order) => {
                    assert_eq!(order, orders);
                    // More had been said before than has come.
                    overtook += u32::from(came < waiting);
                    orders += 1;
                }
                Told::Load => came += 1,
                other => panic!("{other:?}"),
            }
        }
        flood.join().unwrap();
        assert_eq!(overtook, ORDERS, "{transport}");
    }
}

#[test]
fn a_message_after_its_deadline_is_told_of_or_dropped() {
    let speaks = "qos.Command.deadline_us = 1";
    let flags = World::new(TCP, speaks);
    flags.bind("Command").unwrap();
    flags
        .listener
        .rti
        .subscribe_interaction_class(flags.listener.order().0, hyla_lrc::Activity::Active)
        .unwrap();
    let first = loop {
        flags
            .speaker
            .send(flags.speaker.order(), &1_u32.to_le_bytes());
        if let Ok(told) = flags.listener.told.recv_timeout(Duration::from_millis(20)) {
            break told;
        }
    };
    assert_eq!(first, Told::Late("Command".to_owned()));
    assert_eq!(flags.listener.next(), Told::Order(1));
    assert!(flags.listener.rti.late_messages() >= 1);

    let drops = World::each(
        TCP,
        speaks,
        "qos.Command.deadline_us = 1; qos.Command.late = drop",
    );
    drops.bind("Command").unwrap();
    let order = drops.listener.order().0;
    drops
        .listener
        .rti
        .subscribe_interaction_class(order, hyla_lrc::Activity::Active)
        .unwrap();
    let deadline = Instant::now() + TIMEOUT;
    while drops.listener.rti.late_messages() == 0 && Instant::now() < deadline {
        drops
            .speaker
            .send(drops.speaker.order(), &1_u32.to_le_bytes());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(drops.listener.rti.late_messages() > 0);
    assert!(drops.listener.told.try_recv().is_err());
}
