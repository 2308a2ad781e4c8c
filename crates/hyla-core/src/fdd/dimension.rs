//! Dimensions: bounds and what counts where a region leaves one out.

use hyla_types::RangeBounds;
use serde::{Deserialize, Serialize};

/// A dimension of the federation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dimension {
    /// Its name.
    pub name: String,
    /// Ranges lie in `0..upper_bound`.
    pub upper_bound: u32,
    /// Range that counts when a region leaves the dimension out; `None` takes it out of the comparison.
    pub default_range: Option<RangeBounds>,
}
