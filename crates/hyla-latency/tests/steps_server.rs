//! The six steps that verified the prototype of the Latency Server, through a server: states are reported over HTTP, questions
//! are asked over gRPC. Its round trips are simulated: each hundred of them has the percentiles of the wire, in random order.
#![allow(clippy::unwrap_used)]

mod files;
mod world;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use files::{Files, run};
use http_body_util::{BodyExt, Full};
use hyla_latency::estimator::End;
use hyla_latency::interface::Client;
use hyla_latency::interface::schema::{
    Answer, Connection, ConnectionId, HostReport, Quantity, Validity,
};
use hyla_latency::peer::NotMeasured;
use hyla_latency::profile::Machine;
use hyla_latency::server::{RoundTrips, Server};
use hyla_latency::state::Band;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;
use world::{SIZES, Wire, combinations, load_of, profile, true_mean, true_percentile};

const LOW: (Band, Band) = (Band::Low, Band::Low);

/// Round trips under the loads that were set last.
struct Line(Mutex<(Band, Band)>);

impl RoundTrips for Line {
    fn measure(&self, _: &End, _: &End, bytes: u64, count: u32) -> Result<Vec<f64>, NotMeasured> {
        let bands = *self.0.lock().unwrap();
        let at =
            |rank: u32| true_percentile(bands, bytes, (f64::from(rank) + 0.5) / f64::from(count));
        let mut times: Vec<f64> = (0..count).map(at).collect();
        fastrand::Rng::with_seed(bytes).shuffle(&mut times);
        Ok(times)
    }
}

/// A server with a profile of all combinations, and its clients.
struct World {
    client: Client,
    grpc: SendRequest<Full<Bytes>>,
    line: Arc<Line>,
    _server: Server,
    _files: Files,
}

impl World {
    async fn new(name: &str) -> Self {
        let files = Files::new(name);
        let document = profile(&mut Wire::new(4, 0.0), combinations(), &SIZES, 1000);
        std::fs::write(files.0.join("profile.json"), document.to_json()).unwrap();
        let config = files.config("profile = \"profile.json\"\n[budget]\nbytes_per_s = 1e9\n");
        let line = Arc::new(Line(Mutex::new(LOW)));
        let wire: Arc<dyn RoundTrips> = Arc::clone(&line) as Arc<dyn RoundTrips>;
        let server = Server::start_with(config, &Machine::default(), wire, None).unwrap();
        let stream = tokio::net::TcpStream::connect(server.address())
            .await
            .unwrap();
        stream.set_nodelay(true).unwrap();
        let (grpc, driver) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
                .await
                .unwrap();
        tokio::spawn(driver);
        Self {
            client: Client::new(server.address().to_string()),
            grpc,
            line,
            _server: server,
            _files: files,
        }
    }

    async fn call(&mut self, call: &str, message: &impl Message) -> Bytes {
        let message = message.encode_to_vec();
        let mut framed = vec![0];
        framed.extend((message.len() as u32).to_be_bytes());
        framed.extend(message);
        let request = Request::post(format!("http://server/hyla.latency.v1.Latency/{call}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(Full::<Bytes>::from(framed))
            .unwrap();
        let reply = self.grpc.send_request(request).await.unwrap();
        let body = reply.into_body().collect().await.unwrap().to_bytes();
        body.slice(5..)
    }

    async fn connect(&mut self, bytes: u64, qos: u32, hardness: Option<f64>) -> ConnectionId {
        self.connect_hosts(("alpha", "beta"), bytes, qos, hardness)
            .await
    }

    async fn connect_hosts(
        &mut self,
        (from, to): (&str, &str),
        bytes: u64,
        qos: u32,
        hardness: Option<f64>,
    ) -> ConnectionId {
        let connection = Connection {
            from: from.to_owned(),
            to: to.to_owned(),
            bytes,
            qos,
            hardness,
            quantity: Quantity::Any.into(),
            lease_s: None,
        };
        let made = self.call("Connect", &connection).await;
        ConnectionId::decode(made).unwrap()
    }

    async fn ask(&mut self, id: ConnectionId) -> Answer {
        let answer = self.call("Ask", &id).await;
        Answer::decode(answer).unwrap()
    }

    /// Asks until the answer is fresh. A watchdog ends a hang.
    async fn fresh(&mut self, id: ConnectionId) -> Answer {
        let began = Instant::now();
        loop {
            let answer = self.ask(id).await;
            if answer.validity() == Validity::Fresh {
                return answer;
            }
            assert!(began.elapsed() < Duration::from_secs(120), "{answer:?}");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Both hosts report their state.
    async fn set(&mut self, bands: (Band, Band), port: f64) {
        *self.line.0.lock().unwrap() = bands;
        for (host, band) in [("alpha", bands.0), ("beta", bands.1)] {
            self.report(host, band, port).await;
        }
    }

    async fn report(&mut self, host: &str, band: Band, port: f64) {
        let report = HostReport {
            host: host.to_owned(),
            processor: load_of(band),
            port: Some(port),
            port_bits_per_s: 1e9,
            valid_for_s: 3600.0,
        };
        self.client.report(&report).await.unwrap();
    }
}

fn contains(answer: &Answer, us: f64) -> bool {
    answer.low_us.is_some_and(|low| low <= us) && answer.high_us.is_none_or(|high| us <= high)
}

/// The queueing term for a small message at 1 Gbit/s, both ways.
fn term_us(load: f64) -> f64 {
    2.0 * 1538.0 * 8.0 / 1e3 / (1.0 - load)
}

#[test]
fn step_1_a_server_knows_all_nine_processor_combinations_at_low_and_high_port_load() {
    run(async {
        let mut world = World::new("step-1-processors").await;
        let id = world.connect(64, 1, None).await;
        let mut estimates = BTreeSet::new();
        for bands in combinations() {
            world.set(bands, 0.4).await;
            let low = world.ask(id).await;
            assert_eq!(low.validity(), Validity::Fresh, "{bands:?}");
            assert_eq!(
                (low.sender_load.as_str(), low.receiver_load.as_str()),
                (&*bands.0.to_string(), &*bands.1.to_string())
            );
            assert_eq!(low.port_load, Some(0.4));
            let without = low.estimate_us.unwrap();
            assert!(estimates.insert(without.to_bits()), "{bands:?}");

            for load in [0.9, 0.95, 0.98] {
                world.set(bands, load).await;
                let high = world.ask(id).await;
                let added = high.estimate_us.unwrap() - without;
                assert!(
                    (added / term_us(load) - 1.0).abs() < 1e-9,
                    "{bands:?} at {load}: {added}"
                );
                assert!(contains(&high, without) && contains(&high, without + 2.0 * term_us(load)));
            }
        }
    });
}

#[test]
fn step_1_a_server_knows_all_port_changes_at_low_processor_load() {
    run(async {
        let mut world = World::new("step-1-ports").await;
        let ids = [
            world.connect(64, 1, None).await,
            world.connect(64, 2, Some(99.0)).await,
        ];
        world.set(LOW, 0.0).await;
        let free = world.ask(ids[0]).await.estimate_us.unwrap();
        let loads = [0.0, 0.5, 0.9, 0.95, 0.98, 0.995];
        for before in loads {
            for after in loads {
                world.set(LOW, before).await;
                world.set(LOW, after).await;

                let mean = world.ask(ids[0]).await;
                let bound = world.ask(ids[1]).await;
                if after > 0.99 {
                    for answer in [mean, bound] {
                        assert_eq!(answer.validity(), Validity::Unknown);
                        assert_eq!(answer.reason, "a port on the way is saturated");
                    }
                    continue;
                }
                assert_eq!(bound.validity(), Validity::Fresh, "{before} to {after}");
                let term = if after >= 0.9 { term_us(after) } else { 0.0 };
                let off = mean.estimate_us.unwrap() - free - term;
                assert!(off.abs() < 1e-6, "{before} to {after}: {off}");
            }
        }
    });
}

#[test]
fn step_2_a_server_answers_qos_1_for_every_size_and_state() {
    run(async {
        let mut world = World::new("step-2").await;
        let mut ids = Vec::new();
        for bytes in SIZES {
            ids.push((bytes, world.connect(bytes, 1, None).await));
        }
        let mut held = 0;
        for bands in combinations() {
            world.set(bands, 0.1).await;
            for (bytes, id) in &ids {
                let answer = world.ask(*id).await;
                let truth = true_mean(bands, *bytes);
                let off = answer.estimate_us.unwrap() / truth - 1.0;
                assert!(off.abs() < 0.08, "{bands:?}, {bytes} bytes");
                held += u32::from(contains(&answer, truth));
            }
        }
        assert!(held >= 66, "{held} of 72 intervals contain the mean");
    });
}

#[test]
fn step_3_a_server_answers_qos_2_for_many_hardness_values() {
    run(async {
        let mut world = World::new("step-3").await;
        let values: Vec<f64> = (50..=99)
            .map(f64::from)
            .chain([99.5, 99.9, 99.99])
            .collect();
        let mut ids = Vec::new();
        for per_cent in &values {
            ids.push(world.connect(512, 2, Some(*per_cent)).await);
        }
        let (mut held, mut asked) = (0, 0);
        for bands in combinations() {
            world.set(bands, 0.1).await;
            let mut last = 0.0;
            for (per_cent, id) in values.iter().zip(&ids) {
                let answer = world.ask(*id).await;
                let bound = answer.estimate_us.unwrap();
                assert!(bound >= last, "{bands:?}: {per_cent} %");
                last = bound;
                held += u32::from(contains(
                    &answer,
                    true_percentile(bands, 512, per_cent / 100.0),
                ));
                asked += 1;
            }
        }
        assert!(
            f64::from(held) >= 0.93 * f64::from(asked),
            "{held} of {asked}"
        );
    });
}

#[test]
fn step_4_qos_3_of_a_server_is_consistent_with_its_qos_1_within_both_intervals() {
    run(async {
        let mut world = World::new("step-4").await;
        world.set(LOW, 0.1).await;
        let mut ids = Vec::new();
        for bytes in [64, 1024] {
            let estimated = world.connect(bytes, 1, None).await;
            ids.push((estimated, world.connect(bytes, 3, None).await));
        }
        for bands in combinations() {
            world.set(bands, 0.1).await;
            for (estimated, measured) in &ids {
                let (one, other) = (world.ask(*estimated).await, world.fresh(*measured).await);
                assert!((400..=1000).contains(&other.samples), "{other:?}");
                let ends = |answer: &Answer| (answer.low_us.unwrap(), answer.high_us.unwrap());
                let ((low, high), (least, most)) = (ends(&one), ends(&other));
                assert!(low <= most && least <= high, "{bands:?}: {one:?} {other:?}");
            }
        }
    });
}

#[test]
fn step_5_qos_4_of_a_server_is_monotone_in_hardness() {
    run(async {
        let mut world = World::new("step-5").await;
        world.set(LOW, 0.1).await;
        let mut ids = Vec::new();
        for per_cent in [50.0, 60.0, 75.0, 90.0, 95.0, 99.0, 99.9] {
            ids.push(world.connect(64, 4, Some(per_cent)).await);
        }
        for bands in [LOW, (Band::High, Band::Middle), (Band::High, Band::High)] {
            world.set(bands, 0.1).await;
            let mut last = (0.0, 0.0);
            for id in &ids {
                let answer = world.fresh(*id).await;
                let bound = (answer.low_us.unwrap(), answer.estimate_us.unwrap());
                assert!(
                    last.0 <= bound.0 && last.1 <= bound.1,
                    "{bands:?}: {answer:?}"
                );
                last = bound;
            }
        }
    });
}

#[test]
fn step_6_a_server_answers_six_connections_of_all_kinds_at_once() {
    run(async {
        let mut world = World::new("step-6-six").await;
        world.set(LOW, 0.1).await;
        let kinds = [
            (64, 1, None, None),
            (512, 1, None, None),
            (64, 2, Some(99.0), Some(0.99)),
            (64, 3, None, None),
            (256, 3, None, None),
            (64, 4, Some(95.0), Some(0.95)),
        ];
        let mut ids = Vec::new();
        for (bytes, qos, hardness, _) in kinds {
            ids.push(world.connect(bytes, qos, hardness).await);
        }
        for bands in combinations() {
            world.set(bands, 0.1).await;
            for (id, (bytes, qos, _, p)) in ids.iter().zip(kinds) {
                let answer = world.fresh(*id).await;
                let truth = p.map_or(true_mean(bands, bytes), |p| {
                    true_percentile(bands, bytes, p)
                });
                let off = answer.estimate_us.unwrap() / truth - 1.0;
                assert!(off.abs() < 0.25, "{bands:?}: QoS {qos}, {off}");
            }
        }
    });
}

#[test]
fn step_6_a_server_answers_a_thousand_connections_at_once() {
    run(async {
        let mut world = World::new("step-6-thousand").await;
        let hosts: Vec<String> = (0..20).map(|index| format!("host-{index}")).collect();
        for host in &hosts {
            world.report(host, Band::Low, 0.1).await;
        }
        for index in 0..1000usize {
            let ends = (&*hosts[index % 20], &*hosts[(index / 20 + index + 1) % 20]);
            let (qos, hardness) = match index % 6 {
                0 | 1 => (1, None),
                2 => (2, Some(99.0)),
                3 | 4 => (3, None),
                _ => (4, Some(90.0)),
            };
            world
                .connect_hosts(ends, SIZES[index % 3], qos, hardness)
                .await;
        }
        let began = Instant::now();
        loop {
            let table = world.client.list().await.unwrap();
            assert_eq!(table.rows.len(), 1000);
            let answers = table.rows.iter().map(|row| row.answer.as_ref().unwrap());
            let fresh = answers
                .filter(|answer| answer.validity() == Validity::Fresh)
                .count();
            if fresh == 1000 {
                break;
            }
            assert!(
                began.elapsed() < Duration::from_secs(300),
                "{fresh} are fresh"
            );
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
}
