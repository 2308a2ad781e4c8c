//! Two or more processes, over TCP loopback or in shared memory; the others are this program again.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::time::Instant;

use hdrhistogram::Histogram;
use hyla_lrc::RtiAmbassador;
use hyla_lrc::settings::Sources;
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::{AttributeHandle, ObjectInstanceHandle};

use crate::bare::Bare;
use crate::federate::{Federate, OnReflect, wait};
use crate::{bare, spread};

const RUNS: usize = 5;

/// What carries the updates.
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
        bare if bare.starts_with("bare") => bare::child(bare, &at),
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

/// Update, reflected back by the peer, against a bare ping-pong. `further` settings say how to wait.
pub(crate) fn round_trip(what: &str, wire: Wire, further: &str, bare: Bare) {
    let (mut ratios, mut hyla_p50, mut bare_p50) = (Vec::new(), Vec::new(), Vec::new());
    let (mut hyla_p99, mut bare_p99) = (Vec::new(), Vec::new());
    const COUNT: u32 = 30_000;
    for _ in 0..RUNS {
        let bare = bare.round_trips(COUNT);
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
        let at = |histogram: &Histogram<u64>, q| histogram.value_at_quantile(q) as f64 / 1e3;
        ratios.push(at(&times, 0.5) / at(&bare, 0.5));
        hyla_p50.push(at(&times, 0.5));
        bare_p50.push(at(&bare, 0.5));
        hyla_p99.push(at(&times, 0.99));
        bare_p99.push(at(&bare, 0.99));
    }
    let (ratio, least, most) = spread(ratios);
    println!(
        "{what:<32} 128 B: p50 {:.1} us, p99 {:.1} us; bare p50 {:.1} us, p99 {:.1} us; \
         ratio {ratio:.2} ({least:.2}..{most:.2})",
        spread(hyla_p50).0,
        spread(hyla_p99).0,
        spread(bare_p50).0,
        spread(bare_p99).0
    );
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

/// One way, as fast as it is taken, to so many receivers.
pub(crate) fn throughput(wire: Wire, receivers: usize) {
    const COUNT: u64 = 2_000_000;
    let rates = (0..RUNS).map(|_| COUNT as f64 / stream(wire, receivers, COUNT, 128) / 1e6);
    let (rate, least, most) = spread(rates.collect());
    println!(
        "{:<32} 128 B updates: {rate:.2} M/s ({least:.2}..{most:.2}), none lost",
        format!("{} throughput, one to {receivers}", wire.name())
    );
}

/// One way with large values, beside the bare transport.
pub(crate) fn bulk(wire: Wire, bytes: usize) {
    const ALL: usize = 2 << 30;
    let count = (ALL / bytes) as u64;
    let (mut ours, mut bares, mut ratios) = (vec![], vec![], vec![]);
    for _ in 0..RUNS {
        let bare = match wire {
            Wire::Tcp => Bare::Tcp.bulk(count, bytes),
            Wire::Memory => Bare::RingFutex.bulk(count, bytes),
        };
        let seconds = stream(wire, 1, count, bytes);
        ratios.push(bare / seconds);
        ours.push(ALL as f64 / seconds / 1e9);
        bares.push(ALL as f64 / bare / 1e9);
    }
    let (ratio, least, most) = spread(ratios);
    println!(
        "{:<32} {:.2} GB/s; bare {:.2} GB/s; ratio {ratio:.2} ({least:.2}..{most:.2})",
        format!("{} bulk, {} KiB", wire.name(), bytes >> 10),
        spread(ours).0,
        spread(bares).0
    );
}
