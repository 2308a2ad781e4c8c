//! How a thread waits: yields, spins or blocks, adapted to the load of the processors.
//!
//! While cores are free, or shared with the peer, a thread that polls and yields answers in a fraction of a wake-up.
//! But beside a thread that computes without pause, the scheduler lets a yielding thread wait for a whole time slice
//! (milliseconds), while it prefers a blocked thread whose message arrives. A long yield shows this; then the thread
//! blocks for a while.
//!
//! A yield that other threads used does not count towards the limit: with many processes on few cores, as in lock step,
//! a thread goes on yielding, which saves the others a wake-up.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::{Wait, sys};

/// With one processor. A longer yield lasted a whole time slice, not a short work of another thread ([`long_yield`]).
const LONG_YIELD_ALONE: Duration = Duration::from_micros(500);

/// The same on this host.
static LONG_YIELD: LazyLock<Duration> = LazyLock::new(|| long_yield(sys::online_processors()));

/// A yield this long was used by another thread; without one it takes less.
const USED_YIELD: Duration = Duration::from_micros(5);

/// A yield this long let another thread run, if only shortly.
const SWITCHING_YIELD: Duration = Duration::from_micros(2);

/// Longest time to yield unless configured, however much of it others used.
const LONGEST: Duration = Duration::from_millis(1);

/// Polls between two yields of a thread that spins.
const SPIN_POLLS: u32 = 64;
/// A thread that spins pauses each time it has spun for so long without input: the thread that is to send it may need
/// this processor and have a lower real-time priority, which a yield does not help.
const SPIN: Duration = Duration::from_millis(10);
const SPIN_PAUSE: Duration = Duration::from_micros(100);

const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(512);

/// Adaptive wait strategy of one thread.
#[derive(Debug)]
pub(crate) struct WaitStrategy {
    yield_for: Duration,
    spins: bool,
    polls: u32,
    pause_at: Option<Instant>,
    /// Deadlines of the current wait: without and with yields that others used.
    until: Option<Instant>,
    at_most: Option<Instant>,
    /// Block instead of yielding until then.
    crowded_until: Option<Instant>,
    pause: Duration,
    /// Another thread ran during the last yield.
    switched: bool,
}

/// Step of a spinning thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spin {
    Nothing,
    Yield,
    Pause,
}

impl WaitStrategy {
    pub(crate) fn new(wait: Wait) -> Self {
        Self {
            yield_for: match wait {
                Wait::Block | Wait::Spin => Duration::ZERO,
                Wait::Yield(time) => time,
            },
            spins: wait == Wait::Spin,
            polls: 0,
            pause_at: None,
            until: None,
            at_most: None,
            crowded_until: None,
            pause: FIRST_PAUSE,
            switched: false,
        }
    }

    /// Whether another thread needs this processor, by the last yield: then it is better to yield at once than to poll some times more, since who is to
    /// answer may be that thread.
    pub(crate) fn is_shared(&self) -> bool {
        self.switched
    }

    /// Whether a thread blocks at once, since yields have lasted whole time slices.
    pub(crate) fn is_crowded(&self, now: Instant) -> bool {
        self.crowded_until.is_some_and(|until| now < until)
    }

    /// Whether to poll without yielding or blocking.
    pub(crate) fn spins(&self) -> bool {
        self.spins
    }

    /// What a spinning thread does before its next poll.
    pub(crate) fn spin(&mut self, now: Instant) {
        match self.spun(now) {
            Spin::Nothing => std::hint::spin_loop(),
            Spin::Yield => std::thread::yield_now(),
            Spin::Pause => std::thread::sleep(SPIN_PAUSE),
        }
    }

    fn spun(&mut self, now: Instant) -> Spin {
        self.polls += 1;
        if self.polls < SPIN_POLLS {
            return Spin::Nothing;
        }
        self.polls = 0;
        if now < *self.pause_at.get_or_insert(now + SPIN) {
            return Spin::Yield;
        }
        self.pause_at = Some(now + SPIN);
        Spin::Pause
    }

    /// Begins a wait.
    pub(crate) fn begin(&mut self, now: Instant) {
        if self.spins {
            self.pause_at = None;
        }
        let crowded = self.is_crowded(now);
        let after = |time: Duration| now.checked_add(time).filter(|_| !crowded);
        self.until = after(self.yield_for);
        self.at_most = after(self.yield_for.max(LONGEST));
    }

    /// Whether to yield before the next poll, rather than block.
    pub(crate) fn yields(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| now < until)
    }

    /// Records a finished yield.
    pub(crate) fn yielded(&mut self, began: Instant, now: Instant) {
        let took = now.saturating_duration_since(began);
        self.switched = took >= SWITCHING_YIELD;
        if took > *LONG_YIELD {
            self.until = None;
            self.crowded_until = Some(now + self.pause);
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
            return;
        }
        if took >= USED_YIELD {
            self.until = self.until.map(|until| until + took).min(self.at_most);
        }
        // No long yield for the length of the pause: reset it.
        if self
            .crowded_until
            .is_some_and(|until| now > until + self.pause / 2)
        {
            self.crowded_until = None;
            self.pause = FIRST_PAUSE;
        }
    }
}

/// Linux scales its slices with 1 + log2 of the online processors, up to 8.
fn long_yield(processors: usize) -> Duration {
    LONG_YIELD_ALONE * (1 + processors.clamp(1, 8).ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;

    const YIELD_FOR: Duration = Duration::from_micros(50);
    /// A yield that no other thread used.
    const SHORT: Duration = Duration::from_micros(1);

    fn wait_strategy() -> WaitStrategy {
        WaitStrategy::new(Wait::Yield(YIELD_FOR))
    }

    #[test]
    fn a_processor_is_shared_until_a_yield_is_short() {
        let mut waits = wait_strategy();
        let now = Instant::now();
        assert!(!waits.is_shared());
        waits.yielded(now, now + SWITCHING_YIELD);
        assert!(waits.is_shared());
        waits.yielded(now, now + SHORT);
        assert!(!waits.is_shared());
    }

    /// How long a new wait yields if each yield takes that long.
    fn yields_for(wait_strategy: &mut WaitStrategy, began: Instant, each: Duration) -> Duration {
        let mut now = began;
        wait_strategy.begin(now);
        while wait_strategy.yields(now) {
            wait_strategy.yielded(now, now + each);
            now += each;
        }
        now - began
    }

    #[test]
    fn a_spinning_thread_yields_every_few_polls_and_pauses_every_few_milliseconds() {
        let mut spinning = WaitStrategy::new(Wait::Spin);
        let start = Instant::now();
        spinning.begin(start);
        let mut steps = |after: Duration| -> Vec<Spin> {
            let all = (0..SPIN_POLLS).map(|_| spinning.spun(start + after));
            all.filter(|step| *step != Spin::Nothing).collect()
        };

        assert_eq!(steps(Duration::ZERO), [Spin::Yield]);
        assert_eq!(steps(SPIN), [Spin::Pause]);
        assert_eq!(steps(SPIN + SHORT), [Spin::Yield]);
        assert_eq!(steps(SPIN * 2), [Spin::Pause]);
    }

    #[test]
    fn yields_that_nobody_else_uses_last_as_long_as_they_are_told_to() {
        let now = Instant::now();

        assert_eq!(yields_for(&mut wait_strategy(), now, SHORT), YIELD_FOR);
    }

    #[test]
    fn what_others_use_does_not_count_up_to_a_millisecond() {
        let mut wait_strategy = wait_strategy();
        let t0 = Instant::now();
        let used = USED_YIELD * 10;

        assert!(yields_for(&mut wait_strategy, t0, used) >= LONGEST);
        assert!(yields_for(&mut wait_strategy, t0, used) < LONGEST + used);
        // Others use one, and then there is nobody.
        wait_strategy.begin(t0);
        wait_strategy.yielded(t0, t0 + used);
        assert!(wait_strategy.yields(t0 + used + YIELD_FOR - SHORT));
        assert!(!wait_strategy.yields(t0 + used + YIELD_FOR));
    }

    #[test]
    fn what_counts_as_long_grows_with_the_slices_of_the_system() {
        let long = [1, 2, 4, 8, 64].map(|processors| long_yield(processors).as_micros());
        assert_eq!(long, [500, 1000, 1500, 2000, 2000]);
    }

    #[test]
    fn a_long_yield_makes_blocking_the_rule_for_a_while_and_longer_each_time() {
        let t0 = Instant::now();
        let mut wait_strategy = wait_strategy();
        let long = Duration::from_millis(3);

        assert_eq!(yields_for(&mut wait_strategy, t0, long), long);
        let t1 = t0 + long;
        assert_eq!(yields_for(&mut wait_strategy, t1, SHORT), Duration::ZERO);

        let t2 = t1 + FIRST_PAUSE;
        assert_eq!(yields_for(&mut wait_strategy, t2, long), long);
        let t3 = t2 + long;
        let still = yields_for(&mut wait_strategy, t3 + FIRST_PAUSE, SHORT);
        assert_eq!(still, Duration::ZERO);
        let after = yields_for(&mut wait_strategy, t3 + FIRST_PAUSE * 2, SHORT);
        assert_eq!(after, YIELD_FOR);
    }

    #[test]
    fn a_long_yield_is_forgotten_when_it_went_well_for_as_long_again() {
        let t0 = Instant::now();
        let mut wait_strategy = wait_strategy();
        let long = Duration::from_millis(3);
        yields_for(&mut wait_strategy, t0, long);
        let well = t0 + long + FIRST_PAUSE * 3;
        yields_for(&mut wait_strategy, well, SHORT);

        let t1 = well + YIELD_FOR;
        yields_for(&mut wait_strategy, t1, long);
        let after = yields_for(&mut wait_strategy, t1 + long + FIRST_PAUSE, SHORT);

        assert_eq!(after, YIELD_FOR);
    }

    #[test]
    fn who_is_told_to_yield_for_long_does_so() {
        let told = LONGEST * 5;
        let mut wait_strategy = WaitStrategy::new(Wait::Yield(told));
        let used = USED_YIELD * 10;

        let yielded = yields_for(&mut wait_strategy, Instant::now(), used);

        assert!(yielded >= told && yielded < told + used);
    }

    #[test]
    fn who_blocks_at_once_or_spins_never_yields() {
        for wait in [Wait::Block, Wait::Spin] {
            let mut wait_strategy = WaitStrategy::new(wait);

            let yielded = yields_for(&mut wait_strategy, Instant::now(), USED_YIELD);

            assert_eq!(yielded, Duration::ZERO);
        }
    }
}
