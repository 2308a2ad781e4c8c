//! Callbacks of a flyer: the callbacks record, its own thread acts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hyla_lrc::{Delivery, FederateAmbassador, ParameterValues};
use hyla_omt::encoding::{Decode, decode};
use hyla_types::{
    FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle,
    ParameterHandle,
};

use super::federation::DemoError;
use super::vocabulary::Vocabulary;

/// Record of the callbacks so far.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Names of the object model; nothing is subscribed before they are known.
    pub(super) vocabulary: Option<Vocabulary>,
    /// Whether somebody subscribes to the aircraft.
    pub(super) registration_wanted: bool,
    /// Names that are reserved now and names that were refused.
    pub(super) reserved: BTreeSet<String>,
    pub(super) refused: BTreeSet<String>,
    /// Aircraft of other sectors.
    pub(super) others: BTreeMap<ObjectInstanceHandle, Arc<str>>,
    /// Callsigns of aircraft that were removed.
    pub(super) removed: BTreeSet<String>,
    /// When flying begins, ns since 1970.
    pub(super) starts_at: Option<i64>,
    /// Callsigns handed over to this sector.
    pub(super) handed_over: Vec<String>,
    /// Whether the air picture has everything.
    pub(super) complete: bool,
    trouble: Option<DemoError>,
}

/// Notes what comes.
pub(super) struct Ambassador {
    /// Shared with the flyer.
    pub(super) heard: Arc<Mutex<Heard>>,
    /// Sector of the flyer.
    pub(super) sector: &'static str,
}

/// The notes; a panic elsewhere does not spoil them.
pub(super) fn locked(heard: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Heard {
    /// # Errors
    /// The error that ends the demo early.
    pub(super) fn check(&mut self) -> Result<(), DemoError> {
        self.trouble.take().map_or(Ok(()), Err)
    }

    fn interaction(
        &mut self,
        sector: &str,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
    ) -> Result<(), DemoError> {
        let Some(names) = &self.vocabulary else {
            return Ok(());
        };
        if class == names.picture_ready {
            self.starts_at = Some(parameter(values, names.starts_at, "StartsAt")?);
        } else if class == names.handover.class {
            let to: String = parameter(values, names.handover.to, "ToSector")?;
            if to == sector {
                let callsign = parameter(values, names.handover.callsign, "Callsign")?;
                self.handed_over.push(callsign);
            }
        } else if class == names.picture_complete {
            self.complete = true;
        }
        Ok(())
    }
}

/// The value of a parameter that has to be there.
pub(super) fn parameter<T: for<'a> Decode<'a>>(
    values: &ParameterValues<'_>,
    handle: ParameterHandle,
    what: &'static str,
) -> Result<T, DemoError> {
    let found = values.iter().find(|(found, _)| *found == handle);
    let decoded = match found {
        Some((_, bytes)) => decode(bytes).map_err(|error| error.to_string()),
        None => Err("it is missing".to_owned()),
    };
    decoded.map_err(|error| DemoError::Undecodable { what, error })
}

impl FederateAmbassador for Ambassador {
    fn connection_lost(&mut self, fault: &str) {
        locked(&self.heard)
            .trouble
            .get_or_insert(DemoError::ConnectionLost(fault.to_owned()));
    }

    fn federate_resigned(&mut self, reason: &str) {
        locked(&self.heard)
            .trouble
            .get_or_insert(DemoError::ConnectionLost(reason.to_owned()));
    }

    fn start_registration_for_object_class(&mut self, _class: ObjectClassHandle) {
        locked(&self.heard).registration_wanted = true;
    }

    fn object_instance_name_reservation_succeeded(&mut self, name: &str) {
        locked(&self.heard).reserved.insert(name.to_owned());
    }

    fn object_instance_name_reservation_failed(&mut self, name: &str) {
        locked(&self.heard).refused.insert(name.to_owned());
    }

    fn multiple_object_instance_name_reservation_succeeded(&mut self, names: &[String]) {
        locked(&self.heard).reserved.extend(names.iter().cloned());
    }

    fn multiple_object_instance_name_reservation_failed(&mut self, names: &[String]) {
        locked(&self.heard).refused.extend(names.iter().cloned());
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        _class: ObjectClassHandle,
        name: &Arc<str>,
        _producer: Option<FederateHandle>,
    ) {
        locked(&self.heard).others.insert(object, name.clone());
    }

    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, _delivery: &Delivery<'_>) {
        let mut heard = locked(&self.heard);
        if let Some(callsign) = heard.others.remove(&object) {
            heard.removed.insert(callsign.to_string());
        }
    }

    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _delivery: &Delivery<'_>,
    ) {
        let mut heard = locked(&self.heard);
        if let Err(error) = heard.interaction(self.sector, class, values) {
            heard.trouble.get_or_insert(error);
        }
    }
}
