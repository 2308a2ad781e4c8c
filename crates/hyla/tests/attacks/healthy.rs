//! A federation that goes on beside an attack: a process of its own with two federates, which answer each other, and ask the RTI,
//! in turns.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use hyla_lrc::{Activity, Delivery, FederateAmbassador, ParameterValues, RtiAmbassador};
use hyla_types::{CallbackModel, InteractionClassHandle};

use crate::rti::WATCHDOG;

const ADDRESS: &str = "ATTACKS_HEALTHY_ADDRESS";

/// The process.
pub(crate) struct Healthy {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What became of exchanges; all of them were complete and in order.
pub(crate) struct Outcome {
    pub(crate) count: u32,
    pub(crate) p99_ns: u64,
}

impl Healthy {
    pub(crate) fn start(address: &str) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "healthy::a_healthy_federation", "--nocapture"])
            .env(ADDRESS, address)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let orders = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Self {
            process,
            orders,
            answers,
        }
    }

    fn order(&mut self, order: &str) {
        writeln!(self.orders, "{order}").unwrap();
    }

    fn outcome(&mut self) -> Outcome {
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "the healthy federation has ended");
            // The first answer follows what the test runner says.
            if let Some((_, numbers)) = line.trim().split_once("exchanged ") {
                let (count, p99_ns) = numbers.split_once(' ').unwrap();
                return Outcome {
                    count: count.parse().unwrap(),
                    p99_ns: p99_ns.parse().unwrap(),
                };
            }
        }
    }

    /// That many exchanges.
    pub(crate) fn exchange(&mut self, count: u32) -> Outcome {
        self.order(&count.to_string());
        self.outcome()
    }

    /// Exchanges until [`Self::end`].
    pub(crate) fn begin(&mut self) {
        self.order("begin");
    }

    pub(crate) fn end(&mut self) -> Outcome {
        self.order("end");
        self.outcome()
    }
}

impl Drop for Healthy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
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

struct Federate {
    rti: RtiAmbassador,
    sends: InteractionClassHandle,
    received: Receiver<u32>,
}

impl Federate {
    fn join(address: &str, name: &str, sends: &str, receives: &str) -> Self {
        let rti = RtiAmbassador::new();
        let (passed, received) = channel();
        let settings = format!("rti.address = {address}; timeout.call_ms = 120000");
        let federate = Box::new(Passing(passed));
        rti.connect(federate, CallbackModel::Immediate, &settings)
            .unwrap();
        // The second finds it.
        let fom = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../hyla-conformance/foms/traffic-2025.xml"
        );
        let _ = rti.create_federation_execution("Healthy", &[fom], "");
        rti.join_federation_execution(Some(name), "test", "Healthy", &[])
            .unwrap();
        let class = |name: &str| {
            rti.interaction_class_handle(&format!("HLAinteractionRoot.{name}"))
                .unwrap()
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

    fn send(&self, number: u32) {
        self.rti
            .send_interaction(self.sends, &[], &number.to_le_bytes(), None)
            .unwrap();
    }

    fn expect(&self, number: u32) {
        let got = self.received.recv_timeout(WATCHDOG);
        assert_eq!(got, Ok(number), "lost or out of order");
    }
}

/// Not a test by itself: the process of [`Healthy`].
#[test]
fn a_healthy_federation() {
    let Some(address) = std::env::var_os(ADDRESS) else {
        return;
    };
    let address = address.to_str().unwrap();
    let one = Federate::join(address, "one", "Message", "Order");
    let other = Federate::join(address, "other", "Order", "Message");
    let (orders, ordered) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines() {
            let _ = orders.send(line.unwrap());
        }
    });
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
        let mut times = Vec::new();
        match order.parse::<u32>() {
            Ok(count) => times.extend((0..count).map(|_| exchange())),
            // Until the order to end.
            Err(_) => loop {
                times.push(exchange());
                if ordered.try_recv().is_ok() {
                    break;
                }
            },
        }
        times.sort_unstable();
        let p99 = times[(times.len() - 1) * 99 / 100];
        println!("exchanged {} {p99}", times.len());
    }
}
