//! The estimator: connections, state of hosts, measurements. Input: reports, samples and the time;
//! output: answers and actions. No sockets, no clock, no threads.
//!
//! | kind of method | methods |
//! |---|---|
//! | commands | [`Estimator::connect`], [`Estimator::disconnect`], [`Estimator::set_profile`], [`Estimator::ask`] |
//! | inputs | `handle_*` |
//! | outputs | [`Estimator::poll_action`], [`Estimator::poll_changed`], [`Estimator::next_deadline`] |
//!
//! `now` is the time since any fixed moment, the same in all calls.

mod answer;
mod ask;
mod budget;
mod connection;
mod host;
mod probe;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

pub use answer::{Answer, Basis, Reason, Validity};
pub use budget::Budget;
pub use connection::{
    ConnectError, Connection, ConnectionId, End, Hardness, InvalidEnd, InvalidHardness, MOST_BYTES,
    Qos,
};
pub use host::Report;
pub use probe::Measuring;

use crate::live::LiveBound;
use crate::profile::{Lookup, Missing, Quantity, Table};
use crate::state::{Band, Hysteresis};
use budget::Sharers;
use host::Host;
use probe::{Circumstances, Probe, ProbeKey};

/// A request for round trips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeasurementId(u64);

/// An action for the caller.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Exchange that many messages of this size between the ends, one after the other, and pass the
    /// times to [`Estimator::handle_measured`].
    Measure {
        /// Id to return with the times.
        measurement: MeasurementId,
        /// The measuring end.
        from: End,
        /// The reflecting end.
        to: End,
        /// Bytes of a message.
        bytes: u64,
        /// Number of round trips.
        round_trips: u32,
    },
}

/// Settings of an estimator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Hysteresis of processor bands.
    pub hysteresis: Hysteresis,
    /// Budget of measurements.
    pub budget: Budget,
    /// Parameters of measurements.
    pub measuring: Measuring,
    /// Age of the last sample at which a live bound is stale; 10 s by default.
    pub samples_valid_for: Duration,
    /// Most connections; 100 000 by default, some hundred bytes each.
    pub most_connections: usize,
    /// Number of the first connection; 0 by default. A server that was started anew takes another one, so that numbers of
    /// the earlier run are not those of other connections.
    pub first_connection: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hysteresis: Hysteresis::default(),
            budget: Budget::default(),
            measuring: Measuring::default(),
            samples_valid_for: Duration::from_secs(10),
            most_connections: 100_000,
            first_connection: 0,
        }
    }
}

/// Fewest hosts and probes at which unused ones are looked for.
const FORGET_AT: usize = 1000;
/// Shortest interval of these looks while there are too many hosts.
const FORGET_EVERY: Duration = Duration::from_secs(1);

/// Estimates latencies from profile, state and measurements.
#[derive(Debug)]
pub struct Estimator {
    settings: Settings,
    now: Duration,
    profile: Option<Table>,
    /// Number of profiles so far, to invalidate cached lookups.
    profiles: u64,
    warnings: Arc<[String]>,
    hosts: HashMap<Arc<str>, usize>,
    states: Vec<Host>,
    /// Connections and probes of each host.
    at_host: Vec<(BTreeSet<ConnectionId>, BTreeSet<usize>)>,
    connections: BTreeMap<ConnectionId, ConnectionEntry>,
    next_connection: u32,
    probes: Vec<Probe>,
    by_key: HashMap<ProbeKey, usize>,
    due: BTreeSet<(Duration, usize)>,
    asked: HashMap<MeasurementId, usize>,
    sharers: Sharers,
    free_probes: Vec<usize>,
    free_hosts: Vec<usize>,
    /// Number of hosts and probes at which unused ones are looked for.
    forget_at: usize,
    /// When they were looked for.
    forgot_at: Duration,
    next_measurement: u64,
    changed: BTreeSet<ConnectionId>,
}

#[derive(Debug)]
struct ConnectionEntry {
    what: Connection,
    from: usize,
    to: usize,
    probe: Option<usize>,
    live: Option<(LiveBound, Option<Duration>)>,
    /// The last lookup, with its profile and bands.
    looked_up: Option<CachedLookup>,
    lease: Option<Lease>,
}

/// How long a connection is kept after it was last asked for.
#[derive(Clone, Copy, Debug)]
struct Lease {
    lasts: Duration,
    renewed: Duration,
}

#[derive(Clone, Copy, Debug)]
struct CachedLookup {
    profile: u64,
    bands: (Option<Band>, Option<Band>),
    quantity: Quantity,
    lookup: Result<Lookup, Missing>,
}

impl Estimator {
    /// An estimator without a profile and connections.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            now: Duration::ZERO,
            profile: None,
            profiles: 0,
            warnings: Arc::new([]),
            hosts: HashMap::new(),
            states: Vec::new(),
            at_host: Vec::new(),
            connections: BTreeMap::new(),
            next_connection: settings.first_connection,
            probes: Vec::new(),
            by_key: HashMap::new(),
            due: BTreeSet::new(),
            asked: HashMap::new(),
            sharers: Sharers::default(),
            free_probes: Vec::new(),
            free_hosts: Vec::new(),
            forget_at: FORGET_AT,
            forgot_at: Duration::ZERO,
            next_measurement: 0,
            changed: BTreeSet::new(),
        }
    }

    /// Sets the profile for QoS 1 and 2; each answer contains `warnings`.
    pub fn set_profile(&mut self, table: Table, warnings: Vec<String>) {
        self.profile = Some(table);
        self.profiles += 1;
        self.warnings = warnings.into();
        self.changed.extend(self.connections.keys());
    }

    /// Adds a connection. QoS 3 and 4 begin to measure.
    ///
    /// # Errors
    /// [`ConnectError`] if an answer can never exist, or there are too many connections.
    pub fn connect(
        &mut self,
        now: Duration,
        what: Connection,
    ) -> Result<ConnectionId, ConnectError> {
        self.add(now, what, true)
    }

    /// Adds a connection of which another part knows the answer. Nothing is measured for it.
    ///
    /// # Errors
    /// Those of [`Self::connect`].
    pub fn connect_elsewhere(
        &mut self,
        now: Duration,
        what: Connection,
    ) -> Result<ConnectionId, ConnectError> {
        self.add(now, what, false)
    }

    fn add(
        &mut self,
        now: Duration,
        what: Connection,
        measures: bool,
    ) -> Result<ConnectionId, ConnectError> {
        if what.bytes > MOST_BYTES {
            return Err(ConnectError::TooLong(what.bytes));
        }
        if what.qos.is_measured() && what.quantity == Some(Quantity::OneWay) {
            return Err(ConnectError::NotOneWay(what.qos.number()));
        }
        if self.connections.len() >= self.settings.most_connections {
            return Err(ConnectError::TooMany(self.connections.len()));
        }
        self.advance(now);
        self.forget_unused(now);
        let id = self.free_id();
        let (from, to) = (self.host(&what.from.host), self.host(&what.to.host));
        let probe =
            (measures && what.qos.is_measured()).then(|| self.join_probe(id, &what, from, to));
        let live = match what.qos {
            Qos::LiveBound(hardness) if measures => Some((LiveBound::new(hardness.share()), None)),
            _ => None,
        };
        for host in [from, to] {
            self.at_host[host].0.insert(id);
        }
        let held = ConnectionEntry {
            what,
            from,
            to,
            probe,
            live,
            looked_up: None,
            lease: None,
        };
        self.connections.insert(id, held);
        self.changed.insert(id);
        Ok(id)
    }

    fn free_id(&mut self) -> ConnectionId {
        loop {
            let id = ConnectionId(self.next_connection);
            self.next_connection = self.next_connection.wrapping_add(1);
            if !self.connections.contains_key(&id) {
                return id;
            }
        }
    }

    /// Removes a connection; `false` if it does not exist.
    pub fn disconnect(&mut self, id: ConnectionId) -> bool {
        let Some(held) = self.connections.remove(&id) else {
            return false;
        };
        for host in [held.from, held.to] {
            self.at_host[host].0.remove(&id);
        }
        self.changed.remove(&id);
        if let Some(index) = held.probe {
            let probe = &mut self.probes[index];
            probe.users.remove(&id);
            if probe.users.is_empty() {
                self.sharers.leave(probe.ends);
            }
        }
        true
    }

    /// Ends a connection when its lease was not renewed for so long; without a lease it is kept until [`Self::disconnect`].
    pub fn lease(&mut self, now: Duration, id: ConnectionId, lasts: Duration) {
        if let Some(held) = self.connections.get_mut(&id) {
            held.lease = Some(Lease {
                lasts,
                renewed: now,
            });
        }
    }

    /// Renews a lease: somebody asks for the connection.
    pub fn renew_lease(&mut self, now: Duration, id: ConnectionId) {
        let held = self.connections.get_mut(&id);
        if let Some(lease) = held.and_then(|held| held.lease.as_mut()) {
            lease.renewed = now;
        }
    }

    /// Removes the connections whose lease is over, and gives their numbers. Cost: linear in the connections.
    pub fn end_leases(&mut self, now: Duration) -> Vec<ConnectionId> {
        let is_over = |lease: &Lease| now.saturating_sub(lease.renewed) > lease.lasts;
        let ended: Vec<_> = self
            .connections
            .iter()
            .filter(|(_, held)| held.lease.as_ref().is_some_and(is_over))
            .map(|(id, _)| *id)
            .collect();
        for id in &ended {
            self.disconnect(*id);
        }
        ended
    }

    /// The connections, in order of their numbers: that of creation.
    pub fn connections(&self) -> impl Iterator<Item = (ConnectionId, &Connection)> {
        self.connections.iter().map(|(id, held)| (*id, &held.what))
    }

    /// The connections from that number on.
    pub fn connections_from(
        &self,
        first: ConnectionId,
    ) -> impl Iterator<Item = (ConnectionId, &Connection)> {
        let from = self.connections.range(first..);
        from.map(|(id, held)| (*id, &held.what))
    }

    /// The request of a connection; `None` if it does not exist.
    #[must_use]
    pub fn qos(&self, id: ConnectionId) -> Option<Qos> {
        self.connections.get(&id).map(|held| held.what.qos)
    }

    /// Number of connections.
    #[must_use]
    pub fn len(&self) -> usize {
        self.connections.len()
    }

    /// Whether there are no connections.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// Handles the state of a host. A significant change starts re-estimation and re-measurement of
    /// its connections. `false`: there are too many hosts, and this is a new one.
    pub fn handle_report(&mut self, now: Duration, host: &str, report: Report) -> bool {
        self.advance(now);
        if !self.hosts.contains_key(host) {
            let most = 2 * self.settings.most_connections;
            if self.hosts.len() >= most && now >= self.forgot_at + FORGET_EVERY {
                self.forget_at = 0;
            }
            self.forget_unused(now);
            if self.hosts.len() >= most {
                return false;
            }
        }
        let index = self.host(host);
        let had_trouble = self.states[index].trouble(now).is_some();
        let is_change = self.states[index].report(now, report, self.settings.hysteresis);
        if is_change || had_trouble != self.states[index].trouble(now).is_some() {
            self.state_changed(now, index);
        }
        true
    }

    /// The source of a host's state has failed.
    pub fn handle_source_failed(&mut self, now: Duration, host: &str, problem: &str) {
        self.advance(now);
        let index = self.host(host);
        let reason = Reason::SourceFailed {
            host: Arc::from(host),
            problem: Arc::from(problem),
        };
        self.states[index].lose(reason);
        self.changed.extend(&self.at_host[index].0);
    }

    /// Traffic between two hosts in bytes per second; determines the budgets of their measurements.
    pub fn handle_traffic(&mut self, now: Duration, from: &str, to: &str, bytes_per_s: f64) {
        self.advance(now);
        let (from, to) = (self.host(from), self.host(to));
        let both: Vec<usize> = self.at_host[from]
            .1
            .intersection(&self.at_host[to].1)
            .copied()
            .collect();
        for index in both {
            self.probes[index].carries(now, self.settings.budget, bytes_per_s);
        }
    }

    /// Handles the times of a measurement that [`Action::Measure`] requested, in microseconds.
    /// Abandoned measurements are ignored.
    pub fn handle_measured(&mut self, now: Duration, id: MeasurementId, times_us: &[f64]) {
        self.advance(now);
        if let Some(index) = self.asked.remove(&id) {
            let under = self.circumstances(now, index);
            let (measuring, budget) = (self.settings.measuring, self.budget_of(index));
            if self.probes[index].measured(now, (&measuring, budget), id, under, times_us) {
                self.changed.extend(self.probes[index].users.keys());
            }
            self.schedule(index);
        }
    }

    /// Other probes of the same ends: one looks for all whether the peer is still there.
    fn siblings(&self, index: usize) -> Vec<usize> {
        let (from, to, _) = &self.probes[index].key;
        let [from_host, to_host] = self.probes[index].ends;
        let of_hosts = self.at_host[from_host]
            .1
            .intersection(&self.at_host[to_host].1);
        let is_sibling = |other: &usize| {
            let key = &self.probes[*other].key;
            *other != index && (&key.0, &key.1) == (from, to)
        };
        of_hosts.copied().filter(is_sibling).collect()
    }

    /// A probe has failed: those of the same ends look now.
    fn check_siblings(&mut self, now: Duration, index: usize) {
        for other in self.siblings(index) {
            self.probes[other].check_now(now);
            self.schedule(other);
        }
    }

    /// A measurement has failed, after that many of its round trips were begun: others cost nothing.
    pub fn handle_measurement_failed(
        &mut self,
        now: Duration,
        id: MeasurementId,
        problem: &str,
        begun: u32,
    ) {
        self.advance(now);
        if let Some(index) = self.asked.remove(&id) {
            let (measuring, budget) = (self.settings.measuring, self.budget_of(index));
            self.probes[index].failed(now, (&measuring, budget), id, problem, begun);
            self.changed.extend(self.probes[index].users.keys());
            self.schedule(index);
            self.check_siblings(now, index);
        }
    }

    /// Handles the latency of a message of a QoS 5 connection, in microseconds. Connections of
    /// another QoS and invalid times are ignored.
    pub fn handle_sample(&mut self, now: Duration, id: ConnectionId, time_us: f64) {
        self.advance(now);
        let held = self.connections.get_mut(&id);
        if let Some((live, last)) = held.and_then(|held| held.live.as_mut())
            && live.push(time_us)
        {
            *last = Some(now);
        }
    }

    /// The next action. Call it until it gives `None`.
    pub fn poll_action(&mut self, now: Duration) -> Option<Action> {
        self.advance(now);
        loop {
            let (_, index) = *self.due.first().filter(|(due, _)| *due <= now)?;
            let id = MeasurementId(self.next_measurement);
            let under = self.circumstances(now, index);
            let (measuring, budget) = (self.settings.measuring, self.budget_of(index));
            let probe = &mut self.probes[index];
            if probe.users.is_empty() {
                // The probe is idle until a connection needs it again. It keeps its index.
                self.unschedule(index);
                continue;
            }
            let had_problem = probe.problem().is_some();
            let request = probe.poll(now, &measuring, budget, under, id);
            if had_problem != probe.problem().is_some() {
                self.changed.extend(self.probes[index].users.keys());
                self.check_siblings(now, index);
            }
            self.schedule(index);
            if let Some(request) = request {
                if request.is_check {
                    for other in self.siblings(index) {
                        let budget = self.budget_of(other);
                        self.probes[other].check_later(now, &measuring, budget);
                        self.schedule(other);
                    }
                }
                self.next_measurement += 1;
                self.asked.insert(request.id, index);
                let (from, to, bytes) = self.probes[index].key.clone();
                return Some(Action::Measure {
                    measurement: request.id,
                    from,
                    to,
                    bytes,
                    round_trips: request.count,
                });
            }
        }
    }

    /// A connection whose answer has changed since it was last given here, except for its age.
    pub fn poll_changed(&mut self) -> Option<ConnectionId> {
        self.changed.pop_first()
    }

    /// When [`Self::poll_action`] has an action without further input.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Duration> {
        self.due.first().map(|(due, _)| *due)
    }

    /// Advances the time. If it goes back, nothing is certain: reports, measurements and waits
    /// refer to the old time.
    fn advance(&mut self, now: Duration) {
        if now < self.now {
            for host in &mut self.states {
                host.lose(Reason::ClockStep);
            }
            self.asked.clear();
            for index in 0..self.probes.len() {
                self.probes[index].clock_went_back(now);
                self.schedule(index);
            }
            for held in self.connections.values_mut() {
                if let Some((_, last)) = &mut held.live {
                    *last = None;
                }
            }
            self.changed.extend(self.connections.keys());
        }
        self.now = now;
    }

    fn host(&mut self, name: &str) -> usize {
        if let Some(index) = self.hosts.get(name) {
            return *index;
        }
        let name: Arc<str> = Arc::from(name);
        let state = Host::new(Arc::clone(&name));
        let index = match self.free_hosts.pop() {
            Some(index) => {
                self.states[index] = state;
                index
            }
            None => {
                self.states.push(state);
                self.at_host.push(Default::default());
                self.states.len() - 1
            }
        };
        self.hosts.insert(name, index);
        index
    }

    fn state_changed(&mut self, now: Duration, host: usize) {
        self.changed.extend(&self.at_host[host].0);
        let probes: Vec<usize> = self.at_host[host].1.iter().copied().collect();
        for index in probes {
            let under = self.circumstances(now, index);
            let probe = &mut self.probes[index];
            let differs = probe
                .held
                .as_ref()
                .is_some_and(|held| held.under.differ(&under));
            if differs || probe.is_updating() {
                probe.restart(now, under);
                self.schedule(index);
            }
        }
    }

    fn circumstances(&self, now: Duration, probe: usize) -> Circumstances {
        let ends = self.probes[probe].ends;
        let [sender, receiver] = ends.map(|end| self.states[end].state(now));
        Circumstances {
            sender: sender.band,
            receiver: receiver.band,
            ports: [sender, receiver].map(|state| state.port.map(|(_, level)| level)),
        }
    }

    fn join_probe(&mut self, id: ConnectionId, what: &Connection, from: usize, to: usize) -> usize {
        let key = (what.from.clone(), what.to.clone(), what.bytes);
        let ends = [from, to];
        let index = self.by_key.get(&key).copied();
        let is_used = index.is_some_and(|index| !self.probes[index].users.is_empty());
        if !is_used {
            self.sharers.enter(ends);
        }
        let index = index.unwrap_or_else(|| self.new_probe(key, ends));
        self.probes[index].users.insert(id, what.qos.percentile());
        self.schedule(index);
        index
    }

    fn new_probe(&mut self, key: ProbeKey, ends: [usize; 2]) -> usize {
        let budget = self.settings.budget.of_each(self.sharers.of(ends));
        let probe = Probe::new(self.now, key.clone(), ends, budget);
        let index = match self.free_probes.pop() {
            Some(index) => {
                self.unschedule(index);
                self.probes[index] = probe;
                index
            }
            None => {
                self.probes.push(probe);
                self.probes.len() - 1
            }
        };
        self.by_key.insert(key, index);
        for host in ends {
            self.at_host[host].1.insert(index);
        }
        index
    }

    fn budget_of(&self, probe: usize) -> Budget {
        let sizes = self.sharers.of(self.probes[probe].ends);
        self.settings.budget.of_each(sizes)
    }

    fn schedule(&mut self, index: usize) {
        self.unschedule(index);
        if let Some(due) = self.probes[index].due(&self.settings.measuring) {
            self.due.insert((due, index));
            self.probes[index].scheduled = Some(due);
        }
    }

    /// Frees the memory of probes and hosts without connections, when as many have been added as were left the last time.
    fn forget_unused(&mut self, now: Duration) {
        if self.hosts.len() + self.by_key.len() < self.forget_at {
            return;
        }
        self.forgot_at = now;
        for index in 0..self.probes.len() {
            let budget = self.budget_of(index);
            let probe = &mut self.probes[index];
            if probe.free(now, budget) {
                self.by_key.remove(&probe.key);
                for host in probe.ends {
                    self.at_host[host].1.remove(&index);
                }
                self.unschedule(index);
                self.free_probes.push(index);
            }
        }
        self.asked.retain(|_, index| !self.probes[*index].is_free);
        self.hosts.retain(|_, index| {
            let (connections, probes) = &self.at_host[*index];
            let is_used = !connections.is_empty()
                || !probes.is_empty()
                || self.states[*index].trouble(now).is_none();
            if !is_used {
                self.free_hosts.push(*index);
            }
            is_used
        });
        self.forget_at = (2 * (self.hosts.len() + self.by_key.len())).max(FORGET_AT);
    }

    fn unschedule(&mut self, index: usize) {
        if let Some(due) = self.probes[index].scheduled.take() {
            self.due.remove(&(due, index));
        }
    }
}
