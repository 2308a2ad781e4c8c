//! How a thread waits for octets: blocks, spins, or yields first.
//!
//! The rule for yields is the one of Hyla's channels: a yield that another thread used does not
//! count, up to 1 ms, and one that lasted a time slice makes blocking the rule for a while.

use std::thread;
use std::time::{Duration, Instant};

use crate::qos::Wait;

/// A yield from this length on was used by another thread.
const USED_YIELD: Duration = Duration::from_micros(5);
/// A yield from this length on lasted a time slice of another thread.
const LONG_YIELD: Duration = Duration::from_micros(500);
/// Longest time to yield, however much of it others used.
const LONGEST: Duration = Duration::from_millis(1);
const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(512);
/// Looks between two yields while spinning, about 20 µs.
const LOOKS: u32 = 64;
/// A spinning thread pauses each time it has spun for so long without octets. The thread that is to
/// send them may need this processor and have a lower real-time priority, which a yield does not
/// help.
const SPIN: Duration = Duration::from_millis(10);
const SPIN_PAUSE: Duration = Duration::from_micros(100);

/// Wait strategy of one thread, adapted to the load of the processors.
#[derive(Debug)]
pub(crate) struct Waiter {
    wait: Wait,
    /// Block instead of yielding until then.
    crowded_until: Option<Instant>,
    pause: Duration,
}

/// One wait.
#[derive(Debug)]
pub(crate) struct Turn {
    until: Instant,
    at_most: Instant,
    now: Instant,
    looks: u32,
    pause_at: Instant,
}

/// What a spinning thread does before its next look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spin {
    Nothing,
    Yield,
    Pause,
}

impl Turn {
    /// Counts a look.
    fn spun(&mut self, clock: impl FnOnce() -> Instant) -> Spin {
        self.looks += 1;
        if self.looks < LOOKS {
            return Spin::Nothing;
        }
        self.looks = 0;
        self.now = clock();
        if self.now < self.pause_at {
            return Spin::Yield;
        }
        self.pause_at = self.now + SPIN;
        Spin::Pause
    }
}

impl Waiter {
    pub(crate) fn new(wait: Wait) -> Self {
        Self {
            wait,
            crowded_until: None,
            pause: FIRST_PAUSE,
        }
    }

    pub(crate) fn set(&mut self, wait: Wait) {
        self.wait = wait;
    }

    /// Begins a wait that does not block at once.
    pub(crate) fn begin(&self) -> Option<Turn> {
        let time = match self.wait {
            Wait::Block => return None,
            Wait::Yield(time) => time,
            Wait::Spin => Duration::MAX,
        };
        let now = Instant::now();
        if self.wait != Wait::Spin && self.crowded_until.is_some_and(|until| now < until) {
            return None;
        }
        let far = Duration::from_secs(1 << 30);
        Some(Turn {
            until: now + time.min(far),
            at_most: now + time.max(LONGEST).min(far),
            now,
            looks: 0,
            pause_at: now + SPIN,
        })
    }

    /// Yields or spins once; whether to look again. `false`: block.
    pub(crate) fn again(&mut self, turn: &mut Turn, deadline: Option<Instant>) -> bool {
        if self.wait == Wait::Spin {
            match turn.spun(Instant::now) {
                Spin::Nothing => std::hint::spin_loop(),
                Spin::Yield => thread::yield_now(),
                Spin::Pause => thread::sleep(SPIN_PAUSE),
            }
            return deadline.is_none_or(|deadline| turn.now < deadline);
        }
        thread::yield_now();
        let now = Instant::now();
        let took = now.saturating_duration_since(turn.now);
        turn.now = now;
        if deadline.is_some_and(|deadline| now >= deadline) {
            return false;
        }
        self.yielded(turn, took, now)
    }

    fn yielded(&mut self, turn: &mut Turn, took: Duration, now: Instant) -> bool {
        if took > LONG_YIELD {
            self.crowded_until = Some(now + self.pause);
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
            return false;
        }
        if took >= USED_YIELD {
            turn.until = (turn.until + took).min(turn.at_most);
        }
        if self
            .crowded_until
            .is_some_and(|until| now > until + self.pause / 2)
        {
            self.crowded_until = None;
            self.pause = FIRST_PAUSE;
        }
        now < turn.until
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test code")]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_micros(1);

    #[test]
    fn unused_yields_end_after_the_time_given_and_used_ones_after_a_millisecond() {
        let mut waiter = Waiter::new(Wait::Yield(Duration::from_micros(50)));
        for (each, most) in [(SHORT, 51), (USED_YIELD * 4, 1_020)] {
            let mut turn = waiter.begin().unwrap();
            let (start, mut now) = (turn.now, turn.now);
            loop {
                now += each;
                if !waiter.yielded(&mut turn, each, now) {
                    break;
                }
            }
            assert!(now - start <= Duration::from_micros(most));
        }
    }

    #[test]
    fn a_yield_of_a_time_slice_makes_blocking_the_rule() {
        let mut waiter = Waiter::new(Wait::Yield(Duration::from_micros(50)));
        let mut turn = waiter.begin().unwrap();
        // In the future, since the next wait compares with the clock.
        let now = turn.now + Duration::from_secs(3600);
        assert!(!waiter.yielded(&mut turn, LONG_YIELD * 2, now));
        assert!(waiter.begin().is_none());
    }

    #[test]
    fn a_spinning_thread_yields_every_few_looks_and_pauses_every_few_milliseconds() {
        let mut turn = Waiter::new(Wait::Spin).begin().unwrap();
        let start = turn.now;
        let mut steps = |after: Duration| -> Vec<Spin> {
            let all = (0..LOOKS).map(|_| turn.spun(|| start + after));
            all.filter(|step| *step != Spin::Nothing).collect()
        };

        assert_eq!(steps(SHORT), [Spin::Yield]);
        assert_eq!(steps(SPIN + SHORT), [Spin::Pause]);
        assert_eq!(steps(SPIN + SHORT * 2), [Spin::Yield]);
        assert_eq!(steps(SPIN * 2 + SHORT), [Spin::Pause]);
    }

    #[test]
    fn spinning_ends_at_a_deadline_only_and_blocking_never_begins() {
        assert!(Waiter::new(Wait::Block).begin().is_none());
        let mut waiter = Waiter::new(Wait::Spin);
        let mut turn = waiter.begin().unwrap();
        assert!(waiter.again(&mut turn, None));
        turn.looks = LOOKS - 1;
        let past = turn.now;
        assert!(!waiter.again(&mut turn, Some(past)));
    }
}
