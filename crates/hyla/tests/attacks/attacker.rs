//! The attacker: a process of its own, which carries out the attack of one test, once or until it is stopped.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc::TryRecvError;

use hyla_lrc::{FederateAmbassador, NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, Exception};
use serde::{Deserialize, Serialize};

use crate::healthy::Member;
use crate::process::{Process, orders};
use crate::{PATIENT, is_measuring, together};

const TARGET: &str = "ATTACKS_TARGET";

/// Addresses and settings with which an attacker begins.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Target {
    /// The RTI's, for native federates.
    pub(crate) address: String,
    pub(crate) fedpro: Option<SocketAddr>,
    /// The same over TLS.
    pub(crate) fedpro_tls: Option<SocketAddr>,
    /// Of the healthy federation.
    pub(crate) members: Vec<Member>,
    /// With which federates reach the RTI.
    pub(crate) settings: String,
    /// The users file, where the RTI has one.
    pub(crate) users: Option<String>,
    /// A folder that the attacker can write to, where the test needs one.
    pub(crate) folder: Option<PathBuf>,
}

impl Target {
    /// The target, in the process of an attacker.
    pub(crate) fn of_this_process() -> Option<Self> {
        let text = std::env::var(TARGET).ok()?;
        Some(serde_json::from_str(&text).unwrap())
    }

    /// A federate over TCP: a user of its own beside the healthy federation, which uses shared memory with the RTI.
    pub(crate) fn federate(&self, settings: &str) -> RtiAmbassador {
        self.try_federate(settings).unwrap()
    }

    pub(crate) fn try_federate(&self, settings: &str) -> Result<RtiAmbassador, Exception> {
        let rti = RtiAmbassador::new();
        self.connect(&rti, Box::new(NullFederateAmbassador), settings)?;
        Ok(rti)
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
    ) -> Result<(), Exception> {
        let address = format!("rti.address = {}", self.address);
        let tcp = "peer.shared_memory = false";
        let settings = together(&[&address, tcp, &self.settings, PATIENT, settings]);
        rti.connect(federate, CallbackModel::Immediate, &settings)
            .map(|_| ())
    }
}

/// The process.
pub(crate) struct Attacker(Process);

impl Attacker {
    /// Starts the attacker of the test of that name.
    pub(crate) fn start(test: &str, target: &Target) -> Self {
        let target = serde_json::to_string(target).unwrap();
        let mut attacker = Self(Process::start(test, TARGET, &target));
        attacker.attacked();
        attacker
    }

    /// How many attacks it reports.
    fn attacked(&mut self) -> u32 {
        self.0.answer("attacked ").parse().unwrap()
    }

    /// Attacks once; it has been refused as it should.
    pub(crate) fn attack(&mut self) {
        self.0.order("once");
        assert_eq!(self.attacked(), 1);
    }

    /// Attacks until [`Self::end`].
    pub(crate) fn begin(&mut self) {
        self.0.order("begin");
    }

    /// How often it has attacked; the last attack is over.
    pub(crate) fn end(&mut self) -> u32 {
        self.0.order("end");
        self.attacked()
    }
}

/// In the process: carries out what it is ordered to, until its parent ends.
pub(crate) fn serve(mut attack: impl FnMut()) {
    if is_measuring() {
        // A real attacker has a processor of its own, and takes none from the federation.
        rustix::process::nice(19).unwrap();
    }
    let ordered = orders();
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
