//! Load of a network port, and its effect on latency.

use super::Load;
use crate::statistics::Estimate;

/// Load of a port and its speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortLoad {
    /// Busy share of the busier direction.
    pub load: Load,
    /// Speed in bits per second, above 0.
    pub bits_per_s: f64,
}

/// Load from which the queue of a port counts.
const RULE: f64 = 0.9;
/// Load below which it no longer counts (hysteresis).
const LEAVES: f64 = 0.88;
/// Load from which the queue is unbounded, and no bound holds.
const SATURATED: f64 = 0.99;
/// Bytes of a full Ethernet frame with preamble and gap: average frame ahead in the queue.
const FRAME: f64 = 1538.0;

/// Queueing delay of a port.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Queue {
    /// Load below 90 %: negligible.
    None,
    /// Load of 90 % and more: mean time in the queue, in microseconds, for each direction.
    Mean(f64),
    /// Load of 99 % and more: the queue grows, no bound holds.
    Endless,
}

impl PortLoad {
    /// Queueing delay for a message of `bytes`: the time to send a frame, or the message if that is
    /// longer, times 1/(1 - load). `was_queueing`: whether the queue counted before, since that
    /// ends only at 88 %.
    #[must_use]
    pub fn queue(&self, bytes: u64, was_queueing: bool) -> Queue {
        let load = self.load.share();
        let from = if was_queueing { LEAVES } else { RULE };
        if load >= SATURATED {
            return Queue::Endless;
        }
        if load < from {
            return Queue::None;
        }
        let service_us = (bytes as f64).max(FRAME) * 8.0 / self.bits_per_s * 1e6;
        Queue::Mean(service_us / (1.0 - load))
    }
}

impl Queue {
    /// `estimate` of a mean (no `percentile`) or of a bound, behind this queue; `None` if it is
    /// unbounded.
    ///
    /// The time in the queue is assumed to be exponentially distributed (M/M/1), so that its
    /// percentile p is ln(1/(1 - p)) times its mean. This is a model, not a measurement: the
    /// interval reaches from no queue to twice the term.
    #[must_use]
    pub fn behind(
        self,
        estimate: Estimate,
        percentile: Option<f64>,
        ways: f64,
    ) -> Option<Estimate> {
        let mean_us = match self {
            Self::None => return Some(estimate),
            Self::Mean(mean_us) => mean_us * ways,
            Self::Endless => return None,
        };
        let factor = percentile.map_or(1.0, |p| -(1.0 - p).ln());
        let term_us = mean_us * factor;
        Some(Estimate {
            value_us: estimate.value_us + term_us,
            low_us: estimate.low_us,
            high_us: estimate.high_us.map(|high| high + 2.0 * term_us),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(load: f64) -> PortLoad {
        PortLoad {
            load: Load::new(load).unwrap(),
            bits_per_s: 1e9,
        }
    }

    const BASE: Estimate = Estimate {
        value_us: 100.0,
        low_us: 90.0,
        high_us: Some(110.0),
    };

    #[test]
    fn nothing_is_added_below_ninety_per_cent_and_the_queueing_term_from_there() {
        assert_eq!(port(0.899).queue(64, false), Queue::None);
        // 12.3 us for a frame at 1 Gbit/s, times 10.
        let Queue::Mean(at_90) = port(0.9).queue(64, false) else {
            panic!("no queue");
        };
        assert!((at_90 - 123.04).abs() < 0.01, "{at_90}");
        let Queue::Mean(at_95) = port(0.95).queue(64, false) else {
            panic!("no queue");
        };
        assert!((at_95 / at_90 - 2.0).abs() < 1e-9);
        let Queue::Mean(long) = port(0.95).queue(15_380, false) else {
            panic!("no queue");
        };
        assert!((long / at_95 - 10.0).abs() < 1e-9);
    }

    #[test]
    fn the_rule_ends_below_where_it_began() {
        assert_eq!(port(0.89).queue(64, false), Queue::None);
        assert!(matches!(port(0.89).queue(64, true), Queue::Mean(_)));
        assert_eq!(port(0.87).queue(64, true), Queue::None);
    }

    #[test]
    fn the_interval_reaches_from_no_queue_to_twice_the_term() {
        let mean = Queue::Mean(50.0).behind(BASE, None, 1.0).unwrap();
        let bound = Queue::Mean(50.0).behind(BASE, Some(0.99), 2.0).unwrap();

        assert_eq!(
            (mean.value_us, mean.low_us, mean.high_us),
            (150.0, 90.0, Some(210.0))
        );
        assert!((bound.value_us - 100.0 - 100.0 * 100f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn a_saturated_port_has_no_bound() {
        assert_eq!(port(0.995).queue(64, true), Queue::Endless);
        assert_eq!(Queue::Endless.behind(BASE, None, 1.0), None);
    }
}
