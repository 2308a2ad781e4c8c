//! A percentile and its interval, from the order of the samples: exact for every distribution and every number of samples.

use std::cell::Cell;

use statrs::function::beta::checked_beta_reg;

use super::{CONFIDENCE, Distribution, Estimate};

/// The latency that a share `p` of the messages does not exceed, from samples worth `effective`
/// independent ones.
///
/// The interval lies between two samples whose ranks follow from the binomial distribution, like
/// Clopper and Pearson's for proportions. There is no upper end if even the greatest sample may lie
/// below the percentile ([`samples_for_upper_end`]). Cost: logarithmic in the samples.
#[must_use]
pub fn percentile(of: &Distribution, p: f64, effective: f64) -> Estimate {
    let n = of.count();
    let worth = (effective.floor() as u64).clamp(1, n);
    let (low, high) = ranks(worth, p);
    let scale = n as f64 / worth as f64;
    let value_us = of.quantile_us(p);
    let low_us = low.map_or(0.0, |rank| {
        of.at_rank((rank as f64 * scale).floor() as u64).low_us
    });
    let high_us = high.map(|rank| of.at_rank((rank as f64 * scale).ceil() as u64).high_us);
    Estimate {
        value_us,
        low_us: low_us.min(value_us),
        high_us: high_us.map(|high| high.max(value_us)),
    }
}

/// Two ranks, as far as samples have them.
type Ranks = (Option<u64>, Option<u64>);

/// Number of samples and percentile, with their ranks.
type Known = (u64, f64, Ranks);

thread_local! {
    /// The last results: cells of a profile have the same number of samples, and a server is asked for few percentiles.
    static RECENT: Cell<([Option<Known>; 8], usize)> = const { Cell::new(([None; 8], 0)) };
}

/// Ranks, from 1, of the samples between which the percentile lies with 95 % probability. `None`
/// where no sample is low or high enough. Cost: some microseconds, far less for one of the last eight questions of a thread.
#[must_use]
pub fn ranks(n: u64, p: f64) -> Ranks {
    let (mut recent, next) = RECENT.get();
    let known = recent.iter().flatten();
    if let Some((_, _, found)) = known.into_iter().find(|(of, at, _)| (*of, *at) == (n, p)) {
        return *found;
    }
    let found = computed_ranks(n, p);
    recent[next] = Some((n, p, found));
    RECENT.set((recent, (next + 1) % recent.len()));
    found
}

fn computed_ranks(n: u64, p: f64) -> Ranks {
    let tail = (1.0 - CONFIDENCE) / 2.0;
    // Greatest rank above the percentile with at most the tail's probability.
    let low = first_with(n, p, tail);
    let high = first_with(n, p, 1.0 - tail - 1e-12) + 1;
    ((low >= 1).then_some(low), (high <= n).then_some(high))
}

/// The first rank of which [`at_most`] exceeds `least`: the sample of rank r lies above the percentile if fewer than r samples lie
/// below it. Each probability takes half a microsecond, so the search begins where the normal approximation is.
fn first_with(n: u64, p: f64, least: f64) -> u64 {
    let is_past = |rank: u64| at_most(rank, n, p) > least;
    let (mean, variance) = (n as f64 * p, n as f64 * p * (1.0 - p));
    // With the term of Cornish and Fisher for skewness; 1.96 is the 97.5th percentile.
    let z = if least < 0.5 { -1.96 } else { 1.96 };
    let guess = mean + z * variance.sqrt() + (1.0 - 2.0 * p) * (z * z - 1.0) / 6.0 - 0.5;
    let guess = (guess.ceil().max(0.0) as u64).min(n);
    let (mut low, mut high, mut step) = (guess, guess, 1);
    if is_past(guess) {
        // Down to a rank that is not past.
        loop {
            if low == 0 {
                return 0;
            }
            (high, low) = (low, low.saturating_sub(step));
            if !is_past(low) {
                break;
            }
            step *= 2;
        }
    } else {
        loop {
            // `at_most` of all samples is 1.
            (low, high) = (high, (high + step).min(n));
            if high == n || is_past(high) {
                break;
            }
            step *= 2;
        }
    }
    while high - low > 1 {
        let rank = u64::midpoint(low, high);
        if is_past(rank) {
            high = rank;
        } else {
            low = rank;
        }
    }
    high
}

/// Number of samples from which an interval of this percentile has an upper end.
#[must_use]
pub fn samples_for_upper_end(p: f64) -> u64 {
    (((1.0 - CONFIDENCE) / 2.0).ln() / p.ln()).ceil() as u64
}

/// The 95 % interval of a probability that was met in `k` of `n` trials, exact for every number of them (Clopper and
/// Pearson).
#[must_use]
pub fn proportion(k: u64, n: u64) -> (f64, f64) {
    let tail = (1.0 - CONFIDENCE) / 2.0;
    // `at_most` falls as the probability rises.
    let where_at_most = |k: u64, share: f64| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..50 {
            let middle = f64::midpoint(low, high);
            if at_most(k, n, middle) > share {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    };
    let low = match k {
        0 => 0.0,
        k => where_at_most(k - 1, 1.0 - tail),
    };
    let high = if k >= n { 1.0 } else { where_at_most(k, tail) };
    (low, high)
}

/// Probability that at most `k` of `n` samples lie below the percentile.
fn at_most(k: u64, n: u64, p: f64) -> f64 {
    if k >= n {
        return 1.0;
    }
    let (a, b) = ((n - k) as f64, k as f64 + 1.0);
    checked_beta_reg(a, b, 1.0 - p).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_proportion_is_the_one_of_the_tables() {
        for ((k, n), (low, high)) in [
            ((0, 10), (0.0, 0.3085)),
            ((5, 10), (0.1871, 0.8129)),
            ((10, 10), (0.6915, 1.0)),
            ((95, 100), (0.8872, 0.9836)),
        ] {
            let found = proportion(k, n);
            assert!(
                (found.0 - low).abs() < 1e-4 && (found.1 - high).abs() < 1e-4,
                "{k} of {n}: {found:?}"
            );
        }
    }

    #[test]
    fn remembered_ranks_are_those_that_were_computed() {
        for _ in 0..2 {
            for n in [1, 10, 400, 1000, 2000, 20_000] {
                for p in [0.5, 0.9, 0.99, 0.999] {
                    assert_eq!(ranks(n, p), computed_ranks(n, p), "{n}, {p}");
                    assert_eq!(ranks(n, p), computed_ranks(n, p), "{n}, {p} again");
                }
            }
        }
    }

    #[test]
    fn the_search_for_a_rank_ends_where_one_through_all_ranks_does() {
        for n in [1, 2, 3, 7, 30, 400, 1000] {
            for permyriad in [5000, 5100, 6667, 9000, 9900, 9990, 9999] {
                let p = f64::from(permyriad) / 10_000.0;
                for least in [0.025, 0.975 - 1e-12] {
                    let found = first_with(n, p, least);
                    let all = (0..=n).find(|rank| at_most(*rank, n, p) > least);
                    assert_eq!(Some(found), all, "{n}, {p}, {least}");
                }
            }
        }
    }

    /// The same by summation, from the greatest number down.
    fn binomial_at_most(k: u64, n: u64, p: f64) -> f64 {
        let mut term = p.powf(n as f64);
        let mut above = 0.0;
        for i in (k + 1..=n).rev() {
            above += term;
            term *= i as f64 / (n - i + 1) as f64 * (1.0 - p) / p;
        }
        1.0 - above
    }

    #[test]
    fn ranks_are_those_of_the_binomial_distribution() {
        for n in [1, 5, 10, 37, 100, 400] {
            for p in [0.5, 0.9, 0.95, 0.99] {
                let (low, high) = ranks(n, p);

                // Known tables: 10 samples, median: ranks 2 and 9.
                if (n, p) == (10, 0.5) {
                    assert_eq!((low, high), (Some(2), Some(9)));
                }
                if let Some(low) = low {
                    assert!(
                        binomial_at_most(low - 1, n, p) <= 0.025 + 1e-9,
                        "{n} {p} {low}"
                    );
                    assert!(binomial_at_most(low, n, p) > 0.025 - 1e-9, "{n} {p} {low}");
                }
                match high {
                    Some(high) => {
                        assert!(
                            binomial_at_most(high - 1, n, p) >= 0.975 - 1e-9,
                            "{n} {p} {high}"
                        );
                        assert!(
                            binomial_at_most(high - 2, n, p) < 0.975 + 1e-9,
                            "{n} {p} {high}"
                        );
                    }
                    None => assert!(n < samples_for_upper_end(p), "{n} {p}"),
                }
            }
        }
    }

    #[test]
    fn an_upper_end_needs_samples_enough() {
        for (p, least) in [(0.5, 6), (0.99, 368), (0.999, 3688), (0.9999, 36_887)] {
            assert_eq!(samples_for_upper_end(p), least);
            assert_eq!(ranks(least - 1, p).1, None, "{p}");
            assert!(ranks(least, p).1.is_some(), "{p}");
        }
    }

    #[test]
    fn the_interval_of_bins_reaches_to_their_edges() {
        let bins = (0..10).map(|i| super::super::Bin {
            low_us: f64::from(i) * 100.0,
            high_us: f64::from(i + 1) * 100.0,
            count: 100,
        });
        let of = Distribution::of_bins(bins).unwrap();

        let median = percentile(&of, 0.5, 1000.0);

        assert_eq!((median.low_us, median.high_us), (400.0, Some(600.0)));
        assert_eq!(median.value_us, 500.0);
    }

    #[test]
    fn a_harder_percentile_is_never_lower() {
        let mut random = fastrand::Rng::with_seed(5);
        let samples: Vec<f64> = (0..2000).map(|_| random.f64() * 1000.0).collect();
        let of = Distribution::of_samples(&samples).unwrap();

        let bounds: Vec<_> = (500..1000)
            .map(|permille| percentile(&of, f64::from(permille) / 1000.0, 2000.0))
            .collect();

        for pair in bounds.windows(2) {
            assert!(pair[0].value_us <= pair[1].value_us);
            assert!(pair[0].low_us <= pair[1].low_us);
        }
    }
}
