//! The process that receives.

use std::env;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use hdrhistogram::Histogram;
use hyla_lrc::{Activity, AttributeValues, Delivery, FederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, Edition, FederateHandle, ObjectClassHandle, ObjectInstanceHandle};

use crate::sender::join;

const COMPUTING: Duration = Duration::from_micros(600);
const CYCLE: Duration = Duration::from_millis(1);
const PHASE: Duration = Duration::from_millis(250);

/// Nanoseconds of the clock that all processes share.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("after 1970").as_nanos() as u64
}

/// Between two phases nothing is recorded.
const NEITHER: u8 = 2;

struct Record {
    /// 0 while nothing is done, 1 while it computes.
    phase: AtomicU8,
    latencies: [Mutex<Histogram<u64>>; 2],
    discovered: AtomicBool,
    removed: AtomicBool,
}

struct Ambassador(Arc<Record>);

impl FederateAmbassador for Ambassador {
    fn discover_object_instance(
        &mut self,
        _: ObjectInstanceHandle,
        _: ObjectClassHandle,
        _: &Arc<str>,
        _: Option<FederateHandle>,
    ) {
        self.0.discovered.store(true, Ordering::Release);
    }

    fn reflect_attribute_values(
        &mut self,
        _: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        let arrived = now();
        let phase = usize::from(self.0.phase.load(Ordering::Relaxed));
        let sent = values[0].1.first_chunk().copied().map(u64::from_le_bytes);
        if let (Some(latencies), Some(sent)) = (self.0.latencies.get(phase), sent) {
            let latency = arrived.saturating_sub(sent);
            latencies
                .lock()
                .expect("no panic")
                .saturating_record(latency);
        }
    }

    fn remove_object_instance(&mut self, _: ObjectInstanceHandle, _: &Delivery<'_>) {
        self.0.removed.store(true, Ordering::Release);
    }
}

/// Receives until the object is removed, then prints the figures.
pub(crate) fn run() {
    let settings = env::var("BENCH_SETTINGS").expect("set by the parent");
    let evokes = env::var_os("BENCH_EVOKES").is_some();
    let histogram =
        || Mutex::new(Histogram::new_with_bounds(1, 10_000_000_000, 3).expect("three digits"));
    let record = Arc::new(Record {
        phase: AtomicU8::new(NEITHER),
        latencies: [histogram(), histogram()],
        discovered: AtomicBool::new(false),
        removed: AtomicBool::new(false),
    });
    let rti = RtiAmbassador::of_edition(Edition::Hla2010);
    let model = if evokes {
        CallbackModel::Evoked
    } else {
        CallbackModel::Immediate
    };
    if let Err(error) = rti.connect(Box::new(Ambassador(record.clone())), model, &settings) {
        // The parent says so in its table.
        eprintln!("{error}");
        std::process::exit(1);
    }
    let (class, attribute) = join(&rti, "receiver");
    rti.subscribe_object_class_attributes(class, &[attribute].into(), Activity::Active, "")
        .expect("subscribes");
    let wait = |time: Duration| {
        if evokes {
            rti.evoke_multiple_callbacks(Duration::ZERO, time)
                .expect("evokes");
        } else {
            std::thread::sleep(time);
        }
    };
    while !record.discovered.load(Ordering::Acquire) {
        wait(CYCLE);
    }
    println!("ready");
    while !record.removed.load(Ordering::Acquire) {
        for phase in [0, 1] {
            let end = Instant::now() + PHASE;
            let mut cycle = Instant::now();
            let settled = cycle + 5 * CYCLE;
            while cycle < end {
                if cycle >= settled {
                    record.phase.store(phase, Ordering::Relaxed);
                }
                if phase == 1 {
                    compute(cycle + COMPUTING);
                }
                let left = (cycle + CYCLE).saturating_duration_since(Instant::now());
                wait(left);
                cycle = Instant::now();
            }
            record.phase.store(NEITHER, Ordering::Relaxed);
        }
    }
    let figures: Vec<String> = record
        .latencies
        .iter()
        .flat_map(|latencies| {
            let latencies = latencies.lock().expect("no panic");
            [0.5, 0.99]
                .map(|quantile| (latencies.value_at_quantile(quantile) as f64 / 1e3).to_string())
        })
        .collect();
    println!("{}", figures.join(" "));
}

/// Uses the processor until then.
fn compute(until: Instant) {
    let mut value = 1_u64;
    while Instant::now() < until {
        for _ in 0..100 {
            value = std::hint::black_box(value.wrapping_mul(6_364_136_223_846_793_005) ^ 1);
        }
    }
}
