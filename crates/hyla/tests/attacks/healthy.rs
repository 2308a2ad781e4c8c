//! A federation that goes on beside an attack: a process of its own with two federates, which answer each other, and ask the RTI,
//! in turns.

use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use hyla_lrc::{Activity, Delivery, FederateAmbassador, ParameterValues, RtiAmbassador};
use hyla_types::{CallbackModel, FederateHandle, InteractionClassHandle, ResignAction};
use serde::{Deserialize, Serialize};

use crate::process::{Process, orders};
use crate::rti::WATCHDOG;
use crate::{PATIENT, together};

/// The variable with the settings of the federates, in their process.
const SETTINGS: &str = "ATTACKS_HEALTHY_SETTINGS";

/// The federation.
pub(crate) const FEDERATION: &str = "Healthy";

/// A measurement has at least so many exchanges, and takes so long, unless that takes too long.
const LEAST_EXCHANGES: usize = 5000;
const LEAST_TIME: Duration = Duration::from_secs(2);
const MOST_TIME: Duration = Duration::from_secs(20);

/// A federate of it.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Member {
    handle: u32,
    /// Where others call it.
    pub(crate) tcp: SocketAddr,
    /// Where it receives datagrams, if it does.
    pub(crate) udp: Option<SocketAddr>,
}

impl Member {
    pub(crate) fn handle(&self) -> FederateHandle {
        FederateHandle::new(self.handle)
    }
}

/// The process.
pub(crate) struct Healthy {
    pub(crate) members: Vec<Member>,
    process: Process,
}

/// What became of exchanges; all of them were complete and in order.
pub(crate) struct Outcome {
    pub(crate) count: u64,
    pub(crate) p99_ns: u64,
    /// The longest: an exchange begins when the last one has ended, so that the percentile does not show few long pauses.
    pub(crate) longest_ns: u64,
}

impl Healthy {
    /// Starts it; it has joined.
    pub(crate) fn start(address: &str, settings: &str) -> Self {
        let settings = together(&[&format!("rti.address = {address}"), settings]);
        let test = "healthy::a_healthy_federation";
        let mut process = Process::start(test, SETTINGS, &settings);
        Self {
            members: serde_json::from_str(&process.answer("joined ")).unwrap(),
            process,
        }
    }

    fn outcome(&mut self) -> Outcome {
        let numbers = self.process.answer("exchanged ");
        let mut numbers = numbers.split(' ').map(|it| it.parse::<u64>().unwrap());
        let mut next = || numbers.next().unwrap();
        Outcome {
            count: next(),
            p99_ns: next(),
            longest_ns: next(),
        }
    }

    /// That many exchanges.
    pub(crate) fn exchange(&mut self, count: u32) -> Outcome {
        self.process.order(&count.to_string());
        self.outcome()
    }

    /// Enough of them for a percentile.
    pub(crate) fn measure(&mut self) -> Outcome {
        self.process.order("measure");
        self.outcome()
    }

    /// Exchanges until [`Self::end`].
    pub(crate) fn begin(&mut self) {
        self.process.order("begin");
    }

    pub(crate) fn end(&mut self) -> Outcome {
        self.process.order("end");
        self.outcome()
    }
}

struct Passing(Sender<u32>);

impl FederateAmbassador for Passing {
    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        _: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let number = u32::from_le_bytes(delivery.tag.try_into().unwrap());
        let _ = self.0.send(number);
    }
}

/// A federate that sends numbers, and passes on those that it receives.
pub(crate) struct Federate {
    pub(crate) rti: RtiAmbassador,
    sends: InteractionClassHandle,
    received: Receiver<u32>,
}

impl Federate {
    /// Joins the federation, and makes it if it does not exist.
    pub(crate) fn join(
        settings: &str,
        federation: &str,
        name: &str,
        [sends, receives]: [&str; 2],
    ) -> Self {
        let rti = RtiAmbassador::new();
        let (passed, received) = channel();
        let settings = together(&[settings, PATIENT]);
        let federate = Box::new(Passing(passed));
        rti.connect(federate, CallbackModel::Immediate, &settings)
            .unwrap();
        // The second finds it.
        let fom = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../hyla-conformance/foms/traffic-2025.xml"
        );
        let _ = rti.create_federation_execution(federation, &[fom], "");
        rti.join_federation_execution(Some(name), "test", federation, &[])
            .unwrap();
        let class = |name: &str| {
            let name = format!("HLAinteractionRoot.{name}");
            rti.interaction_class_handle(&name).unwrap()
        };
        let (sends, receives) = (class(sends), class(receives));
        rti.publish_interaction_class(sends).unwrap();
        rti.subscribe_interaction_class(receives, Activity::Active)
            .unwrap();
        Self {
            rti,
            sends,
            received,
        }
    }

    /// Joins as one that receives what all say.
    pub(crate) fn listen(settings: &str, federation: &str, name: &str) -> Self {
        let listener = Self::join(settings, federation, name, ["Message", "Order"]);
        let rti = &listener.rti;
        rti.subscribe_interaction_class(listener.sends, Activity::Active)
            .unwrap();
        listener
    }

    pub(crate) fn leave(self) {
        let action = ResignAction::NoAction;
        self.rti.resign_federation_execution(action).unwrap();
        self.rti.disconnect().unwrap();
    }

    pub(crate) fn send(&self, number: u32) {
        self.rti
            .send_interaction(self.sends, &[], &number.to_le_bytes(), None)
            .unwrap();
    }

    pub(crate) fn expect(&self, number: u32) {
        let got = self.received.recv_timeout(WATCHDOG);
        assert_eq!(got, Ok(number), "lost or out of order");
    }
}

/// The federates, as the RTI and a peer of each see them.
fn members(federates: [&Federate; 2]) -> Vec<Member> {
    let all = federates[0].rti.status().unwrap();
    let ours = all.into_iter().find(|it| it.name == FEDERATION).unwrap();
    let member = |status: hyla_lrc::MemberStatus| {
        let mut tcp = status.addresses.iter();
        let tcp = tcp.find_map(|at| at.strip_prefix("tcp:")).unwrap();
        // One of the two is the federate itself, which binds no channel.
        let mut bound = federates
            .iter()
            .filter_map(|peer| peer.rti.bind_channel(status.handle, "HLAbestEffort").ok());
        let udp = bound.find_map(|it| {
            let at = it.transport.strip_prefix("udp:")?;
            at.split(',').next()?.parse().ok()
        });
        Member {
            handle: status.handle.raw(),
            tcp: tcp.parse().unwrap(),
            udp,
        }
    };
    ours.members.into_iter().map(member).collect()
}

/// Not a test by itself: the process of [`Healthy`].
#[test]
fn a_healthy_federation() {
    let Ok(settings) = std::env::var(SETTINGS) else {
        return;
    };
    let one = Federate::join(&settings, FEDERATION, "one", ["Message", "Order"]);
    let other = Federate::join(&settings, FEDERATION, "other", ["Order", "Message"]);
    let members = members([&one, &other]);
    println!("joined {}", serde_json::to_string(&members).unwrap());
    let ordered = orders();
    let mut number = 0;
    let mut exchange = || {
        number += 1;
        let start = Instant::now();
        one.send(number);
        other.expect(number);
        other.send(number);
        one.expect(number);
        one.rti.query_galt().unwrap();
        u64::try_from(start.elapsed().as_nanos()).unwrap()
    };
    while let Ok(order) = ordered.recv() {
        let start = Instant::now();
        let mut times = Vec::new();
        loop {
            times.push(exchange());
            let is_enough = match &order[..] {
                "measure" => {
                    let (count, time) = (times.len(), start.elapsed());
                    time > MOST_TIME || (time > LEAST_TIME && count >= LEAST_EXCHANGES)
                }
                // Until the order to end.
                "begin" => ordered.try_recv() != Err(TryRecvError::Empty),
                count => times.len() == count.parse::<usize>().unwrap(),
            };
            if is_enough {
                break;
            }
        }
        times.sort_unstable();
        let p99 = times[(times.len() - 1) * 99 / 100];
        let longest = times[times.len() - 1];
        println!("exchanged {} {p99} {longest}", times.len());
    }
}
