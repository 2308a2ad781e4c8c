//! A federate that counts its callbacks, evoked by a thread of its own where necessary.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_lrc::{Activity, AttributeValues, Delivery, FederateAmbassador, RtiAmbassador};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, Exception, FederateHandle, LogicalTime,
    ObjectClassHandle, ObjectInstanceHandle, RestoreFailureReason, SaveFailureReason,
};

use crate::world::{Model, WATCHDOG};

/// A reflection: the instance, the number that the value starts with, the value's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Got {
    pub(crate) object: ObjectInstanceHandle,
    pub(crate) number: u64,
    pub(crate) length: usize,
}

/// All callbacks so far.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) lost: usize,
    pub(crate) discovered: Vec<ObjectInstanceHandle>,
    pub(crate) removed: Vec<ObjectInstanceHandle>,
    pub(crate) got: Vec<Got>,
    /// Callbacks of saves and restores.
    pub(crate) steps: Vec<Step>,
}

/// A callback of a save or restore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Save,
    Saved,
    NotSaved(SaveFailureReason),
    Accepted,
    Refused,
    Restore,
    Restored,
    NotRestored(RestoreFailureReason),
}

#[derive(Default)]
pub(crate) struct Diary {
    told: Mutex<Told>,
    written: Condvar,
}

/// Further action inside `reflectAttributeValues`.
pub(crate) type OnReflect = Box<dyn FnMut(Got) + Send>;

struct Recorder {
    diary: Arc<Diary>,
    on_reflect: Option<OnReflect>,
}

/// Evokes callbacks until it is dropped.
struct Evoker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A connected federate. Dropping it leaves without a word, as a careless federate would.
pub(crate) struct Federate {
    _evoker: Option<Evoker>,
    pub(crate) rti: RtiAmbassador,
    pub(crate) handle: FederateHandle,
    pub(crate) diary: Arc<Diary>,
}

/// How a federate is made.
pub(crate) struct Plan<'a> {
    pub(crate) settings: &'a str,
    pub(crate) model: Model,
    pub(crate) federation: &'a str,
    pub(crate) name: &'a str,
    pub(crate) on_reflect: Option<OnReflect>,
}

impl Plan<'_> {
    /// Connects, creates the federation if need be and joins, unless the RTI gives no answer in time.
    pub(crate) fn try_join(self) -> Result<Federate, Exception> {
        let rti = RtiAmbassador::new();
        let diary = Arc::new(Diary::default());
        let recorder = Recorder {
            diary: diary.clone(),
            on_reflect: self.on_reflect,
        };
        let handle = self.model.join(
            &rti,
            Box::new(recorder),
            self.settings,
            (self.federation, self.name),
        )?;
        let callbacks = self.model.callbacks();
        let evoker = (callbacks == CallbackModel::Evoked).then(|| Evoker::new(rti.clone()));
        Ok(Federate {
            _evoker: evoker,
            rti,
            handle,
            diary,
        })
    }
}

impl Federate {
    pub(crate) fn car(&self) -> ObjectClassHandle {
        self.rti.object_class_handle("Vehicle.Car").unwrap()
    }

    /// A reliable attribute.
    pub(crate) fn speed(&self) -> AttributeHandle {
        self.rti.attribute_handle(self.car(), "Speed").unwrap()
    }

    pub(crate) fn publish(&self) {
        let set = AttributeHandleSet::from_iter([self.speed()]);
        self.rti
            .publish_object_class_attributes(self.car(), &set)
            .unwrap();
    }

    pub(crate) fn subscribe(&self) {
        let set = AttributeHandleSet::from_iter([self.speed()]);
        self.rti
            .subscribe_object_class_attributes(self.car(), &set, Activity::Active, "")
            .unwrap();
    }

    pub(crate) fn register(&self) -> ObjectInstanceHandle {
        self.rti.register_object_instance(self.car(), None).unwrap()
    }

    /// Waits until the callback of this step of a save or restore was received, and forgets it and those before.
    #[track_caller]
    pub(crate) fn comes_to(&self, step: Step) {
        let position = |told: &Told| told.steps.iter().position(|s| *s == step);
        self.until(&format!("{step:?}"), |told| position(told).is_some());
        self.diary.write(|told| {
            let at = position(told).unwrap();
            told.steps.drain(..=at);
        });
    }

    /// Answers an order to save.
    pub(crate) fn saves(&self) {
        self.comes_to(Step::Save);
        self.rti.federate_save_begun().unwrap();
        self.rti.federate_save_complete().unwrap();
    }

    /// Answers an order to restore.
    pub(crate) fn restores(&self) {
        self.comes_to(Step::Restore);
        self.rti.federate_restore_complete().unwrap();
    }

    /// Something that sends numbered updates of an instance.
    pub(crate) fn sender(&self, object: ObjectInstanceHandle) -> Sender {
        Sender {
            rti: self.rti.clone(),
            object,
            speed: self.speed(),
        }
    }

    /// Waits until `ready` accepts the received callbacks.
    #[track_caller]
    pub(crate) fn until(&self, what: &str, ready: impl FnMut(&Told) -> bool) {
        self.diary.until(what, ready);
    }

    #[track_caller]
    pub(crate) fn discovers(&self, object: ObjectInstanceHandle) {
        self.until("discovery", |told| told.discovered.contains(&object));
    }

    /// Waits for `count` updates of the instance and checks that they came in order, none twice.
    #[track_caller]
    pub(crate) fn reflects(&self, object: ObjectInstanceHandle, count: u64) {
        let of = |told: &Told| -> Vec<u64> {
            let got = told.got.iter().filter(|got| got.object == object);
            got.map(|got| got.number).collect()
        };
        self.until(&format!("{count} updates"), |told| {
            of(told).len() as u64 >= count
        });
        let numbers = self.diary.look(of);
        assert!(numbers.iter().copied().eq(0..count), "{numbers:?}");
    }
}

/// Sends numbered updates of one instance.
#[derive(Clone)]
pub(crate) struct Sender {
    pub(crate) rti: RtiAmbassador,
    pub(crate) object: ObjectInstanceHandle,
    speed: AttributeHandle,
}

impl Sender {
    pub(crate) fn send(&self, number: u64, length: usize) -> Result<(), hyla_types::Exception> {
        let mut value = vec![0x5a; length.max(8)];
        value[..8].copy_from_slice(&number.to_le_bytes());
        self.rti
            .update_attribute_values(self.object, &[(self.speed, &value)], b"", None)
            .map(drop)
    }
}

impl Diary {
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Told) -> T) -> T {
        look(&self.told.lock().unwrap())
    }

    #[track_caller]
    pub(crate) fn until(&self, what: &str, mut ready: impl FnMut(&Told) -> bool) {
        let deadline = Instant::now() + WATCHDOG;
        let mut told = self.told.lock().unwrap();
        while !ready(&told) {
            assert!(
                Instant::now() < deadline,
                "no {what}; lost {}, discovered {}, removed {}, got {}",
                told.lost,
                told.discovered.len(),
                told.removed.len(),
                told.got.len()
            );
            let wait = self.written.wait_timeout(told, Duration::from_millis(200));
            told = wait.unwrap().0;
        }
    }

    fn write(&self, write: impl FnOnce(&mut Told)) {
        write(&mut self.told.lock().unwrap());
        self.written.notify_all();
    }
}

impl FederateAmbassador for Recorder {
    fn connection_lost(&mut self, _: &str) {
        self.diary.write(|told| told.lost += 1);
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        _: ObjectClassHandle,
        _: &Arc<str>,
        _: Option<FederateHandle>,
    ) {
        self.diary.write(|told| told.discovered.push(object));
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        let value = values.iter().next().unwrap().1;
        let got = Got {
            object,
            number: u64::from_le_bytes(value[..8].try_into().unwrap()),
            length: value.len(),
        };
        self.diary.write(|told| told.got.push(got));
        if let Some(act) = &mut self.on_reflect {
            act(got);
        }
    }

    fn initiate_federate_save(&mut self, _: &str, _: Option<LogicalTime>) {
        self.step(Step::Save);
    }

    fn federation_saved(&mut self) {
        self.step(Step::Saved);
    }

    fn federation_not_saved(&mut self, reason: SaveFailureReason) {
        self.step(Step::NotSaved(reason));
    }

    fn request_federation_restore_succeeded(&mut self, _: &str) {
        self.step(Step::Accepted);
    }

    fn request_federation_restore_failed(&mut self, _: &str) {
        self.step(Step::Refused);
    }

    fn initiate_federate_restore(&mut self, _: &str, _: &str, _: FederateHandle) {
        self.step(Step::Restore);
    }

    fn federation_restored(&mut self) {
        self.step(Step::Restored);
    }

    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {
        self.step(Step::NotRestored(reason));
    }

    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, _: &Delivery<'_>) {
        self.diary.write(|told| told.removed.push(object));
    }
}

impl Recorder {
    fn step(&self, step: Step) {
        self.diary.write(|told| told.steps.push(step));
    }
}

impl Evoker {
    fn new(rti: RtiAmbassador) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let seen = stop.clone();
        let thread = std::thread::spawn(move || {
            while !seen.load(Ordering::SeqCst) {
                let moment = Duration::from_millis(20);
                let _ = rti.evoke_multiple_callbacks(moment, moment);
                // Without a connection evoking returns at once.
                std::thread::sleep(Duration::from_micros(100));
            }
        });
        Self {
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Evoker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
