//! Latency of messages between federates: questions, and deadlines that channels are admitted by.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_lrc::settings::Sources;
use hyla_lrc::{
    Activity, LatencyAnswer, LatencyQuantity, LatencyQuestion, LatencyValidity,
    NullFederateAmbassador, RtiAmbassador,
};
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::{CallbackModel, ExceptionKind, FederateHandle, ResignAction};

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/lanes-2025.xml"
);
const PATIENCE: Duration = Duration::from_secs(60);
/// Fewest round trips of a measurement that has ended.
const LEAST_MEASURED: u64 = 400;

const TCP: &str = "peer.in_process = false; peer.shared_memory = false";
const MEMORY: &str = "peer.in_process = false";
const IN_PROCESS: &str = "peer.in_process = true";

/// An RTI and two federates.
struct World {
    asker: RtiAmbassador,
    other: RtiAmbassador,
    peer: FederateHandle,
    federation: String,
    server: Option<(RtiStop, JoinHandle<()>)>,
}

impl World {
    fn new(settings: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let federation = format!("latency {}", NEXT.fetch_add(1, Ordering::Relaxed));
        let mut server = RtiServer::new(&Sources::none().load().unwrap()).unwrap();
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        let join = |name: &str| {
            let rti = RtiAmbassador::new();
            let settings = format!("rti.address = {at}; {settings}");
            rti.connect(
                Box::new(NullFederateAmbassador),
                CallbackModel::Immediate,
                &settings,
            )
            .unwrap();
            let _ = rti.create_federation_execution(&federation, &[FOM], "");
            rti.join_federation_execution(Some(name), "latency test", &federation, &[])
                .unwrap();
            rti
        };
        let (asker, other) = (join("asker"), join("other"));
        let until = Instant::now() + PATIENCE;
        let peer = loop {
            match asker.federate_handle("other") {
                Ok(peer) => break peer,
                Err(_) if Instant::now() < until => std::thread::yield_now(),
                Err(error) => panic!("{error}"),
            }
        };
        Self {
            asker,
            other,
            peer,
            federation,
            server: Some((stop, thread)),
        }
    }

    /// Asks until the answer has all its samples. It need not be fresh: other programs change the load of this machine at any time, and
    /// the reason of an answer tells of that rather than of a measurement that goes on.
    fn whole(&self, question: &LatencyQuestion) -> LatencyAnswer {
        let least = if question.qos == 5 { 1 } else { LEAST_MEASURED };
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = self.asker.latency(question).unwrap();
            if answer.estimate_us.is_some() && answer.samples >= least {
                return answer;
            }
            assert!(Instant::now() < until, "{answer:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn question(&self, qos: u8, hardness: Option<f64>) -> LatencyQuestion {
        LatencyQuestion {
            qos,
            hardness,
            ..LatencyQuestion::to(self.peer)
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        for rti in [&self.other, &self.asker] {
            let _ = rti.resign_federation_execution(ResignAction::CancelThenDeleteThenDivest);
        }
        let _ = self.asker.destroy_federation_execution(&self.federation);
        let _ = self.other.disconnect();
        let _ = self.asker.disconnect();
        if let Some((stop, thread)) = self.server.take() {
            stop.stop();
            thread.join().unwrap();
        }
    }
}

#[test]
fn a_live_bound_comes_from_samples_of_the_channel() {
    for transport in [TCP, MEMORY, IN_PROCESS] {
        let world = World::new(transport);
        let question = world.question(5, Some(50.0));
        let first = world.asker.latency(&question).unwrap();
        assert_eq!(first.validity, LatencyValidity::Unknown, "{first:?}");

        let answer = world.whole(&question);

        assert_eq!(answer.quantity, LatencyQuantity::OneWay);
        // Both federates read one clock.
        assert_eq!(answer.clock_error_us, Some(0.0));
        let (estimate, low) = (answer.estimate_us.unwrap(), answer.low_us.unwrap());
        assert!(0.0 < estimate && low <= estimate, "{answer:?}");
        assert!(answer.samples >= 20 && answer.spent_bytes > 0, "{answer:?}");

        let both = world.whole(&LatencyQuestion {
            quantity: LatencyQuantity::RoundTrip,
            ..question
        });
        assert_eq!(both.quantity, LatencyQuantity::RoundTrip);
        assert_eq!(both.clock_error_us, None);
    }
}

#[test]
fn samples_of_a_running_channel_accompany_its_messages() {
    for transport in [TCP, MEMORY, IN_PROCESS] {
        let world = World::new(&format!("{transport}; qos.Command.priority = 5"));
        // By the stream, and by a lane of their own.
        let stream = world.question(5, Some(50.0)).profile;
        for (name, text, profile) in [
            ("Load", "Bytes", stream),
            ("Order", "Number", "Command".to_owned()),
        ] {
            let class = world.asker.interaction_class_handle(name).unwrap();
            let parameter = world.asker.parameter_handle(class, text).unwrap();
            world.asker.publish_interaction_class(class).unwrap();
            let other = &world.other;
            other
                .subscribe_interaction_class(class, Activity::Active)
                .unwrap();
            let question = LatencyQuestion {
                bytes: 100,
                profile,
                ..world.question(5, Some(50.0))
            };
            let answer = |bytes: usize, enough: &dyn Fn(&LatencyAnswer) -> bool| {
                let until = Instant::now() + PATIENCE;
                loop {
                    let value = vec![7; bytes];
                    let values = [(parameter, &value[..])];
                    world
                        .asker
                        .send_interaction(class, &values, &[], None)
                        .unwrap();
                    let answer = world.asker.latency(&question).unwrap();
                    if enough(&answer) {
                        return answer;
                    }
                    assert!(Instant::now() < until, "{answer:?}");
                    std::thread::sleep(Duration::from_micros(200));
                }
            };

            // Messages of another length do not count; of eight samples, one looks for a message.
            let probed = answer(10, &|answer| answer.samples >= 12);
            assert_eq!(probed.from_messages, 0, "{name}: {probed:?}");
            let taken = answer(100, &|answer| answer.from_messages >= 3);
            assert!(taken.samples >= 15, "{name}: {taken:?}");
        }
    }
}

#[test]
fn a_mean_is_measured_and_its_measurement_ends() {
    let world = World::new(IN_PROCESS);
    let question = LatencyQuestion {
        bytes: 8,
        ..world.question(3, None)
    };

    let answer = world.whole(&question);

    assert_eq!(answer.quantity, LatencyQuantity::RoundTrip);
    let estimate = answer.estimate_us.unwrap();
    assert!(answer.low_us.unwrap() <= estimate && estimate <= answer.high_us.unwrap());
}

#[test]
fn a_question_about_a_profile_goes_by_its_lane() {
    let world = World::new(&format!("{TCP}; qos.Command.priority = 5"));
    let question = LatencyQuestion {
        profile: "Command".to_owned(),
        ..world.question(5, Some(50.0))
    };

    world.whole(&question);

    let lanes = world.asker.own_metrics().channels;
    let lane = lanes.iter().find(|channel| channel.profile == "Command");
    assert!(lane.unwrap().messages_sent >= 20, "{lanes:?}");
}

#[test]
fn relayed_messages_are_measured_by_the_relay() {
    let world = World::new("peer.direct = false");

    let live = world.whole(&world.question(5, Some(50.0)));
    let mean = world.whole(&world.question(3, None));
    let by_lane = LatencyQuestion {
        profile: "Command".to_owned(),
        ..world.question(5, Some(50.0))
    };

    assert_eq!(live.quantity, LatencyQuantity::OneWay);
    assert!(live.estimate_us.unwrap() > 0.0, "{live:?}");
    assert_eq!(mean.quantity, LatencyQuantity::RoundTrip);
    assert!(world.whole(&by_lane).estimate_us.is_some());
    let channels = world.asker.own_metrics().channels;
    assert!(
        channels.iter().all(|channel| channel.peer != world.peer),
        "{channels:?}"
    );
}

#[test]
fn the_state_of_the_receiver_is_known_while_its_latency_is_asked() {
    // Linux: elsewhere loads are unknown.
    if !cfg!(target_os = "linux") {
        return;
    }
    let world = World::new(TCP);
    let to_rti = LatencyQuestion {
        peer: FederateHandle::RTI,
        ..world.question(1, None)
    };
    for question in [world.question(1, None), world.question(3, None), to_rti] {
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = world.asker.latency(&question).unwrap();
            if !answer.sender_load.is_empty() && !answer.receiver_load.is_empty() {
                assert_eq!(answer.port_load, None, "both are on one host");
                break;
            }
            assert!(Instant::now() < until, "{answer:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

#[test]
fn the_rti_reflects() {
    let world = World::new(TCP);
    let question = LatencyQuestion {
        peer: FederateHandle::RTI,
        ..world.question(5, Some(50.0))
    };

    assert!(world.whole(&question).estimate_us.is_some());
}

#[test]
fn the_channel_is_sampled_only_while_somebody_asks() {
    let world = World::new(TCP);
    let sent = || {
        let channels = world.asker.own_metrics().channels.into_iter();
        let mut streams = channels.filter(|channel| channel.peer == world.peer);
        streams.next().map_or(0, |channel| channel.messages_sent)
    };
    world.whole(&world.question(5, Some(50.0)));
    assert!(sent() >= 20);

    // Nothing was asked here: what arrives is answered, and nothing else is sent.
    let channels = world.other.own_metrics().channels;
    assert!(channels.iter().all(|c| c.round_trips.samples() == 0));
    let asked = world
        .other
        .latency(&LatencyQuestion::to(FederateHandle::new(999)));
    assert!(
        asked
            .unwrap_err()
            .to_string()
            .contains("not another joined federate")
    );
}

#[test]
fn a_question_before_joining_is_refused() {
    let rti = RtiAmbassador::new();

    let refused = rti.latency(&LatencyQuestion::to(FederateHandle::RTI));

    assert_eq!(refused.unwrap_err().kind, ExceptionKind::NotConnected);
}

#[test]
fn a_peer_that_vanishes_leaves_no_fresh_answer() {
    let world = World::new(TCP);
    let question = world.question(5, Some(50.0));
    world.whole(&question);

    world
        .other
        .resign_federation_execution(ResignAction::CancelThenDeleteThenDivest)
        .unwrap();

    let until = Instant::now() + PATIENCE;
    loop {
        match world.asker.latency(&question) {
            Err(refused) => {
                let text = refused.to_string();
                assert!(text.contains("not another joined federate"), "{text}");
                break;
            }
            Ok(_) => assert!(Instant::now() < until),
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// No message over TCP takes less than a microsecond, and none on a host takes an hour.
const NEVER: &str = "qos.Command.deadline_us = 1";
const ALWAYS: &str = "qos.Command.deadline_us = 3600000000";

#[test]
fn a_deadline_that_will_not_be_met_is_refused_with_its_probability() {
    let world = World::new(&format!("{TCP}; {NEVER}; qos.Command.admit = refuse"));

    let refused = world.asker.bind_channel(world.peer, "Command").unwrap_err();

    let text = refused.to_string();
    assert!(text.contains("with a probability of 0.0 %"), "{text}");
    assert!(
        text.contains("qos.Command.hardness asks for 99 %"),
        "{text}"
    );
}

#[test]
fn a_deadline_that_will_be_met_is_admitted_with_its_probability() {
    for admit in ["refuse", "warn"] {
        let settings = format!("{TCP}; {ALWAYS}; qos.Command.admit = {admit}");
        let world = World::new(&settings);

        let granted = world.asker.bind_channel(world.peer, "Command").unwrap();

        let text = granted.admission.unwrap();
        assert!(text.contains("with a probability of 100.0 %"), "{text}");
    }
}

#[test]
fn a_doubtful_deadline_is_admitted_with_a_warning() {
    let world = World::new(&format!("{TCP}; {NEVER}; qos.Command.admit = warn"));

    let granted = world.asker.bind_channel(world.peer, "Command").unwrap();

    let text = granted.admission.unwrap();
    assert!(text.contains("with a probability of 0.0 %"), "{text}");
}

#[test]
fn late_messages_are_counted_beside_what_was_promised() {
    let world = World::new(&format!("{TCP}; {NEVER}; qos.Command.hardness = 90"));
    let class = world.asker.interaction_class_handle("Order").unwrap();
    world.asker.publish_interaction_class(class).unwrap();
    world
        .other
        .subscribe_interaction_class(class, Activity::Active)
        .unwrap();
    world.asker.bind_channel(world.peer, "Command").unwrap();

    let until = Instant::now() + PATIENCE;
    let found = loop {
        world.asker.send_interaction(class, &[], &[], None).unwrap();
        let channels = world.other.own_metrics().channels.into_iter();
        let deadline = channels
            .filter(|channel| channel.profile == "Command")
            .find_map(|channel| channel.deadline);
        match deadline.filter(|deadline| deadline.messages > 0) {
            Some(found) => break found,
            None => assert!(Instant::now() < until, "no message arrived"),
        }
        std::thread::sleep(Duration::from_millis(1));
    };

    assert_eq!(found.late, found.messages);
    assert_eq!((found.late_share(), found.hardness), (1.0, 90.0));
}
