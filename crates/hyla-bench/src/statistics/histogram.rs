//! Figures of histograms, one by one and together.

use std::collections::BTreeMap;

use crate::job::Histogram;

/// Percentiles that are a figure of their own, with the name that they have in metrics.
const PERCENTILES: [(&str, f64); 4] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)];

/// Number of values.
#[must_use]
pub fn total(histogram: &Histogram) -> u64 {
    let counts = histogram.buckets.iter().map(|(_, count)| *count);
    counts.fold(0, u64::saturating_add)
}

/// The least value, in microseconds, that at least the share `q` of all values does not exceed: 0.5
/// for the median, 1 for the maximum. It is the upper end of a bucket, hence at most 0.2 % above
/// the value itself. NaN for an empty histogram.
#[must_use]
pub fn percentile_us(histogram: &Histogram, q: f64) -> f64 {
    let total = total(histogram);
    let wanted = (q.clamp(0.0, 1.0) * total as f64).ceil() as u64;
    let wanted = wanted.clamp(1, total.max(1));
    let mut seen = 0u64;
    for (value, count) in rising(histogram) {
        seen = seen.saturating_add(count);
        if seen >= wanted {
            return value as f64 / 1000.0;
        }
    }
    f64::NAN
}

/// Mean in microseconds, with each value at the upper end of its bucket; NaN for an empty
/// histogram.
#[must_use]
pub fn mean_us(histogram: &Histogram) -> f64 {
    let buckets = histogram.buckets.iter();
    let sum: f64 = buckets
        .map(|(value, count)| *value as f64 * *count as f64)
        .sum();
    match total(histogram) {
        0 => f64::NAN,
        total => sum / total as f64 / 1000.0,
    }
}

/// Maximum in microseconds; NaN for an empty histogram.
#[must_use]
pub fn max_us(histogram: &Histogram) -> f64 {
    percentile_us(histogram, 1.0)
}

/// All figures of the histogram `name`, by the names of [`crate::metric`] (`NAME_p99_us` and so
/// on); empty for an empty histogram, so that no NaN gets into a document.
#[must_use]
pub fn figures(name: &str, histogram: &Histogram) -> BTreeMap<String, f64> {
    if total(histogram) == 0 {
        return BTreeMap::new();
    }
    let percentiles = PERCENTILES.iter();
    let percentiles = percentiles.map(|(part, q)| (*part, percentile_us(histogram, *q)));
    let rest = [("max", max_us(histogram)), ("mean", mean_us(histogram))];
    let all = percentiles.chain(rest);
    all.map(|(part, value)| (format!("{name}_{part}_us"), value))
        .collect()
}

/// Sum of the histograms.
#[must_use]
pub fn merge(histograms: &[&Histogram]) -> Histogram {
    let mut together = BTreeMap::new();
    for (value, count) in histograms.iter().flat_map(|histogram| &histogram.buckets) {
        let sum: &mut u64 = together.entry(*value).or_default();
        *sum = sum.saturating_add(*count);
    }
    let buckets = together.into_iter().filter(|(_, count)| *count > 0);
    Histogram {
        buckets: buckets.collect(),
    }
}

/// Converts an HDR histogram of nanoseconds. It has three significant digits, which keeps its
/// buckets below 0.2 %.
#[must_use]
pub fn from_recorded(recorded: &hdrhistogram::Histogram<u64>) -> Histogram {
    let buckets = recorded.iter_recorded().map(|step| {
        let value = step.value_iterated_to();
        (value, step.count_at_value())
    });
    Histogram {
        buckets: buckets.collect(),
    }
}

/// A bin, and the number of values in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Its start, in microseconds.
    pub from_us: f64,
    /// Its end, exclusive.
    pub to_us: f64,
    /// Values in it.
    pub count: u64,
}

/// The histogram in bins of equal width from 0, without the empty ones. A width of 1 000 000 gives
/// the bins of 1 ms of load tables. A width of 0 counts as 1.
#[must_use]
pub fn bins(histogram: &Histogram, width_ns: u64) -> Vec<Bin> {
    let width = width_ns.max(1);
    let mut counts = BTreeMap::new();
    for (value, count) in &histogram.buckets {
        let sum: &mut u64 = counts.entry(value / width).or_default();
        *sum = sum.saturating_add(*count);
    }
    let edge = |number: u64| number as f64 * width as f64 / 1000.0;
    let bins = counts.into_iter().map(|(number, count)| Bin {
        from_us: edge(number),
        to_us: edge(number + 1),
        count,
    });
    bins.collect()
}

/// The histogram in bins of equal width on a logarithmic axis, `per_decade` per power of ten,
/// without the empty ones. Values of 0 are in the bin of one nanosecond.
#[must_use]
pub fn decade_bins(histogram: &Histogram, per_decade: u32) -> Vec<Bin> {
    let per_decade = f64::from(per_decade.max(1));
    let mut counts = BTreeMap::new();
    for (value, count) in &histogram.buckets {
        let place = (*value).max(1) as f64;
        let number = (place.log10() * per_decade).floor() as i64;
        let sum: &mut u64 = counts.entry(number).or_default();
        *sum = sum.saturating_add(*count);
    }
    let edge = |number: i64| 10f64.powf(number as f64 / per_decade) / 1000.0;
    let bins = counts.into_iter().map(|(number, count)| Bin {
        from_us: edge(number),
        to_us: edge(number + 1),
        count,
    });
    bins.collect()
}

/// Buckets in ascending order, from any writer.
fn rising(histogram: &Histogram) -> Vec<(u64, u64)> {
    let mut buckets = histogram.buckets.clone();
    buckets.sort_unstable();
    buckets
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(buckets: &[(u64, u64)]) -> Histogram {
        Histogram {
            buckets: buckets.to_vec(),
        }
    }

    #[test]
    fn a_percentile_is_the_least_value_that_so_many_do_not_exceed() {
        let histogram = of(&[(1_000, 50), (2_000, 49), (9_000, 1)]);

        assert_eq!(percentile_us(&histogram, 0.0), 1.0);
        assert_eq!(percentile_us(&histogram, 0.5), 1.0);
        assert_eq!(percentile_us(&histogram, 0.51), 2.0);
        assert_eq!(percentile_us(&histogram, 0.99), 2.0);
        assert_eq!(percentile_us(&histogram, 0.999), 9.0);
        assert_eq!(max_us(&histogram), 9.0);
        assert_eq!(mean_us(&histogram), 1.57);
    }

    #[test]
    fn an_empty_histogram_has_no_figures() {
        for empty in [of(&[]), of(&[(5, 0)])] {
            assert!(percentile_us(&empty, 0.5).is_nan());
            assert!(mean_us(&empty).is_nan() && max_us(&empty).is_nan());
            assert!(figures("round_trip", &empty).is_empty());
            assert!(bins(&merge(&[&empty]), 1).is_empty());
        }
    }

    #[test]
    fn figures_are_named_as_the_list_of_metrics_says() {
        let figures = figures("one_way", &of(&[(3_000, 2)]));

        let names: Vec<&str> = figures.keys().map(String::as_str).collect();
        let expected = [
            "one_way_max_us",
            "one_way_mean_us",
            "one_way_p50_us",
            "one_way_p90_us",
            "one_way_p999_us",
            "one_way_p99_us",
        ];
        assert_eq!(names, expected);
        assert!(figures.values().all(|value| *value == 3.0));
    }

    #[test]
    fn bins_of_a_millisecond_begin_where_the_one_before_ends() {
        let bins = bins(
            &of(&[(0, 1), (999_999, 2), (1_000_000, 4), (7_500_000, 8)]),
            1_000_000,
        );

        let seen: Vec<(f64, f64, u64)> = bins
            .iter()
            .map(|bin| (bin.from_us, bin.to_us, bin.count))
            .collect();
        let expected = [
            (0.0, 1_000.0, 3),
            (1_000.0, 2_000.0, 4),
            (7_000.0, 8_000.0, 8),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_recorded_histogram_keeps_its_counts_and_its_values_within_its_precision() {
        let mut recorded = hdrhistogram::Histogram::<u64>::new(3).expect("three digits");
        for value in [1, 12_345, 12_345, 9_876_543_210] {
            recorded.record(value).expect("it grows");
        }

        let histogram = from_recorded(&recorded);

        let counts: Vec<u64> = histogram.buckets.iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [1, 2, 1]);
        for ((value, _), true_value) in histogram.buckets.iter().zip([1, 12_345, 9_876_543_210u64])
        {
            assert!(*value >= true_value && (*value - true_value) * 500 <= true_value);
        }
    }

    fn any_histogram() -> impl Strategy<Value = Histogram> {
        prop::collection::vec((0..10_000_000_000u64, 0..1_000u64), 0..50)
            .prop_map(|buckets| Histogram { buckets })
    }

    proptest! {
        #[test]
        fn nothing_is_lost_in_merging_or_binning(a in any_histogram(), b in any_histogram(), width in 0..2_000_000u64) {
            let both = merge(&[&a, &b]);

            prop_assert_eq!(total(&both), total(&a) + total(&b));
            let counted = |bins: Vec<Bin>| bins.iter().map(|bin| bin.count).sum::<u64>();
            prop_assert_eq!(counted(bins(&both, width)), total(&both));
            prop_assert_eq!(counted(decade_bins(&both, 20)), total(&both));
            let sorted = both.buckets.windows(2).all(|pair| pair[0].0 < pair[1].0);
            prop_assert!(sorted);
        }

        #[test]
        fn merging_does_not_ask_for_an_order(a in any_histogram(), b in any_histogram()) {
            prop_assert_eq!(merge(&[&a, &b]), merge(&[&b, &a]));
            prop_assert_eq!(merge(&[&merge(&[&a]), &b]), merge(&[&a, &b]));
        }

        #[test]
        fn percentiles_are_those_of_the_values_one_by_one(
            values in prop::collection::vec(0..1_000_000u64, 1..200),
            q in 0.0..=1.0f64,
        ) {
            let histogram = of(&values.iter().map(|value| (*value, 1)).collect::<Vec<_>>());
            let mut sorted = values;
            sorted.sort_unstable();

            let rank = (q * sorted.len() as f64).ceil().max(1.0) as usize;
            prop_assert_eq!(percentile_us(&histogram, q), sorted[rank - 1] as f64 / 1000.0);
        }

        #[test]
        fn the_mean_of_two_lies_between_their_means(a in any_histogram(), b in any_histogram()) {
            prop_assume!(total(&a) > 0 && total(&b) > 0);
            let (low, high) = (mean_us(&a).min(mean_us(&b)), mean_us(&a).max(mean_us(&b)));

            let mean = mean_us(&merge(&[&a, &b]));
            prop_assert!(low * (1.0 - 1e-9) <= mean && mean <= high * (1.0 + 1e-9));
        }
    }
}
