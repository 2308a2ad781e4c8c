//! Percentiles, medians, spread, and whether a difference is more than noise.
