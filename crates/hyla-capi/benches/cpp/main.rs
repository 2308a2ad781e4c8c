//! Cost of the C++ API over the Rust API, in the same run and the same process.
//!
//! ```text
//! make cppbench
//! ```
//!
//! builds the C++ libraries and what is loaded here, and runs this. One RTI; for either language two
//! federates that exchange updates of 128 bytes:
//!
//! | part | pattern |
//! |---|---|
//! | round trip | immediate callbacks, shared memory or (`HYLA_PEER_SHARED_MEMORY=false`) TCP: an update, the one that its callback answers with, and its callback, which begins the next; so no thread but those of the two federates has to wake up |
//! | stream | the same: one way, as fast as it is taken |
//! | evoked | in-process channel, 64 updates and then their callbacks, all on one thread, in processor time: no wake-up in it, so that nothing hides what a call costs |
//! | maps | `AttributeHandleValueMap`s made and dropped, without an RTI |
//!
//! Rust and C++ take turns. Medians of the turns; a ratio over 1 says that C++ costs more.

mod cpp;
mod rust;

use std::time::Duration;

use hyla_rti::RtiServer;
use hyla_settings::Sources;

const TURNS: usize = 21;
const BYTES: usize = 128;
const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/traffic-2010.xml"
);

/// Two federates that know each other's car.
trait Party {
    /// Updates, 64 at a time, which the receiver then evokes.
    fn evoked(&mut self, updates: usize, attributes: usize) -> Duration;
    /// Updates as fast as they are taken.
    fn stream(&mut self, updates: usize) -> Duration;
    /// Microseconds that updates take to come back.
    fn round_trips(&mut self, count: usize) -> Vec<f64>;
}

/// The answering side, and the callback model.
#[derive(Clone, Copy)]
enum Pattern {
    Evoked,
    Stream,
    RoundTrip,
}

impl Pattern {
    fn settings(self, address: &str) -> String {
        let (model, in_process) = match self {
            Self::Evoked => ("single-threaded", true),
            Self::Stream | Self::RoundTrip => ("immediate", false),
        };
        format!("rti.address = {address}; process.model = {model}; peer.in_process = {in_process}")
    }
}

fn main() {
    // Not HYLA_..., which are settings.
    let Some(libraries) = std::env::var_os("BENCH_LIBRARIES") else {
        println!(
            "the C++ API: not measured, since BENCH_LIBRARIES is not set; `make cppbench` sets it"
        );
        return;
    };
    let settings = Sources::none().load().expect("the defaults are sound");
    let mut server = RtiServer::new(&settings).expect("an RTI");
    let at = server
        .listen("127.0.0.1:0".parse().expect("an address"))
        .expect("a port");
    let stop = server.stopper();
    let rti = std::thread::spawn(move || server.run());
    for name in ["rti1516e", "rti1516_2025"] {
        let path = std::path::Path::new(&libraries).join(format!("libbench_{name}.so"));
        let library = cpp::Library::open(&path);
        compare(name, &at.to_string(), &library);
    }
    stop.stop();
    rti.join()
        .expect("the RTI does not panic")
        .expect("the RTI runs");
}

fn compare(name: &str, address: &str, library: &cpp::Library) {
    println!("{name}                       Rust          C++        ratio (wanted: at most 1.15)");
    let (mut rust, mut cpp) = both(Pattern::RoundTrip, address, library);
    let times = turns(TURNS, &mut rust, &mut cpp, |party| {
        median(party.round_trips(2000))
    });
    row("round trip, 128 bytes", times, |us| format!("{us:8.1} us"));
    drop((rust, cpp));

    let (mut rust, mut cpp) = both(Pattern::Stream, address, library);
    let count = 40_000;
    let times = turns(TURNS, &mut rust, &mut cpp, |party| {
        each(party.stream(count), count)
    });
    row("stream, 128 bytes", times, |ns| format!("{ns:8.0} ns"));
    drop((rust, cpp));

    let (mut rust, mut cpp) = both(Pattern::Evoked, address, library);
    for attributes in [1, 3] {
        // Short turns: most are not disturbed.
        let count = 6_400;
        let times = turns(99, &mut rust, &mut cpp, |party| {
            each(party.evoked(count, attributes), count)
        });
        let what = format!("evoked, {attributes} x 128 bytes");
        row(&what, times, |ns| format!("{ns:8.0} ns"));
    }
    for attributes in [1, 3] {
        let count = 200_000;
        let maps = (0..TURNS).map(|_| each(cpp.maps(count, attributes), count));
        println!(
            "  {:28}          {:8.0} ns",
            format!("map of {attributes} x 128 bytes"),
            median(maps.collect())
        );
    }
}

fn both<'l>(
    pattern: Pattern,
    address: &str,
    library: &'l cpp::Library,
) -> (rust::Federates, cpp::Federates<'l>) {
    let settings = pattern.settings(address);
    let rust = rust::Federates::new(pattern, &settings);
    (rust, library.federates(pattern, &settings))
}

/// Medians of turns that the two take.
fn turns(
    count: usize,
    rust: &mut dyn Party,
    cpp: &mut dyn Party,
    measure: impl Fn(&mut dyn Party) -> f64,
) -> (f64, f64) {
    // To warm up.
    measure(rust);
    measure(cpp);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..count {
        ours.push(measure(rust));
        theirs.push(measure(cpp));
    }
    (median(ours), median(theirs))
}

fn row(what: &str, (rust, cpp): (f64, f64), show: impl Fn(f64) -> String) {
    let ratio = cpp / rust;
    println!("  {what:20} {} {}     {ratio:.2}", show(rust), show(cpp));
}

/// Nanoseconds of one.
fn each(all: Duration, count: usize) -> f64 {
    all.as_secs_f64() * 1e9 / count as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
