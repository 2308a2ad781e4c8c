//! Whether yielding the processor pays just now.
//!
//! While cores are free, or shared with the peer, a thread that looks and yields answers in a
//! fraction of a wake-up. But next to a thread that computes without pause, the scheduler makes
//! whoever yields wait for a whole time slice (milliseconds), where one that blocks is put in front
//! when its message comes. A yield that took long shows that; then blocking is better for a while.

use std::time::{Duration, Instant};

use crate::Wait;

/// A yield this long met a time slice (3 ms and more on Linux), not some short work of another.
const LONG_YIELD: Duration = Duration::from_micros(500);

const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(512);

/// Remembers how yielding went.
#[derive(Debug)]
pub(crate) struct Patience {
    yield_for: Duration,
    spins: bool,
    /// No yielding until then.
    crowded_until: Option<Instant>,
    pause: Duration,
}

impl Patience {
    pub(crate) fn new(wait: Wait) -> Self {
        Self {
            yield_for: match wait {
                Wait::Block | Wait::Spin => Duration::ZERO,
                Wait::Yield(time) => time,
            },
            spins: wait == Wait::Spin,
            crowded_until: None,
            pause: FIRST_PAUSE,
        }
    }

    /// Whether to look again and again, neither yielding nor blocking.
    pub(crate) fn spins(&self) -> bool {
        self.spins
    }

    /// How long to yield, beginning now, before blocking.
    pub(crate) fn begin(&mut self, now: Instant) -> Duration {
        match self.crowded_until {
            Some(until) if now < until => Duration::ZERO,
            _ => self.yield_for,
        }
    }

    /// A yield took so long. `true` if that was too long: better block now.
    pub(crate) fn yielded(&mut self, began: Instant, now: Instant) -> bool {
        if now.saturating_duration_since(began) > LONG_YIELD {
            self.crowded_until = Some(now + self.pause);
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
            return true;
        }
        // It went well for as long as the pause was: forgotten.
        if self
            .crowded_until
            .is_some_and(|until| now > until + self.pause / 2)
        {
            self.crowded_until = None;
            self.pause = FIRST_PAUSE;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YIELD_FOR: Duration = Duration::from_micros(50);

    #[test]
    fn a_long_yield_makes_blocking_the_rule_for_a_while_and_longer_each_time() {
        let t0 = Instant::now();
        let mut patience = Patience::new(Wait::Yield(YIELD_FOR));
        assert_eq!(patience.begin(t0), YIELD_FOR);

        let t1 = t0 + Duration::from_millis(3);
        assert!(patience.yielded(t0, t1));
        assert_eq!(patience.begin(t1), Duration::ZERO);
        let t2 = t1 + FIRST_PAUSE;
        assert_eq!(patience.begin(t2), YIELD_FOR);

        let t3 = t2 + Duration::from_millis(3);
        assert!(patience.yielded(t2, t3));
        assert_eq!(patience.begin(t3 + FIRST_PAUSE), Duration::ZERO);
        assert_eq!(patience.begin(t3 + FIRST_PAUSE * 2), YIELD_FOR);
    }

    #[test]
    fn a_long_yield_is_forgotten_when_it_went_well_for_as_long_again() {
        let t0 = Instant::now();
        let mut patience = Patience::new(Wait::Yield(YIELD_FOR));
        let t1 = t0 + Duration::from_millis(3);
        assert!(patience.yielded(t0, t1));
        let well = t1 + FIRST_PAUSE * 3;
        assert!(!patience.yielded(well, well));

        let t2 = well + Duration::from_millis(3);
        assert!(patience.yielded(well, t2));
        assert_eq!(patience.begin(t2 + FIRST_PAUSE), YIELD_FOR);
    }

    #[test]
    fn short_yields_change_nothing() {
        let t0 = Instant::now();
        let mut patience = Patience::new(Wait::Yield(YIELD_FOR));

        assert!(!patience.yielded(t0, t0 + Duration::from_micros(5)));
        assert_eq!(patience.begin(t0 + Duration::from_micros(5)), YIELD_FOR);
    }
}
