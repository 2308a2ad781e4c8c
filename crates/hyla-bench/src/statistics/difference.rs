//! Whether two sets of repetitions differ by more than noise, and by how much.
//!
//! Repetitions are few, their distribution is not known and has outliers, so the test asks only for their order:
//! Mann and Whitney's U, from its exact distribution and not from an approximation that would not hold for five
//! values. How large the difference is follows by the same means, from all ratios of a new value to an old one
//! (Hodges and Lehmann): their median, and the two of them between which the true ratio lies in 95 of 100 cases. Both
//! are deterministic; nothing is drawn by lot.

/// Sets of that many values together are judged exactly; a normal distribution serves above.
const EXACT: usize = 80;

/// How likely it is that two sets of repetitions of the *same* thing are in an order as uneven as these, in either
/// direction (two-sided p-value of Mann and Whitney's test, ties included). 1 if one of the sets is empty. Values that are
/// not numbers are left out.
#[must_use]
pub fn chance(base: &[f64], new: &[f64]) -> f64 {
    let (base, new) = (finite(base), finite(new));
    if base.is_empty() || new.is_empty() {
        return 1.0;
    }
    let ranks = doubled_ranks(&base, &new);
    if base.len() + new.len() <= EXACT {
        exact(&ranks, new.len())
    } else {
        approximate(&ranks, new.len())
    }
}

/// The least that [`chance`] can become with so many repetitions of which no two are equal: if all of one set lie
/// above all of the other. A threshold below it is never reached, however great the difference.
#[must_use]
pub fn least_chance(base: usize, new: usize) -> f64 {
    let ways: f64 = (1..=base).map(|i| (new + i) as f64 / i as f64).product();
    (2.0 / ways).min(1.0)
}

/// How many times as much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// Median of the ratios of every new value to every old one.
    pub estimate: f64,
    /// Lower end of the interval in which the true ratio lies in 95 of 100 cases, as far as so few values permit.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// How many times `base` the values of `new` are; `None` unless all are above 0.
#[must_use]
pub fn ratio(base: &[f64], new: &[f64]) -> Option<Ratio> {
    let (base, new) = (finite(base), finite(new));
    if base.iter().chain(&new).any(|value| *value <= 0.0) {
        return None;
    }
    let pairs = new.iter().flat_map(|n| base.iter().map(move |b| n / b));
    let mut ratios: Vec<f64> = pairs.collect();
    ratios.sort_by(f64::total_cmp);
    let last = ratios.len().checked_sub(1)?;
    let cut = cut_off(base.len(), new.len()).min(last / 2);
    Some(Ratio {
        estimate: super::quantile(&ratios, 0.5)?,
        low: ratios[cut],
        high: ratios[last - cut],
    })
}

fn finite(values: &[f64]) -> Vec<f64> {
    let finite = values.iter().copied().filter(|value| value.is_finite());
    finite.collect()
}

/// Twice the rank of each value among all of them, those of `new` first; equal values share the mean of their
/// ranks, and doubled it is a whole number.
fn doubled_ranks(base: &[f64], new: &[f64]) -> Vec<usize> {
    let all: Vec<f64> = new.iter().chain(base).copied().collect();
    let rank = |value: &f64| {
        let below = all.iter().filter(|other| *other < value).count();
        let equal = all.iter().filter(|other| *other == value).count();
        2 * below + equal + 1
    };
    all.iter().map(rank).collect()
}

/// In how many ways `taken` of the `ranks` can be chosen, by their sum.
fn ways(ranks: &[usize], taken: usize) -> Vec<f64> {
    let sum: usize = ranks.iter().sum();
    let mut ways = vec![vec![0.0; sum + 1]; taken + 1];
    ways[0][0] = 1.0;
    for &rank in ranks {
        for chosen in (0..taken).rev() {
            let (before, after) = ways.split_at_mut(chosen + 1);
            for (to, from) in after[0][rank..].iter_mut().zip(&before[chosen]) {
                *to += from;
            }
        }
    }
    ways.swap_remove(taken)
}

fn exact(ranks: &[usize], taken: usize) -> f64 {
    let ways = ways(ranks, taken);
    let seen: usize = ranks[..taken].iter().sum();
    // Means of rank sums are compared as whole numbers, times the count of all, so that nothing is rounded.
    let mean = taken * ranks.iter().sum::<usize>();
    let off = |sum: usize| (sum * ranks.len()).abs_diff(mean);
    let as_far = ways.iter().enumerate();
    let as_far = as_far.filter(|(sum, _)| off(*sum) >= off(seen));
    let as_far: f64 = as_far.map(|(_, ways)| ways).sum();
    (as_far / ways.iter().sum::<f64>()).min(1.0)
}

fn approximate(ranks: &[usize], taken: usize) -> f64 {
    let (all, part) = (ranks.len() as f64, taken as f64);
    let mean = ranks.iter().sum::<usize>() as f64 / all;
    let spread = ranks.iter().map(|rank| (*rank as f64 - mean).powi(2));
    // Variance of a sum of ranks drawn without putting back, ties included.
    let variance = part * (all - part) / (all * (all - 1.0)) * spread.sum::<f64>();
    let seen = ranks[..taken].iter().sum::<usize>() as f64;
    // Sums of doubled ranks lie 2 apart: half of that corrects for their being whole.
    let off = ((seen - part * mean).abs() - 1.0).max(0.0);
    if variance == 0.0 {
        return 1.0;
    }
    outside(off / variance.sqrt())
}

/// Share of a normal distribution that lies farther from its mean than `deviations`, on both sides (Abramowitz and
/// Stegun 7.1.26, within 2e-7).
fn outside(deviations: f64) -> f64 {
    let x = deviations / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let terms = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let series = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    series * (-x * x).exp()
}

/// How many of the ratios at either end lie outside the interval of 95 %.
fn cut_off(base: usize, new: usize) -> usize {
    let count = base + new;
    if count > EXACT {
        let (base, new) = (base as f64, new as f64);
        let deviation = (base * new * (base + new + 1.0) / 12.0).sqrt();
        return (base * new / 2.0 - 1.96 * deviation - 1.0).max(0.0) as usize;
    }
    let ranks: Vec<usize> = (1..=count).map(|rank| 2 * rank).collect();
    let ways = ways(&ranks, new);
    let least = new * (new + 1);
    let all: f64 = ways.iter().sum();
    let mut sum = 0.0;
    // U is half of what the doubled rank sum lies above its least. Where the U up to some u have on one side
    // at most 2.5 of 100 together, the interval begins with the ratio after the first u.
    let steps = ways.iter().skip(least).step_by(2);
    let outside = steps.take_while(|ways| {
        sum += *ways;
        sum <= 0.025 * all
    });
    outside.count().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn sets_that_lie_apart_have_the_least_chance_that_their_counts_allow() {
        let (low, high) = ([1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0]);

        assert!(near(chance(&low, &high), 2.0 / 252.0));
        assert!(near(chance(&high, &low), 2.0 / 252.0));
        assert!(near(least_chance(5, 5), 2.0 / 252.0));
        assert!(near(least_chance(4, 4), 2.0 / 70.0));
        assert!(near(least_chance(3, 3), 0.1));
    }

    #[test]
    fn chances_are_those_of_published_tables() {
        // Of 5 and 5, 4 of 252 orders have a U of at most 2; of 4 and 4, 2 of 70 have one of at most 1.
        assert!(near(
            chance(&[1.0, 2.0, 3.0, 4.0, 7.0], &[5.0, 6.0, 8.0, 9.0, 10.0]),
            8.0 / 252.0
        ));
        assert!(near(
            chance(&[1.0, 2.0, 3.0, 5.0], &[4.0, 6.0, 7.0, 8.0]),
            4.0 / 70.0
        ));
    }

    #[test]
    fn what_is_all_equal_is_no_different() {
        assert_eq!(chance(&[3.0; 6], &[3.0; 6]), 1.0);
        assert_eq!(chance(&[3.0; 60], &[3.0; 60]), 1.0);
        assert_eq!(chance(&[], &[1.0]), 1.0);
    }

    #[test]
    fn nothing_lost_before_and_something_lost_now_is_a_difference() {
        let chance = chance(&[0.0; 5], &[3.0, 1.0, 4.0, 1.0, 5.0]);

        assert!(near(chance, 2.0 / 252.0));
        assert_eq!(ratio(&[0.0; 5], &[3.0; 5]), None);
    }

    #[test]
    fn the_interval_of_a_ratio_leaves_out_what_the_test_allows() {
        // Of 5 and 5, tables leave out 2 of the 25 ratios at either end.
        let base = [1.0, 1.0, 1.0, 1.0, 1.0];
        let new = [2.0, 2.1, 2.2, 2.3, 2.4];

        let ratio = ratio(&base, &new).expect("above 0");

        assert_eq!(cut_off(5, 5), 2);
        assert_eq!(cut_off(10, 10), 23);
        assert!(near(ratio.estimate, 2.2));
        assert!(near(ratio.low, 2.0) && near(ratio.high, 2.4));
        assert_eq!(cut_off(3, 3), 0);
    }

    #[test]
    fn a_normal_distribution_serves_where_there_are_many() {
        let base: Vec<f64> = (0..60).map(f64::from).collect();
        let same: Vec<f64> = base.iter().map(|value| value + 0.5).collect();
        let more: Vec<f64> = base.iter().map(|value| value + 20.0).collect();

        assert!(chance(&base, &same) > 0.5);
        assert!(chance(&base, &more) < 0.001);
        assert!((outside(1.959_964) - 0.05).abs() < 1e-6);
        let ratio = ratio(&[1.0; 60], &[1.5; 60]).expect("above 0");
        assert_eq!((ratio.low, ratio.high), (1.5, 1.5));
    }

    #[test]
    fn the_approximation_agrees_with_what_is_exact() {
        let base: Vec<f64> = (0..20).map(|i| f64::from(i * 7 % 20)).collect();
        let new: Vec<f64> = (0..20).map(|i| f64::from(i * 7 % 20) + 4.5).collect();
        let ranks = doubled_ranks(&base, &new);

        let difference = exact(&ranks, 20) - approximate(&ranks, 20);
        assert!(difference.abs() < 0.005, "{difference}");
    }

    proptest! {
        #[test]
        fn a_chance_is_a_probability_and_the_same_from_both_sides(
            a in prop::collection::vec(0..20i32, 0..9),
            b in prop::collection::vec(0..20i32, 0..9),
        ) {
            let a: Vec<f64> = a.into_iter().map(f64::from).collect();
            let b: Vec<f64> = b.into_iter().map(f64::from).collect();

            let p = chance(&a, &b);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert!((p - chance(&b, &a)).abs() < 1e-9);
            if !a.is_empty() && !b.is_empty() {
                // Ties can make one side of the distribution empty, and halve it.
                prop_assert!(p >= least_chance(a.len(), b.len()) / 2.0 - 1e-9);
            }
        }

        #[test]
        fn a_chance_looks_at_nothing_but_order(
            a in prop::collection::vec(1..1000i32, 1..9),
            b in prop::collection::vec(1..1000i32, 1..9),
        ) {
            let plain = |values: &[i32]| values.iter().copied().map(f64::from).collect::<Vec<f64>>();
            let bent = |values: &[i32]| plain(values).into_iter().map(|v| v.powi(3)).collect::<Vec<f64>>();

            prop_assert_eq!(chance(&plain(&a), &plain(&b)), chance(&bent(&a), &bent(&b)));
        }

        #[test]
        fn what_is_multiplied_has_that_ratio(
            a in prop::collection::vec(1.0..1000.0f64, 1..20),
            factor in 0.1..10.0f64,
        ) {
            let b: Vec<f64> = a.iter().map(|value| value * factor).collect();

            let ratio = ratio(&a, &b).expect("above 0");
            prop_assert!(ratio.low <= ratio.estimate && ratio.estimate <= ratio.high);
            prop_assert!(ratio.low <= factor * 1.000_001 && factor <= ratio.high * 1.000_001);
        }
    }
}
