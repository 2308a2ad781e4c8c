//! Resources that the process uses on its machine.

use std::num::NonZeroU64;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity, set_current_timer_slack};

use super::clock;
use super::error::FederateError;

/// Binds the calling thread, and all threads started later, to a processor.
///
/// # Errors
/// [`FederateError::Machine`] if the process may not use it.
pub(super) fn bind(cpu: u32) -> Result<(), FederateError> {
    let allowed: Vec<usize> = match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|&n| set.is_set(n)).collect(),
        Err(_) => Vec::new(),
    };
    let refused = |why: &str| {
        let numbers: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        FederateError::Machine(format!(
            "the job binds the process to processor {cpu}, {why}; it may use {}",
            numbers.join(", ")
        ))
    };
    let cpu = cpu as usize;
    if !allowed.contains(&cpu) {
        return Err(refused("which it may not use here"));
    }
    let mut set = CpuSet::new();
    set.set(cpu);
    sched_setaffinity(None, &set).map_err(|error| refused(&error.to_string()))
}

/// Makes timers of the calling thread exact, instead of up to 50 microseconds late. No effect on
/// systems without that option.
pub(super) fn wake_exactly() {
    let _ = set_current_timer_slack(NonZeroU64::new(1));
}

/// Identifies the boot of the host; 0 if unknown.
pub(super) fn boot() -> u64 {
    let text = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let digits: String = text
        .chars()
        .filter(char::is_ascii_hexdigit)
        .take(16)
        .collect();
    u64::from_str_radix(&digits, 16).unwrap_or(0)
}

/// Peak memory of the process, in bytes; `None` if unknown.
pub(super) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Wall clock and processor time since a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    began: u64,
    used: u64,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self {
            began: clock::now(),
            used: clock::processor_time(),
        }
    }

    /// Its start, on the clock of [`clock::now`].
    pub(super) fn began(&self) -> u64 {
        self.began
    }

    /// Processor time of the process since then, in microseconds.
    pub(super) fn processor_us(&self) -> f64 {
        clock::processor_time().saturating_sub(self.used) as f64 / 1e3
    }

    /// Processor time of the process per second since then.
    pub(super) fn processor_share(&self) -> f64 {
        let wall = clock::now().saturating_sub(self.began).max(1);
        clock::processor_time().saturating_sub(self.used) as f64 / wall as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_that_is_not_there_is_refused_with_those_that_are() {
        let refused = bind(1_000).expect_err("no machine of a test has as many");

        let words = refused.to_string();
        assert!(words.contains("processor 1000"), "{words}");
        assert!(words.contains("it may use "), "{words}");
    }

    #[test]
    fn this_system_tells_boot_and_memory() {
        assert_ne!(boot(), 0);
        assert!(peak_memory().is_some_and(|bytes| bytes > 100_000));
    }
}
