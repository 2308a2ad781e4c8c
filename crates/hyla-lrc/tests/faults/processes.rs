//! Processes that are killed or stopped: the others go on, and nobody hangs.

use std::time::Duration;

use hyla_types::{ExceptionKind, ResignAction};

use crate::child::Process;
use crate::federate::Federate;
use crate::world::{Model, WATCHDOG, World, join_at, members, returns, try_join_at, until_gone};

/// Larger than what waits for one peer, in Hyla and in the kernel.
const LARGE: usize = 20 << 20;

fn first_discovered(federate: &Federate) -> hyla_types::ObjectInstanceHandle {
    federate.until("discovery", |told| !told.discovered.is_empty());
    federate.diary.look(|told| told.discovered[0])
}

#[test]
fn processes_of_a_host_share_memory_unless_one_of_them_does_not_want_to() {
    let world = World::new("shared-memory");
    let address = world.address.to_string();
    let process = |name, settings| {
        Process::federate_with(&address, "shared-memory", name, Model::Immediate, settings)
    };
    let mut one = process("one", "");
    let mut two = process("two", "");
    let mut other = process("other", "peer.shared_memory = false");
    for federate in [&mut one, &mut two, &mut other] {
        federate.ask("discovered 2");
    }

    // With the RTI and with each other.
    let channels = [&one, &two, &other].map(Process::channels_in_memory);
    assert_eq!(channels, [2, 2, 0]);
}

#[test]
fn a_killed_federate_is_resigned_by_its_directive() {
    for model in Model::ALL {
        let world = World::new("killed");
        let viewer = world.join("viewer", model);
        viewer.subscribe();
        let address = world.address.to_string();
        let mut flyer = Process::federate(&address, "killed", "flyer", Model::Immediate);
        let object = first_discovered(&viewer);
        flyer.ask("send 100 100");
        // Frames that a killed process had not passed to the system are lost with it.
        viewer.reflects(object, 100);

        flyer.kill();

        viewer.until("removal", |told| told.removed == [object]);
        until_gone(&viewer.rti, "killed", "flyer");
    }
}

#[test]
fn a_federate_killed_within_a_large_update_leaves_a_sound_federation() {
    let world = World::new("killed-large");
    let viewer = world.join("viewer", Model::AsynchronousIo);
    viewer.subscribe();
    let address = world.address.to_string();
    let mut flyer = Process::federate(&address, "killed-large", "flyer", Model::Immediate);
    let other = Process::federate(&address, "killed-large", "other", Model::Immediate);
    viewer.until("discovery", |told| told.discovered.len() == 2);

    flyer.ask(&format!("pour {LARGE}"));
    viewer.until("a few", |told| told.got.len() >= 3);
    flyer.kill();

    viewer.until("removal", |told| told.removed.len() == 1);
    until_gone(&viewer.rti, "killed-large", "flyer");
    let whole = |told: &crate::federate::Told| told.got.iter().all(|got| got.length == LARGE);
    assert!(viewer.diary.look(whole));
    assert_eq!(members(&viewer.rti, "killed-large").len(), 2);
    drop(other);
}

#[test]
fn a_stopped_federate_is_kept_and_holds_its_sender_and_gets_everything_when_it_goes_on() {
    for model in Model::ALL {
        let world = World::new("stopped");
        let flyer = world.join("flyer", model);
        flyer.publish();
        let object = flyer.register();
        let address = world.address.to_string();
        let hasty = "timeout.heartbeat_ms = 50";
        let mut viewer =
            Process::federate_with(&address, "stopped", "viewer", Model::Immediate, hasty);
        viewer.ask("discovered 1");
        let sender = flyer.sender(object);
        let mut joined = members(&flyer.rti, "stopped").into_iter();
        let viewer_handle = joined.find(|m| m.name == "viewer").unwrap().handle;

        viewer.stop();
        let count = 64;
        let sending = std::thread::spawn(move || {
            for number in 0..count {
                sender.send(number, 1 << 20).unwrap();
            }
        });
        // 64 MB are more than the queues of both sides: a sender that is never held back has lost some.
        let held_by_the_viewer = || {
            let holders = flyer.rti.own_metrics().held_back_by;
            holders.iter().any(|(by, _)| *by == viewer_handle)
        };
        let deadline = std::time::Instant::now() + WATCHDOG;
        while !held_by_the_viewer() {
            assert!(!sending.is_finished(), "the sender is not held back");
            assert!(
                std::time::Instant::now() < deadline,
                "nobody holds the sender"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(members(&flyer.rti, "stopped").len(), 2);
        viewer.resume();

        assert_eq!(viewer.ask(&format!("came {count}")), "in order");
        returns("the sender", move || sending.join().unwrap());
    }
}

#[test]
fn who_is_blocked_by_a_stopped_federate_goes_on_when_that_is_killed() {
    for model in Model::ALL {
        let world = World::new("stopped-killed");
        let flyer = world.join("flyer", model);
        flyer.publish();
        let object = flyer.register();
        let address = world.address.to_string();
        let mut viewer = Process::federate(&address, "stopped-killed", "viewer", Model::Immediate);
        let mut witness =
            Process::federate(&address, "stopped-killed", "witness", Model::Immediate);
        viewer.ask("discovered 2");
        witness.ask("discovered 2");
        let sender = flyer.sender(object);

        viewer.stop();
        let sending = std::thread::spawn(move || {
            for number in 0..40 {
                sender.send(number, 1 << 20).unwrap();
            }
        });
        std::thread::sleep(Duration::from_millis(300));
        viewer.kill();

        returns("the sender", move || sending.join().unwrap());
        assert_eq!(witness.ask("came 40"), "in order");
    }
}

#[test]
fn resign_and_disconnect_return_while_a_peer_is_stopped_and_another_thread_is_blocked() {
    for model in Model::ALL {
        let world = World::new("stopped-resign");
        let flyer = world.join("flyer", model);
        flyer.publish();
        let object = flyer.register();
        let address = world.address.to_string();
        let mut viewer = Process::federate(&address, "stopped-resign", "viewer", Model::Immediate);
        viewer.ask("discovered 1");
        let sender = flyer.sender(object);

        viewer.stop();
        let sending = std::thread::spawn(move || {
            let mut number = 0;
            while sender.send(number, 1 << 20).is_ok() {
                number += 1;
            }
        });
        std::thread::sleep(Duration::from_millis(300));

        returns("resign", move || {
            let rti = &flyer.rti;
            rti.resign_federation_execution(ResignAction::DeleteObjectsThenDivest)
                .unwrap();
            rti.disconnect().unwrap();
            drop(flyer);
        });
        returns("the sender", move || sending.join().unwrap());
    }
}

#[test]
fn drop_returns_while_a_peer_is_stopped_and_has_not_read_everything() {
    for model in Model::ALL {
        let world = World::new("stopped-drop");
        let flyer = world.join("flyer", model);
        flyer.publish();
        let object = flyer.register();
        let address = world.address.to_string();
        let mut viewer = Process::federate(&address, "stopped-drop", "viewer", Model::Immediate);
        viewer.ask("discovered 1");

        viewer.stop();
        // Less than would hold the sender, more than the ring or the system takes at once.
        for number in 0..3 {
            flyer.sender(object).send(number, 1 << 18).unwrap();
        }
        returns("drop", move || drop(flyer));

        let witness = world.join("witness", model);
        until_gone(&witness.rti, "stopped-drop", "flyer");
    }
}

/// The RTI cannot notify the viewer of departures while it stands still: only those that say goodbye are known to have left.
#[test]
fn a_resigned_federate_is_no_broken_connection_however_late_the_rti_tells_of_it() {
    let ways = [
        "",
        "peer.shared_memory = false",
        "qos.HLAreliable.priority = 3",
        "peer.shared_memory = false; qos.HLAreliable.priority = 3",
    ];
    for settings in ways {
        let (rti, address) = Process::rti();
        let settings = format!("timeout.call_ms = 1000; {settings}");
        let process =
            |name| Process::federate_with(&address, "left", name, Model::Immediate, &settings);
        let [mut viewer, mut leaver, mut lost, mut lost_later] =
            ["viewer", "leaver", "lost", "later"].map(process);
        for federate in [&mut viewer, &mut leaver, &mut lost, &mut lost_later] {
            federate.ask("discovered 3");
        }
        // Lanes are made for the first messages.
        leaver.ask("send 10 100");
        viewer.ask("got 10");

        rti.stop();
        leaver.order("send 10 100");
        leaver.order("leave");
        assert_eq!(
            (leaver.answer(), leaver.answer()),
            ("sent".into(), "left".into())
        );
        assert_eq!(viewer.ask("got 20"), "got");
        lost.kill();
        viewer.ask("warned peer=lost");
        // The failure before the first of them was detected before the second.
        lost_later.kill();
        let said = viewer.ask("warned peer=later");

        assert!(
            said.contains("direct connection to a member lost"),
            "{said}"
        );
        assert!(!said.contains("peer=leaver"), "{settings}: {said}");
        rti.resume();
    }
}

#[test]
fn a_killed_rti_is_told_to_every_federate_and_no_call_hangs() {
    for model in Model::ALL {
        let (mut rti, address) = Process::rti();
        let join = |name| join_at(&address, "rti-killed", name, model, "", None);
        let (flyer, viewer) = (join("flyer"), join("viewer"));
        flyer.publish();
        viewer.subscribe();
        let object = flyer.register();
        viewer.discovers(object);
        let sender = flyer.sender(object);
        let asking = flyer.rti.clone();
        let busy = [
            // One that sends, one that waits for answers.
            std::thread::spawn(move || {
                for number in 0.. {
                    if let Err(exception) = sender.send(number, 1000) {
                        return exception;
                    }
                }
                unreachable!()
            }),
            std::thread::spawn(move || {
                loop {
                    if let Err(exception) = asking.status() {
                        return exception;
                    }
                }
            }),
        ];
        viewer.until("some", |told| told.got.len() > 10);

        rti.kill();

        for federate in [&flyer, &viewer] {
            federate.until("connectionLost", |told| told.lost == 1);
        }
        for thread in busy {
            let exception = returns("a busy thread", move || thread.join().unwrap());
            assert!(is_of_a_lost_connection(exception.kind), "{exception}");
        }
        for federate in [flyer, viewer] {
            returns("a service or the end", move || after_the_loss(federate));
        }
    }
}

fn is_of_a_lost_connection(kind: ExceptionKind) -> bool {
    matches!(
        kind,
        ExceptionKind::NotConnected | ExceptionKind::RTIinternalError
    )
}

/// Calls services of each group, then leaves.
fn after_the_loss(federate: Federate) {
    let rti = &federate.rti;
    let outcomes = [
        rti.create_federation_execution("again", &[], ""),
        rti.join_federation_execution(None, "t", "rti-killed", &[])
            .map(drop),
        rti.destroy_federation_execution("rti-killed"),
        rti.list_federation_executions(),
        rti.status().map(drop),
        rti.resign_federation_execution(ResignAction::NoAction),
        rti.reserve_object_instance_name("a"),
        rti.object_class_handle("Vehicle").map(drop),
    ];
    for outcome in outcomes {
        let exception = outcome.unwrap_err();
        assert!(is_of_a_lost_connection(exception.kind), "{exception}");
    }
    rti.disconnect().unwrap();
    drop(federate);
}

#[test]
fn who_is_blocked_when_the_rti_is_killed_goes_on() {
    for model in Model::ALL {
        let (mut rti, address) = Process::rti();
        let flyer = join_at(&address, "rti-killed-blocked", "flyer", model, "", None);
        flyer.publish();
        let object = flyer.register();
        let mut viewer =
            Process::federate(&address, "rti-killed-blocked", "viewer", Model::Immediate);
        viewer.ask("discovered 1");
        let sender = flyer.sender(object);

        viewer.stop();
        let sending = std::thread::spawn(move || {
            let mut number = 0;
            while sender.send(number, 1 << 20).is_ok() {
                number += 1;
            }
        });
        std::thread::sleep(Duration::from_millis(300));
        rti.kill();

        returns("the sender", move || sending.join().unwrap());
        flyer.until("connectionLost", |told| told.lost == 1);
        returns("drop", move || drop(flyer));
    }
}

#[test]
fn a_stopped_rti_holds_nobody_for_longer_than_a_call_may_take() {
    for model in Model::ALL {
        let (rti, address) = Process::rti();
        // On a busy machine an RTI that is not stopped may take longer, too.
        let joined = [300, 3_000, 10_000].into_iter().find_map(|call_ms| {
            let (short, name) = (
                format!("timeout.call_ms = {call_ms}"),
                format!("flyer-{call_ms}"),
            );
            try_join_at(&address, "rti-stopped", &name, model, &short, None).ok()
        });
        let federate = joined.unwrap();

        rti.stop();
        returns("a service or the end", move || {
            let exception = federate.rti.status().unwrap_err();
            assert_eq!(exception.kind, ExceptionKind::RTIinternalError);
            let _ = federate
                .rti
                .resign_federation_execution(ResignAction::NoAction);
            federate.rti.disconnect().unwrap();
            drop(federate);
        });
    }
}
