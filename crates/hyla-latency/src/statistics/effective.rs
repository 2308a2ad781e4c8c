//! What correlated samples are worth.

/// Samples in a batch. Latencies are taken to be independent over as many.
const BATCH: usize = 25;

/// Least number of batches from which the correlation is estimated.
const LEAST_BATCHES: usize = 8;

/// Number of independent samples that tell as much about the mean of `values` as these do, in the order in which they were
/// taken: messages one after the other meet the same load, and are alike.
///
/// Compares the spread of means of batches with what it would be among independent values. At most the number of values;
/// exactly that if there are too few to tell.
#[must_use]
pub fn effective(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let batches: Vec<f64> = values
        .chunks_exact(BATCH)
        .map(|batch| batch.iter().sum::<f64>() / BATCH as f64)
        .collect();
    if batches.len() < LEAST_BATCHES {
        return n;
    }
    let (single, between) = (variance(values), variance(&batches));
    if single <= 0.0 || between <= 0.0 {
        return n;
    }
    let least = n / BATCH as f64;
    (n * single / (BATCH as f64 * between)).clamp(least, n)
}

fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each value is `share` of the one before and fresh noise.
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

        assert!((3500.0..=5000.0).contains(&independent), "{independent}");
        // In theory (1 - 0.8) / (1 + 0.8) of them: 556.
        assert!((350.0..=900.0).contains(&correlated), "{correlated}");
    }

    #[test]
    fn few_or_equal_values_count_in_full() {
        assert_eq!(effective(&[1.0, 2.0, 3.0]), 3.0);
        assert_eq!(effective(&[4.0; 1000]), 1000.0);
    }
}
