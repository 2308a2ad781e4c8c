//! Sets of experiments, from TOML.
//!
//! ```toml
//! title = "Sizes"
//! study = "Whether the round trip grows in proportion to the size."
//!
//! [[run]]
//! experiment = "roundtrip-sizes"
//! title = "reliable and best effort"
//! parameters = { bytes = ["8Ki", "1Mi"], qos = ["reliable", "best-effort"] }
//! ```
//!
//! Parameters have the names of the options of `hyla bench run`, without the dashes before them. A list is what is
//! separated by commas there.

mod file;
mod perform;

pub use file::{FULL, QUICK, Run, Suite, SuiteError, given};
pub use perform::{Failure, Performed, Progress, Runs, perform};
