//! Values so long that they lie once in shared memory, with short ones between them: whole, in order, in any model of callbacks, in
//! receive order and in time-stamp order, and without those that were retracted.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use hyla_core::callback::{AttributeValues, Delivery, ParameterValues};
use hyla_lrc::settings::Sources;
use hyla_lrc::{Activity, FederateAmbassador, RtiAmbassador};
use hyla_rti::RtiServer;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, Float64Time, InteractionClassHandle,
    LogicalTime, LogicalTimeInterval, ObjectInstanceHandle, OrderType, ParameterHandle,
    ResignAction,
};

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/lanes-2025.xml"
);
/// When what should have happened long ago is given up. Never a requirement on speed.
const WATCHDOG: Duration = Duration::from_secs(120);
const STEPS: u32 = 30;

/// A value that differs from all others, from its first to its last byte.
fn value(number: u32, length: usize) -> Vec<u8> {
    let mut value = vec![number as u8; length];
    value[..4].copy_from_slice(&number.to_le_bytes());
    value[4..8].copy_from_slice(&(length as u32).to_le_bytes());
    *value.last_mut().unwrap() = !(number as u8);
    value
}

/// The number of a value, if it is whole.
fn number_of(came: &[u8]) -> Option<u32> {
    let number = u32::from_le_bytes(came[..4].try_into().unwrap());
    let length = u32::from_le_bytes(came[4..8].try_into().unwrap()) as usize;
    (came.len() == length && came == value(number, length)).then_some(number)
}

/// Callbacks of a federate.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Told {
    Discovered,
    Constrained,
    Granted(LogicalTime),
    /// `None`: damaged.
    Value(Option<u32>),
}

struct Ears(Sender<Told>);

impl FederateAmbassador for Ears {
    fn discover_object_instance(
        &mut self,
        _: ObjectInstanceHandle,
        _: hyla_types::ObjectClassHandle,
        _: &std::sync::Arc<str>,
        _: Option<hyla_types::FederateHandle>,
    ) {
        self.0.send(Told::Discovered).unwrap();
    }

    fn reflect_attribute_values(
        &mut self,
        _: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        self.0.send(Told::Value(number_of(values[0].1))).unwrap();
    }

    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        self.0.send(Told::Value(number_of(values[0].1))).unwrap();
    }

    fn time_regulation_enabled(&mut self, _: LogicalTime) {
        self.0.send(Told::Constrained).unwrap();
    }

    fn time_constrained_enabled(&mut self, _: LogicalTime) {
        self.0.send(Told::Constrained).unwrap();
    }

    fn time_advance_grant(&mut self, time: LogicalTime) {
        self.0.send(Told::Granted(time)).unwrap();
    }
}

struct Federate {
    rti: RtiAmbassador,
    told: Receiver<Told>,
    attribute: AttributeHandle,
    load: (InteractionClassHandle, ParameterHandle),
}

impl Federate {
    fn join(address: &str, process: &str, settings: &str) -> Self {
        let (tell, told) = channel();
        let rti = RtiAmbassador::new();
        let model = match process {
            "immediate" => CallbackModel::Immediate,
            _ => CallbackModel::Evoked,
        };
        let settings = format!(
            "rti.address = {address}; peer.in_process = false; qos.Bulk.transport = stream; process.model = {process}{settings}"
        );
        rti.connect(Box::new(Ears(tell)), model, &settings).unwrap();
        let _ = rti.create_federation_execution("long values", &[FOM], "HLAfloat64Time");
        rti.join_federation_execution(None, "test", "long values", &[])
            .unwrap();
        let track = rti.object_class_handle("Track").unwrap();
        let attribute = rti.attribute_handle(track, "Value").unwrap();
        let class = rti.interaction_class_handle("Load").unwrap();
        let load = (class, rti.parameter_handle(class, "Bytes").unwrap());
        Self {
            rti,
            told,
            attribute,
            load,
        }
    }

    /// The next callback.
    #[track_caller]
    fn next(&self, all: &[Self]) -> Told {
        let deadline = Instant::now() + WATCHDOG;
        loop {
            if let Ok(told) = self.told.try_recv() {
                return told;
            }
            assert!(Instant::now() < deadline, "waited in vain");
            // Those without a thread of their own take part only so.
            let (none, short) = (Duration::ZERO, Duration::from_millis(1));
            for federate in all {
                federate.rti.evoke_multiple_callbacks(none, short).unwrap();
            }
        }
    }
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// How often memory for frames is mapped.
fn mappings() -> usize {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    maps.matches("hyla-frames").count()
}

fn long_values_come(settings: &str, shared: bool) {
    let mut server = RtiServer::new(&Sources::none().load().unwrap()).unwrap();
    let address = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let stop = server.stopper();
    let running = std::thread::spawn(move || server.run().unwrap());
    let address = address.to_string();
    let models = [
        "asynchronous-io",
        "asynchronous-io",
        "single-threaded",
        "immediate",
    ];
    let all = models.map(|process| Federate::join(&address, process, settings));
    let [sender, receivers @ ..] = &all;
    let attributes: AttributeHandleSet = [sender.attribute].into_iter().collect();
    let track = sender.rti.object_class_handle("Track").unwrap();
    for receiver in receivers {
        let rti = &receiver.rti;
        rti.subscribe_object_class_attributes(track, &attributes, Activity::Active, "")
            .unwrap();
        rti.subscribe_interaction_class(receiver.load.0, Activity::Active)
            .unwrap();
        rti.enable_asynchronous_delivery().unwrap();
        rti.enable_time_constrained().unwrap();
        assert_eq!(receiver.next(&all), Told::Constrained);
    }
    sender
        .rti
        .publish_object_class_attributes(track, &attributes)
        .unwrap();
    sender.rti.publish_interaction_class(sender.load.0).unwrap();
    let lookahead = LogicalTimeInterval::Float64(hyla_types::Float64Interval::new(0.25).unwrap());
    sender.rti.enable_time_regulation(lookahead).unwrap();
    assert_eq!(sender.next(&all), Told::Constrained);
    let [received, stamped] = [OrderType::Receive, OrderType::TimeStamp].map(|order| {
        let object = sender.rti.register_object_instance(track, None).unwrap();
        sender
            .rti
            .change_attribute_order_type(object, &attributes, order)
            .unwrap();
        object
    });
    for receiver in receivers {
        assert_eq!(receiver.next(&all), Told::Discovered);
        assert_eq!(receiver.next(&all), Told::Discovered);
    }

    let mut dice = fastrand::Rng::with_seed(23);
    // The values of a step fit into a ring: a federate without a thread of its own does not read while they are sent.
    let mut length = |kind: u32| match dice.u32(..4) {
        _ if kind == 4 => dice.usize(100_000..700_000),
        0 => dice.usize(9..100),
        1 => dice.usize(16_000..17_000),
        _ => dice.usize(20_000..50_000),
    };
    let mut number = 0;
    for step in 1..=STEPS {
        let time = f64::from(step);
        let (mut now, mut later) = (Vec::new(), Vec::new());
        for kind in 0..6 {
            number += 1;
            let value = value(number, length(kind));
            let values = [(sender.attribute, &value[..])];
            let rti = &sender.rti;
            match kind {
                0 | 1 => {
                    rti.update_attribute_values(received, &values, &[], None)
                        .unwrap();
                    now.push(number);
                }
                2 => {
                    let values = [(sender.load.1, &value[..])];
                    rti.send_interaction(sender.load.0, &values, &[], None)
                        .unwrap();
                    now.push(number);
                }
                _ => {
                    let sent =
                        rti.update_attribute_values(stamped, &values, &[], Some(at(time - 0.5)));
                    match (kind, sent.unwrap()) {
                        (3, Some(retraction)) => rti.retract(retraction).unwrap(),
                        _ => later.push(number),
                    }
                }
            }
        }
        sender.rti.time_advance_request(at(time)).unwrap();
        assert_eq!(sender.next(&all), Told::Granted(at(time)));
        let told = |numbers: &[u32]| -> Vec<_> {
            numbers.iter().map(|it| Told::Value(Some(*it))).collect()
        };
        for receiver in receivers {
            let came: Vec<_> = now.iter().map(|_| receiver.next(&all)).collect();
            assert_eq!(came, told(&now), "step {step}");
        }
        for receiver in receivers {
            receiver.rti.time_advance_request(at(time)).unwrap();
        }
        for receiver in receivers {
            let came: Vec<_> = later.iter().map(|_| receiver.next(&all)).collect();
            assert_eq!(came, told(&later), "step {step}");
            assert_eq!(receiver.next(&all), Told::Granted(at(time)));
        }
    }
    // At the sender, and at each receiver.
    assert_eq!(mappings(), if shared { 4 } else { 0 });
    for federate in &all {
        let action = ResignAction::CancelThenDeleteThenDivest;
        federate.rti.resign_federation_execution(action).unwrap();
        federate.rti.disconnect().unwrap();
    }
    stop.stop();
    running.join().unwrap();
    let deadline = Instant::now() + WATCHDOG;
    while mappings() > 0 {
        assert!(Instant::now() < deadline, "something is left of it");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// In turn, since they look at the memory of the process: with room for all, for some, and for none.
#[test]
fn long_values_come_whole_and_in_order_wherever_they_lie() {
    long_values_come("", true);
    long_values_come("; channel.shared_frame_bytes = 400000", true);
    long_values_come("; channel.shared_frame_bytes = 0", false);
    long_values_come("; peer.shared_memory = false", false);
}
