//! Percentiles, medians, spread, and whether a difference is more than noise.
//!
//! Everything here is pure: the same figures give the same answer, in any order of the repetitions.
//!
//! | question | answer |
//! |---|---|
//! | what came out over the repetitions? | [`summarize`] |
//! | what does a histogram say? | [`percentile_us`], [`mean_us`], [`max_us`], [`figures`] |
//! | what do several histograms say together? | [`merge`] |
//! | how does a histogram look? | [`bins`], [`decade_bins`] |
//! | is one set of repetitions different from another? | [`chance`], [`ratio`] |

mod difference;
mod histogram;
mod summary;

pub use difference::{Ratio, chance, least_chance, ratio};
pub use histogram::{
    Bin, bins, decade_bins, figures, from_recorded, max_us, mean_us, merge, percentile_us, total,
};
pub use summary::{quantile, summarize};
