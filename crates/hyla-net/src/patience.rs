//! Whether yielding the processor pays just now.
//!
//! While cores are free, or shared with the peer, a thread that looks and yields answers in a
//! fraction of a wake-up. But next to a thread that computes without pause, the scheduler makes
//! whoever yields wait for a whole time slice (milliseconds), where one that blocks is put in front
//! when its message comes. A yield that took long shows that; then blocking is better for a while.
//!
//! Where messages come at regular distances that are a little longer than the time to yield, each of them would pay a wake-up,
//! and so do the rounds of a lock step of many federates. Sleeps that were short several times in a row show that; then
//! yielding is longer, until a sleep is long.

use std::time::{Duration, Instant};

use crate::Wait;

/// A yield this long met a time slice (3 ms and more on Linux), not some short work of another.
const LONG_YIELD: Duration = Duration::from_micros(500);

/// So many short sleeps in a row make yielding longer.
const SHORT_SLEEPS: u32 = 3;

/// How many times longer.
const LONGER: u32 = 4;

/// Nobody yields longer than that who is not told to.
const LONGEST: Duration = Duration::from_millis(1);

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
    /// Waits in a row that ended soon after the thread had gone to sleep.
    short_sleeps: u32,
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
            short_sleeps: 0,
        }
    }

    /// Whether to look again and again, neither yielding nor blocking.
    pub(crate) fn spins(&self) -> bool {
        self.spins
    }

    /// How long to yield, beginning now, before blocking.
    pub(crate) fn begin(&mut self, now: Instant) -> Duration {
        match self.crowded_until {
            Some(until) if now < until => {
                self.short_sleeps = 0;
                Duration::ZERO
            }
            _ if self.short_sleeps >= SHORT_SLEEPS => self.longer(),
            _ => self.yield_for,
        }
    }

    /// A sleep is over, so long after the wait had begun; whether by what was waited for.
    pub(crate) fn slept(&mut self, waited: Duration, heard: bool) {
        if waited >= self.longer() {
            self.short_sleeps = 0;
        } else if heard {
            self.short_sleeps = self.short_sleeps.saturating_add(1);
        }
    }

    fn longer(&self) -> Duration {
        (self.yield_for * LONGER).min(self.yield_for.max(LONGEST))
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
    fn short_sleeps_in_a_row_make_yielding_longer_until_a_sleep_is_long() {
        let t0 = Instant::now();
        let mut patience = Patience::new(Wait::Yield(YIELD_FOR));
        for _ in 0..SHORT_SLEEPS {
            assert_eq!(patience.begin(t0), YIELD_FOR);
            patience.slept(YIELD_FOR * 2, true);
        }
        assert_eq!(patience.begin(t0), YIELD_FOR * LONGER);
        patience.slept(YIELD_FOR * 2, false);
        assert_eq!(patience.begin(t0), YIELD_FOR * LONGER);

        patience.slept(YIELD_FOR * LONGER, true);
        assert_eq!(patience.begin(t0), YIELD_FOR);
    }

    #[test]
    fn sleeps_on_a_crowded_machine_say_nothing() {
        let t0 = Instant::now();
        let mut patience = Patience::new(Wait::Yield(YIELD_FOR));
        assert!(patience.yielded(t0, t0 + LONG_YIELD * 2));
        for _ in 0..=SHORT_SLEEPS {
            assert_eq!(patience.begin(t0 + LONG_YIELD * 2), Duration::ZERO);
            patience.slept(YIELD_FOR, true);
        }
        let later = t0 + LONG_YIELD * 2 + FIRST_PAUSE;
        assert_eq!(patience.begin(later), YIELD_FOR);
    }

    #[test]
    fn who_is_told_to_yield_for_long_yields_no_longer() {
        let told = LONGEST * 5;
        let mut patience = Patience::new(Wait::Yield(told));
        for _ in 0..=SHORT_SLEEPS {
            patience.slept(LONGEST, true);
        }
        assert_eq!(patience.begin(Instant::now()), told);
    }

    #[test]
    fn who_blocks_at_once_never_yields() {
        let mut patience = Patience::new(Wait::Block);
        for _ in 0..=SHORT_SLEEPS {
            patience.slept(Duration::from_micros(1), true);
        }
        assert_eq!(patience.begin(Instant::now()), Duration::ZERO);
    }

    #[test]
    fn short_yields_change_nothing() {
        let t0 = Instant::now();
        let mut patience = Patience::new(Wait::Yield(YIELD_FOR));

        assert!(!patience.yielded(t0, t0 + Duration::from_micros(5)));
        assert_eq!(patience.begin(t0 + Duration::from_micros(5)), YIELD_FOR);
    }
}
