//! A sample of latencies as sorted bins.

/// A bin of samples, all of them between `low_us` and `high_us`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Lower edge.
    pub low_us: f64,
    /// Upper edge; equal to the lower one for exact samples.
    pub high_us: f64,
    /// Number of samples.
    pub count: u64,
}

impl Bin {
    pub(super) fn middle_us(&self) -> f64 {
        f64::midpoint(self.low_us, self.high_us)
    }
}

/// Why bins are not a distribution.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidBins {
    /// A bin ends before it begins, overlaps its neighbour, or has an invalid edge.
    #[error("the bin from {low_us} us to {high_us} us overlaps another or has no valid edges")]
    Edges {
        /// Lower edge.
        low_us: f64,
        /// Upper edge.
        high_us: f64,
    },
    /// The total count exceeds the limit.
    #[error("the counts of the bins add up to more than 2^53")]
    TooMany,
    /// No samples.
    #[error("there are no samples")]
    Empty,
}

/// Latencies of at least one message.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    bins: Vec<Bin>,
    /// Samples in each bin and all before it.
    cumulative: Vec<u64>,
}

impl Distribution {
    /// A distribution of bins in ascending order. Empty bins are left out.
    ///
    /// # Errors
    /// [`InvalidBins`] if edges are not in order, or there are no samples.
    pub fn of_bins(bins: impl IntoIterator<Item = Bin>) -> Result<Self, InvalidBins> {
        let bins: Vec<Bin> = bins.into_iter().filter(|bin| bin.count > 0).collect();
        let mut cumulative = Vec::with_capacity(bins.len());
        let (mut sum, mut edge) = (0u64, 0.0);
        for bin in &bins {
            let (low_us, high_us) = (bin.low_us, bin.high_us);
            let is_valid = high_us.is_finite() && low_us >= edge && high_us >= low_us;
            if !is_valid {
                return Err(InvalidBins::Edges { low_us, high_us });
            }
            sum = sum
                .checked_add(bin.count)
                .filter(|sum| *sum <= 1 << 53)
                .ok_or(InvalidBins::TooMany)?;
            cumulative.push(sum);
            edge = high_us;
        }
        if bins.is_empty() {
            return Err(InvalidBins::Empty);
        }
        Ok(Self { bins, cumulative })
    }

    /// A distribution of exact samples in any order. Costs a sort.
    ///
    /// # Errors
    /// [`InvalidBins`] if there are none, or one is negative or not a number.
    pub fn of_samples(samples_us: &[f64]) -> Result<Self, InvalidBins> {
        let mut sorted = samples_us.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        Self::of_bins(sorted.into_iter().map(|us| Bin {
            low_us: us,
            high_us: us,
            count: 1,
        }))
    }

    /// The bins, in ascending order.
    #[must_use]
    pub fn bins(&self) -> &[Bin] {
        &self.bins
    }

    /// Number of samples, at least 1.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.cumulative.last().copied().unwrap_or(0)
    }

    /// Mean, with each sample in the middle of its bin.
    #[must_use]
    pub fn mean_us(&self) -> f64 {
        self.moment(0.0, 1)
    }

    /// Standard deviation; 0 of a single sample.
    #[must_use]
    pub fn deviation_us(&self) -> f64 {
        let n = self.count() as f64;
        if n < 2.0 {
            return 0.0;
        }
        (self.moment(self.mean_us(), 2) * n / (n - 1.0)).sqrt()
    }

    /// Skewness; 0 if all samples are the same.
    #[must_use]
    pub fn skewness(&self) -> f64 {
        let mean = self.mean_us();
        let deviation = self.moment(mean, 2).sqrt();
        if deviation > 0.0 {
            self.moment(mean, 3) / deviation.powi(3)
        } else {
            0.0
        }
    }

    /// Bin of the sample of this rank, from 1 to [`Self::count`].
    #[must_use]
    pub fn at_rank(&self, rank: u64) -> Bin {
        let rank = rank.clamp(1, self.count());
        let index = self.cumulative.partition_point(|sum| *sum < rank);
        self.bins[index]
    }

    /// Latency that a share `p` of the samples does not exceed, interpolated within its bin.
    #[must_use]
    pub fn quantile_us(&self, p: f64) -> f64 {
        let wanted = (p * self.count() as f64).clamp(0.0, self.count() as f64);
        let rank = (wanted.ceil() as u64).max(1);
        let index = self.cumulative.partition_point(|sum| *sum < rank);
        let bin = self.bins[index];
        let before = self.cumulative[index] - bin.count;
        let share = ((wanted - before as f64) / bin.count as f64).clamp(0.0, 1.0);
        bin.low_us + (bin.high_us - bin.low_us) * share
    }

    fn moment(&self, about_us: f64, power: i32) -> f64 {
        let sum: f64 = self
            .bins
            .iter()
            .map(|bin| bin.count as f64 * (bin.middle_us() - about_us).powi(power))
            .sum();
        sum / self.count() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bin(low_us: f64, high_us: f64, count: u64) -> Bin {
        Bin {
            low_us,
            high_us,
            count,
        }
    }

    #[test]
    fn moments_and_quantiles_of_exact_samples_are_those_of_the_samples() {
        let of = Distribution::of_samples(&[4.0, 1.0, 3.0, 2.0, 10.0]).unwrap();

        assert_eq!(of.count(), 5);
        assert_eq!(of.mean_us(), 4.0);
        assert!((of.deviation_us() - 12.5f64.sqrt()).abs() < 1e-12);
        assert!(
            (of.skewness() - 1.138_419_958).abs() < 1e-6,
            "{}",
            of.skewness()
        );
        assert_eq!(of.quantile_us(0.5), 3.0);
        assert_eq!(of.quantile_us(0.81), 10.0);
        assert_eq!(of.at_rank(1).low_us, 1.0);
        assert_eq!(of.at_rank(99).low_us, 10.0);
    }

    #[test]
    fn a_quantile_is_interpolated_inside_its_bin() {
        let of = Distribution::of_bins([bin(0.0, 100.0, 50), bin(100.0, 200.0, 50)]).unwrap();

        assert_eq!(of.quantile_us(0.25), 50.0);
        assert_eq!(of.quantile_us(0.75), 150.0);
        assert_eq!(of.mean_us(), 100.0);
        assert_eq!(of.at_rank(51), bin(100.0, 200.0, 50));
    }

    #[test]
    fn bins_that_cannot_be_are_refused() {
        let overlapping = [bin(0.0, 100.0, 1), bin(50.0, 200.0, 1)];
        let many = [bin(0.0, 1.0, u64::MAX), bin(1.0, 2.0, 1)];

        for bins in [
            overlapping.to_vec(),
            vec![bin(0.0, f64::NAN, 1)],
            vec![bin(-1.0, 1.0, 1)],
        ] {
            let refused = Distribution::of_bins(bins);
            assert!(matches!(refused, Err(InvalidBins::Edges { .. })));
        }
        assert_eq!(Distribution::of_bins(many), Err(InvalidBins::TooMany));
        assert_eq!(Distribution::of_bins([]), Err(InvalidBins::Empty));
        assert_eq!(
            Distribution::of_bins([bin(0.0, 1.0, 0)]),
            Err(InvalidBins::Empty)
        );
    }
}
