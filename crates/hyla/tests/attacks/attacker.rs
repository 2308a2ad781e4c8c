//! The attacker: a process of its own, which carries out the attack of one test, once or until it is stopped.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{TryRecvError, channel};

use hyla_lrc::{FederateAmbassador, NullFederateAmbassador, RtiAmbassador};
use hyla_types::CallbackModel;
use serde::{Deserialize, Serialize};

use crate::healthy::Member;
use crate::{PATIENT, is_measuring, together};

const TARGET: &str = "ATTACKS_TARGET";

/// What the attacker knows.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Target {
    /// The RTI's, for native federates.
    pub(crate) address: String,
    pub(crate) fedpro: Option<SocketAddr>,
    /// Of the healthy federation.
    pub(crate) members: Vec<Member>,
    /// With which federates reach the RTI.
    pub(crate) settings: String,
    /// The users file, where the RTI has one.
    pub(crate) users: Option<String>,
}

impl Target {
    /// The target, in the process of an attacker.
    pub(crate) fn of_this_process() -> Option<Self> {
        let text = std::env::var(TARGET).ok()?;
        Some(serde_json::from_str(&text).unwrap())
    }

    /// A federate over TCP: a user of its own beside the healthy federation, which uses shared memory with the RTI.
    pub(crate) fn federate(&self, settings: &str) -> RtiAmbassador {
        let rti = RtiAmbassador::new();
        self.connect(&rti, Box::new(NullFederateAmbassador), settings)
            .unwrap();
        rti
    }

    /// A federate of the user that the healthy federation is of.
    pub(crate) fn local_federate(&self) -> RtiAmbassador {
        let rti = RtiAmbassador::new();
        let address = format!("rti.address = {}", self.address);
        let settings = together(&[&address, &self.settings, PATIENT]);
        let federate = Box::new(NullFederateAmbassador);
        rti.connect(federate, CallbackModel::Immediate, &settings)
            .unwrap();
        rti
    }

    pub(crate) fn connect(
        &self,
        rti: &RtiAmbassador,
        federate: Box<dyn FederateAmbassador>,
        settings: &str,
    ) -> Result<(), hyla_types::Exception> {
        let address = format!("rti.address = {}", self.address);
        let tcp = "peer.shared_memory = false";
        let settings = together(&[&address, tcp, &self.settings, PATIENT, settings]);
        rti.connect(federate, CallbackModel::Immediate, &settings)
            .map(|_| ())
    }
}

/// The process.
pub(crate) struct Attacker {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Attacker {
    /// Starts the attacker of the test of that name.
    pub(crate) fn start(test: &str, target: &Target) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(TARGET, serde_json::to_string(target).unwrap())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let orders = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        let mut attacker = Self {
            process,
            orders,
            answers,
        };
        attacker.attacked();
        attacker
    }

    fn order(&mut self, order: &str) {
        writeln!(self.orders, "{order}").unwrap();
    }

    /// How many attacks it reports.
    fn attacked(&mut self) -> u32 {
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "the attack has failed");
            // The first answer follows what the test runner says.
            if let Some((_, count)) = line.trim().split_once("attacked ") {
                return count.parse().unwrap();
            }
        }
    }

    /// Attacks once; it has been refused as it should.
    pub(crate) fn attack(&mut self) {
        self.order("once");
        assert_eq!(self.attacked(), 1);
    }

    /// Attacks until [`Self::end`].
    pub(crate) fn begin(&mut self) {
        self.order("begin");
    }

    /// How often it has attacked; the last attack is over.
    pub(crate) fn end(&mut self) -> u32 {
        self.order("end");
        self.attacked()
    }
}

impl Drop for Attacker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// In the process: carries out what it is ordered to, until its parent ends.
pub(crate) fn serve(mut attack: impl FnMut()) {
    if is_measuring() {
        // A real attacker has a processor of its own, and takes none from the federation.
        rustix::process::nice(19).unwrap();
    }
    let (orders, ordered) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines() {
            let _ = orders.send(line.unwrap());
        }
    });
    println!("attacked 0");
    while let Ok(order) = ordered.recv() {
        let mut count = 0;
        loop {
            attack();
            count += 1;
            if order == "once" || ordered.try_recv() != Err(TryRecvError::Empty) {
                break;
            }
        }
        println!("attacked {count}");
    }
}
