//! When a load reports, and when it ends.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often a load says how it goes.
pub(super) const LIVE: Duration = Duration::from_secs(1);

/// Whether the input ended; waits for it until `until` at most. Further lines mean nothing and are passed over.
pub(super) fn ended(input: &Receiver<String>, until: Instant) -> bool {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        match input.recv_timeout(left) {
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}
