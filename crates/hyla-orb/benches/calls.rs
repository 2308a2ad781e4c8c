//! Calls over IIOP, compared with omniORB and with the same number of octets over a bare TCP
//! connection, in one run.
//!
//! Pattern: one client and one server process on loopback; the median of five rounds, in which all
//! take turns. Columns: time of a null call (median and 99th percentile), oneway calls per second,
//! and octets per second of 12.5 MB in 125 calls with a sequence of structs of 16 octets, and with
//! a sequence of `long`. A bare connection sends 84 octets and gets 24, as a null call does; it
//! runs blocking and yielding, for the matching wait strategies, and batching, for oneway calls.
//!
//! `cargo bench -p hyla-orb --bench calls`. Without omniORB its line is missing.
#![allow(clippy::unwrap_used, reason = "a bench ends where something fails")]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use hyla_baselines::peer::{Does, Peer};
use hyla_baselines::{Counterpart, Medium};
use hyla_orb::client::Client;
use hyla_orb::qos::{Qos, Resources, Route, Wait};
use hyla_orb::reference::Reference;
use hyla_orb::server::{Flow, Server, ServerSettings};

#[path = "../tests/omniorb/build.rs"]
mod build;
mod probe {
    include!("../tests/generated/probe.rs");
}
#[path = "../tests/calls/servant.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod servant;

use probe::Probe::{Echo, EchoServer, Track};

/// Full QoS yields for long instead of spinning: two spinning real-time threads leave no processor
/// for the network stack of a machine with two.
const PATIENT: Wait = Wait::Yield(std::time::Duration::from_millis(1));
const ROUNDS: usize = 5;
const CALLS: usize = 20_000;
const PIECES: usize = 125;
const PIECE_BYTES: usize = 100_000;
const REQUEST: usize = 84;
const REPLY: usize = 24;

/// Result of one round.
#[derive(Clone, Copy, Default)]
struct Row {
    median_ns: f64,
    p99_ns: f64,
    oneways: f64,
    structs: f64,
    numbers: f64,
}

impl Row {
    fn columns(&self) -> [f64; 5] {
        [
            self.median_ns,
            self.p99_ns,
            self.oneways,
            self.structs,
            self.numbers,
        ]
    }
}

/// A process of this program in another role; it prints one line at its start.
struct Part {
    child: Child,
    line: String,
}

impl Part {
    fn start(program: &std::path::Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let line = line.trim().to_owned();
        Self { child, line }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Median and 99th percentile of what `call` takes, in ns.
#[expect(clippy::cast_precision_loss, reason = "times of calls are short")]
fn times(mut call: impl FnMut()) -> (f64, f64) {
    (0..500).for_each(|_| call());
    let mut times: Vec<f64> = (0..CALLS)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_nanos() as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[CALLS / 2], times[CALLS * 99 / 100])
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn rate(amount: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    amount as f64 / start.elapsed().as_secs_f64()
}

fn hyla(reference: &Reference, qos: &Qos) -> Row {
    let echo: Echo = Client::default().bind(reference, qos).unwrap();
    let (median_ns, p99_ns) = times(|| echo.null_call().unwrap());
    let oneways = rate(CALLS, || {
        (0..CALLS).for_each(|_| echo.tick().unwrap());
        echo.null_call().unwrap();
    });
    let track = Track {
        id: 1,
        kind: 2,
        x: 3.0,
        y: 0.5,
        z: -1.0,
    };
    let tracks = vec![track; PIECE_BYTES / 16];
    let bytes = PIECES * PIECE_BYTES;
    let structs = rate(bytes, || {
        (0..PIECES).for_each(|_| echo.take_tracks(&tracks).unwrap());
    });
    let longs = vec![7; PIECE_BYTES / 4];
    let numbers = rate(bytes, || {
        (0..PIECES).for_each(|_| echo.take_longs(&longs).unwrap());
    });
    Row {
        median_ns,
        p99_ns,
        oneways,
        structs,
        numbers,
    }
}

/// The same octets without content.
fn bare(medium: Medium, wait: hyla_baselines::Wait) -> Row {
    let peer = |does| Peer::start(Counterpart { medium, wait }, does).unwrap();
    let answers = |bytes| {
        peer(Does::Answer {
            bytes,
            answer: REPLY,
        })
    };
    let mut small = answers(REQUEST);
    let (median_ns, p99_ns) = times(|| small.round_trips(1, |_| ()).unwrap());
    let mut taker = peer(Does::Take {
        bytes: REQUEST,
        count: CALLS as u64,
    });
    let oneways = rate(CALLS, || {
        taker.stream().unwrap();
    });
    let mut large = answers(PIECE_BYTES);
    let pieces = u32::try_from(PIECES).unwrap();
    let numbers = rate(PIECES * PIECE_BYTES, || {
        large.round_trips(pieces, |_| ()).unwrap();
    });
    Row {
        median_ns,
        p99_ns,
        oneways,
        structs: numbers,
        numbers,
    }
}

fn serve_hyla() {
    let settings = ServerSettings {
        flow: Flow::Network,
        ..ServerSettings::default()
    };
    let server = Server::listen("127.0.0.1:0", settings).unwrap();
    let servant = Arc::new(EchoServer(Arc::new(servant::Object::default())));
    let entrance = |wait| {
        let qos = Qos {
            wait,
            ..Qos::dedicated()
        };
        let objects = server.entrance(&qos).unwrap();
        objects.activate(b"echo", servant.clone())
    };
    let full = entrance(PATIENT);
    let blocking = entrance(Wait::Block);
    println!(
        "{} {full} {blocking}",
        server.activate(b"echo", servant.clone())
    );
    wait_for_end();
}

fn wait_for_end() {
    let mut rest = Vec::new();
    let _ = std::io::stdin().read_to_end(&mut rest);
}

fn omniorb(peer: &std::path::Path, reference: &str) -> Row {
    let count = CALLS.to_string();
    let part = Part::start(peer, &["bench", reference, &count]);
    let values: Vec<f64> = part
        .line
        .split(' ')
        .map(|text| text.parse().unwrap())
        .collect();
    let [median_ns, p99_ns, oneways, structs, numbers] = values[..] else {
        panic!("{}", part.line)
    };
    Row {
        median_ns,
        p99_ns,
        oneways,
        structs,
        numbers,
    }
}

fn main() {
    hyla_baselines::peer::run_if_peer();
    let mode = std::env::args().nth(1).unwrap_or_default();
    if mode == "serve-hyla" {
        return serve_hyla();
    }
    let program = std::env::current_exe().unwrap();
    let hyla_server = Part::start(&program, &["serve-hyla"]);
    let references: Vec<Reference> = hyla_server
        .line
        .split(' ')
        .map(|text| text.parse().unwrap())
        .collect();
    let [reference, full, blocking] = &references[..] else {
        panic!("{}", hyla_server.line)
    };
    let first = reference.to_string();
    let peer = build::build(&build::PEER, "-O2");
    let omniorb_server = peer.as_ref().map(|peer| Part::start(peer, &["server"]));
    let qos = |route, resources, wait| Qos {
        route,
        resources,
        wait,
        ..Qos::default()
    };
    use Resources::{Dedicated, Shared};
    let default = Wait::default();

    let mut rounds: Vec<(&str, Vec<Row>)> = Vec::new();
    for _ in 0..ROUNDS {
        let mut add = |name, row| match rounds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, rows)) => rows.push(row),
            None => rounds.push((name, vec![row])),
        };
        for (name, way, wait) in [
            (
                "bare tcp-blocking",
                Medium::Tcp,
                hyla_baselines::Wait::Block,
            ),
            (
                "bare tcp-yielding",
                Medium::Tcp,
                hyla_baselines::Wait::Yield,
            ),
            (
                "bare tcp-batching",
                Medium::Tcp,
                hyla_baselines::Wait::Batch,
            ),
            (
                "bare ring-yielding",
                Medium::Ring,
                hyla_baselines::Wait::Yield,
            ),
            (
                "bare ring-batching",
                Medium::Ring,
                hyla_baselines::Wait::Batch,
            ),
        ] {
            add(name, bare(way, wait));
        }
        for (name, qos) in [
            ("Hyla, IIOP, default", qos(Route::Iiop, Shared, default)),
            (
                "Hyla, IIOP, blocking",
                qos(Route::Iiop, Shared, Wait::Block),
            ),
            ("Hyla, IIOP, full QoS", qos(Route::Iiop, Dedicated, PATIENT)),
            (
                "Hyla, memory, default",
                qos(Route::SharedMemory, Shared, default),
            ),
            (
                "Hyla, memory, full QoS",
                qos(Route::SharedMemory, Dedicated, PATIENT),
            ),
            ("Hyla, channel over TCP", qos(Route::Tcp, Shared, default)),
        ] {
            let reference = if name.ends_with("QoS") {
                full
            } else if name.ends_with("blocking") {
                blocking
            } else {
                reference
            };
            add(name, hyla(reference, &qos));
        }
        if let (Some(peer), Some(server)) = (&peer, &omniorb_server) {
            add("omniORB", omniorb(peer, &server.line));
            add(
                "Hyla calls omniORB",
                hyla(&server.line.parse().unwrap(), &Qos::default()),
            );
            add("omniORB calls Hyla", omniorb(peer, &first));
        }
    }
    println!(
        "{:<30} {:>9} {:>9} {:>12} {:>14} {:>14}",
        "median of rounds", "p50 us", "p99 us", "oneway/s", "structs MB/s", "numbers MB/s"
    );
    let scale = [1e-3, 1e-3, 1.0, 1e-6, 1e-6];
    for (name, rows) in &rounds {
        let column = |at: usize| {
            median(
                rows.iter()
                    .map(|row| row.columns()[at] * scale[at])
                    .collect(),
            )
        };
        println!(
            "{name:<30} {:>9.1} {:>9.1} {:>12.0} {:>14.0} {:>14.0}",
            column(0),
            column(1),
            column(2),
            column(3),
            column(4)
        );
    }
    let Some((_, omniorb)) = rounds.iter().find(|(name, _)| *name == "omniORB") else {
        println!("omniORB is not there");
        return;
    };
    println!("\nratio to omniORB in the same round, median (least to greatest)");
    for (name, rows) in &rounds {
        print!("{name:<30}");
        for at in 0..scale.len() {
            let pairs = rows.iter().zip(omniorb);
            let mut ratios: Vec<_> = pairs
                .map(|(row, theirs)| row.columns()[at] / theirs.columns()[at])
                .collect();
            ratios.sort_by(f64::total_cmp);
            let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
            print!("  {:.2} ({least:.2}-{most:.2})", median(ratios));
        }
        println!();
    }
}
