//! Many threads and callbacks at once: nothing hangs, nothing is lost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Barrier, Mutex, OnceLock};
use std::time::Duration;

use hyla_lrc::{Activity, FederateAmbassador, NullFederateAmbassador, RtiAmbassador};
use hyla_types::{
    CallbackModel, ExceptionKind, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
    ResignAction,
};

use crate::child::Process;
use crate::federate::{Federate, Sender};
use crate::world::{Model, World, fom, returns};

#[test]
fn eight_threads_call_services_of_one_ambassador_at_once() {
    for model in Model::ALL {
        let world = World::new("threads");
        let flyer = world.join("flyer", model);
        let viewer = world.join("viewer", model);
        flyer.publish();
        viewer.subscribe();
        let objects: Vec<_> = (0..8).map(|_| flyer.register()).collect();
        for object in &objects {
            viewer.discovers(*object);
        }

        let threads: Vec<_> = objects
            .iter()
            .map(|object| {
                let (sender, federation) = (flyer.sender(*object), world.federation.clone());
                std::thread::spawn(move || {
                    for number in 0..200 {
                        sender.send(number, 50).unwrap();
                        let class = sender.rti.object_class_handle("Vehicle.Car").unwrap();
                        assert_eq!(
                            sender.rti.known_object_class_handle(sender.object).unwrap(),
                            class
                        );
                        if number % 50 == 0 {
                            sender.rti.status().unwrap();
                            let other = sender.rti.register_object_instance(class, None).unwrap();
                            sender.rti.delete_object_instance(other, b"", None).unwrap();
                            let again =
                                sender.rti.create_federation_execution(&federation, &[], "");
                            let kind = again.unwrap_err().kind;
                            assert_eq!(kind, ExceptionKind::FederationExecutionAlreadyExists);
                        }
                    }
                })
            })
            .collect();
        for thread in threads {
            returns("a thread", move || thread.join().unwrap());
        }

        for object in objects {
            viewer.reflects(object, 200);
        }
        viewer.until("removals", |told| told.removed.len() == 8 * 4);
    }
}

/// Two federates that answer each update with one of their own, from inside the callback.
fn rally(world: &World, model: Model, length: usize, balls: u64, rallies: u64) {
    let senders: [Arc<OnceLock<Sender>>; 2] = Default::default();
    let counts: [Arc<AtomicU64>; 2] = Default::default();
    let federates: Vec<_> = (0..2)
        .map(|me| {
            let (sender, count) = (senders[me].clone(), counts[me].clone());
            let on_reflect = Box::new(move |_| {
                if count.fetch_add(1, Ordering::SeqCst) < rallies {
                    sender.wait().send(0, length).unwrap();
                }
            });
            world.join_with(&format!("player {me}"), model, "", Some(on_reflect))
        })
        .collect();
    for federate in &federates {
        federate.publish();
        federate.subscribe();
    }
    for me in 0..2 {
        let object = federates[me].register();
        federates[1 - me].discovers(object);
        assert!(senders[me].set(federates[me].sender(object)).is_ok());
    }

    for sender in &senders {
        let sender = sender.wait().clone();
        std::thread::spawn(move || {
            for _ in 0..balls {
                sender.send(0, length).unwrap();
            }
        });
    }

    // Every callback up to the limit was answered, and each answer is one more callback.
    for federate in &federates {
        let total = usize::try_from(balls + rallies).unwrap();
        federate.until("the whole rally", |told| told.got.len() >= total);
    }
    for federate in federates {
        returns("drop", move || drop(federate));
    }
}

#[test]
fn two_federates_update_each_other_from_inside_callbacks() {
    for model in Model::ALL {
        rally(&World::new("rally"), model, 100, 20, 2000);
    }
}

#[test]
fn two_federates_send_each_other_large_updates_from_inside_callbacks() {
    for model in Model::ALL {
        // Each holds more than the queue of one channel has room for.
        rally(&World::new("heavy-rally"), model, 1 << 20, 12, 60);
    }
}

/// A federate that calls what `act` calls in its first callback of each kind.
struct Inside<F> {
    act: Option<F>,
    done: Arc<AtomicBool>,
}

impl<F: FnOnce() + Send> FederateAmbassador for Inside<F> {
    fn object_instance_name_reservation_succeeded(&mut self, _: &str) {
        if let Some(act) = self.act.take() {
            act();
            self.done.store(true, Ordering::SeqCst);
        }
    }
}

/// Joins a federate whose callback after a name reservation runs `act`.
fn inside(
    world: &World,
    model: Model,
    rti: &RtiAmbassador,
    act: impl FnOnce() + Send + 'static,
) -> Arc<AtomicBool> {
    let done = Arc::new(AtomicBool::new(false));
    let ambassador = Inside {
        act: Some(act),
        done: done.clone(),
    };
    let callbacks = match model {
        Model::Immediate => CallbackModel::Immediate,
        _ => CallbackModel::Evoked,
    };
    let settings = format!(
        "rti.address = {}; process.model = {}",
        world.address,
        model.name()
    );
    rti.connect(Box::new(ambassador), callbacks, &settings)
        .unwrap();
    let _ = rti.create_federation_execution(&world.federation, &[&fom()], "");
    rti.join_federation_execution(None, "tester", &world.federation, &[])
        .unwrap();
    rti.reserve_object_instance_name("Name").unwrap();
    done
}

/// Notes the instances in the order in which it discovers them.
struct Discoverer(Arc<Mutex<Vec<ObjectInstanceHandle>>>);

impl FederateAmbassador for Discoverer {
    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        _: ObjectClassHandle,
        _: &Arc<str>,
        _: Option<FederateHandle>,
    ) {
        // Gives another thread the chance to overtake.
        std::thread::yield_now();
        self.0.lock().unwrap().push(object);
    }
}

/// Evokes if need be until the callback is through. Holds no clone of the ambassador itself.
fn until_done(rti: Option<&RtiAmbassador>, done: &AtomicBool) {
    while !done.load(Ordering::SeqCst) {
        match rti {
            Some(rti) => drop(rti.evoke_callback(Duration::from_millis(20))),
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

#[test]
fn a_callback_creates_and_destroys_federations_and_is_refused_what_the_standard_forbids() {
    for model in Model::ALL {
        let world = World::new("inside");
        let rti = RtiAmbassador::new();
        let inner = rti.clone();
        let done = inside(&world, model, &rti, move || {
            inner.create_federation_execution("inner", &[], "").unwrap();
            inner.destroy_federation_execution("inner").unwrap();
            let forbidden = [
                inner.resign_federation_execution(ResignAction::NoAction),
                inner.disconnect(),
                inner.evoke_callback(Duration::ZERO).map(drop),
            ];
            // No service of the standard, so no exception of its own.
            let status = inner.status().unwrap_err();
            assert!(status.message.contains("within a callback"), "{status}");
            for outcome in forbidden {
                let kind = outcome.unwrap_err().kind;
                let expected = ExceptionKind::CallNotAllowedFromWithinCallback;
                assert_eq!(kind, expected);
            }
        });

        returns("the callback", move || {
            until_done(Some(&rti), &done);
            rti.resign_federation_execution(ResignAction::NoAction)
                .unwrap();
            rti.disconnect().unwrap();
        });
    }
}

#[test]
fn a_callback_in_a_callback_of_another_ambassador_is_refused_the_same() {
    for model in Model::ALL {
        let (world, elsewhere) = (World::new("nested"), World::new("nested-elsewhere"));
        let (outer, inner) = (RtiAmbassador::new(), RtiAmbassador::new());
        let again = outer.clone();
        let settings = format!("rti.address = {}", world.address);
        let is_inner_done = inside(&elsewhere, Model::SingleThreaded, &inner, move || {
            again
                .create_federation_execution("within", &[], "")
                .unwrap();
            again.destroy_federation_execution("within").unwrap();
            let nobody = Box::new(NullFederateAmbassador);
            let moment = Duration::from_millis(1);
            let forbidden = [
                again.evoke_callback(Duration::ZERO).map(drop),
                again.evoke_multiple_callbacks(moment, moment).map(drop),
                again.resign_federation_execution(ResignAction::NoAction),
                again.disconnect(),
                again.connect(nobody, CallbackModel::Evoked, &settings),
                again
                    .join_federation_execution(None, "tester", "nested", &[])
                    .map(drop),
            ];
            for outcome in forbidden {
                let kind = outcome.unwrap_err().kind;
                let expected = ExceptionKind::CallNotAllowedFromWithinCallback;
                assert_eq!(kind, expected);
            }
        });
        let is_done = inside(&world, model, &outer, move || {
            until_done(Some(&inner), &is_inner_done);
        });

        returns("the callbacks", move || {
            until_done(Some(&outer), &is_done);
            outer
                .resign_federation_execution(ResignAction::NoAction)
                .unwrap();
            outer.disconnect().unwrap();
        });
    }
}

#[test]
fn the_last_ambassador_may_be_dropped_inside_a_callback() {
    let world = World::new("dropped-inside");
    let witness = world.join("witness", Model::Immediate);
    let rti = RtiAmbassador::new();
    let (give, take) = std::sync::mpsc::channel();
    let done = inside(&world, Model::Immediate, &rti, move || {
        drop::<RtiAmbassador>(take.recv().unwrap());
    });

    give.send(rti).unwrap();

    returns("the callback", move || until_done(None, &done));
    returns("the others", move || {
        while world.members(&witness.rti).len() > 1 {
            std::thread::sleep(Duration::from_millis(5));
        }
    });
}

#[test]
fn a_federate_resigns_while_its_other_thread_updates() {
    for model in Model::ALL {
        let world = World::new("resign-busy");
        let flyer = world.join("flyer", model);
        let viewer = world.join("viewer", model);
        flyer.publish();
        viewer.subscribe();
        let object = flyer.register();
        viewer.discovers(object);
        let sender = flyer.sender(object);
        let sending = std::thread::spawn(move || {
            let mut number = 0;
            loop {
                if let Err(exception) = sender.send(number, 100) {
                    return (number, exception);
                }
                number += 1;
            }
        });
        viewer.until("some", |told| told.got.len() > 100);

        let rti = flyer.rti.clone();
        returns("resign", move || {
            rti.resign_federation_execution(ResignAction::DeleteObjects)
                .unwrap();
        });
        let (sent, exception) = returns("the sender", move || sending.join().unwrap());

        let kind = exception.kind;
        assert!(
            matches!(
                kind,
                ExceptionKind::FederateNotExecutionMember | ExceptionKind::ObjectInstanceNotKnown
            ),
            "{exception}"
        );
        viewer.until("removal", |told| told.removed == [object]);
        viewer.reflects(object, sent);
    }
}

#[test]
fn an_ambassador_is_dropped_while_updates_pour_in() {
    for model in Model::ALL {
        let world = World::new("drop-busy");
        let address = world.address.to_string();
        let mut flyer = Process::federate(&address, "drop-busy", "flyer", Model::AsynchronousIo);
        let local = world.join("local", Model::Immediate);
        local.publish();
        let object = local.register();
        for round in 0..3 {
            let viewer = world.join(&format!("viewer {round}"), model);
            viewer.subscribe();
            viewer.until("discovery", |told| told.discovered.len() == 2);
            if round == 0 {
                flyer.ask("pour 200");
            }
            let sender = local.sender(object);
            for number in 0..100 {
                sender.send(number, 100).unwrap();
            }
            viewer.until("some", |told| told.got.len() > 50);
            returns("drop", move || drop(viewer));
        }
    }
}

#[test]
fn a_panic_in_a_callback_is_survived() {
    for model in Model::ALL {
        let world = World::new("panic");
        let flyer = world.join("flyer", Model::Immediate);
        flyer.publish();
        let on_reflect = Box::new(|got: crate::federate::Got| {
            assert_ne!(got.number, 3, "the federate has a bug, on purpose");
        });
        let viewer = world.join_with("viewer", model, "", Some(on_reflect));
        viewer.subscribe();
        let object = flyer.register();
        viewer.discovers(object);

        let sender = flyer.sender(object);
        for number in 0..10 {
            sender.send(number, 10).unwrap();
        }

        viewer.reflects(object, 10);
        returns("the end", move || {
            viewer
                .rti
                .resign_federation_execution(ResignAction::NoAction)
                .unwrap();
            viewer.rti.disconnect().unwrap();
        });
    }
}

#[test]
fn two_threads_evoke_and_callbacks_come_once_and_one_at_a_time() {
    for model in [Model::SingleThreaded, Model::AsynchronousIo] {
        let world = World::new("two-evoke");
        let flyer = world.join("flyer", Model::Immediate);
        flyer.publish();
        let inside = Arc::new(AtomicBool::new(false));
        let on_reflect = Box::new(move |_| {
            assert!(
                !inside.swap(true, Ordering::SeqCst),
                "two callbacks at once"
            );
            std::thread::yield_now();
            inside.store(false, Ordering::SeqCst);
        });
        let viewer = world.join_with("viewer", model, "", Some(on_reflect));
        viewer.subscribe();
        let object: ObjectInstanceHandle = flyer.register();
        viewer.discovers(object);
        let stop = Arc::new(AtomicBool::new(false));
        let (second, stopped) = (viewer.rti.clone(), stop.clone());
        let evoking = std::thread::spawn(move || {
            while !stopped.load(Ordering::SeqCst) {
                second.evoke_callback(Duration::from_millis(10)).unwrap();
            }
        });

        let sender = flyer.sender(object);
        for number in 0..2000 {
            sender.send(number, 10).unwrap();
        }

        let of = |viewer: &Federate| viewer.diary.look(|told| told.got.len());
        viewer.until("all", |told| told.got.len() == 2000);
        stop.store(true, Ordering::SeqCst);
        returns("the second thread", move || evoking.join().unwrap());
        assert_eq!(of(&viewer), 2000);
    }
}

#[test]
fn several_threads_evoke_and_callbacks_come_in_order() {
    const OBJECTS: usize = 3000;
    for model in [Model::SingleThreaded, Model::AsynchronousIo] {
        let world = World::new("evoke-order");
        let flyer = world.join("flyer", Model::Immediate);
        flyer.publish();
        let discovered = Arc::default();
        let federate = Box::new(Discoverer(Arc::clone(&discovered)));
        let viewer = world.enter("viewer", model, federate, "");
        viewer
            .subscribe_object_class_attributes(
                flyer.car(),
                &[flyer.speed()].into(),
                Activity::Active,
                "",
            )
            .unwrap();

        let threads: Vec<_> = (0..4)
            .map(|_| {
                let (viewer, discovered) = (viewer.clone(), Arc::clone(&discovered));
                std::thread::spawn(move || {
                    let moment = Duration::from_millis(10);
                    while discovered.lock().unwrap().len() < OBJECTS {
                        viewer.evoke_multiple_callbacks(moment, moment).unwrap();
                    }
                })
            })
            .collect();
        let registered: Vec<_> = (0..OBJECTS).map(|_| flyer.register()).collect();
        for thread in threads {
            returns("a thread that evokes", move || thread.join().unwrap());
        }

        let discovered = discovered.lock().unwrap();
        assert!(*discovered == registered, "{model:?}: not in order");
    }
}

/// A federate whose end shows.
struct Watched(#[expect(dead_code, reason = "counted")] Arc<()>);

impl FederateAmbassador for Watched {}

#[test]
fn one_of_two_threads_that_connect_an_ambassador_succeeds() {
    for model in Model::ALL {
        let world = World::new("connect-twice");
        let callbacks = model.callbacks();
        for _ in 0..10 {
            let rti = RtiAmbassador::new();
            let (federates, together) = (Arc::new(()), Arc::new(Barrier::new(2)));
            let threads = [0; 2].map(|_| {
                let federate = Box::new(Watched(federates.clone()));
                let (rti, together) = (rti.clone(), together.clone());
                let settings = format!(
                    "rti.address = {}; process.model = {}",
                    world.address,
                    model.name()
                );
                std::thread::spawn(move || {
                    together.wait();
                    rti.connect(federate, callbacks, &settings)
                })
            });
            let outcomes = threads.map(|thread| returns("connect", || thread.join().unwrap()));

            let refused = outcomes.iter().filter_map(|outcome| outcome.as_ref().err());
            let refused: Vec<_> = refused.map(|exception| exception.kind).collect();
            assert_eq!(refused, [ExceptionKind::AlreadyConnected]);
            rti.list_federation_executions().unwrap();
            returns("disconnect", move || rti.disconnect().unwrap());
            assert_eq!(Arc::strong_count(&federates), 1);
        }
    }
}
