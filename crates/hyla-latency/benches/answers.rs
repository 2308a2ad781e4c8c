//! Cost of answers: in process, over the interfaces, and with 10 000 connections on one server.
//!
//! `cargo bench -p hyla-latency --bench answers`
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyla_baselines::peer::{Does, Peer};
use hyla_latency::estimator::{
    Action, Connection, ConnectionId, End, Estimator, Hardness, Qos, Report, Settings,
};
use hyla_latency::interface::schema;
use hyla_latency::profile::{Document, Machine, Table};
use hyla_latency::server::{Config, Server};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;

const PROFILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../docs/studies/results/load-matrix/01-load-matrix.profile.json"
);

fn document() -> Document {
    Document::read(&std::fs::read_to_string(PROFILE).unwrap()).unwrap()
}

fn connection(host: usize, bytes: u64, qos: Qos) -> Connection {
    Connection {
        from: End::host(format!("host-{host}")),
        to: End::host(format!("host-{}", (host + 1) % HOSTS)),
        bytes,
        qos,
        quantity: None,
    }
}

fn hardness(per_cent: f64) -> Hardness {
    Hardness::per_cent(per_cent).unwrap()
}

fn report(processor: f64) -> Report {
    Report {
        processor,
        port: Some((0.3, 1e9)),
        valid_for: Duration::from_secs(3),
    }
}

/// Median, 99th and 99.9th percentile, and maximum, in microseconds.
fn print(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |p: f64| times[((times.len() - 1) as f64 * p) as usize].as_secs_f64() * 1e6;
    println!(
        "{name:48} {:>9.2} {:>9.2} {:>9.2} {:>9.1}",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}

const HOSTS: usize = 100;

/// Answers in process: with a new state and percentile, and repeated.
fn in_process() {
    println!(
        "{:48} {:>9} {:>9} {:>9} {:>9}",
        "us", "p50", "p99", "p99.9", "max"
    );
    let kinds = [
        ("QoS 1, size measured", 64, Qos::Mean),
        ("QoS 1, between sizes", 300, Qos::Mean),
        ("QoS 2, size measured", 64, Qos::Bound(hardness(99.0))),
        ("QoS 2, between sizes", 300, Qos::Bound(hardness(99.0))),
        ("QoS 4", 64, Qos::MeasuredBound(hardness(99.0))),
        ("QoS 5", 64, Qos::LiveBound(hardness(99.0))),
    ];
    for (name, bytes, qos) in kinds {
        let mut estimator = Estimator::new(Settings::default());
        estimator.set_profile(Table::new(&document()).unwrap(), Vec::new());
        let mut now = Duration::from_secs(1);
        let id = estimator.connect(now, connection(0, bytes, qos)).unwrap();
        for host in ["host-0", "host-1"] {
            estimator.handle_report(now, host, report(0.1));
        }
        for i in 0..1000 {
            estimator.handle_sample(now, id, f64::from(i));
        }
        measure_all(&mut estimator, now);
        let mut new = Vec::new();
        for turn in 0..3000 {
            // Three states in turn: each differs from the last.
            now += Duration::from_millis(100);
            let processor = [0.1, 0.5, 0.9][turn % 3];
            estimator.handle_report(now, "host-0", report(processor));
            estimator.handle_report(now, "host-1", report(0.1));
            let began = Instant::now();
            black_box(estimator.ask(now, id));
            new.push(began.elapsed());
        }
        // The first of each state includes the bootstrap of its mean.
        new.drain(..3);
        let again = (0..100_000).map(|_| {
            let began = Instant::now();
            black_box(estimator.ask(now, id));
            began.elapsed()
        });
        let again = again.collect();
        print(&format!("{name}, new state"), new);
        print(&format!("{name}, again"), again);
    }
}

/// The first answer to a connection with a percentile that was not asked for before.
fn new_percentiles() {
    for (name, bytes) in [("size measured", 64), ("between sizes", 300)] {
        let mut estimator = Estimator::new(Settings::default());
        estimator.set_profile(Table::new(&document()).unwrap(), Vec::new());
        let now = Duration::from_secs(1);
        for host in ["host-0", "host-1"] {
            estimator.handle_report(now, host, report(0.1));
        }
        let mut times = Vec::new();
        for turn in 0..20_000 {
            let qos = Qos::Bound(hardness(50.0 + f64::from(turn) * 49.9 / 20_000.0));
            let id = estimator.connect(now, connection(0, bytes, qos)).unwrap();
            let began = Instant::now();
            black_box(estimator.ask(now, id));
            times.push(began.elapsed());
            estimator.disconnect(id);
        }
        print(&format!("QoS 2, {name}, first of a percentile"), times);
    }
}

/// The first answer after a measurement of skewed times, whose mean needs a bootstrap.
fn after_measurement() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut times = Vec::new();
    for _ in 0..300 {
        let mut estimator = Estimator::new(Settings::default());
        let now = Duration::from_secs(1);
        let id = estimator
            .connect(now, connection(0, 64, Qos::MeasuredMean))
            .unwrap();
        for part in 0..100 {
            let now = now + Duration::from_secs(part);
            while let Some(Action::Measure {
                measurement,
                round_trips,
                ..
            }) = estimator.poll_action(now)
            {
                let us: Vec<f64> = (0..round_trips)
                    .map(|_| 100.0 / (1.0 - random.f64()).sqrt())
                    .collect();
                estimator.handle_measured(now, measurement, &us);
            }
        }
        let began = Instant::now();
        black_box(estimator.ask(now + Duration::from_secs(100), id));
        times.push(began.elapsed());
    }
    print("QoS 3, first after a measurement, skewed", times);
}

fn measure_all(estimator: &mut Estimator, now: Duration) {
    while let Some(Action::Measure {
        measurement,
        round_trips,
        ..
    }) = estimator.poll_action(now)
    {
        let times: Vec<f64> = (0..round_trips)
            .map(|i| 100.0 + f64::from(i % 37))
            .collect();
        estimator.handle_measured(now, measurement, &times);
    }
}

/// Processor time of this process.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    Duration::from_nanos(stat.split_whitespace().next().unwrap().parse().unwrap())
}

/// One minute of 10 000 connections between 100 hosts that report ten times a second.
fn many() {
    const SECONDS: u64 = 60;
    let mut estimator = Estimator::new(Settings::default());
    estimator.set_profile(Table::new(&document()).unwrap(), Vec::new());
    let mut now = Duration::from_secs(1);
    let mut live = Vec::new();
    let ids: Vec<ConnectionId> = (0..10_000)
        .map(|index| {
            let qos = match index % 10 {
                0..4 => Qos::Mean,
                4..7 => Qos::Bound(hardness(99.0)),
                7 => Qos::MeasuredMean,
                8 => Qos::MeasuredBound(hardness(95.0)),
                _ => Qos::LiveBound(hardness(99.0)),
            };
            let id = estimator
                .connect(
                    now,
                    connection(index % HOSTS, [64, 300, 1024][index % 3], qos),
                )
                .unwrap();
            if index % 10 == 9 {
                live.push(id);
            }
            id
        })
        .collect();
    let mut random = fastrand::Rng::with_seed(1);
    let mut loads = vec![0.5; HOSTS];
    let mut took = [Duration::ZERO; 4];
    for step in 0..SECONDS * 10 {
        now += Duration::from_millis(100);
        let mut spent = |part: usize, does: &mut dyn FnMut()| {
            let before = processor_time();
            does();
            took[part] += processor_time() - before;
        };
        spent(0, &mut || {
            for (host, load) in loads.iter_mut().enumerate() {
                *load = (*load + random.f64() * 0.1 - 0.05f64).clamp(0.0, 1.0);
                estimator.handle_report(now, &format!("host-{host}"), report(*load));
            }
        });
        spent(1, &mut || measure_all(&mut estimator, now));
        spent(2, &mut || {
            for id in &live {
                estimator.handle_sample(now, *id, 100.0 + 50.0 * random.f64());
            }
        });
        spent(3, &mut || {
            while let Some(id) = estimator.poll_changed() {
                black_box(estimator.ask(now, id));
            }
            if step % 10 == 0 {
                for id in &ids {
                    black_box(estimator.ask(now, *id));
                }
            }
        });
    }
    println!("\n10 000 connections, 100 hosts, share of one core");
    let names = [
        "1 000 reports/s",
        "measurements",
        "10 000 live samples/s",
        "10 000 answers/s, and each change",
    ];
    for (name, took) in names.into_iter().zip(took) {
        println!(
            "{name:48} {:>8.2} %",
            took.as_secs_f64() / SECONDS as f64 * 100.0
        );
    }
    let all: Duration = took.iter().sum();
    println!(
        "{:48} {:>8.2} %",
        "all",
        all.as_secs_f64() / SECONDS as f64 * 100.0
    );
}

/// Answers over the interfaces, compared with bare TCP round trips in the same run.
fn over_the_faces() {
    let folder = std::env::temp_dir().join(format!("hyla-latency-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("script"), "0 host-0 17\n0 host-1 83\n").unwrap();
    let path = folder.join("latency.toml");
    let text = format!(
        "listen = \"127.0.0.1:0\"\nprofile = \"{PROFILE}\"\nother_machine = \"warn\"\nscript = \"script\""
    );
    std::fs::write(&path, text).unwrap();
    let server = Server::start(Config::read(&path).unwrap(), &Machine::default()).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    // Server and client sleep while they wait, like the first of these.
    let mut bare = ["tcp-blocking", "tcp-yielding"].map(|name| {
        let echo = Does::Echo { bytes: 200 };
        (name, Peer::start(name.parse().unwrap(), echo).unwrap())
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    println!(
        "\n{:48} {:>9} {:>9} {:>9} {:>9}",
        "over loopback, us", "p50", "p99", "p99.9", "max"
    );
    for _ in 0..3 {
        for (name, peer) in &mut bare {
            let mut times = Vec::new();
            peer.round_trips(5000, |took| times.push(took)).unwrap();
            print(&format!("bare {name}, 200 bytes"), times);
        }
        print("gRPC, Ask of QoS 2", runtime.block_on(grpc(&server)));
    }
}

/// A client of gRPC.
struct Grpc(hyper::client::conn::http2::SendRequest<Full<Bytes>>);

impl Grpc {
    async fn new(server: &Server) -> Self {
        let stream = tokio::net::TcpStream::connect(server.address())
            .await
            .unwrap();
        stream.set_nodelay(true).unwrap();
        let (sender, driver) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
                .await
                .unwrap();
        tokio::spawn(driver);
        Self(sender)
    }

    /// A unary call: the message of its answer.
    async fn call(&mut self, call: &str, message: &[u8]) -> Bytes {
        let mut framed = vec![0];
        framed.extend((message.len() as u32).to_be_bytes());
        framed.extend(message);
        let request = Request::post(format!("http://server/hyla.latency.v1.Latency/{call}"))
            .header("content-type", "application/grpc")
            .body(Full::<Bytes>::from(framed))
            .unwrap();
        let reply = self.0.send_request(request).await.unwrap();
        let body = reply.into_body().collect().await.unwrap().to_bytes();
        body.slice(5..)
    }
}

async fn grpc(server: &Server) -> Vec<Duration> {
    let mut client = Grpc::new(server).await;
    let asked = schema::Connection {
        from: "host-0".to_owned(),
        to: "host-1".to_owned(),
        bytes: 300,
        qos: 2,
        hardness: Some(99.0),
        quantity: 0,
        lease_s: None,
    };
    let id = client.call("Connect", &asked.encode_to_vec()).await;
    let mut times = Vec::new();
    for _ in 0..5000 {
        let began = Instant::now();
        let answer = client.call("Ask", &id).await;
        times.push(began.elapsed());
        black_box(schema::Answer::decode(answer).unwrap());
    }
    times
}

/// From the start of a load on all processors to an estimate for it, with the state of the kernel, over gRPC. Needs a quiet
/// machine.
fn state_change() {
    const STEPS: usize = 20;
    const PATIENCE: Duration = Duration::from_secs(5);
    let folder = std::env::temp_dir().join(format!("hyla-latency-step-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("latency.toml");
    let text = format!(
        "listen = \"127.0.0.1:0\"\nprofile = \"{PROFILE}\"\nother_machine = \"warn\"\n\
         [[host]]\nname = \"here\"\nstate = \"kernel\"\n"
    );
    std::fs::write(&path, text).unwrap();
    let server = Server::start(Config::read(&path).unwrap(), &Machine::default()).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let times = runtime.block_on(async {
        let mut client = Grpc::new(&server).await;
        let asked = schema::Connection {
            from: "here".to_owned(),
            to: "here".to_owned(),
            bytes: 64,
            qos: 1,
            hardness: None,
            quantity: 0,
            lease_s: None,
        };
        let id = client.call("Connect", &asked.encode_to_vec()).await;
        let mut times = Vec::new();
        for step in 0..STEPS {
            // At other moments of the readings.
            tokio::time::sleep(Duration::from_millis(1200 + 7 * step as u64)).await;
            let began = Instant::now();
            let before = loop {
                let answer = client.call("Ask", &id).await;
                let answer = schema::Answer::decode(answer).unwrap();
                if answer.sender_load == "0-33 %" {
                    break answer;
                }
                if began.elapsed() > PATIENCE {
                    return times;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            };
            let ends = Arc::new(AtomicBool::new(false));
            let began = Instant::now();
            let processors = std::thread::available_parallelism().map_or(1, usize::from);
            let load: Vec<_> = (0..processors)
                .map(|_| {
                    let ends = Arc::clone(&ends);
                    std::thread::spawn(move || while !ends.load(Ordering::Relaxed) {})
                })
                .collect();
            loop {
                let answer = client.call("Ask", &id).await;
                let answer = schema::Answer::decode(answer).unwrap();
                if answer.estimate_us != before.estimate_us {
                    times.push(began.elapsed());
                    break;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            ends.store(true, Ordering::Relaxed);
            for thread in load {
                thread.join().unwrap();
            }
        }
        times
    });
    println!();
    if times.len() < STEPS {
        println!("state change to new estimate: the machine is not quiet enough");
    }
    if !times.is_empty() {
        print("kernel: state change to new estimate", times);
    }
}

fn main() {
    hyla_baselines::peer::run_if_peer();
    in_process();
    new_percentiles();
    after_measurement();
    many();
    over_the_faces();
    state_change();
}
