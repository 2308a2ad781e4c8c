//! `impair`: impairs a network reproducibly: delay, loss, duplication, reordering, damage,
//! bandwidth.
//!
//! Each end impairs its own packets, so that a lane with acknowledgements suffers in both
//! directions.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rate_limit::duration_of;
use super::rules::ChainPosition;
use super::spec::{SpecError, within};
use super::{Module, ModuleOutput, ModuleSpec, Packet};

/// Parameters of `impair`. Probabilities are from 0 to 1; by default nothing is impaired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImpairSpec {
    /// Mean delay of each packet.
    pub delay: Duration,
    /// Spread of delays, depending on `distribution`. Spread alone reorders nothing.
    pub jitter: Duration,
    /// How delays are distributed.
    pub distribution: Distribution,
    /// Probability that a packet is lost, in good periods.
    pub loss: f64,
    /// Probability that a bad period begins with a packet (Gilbert and Elliott's model of bursts).
    pub burst_begin: f64,
    /// Probability that a bad period ends with a packet. Bursts of losses last 1 / `burst_end`
    /// packets on average.
    pub burst_end: f64,
    /// Probability that a packet is lost in a bad period. Default 1.
    pub burst_loss: f64,
    /// Probability that a packet is duplicated.
    pub duplicate: f64,
    /// Probability that a packet is overtaken by later ones: it is delayed by `reorder_by` more.
    pub reorder: f64,
    /// Extra delay of an overtaken packet. Default 1 ms.
    pub reorder_by: Duration,
    /// Probability that a bit of a packet is flipped.
    pub damage: f64,
    /// Bandwidth; default 0, unlimited.
    pub bytes_per_second: u64,
    /// Most bytes in flight: excess packets are lost. Default 64 MiB.
    pub queue_bytes: u32,
    /// Seed of the random choices. Same seed and packets: same impairments.
    pub seed: u64,
}

/// Distribution of delays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Distribution {
    /// Constant.
    #[default]
    Constant,
    /// Uniform from `delay - jitter` to `delay + jitter`.
    Uniform,
    /// Normal, with `jitter` as standard deviation; never below zero.
    Normal,
    /// At least `delay`, mostly little more, sometimes much: Pareto with shape 3 and scale
    /// `jitter`, cut at 20 times `jitter`.
    Pareto,
}

impl Default for ImpairSpec {
    fn default() -> Self {
        Self {
            delay: Duration::ZERO,
            jitter: Duration::ZERO,
            distribution: Distribution::Constant,
            loss: 0.0,
            burst_begin: 0.0,
            burst_end: 1.0,
            burst_loss: 1.0,
            duplicate: 0.0,
            reorder: 0.0,
            reorder_by: Duration::from_millis(1),
            damage: 0.0,
            bytes_per_second: 0,
            queue_bytes: 64 << 20,
            seed: 0,
        }
    }
}

impl ImpairSpec {
    pub(super) fn check(&self) -> Result<(), SpecError> {
        for (name, chance) in [
            ("loss", self.loss),
            ("burst_begin", self.burst_begin),
            ("burst_end", self.burst_end),
            ("burst_loss", self.burst_loss),
            ("duplicate", self.duplicate),
            ("reorder", self.reorder),
            ("damage", self.damage),
        ] {
            within("impair", name, chance, 0.0, 1.0)?;
        }
        for (name, time) in [
            ("delay", self.delay),
            ("jitter", self.jitter),
            ("reorder_by", self.reorder_by),
        ] {
            within(
                "impair",
                name,
                time,
                Duration::ZERO,
                Duration::from_secs(60),
            )?;
        }
        let rate = self.bytes_per_second;
        within("impair", "bytes_per_second", rate, 0, 1 << 40)?;
        within("impair", "queue_bytes", self.queue_bytes, 1, 1 << 30)
    }

    /// Whether it only delays packets.
    pub(super) fn is_harmless(&self) -> bool {
        let lossless = self.burst_begin == 0.0 || self.burst_loss == 0.0;
        let chances = [self.loss, self.duplicate, self.reorder, self.damage];
        lossless && chances.iter().all(|&chance| chance == 0.0)
    }
}

#[derive(Debug)]
pub(super) struct Impair {
    spec: ImpairSpec,
    may_drop: bool,
    random: fastrand::Rng,
    bad_times: bool,
    /// When the line has sent its packets.
    line_free_at: Option<Instant>,
    /// When the last packet arrives that is not to be overtaken.
    last_at: Option<Instant>,
    under_way: BinaryHeap<UnderWay>,
    under_way_bytes: usize,
    count: u64,
    lost: u64,
    duplicated: u64,
    reordered: u64,
    damaged: u64,
    overflowed: u64,
}

#[derive(Debug)]
struct UnderWay {
    at: Instant,
    number: u64,
    packet: Packet,
}

impl Ord for UnderWay {
    /// Reversed: the heap's greatest element is the earliest.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.at, other.number).cmp(&(self.at, self.number))
    }
}

impl PartialOrd for UnderWay {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for UnderWay {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for UnderWay {}

impl Impair {
    pub(super) fn new(spec: &ImpairSpec, place: &ChainPosition) -> Self {
        Self {
            spec: spec.clone(),
            may_drop: place.may_lose,
            random: fastrand::Rng::with_seed(spec.seed),
            bad_times: false,
            line_free_at: None,
            last_at: None,
            under_way: BinaryHeap::new(),
            under_way_bytes: 0,
            count: 0,
            lost: 0,
            duplicated: 0,
            reordered: 0,
            damaged: 0,
            overflowed: 0,
        }
    }

    /// A probability of zero draws no random number, so that other choices stay the same.
    fn happens(&mut self, chance: f64) -> bool {
        chance > 0.0 && self.random.f64() < chance
    }

    fn is_lost(&mut self) -> bool {
        let change = if self.bad_times {
            self.spec.burst_end
        } else {
            self.spec.burst_begin
        };
        if self.happens(change) {
            self.bad_times = !self.bad_times;
        }
        let chance = if self.bad_times {
            self.spec.burst_loss
        } else {
            self.spec.loss
        };
        self.happens(chance)
    }

    fn delay(&mut self) -> Duration {
        let spread = match self.spec.distribution {
            Distribution::Constant => 0.0,
            Distribution::Uniform => 2.0 * self.random.f64() - 1.0,
            Distribution::Normal => {
                let (radius, angle) = (1.0 - self.random.f64(), self.random.f64());
                (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
            }
            Distribution::Pareto => {
                let u = 1.0 - self.random.f64();
                (u.powf(-1.0 / 3.0) - 1.0).min(20.0)
            }
        };
        let far = self.spec.jitter.mul_f64(spread.abs());
        if spread < 0.0 {
            self.spec.delay.saturating_sub(far)
        } else {
            self.spec.delay + far
        }
    }

    fn send(&mut self, mut packet: Packet, now: Instant, out: &mut ModuleOutput<'_>) {
        if self.happens(self.spec.damage) && !packet.bytes.is_empty() {
            let at = self.random.usize(..packet.bytes.len());
            packet.bytes[at] ^= 1 << self.random.u8(..8);
            self.damaged += 1;
        }
        let bytes = self.under_way_bytes + packet.bytes.len();
        if self.may_drop && bytes > self.spec.queue_bytes as usize {
            self.overflowed += 1;
            out.discard(packet);
            return;
        }
        let mut at = now;
        if self.spec.bytes_per_second > 0 {
            let takes = duration_of(packet.bytes.len() as u64, self.spec.bytes_per_second);
            at = self.line_free_at.map_or(now, |free| free.max(now)) + takes;
            self.line_free_at = Some(at);
        }
        at += self.delay();
        at = self.last_at.map_or(at, |last| last.max(at));
        if self.happens(self.spec.reorder) {
            self.reordered += 1;
            // After its position in order: otherwise it would overtake packets delayed by jitter.
            at += self.spec.reorder_by;
        } else {
            self.last_at = Some(at);
        }
        if at <= now && self.under_way.is_empty() {
            out.down(packet);
            return;
        }
        self.under_way_bytes = bytes;
        self.under_way.push(UnderWay {
            at,
            number: self.count,
            packet,
        });
        self.count += 1;
    }
}

impl Module for Impair {
    fn down(&mut self, packet: Packet, now: Instant, out: &mut ModuleOutput<'_>) {
        self.turn(now, out);
        if self.is_lost() {
            self.lost += 1;
            out.discard(packet);
            return;
        }
        if self.happens(self.spec.duplicate) {
            self.duplicated += 1;
            let mut copy = out.copy(&packet.bytes);
            copy.to = packet.to;
            self.send(copy, now, out);
        }
        self.send(packet, now, out);
        self.turn(now, out);
    }

    fn due(&self) -> Option<Instant> {
        Some(self.under_way.peek()?.at)
    }

    fn turn(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        while self.under_way.peek().is_some_and(|first| first.at <= now)
            && let Some(UnderWay { packet, .. }) = self.under_way.pop()
        {
            self.under_way_bytes -= packet.bytes.len();
            out.down(packet);
        }
    }

    fn is_full(&self) -> bool {
        self.under_way_bytes > self.spec.queue_bytes as usize
    }

    fn unfinished(&self) -> usize {
        self.under_way.len()
    }

    fn held_bytes(&self) -> usize {
        self.under_way_bytes
    }

    fn adjust(&mut self, spec: &ModuleSpec, _now: Instant) -> bool {
        let ModuleSpec::Impair(spec) = spec else {
            return false;
        };
        if spec.seed != self.spec.seed {
            self.random = fastrand::Rng::with_seed(spec.seed);
        }
        self.spec = spec.clone();
        true
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("lost", self.lost);
        each("duplicated", self.duplicated);
        each("reordered", self.reordered);
        each("damaged", self.damaged);
        each("overflowed", self.overflowed);
    }
}
