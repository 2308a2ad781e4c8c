//! Effective number of correlated samples.

/// Number of batches. Latencies are assumed to be independent at the length of a batch.
const BATCHES: usize = 16;

/// Fewest samples of a batch.
const LEAST: usize = 10;

/// Correction of the spread of so few batches for a 95 % interval: the 97.5th percentile of
/// Student's distribution over that of the normal one, squared.
const FEW: f64 = 1.18;

/// Number of independent samples with the same information about the mean of `values`, which are in
/// order of time: consecutive messages meet the same load and are correlated.
///
/// Compares the spread of means of batches with that of independent values, and considers the
/// correlation of neighbours, which is known better but covers less: gives the smaller result. At
/// most the number of values; exactly that if there are too few to decide.
#[must_use]
pub fn effective(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let size = values.len() / BATCHES;
    if size < LEAST {
        return n;
    }
    let means: Vec<f64> = values
        .chunks_exact(size)
        .take(BATCHES)
        .map(|batch| batch.iter().sum::<f64>() / size as f64)
        .collect();
    let (single, between) = (variance(values), variance(&means) * FEW);
    if single <= 0.0 || between <= 0.0 {
        return n;
    }
    let of_batches = n * single / (size as f64 * between);
    // As if each value were a share of the previous one plus noise.
    let alike = correlation(values, single).clamp(0.0, 0.99);
    let of_neighbours = n * (1.0 - alike) / (1.0 + alike);
    of_batches.min(of_neighbours).clamp(BATCHES as f64, n)
}

/// Correlation of each value with the previous one.
fn correlation(values: &[f64], variance: f64) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let products = values
        .windows(2)
        .map(|pair| (pair[0] - mean) * (pair[1] - mean));
    products.sum::<f64>() / (n - 1.0) / variance
}

fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each value is `share` of the previous one plus noise.
    fn series(seed: u64, share: f64) -> Vec<f64> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut last = 0.0;
        let next = |_| {
            last = share * last + random.f64() - 0.5;
            last
        };
        (0..5000).map(next).collect()
    }

    #[test]
    fn independent_values_count_almost_in_full_and_correlated_ones_less() {
        let independent = effective(&series(1, 0.0));
        let correlated = effective(&series(1, 0.8));

        assert!((2500.0..=5000.0).contains(&independent), "{independent}");
        // In theory (1 - 0.8) / (1 + 0.8) of them: 556.
        assert!((250.0..=1000.0).contains(&correlated), "{correlated}");
    }

    #[test]
    fn few_or_equal_values_count_in_full() {
        assert_eq!(effective(&[1.0, 2.0, 3.0]), 3.0);
        assert_eq!(effective(&[4.0; 1000]), 1000.0);
    }
}
