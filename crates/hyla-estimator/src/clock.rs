//! Offset of another host's clock, from exchanges of messages with it.
//!
//! An exchange bounds the offset: the answer arrived at the peer after the question left here, and before the answer
//! returned. The fastest exchanges bound it best. Between them the two clocks drift apart; all pairs of offset and drift
//! that contradict no exchange are kept, and the offset lies between the least and the greatest of them:
//!
//! ```text
//!  offset  |         |          each bar is an exchange: the
//!     |    |    |    |   /      true offset lies within it, and
//!     |    |   /|---/|--/       on a nearly straight line through
//!     |   /|--/ |  / |          all of them
//!     +---------------------- time
//! ```
//!
//! No assumption is made about delays, not even that both directions are alike.

use std::collections::VecDeque;

/// Two quartz clocks differ by less than this, in nanoseconds per second.
const MOST_DRIFT: f64 = 500_000.0;
/// Change of the drift with temperature, in nanoseconds per second for each second of age.
const WANDER: f64 = 100.0;
/// Seconds of which the fastest exchange is kept.
const KEPT_S: usize = 64;
/// Steps of each search: the result is exact to a millionth of its range.
const STEPS: u32 = 48;

/// One exchange with another host, in nanoseconds of monotonic clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// When the question was sent, by the own clock.
    pub sent_ns: u64,
    /// When the question arrived, by the peer's clock.
    pub arrived_ns: u64,
    /// When the answer arrived, by the own clock.
    pub returned_ns: u64,
}

/// Wall clock at a moment, for hosts whose wall clocks are synchronized (PTP, NTP).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallClock {
    /// Wall clock less monotonic clock, in nanoseconds.
    pub over_monotonic_ns: i64,
    /// Greatest error of the wall clock, as the kernel states it.
    pub error_ns: u64,
}

/// Latency of one message, one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneWay {
    /// Middle of the possible latencies, in microseconds.
    pub us: f64,
    /// Half of their range.
    pub uncertainty_us: f64,
}

/// Clock of a peer, compared with the own one.
#[derive(Clone, Debug, Default)]
pub struct PeerClock {
    is_same: bool,
    /// Own and peer's time of the first exchange. Later ones are relative to it, so that nothing is lost by rounding.
    origin: Option<(u64, u64)>,
    /// The fastest exchange of each second, oldest first.
    points: VecDeque<Point>,
    fit: Option<Fit>,
    synchronized: Option<Point>,
    steps: u64,
}

/// Bounds of the offset at a moment.
#[derive(Clone, Copy, Debug)]
struct Point {
    at_s: f64,
    low_ns: f64,
    high_ns: f64,
}

/// Bounds of offset and drift at a moment.
#[derive(Clone, Copy, Debug)]
struct Fit {
    at_s: f64,
    low_ns: f64,
    high_ns: f64,
    /// Drift in nanoseconds per second.
    low_drift: f64,
    high_drift: f64,
}

impl PeerClock {
    /// A peer of unknown clock.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A peer that reads the same clock, on the same host.
    #[must_use]
    pub fn same() -> Self {
        Self {
            is_same: true,
            ..Self::default()
        }
    }

    /// Handles an exchange; an impossible one is ignored. Cost: less than 100 us once a second, otherwise nothing.
    pub fn handle_exchange(&mut self, exchange: Exchange) {
        let Exchange {
            sent_ns,
            arrived_ns,
            returned_ns,
        } = exchange;
        if self.is_same || returned_ns < sent_ns {
            return;
        }
        let (own, peer) = *self.origin.get_or_insert((sent_ns, arrived_ns));
        let arrived = difference(arrived_ns, peer);
        let (sent, returned) = (difference(sent_ns, own), difference(returned_ns, own));
        let point = Point {
            at_s: f64::midpoint(sent, returned) / 1e9,
            low_ns: arrived - returned,
            high_ns: arrived - sent,
        };
        match self.points.back_mut() {
            Some(last) if last.at_s.floor() == point.at_s.floor() => {
                if last.width() <= point.width() {
                    return;
                }
                *last = point;
            }
            _ => self.points.push_back(point),
        }
        if self.points.len() > KEPT_S {
            self.points.pop_front();
        }
        self.fit_line(point.at_s);
    }

    /// Both wall clocks at about the same moment, where both kernels state an error.
    pub fn handle_wall_clocks(&mut self, now_ns: u64, own: WallClock, peer: WallClock) {
        let Some((own_origin, peer_origin)) = self.origin else {
            return;
        };
        let error = (own.error_ns.saturating_add(peer.error_ns)) as f64;
        // Difference of the monotonic clocks if the wall clocks agreed.
        let offset = i128::from(own.over_monotonic_ns) - i128::from(peer.over_monotonic_ns)
            + i128::from(own_origin)
            - i128::from(peer_origin);
        self.synchronized = Some(Point {
            at_s: difference(now_ns, own_origin) / 1e9,
            low_ns: offset as f64 - error,
            high_ns: offset as f64 + error,
        });
    }

    /// Latency of a message that was sent at `sent_ns` of the own clock and arrived at `arrived_ns` of the peer's;
    /// `None` before the first exchange.
    #[must_use]
    pub fn one_way(&self, sent_ns: u64, arrived_ns: u64) -> Option<OneWay> {
        if self.is_same {
            return Some(OneWay {
                us: difference(arrived_ns, sent_ns).max(0.0) / 1e3,
                uncertainty_us: 0.0,
            });
        }
        let (own, peer) = self.origin?;
        let (low, high) = self.offset_ns(difference(sent_ns, own) / 1e9)?;
        let apparent = difference(arrived_ns, peer) - difference(sent_ns, own);
        // No message arrives before it was sent.
        let (least, most) = ((apparent - high).max(0.0), (apparent - low).max(0.0));
        Some(OneWay {
            us: f64::midpoint(least, most) / 1e3,
            uncertainty_us: (most - least) / 2e3,
        })
    }

    /// Width of the bounds of the offset by now, in microseconds; 0 for the same clock.
    #[must_use]
    pub fn uncertainty_us(&self, now_ns: u64) -> Option<f64> {
        if self.is_same {
            return Some(0.0);
        }
        let (own, _) = self.origin?;
        let (low, high) = self.offset_ns(difference(now_ns, own) / 1e9)?;
        Some((high - low) / 1e3)
    }

    /// Times that a clock was stepped or changed its rate abruptly: earlier exchanges were discarded.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Bounds of the offset (peer less own, relative to the origin) at a moment.
    fn offset_ns(&self, at_s: f64) -> Option<(f64, f64)> {
        let fit = self.fit?;
        let (low, high) = fit.at(at_s);
        let Some(told) = self.synchronized else {
            return Some((low, high));
        };
        let drifted = MOST_DRIFT * (at_s - told.at_s).abs();
        let both = (
            low.max(told.low_ns - drifted),
            high.min(told.high_ns + drifted),
        );
        // A wall clock that contradicts the exchanges is wrong about its error.
        Some(if both.0 <= both.1 { both } else { (low, high) })
    }

    fn fit_line(&mut self, now_s: f64) {
        while !self.points.is_empty() {
            self.fit = fit(&self.points, now_s);
            if self.fit.is_some() {
                return;
            }
            // The oldest exchange contradicts the latest: a clock was stepped.
            self.points.pop_front();
            self.steps += 1;
        }
    }
}

impl Point {
    fn width(&self) -> f64 {
        self.high_ns - self.low_ns
    }
}

impl Fit {
    fn at(&self, at_s: f64) -> (f64, f64) {
        let after = at_s - self.at_s;
        let (slow, fast) = if after >= 0.0 {
            (self.low_drift, self.high_drift)
        } else {
            (self.high_drift, self.low_drift)
        };
        let wander = WANDER * after * after;
        (
            self.low_ns + slow * after - wander,
            self.high_ns + fast * after + wander,
        )
    }
}

fn difference(a: u64, b: u64) -> f64 {
    (i128::from(a) - i128::from(b)) as f64
}

/// All lines that pass through all points; `None` if there is none.
fn fit(points: &VecDeque<Point>, now_s: f64) -> Option<Fit> {
    // Bounds of the offset now, for one drift.
    let bounds = |drift: f64| {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for point in points {
            let age = now_s - point.at_s;
            let wander = WANDER * age * age;
            low = low.max(point.low_ns + drift * age - wander);
            high = high.min(point.high_ns + drift * age + wander);
        }
        (low, high)
    };
    let gap = |drift: f64| {
        let (low, high) = bounds(drift);
        high - low
    };
    // The gap is concave in the drift, as is its upper end; its lower end is convex.
    let best = greatest(&gap, -MOST_DRIFT, MOST_DRIFT);
    if gap(best) < 0.0 {
        return None;
    }
    let low_drift = edge(&gap, best, -MOST_DRIFT);
    let high_drift = edge(&gap, best, MOST_DRIFT);
    let top = greatest(&|drift| bounds(drift).1, low_drift, high_drift);
    let bottom = greatest(&|drift| -bounds(drift).0, low_drift, high_drift);
    Some(Fit {
        at_s: now_s,
        low_ns: bounds(bottom).0,
        high_ns: bounds(top).1,
        low_drift,
        high_drift,
    })
}

/// Where a concave function is greatest.
fn greatest(of: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..STEPS {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if of(a) < of(b) {
            low = a;
        } else {
            high = b;
        }
    }
    f64::midpoint(low, high)
}

/// Where a function that is not negative at `inside` becomes negative towards `outside`; a little beyond it.
fn edge(of: &dyn Fn(f64) -> f64, mut inside: f64, mut outside: f64) -> f64 {
    if of(outside) >= 0.0 {
        return outside;
    }
    for _ in 0..STEPS {
        let middle = f64::midpoint(inside, outside);
        if of(middle) >= 0.0 {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two simulated hosts: their clocks start apart and drift, the drift wanders, delays are skewed and differ by
    /// direction.
    struct Hosts {
        random: fastrand::Rng,
        now_ns: f64,
        peer_ns: f64,
        drift: f64,
        wander: f64,
    }

    impl Hosts {
        fn new(seed: u64, drift: f64, wander: f64) -> Self {
            Self {
                random: fastrand::Rng::with_seed(seed),
                now_ns: 7e12,
                peer_ns: 3e15,
                drift,
                wander,
            }
        }

        fn pass(&mut self, ns: f64) {
            self.now_ns += ns;
            self.peer_ns += ns * (1.0 + self.drift * 1e-9);
            self.drift += self.wander * ns * 1e-9;
        }

        fn delay(&mut self, least_us: f64) -> f64 {
            (least_us - 40.0 * (1.0 - self.random.f64()).ln()) * 1e3
        }

        /// An exchange, and the true one-way latency of its question in microseconds.
        fn exchange(&mut self) -> (Exchange, f64) {
            let (there, back) = (self.delay(50.0), self.delay(90.0));
            let sent_ns = self.now_ns as u64;
            self.pass(there);
            let arrived_ns = self.peer_ns as u64;
            self.pass(back);
            let returned_ns = self.now_ns as u64;
            let exchange = Exchange {
                sent_ns,
                arrived_ns,
                returned_ns,
            };
            (exchange, there / 1e3)
        }
    }

    fn contains(told: OneWay, us: f64) -> bool {
        // A nanosecond is lost by rounding to whole ones.
        (told.us - us).abs() <= told.uncertainty_us + 0.01
    }

    #[test]
    fn the_true_latency_lies_within_the_uncertainty_whatever_the_drift() {
        for (seed, drift, wander) in [(1, 0.0, 0.0), (2, 80_000.0, 0.0), (3, -30_000.0, 60.0)] {
            let mut hosts = Hosts::new(seed, drift, wander);
            let mut clock = PeerClock::new();
            let mut last = f64::INFINITY;
            for turn in 0..1200 {
                let (exchange, true_us) = hosts.exchange();
                clock.handle_exchange(exchange);
                let told = clock
                    .one_way(exchange.sent_ns, exchange.arrived_ns)
                    .unwrap();
                assert!(
                    contains(told, true_us),
                    "{drift} {turn}: {told:?}, {true_us}"
                );
                last = told.uncertainty_us;
                hosts.pass(5e7);
            }
            // Half of the fastest round trip is 70 us.
            assert!(last < 100.0, "{drift}: {last}");
            assert_eq!(clock.steps(), 0, "{drift}");
        }
    }

    #[test]
    fn drift_is_extrapolated_and_uncertainty_grows_while_nothing_is_exchanged() {
        let mut hosts = Hosts::new(4, 40_000.0, 0.0);
        let mut clock = PeerClock::new();
        for _ in 0..600 {
            let (exchange, _) = hosts.exchange();
            clock.handle_exchange(exchange);
            hosts.pass(1e8);
        }
        let before = clock.uncertainty_us(hosts.now_ns as u64).unwrap();

        // 400 us of drift, most of which the fit foresees.
        hosts.pass(1e10);
        let (exchange, true_us) = hosts.exchange();
        let told = clock
            .one_way(exchange.sent_ns, exchange.arrived_ns)
            .unwrap();

        assert!(contains(told, true_us), "{told:?}, {true_us}");
        let after = clock.uncertainty_us(hosts.now_ns as u64).unwrap();
        assert!(
            after > before && after < before + 200.0,
            "{before}, {after}"
        );
    }

    #[test]
    fn a_clock_step_discards_what_contradicts_it() {
        let mut hosts = Hosts::new(5, 10_000.0, 0.0);
        let mut clock = PeerClock::new();
        for _ in 0..300 {
            clock.handle_exchange(hosts.exchange().0);
            hosts.pass(1e8);
        }

        hosts.peer_ns += 5e9;
        for _ in 0..50 {
            let (exchange, true_us) = hosts.exchange();
            clock.handle_exchange(exchange);
            let told = clock
                .one_way(exchange.sent_ns, exchange.arrived_ns)
                .unwrap();
            assert!(contains(told, true_us), "{told:?}, {true_us}");
            hosts.pass(1e8);
        }

        assert!(clock.steps() > 0);
    }

    #[test]
    fn synchronized_wall_clocks_narrow_the_offset_and_wrong_ones_do_not_count() {
        let told = |error_ns, lie_ns: f64| {
            let mut hosts = Hosts::new(6, 0.0, 0.0);
            let mut clock = PeerClock::new();
            let (exchange, true_us) = hosts.exchange();
            clock.handle_exchange(exchange);
            // Both wall clocks read the same at the same moment, plus the lie.
            let wall = 1.8e18;
            let over = |monotonic: f64| WallClock {
                over_monotonic_ns: (wall - monotonic) as i64,
                error_ns,
            };
            let (own, peer) = (over(hosts.now_ns), over(hosts.peer_ns + lie_ns));
            clock.handle_wall_clocks(hosts.now_ns as u64, own, peer);
            let told = clock
                .one_way(exchange.sent_ns, exchange.arrived_ns)
                .unwrap();
            assert!(contains(told, true_us), "{told:?}, {true_us}");
            told.uncertainty_us
        };
        let alone = told(1_000_000_000, 0.0);

        assert!(told(2_000, 0.0) < 6.0);
        assert!(alone > 60.0);
        assert_eq!(told(2_000, 1e9), alone);
    }

    #[test]
    fn one_clock_has_no_uncertainty() {
        let clock = PeerClock::same();

        let told = clock.one_way(1_000_000, 1_250_000).unwrap();

        assert_eq!((told.us, told.uncertainty_us), (250.0, 0.0));
        assert_eq!(PeerClock::new().one_way(1, 2), None);
    }

    #[test]
    fn an_exchange_that_returns_before_it_was_sent_is_ignored() {
        let mut clock = PeerClock::new();

        clock.handle_exchange(Exchange {
            sent_ns: 10,
            arrived_ns: 0,
            returned_ns: 5,
        });

        assert_eq!(clock.uncertainty_us(20), None);
    }
}
