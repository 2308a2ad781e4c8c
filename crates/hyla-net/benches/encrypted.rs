//! Throughput and round trips over TCP on loopback, in clear, sealed between members, and over TLS: rounds in turn, medians,
//! and ratios to clear.
//!
//! `cargo bench -p hyla-net --bench encrypted`, and with `-- tls 16384` throughput of one way and size alone, for a profiler
#![allow(clippy::unwrap_used, reason = "a benchmark ends at the first surprise")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use hyla_net::{
    Address, Channel, Endpoint, EndpointConfig, Event, Keyring, Security, TlsClient, TlsServer,
};

const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";
const ROUNDS: usize = 7;
const TIME: Duration = Duration::from_millis(300);
const ROUND_TRIPS: usize = 5_000;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Clear,
    Sealed,
    Tls,
}

fn keys() -> Option<Keyring> {
    let keyring = Keyring::default();
    keyring.install([1; 32]);
    Some(keyring)
}

fn endpoint(way: Way, is_called: bool) -> Endpoint {
    let security = match way {
        Way::Clear => Security::default(),
        Way::Sealed => Security {
            keyring: keys(),
            ..Security::default()
        },
        Way::Tls => Security {
            server: is_called.then(|| TlsServer::with_secret(SECRET).unwrap()),
            ..Security::default()
        },
    };
    Endpoint::new(EndpointConfig {
        shared_memory: false,
        security,
        ..EndpointConfig::default()
    })
    .unwrap()
}

/// A called endpoint in a thread of its own: counts bytes, or returns each frame.
struct Called {
    at: SocketAddr,
    bytes: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Called {
    fn new(way: Way, echoes: bool) -> Self {
        let mut endpoint = endpoint(way, true);
        let at = endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let (bytes, stop) = (
            Arc::new(AtomicU64::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let (count, stopped) = (Arc::clone(&bytes), Arc::clone(&stop));
        let thread = thread::spawn(move || {
            let mut back: Option<Channel> = None;
            while !stopped.load(Relaxed) {
                endpoint
                    .poll(Some(Duration::from_millis(10)), &mut |event| match event {
                        Event::Accepted { channel, .. } => {
                            channel.trust();
                            back = Some(channel);
                        }
                        Event::Frame { bytes, .. } => {
                            count.fetch_add(bytes.len() as u64, Relaxed);
                            if echoes && let Some(back) = &back {
                                back.send_parts(&[bytes]).unwrap();
                            }
                        }
                        _ => {}
                    })
                    .unwrap();
            }
        });
        Self {
            at,
            bytes,
            stop,
            thread: Some(thread),
        }
    }

    fn call(&self, way: Way, caller: &Endpoint) -> Channel {
        let channel = match way {
            Way::Tls => {
                let client = TlsClient::with_secret(SECRET).unwrap();
                caller.remote().connect_over_tls(self.at, &client)
            }
            Way::Clear | Way::Sealed => caller.remote().connect(&Address::Tcp(self.at)),
        };
        channel.trust();
        channel
    }
}

impl Drop for Called {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

/// Bytes per second of frames of that size.
fn throughput(way: Way, size: usize) -> f64 {
    let called = Called::new(way, false);
    let mut caller = endpoint(way, false);
    let channel = called.call(way, &caller);
    let frame = vec![7; size];
    let poll = |caller: &mut Endpoint| caller.poll(Some(Duration::ZERO), &mut |_| {}).unwrap();
    channel.send_parts(&[&frame]).unwrap();
    while called.bytes.load(Relaxed) == 0 {
        poll(&mut caller);
    }
    let (begin, before) = (Instant::now(), called.bytes.load(Relaxed));
    while begin.elapsed() < TIME {
        for _ in 0..64 {
            let _ = channel
                .append(|buffer| buffer.extend_from_slice(&frame))
                .unwrap();
        }
        channel.depart();
        channel.wait_for_room(None).unwrap();
        poll(&mut caller);
    }
    let bytes = called.bytes.load(Relaxed) - before;
    bytes as f64 / begin.elapsed().as_secs_f64()
}

/// Median seconds of a round trip of 128 bytes.
fn round_trip(way: Way) -> f64 {
    let called = Called::new(way, true);
    let mut caller = endpoint(way, false);
    let channel = called.call(way, &caller);
    let mut times = Vec::with_capacity(ROUND_TRIPS);
    for _ in 0..ROUND_TRIPS {
        let begin = Instant::now();
        channel.send_parts(&[&[7; 128]]).unwrap();
        let mut is_back = false;
        while !is_back {
            caller
                .poll(Some(Duration::from_millis(10)), &mut |event| {
                    is_back |= matches!(event, Event::Frame { .. });
                })
                .unwrap();
        }
        times.push(begin.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare(what: &str, unit: f64, measure: impl Fn(Way) -> f64) {
    let ways = [Way::Clear, Way::Sealed, Way::Tls];
    let mut values = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for (way, values) in ways.iter().zip(&mut values) {
            values.push(measure(*way));
        }
    }
    let medians = values.map(median);
    for (way, value) in ways.iter().zip(medians) {
        let name = format!("{way:?}");
        let ratio = value / medians[0];
        println!(
            "{what}: {name:>6} {:>9.1}, {ratio:.2} of clear",
            value * unit
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let [way, size, ..] = chosen[..] {
        let way = match way {
            "clear" => Way::Clear,
            "sealed" => Way::Sealed,
            "tls" => Way::Tls,
            other => panic!("{other}: not one of clear, sealed, tls"),
        };
        let size = size.parse().unwrap();
        for _ in 0..ROUNDS {
            println!("{:.1} MB/s", throughput(way, size) * 1e-6);
        }
        return;
    }
    for size in [128, 1024, 16 << 10] {
        compare(&format!("MB/s with {size} bytes"), 1e-6, |way| {
            throughput(way, size)
        });
    }
    compare("round trip in us", 1e6, round_trip);
}
