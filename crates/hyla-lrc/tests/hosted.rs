//! Members without threads, run by a host, among each other and with a federate that has its own.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::net::SocketAddr;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_lrc::settings::{Settings, Sources};
use hyla_lrc::{
    Activity, Address, AttributeValues, Delivery, FederateAmbassador, Host, ModuleSource,
    ParameterValues, RtiAmbassador,
};
use hyla_rti::{Authorization, Authorizer, Caller, FederationAction, RtiServer, RtiStop};
use hyla_types::{
    CallbackModel, Credentials, ExceptionKind, InteractionClassHandle, ObjectInstanceHandle,
    ResignAction,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

const FOM: &[u8] = include_bytes!("../../hyla-conformance/foms/traffic-2025.xml");
const TIMEOUT: Duration = Duration::from_secs(20);

/// An RTI of this process that also listens.
struct Rti {
    here: Address,
    settings: Settings,
    stop: RtiStop,
    thread: Option<JoinHandle<()>>,
}

impl Rti {
    fn start() -> Self {
        let settings = Sources::none()
            .connect("peer.in_process = true")
            .load()
            .unwrap();
        let mut server = RtiServer::new(&settings).unwrap();
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let mut settings = settings;
        settings.rti.address = format!("{at}").parse().unwrap();
        let (here, stop) = (server.in_process_address(), server.stopper());
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self {
            here,
            settings,
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Rti {
    fn drop(&mut self) {
        self.stop.stop();
        self.thread.take().unwrap().join().unwrap();
    }
}

/// Counts its callbacks.
#[derive(Clone, Default)]
struct Ears {
    reflected: Arc<AtomicU64>,
    received: Arc<AtomicU64>,
    discovered: Arc<Mutex<Vec<ObjectInstanceHandle>>>,
}

impl FederateAmbassador for Ears {
    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        _class: hyla_types::ObjectClassHandle,
        _name: &Arc<str>,
        _producer: Option<hyla_types::FederateHandle>,
    ) {
        self.discovered.lock().unwrap().push(object);
    }

    fn reflect_attribute_values(
        &mut self,
        _object: ObjectInstanceHandle,
        _values: &AttributeValues<'_>,
        _delivery: &Delivery<'_>,
    ) {
        self.reflected.fetch_add(1, Ordering::SeqCst);
    }

    fn receive_interaction(
        &mut self,
        _class: InteractionClassHandle,
        _values: &ParameterValues<'_>,
        _delivery: &Delivery<'_>,
    ) {
        self.received.fetch_add(1, Ordering::SeqCst);
    }
}

/// A hosted member and its wakes.
struct Hosted {
    rti: RtiAmbassador,
    ears: Ears,
    wakes: Receiver<()>,
}

impl Hosted {
    fn connect(to: &Rti) -> Self {
        let (wake, wakes): (Sender<()>, _) = channel();
        let wake = Mutex::new(wake);
        let (rti, ears) = (RtiAmbassador::new(), Ears::default());
        let host = Host {
            settings: to.settings.clone(),
            rti: to.here,
            wake: Arc::new(move || {
                let _ = wake.lock().unwrap().send(());
            }),
        };
        rti.connect_hosted(Box::new(ears.clone()), host, None)
            .unwrap();
        rti.turn(0, true);
        Self { rti, ears, wakes }
    }

    fn join(to: &Rti, federation: &str, name: &str) -> Self {
        let member = Self::connect(to);
        // The first member creates it.
        let _ = member.rti.create_federation_execution_from(
            federation,
            vec![ModuleSource {
                designator: "traffic".to_owned(),
                content: FOM.to_vec(),
            }],
            "",
        );
        member
            .rti
            .join_federation_execution(Some(name), "tester", federation, &[])
            .unwrap();
        member.rti.turn(usize::MAX, true);
        member
    }

    /// Gives turns when they are asked for, and only then, until something holds.
    fn until(&self, what: &str, mut holds: impl FnMut() -> bool) {
        let end = Instant::now() + TIMEOUT;
        let mut turn = self.rti.turn(16, true);
        while !holds() {
            assert!(Instant::now() < end, "waited in vain for {what}");
            if !turn.more {
                let left = turn.deadline.map_or(TIMEOUT, |at| at - Instant::now());
                self.wait(left.min(Duration::from_secs(1)));
            }
            turn = self.rti.turn(16, true);
        }
    }

    /// Waits for a wake or for something over TCP.
    #[expect(unsafe_code, reason = "the descriptor is passed as a number")]
    fn wait(&self, at_most: Duration) {
        let io = self.rti.io().unwrap();
        let end = Instant::now() + at_most;
        while Instant::now() < end {
            if self.wakes.try_recv().is_ok() {
                return;
            }
            // SAFETY: `io` keeps it open.
            let io = unsafe { BorrowedFd::borrow_raw(io.as_raw_fd()) };
            let mut polled = [PollFd::new(&io, PollFlags::IN)];
            let soon = Timespec {
                tv_sec: 0,
                tv_nsec: 200_000,
            };
            if poll(&mut polled, Some(&soon)).unwrap() > 0 {
                return;
            }
        }
    }
}

#[test]
fn two_hosted_members_exchange_updates_by_turns_alone() {
    let rti = Rti::start();
    let (a, b) = (
        Hosted::join(&rti, "two", "a"),
        Hosted::join(&rti, "two", "b"),
    );
    let car = a.rti.object_class_handle("Vehicle.Car").unwrap();
    let speed = a.rti.attribute_handle(car, "Speed").unwrap();
    let attributes = [speed].into_iter().collect();
    b.rti
        .subscribe_object_class_attributes(car, &attributes, Activity::Active, "")
        .unwrap();
    a.rti
        .publish_object_class_attributes(car, &attributes)
        .unwrap();
    let object = a.rti.register_object_instance(car, None).unwrap();
    let discovered = || !b.ears.discovered.lock().unwrap().is_empty();
    let end = Instant::now() + TIMEOUT;
    while !discovered() {
        assert!(Instant::now() < end, "never discovered");
        a.rti.turn(16, true);
        b.rti.turn(16, true);
    }

    for _ in 0..100 {
        let before = b.ears.reflected.load(Ordering::SeqCst);
        a.rti
            .update_attribute_values(object, &[(speed, b"fast")], b"", None)
            .unwrap();
        b.until("the update", || {
            b.ears.reflected.load(Ordering::SeqCst) > before
        });
    }
    for member in [a, b] {
        member
            .rti
            .resign_federation_execution(ResignAction::DeleteObjects)
            .unwrap();
        member.rti.disconnect().unwrap();
    }
}

#[test]
fn a_hosted_member_hears_a_federate_that_comes_over_tcp() {
    let rti = Rti::start();
    let hosted = Hosted::join(&rti, "mixed", "hosted");
    let message = hosted.rti.interaction_class_handle("Message").unwrap();
    hosted
        .rti
        .subscribe_interaction_class(message, Activity::Active)
        .unwrap();
    // A federate of another process has no in-process channels.
    let mut settings = rti.settings.clone();
    settings.peer.in_process = false;
    let (other, ears) = (RtiAmbassador::new(), Ears::default());
    other
        .connect_with_settings(Box::new(ears.clone()), CallbackModel::Immediate, settings)
        .unwrap();
    other
        .join_federation_execution(Some("other"), "tester", "mixed", &[])
        .unwrap();
    other.publish_interaction_class(message).unwrap();
    other
        .subscribe_interaction_class(message, Activity::Active)
        .unwrap();
    let end = Instant::now() + TIMEOUT;
    while hosted.ears.received.load(Ordering::SeqCst) == 0 {
        assert!(Instant::now() < end, "nothing was received");
        other.send_interaction(message, &[], b"", None).unwrap();
        let turn = hosted.rti.turn(16, true);
        if !turn.more {
            hosted.wait(Duration::from_millis(20));
        }
    }

    hosted.rti.publish_interaction_class(message).unwrap();
    // Nothing is sent to it before the log has announced its subscription.
    hosted.until("the other federate to hear", || {
        let sent = hosted.rti.send_interaction(message, &[], b"", None);
        sent.unwrap();
        ears.received.load(Ordering::SeqCst) > 0
    });
}

#[test]
fn a_hosted_sender_never_waits_and_is_told_that_it_should() {
    let mut rti = Rti::start();
    rti.settings.channel.send_queue_bytes = 64 << 10;
    let (a, b) = (
        Hosted::join(&rti, "full", "a"),
        Hosted::join(&rti, "full", "b"),
    );
    let message = a.rti.interaction_class_handle("Message").unwrap();
    a.rti.publish_interaction_class(message).unwrap();
    b.rti
        .subscribe_interaction_class(message, Activity::Active)
        .unwrap();
    let end = Instant::now() + TIMEOUT;
    while b.ears.received.load(Ordering::SeqCst) == 0 {
        assert!(Instant::now() < end, "nothing was received");
        a.rti.send_interaction(message, &[], b"", None).unwrap();
        a.rti.turn(16, true);
        b.rti.turn(16, true);
    }

    let mut sent = 0;
    while !a.rti.is_congested() {
        a.rti
            .send_interaction(message, &[], &[0; 1000], None)
            .unwrap();
        sent += 1;
        assert!(sent < 10_000, "no limit was felt");
    }
    assert!(sent > 10, "congested after {sent} messages");

    let before = b.ears.received.load(Ordering::SeqCst);
    b.until("all of them", || {
        b.ears.received.load(Ordering::SeqCst) >= before + sent
    });
    assert!(!a.rti.is_congested());
}

#[test]
fn the_end_of_the_rti_is_a_callback_of_a_turn() {
    struct Lost(Arc<AtomicU64>);
    impl FederateAmbassador for Lost {
        fn connection_lost(&mut self, _fault: &str) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let rti = Rti::start();
    let lost = Arc::new(AtomicU64::new(0));
    let (wake, wakes) = channel();
    let wake = Mutex::new(wake);
    let member = RtiAmbassador::new();
    let host = Host {
        settings: rti.settings.clone(),
        rti: rti.here,
        wake: Arc::new(move || {
            let _ = wake.lock().unwrap().send(());
        }),
    };
    member
        .connect_hosted(Box::new(Lost(lost.clone())), host, None)
        .unwrap();
    member.turn(1, true);
    drop(rti);
    wakes.recv_timeout(TIMEOUT).unwrap();
    let end = Instant::now() + TIMEOUT;
    while lost.load(Ordering::SeqCst) == 0 {
        assert!(Instant::now() < end, "nobody said so");
        member.turn(1, true);
    }
}

/// Lets in whoever has credentials, and notes where callers call from.
struct Doorkeeper(Sender<Option<SocketAddr>>);

impl Doorkeeper {
    fn judge(&mut self, caller: &Caller<'_>) -> Authorization {
        self.0.send(caller.peer).unwrap();
        match caller.credentials.password() {
            Some(_) => Authorization::authorized(),
            None => Authorization::unauthorized("nobody"),
        }
    }
}

impl Authorizer for Doorkeeper {
    fn name(&self) -> String {
        "doorkeeper".into()
    }

    fn authorize_rti_operation(&mut self, caller: &Caller<'_>) -> Authorization {
        self.judge(caller)
    }

    fn authorize_federation_operation(
        &mut self,
        caller: &Caller<'_>,
        _: FederationAction,
        _: &str,
    ) -> Authorization {
        self.judge(caller)
    }

    fn authorize_federate_operation(
        &mut self,
        caller: &Caller<'_>,
        _: &str,
        _: &str,
        _: &str,
    ) -> Authorization {
        self.judge(caller)
    }
}

#[test]
fn an_authorizer_hears_who_is_behind_a_hosted_member() {
    let (heard, peers) = channel();
    // The host's settings apply to the names they contain.
    let settings = Sources::none()
        .connect("rti.user = host; rti.password_file = /nowhere")
        .load()
        .unwrap();
    let mut server = RtiServer::new(&settings).unwrap();
    server.set_authorizer(Box::new(Doorkeeper(heard))).unwrap();
    let (rti, stop) = (server.in_process_address(), server.stopper());
    let thread = std::thread::spawn(move || server.run().unwrap());
    let member = RtiAmbassador::new();
    let connect = |credentials| {
        let host = Host {
            settings: settings.clone(),
            rti,
            wake: Arc::new(|| {}),
        };
        member.connect_hosted(Box::new(Ears::default()), host, credentials)
    };
    let password = || Some(Credentials::plain_text_password("secret"));

    let refused = connect(None).unwrap_err();
    assert_eq!(refused.kind, ExceptionKind::Unauthorized);
    connect(password()).unwrap();
    member.disconnect().unwrap();
    let caller = "192.0.2.7:1234".parse().unwrap();
    member.set_caller(caller);
    connect(password()).unwrap();
    member.create_federation_execution("F", &[], "").unwrap();
    member
        .join_federation_execution(None, "tester", "F", &[])
        .unwrap();
    member
        .resign_federation_execution(ResignAction::NoAction)
        .unwrap();
    member.disconnect().unwrap();
    stop.stop();
    thread.join().unwrap();

    let peers: Vec<_> = peers.try_iter().collect();
    assert_eq!(
        peers,
        [None, None, Some(caller), Some(caller), Some(caller)]
    );
}
