//! The clock shared by federates of one host, and simulated computation.

use rustix::time::{ClockId, clock_gettime};

/// Nanoseconds of a second.
pub(super) const SECOND: u64 = 1_000_000_000;
/// Nanoseconds of a millisecond.
pub(super) const MILLISECOND: u64 = 1_000_000;

fn read(clock: ClockId) -> u64 {
    let time = clock_gettime(clock);
    // Neither part of these clocks is ever negative.
    time.tv_sec as u64 * SECOND + time.tv_nsec as u64
}

/// Nanoseconds since the host started (`CLOCK_MONOTONIC`): the same for all processes of a host.
pub(super) fn now() -> u64 {
    read(ClockId::Monotonic)
}

/// Processor time of this process, in nanoseconds.
pub(super) fn processor_time() -> u64 {
    read(ClockId::ProcessCPUTime)
}

/// Uses that much processor time of the calling thread. Time without the processor does not count:
/// a simulator must finish its model, too.
pub(super) fn compute(microseconds: u32) {
    if microseconds == 0 {
        return;
    }
    let end = read(ClockId::ThreadCPUTime) + u64::from(microseconds) * 1_000;
    let mut value = 1_u64;
    while read(ClockId::ThreadCPUTime) < end {
        for _ in 0..200 {
            value = std::hint::black_box(value.wrapping_mul(6_364_136_223_846_793_005) ^ 1);
        }
    }
}

/// Seconds between two times of [`now`].
pub(super) fn seconds(from: u64, to: u64) -> f64 {
    to.saturating_sub(from) as f64 / SECOND as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computing_takes_the_processor_time_asked_for() {
        let before = read(ClockId::ThreadCPUTime);

        compute(500);

        assert!(read(ClockId::ThreadCPUTime) - before >= 500_000);
    }
}
