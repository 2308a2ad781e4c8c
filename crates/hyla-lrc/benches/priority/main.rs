//! A short command beside a bulk stream that fills the way: time from the call to the callback, without and
//! with the load. Each with a lane of its own for the commands, and without; and with a lane and threads of Hyla that have a
//! real-time priority, where that is permitted.
//!
//! ```text
//! cargo bench -p hyla-lrc --bench priority
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a bench"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use hyla_lrc::settings::Sources;
use hyla_lrc::{Activity, Delivery, FederateAmbassador, ParameterValues, RtiAmbassador};
use hyla_rti::RtiServer;
use hyla_types::{CallbackModel, FederateHandle, InteractionClassHandle, ResignAction};

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/lanes-2025.xml"
);
/// A pause between two commands.
const PAUSE: Duration = Duration::from_millis(1);
const COMMANDS: u32 = 2_000;
const LANE: &str = "qos.Command.priority = 5";
const REAL_TIME: &str = "qos.Command.priority = 5; process.scheduling = fifo:50";
/// A message of the load.
const BULK: usize = 4 << 10;

/// Notes how long commands took; both federates are in this process and have one clock.
struct Ears {
    began: Instant,
    tell: Sender<Duration>,
}

impl FederateAmbassador for Ears {
    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        if let Ok(sent) = <[u8; 8]>::try_from(values[0].1) {
            let sent = Duration::from_nanos(u64::from_le_bytes(sent));
            let _ = self.tell.send(self.began.elapsed().saturating_sub(sent));
        }
    }
}

struct Pair {
    speaker: RtiAmbassador,
    listener: RtiAmbassador,
    came: Receiver<Duration>,
    began: Instant,
}

impl Pair {
    fn new(at: std::net::SocketAddr, name: &str, settings: &str) -> Self {
        let began = Instant::now();
        let (tell, came) = channel();
        let settings = format!("rti.address = {at}; peer.in_process = false; {settings}");
        let join = |who: &str, ears: Ears| {
            let rti = RtiAmbassador::new();
            rti.connect(Box::new(ears), CallbackModel::Immediate, &settings)
                .unwrap();
            let _ = rti.create_federation_execution(name, &[FOM], "");
            rti.join_federation_execution(Some(who), "bench", name, &[])
                .unwrap();
            rti
        };
        let listener = join(
            "listener",
            Ears {
                began,
                tell: tell.clone(),
            },
        );
        let speaker = join("speaker", Ears { began, tell });
        for class in ["Order", "Load"] {
            let class = speaker.interaction_class_handle(class).unwrap();
            speaker.publish_interaction_class(class).unwrap();
            listener
                .subscribe_interaction_class(class, Activity::Active)
                .unwrap();
        }
        Self {
            speaker,
            listener,
            came,
            began,
        }
    }

    fn command(&self) {
        let class = self.speaker.interaction_class_handle("Order").unwrap();
        let number = self.speaker.parameter_handle(class, "Number").unwrap();
        let now = self.began.elapsed().as_nanos() as u64;
        self.speaker
            .send_interaction(class, &[(number, &now.to_le_bytes())], &[], None)
            .unwrap();
    }

    /// Until the first command arrives, the speaker does not know that anybody listens.
    fn meet(&self) {
        while self.came.recv_timeout(Duration::from_millis(20)).is_err() {
            self.command();
        }
        while self.came.recv_timeout(Duration::from_millis(200)).is_ok() {}
    }

    fn measure(&self) -> Histogram<u64> {
        let mut took = Histogram::new(3).unwrap();
        for _ in 0..COMMANDS {
            std::thread::sleep(PAUSE);
            self.command();
            let came = self.came.recv_timeout(Duration::from_secs(60)).unwrap();
            took.record(came.as_nanos() as u64).unwrap();
        }
        took
    }

    /// While another thread of the speaker fills the way.
    fn measure_loaded(&self) -> Histogram<u64> {
        let stop = Arc::new(AtomicBool::new(false));
        let (rti, until) = (self.speaker.clone(), stop.clone());
        let flood = std::thread::spawn(move || {
            let class = rti.interaction_class_handle("Load").unwrap();
            let bytes = rti.parameter_handle(class, "Bytes").unwrap();
            let value = vec![7; BULK];
            while !until.load(Ordering::Relaxed) {
                rti.send_interaction(class, &[(bytes, &value)], &[], None)
                    .unwrap();
            }
        });
        std::thread::sleep(Duration::from_millis(200));
        let took = self.measure();
        stop.store(true, Ordering::Relaxed);
        flood.join().unwrap();
        took
    }

    fn peer(&self) -> FederateHandle {
        self.speaker.federate_handle("listener").unwrap()
    }

    fn end(self) {
        for rti in [&self.speaker, &self.listener] {
            let _ = rti.resign_federation_execution(ResignAction::NoAction);
            let _ = rti.disconnect();
        }
    }
}

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let mut server = RtiServer::new(&Sources::none().load().unwrap()).unwrap();
    let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let stop = server.stopper();
    let thread = std::thread::spawn(move || server.run().unwrap());
    println!(
        "microseconds from call to callback of a command of 8 bytes, alone and beside a bulk stream"
    );
    println!("| | p50 alone | p99 alone | p50 loaded | p99 loaded | p99 ratio |");
    println!("|---|---|---|---|---|---|");
    for (way, shared_memory) in [("TCP", false), ("shared memory", true)] {
        for (lanes, profiles) in [
            ("one stream", ""),
            ("a lane", LANE),
            ("a lane, real time", REAL_TIME),
        ] {
            let settings = format!("peer.shared_memory = {shared_memory}; {profiles}");
            let pair = Pair::new(at, &format!("{way} {lanes}"), &settings);
            pair.meet();
            if !profiles.is_empty() {
                pair.speaker.bind_channel(pair.peer(), "Command").unwrap();
            }
            let (alone, loaded) = (pair.measure(), pair.measure_loaded());
            let micros = |took: &Histogram<u64>, at| took.value_at_quantile(at) as f64 / 1000.0;
            println!(
                "| {way}, {lanes} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
                micros(&alone, 0.5),
                micros(&alone, 0.99),
                micros(&loaded, 0.5),
                micros(&loaded, 0.99),
                micros(&loaded, 0.99) / micros(&alone, 0.99)
            );
            pair.end();
        }
    }
    stop.stop();
    thread.join().unwrap();
}
