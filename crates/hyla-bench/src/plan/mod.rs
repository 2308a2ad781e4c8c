//! Experiments: which points they measure, and who does what at each.
