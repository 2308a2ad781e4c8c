//! A figure over repetitions: median, quartiles, extremes.

use crate::result::Summary;

/// Summary over repetitions; `None` if no value is finite. Other values are left out, and
/// [`Summary::count`] is the number of the remaining ones. Quartiles and median are [`quantile`]s.
#[must_use]
pub fn summarize(values: &[f64]) -> Option<Summary> {
    let sorted = sorted(values);
    let (&min, &max) = (sorted.first()?, sorted.last()?);
    Some(Summary {
        count: u32::try_from(sorted.len()).unwrap_or(u32::MAX),
        min,
        low: of_sorted(&sorted, 0.25)?,
        median: of_sorted(&sorted, 0.5)?,
        high: of_sorted(&sorted, 0.75)?,
        max,
    })
}

/// The value below which a share of `values` lies; `None` if none of them is finite.
///
/// With n values in rising order, numbered from 0, it is the one at the place `share` x (n - 1), and between two
/// places it lies between their values in proportion. So 0 is the least, 1 the greatest, and 0.5 of an even count the
/// middle between the two in the middle. (Hyndman and Fan call this type 7; it is what R and NumPy do.)
#[must_use]
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    of_sorted(&sorted(values), share)
}

/// Difference of the greatest and the least value, as a share of the median; `None` of fewer than two, or with a median
/// of zero.
#[must_use]
pub fn spread(values: &[f64]) -> Option<f64> {
    let summary = summarize(values)?;
    let spread = (summary.max - summary.min) / summary.median;
    (summary.count > 1 && spread.is_finite()).then_some(spread)
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let finite = values.iter().copied().filter(|value| value.is_finite());
    let mut sorted: Vec<f64> = finite.collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn of_sorted(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = (place.floor() as usize).min(last);
    let above = (below + 1).min(last);
    let part = place - below as f64;
    // Not low + part * (high - low): that overflows where the two are far apart, and misses `high` at its end.
    Some(sorted[below] * (1.0 - part) + sorted[above] * part)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quartiles_lie_between_values_in_proportion() {
        let summary = summarize(&[4.0, 1.0, 3.0, 2.0]).expect("values");

        assert_eq!(summary.count, 4);
        assert_eq!((summary.min, summary.max), (1.0, 4.0));
        assert_eq!((summary.low, summary.high), (1.75, 3.25));
        assert_eq!(summary.median, 2.5);
    }

    #[test]
    fn one_value_is_all_of_its_summary() {
        let summary = summarize(&[7.0]).expect("a value");

        assert_eq!((summary.min, summary.low, summary.median), (7.0, 7.0, 7.0));
        assert_eq!((summary.high, summary.max), (7.0, 7.0));
    }

    #[test]
    fn what_is_no_number_is_left_out_and_not_counted() {
        assert_eq!(summarize(&[]), None);
        assert_eq!(summarize(&[f64::NAN, f64::INFINITY]), None);
        assert_eq!(
            summarize(&[f64::NAN, 2.0]).map(|s| (s.count, s.median)),
            Some((1, 2.0))
        );
    }

    proptest! {
        #[test]
        fn a_summary_rises_and_stays_among_the_values(values in prop::collection::vec(-1e12..1e12f64, 1..40)) {
            let s = summarize(&values).expect("values");

            let slack = 1e-3; // what rounding may cost between values of 1e12
            prop_assert!(s.min <= s.low + slack && s.low <= s.median + slack);
            prop_assert!(s.median <= s.high + slack && s.high <= s.max + slack);
            prop_assert!(values.contains(&s.min) && values.contains(&s.max));
        }

        #[test]
        fn half_of_the_values_lie_on_either_side_of_the_median(values in prop::collection::vec(0..1000i32, 1..40)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let median = summarize(&values).expect("values").median;

            let below = values.iter().filter(|value| **value < median).count();
            let above = values.iter().filter(|value| **value > median).count();
            prop_assert!(2 * below <= values.len() && 2 * above <= values.len());
        }

        #[test]
        fn the_order_of_repetitions_does_not_matter(values in prop::collection::vec(-1e6..1e6f64, 1..20)) {
            let mut turned = values.clone();
            turned.reverse();

            prop_assert_eq!(summarize(&values), summarize(&turned));
        }
    }
}
