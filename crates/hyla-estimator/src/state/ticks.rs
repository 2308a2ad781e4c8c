//! Processor ticks as the Linux kernel counts them.

/// Ticks of all processors since boot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticks {
    /// Ticks in which a processor worked.
    pub busy: u64,
    /// Ticks in which it had nothing to do, or waited for a disk.
    pub idle: u64,
}

impl Ticks {
    /// Reads the text of `/proc/stat`; `None` if it has no ticks.
    #[must_use]
    pub fn of(stat: &str) -> Option<Self> {
        let ticks = stat.lines().next()?.strip_prefix("cpu ")?;
        // user, nice, system, idle, iowait, irq, softirq, steal; guest time is included in user.
        let ticks: Vec<u64> = ticks
            .split_whitespace()
            .take(8)
            .map_while(|n| n.parse().ok())
            .collect();
        let idle = ticks.get(3)? + ticks.get(4)?;
        Some(Self {
            busy: ticks.iter().sum::<u64>() - idle,
            idle,
        })
    }

    /// Busy share since an earlier reading; `None` if no tick has passed, or they were reset.
    #[must_use]
    pub fn load_since(self, before: Self) -> Option<f64> {
        let busy = self.busy.checked_sub(before.busy)?;
        let idle = self.idle.checked_sub(before.idle)?;
        (busy + idle > 0).then(|| busy as f64 / (busy + idle) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_load_is_the_busy_share_between_two_readings() {
        let before = Ticks::of("cpu  100 0 0 100 0 0 0 0 99 99\ncpu0 1 2 3\n").unwrap();
        let after = Ticks::of("cpu  130 0 0 105 5 0 0 0 99 99\n").unwrap();

        assert_eq!(after.load_since(before), Some(0.75));
        assert_eq!(before.load_since(before), None);
        assert_eq!(before.load_since(after), None);
    }

    #[test]
    fn another_text_has_no_ticks() {
        for wrong in ["", "cpu", "cpu  1 2 3", "intr 1 2 3 4 5"] {
            assert_eq!(Ticks::of(wrong), None);
        }
    }
}
