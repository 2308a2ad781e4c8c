//! Traces of latencies under changing load, with the distribution known to an oracle.

use hyla_latency::profile::{Document, Quantity};
use hyla_latency::statistics::Distribution;

/// One message.
#[derive(Clone, Copy)]
pub(crate) struct Message {
    /// Its latency.
    pub(crate) us: f64,
    /// Index into the distributions of its trace.
    pub(crate) truth: usize,
    /// Factor on its distribution.
    pub(crate) factor: f64,
    /// The reported state at its reception; `None` if reports do not show the change.
    pub(crate) state: Option<usize>,
}

/// Messages, and their distributions.
pub(crate) struct Trace {
    pub(crate) name: &'static str,
    pub(crate) messages: Vec<Message>,
    pub(crate) truths: Vec<Distribution>,
}

impl Trace {
    /// The bound of an oracle that knows the state, for the message with this index.
    pub(crate) fn oracle(&self, quantiles: &[f64], index: usize) -> f64 {
        let message = &self.messages[index];
        quantiles[message.truth] * message.factor
    }

    pub(crate) fn quantiles(&self, p: f64) -> Vec<f64> {
        self.truths.iter().map(|of| of.quantile_us(p)).collect()
    }
}

/// The nine combinations of loads of a measured profile, for messages of 64 bytes.
pub(crate) fn recorded() -> Vec<Distribution> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/studies/results/load-matrix/01-load-matrix.profile.json"
    );
    let text = std::fs::read_to_string(path).expect("the profile of the study");
    let profile = Document::read(&text).expect("a profile");
    profile
        .entries
        .iter()
        .filter(|entry| entry.bytes == 64 && entry.quantity == Quantity::OneWay)
        .map(|entry| entry.distribution(profile.bin_us).expect("bins"))
        .collect()
}

/// Messages of an hour, at 100 per second.
pub(crate) const HOUR: usize = 360_000;

/// Samples until reports show a change of load: 100 ms.
const DELAY: usize = 10;

/// A correlated number from 0 to 1 for each message: `share` of each normal number comes from the
/// previous one.
fn ranks(random: &mut fastrand::Rng, share: f64, count: usize) -> Vec<f64> {
    let (mut last, fresh) = (0.0, (1.0 - share * share).sqrt());
    (0..count)
        .map(|_| {
            last = share * last + fresh * normal(random);
            cumulative(last)
        })
        .collect()
}

fn normal(random: &mut fastrand::Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.f64()).cos()
}

fn cumulative(x: f64) -> f64 {
    0.5 * statrs::function::erf::erfc(-x / std::f64::consts::SQRT_2)
}

/// An hour in which the load of both ends moves between its bands; each combination lasts 5 to 120
/// s. Latencies are drawn from the measured distribution of the combination. `alike`: correlation
/// of consecutive latencies. `shown`: whether reports show the state.
pub(crate) fn bands(name: &'static str, seed: u64, alike: f64, shown: bool) -> Trace {
    let mut random = fastrand::Rng::with_seed(seed);
    let truths = recorded();
    let ranks = ranks(&mut random, alike, HOUR);
    let mut states = Vec::with_capacity(HOUR);
    let (mut sender, mut receiver) = (0usize, 0usize);
    while states.len() < HOUR {
        let dwell = random.usize(500..12_000);
        states.extend(std::iter::repeat_n(sender * 3 + receiver, dwell));
        // One end moves by one band, as with gradually changing load.
        let end = if random.bool() {
            &mut sender
        } else {
            &mut receiver
        };
        *end = match *end {
            0 | 2 => 1,
            _ => 2 * random.usize(0..2),
        };
    }
    let messages = (0..HOUR).map(|at| Message {
        us: truths[states[at]].quantile_us(ranks[at]),
        truth: states[at],
        factor: 1.0,
        state: shown.then(|| states[at.saturating_sub(DELAY)]),
    });
    Trace {
        name,
        messages: messages.collect(),
        truths,
    }
}

/// An hour of latencies of one shape, times a factor that varies slowly and jumps every 10 to 60 s,
/// unseen by reports.
pub(crate) fn drift(name: &'static str, seed: u64, alike: f64) -> Trace {
    let mut random = fastrand::Rng::with_seed(seed);
    let of: Vec<f64> = (0..20_000)
        .map(|_| 50.0 + 50.0 * (0.8 * normal(&mut random)).exp())
        .collect();
    let truths = vec![Distribution::of_samples(&of).expect("samples")];
    let ranks = ranks(&mut random, alike, HOUR);
    let (mut jump, mut until) = (1.0, 0);
    let messages = (0..HOUR)
        .map(|at| {
            if at >= until {
                jump = [0.5, 1.0, 2.0, 4.0][random.usize(0..4)];
                until = at + random.usize(1000..6000);
            }
            let day = (std::f64::consts::TAU * at as f64 / HOUR as f64).sin();
            let factor = jump * day.exp();
            Message {
                us: truths[0].quantile_us(ranks[at]) * factor,
                truth: 0,
                factor,
                state: None,
            }
        })
        .collect();
    Trace {
        name,
        messages,
        truths,
    }
}

/// An hour as it was recorded: a channel beside the work of a machine, with messages each 10 ms. What the oracle knows are
/// the latencies of each 20 s.
pub(crate) fn hour(name: &'static str) -> Trace {
    const KNOWN: usize = 2_000;
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/studies/results/live-bounds/hour.bin"
    );
    let octets = std::fs::read(path).expect("the recording of the study");
    let (codes, _) = octets.as_chunks();
    let latencies: Vec<f64> = codes
        .iter()
        .map(|code| (f64::from(u16::from_le_bytes(*code)) / 4096.0).exp())
        .collect();
    let truths = latencies.chunks(KNOWN).map(Distribution::of_samples);
    let truths: Vec<_> = truths.map(|of| of.expect("latencies")).collect();
    let messages = latencies.iter().enumerate().map(|(at, us)| Message {
        us: *us,
        truth: at / KNOWN,
        factor: 1.0,
        state: None,
    });
    Trace {
        name,
        messages: messages.collect(),
        truths,
    }
}

/// A step after `before` messages, unseen by reports, then `after` messages.
pub(crate) fn step(seed: u64, factor: f64, before: usize, after: usize) -> Trace {
    let mut random = fastrand::Rng::with_seed(seed);
    let of: Vec<f64> = (0..20_000)
        .map(|_| 50.0 + 50.0 * (0.8 * normal(&mut random)).exp())
        .collect();
    let truths = vec![Distribution::of_samples(&of).expect("samples")];
    let messages = (0..before + after)
        .map(|at| {
            let factor = if at < before { 1.0 } else { factor };
            Message {
                us: truths[0].quantile_us(random.f64()) * factor,
                truth: 0,
                factor,
                state: None,
            }
        })
        .collect();
    Trace {
        name: "step",
        messages,
        truths,
    }
}
