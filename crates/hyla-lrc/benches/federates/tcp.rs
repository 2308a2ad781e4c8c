//! Two processes over TCP loopback; the second is this program again.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::time::Instant;

use hdrhistogram::Histogram;
use hyla_lrc::settings::Sources;
use hyla_lrc::{RtiAmbassador, RtiServer, RtiStop};
use hyla_types::{AttributeHandle, ObjectInstanceHandle};

use crate::federate::{Federate, OnReflect, wait};
use crate::{bare, spread};

const RUNS: usize = 5;

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
    let settings = format!("rti.address = {at}");
    match role {
        "bare-echo" => bare::echo(&at),
        "echo" => {
            // Reflects each value back from inside the callback, with an object of its own.
            let (tell, told) = mpsc::channel();
            let federate = Federate::join("echo", "Tcp", &settings, |rti| {
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
        "sink" => {
            let federate = Federate::join("sink", "Tcp", &settings, |_| None);
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

/// An RTI server in this process, on a port of its own.
pub(crate) fn serve() -> (String, RtiStop) {
    let settings = Sources::none().load().expect("defaults are sound");
    let mut server = RtiServer::new(&settings).expect("has descriptors");
    let at = server
        .listen("127.0.0.1:0".parse().expect("an address"))
        .expect("loopback");
    let stop = server.stopper();
    std::thread::spawn(move || server.run());
    (at.to_string(), stop)
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

/// Update, reflected back by the peer, against a bare ping-pong.
pub(crate) fn round_trip() {
    let (mut ratios, mut hyla_p50, mut bare_p50) = (Vec::new(), Vec::new(), Vec::new());
    let (mut hyla_p99, mut bare_p99) = (Vec::new(), Vec::new());
    const COUNT: u32 = 30_000;
    for _ in 0..RUNS {
        let bare = bare::round_trips(COUNT);
        let (at, stop) = serve();
        let mut peer = spawn("echo", &at);
        let (done, finished) = mpsc::channel();
        let settings = format!("rti.address = {at}");
        let master = Federate::join("master", "Tcp", &settings, |rti| {
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
        "tcp round trip         128 B: p50 {:.1} us, p99 {:.1} us; bare p50 {:.1} us, p99 {:.1} us; \
         ratio {ratio:.2} ({least:.2}..{most:.2})",
        spread(hyla_p50).0,
        spread(hyla_p99).0,
        spread(bare_p50).0,
        spread(bare_p99).0
    );
}

/// One way, as fast as it is taken; the receiver says how many arrived.
pub(crate) fn throughput() {
    const COUNT: u64 = 2_000_000;
    let mut rates = Vec::new();
    for _ in 0..RUNS {
        let (at, stop) = serve();
        let mut peer = spawn("sink", &at);
        let federate = Federate::join("source", "Tcp", &format!("rti.address = {at}"), |_| None);
        federate.publish();
        let object = federate.register();
        wait("a subscriber", || {
            federate.rti.status().is_ok_and(|s| s[0].members.len() == 2)
        });
        std::thread::sleep(std::time::Duration::from_millis(200));
        let start = Instant::now();
        for number in 0..COUNT {
            federate.update(object, &[number as u8; 128]);
        }
        federate
            .rti
            .delete_object_instance(object, b"", None)
            .expect("owns it");
        let output = peer.stdout.take().expect("piped");
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("text");
        let elapsed = start.elapsed().as_secs_f64();
        let _ = peer.wait();
        stop.stop();
        assert_eq!(line.trim(), COUNT.to_string(), "updates were lost");
        rates.push(COUNT as f64 / elapsed / 1e6);
    }
    let (rate, least, most) = spread(rates);
    println!(
        "tcp throughput         128 B updates: {rate:.2} M/s ({least:.2}..{most:.2}), none lost"
    );
}
