//! A clock of some milliseconds, for what a call must not wait for: reading it takes a fifth of the time of a precise one.

use std::time::Duration;

/// A moment, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment(u64);

impl Moment {
    #[cfg(target_os = "linux")]
    #[inline]
    pub(crate) fn now() -> Self {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::MonotonicCoarse);
        // Neither is negative, and the sum fits for centuries.
        let seconds = now.tv_sec.cast_unsigned().wrapping_mul(1_000_000_000);
        Self(seconds.wrapping_add(now.tv_nsec.cast_unsigned()))
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn now() -> Self {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        let start = START.get_or_init(std::time::Instant::now);
        Self(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }

    /// Whether more than that long has passed from then to now.
    #[inline]
    pub(crate) fn is_before(self, time: Duration, now: Self) -> bool {
        u128::from(now.0.saturating_sub(self.0)) > time.as_nanos()
    }
}
