//! One-way latency between processes whose monotonic clocks differ: a time namespace has a clock of its own.

use std::process::Command;

use crate::child::{Location, Process};

/// Seconds that the other clock is ahead.
const AHEAD_S: u32 = 1_000_000;

/// Whether this machine allows time namespaces; a skip is reported.
fn has_time_namespaces() -> bool {
    let tried = Command::new("unshare")
        .args(["--time", "--monotonic", "1", "true"])
        .output();
    let problem = match tried {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => error.to_string(),
    };
    hyla_test_skips::skipped(format!("no time namespaces here: {problem}"));
    false
}

/// The figures of an answer: estimate, ends of the interval, error of the clocks, in microseconds.
fn figures(answer: &str) -> [f64; 4] {
    let all: Vec<f64> = answer
        .split(' ')
        .map(|word| word.parse().unwrap())
        .collect();
    all.try_into().unwrap()
}

#[test]
fn one_way_latency_holds_the_truth_between_clocks_eleven_days_apart() {
    if !has_time_namespaces() {
        return;
    }
    let (_rti, address) = Process::rti(Location::Here, "127.0.0.1:0", "");
    let settings = format!("rti.address = {address}; peer.shared_memory = false");
    let join = |location, name: &str| Process::federate(location, "clocks", name, &settings);
    let mut here = join(Location::Here, "here");
    let mut beside = join(Location::Here, "beside");
    let mut ahead = join(Location::Ahead(AHEAD_S), "ahead");
    for process in [&mut here, &mut beside, &mut ahead] {
        assert_eq!(process.ask("meet 2"), "met");
    }

    // One clock has no error; the two differ in both directions.
    let [estimate, low, high, error] = figures(&here.ask("latency beside"));
    assert_eq!(error, 0.0);
    assert!(0.0 < estimate && low <= estimate && estimate <= high);
    for (from, to) in [(&mut here, "ahead"), (&mut ahead, "here")] {
        let one_way = from.ask(&format!("latency {to}"));
        let round_trip = figures(&from.ask(&format!("round-trip {to}")));

        let [estimate, low, high, error] = figures(&one_way);
        assert!(error > 0.0, "{to}: {one_way}");
        // No message arrives before it was sent, nor does one way take longer than a round trip; other probes
        // measured that, so a second of patience. The clocks differ by eleven days.
        let most = round_trip[2] + 1e6;
        assert!(low <= estimate && estimate <= high, "{to}: {one_way}");
        assert!(estimate >= 0.0 && low <= most, "{to}: {one_way}");
        assert!(estimate < most && error < most, "{to}: {one_way}");
    }
}
