//! How a side waits for the other.
//!
//! Yielding follows the rules of Hyla's endpoints: for 50 µs a side looks and yields its processor, then it blocks. A yield
//! that others made use of does not count, up to 1 ms; one that took a time slice makes blocking the rule for a while.

use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// How long a side yields before it blocks, as Hyla does by default (`channel.yield_us`).
pub const YIELD_FOR: Duration = Duration::from_micros(50);

/// A yield from this length on was used by other threads.
const USED_YIELD: Duration = Duration::from_micros(5);
/// A yield from this length on was a time slice of another thread.
const LONG_YIELD: Duration = Duration::from_micros(500);
/// Longest wait with yields that others use.
const LONGEST: Duration = Duration::from_millis(1);
/// How long blocking is the rule after a long yield: this at first, then twice as long each time.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(512);
/// Polls of shared memory between two yields, where no other thread wants the processor; they take about as long as a yield.
const LOOKS: u32 = 16;
/// A yield from this length on gave the processor to another thread, perhaps to the other side.
const SWITCH: Duration = Duration::from_nanos(700);

/// How a side waits for the other, and how much it moves at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wait {
    /// Sleeps in the kernel at once. Each message is written and read by itself.
    Block,
    /// Yields first, then sleeps, as Hyla does by default. Each message is written and read by itself.
    Yield,
    /// Yields like [`Self::Yield`], and moves as much at once as Hyla: for streams.
    Batch,
}

impl Wait {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Block, Self::Yield, Self::Batch];

    /// The second part of a counterpart's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Block => "blocking",
            Self::Yield => "yielding",
            Self::Batch => "batching",
        }
    }

    /// Whether messages are gathered.
    #[must_use]
    pub fn gathers(self) -> bool {
        self == Self::Batch
    }
}

/// Cost of one poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A read of memory that another processor writes.
    Memory,
    /// As much as a yield: a system call, or a processor that the other side needs.
    Dear,
}

/// Remembers how yielding went, for one side.
#[derive(Clone, Debug)]
pub(crate) struct Waiter {
    yields: bool,
    /// Looks between two yields, and how many there are at most.
    looks: u32,
    most_looks: u32,
    blocks_until: Option<Instant>,
    pause: Duration,
}

impl Waiter {
    pub(crate) fn new(wait: Wait, look: Look) -> Self {
        Self {
            yields: wait != Wait::Block,
            looks: 1,
            most_looks: match look {
                Look::Memory => LOOKS,
                Look::Dear => 1,
            },
            blocks_until: None,
            pause: FIRST_PAUSE,
        }
    }

    /// Looks and yields until `look` finds something; `None` when it is time to block.
    pub(crate) fn look<T>(&mut self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        if !self.yields {
            return None;
        }
        // A message that is there already needs no clock.
        let found = look();
        if found.is_some() {
            return found;
        }
        let began = Instant::now();
        if self.blocks_until.is_some_and(|until| began < until) {
            return None;
        }
        let (mut until, at_most) = (began + YIELD_FOR, began + LONGEST);
        let mut now = began;
        while now < until {
            for _ in 0..self.looks {
                let found = look();
                if found.is_some() {
                    return found;
                }
                std::hint::spin_loop();
            }
            let before = match self.looks {
                1 => now,
                _ => Instant::now(),
            };
            thread::yield_now();
            now = Instant::now();
            let took = now - before;
            // Looking again and again would keep the processor from the other side, if that shares it.
            self.looks = if took < SWITCH { self.most_looks } else { 1 };
            if took > LONG_YIELD {
                self.blocks_until = Some(now + self.pause);
                self.pause = (self.pause * 2).min(LONGEST_PAUSE);
                return look();
            }
            if took >= USED_YIELD {
                until = (until + took).min(at_most);
            }
            if let Some(since) = self.blocks_until
                && now > since + self.pause / 2
            {
                self.blocks_until = None;
                self.pause = FIRST_PAUSE;
            }
        }
        look()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_blocks_does_not_look_and_who_yields_finds_what_comes_late() {
        let mut looks = 0;
        let mut look = || {
            looks += 1;
            (looks == 40).then_some(looks)
        };

        assert_eq!(Waiter::new(Wait::Block, Look::Dear).look(&mut look), None);
        let mut yielding = Waiter::new(Wait::Yield, Look::Memory);
        // A loaded machine may end the wait early: then the next wait finds it.
        let found = (0..40).find_map(|_| yielding.look(&mut look));

        assert_eq!(found, Some(40));
    }

    #[test]
    fn who_yields_blocks_in_the_end() {
        let mut yielding = Waiter::new(Wait::Yield, Look::Dear);

        assert_eq!(yielding.look(|| None::<()>), None);
    }
}
