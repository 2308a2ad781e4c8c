//! A federate that counts its callbacks.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use hyla_lrc::{
    Activity, AttributeValues, Delivery, FederateAmbassador, GroupMetrics, LatencyQuantity,
    LatencyQuestion, LatencyValidity, RtiAmbassador,
};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, Exception, FederateHandle,
    ObjectClassHandle, ObjectInstanceHandle, ResignAction,
};

/// When what should have happened long ago is given up. Never a requirement on speed.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(60);

/// An attribute of cars for each class of reliability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Reliable,
    BestEffort,
}

impl Class {
    const ALL: [Self; 2] = [Self::Reliable, Self::BestEffort];

    pub(crate) fn named(name: &str) -> Self {
        match name {
            "reliable" => Self::Reliable,
            "best-effort" => Self::BestEffort,
            other => panic!("what is {other}?"),
        }
    }

    fn profile(self) -> &'static str {
        match self {
            Self::Reliable => "HLAreliable",
            Self::BestEffort => "HLAbestEffort",
        }
    }

    fn attribute(self) -> &'static str {
        match self {
            Self::Reliable => "Speed",
            Self::BestEffort => "Position",
        }
    }
}

/// Updates of one attribute of one instance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stream {
    /// How many came.
    pub(crate) count: u64,
    /// The number that the next one has if none is lost.
    pub(crate) next: u64,
    /// How often that was not so.
    pub(crate) gaps: u64,
    /// How often it was less.
    pub(crate) disorder: u64,
}

/// Changes of multicast groups by one update.
pub(crate) struct Change {
    pub(crate) messages: u64,
    pub(crate) reached: u64,
    /// Of all updates so far.
    pub(crate) total_unheard: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) lost: bool,
    pub(crate) discovered: usize,
    pub(crate) removed: usize,
    streams: HashMap<(ObjectInstanceHandle, AttributeHandle), Stream>,
}

#[derive(Default)]
struct Diary {
    told: Mutex<Told>,
    written: Condvar,
}

impl Diary {
    fn write(&self, write: impl FnOnce(&mut Told)) {
        write(&mut self.told.lock().unwrap());
        self.written.notify_all();
    }
}

struct Recorder(Arc<Diary>);

impl FederateAmbassador for Recorder {
    fn connection_lost(&mut self, _: &str) {
        self.0.write(|told| told.lost = true);
    }

    fn discover_object_instance(
        &mut self,
        _: ObjectInstanceHandle,
        _: ObjectClassHandle,
        _: &Arc<str>,
        _: Option<FederateHandle>,
    ) {
        self.0.write(|told| told.discovered += 1);
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        self.0.write(|told| {
            for (attribute, value) in values {
                let number = u64::from_le_bytes(value[..8].try_into().unwrap());
                let stream = told.streams.entry((object, *attribute)).or_default();
                stream.count += 1;
                stream.gaps += u64::from(number != stream.next);
                stream.disorder += u64::from(number < stream.next);
                stream.next = number + 1;
            }
        });
    }

    fn remove_object_instance(&mut self, _: ObjectInstanceHandle, _: &Delivery<'_>) {
        self.0.write(|told| told.removed += 1);
    }
}

/// A federate with one car, which publishes and subscribes cars.
pub(crate) struct Federate {
    pub(crate) rti: RtiAmbassador,
    diary: Arc<Diary>,
    attributes: [AttributeHandle; 2],
    car: ObjectInstanceHandle,
    next: [u64; 2],
}

/// The object model of the tests.
fn fom() -> String {
    let path = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = path.join("../hyla-conformance/foms/traffic-2025.xml");
    path.display().to_string()
}

impl Federate {
    /// Connects with those settings and joins; callbacks are immediate.
    pub(crate) fn join(federation: &str, name: &str, settings: &str) -> Result<Self, Exception> {
        let diary = Arc::new(Diary::default());
        let rti = RtiAmbassador::new();
        let recorder = Box::new(Recorder(diary.clone()));
        let settings = settings.trim_end_matches([' ', ';']);
        rti.connect(recorder, CallbackModel::Immediate, settings)?;
        // The federation may exist already.
        let _exists = rti.create_federation_execution(federation, &[&fom()], "");
        rti.join_federation_execution(Some(name), "tester", federation, &[])?;
        let class = rti.object_class_handle("Vehicle.Car")?;
        let [reliable, best_effort] = Class::ALL;
        let attributes = [
            rti.attribute_handle(class, reliable.attribute())?,
            rti.attribute_handle(class, best_effort.attribute())?,
        ];
        let set = AttributeHandleSet::from_iter(attributes);
        rti.publish_object_class_attributes(class, &set)?;
        rti.subscribe_object_class_attributes(class, &set, Activity::Active, "")?;
        let car = rti.register_object_instance(class, None)?;
        Ok(Self {
            rti,
            diary,
            attributes,
            car,
            next: [0; 2],
        })
    }

    /// Sends that many numbered updates of that length.
    pub(crate) fn send(&mut self, class: Class, count: u64, length: usize) {
        let mut value = vec![0x5a; length.max(8)];
        for _ in 0..count {
            let next = &mut self.next[class as usize];
            value[..8].copy_from_slice(&next.to_le_bytes());
            *next += 1;
            let attribute = self.attributes[class as usize];
            self.rti
                .update_attribute_values(self.car, &[(attribute, &value)], b"", None)
                .unwrap();
        }
    }

    /// How many updates it has sent.
    pub(crate) fn sent(&self, class: Class) -> u64 {
        self.next[class as usize]
    }

    /// Its metrics of multicast groups of that class.
    pub(crate) fn groups(&self, class: Class) -> GroupMetrics {
        let mut all = self.rti.own_metrics().groups.into_iter();
        let found = all.find(|metrics| metrics.profile == class.profile());
        found.unwrap_or_default()
    }

    /// Sends again and again until one update makes such a change.
    pub(crate) fn send_until(&mut self, class: Class, what: &str, ready: impl Fn(&Change) -> bool) {
        let deadline = Instant::now() + WATCHDOG;
        loop {
            let before = self.groups(class);
            self.send(class, 1, 100);
            let after = self.groups(class);
            let change = Change {
                messages: after.messages - before.messages,
                reached: after.reached - before.reached,
                total_unheard: after.unheard,
            };
            if ready(&change) {
                return;
            }
            assert!(Instant::now() < deadline, "no {what}: {after:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until `ready` accepts the received callbacks.
    pub(crate) fn until(&self, what: &str, ready: impl FnMut(&Told) -> bool) {
        self.within(WATCHDOG, what, ready);
    }

    fn within(&self, time: Duration, what: &str, mut ready: impl FnMut(&Told) -> bool) {
        let deadline = Instant::now() + time;
        let mut told = self.diary.told.lock().unwrap();
        while !ready(&told) {
            assert!(Instant::now() < deadline, "no {what}: {told:?}");
            let wait = self
                .diary
                .written
                .wait_timeout(told, Duration::from_millis(200));
            told = wait.unwrap().0;
        }
    }

    /// Waits until `ready` accepts the updates of `senders` others, and gives all.
    pub(crate) fn streams(
        &self,
        class: Class,
        senders: usize,
        time: Duration,
        mut ready: impl FnMut(&Stream) -> bool,
    ) -> Vec<Stream> {
        let attribute = self.attributes[class as usize];
        let of = |told: &Told| -> Vec<Stream> {
            let streams = told.streams.iter().filter(|((_, a), _)| *a == attribute);
            streams.map(|(_, stream)| *stream).collect()
        };
        let mut found = Vec::new();
        self.within(time, "updates", |told| {
            found = of(told);
            found.iter().filter(|stream| ready(stream)).count() >= senders
        });
        found
    }

    /// Whether there are updates of `senders` others; waits for them no longer than a moment.
    pub(crate) fn has_streams(&self, class: Class, senders: usize) -> bool {
        let attribute = self.attributes[class as usize];
        let missing = |told: &mut Told| {
            let streams = told.streams.keys();
            streams.filter(|(_, a)| *a == attribute).count() < senders
        };
        let told = self.diary.told.lock().unwrap();
        let moment = Duration::from_millis(30);
        let waited = self.diary.written.wait_timeout_while(told, moment, missing);
        !missing(&mut waited.unwrap().0)
    }

    /// Waits for the median latency of messages to another member: estimate, ends of the interval, error of the clocks.
    pub(crate) fn median_latency(&self, to: &str, quantity: LatencyQuantity) -> String {
        let question = LatencyQuestion {
            hardness: Some(50.0),
            quantity,
            ..LatencyQuestion::to(self.rti.federate_handle(to).unwrap())
        };
        let until = Instant::now() + WATCHDOG;
        loop {
            let answer = self.rti.latency(&question).unwrap();
            if let (LatencyValidity::Fresh, Some(estimate)) = (answer.validity, answer.estimate_us)
            {
                let low = answer.low_us.unwrap_or(f64::NAN);
                let high = answer.high_us.unwrap_or(f64::INFINITY);
                let error = answer.clock_error_us.unwrap_or(f64::NAN);
                return format!("{estimate} {low} {high} {error}");
            }
            assert!(Instant::now() < until, "{answer:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Leaves in order.
    pub(crate) fn leave(&self) {
        self.rti
            .resign_federation_execution(ResignAction::DeleteObjects)
            .unwrap();
        self.rti.disconnect().unwrap();
    }
}
