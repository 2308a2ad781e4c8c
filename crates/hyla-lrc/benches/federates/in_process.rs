//! Two members of one process over the in-process transport.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use hdrhistogram::Histogram;

use crate::federate::{Federate, OnReflect, wait};
use crate::spread;

const SETTINGS: &str = "rti.address = embedded";
const RUNS: usize = 7;

fn pair(federation: &str, on_reflect: Option<OnReflect>) -> (Federate, Federate) {
    let receiver = Federate::join("receiver", federation, SETTINGS, |_| on_reflect);
    let sender = Federate::join("sender", federation, SETTINGS, |_| None);
    sender.publish();
    receiver.subscribe();
    (sender, receiver)
}

/// Update to reflect, one at a time.
pub(crate) fn latency() {
    let (clock, reflected_at) = (Instant::now(), Arc::new(AtomicU64::new(0)));
    let at = reflected_at.clone();
    let note = move |_, _: &[u8]| at.store(clock.elapsed().as_nanos() as u64, Ordering::Release);
    let (sender, receiver) = pair("InProcessLatency", Some(Box::new(note)));
    let object = sender.register();
    receiver.wait_discovered(1);
    let (mut p50s, mut p99s) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let mut times =
            Histogram::<u64>::new_with_bounds(1, 60_000_000_000, 3).expect("three digits");
        for number in 0..50_000_u64 {
            let start = clock.elapsed().as_nanos() as u64;
            sender.update(object, &[number as u8; 128]);
            compute_until(|| reflected_at.load(Ordering::Acquire) > start);
            let at = reflected_at.load(Ordering::Acquire);
            if number > 5_000 {
                times.saturating_record(at.saturating_sub(start));
            }
        }
        p50s.push(times.value_at_quantile(0.5) as f64 / 1e3);
        p99s.push(times.value_at_quantile(0.99) as f64 / 1e3);
    }
    let ((p50, least, most), (p99, ..)) = (spread(p50s), spread(p99s));
    println!(
        "in-process latency     update to reflect, 128 B: p50 {p50:.2} us ({least:.2}..{most:.2}), \
         p99 {p99:.2} us"
    );
}

/// A simulator computes between its updates: it takes its processor and gives nothing away.
fn compute_until(ready: impl Fn() -> bool) {
    for _ in 0_u64..20_000_000_000 {
        if ready() {
            return;
        }
        std::hint::spin_loop();
    }
    panic!("no reflection");
}

/// Updates as fast as they are taken.
pub(crate) fn throughput() {
    let (sender, receiver) = pair("InProcessThroughput", None);
    let object = sender.register();
    receiver.wait_discovered(1);
    let mut rates = Vec::new();
    const COUNT: u64 = 1_000_000;
    for _ in 0..RUNS {
        let before = receiver.reflected();
        let start = Instant::now();
        for number in 0..COUNT {
            sender.update(object, &[number as u8; 128]);
        }
        wait("all reflections", || receiver.reflected() >= before + COUNT);
        rates.push(COUNT as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
    let (rate, least, most) = spread(rates);
    println!(
        "in-process throughput  128 B updates: {rate:.2} M/s ({least:.2}..{most:.2}), none lost"
    );
}
