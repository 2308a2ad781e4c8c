//! The compared methods.

use std::collections::{HashMap, VecDeque};

/// Predicts a bound for the next latency from earlier ones.
pub(crate) trait Method {
    /// Bound for the next message, in `state` as reported.
    fn bound(&mut self, state: Option<usize>) -> f64;
    /// Adds the latency of that message.
    fn push(&mut self, us: f64, state: Option<usize>);
}

/// Sorted values of the last `most`.
pub(crate) struct Last {
    most: usize,
    order: VecDeque<f64>,
    sorted: Vec<f64>,
}

impl Last {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            order: VecDeque::new(),
            sorted: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, x: f64) {
        if self.order.len() == self.most {
            let old = self.order.pop_front().expect("it is full");
            let at = self.sorted.partition_point(|y| *y < old);
            self.sorted.remove(at);
        }
        self.order.push_back(x);
        let at = self.sorted.partition_point(|y| *y < x);
        self.sorted.insert(at, x);
    }

    /// The conformal quantile: with one more value, or the greatest where p requires it.
    pub(crate) fn quantile(&self, p: f64) -> f64 {
        let n = self.sorted.len();
        if n == 0 || p >= 1.0 {
            return self
                .sorted
                .last()
                .map_or(f64::INFINITY, |x| x * if p >= 1.0 { 1.5 } else { 1.0 });
        }
        let rank = (p * (n + 1) as f64).ceil() as usize;
        self.sorted[rank.clamp(1, n) - 1]
    }
}

/// The last N samples.
pub(crate) struct Window {
    pub(crate) p: f64,
    pub(crate) last: Last,
}

impl Method for Window {
    fn bound(&mut self, _: Option<usize>) -> f64 {
        self.last.quantile(self.p)
    }
    fn push(&mut self, us: f64, _: Option<usize>) {
        self.last.push(us);
    }
}

/// Logarithmic bins, each 1/32 of an octave wide, whose counts decay.
pub(crate) struct Sketch {
    bins: Vec<f64>,
    total: f64,
    weight: f64,
    growth: f64,
    low: usize,
    high: usize,
}

impl Sketch {
    pub(crate) fn new(half_life: f64) -> Self {
        Self {
            bins: vec![0.0; 2048],
            total: 0.0,
            weight: 1.0,
            growth: 0.5f64.powf(-1.0 / half_life),
            low: 2047,
            high: 0,
        }
    }

    fn bin(x: f64) -> usize {
        // From 2^-20 on.
        ((x.max(1e-6).log2() + 20.0) * 32.0).clamp(0.0, 2047.0) as usize
    }

    pub(crate) fn push(&mut self, x: f64) {
        let bin = Self::bin(x);
        self.bins[bin] += self.weight;
        self.total += self.weight;
        self.low = self.low.min(bin);
        self.high = self.high.max(bin);
        self.weight *= self.growth;
        if self.weight > 1e100 {
            self.bins.iter_mut().for_each(|bin| *bin /= self.weight);
            self.total /= self.weight;
            self.weight = 1.0;
        }
    }

    pub(crate) fn worth(&self) -> f64 {
        self.total / self.weight
    }

    pub(crate) fn quantile(&self, p: f64) -> f64 {
        if self.total == 0.0 {
            return f64::INFINITY;
        }
        let mut above = (1.0 - p) * self.total;
        for bin in (self.low..=self.high).rev() {
            if self.bins[bin] > above {
                let share = 1.0 - above / self.bins[bin];
                return ((bin as f64 + share) / 32.0 - 20.0).exp2();
            }
            above -= self.bins[bin];
        }
        (self.low as f64 / 32.0 - 20.0).exp2()
    }
}

pub(crate) struct Decay {
    pub(crate) p: f64,
    pub(crate) sketch: Sketch,
}

impl Method for Decay {
    fn bound(&mut self, _: Option<usize>) -> f64 {
        self.sketch.quantile(self.p)
    }
    fn push(&mut self, us: f64, _: Option<usize>) {
        self.sketch.push(us);
    }
}

/// Raises the logarithm of the bound by `rate` times p after a miss, lowers it by `rate` times 1 -
/// p after a hit.
pub(crate) struct Tracker {
    pub(crate) p: f64,
    pub(crate) rate: f64,
    pub(crate) bound: f64,
}

impl Method for Tracker {
    fn bound(&mut self, _: Option<usize>) -> f64 {
        self.bound
    }
    fn push(&mut self, us: f64, _: Option<usize>) {
        let miss = f64::from(u8::from(us > self.bound));
        self.bound *= (self.rate * (miss - (1.0 - self.p))).exp();
    }
}

/// Adaptive conformal inference: hits and misses adjust the level of a window's quantile.
pub(crate) struct Adaptive {
    pub(crate) p: f64,
    pub(crate) rate: f64,
    pub(crate) miss_share: f64,
    pub(crate) last: Last,
    pub(crate) bound: f64,
}

impl Adaptive {
    pub(crate) fn new(p: f64, rate: f64, window: usize) -> Self {
        Self {
            p,
            rate,
            miss_share: 1.0 - p,
            last: Last::new(window),
            bound: f64::INFINITY,
        }
    }
}

impl Method for Adaptive {
    fn bound(&mut self, _: Option<usize>) -> f64 {
        self.bound = self.last.quantile((1.0 - self.miss_share).max(0.0));
        self.bound
    }
    fn push(&mut self, us: f64, _: Option<usize>) {
        let miss = f64::from(u8::from(us > self.bound));
        self.miss_share += self.rate * (1.0 - self.p - miss);
        self.last.push(us);
    }
}

/// Adaptive conformal inference with several rates, weighted by the loss of each (dynamically tuned).
pub(crate) struct Tuned {
    p: f64,
    last: Last,
    rates: Vec<f64>,
    shares: Vec<f64>,
    weights: Vec<f64>,
}

impl Tuned {
    pub(crate) fn new(p: f64, window: usize) -> Self {
        let rates = vec![0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128];
        Self {
            p,
            last: Last::new(window),
            shares: vec![1.0 - p; rates.len()],
            weights: vec![1.0; rates.len()],
            rates,
        }
    }
}

impl Method for Tuned {
    fn bound(&mut self, _: Option<usize>) -> f64 {
        let sum: f64 = self.weights.iter().sum();
        let share: f64 = self
            .weights
            .iter()
            .zip(&self.shares)
            .map(|(w, a)| w * a)
            .sum::<f64>()
            / sum;
        self.last.quantile((1.0 - share).max(0.0))
    }
    fn push(&mut self, us: f64, _: Option<usize>) {
        // Share of misses at which the bound would have been this latency.
        let n = self.last.sorted.len();
        let below = self.last.sorted.partition_point(|y| *y < us);
        let beta = 1.0 - below as f64 / (n + 1) as f64;
        let a = 1.0 - self.p;
        let (eta, mixed) = (2.0 / a.sqrt(), 1.0 / 1000.0);
        for i in 0..self.rates.len() {
            let off = beta - self.shares[i];
            let loss = a * off - off.min(0.0);
            self.weights[i] *= (-eta * loss).exp();
            let miss = f64::from(u8::from(beta < self.shares[i]));
            self.shares[i] += self.rates[i] * (a - miss);
        }
        let sum: f64 = self.weights.iter().sum();
        let count = self.weights.len() as f64;
        for weight in &mut self.weights {
            *weight = (1.0 - mixed) * *weight / sum + mixed / count;
        }
        self.last.push(us);
    }
}

/// Scores: latency relative to a fast-moving level. Their quantile comes from a decaying sketch,
/// corrected by hits and misses.
pub(crate) struct Scaled {
    p: f64,
    /// Weight of each sample in the level.
    speed: f64,
    rate: f64,
    level: Option<f64>,
    sketches: HashMap<Option<usize>, Sketch>,
    half_life: f64,
    by_state: bool,
    correction: f64,
    bound: f64,
}

impl Scaled {
    pub(crate) fn new(p: f64, speed: f64, half_life: f64, rate: f64, by_state: bool) -> Self {
        Self {
            p,
            speed,
            rate,
            level: None,
            sketches: HashMap::new(),
            half_life,
            by_state,
            correction: 0.0,
            bound: f64::INFINITY,
        }
    }

    fn key(&self, state: Option<usize>) -> Option<usize> {
        state.filter(|_| self.by_state)
    }
}

impl Method for Scaled {
    fn bound(&mut self, state: Option<usize>) -> f64 {
        let level = self.level.unwrap_or(0.0).exp();
        let own = self
            .sketches
            .get(&self.key(state))
            .filter(|sketch| sketch.worth() * (1.0 - self.p) >= 1.0);
        let sketch = own.or_else(|| {
            self.sketches
                .values()
                .max_by(|a, b| a.worth().total_cmp(&b.worth()))
        });
        let score = sketch.map_or(f64::INFINITY, |sketch| sketch.quantile(self.p));
        self.bound = level * score * self.correction.exp();
        self.bound
    }
    fn push(&mut self, us: f64, state: Option<usize>) {
        let miss = f64::from(u8::from(us > self.bound));
        self.correction += self.rate * (miss - (1.0 - self.p));
        let x = us.max(0.01).ln();
        if let Some(level) = self.level {
            let (key, half_life) = (self.key(state), self.half_life);
            let sketch = self
                .sketches
                .entry(key)
                .or_insert_with(|| Sketch::new(half_life));
            sketch.push((x - level).exp());
        }
        let level = self.level.get_or_insert(x);
        *level += self.speed * (x - *level);
    }
}

/// Length of a window that recovers in 200 samples: after a step up, a window of N samples covers p
/// - 1 % of later messages when N (1 - p) / (1.01 - p) of its samples are new.
pub(crate) fn length(p: f64) -> usize {
    (200.0 * (1.01 - p) / (1.0 - p)).round() as usize
}

/// A window whose length follows from p; hits and misses correct its bound, and its samples are
/// scaled when their level changes.
pub(crate) struct Fitted {
    pub(crate) p: f64,
    pub(crate) rate: f64,
    pub(crate) last: Last,
    pub(crate) rescale: bool,
    recent: VecDeque<f64>,
    correction: f64,
    bound: f64,
    pub(crate) rescaled: u64,
}

impl Fitted {
    pub(crate) fn new(p: f64, rate: f64, rescale: bool) -> Self {
        Self {
            p,
            rate,
            last: Last::new(length(p)),
            rescale,
            recent: VecDeque::new(),
            correction: 0.0,
            bound: f64::INFINITY,
            rescaled: 0,
        }
    }

    fn look_for_a_step(&mut self, us: f64) {
        const RECENT: usize = 40;
        self.recent.push_back(us);
        if self.recent.len() <= RECENT {
            return;
        }
        self.recent.pop_front();
        let n = self.last.sorted.len();
        if n < 3 * RECENT {
            return;
        }
        let median = self.last.sorted[n / 2];
        let above = self.recent.iter().filter(|x| **x > median).count();
        if above * 100 > RECENT * 5 && above * 100 < RECENT * 95 {
            return;
        }
        let mut sorted: Vec<f64> = self.recent.iter().copied().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let ratio = sorted[RECENT / 2] / median;
        // The new samples are in the window already, and stay unchanged.
        let kept = self.last.order.len() - RECENT;
        let mut scaled = Last::new(self.last.most);
        for (at, x) in self.last.order.iter().enumerate() {
            scaled.push(if at < kept { x * ratio } else { *x });
        }
        self.last = scaled;
        self.recent.clear();
        self.correction = 0.0;
        self.rescaled += 1;
    }
}

impl Method for Fitted {
    fn bound(&mut self, _: Option<usize>) -> f64 {
        self.bound = self.last.quantile(self.p) * self.correction.exp();
        self.bound
    }
    fn push(&mut self, us: f64, _: Option<usize>) {
        let miss = f64::from(u8::from(us > self.bound));
        self.correction = (self.correction + self.rate * (miss - (1.0 - self.p))).clamp(-2.0, 2.0);
        self.last.push(us);
        if self.rescale {
            self.look_for_a_step(us);
        }
    }
}
