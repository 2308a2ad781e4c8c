//! Outcome of a run.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use hyla_multicast::Counters;

#[derive(Debug, Default)]
pub struct Outcome {
    pub counters: Vec<Counters>,
    pub delivered: u64,
    /// From the call to the delivery.
    pub latencies_us: Vec<u32>,
    /// When each member had received its last message.
    pub last_at: HashMap<u32, Duration>,
    pub lanes: BTreeMap<(u32, u32), String>,
    pub lanes_open: usize,
    pub most_sender: usize,
    pub most_receiver: usize,
    pub most_blocked_by: Option<u32>,
    pub quiet_after: Duration,
    pub steps: u64,
    pub abandoned: usize,
    pub interest_changes: u64,
    pub group_changes: u64,
    pub groups_removed: u64,
}

impl Outcome {
    pub fn sum(&self, of: impl Fn(&Counters) -> u64) -> u64 {
        self.counters.iter().map(of).sum()
    }

    /// Bytes of control that were sent for each byte of data that arrived.
    pub fn control_share(&self) -> f64 {
        self.sum(|c| c.control_bytes_sent) as f64 / self.sum(|c| c.data_bytes_received) as f64
    }

    pub fn percentile(&mut self, percent: usize) -> u32 {
        self.latencies_us.sort_unstable();
        let index = (self.latencies_us.len() * percent / 100).min(self.latencies_us.len() - 1);
        self.latencies_us[index]
    }
}
