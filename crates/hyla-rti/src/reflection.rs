//! Answers to probes of latency.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use hyla_core::latency::HostReading;
use hyla_estimator::host::HostLoad;

/// Interval of readings of this host while federates ask.
const EVERY: Duration = Duration::from_millis(100);

/// State of this host, for all servers of the process.
static LOAD: LazyLock<HostLoad> = LazyLock::new(|| HostLoad::new(None, None));

/// Clocks and load of this host.
pub(crate) fn host_reading() -> HostReading {
    let clocks = hyla_net::read_clocks();
    let reading = LOAD.get(Instant::now(), EVERY);
    HostReading {
        clock: clocks.clock,
        monotonic_ns: clocks.monotonic_ns,
        over_monotonic_ns: clocks.over_monotonic_ns,
        error_ns: clocks.error_ns,
        load: reading.map(|reading| reading.processor),
        port: None,
    }
}

/// Reads the load if an answer asked for it: at most every 100 ms, in some 10 us. Call it where nothing waits to be sent.
pub(crate) fn refresh() {
    LOAD.refresh();
}
