//! Budget of measurements.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

/// Limits on the bytes for measuring one pair at one size, in both directions together. The hard limit is that of all
/// sizes of a pair of hosts together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Share of the pair's traffic; 0.001 by default.
    pub share: f64,
    /// Rate for an idle pair, in bytes per second; 12 500 by default (0.1 Mbit/s).
    pub floor_bytes_per_s: f64,
    /// Hard limit in bytes per second; 125 000 by default (1 Mbit/s).
    pub ceiling_bytes_per_s: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            share: 0.001,
            floor_bytes_per_s: 12_500.0,
            ceiling_bytes_per_s: 125_000.0,
        }
    }
}

impl Budget {
    /// The budget of each of so many sizes that are measured between two hosts: all together keep the limit.
    pub(super) fn of_each(self, sizes: u32) -> Self {
        let ceiling_bytes_per_s = self.ceiling_bytes_per_s / f64::from(sizes.max(1));
        Self {
            floor_bytes_per_s: self.floor_bytes_per_s.min(ceiling_bytes_per_s),
            ceiling_bytes_per_s,
            ..self
        }
    }
}

/// Number of sizes that are measured between each two hosts.
#[derive(Debug, Default)]
pub(super) struct Sharers(HashMap<[usize; 2], u32>);

impl Sharers {
    fn pair([one, other]: [usize; 2]) -> [usize; 2] {
        [one.min(other), one.max(other)]
    }

    pub(super) fn enter(&mut self, ends: [usize; 2]) {
        *self.0.entry(Self::pair(ends)).or_default() += 1;
    }

    pub(super) fn leave(&mut self, ends: [usize; 2]) {
        if let Entry::Occupied(mut sizes) = self.0.entry(Self::pair(ends)) {
            *sizes.get_mut() -= 1;
            if *sizes.get() == 0 {
                sizes.remove();
            }
        }
    }

    pub(super) fn of(&self, ends: [usize; 2]) -> u32 {
        self.0.get(&Self::pair(ends)).copied().unwrap_or(0)
    }
}

/// Bytes of Ethernet, IP and TCP headers of a message.
const HEADERS: u64 = 66;

/// Bytes of a round trip of messages of this size.
pub(super) fn round_trip(bytes: u64) -> f64 {
    (2 * (bytes + HEADERS)) as f64
}

/// Token bucket of a pair: bytes that may be spent now.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenBucket {
    bytes: f64,
    filled_at: Duration,
    per_s: f64,
    spent: f64,
}

impl TokenBucket {
    /// Capacity: the ceiling's bytes during this time.
    const SAVES_S: f64 = 1.0;

    pub(super) fn new(now: Duration, budget: Budget) -> Self {
        Self {
            bytes: budget.ceiling_bytes_per_s * Self::SAVES_S,
            filled_at: now,
            per_s: budget.floor_bytes_per_s,
            spent: 0.0,
        }
    }

    /// Sets the pair's traffic.
    pub(super) fn carries(&mut self, now: Duration, budget: Budget, bytes_per_s: f64) {
        self.fill(now, budget);
        self.per_s = (bytes_per_s * budget.share)
            .clamp(budget.floor_bytes_per_s, budget.ceiling_bytes_per_s);
    }

    fn fill(&mut self, now: Duration, budget: Budget) {
        let seconds = now.saturating_sub(self.filled_at).as_secs_f64();
        self.filled_at = now;
        let most = budget.ceiling_bytes_per_s * Self::SAVES_S;
        self.bytes = (self.bytes + seconds * self.per_s(budget)).min(most);
    }

    /// Takes the cost of as many round trips as affordable, at most `wanted`; if none, the bucket
    /// is unchanged. A round trip that exceeds the capacity is paid from a full bucket, which then
    /// owes the rest.
    pub(super) fn take(&mut self, now: Duration, budget: Budget, each: f64, wanted: u32) -> u32 {
        self.fill(now, budget);
        let full = budget.ceiling_bytes_per_s * Self::SAVES_S;
        let affordable = if self.bytes >= full && each > full {
            1
        } else {
            (self.bytes / each).max(0.0) as u32
        };
        let count = affordable.min(wanted);
        let cost = f64::from(count) * each;
        self.bytes -= cost;
        self.spent += cost;
        count
    }

    /// Gives back the cost of round trips that were not made.
    pub(super) fn give_back(&mut self, budget: Budget, each: f64, count: u32) {
        let cost = f64::from(count) * each;
        let full = budget.ceiling_bytes_per_s * Self::SAVES_S;
        self.bytes = (self.bytes + cost).min(full.max(self.bytes));
        self.spent -= cost;
    }

    /// When this many round trips are affordable.
    pub(super) fn ready_at(&self, budget: Budget, each: f64, count: u32) -> Duration {
        let full = budget.ceiling_bytes_per_s * Self::SAVES_S;
        let missing = (each * f64::from(count)).min(full) - self.bytes;
        // A little later than computed, against rounding errors.
        let seconds = (missing / self.per_s(budget)).max(0.0) + 1e-6;
        self.filled_at + Duration::from_secs_f64(seconds.min(1e9))
    }

    /// Time to earn that many bytes.
    pub(super) fn earns(&self, budget: Budget, bytes: f64) -> Duration {
        Duration::from_secs_f64((bytes / self.per_s(budget)).min(1e9))
    }

    fn per_s(&self, budget: Budget) -> f64 {
        self.per_s.min(budget.ceiling_bytes_per_s)
    }

    /// Whether nothing would be lost with it.
    pub(super) fn is_full(&mut self, now: Duration, budget: Budget) -> bool {
        self.fill(now, budget);
        self.bytes >= budget.ceiling_bytes_per_s * Self::SAVES_S
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget {
        share: 0.001,
        floor_bytes_per_s: 1000.0,
        ceiling_bytes_per_s: 10_000.0,
    };

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn no_more_is_spent_than_the_rate_allows_after_the_first_second() {
        let mut bucket = TokenBucket::new(at(0), BUDGET);
        let mut count = 0;

        for second in 0..=100 {
            count += bucket.take(at(second), BUDGET, 100.0, 1000);
        }

        assert_eq!(count, 100 + 1000);
        assert_eq!(bucket.spent(), 110_000);
    }

    #[test]
    fn a_busy_pair_may_spend_its_share_and_never_more_than_the_ceiling() {
        let mut bucket = TokenBucket::new(at(0), BUDGET);
        bucket.take(at(0), BUDGET, 100.0, 1000);

        bucket.carries(at(0), BUDGET, 5e6);
        assert_eq!(bucket.take(at(1), BUDGET, 100.0, 1000), 50);
        bucket.carries(at(1), BUDGET, 1e12);
        assert_eq!(bucket.take(at(2), BUDGET, 100.0, 1000), 100);
    }

    #[test]
    fn a_round_trip_that_costs_more_than_is_saved_comes_when_it_is_paid_back() {
        let mut bucket = TokenBucket::new(at(0), BUDGET);
        let each = 30_000.0;

        assert_eq!(bucket.take(at(0), BUDGET, each, 10), 1);
        assert_eq!(bucket.take(at(29), BUDGET, each, 10), 0);
        let ready = bucket.ready_at(BUDGET, each, 1);
        assert_eq!(bucket.take(ready, BUDGET, each, 10), 1);
        assert!(ready >= at(29) && ready < at(31), "{ready:?}");
    }
}
