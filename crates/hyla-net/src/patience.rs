//! Whether yielding the processor pays just now.
//!
//! While cores are free, or shared with the peer, a thread that looks and yields answers in a
//! fraction of a wake-up. But next to a thread that computes without pause, the scheduler makes
//! whoever yields wait for a whole time slice (milliseconds), where one that blocks is put in front
//! when its message comes. A yield that took long shows that; then blocking is better for a while.
//!
//! A yield that others made use of cost nobody anything, so it does not count: where many processes share few cores, as in
//! a lock step of many federates, a thread goes on yielding for as long as that is how the others get on, and saves them the
//! work of waking it.

use std::time::{Duration, Instant};

use crate::Wait;

/// A yield this long met a time slice (3 ms and more on Linux), not some short work of another.
const LONG_YIELD: Duration = Duration::from_micros(500);

/// A yield this long was made use of by others: giving the processor to nobody takes less.
const USED_YIELD: Duration = Duration::from_micros(5);

/// Nobody yields longer than that, however much of it others used, who is not told to.
const LONGEST: Duration = Duration::from_millis(1);

const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(512);

/// Remembers how yielding went.
#[derive(Debug)]
pub(crate) struct Patience {
    yield_for: Duration,
    spins: bool,
    /// The wait in progress: yield until then, and no longer than that in any case.
    until: Option<Instant>,
    at_most: Option<Instant>,
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
            until: None,
            at_most: None,
            crowded_until: None,
            pause: FIRST_PAUSE,
        }
    }

    /// Whether to look again and again, neither yielding nor blocking.
    pub(crate) fn spins(&self) -> bool {
        self.spins
    }

    /// A wait begins.
    pub(crate) fn begin(&mut self, now: Instant) {
        let crowded = self.crowded_until.is_some_and(|until| now < until);
        let after = |time: Duration| now.checked_add(time).filter(|_| !crowded);
        self.until = after(self.yield_for);
        self.at_most = after(self.yield_for.max(LONGEST));
    }

    /// Whether to yield before looking again, rather than block.
    pub(crate) fn yields(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| now < until)
    }

    /// A yield is over.
    pub(crate) fn yielded(&mut self, began: Instant, now: Instant) {
        let took = now.saturating_duration_since(began);
        if took > LONG_YIELD {
            self.until = None;
            self.crowded_until = Some(now + self.pause);
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
            return;
        }
        if took >= USED_YIELD {
            self.until = self.until.map(|until| until + took).min(self.at_most);
        }
        // It went well for as long as the pause was: forgotten.
        if self
            .crowded_until
            .is_some_and(|until| now > until + self.pause / 2)
        {
            self.crowded_until = None;
            self.pause = FIRST_PAUSE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YIELD_FOR: Duration = Duration::from_micros(50);
    /// One that nobody else made use of.
    const SHORT: Duration = Duration::from_micros(1);

    fn patience() -> Patience {
        Patience::new(Wait::Yield(YIELD_FOR))
    }

    /// For how long a thread yields that begins to wait now, if each of its yields takes so long.
    fn yields_for(patience: &mut Patience, began: Instant, each: Duration) -> Duration {
        let mut now = began;
        patience.begin(now);
        while patience.yields(now) {
            patience.yielded(now, now + each);
            now += each;
        }
        now - began
    }

    #[test]
    fn yields_that_nobody_else_uses_last_as_long_as_they_are_told_to() {
        let now = Instant::now();

        assert_eq!(yields_for(&mut patience(), now, SHORT), YIELD_FOR);
    }

    #[test]
    fn what_others_use_does_not_count_up_to_a_millisecond() {
        let mut patience = patience();
        let t0 = Instant::now();
        let used = USED_YIELD * 10;

        assert!(yields_for(&mut patience, t0, used) >= LONGEST);
        assert!(yields_for(&mut patience, t0, used) < LONGEST + used);
        // Others use one, and then there is nobody.
        patience.begin(t0);
        patience.yielded(t0, t0 + used);
        assert!(patience.yields(t0 + used + YIELD_FOR - SHORT));
        assert!(!patience.yields(t0 + used + YIELD_FOR));
    }

    #[test]
    fn a_long_yield_makes_blocking_the_rule_for_a_while_and_longer_each_time() {
        let t0 = Instant::now();
        let mut patience = patience();
        let long = Duration::from_millis(3);

        assert_eq!(yields_for(&mut patience, t0, long), long);
        let t1 = t0 + long;
        assert_eq!(yields_for(&mut patience, t1, SHORT), Duration::ZERO);

        let t2 = t1 + FIRST_PAUSE;
        assert_eq!(yields_for(&mut patience, t2, long), long);
        let t3 = t2 + long;
        let still = yields_for(&mut patience, t3 + FIRST_PAUSE, SHORT);
        assert_eq!(still, Duration::ZERO);
        let after = yields_for(&mut patience, t3 + FIRST_PAUSE * 2, SHORT);
        assert_eq!(after, YIELD_FOR);
    }

    #[test]
    fn a_long_yield_is_forgotten_when_it_went_well_for_as_long_again() {
        let t0 = Instant::now();
        let mut patience = patience();
        let long = Duration::from_millis(3);
        yields_for(&mut patience, t0, long);
        let well = t0 + long + FIRST_PAUSE * 3;
        yields_for(&mut patience, well, SHORT);

        let t1 = well + YIELD_FOR;
        yields_for(&mut patience, t1, long);
        let after = yields_for(&mut patience, t1 + long + FIRST_PAUSE, SHORT);

        assert_eq!(after, YIELD_FOR);
    }

    #[test]
    fn who_is_told_to_yield_for_long_does_so() {
        let told = LONGEST * 5;
        let mut patience = Patience::new(Wait::Yield(told));
        let used = USED_YIELD * 10;

        let yielded = yields_for(&mut patience, Instant::now(), used);

        assert!(yielded >= told && yielded < told + used);
    }

    #[test]
    fn who_blocks_at_once_or_spins_never_yields() {
        for wait in [Wait::Block, Wait::Spin] {
            let mut patience = Patience::new(wait);

            let yielded = yields_for(&mut patience, Instant::now(), USED_YIELD);

            assert_eq!(yielded, Duration::ZERO);
        }
    }
}
