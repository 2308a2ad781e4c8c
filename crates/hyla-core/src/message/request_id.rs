//! Numbers of requests.

use serde::{Deserialize, Serialize};

/// Number by which an answer finds its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RequestId(pub u32);
