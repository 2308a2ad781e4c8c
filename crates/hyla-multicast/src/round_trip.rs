//! The round-trip time within a group.

use std::time::Duration;

/// The largest sample raises it at once; it falls by a tenth with each smaller one.
#[derive(Debug)]
pub(crate) struct RoundTrip {
    estimate: Duration,
    floor: Duration,
}

impl RoundTrip {
    pub(crate) fn new(first: Duration, floor: Duration) -> Self {
        Self {
            estimate: first.max(floor),
            floor,
        }
    }

    /// A sample; those above a second come from members that slept and count as one.
    pub(crate) fn measured(&mut self, took: Duration) {
        let took = took.min(Duration::from_secs(1));
        self.estimate = if took > self.estimate {
            // Twice at most, so that one sample of a sleeper is forgotten soon.
            took.min(self.estimate * 2)
        } else {
            (self.estimate * 9 / 10).max(took).max(self.floor)
        };
    }

    pub(crate) fn estimate(&self) -> Duration {
        self.estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_rises_at_once_and_falls_slowly_to_its_floor() {
        let us = Duration::from_micros;
        let mut trip = RoundTrip::new(us(1000), us(500));
        trip.measured(us(1500));
        assert_eq!(trip.estimate(), us(1500));
        trip.measured(us(100));
        assert_eq!(trip.estimate(), us(1350));
        (0..100).for_each(|_| trip.measured(us(100)));
        assert_eq!(trip.estimate(), us(500));
        trip.measured(Duration::from_secs(100));
        assert_eq!(trip.estimate(), us(1000));
    }
}
