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
    /// The longest of these for each member.
    pub longest_us: BTreeMap<u32, u32>,
    /// From a subscription to the first message about the interest, without the time in which nobody sent one.
    pub first_us: Vec<u32>,
    /// When each member had received its last message.
    pub last_at: HashMap<u32, Duration>,
    pub lanes: BTreeMap<(u32, u32), String>,
    pub lanes_open: usize,
    pub most_sender: usize,
    pub most_receiver: usize,
    pub most_blocked_by: Option<u32>,
    pub quiet_after: Duration,
    pub steps: u64,
    /// Events and datagrams, at each of which a member can be killed.
    pub last_step: u64,
    /// Members that were killed for what they did, with the step.
    pub killed: Vec<(u64, u32)>,
    /// Packets that members still hold at the end.
    pub left_over: usize,
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
        percentile(&mut self.latencies_us, percent)
    }

    pub fn first_percentile(&mut self, percent: usize) -> u32 {
        percentile(&mut self.first_us, percent)
    }
}

fn percentile(times: &mut [u32], percent: usize) -> u32 {
    times.sort_unstable();
    let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(index).copied().unwrap_or_default()
}
