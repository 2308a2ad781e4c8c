//! How long channels take: a frame is sent to the other end and back now and then, while somebody looks at
//! metrics. Whoever does not look pays nothing, and data is never marked or delayed.

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use hyla_core::message::Echo;
use hyla_core::metrics::{ROUND_TRIP_BOUNDS_NS, RoundTrips};
use hyla_net::ChannelId;
use hyla_net::network::Wire;
use rustc_hash::FxHashMap;

/// How long samples are taken after somebody has looked: longer than the usual minute between two looks of
/// a monitoring system.
const WATCHED_FOR: Duration = Duration::from_secs(70);

/// How often samples are taken.
const EVERY: Duration = Duration::from_millis(100);

/// How many channels are sampled at a time, so that many channels cost no more than a few.
const AT_A_TIME: usize = 8;

/// A sample that is not back after that long is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is told apart of the time that a sample took, in nanoseconds.
const LEAST_NS: u64 = 100;
const MOST_NS: u64 = 60_000_000_000;

/// The samples of all channels of one ambassador.
#[derive(Debug)]
pub(super) struct Echoes {
    /// Stamps count from here.
    started: Instant,
    /// Somebody looks until then.
    until: Option<Instant>,
    next: Instant,
    probes: FxHashMap<ChannelId, Probe>,
    /// Where the next samples are taken, in the order of channels.
    turn: usize,
}

/// The samples of one channel.
#[derive(Debug)]
struct Probe {
    under_way: Option<Instant>,
    percentiles: Histogram<u32>,
    counts: [u64; ROUND_TRIP_BOUNDS_NS.len() + 1],
    sum_ns: u64,
}

impl Probe {
    fn new() -> Option<Self> {
        Some(Self {
            under_way: None,
            percentiles: Histogram::new_with_bounds(LEAST_NS, MOST_NS, 2).ok()?,
            counts: [0; ROUND_TRIP_BOUNDS_NS.len() + 1],
            sum_ns: 0,
        })
    }

    fn record(&mut self, ns: u64) {
        self.under_way = None;
        self.percentiles.saturating_record(ns);
        self.sum_ns = self.sum_ns.saturating_add(ns);
        self.counts[ROUND_TRIP_BOUNDS_NS.partition_point(|bound| *bound < ns)] += 1;
    }

    fn round_trips(&self) -> RoundTrips {
        RoundTrips {
            counts: self.counts.to_vec(),
            sum_ns: self.sum_ns,
            p50_ns: self.percentiles.value_at_quantile(0.5),
            p99_ns: self.percentiles.value_at_quantile(0.99),
            max_ns: self.percentiles.max(),
        }
    }
}

impl Echoes {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            started: now,
            until: None,
            next: now,
            probes: FxHashMap::default(),
            turn: 0,
        }
    }

    /// Somebody looks.
    pub(super) fn watch(&mut self, now: Instant) {
        if self.until.replace(now + WATCHED_FOR).is_none() {
            self.next = now;
        }
    }

    /// Whether samples are due.
    pub(super) fn is_due(&mut self, now: Instant) -> bool {
        if self.until.is_some_and(|until| until <= now) {
            self.until = None;
        }
        self.until.is_some() && self.next <= now
    }

    /// When they are, if anybody looks.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        self.until.map(|until| until.min(self.next))
    }

    /// Sends samples on the next few channels of these; gives those that got one.
    pub(super) fn sample<C: Wire>(&mut self, mut channels: Vec<C>, now: Instant) -> Vec<C> {
        self.next = now + EVERY;
        channels.sort_unstable_by_key(Wire::id);
        let count = channels.len();
        if count == 0 {
            return channels;
        }
        let first = self.turn % count;
        channels.rotate_left(first);
        channels.truncate(AT_A_TIME);
        self.turn = (first + channels.len()) % count;
        channels.retain(|channel| self.ask(channel, now));
        channels
    }

    fn ask(&mut self, channel: &impl Wire, now: Instant) -> bool {
        let id = channel.id();
        if !self.probes.contains_key(&id)
            && let Some(probe) = Probe::new()
        {
            self.probes.insert(id, probe);
        }
        let Some(probe) = self.probes.get_mut(&id) else {
            return false;
        };
        if probe.under_way.is_some_and(|since| now < since + PATIENCE) {
            return false;
        }
        let echo = Echo {
            is_answer: false,
            channel: id.raw(),
            stamp: nanoseconds(now.saturating_duration_since(self.started)),
        };
        let sent = channel.append(|buffer| echo.put(buffer));
        probe.under_way = sent.is_ok().then_some(now);
        sent.is_ok()
    }

    /// A sample is back.
    pub(super) fn returned(&mut self, echo: Echo, now: Instant) {
        let took = nanoseconds(now.saturating_duration_since(self.started));
        let probe = self.probes.get_mut(&ChannelId::from_raw(echo.channel));
        if let (Some(probe), Some(ns)) = (probe, took.checked_sub(echo.stamp))
            && probe.under_way.is_some()
        {
            probe.record(ns);
        }
    }

    /// What the samples of a channel say.
    pub(super) fn of(&self, channel: ChannelId) -> RoundTrips {
        let probe = self.probes.get(&channel);
        let probe = probe.filter(|probe| !probe.percentiles.is_empty());
        probe.map(Probe::round_trips).unwrap_or_default()
    }

    /// The channel is gone.
    pub(super) fn forget(&mut self, channel: ChannelId) {
        self.probes.remove(&channel);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "any time and any channel will do"
)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_counted_by_bound_and_summed() {
        let mut probe = Probe::new().expect("a histogram");
        for ns in [1_000, 1_001, 7_000_000, 99_000_000_000] {
            probe.record(ns);
        }

        let trips = probe.round_trips();

        assert_eq!(trips.samples(), 4);
        assert_eq!((trips.counts[0], trips.counts[1]), (1, 1));
        assert_eq!(trips.counts.last(), Some(&1));
        assert_eq!(trips.sum_ns, 99_007_002_001);
        assert!(trips.p50_ns >= 1_001 && trips.p50_ns < 1_200, "{trips:?}");
    }

    #[test]
    fn nothing_is_due_unless_somebody_looks_and_not_for_ever() {
        let now = Instant::now();
        let mut echoes = Echoes::new(now);
        assert!(!echoes.is_due(now));
        assert_eq!(echoes.next_deadline(), None);

        echoes.watch(now);
        assert!(echoes.is_due(now));
        echoes.sample::<hyla_net::Channel>(Vec::new(), now);
        assert!(!echoes.is_due(now));
        assert_eq!(echoes.next_deadline(), Some(now + EVERY));

        assert!(!echoes.is_due(now + WATCHED_FOR));
        assert_eq!(echoes.next_deadline(), None);
    }
}
