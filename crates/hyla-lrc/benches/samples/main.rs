//! What live samples cost a busy channel: throughput and latency of its messages with a question of QoS 5 and without, in
//! rounds that take turns. The latencies of all rounds are pooled; the interval of a ratio is that of a bootstrap over rounds, so
//! that it contains what other work of the machine does to a round.
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
/// Rounds without pauses, and rounds at a rate.
const FAST_ROUNDS: usize = 21;
const PACED_ROUNDS: usize = 90;
/// Messages of a round without pauses, and of one at a rate.
const MANY: u64 = 50_000;
const PACED: u64 = 1_000;
const PAUSE: Duration = Duration::from_micros(100);
/// Resamples of a bootstrap.
const RESAMPLES: usize = 1_000;

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

    /// Messages a second, without pauses.
    fn fast_round(&self) -> f64 {
        if self.is_asked {
            self.ask();
        }
        MANY as f64 / self.send(MANY, Duration::ZERO)
    }

    /// Latencies at a rate, in nanoseconds.
    fn paced_round(&self) -> Vec<u64> {
        if self.is_asked {
            self.ask();
        }
        self.times.lock().unwrap().reset();
        self.send(PACED, PAUSE);
        let times = self.times.lock().unwrap();
        let recorded = times.iter_recorded();
        recorded
            .flat_map(|at| vec![at.value_iterated_to(); at.count_at_value() as usize])
            .collect()
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

/// Rounds of the three pairs, in turns.
fn rounds<T>(count: usize, round: impl Fn(usize) -> T) -> Vec<[T; 3]> {
    let mut rounds = Vec::new();
    for number in 0..count {
        let mut of = [const { None }; 3];
        for turn in 0..3 {
            let index = (turn + number) % 3;
            of[index] = Some(round(index));
        }
        rounds.push(of.map(Option::unwrap));
    }
    rounds
}

/// The ratios of the second and the third pair to the first, each with its 95 % interval, from a figure of some rounds.
fn ratios(count: usize, figure: impl Fn(usize, &[usize]) -> f64) -> [String; 2] {
    let all: Vec<usize> = (0..count).collect();
    let mut random = fastrand::Rng::with_seed(1);
    let drawn: Vec<Vec<usize>> = (0..RESAMPLES)
        .map(|_| (0..count).map(|_| random.usize(0..count)).collect())
        .collect();
    let bases: Vec<f64> = drawn.iter().map(|rounds| figure(0, rounds)).collect();
    [1, 2].map(|pair| {
        let ratio = figure(pair, &all) / figure(0, &all);
        let drawn = drawn.iter().zip(&bases);
        let mut resampled: Vec<f64> = drawn
            .map(|(rounds, base)| figure(pair, rounds) / base)
            .collect();
        resampled.sort_by(f64::total_cmp);
        let (low, high) = (
            resampled[RESAMPLES / 40],
            resampled[RESAMPLES - 1 - RESAMPLES / 40],
        );
        format!("{ratio:.3} ({low:.3} to {high:.3})")
    })
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
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
        println!("{name}: {BYTES} bytes; ratios to the pair without, with their 95 % intervals");
        let print = |what: &str, figure: &dyn Fn(usize) -> f64, ratios: [String; 2]| {
            let [again, with] = ratios;
            println!(
                "  {what:10} without {:10.1}  with {:10.1}  ratio {with}; without again {again}",
                figure(0),
                figure(2),
            );
        };
        let fast = rounds(FAST_ROUNDS, |index| pairs[index].fast_round());
        let of =
            |pair: usize, rounds: &[usize]| median(rounds.iter().map(|r| fast[*r][pair]).collect());
        let all: Vec<usize> = (0..FAST_ROUNDS).collect();
        print(
            "messages/s",
            &|pair| of(pair, &all),
            ratios(FAST_ROUNDS, of),
        );
        let paced = rounds(PACED_ROUNDS, |index| pairs[index].paced_round());
        let all: Vec<usize> = (0..PACED_ROUNDS).collect();
        for (what, share) in [("p50 us", 0.5), ("p90 us", 0.9), ("p99 us", 0.99)] {
            let of = |pair: usize, rounds: &[usize]| {
                let mut pooled: Vec<u64> = rounds
                    .iter()
                    .flat_map(|round| paced[*round][pair].iter().copied())
                    .collect();
                let rank = (pooled.len() as f64 * share) as usize;
                *pooled.select_nth_unstable(rank).1 as f64 / 1e3
            };
            print(what, &|pair| of(pair, &all), ratios(PACED_ROUNDS, of));
        }
        println!("  samples that accompanied messages: {}", pairs[2].ask());
    }
    stop.stop();
    thread.join().unwrap();
}
