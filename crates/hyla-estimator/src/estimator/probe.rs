//! Round-trip measurements between two ends at one size, for all connections that need them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::budget::{Budget, TokenBucket, round_trip};
use super::host::LoadLevel;
use super::{ConnectionId, End, MeasurementId, Reason};
use crate::state::Band;
use crate::statistics::{Distribution, Estimate, effective, mean, percentile};

/// Key of a probe.
pub(super) type ProbeKey = (End, End, u64);

/// State whose change causes a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Circumstances {
    pub(super) sender: Option<Band>,
    pub(super) receiver: Option<Band>,
    pub(super) ports: [Option<LoadLevel>; 2],
}

impl Circumstances {
    /// Whether `later` differs in a value known at both times.
    pub(super) fn differ(&self, later: &Self) -> bool {
        fn change<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
            a.zip(b).is_some_and(|(a, b)| a != b)
        }
        change(self.sender, later.sender)
            || change(self.receiver, later.receiver)
            || (0..2).any(|port| change(self.ports[port], later.ports[port]))
    }
}

/// Parameters of measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measuring {
    /// Round trips of a measurement; 1 000 by default.
    pub round_trips: u32,
    /// Round trips per request; 100 by default.
    pub at_once: u32,
    /// Half width of the interval of a mean, relative to it, that ends a measurement early; 0.05 by
    /// default.
    pub narrow_mean: f64,
    /// The same for a bound; 0.1 by default.
    pub narrow_bound: f64,
    /// Age at which a measurement is repeated; 60 s by default, and at least the duration of the
    /// measurement.
    pub valid_for: Duration,
    /// Timeout of a peer for each round trip, and additionally for each request; 10 ms and 2 s by
    /// default.
    pub timeout: (Duration, Duration),
    /// Pause before retrying a failed peer; doubles after each further failure; 1 s by default.
    pub retry_after: Duration,
    /// Longest pause; 60 s by default.
    pub retry_after_most: Duration,
    /// Interval of single round trips between measurements, which notice that the peer has vanished; 5 s by default, and
    /// longer where they would take more than a fifth of the budget.
    pub check_every: Duration,
}

impl Default for Measuring {
    fn default() -> Self {
        Self {
            round_trips: 1000,
            at_once: 100,
            narrow_mean: 0.05,
            narrow_bound: 0.1,
            valid_for: Duration::from_secs(60),
            timeout: (Duration::from_millis(10), Duration::from_secs(2)),
            retry_after: Duration::from_secs(1),
            retry_after_most: Duration::from_secs(60),
            check_every: Duration::from_secs(5),
        }
    }
}

/// Fewest round trips before a measurement ends early.
const LEAST: usize = 400;
/// Round trips from which on there is an answer while a measurement goes on.
const LEAST_PART: usize = 50;

#[derive(Debug)]
pub(super) struct Probe {
    pub(super) key: ProbeKey,
    /// Numbers of both hosts.
    pub(super) ends: [usize; 2],
    /// No connection has needed it for long; its number is that of another one next.
    pub(super) is_free: bool,
    /// Connections, with their percentiles.
    pub(super) users: BTreeMap<ConnectionId, Option<f64>>,
    pub(super) held: Option<Measured>,
    /// Next scheduled check.
    pub(super) scheduled: Option<Duration>,
    gathered: Vec<f64>,
    /// State during the collected samples, and its start.
    gathered_under: Option<(Circumstances, Duration)>,
    phase: Phase,
    failures: u32,
    problem: Option<Reason>,
    /// When to look whether the peer is still there.
    check_at: Duration,
    bucket: TokenBucket,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Idle until the measurement is too old.
    Idle,
    /// The next request waits until this time: for its budget, or for a retry.
    Waiting(Duration),
    /// A request is in progress.
    Asked {
        id: MeasurementId,
        count: u32,
        at: Duration,
        deadline: Duration,
        under: Circumstances,
        /// A look whether the peer is still there, and no part of a measurement.
        is_check: bool,
    },
}

/// A measurement.
#[derive(Debug)]
pub(super) struct Measured {
    pub(super) at: Duration,
    /// From the first request to the last answer, including waits for the budget.
    took: Duration,
    /// It goes on: these are its first round trips.
    pub(super) is_part: bool,
    pub(super) under: Circumstances,
    pub(super) of: Distribution,
    samples: Vec<f64>,
    /// Requested estimates, cached: each takes some milliseconds.
    estimates: Vec<(Option<f64>, Estimate)>,
}

impl Measured {
    fn new(began: Duration, at: Duration, under: Circumstances, samples: Vec<f64>) -> Option<Self> {
        Some(Self {
            at,
            took: at.saturating_sub(began),
            is_part: false,
            under,
            of: Distribution::of_samples(&samples).ok()?,
            samples,
            estimates: Vec::new(),
        })
    }

    /// When to repeat it.
    fn repeat_at(&self, measuring: &Measuring) -> Duration {
        self.at + measuring.valid_for.max(self.took)
    }

    /// The mean, or the bound for `p`.
    pub(super) fn estimate(&mut self, p: Option<f64>) -> Estimate {
        if let Some((_, held)) = self.estimates.iter().find(|(other, _)| *other == p) {
            return *held;
        }
        let fresh = estimate(&self.of, &self.samples, p);
        self.estimates.push((p, fresh));
        fresh
    }
}

fn estimate(of: &Distribution, samples: &[f64], p: Option<f64>) -> Estimate {
    let worth = worth(of, samples, p);
    match p {
        None => mean(of, worth).0,
        Some(p) => percentile(of, p, worth),
    }
}

/// Number of independent samples with the same information about the mean, or about the bound for
/// `p`.
fn worth(of: &Distribution, samples: &[f64], p: Option<f64>) -> f64 {
    let Some(p) = p else {
        return effective(samples);
    };
    let bound = of.quantile_us(p);
    let exceeds: Vec<f64> = samples
        .iter()
        .map(|x| f64::from(u8::from(*x > bound)))
        .collect();
    effective(&exceeds)
}

/// A request for round trips.
pub(super) struct Request {
    pub(super) id: MeasurementId,
    pub(super) count: u32,
    /// A look whether the peer is still there.
    pub(super) is_check: bool,
}

impl Probe {
    pub(super) fn new(now: Duration, key: ProbeKey, ends: [usize; 2], budget: Budget) -> Self {
        Self {
            key,
            ends,
            is_free: false,
            users: BTreeMap::new(),
            held: None,
            scheduled: None,
            gathered: Vec::new(),
            gathered_under: None,
            phase: Phase::Waiting(now),
            failures: 0,
            problem: None,
            check_at: now,
            bucket: TokenBucket::new(now, budget),
        }
    }

    pub(super) fn is_updating(&self) -> bool {
        !matches!(
            self.phase,
            Phase::Idle | Phase::Asked { is_check: true, .. }
        )
    }

    /// Whether the measurement should have been replaced by now, however long the budget delays it.
    pub(super) fn is_old(&self, now: Duration, measuring: &Measuring, budget: Budget) -> bool {
        let full = round_trip(self.key.2) * f64::from(measuring.round_trips);
        let takes = self.bucket.earns(budget, full) + measuring.timeout.1;
        self.held
            .as_ref()
            .is_some_and(|held| now > held.repeat_at(measuring) + takes)
    }

    /// Frees it if no connection needs it and its budget is unused, so that a new one has no more.
    pub(super) fn free(&mut self, now: Duration, budget: Budget) -> bool {
        let is_unused = !self.is_free && self.users.is_empty();
        if !is_unused || !self.bucket.is_full(now, budget) {
            return false;
        }
        self.is_free = true;
        self.held = None;
        self.gathered = Vec::new();
        true
    }

    pub(super) fn spent(&self) -> u64 {
        self.bucket.spent()
    }

    pub(super) fn problem(&self) -> Option<&Reason> {
        self.problem.as_ref()
    }

    pub(super) fn carries(&mut self, now: Duration, budget: Budget, bytes_per_s: f64) {
        self.bucket.carries(now, budget, bytes_per_s);
    }

    /// Starts a measurement; discards samples of another state.
    pub(super) fn restart(&mut self, now: Duration, under: Circumstances) {
        self.drop_what_differs(under);
        if let Phase::Idle = self.phase {
            self.phase = Phase::Waiting(now);
        }
    }

    fn drop_what_differs(&mut self, under: Circumstances) {
        if self
            .gathered_under
            .is_some_and(|(held, _)| held.differ(&under))
        {
            self.gathered.clear();
        }
        if self.gathered.is_empty() {
            self.gathered_under = None;
        }
    }

    /// The clock went back: ends all waits.
    pub(super) fn clock_went_back(&mut self, now: Duration) {
        self.held = None;
        self.gathered.clear();
        self.gathered_under = None;
        self.phase = Phase::Waiting(now);
        self.problem = Some(Reason::ClockStep);
    }

    /// When an action is due.
    pub(super) fn due(&self, measuring: &Measuring) -> Option<Duration> {
        match (self.phase, &self.held) {
            (Phase::Waiting(at), _) => Some(at),
            (Phase::Asked { deadline, .. }, _) => Some(deadline),
            (Phase::Idle, Some(held)) => Some(held.repeat_at(measuring).min(self.check_at)),
            (Phase::Idle, None) => None,
        }
    }

    /// Performs due actions; gives a request if the budget permits one.
    pub(super) fn poll(
        &mut self,
        now: Duration,
        measuring: &Measuring,
        budget: Budget,
        under: Circumstances,
        id: MeasurementId,
    ) -> Option<Request> {
        if self.due(measuring).is_none_or(|due| due > now) {
            return None;
        }
        if let Phase::Asked { id, .. } = self.phase {
            self.failed(now, (measuring, budget), id, "no answer", u32::MAX);
            return None;
        }
        let is_idle = self.phase == Phase::Idle;
        let held = self.held.as_ref().filter(|_| is_idle);
        if held.is_some_and(|held| now < held.repeat_at(measuring)) {
            return self.check(now, measuring, budget, under, id);
        }
        let missing = measuring
            .round_trips
            .saturating_sub(self.gathered.len() as u32);
        let wanted = missing.min(measuring.at_once).max(1);
        let each = round_trip(self.key.2);
        let count = self.bucket.take(now, budget, each, wanted);
        if count == 0 {
            let some = wanted.min(10);
            self.phase = Phase::Waiting(self.bucket.ready_at(budget, each, some));
            return None;
        }
        let (for_each, once) = measuring.timeout;
        self.phase = Phase::Asked {
            id,
            count,
            at: now,
            deadline: now + for_each * count + once,
            under,
            is_check: false,
        };
        Some(Request {
            id,
            count,
            is_check: false,
        })
    }

    /// One round trip, if the budget permits it.
    fn check(
        &mut self,
        now: Duration,
        measuring: &Measuring,
        budget: Budget,
        under: Circumstances,
        id: MeasurementId,
    ) -> Option<Request> {
        let each = round_trip(self.key.2);
        self.check_later(now, measuring, budget);
        if self.bucket.take(now, budget, each, 1) == 0 {
            return None;
        }
        let (for_each, once) = measuring.timeout;
        self.phase = Phase::Asked {
            id,
            count: 1,
            at: now,
            deadline: now + for_each + once,
            under,
            is_check: true,
        };
        Some(Request {
            id,
            count: 1,
            is_check: true,
        })
    }

    /// Nothing speaks against the peer at the moment.
    pub(super) fn check_later(&mut self, now: Duration, measuring: &Measuring, budget: Budget) {
        let costs = self.bucket.earns(budget, round_trip(self.key.2)) * 5;
        self.check_at = now + measuring.check_every.max(costs);
    }

    /// Another probe of the same ends has failed.
    pub(super) fn check_now(&mut self, now: Duration) {
        self.check_at = now;
    }

    /// Handles round-trip times in microseconds; `true` if that ends the measurement.
    pub(super) fn measured(
        &mut self,
        now: Duration,
        (measuring, budget): (&Measuring, Budget),
        id: MeasurementId,
        under: Circumstances,
        times_us: &[f64],
    ) -> bool {
        let Phase::Asked {
            id: asked,
            count,
            under: before,
            at,
            is_check,
            ..
        } = self.phase
        else {
            return false;
        };
        if asked != id {
            return false;
        }
        let is_possible = |us: &f64| us.is_finite() && *us >= 0.0;
        if times_us.is_empty()
            || times_us.len() > count as usize
            || !times_us.iter().all(is_possible)
        {
            let problem = "its times cannot be";
            self.failed(now, (measuring, budget), id, problem, u32::MAX);
            return false;
        }
        let missing = count - times_us.len() as u32;
        self.bucket
            .give_back(budget, round_trip(self.key.2), missing);
        self.failures = 0;
        self.problem = None;
        self.check_later(now, measuring, budget);
        if is_check {
            let held = self.held.as_ref();
            self.phase = if held.is_some_and(|held| !held.under.differ(&under)) {
                Phase::Idle
            } else {
                Phase::Waiting(now)
            };
            return false;
        }
        self.phase = Phase::Waiting(now);
        self.drop_what_differs(under);
        if before.differ(&under) {
            return false;
        }
        let (_, began) = *self.gathered_under.get_or_insert((before, at));
        self.gathered.extend_from_slice(times_us);
        if !self.is_enough(measuring) {
            self.hold_part(began, now, under);
            return false;
        }
        let samples = std::mem::take(&mut self.gathered);
        self.held = Measured::new(began, now, under, samples);
        // Computed now, so that answers need not wait.
        for p in self.wanted() {
            self.held.as_mut().map(|held| held.estimate(p));
        }
        self.phase = Phase::Idle;
        true
    }

    /// Where the budget makes a measurement last, its first round trips are better than none, or than those of another state.
    fn hold_part(&mut self, began: Duration, now: Duration, under: Circumstances) {
        let is_better = |held: &Measured| held.is_part || held.under.differ(&under);
        if self.gathered.len() < LEAST_PART || !self.held.as_ref().is_none_or(is_better) {
            return;
        }
        let part = Measured::new(began, now, under, self.gathered.clone());
        self.held = part.map(|part| Measured {
            is_part: true,
            ..part
        });
    }

    fn is_enough(&self, measuring: &Measuring) -> bool {
        let n = self.gathered.len();
        if n >= measuring.round_trips as usize {
            return true;
        }
        if n < LEAST {
            return false;
        }
        let Ok(of) = Distribution::of_samples(&self.gathered) else {
            return false;
        };
        self.wanted().into_iter().all(|p| {
            // Correlated samples make some intervals narrow by chance: ending then would bias the
            // result.
            let is_alike = worth(&of, &self.gathered, p) < 0.5 * n as f64;
            let narrow = if p.is_some() {
                measuring.narrow_bound
            } else {
                measuring.narrow_mean
            };
            !is_alike && estimate(&of, &self.gathered, p).relative_half_width() <= narrow
        })
    }

    /// Distinct percentiles of the connections.
    fn wanted(&self) -> Vec<Option<f64>> {
        let mut wanted: Vec<Option<f64>> = self.users.values().copied().collect();
        wanted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        wanted.dedup();
        wanted
    }

    /// A request failed; that many of its round trips were begun.
    pub(super) fn failed(
        &mut self,
        now: Duration,
        (measuring, budget): (&Measuring, Budget),
        id: MeasurementId,
        problem: &str,
        begun: u32,
    ) {
        let Phase::Asked {
            id: asked, count, ..
        } = self.phase
        else {
            return;
        };
        if asked != id {
            return;
        }
        let each = round_trip(self.key.2);
        self.bucket
            .give_back(budget, each, count.saturating_sub(begun));
        let wait = measuring.retry_after * 2u32.pow(self.failures.min(16));
        self.failures += 1;
        self.gathered.clear();
        self.gathered_under = None;
        self.problem = Some(Reason::PeerFailed {
            problem: Arc::from(problem),
        });
        self.phase = Phase::Waiting(now + wait.min(measuring.retry_after_most));
    }
}
