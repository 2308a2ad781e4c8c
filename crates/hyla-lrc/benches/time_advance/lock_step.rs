//! The same through the time management of Hyla.

use std::io::Write;
use std::process::Child;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use hyla_lrc::settings::Sources;
use hyla_lrc::{FederateAmbassador, ModuleSource, RtiAmbassador};
use hyla_rti::RtiServer;
use hyla_types::{
    CallbackModel, Edition, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
    ResignAction,
};

use crate::{line, rounds, slowest, spawn};

const FOM: &[u8] = include_bytes!("../../../hyla-conformance/foms/traffic-2010.xml");
pub(crate) const FEDERATION: &str = "Lock step";

/// Microseconds for a round over TCP or in shared memory.
pub(crate) fn round(of: usize, shared_memory: bool) -> f64 {
    let way = format!("peer.shared_memory = {shared_memory}");
    let mut rti = spawn("rti", &way, 0, of);
    let at = format!("rti.address = {}; {way}", line(&mut rti));
    let mut children: Vec<Child> = (0..of).map(|i| spawn("federate", &at, i, of)).collect();
    for child in &mut children {
        assert_eq!(line(child), "ready");
    }
    for child in &mut children {
        let input = child.stdin.as_mut().expect("piped");
        writeln!(input, "go").expect("it waits");
    }
    let slowest = slowest(&mut children);
    rti.kill().expect("it serves until it is ended");
    let _ = rti.wait();
    slowest
}

pub(crate) fn fom() -> ModuleSource {
    ModuleSource {
        designator: "traffic-2010.xml".into(),
        content: FOM.to_vec(),
    }
}

/// The process in the middle.
pub(crate) fn rti(settings: &str) {
    let settings = Sources::none().connect(settings).load();
    let settings = settings.expect("the settings are sound");
    let mut server = RtiServer::new(&settings).expect("has descriptors");
    let at = server.listen("127.0.0.1:0".parse().expect("an address"));
    println!("{}", at.expect("loopback"));
    server.run().expect("serves");
}

pub(crate) fn at(time: u32) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(f64::from(time)).expect("a time"))
}

/// Asks for the next step from inside each grant.
struct Stepper {
    rti: RtiAmbassador,
    enabled: mpsc::Sender<()>,
    done: mpsc::Sender<f64>,
    rounds: u32,
    step: u32,
    started: Instant,
}

impl FederateAmbassador for Stepper {
    fn time_regulation_enabled(&mut self, _: LogicalTime) {
        let _ = self.enabled.send(());
    }

    fn time_constrained_enabled(&mut self, _: LogicalTime) {
        let _ = self.enabled.send(());
    }

    fn time_advance_grant(&mut self, _: LogicalTime) {
        self.step += 1;
        if self.step == self.rounds / 10 {
            self.started = Instant::now();
        }
        if self.step == self.rounds + self.rounds / 10 {
            let elapsed = self.started.elapsed().as_secs_f64();
            let _ = self.done.send(elapsed * 1e6 / f64::from(self.rounds));
            return;
        }
        self.rti
            .time_advance_request(at(self.step + 1))
            .expect("advances");
    }
}

/// A process that takes part.
pub(crate) fn federate(settings: &str, index: usize, of: usize) {
    let rti = RtiAmbassador::of_edition(Edition::Hla2010);
    let (enabled, wait_enabled) = mpsc::channel();
    let (done, wait_done) = mpsc::channel();
    let stepper = Stepper {
        rti: rti.clone(),
        enabled,
        done,
        rounds: rounds(of),
        step: 0,
        started: Instant::now(),
    };
    rti.connect(Box::new(stepper), CallbackModel::Immediate, settings)
        .expect("connects");
    let _ = rti.create_federation_execution_from(FEDERATION, vec![fom()], "");
    let name = format!("federate {index}");
    rti.join_federation_execution(Some(&name), "bench", FEDERATION, &[])
        .expect("joins");
    let one = LogicalTimeInterval::Float64(Float64Interval::new(1.0).expect("an interval"));
    rti.enable_time_regulation(one).expect("regulates");
    rti.enable_time_constrained().expect("is constrained");
    for _ in 0..2 {
        wait_enabled.recv().expect("the ambassador lives");
    }
    println!("ready");
    let mut go = String::new();
    std::io::stdin().read_line(&mut go).expect("text");
    rti.time_advance_request(at(1)).expect("advances");
    println!("{}", wait_done.recv().expect("the ambassador lives"));
    // The others are in their last round, which does not need this one any more.
    std::thread::sleep(Duration::from_millis(100));
    let _ = rti.resign_federation_execution(ResignAction::NoAction);
}
