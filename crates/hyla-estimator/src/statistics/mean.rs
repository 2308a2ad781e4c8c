//! The mean and its interval: Student's approximation, or a bootstrap for skewed samples.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{CONFIDENCE, Distribution, Estimate};

/// Method of a mean's interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The mean is assumed to be normally distributed.
    Normal,
    /// Studentized bootstrap: the samples are too skewed for their number.
    Bootstrap,
}

/// Resamples of the bootstrap: the ends of the interval are its 10th and 390th of 400.
const RESAMPLES: usize = 400;

/// The greatest bins are resampled individually: they determine the interval of skewed samples.
const TAIL: usize = 32;
/// Groups of the remaining bins.
const GROUPS: u64 = 32;

/// The mean, from samples that are worth `effective` independent ones.
///
/// The normal approximation applies with more than 25 times the squared skewness (Cochran's rule),
/// otherwise the bootstrap. The bootstrap draws from a fixed seed: the same samples give the same
/// interval. Cost: linear in the bins; one or two milliseconds more for the bootstrap.
#[must_use]
pub fn mean(of: &Distribution, effective: f64) -> (Estimate, Method) {
    let (n, skewness) = (of.count() as f64, of.skewness());
    let effective = effective.clamp(1.0, n);
    let method = if effective > 25.0 * skewness * skewness {
        Method::Normal
    } else {
        Method::Bootstrap
    };
    let mean_us = of.mean_us();
    if n < 2.0 {
        let one = Estimate {
            value_us: mean_us,
            low_us: 0.0,
            high_us: None,
        };
        return (one, method);
    }
    let error_us = of.deviation_us() / effective.sqrt();
    let (below, above) = match method {
        Method::Normal => {
            let t = student(effective - 1.0);
            (t, t)
        }
        Method::Bootstrap => studentized(of),
    };
    let estimate = Estimate {
        value_us: mean_us,
        low_us: (mean_us - below * error_us).max(0.0),
        high_us: Some(mean_us + above * error_us),
    };
    (estimate, method)
}

/// The 97.5th percentile of Student's distribution.
fn student(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom.max(1.0))
        .map_or(f64::INFINITY, |t| t.inverse_cdf(0.5 + CONFIDENCE / 2.0))
}

/// Standard errors that the interval extends below and above the mean.
fn studentized(of: &Distribution) -> (f64, f64) {
    let groups = groups(of);
    let mut random = fastrand::Rng::with_seed(0x4c61_7465_6e63_7931);
    let mut scores: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| score(&groups, &mut random))
        .collect();
    scores.sort_unstable_by(f64::total_cmp);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let at = |p: f64| {
        let index = (p * (scores.len() as f64 - 1.0)).round();
        scores.get(index as usize).copied().unwrap_or(0.0)
    };
    // The interval is never narrower than the normal one on either side.
    let least = 1.96;
    (at(1.0 - tail).max(least), (-at(tail)).max(least))
}

/// Samples that are resampled together.
#[derive(Clone, Copy, Default)]
struct Group {
    count: f64,
    /// Sum of their distances from the mean of all samples, and of their squares.
    sum: f64,
    squares: f64,
}

fn groups(of: &Distribution) -> Vec<Group> {
    let mean = of.mean_us();
    let bins = of.bins();
    let (body, tail) = bins.split_at(bins.len().saturating_sub(TAIL));
    let together = body.iter().map(|bin| bin.count).sum::<u64>() / GROUPS;
    let mut groups = Vec::new();
    let mut group = Group::default();
    for (index, bin) in bins.iter().enumerate() {
        let (count, off) = (bin.count as f64, bin.middle_us() - mean);
        group.count += count;
        group.sum += count * off;
        group.squares += count * off * off;
        let is_tail = index + tail.len() >= bins.len();
        if is_tail || group.count > together as f64 || index + 1 == body.len() {
            groups.push(std::mem::take(&mut group));
        }
    }
    groups
}

/// (mean of a resample - mean) / its standard error. The frequency of each group follows Poisson's
/// distribution.
fn score(groups: &[Group], random: &mut fastrand::Rng) -> Option<f64> {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for group in groups {
        let count = poisson(group.count, random);
        let share = count / group.count;
        n += count;
        sum += share * group.sum;
        squares += share * group.squares;
    }
    if n < 2.0 {
        return None;
    }
    let off = sum / n;
    let variance = (squares / n - off * off) * n / (n - 1.0);
    (variance > 0.0).then(|| off / (variance / n).sqrt())
}

fn poisson(mean: f64, random: &mut fastrand::Rng) -> f64 {
    if mean > 12.0 {
        return (mean + mean.sqrt() * normal(random)).round().max(0.0);
    }
    let (limit, mut product, mut count) = ((-mean).exp(), random.f64(), 0.0);
    while product > limit {
        product *= random.f64();
        count += 1.0;
    }
    count
}

/// A standard normal number (Box and Muller).
fn normal(random: &mut fastrand::Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.f64()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Share of trials in which the interval contains the true mean.
    fn covered(
        seed: u64,
        count: usize,
        truth: f64,
        draw: impl Fn(&mut fastrand::Rng) -> f64,
    ) -> f64 {
        let mut random = fastrand::Rng::with_seed(seed);
        let trials = 200;
        let hits = (0..trials).filter(|_| {
            let samples: Vec<f64> = (0..count).map(|_| draw(&mut random)).collect();
            let of = Distribution::of_samples(&samples).unwrap();
            mean(&of, count as f64).0.contains(truth)
        });
        hits.count() as f64 / f64::from(trials)
    }

    #[test]
    fn intervals_contain_the_mean_of_symmetric_and_of_skewed_samples() {
        let symmetric = covered(1, 40, 100.0, |random| 100.0 + 10.0 * normal(random));
        // Log-normal: skewness 6.
        let skewed = covered(2, 200, 0.5f64.exp(), |random| normal(random).exp());

        assert!(symmetric >= 0.92, "{symmetric}");
        assert!(skewed >= 0.92, "{skewed}");
    }

    #[test]
    fn the_bootstrap_is_used_where_skewness_asks_for_it_and_reaches_further_up() {
        let even: Vec<f64> = (0..100).map(f64::from).collect();
        let mut skewed = vec![10.0; 97];
        skewed.extend([200.0, 500.0, 1000.0]);

        let (_, of_even) = mean(&Distribution::of_samples(&even).unwrap(), 100.0);
        let (estimate, of_skewed) = mean(&Distribution::of_samples(&skewed).unwrap(), 100.0);

        assert_eq!((of_even, of_skewed), (Method::Normal, Method::Bootstrap));
        let high = estimate.high_us.unwrap();
        assert!(high - estimate.value_us > 1.5 * (estimate.value_us - estimate.low_us));
    }

    #[test]
    fn correlated_samples_have_a_wider_interval() {
        let samples: Vec<f64> = (0..100).map(f64::from).collect();
        let of = Distribution::of_samples(&samples).unwrap();

        let width = |effective| mean(&of, effective).0.relative_half_width();

        assert!(width(25.0) > 1.9 * width(100.0));
    }

    #[test]
    fn one_sample_has_no_upper_end() {
        let one = Distribution::of_samples(&[7.0]).unwrap();

        let (estimate, _) = mean(&one, 1.0);

        assert_eq!((estimate.value_us, estimate.high_us), (7.0, None));
    }
}
