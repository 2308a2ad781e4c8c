//! The study of object request brokers: strings and complex arguments, with quality of service at no
//! end, the client's, the server's or both, and omniORB on the same interfaces in the same run.
//!
//! Pattern: a client and a server process on loopback; the median of the rounds, in which all take
//! turns. `strings`: calls with a reply, in us (median, 99th percentile, greatest), and oneway calls
//! a second, each without a string, with an empty one and with one of 54 characters. `arguments`: in,
//! inout, out and result of 2048 longs, of a struct, and of 200 structs, in us; and bytes per second
//! of oneway calls with 12.5 MB of structs. `jitter`: the difference between two successive null calls.
//! Then the same call while a further thread of the client competes, beside bulk data on another
//! binding, and with each switch off.
//!
//! QoS is a connection, thread and buffers of its own, real-time priority if the system allows, and a
//! wait that yields for 1 ms.
//!
//! `cargo bench -p hyla-orb --bench study [-- ROUNDS]`. Without omniORB its rows are missing. `-- exchange [ROUNDS]` measures null
//! exchanges in shared memory alone, `-- profile [CALLS]` makes calls for a profiler.
#![allow(clippy::unwrap_used, reason = "a bench ends where something fails")]

mod beside;
mod channel;
mod exchange;
mod servants;
mod table;

#[path = "../../tests/omniorb/build.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod build;
mod strings {
    include!("strings.rs");
}
mod arguments {
    include!("arguments.rs");
}

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_baselines::peer::{Does, Peer};
use hyla_baselines::{Counterpart, Medium};
use hyla_net::{Scheduling, ThreadPlan};
use hyla_orb::client::{Client, Stub};
use hyla_orb::qos::{Qos, Route, Wait, priority_of};
use hyla_orb::reference::Reference;
use hyla_orb::server::{Server, ServerSettings, ThreadPolicy};

use arguments::Study::{Arguments, ArgumentsServer, Position, Track};
use strings::Study::{Strings, StringsServer};
use table::{Row, Table};

const STUDY: build::Program = build::Program {
    source: "study",
    idl: &[
        "../hyla-idl/idl/strings.idl",
        "../hyla-idl/idl/arguments.idl",
    ],
};
const CALLS: usize = 4000;
/// Octets of `ask_nothing` and of its reply.
const REQUEST: usize = 56;
const REPLY: usize = 24;
/// Above the priority that a bench may run with.
const REAL_TIME: Scheduling = Scheduling::Fifo(60);

fn full() -> Qos {
    let mut qos = Qos {
        wait: Wait::Yield(Duration::from_millis(1)),
        priority: priority_of(6),
        buffers: 4,
        ..Qos::dedicated()
    };
    qos.thread.scheduling = REAL_TIME;
    // Without the privilege everything else of it is measured.
    if std::thread::scope(|scope| scope.spawn(|| qos.thread.apply().is_err()).join().unwrap()) {
        qos.thread = ThreadPlan::default();
        eprintln!("this user has no real-time priority: QoS is measured without");
    }
    qos
}

/// Another process; it prints one line at its start and ends with its input.
struct Part {
    child: Child,
    line: String,
}

impl Part {
    fn start(program: &Path, arguments: &[&str]) -> Self {
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

/// References of the two objects.
#[derive(Clone)]
struct Objects {
    strings: Reference,
    arguments: Reference,
}

/// Servers: with the default, with QoS, with one thread for all, and with each switch off.
fn serve() {
    let mut servers = Vec::new();
    let mut line = Vec::new();
    for (threads, qos) in [
        (ThreadPolicy::PerConnection, Qos::default()),
        (ThreadPolicy::PerConnection, full()),
        (ThreadPolicy::Single, Qos::default()),
        (ThreadPolicy::PerConnection, without("read-ahead")),
        (ThreadPolicy::PerConnection, without("pooled buffers")),
    ] {
        let settings = ServerSettings {
            threads,
            qos,
            ..ServerSettings::default()
        };
        let server = Server::listen("127.0.0.1:0", settings).unwrap();
        let strings = Arc::new(StringsServer(servants::Servant));
        let arguments = Arc::new(ArgumentsServer(servants::Servant));
        line.push(server.activate(b"strings", strings).to_string());
        line.push(server.activate(b"arguments", arguments).to_string());
        servers.push(server);
    }
    println!("{}", line.join(" "));
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}

fn without(switch: &str) -> Qos {
    let mut qos = Qos::default();
    match switch {
        "read-ahead" => qos.read_ahead = false,
        "pooled buffers" => qos.pooled = false,
        "bundles" => qos.bundle_gap = Duration::ZERO,
        _ => {}
    }
    qos
}

/// Median, 99th percentile and greatest time, in us.
#[expect(clippy::cast_precision_loss, reason = "times of calls are short")]
fn times(count: usize, mut call: impl FnMut()) -> [f64; 3] {
    (0..200).for_each(|_| call());
    let mut times: Vec<f64> = (0..count)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_nanos() as f64 / 1e3
        })
        .collect();
    JITTER.set(jitter(&times));
    times.sort_by(f64::total_cmp);
    [times[count / 2], times[count * 99 / 100], times[count - 1]]
}

thread_local! {
    /// Jitter of the last [`times`] of this thread.
    static JITTER: std::cell::Cell<[f64; 3]> = const { std::cell::Cell::new([0.0; 3]) };
}

/// Median, 99th percentile and greatest difference between two successive calls, in us.
fn jitter(times: &[f64]) -> [f64; 3] {
    let pairs = times.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    let mut all: Vec<f64> = pairs.collect();
    all.sort_by(f64::total_cmp);
    let count = all.len();
    [all[count / 2], all[count * 99 / 100], all[count - 1]]
}

#[expect(clippy::cast_precision_loss, reason = "a count of calls")]
fn rate(count: usize, strings: &Strings, mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..count).for_each(|_| call());
    strings.ask_nothing().unwrap();
    count as f64 / start.elapsed().as_secs_f64()
}

fn track() -> Track {
    Track {
        id: 1,
        kind: 2,
        is_alive: true,
        at: Position {
            x: 1.0,
            y: 2.0,
            z: 3.0,
        },
        speed: 4.0,
    }
}

/// All figures of one way.
fn measure(objects: &Objects, qos: &Qos) -> Row {
    let client = Client::default();
    let strings: Strings = client.bind(&objects.strings, qos).unwrap();
    let arguments: Arguments = client.bind(&objects.arguments, qos).unwrap();
    // The calling thread is the binding's own.
    let body = || {
        strings.binding().adopt_thread().unwrap();
        let text = "x".repeat(54);
        let mut row = Row::default();
        row.add(&times(CALLS, || strings.ask_nothing().unwrap()));
        let differences = JITTER.get();
        for text in ["", &text] {
            row.add(&times(CALLS, || {
                strings.ask(text).unwrap();
            }));
        }
        row.add(&[
            rate(CALLS, &strings, || strings.tell_nothing().unwrap()),
            rate(CALLS, &strings, || strings.tell("").unwrap()),
            rate(CALLS, &strings, || strings.tell(&text).unwrap()),
        ]);
        let longs = vec![1; 2048];
        let mut both = longs.clone();
        row.add(&times(CALLS / 20, || {
            arguments.put_longs(&longs, &mut both).unwrap();
        }));
        let one = track();
        let mut same = track();
        row.add(&times(CALLS, || {
            arguments.one(&one, &mut same).unwrap();
        }));
        let many = vec![track(); 200];
        let mut sames = many.clone();
        row.add(&times(CALLS / 20, || {
            arguments.many(&many, &mut sames).unwrap();
        }));
        let piece = vec![track(); 2604];
        let start = Instant::now();
        for _ in 0..125 {
            arguments.tell(&piece).unwrap();
        }
        // A dedicated binding has its own connection.
        let _ = arguments.one(&one, &mut same).unwrap();
        row.add(&[125.0 * 2604.0 * 48.0 / start.elapsed().as_secs_f64() / 1e6]);
        row.add(&differences);
        row
    };
    std::thread::scope(|scope| scope.spawn(body).join().unwrap())
}

/// The same octets without a broker.
fn bare(medium: Medium) -> Row {
    let wait = hyla_baselines::Wait::Yield;
    let does = Does::Answer {
        bytes: REQUEST,
        answer: REPLY,
    };
    let mut peer = Peer::start(Counterpart { medium, wait }, does).unwrap();
    let mut row = Row::default();
    row.add(&times(CALLS, || peer.round_trips(1, |_| ()).unwrap()));
    row
}

fn omniorb(program: &Path, line: &str) -> Row {
    let (strings, arguments) = line.split_once(' ').unwrap();
    let count = CALLS.to_string();
    let part = Part::start(program, &["bench", strings, arguments, &count]);
    let values: Vec<f64> = part
        .line
        .split(' ')
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{}", part.line)))
        .collect();
    let mut row = Row::default();
    row.add(&values);
    row
}

fn main() {
    hyla_baselines::peer::run_if_peer();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("serve") => return serve(),
        Some("channel") => return channel::serve(),
        _ => {}
    }
    let rounds = arguments.iter().find_map(|text| text.parse().ok());
    let server = Part::start(&std::env::current_exe().unwrap(), &["serve"]);
    let references: Vec<Reference> = server
        .line
        .split(' ')
        .map(|text| text.parse().unwrap())
        .collect();
    let objects: Vec<Objects> = references
        .as_chunks::<2>()
        .0
        .iter()
        .map(|[strings, arguments]| Objects {
            strings: strings.clone(),
            arguments: arguments.clone(),
        })
        .collect();
    let count = arguments.get(1).and_then(|text| text.parse().ok());
    match arguments.first().map(String::as_str) {
        Some("exchange") => {
            return exchange::run(&objects[0], &objects[1], &full(), count.unwrap_or(9));
        }
        Some("profile") => return exchange::profile(&objects[0], count.unwrap_or(2_000_000)),
        _ => {}
    }
    let [plain, dedicated, single, no_read_ahead, no_pool] = &objects[..] else {
        panic!("{}", server.line)
    };
    let peer = build::build(&STUDY, "-O2");
    let theirs = peer.as_ref().map(|peer| Part::start(peer, &["server"]));
    let full = full();

    let mut calls = Table::default();
    let mut competing = Table::default();
    let mut bulk = Table::default();
    for _ in 0..rounds.unwrap_or(5) {
        calls.add("bare TCP, yielding", bare(Medium::Tcp));
        calls.add("bare ring, yielding", bare(Medium::Ring));
        calls.add("channel in memory, no broker", channel::round_trips());
        if let (Some(peer), Some(server)) = (&peer, &theirs) {
            calls.add("omniORB", omniorb(peer, &server.line));
        }
        for (way, route) in [("IIOP", Route::Iiop), ("memory", Route::SharedMemory)] {
            let by = |qos: &Qos| Qos {
                route,
                ..qos.clone()
            };
            for (name, objects, qos) in [
                ("no QoS", plain, by(&Qos::default())),
                ("client's", plain, by(&full)),
                ("server's", dedicated, by(&Qos::default())),
                ("full QoS", dedicated, by(&full)),
                ("single-threaded", single, by(&Qos::default())),
                ("no read-ahead", no_read_ahead, by(&without("read-ahead"))),
                ("no pooled buffers", no_pool, by(&without("pooled buffers"))),
                ("no bundles", plain, by(&without("bundles"))),
            ] {
                calls.add(&format!("{way}, {name}"), measure(objects, &qos));
            }
            for (name, objects, qos) in [
                ("no QoS", plain, by(&Qos::default())),
                ("full QoS", dedicated, by(&full)),
            ] {
                competing.add(
                    &format!("{way}, {name}"),
                    beside::calls(objects, &qos, plain),
                );
                bulk.add(
                    &format!("{way}, {name}"),
                    beside::bulk(objects, &qos, plain),
                );
            }
        }
    }
    calls.print(
        "strings: us, and oneway calls a second",
        &[
            (0, "null p50"),
            (1, "p99"),
            (2, "max"),
            (3, "empty p50"),
            (6, "54 p50"),
            (9, "null 1/s"),
            (10, "empty 1/s"),
            (11, "54 1/s"),
        ],
    );
    calls.print(
        "arguments: us, and MB/s",
        &[
            (12, "longs p50"),
            (13, "p99"),
            (15, "struct p50"),
            (18, "structs p50"),
            (19, "p99"),
            (21, "MB/s"),
        ],
    );
    calls.print_ratios("omniORB", &[0, 3, 6, 9, 10, 11, 12, 15, 18, 21]);
    calls.print(
        "jitter: us between two calls",
        &[(22, "p50"), (23, "p99"), (24, "max")],
    );
    let columns = [
        (0, "p50"),
        (1, "p99"),
        (2, "max"),
        (3, "beside p50"),
        (4, "p99"),
        (5, "max"),
    ];
    competing.print("null call, and a competing thread", &columns);
    bulk.print("null call, and bulk data: us", &columns);
    competing.print_growth("a competing thread");
    bulk.print_growth("bulk data");
}
