//! Computation of answers.

use std::sync::Arc;
use std::time::Duration;

use super::answer::{Answer, Basis, Reason, Validity};
use super::host::{HostState, LoadLevel};
use super::probe::Circumstances;
use super::{CachedLookup, ConnectionEntry, ConnectionId, Estimator};
use crate::profile::Quantity;
use crate::state::{PairState, PortLoad, Queue};
use crate::statistics::Estimate;

/// State of both ends at a moment.
struct EndStates {
    sender: HostState,
    receiver: HostState,
    trouble: Option<Reason>,
    /// Problem of an end whose state was known once.
    was_known: bool,
}

impl EndStates {
    fn pair(&self) -> PairState {
        PairState {
            sender: self.sender.band,
            receiver: self.receiver.band,
            port: self.busier().map(|(port, _)| port),
        }
    }

    fn busier(&self) -> Option<(PortLoad, LoadLevel)> {
        let ports = [self.sender.port, self.receiver.port].into_iter().flatten();
        ports.max_by(|(a, _), (b, _)| a.load.share().total_cmp(&b.load.share()))
    }

    fn age(&self) -> Option<Duration> {
        self.sender.age.max(self.receiver.age)
    }
}

impl Estimator {
    /// The current answer for a connection; `None` if the connection does not exist. Does no I/O
    /// and never waits.
    ///
    /// Cost: some microseconds for a new profile, state or percentile, otherwise far less than one.
    pub fn ask(&mut self, now: Duration, id: ConnectionId) -> Option<Answer> {
        self.advance(now);
        let held = self.connections.get(&id)?;
        let ends = self.ends(now, held);
        let p = held.what.qos.percentile();
        Some(if held.live.is_some() {
            self.live(now, held, &ends)
        } else if let Some(probe) = held.probe {
            self.measured(now, p, probe, &ends)
        } else {
            self.profiled(id, &ends)
        })
    }

    fn ends(&self, now: Duration, held: &ConnectionEntry) -> EndStates {
        let hosts = [held.from, held.to].map(|index| &self.states[index]);
        let [sender, receiver] = hosts.map(|host| host.state(now));
        let trouble = hosts.iter().find_map(|host| host.trouble(now));
        EndStates {
            sender,
            receiver,
            trouble,
            was_known: hosts
                .iter()
                .any(|host| host.was_reported() && host.trouble(now).is_some()),
        }
    }

    fn nothing(&self, quantity: Quantity, reason: Reason, state: PairState) -> Answer {
        Answer {
            validity: Validity::Unknown(reason),
            estimate: None,
            quantity,
            is_updating: false,
            age: None,
            samples: 0,
            state,
            basis: Basis::Nothing,
            spent_bytes: 0,
            warnings: Arc::clone(&self.warnings),
        }
    }

    /// QoS 1 and 2.
    fn profiled(&mut self, id: ConnectionId, ends: &EndStates) -> Answer {
        let state = ends.pair();
        let wish = self
            .connections
            .get(&id)
            .and_then(|held| held.what.quantity);
        let Some(found) = self.find(id, ends) else {
            let quantity = wish.unwrap_or(Quantity::OneWay);
            return self.nothing(quantity, Reason::NoProfile, state);
        };
        let what = &self.connections[&id].what;
        let (bytes, p) = (what.bytes, what.qos.percentile());
        let lookup = match found.lookup {
            Ok(lookup) => lookup,
            Err(missing) => return self.nothing(found.quantity, Reason::Profile(missing), state),
        };
        let (estimate, is_saturated) = queued(lookup.estimate, bytes, p, found.quantity, ends);
        let reason = if is_saturated {
            Some(Reason::Saturated)
        } else {
            ends.trouble.clone()
        };
        Answer {
            validity: match reason {
                None => Validity::Fresh,
                Some(reason) if is_saturated => Validity::Unknown(reason),
                Some(reason) => Validity::Stale(reason),
            },
            estimate: (!is_saturated).then_some(estimate),
            quantity: found.quantity,
            is_updating: false,
            age: ends.age(),
            samples: lookup.samples,
            state,
            basis: Basis::Profile(lookup.size),
            spent_bytes: 0,
            warnings: Arc::clone(&self.warnings),
        }
    }

    /// Lookup in the profile for the known bands; cached until profile or bands change.
    fn find(&mut self, id: ConnectionId, ends: &EndStates) -> Option<CachedLookup> {
        let table = self.profile.as_ref()?;
        let held = self.connections.get_mut(&id)?;
        let bands = (ends.sender.band, ends.receiver.band);
        if let Some(found) = held.looked_up
            && found.profile == self.profiles
            && found.bands == bands
        {
            return Some(found);
        }
        let quantity = held.what.quantity.unwrap_or_else(|| {
            [Quantity::OneWay, Quantity::RoundTrip]
                .into_iter()
                .find(|quantity| table.has(*quantity))
                .unwrap_or(Quantity::OneWay)
        });
        let p = held.what.qos.percentile();
        let found = CachedLookup {
            profile: self.profiles,
            bands,
            quantity,
            lookup: table.whatever(quantity, bands, held.what.bytes, p),
        };
        held.looked_up = Some(found);
        Some(found)
    }

    /// QoS 3 and 4.
    fn measured(
        &mut self,
        now: Duration,
        p: Option<f64>,
        probe: usize,
        ends: &EndStates,
    ) -> Answer {
        let mut answer = self.nothing(Quantity::RoundTrip, Reason::NotMeasured, ends.pair());
        let budget = self.budget_of(probe);
        let probe = &mut self.probes[probe];
        answer.is_updating = probe.is_updating();
        answer.spent_bytes = probe.spent();
        let problem = probe.problem().cloned();
        let is_old = probe.is_old(now, &self.settings.measuring, budget);
        let Some(measured) = &mut probe.held else {
            if let Some(problem) = problem {
                answer.validity = Validity::Unknown(problem);
            }
            return answer;
        };
        let under = Circumstances {
            sender: ends.sender.band,
            receiver: ends.receiver.band,
            ports: [ends.sender.port, ends.receiver.port].map(|port| port.map(|(_, level)| level)),
        };
        let age = now.saturating_sub(measured.at);
        let reason = if measured.under.differ(&under) {
            Some(Reason::StateChanged)
        } else if problem.is_some() {
            problem
        } else if is_old {
            Some(Reason::MeasurementOld)
        } else if measured.is_part {
            let of = self.settings.measuring.round_trips;
            Some(Reason::NotFinished { of })
        } else if ends.was_known {
            // Changes of the state would remain unnoticed.
            ends.trouble.clone()
        } else {
            None
        };
        answer.validity = reason.map_or(Validity::Fresh, Validity::Stale);
        answer.estimate = Some(measured.estimate(p));
        answer.age = Some(age);
        answer.samples = measured.of.count();
        answer.basis = Basis::Measured;
        answer
    }

    /// QoS 5.
    fn live(&self, now: Duration, held: &ConnectionEntry, ends: &EndStates) -> Answer {
        let quantity = held.what.quantity.unwrap_or(Quantity::OneWay);
        let more = |more| Reason::FewSamples { more };
        let Some((live, last)) = &held.live else {
            return self.nothing(quantity, Reason::NotMeasured, ends.pair());
        };
        let mut answer = self.nothing(quantity, more(live.needs()), ends.pair());
        answer.samples = live.samples();
        let Some(estimate) = live.bound() else {
            return answer;
        };
        let age = last.map(|last| now.saturating_sub(last));
        let coverage = live.coverage();
        let reason = match age {
            None => Some(Reason::ClockStep),
            Some(age) if age > self.settings.samples_valid_for => Some(Reason::SamplesOld),
            Some(_) if !coverage.holds() => Some(Reason::NotHeld),
            Some(_) => None,
        };
        answer.validity = reason.map_or(Validity::Fresh, Validity::Stale);
        answer.estimate = Some(estimate);
        answer.age = age;
        answer.basis = Basis::Live(coverage);
        answer
    }
}

/// The estimate with the queues of the ports on the path, and whether one of them is unbounded. If
/// a port's state was lost, the interval has no upper end.
fn queued(
    mut estimate: Estimate,
    bytes: u64,
    p: Option<f64>,
    quantity: Quantity,
    ends: &EndStates,
) -> (Estimate, bool) {
    let ways = match quantity {
        Quantity::OneWay => 1.0,
        Quantity::RoundTrip => 2.0,
    };
    if ends.sender.port_is_lost || ends.receiver.port_is_lost {
        estimate.high_us = None;
    }
    let Some((port, level)) = ends.busier() else {
        return (estimate, false);
    };
    let queue = match level {
        LoadLevel::Saturated => Queue::Endless,
        _ => port.queue(bytes, level.is_queueing()),
    };
    match queue.behind(estimate, p, ways) {
        Some(estimate) => (estimate, false),
        None => (estimate, true),
    }
}
