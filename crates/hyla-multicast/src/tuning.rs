//! When the packets of a sender leave.

use std::time::Duration;

use crate::config::{ConfigError, within};

/// Longest gap and longest time of gathering, in microseconds.
const SECOND: u64 = 1_000_000;

/// When the packets of a sender leave. Members need not agree on it, and each may change its own while it runs
/// ([`Member::tune`](crate::Member::tune)).
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// A message that comes sooner than this after the last one waits for others, so that messages in quick succession share
    /// packets, and packets share calls of the system. Default 100 us.
    pub gap: Duration,
    /// As `gap`, in times that it takes to give a train to the system
    /// ([`Member::set_send_cost`](crate::Member::set_send_cost)); the longer one counts. Default 0. With both zero, each message
    /// leaves at once.
    pub gap_costs: u32,
    /// Messages in quick succession gather for so long at least. Default 100 us.
    pub gather_least: Duration,
    /// They gather so many times as long as it takes to give a train to the system. Default 16.
    pub gather_costs: u32,
    /// They gather for so long at most. Default 5 ms.
    pub gather_most: Duration,
    /// So many full packets leave together, before they have gathered for so long. Default 40: about what the system
    /// takes in one call.
    pub train: u64,
    /// How long packets gather after the pace held them up: each train wakes all receivers, and few large ones cost them
    /// less. A train's worth at most. Default 800 us.
    pub rest: Duration,
    /// What may leave at once after a pause: what the rate permits in this time; at least a train, of up to ten packets. Longer
    /// than `rest`. Default 1 ms.
    pub burst: Duration,
    /// One report of eight is preceded by a rate that is higher by this share, and the next one by one that is lower by it.
    /// Default 0.25.
    pub probe: f64,
    /// Assumed round trips after the last packet until the first heartbeat, which reveals that packet. Default 1.
    pub heartbeat: f64,
    /// With forward error correction: a block that is not complete is closed after this time. Default 5 ms.
    pub parity_delay: Duration,
}

impl Default for Tuning {
    fn default() -> Self {
        let us = Duration::from_micros;
        Self {
            gap: us(100),
            gap_costs: 0,
            gather_least: us(100),
            gather_costs: 16,
            gather_most: us(5_000),
            train: 40,
            rest: us(800),
            burst: us(1_000),
            probe: 0.25,
            heartbeat: 1.0,
            parity_delay: us(5_000),
        }
    }
}

impl Tuning {
    /// Checks all parameters against their bounds.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let micros = |time: Duration| time.as_micros() as u64;
        let per_mille = |share: f64| (share * 1000.0) as u64;
        within("gap", micros(self.gap), 0, SECOND)?;
        within("gather_most", micros(self.gather_most), 0, SECOND)?;
        let least = micros(self.gather_least);
        within("gather_least", least, 0, micros(self.gather_most))?;
        within("train", self.train, 1, 1 << 20)?;
        within("burst", micros(self.burst), 1, SECOND)?;
        within("rest", micros(self.rest), 0, micros(self.burst) - 1)?;
        within("1000 probe", per_mille(self.probe), 0, 500)?;
        within("1000 heartbeat", per_mille(self.heartbeat), 100, 10_000)?;
        within("parity_delay", micros(self.parity_delay), 0, SECOND)
    }

    /// Messages closer than this come in quick succession, where it takes so long to send a train.
    pub(crate) fn gap_at(&self, cost: Duration) -> Duration {
        self.gap.max(cost * self.gap_costs)
    }

    /// How long such messages gather.
    pub(crate) fn gather_at(&self, cost: Duration) -> Duration {
        (cost * self.gather_costs).clamp(self.gather_least, self.gather_most)
    }
}
