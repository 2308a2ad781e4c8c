//! Callbacks on Hyla's own thread: none begins or goes on once the federate wants no more of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use hyla_types::ResignAction;

use crate::federate::{Federate, Got, OnReflect, Plan};
use crate::world::{Model, World, returns};

/// A federate that updates an instance, and one that is called back.
fn pair(world: &World, on_reflect: OnReflect) -> (Federate, Federate) {
    let flyer = world.join("flyer", Model::Immediate);
    flyer.publish();
    let viewer = world.join_with("viewer", Model::Immediate, "", Some(on_reflect));
    viewer.subscribe();
    (flyer, viewer)
}

#[test]
fn disabling_callbacks_waits_for_one_in_progress_on_another_thread() {
    let world = World::new("disable-waits");
    let (enters, is_entered) = channel();
    let (release, is_released) = channel();
    let left = Arc::new(AtomicBool::new(false));
    let leaves = left.clone();
    let on_reflect = Box::new(move |got: Got| {
        if got.number == 0 {
            enters.send(()).unwrap();
            is_released.recv().unwrap();
            leaves.store(true, Ordering::SeqCst);
        }
    });
    let (flyer, viewer) = pair(&world, on_reflect);
    let object = flyer.register();
    viewer.discovers(object);
    let sender = flyer.sender(object);
    sender.send(0, 10).unwrap();
    returns("the callback", move || is_entered.recv().unwrap());

    let rti = viewer.rti.clone();
    let disabling = std::thread::spawn(move || {
        rti.disable_callbacks().unwrap();
        left.load(Ordering::SeqCst)
    });
    // Time to return too early.
    std::thread::sleep(Duration::from_millis(50));
    release.send(()).unwrap();
    let had_ended = returns("disableCallbacks", move || disabling.join().unwrap());

    assert!(had_ended, "it returned while a callback was in progress");
    for number in 1..10 {
        sender.send(number, 10).unwrap();
    }
    viewer.rti.status().unwrap();
    assert_eq!(viewer.diary.look(|told| told.got.len()), 1);
    viewer.rti.enable_callbacks().unwrap();
    viewer.reflects(object, 10);
}

#[test]
fn no_callback_begins_after_callbacks_were_disabled() {
    let world = World::new("disable-pours");
    let begun = Arc::new(AtomicU64::new(0));
    let counts = begun.clone();
    let on_reflect = Box::new(move |_| {
        counts.fetch_add(1, Ordering::SeqCst);
    });
    let (flyer, viewer) = pair(&world, on_reflect);
    let object = flyer.register();
    viewer.discovers(object);
    let sender = flyer.sender(object);
    let over = Arc::new(AtomicBool::new(false));
    let is_over = over.clone();
    let pouring = std::thread::spawn(move || {
        let mut number = 0;
        while !is_over.load(Ordering::SeqCst) {
            sender.send(number, 10).unwrap();
            number += 1;
            if number % 20 == 0 {
                std::thread::sleep(Duration::from_micros(100));
            }
        }
        number
    });

    for _ in 0..500 {
        viewer.rti.enable_callbacks().unwrap();
        std::thread::sleep(Duration::from_micros(50));
        viewer.rti.disable_callbacks().unwrap();
        let then = begun.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_micros(200));
        assert_eq!(begun.load(Ordering::SeqCst), then);
    }

    over.store(true, Ordering::SeqCst);
    let sent = returns("the sender", move || pouring.join().unwrap());
    viewer.rti.enable_callbacks().unwrap();
    viewer.reflects(object, sent);
}

#[test]
fn resigning_waits_for_a_callback_in_progress_on_another_thread() {
    let world = World::new("resign-waits");
    let flyer = world.join("flyer", Model::Immediate);
    flyer.publish();
    let (enters, is_entered) = channel();
    let (release, is_released) = channel();
    let left = Arc::new(AtomicBool::new(false));
    let leaves = left.clone();
    let on_reflect: OnReflect = Box::new(move |_| {
        enters.send(()).unwrap();
        is_released.recv().unwrap();
        leaves.store(true, Ordering::SeqCst);
    });
    // The thread that would read the answer to the resignation is in the callback: it is waited for beyond the watchdog.
    let settings = format!(
        "rti.address = {}; timeout.call_ms = 12000; timeout.resign_ms = 3600000",
        world.address
    );
    let viewer = Plan {
        settings: &settings,
        model: Model::Immediate,
        federation: &world.federation,
        name: "viewer",
        on_reflect: Some(on_reflect),
    };
    let viewer = viewer.try_join().unwrap();
    viewer.subscribe();
    let object = flyer.register();
    viewer.discovers(object);
    flyer.sender(object).send(0, 10).unwrap();
    returns("the callback", move || is_entered.recv().unwrap());

    let rti = viewer.rti.clone();
    let resigning = std::thread::spawn(move || {
        // Without an answer it is out all the same.
        let _ = rti.resign_federation_execution(ResignAction::NoAction);
        left.load(Ordering::SeqCst)
    });
    // Time to return too early.
    std::thread::sleep(Duration::from_millis(13_000));
    release.send(()).unwrap();

    assert!(returns("resign", move || resigning.join().unwrap()));
}
