//! Percentiles, medians, spread, and significance of differences.
//!
//! Everything here is pure: the same figures give the same answer, in any order of the repetitions.
//!
//! | question | answer |
//! |---|---|
//! | summary over the repetitions | [`summarize`] |
//! | figures of a histogram | [`percentile_us`], [`mean_us`], [`max_us`], [`figures`] |
//! | sum of several histograms | [`merge`] |
//! | shape of a histogram | [`bins`], [`decade_bins`] |
//! | difference of two sets of repetitions | [`chance`], [`ratio`] |

mod difference;
mod histogram;
mod summary;

pub use difference::{Ratio, chance, least_chance, ratio};
pub use histogram::{
    Bin, bins, decade_bins, figures, from_recorded, max_us, mean_us, merge, percentile_us, total,
};
pub use summary::{quantile, spread, summarize};
