//! Federates of one process, of which some do not evoke, or do nothing at all.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_core::callback::{Delivery, ParameterValues};
use hyla_lrc::settings::Sources;
use hyla_lrc::{ChannelMetrics, FederateAmbassador, RtiAmbassador};
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::{
    CallbackModel, FederateHandle, InteractionClassHandle, ParameterHandle, ResignAction,
};

use super::log;

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/lanes-2025.xml"
);
/// When what should have happened long ago is given up. Never a requirement on speed.
const WATCHDOG: Duration = Duration::from_secs(60);

pub(super) const TCP: &str =
    "peer.in_process = false; peer.shared_memory = false; qos.Bulk.transport = stream";
const MEMORY: &str = "peer.in_process = false";
const IN_PROCESS: &str = "peer.in_process = true";
const RELAYED: &str = "peer.direct = false";
const DIRECT: [&str; 3] = [TCP, MEMORY, IN_PROCESS];

const BEST_EFFORT: &str = "qos.Bulk.reliability = best-effort";
/// So that what the transport holds besides is little.
const SMALL: &str = "channel.send_queue_bytes = 200000; limits.callback_queue_bytes = 1000000";

/// Number that is sent until the first reflection.
const GREETING: u32 = u32::MAX;

struct Ears(Sender<u32>);

impl FederateAmbassador for Ears {
    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        let number = values[0].1[..4].try_into().unwrap();
        let _ = self.0.send(u32::from_le_bytes(number));
    }
}

/// How a federate works.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Model {
    /// Does nothing unless it evokes: to others it is as one that was stopped.
    Single,
    /// Reads by itself; callbacks wait until it evokes.
    Evoked,
    Immediate,
}

#[derive(Clone)]
pub(super) struct Federate {
    pub(super) rti: RtiAmbassador,
    handle: FederateHandle,
    load: (InteractionClassHandle, ParameterHandle),
}

impl Federate {
    pub(super) fn send(&self, number: u32, length: usize) {
        let mut value = vec![0; length];
        value[..4].copy_from_slice(&number.to_le_bytes());
        let values = [(self.load.1, &value[..])];
        self.rti
            .send_interaction(self.load.0, &values, &[], None)
            .unwrap();
    }

    /// Metrics of its channels to that one.
    pub(super) fn channels_to(&self, peer: &Self) -> Vec<ChannelMetrics> {
        let all = self.rti.own_metrics().channels.into_iter();
        all.filter(|channel| channel.peer == peer.handle).collect()
    }

    fn dropped_to(&self, peer: &Self, reason: &str) -> u64 {
        let channels = self.channels_to(peer).into_iter();
        let reasons = channels.flat_map(|channel| channel.dropped);
        reasons
            .filter(|(why, _)| why == reason)
            .map(|(_, count)| count)
            .sum()
    }

    fn received_from(&self, peer: &Self) -> u64 {
        let channels = self.channels_to(peer);
        channels.iter().map(|channel| channel.bytes_received).sum()
    }

    /// Evokes until `count` have come, which it gives.
    fn evokes(&self, told: &Receiver<u32>, count: usize, beside: &Self) -> Vec<u32> {
        let mut numbers = Vec::new();
        until("callbacks", || {
            // Unsent frames leave while it evokes, unless it has a thread for that.
            beside.rti.evoke_callback(Duration::ZERO).unwrap();
            self.rti
                .evoke_multiple_callbacks(Duration::ZERO, Duration::from_millis(20))
                .unwrap();
            numbers.extend(told.try_iter().filter(|number| *number != GREETING));
            numbers.len() >= count
        });
        numbers
    }
}

#[track_caller]
pub(super) fn until(what: &str, mut ready: impl FnMut() -> bool) {
    let deadline = Instant::now() + WATCHDOG;
    while !ready() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Ends within the watchdog's time.
fn returns<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::spawn(work);
    until(what, || thread.is_finished());
    thread.join().unwrap()
}

pub(super) struct World {
    federation: String,
    address: String,
    server: Option<(RtiStop, JoinHandle<()>)>,
}

impl World {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let federation = format!("flow {}", NEXT.fetch_add(1, Ordering::Relaxed));
        let mut server = RtiServer::new(&Sources::none().load().unwrap()).unwrap();
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self {
            federation,
            address: format!("rti.address = {at}"),
            server: Some((stop, thread)),
        }
    }

    /// Publishes loads.
    pub(super) fn join(
        &self,
        name: &str,
        model: Model,
        settings: &str,
    ) -> (Federate, Receiver<u32>) {
        let (tell, told) = channel();
        let rti = RtiAmbassador::new();
        let (callbacks, process) = match model {
            Model::Single => (CallbackModel::Evoked, "single-threaded"),
            Model::Evoked => (CallbackModel::Evoked, "asynchronous-io"),
            Model::Immediate => (CallbackModel::Immediate, "immediate"),
        };
        let settings = format!("{}; process.model = {process}; {settings}", self.address);
        rti.connect(Box::new(Ears(tell)), callbacks, &settings)
            .unwrap();
        let _ = rti.create_federation_execution(&self.federation, &[FOM], "");
        let handle = rti
            .join_federation_execution(Some(name), "flow test", &self.federation, &[])
            .unwrap();
        let class = rti.interaction_class_handle("Load").unwrap();
        let load = (class, rti.parameter_handle(class, "Bytes").unwrap());
        rti.publish_interaction_class(class).unwrap();
        (Federate { rti, handle, load }, told)
    }

    /// The listener subscribes, and receives from the speaker when this returns.
    pub(super) fn listens(
        &self,
        listener: &(Federate, Receiver<u32>),
        model: Model,
        speaker: &Federate,
    ) {
        let (federate, told) = listener;
        let class = federate.load.0;
        federate
            .rti
            .subscribe_interaction_class(class, hyla_lrc::Activity::Active)
            .unwrap();
        let mut heard = false;
        until("the first message", || {
            // A speaker without a thread of its own receives the subscription only so.
            speaker.rti.evoke_callback(Duration::ZERO).unwrap();
            speaker.send(GREETING, 4);
            if model != Model::Immediate {
                let (zero, short) = (Duration::ZERO, Duration::from_millis(5));
                federate.rti.evoke_multiple_callbacks(zero, short).unwrap();
            }
            heard |= told.try_iter().count() > 0;
            heard
        });
        // None of them comes later.
        let mut quiet = 0;
        while quiet < 20 {
            if model != Model::Immediate {
                let short = Duration::from_millis(5);
                federate.rti.evoke_multiple_callbacks(short, short).unwrap();
            } else {
                std::thread::sleep(Duration::from_millis(5));
            }
            quiet = if told.try_iter().count() > 0 {
                0
            } else {
                quiet + 1
            };
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.server.take() {
            stop.stop();
            thread.join().unwrap();
        }
    }
}

pub(super) fn leave(federate: &Federate) {
    let action = ResignAction::CancelThenDeleteThenDivest;
    let _ = federate.rti.resign_federation_execution(action);
    let _ = federate.rti.disconnect();
}

const LENGTH: usize = 100_000;

fn best_effort_waits_for_nobody(transport: &str, more: &str, sender: Model) {
    let world = World::new();
    let settings = format!("{transport}; {BEST_EFFORT}; {SMALL}; {more}");
    let (speaker, _) = world.join("speaker", sender, &settings);
    let stopped = world.join("stopped", Model::Single, &settings);
    let healthy = world.join("healthy", Model::Immediate, &settings);
    world.listens(&stopped, Model::Single, &speaker);
    world.listens(&healthy, Model::Immediate, &speaker);
    let before = |to: &Federate| {
        let channels = speaker.channels_to(to).into_iter();
        channels.map(|channel| channel.messages_sent).sum::<u64>()
    };
    let sent_before = [before(&stopped.0), before(&healthy.0)];
    assert_eq!(speaker.dropped_to(&stopped.0, "queue-full"), 0);

    // 50 MB are more than all that waits anywhere.
    let count = 500;
    let sending = speaker.clone();
    returns("best effort", move || {
        for number in 0..count {
            sending.send(number, LENGTH);
        }
    });

    let lost = speaker.dropped_to(&stopped.0, "queue-full");
    assert!(
        lost > 0,
        "{transport}: {:?}",
        speaker.channels_to(&stopped.0)
    );
    assert_eq!(speaker.rti.own_metrics().held_back_by, []);
    for (to, before) in [&stopped.0, &healthy.0].into_iter().zip(sent_before) {
        let after = speaker.channels_to(to).into_iter();
        let after = after.map(|channel| channel.messages_sent).sum::<u64>();
        assert!(
            after >= before + u64::from(count),
            "dropped ones are counted as sent"
        );
    }
    // Each message has come to the healthy one, or is counted as dropped for that one alone.
    let lost_there = || speaker.dropped_to(&healthy.0, "queue-full");
    let mut came = Vec::new();
    until("the healthy one", || {
        speaker.rti.evoke_callback(Duration::ZERO).unwrap();
        came.extend(healthy.1.try_iter().filter(|number| *number != GREETING));
        came.len() as u64 + lost_there() == u64::from(count)
    });
    assert!(came.is_sorted());
    let rest = stopped
        .0
        .evokes(&stopped.1, count as usize - lost as usize, &speaker);
    assert!(rest.is_sorted() && rest.len() as u64 == u64::from(count) - lost);
    for federate in [&speaker, &stopped.0, &healthy.0] {
        leave(federate);
    }
}

#[test]
fn best_effort_waits_for_nobody_and_is_dropped_at_the_one_receiver_that_stopped() {
    for transport in DIRECT {
        best_effort_waits_for_nobody(transport, "", Model::Immediate);
    }
    best_effort_waits_for_nobody(MEMORY, "", Model::Single);
}

#[test]
fn best_effort_on_a_lane_in_memory_waits_for_nobody_either() {
    best_effort_waits_for_nobody(MEMORY, "qos.Bulk.priority = 3", Model::Evoked);
}

/// A reliable sender is held back by one that reads and does not evoke, which takes no more memory than it may.
fn is_held_back(transport: &str, sender: Model) {
    log::keep();
    let world = World::new();
    let settings = format!("{transport}; {SMALL}");
    let (speaker, _) = world.join("speaker", sender, &settings);
    let lazy = world.join("lazy", Model::Evoked, &settings);
    world.listens(&lazy, Model::Evoked, &speaker);

    let count = 400;
    let sending = speaker.clone();
    let sender = std::thread::spawn(move || {
        for number in 0..count {
            sending.send(number, LENGTH);
        }
    });
    // Told by whom after a second: in what it counts, and in the log.
    let held = || {
        let told = speaker.rti.own_metrics().held_back_by;
        let lazy_ones = |(by, _): &(FederateHandle, u64)| *by == lazy.0.handle;
        assert!(
            transport == RELAYED || told.iter().all(lazy_ones),
            "{told:?}"
        );
        told.iter().any(|told| lazy_ones(told) && told.1 >= 1000)
    };
    until("the sender that is held", held);
    let line = [
        &*world.federation,
        "federate=speaker",
        "by=lazy",
        "does not take messages",
    ];
    until("the warning", || log::lines(&line) > 0);
    if transport != RELAYED {
        assert!(speaker.channels_to(&lazy.0)[0].held_ms >= 1000);
        let received = lazy.0.received_from(&speaker);
        assert!(received < 4_000_000, "{transport}: {received}");
    }
    assert!(!sender.is_finished());

    let came = lazy.0.evokes(&lazy.1, count as usize, &speaker);
    assert!(came.into_iter().eq(0..count), "{transport}");
    until("the sender", || sender.is_finished());
    sender.join().unwrap();
    until("that it is over", || {
        speaker.rti.own_metrics().held_back_by.is_empty()
    });
    let over = [
        &*world.federation,
        "federate=speaker",
        "by=lazy",
        "back-pressure is over",
    ];
    // On a machine with much else to do it may be held back again while the receiver takes what waits: each time has its end.
    let both = || (log::lines(&line), log::lines(&over));
    until(
        "the word that it is over",
        || matches!(both(), (warnings, ends) if ends > 0 && warnings == ends),
    );
    leave(&speaker);
    leave(&lazy.0);
}

#[test]
fn callbacks_that_wait_are_bounded_and_hold_back_reliable_senders_who_learn_by_whom() {
    for transport in DIRECT {
        is_held_back(transport, Model::Immediate);
    }
    is_held_back(MEMORY, Model::Single);
}

#[test]
fn callbacks_that_wait_hold_back_senders_through_the_rti_too() {
    is_held_back(RELAYED, Model::Evoked);
}

#[test]
fn best_effort_to_one_that_does_not_evoke_is_dropped_and_counted() {
    for transport in DIRECT {
        let world = World::new();
        let settings = format!("{transport}; {BEST_EFFORT}; {SMALL}");
        let (speaker, _) = world.join("speaker", Model::Immediate, &settings);
        let lazy = world.join("lazy", Model::Evoked, &settings);
        world.listens(&lazy, Model::Evoked, &speaker);

        let count = 500;
        let sending = speaker.clone();
        returns("best effort", move || {
            for number in 0..count {
                sending.send(number, LENGTH);
            }
        });

        let lost = speaker.dropped_to(&lazy.0, "queue-full");
        assert!(lost > 0, "{transport}");
        assert!(lazy.0.received_from(&speaker) < 4_000_000, "{transport}");
        let came = lazy
            .0
            .evokes(&lazy.1, count as usize - lost as usize, &speaker);
        assert!(came.is_sorted() && came.len() as u64 == u64::from(count) - lost);
        leave(&speaker);
        leave(&lazy.0);
    }
}

#[test]
fn datagrams_for_one_that_does_not_evoke_are_dropped_and_counted_there() {
    let world = World::new();
    let udp = "peer.in_process = false; peer.shared_memory = false; qos.Bulk.transport = udp";
    let settings = format!("{udp}; {BEST_EFFORT}; {SMALL}");
    let (speaker, _) = world.join("speaker", Model::Immediate, &settings);
    let lazy = world.join("lazy", Model::Evoked, &settings);
    world.listens(&lazy, Model::Evoked, &speaker);
    let bound = speaker.rti.bind_channel(lazy.0.handle, "Bulk").unwrap();
    assert!(bound.transport.starts_with("udp"), "{bound:?}");

    let mut number = 0;
    until("the first that is dropped", || {
        for _ in 0..50 {
            speaker.send(number, 1000);
            number += 1;
        }
        lazy.0.dropped_to(&speaker, "callbacks-full") > 0
    });

    // No more than the limit waits.
    let came = lazy.0.evokes(&lazy.1, 900, &speaker);
    assert!(came.is_sorted());
    leave(&speaker);
    leave(&lazy.0);
}

#[test]
fn what_a_federate_that_leaves_has_sent_comes_to_one_that_was_not_evoking() {
    for transport in DIRECT {
        let world = World::new();
        let small = "limits.callback_queue_bytes = 65536";
        let settings = format!("{transport}; {small}");
        let (speaker, _) = world.join("speaker", Model::Immediate, &settings);
        let lazy = world.join("lazy", Model::Evoked, &settings);
        world.listens(&lazy, Model::Evoked, &speaker);
        let count = 60;
        for number in 0..count {
            speaker.send(number, 10_000);
        }
        leave(&speaker);

        let came = lazy.0.evokes(&lazy.1, count as usize, &speaker);
        assert!(came.into_iter().eq(0..count), "{transport}");
        leave(&lazy.0);
    }
}

#[test]
fn federates_that_hold_each_other_back_do_not_wait_for_ever() {
    for transport in DIRECT {
        let world = World::new();
        let settings = format!(
            "{transport}; channel.send_queue_bytes = 200000; limits.callback_queue_bytes = 65536"
        );
        let join = |name| world.join(name, Model::Evoked, &settings);
        let all = ["one", "two", "three"].map(join);
        for listener in &all {
            for speaker in &all {
                if listener.0.handle != speaker.0.handle {
                    world.listens(listener, Model::Evoked, &speaker.0);
                }
            }
        }
        for (federate, told) in &all {
            while federate
                .rti
                .evoke_callback(Duration::from_millis(50))
                .unwrap()
            {}
            while told.try_recv().is_ok() {}
        }

        // Each sends all before it evokes once.
        let count = 300;
        let threads = all.map(|(federate, told)| {
            std::thread::spawn(move || {
                for number in 0..count {
                    federate.send(number, LENGTH);
                }
                let came = federate.evokes(&told, 2 * count as usize, &federate);
                (federate, came.len())
            })
        });
        until("all of them", || {
            threads.iter().all(JoinHandle::is_finished)
        });
        for thread in threads {
            let (federate, came) = thread.join().unwrap();
            assert_eq!(came, 2 * count as usize);
            leave(&federate);
        }
    }
}
