//! Round-trip times: a probe frame goes to the peer and back, only while metrics are scraped. Data is never marked or
//! delayed.

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use hyla_core::message::Echo;
use hyla_core::metrics::{ROUND_TRIP_BOUNDS_NS, RoundTrips};
use hyla_net::ChannelId;
use hyla_net::network::ChannelHandle;
use rustc_hash::FxHashMap;

/// How long probes continue after a scrape: longer than the usual scrape interval of one minute.
const WATCHED_FOR: Duration = Duration::from_secs(70);

/// Interval of probes.
const EVERY: Duration = Duration::from_millis(100);

/// Channels probed per interval, so that many channels cost no more than a few.
const AT_A_TIME: usize = 8;

/// Time after which a probe is given up.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Range of recorded times, in nanoseconds.
const LEAST_NS: u64 = 100;
const MOST_NS: u64 = 60_000_000_000;

/// Round-trip times of all channels of one ambassador.
#[derive(Debug)]
pub(super) struct RoundTripProbes {
    /// Origin of time stamps.
    started: Instant,
    /// Probes continue until then.
    until: Option<Instant>,
    next: Instant,
    probes: FxHashMap<ChannelId, Probe>,
    /// Index of the next channel to probe.
    turn: usize,
}

/// Round-trip times of one channel.
#[derive(Debug)]
struct Probe {
    under_way: Option<UnderWay>,
    percentiles: Histogram<u32>,
    counts: [u64; ROUND_TRIP_BOUNDS_NS.len() + 1],
    sum_ns: u64,
}

/// A probe without an answer so far.
#[derive(Clone, Copy, Debug)]
struct UnderWay {
    since: Instant,
    /// The peer returns it. Another number comes from someone who did not get the probe, or from a probe that was given up.
    stamp: u64,
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

impl RoundTripProbes {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            started: now,
            until: None,
            next: now,
            probes: FxHashMap::default(),
            turn: 0,
        }
    }

    /// Metrics are scraped: starts or prolongs probing.
    pub(super) fn watch(&mut self, now: Instant) {
        if self.until.replace(now + WATCHED_FOR).is_none() {
            self.next = now;
        }
    }

    /// Whether probes are due.
    pub(super) fn is_due(&mut self, now: Instant) -> bool {
        if self.until.is_some_and(|until| until <= now) {
            self.until = None;
        }
        self.until.is_some() && self.next <= now
    }

    /// When probes are due next, if any.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        self.until.map(|until| until.min(self.next))
    }

    /// Sends probes on the next few of these channels; returns those.
    pub(super) fn sample<C: ChannelHandle>(
        &mut self,
        mut channels: Vec<C>,
        now: Instant,
    ) -> Vec<C> {
        self.next = now + EVERY;
        channels.sort_unstable_by_key(ChannelHandle::id);
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

    fn ask(&mut self, channel: &impl ChannelHandle, now: Instant) -> bool {
        let id = channel.id();
        if !self.probes.contains_key(&id)
            && let Some(probe) = Probe::new()
        {
            self.probes.insert(id, probe);
        }
        let Some(probe) = self.probes.get_mut(&id) else {
            return false;
        };
        if probe.under_way.is_some_and(|it| now < it.since + TIMEOUT) {
            return false;
        }
        let stamp = nanoseconds(now.saturating_duration_since(self.started));
        let echo = Echo::short(id.raw(), stamp);
        let sent = channel.append(|buffer| echo.put(buffer));
        probe.under_way = sent.is_ok().then_some(UnderWay { since: now, stamp });
        sent.is_ok()
    }

    /// An answer has arrived; it counts once, and only if it belongs to the probe under way.
    pub(super) fn returned(&mut self, echo: Echo, now: Instant) {
        let took = nanoseconds(now.saturating_duration_since(self.started));
        let probe = self.probes.get_mut(&ChannelId::from_raw(echo.channel));
        if let (Some(probe), Some(ns)) = (probe, took.checked_sub(echo.stamp))
            && probe.under_way.is_some_and(|it| it.stamp == echo.stamp)
        {
            probe.record(ns);
        }
    }

    /// Statistics of a channel.
    pub(super) fn of(&self, channel: ChannelId) -> RoundTrips {
        let probe = self.probes.get(&channel);
        let probe = probe.filter(|probe| !probe.percentiles.is_empty());
        probe.map(Probe::round_trips).unwrap_or_default()
    }

    /// Forgets a closed channel.
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
    fn only_the_probe_under_way_has_an_answer_and_one() {
        let now = Instant::now();
        let mut probes = RoundTripProbes::new(now);
        let id = ChannelId::from_raw(7);
        let mut probe = Probe::new().expect("a histogram");
        probe.under_way = Some(UnderWay {
            since: now,
            stamp: 5_000,
        });
        probes.probes.insert(id, probe);
        let later = now + Duration::from_micros(9);

        for stamp in [4_999, 1, 9_000] {
            probes.returned(Echo::short(7, stamp), later);
        }
        assert_eq!(probes.of(id), RoundTrips::default());
        for _ in 0..2 {
            probes.returned(Echo::short(7, 5_000), later);
        }
        assert_eq!((probes.of(id).samples(), probes.of(id).sum_ns), (1, 4_000));
    }

    #[test]
    fn nothing_is_due_unless_somebody_looks_and_not_for_ever() {
        let now = Instant::now();
        let mut probes = RoundTripProbes::new(now);
        assert!(!probes.is_due(now));
        assert_eq!(probes.next_deadline(), None);

        probes.watch(now);
        assert!(probes.is_due(now));
        probes.sample::<hyla_net::Channel>(Vec::new(), now);
        assert!(!probes.is_due(now));
        assert_eq!(probes.next_deadline(), Some(now + EVERY));

        assert!(!probes.is_due(now + WATCHED_FOR));
        assert_eq!(probes.next_deadline(), None);
    }
}
