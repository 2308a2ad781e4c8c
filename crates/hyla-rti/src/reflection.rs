//! Answers to probes of latency.

use hyla_core::latency::HostReading;

/// Clocks of this host. The RTI does not read its load.
pub(crate) fn host_reading() -> HostReading {
    let clocks = hyla_net::read_clocks();
    HostReading {
        clock: clocks.clock,
        monotonic_ns: clocks.monotonic_ns,
        over_monotonic_ns: clocks.over_monotonic_ns,
        error_ns: clocks.error_ns,
        load: None,
    }
}
