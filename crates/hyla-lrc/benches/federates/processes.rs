//! Two or more processes, over TCP loopback or in shared memory; the others are this program again.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::time::Instant;

use hdrhistogram::Histogram;
use hyla_baselines::Wait;
use hyla_lrc::RtiAmbassador;
use hyla_lrc::settings::Sources;
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::{AttributeHandle, ObjectInstanceHandle};

use crate::bare::{self, MESSAGE};
use crate::federate::{Federate, OnReflect, wait};
use crate::spread;

const RUNS: usize = 5;

/// Medium of the updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    Tcp,
    Memory,
}

impl Wire {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Memory => "memory",
        }
    }

    /// Settings of the RTI and of federates.
    fn settings(self) -> &'static str {
        match self {
            Self::Tcp => "peer.shared_memory = false",
            Self::Memory => "peer.shared_memory = true",
        }
    }
}

/// Starts this program in another role.
pub(crate) fn spawn(role: &str, at: &str) -> Child {
    Command::new(env::current_exe().expect("runs from a file"))
        .env("BENCH_ROLE", role)
        .env("BENCH_AT", at)
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts again")
}

/// The other process.
pub(crate) fn child(role: &str) {
    let at = env::var("BENCH_AT").expect("set by the parent");
    let settings = at.as_str();
    match role {
        "echo" => {
            // Reflects each value back from inside the callback, with an object of its own.
            let (tell, told) = mpsc::channel();
            let federate = Federate::join("echo", "Bench", settings, |rti| {
                let mut back = None;
                Some(Box::new(move |_, value: &[u8]| {
                    let (object, attribute) =
                        *back.get_or_insert_with(|| told.recv().expect("told below"));
                    let _ = rti.update_attribute_values(object, &[(attribute, value)], b"", None);
                }))
            });
            federate.publish();
            federate.subscribe();
            let object = federate.register();
            tell.send((object, federate.attribute))
                .expect("the ambassador listens");
            wait_for_end(&federate);
        }
        sink if sink.starts_with("sink") => {
            let federate = Federate::join(sink, "Bench", settings, |_| None);
            federate.subscribe();
            wait_for_end(&federate);
            println!("{}", federate.reflected());
        }
        other => panic!("no role {other:?}"),
    }
}

fn wait_for_end(federate: &Federate) {
    while federate
        .seen
        .removed
        .load(std::sync::atomic::Ordering::Acquire)
        == 0
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// An RTI server in this process, on a port of its own; with it come the settings of federates.
pub(crate) fn serve(wire: Wire, further: &str) -> (String, RtiStop) {
    let own = format!("{}; {further}", wire.settings());
    let settings = Sources::none().connect(&own).load();
    let settings = settings.expect("the settings are sound");
    let mut server = RtiServer::new(&settings).expect("has descriptors");
    let at = server
        .listen("127.0.0.1:0".parse().expect("an address"))
        .expect("loopback");
    let stop = server.stopper();
    std::thread::spawn(move || server.run());
    (format!("rti.address = {at}; {own}"), stop)
}

/// The object and attribute that the master plays with.
static OWN: Mutex<Option<(ObjectInstanceHandle, AttributeHandle)>> = Mutex::new(None);

/// Throws the ball back from inside the callback and takes the time of each round.
fn player(rti: RtiAmbassador, count: u32, done: mpsc::Sender<Histogram<u64>>) -> OnReflect {
    let mut times = Histogram::new_with_bounds(1, 60_000_000_000, 3).expect("three digits");
    let (mut own, mut rounds, mut thrown) = (None, 0_u32, Instant::now());
    Box::new(move |_, value| {
        let now = Instant::now();
        // Balls of the start that come late are left lying.
        if rounds > 0 && value[0] != rounds as u8 || rounds > count {
            return;
        }
        if rounds >= count / 10 {
            times.saturating_record((now - thrown).as_nanos() as u64);
        }
        rounds += 1;
        if rounds > count {
            let _ = done.send(times.clone());
            return;
        }
        let (object, attribute) =
            *own.get_or_insert_with(|| OWN.lock().expect("no panic").expect("set before"));
        thrown = Instant::now();
        let _ =
            rti.update_attribute_values(object, &[(attribute, &[rounds as u8; 128])], b"", None);
    })
}

/// Update, reflected back by the peer, beside bare ping-pongs. `further` settings say how to wait; the first of `waits` is
/// the same.
pub(crate) fn round_trip(what: &str, wire: Wire, further: &str, waits: [Wait; 2]) {
    let (mut hyla_p50, mut hyla_p99) = (Vec::new(), Vec::new());
    let mut bares = waits.map(|wait| (bare::counterpart(wire, wait), Vec::new(), Vec::new()));
    const COUNT: u32 = 30_000;
    let at = |histogram: &Histogram<u64>, q| histogram.value_at_quantile(q) as f64 / 1e3;
    for _ in 0..RUNS {
        for (counterpart, p50, p99) in &mut bares {
            let times = bare::round_trips(*counterpart, COUNT);
            p50.push(at(&times, 0.5));
            p99.push(at(&times, 0.99));
        }
        let (settings, stop) = serve(wire, further);
        let mut peer = spawn("echo", &settings);
        let (done, finished) = mpsc::channel();
        let master = Federate::join("master", "Bench", &settings, |rti| {
            Some(player(rti, COUNT, done))
        });
        master.publish();
        master.subscribe();
        master.wait_discovered(1);
        let object = master.register();
        *OWN.lock().expect("no panic") = Some((object, master.attribute));
        // The peer may not have discovered the object yet: the first ball is thrown until it returns.
        while master.reflected() == 0 {
            master.update(object, &[0; 128]);
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let times = finished.recv().expect("the game ends");
        let federate = master;
        federate
            .rti
            .delete_object_instance(object, b"", None)
            .expect("owns it");
        let _ = peer.wait();
        stop.stop();
        hyla_p50.push(at(&times, 0.5));
        hyla_p99.push(at(&times, 0.99));
    }
    println!(
        "{:<32} 128 B: p50 {:.1} us, p99 {:.1} us",
        format!("{} round trip, {what}", wire.name()),
        spread(hyla_p50.clone()).0,
        spread(hyla_p99).0
    );
    for (counterpart, p50, p99) in bares {
        let ratios = hyla_p50.iter().zip(&p50).map(|(hyla, bare)| hyla / bare);
        let (ratio, least, most) = spread(ratios.collect());
        println!(
            "    to bare {:<20} p50 {:.1} us, p99 {:.1} us: ratio {ratio:.2} ({least:.2}..{most:.2})",
            counterpart.to_string(),
            spread(p50).0,
            spread(p99).0
        );
    }
}

/// Seconds for so many updates to one receiver or to several, as fast as they are taken; each receiver says
/// how many arrived.
fn stream(wire: Wire, receivers: usize, count: u64, bytes: usize) -> f64 {
    let (settings, stop) = serve(wire, "");
    let mut peers: Vec<Child> = (0..receivers)
        .map(|number| spawn(&format!("sink {number}"), &settings))
        .collect();
    let federate = Federate::join("source", "Bench", &settings, |_| None);
    federate.publish();
    let object = federate.register();
    wait("a subscriber", || {
        let all = |members: usize| members == receivers + 1;
        federate.rti.status().is_ok_and(|s| all(s[0].members.len()))
    });
    std::thread::sleep(std::time::Duration::from_millis(200));
    let mut value = vec![0; bytes];
    let start = Instant::now();
    for number in 0..count {
        value[0] = number as u8;
        federate.update(object, &value);
    }
    federate
        .rti
        .delete_object_instance(object, b"", None)
        .expect("owns it");
    let lines: Vec<String> = peers
        .iter_mut()
        .map(|peer| {
            let output = peer.stdout.take().expect("piped");
            let mut line = String::new();
            BufReader::new(output).read_line(&mut line).expect("text");
            line
        })
        .collect();
    let elapsed = start.elapsed().as_secs_f64();
    for (peer, line) in peers.iter_mut().zip(&lines) {
        let _ = peer.wait();
        assert_eq!(line.trim(), count.to_string(), "updates were lost");
    }
    stop.stop();
    elapsed
}

/// One way, as fast as it is taken, to so many receivers; to one beside bare streams.
pub(crate) fn throughput(wire: Wire, receivers: usize) {
    const COUNT: u64 = 2_000_000;
    let name = format!("{} throughput, one to {receivers}", wire.name());
    let waits: &[Wait] = if receivers == 1 { &WAITS } else { &[] };
    beside(wire, waits, COUNT, MESSAGE, &name, "M/s", 1e6, || {
        COUNT as f64 / stream(wire, receivers, COUNT, 128)
    });
}

/// One way with large values, beside the bare transport.
pub(crate) fn bulk(wire: Wire, bytes: usize) {
    const ALL: usize = 2 << 30;
    let count = (ALL / bytes) as u64;
    let name = format!("{} bulk, {} KiB", wire.name(), bytes >> 10);
    let scale = 1e9 / bytes as f64;
    beside(wire, &WAITS, count, bytes, &name, "GB/s", scale, || {
        count as f64 / stream(wire, 1, count, bytes)
    });
}

/// Of streams: the first moves as much at once as Hyla.
const WAITS: [Wait; 3] = [Wait::Batch, Wait::Yield, Wait::Block];

/// Messages a second of Hyla, in turn with bare streams; `scale` of them are one `unit`.
#[allow(clippy::too_many_arguments, reason = "two callers")]
fn beside(
    wire: Wire,
    waits: &[Wait],
    count: u64,
    bytes: usize,
    name: &str,
    unit: &str,
    scale: f64,
    hyla: impl Fn() -> f64,
) {
    let mut rates = Vec::new();
    let counterparts = waits.iter().map(|wait| bare::counterpart(wire, *wait));
    let mut bares: Vec<_> = counterparts.map(|one| (one, Vec::new())).collect();
    for _ in 0..RUNS {
        for (counterpart, rates) in &mut bares {
            rates.push(count as f64 / bare::stream(*counterpart, count, bytes) / scale);
        }
        rates.push(hyla() / scale);
    }
    let (rate, least, most) = spread(rates.clone());
    println!("{name:<32} {rate:.2} {unit} ({least:.2}..{most:.2}), none lost");
    for (counterpart, bare) in bares {
        let ratios = rates.iter().zip(&bare).map(|(hyla, bare)| hyla / bare);
        let (ratio, least, most) = spread(ratios.collect());
        println!(
            "    to bare {:<20} {:.2} {unit}: ratio {ratio:.2} ({least:.2}..{most:.2})",
            counterpart.to_string(),
            spread(bare).0
        );
    }
}
