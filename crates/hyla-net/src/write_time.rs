//! How busy the senders of an endpoint are with its other channels.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A wire counts as busy for this multiple of the time that the endpoint has since spent on other wires.
const SHARE: u32 = 2;

/// A wire does not count as busy for longer than this, unless its gap is longer.
const MOST: Duration = Duration::from_millis(1);

/// Time that writes to all channels of an endpoint have taken, over streams between processes.
#[derive(Debug, Default)]
pub(crate) struct WriteTime(AtomicU64);

impl WriteTime {
    /// A write has taken so long. Gives the time of all until then.
    pub(crate) fn add(&self, taken: Duration) -> Duration {
        // Overflows after 500 years.
        let nanos = taken.as_nanos() as u64;
        let before = self.0.fetch_add(nanos, Relaxed);
        Duration::from_nanos(before.wrapping_add(nanos))
    }

    /// How long a wire counts as busy after a write, at which all writes had taken so long. A sender to many receivers writes to all others
    /// before this wire's next turn; while that takes half of the time, messages gather and leave in one system call.
    pub(crate) fn busy_for(&self, gap: Duration, until_then: Duration) -> Duration {
        let all = Duration::from_nanos(self.0.load(Relaxed));
        let others = all.saturating_sub(until_then);
        gap.max((others * SHARE).min(MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wire_is_busy_for_longer_if_its_endpoint_has_written_to_others_meanwhile() {
        let micros = Duration::from_micros;
        let time = WriteTime::default();
        time.add(micros(7));
        let own = time.add(micros(5));
        let busy_after = |others| {
            time.add(micros(others));
            time.busy_for(micros(20), own).as_micros()
        };
        assert_eq!([0, 8, 32, 1000].map(busy_after), [20, 20, 80, 1000]);
        assert_eq!(time.busy_for(micros(5000), own), micros(5000));
    }
}
