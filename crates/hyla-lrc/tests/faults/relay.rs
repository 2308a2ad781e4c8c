//! Members that cannot reach each other: the RTI passes their data on.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::child::Process;
use crate::federate::Plan;
use crate::world::{Model, World, returns, until_gone};

/// An address without a listener: the port was free a moment ago.
fn unreachable() -> String {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    format!(
        "peer.advertise = {}; timeout.connect_ms = 1000",
        closed.unwrap()
    )
}

#[test]
fn a_member_that_cannot_be_called_gets_everything_through_the_rti() {
    for model in Model::ALL {
        let world = World::new("relay");
        let address = world.address.to_string();
        let mut hidden = Process::federate_with(
            &address,
            "relay",
            "hidden",
            Model::AsynchronousIo,
            &unreachable(),
        );

        // Joins later, so that it is the one who calls.
        let flyer = world.join("flyer", model);
        flyer.publish();
        flyer.subscribe();
        flyer.until("discovery", |told| !told.discovered.is_empty());
        let theirs = flyer.diary.look(|told| told.discovered[0]);
        let ours = flyer.register();
        hidden.ask("discovered 1");
        let sender = flyer.sender(ours);
        for number in 0..500 {
            sender.send(number, 100).unwrap();
        }
        hidden.ask("send 500 100");

        assert_eq!(hidden.ask("came 500"), "in order");
        flyer.reflects(theirs, 500);
    }
}

#[test]
fn a_slow_receiver_holds_its_sender_also_through_the_rti() {
    for model in Model::ALL {
        let world = World::new("relay-slow");
        let address = world.address.to_string();
        let mut hidden = Process::federate_with(
            &address,
            "relay-slow",
            "hidden",
            Model::AsynchronousIo,
            &unreachable(),
        );
        let flyer = world.join("flyer", model);
        flyer.publish();
        let ours = flyer.register();
        hidden.ask("discovered 1");
        let sender = flyer.sender(ours);

        hidden.stop();
        let sending = std::thread::spawn(move || {
            for number in 0..100 {
                sender.send(number, 1 << 20).unwrap();
            }
        });
        std::thread::sleep(Duration::from_secs(1));
        assert!(!sending.is_finished(), "the sender is not held back");
        // The RTI's service to others does not wait.
        assert_eq!(world.members(&flyer.rti).len(), 2);
        hidden.resume();

        assert_eq!(hidden.ask("came 100"), "in order");
        returns("the sender", move || sending.join().unwrap());
    }
}

#[test]
fn who_is_blocked_by_a_relayed_federate_goes_on_when_that_is_killed() {
    for model in Model::ALL {
        let world = World::new("relay-killed");
        let address = world.address.to_string();
        let mut hidden = Process::federate_with(
            &address,
            "relay-killed",
            "hidden",
            Model::AsynchronousIo,
            &unreachable(),
        );
        let flyer = world.join("flyer", model);
        flyer.publish();
        flyer.subscribe();
        let ours = flyer.register();
        hidden.ask("discovered 1");
        let sender = flyer.sender(ours);

        hidden.stop();
        let sending = std::thread::spawn(move || {
            for number in 0..100 {
                sender.send(number, 1 << 20).unwrap();
            }
        });
        std::thread::sleep(Duration::from_millis(300));
        hidden.kill();

        returns("the sender", move || sending.join().unwrap());
        flyer.until("removal", |told| told.removed.len() == 1);
    }
}

#[test]
fn direct_and_relayed_members_of_one_federation_get_the_same() {
    let world = World::new("relay-mixed");
    let address = world.address.to_string();
    let start = |name, settings: &str| {
        Process::federate_with(&address, "relay-mixed", name, Model::Immediate, settings)
    };
    let mut all = [
        start("hidden", &unreachable()),
        start("open", ""),
        start("aloof", "peer.direct = false"),
    ];
    let flyer = world.join("flyer", Model::Immediate);
    flyer.publish();
    let ours = flyer.register();
    let sender = flyer.sender(ours);
    for process in &mut all {
        // Two of each other and one of the flyer.
        process.ask("discovered 3");
    }

    for number in 0..300 {
        sender.send(number, 1000).unwrap();
    }

    for process in &mut all {
        assert_eq!(process.ask("came 300"), "in order");
    }
}

/// The kernel takes calls for a stopped process: the caller gives up and has the RTI pass data on.
#[test]
fn a_member_that_was_stopped_when_it_was_called_gets_and_sends_everything() {
    let world = World::new("relay-stopped");
    let address = world.address.to_string();
    let mut viewer = Process::federate(&address, "relay-stopped", "viewer", Model::AsynchronousIo);

    viewer.stop();
    let hurry = "timeout.connect_ms = 500";
    let flyer = world.join_with("flyer", Model::AsynchronousIo, hurry, None);
    flyer.publish();
    flyer.subscribe();
    let ours = flyer.register();
    // Long enough for the call to have been given up.
    std::thread::sleep(Duration::from_millis(1500));
    viewer.resume();

    flyer.until("discovery", |told| !told.discovered.is_empty());
    let theirs = flyer.diary.look(|told| told.discovered[0]);
    viewer.ask("discovered 1");
    for number in 0..100 {
        flyer.sender(ours).send(number, 100).unwrap();
    }
    viewer.ask("send 100 100");
    assert_eq!(viewer.ask("came 100"), "in order");
    flyer.reflects(theirs, 100);
}

/// Passes bytes on between whoever calls and `to`, until it swallows them or is cut.
pub(crate) struct Wire {
    pub(crate) at: SocketAddr,
    ends: Arc<Mutex<Vec<TcpStream>>>,
    swallows: Arc<AtomicBool>,
    holds_ends: Arc<AtomicBool>,
}

impl Wire {
    pub(crate) fn to(to: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let wire = Self {
            at,
            ends: Arc::default(),
            swallows: Arc::default(),
            holds_ends: Arc::default(),
        };
        let (kept, swallows) = (wire.ends.clone(), wire.swallows.clone());
        let holds_ends = wire.holds_ends.clone();
        std::thread::spawn(move || {
            while let Ok((here, _)) = listener.accept() {
                let Ok(there) = TcpStream::connect(to) else {
                    continue;
                };
                for (from, into) in [(&here, &there), (&there, &here)] {
                    let from = from.try_clone().unwrap();
                    let into = into.try_clone().unwrap();
                    let (swallows, holds_ends) = (swallows.clone(), holds_ends.clone());
                    std::thread::spawn(move || pass_on(from, into, &swallows, &holds_ends));
                }
                kept.lock().unwrap().extend([here, there]);
            }
        });
        wire
    }

    /// Loses everything that is sent from now on, without notice to either side.
    pub(crate) fn swallow(&self) {
        self.swallows.store(true, Ordering::SeqCst);
    }

    /// Whether ends of connections stay on the way from now on.
    fn hold_ends(&self, holds: bool) {
        self.holds_ends.store(holds, Ordering::SeqCst);
    }

    pub(crate) fn cut(&self) {
        for end in self.ends.lock().unwrap().drain(..) {
            let _ = end.shutdown(Shutdown::Both);
        }
    }
}

fn pass_on(
    mut from: TcpStream,
    mut into: TcpStream,
    swallows: &AtomicBool,
    holds_ends: &AtomicBool,
) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if !swallows.load(Ordering::SeqCst) && into.write_all(&bytes[..count]).is_err() {
            return;
        }
    }
    while holds_ends.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = into.shutdown(Shutdown::Write);
}

/// A query of GALT waits for what a lost member has sent before. The end of its stream may come after the RTI's answer, or never.
#[test]
fn a_query_of_galt_returns_when_the_stream_of_a_lost_member_ends_late() {
    for (model, ends) in Model::ALL
        .into_iter()
        .flat_map(|model| [(model, true), (model, false)])
    {
        let world = World::new("late-end");
        let address = world.address.to_string();
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
        let port = free.unwrap();
        let wire = Wire::to(port);
        let listener = format!("peer.bind = {port}; peer.advertise = {}", wire.at);
        let mut far = Process::federate_with(
            &address,
            "late-end",
            "far",
            Model::AsynchronousIo,
            &listener,
        );
        // A quarter of the time for resigning is that for the rest of a lost member's stream. A call that nobody wakes takes
        // longer than this test.
        let rest = if ends { 600_000 } else { 8_000 };
        let flyer = Plan {
            settings: &format!(
                "rti.address = {address}; peer.shared_memory = false; timeout.call_ms = 600000; timeout.resign_ms = {rest}"
            ),
            model,
            federation: "late-end",
            name: "flyer",
            on_reflect: None,
        };
        let flyer = flyer.try_join().unwrap();
        flyer.subscribe();
        flyer.until("discovery", |told| !told.discovered.is_empty());

        wire.hold_ends(true);
        far.kill();
        until_gone(&flyer.rti, "late-end", "far");
        let rti = flyer.rti.clone();
        let query = std::thread::spawn(move || rti.query_galt());
        if ends {
            std::thread::sleep(Duration::from_millis(300));
            assert!(!query.is_finished(), "it does not wait for the stream");
            wire.hold_ends(false);
        }

        let galt = returns("the query", move || query.join().unwrap());
        assert_eq!(galt, Ok(None));
        wire.hold_ends(false);
    }
}

#[test]
fn members_whose_direct_connection_breaks_go_on_through_the_rti() {
    for model in Model::ALL {
        let world = World::new("broken");
        let address = world.address.to_string();
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let wire = Wire::to(port);
        let mut far = Process::federate_with(
            &address,
            "broken",
            "far",
            Model::AsynchronousIo,
            &format!("peer.bind = {port}; peer.advertise = {}", wire.at),
        );
        let flyer = world.join("flyer", model);
        flyer.publish();
        flyer.subscribe();
        flyer.until("discovery", |told| !told.discovered.is_empty());
        let theirs = flyer.diary.look(|told| told.discovered[0]);
        let ours = flyer.register();
        far.ask("discovered 1");
        let sender = flyer.sender(ours);
        for number in 0..100 {
            sender.send(number, 100).unwrap();
        }
        far.ask("came 100");

        wire.cut();
        // Both ends see the end of the stream at once; what was on the way then would be lost.
        std::thread::sleep(Duration::from_millis(300));
        for number in 100..200 {
            sender.send(number, 100).unwrap();
        }
        far.ask("send 100 100");

        assert_eq!(far.ask("came 200"), "in order");
        flyer.reflects(theirs, 100);
        assert_eq!(world.members(&flyer.rti).len(), 2);
    }
}
