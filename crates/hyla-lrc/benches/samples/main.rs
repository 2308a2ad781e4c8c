//! What live samples (QoS 5) cost a busy channel: throughput and latency of its messages with samples and without.
//!
//! One pair of federates sends short blocks of messages, three in turn and in an order drawn anew: with samples, without, and
//! without again. The differences within a turn are compared: what other work of the machine does to a turn, it does to all
//! three. The second comparison, of which the truth is no difference, shows what the bench resolves. Each figure is the median
//! over turns with the 95 % interval of a bootstrap over turns.
//!
//! ```text
//! cargo bench -p hyla-lrc --bench samples [-- [--seconds N] [--burst MESSAGES] [--raw FILE]]
//! ```
//!
//! `--raw` adds the figures of each turn to a file, and prints the medians over all that it has: several short runs with real-time
//! priority give one result.
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
/// Messages of a block at a rate.
const PACED: u64 = 1_000;
const PAUSE: Duration = Duration::from_micros(100);
/// Part of the time without pauses. It comes first, and a pause behind it: samples depend on the rate of the last half second.
const FAST_PART: u32 = 4;
/// Resamples of a bootstrap.
const RESAMPLES: usize = 2_000;

/// Counts messages, and notes how long they took: both federates have one clock.
struct Ears {
    began: Instant,
    count: Arc<AtomicU64>,
    times: Arc<Mutex<Vec<u64>>>,
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
            times.push(took);
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
    /// Messages of a block without pauses.
    burst: u64,
    began: Instant,
    count: Arc<AtomicU64>,
    times: Arc<Mutex<Vec<u64>>>,
}

impl Pair {
    fn new(at: SocketAddr, name: &str, settings: &str, burst: u64) -> Self {
        let began = Instant::now();
        let count = Arc::new(AtomicU64::new(0));
        let times = Arc::new(Mutex::new(Vec::new()));
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
            burst,
            began,
            count,
            times,
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

    /// Messages a second, without pauses.
    fn fast_block(&self) -> Vec<f64> {
        vec![self.burst as f64 / self.send(self.burst, Duration::ZERO)]
    }

    /// Percentiles of the latency at a rate, in microseconds.
    fn paced_block(&self) -> Vec<f64> {
        self.times.lock().unwrap().clear();
        self.send(PACED, PAUSE);
        let mut times = std::mem::take(&mut *self.times.lock().unwrap());
        times.sort_unstable();
        let at = |share: f64| times[(times.len() as f64 * share) as usize] as f64 / 1e3;
        vec![at(0.5), at(0.9), at(0.99)]
    }

    /// One block in each way, in an order drawn anew: figures without samples, without again, and with.
    fn turn(&self, random: &mut fastrand::Rng, block: impl Fn() -> Vec<f64>) -> Vec<[f64; 3]> {
        let mut order = [0, 1, 2];
        random.shuffle(&mut order);
        let mut of: [Vec<f64>; 3] = [const { Vec::new() }; 3];
        for way in order {
            self.speaker.pause_latency(true);
            self.send(20, PAUSE);
            self.speaker.pause_latency(way != 2);
            // The question is kept.
            self.ask();
            of[way] = block();
        }
        let [without, again, with] = of;
        let figures = without.into_iter().zip(again).zip(with);
        figures.map(|((a, b), c)| [a, b, c]).collect()
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

fn median(of: &mut [f64]) -> f64 {
    of.sort_unstable_by(f64::total_cmp);
    of[of.len() / 2]
}

/// The median of values with the 95 % interval of a bootstrap.
fn with_interval(values: &[f64], random: &mut fastrand::Rng) -> [f64; 3] {
    let mut drawn: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let mut some: Vec<f64> = values
                .iter()
                .map(|_| values[random.usize(..values.len())])
                .collect();
            median(&mut some)
        })
        .collect();
    drawn.sort_unstable_by(f64::total_cmp);
    let middle = median(&mut values.to_vec());
    [
        middle,
        drawn[RESAMPLES / 40],
        drawn[RESAMPLES - 1 - RESAMPLES / 40],
    ]
}

/// Prints the figures of all turns.
fn print(name: &str, what: &str, turns: &[[f64; 3]], random: &mut fastrand::Rng) {
    let all = |way: usize| median(&mut turns.iter().map(|turn| turn[way]).collect::<Vec<_>>());
    let ratio = |way: usize, random: &mut fastrand::Rng| {
        let ratios: Vec<f64> = turns.iter().map(|turn| turn[way] / turn[0]).collect();
        let [middle, low, high] = with_interval(&ratios, random);
        format!("{middle:.3} ({low:.3} to {high:.3})")
    };
    println!(
        "{name:14} {what:10} {:5} turns  without {:9.1}  with {:9.1}  with/without {}  again/without {}",
        turns.len(),
        all(0),
        all(2),
        ratio(2, random),
        ratio(1, random),
    );
}

const FIGURES: [&str; 4] = ["messages/s", "p50 us", "p90 us", "p99 us"];

/// Turns for some time, as `transport figure without again with` of each.
fn measure(pair: &Pair, name: &str, lasts: Duration, random: &mut fastrand::Rng) -> Vec<String> {
    let began = Instant::now();
    let mut lines = Vec::new();
    let mut take = |first: usize, of: Vec<[f64; 3]>| {
        for (at, [without, again, with]) in of.into_iter().enumerate() {
            let what = FIGURES[first + at];
            lines.push(format!("{name}\t{what}\t{without}\t{again}\t{with}"));
        }
    };
    while began.elapsed() < lasts / FAST_PART {
        take(0, pair.turn(random, || pair.fast_block()));
    }
    pair.send(10_000, PAUSE);
    while began.elapsed() < lasts {
        take(1, pair.turn(random, || pair.paced_block()));
    }
    lines
}

fn option(name: &str) -> Option<String> {
    let mut arguments = std::env::args().skip_while(|text| text != name);
    arguments.nth(1)
}

fn main() {
    let seconds = option("--seconds").map_or(100, |text| text.parse().unwrap());
    let burst = option("--burst").map_or(10_000, |text| text.parse().unwrap());
    let mut server = RtiServer::new(&Sources::none().load().unwrap()).unwrap();
    let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let stop = server.stopper();
    let thread = std::thread::spawn(move || server.run().unwrap());
    let transports = [
        ("TCP", "peer.in_process = false; peer.shared_memory = false"),
        ("shared memory", "peer.in_process = false"),
    ];
    let mut random = fastrand::Rng::new();
    let mut lines = Vec::new();
    for (name, settings) in transports {
        let pair = Pair::new(at, name, settings, burst);
        pair.ask();
        let lasts = Duration::from_secs(seconds) / transports.len() as u32;
        lines.extend(measure(&pair, name, lasts, &mut random));
        let samples = pair.ask();
        println!("{name}: {samples} samples accompanied messages of {BYTES} bytes");
    }
    stop.stop();
    thread.join().unwrap();
    if let Some(file) = option("--raw") {
        let mut text = std::fs::read_to_string(&file).unwrap_or_default();
        for line in &lines {
            text += &format!("{line}\n");
        }
        std::fs::write(&file, &text).unwrap();
        lines = text.lines().map(str::to_owned).collect();
    }
    let mut seeded = fastrand::Rng::with_seed(1);
    for (name, _) in transports {
        for what in FIGURES {
            let turns: Vec<[f64; 3]> = lines
                .iter()
                .filter_map(|line| line.strip_prefix(&format!("{name}\t{what}\t")))
                .map(|rest| {
                    let mut of = rest.split('\t').map(|text| text.parse().unwrap());
                    [(); 3].map(|()| of.next().unwrap())
                })
                .collect();
            if !turns.is_empty() {
                print(name, what, &turns, &mut seeded);
            }
        }
    }
}
