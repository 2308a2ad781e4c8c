//! Guarantees between declarations and data, and between messages of several federates, over real channels.
//! `docs/decisions/0025-causality.md` states the guarantees.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_lrc::settings::Sources;
use hyla_lrc::{Activity, Delivery, FederateAmbassador, ParameterValues, RtiAmbassador};
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::{
    CallbackModel, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, ResignAction,
};

const QUESTION: &str = "HLAinteractionRoot.Message";
const ANSWER: &str = "HLAinteractionRoot.Order";
/// When what should have happened long ago is given up. Never a requirement on speed.
const WATCHDOG: Duration = Duration::from_secs(120);
const ROUNDS: u64 = 200;

struct World {
    address: String,
    stop: RtiStop,
    thread: Option<JoinHandle<()>>,
}

impl World {
    fn new() -> Self {
        let settings = Sources::none().load().unwrap();
        let mut server = RtiServer::new(&settings).unwrap();
        let address = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self {
            address: address.to_string(),
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop.stop();
        let thread = self.thread.take().expect("taken only here");
        if !std::thread::panicking() {
            thread.join().unwrap();
        }
    }
}

/// Callbacks of a federate: `(interaction class, tag)`, and instances.
#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Told>>);

#[derive(Default)]
struct Told {
    received: Vec<(InteractionClassHandle, u64)>,
    discovered: Vec<ObjectInstanceHandle>,
    /// Everything in order: instances and tags.
    all: Vec<u64>,
}

type OnReceive = Box<dyn FnMut(InteractionClassHandle, u64) + Send>;

struct Ambassador {
    diary: Diary,
    on_receive: Option<OnReceive>,
}

impl FederateAmbassador for Ambassador {
    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        _: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let number = u64::from_le_bytes(delivery.tag.try_into().unwrap());
        {
            let mut told = self.diary.0.lock().unwrap();
            told.received.push((class, number));
            told.all.push(number);
        }
        if let Some(act) = &mut self.on_receive {
            act(class, number);
        }
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        _: ObjectClassHandle,
        _: &Arc<str>,
        _: Option<hyla_types::FederateHandle>,
    ) {
        let mut told = self.diary.0.lock().unwrap();
        told.discovered.push(object);
        told.all.push(object.raw());
    }
}

#[derive(Clone)]
struct Federate {
    rti: RtiAmbassador,
    diary: Diary,
}

impl Federate {
    fn join(
        world: &World,
        settings: &str,
        on_receive: impl FnOnce(RtiAmbassador) -> Option<OnReceive>,
    ) -> Self {
        let rti = RtiAmbassador::new();
        let diary = Diary::default();
        let ambassador = Ambassador {
            diary: diary.clone(),
            on_receive: on_receive(rti.clone()),
        };
        let settings = format!(
            "rti.address = {}; timeout.resign_ms = 500; {settings}",
            world.address
        );
        let settings = settings.trim_end_matches([' ', ';']);
        let model = match settings.contains("immediate") {
            true => CallbackModel::Immediate,
            false => CallbackModel::Evoked,
        };
        rti.connect(Box::new(ambassador), model, settings).unwrap();
        let fom = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../hyla-conformance/foms/traffic-2025.xml");
        let _ = rti.create_federation_execution("causality", &[&fom.display().to_string()], "");
        rti.join_federation_execution(None, "test", "causality", &[])
            .unwrap();
        Self { rti, diary }
    }

    fn plain(world: &World, settings: &str) -> Self {
        Self::join(world, settings, |_| None)
    }

    fn class(&self, name: &str) -> InteractionClassHandle {
        self.rti.interaction_class_handle(name).unwrap()
    }

    fn publish(&self, name: &str) {
        self.rti
            .publish_interaction_class(self.class(name))
            .unwrap();
    }

    fn subscribe(&self, name: &str) {
        let class = self.class(name);
        self.rti
            .subscribe_interaction_class(class, Activity::Active)
            .unwrap();
    }

    fn send(&self, name: &str, number: u64) {
        let class = self.class(name);
        self.rti
            .send_interaction(class, &[], &number.to_le_bytes(), None)
            .unwrap();
    }

    /// Evokes callbacks until `so` holds for those received.
    #[track_caller]
    fn until(&self, what: &str, so: impl Fn(&Told) -> bool) {
        let deadline = Instant::now() + WATCHDOG;
        while !so(&self.diary.0.lock().unwrap()) {
            assert!(Instant::now() < deadline, "{what} did not come");
            self.rti
                .evoke_multiple_callbacks(Duration::from_millis(5), Duration::from_millis(50))
                .unwrap();
        }
    }

    fn leave(&self) {
        self.rti
            .resign_federation_execution(ResignAction::DeleteObjectsThenDivest)
            .unwrap();
        self.rti.disconnect().unwrap();
    }
}

const MODELS: [&str; 3] = [
    "process.model = single-threaded; peer.shared_memory = false",
    "process.model = asynchronous-io",
    "process.model = asynchronous-io; peer.direct = false",
];

#[test]
fn an_answer_reaches_who_subscribed_it_in_a_callback_and_then_asked() {
    for settings in MODELS {
        let world = World::new();
        // Asked to, it subscribes the answer and asks; answered, it takes the subscription back.
        let asker = Federate::join(&world, settings, |rti| {
            Some(Box::new(move |class, number| {
                let question = rti.interaction_class_handle(QUESTION).unwrap();
                let answer = rti.interaction_class_handle(ANSWER).unwrap();
                if class == answer {
                    rti.unsubscribe_interaction_class(answer).unwrap();
                } else {
                    rti.subscribe_interaction_class(answer, Activity::Active)
                        .unwrap();
                    rti.send_interaction(question, &[], &number.to_le_bytes(), None)
                        .unwrap();
                }
            }))
        });
        let answerer = Federate::join(&world, settings, |rti| {
            Some(Box::new(move |_, number| {
                let answer = rti.interaction_class_handle(ANSWER).unwrap();
                rti.send_interaction(answer, &[], &number.to_le_bytes(), None)
                    .unwrap();
            }))
        });
        asker.publish(QUESTION);
        answerer.publish(QUESTION);
        answerer.publish(ANSWER);
        asker.subscribe(QUESTION);
        answerer.subscribe(QUESTION);
        let answer = asker.class(ANSWER);

        let other = answerer.clone();
        let answering = std::thread::spawn(move || {
            for round in 0..ROUNDS {
                other.send(QUESTION, round);
                other.until("the question", |told| {
                    told.received.iter().any(|(_, number)| *number == round)
                });
            }
        });
        for round in 0..ROUNDS {
            asker.until(&format!("answer {round} ({settings})"), |told| {
                told.received.contains(&(answer, round))
            });
        }
        answering.join().unwrap();
        asker.leave();
        answerer.leave();
    }
}

#[test]
fn a_subscription_that_has_returned_is_in_force_at_every_sender() {
    for settings in &MODELS[1..] {
        let world = World::new();
        let receiver = Federate::plain(&world, settings);
        let sender = Federate::plain(&world, settings);
        let idle = Federate::plain(&world, settings);
        sender.publish(ANSWER);
        let answer = receiver.class(ANSWER);
        let ready = Arc::new(AtomicU64::new(0));
        let (other, is_ready) = (sender.clone(), ready.clone());
        // Told by memory alone, as processes might by a pipe.
        let sending = std::thread::spawn(move || {
            let deadline = Instant::now() + WATCHDOG;
            for round in 1..=ROUNDS {
                while is_ready.load(Ordering::SeqCst) < round {
                    assert!(Instant::now() < deadline, "nobody subscribed");
                    std::thread::yield_now();
                }
                other.send(ANSWER, round);
            }
        });

        for round in 1..=ROUNDS {
            receiver.subscribe(ANSWER);
            ready.store(round, Ordering::SeqCst);
            receiver.until(&format!("answer {round} ({settings})"), |told| {
                told.received.contains(&(answer, round))
            });
            receiver.rti.unsubscribe_interaction_class(answer).unwrap();
        }

        sending.join().unwrap();
        for federate in [receiver, sender, idle] {
            federate.leave();
        }
    }
}

#[test]
fn a_declaration_returns_although_a_callback_waits_for_its_caller() {
    let world = World::new();
    let settings = "process.model = immediate; timeout.declaration_ms = 50";
    let lock = Arc::new(Mutex::new(()));
    let (held, is_in) = (lock.clone(), Arc::new(AtomicU64::new(0)));
    let entered = is_in.clone();
    let receiver = Federate::join(&world, settings, |_| {
        Some(Box::new(move |_, _| {
            entered.store(1, Ordering::SeqCst);
            drop(held.lock());
            entered.store(2, Ordering::SeqCst);
        }))
    });
    let sender = Federate::plain(&world, settings);
    sender.publish(ANSWER);
    receiver.subscribe(ANSWER);

    let deadline = Instant::now() + WATCHDOG;
    let until = |value| {
        while is_in.load(Ordering::SeqCst) < value {
            assert!(Instant::now() < deadline, "the callback did not come");
            std::thread::yield_now();
        }
    };
    let guard = lock.lock();
    sender.send(ANSWER, 1);
    until(1);
    receiver.subscribe(QUESTION);
    assert_eq!(is_in.load(Ordering::SeqCst), 1, "the callback still waits");
    drop(guard);

    until(2);
    receiver.leave();
    sender.leave();
}

#[test]
fn relayed_messages_come_to_all_in_one_order() {
    let world = World::new();
    let settings = "process.model = asynchronous-io; peer.direct = false";
    let senders: Vec<_> = (0..3).map(|_| Federate::plain(&world, settings)).collect();
    let receivers: Vec<_> = (0..3).map(|_| Federate::plain(&world, settings)).collect();
    for sender in &senders {
        sender.publish(ANSWER);
    }
    for receiver in &receivers {
        receiver.subscribe(ANSWER);
    }

    let sending: Vec<_> = (0..3)
        .map(|at| {
            let sender = senders[at].clone();
            std::thread::spawn(move || {
                for number in 0..2_000 {
                    sender.send(ANSWER, at as u64 * 10_000 + number);
                }
            })
        })
        .collect();
    for receiver in &receivers {
        receiver.until("all messages", |told| told.received.len() == 6_000);
    }
    sending
        .into_iter()
        .for_each(|thread| thread.join().unwrap());

    let orders: Vec<_> = receivers
        .iter()
        .map(|receiver| receiver.diary.0.lock().unwrap().all.clone())
        .collect();
    assert!(
        orders[0] == orders[1] && orders[1] == orders[2],
        "the orders differ"
    );
    for federate in senders.iter().chain(&receivers) {
        federate.leave();
    }
}

#[test]
fn a_relayed_registration_is_discovered_before_what_others_say_of_it() {
    let world = World::new();
    let settings = "process.model = asynchronous-io; peer.direct = false";
    let registrant = Federate::plain(&world, settings);
    let answerer = Federate::plain(&world, settings);
    let third = Federate::plain(&world, settings);
    let car = registrant
        .rti
        .object_class_handle("HLAobjectRoot.Vehicle.Car")
        .unwrap();
    let name = registrant.rti.attribute_handle(car, "Name").unwrap();
    registrant
        .rti
        .publish_object_class_attributes(car, &[name].into())
        .unwrap();
    answerer.publish(ANSWER);
    third.subscribe(ANSWER);
    for federate in [&answerer, &third] {
        let rti = &federate.rti;
        rti.subscribe_object_class_attributes(car, &[name].into(), Activity::Active, "")
            .unwrap();
    }

    let mut objects = Vec::new();
    for round in 0..ROUNDS as usize {
        objects.push(registrant.rti.register_object_instance(car, None).unwrap());
        answerer.until("the discovery", |told| told.discovered.len() == round + 1);
        answerer.send(ANSWER, round as u64);
    }

    third.until("everything", |told| told.all.len() == 2 * objects.len());
    let told = third.diary.0.lock().unwrap().all.clone();
    let place = |wanted: u64| told.iter().position(|told| *told == wanted);
    for (round, object) in (0..).zip(objects) {
        let (discovered, answered) = (place(object.raw()), place(round));
        assert!(
            discovered < answered,
            "round {round}: {discovered:?}, {answered:?}"
        );
    }
    for federate in [registrant, answerer, third] {
        federate.leave();
    }
}
