//! `rate-limit`: a limit in bytes per second, with bursts; excess packets wait in order.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rules::ChainPosition;
use super::spec::{SpecError, within};
use super::{Module, ModuleOutput, ModuleSpec, Packet};

/// Parameters of `rate-limit`: a token bucket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RateLimitSpec {
    /// Long-term rate in bytes per second. Default 12 500 000, that is 100 Mbit/s.
    pub bytes_per_second: u64,
    /// Bytes that may leave at once after a pause. Default 64 KiB.
    pub burst_bytes: u32,
    /// Bytes that may wait, at least one packet. Default 1 MiB. Best effort drops the excess; a
    /// reliable lane makes its sender wait.
    pub queue_bytes: u32,
}

impl Default for RateLimitSpec {
    fn default() -> Self {
        Self {
            bytes_per_second: 12_500_000,
            burst_bytes: 64 << 10,
            queue_bytes: 1 << 20,
        }
    }
}

impl RateLimitSpec {
    pub(super) fn check(&self) -> Result<(), SpecError> {
        let rate = self.bytes_per_second;
        within("rate-limit", "bytes_per_second", rate, 100, 1 << 40)?;
        within("rate-limit", "burst_bytes", self.burst_bytes, 1, 1 << 30)?;
        within("rate-limit", "queue_bytes", self.queue_bytes, 0, 1 << 30)
    }
}

#[derive(Debug)]
pub(super) struct RateLimit {
    bytes_per_second: u64,
    /// How far ahead of its time a packet may leave.
    burst: Duration,
    queue_bytes: usize,
    may_drop: bool,
    /// Time at which the bucket is full again.
    paid_at: Option<Instant>,
    waiting: VecDeque<Packet>,
    waiting_bytes: usize,
    passed: u64,
    delayed: u64,
    dropped: u64,
}

impl RateLimit {
    pub(super) fn new(spec: &RateLimitSpec, place: &ChainPosition) -> Self {
        Self {
            bytes_per_second: spec.bytes_per_second,
            burst: duration_of(u64::from(spec.burst_bytes), spec.bytes_per_second),
            queue_bytes: spec.queue_bytes as usize,
            may_drop: place.may_lose,
            paid_at: None,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            passed: 0,
            delayed: 0,
            dropped: 0,
        }
    }

    /// When a packet may leave. One larger than the burst leaves when the bucket is full.
    fn may_go_at(&self, packet: &Packet) -> Option<Instant> {
        let paid = self.paid_at?;
        let ahead = self.burst.saturating_sub(self.cost(packet));
        Some(paid.checked_sub(ahead).unwrap_or(paid))
    }

    /// Cost of a packet, as the time in which the bucket refills.
    fn cost(&self, packet: &Packet) -> Duration {
        duration_of(packet.bytes.len() as u64, self.bytes_per_second)
    }

    fn pass(&mut self, packet: Packet, now: Instant, out: &mut ModuleOutput<'_>) {
        let cost = self.cost(&packet);
        self.paid_at = Some(self.paid_at.map_or(now, |paid| paid.max(now)) + cost);
        self.passed += 1;
        out.down(packet);
    }
}

/// Time for `bytes` at that rate.
pub(super) fn duration_of(bytes: u64, bytes_per_second: u64) -> Duration {
    let nanoseconds = u128::from(bytes) * 1_000_000_000 / u128::from(bytes_per_second.max(1));
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}

impl Module for RateLimit {
    fn down(&mut self, packet: Packet, now: Instant, out: &mut ModuleOutput<'_>) {
        if self.waiting.is_empty() && self.may_go_at(&packet).is_none_or(|at| now >= at) {
            self.pass(packet, now, out);
            return;
        }
        let bytes = self.waiting_bytes + packet.bytes.len();
        if self.may_drop && bytes > self.queue_bytes && !self.waiting.is_empty() {
            self.dropped += 1;
            out.discard(packet);
            return;
        }
        self.delayed += 1;
        self.waiting_bytes = bytes;
        self.waiting.push_back(packet);
    }

    fn due(&self) -> Option<Instant> {
        self.may_go_at(self.waiting.front()?)
    }

    fn turn(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        while let Some(packet) = self.waiting.front()
            && self.may_go_at(packet).is_none_or(|at| now >= at)
            && let Some(packet) = self.waiting.pop_front()
        {
            self.waiting_bytes -= packet.bytes.len();
            self.pass(packet, now, out);
        }
    }

    fn is_holding(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn is_full(&self) -> bool {
        self.waiting_bytes > self.queue_bytes
    }

    fn unfinished(&self) -> usize {
        self.waiting.len()
    }

    fn held_bytes(&self) -> usize {
        self.waiting_bytes
    }

    fn adjust(&mut self, spec: &ModuleSpec, now: Instant) -> bool {
        let ModuleSpec::RateLimit(spec) = spec else {
            return false;
        };
        self.bytes_per_second = spec.bytes_per_second;
        self.burst = duration_of(u64::from(spec.burst_bytes), spec.bytes_per_second);
        self.queue_bytes = spec.queue_bytes as usize;
        // Independent of the packets sent at the old rate, the bucket is at most empty now.
        self.paid_at = self.paid_at.map(|paid| paid.min(now + self.burst));
        true
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("passed", self.passed);
        each("delayed", self.delayed);
        each("dropped", self.dropped);
    }
}
