//! What live samples cost a busy channel: throughput and latency of its messages with a question of QoS 5 and without, in
//! pairs of rounds that take turns.
//!
//! ```text
//! cargo bench -p hyla-lrc --bench samples
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a bench"
)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use hyla_lrc::settings::Sources;
use hyla_lrc::{
    Activity, Delivery, FederateAmbassador, LatencyQuestion, ParameterValues, RtiAmbassador,
};
use hyla_rti::RtiServer;
use hyla_types::{
    CallbackModel, FederateHandle, InteractionClassHandle, ParameterHandle, ResignAction,
};

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/lanes-2025.xml"
);
const BYTES: usize = 256;
const ROUNDS: usize = 21;
/// Messages of a round without pauses, and of one at a rate.
const MANY: u64 = 100_000;
const PACED: u64 = 5_000;
const PAUSE: Duration = Duration::from_micros(100);

/// Counts messages, and notes how long they took: both federates have one clock.
struct Ears {
    began: Instant,
    count: Arc<AtomicU64>,
    times: Arc<Mutex<Histogram<u64>>>,
}

impl FederateAmbassador for Ears {
    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        if let Some(sent) = values[0].1.first_chunk() {
            let took =
                (self.began.elapsed().as_nanos() as u64).saturating_sub(u64::from_le_bytes(*sent));
            let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
            times.saturating_record(took);
        }
        self.count.fetch_add(1, Ordering::Release);
    }
}

struct Pair {
    speaker: RtiAmbassador,
    listener: RtiAmbassador,
    peer: FederateHandle,
    class: InteractionClassHandle,
    parameter: ParameterHandle,
    began: Instant,
    count: Arc<AtomicU64>,
    times: Arc<Mutex<Histogram<u64>>>,
    is_asked: bool,
}

impl Pair {
    fn new(at: SocketAddr, name: &str, settings: &str, is_asked: bool) -> Self {
        let began = Instant::now();
        let count = Arc::new(AtomicU64::new(0));
        let times = Histogram::new_with_bounds(1, 60_000_000_000, 3).unwrap();
        let times = Arc::new(Mutex::new(times));
        let settings = format!("rti.address = {at}; {settings}");
        let join = |who: &str| {
            let rti = RtiAmbassador::new();
            let ears = Ears {
                began,
                count: count.clone(),
                times: times.clone(),
            };
            rti.connect(Box::new(ears), CallbackModel::Immediate, &settings)
                .unwrap();
            let _ = rti.create_federation_execution(name, &[FOM], "");
            rti.join_federation_execution(Some(who), "bench", name, &[])
                .unwrap();
            rti
        };
        let (listener, speaker) = (join("listener"), join("speaker"));
        let class = speaker.interaction_class_handle("Load").unwrap();
        let parameter = speaker.parameter_handle(class, "Bytes").unwrap();
        listener
            .subscribe_interaction_class(class, Activity::Active)
            .unwrap();
        speaker.publish_interaction_class(class).unwrap();
        let peer = speaker.federate_handle("listener").unwrap();
        let pair = Self {
            speaker,
            listener,
            peer,
            class,
            parameter,
            began,
            count,
            times,
            is_asked,
        };
        pair.send(2_000, Duration::ZERO);
        pair
    }

    fn ask(&self) -> u64 {
        let question = LatencyQuestion {
            bytes: BYTES as u32,
            ..LatencyQuestion::to(self.peer)
        };
        self.speaker.latency(&question).unwrap().from_messages
    }

    /// Sends messages with pauses and waits until all have arrived; gives the seconds.
    fn send(&self, messages: u64, pause: Duration) -> f64 {
        let before = self.count.load(Ordering::Acquire);
        let start = Instant::now();
        let mut value = [7; BYTES];
        for number in 0..messages {
            while start.elapsed() < pause * number as u32 {
                std::thread::yield_now();
            }
            let now = self.began.elapsed().as_nanos() as u64;
            value[..8].copy_from_slice(&now.to_le_bytes());
            let values = [(self.parameter, &value[..])];
            self.speaker
                .send_interaction(self.class, &values, &[], None)
                .unwrap();
        }
        while self.count.load(Ordering::Acquire) < before + messages {
            std::thread::yield_now();
        }
        start.elapsed().as_secs_f64()
    }

    /// Messages a second; then p50 and p99 in microseconds at a rate.
    fn round(&self) -> [f64; 3] {
        if self.is_asked {
            self.ask();
        }
        let rate = MANY as f64 / self.send(MANY, Duration::ZERO);
        self.times.lock().unwrap().reset();
        self.send(PACED, PAUSE);
        let times = self.times.lock().unwrap();
        let at = |share| times.value_at_quantile(share) as f64 / 1e3;
        [rate, at(0.5), at(0.99)]
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for rti in [&self.speaker, &self.listener] {
            let _ = rti.resign_federation_execution(ResignAction::NoAction);
            let _ = rti.disconnect();
        }
    }
}

fn median(mut of: Vec<f64>) -> (f64, f64, f64) {
    of.sort_by(f64::total_cmp);
    let at = |share: usize| of[(of.len() - 1) * share / 4];
    (at(2), at(1), at(3))
}

fn main() {
    let mut server = RtiServer::new(&Sources::none().load().unwrap()).unwrap();
    let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let stop = server.stopper();
    let thread = std::thread::spawn(move || server.run().unwrap());
    for (name, settings) in [
        ("TCP", "peer.in_process = false; peer.shared_memory = false"),
        ("shared memory", "peer.in_process = false"),
    ] {
        // Two without: their ratio is the noise of the machine.
        let pairs = [
            Pair::new(at, &format!("{name} without"), settings, false),
            Pair::new(at, &format!("{name} again"), settings, false),
            Pair::new(at, &format!("{name} with"), settings, true),
        ];
        let mut rounds: Vec<[[f64; 3]; 3]> = Vec::new();
        for round in 0..ROUNDS {
            let mut of = [[0.0; 3]; 3];
            for turn in 0..3 {
                let index = (turn + round) % 3;
                of[index] = pairs[index].round();
            }
            rounds.push(of);
        }
        println!("{name}: {BYTES} bytes, {ROUNDS} rounds; median (quartiles)");
        for (index, what) in ["messages/s", "p50 us", "p99 us"].into_iter().enumerate() {
            let figure = |pair: usize| median(rounds.iter().map(|of| of[pair][index]).collect()).0;
            let ratio = |pair: usize| {
                let ratios = rounds.iter().map(|of| of[pair][index] / of[0][index]);
                let (middle, low, high) = median(ratios.collect());
                format!("{middle:.3} ({low:.3} to {high:.3})")
            };
            println!(
                "  {what:10} without {:10.1}  with {:10.1}  ratio {}; without again {}",
                figure(0),
                figure(2),
                ratio(2),
                ratio(1)
            );
        }
        println!("  samples that accompanied messages: {}", pairs[2].ask());
    }
    stop.stop();
    thread.join().unwrap();
}
