//! Estimates from samples, with their 95 % intervals.
//!
//! | question | answer |
//! |---|---|
//! | How are the samples distributed? | [`Distribution`] |
//! | What is the mean? | [`mean`] |
//! | Which latency does a share of the messages stay below? | [`percentile`] |
//! | How many independent samples are correlated ones worth? | [`effective`] |

mod distribution;
mod effective;
mod mean;
mod percentile;

pub use distribution::{Bin, Distribution, InvalidBins};
pub use effective::effective;
pub use mean::{Method, mean};
pub use percentile::{percentile, proportion, ranks, samples_for_upper_end};

/// Probability with which an interval contains the true value.
pub const CONFIDENCE: f64 = 0.95;

/// An estimate with its 95 % interval, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate itself.
    pub value_us: f64,
    /// Lower end of the interval.
    pub low_us: f64,
    /// Upper end; `None` if the samples determine none.
    pub high_us: Option<f64>,
}

impl Estimate {
    /// Whether the interval contains `value_us`.
    #[must_use]
    pub fn contains(&self, value_us: f64) -> bool {
        self.low_us <= value_us && self.high_us.is_none_or(|high| value_us <= high)
    }

    /// Whether the intervals overlap.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        other.high_us.is_none_or(|high| self.low_us <= high)
            && self.high_us.is_none_or(|high| other.low_us <= high)
    }

    /// Half of the interval's width as a share of the estimate; infinite without an upper end.
    #[must_use]
    pub fn relative_half_width(&self) -> f64 {
        match self.high_us {
            Some(high) if self.value_us > 0.0 => (high - self.low_us) / 2.0 / self.value_us,
            _ => f64::INFINITY,
        }
    }

    /// The estimate at `share` of the way from `self` to `other`; ends are interpolated as well.
    #[must_use]
    pub fn between(&self, other: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Self {
            value_us: mix(self.value_us, other.value_us),
            low_us: mix(self.low_us, other.low_us),
            high_us: self.high_us.zip(other.high_us).map(|(a, b)| mix(a, b)),
        }
    }

    /// The estimate with an interval widened by `error_us` at both ends.
    #[must_use]
    pub fn widened(&self, error_us: f64) -> Self {
        Self {
            value_us: self.value_us,
            low_us: (self.low_us - error_us).max(0.0),
            high_us: self.high_us.map(|high| high + error_us),
        }
    }
}
