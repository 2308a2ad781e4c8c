//! The same as `bindings/cpp/bench/party.cpp`, in Rust.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::{Duration, Instant};

use hyla_lrc::{Activity, AttributeValues, Delivery, FederateAmbassador, RtiAmbassador};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, FederateHandle, ObjectClassHandle,
    ObjectInstanceHandle, ResignAction,
};

use super::{BYTES, FOM, Party, Pattern};

const VALUE: [u8; BYTES] = [0; BYTES];

/// Reflections of a federate.
#[derive(Default)]
struct Seen {
    discovered: AtomicU64,
    evoked: AtomicU64,
    reflected: Mutex<u64>,
    changed: Condvar,
}

impl Seen {
    fn reflected(&self) -> u64 {
        *self.reflected.lock().expect("nobody panics")
    }

    fn wait_until_reflected(&self, updates: u64) {
        let reflected = self.reflected.lock().expect("nobody panics");
        let enough = |reflected: &mut u64| *reflected < updates;
        drop(
            self.changed
                .wait_while(reflected, enough)
                .expect("nobody panics"),
        );
    }
}

struct Ears {
    rti: RtiAmbassador,
    seen: Arc<Seen>,
    /// Callbacks come on the thread that waits for them.
    evoked: bool,
    /// Instance that it updates in reply.
    answers: Arc<OnceLock<ObjectInstanceHandle>>,
    /// Round trips that it makes: the next one begins where the last has ended.
    trips: Arc<Mutex<Trips>>,
}

/// Round trips of the federate that begins them.
#[derive(Default)]
struct Trips {
    object: Option<ObjectInstanceHandle>,
    left: usize,
    began: Option<Instant>,
    took_us: Vec<f64>,
}

impl Trips {
    /// One has ended. Whether another one begins.
    fn ended(&mut self) -> bool {
        let Some(began) = self.began else {
            return false;
        };
        self.took_us.push(began.elapsed().as_secs_f64() * 1e6);
        self.left -= 1;
        self.began = (self.left > 0).then(Instant::now);
        self.began.is_some()
    }
}

impl FederateAmbassador for Ears {
    fn discover_object_instance(
        &mut self,
        _: ObjectInstanceHandle,
        _: ObjectClassHandle,
        _: &Arc<str>,
        _: Option<FederateHandle>,
    ) {
        self.seen.discovered.fetch_add(1, Ordering::Relaxed);
    }

    fn reflect_attribute_values(
        &mut self,
        _: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        if let Some(object) = self.answers.get() {
            let (attribute, value) = values[0];
            self.rti
                .update_attribute_values(*object, &[(attribute, value)], &[], None)
                .expect("an update is taken");
        }
        let mut trips = self.trips.lock().expect("nobody panics");
        if trips.ended() {
            let object = trips.object.expect("who begins has an object");
            drop(trips);
            let (attribute, value) = values[0];
            self.rti
                .update_attribute_values(object, &[(attribute, value)], &[], None)
                .expect("an update is taken");
            return;
        }
        drop(trips);
        if self.evoked {
            self.seen.evoked.fetch_add(1, Ordering::Relaxed);
            return;
        }
        *self.seen.reflected.lock().expect("nobody panics") += 1;
        self.seen.changed.notify_one();
    }
}

struct Federate {
    rti: RtiAmbassador,
    seen: Arc<Seen>,
    object: ObjectInstanceHandle,
    attributes: Vec<AttributeHandle>,
    answers: Arc<OnceLock<ObjectInstanceHandle>>,
    trips: Arc<Mutex<Trips>>,
}

impl Federate {
    fn new(creates: bool, evoked: bool, settings: &str) -> Self {
        let rti = RtiAmbassador::new();
        let seen = Arc::new(Seen::default());
        let answers = Arc::new(OnceLock::new());
        let trips = Arc::new(Mutex::new(Trips::default()));
        let callbacks = if evoked {
            CallbackModel::Evoked
        } else {
            CallbackModel::Immediate
        };
        let ears = Ears {
            rti: rti.clone(),
            seen: seen.clone(),
            evoked,
            answers: answers.clone(),
            trips: trips.clone(),
        };
        rti.connect(Box::new(ears), callbacks, settings)
            .expect("a connection");
        if creates {
            rti.create_federation_execution("bench rust", &[FOM], "")
                .expect("an execution");
        }
        rti.join_federation_execution(None, "bench", "bench rust", &[])
            .expect("to join");
        let car = rti.object_class_handle("Vehicle.Car").expect("the class");
        let attribute = |name| rti.attribute_handle(car, name).expect("the attribute");
        let attributes = ["Speed", "Name", "Doors"].map(attribute).to_vec();
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        rti.publish_object_class_attributes(car, &set)
            .expect("to publish");
        rti.subscribe_object_class_attributes(car, &set, Activity::Active, "")
            .expect("to subscribe");
        let object = rti
            .register_object_instance(car, None)
            .expect("to register");
        Self {
            rti,
            seen,
            object,
            attributes,
            answers,
            trips,
        }
    }

    fn update(&self, attributes: usize) {
        let mut values = [(self.attributes[0], &VALUE[..]); 3];
        for (value, attribute) in values.iter_mut().zip(&self.attributes) {
            value.0 = *attribute;
        }
        self.rti
            .update_attribute_values(self.object, &values[..attributes], &[], None)
            .expect("an update is taken");
    }

    fn evoke(&self, most: Duration) {
        self.rti
            .evoke_multiple_callbacks(Duration::ZERO, most)
            .expect("to evoke");
    }
}

/// Two federates in Rust.
pub(crate) struct Federates {
    sender: Federate,
    receiver: Federate,
}

impl Federates {
    pub(crate) fn new(pattern: Pattern, settings: &str) -> Self {
        let evoked = matches!(pattern, Pattern::Evoked);
        let sender = Federate::new(true, evoked, settings);
        let receiver = Federate::new(false, evoked, settings);
        for federate in [&sender, &receiver] {
            while federate.seen.discovered.load(Ordering::Relaxed) == 0 {
                sender.evoke(Duration::from_millis(10));
                receiver.evoke(Duration::from_millis(10));
            }
        }
        if let Pattern::RoundTrip = pattern {
            receiver
                .answers
                .set(receiver.object)
                .expect("it has not been said before");
        }
        Self { sender, receiver }
    }
}

impl Party for Federates {
    fn evoked(&mut self, updates: usize, attributes: usize) -> Duration {
        let start = thread_time();
        let seen = &self.receiver.seen.evoked;
        let mut sent = seen.load(Ordering::Relaxed);
        for _ in (0..updates).step_by(64) {
            for _ in 0..64 {
                self.sender.update(attributes);
            }
            sent += 64;
            while seen.load(Ordering::Relaxed) < sent {
                self.receiver.evoke(Duration::from_secs(1));
            }
        }
        thread_time() - start
    }

    fn stream(&mut self, updates: usize) -> Duration {
        let before = self.receiver.seen.reflected();
        let start = Instant::now();
        for _ in 0..updates {
            self.sender.update(1);
        }
        self.receiver
            .seen
            .wait_until_reflected(before + updates as u64);
        start.elapsed()
    }

    fn round_trips(&mut self, count: usize) -> Vec<f64> {
        let seen = &self.sender.seen;
        let before = seen.reflected();
        *self.sender.trips.lock().expect("nobody panics") = Trips {
            object: Some(self.sender.object),
            left: count,
            began: Some(Instant::now()),
            took_us: Vec::with_capacity(count),
        };
        self.sender.update(1);
        seen.wait_until_reflected(before + 1);
        std::mem::take(&mut *self.sender.trips.lock().expect("nobody panics")).took_us
    }
}

impl Drop for Federates {
    fn drop(&mut self) {
        let action = ResignAction::DeleteObjectsThenDivest;
        for federate in [&self.sender, &self.receiver] {
            let _ = federate.rti.resign_federation_execution(action);
        }
        let _ = self.sender.rti.destroy_federation_execution("bench rust");
        let _ = self.sender.rti.disconnect();
        let _ = self.receiver.rti.disconnect();
    }
}

/// Processor time of this thread.
#[expect(unsafe_code, reason = "std has no clock of a thread")]
fn thread_time() -> Duration {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to a timespec.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) };
    assert_eq!(failed, 0, "every thread has a clock");
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
