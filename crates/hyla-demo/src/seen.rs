//! Callbacks of the air picture: the callbacks record, its own thread reports.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_omt::encoding::decode;
use hyla_types::{FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle};

use super::clock::monotonic_ns;
use super::federation::DemoError;
use super::heard::parameter;
use super::report::{Snapshot, Totals};
use super::tally::Tally;
use super::vocabulary::{Severity, Stamp, Vocabulary};

/// Updates that a sector reports as sent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sent {
    updates: u64,
    advisories: u64,
    handovers: u64,
}

/// Record of the callbacks.
#[derive(Debug)]
pub(super) struct Seen {
    /// Names of the object model; nothing is subscribed before they are known.
    pub(super) vocabulary: Option<Vocabulary>,
    pub(super) tally: Tally,
    /// Sectors that are ready, and what those that have ended sent.
    pub(super) ready: BTreeSet<String>,
    pub(super) ended: BTreeMap<String, Sent>,
    advisories: u64,
    handovers: u64,
    last_advisory: Option<String>,
    /// The error that ends the demo early.
    pub(super) trouble: Option<DemoError>,
}

/// Notes what comes.
pub(super) struct Ambassador(pub(super) Arc<Mutex<Seen>>);

/// The notes; a panic elsewhere does not spoil them.
pub(super) fn locked(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seen {
    pub(super) fn new() -> Self {
        Self {
            vocabulary: None,
            tally: Tally::new(),
            ready: BTreeSet::new(),
            ended: BTreeMap::new(),
            advisories: 0,
            handovers: 0,
            last_advisory: None,
            trouble: None,
        }
    }

    /// How it looks now.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            aircraft: self.tally.known() as u64,
            updates: self.tally.updates,
            advisories: self.advisories,
            latency: self.tally.latency(),
            last_advisory: self.last_advisory.clone(),
        }
    }

    /// Totals.
    pub(super) fn totals(&self) -> Totals {
        let sum = |of: fn(&Sent) -> u64| self.ended.values().map(of).sum::<u64>();
        let updates_sent = sum(|sent| sent.updates);
        Totals {
            updates_sent,
            updates_received: self.tally.updates,
            updates_lost: updates_sent.saturating_sub(self.tally.updates),
            out_of_sequence: self.tally.out_of_sequence,
            advisories_sent: sum(|sent| sent.advisories),
            advisories_received: self.advisories,
            handovers_sent: sum(|sent| sent.handovers),
            handovers_received: self.handovers,
            discovered: self.tally.discovered,
            removed: self.tally.removed,
            latency: self.tally.latency(),
        }
    }

    fn interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
    ) -> Result<(), DemoError> {
        // Nothing is subscribed before the names are looked up.
        let Some(names) = self.vocabulary.clone() else {
            return Ok(());
        };
        if class == names.advisory || class == names.traffic.class {
            let callsign: String = parameter(values, names.traffic.callsign, "Callsign")?;
            let text: String = parameter(values, names.traffic.text, "Text")?;
            let severity: Severity = parameter(values, names.traffic.severity, "Severity")?;
            self.advisories += 1;
            self.last_advisory = Some(format!("{severity:?} {callsign}: {text}"));
        } else if class == names.handover.class {
            let callsign: String = parameter(values, names.handover.callsign, "Callsign")?;
            let from: String = parameter(values, names.handover.from, "FromSector")?;
            let to: String = parameter(values, names.handover.to, "ToSector")?;
            self.handovers += 1;
            self.last_advisory = Some(format!("Handover {callsign}: {from} to {to}"));
        } else if class == names.flights_ready {
            self.ready
                .insert(parameter(values, names.flights_ready_sector, "Sector")?);
        } else if class == names.flights_ended.class {
            let total = |handle| parameter::<i64>(values, handle, "a total").map(i64::unsigned_abs);
            let sent = Sent {
                updates: total(names.flights_ended.updates)?,
                advisories: total(names.flights_ended.advisories)?,
                handovers: total(names.flights_ended.handovers)?,
            };
            self.ended.insert(
                parameter(values, names.flights_ended.sector, "Sector")?,
                sent,
            );
        }
        Ok(())
    }
}

impl FederateAmbassador for Ambassador {
    fn connection_lost(&mut self, fault: &str) {
        locked(&self.0)
            .trouble
            .get_or_insert(DemoError::ConnectionLost(fault.to_owned()));
    }

    fn federate_resigned(&mut self, reason: &str) {
        locked(&self.0)
            .trouble
            .get_or_insert(DemoError::ConnectionLost(reason.to_owned()));
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        _class: ObjectClassHandle,
        _name: &Arc<str>,
        _producer: Option<FederateHandle>,
    ) {
        locked(&self.0).tally.discover(object);
    }

    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, _delivery: &Delivery<'_>) {
        locked(&self.0).tally.remove(object);
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        _values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let now = monotonic_ns();
        // The first values of an instance bear no tag and are not counted.
        if delivery.tag.is_empty() {
            return;
        }
        let mut seen = locked(&self.0);
        match decode::<Stamp>(delivery.tag) {
            Ok(stamp) => seen.tally.update(object, delivery.producer, stamp, now),
            Err(error) => {
                let (what, error) = ("the tag of an update", error.to_string());
                seen.trouble
                    .get_or_insert(DemoError::Undecodable { what, error });
            }
        }
    }

    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _delivery: &Delivery<'_>,
    ) {
        let mut seen = locked(&self.0);
        if let Err(error) = seen.interaction(class, values) {
            seen.trouble.get_or_insert(error);
        }
    }
}
