//! Rate limit for log lines that callers from outside cause: a flood of bad connections fills no disk and hides no other line.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Lines that may come at once.
const BURST: u32 = 20;

/// Time after which one more line may come.
const INTERVAL: Duration = Duration::from_secs(1);

/// A number of log lines that grows with time, and the count of those left out.
///
/// By default 20 lines may come at once, then one each second.
#[derive(Debug)]
pub struct LineBudget {
    burst: u32,
    interval: Duration,
    left: u32,
    refilled: Option<Instant>,
    suppressed: u64,
    /// Of all time.
    total: u64,
}

impl LineBudget {
    /// A full one.
    #[must_use]
    pub const fn new() -> Self {
        Self::with(BURST, INTERVAL)
    }

    /// A full one for that many lines at once, then one in each interval.
    #[must_use]
    pub const fn with(burst: u32, interval: Duration) -> Self {
        Self {
            burst,
            interval,
            left: burst,
            refilled: None,
            suppressed: 0,
            total: 0,
        }
    }

    /// Whether a line may be written at `now`, and how many were left out since the last one. Otherwise the line is counted.
    pub fn take(&mut self, now: Instant) -> Option<u64> {
        self.refill(now);
        if self.left == 0 {
            self.suppressed += 1;
            self.total += 1;
            return None;
        }
        self.left -= 1;
        Some(std::mem::take(&mut self.suppressed))
    }

    /// The number of lines left out, if there are some and a line about them may be written: after a flood no other line may
    /// come that would have it.
    pub fn take_suppressed(&mut self, now: Instant) -> Option<u64> {
        if self.suppressed == 0 {
            return None;
        }
        self.refill(now);
        if self.left == 0 {
            return None;
        }
        self.take(now)
    }

    /// Whether lines were left out that no other has told.
    #[must_use]
    pub fn has_suppressed(&self) -> bool {
        self.suppressed > 0
    }

    /// Whether it is as a new one by now.
    pub fn is_full(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.left == self.burst && self.suppressed == 0
    }

    /// Lines left out so far.
    fn total_suppressed(&self) -> u64 {
        self.total
    }

    fn refill(&mut self, now: Instant) {
        let since = *self.refilled.get_or_insert(now);
        let passed = now.saturating_duration_since(since);
        let more =
            u32::try_from(passed.as_millis() / self.interval.as_millis()).unwrap_or(u32::MAX);
        if more > 0 {
            self.left = self.left.saturating_add(more).min(self.burst);
            self.refilled = Some(match more {
                u32::MAX => now,
                more => since + self.interval * more,
            });
        }
    }
}

impl Default for LineBudget {
    fn default() -> Self {
        Self::new()
    }
}

/// The budget of this process for lines about callers that are nobody's.
static STRANGERS: Mutex<LineBudget> = Mutex::new(LineBudget::new());

fn strangers() -> std::sync::MutexGuard<'static, LineBudget> {
    STRANGERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether this process may log a line now about a caller that has not proven who it is; all faces share one budget.
pub(crate) fn stranger_line() -> Option<u64> {
    strangers().take(Instant::now())
}

/// Lines about such callers that this process has left out.
pub(crate) fn suppressed_stranger_lines() -> u64 {
    strangers().total_suppressed()
}

/// Logs the number of lines left out, if no other line is going to have it.
pub(crate) fn log_suppressed(now: Instant) {
    let count = strangers().take_suppressed(now);
    if let Some(count) = count {
        tracing::warn!(
            federation = "-",
            federate = "-",
            count,
            "lines about bad connections were left out: there were too many"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_gets_a_few_lines_and_a_count() {
        let start = Instant::now();
        let mut budget = LineBudget::new();

        let written = (0..1000).filter(|_| budget.take(start).is_some()).count();
        assert_eq!(written, 20);
        assert_eq!(budget.total_suppressed(), 980);
        assert_eq!(budget.take_suppressed(start), None);

        let later = start + INTERVAL;
        assert_eq!(budget.take(later), Some(980));
        assert_eq!(budget.take(later), None);
        assert_eq!(budget.take_suppressed(start + 2 * INTERVAL), Some(1));
        assert_eq!(budget.take_suppressed(start + 3 * INTERVAL), None);
    }

    #[test]
    fn a_quiet_time_fills_the_budget_and_no_more() {
        let start = Instant::now();
        let mut budget = LineBudget::new();
        while budget.take(start).is_some() {}

        let later = start + 1000 * INTERVAL;

        assert_eq!(
            (0..100).filter(|_| budget.take(later).is_some()).count(),
            20
        );
    }

    #[test]
    fn a_rare_line_has_no_count() {
        let start = Instant::now();
        let mut budget = LineBudget::new();
        for nth in 0..100 {
            assert_eq!(budget.take(start + INTERVAL * nth), Some(0));
        }
    }
}
