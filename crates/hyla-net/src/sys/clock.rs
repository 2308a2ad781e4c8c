//! Clocks of the system, for comparison with those of other hosts.

/// Clocks at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockReading {
    /// Identifies the monotonic clock: processes with the same number share it. 0 if unknown.
    pub clock: u64,
    /// Monotonic clock in nanoseconds.
    pub monotonic_ns: u64,
    /// Wall clock less monotonic clock, in nanoseconds.
    pub over_monotonic_ns: i64,
    /// Greatest error of the wall clock, while the kernel has it synchronized (by PTP or NTP); read once a second.
    pub error_ns: Option<u64>,
}

/// Reads the clocks. Cost: less than 100 ns.
#[must_use]
pub fn read_clocks() -> ClockReading {
    imp::read()
}

#[cfg(target_os = "linux")]
mod imp {
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::sync::OnceLock;

    use rustix::time::{ClockId, Timespec, clock_gettime};

    use super::ClockReading;

    pub(super) fn read() -> ClockReading {
        let monotonic = nanoseconds(clock_gettime(ClockId::Monotonic));
        let wall = nanoseconds(clock_gettime(ClockId::Realtime));
        ClockReading {
            clock: identity(),
            monotonic_ns: u64::try_from(monotonic).unwrap_or_default(),
            over_monotonic_ns: wall - monotonic,
            error_ns: super::wall_error::read(monotonic),
        }
    }

    fn nanoseconds(time: Timespec) -> i64 {
        time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The boot and the time namespace, which may shift the monotonic clock.
    fn identity() -> u64 {
        static IDENTITY: OnceLock<u64> = OnceLock::new();
        *IDENTITY.get_or_init(|| {
            let Ok(boot) = std::fs::read_to_string("/proc/sys/kernel/random/boot_id") else {
                return 0;
            };
            let namespace = std::fs::read_link("/proc/self/ns/time").ok();
            let mut hasher = DefaultHasher::new();
            (boot, namespace).hash(&mut hasher);
            hasher.finish().max(1)
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use std::sync::OnceLock;
    use std::time::{Instant, SystemTime};

    use super::ClockReading;

    pub(super) fn read() -> ClockReading {
        static START: OnceLock<Instant> = OnceLock::new();
        let monotonic = START.get_or_init(Instant::now).elapsed().as_nanos();
        let wall = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let wall = wall.map_or(0, |since| since.as_nanos());
        let signed = |ns| i64::try_from(ns).unwrap_or_default();
        ClockReading {
            clock: u64::from(std::process::id()) << 32 | 1,
            monotonic_ns: u64::try_from(monotonic).unwrap_or_default(),
            over_monotonic_ns: signed(wall) - signed(monotonic),
            error_ns: super::wall_error::read(signed(monotonic)),
        }
    }
}

/// The kernel's own bound of the error of the wall clock.
#[cfg(target_os = "linux")]
mod wall_error {
    use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

    /// How long a value is used, in nanoseconds: the kernel adds 0.5 us to it in that time.
    const VALID_NS: i64 = 1_000_000_000;
    const UNKNOWN: u64 = u64::MAX;

    pub(super) fn read(now: i64) -> Option<u64> {
        static READ_AT: AtomicI64 = AtomicI64::new(i64::MIN);
        static ERROR: AtomicU64 = AtomicU64::new(UNKNOWN);
        if now.saturating_sub(READ_AT.load(Relaxed)) > VALID_NS {
            READ_AT.store(now, Relaxed);
            ERROR.store(ask().unwrap_or(UNKNOWN), Relaxed);
        }
        Some(ERROR.load(Relaxed)).filter(|error| *error != UNKNOWN)
    }

    #[expect(unsafe_code, reason = "neither std nor rustix have adjtimex")]
    fn ask() -> Option<u64> {
        // SAFETY: a structure of integers, for which zero is valid.
        let mut state: libc::timex = unsafe { std::mem::zeroed() };
        // SAFETY: the kernel writes the structure; modes of 0 change nothing.
        let answer = unsafe { libc::adjtimex(&raw mut state) };
        let is_synchronized =
            (0..libc::TIME_ERROR).contains(&answer) && state.status & libc::STA_UNSYNC == 0;
        let error = u64::try_from(state.maxerror).ok()?;
        is_synchronized.then(|| error.saturating_mul(1000))
    }
}

#[cfg(not(target_os = "linux"))]
mod wall_error {
    pub(super) fn read(_: i64) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_monotonic_clock_goes_on_and_keeps_its_identity() {
        let (one, other) = (read_clocks(), read_clocks());

        assert!(one.monotonic_ns > 0 && other.monotonic_ns >= one.monotonic_ns);
        assert_eq!(one.clock, other.clock);
    }
}
